//! The story: the findings told in a few minutes, with a picture for each chapter. The words are in `words/story.toml`.

mod guess;
pub mod mazes;

use rogue::atlas::{Atlas, GAMES};
use rogue::new_game::SWAPS;
use rogue::tables::{POTIONS, SCROLL_KINDS, WAND_MATERIALS};
use serde_json::Value;

use crate::Documents;
use crate::amazing::fate::PICTURE;
use crate::amazing::watch::RANDOM;
use crate::block::Figure;
use crate::claim::counts;
use crate::document::Document;
use crate::prelude::*;
use crate::prose::{Filled, STORY as WORDS};
use crate::rogue::materials::{chart, extremes};
use crate::svg::{
    self,
    ring::{poster, ring},
};
use guess::{Guess, HEALING, YEAR};
use mazes::Maze;

/// The story.
pub struct Story {
    /// The headline: the one thing that everybody should know.
    pub headline: String,
    /// The consequence of the headline.
    pub second: String,
    /// A description of the project.
    pub about: Vec<String>,
    /// The chapters, one for each finding.
    pub chapters: Vec<Chapter>,
    /// What comes next: a title, and paragraphs.
    pub end: (String, Vec<String>),
    /// Every sequence of coin tosses that occurs, by the lowest seed that gives it: a digit for each toss.
    pub coins: Vec<String>,
    /// The distance from a fair shuffle by number of swaps: 0, 1, 2, ...
    pub swaps: Vec<Swaps>,
    /// The number of swaps in the game.
    pub game_swaps: usize,
    /// Two titles, each with the games in which it occurs.
    pub titles: [(String, Vec<usize>); 2],
    /// The two mazes of [`SEED`].
    pub mazes: [Maze; 2],
    /// A single picture of the main result, as a file of its own.
    pub poster: String,
}

/// A finding, with its picture and a link to the details.
pub struct Chapter {
    /// The identifier of the chapter.
    pub id: &'static str,
    /// The title of the chapter.
    pub title: String,
    /// The text, in paragraphs.
    pub text: Vec<String>,
    /// The picture of the chapter.
    pub figure: Figure,
    /// The page of the document to which it belongs.
    pub page: &'static str,
    /// The section of that document that has the whole table.
    pub section: String,
}

/// How far this many swaps are from a fair shuffle, as it is shown.
#[derive(Serialize)]
pub struct Swaps {
    /// The total variation distance from uniform.
    pub variation: String,
    /// How much rarer the least likely arrangement is than it should be.
    pub separation: String,
    /// The expected number of potions that keep their colours.
    pub keepers: String,
}

/// The seed of the two mazes that are shown first.
pub const SEED: u64 = 1;

/// The text with this name and its values, split into paragraphs.
fn paragraphs(filled: &Filled, name: &str) -> Vec<String> {
    filled
        .render(&format!("story.{name}"))
        .split("\n\n")
        .map(|paragraph| paragraph.trim().to_owned())
        .collect()
}

/// A chapter that links to this section of the document.
fn chapter(
    filled: &Filled,
    id: &'static str,
    svg: String,
    document: &dyn Document,
    section: usize,
) -> Chapter {
    let mut text = paragraphs(filled, id);
    let (title, caption) = (text.remove(0), text.pop().expect("a chapter has a caption"));
    let section = document.sections().into_iter().nth(section);
    Chapter {
        id,
        title,
        text,
        figure: Figure { caption, svg },
        page: document.about().page,
        section: section.expect("the document has this section").title,
    }
}

/// The name with a capital first letter.
pub fn capital(name: &str) -> String {
    let mut letters = name.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().chain(letters).collect())
        .unwrap_or_default()
}

/// How long it takes to play once round the ring, at one game per second.
fn once_round() -> String {
    let [hours, minutes, seconds] = [GAMES / 3600, GAMES / 60 % 60, GAMES % 60];
    format!("{hours} h {minutes} min {seconds} s")
}

impl Story {
    /// Tells the story.
    ///
    /// # Panics
    /// If the words are not what the code needs, which a test would find.
    pub fn new(documents: &Documents, atlas: &Atlas) -> Self {
        let (game, mazes) = (Guess::of(atlas), mazes::mazes(SEED));
        let filled = WORDS.beside(documents, values(documents, &game));
        let Documents {
            listless,
            amazing,
            rogue,
            even,
            ..
        } = documents;
        let games = format!("{} games", grouped(rogue.seed.games));
        let middle = [&*games, "once round:", &once_round()];
        let titles = game.titles();
        let [colour, first, both] = game.fit.each_ref().map(|games| grouped(games.len() as u64));
        let legends = [
            format!("all {games}"),
            format!("healing is {}: {colour}", game.game.potion(HEALING)),
            format!("{}: {first}", titles[0].0),
            format!("and {}: {both}", titles[1].0),
        ];
        let wands = &rogue.materials.wands.uses;
        let keepers = &rogue.mix_colors.distances.expected_keepers[SWAPS as usize];
        let [dug, fair] = &mazes;
        let pair = dug.picture("depth first") + &fair.picture("uniform spanning tree");
        let mut chapters = vec![
            chapter(
                &filled,
                "ring",
                ring("The ring of games", GAMES, &game.fit, &legends, &middle),
                rogue,
                5,
            ),
            chapter(&filled, "coins", rogue.seed.picture(), rogue, 0),
            chapter(
                &filled,
                "swaps",
                rogue.mix_colors.distances.picture()
                    + &svg::places(POTIONS, keepers.to_f64() / POTIONS as f64),
                rogue,
                2,
            ),
            chapter(
                &filled,
                "materials",
                chart("materials of wands", wands),
                rogue,
                3,
            ),
            chapter(&filled, "maze", pair, listless, 1),
            chapter(
                &filled,
                "amazing",
                amazing.fate.pictures.clone(),
                amazing,
                0,
            ),
            chapter(&filled, "line", even.straightness.picture(10), even, 1),
        ];
        for chapter in &mut chapters {
            chapter.title = capital(&chapter.title);
        }
        let [headline, second, about @ ..] = &paragraphs(&filled, "top")[..] else {
            panic!("the top has two lines and a text");
        };
        let mut end = paragraphs(&filled, "end");
        let distances = &documents.rogue.mix_colors.distances;
        let places = 9;
        let swaps = distances
            .curve
            .iter()
            .zip(&distances.separation)
            .zip(&distances.expected_keepers);
        Self {
            headline: headline.clone(),
            second: second.clone(),
            about: about.to_vec(),
            end: (end.remove(0), end),
            coins: sequences(&documents.rogue.seed.coins),
            swaps: swaps
                .map(|((variation, separation), keepers)| Swaps {
                    variation: variation.decimal(places),
                    separation: separation.decimal(places),
                    keepers: keepers.decimal(places),
                })
                .collect(),
            game_swaps: SWAPS as usize,
            titles,
            poster: one_picture(&filled, &game, &middle),
            chapters,
            mazes,
        }
    }
}

/// The different sequences among these, in the order of their first occurrences.
fn sequences(coins: &[String]) -> Vec<String> {
    let mut seen: Vec<String> = Vec::new();
    for row in coins {
        if !seen.contains(row) {
            seen.push(row.clone());
        }
    }
    seen
}

/// How often two titles, or one, leave a single game.
fn identified_by(documents: &Documents, titles: usize) -> String {
    let tables = &documents.rogue.identification.tables;
    let scrolls = among(tables, |names| names.things == "scrolls");
    scrolls.seen[titles].identified.percent()
}

/// The values that the words show besides those of the documents.
fn values(documents: &Documents, game: &Guess) -> Value {
    let Documents {
        listless,
        amazing,
        rogue,
        ..
    } = documents;
    let (most, least) = extremes(&rogue.materials.wands.uses);
    let on = listless.trees.shown();
    let all = documents.all();
    let claims: Vec<_> = all.iter().flat_map(|document| document.claims()).collect();
    let [confirmed, refined, refuted] = counts(claims.iter().copied());
    let [potion, first, both] = game.fit.each_ref().map(Vec::len);
    json!({
        "chapters": 7,
        "word": u32::BITS,
        "all_seeds": 1_u64 << u32::BITS,
        "round": once_round(),
        "year": YEAR,
        "colour": game.game.potion(HEALING),
        "potion": potion,
        "kinds": game.scrolls.map(|scroll| SCROLL_KINDS[scroll]),
        "titles": game.titles().map(|(title, _)| title),
        "first": first,
        "second": game.second.len(),
        "both": both,
        "told": identified_by(documents, 2),
        "told_by_one": identified_by(documents, 1),
        "tosses": rogue.seed.coins[0].len(),
        "coins": rogue.seed.coins.len(),
        "potions": POTIONS,
        "game_swaps": rogue.mix_colors.draws_per_game / 2,
        "most": most,
        "least": least,
        "above": 100.0 * most.excess,
        "below": -100.0 * least.excess,
        "materials": WAND_MATERIALS.len(),
        "on": on,
        "never": on.trees - on.made,
        "cells": (mazes::SIZE.0 / 2) * (mazes::SIZE.1 / 2),
        "exact": amazing.fate.largest(RANDOM),
        "picture": PICTURE,
        "claims": claims.len(),
        "confirmed": confirmed,
        "refined": refined,
        "refuted": refuted,
    })
}

fn one_picture(filled: &Filled, game: &Guess, middle: &[&str]) -> String {
    let mut lines = paragraphs(filled, "poster");
    let label: Vec<_> = lines
        .iter()
        .filter(|line| !line.is_empty())
        .cloned()
        .collect();
    let head = ("head", lines.remove(0));
    let more = lines.into_iter().map(|line| ("", line));
    let beside: Vec<_> = std::iter::once(head).chain(more).collect();
    poster(&label.join(" "), GAMES, &game.fit, middle, &beside)
}

#[cfg(test)]
mod tests {
    #[test]
    fn no_number_is_written_out_in_the_words() {
        let text = include_str!("../words/story.toml");
        let mut inside = false;
        for (at, letter) in text.char_indices() {
            inside = (inside || letter == '{') && letter != '}';
            let of_a_name = text[..at].ends_with(|before: char| before.is_alphanumeric());
            assert!(
                inside || !letter.is_ascii_digit() || of_a_name,
                "{}",
                &text[at.saturating_sub(40)..=at]
            );
        }
    }
}
