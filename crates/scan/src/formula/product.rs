//! The remainders of a product of a fraction, such as `round(u * (2^53 - 1)) % 100`: too many numbers to search for each.
//!
//! A product with a double is rounded to a grid that depends only on which powers of two it is between. Between them it is a
//! line, of which Euclid's algorithm counts the remainders.

use crate::expression::{Domain, Expression, Operation, Operator, Precision, Rounding};

/// `u * factor`, made whole, of which the remainder is taken.
pub(super) struct Product {
    /// The product is the word times this number, which is odd unless `over` is 0, over 2 to the power of `over`.
    odd: u128,
    over: u32,
    rounding: Rounding,
    pub(super) modulus: u64,
}

/// The most words, each halfway between two doubles, that are looked at one by one.
const MOST_TIES: u128 = 1 << 16;

/// The bits of a double.
const DOUBLE: u32 = 53;

impl Product {
    /// The product of words of so many bits of which a remainder is taken.
    pub(super) fn of(value: &Expression, bits: u32) -> Option<Self> {
        use Operator::{Quotient, Remainder, Times};
        let (Operation::Binary(Remainder), [number, modulus]) =
            (value.operation, value.arguments())
        else {
            return None;
        };
        let Operation::Constant(modulus @ 1..=65_536) = modulus.operation else {
            return None;
        };
        let (Operation::Whole(rounding), [product]) = (number.operation, number.arguments()) else {
            return None;
        };
        let (Operation::Binary(Times), [fraction, factor]) =
            (product.operation, product.arguments())
        else {
            return None;
        };
        let (Operation::Binary(Quotient), [word, over]) =
            (fraction.operation, fraction.arguments())
        else {
            return None;
        };
        let is_double = matches!(product.domain, Ok(Domain::Rounded(_, _, Precision::Double)));
        let is_fraction = matches!(word.operation, Operation::Converted(Precision::Double))
            && word.arguments().iter().all(|word| word.word().is_some())
            && over.operation == Operation::Decimal(2_f64.powi(bits as i32));
        let Operation::Decimal(factor) = factor.operation else {
            return None;
        };
        let is_in_range = (1.0..=2_f64.powi(DOUBLE as i32)).contains(&factor);
        if !is_double || !is_fraction || !is_in_range || bits > DOUBLE || rounding == Rounding::Ceil
        {
            return None;
        }
        // Times 2^52 it is whole.
        let whole = (factor * 2_f64.powi(DOUBLE as i32 - 1)) as u128;
        let zeros = whole.trailing_zeros().min(bits + DOUBLE - 1);
        let over = bits + DOUBLE - 1 - zeros;
        Some(Self {
            odd: whole >> zeros,
            over,
            rounding,
            modulus: modulus as u64,
        })
    }

    /// How many of the words of so many bits leave each remainder; `None` if too many products are halfway between doubles.
    pub(super) fn count(&self, bits: u32) -> Option<Vec<u128>> {
        let words = 1_u128 << bits;
        let mut counts = vec![0; self.modulus as usize];
        // The word 0.
        counts[0] = 1;
        let mut first = 1;
        for exponent in -(self.over as i32)..=DOUBLE as i32 {
            // The first word whose product is at least 2^(exponent + 1).
            let power = 1_u128 << (exponent + 1 + self.over as i32);
            let end = power.div_ceil(self.odd).min(words);
            if first < end {
                self.count_between(first, end, DOUBLE as i32 - 1 - exponent, &mut counts)?;
            }
            first = first.max(end);
        }
        Some(counts)
    }

    /// Counts the words from the first up to the end, whose products are rounded to multiples of `2^-places`.
    fn count_between(
        &self,
        first: u128,
        end: u128,
        places: i32,
        counts: &mut [u128],
    ) -> Option<()> {
        let places = u32::try_from(places).ok()?;
        // So many bits of the exact product are lost; half of the last that is left rounds it, where a tie goes up.
        let lost = self.over.saturating_sub(places);
        let mut more = if lost > 0 { 1_u128 << (lost - 1) } else { 0 };
        if self.rounding == Rounding::Round && places > 0 {
            more += (1 << self.over) / 2;
        }
        let modulus = u128::from(self.modulus) << self.over;
        let sum = |remainder: u128| {
            let start =
                self.odd * first + more + ((u128::from(self.modulus) - remainder) << self.over);
            sum_of_floors(end - first, modulus, self.odd, start)
        };
        let mut before = sum(0);
        for (remainder, count) in counts.iter_mut().enumerate() {
            let after = sum(remainder as u128 + 1);
            *count += before - after;
            before = after;
        }
        // Where it makes a difference, a tie goes to the even one instead.
        let ties_matter = places == 0 || places == 1 && self.rounding == Rounding::Round;
        if !ties_matter || lost == 0 {
            return Some(());
        }
        let half = 1_u128 << (lost - 1);
        if (end - first) >> lost > MOST_TIES {
            return None;
        }
        let mut word = half;
        word += (first.saturating_sub(half)).div_ceil(2 * half) * 2 * half;
        while word < end {
            let rounded = (self.odd * word + half) >> lost;
            if rounded % 2 == 1 {
                counts[self.remainder_of(rounded, places)] -= 1;
                counts[self.remainder_of(rounded - 1, places)] += 1;
            }
            word += 2 * half;
        }
        Some(())
    }

    /// The remainder of the whole number of a multiple of `2^-places`.
    fn remainder_of(&self, multiple: u128, places: u32) -> usize {
        let half = match places {
            1.. if self.rounding == Rounding::Round => 1 << (places - 1),
            _ => 0,
        };
        (((multiple + half) >> places) % u128::from(self.modulus)) as usize
    }
}

/// The sum of `(slope * i + start) / modulus`, rounded down, for i from 0 up to `terms`, by Euclid's algorithm.
fn sum_of_floors(terms: u128, modulus: u128, slope: u128, start: u128) -> u128 {
    let (mut terms, mut modulus, mut slope, mut start) = (terms, modulus, slope, start);
    let mut sum = 0;
    loop {
        sum += terms * (terms - 1) / 2 * (slope / modulus) + terms * (start / modulus);
        slope %= modulus;
        start %= modulus;
        let last = slope * terms + start;
        terms = last / modulus;
        if terms == 0 {
            return sum;
        }
        start = last % modulus;
        (modulus, slope) = (slope, modulus);
    }
}
