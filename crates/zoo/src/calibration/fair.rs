//! Runs of tests on data that follow their null hypothesis.

use gof::battery::{self, Entry, Item, Kind};
use gof::{Error, Outcome, Test};
use rand_core::Rng;

/// Fair items: words of so many bits, at most 32, values below a bound, or permutations of a length.
#[derive(Clone, Copy)]
pub(super) struct Fair {
    pub(super) kind: Kind,
    pub(super) of: u32,
}

type Tests<I> = Vec<Box<dyn Test<I>>>;

/// The test of an entry, or the whole battery.
fn tests<I: Item + ?Sized>(
    of: u32,
    entry: Option<&Entry>,
    battery: impl Fn(u32) -> Result<Tests<I>, Error>,
) -> Result<Tests<I>, Error> {
    match entry {
        None => battery(of),
        Some(entry) => match I::test(entry, entry.name, of, &[]) {
            Some(test) => Ok(vec![test?]),
            None => Err(Error::NothingToTest("a test of other items")),
        },
    }
}

impl Fair {
    /// What the items are, in a few words.
    pub(super) fn about(self) -> String {
        match self.kind {
            Kind::Words => format!("{}-bit words", self.of),
            Kind::Values => format!("values below {}", self.of),
            Kind::Permutations => format!("permutations of {}", self.of),
        }
    }

    /// How many items a test needs.
    pub(super) fn needed(self, entry: &Entry) -> Result<u64, Error> {
        fn of<I: Item + ?Sized>(size: u32, entry: &Entry) -> Result<u64, Error> {
            let tests = tests::<I>(size, Some(entry), |_| Ok(Vec::new()))?;
            Ok(tests.iter().map(|test| test.needed()).sum())
        }
        match self.kind {
            Kind::Words => of::<u64>(self.of, entry),
            Kind::Values => of::<u32>(self.of, entry),
            Kind::Permutations => of::<[u32]>(self.of, entry),
        }
    }

    /// The outcome of one test, or of each of the battery, for so many items.
    pub(super) fn outcomes(
        self,
        entry: Option<&Entry>,
        items: u64,
        random: &mut impl Rng,
    ) -> Result<Vec<Result<Outcome, Error>>, Error> {
        let mut below =
            |bound: u32| ((u64::from(random.next_u32()) * u64::from(bound)) >> 32) as u32;
        match self.kind {
            Kind::Words => {
                let tests = tests(self.of, entry, battery::words)?;
                let word = |_| u64::from(random.next_u32() >> (32 - self.of.min(32)));
                Ok(pushed(tests, &(0..items).map(word).collect::<Vec<_>>()))
            }
            Kind::Values => {
                let tests = tests(self.of, entry, battery::values)?;
                let value = |_| below(self.of);
                Ok(pushed(tests, &(0..items).map(value).collect::<Vec<_>>()))
            }
            Kind::Permutations => {
                let mut tests = tests(self.of, entry, |n| battery::permutations(n as usize))?;
                // Shuffled again and again: what a fair shuffle makes of any order is fair.
                let mut permutation: Vec<u32> = (0..self.of).collect();
                for _ in 0..items {
                    (1..self.of)
                        .rev()
                        .for_each(|last| permutation.swap(last as usize, below(last + 1) as usize));
                    for test in &mut tests {
                        test.push(&permutation);
                    }
                }
                Ok(tests.iter().map(|test| test.outcome()).collect())
            }
        }
    }
}

/// The outcomes for these items.
fn pushed<I>(tests: Tests<I>, items: &[I]) -> Vec<Result<Outcome, Error>> {
    let outcome = |mut test: Box<dyn Test<I>>| {
        test.push_all(items);
        test.outcome()
    };
    tests.into_iter().map(outcome).collect()
}
