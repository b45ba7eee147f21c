//! First outputs that others published or printed, so that a row is tested from its own data.

use alloc::format;
use alloc::string::String;

use super::Generator;

/// Outputs of a generator, as somebody else has them.
#[derive(Clone, Copy, Debug)]
pub struct First {
    /// What printed them, as in `php-tests`; `published` if they stand in the source that the row names, or in many places.
    pub by: &'static str,
    /// Where the stream begins.
    pub start: Start,
    /// How many outputs come before these.
    pub skipped: usize,
    /// The outputs.
    pub outputs: Outputs,
}

/// Where a stream begins.
#[derive(Clone, Copy, Debug)]
pub enum Start {
    /// A seed, by the default seeding.
    Seed(u64),
    /// A seed, by the seeding of this name.
    Named(&'static str, u64),
    /// A raw state.
    State(&'static [u64]),
}

/// What was printed, and what became of each output before.
#[derive(Clone, Copy, Debug)]
pub enum Outputs {
    /// Whole numbers, each a function of an output.
    Words(fn(u64) -> u64, &'static [u64]),
    /// Fractions, each a function of an output; they must be equal in all bits.
    Fractions(fn(u64) -> f64, &'static [f64]),
}

impl First {
    /// The first outputs of all.
    pub(super) const fn of(by: &'static str, start: Start, outputs: Outputs) -> Self {
        Self {
            by,
            start,
            skipped: 0,
            outputs,
        }
    }

    /// The same outputs after so many others.
    pub(super) const fn after(self, skipped: usize) -> Self {
        Self { skipped, ..self }
    }

    /// Whether the generator gives these outputs.
    ///
    /// # Errors
    /// The first output that differs; or that the generator has no such seeding, or takes no state.
    pub fn check(&self, generator: &Generator) -> Result<(), String> {
        let mut stream = match self.start {
            Start::Seed(seed) => Some((generator.seeded)(seed)),
            Start::Named(name, seed) => generator.seeding(name).map(|seeded| seeded(seed)),
            Start::State(words) => generator.from_state().map(|from_state| from_state(words)),
        }
        .ok_or_else(|| format!("the row cannot begin at {:?}", self.start))?;
        for _ in 0..self.skipped {
            stream();
        }
        let differs = |at: usize, ours: String, theirs: String| {
            if ours == theirs {
                return Ok(());
            }
            Err(format!(
                "output {}: ours is {ours}, theirs is {theirs}",
                self.skipped + at
            ))
        };
        match self.outputs {
            Outputs::Words(shown, words) => {
                words.iter().enumerate().try_for_each(|(at, theirs)| {
                    differs(
                        at,
                        format!("{:#x}", shown(stream())),
                        format!("{theirs:#x}"),
                    )
                })
            }
            // The shortest decimal form tells doubles apart.
            Outputs::Fractions(shown, fractions) => {
                fractions.iter().enumerate().try_for_each(|(at, theirs)| {
                    differs(at, format!("{:?}", shown(stream())), format!("{theirs:?}"))
                })
            }
        }
    }
}

/// An output as it is.
pub(super) const fn whole(output: u64) -> u64 {
    output
}

/// The high half of an output of 64 bits.
pub(super) const fn high_32(output: u64) -> u64 {
    output >> 32
}

/// An output of 32 bits as a fraction.
pub(super) fn fraction_32(output: u64) -> f64 {
    output as f64 / 4_294_967_296.
}

/// The high 53 bits of an output of 64 as a fraction.
pub(super) fn fraction_53(output: u64) -> f64 {
    (output >> 11) as f64 / 9_007_199_254_740_992.
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::super::{all, find};

    #[test]
    #[cfg_attr(miri, ignore = "minutes under Miri")]
    fn every_row_gives_the_outputs_that_it_says_others_have() {
        let firsts = all().flat_map(|row| row.first.iter().map(move |first| (row, first)));
        let wrong: Vec<_> = firsts
            .filter_map(|(row, first)| Some((row.key, first.by, first.check(row).err()?)))
            .collect();
        assert!(wrong.is_empty(), "{wrong:#?}");
    }

    #[test]
    #[cfg_attr(miri, ignore = "minutes under Miri")]
    fn a_row_that_is_another_generator_is_found_out() {
        for (row, other) in [
            ("msvc-rand", "ansi-c-rand"),
            ("mulberry32", "xorshift32"),
            ("mt19937", "php-mt-rand"),
        ] {
            let (row, other) = (find(row).unwrap(), find(other).unwrap());
            assert!(
                row.first.iter().all(|first| first.check(other).is_err()),
                "{}",
                row.key
            );
        }
        let state = find("well512a").unwrap().first[0]
            .check(find("sfc32").unwrap())
            .unwrap_err();
        assert!(state.contains("cannot begin at State"), "{state}");
    }
}
