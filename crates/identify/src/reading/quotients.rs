//! Fractions that are integers divided by one denominator.

use super::{Decimal, Reading, Written};
use crate::numbers::{Numbers, gcd};

/// The denominators that are looked for. A greater one does not show in the digits of a double.
const DENOMINATORS: std::ops::RangeInclusive<u128> = 1 << 8..=1 << 28;

/// A denominator is believed if the chance that random fractions are this near to its multiples is at most 2 to the power of minus this.
const SURE: f64 = 40.0;

/// How exact a double below 1 is, as the result of a division.
const EXACT: f64 = 1.2e-16;

/// The unit in which fractions are compared.
const UNIT: u128 = 1 << 60;

/// Greater moduli by which programs divide their states, of which several doubles show one.
const USUAL: [u64; 8] = [
    1 << 16,
    1 << 24,
    1 << 31,
    1 << 32,
    (1 << 31) - 1,
    (1 << 31) - 85,
    (1 << 31) - 249,
    (1 << 32) - 5,
];

/// Fractions as integers below their common denominator, if their digits show one, or a usual one.
pub fn of_quotients(fractions: &[Decimal]) -> Option<Reading> {
    let shown = common_denominator(fractions);
    let mut all = shown.into_iter().chain(USUAL);
    all.find_map(|denominator| over_denominator(fractions, denominator))
}

/// The common denominator that the digits of fractions show, if it is no power of 2.
fn common_denominator(fractions: &[Decimal]) -> Option<u64> {
    let mut denominator = 1;
    for fraction in fractions {
        let within = fraction.last.max(EXACT);
        let low = ((fraction.value - within).max(0.0) * UNIT as f64) as u128;
        let high = ((fraction.value + within) * UNIT as f64) as u128;
        let own = simplest_denominator((low, UNIT), (high, UNIT));
        denominator *= own / gcd(denominator, own);
        if denominator > *DENOMINATORS.end() {
            return None;
        }
    }
    let is_shown = DENOMINATORS.contains(&denominator) && !denominator.is_power_of_two();
    is_shown.then_some(denominator as u64)
}

/// Fractions as integers below this denominator, if they are too near to its multiples for a coincidence.
fn over_denominator(fractions: &[Decimal], denominator: u64) -> Option<Reading> {
    let (bound, mut bits) = (denominator as f64, -(denominator as f64).log2());
    let mut numerators = Vec::with_capacity(fractions.len());
    for fraction in fractions {
        let within = fraction.last.max(EXACT);
        let numerator = (fraction.value * bound).round();
        if (fraction.value - numerator / bound).abs() > within || numerator >= bound {
            return None;
        }
        bits -= (2.0 * bound * within).log2().min(0.0);
        numerators.push(numerator as u64);
    }
    if bits < SURE {
        return None;
    }
    let way = format!(
        "The numbers were read as integers divided by {denominator}, as their digits show."
    );
    Some(Reading {
        written: Written::Quotients(denominator),
        ..Reading::new(way, Numbers::below(denominator, &numerators)?)
    })
}

/// The least denominator of a fraction from `low` up to `high`, each a numerator and a denominator.
fn simplest_denominator(low: (u128, u128), high: (u128, u128)) -> u128 {
    // The continued fraction as far as both have the same terms, and the two last denominators.
    let (mut low, mut high, mut last, mut before) = (low, high, 0, 1);
    loop {
        let term = low.0 / low.1;
        let is_integer = low.0 == term * low.1;
        if is_integer || (term + 1) * high.1 <= high.0 {
            let term = if is_integer { term } else { term + 1 };
            return term * last + before;
        }
        (last, before) = (term * last + before, last);
        (low, high) = (
            (high.1, high.0 - term * high.1),
            (low.1, low.0 - term * low.1),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decimals(fractions: &[f64]) -> Vec<Decimal> {
        let printed = fractions
            .iter()
            .map(|&value| Decimal { value, last: 1e-16 });
        printed.collect()
    }

    #[test]
    fn the_simplest_fraction_between_two_is_found() {
        // All fractions in lowest terms with small denominators.
        for denominator in 1..60_u128 {
            for numerator in 0..denominator {
                let divisor = gcd(numerator, denominator);
                let low = (numerator * 10_000 - 1.min(numerator), denominator * 10_000);
                let high = (numerator * 10_000 + 1, denominator * 10_000);
                assert_eq!(
                    simplest_denominator(low, high),
                    denominator / divisor,
                    "{numerator}/{denominator}"
                );
            }
        }
    }

    #[test]
    fn usual_modulus_is_shown_by_four_doubles() {
        for modulus in [1 << 31, (1_u64 << 31) - 1, (1 << 32) - 5] {
            let numerators = [123_456_789, 1_987_654_321, 555_555_555, 1_000_000_007];
            let fractions = numerators.map(|numerator| numerator as f64 / modulus as f64);
            let reading = of_quotients(&decimals(&fractions)).unwrap();
            assert_eq!(
                reading.numbers,
                Numbers::below(modulus, &numerators).unwrap()
            );
        }
    }

    #[test]
    fn a_common_denominator_is_found_and_random_doubles_have_none() {
        // seed = (seed * 9301 + 49297) % 233280 in JavaScript, from seed 6.
        let fractions = decimals(&[
            0.450_544_410_150_891_64,
            0.724_879_972_565_157_8,
            0.319_945_987_654_321,
        ]);
        let reading = of_quotients(&fractions).unwrap();
        assert_eq!(
            reading.numbers,
            Numbers::below(233_280, &[105_103, 169_100, 74_637]).unwrap()
        );
        // Python's random.random() with seed 1.
        let random = decimals(&[
            0.134_364_244_112_401_22,
            0.847_433_736_937_232_7,
            0.763_774_618_976_614,
        ]);
        assert_eq!(of_quotients(&random), None);
        // Some digits show no denominator beside that of the digits.
        let short: Vec<_> = [0.1344, 0.8474, 0.7638, 0.2551]
            .map(|value| Decimal { value, last: 1e-4 })
            .into();
        assert_eq!(of_quotients(&short), None);
    }
}
