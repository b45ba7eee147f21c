//! Two stages: a suspicion, and its confirmation on fresh independent data.
//!
//! A suspicion is a p-value of at most `first`; it is confirmed by one of at most `second` on data that have nothing in
//! common with the first. The chance of a confirmed false alarm is the product of the two, and so is the power. Nearly
//! always only the first stage is paid for, and each tail is asked for at a level where its approximation is still
//! good: a chi-square tail is trusted to 3e-5 twice rather than to 1e-9 once.
//!
//! ```
//! use gof::Tail;
//! use gof::confirmation::{Confirmation, Finding};
//!
//! let stages = Confirmation::even(1e-9)?;
//! assert_eq!(stages.judge(1, Tail::new(0.2)), Ok(Finding::Clear));
//!
//! let Finding::Suspicion(suspicion) = stages.judge(1, Tail::new(1e-5))? else { panic!("1e-5 is suspicious") };
//! assert!(suspicion.confirm(1, Tail::new(1e-5)).is_err(), "the same data confirm nothing");
//! assert!(suspicion.confirm(2, Tail::new(1e-5))?);
//! # Ok::<(), gof::Error>(())
//! ```

use crate::{Error, Tail, power};

/// The levels of the two stages.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Confirmation {
    first: f64,
    second: f64,
}

/// What the first stage came to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Finding {
    /// Nothing to confirm.
    Clear,
    /// To be confirmed on fresh data.
    Suspicion(Suspicion),
}

/// A suspicion that waits for fresh data. It knows the seed of its own, so that they cannot confirm themselves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Suspicion {
    seed: u64,
    second: f64,
}

impl Confirmation {
    /// From the level of each stage.
    ///
    /// # Errors
    /// [`Error::OutsideUnitInterval`].
    pub fn new(first: f64, second: f64) -> Result<Self, Error> {
        for level in [first, second] {
            if !(level > 0.0 && level < 1.0) {
                return Err(Error::OutsideUnitInterval(level));
            }
        }
        Ok(Self { first, second })
    }

    /// Two equal levels whose product is `alpha`.
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

    /// The level of the second stage.
    pub const fn second(self) -> f64 {
        self.second
    }

    /// The chance of a confirmed false alarm.
    pub const fn alpha(self) -> f64 {
        self.first * self.second
    }

    /// The chance that a chi-square effect is suspected on `samples.0` draws and confirmed on `samples.1` fresh ones.
    ///
    /// # Errors
    /// As [`power::power`].
    pub fn power(self, effect: f64, freedom: u32, samples: (u64, u64)) -> Result<f64, Error> {
        let first = power::power(samples.0 as f64 * effect, freedom, self.first)?;
        let second = power::power(samples.1 as f64 * effect, freedom, self.second)?;
        Ok(first * second)
    }

    /// How many draws a true null hypothesis costs on average.
    pub fn expected_samples(self, samples: (u64, u64)) -> f64 {
        samples.0 as f64 + self.first * samples.1 as f64
    }

    /// Holds the first p-value against its level. `seed` names the data.
    ///
    /// # Errors
    /// [`Error::Parameter`] if `p` is not a number.
    pub fn judge(self, seed: u64, p: Tail) -> Result<Finding, Error> {
        Ok(if within(p, self.first)? {
            Finding::Suspicion(Suspicion { seed, second: self.second })
        } else {
            Finding::Clear
        })
    }
}

impl Suspicion {
    /// Whether fresh data, named by their seed, confirm it.
    ///
    /// # Errors
    /// [`Error::Parameter`] if the seed is that of the first data, or `p` is not a number.
    pub fn confirm(self, seed: u64, p: Tail) -> Result<bool, Error> {
        if seed == self.seed {
            return Err(Error::Parameter {
                name: "seed",
                value: seed.to_string(),
                expected: "another one than that of the data which raised the suspicion",
            });
        }
        within(p, self.second)
    }
}

fn within(p: Tail, level: f64) -> Result<bool, Error> {
    if p.value().is_nan() {
        return Err(Error::Parameter { name: "p", value: p.value().to_string(), expected: "a probability" });
    }
    Ok(p.value() <= level)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_chance_of_a_confirmed_false_alarm_is_the_product() {
        // Uniform p-values on a grid: as many pairs are confirmed as the product says.
        let stages = Confirmation::new(0.05, 0.2).unwrap();
        let grid: Vec<Tail> = (0..100).map(|i| Tail::new((f64::from(i) + 0.5) / 100.0)).collect();
        let confirmed = grid
            .iter()
            .flat_map(|first| grid.iter().map(move |second| (*first, *second)))
            .filter(|(first, second)| match stages.judge(1, *first).unwrap() {
                Finding::Clear => false,
                Finding::Suspicion(suspicion) => suspicion.confirm(2, *second).unwrap(),
            })
            .count();
        assert_eq!(confirmed, 100);
        assert!((stages.alpha() - 0.01).abs() < 1e-15);
        assert!((Confirmation::even(1e-9).unwrap().alpha() / 1e-9 - 1.0).abs() < 1e-12);
    }

    #[test]
    fn the_power_is_the_product_of_both() {
        let stages = Confirmation::new(0.05, 0.05).unwrap();
        assert!((stages.power(0.01, 1, (785, 785)).unwrap() - 0.8 * 0.8).abs() < 1e-3);
        assert!((stages.power(0.0, 1, (785, 785)).unwrap() - 0.0025).abs() < 1e-12);
        assert!((stages.expected_samples((1000, 400)) - 1020.0).abs() < 1e-9);
    }

    #[test]
    fn bad_input_is_refused() {
        for level in [0.0, 1.0, -0.1, f64::NAN] {
            assert!(Confirmation::new(level, 0.1).is_err() && Confirmation::new(0.1, level).is_err());
            assert!(Confirmation::even(level).is_err());
        }
        let stages = Confirmation::even(0.01).unwrap();
        assert!(stages.judge(1, Tail::new(f64::NAN)).is_err());
    }
}
