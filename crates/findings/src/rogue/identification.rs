//! Identification: how well a player who has seen some names can tell which of the 32,768 games is being played, and how many
//! words determine the state of the generator.

mod states;

use exact::classes::{Column, Tally, choose, column, tallies};
use rogue::atlas::{Atlas, GAMES};
use rogue::identities::Identities;
use rogue::tables::{POTIONS, RINGS, SCROLLS, SYLLABLES, WANDS};

use crate::parallel::for_each_place;
use crate::prelude::*;
use states::States;

/// The title of the section.
pub(crate) const TITLE: &str = "Which game it is: what names and words tell";

#[derive(Serialize)]
pub struct Identification {
    pub tables: Vec<Names>,
    pub states: Vec<States>,
}

#[derive(Serialize)]
pub struct Names {
    pub things: &'static str,
    pub seen: Vec<Seen>,
    pub told_by_all: u64,
}

/// What this many names reveal, over all games and all choices of names.
#[derive(Serialize)]
pub struct Seen {
    pub identified: Exact,
}

impl Seen {
    fn new(tally: &Tally, kinds: usize, seen: usize) -> Self {
        let cases = GAMES as u64 * choose(kinds, seen);
        Self {
            identified: share(tally.alone, cases),
        }
    }
}

/// A title as one number: its syllables are the digits, none of which is 0.
fn title(syllables: &[u8]) -> u32 {
    syllables.iter().fold(0, |number, &syllable| {
        number * SYLLABLES.len() as u32 + u32::from(syllable)
    })
}

/// For each kind of thing, the names that it has in all games, as a column.
fn columns(atlas: &Atlas, kinds: usize, name: fn(&Identities, usize) -> u32) -> Vec<Column> {
    let mut columns = Vec::new();
    for kind in 0..kinds {
        let names: Vec<u32> = atlas.games().iter().map(|game| name(game, kind)).collect();
        columns.push(column(&names));
    }
    columns
}

impl Names {
    fn new((things, columns): (&'static str, Vec<Column>)) -> Self {
        let tallies = tallies(&columns, &for_each_place);
        let mut seen = Vec::new();
        for (number, tally) in tallies.iter().enumerate() {
            seen.push(Seen::new(tally, columns.len(), number));
        }
        Self {
            things,
            seen,
            told_by_all: tallies.last().map_or(0, |tally| tally.alone),
        }
    }
}

impl Identification {
    pub(super) fn compute(atlas: &Atlas) -> Self {
        let tables: [(&'static str, Vec<Column>); 4] = [
            (
                "potions",
                columns(atlas, POTIONS, |game, kind| game.potions[kind].into()),
            ),
            (
                "rings",
                columns(atlas, RINGS, |game, kind| game.rings[kind].into()),
            ),
            (
                "wands",
                columns(atlas, WANDS, |game, kind| game.wands[kind].into()),
            ),
            (
                "scrolls",
                columns(atlas, SCROLLS, |game, kind| {
                    title(game.scrolls[kind].syllables())
                }),
            ),
        ];
        let (tables, states) = join!(|| parallel_map(tables, Names::new), States::compute);
        Self { tables, states }
    }

    /// How often this many titles of scrolls leave a single game.
    pub(crate) fn identified_by_scrolls(&self, titles: usize) -> String {
        let scrolls = first_where(&self.tables, |names| names.things == "scrolls");
        scrolls.seen[titles].identified.percent()
    }

    pub(super) fn section(&self) -> Section {
        let told = self.tables.iter().map(Names::summary);
        let told = told.collect::<Vec<_>>().join("; ");
        let states = self.states.iter().map(|states| {
            [
                states.kind.to_string(),
                grouped(states.tried),
                states.mark.name().to_owned(),
                states.fewest.to_string(),
                states.median.to_string(),
                states.most.to_string(),
            ]
        });
        Section::new(
            TITLE,
            vec![
                text(
                    "A player who knows what some things are called can identify the game: its seed, and so everything else in \
                     it. `roguelab atlas find` does that, and lists the times at which such a game starts.",
                ),
                table(
                    "How often only one game fits, once this many names of one table are known. Exact: over all games, and all choices \
                     of what is known.",
                    ["names seen", "potions", "rings", "wands", "scrolls"],
                    self.identified(),
                ),
                text(format!(
                    "For a player: the names of one table identify the game: {told}."
                )),
                table(
                    "How many words identify the state of a generator, however seeded, including the lowest bits that the words \
                     lack. Only the lowest bits of the state matter for that: exact over all of them for types 1 and 2, measured \
                     over some for types 3 and 4.",
                    [
                        "type",
                        "states",
                        "how",
                        "fewest words",
                        "half of the states",
                        "most words",
                    ],
                    states,
                ),
            ],
        )
    }

    /// A row for each number of names seen, with the share of cases in which they identify the game, for each table.
    fn identified(&self) -> Vec<[String; 5]> {
        let most = self.tables.iter().map(|names| names.seen.len()).max();
        let mut rows = Vec::new();
        for number in 0..most.unwrap_or(0) {
            let mut row = [const { String::new() }; 5];
            row[0] = number.to_string();
            for (cell, names) in row[1..].iter_mut().zip(&self.tables) {
                if let Some(seen) = names.seen.get(number) {
                    *cell = seen.identified.percent();
                }
            }
            rows.push(row);
        }
        rows
    }
}

impl Names {
    /// How many names identify the game.
    fn summary(&self) -> String {
        let things = self.things;
        let (half, nearly) = (self.names_for(50.0), self.names_for(99.0));
        let (all, games) = (self.seen.len() - 1, grouped(self.told_by_all));
        format!(
            "{things} half of the time {half}, in 99 % of cases {nearly} (all {all} identify {games} games)"
        )
    }

    /// After how many names this percentage of cases has only one game.
    fn names_for(&self, percent: f64) -> String {
        for (number, seen) in self.seen.iter().enumerate() {
            if 100.0 * seen.identified.to_f64() >= percent {
                return format!("after {number}");
            }
        }
        "never".to_owned()
    }
}
