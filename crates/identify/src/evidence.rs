//! How sure it is what made some numbers.

/// What speaks for an answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evidence {
    /// How many numbers were given.
    pub numbers: usize,
    /// How many of them, from the first on, the answer makes.
    pub matched: usize,
    /// How many of these were needed to find it: as many as tell one of the candidates tried from the rest.
    pub used: usize,
    /// The logarithm to base 2 of an upper bound of the chance that any candidate of any way that was tried makes this many
    /// independent numbers.
    pub chance: f64,
}

/// Nothing is named if the logarithm of the chance of a coincidence is above this.
pub const ENOUGH: f64 = -20.0;

impl Evidence {
    /// For numbers of so many bits of information each. `candidates` is the logarithm of how many were tried in this way, of so
    /// many ways. Each way has an equal share of the chance, so the sum over all is bounded.
    pub(crate) fn new(information: &[f64], matched: usize, candidates: f64, ways: u64) -> Self {
        let mut searched = candidates + (ways.max(1) as f64).log2();
        // Any length could have been the one at which numbers part.
        if matched < information.len() {
            searched += (information.len() as f64).log2();
        }
        let mut used = 0;
        let mut told = 0.0;
        while told < candidates && used < matched {
            told += information[used];
            used += 1;
        }
        let all: f64 = information[..matched].iter().sum();
        Self { numbers: information.len(), matched, used, chance: (searched - all).min(0.0) }
    }

    /// How many were predicted.
    pub const fn predicted(&self) -> usize {
        self.matched - self.used
    }

    /// Whether a generator can be named.
    pub const fn is_enough(&self) -> bool {
        self.chance <= ENOUGH
    }

    /// The first number that is not as predicted, counted from 1.
    pub const fn differs(&self) -> Option<usize> {
        if self.matched < self.numbers { Some(self.matched + 1) } else { None }
    }

    /// How many more numbers, of so many bits each, could be enough.
    pub(crate) fn missing(&self, bits: f64) -> Option<usize> {
        (bits > 0.0).then(|| ((self.chance - ENOUGH) / bits).ceil().max(1.0) as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_only_found_the_seed_are_no_predictions() {
        let found = Evidence::new(&[15.0; 40], 40, 32.0, 1);
        assert_eq!((found.used, found.predicted(), found.chance), (3, 37, 32.0 - 600.0));
        let few = Evidence::new(&[15.0; 3], 3, 32.0, 1);
        assert!(!few.is_enough());
        assert_eq!(few.missing(15.0), Some(1));
        assert!(Evidence::new(&[15.0; 4], 4, 32.0, 1).is_enough());
    }

    #[test]
    fn ways_tried_and_a_number_that_differs_make_a_coincidence_likelier() {
        let one = Evidence::new(&[15.0; 8], 8, 32.0, 1);
        assert!((Evidence::new(&[15.0; 8], 8, 32.0, 1 << 10).chance - one.chance - 10.0).abs() < 1e-9);
        let broken = Evidence::new(&[15.0; 8], 7, 32.0, 1);
        assert_eq!(broken.differs(), Some(8));
        assert!((broken.chance - one.chance - 18.0).abs() < 1e-9);
        assert!(Evidence::new(&[0.0; 100], 100, 32.0, 1).chance.abs() < 1e-9);
    }
}
