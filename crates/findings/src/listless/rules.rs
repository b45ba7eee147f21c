//! The ways of drawing that are compared.

use crate::prelude::*;
use exact::explore::Rule;
use generators::bounding::{LowBits, Modulo};

/// The size of the document's maze, in tiles.
pub(super) const SIZE: (usize, usize) = (109, 25);

/// How a draw below a bound is made.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Draws {
    /// All numbers are equally likely.
    Ideal,
    /// The remainder of a word of 32 bits.
    Remainder,
    /// The remainder of 14 bits, as Rogue draws.
    LowBits,
}

impl Draws {
    /// All ways of drawing.
    pub const ALL: [Self; 3] = [Self::Ideal, Self::Remainder, Self::LowBits];

    /// The name of this way of drawing.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ideal => "ideal draws",
            Self::Remainder => "32-bit word modulo n",
            Self::LowBits => "14 low bits modulo n",
        }
    }

    /// The probability of each number.
    ///
    /// # Errors
    /// If the words have no bits or too many, which never happens.
    pub fn rule(self) -> Result<Rule> {
        Ok(match self {
            Self::Ideal => Rule::ideal(),
            Self::Remainder => Rule::of::<Modulo>(32)?,
            Self::LowBits => Rule::of::<LowBits<14>>(31)?,
        })
    }
}
