//! Evidence that may be looked at at any time and accumulates over runs: an e-value against equally likely cells.
//!
//! An e-value is a nonnegative statistic whose expectation under the null hypothesis is at most one: the winnings of a
//! bet, started with one coin, that the null hypothesis makes fair. Carried on item by item it is an e-process, and by
//! Ville's inequality the chance that it *ever* reaches `1 / alpha` under the null hypothesis is at most `alpha`. So one may
//! look after every item, stop at any time, and continue tomorrow with fresh data; a p-value may be looked at once.
//!
//! Sources: Ville 1939, *Étude critique de la notion de collectif*; Ramdas, Grünwald, Vovk and Shafer 2023,
//! *Game-theoretic statistics and safe anytime-valid inference*.
//!
//! ```
//! use gof::evidence::log10_e;
//!
//! // A die that shows a six twice as often as it should, after 700 throws: rejected at one in a million.
//! assert!(log10_e(&[100, 100, 100, 100, 100, 200]) > 6.0);
//! // A fair die gives evidence for fairness.
//! assert!(log10_e(&[100; 6]) < 0.0);
//! ```

use std::f64::consts::LN_10;

use crate::tail::saddle::stirling_error;

/// The parameters of the bets. A bet with parameter `a` looks for chances that deviate by about one part in the square
/// root of `a`: from all of it down to a thousandth.
const PARAMETERS: [f64; 7] = [1.0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6];

/// The decimal logarithm of the e-value of these counts against equal chances.
///
/// It is the mean of seven bets, each spread over all other distributions by a symmetric Dirichlet prior. Its expectation
/// after the next item, if chances are equal, is its value now. Without cells or items it is zero: no evidence.
pub fn log10_e(counts: &[u64]) -> f64 {
    let bets = PARAMETERS.map(|parameter| ln_bet(counts, parameter));
    let largest = bets.into_iter().fold(f64::NEG_INFINITY, f64::max);
    let mean = bets.iter().map(|bet| (bet - largest).exp()).sum::<f64>() / bets.len() as f64;
    (largest + mean.ln()) / LN_10
}

/// The natural logarithm of what a bet pays: the likelihood under the Dirichlet mixture over that under equal chances,
/// `gamma(ka) / gamma(ka + n) * product(gamma(a + c_i) / gamma(a)) * k^n` for `k` cells, `n` items and the parameter `a`.
fn ln_bet(counts: &[u64], parameter: f64) -> f64 {
    let (whole, items) = (counts.len().max(1) as f64 * parameter, counts.iter().map(|&count| count as f64).sum());
    // The powers of a, ka and k cancel.
    counts.iter().map(|&count| ln_rise(parameter, count as f64)).sum::<f64>() - ln_rise(whole, items)
}

/// `ln(gamma(a + n) / (gamma(a) a^n))`, by Stirling's formula with its remainder.
fn ln_rise(a: f64, n: f64) -> f64 {
    (a + n - 0.5) * (n / a).ln_1p() - n + stirling_error(a + n) - stirling_error(a)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_expected_value_after_the_next_item_is_the_value_now() {
        assert!(log10_e(&[0, 0, 0]).abs() < 1e-12 && log10_e(&[]).abs() < 1e-12);
        let e = |counts: &[u64]| 10_f64.powf(log10_e(counts));
        for counts in [[0, 0, 0], [5, 0, 1], [100, 90, 80]] {
            let next: f64 = (0..3).map(|i| e(&std::array::from_fn::<_, 3, _>(|j| counts[j] + u64::from(i == j)))).sum();
            assert!((next / 3.0 / e(&counts) - 1.0).abs() < 1e-9, "{counts:?}");
        }
    }

    /// For two cells and the parameter one a bet is a beta integral: 2^4 B(4, 2) = 16/20, and 2^10 B(11, 1) = 1024/11.
    #[test]
    fn small_bets_are_the_beta_integrals() {
        assert!((ln_bet(&[3, 1], 1.0).exp() - 0.8).abs() < 1e-12);
        assert!((ln_bet(&[10, 0], 1.0).exp() - 1024.0 / 11.0).abs() < 1e-9);
    }

    #[test]
    fn large_and_small_deviations_are_noticed() {
        assert!(log10_e(&[100, 0]) > 25.0);
        // One part in a hundred, at ten standard deviations: chi-square is 100, whose half is 21.7 powers of ten.
        assert!((18.0..21.7).contains(&log10_e(&[505_000, 495_000])));
        assert!((-3.0..0.0).contains(&log10_e(&[500_000, 500_000])), "a fair source costs little");
    }
}
