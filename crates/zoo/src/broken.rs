//! Broken shuffles, bounded draws and generators, each with a real defect.
//!
//! A check that catches none of them is worth nothing, and a defect that no check catches is not guarded against. Where a
//! source takes few draws, its exact law is known, and with it how many items theory needs to catch it: [`predicted_items`].
//! [`examine()`] finds how many a test really needs. All sources draw from `ChaCha` with 8 rounds, so that nothing is wrong
//! with them except the defect.
//!
//! ```
//! use roguelab_zoo::broken;
//!
//! let source = broken::find("naive-swap").unwrap();
//! assert_eq!(source.flaw, Some("n^n ways do not divide into n! orders"));
//! assert_eq!(source.law()?.unwrap().denominator().to_string(), (5 * 5 * 5 * 5 * 5).to_string());
//! // A test with one degree of freedom less than there are permutations, two-sided, at one in a million.
//! assert_eq!(broken::predicted_items(source, 1e-6, 0.5)?, Some(1856));
//! # Ok::<(), roguelab_zoo::Error>(())
//! ```

mod dependent;
mod draws;
mod examine;
mod fair;
mod generators;
mod shuffles;
pub mod table;

pub use examine::{Catch, examine};
pub(crate) use generators::multiply_with_carry;
pub use table::Table;

use crate::error::Result;
use ::generators::draw::Draw;
use exact::distance::chi_square_per_draw;
use exact::explore::{Branch, Limits, Rule, explore};
use exact::rational::to_f64;
use exact::{Distribution, Weights};
use permute::rank::{permutations, rank};

use crate::sources::{self, ItemKind, Source, stream};

/// The beginning of the key of every broken source.
pub const PREFIX: &str = "zoo/";

/// The length of the shuffles whose laws are known: its orders are few enough to be counted.
const N: u32 = 5;

/// All broken sources, by kind.
pub fn all() -> impl Iterator<Item = &'static Source> {
    sources::all().iter().filter(|source| source.flaw.is_some())
}

/// The broken source of this name, which has no prefix.
pub fn find(name: &str) -> Option<&'static Source> {
    all().find(|source| source.name() == name)
}

/// How many items a two-sided chi-square test of values or ranks, of size `alpha`, needs to catch the source with this power.
/// `None` if its law is not known: mostly because the defect is in how items follow each other.
///
/// # Errors
/// If `alpha` or `power` is not between 0 and 1, and as in [`Source::law`].
pub fn predicted_items(source: &Source, alpha: f64, power: f64) -> Result<Option<u64>> {
    let Some(law) = source.law()? else {
        return Ok(None);
    };
    let ideal = Distribution::from(&Weights::uniform(law.outcomes())?);
    let effect = to_f64(&chi_square_per_draw(&law, &ideal)?);
    let freedom = law.outcomes() as u32 - 1;
    let items = gof::power::samples_to_notice(effect, freedom, alpha / 2.0, power)?;
    Ok(items)
}

/// Makes the sources, in the order of their table.
pub(crate) fn make_all() -> Vec<Source> {
    let mut sources = shuffles::all();
    sources.extend(draws::all());
    sources.extend(generators::all());
    sources
}

/// The name of a source, what it is, and what is wrong with it; the methods say how it makes its items.
struct Described {
    name: &'static str,
    about: &'static str,
    flaw: &'static str,
}

const fn broken(name: &'static str, about: &'static str, flaw: &'static str) -> Described {
    Described { name, about, flaw }
}

impl Described {
    fn source(
        self,
        kind: ItemKind,
        open: impl Fn(u64) -> Box<dyn stream::Stream> + Send + Sync + 'static,
    ) -> Source {
        let key = format!("{PREFIX}{}", self.name);
        let mut source = Source::new(key, self.about, kind, open);
        source.flaw = Some(self.flaw);
        source
    }

    /// Words of this many bits, from a function that returns them one by one.
    fn words<F: FnMut() -> u32 + 'static>(
        self,
        bits: u32,
        open: impl Fn(u64) -> F + Send + Sync + 'static,
    ) -> Source {
        let kind = ItemKind::Words { bits };
        self.source(kind, move |seed| stream::singles(open(seed)))
    }

    /// Values from a function that returns them one by one.
    fn values<F: FnMut() -> u32 + 'static>(
        self,
        below: u32,
        open: impl Fn(u64) -> F + Send + Sync + 'static,
    ) -> Source {
        let kind = ItemKind::Values { below };
        self.source(kind, move |seed| stream::singles(open(seed)))
    }

    /// A fresh bounded draw for each item.
    fn value(self, below: u32, value: fn(&mut dyn Draw) -> u32) -> Source {
        let source = self.values(below, move |seed| {
            let mut dice = fair::dice(seed);
            move || value(&mut dice)
        });
        source.with_law(move || explored_law(below, |draws| value(draws)))
    }

    /// Values that `next` draws, which remembers something of the ones before.
    fn dependent<M: Clone + Send + Sync + 'static>(
        self,
        below: u32,
        memory: M,
        next: fn(&mut dyn Draw, &mut M) -> u32,
    ) -> Source {
        self.values(below, move |seed| {
            let (mut dice, mut memory) = (fair::dice(seed), memory.clone());
            move || next(&mut dice, &mut memory)
        })
    }

    /// Permutations of `0..n`, from a function that writes them.
    fn permutations<F: FnMut(&mut [u32]) + 'static>(
        self,
        n: u32,
        open: impl Fn(u64) -> F + Send + Sync + 'static,
    ) -> Source {
        let kind = ItemKind::Permutations { n };
        self.source(kind, move |seed| stream::items(n as usize, open(seed)))
    }

    /// A fresh shuffle of five numbers in order for each item.
    fn shuffle(self, shuffle: fn(&mut [u32], &mut dyn Draw)) -> Source {
        let kind = ItemKind::Permutations { n: N };
        let source = self.source(kind, move |seed| {
            let mut dice = fair::dice(seed);
            stream::items(N as usize, move |item| {
                put_in_order(item);
                shuffle(item, &mut dice);
            })
        });
        source.with_law(move || {
            let orders = permutations(N as usize).unwrap_or(0) as u32;
            explored_law(orders, |draws| {
                let mut item = [0; N as usize];
                put_in_order(&mut item);
                shuffle(&mut item, draws);
                rank(&item).map_or(orders, |rank| rank as u32)
            })
        })
    }

    /// A shuffle of the numbers in order, which may depend on the list before it. Its law is not computed.
    fn deck(self, n: u32, deal: fn(&mut [u32], &mut dyn Draw, Option<&[u32]>)) -> Source {
        let kind = ItemKind::Permutations { n };
        self.source(kind, move |seed| {
            let (mut dice, mut last) = (fair::dice(seed), None::<Vec<u32>>);
            stream::items(n as usize, move |item| {
                put_in_order(item);
                deal(item, &mut dice, last.as_deref());
                last = Some(item.to_vec());
            })
        })
    }
}

/// The distribution of a number below `cells` that follows from ideal draws, over every branch of them.
fn explored_law(cells: u32, number: impl FnMut(&mut Branch) -> u32) -> Result<Distribution> {
    let explored = explore(&Rule::ideal(), &Limits::default(), number)?;
    let probabilities: Vec<_> = (0..cells).map(|cell| explored.probability(&cell)).collect();
    Ok(Distribution::from_rationals(&probabilities)?)
}

/// Makes the item the numbers from 0 on.
fn put_in_order(item: &mut [u32]) {
    for (place, number) in item.iter_mut().zip(0..) {
        *place = number;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_known_law_is_not_uniform() {
        for source in all() {
            let Some(law) = source.law().unwrap() else {
                continue;
            };
            let ideal = Distribution::from(&Weights::uniform(law.outcomes()).unwrap());
            let name = source.name();
            assert_ne!(law.probabilities(), ideal.probabilities(), "{name}");
        }
    }
}
