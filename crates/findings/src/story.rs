//! The story: what was found, told in a few minutes, a picture to each chapter. The words are in `words/story.toml`.

pub mod mazes;
mod told;

use rogue::atlas::{Atlas, GAMES};
use rogue::new_game::SWAPS;
use rogue::tables::{POTIONS, SCROLL_KINDS, WAND_MATERIALS};
use serde::Serialize;

use crate::Documents;
use crate::amazing::fate::PICTURE;
use crate::amazing::watch::RANDOM;
use crate::block::Figure;
use crate::claim::Verdict;
use crate::document::Document;
use crate::number::{grouped, share};
use crate::rogue::materials::{chart, extremes};
use crate::svg::ring::{poster, ring};
use crate::words::{STORY as WORDS, Values};
use mazes::Maze;
use told::{HEALING, Told, YEAR};

/// The story.
#[derive(Clone, Debug)]
pub struct Story {
    /// What everybody should know.
    pub headline: String,
    /// And what follows from it.
    pub second: String,
    /// What all this is.
    pub about: Vec<String>,
    /// What was found.
    pub chapters: Vec<Chapter>,
    /// What is next: a title, and paragraphs.
    pub end: (String, Vec<String>),
    /// Every sequence of coin tosses there is, from the lowest seed that gives it: a digit for each toss.
    pub coins: Vec<String>,
    /// By number of swaps: 0, 1, 2, ...
    pub swaps: Vec<Swaps>,
    /// How often the game swaps.
    pub game_swaps: usize,
    /// The two mazes of [`SEED`].
    pub mazes: [Maze; 2],
    /// The picture for those who have only one, as a file of its own.
    pub poster: String,
}

/// A finding, with its picture and the way to all about it.
#[derive(Clone, Debug)]
pub struct Chapter {
    /// Its name.
    pub id: &'static str,
    /// Its title.
    pub title: String,
    /// What it says.
    pub text: Vec<String>,
    /// Its picture.
    pub figure: Figure,
    /// The number of the document that it is about.
    pub document: &'static str,
    /// The section of that document which has the whole table.
    pub section: String,
}

/// How far from a fair shuffle so many swaps are, as it is shown.
#[derive(Clone, Debug, Serialize)]
pub struct Swaps {
    /// Total variation from uniform.
    pub variation: String,
    /// How much rarer the least likely arrangement is than it should be.
    pub separation: String,
    /// The expected number of potions that keep their colour.
    pub keepers: String,
}

/// The seed of the two mazes that are shown first.
pub const SEED: u64 = 1;

/// The text of that name with its values, in paragraphs.
fn paragraphs(name: &str, values: Values) -> Vec<String> {
    WORDS
        .render(&format!("story.{name}"), values)
        .split("\n\n")
        .map(|paragraph| paragraph.trim().to_owned())
        .collect()
}

/// A chapter that leads to that section of the document.
fn chapter(
    id: &'static str,
    values: Values,
    svg: String,
    document: &dyn Document,
    section: usize,
) -> Chapter {
    let mut text = paragraphs(id, values);
    let (title, caption) = (text.remove(0), text.pop().expect("a chapter has a caption"));
    let section = document
        .words()
        .titles()
        .nth(section)
        .expect("the document has this section")
        .to_owned();
    Chapter {
        id,
        title,
        text,
        figure: Figure { caption, svg },
        document: document.number(),
        section,
    }
}

/// A name with a capital letter.
fn capital(name: &str) -> String {
    let mut letters = name.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().chain(letters).collect())
        .unwrap_or_default()
}

/// Once round the ring, at a game a second.
fn once_round() -> String {
    let seconds = GAMES;
    format!(
        "{} h {} min {} s",
        seconds / 3600,
        seconds / 60 % 60,
        seconds % 60
    )
}

impl Story {
    /// Tells it.
    ///
    /// # Panics
    /// If the words are not as the code needs them: a defect that a test finds.
    pub fn new(documents: &Documents, atlas: &Atlas) -> Self {
        let (told, mazes) = (Told::of(atlas), mazes::mazes(SEED));
        let chapters = vec![
            games(documents, &told),
            coins(documents),
            swaps(documents),
            materials(documents),
            maze(documents, &mazes),
            amazing(documents),
            line(documents),
        ];
        let [headline, second, about @ ..] = &paragraphs(
            "top",
            &[
                ("games", &grouped(documents.rogue.seed.games)),
                ("chapters", &chapters.len()),
            ],
        )[..] else {
            panic!("the top has two lines and a text");
        };
        let mut end = end(documents);
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
            poster: one_picture(documents, &told),
            chapters,
            mazes,
        }
    }
}

/// The different ones among these, each where it is first.
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
fn told_by(documents: &Documents, titles: usize) -> String {
    let tables = &documents.rogue.identification.tables;
    let scrolls = tables
        .iter()
        .find(|names| names.things == "scrolls")
        .expect("scrolls are among them");
    scrolls.seen[titles].told.percent()
}

fn games(documents: &Documents, told: &Told) -> Chapter {
    let seed = &documents.rogue.seed;
    let [scroll, scroll_2] = told.scrolls;
    let [potion, first, both] = told.fit.each_ref().map(|games| grouped(games.len() as u64));
    let games = grouped(seed.games);
    chapter(
        "ring",
        &[
            ("word", &u32::BITS),
            ("seeds", &grouped(1 << u32::BITS)),
            ("bits", &seed.bits),
            ("games", &games),
            ("round", &once_round()),
            ("year", &YEAR),
            ("colour", &told.game.potion(HEALING)),
            ("potion", &potion),
            ("kind", &SCROLL_KINDS[scroll]),
            ("title", &told.game.scroll(scroll)),
            ("first", &first),
            ("kind_2", &SCROLL_KINDS[scroll_2]),
            ("title_2", &told.game.scroll(scroll_2)),
            ("second", &told.second),
            ("both", &both),
            ("told", &told_by(documents, 2)),
            ("told_by_one", &told_by(documents, 1)),
        ],
        ring(
            "The ring of games",
            GAMES,
            &told.fit,
            &[&format!("{games} games"), "once round:", &once_round()],
        ),
        &documents.rogue,
        6,
    )
}

fn coins(documents: &Documents) -> Chapter {
    let seed = &documents.rogue.seed;
    chapter(
        "coins",
        &[
            ("streams", &seed.coin_streams),
            ("bits", &seed.sights[0].bits),
            ("tosses", &seed.coins[0].len()),
            ("seeds", &seed.coins.len()),
        ],
        seed.picture(),
        &documents.rogue,
        0,
    )
}

fn swaps(documents: &Documents) -> Chapter {
    let colours = &documents.rogue.mix_colors;
    let made = colours.draws_per_game / 2;
    chapter(
        "swaps",
        &[
            ("potions", &POTIONS),
            ("swaps", &made),
            ("arrangements", &grouped(colours.arrangements)),
            ("distance", &colours.distances.total_variation.decimal(6)),
            ("thousandth", &colours.distances.swaps_for_thousandth),
            ("keeps", &colours.keeps_ideal.decimal(6)),
            ("fair", &colours.keeps_fair.decimal(6)),
        ],
        colours.distances.picture(),
        &documents.rogue,
        3,
    )
}

fn materials(documents: &Documents) -> Chapter {
    let rogue = &documents.rogue;
    let wands = &rogue.materials.wands;
    let (most, least) = extremes(&wands.uses);
    let mut chapter = chapter(
        "materials",
        &[
            ("most", &most.name),
            ("least", &least.name),
            ("materials", &WAND_MATERIALS.len()),
            ("streams", &rogue.seed.coin_streams),
            ("more", &format!("{:.1}", 100.0 * most.excess)),
            ("less", &format!("{:.1}", -100.0 * least.excess)),
        ],
        chart("materials of wands", &wands.uses),
        rogue,
        4,
    );
    chapter.title = capital(&chapter.title);
    chapter
}

fn maze(documents: &Documents, [dug, fair]: &[Maze; 2]) -> Chapter {
    let trees = &documents.boss.trees;
    let shown = trees.shown();
    let (width, height) = mazes::SIZE;
    chapter(
        "maze",
        &[
            ("columns", &shown.columns),
            ("rows", &shown.rows),
            ("trees", &shown.trees),
            ("made", &shown.made),
            ("most", &shown.most.decimal(0)),
            ("never", &(shown.trees - shown.made)),
            ("fair_ends", &trees.uniform_shape.dead_ends.decimal(2)),
            ("fair_way", &trees.uniform_shape.longest_way.decimal(2)),
            ("ends", &trees.shape.dead_ends.decimal(2)),
            ("way", &trees.shape.longest_way.decimal(2)),
            ("cells", &((width / 2) * (height / 2))),
        ],
        dug.picture("depth first") + &fair.picture("uniform spanning tree"),
        &documents.boss,
        5,
    )
}

fn amazing(documents: &Documents) -> Chapter {
    let fate = &documents.amazing.fate;
    let (exact, sample) = (fate.largest(RANDOM), fate.sample(0, RANDOM));
    chapter(
        "amazing",
        &[
            ("size", &exact.size()),
            ("no_exit", &exact.fates.no_exit.percent()),
            ("two", &exact.fates.two_trees.percent()),
            ("mazes", &grouped(sample.mazes)),
            ("five", &sample.size()),
            ("right", &share(sample.fates.right, sample.mazes).percent()),
            ("width", &PICTURE.0),
            ("height", &PICTURE.1),
        ],
        fate.pictures.clone(),
        &documents.amazing,
        0,
    )
}

fn line(documents: &Documents) -> Chapter {
    let found = &documents.even.straightness;
    chapter(
        "line",
        &[
            ("side", &found.side),
            ("further", &grouped(found.further)),
            ("targets", &grouped(found.targets)),
            ("nearer", &grouped(found.nearer)),
            ("distance", &format!("{:.2}", found.document.distance)),
            ("bresenham", &format!("{:.2}", found.bresenham.distance)),
            ("back", &grouped(found.document.other_way_back)),
            ("bresenham_back", &grouped(found.bresenham.other_way_back)),
            ("same_end", &grouped(found.symmetric.other_way_back)),
            ("x", &found.document.worst.0),
            ("y", &found.document.worst.1),
        ],
        found.picture(10),
        &documents.even,
        4,
    )
}

fn end(documents: &Documents) -> Vec<String> {
    let all = documents.all();
    let claims: Vec<_> = all.iter().flat_map(|document| document.claims()).collect();
    let count = |verdict| {
        claims
            .iter()
            .filter(|claim| claim.verdict == verdict)
            .count()
    };
    paragraphs(
        "end",
        &[
            ("claims", &claims.len()),
            ("confirmed", &count(Verdict::Confirmed)),
            ("refined", &count(Verdict::Refined)),
            ("refuted", &count(Verdict::Refuted)),
        ],
    )
}

fn one_picture(documents: &Documents, told: &Told) -> String {
    let games = grouped(documents.rogue.seed.games);
    let [potion, first, both] = told.fit.each_ref().map(|games| grouped(games.len() as u64));
    let [scroll, scroll_2] = told.scrolls;
    let lines = paragraphs(
        "poster",
        &[
            ("games", &games),
            ("round", &once_round()),
            ("colour", &told.game.potion(HEALING)),
            ("potion", &potion),
            ("kind", &SCROLL_KINDS[scroll]),
            ("title", &told.game.scroll(scroll)),
            ("first", &first),
            ("kind_2", &SCROLL_KINDS[scroll_2]),
            ("title_2", &told.game.scroll(scroll_2)),
            ("both", &both),
            ("told", &told_by(documents, 2)),
        ],
    );
    let label = lines
        .iter()
        .filter(|line| !line.is_empty())
        .cloned()
        .collect::<Vec<_>>()
        .join(" ");
    let class = |line: usize| if line == 0 { "head" } else { "" };
    let beside: Vec<_> = lines
        .into_iter()
        .enumerate()
        .map(|(line, text)| (class(line), text))
        .collect();
    poster(
        &label,
        GAMES,
        &told.fit,
        &[&format!("{games} games"), "once round:", &once_round()],
        &beside,
    )
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Whether all words are in a story, and each chapter has what a page needs.
    pub(crate) fn is_told(story: &Story) {
        let ids: Vec<_> = story
            .chapters
            .iter()
            .map(|chapter| chapter.id)
            .chain(["top", "end", "poster"])
            .collect();
        let named = include_str!("../words/story.toml")
            .lines()
            .filter_map(|line| line.strip_suffix(" = \"\"\""));
        assert!(named.clone().all(|name| ids.contains(&name)) && named.count() == ids.len());
        for Chapter {
            title,
            text,
            figure,
            section,
            ..
        } in &story.chapters
        {
            assert!(
                !title.contains('\n')
                    && !title.ends_with('.')
                    && !text.is_empty()
                    && figure.caption.ends_with('.')
            );
            assert!(figure.svg.starts_with("<svg") && !section.is_empty());
        }
        assert!(story.about.len() > 1 && story.end.1.len() > 1);
        assert_eq!(story.coins.len(), 4);
        assert!(story.game_swaps < story.swaps.len());
    }

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
