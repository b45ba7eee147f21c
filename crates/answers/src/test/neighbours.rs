//! Tests of the words of neighbouring seeds.
//!
//! The items are the first words of all seeds in the order of the seeds, then their second words, and so on. With a good
//! generator and a good seeding they are independent and uniform, so the battery applies to them directly. The tests here look
//! for relations between a seed and the next. None of them assumes more than independent uniform words.
//!
//! - `avalanche`: how often each bit of each word differs from the previous seed's. The bits of successive exclusive ors are
//!   independent and fair, because each involves a bit that no earlier one does. So each count is binomial, and the least of all
//!   p-values times their number is a p-value (Bonferroni). The idea comes from Webster and Tavares 1985, *On the design of
//!   S-boxes*, section 2, the strict avalanche criterion.
//! - `differences` and `exclusive_ors`: a word minus, or exclusive or, the previous seed's. These too are independent and
//!   uniform. The i-th equals one of the earlier ones with probability at most (i - 1)/2^bits, so the number of repeats is
//!   stochastically at most a sum of independent indicators with these probabilities. From its mean plus one on, the upper tail
//!   of that sum is at most that of a Poisson law (Hoeffding 1956; Anderson and Samuels 1967). A generator that is affine in its
//!   seed repeats one difference; one that is linear in the bits of its seed repeats few exclusive ors.
//! - [`Overlaps`]: windows of words that occur twice, at any two places of any two seeds, which shows streams that are equal,
//!   or equal but shifted. Two windows are equal with probability 2^-(bits of a window), even if they share words, so the
//!   expected number of equal pairs bounds the probability of any.
//!
//! With few seeds and many words, these tests would say little. Then the words are interleaved, one of each seed in turn, and
//! any test of words is applied to what lies [`Between`] neighbours: their differences and exclusive ors, which are also
//! independent and uniform.

mod overlaps;
mod seeds;

use std::collections::HashMap;

use gof::tail::{binomial, poisson};
use gof::{Error, Outcome, Reference, Tail, Test};

use self::overlaps::Overlaps;
pub use self::seeds::{Seeds, WordsByPlace};
use self::seeds::{enough, upper};
use super::TestError;
use super::battery::{NamedTest, choose_tests as choose_of_battery};
use super::source::Items;

/// With fewer seeds than this, long streams are compared rather than first words.
const MANY: u64 = 100;

/// A function from a word and the previous seed's word to what lies between them.
type Step = fn(u64, u64) -> u64;

/// The differences between a word and the previous seed's, by name.
const STEPS: [(&str, Step); 2] = [
    ("differences", u64::wrapping_sub),
    ("exclusive-ors", |word, before| word ^ before),
];

/// The part of the battery for which there are enough items and the tests of neighbouring seeds, or with few seeds the battery
/// on the steps between them; and what is left out.
pub(super) fn choose_tests(
    seeds: Seeds,
    only: &[String],
) -> Result<(Vec<NamedTest<u64>>, Vec<String>), TestError> {
    let mut chosen = Vec::new();
    let mut of_battery = only.to_vec();
    if seeds.count >= MANY {
        for test in neighbour_tests(seeds) {
            of_battery.retain(|name| *name != test.name);
            if only.is_empty() || only.contains(&test.name) {
                chosen.push(test);
            }
        }
    }
    let mut left_out = Vec::new();
    if only.is_empty() || !of_battery.is_empty() {
        for named in battery_tests(seeds, &of_battery)? {
            if named.test.needed() <= seeds.items() {
                chosen.push(named);
            } else {
                left_out.push(named.name);
            }
        }
    }
    if chosen.is_empty() {
        return Err(TestError::NoTestLeft {
            tests: left_out,
            words: seeds.items(),
        });
    }
    Ok((chosen, left_out))
}

/// The battery, or these tests of it, and with few seeds the same tests on the steps between these.
fn battery_tests(seeds: Seeds, only: &[String]) -> Result<Vec<NamedTest<u64>>, TestError> {
    let items = Items::Words {
        bits: seeds.bits,
        is_assumed: false,
    };
    let mut tests = choose_of_battery(&items, only, false)?;
    if seeds.count >= MANY {
        return Ok(tests);
    }
    for (what, step) in STEPS {
        for NamedTest { name, test } in choose_of_battery(&items, only, false)? {
            let name = format!("{name} of {what}");
            let test = Box::new(Between {
                seeds,
                test,
                step,
                before: 0,
                items: 0,
            });
            tests.push(NamedTest { name, test });
        }
    }
    Ok(tests)
}

/// The tests on the first words of each seed.
fn neighbour_tests(seeds: Seeds) -> Vec<NamedTest<u64>> {
    let mut tests = vec![NamedTest::own(Box::new(Avalanche {
        seeds,
        before: 0,
        items: 0,
        flips: Vec::new(),
    }))];
    for (name, step) in STEPS {
        tests.push(NamedTest::own(Box::new(Steps::new(name, seeds, step))));
    }
    if seeds.words >= seeds.window() {
        tests.push(NamedTest::own(Box::new(Overlaps {
            seeds,
            words: Vec::new(),
        })));
    }
    tests
}

/// Gives to a test the step from each seed's word to the next seed's.
struct Between {
    seeds: Seeds,
    test: Box<dyn Test<u64>>,
    step: Step,
    before: u64,
    items: u64,
}

impl Test<u64> for Between {
    fn name(&self) -> &'static str {
        self.test.name()
    }

    fn null(&self) -> String {
        format!("between a seed and the next, {}", self.test.null())
    }

    fn push(&mut self, word: &u64) {
        self.push_all(&[*word]);
    }

    fn push_all(&mut self, words: &[u64]) {
        let mut steps = Vec::with_capacity(words.len());
        for word in words {
            if !self.items.is_multiple_of(self.seeds.count) {
                steps.push((self.step)(*word, self.before) & self.seeds.mask());
            }
            self.before = *word;
            self.items += 1;
        }
        self.test.push_all(&steps);
    }

    fn items(&self) -> u64 {
        self.items
    }

    fn read(&self) -> u64 {
        self.test.read()
    }

    fn needed(&self) -> u64 {
        self.test.needed().div_ceil(self.seeds.count - 1) * self.seeds.count
    }

    fn worst(&self) -> Option<String> {
        self.test.worst()
    }

    fn outcome(&self) -> Result<Outcome, Error> {
        self.test.outcome()
    }
}

/// How often bits differ from the previous seed's, by word and bit.
struct Avalanche {
    seeds: Seeds,
    before: u64,
    items: u64,
    flips: Vec<[u64; 64]>,
}

impl Avalanche {
    /// The number of pairs of seeds for a word.
    fn pairs(&self, word: usize) -> u64 {
        (self.items - word as u64 * self.seeds.count).min(self.seeds.count) - 1
    }

    /// The least likely count.
    fn extreme(&self) -> Option<FlipCount> {
        let mut farthest = None;
        let mut most = 0.0;
        for (word, flips) in self.flips.iter().enumerate() {
            let pairs = self.pairs(word);
            if pairs == 0 {
                continue;
            }
            for (bit, flips) in flips.iter().take(self.seeds.bits as usize).enumerate() {
                // Distances are compared, because tails are expensive.
                let distance = (*flips as f64 - pairs as f64 / 2.0).abs() / (pairs as f64).sqrt();
                if farthest.is_none() || distance >= most {
                    most = distance;
                    farthest = Some(FlipCount {
                        word,
                        bit,
                        flips: *flips,
                        pairs,
                    });
                }
            }
        }
        farthest
    }
}

/// How often a bit of a word differs from the previous seed's.
struct FlipCount {
    word: usize,
    bit: usize,
    flips: u64,
    /// The number of pairs of seeds.
    pairs: u64,
}

impl Test<u64> for Avalanche {
    fn name(&self) -> &'static str {
        "avalanche"
    }

    fn null(&self) -> String {
        "each bit of each word differs from that of the seed before half of the time".into()
    }

    fn push(&mut self, word: &u64) {
        if self.items.is_multiple_of(self.seeds.count) {
            self.flips.push([0; 64]);
        } else if let Some(flips) = self.flips.last_mut() {
            let differing = word ^ self.before;
            for (bit, flips) in flips.iter_mut().enumerate() {
                *flips += differing >> bit & 1;
            }
        }
        self.before = *word;
        self.items += 1;
    }

    fn items(&self) -> u64 {
        self.items
    }

    fn needed(&self) -> u64 {
        2
    }

    fn outcome(&self) -> Result<Outcome, Error> {
        let extreme = self.extreme().ok_or(Error::TooFew {
            have: self.items,
            need: 2,
        })?;
        let (flips, trials) = (extreme.flips, extreme.pairs);
        let p = binomial::both(flips, trials, 0.5).two_sided();
        // Bonferroni's bound holds for the least p-value, and so for whichever is taken. The tail is doubled again where both
        // tails are combined.
        let cells = self.flips.len() as f64 * f64::from(self.seeds.bits);
        let reference = Reference::Binomial {
            trials,
            chance: 0.5,
        };
        Ok(upper(
            "avalanche",
            self.items,
            flips,
            reference,
            p.times(cells / 2.0),
        ))
    }

    fn worst(&self) -> Option<String> {
        let FlipCount {
            word,
            bit,
            flips,
            pairs,
        } = self.extreme()?;
        let share = 100.0 * flips as f64 / pairs as f64;
        Some(format!(
            "bit {bit} of word {} differs from that of the seed before in {share:.2} % of the seeds, not in 50 %",
            word + 1
        ))
    }
}

/// The steps from one seed's word to the next seed's, and how many of them occurred before.
struct Steps {
    name: &'static str,
    seeds: Seeds,
    step: Step,
    before: u64,
    items: u64,
    /// How often each step occurred at this word.
    counts: HashMap<u64, u64>,
    repeats: u64,
    mean: f64,
    /// The most frequent step: how often it occurred, which step, and at which word.
    most: (u64, u64, u64),
}

impl Steps {
    fn new(name: &'static str, seeds: Seeds, step: Step) -> Self {
        Self {
            name,
            seeds,
            step,
            before: 0,
            items: 0,
            counts: HashMap::new(),
            repeats: 0,
            mean: 0.0,
            most: (0, 0, 0),
        }
    }
}

impl Test<u64> for Steps {
    fn name(&self) -> &'static str {
        self.name
    }

    fn null(&self) -> String {
        format!(
            "the {} of a word and that of the seed before are uniform, and seldom repeat",
            self.name.replace('-', " ")
        )
    }

    fn push(&mut self, word: &u64) {
        if self.items.is_multiple_of(self.seeds.count) {
            self.counts.clear();
        } else {
            let step = (self.step)(*word, self.before) & self.seeds.mask();
            let steps = (self.items % self.seeds.count - 1) as f64;
            self.mean += (steps / 2_f64.powi(self.seeds.bits as i32)).min(1.0);
            let count = self.counts.entry(step).or_default();
            *count += 1;
            self.repeats += u64::from(*count > 1);
            self.most = self
                .most
                .max((*count, step, self.items / self.seeds.count + 1));
        }
        self.before = *word;
        self.items += 1;
    }

    fn items(&self) -> u64 {
        self.items
    }

    fn needed(&self) -> u64 {
        3
    }

    fn outcome(&self) -> Result<Outcome, Error> {
        enough(self.items, self.needed())?;
        let p = if self.repeats as f64 >= self.mean + 1.0 {
            poisson::at_least(self.repeats, self.mean)
        } else {
            Tail::new(1.0)
        };
        let reference = Reference::Poisson { mean: self.mean };
        Ok(upper(self.name, self.items, self.repeats, reference, p))
    }

    fn worst(&self) -> Option<String> {
        let (count, step, word) = self.most;
        let relation = if self.name == "differences" {
            "plus"
        } else {
            "exclusive or"
        };
        if count < 2 {
            return None;
        }
        Some(format!(
            "word {word} of a seed is that of the seed before {relation} {step:#x} for {count} of {} seeds",
            self.seeds.count
        ))
    }
}

#[cfg(test)]
mod tests;
