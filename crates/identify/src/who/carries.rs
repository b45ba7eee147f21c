//! Multiply-with-carry generators with an unknown multiplier and lag, whose outputs are the words of their state.
//!
//! The words `x[n] = (a x[n-r] + carry) mod b` are the digits to base `b` of a fraction whose denominator is `a b^r - 1`, read from
//! the lowest on. So the fraction follows from enough words by Euclid's algorithm: before the numerator and the denominator there
//! is nothing as short, and after them comes a quotient as long as the words that they predict.

use num_bigint::BigUint;

use super::{Answer, Candidates, Parameters, Search, Why};
use crate::convention::ones;
use crate::numbers::Numbers;

/// The name of the family.
const MULTIPLY_WITH_CARRY: &str = "multiply-with-carry generator";

/// How many numbers are used to find the parameters.
const USED: usize = 128;

/// A fraction is a denominator divided by something that is at most this.
const MOST_CANCELLED: u32 = 99;

/// The multipliers and lags of programs.
const KNOWN: &[(u64, usize, &str)] = &[
    (2_091_639, 3, "Alea"),
    (1_768_863, 48, "UHEPRNG"),
    (2_131_995_753, 1, "Guile's random"),
];

/// A multiply-with-carry generator.
struct Carries {
    multiplier: u64,
    lag: usize,
    /// The bits of a word.
    word: u32,
}

impl Carries {
    /// The generator of which these may be words.
    fn find(values: &[u64], word: u32) -> Option<Self> {
        let mut digits = Vec::new();
        for value in values {
            digits.extend(value.to_le_bytes().into_iter().take(word as usize / 8));
        }
        let denominator = short_denominator(&digits)?;
        for cancelled in (1..=MOST_CANCELLED).step_by(2) {
            let product = &denominator * cancelled + 1_u32;
            let lag = product.trailing_zeros()? / u64::from(word);
            let multiplier = &product >> (lag * u64::from(word));
            if lag > 0 && multiplier.bits() <= word.into() && multiplier > BigUint::from(1_u32) {
                let digits = multiplier.to_u64_digits();
                return Some(Self {
                    multiplier: digits[0],
                    lag: lag as usize,
                    word,
                });
            }
        }
        None
    }

    /// The carry before the number at this place, of which `lag` come before; what it leaves must be made by the carry.
    fn carry_before(&self, values: &[u64], place: usize) -> u64 {
        let product = self.multiplier.wrapping_mul(values[place - self.lag]);
        values[place].wrapping_sub(product) & ones(self.word)
    }

    /// The next number and carry from the oldest number of a state and the carry.
    fn step(&self, oldest: u64, carry: u64) -> (u64, u64) {
        let sum = u128::from(self.multiplier) * u128::from(oldest) + u128::from(carry);
        (sum as u64 & ones(self.word), (sum >> self.word) as u64)
    }

    /// The numbers from the first one after a state on, with this many of them, and those given to begin with.
    fn made(&self, values: &[u64], count: usize) -> Vec<u64> {
        let mut made = values[..self.lag].to_vec();
        let mut carry = self.carry_before(values, self.lag);
        for at in 0..count - self.lag {
            let (next, after) = self.step(made[at], carry);
            made.push(next);
            carry = after;
        }
        made
    }

    /// So many numbers before the given ones.
    fn preceding(&self, values: &[u64], count: usize) -> Option<Vec<u64>> {
        // From the last to the first.
        let mut all: Vec<u64> = values[..self.lag].iter().rev().copied().collect();
        let mut carry = self.carry_before(values, self.lag);
        for at in 0..count {
            let newest = u128::from(carry) << self.word | u128::from(all[at]);
            let oldest = u64::try_from(newest / u128::from(self.multiplier)).ok()?;
            if oldest > ones(self.word) {
                return None;
            }
            carry = (newest % u128::from(self.multiplier)) as u64;
            all.push(oldest);
        }
        let mut before = all.split_off(self.lag);
        before.reverse();
        Some(before)
    }

    fn describe(&self) -> String {
        let Self {
            multiplier,
            lag,
            word,
        } = *self;
        let known = KNOWN
            .iter()
            .find(|known| (known.0, known.1) == (multiplier, lag) && word == 32);
        let known = known.map_or(String::new(), |(.., name)| format!(", the step of {name}"));
        format!("x[n] = ({multiplier} x[n-{lag}] + carry) mod 2^{word}{known}")
    }
}

/// The denominator of the fraction whose digits these bytes are, from the lowest on, if there is one that is much shorter than
/// they are.
fn short_denominator(digits: &[u8]) -> Option<BigUint> {
    let (mut before, mut rest) = (
        BigUint::from(1_u32) << (8 * digits.len()),
        BigUint::from_bytes_le(digits),
    );
    let (mut last, mut denominator) = (BigUint::ZERO, BigUint::from(1_u32));
    let mut best = (0, None);
    while rest != BigUint::ZERO {
        let quotient = &before / &rest;
        if quotient.bits() > best.0 && last != BigUint::ZERO {
            best = (quotient.bits(), Some(denominator.clone()));
        }
        let next = &before - &quotient * &rest;
        (before, rest) = (rest, next);
        let next = &last + &quotient * &denominator;
        (last, denominator) = (denominator, next);
    }
    best.1
}

/// The numbers as words and the bits of a word: also fractions that are multiples of 2^-32.
fn words_of(numbers: &Numbers) -> Option<(Vec<u64>, u32)> {
    match numbers {
        Numbers::Words { values, bits } => {
            let mut sizes = [16, 32, 64].into_iter();
            Some((values.clone(), sizes.find(|size| bits <= size)?))
        }
        Numbers::Fractions(given) if numbers.are_multiples_of(2_f64.powi(-32)) => {
            let words = given
                .iter()
                .map(|one| (one.value * 2_f64.powi(32)).round() as u64);
            Some((words.collect(), 32))
        }
        _ => None,
    }
}

/// Searches for a multiplier and a lag with which each number is made of one before it and a carry.
pub(super) fn find_carries(search: &mut Search<'_>) {
    let Some((values, word)) = words_of(search.numbers) else {
        return;
    };
    search.tries += 1;
    search.record_tried(Candidates::Carries, 0.0, false, &[]);
    let Some(carries) = Carries::find(&values[..values.len().min(USED)], word) else {
        return;
    };
    if values.len() < carries.lag + 2 {
        return;
    }
    let is_fraction = !matches!(search.numbers, Numbers::Words { .. });
    let as_given = |made: Vec<u64>| -> Vec<u64> {
        if !is_fraction {
            return made;
        }
        let fractions = made.into_iter().map(|one| one as f64 / 2_f64.powi(32));
        fractions.map(f64::to_bits).collect()
    };
    let made = carries.made(&values, values.len() + search.options.next);
    let right: Vec<bool> = values
        .iter()
        .zip(&made)
        .map(|(one, made)| one == made)
        .collect();
    // The words of the state, the carry and the multiplier.
    let candidates = f64::from((carries.lag as u32 + 2) * word);
    let evidence = search.evidence(&right, &search.information, candidates);
    let whole = evidence.is_whole();
    let next = search.numbers_after(whole, |_| Ok(as_given(made[values.len()..].to_vec())));
    let previous = match carries.preceding(&values, search.options.previous) {
        Some(previous) if whole => Ok(as_given(previous)),
        _ if search.options.previous == 0 => Ok(Vec::new()),
        _ => Err(Why::NoWayBack),
    };
    let mut state = values[..carries.lag].to_vec();
    state.push(carries.carry_before(&values, carries.lag));
    let answer = Answer {
        parameters: Some(Parameters::Carries {
            multiplier: carries.multiplier,
            lag: carries.lag,
            word,
        }),
        state: Some(state),
        next,
        previous,
        ..Answer::new(MULTIPLY_WITH_CARRY, carries.describe(), evidence)
    };
    search.keep(answer);
}
