//! The subjects whose words are decided by one seed of 32 bits, and their words by column.

use generators::catalogue::{self, Generator, LANES};
use generators::closed_form::Table;
use generators::pcg32::Pcg32;
use thiserror::Error;

/// How many words of a seed a predicate can name.
pub const WORDS: usize = 1024;

static TYPE_3: Table<WORDS> = Table::additive::<31, 3>();
static TYPE_0: Table<WORDS> = Table::linear();

/// Why a name has no words that a seed decides.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
#[non_exhaustive]
pub enum SeededError {
    /// No subject of this name has words that one seed decides.
    #[error("{0} has no words that one seed of 32 bits decides; a scan knows: {known}", known = Seeded::known())]
    Unknown(String),
    /// Its words are too long.
    #[error("{name} has words of {bits} bits, and a scan takes at most 32")]
    Wide {
        /// The row of the catalogue.
        name: String,
        /// The bits of its words.
        bits: u32,
    },
    /// A stream was given for a subject that has only one.
    #[error("--stream is for pcg32; {0} has only one stream")]
    NoStreams(String),
}

/// The generator that makes words from a seed.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Seeded {
    /// Rogue's generator, under the name of its words or that of its draws.
    Rogue(&'static str),
    /// `TYPE_0`, which the game contains but never uses.
    Type0,
    /// PCG32 by its own `srandom`: the seed, from 0 to 2^32 - 1, as `initstate`, in this stream.
    Pcg32 {
        /// The stream, as `initseq`.
        stream: u64,
    },
    /// The row with this key in the catalogue, with words of at most 32 bits.
    Row(&'static str),
}

impl Seeded {
    /// The names of all generators except the rows of the catalogue.
    pub const NAMES: [&'static str; 4] = ["rrandom", "rrandom-type0", "get_rand", "pcg32"];

    /// The generator with this name; `stream` is only for `pcg32`.
    ///
    /// # Errors
    /// If it has no such words, or no streams.
    pub fn find(name: &str, stream: Option<u64>) -> Result<Self, SeededError> {
        let found = match name {
            "rrandom" => Self::Rogue("rrandom"),
            "get_rand" => Self::Rogue("get_rand"),
            "rrandom-type0" => Self::Type0,
            "pcg32" => Self::Pcg32 {
                stream: stream.unwrap_or(DEFAULT_STREAM),
            },
            _ => match catalogue::find(name) {
                Some(&Generator {
                    key, bits: ..=32, ..
                }) => Self::Row(key),
                Some(row) => {
                    let (name, bits) = (name.into(), row.bits);
                    return Err(SeededError::Wide { name, bits });
                }
                None => return Err(SeededError::Unknown(name.into())),
            },
        };
        if stream.is_some() && !matches!(found, Self::Pcg32 { .. }) {
            return Err(SeededError::NoStreams(name.into()));
        }
        Ok(found)
    }

    /// The names that a scan knows, for a message.
    pub fn known() -> String {
        format!(
            "{}, and the generators of the catalogue with words of at most 32 bits",
            Self::NAMES.join(", ")
        )
    }

    /// The greatest seed: the seeds of a row may have fewer than 32 bits. If they have more, a scan tries those below 2^32.
    pub fn last_seed(self) -> u32 {
        match self {
            Self::Row(key) => u32::MAX >> 32_u32.saturating_sub(row(key).seed_bits),
            _ => u32::MAX,
        }
    }

    /// The subject's name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rogue(name) => name,
            Self::Type0 => "rrandom-type0",
            Self::Pcg32 { .. } => "pcg32",
            Self::Row(key) => key,
        }
    }

    /// The stream of PCG32.
    pub const fn stream(self) -> Option<u64> {
        match self {
            Self::Pcg32 { stream } => Some(stream),
            Self::Rogue(_) | Self::Type0 | Self::Row(_) => None,
        }
    }

    /// Whether the game's draws are made from these words.
    pub(super) const fn has_draws(self) -> bool {
        matches!(self, Self::Rogue(_))
    }

    /// The largest word.
    pub(super) fn largest(self) -> u32 {
        match self {
            Self::Rogue(_) | Self::Type0 => i32::MAX as u32,
            Self::Pcg32 { .. } => u32::MAX,
            Self::Row(key) => (row(key).range() - 1) as u32,
        }
    }

    /// The words with these numbers, in ascending order and below [`WORDS`], of each seed from `first` on: a column for each number.
    /// After the last seed comes 0 again, except for a row: there the words after those of the last seed are meaningless.
    pub(super) fn fill<const SEEDS: usize>(
        self,
        numbers: &[usize],
        first: u32,
        columns: &mut [[u32; SEEDS]],
    ) {
        if let Self::Row(key) = self {
            return fill_from_row(row(key), numbers, first, columns);
        }
        for (&n, column) in numbers.iter().zip(columns) {
            self.fill_column(n, first, column);
        }
    }

    /// Word `n` of each seed from `first` on, for all but rows.
    fn fill_column(self, n: usize, first: u32, column: &mut [u32]) {
        match self {
            Self::Rogue(_) => TYPE_3.column(n, first as i32, column),
            Self::Type0 => TYPE_0.column(n, first as i32, column),
            Self::Pcg32 { stream } => {
                // Seeding and stepping are affine in `initstate` too, modulo 2^64: two seeds give the coefficients.
                let (zero, one) = (pcg_before_word(n, 0, stream), pcg_before_word(n, 1, stream));
                let (a, b) = (one.state().wrapping_sub(zero.state()), zero.state());
                for (word, i) in column.iter_mut().zip(0..) {
                    let state = u64::from(first.wrapping_add(i))
                        .wrapping_mul(a)
                        .wrapping_add(b);
                    *word = Pcg32::new_raw(state, zero.inc()).next_word();
                }
            }
            Self::Row(_) => unreachable!("a row makes all words at once"),
        }
    }
}

fn fill_from_row<const SEEDS: usize>(
    row: &Generator,
    numbers: &[usize],
    first: u32,
    columns: &mut [[u32; SEEDS]],
) {
    let mut outputs = vec![[0; LANES]; numbers.last().map_or(0, |last| last + 1)];
    for start in (0..SEEDS).step_by(LANES) {
        (row.block)(first.wrapping_add(start as u32).into(), &mut outputs);
        for (&n, column) in numbers.iter().zip(&mut *columns) {
            for (word, output) in column[start..].iter_mut().zip(outputs[n]) {
                *word = output as u32;
            }
        }
    }
}

fn pcg_before_word(n: usize, seed: u64, stream: u64) -> Pcg32 {
    let mut pcg = Pcg32::srandom(seed, stream);
    pcg.advance(n as u64);
    pcg
}

/// The row with this key.
///
/// # Panics
/// If there is none; a [`Seeded::Row`] always has the key of one.
fn row(key: &str) -> &'static Generator {
    catalogue::find(key).expect("a source has the key of a row")
}

/// The stream of PCG's own demonstrations.
const DEFAULT_STREAM: u64 = 54;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::columns::meaning::word as stepped;

    #[test]
    fn a_column_has_the_words_that_stepping_gives() {
        let numbers = [0, 1, 30, 31, WORDS - 1];
        let mut columns = [[0; 300]; 5];
        let rows = ["mt19937", "msvc-rand", "pcg32-zero", "random-glibc"].map(Seeded::Row);
        let own = [
            Seeded::Rogue("rrandom"),
            Seeded::Type0,
            Seeded::Pcg32 { stream: 54 },
        ];
        for source in own.into_iter().chain(rows) {
            for first in [0, 12345, source.last_seed() - 299] {
                source.fill(&numbers, first, &mut columns);
                for (n, column) in numbers.into_iter().zip(&columns) {
                    for (seed, &word) in (first..=source.last_seed()).zip(column) {
                        assert_eq!(word, stepped(source, seed, n), "{source:?} {seed} {n}");
                        assert!(word <= source.largest());
                    }
                }
            }
        }
    }

    fn refused(name: &str, stream: Option<u64>) -> String {
        Seeded::find(name, stream).unwrap_err().to_string()
    }

    #[test]
    fn every_name_is_a_source_and_others_are_refused() {
        assert!(
            Seeded::NAMES
                .iter()
                .all(|name| Seeded::find(name, None).unwrap().name() == *name)
        );
        assert!(refused("boss-maze", None).contains("a scan knows: rrandom"));
        assert!(
            refused("mt19937-64", None).contains("words of 64 bits, and a scan takes at most 32")
        );
        assert_eq!(Seeded::find("mt19937", None).unwrap().last_seed(), u32::MAX);
        assert_eq!(
            Seeded::find("msvc-rand", None).unwrap().last_seed(),
            0x7fff_ffff
        );
        assert!(refused("rrandom", Some(1)).contains("--stream is for pcg32"));
    }
}
