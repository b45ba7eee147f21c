//! Distributions of numbers, which give each number a place between 0 and 1.

use std::fmt;

use gof::tail::normal;

/// A distribution of numbers. All of these are continuous.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Distribution {
    /// Uniform from 0 up to, but not including, 1.
    #[default]
    Uniform,
    /// Normal, with this mean and standard deviation.
    Normal(f64, f64),
    /// Exponential waiting times with this rate.
    Exponential(f64),
}

impl Distribution {
    /// Parses a normal distribution from its [`moments`].
    pub fn normal(text: &str) -> Result<Self, String> {
        moments(text).map(|(mean, deviation)| Self::Normal(mean, deviation))
    }

    /// Parses a rate.
    pub fn exponential(text: &str) -> Result<Self, String> {
        number(text)
            .filter(|rate| *rate > 0.0)
            .map(Self::Exponential)
            .ok_or_else(|| "give the rate, which is above 0: one over the mean".into())
    }

    /// The probability of a number at most as large; `None` if this number cannot occur.
    pub(super) fn place(&self, number: f64) -> Option<f64> {
        match self {
            Self::Uniform => (0.0..1.0).contains(&number).then_some(number),
            Self::Normal(mean, deviation) => number
                .is_finite()
                .then(|| normal::cdf((number - mean) / deviation).value()),
            Self::Exponential(rate) => (number >= 0.0).then(|| -(-rate * number).exp_m1()),
        }
    }

    /// The steepest slope of a place as a function of its number.
    pub fn steepest(&self) -> f64 {
        match self {
            Self::Uniform => 1.0,
            Self::Normal(_, deviation) => 0.4 / deviation,
            Self::Exponential(rate) => *rate,
        }
    }
}

/// Parses a mean and a standard deviation, such as `0,1`.
pub fn moments(text: &str) -> Result<(f64, f64), String> {
    let parsed = text
        .split_once(',')
        .and_then(|(mean, deviation)| Some((number(mean)?, number(deviation)?)));
    parsed
        .filter(|(_, deviation)| *deviation > 0.0)
        .ok_or_else(|| "give the mean and the deviation, which is above 0, like 0,1".into())
}

fn number(text: &str) -> Option<f64> {
    text.trim()
        .parse()
        .ok()
        .filter(|number: &f64| number.is_finite())
}

impl fmt::Display for Distribution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Uniform => f.write_str("fractions from 0 up to 1"),
            Self::Normal(mean, deviation) => {
                write!(f, "normal numbers of mean {mean} and deviation {deviation}")
            }
            Self::Exponential(rate) => write!(f, "exponential numbers of rate {rate}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_has_its_place_in_each_law() {
        for (law, number, place) in [
            (Distribution::Uniform, 0.25, Some(0.25)),
            (Distribution::Uniform, 1.0, None),
            (Distribution::normal("5,2").unwrap(), 5.0, Some(0.5)),
            (Distribution::normal("5,2").unwrap(), f64::NAN, None),
            (
                Distribution::exponential("2").unwrap(),
                2_f64.ln() / 2.0,
                Some(0.5),
            ),
            (Distribution::exponential("2").unwrap(), -0.1, None),
        ] {
            let found = law.place(number);
            let near = found
                .zip(place)
                .map_or(found == place, |(one, other)| (one - other).abs() < 1e-15);
            assert!(near, "{law}: {number} is at {found:?}");
        }
    }

    #[test]
    fn what_is_no_law_is_refused() {
        for wrong in ["1", "0,0", "0,-1", "x,1", "0,inf"] {
            assert!(Distribution::normal(wrong).is_err(), "{wrong}");
        }
        assert!(Distribution::exponential("0").is_err());
    }
}
