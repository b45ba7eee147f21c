//! When a name may be given to what made the numbers.
//!
//! A search claims that something makes the numbers; [`Evidence`] says what supports the claim, and alone decides about it. A
//! name is given if at least [`ENOUGH`] bits more were predicted, correctly and in place, than fixed the answer, the chance of
//! a coincidence being taken over everything that was tried. Where a number is not as predicted, twice as many bits are
//! required.

/// The evidence for an answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Evidence {
    /// How many numbers were given.
    pub numbers: usize,
    /// How many of them are as predicted.
    pub matched: usize,
    /// How many of the matched numbers were needed to find the answer: as many as single out one of the candidates tried.
    pub used: usize,
    /// The numbers that are not as predicted.
    pub contradiction: Contradiction,
    /// The information in the matched numbers, in bits, and how much of it went into choosing one of the candidates.
    pub bits: [f64; 2],
    /// The base-2 logarithm of an upper bound on the chance that any candidate of any try makes this many independent
    /// numbers.
    pub chance: f64,
}

/// Which numbers are not as predicted.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Contradiction {
    /// All numbers are as predicted.
    None,
    /// These numbers, counted from 1, differ; what follows each of them is as predicted again.
    At(Vec<usize>),
    /// From this number on, counted from 1, all or most differ.
    From(usize),
}

/// The least number of bits of evidence on which a name is given.
pub const ENOUGH: f64 = 20.0;

/// The base-2 logarithm of the number of ways to choose `k` of `n`.
fn log2_choices(n: usize, k: usize) -> f64 {
    (0..k.min(n - k))
        .map(|i| ((n - i) as f64 / (i + 1) as f64).log2())
        .sum()
}

/// The bits of the numbers that are right.
fn sum_of_right(right: &[bool], bits: &[f64]) -> f64 {
    let known = right.iter().zip(bits).filter(|(right, _)| **right);
    known.map(|(_, bits)| bits).sum()
}

impl Evidence {
    /// The evidence of numbers that are right or wrong, with the information in each. `candidates` is the logarithm of the
    /// number of candidates tried, and `tries` is how many times candidates were tried. Each try has an equal share of the
    /// chance, so the sum over all tries is bounded.
    pub(crate) fn new(right: &[bool], bits: &[f64], candidates: f64, tries: u64) -> Self {
        let numbers = right.len();
        let wrong: Vec<usize> = (0..numbers).filter(|i| !right[*i]).collect();
        let (mut end, mut matching, mut contradiction) =
            (numbers, sum_of_right(right, bits), Contradiction::None);
        let mut searched = candidates + (tries.max(1) as f64).log2();
        if let Some(&first) = wrong.first() {
            // The numbers could have parted at any length, and the wrong ones could be anywhere.
            let length = (numbers as f64).log2();
            let scattered = length + log2_choices(numbers, wrong.len());
            let until = sum_of_right(&right[..first], bits);
            if matching - scattered > until - length {
                searched += scattered;
                contradiction = Contradiction::At(wrong.iter().map(|i| i + 1).collect());
            } else {
                (end, matching) = (first, until);
                searched += length;
                contradiction = Contradiction::From(first + 1);
            }
        }
        let matched = right[..end].iter().filter(|right| **right).count();
        let (mut used, mut fixed) = (0, 0.0);
        for (_, bits) in right
            .iter()
            .zip(bits)
            .filter(|(right, _)| **right)
            .take(matched)
        {
            if fixed >= candidates {
                break;
            }
            fixed += bits;
            used += 1;
        }
        let bits = [matching, candidates.clamp(0.0, matching)];
        Self {
            numbers,
            matched,
            used,
            contradiction,
            bits,
            chance: (searched - matching).min(0.0),
        }
    }

    /// How many numbers were predicted.
    pub const fn predicted(&self) -> usize {
        self.matched - self.used
    }

    /// Whether every number is as predicted.
    pub fn is_whole(&self) -> bool {
        self.contradiction == Contradiction::None
    }

    /// Whether a generator can be named.
    pub fn is_enough(&self) -> bool {
        self.chance
            <= if self.is_whole() {
                -ENOUGH
            } else {
                -2.0 * ENOUGH
            }
    }

    /// How many more numbers, of this many bits each, could be enough.
    pub(crate) fn missing(&self, bits: f64) -> Option<usize> {
        (bits > 0.0).then(|| ((self.chance + ENOUGH) / bits).ceil().max(1.0) as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn right(numbers: usize, wrong: &[usize]) -> Vec<bool> {
        (0..numbers).map(|i| !wrong.contains(&i)).collect()
    }

    #[test]
    fn numbers_that_only_found_the_seed_are_no_predictions() {
        let found = Evidence::new(&[true; 40], &[15.0; 40], 32.0, 1);
        assert_eq!(
            (found.used, found.predicted(), found.chance),
            (3, 37, 32.0 - 600.0)
        );
        let few = Evidence::new(&[true; 3], &[15.0; 3], 32.0, 1);
        assert!(!few.is_enough());
        assert_eq!(few.missing(15.0), Some(1));
        assert!(Evidence::new(&[true; 4], &[15.0; 4], 32.0, 1).is_enough());
        // Two numbers that fix a state of 64 bits say nothing more.
        assert!(!Evidence::new(&[true, true, false], &[32.0; 3], 64.0, 1).is_enough());
    }

    #[test]
    fn twenty_predicted_bits_are_enough_and_nineteen_are_not() {
        // Coins: a candidate of 32 bits is fixed by 32 of them, and each further coin is one bit of evidence.
        let of_52 = Evidence::new(&[true; 52], &[1.0; 52], 32.0, 1);
        assert!(of_52.is_enough());
        let of_51 = Evidence::new(&[true; 51], &[1.0; 51], 32.0, 1);
        assert!(!of_51.is_enough());
        // With a coin that differs, 40 bits are needed after its place among 512 has been paid for: 9 bits each for the length
        // and the place.
        let broken =
            |bits: f64| Evidence::new(&right(512, &[300]), &[1.0; 512], 511.0 - 18.0 - bits, 1);
        assert!(matches!(broken(40.0).contradiction, Contradiction::At(_)));
        assert!(broken(40.0).is_enough());
        assert!(!broken(39.0).is_enough());
    }

    #[test]
    fn more_tries_and_a_wrong_number_make_a_coincidence_likelier() {
        let one = Evidence::new(&[true; 8], &[15.0; 8], 32.0, 1);
        assert!(
            (Evidence::new(&[true; 8], &[15.0; 8], 32.0, 1 << 10).chance - one.chance - 10.0).abs()
                < 1e-9
        );
        let broken = Evidence::new(&right(8, &[7]), &[15.0; 8], 32.0, 1);
        assert_eq!(broken.contradiction, Contradiction::From(8));
        assert!((broken.chance - one.chance - 18.0).abs() < 1e-9);
        assert!(
            Evidence::new(&[true; 100], &[0.0; 100], 32.0, 1)
                .chance
                .abs()
                < 1e-9
        );
    }

    #[test]
    fn a_contradiction_asks_as_much_evidence_again_and_is_shown_with_its_place() {
        // 45 of 60 bits are predicted, less 3 for the length: enough without the wrong number at the end, but not with it.
        assert!(Evidence::new(&[true; 4], &[15.0; 4], 15.0, 1).is_enough());
        assert!(!Evidence::new(&right(5, &[4]), &[15.0; 5], 17.0 + 5.0, 1).is_enough());
        let scattered = Evidence::new(&right(40, &[7, 20]), &[15.0; 40], 32.0, 1);
        assert_eq!(
            (&scattered.contradiction, scattered.matched),
            (&Contradiction::At(vec![8, 21]), 38)
        );
        let choices = log2_choices(40, 2) + 40_f64.log2();
        assert!(
            (scattered.chance - (32.0 + choices - 570.0)).abs() < 1e-9 && scattered.is_enough()
        );
        // Half of the coins are right by chance.
        let coins: Vec<bool> = (0..100).map(|i| i % 2 == 0).collect();
        assert!(!Evidence::new(&coins, &[1.0; 100], 1.0, 1).is_enough());
    }
}
