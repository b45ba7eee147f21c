//! Repeated words: how often a word has come before.
//!
//! Among `n` independent words below `d` there are about `n^2 / 2d` that have come before. A generator with all of its
//! state in its output repeats none until its period is over, and then repeats all.
//!
//! Every word is read; those that begin like the first one are counted, so that the ones seen fit into the bits of 8 MiB. Of
//! `n` balls that fall into `d` urns, `n - d (1 - (1 - 1/d)^n)` fall on another in the mean. The count is close to Poisson,
//! and its variance is smaller, by 4 % at the end of a round of `d / 32` balls, so its p-values are on the safe side. After a
//! round all urns are emptied. Sources: Knuth, *The Art of Computer Programming* 2, 3.3.2 I; L'Ecuyer, Simard and
//! Wegenkittl, *Sparse serial tests of uniformity for random number generators*, 2002.

use super::out_of_range;
use crate::tail::{self, above_all};
use crate::{Error, Outcome, Reference, Test};

/// Bits of the urns at most: 8 MiB.
const URNS: u32 = 26;

/// Words before there is an outcome.
const NEEDED: u64 = 1000;

/// Words that have come before.
#[derive(Clone, Debug)]
pub struct Repeats {
    name: &'static str,
    bits: u32,
    /// Bits at the end that are not looked at.
    unused: u32,
    /// How a word that is counted begins.
    wanted: u64,
    words: u64,
    impossible: u64,
    urns: Vec<u64>,
    /// Balls of this round, and the mean number of repeats of those before.
    balls: u64,
    mean: f64,
    repeated: u64,
}

impl Repeats {
    /// For words of `bits` bits; of more than 32 the top 32 are compared.
    ///
    /// # Errors
    /// [`Error::Parameter`] unless there are 16 to 64 bits.
    pub fn new(name: &'static str, bits: u32) -> Result<Self, Error> {
        if !(16..=64).contains(&bits) {
            return Err(out_of_range("bits of a word", bits, "16 to 64"));
        }
        let compared = bits.min(32);
        Ok(Self {
            name,
            bits,
            unused: bits - compared,
            wanted: 0,
            words: 0,
            impossible: 0,
            urns: vec![0; 1 << (compared.min(URNS) - 6)],
            balls: 0,
            mean: 0.0,
            repeated: 0,
        })
    }

    const fn urns(&self) -> u64 {
        self.urns.len() as u64 * 64
    }

    #[inline]
    fn throw(&mut self, urn: u64) {
        let (at, bit) = (urn as usize / 64, 1 << (urn % 64));
        self.repeated += u64::from(self.urns[at] & bit != 0);
        self.urns[at] |= bit;
        self.balls += 1;
        if self.balls == self.urns() / 32 {
            self.mean += mean_of_a_round(self.balls, self.urns());
            self.balls = 0;
            self.urns.fill(0);
        }
    }

    /// The mean number of repeats.
    fn expected(&self) -> f64 {
        self.mean + mean_of_a_round(self.balls, self.urns())
    }
}

/// How many of so many balls fall on another.
fn mean_of_a_round(balls: u64, urns: u64) -> f64 {
    let (n, d) = (balls as f64, urns as f64);
    n + d * (n * (-1.0 / d).ln_1p()).exp_m1()
}

impl Test<u64> for Repeats {
    fn name(&self) -> &'static str {
        self.name
    }

    fn null(&self) -> String {
        format!("words of {} bits are independent and uniform: words that came before are Poisson", self.bits)
    }

    fn push(&mut self, word: &u64) {
        self.push_all(std::slice::from_ref(word));
    }

    fn push_all(&mut self, words: &[u64]) {
        let (unused, urn_bits) = (self.unused, self.urns.len().ilog2() + 6);
        if let (0, Some(first)) = (self.words, words.first()) {
            self.wanted = first >> unused >> urn_bits;
        }
        let (wanted, mut all) = (self.wanted, 0);
        for word in words {
            all |= word;
            let compared = word >> unused;
            if compared >> urn_bits == wanted {
                self.throw(compared & ((1 << urn_bits) - 1));
            }
        }
        self.impossible += u64::from(self.bits < 64 && all >> self.bits != 0);
        self.words += words.len() as u64;
    }

    fn items(&self) -> u64 {
        self.words
    }

    fn needed(&self) -> u64 {
        NEEDED
    }

    fn worst(&self) -> Option<String> {
        let expected = self.expected();
        (self.words > 0).then(|| match self.repeated {
            0 => format!("no word has come twice, where {expected:.1} of those counted would"),
            repeated => format!("{repeated} of the words counted have come before, {expected:.1} expected"),
        })
    }

    fn outcome(&self) -> Result<Outcome, Error> {
        if self.words < NEEDED {
            return Err(Error::TooFew { have: self.words, need: NEEDED });
        }
        let mean = self.expected();
        let p = match self.impossible {
            0 => tail::poisson::both(self.repeated, mean),
            _ => above_all(),
        };
        let reference = Reference::Poisson { mean };
        Ok(Outcome { test: self.name, items: self.words, statistic: self.repeated as f64, reference, p })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_chacha::ChaCha8Rng;
    use rand_core::{Rng, SeedableRng};

    /// Through all ways in which balls fall into urns.
    #[test]
    fn the_mean_of_a_round_is_that_of_all_ways() {
        for (balls, urns) in [(1, 5_u64), (4, 7), (6, 5)] {
            let ways = urns.pow(balls);
            let repeated = |mut way: u64| {
                let mut taken = 0_u64;
                (0..balls).for_each(|_| {
                    taken |= 1 << (way % urns);
                    way /= urns;
                });
                u64::from(balls - taken.count_ones())
            };
            let exact = (0..ways).map(repeated).sum::<u64>() as f64 / ways as f64;
            assert!((mean_of_a_round(balls.into(), urns) - exact).abs() < 1e-12, "{balls} into {urns}");
        }
    }

    fn of(bits: u32, words: u64, mut word: impl FnMut() -> u64) -> Repeats {
        let mut test = Repeats::new("repeats", bits).unwrap();
        (0..words).for_each(|_| test.push(&word()));
        test
    }

    #[test]
    fn fair_words_repeat_as_often_as_they_should_over_rounds() {
        let mut random = ChaCha8Rng::seed_from_u64(41);
        // 16 bits: a round of 2048 words. 20 bits: one of 32,768. 28: one word in 4 is counted.
        for (bits, words) in [(16, 50_000), (20, 400_000), (28, 2_000_000)] {
            let test = of(bits, words, || random.next_u64() >> (64 - bits));
            let outcome = test.outcome().unwrap();
            assert!(outcome.p.two_sided().value() > 0.001, "{outcome:?}");
            assert!(test.mean > 0.0 || bits == 28);
        }
    }

    #[test]
    fn words_that_never_repeat_and_words_that_all_do_are_caught() {
        // MINSTD has a period of 2^31 - 2, and all words below that once.
        let mut state = 1;
        let minstd = of(31, 1 << 21, || {
            state = state * 48271 % 0x7fff_ffff;
            state
        });
        assert_eq!(minstd.repeated, 0);
        assert!(minstd.outcome().unwrap().p.lower().log10() < -13.0);
        let mut random = ChaCha8Rng::seed_from_u64(42);
        let short: Vec<u64> = (0..10_000).map(|_| random.next_u32().into()).collect();
        let mut again = short.iter().cycle();
        assert!(of(32, 20_000, || *again.next().unwrap()).outcome().unwrap().p.upper().log10() < -200.0);
        assert!(Repeats::new("", 15).is_err() && Repeats::new("", 65).is_err());
    }
}
