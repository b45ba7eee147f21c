//! Linear complexity: how long a linear feedback shift register must be to make the bits at one place of the words.
//!
//! The bits of successive words are cut into runs, each twice as long as the one before. The algorithm of Berlekamp and Massey
//! gives the length `L` of the shortest register for the `n` bits of a run. Of all sequences of `n` bits, `2^min(2n - 2L, 2L -
//! 1)` have complexity `L`, and one has 0. For an even `n` the lengths `n/2`, `n/2 + 1`, `n/2 - 1`, `n/2 + 2` and so on are
//! each half as frequent as the one before: the place in this list is geometric, and the sum of the places of all runs is a
//! number of tails before as many heads as there are runs, whose law is exact. Sources: Massey, *Shift-register synthesis and
//! BCH decoding*, 1969; Rueppel, *Analysis and Design of Stream Ciphers*, 1986, 4.1; L'Ecuyer and Simard, *`TestU01`*, 2007,
//! `scomp_LinearComp`.
//!
//! Words that are linear over GF(2), with `k` bits of state, have a complexity of at most `k`, and so has the lowest bit of a
//! sum of such words with carries.
//!
//! **Share.** A run of `n` bits costs about `n^2 / 256` ns, so it begins only after `n^2 / 512` words: 40,960 bits, which find
//! a Mersenne Twister, begin after 3.3 million words.

use super::{check_word_bits, has_more};
use crate::error::out_of_range;
use crate::state::{Kept, kept};
use crate::tail::binomial;
use crate::{Error, Outcome, PValue, Reference, Test};

/// The bits of the first run: five times a power of two, as a Mersenne Twister needs a little less than 40,960.
const FIRST: u64 = 160;

/// How many words there are up to the end of the first run.
const NEEDED: u64 = LinearComplexity::begins(FIRST) + FIRST;

/// The bits of the longest run, which takes a second.
const LONGEST: u64 = 655_360;

/// Computes the linear complexity of the bits at one place.
#[derive(Clone, Debug)]
pub struct LinearComplexity {
    name: &'static str,
    bits: u32,
    place: u32,
    words: u64,
    impossible: u64,
    /// The bits of the run that is being read or waited for.
    length: u64,
    /// After how many words that run begins.
    begins: u64,
    /// The bits of the current run, the first at the lowest place.
    run: Vec<u64>,
    held: u64,
    read: u64,
    runs: u64,
    /// The sum of the places in the list.
    sum: u64,
    /// The run that is farthest from half of its length: its length and complexity.
    worst: Option<(u64, u64)>,
}

impl LinearComplexity {
    /// The test for words of `bits` bits, at the place of a bit counted from the lowest.
    ///
    /// # Errors
    /// [`Error::Parameter`] unless there are 1 to 64 bits, and the place is one of them.
    pub fn new(name: &'static str, bits: u32, place: u32) -> Result<Self, Error> {
        check_word_bits(bits)?;
        if place >= bits {
            return Err(out_of_range(
                "place of the bit",
                place,
                "below the number of bits",
            ));
        }
        Ok(Self {
            name,
            bits,
            place,
            words: 0,
            impossible: 0,
            length: FIRST,
            begins: Self::begins(FIRST),
            run: Vec::new(),
            held: 0,
            read: 0,
            runs: 0,
            sum: 0,
            worst: None,
        })
    }

    /// After how many words a run of `length` bits begins at the earliest.
    const fn begins(length: u64) -> u64 {
        length * length / 512
    }

    #[cold]
    fn end_of_run(&mut self) {
        let complexity = linear_complexity(&self.run, self.length as usize) as u64;
        let place = place_in_list(self.length, complexity);
        if self
            .worst
            .is_none_or(|(length, worst)| place_in_list(length, worst) < place)
        {
            self.worst = Some((self.length, complexity));
        }
        (self.sum, self.runs, self.read) =
            (self.sum + place, self.runs + 1, self.read + self.length);
        // The next of the longest runs waits as long again.
        let after = if self.length == LONGEST {
            self.words
        } else {
            0
        };
        self.length = (2 * self.length).min(LONGEST);
        self.begins = after + Self::begins(self.length);
        self.held = 0;
        self.run.clear();
    }
}

/// The place of a complexity among those of `n` bits, in the list that begins with the most frequent.
pub(super) const fn place_in_list(n: u64, complexity: u64) -> u64 {
    let half = n / 2;
    if complexity > half {
        2 * (complexity - half) - 1
    } else {
        2 * (half - complexity)
    }
}

/// The shortest linear feedback shift register that makes the first `n` of these bits.
pub(super) fn linear_complexity(bits: &[u64], n: usize) -> usize {
    let words = n / 64 + 2;
    // The bits in reverse: at step n the earlier bits, the last one first, begin at a place that moves down.
    let mut backwards = vec![0_u64; words + 1];
    for at in 0..n {
        let bit = bits[at / 64] >> (at % 64) & 1;
        backwards[(n - 1 - at) / 64] |= bit << ((n - 1 - at) % 64);
    }
    // The connection polynomial, the one before the length last changed, and how many steps ago that was.
    let (mut now, mut before, mut ago) = (vec![0_u64; words], vec![0_u64; words], 1);
    (now[0], before[0]) = (1, 1);
    let (mut length, mut length_before) = (0, 0);
    let mut kept = vec![0_u64; words];
    for at in 0..n {
        let from = n - 1 - at;
        let window = &backwards[from / 64..];
        let (shift, used) = ((from % 64) as u32, length / 64 + 1);
        if !odd(&now[..used], &window[..=used], shift) {
            ago += 1;
            continue;
        }
        let (skip, shift) = (ago / 64, (ago % 64) as u32);
        let added = length_before / 64 + 1;
        let grows = 2 * length <= at;
        if grows {
            kept[..used].copy_from_slice(&now[..used]);
        }
        add_shifted(&mut now[skip..], &before[..added], shift);
        if grows {
            std::mem::swap(&mut before, &mut kept);
            // The coefficients above the degree are zero, and always were.
            (length_before, length, ago) = (length, at + 1 - length, 0);
        }
        ago += 1;
    }
    length
}

/// Whether `polynomial`, and `window` from `shift` on, have an odd number of set bits in common.
#[multiversion::multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2"))]
fn odd(polynomial: &[u64], window: &[u64], shift: u32) -> bool {
    let mut common = 0;
    for (coefficients, bits) in polynomial.iter().zip(window.windows(2)) {
        common ^= coefficients & (bits[0] >> shift | bits[1] << 1 << (63 - shift));
    }
    common.count_ones() % 2 == 1
}

/// Adds `added`, moved up by `shift` places, to `sum`.
#[multiversion::multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2"))]
fn add_shifted(sum: &mut [u64], added: &[u64], shift: u32) {
    let Some((last, first)) = added.last().zip(added.first()) else {
        return;
    };
    sum[0] ^= first << shift;
    for (sum, bits) in sum[1..].iter_mut().zip(added.windows(2)) {
        *sum ^= bits[1] << shift | bits[0] >> 1 >> (63 - shift);
    }
    if let Some(sum) = sum.get_mut(added.len()) {
        *sum ^= last >> 1 >> (63 - shift);
    }
}

kept!(LinearComplexity { words, impossible, length, begins, run, held, read, runs, sum, worst } but { name, bits, place });

impl Test<u64> for LinearComplexity {
    fn name(&self) -> &'static str {
        self.name
    }

    fn null(&self) -> String {
        format!(
            "words of {} bits are independent and uniform: no register shorter than half of them makes bit {}",
            self.bits, self.place
        )
    }

    fn push(&mut self, word: &u64) {
        self.push_all(std::slice::from_ref(word));
    }

    fn push_all(&mut self, mut words: &[u64]) {
        self.impossible += u64::from(has_more(words, self.bits));
        while !words.is_empty() {
            let wait = self.begins.saturating_sub(self.words);
            if self.held == 0 && wait > 0 {
                let wait = wait.min(words.len() as u64);
                self.words += wait;
                words = &words[wait as usize..];
                continue;
            }
            let (now, after) =
                words.split_at((self.length - self.held).min(words.len() as u64) as usize);
            for word in now {
                if self.held.is_multiple_of(64) {
                    self.run.push(0);
                }
                if let Some(last) = self.run.last_mut() {
                    *last |= (word >> self.place & 1) << (self.held % 64);
                }
                self.held += 1;
            }
            self.words += now.len() as u64;
            words = after;
            if self.held == self.length {
                self.end_of_run();
            }
        }
    }

    fn items(&self) -> u64 {
        self.words
    }

    fn read(&self) -> u64 {
        self.read
    }

    fn needed(&self) -> u64 {
        NEEDED
    }

    fn worst(&self) -> Option<String> {
        let (length, complexity) = self.worst?;
        Some(format!(
            "{length} bits at place {} are made by a shift register of {complexity}, {} expected",
            self.place,
            length / 2
        ))
    }

    fn kept(&mut self) -> Option<&mut dyn Kept> {
        Some(self)
    }

    /// The outcome's items are runs.
    fn outcome(&self) -> Result<Outcome, Error> {
        if self.runs == 0 {
            return Err(Error::TooFew {
                have: self.words,
                need: NEEDED,
            });
        }
        // At least s tails before r heads: fewer than r heads in s + r - 1 throws.
        let (s, r) = (self.sum, self.runs);
        let p = PValue::new(
            binomial::at_least(r, s + r, 0.5),
            binomial::at_most(r - 1, s + r - 1, 0.5),
        );
        let reference = Reference::NegativeBinomial {
            successes: r,
            chance: 0.5,
        };
        Ok(Outcome {
            test: self.name,
            items: r,
            statistic: s as f64,
            reference,
            p,
        }
        .refuted_if(self.impossible > 0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fair::{Rng, fair};

    /// Finds the shortest register by trying all of them.
    fn by_trying(bits: u64, n: usize) -> usize {
        let bit = |at: usize| bits >> at & 1;
        let makes = |length: usize, taps: u64| {
            (length..n).all(|at| {
                (1..=length)
                    .map(|i| taps >> (i - 1) & bit(at - i))
                    .sum::<u64>()
                    % 2
                    == bit(at)
            })
        };
        (0..=n)
            .find(|length| (0..1_u64 << length).any(|taps| makes(*length, taps)))
            .unwrap()
    }

    #[test]
    fn the_complexity_is_that_of_the_shortest_register() {
        for n in 1..=9 {
            for bits in 0..1_u64 << n {
                assert_eq!(
                    linear_complexity(&[bits], n),
                    by_trying(bits, n),
                    "{bits:b} of {n}"
                );
            }
        }
    }

    #[test]
    fn the_law_is_that_of_all_sequences() {
        for n in [2, 8, 14] {
            let mut places = vec![0_u64; n + 1];
            (0..1_u64 << n).for_each(|bits| {
                places[place_in_list(n as u64, linear_complexity(&[bits], n) as u64) as usize] += 1;
            });
            // Each is half of the one before; the last, for a complexity of zero, is the remainder.
            let expected: Vec<u64> = (0..n)
                .map(|place| 1 << (n - 1 - place))
                .chain([1])
                .collect();
            assert_eq!(places, expected, "{n}");
        }
    }

    #[test]
    fn long_registers_are_found_across_words_of_memory() {
        let mut random = fair(20);
        for length in [63_usize, 64, 65, 127, 500, 1279] {
            // x^length + x^tap + 1, from a random state: it has at most this complexity, and nearly always exactly this.
            let n = 3 * length;
            let mut bits: Vec<u64> = (0..n.div_ceil(64)).map(|_| random.next_u64()).collect();
            for at in length..n {
                let new = bits[(at - length) / 64] >> ((at - length) % 64)
                    ^ bits[(at - 1) / 64] >> ((at - 1) % 64);
                bits[at / 64] = bits[at / 64] & !(1 << (at % 64)) | (new & 1) << (at % 64);
            }
            let found = linear_complexity(&bits, n);
            assert!(
                found <= length && found + 20 > length,
                "{found}, not {length}"
            );
        }
        // For random bits it is half of the length.
        let bits: Vec<u64> = (0..160).map(|_| random.next_u64()).collect();
        assert!(linear_complexity(&bits, 10_240).abs_diff(5120) < 20);
    }

    #[test]
    fn a_register_at_one_place_is_caught_and_fair_words_are_not() {
        let mut random = fair(21);
        let [mut low, mut other] =
            [0, 5].map(|place| LinearComplexity::new("linear-complexity", 32, place).unwrap());
        let mut state = 1_u64;
        let words: Vec<u64> = (0..100_000)
            .map(|_| {
                state = state << 1 | (state >> 62 ^ state >> 61) & 1;
                u64::from(random.next_u32()) & !1 | state & 1
            })
            .collect();
        words.chunks(777).for_each(|words| other.push_all(words));
        assert!(low.clone().outcome().is_err() && NEEDED == 210);
        low.push_all(&words[..NEEDED as usize]);
        assert_eq!(low.outcome().unwrap().items, 1);
        low.push_all(&words[NEEDED as usize..]);
        assert!(
            low.outcome().unwrap().p.upper().log10() < -100.0,
            "{:?}",
            low.worst()
        );
        assert!(other.outcome().unwrap().p.two_sided().value() > 0.001);
        // The runs have 160 to 5120 bits; the next, of 10,240, begins after 204,800 words.
        assert_eq!(
            (other.runs, other.read(), other.items()),
            (6, 10_080, 100_000)
        );
        assert!(
            LinearComplexity::new("", 32, 32).is_err() && LinearComplexity::new("", 0, 0).is_err()
        );
    }
}
