//! Runs of tests on data that follow their null hypothesis.

use gof::battery::{BatteryKind, Entry, Item};
use gof::test::BuiltTest;
use gof::{Error, Outcome};
use rand_core::Rng;

/// A number below `bound`, fair enough for bounds far below 2^32.
fn draw(random: &mut impl Rng, bound: u32) -> u32 {
    ((u64::from(random.next_u32()) * u64::from(bound)) >> 32) as u32
}

/// Fair items: words of at most 32 bits, values below a bound, or permutations of one length.
#[derive(Clone, Copy)]
pub(super) struct FairItems {
    pub(super) kind: BatteryKind,
    /// The bits of a word, the bound of the values, or the length of the permutations.
    pub(super) of: u32,
}

fn test<I: Item + ?Sized>(of: u32, entry: &Entry) -> BuiltTest<I> {
    I::test(entry, entry.name, of, &[])
        .unwrap_or(Err(Error::NothingToTest("a test of other items")))
}

impl FairItems {
    /// A description of the items, in a few words.
    pub(super) fn describe(self) -> String {
        match self.kind {
            BatteryKind::Words => format!("{}-bit words", self.of),
            BatteryKind::Values => format!("values below {}", self.of),
            BatteryKind::Permutations => format!("permutations of {}", self.of),
        }
    }

    /// The number of items that a test needs.
    pub(super) fn needed(self, entry: &Entry) -> Result<u64, Error> {
        Ok(match self.kind {
            BatteryKind::Words => test::<u64>(self.of, entry)?.needed(),
            BatteryKind::Values => test::<u32>(self.of, entry)?.needed(),
            BatteryKind::Permutations => test::<[u32]>(self.of, entry)?.needed(),
        })
    }

    /// The outcome of a test on this many items.
    pub(super) fn outcome(
        self,
        entry: &Entry,
        items: u64,
        random: &mut impl Rng,
    ) -> Result<Outcome, Error> {
        match self.kind {
            BatteryKind::Words => {
                let mut test = test(self.of, entry)?;
                let shift = 32 - self.of.min(32);
                let words: Vec<u64> = (0..items)
                    .map(|_| u64::from(random.next_u32() >> shift))
                    .collect();
                test.push_all(&words);
                test.outcome()
            }
            BatteryKind::Values => {
                let mut test = test(self.of, entry)?;
                let values: Vec<u32> = (0..items).map(|_| draw(random, self.of)).collect();
                test.push_all(&values);
                test.outcome()
            }
            BatteryKind::Permutations => {
                let mut test = test::<[u32]>(self.of, entry)?;
                // The same list is shuffled again each time: a fair shuffle of any order is fair.
                let mut permutation: Vec<u32> = (0..self.of).collect();
                for _ in 0..items {
                    for last in (1..self.of).rev() {
                        permutation.swap(last as usize, draw(random, last + 1) as usize);
                    }
                    test.push(&permutation);
                }
                test.outcome()
            }
        }
    }
}
