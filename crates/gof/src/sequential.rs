//! Evidence that may be looked at any time, and that accumulates over runs.
//!
//! An e-value is a nonnegative statistic whose expectation under the null hypothesis is at most one: the winnings of a
//! bet, started with one coin, that the null hypothesis makes fair. An e-process is such a bet carried on draw by draw.
//! By Ville's inequality the chance that it *ever* reaches `1 / alpha` under the null hypothesis is at most `alpha`: so
//! one may look after each draw, stop when one likes, and go on tomorrow with fresh data, where a p-value may be looked
//! at once. Products of e-values of independent data, and means of any e-values, are e-values.
//!
//! - [`LikelihoodRatio`]: against one stated alternative;
//! - [`Mixture`]: against an unknown multinomial alternative, by a Dirichlet prior;
//! - [`Sprt`]: Wald's test of two simple hypotheses, which also accepts;
//! - [`Ledger`]: the lines in which evidence is kept from run to run.
//!
//! Sources: Ville 1939, *Étude critique de la notion de collectif*; Wald 1947, *Sequential Analysis*; Ramdas, Grünwald,
//! Vovk and Shafer 2023, *Game-theoretic statistics and safe anytime-valid inference*.
//!
//! ```
//! use gof::sequential::Mixture;
//!
//! // A die that is thrown with a six twice as often as it should be, looked at after every throw.
//! let mut die = Mixture::uniform(6, 30.0)?;
//! for throw in 0..600_usize {
//!     die.push([0, 1, 2, 3, 4, 5, 5][throw % 7])?;
//! }
//! assert!(die.evidence().at_least(1e-6), "rejected at one in a million: {}", die.evidence());
//! # Ok::<(), gof::Error>(())
//! ```

mod evidence;
mod ledger;
mod likelihood_ratio;
mod mixture;
mod sprt;

pub use evidence::Evidence;
pub use ledger::{Ledger, LedgerEntry, LedgerError, LedgerFault};
pub use likelihood_ratio::LikelihoodRatio;
pub use mixture::Mixture;
pub use sprt::{Decision, Sprt};

use crate::Error;

/// Probabilities over at least two cells that sum to one.
fn distribution(probabilities: &[f64]) -> Result<(), Error> {
    if probabilities.len() < 2 {
        return Err(Error::NothingToTest("fewer than two cells"));
    }
    let valid = probabilities.iter().all(|p| p.is_finite() && *p >= 0.0);
    let total: f64 = probabilities.iter().sum();
    if valid && (total - 1.0).abs() < 1e-9 { Ok(()) } else { Err(Error::NotADistribution) }
}

/// The place of a cell, or an error that says which cells there are.
fn inside(cell: usize, cells: usize) -> Result<usize, Error> {
    if cell < cells {
        Ok(cell)
    } else {
        Err(Error::Parameter { name: "cell", value: cell.to_string(), expected: "below the number of cells" })
    }
}
