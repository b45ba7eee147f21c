//! Exact numbers in JSON and in text.

use exact::rational::{scientific, to_f64, whole};
use exact::{BigRational, BigUint};
use serde::ser::SerializeStruct as _;
use serde::{Serialize, Serializer};

/// An exact fraction. In JSON it is a text, beside the nearest double.
#[derive(Clone, Debug, PartialEq)]
pub struct Fraction(pub BigRational);

impl Serialize for Fraction {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Fraction", 2)?;
        fields.serialize_field("exact", &self.0.to_string())?;
        fields.serialize_field("value", &to_f64(&self.0))?;
        fields.end()
    }
}

impl Fraction {
    /// The fraction in full if it is short, and rounded.
    pub(super) fn describe(&self) -> String {
        let (value, one) = (&self.0, whole(1));
        let more = value - &one;
        let rounded = if *value > one && more < one {
            format!("1 + {}", scientific(&more, 4))
        } else {
            scientific(value, 4)
        };
        let full = value.to_string();
        match full.len() {
            ..=12 if value.is_integer() => full,
            ..=32 if !value.is_integer() => format!("{full} = {rounded}"),
            _ => rounded,
        }
    }
}

/// A number in full if it is short.
pub(super) fn describe_integer(value: &BigUint) -> String {
    let full = value.to_string();
    if full.len() <= 24 {
        full
    } else {
        scientific(&whole(value.clone()), 4)
    }
}
