//! A sum that keeps what rounding loses, as if it had twice the precision (Neumaier 1974).

#[derive(Clone, Copy, Default)]
pub(crate) struct Sum {
    sum: f64,
    lost: f64,
}

impl Sum {
    pub(crate) fn add(&mut self, term: f64) {
        let next = self.sum + term;
        self.lost += if self.sum.abs() >= term.abs() {
            (self.sum - next) + term
        } else {
            (term - next) + self.sum
        };
        self.sum = next;
    }

    pub(crate) fn value(self) -> f64 {
        // The loss of an infinite sum is not a number.
        if self.sum.is_finite() {
            self.sum + self.lost
        } else {
            self.sum
        }
    }
}

impl FromIterator<f64> for Sum {
    fn from_iter<I: IntoIterator<Item = f64>>(terms: I) -> Self {
        let mut sum = Self::default();
        for term in terms {
            sum.add(term);
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_sum_loses_nothing() {
        let tenths: Sum = std::iter::repeat_n(0.1, 3_628_800).collect();
        assert!((tenths.value() - 362_880.0).abs() < 1e-9);
        let cancelling: Sum = [1e16, 1.0, -1e16].into_iter().collect();
        assert!((cancelling.value() - 1.0).abs() < f64::EPSILON);
        let infinite: Sum = [1.0, f64::NEG_INFINITY, 2.0].into_iter().collect();
        assert!(infinite.value() <= f64::MIN && infinite.value().is_infinite());
    }
}
