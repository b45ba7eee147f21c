//! Broken shuffles, bounded draws and generators, each with a real defect.
//!
//! A check that catches none of them is worth nothing, and a defect that no check catches is not guarded against. Where a
//! source takes few draws, its exact law is known, and with it how many items theory needs to catch it: [`Broken::predicted`].
//! [`examine()`] finds how many a test really needs. All sources draw from `ChaCha` with 8 rounds, so that nothing is wrong
//! with them except the defect.
//!
//! ```
//! use roguelab_zoo::broken;
//!
//! let source = broken::find("naive-swap").unwrap();
//! let law = source.law()?.unwrap();
//! assert_eq!(law.distribution.denominator().to_string(), (5 * 5 * 5 * 5 * 5).to_string());
//! // A test with one degree of freedom less than there are permutations, two-sided, at one in a million.
//! assert_eq!(source.predicted(1e-6, 0.5)?, Some(1856));
//! # Ok::<(), roguelab_zoo::Error>(())
//! ```

mod draws;
mod examine;
mod fair;
mod generators;
mod shuffles;
pub mod table;

pub use examine::{Catch, examine};
pub(crate) use generators::carried;
pub use table::Table;

use crate::error::Result;
use ::generators::draw::Draw;
use exact::Distribution;
use exact::distance::chi_square_per_draw;
use exact::explore::Rule;
use exact::rational::to_f64;

use crate::sources::{Kind, Source, Stream, View, law, stream};

/// How a source makes its items.
#[derive(Clone, Copy)]
enum Make {
    /// A fresh shuffle of the numbers in order for each item.
    Shuffle(fn(&mut [u32], &mut dyn Draw)),
    /// A shuffle of the numbers in order that may depend on the last two lists, given latest first. Its law is not computed.
    Deal(fn(&mut [u32], &mut dyn Draw, &[Vec<u32>])),
    /// A fresh bounded draw for each item.
    Value(fn(&mut dyn Draw) -> u32),
    /// A stream whose items depend on each other or on a generator of their own.
    Stream(fn(u64) -> Box<dyn Stream>),
    /// The same as [`Make::Stream`], with a law.
    Lawful(fn(u64) -> Box<dyn Stream>, fn() -> Result<Law>),
}

/// The exact distribution of a source's items.
pub struct Law {
    /// The quantity that is counted.
    pub view: View,
    /// The probability of each cell.
    pub distribution: Distribution,
}

/// A broken source.
#[derive(Clone, Copy)]
pub struct Broken {
    /// The name of the source.
    pub name: &'static str,
    /// The kind of its items.
    pub kind: Kind,
    make: Make,
}

const fn broken(kind: Kind, name: &'static str, make: Make) -> Broken {
    Broken { name, kind, make }
}

/// A description of each source and its flaw.
const WORDS: &str = include_str!("broken/sources.txt");

/// All broken sources, by kind.
pub fn all() -> impl Iterator<Item = &'static Broken> {
    [shuffles::ALL, draws::ALL, generators::ALL]
        .into_iter()
        .flatten()
}

/// The source of this name.
pub fn find(name: &str) -> Option<&'static Broken> {
    all().find(|source| source.name == name)
}

impl From<&'static Broken> for Source {
    fn from(broken: &'static Broken) -> Self {
        let about = broken.about().join(": ");
        Self::new(format!("zoo/{}", broken.name), about, broken.kind, |seed| {
            broken.open(seed)
        })
    }
}

impl Broken {
    /// A description of the source, and one of its flaw.
    ///
    /// # Panics
    /// If `broken/sources.txt` does not describe the source, which a test would find.
    pub fn about(&self) -> [&'static str; 2] {
        let words = WORDS.lines().find_map(|line| {
            let words = line.strip_prefix(self.name)?.strip_prefix(" | ")?;
            words.split_once(" | ")
        });
        words.expect("each source has its words").into()
    }

    /// The items, always the same for a seed.
    pub fn open(&self, seed: u64) -> Box<dyn Stream> {
        match self.make {
            Make::Shuffle(shuffle) => {
                let mut dice = fair::dice(seed);
                stream::items(self.kind.width(), move |item| {
                    shuffled(shuffle, item, &mut dice);
                })
            }
            Make::Deal(deal) => {
                let (mut dice, mut before) = (fair::dice(seed), Vec::<Vec<u32>>::new());
                stream::items(self.kind.width(), move |item| {
                    in_order(item);
                    deal(item, &mut dice, &before);
                    before.insert(0, item.to_vec());
                    before.truncate(2);
                })
            }
            Make::Value(value) => {
                let mut dice = fair::dice(seed);
                stream::singles(move || value(&mut dice))
            }
            Make::Stream(open) | Make::Lawful(open, _) => open(seed),
        }
    }

    /// The exact law, if it is known.
    ///
    /// # Errors
    /// If the exact computation fails: a defect of this program.
    pub fn law(&self) -> Result<Option<Law>> {
        let ideal = Rule::ideal();
        let law = |view, distribution| Law { view, distribution };
        Ok(match self.make {
            Make::Shuffle(shuffle) => Some(law(
                View::Rank,
                law::of_branches(self.kind, View::Rank, &ideal, |item, draws| {
                    shuffled(shuffle, item, draws);
                })?,
            )),
            Make::Value(value) => Some(law(
                View::Item,
                law::of_branches(self.kind, View::Item, &ideal, |item, draws| {
                    item.fill(value(draws));
                })?,
            )),
            Make::Lawful(_, law) => Some(law()?),
            Make::Deal(_) | Make::Stream(_) => None,
        })
    }

    /// How many items a two-sided chi-square test of the law's view, of size `alpha`, needs to catch the source with this
    /// power. `None` if no law is known, or if the law is uniform: then the defect is in how items follow each other.
    ///
    /// # Errors
    /// If `alpha` or `power` is not between 0 and 1, and as in [`Broken::law`].
    pub fn predicted(&self, alpha: f64, power: f64) -> Result<Option<u64>> {
        let Some(law) = self.law()? else {
            return Ok(None);
        };
        let Some(ideal) = law.view.ideal(self.kind) else {
            return Ok(None);
        };
        let effect = to_f64(&chi_square_per_draw(&law.distribution, &ideal)?);
        let freedom = law.distribution.outcomes() as u32 - 1;
        Ok(gof::power::samples_to_notice(
            effect,
            freedom,
            alpha / 2.0,
            power,
        )?)
    }
}

fn shuffled(shuffle: fn(&mut [u32], &mut dyn Draw), item: &mut [u32], draws: &mut dyn Draw) {
    in_order(item);
    shuffle(item, draws);
}

/// Makes the item the numbers from 0 on.
fn in_order(item: &mut [u32]) {
    item.iter_mut()
        .zip(0..)
        .for_each(|(place, number)| *place = number);
}

#[cfg(test)]
mod tests {

    use super::*;

    #[test]
    fn items_are_of_their_kind_and_reproducible() {
        for source in all() {
            assert!(!source.about().contains(&""));
            let width = source.kind.width();
            let [mut once, mut again] = [(); 2].map(|()| vec![0; 1000 * width]);
            source.open(3).fill(&mut once);
            source.open(3).fill(&mut again);
            assert_eq!(once, again, "{}", source.name);
            assert!(
                once.chunks(width).all(|item| source.kind.holds(item)),
                "{}",
                source.name
            );
        }
    }

    #[test]
    fn a_known_law_is_not_uniform() {
        for source in all() {
            let Some(law) = source.law().unwrap() else {
                continue;
            };
            let ideal = law.view.ideal(source.kind).unwrap();
            assert_ne!(
                law.distribution.probabilities(),
                ideal.probabilities(),
                "{}",
                source.name
            );
        }
    }
}
