//! How large a bias is.

use std::fmt;

use crate::Error;

/// The smallest bias that has to be found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Effect {
    /// Half the sum of the absolute differences of the probabilities: the largest difference of any event.
    TotalVariation(f64),
    /// The sum of `(p - q)^2 / q`.
    ChiSquare(f64),
}

impl Effect {
    /// The least chi-square per sample of this effect (Cauchy-Schwarz).
    pub(super) fn chi_square(self) -> Result<f64, Error> {
        match self {
            Self::TotalVariation(distance) if distance > 0.0 && distance < 1.0 => {
                Ok(4.0 * distance * distance)
            }
            Self::TotalVariation(distance) => Err(Error::OutsideUnitInterval(distance)),
            Self::ChiSquare(effect) if effect > 0.0 && effect.is_finite() => Ok(effect),
            Self::ChiSquare(effect) => Err(Error::InvalidEffect(effect)),
        }
    }
}

impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            // Like `Debug`, with an exponent where there would be many zeros.
            Self::TotalVariation(distance) => write!(f, "a total variation of {distance:?}"),
            Self::ChiSquare(effect) => write!(f, "a chi-square per sample of {effect:?}"),
        }
    }
}
