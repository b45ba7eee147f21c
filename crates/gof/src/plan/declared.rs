//! A number with the digits it was written with.

use std::fmt;
use std::str::FromStr;

use crate::Error;
use crate::error::out_of_range;

/// A declared number: it stands for all numbers that round to its digits.
///
/// ```
/// use roguelab_gof::plan::Declared;
///
/// let power: Declared = "0.90".parse()?;
/// assert!(power.covers(0.8951) && power.covers(0.9049) && !power.covers(0.894));
/// # Ok::<(), roguelab_gof::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Declared {
    value: f64,
    /// The power of ten of the last digit.
    last_digit: i32,
}

impl Declared {
    /// The declared number of a value and its text in TOML or Rust: `0.9`, `1_000.0`, `4.1e-7`.
    pub(super) fn written(value: f64, text: &str) -> Self {
        let text = text.replace('_', "").to_ascii_lowercase();
        let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        let decimals = digits
            .split_once('.')
            .map_or(0, |(_, decimals)| decimals.len());
        let exponent: i32 = exponent.parse().unwrap_or(0);
        Self {
            value,
            last_digit: exponent.saturating_sub(decimals as i32),
        }
    }

    /// The number.
    pub const fn value(self) -> f64 {
        self.value
    }

    /// Half a unit of the last digit.
    pub fn half_unit(self) -> f64 {
        0.5 * 10_f64.powi(self.last_digit)
    }

    /// Whether a computed number rounds to this one, with some room for the rounding of the computation itself.
    pub fn covers(self, computed: f64) -> bool {
        (computed - self.value).abs() <= self.half_unit() * (1.0 + 1e-9)
    }

    /// The computed number with as many digits as this one.
    pub fn like(self, computed: f64) -> String {
        if (-12..=0).contains(&self.last_digit) {
            format!("{computed:.*}", self.last_digit.unsigned_abs() as usize)
        } else {
            // It takes this many digits to reach the last one.
            let leading = computed.abs().log10().floor();
            let digits = if leading.is_finite() {
                (leading as i32).saturating_sub(self.last_digit).max(0)
            } else {
                0
            };
            format!("{computed:.*e}", digits.min(17) as usize)
        }
    }
}

impl FromStr for Declared {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        match text.replace('_', "").parse::<f64>() {
            Ok(value) if value.is_finite() => Ok(Self::written(value, text)),
            _ => Err(out_of_range("a declared number", text, "a number")),
        }
    }
}

impl fmt::Display for Declared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.like(self.value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_digits_written_set_rounding_and_print() {
        for (text, half, printed) in [
            ("0.9", 0.05, "0.9"),
            ("0.90", 0.005, "0.90"),
            ("1", 0.5, "1"),
            ("4.1e-7", 0.5e-8, "0.00000041"),
            ("4.10e-13", 0.5e-15, "4.10e-13"),
            ("1_0.0_0", 0.005, "10.00"),
            ("5e-1", 0.05, "0.5"),
        ] {
            let declared: Declared = text.parse().unwrap();
            assert!(
                (declared.half_unit() / half - 1.0).abs() < 1e-12,
                "{text}: {}",
                declared.half_unit()
            );
            assert_eq!(declared.to_string(), printed);
        }
        for text in ["", "x", "nan", "inf", "1e999"] {
            assert!(text.parse::<Declared>().is_err(), "{text}");
        }
    }
}
