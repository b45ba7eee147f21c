//! Runs of tests on data that follow their null hypothesis.

use gof::battery::{Entry, Item, Kind};
use gof::test::Made;
use gof::{Error, Outcome};
use rand_core::Rng;

/// Fair items: words of at most 32 bits, values below a bound, or permutations of one length.
#[derive(Clone, Copy)]
pub(super) struct Fair {
    pub(super) kind: Kind,
    pub(super) of: u32,
}

fn test<I: Item + ?Sized>(of: u32, entry: &Entry) -> Made<I> {
    I::test(entry, entry.name, of, &[])
        .unwrap_or(Err(Error::NothingToTest("a test of other items")))
}

impl Fair {
    /// A description of the items, in a few words.
    pub(super) fn about(self) -> String {
        match self.kind {
            Kind::Words => format!("{}-bit words", self.of),
            Kind::Values => format!("values below {}", self.of),
            Kind::Permutations => format!("permutations of {}", self.of),
        }
    }

    /// The number of items that a test needs.
    pub(super) fn needed(self, entry: &Entry) -> Result<u64, Error> {
        Ok(match self.kind {
            Kind::Words => test::<u64>(self.of, entry)?.needed(),
            Kind::Values => test::<u32>(self.of, entry)?.needed(),
            Kind::Permutations => test::<[u32]>(self.of, entry)?.needed(),
        })
    }

    /// The outcome of a test on this many items.
    pub(super) fn outcome(
        self,
        entry: &Entry,
        items: u64,
        random: &mut impl Rng,
    ) -> Result<Outcome, Error> {
        let mut below =
            |bound: u32| ((u64::from(random.next_u32()) * u64::from(bound)) >> 32) as u32;
        match self.kind {
            Kind::Words => {
                let mut test = test(self.of, entry)?;
                let word = |_| u64::from(random.next_u32() >> (32 - self.of.min(32)));
                test.push_all(&(0..items).map(word).collect::<Vec<_>>());
                test.outcome()
            }
            Kind::Values => {
                let mut test = test(self.of, entry)?;
                test.push_all(&(0..items).map(|_| below(self.of)).collect::<Vec<_>>());
                test.outcome()
            }
            Kind::Permutations => {
                let mut test = test::<[u32]>(self.of, entry)?;
                // The same list is shuffled again each time: a fair shuffle of any order is fair.
                let mut permutation: Vec<u32> = (0..self.of).collect();
                for _ in 0..items {
                    (1..self.of)
                        .rev()
                        .for_each(|last| permutation.swap(last as usize, below(last + 1) as usize));
                    test.push(&permutation);
                }
                test.outcome()
            }
        }
    }
}
