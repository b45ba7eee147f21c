//! Counts of equally likely outcomes, and the evidence in them that they are not equally likely.

use std::f64::consts::LN_10;

use statrs::function::gamma::ln_gamma;

/// How often each outcome came.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Counts(Vec<u64>);

impl Counts {
    /// Of none of so many outcomes.
    pub fn none(cells: usize) -> Self {
        Self(vec![0; cells])
    }

    /// One more of an outcome; one that does not exist is not counted.
    pub fn push(&mut self, outcome: usize) {
        if let Some(count) = self.0.get_mut(outcome) {
            *count += 1;
        }
    }

    /// All of another run's too.
    pub fn add(&mut self, run: &Self) {
        for (count, more) in self.0.iter_mut().zip(&run.0) {
            *count = count.saturating_add(*more);
        }
    }

    /// The counts.
    pub fn counts(&self) -> &[u64] {
        &self.0
    }

    /// How many there are together; as many as there can be, if they are read from a ledger and are more.
    pub fn items(&self) -> u64 {
        self.0.iter().fold(0, |items, count| items.saturating_add(*count))
    }

    /// The decimal logarithm of the e-value against equal chances.
    ///
    /// It is the mean of [`bets`](Self::bet) on deviations of every size. Before each item its expectation, if chances are
    /// equal, is its value now: it is an e-process.
    pub fn log10_e(&self) -> f64 {
        let bets = PARAMETERS.map(|parameter| self.bet(parameter));
        let largest = bets.into_iter().fold(f64::NEG_INFINITY, f64::max);
        let mean = bets.iter().map(|bet| (bet - largest).exp()).sum::<f64>() / bets.len() as f64;
        (largest + mean.ln()) / LN_10
    }

    /// The natural logarithm of what a bet pays whose stake is spread over all other distributions by a symmetric Dirichlet
    /// law: the likelihood under the mixture by that under equal chances. With `k` outcomes, `n` items and the parameter
    /// `a` that is `gamma(ka) / gamma(ka + n) * product(gamma(a + c_i) / gamma(a)) * k^n`.
    fn bet(&self, parameter: f64) -> f64 {
        let (cells, items) = (self.0.len() as f64, self.items() as f64);
        let whole = cells * parameter;
        let seen: f64 = self.0.iter().map(|&count| ln_gamma(parameter + count as f64) - ln_gamma(parameter)).sum();
        ln_gamma(whole) - ln_gamma(whole + items) + seen + items * cells.ln()
    }
}

/// The parameters of the bets. With `a` the chances deviate by about one part in the square root of `a`: from all of it down
/// to a thousandth.
const PARAMETERS: [f64; 7] = [1.0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6];

impl From<Vec<u64>> for Counts {
    fn from(counts: Vec<u64>) -> Self {
        Self(counts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn e(counts: &[u64]) -> f64 {
        10f64.powf(Counts::from(counts.to_vec()).log10_e())
    }

    #[test]
    fn nothing_seen_is_no_evidence() {
        assert!((e(&[0, 0, 0]) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn the_next_item_neither_raises_nor_lowers_it_on_average() {
        for counts in [[0, 0, 0], [5, 0, 1], [100, 90, 80]] {
            let next: f64 = (0..3).map(|i| e(&std::array::from_fn::<_, 3, _>(|j| counts[j] + u64::from(i == j)))).sum();
            assert!((next / 3.0 / e(&counts) - 1.0).abs() < 1e-9, "{counts:?}");
        }
    }

    /// For two outcomes and the parameter one a bet is a beta integral: 2^4 B(4, 2) = 16/20, and 2^10 B(11, 1) = 1024/11.
    #[test]
    fn small_bets_are_the_beta_integrals() {
        let bet = |counts: &[u64]| Counts::from(counts.to_vec()).bet(1.0).exp();
        assert!((bet(&[3, 1]) - 0.8).abs() < 1e-12);
        assert!((bet(&[10, 0]) - 1024.0 / 11.0).abs() < 1e-9);
    }

    #[test]
    fn large_and_small_deviations_are_noticed() {
        let log10_e = |counts: [u64; 2]| Counts::from(counts.to_vec()).log10_e();
        assert!(log10_e([100, 0]) > 25.0);
        // One part in a hundred, at ten standard deviations: chi-square is 100, whose half is 21.7 powers of ten.
        assert!((18.0..21.7).contains(&log10_e([505_000, 495_000])));
        assert!((-3.0..0.0).contains(&log10_e([500_000, 500_000])), "what is fair costs little");
    }
}
