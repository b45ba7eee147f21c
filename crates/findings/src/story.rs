//! The story: the findings told in a few minutes, with a picture for each chapter.

mod chapters;
mod guess;
pub mod mazes;

use rogue::atlas::{Atlas, GAMES};
use rogue::new_game::SWAPS;
use rogue::tables::SCROLL_KINDS;
use serde::Serialize;

use crate::Documents;
use crate::block::Figure;
use crate::claim::counts;
use crate::number::{Exact, grouped};
use crate::rogue::Rogue;
use crate::rogue::colours::Distances;
use crate::rogue::seed::first_words;
use crate::svg::ring::poster;
use guess::{Guess, HEALING, START};
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
    /// The number of sequences of coin tosses, in the order of the seeds; then they come again.
    pub coin_sequences: u64,
    /// What is shown of the bits of the seed.
    pub carries: Carries,
    /// The distance from a fair shuffle by number of swaps: 0, 1, 2, ...
    pub swaps: Vec<Swaps>,
    /// The number of swaps in the game.
    pub game_swaps: usize,
    /// The picture of all games.
    pub ring: Figure,
    /// Two titles, each with the games in which it occurs.
    pub titles: [(String, Vec<usize>); 2],
    /// The two mazes of each seed from 1 on.
    pub mazes: Vec<[Maze; 2]>,
    /// A single picture of the main result, as a file of its own.
    pub poster: String,
}

/// A finding, with its picture and a link to the details.
pub struct Chapter {
    /// The identifier of the chapter.
    pub id: &'static str,
    /// The title of the chapter.
    pub title: String,
    /// The text before the question, in paragraphs.
    pub setup: Vec<String>,
    /// What the reader may guess before going on.
    pub question: Option<Question>,
    /// The text after the question.
    pub text: Vec<String>,
    /// The picture of the chapter.
    pub figure: Figure,
    /// The numbers in the picture, as rows of cells below their head; none if it has no more than the text.
    pub numbers: Vec<Vec<String>>,
    /// The page of the document to which it belongs.
    pub page: &'static str,
    /// The section of that document that has the whole table.
    pub section: &'static str,
}

/// A question with its answers, one of which is right.
pub struct Question {
    /// The question.
    pub question: String,
    /// The answers.
    pub answers: Vec<String>,
    /// The index of the right answer.
    pub right: usize,
}

/// Words of the generator as functions of the seed, and what is shown of them.
#[derive(Serialize)]
pub struct Carries {
    /// The seed.
    pub seed: u32,
    /// The bit of the seed that is flipped at first.
    pub flipped: u32,
    /// Word `n` is `a * seed + b`, modulo 2^32.
    pub words: Vec<[u32; 2]>,
    /// The bits of a word that Rogue keeps, as a mask.
    pub kept: u32,
    /// The bit of a word that a coin toss keeps.
    pub coin: u32,
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

/// The number of swaps that is shown first: few enough to see that the potions stay where they were.
pub const FIRST_SWAPS: usize = 5;

/// The number of seeds whose mazes can be shown.
const MAZES: u64 = 8;

/// The name with a capital first letter.
pub fn capital(name: &str) -> String {
    let mut letters = name.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().chain(letters).collect())
        .unwrap_or_default()
}

/// What stands in the middle of the picture of the main result.
fn middle_of_poster(rogue: &Rogue) -> [String; 3] {
    let games = grouped(rogue.seed.games);
    [
        format!("{games} games"),
        "once round:".to_owned(),
        chapters::once_round(),
    ]
}

impl Story {
    /// Tells the story.
    pub fn new(documents: &Documents, atlas: &Atlas) -> Self {
        let (guess, mazes) = (Guess::new(atlas), mazes::mazes_of_seeds(MAZES));
        let rogue = &documents.rogue;
        let carries = Carries::new(rogue);
        let swaps = Swaps::by_number(&rogue.mix_colors.distances);
        let chapters = vec![
            chapters::ring_of_games(rogue, &guess, &carries),
            chapters::coins(rogue),
            chapters::swaps(rogue, &swaps),
            chapters::materials(rogue),
            chapters::maze(&documents.listless, &mazes[0]),
            chapters::without_exit(&documents.amazing),
            chapters::line(&documents.even),
        ];
        Self {
            headline: format!("{}.", headline(rogue)),
            second: SECOND.to_owned(),
            about: about(chapters.len()),
            end: end(documents),
            coin_sequences: rogue.seed.coin_streams,
            carries,
            swaps,
            game_swaps: SWAPS as usize,
            ring: chapters::ring_figure(rogue, &guess),
            titles: guess.titles(),
            poster: one_picture(rogue, &guess),
            chapters,
            mazes,
        }
    }
}

impl Carries {
    fn new(rogue: &Rogue) -> Self {
        const WORDS: usize = 8;
        let mut words = Vec::new();
        for word in first_words(WORDS) {
            words.push([word.a, word.b]);
        }
        // `rrandom` drops the lowest bit of a word.
        Self {
            seed: START as u32,
            flipped: 20,
            words,
            kept: ((1 << rogue.seed.mask_bits) - 1) << 1,
            coin: 1 << 1,
        }
    }
}

fn headline(rogue: &Rogue) -> String {
    let games = grouped(rogue.seed.games);
    format!("There are only {games} games of Rogue")
}

const SECOND: &str = "Two scroll titles almost always tell which one you are in.";

fn about(chapters: usize) -> Vec<String> {
    vec![
        "Roguelikes promise a new dungeon every time. The promise rests on a few dozen lines of code. roguelab takes such code \
         apart: does a port play the same game, are the dice fair, and what made these numbers?"
            .to_owned(),
        format!(
            "Here are {chapters} things that it found. The run that wrote this page computed every number on it."
        ),
    ]
}

fn end(documents: &Documents) -> (String, Vec<String>) {
    let documents = documents.all();
    let claims: Vec<_> = documents
        .iter()
        .flat_map(|document| document.claims())
        .collect();
    let [confirmed, refined, refuted] = counts(claims.iter().copied());
    let claims = claims.len();
    let text = vec![
        format!(
            "Of {claims} statements about such code {confirmed} are confirmed, {refined} need a number or an exception, {refuted} \
             are refuted. The same tools take your own code. `roguelab check` compares a port with its reference, \
             `roguelab test` judges a shuffle or a stream, `roguelab who` finds what made some numbers."
        ),
        "All evidence is in the repository.".to_owned(),
    ];
    ("Your turn".to_owned(), text)
}

/// The distance with four places, and a small one with seven.
fn shown(distance: &Exact) -> String {
    let places = if distance.to_f64() < 0.01 { 7 } else { 4 };
    distance.decimal(places)
}

impl Swaps {
    fn by_number(distances: &Distances) -> Vec<Self> {
        let mut all = Vec::new();
        for (swaps, variation) in distances.curve.iter().enumerate() {
            all.push(Self {
                variation: shown(variation),
                separation: shown(&distances.separation[swaps]),
                keepers: distances.expected_keepers[swaps].decimal(4),
            });
        }
        all
    }
}

fn one_picture(rogue: &Rogue, guess: &Guess) -> String {
    let [potion, first, both] = guess
        .fit
        .each_ref()
        .map(|games| grouped(games.len() as u64));
    let colour = guess.game.potion(HEALING);
    let [one_kind, other_kind] = guess.scrolls.map(|scroll| SCROLL_KINDS[scroll]);
    let [(one_title, _), (other_title, _)] = guess.titles();
    let told = rogue.identification.identified_by_scrolls(2);
    let round = chapters::once_round();
    let lines = [
        headline(rogue),
        SECOND.to_owned(),
        String::new(),
        format!("Outermost ring: all games. Once round: {round}."),
        format!("Then: the potion of healing is {colour}. Games: {potion}"),
        format!("Then: the scroll of {one_kind} is {one_title}. Games: {first}"),
        format!("Innermost: and the scroll of {other_kind} is {other_title}. Games: {both}"),
        String::new(),
        format!("Over all games, two titles tell which one in {told} of cases."),
    ];
    let shown: Vec<&str> = lines
        .iter()
        .map(String::as_str)
        .filter(|line| !line.is_empty())
        .collect();
    let label = shown.join(" ");
    let middle = middle_of_poster(rogue);
    let middle = middle.each_ref().map(String::as_str);
    poster(&label, GAMES, &guess.fit, &middle, &lines)
}
