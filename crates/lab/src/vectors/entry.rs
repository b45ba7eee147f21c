//! An entry of a vector file, and how its parts are read.

use anyhow::{Error, Result};
use serde_json::Value;

use super::at;
use super::json::whole;

/// The most tiles of a maze or a dungeon: everything about it is computed and held as JSON, many times its size.
pub(super) const MOST_TILES: usize = 1 << 22;

#[derive(Clone, Debug)]
pub(super) struct Entry<'a> {
    /// Where it is.
    pub(super) path: String,
    pub(super) key: &'a str,
    pub(super) value: &'a Value,
}

impl<'a> Entry<'a> {
    pub(super) const fn new(path: String, key: &'a str, value: &'a Value) -> Self {
        Self { path, key, value }
    }

    /// The entries of a list, or of an object under its keys.
    pub(super) fn each(&self) -> Result<Vec<Self>> {
        match self.value {
            Value::Object(map) => {
                let part = |(name, value): (&'a String, &'a Value)| {
                    Self::new(format!("{}.{name}", self.path), name.as_str(), value)
                };
                Ok(map.iter().map(part).collect())
            }
            Value::Array(_) => self.list(),
            _ => Err(self.malformed("a list or an object of entries belongs here")),
        }
    }

    /// The error that something else belongs here.
    pub(super) fn malformed(&self, expected: impl std::fmt::Display) -> Error {
        at(&self.path, expected)
    }

    /// The part under a key, if there is one.
    pub(super) fn get(&self, key: &'a str) -> Option<Self> {
        Some(Self::new(
            format!("{}.{key}", self.path),
            key,
            self.value.get(key)?,
        ))
    }

    pub(super) fn part(&self, key: &'a str) -> Result<Self> {
        let missing = "it is missing, and everything else of this entry is computed from it";
        self.get(key)
            .ok_or_else(|| at(&format!("{}.{key}", self.path), missing))
    }

    pub(super) fn list(&self) -> Result<Vec<Self>> {
        let list = self
            .value
            .as_array()
            .ok_or_else(|| self.malformed("a list belongs here"))?;
        let part = |(i, value)| Self::new(format!("{}[{i}]", self.path), "", value);
        Ok(list.iter().enumerate().map(part).collect())
    }

    /// The parts of a list that is not empty: its length says how many to compute.
    pub(super) fn filled(&self) -> Result<Vec<Self>> {
        let list = self.list()?;
        if list.is_empty() {
            Err(self.malformed("it is empty: its length says how many to compute"))
        } else {
            Ok(list)
        }
    }

    /// The length of the list under a key; 0 if there is none.
    pub(super) fn length(&self, key: &'a str) -> Result<usize> {
        self.get(key)
            .map_or(Ok(0), |part| part.filled().map(|list| list.len()))
    }

    /// Two times 64 bits.
    pub(super) fn pair(&self) -> Result<(u64, u64)> {
        match &self.list()?[..] {
            [first, second] => Ok((first.bits()?, second.bits()?)),
            _ => Err(self.malformed("a list of two belongs here")),
        }
    }

    pub(super) fn text(&self) -> Result<&'a str> {
        self.value
            .as_str()
            .ok_or_else(|| self.malformed("a text belongs here"))
    }

    /// A whole number that fits `T`.
    pub(super) fn number<T: TryFrom<i128>>(&self) -> Result<T> {
        let number = whole(self.value).and_then(|number| T::try_from(number).ok());
        let expected = || {
            format!(
                "a whole number that fits {} belongs here",
                std::any::type_name::<T>()
            )
        };
        number.ok_or_else(|| self.malformed(expected()))
    }

    /// Width and height, at most `most` together.
    pub(super) fn size(&self, most: usize) -> Result<(usize, usize)> {
        let (width, height): (usize, usize) = (
            self.part("width")?.number()?,
            self.part("height")?.number()?,
        );
        if width.checked_mul(height).is_none_or(|area| area > most) {
            return Err(self.malformed(format!(
                "{width} by {height} is too large to check: at most {most} together"
            )));
        }
        Ok((width, height))
    }

    /// 64 bits: a text in hexadecimal, or a number.
    pub(super) fn bits(&self) -> Result<u64> {
        let bits = hexadecimal_bits(self.value).or_else(|| self.value.as_u64());
        bits.ok_or_else(|| self.malformed("64 bits belong here, as in \"0x853c49e6748fea9b\""))
    }
}

pub(super) fn hexadecimal_bits(value: &Value) -> Option<u64> {
    u64::from_str_radix(value.as_str()?.strip_prefix("0x")?, 16).ok()
}

/// 64 bits as the files have them.
pub(super) fn hexadecimal(bits: u64) -> String {
    format!("{bits:#018x}")
}
