//! Identification: how well a player who has seen some names can tell which of the 32,768 games is being played, and how many
//! words determine the state of the generator.

mod states;

use exact::classes::{Column, Tally, choose, column, tallies};
use rogue::atlas::{Atlas, GAMES};
use rogue::identities::Identities;
use rogue::tables::{POTIONS, RINGS, SCROLLS, SYLLABLES, WANDS};

use crate::parallel::all;
use crate::prelude::*;
use crate::prose::ROGUE as WORDS;
use states::States;

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
    pub left: Exact,
    /// The expected number of missing bits: the base-2 logarithm of the number of games that fit.
    pub bits: String,
    pub identified: Exact,
}

impl Seen {
    fn of(tally: &Tally, kinds: usize, seen: usize) -> Self {
        let cases = GAMES as u64 * choose(kinds, seen);
        // A class is met as often as it has games.
        let squares = tally
            .sizes()
            .map(|(size, classes)| size * size * classes)
            .sum();
        let bits: f64 = tally
            .sizes()
            .map(|(size, classes)| (size * classes) as f64 * (size as f64).log2())
            .sum();
        Self {
            left: share(squares, cases),
            bits: format!("{:.4}", bits / cases as f64),
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

impl Identification {
    pub(super) fn compute(atlas: &Atlas) -> Self {
        let columns = |kinds: usize, name: fn(&Identities, usize) -> u32| -> Vec<Column> {
            let names = |kind| {
                atlas
                    .games()
                    .iter()
                    .map(|game| name(game, kind))
                    .collect::<Vec<_>>()
            };
            (0..kinds).map(|kind| column(&names(kind))).collect()
        };
        let tables: [(&'static str, Vec<Column>); 4] = [
            (
                "potions",
                columns(POTIONS, |game, kind| game.potions[kind].into()),
            ),
            (
                "rings",
                columns(RINGS, |game, kind| game.rings[kind].into()),
            ),
            (
                "wands",
                columns(WANDS, |game, kind| game.wands[kind].into()),
            ),
            (
                "scrolls",
                columns(SCROLLS, |game, kind| title(game.scrolls[kind].syllables())),
            ),
        ];
        let names = |(things, columns): (&'static str, Vec<Column>)| {
            let kinds = columns.len();
            let tallies = tallies(&columns, &all);
            let seen = tallies
                .iter()
                .enumerate()
                .map(|(seen, tally)| Seen::of(tally, kinds, seen))
                .collect();
            Names {
                things,
                seen,
                told_by_all: tallies.last().map_or(0, |tally| tally.alone),
            }
        };
        let (tables, states) = join!(|| each(tables, names), States::all);
        Self { tables, states }
    }

    pub(super) fn blocks(&self) -> Vec<Block> {
        let most = self.tables.iter().map(|names| names.seen.len()).max();
        let rows = |cell: &dyn Fn(&Seen) -> String| -> Vec<Vec<String>> {
            let row = |seen: usize| {
                let of = |names: &Names| names.seen.get(seen).map_or_else(String::new, cell);
                let cells = self.tables.iter().map(of);
                std::iter::once(seen.to_string()).chain(cells).collect()
            };
            (0..most.unwrap_or(0)).map(row).collect()
        };
        let threefold = |states: &&States| states.most == 3 * states.degree;
        let more = json!({
            "left": rows(&|seen| seen.left.decimal(4)),
            "told_by": rows(&|seen| seen.identified.percent()),
            "bits": rows(&|seen| seen.bits.clone()),
            "told": self.summary(),
            "threefold": self.states.iter().filter(threefold).count(),
            "types": self.states.len(),
        });
        WORDS.beside(self, more).blocks("identification", [])
    }

    /// How many names of each table identify the game.
    fn summary(&self) -> String {
        let tables = self.tables.iter().map(|names| {
            let reached = |percent: f64| names.seen.iter().position(|seen| 100.0 * seen.identified.to_f64() >= percent);
            let after = |percent| reached(percent).map_or_else(|| "never".into(), |seen| format!("after {seen}"));
            let (things, all, games) = (names.things, names.seen.len() - 1, grouped(names.told_by_all));
            let (half, nearly) = (after(50.0), after(99.0));
            format!("{things} half of the time {half}, in 99 % of cases {nearly} (all {all} identify {games} games)")
        });
        tables.collect::<Vec<_>>().join("; ")
    }
}
