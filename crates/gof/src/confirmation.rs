//! Two stages: a suspicion, and its confirmation on fresh independent data.
//!
//! A suspicion is a p-value of at most `first`; it is confirmed by a p-value of at most `second` on data that have nothing in
//! common with the first. The chance of a confirmed false alarm is the product of the two, and so is the power. Usually
//! only the first stage is paid for, and each tail is evaluated at a level where its approximation is still good: a
//! chi-square tail is trusted to 3e-5 twice rather than to 1e-9 once.
//!
//! ```
//! use roguelab_gof::Tail;
//! use roguelab_gof::confirmation::{Confirmation, Finding};
//!
//! let stages = Confirmation::even(1e-9)?;
//! assert_eq!(stages.judge(1, Tail::new(0.2)), Ok(Finding::Clear));
//!
//! let Finding::Suspicion(suspicion) = stages.judge(1, Tail::new(1e-5))? else { panic!("1e-5 is suspicious") };
//! assert!(suspicion.confirm(1, Tail::new(1e-5)).is_err(), "the same data confirm nothing");
//! assert!(suspicion.confirm(2, Tail::new(1e-5))?);
//! # Ok::<(), roguelab_gof::Error>(())
//! ```

use crate::error::out_of_range;
use crate::{Error, Tail};

/// The levels of the two stages.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Confirmation {
    first: f64,
    second: f64,
}

/// The result of the first stage.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Finding {
    /// There is nothing to confirm.
    Clear,
    /// A suspicion, to be confirmed on fresh data.
    Suspicion(Suspicion),
}

/// A suspicion that waits for fresh data. It knows the seed of its own data, so that they cannot confirm themselves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Suspicion {
    seed: u64,
    second: f64,
}

impl Confirmation {
    /// The stages with these levels.
    ///
    /// # Errors
    /// [`Error::OutsideUnitInterval`].
    pub fn new(first: f64, second: f64) -> Result<Self, Error> {
        match [first, second]
            .into_iter()
            .find(|level| !(*level > 0.0 && *level < 1.0))
        {
            Some(level) => Err(Error::OutsideUnitInterval(level)),
            None => Ok(Self { first, second }),
        }
    }

    /// Two stages with equal levels whose product is `alpha`.
    ///
    /// # Errors
    /// [`Error::OutsideUnitInterval`].
    pub fn even(alpha: f64) -> Result<Self, Error> {
        Self::new(alpha.sqrt(), alpha.sqrt())
    }

    /// The level of the first stage.
    pub const fn first(self) -> f64 {
        self.first
    }

    /// The chance of a confirmed false alarm.
    pub const fn alpha(self) -> f64 {
        self.first * self.second
    }

    /// Compares the first p-value with its level. `seed` names the data.
    ///
    /// # Errors
    /// [`Error::Parameter`] if `p` is not a number.
    pub fn judge(self, seed: u64, p: Tail) -> Result<Finding, Error> {
        let suspicion = Suspicion {
            seed,
            second: self.second,
        };
        Ok(if reaches_level(p, self.first)? {
            Finding::Suspicion(suspicion)
        } else {
            Finding::Clear
        })
    }
}

impl Suspicion {
    /// Whether fresh data, named by their seed, confirm the suspicion.
    ///
    /// # Errors
    /// [`Error::Parameter`] if the seed is that of the first data, or `p` is not a number.
    pub fn confirm(self, seed: u64, p: Tail) -> Result<bool, Error> {
        if seed == self.seed {
            let expected = "different from that of the data which raised the suspicion";
            return Err(out_of_range("seed", seed, expected));
        }
        reaches_level(p, self.second)
    }
}

fn reaches_level(p: Tail, level: f64) -> Result<bool, Error> {
    if p.value().is_nan() {
        return Err(out_of_range("p", p.value(), "a probability"));
    }
    Ok(p.value() <= level)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_chance_of_a_confirmed_false_alarm_is_the_product() {
        // With uniform p-values on a grid, as many pairs are confirmed as the product says.
        let stages = Confirmation::new(0.05, 0.2).unwrap();
        let grid: Vec<Tail> = (0..100)
            .map(|i| Tail::new((f64::from(i) + 0.5) / 100.0))
            .collect();
        let confirmed = grid
            .iter()
            .flat_map(|first| grid.iter().map(move |second| (*first, *second)))
            .filter(|(first, second)| match stages.judge(1, *first).unwrap() {
                Finding::Clear => false,
                Finding::Suspicion(suspicion) => suspicion.confirm(2, *second).unwrap(),
            });
        assert_eq!(confirmed.count(), 100);
        assert!((stages.alpha() - 0.01).abs() < 1e-15);
        assert!((Confirmation::even(1e-9).unwrap().alpha() / 1e-9 - 1.0).abs() < 1e-12);
    }
}
