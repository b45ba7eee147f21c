//! The domains of arguments and the declarations of ops; help, random tests and the vector pack follow from them.

use std::fmt;
use std::num::NonZeroU32;

use crate::output::Output;

/// An op as a subject declares it with [`ops!`](crate::ops!).
#[derive(Clone, Copy, Debug)]
pub struct Op {
    /// The name of the op.
    pub name: &'static str,
    /// Its text form: the name, then the arguments in capitals, as in `get_rand X Y`.
    pub form: &'static str,
    /// A description of what it does, for someone who implements it.
    pub does: &'static str,
    /// Its arguments, in order.
    pub arguments: &'static [Argument],
    /// The kind of output that it shows.
    pub shows: Shows,
    /// Whether it logs the draws it takes.
    pub draws: bool,
    /// Whether it seeds the generator.
    pub seeds: bool,
}

/// An argument of an [`Op`].
#[derive(Clone, Copy, Debug)]
pub struct Argument {
    /// The name of the argument.
    pub name: &'static str,
    /// The values that it may have.
    pub domain: Domain,
}

/// The values that an argument may have.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Domain {
    /// A whole number.
    Number {
        /// The type of a program's variable that holds it.
        width: Width,
        /// The least number.
        least: i128,
        /// The greatest number.
        most: i128,
        /// The greatest number that random tests use: with it an op takes milliseconds.
        cheap: i128,
        /// Values beyond it at which something changes, which random tests use as well.
        edges: &'static [i128],
    },
    /// One of a few values.
    OneOf {
        /// The texts of the values.
        texts: &'static [&'static str],
        /// Whether they are numbers, unsigned and of 32 bits.
        numbers: bool,
    },
}

/// A type that holds a number.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Width {
    /// Signed, 32 bits.
    I32,
    /// Unsigned, 32 bits.
    U32,
    /// Signed, 64 bits.
    I64,
    /// Unsigned, 64 bits.
    U64,
}

impl Width {
    /// Its name, as in Rust.
    pub const fn name(self) -> &'static str {
        match self {
            Self::I32 => "i32",
            Self::U32 => "u32",
            Self::I64 => "i64",
            Self::U64 => "u64",
        }
    }

    /// The least and the greatest number.
    pub const fn range(self) -> (i128, i128) {
        match self {
            Self::I32 => (i32::MIN as i128, i32::MAX as i128),
            Self::U32 => (0, u32::MAX as i128),
            Self::I64 => (i64::MIN as i128, i64::MAX as i128),
            Self::U64 => (0, u64::MAX as i128),
        }
    }
}

/// The values, as in "0 to 9" and "one of red, blue".
impl fmt::Display for Domain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number { least, most, .. } => write!(f, "{least} to {most}"),
            Self::OneOf { texts, .. } => write!(f, "one of {}", texts.join(", ")),
        }
    }
}

impl Domain {
    /// Whether a text is one of the values, as it is written in an op.
    pub fn has(&self, text: &str) -> bool {
        match *self {
            Self::Number { least, most, .. } => text.parse().is_ok_and(|number: i128| {
                (least..=most).contains(&number) && number.to_string() == text
            }),
            Self::OneOf { texts, .. } => texts.contains(&text),
        }
    }

    /// Numbers from `least` to `most`, of which random tests use those up to `cheap`.
    pub const fn number(width: Width, least: i128, most: i128, cheap: i128) -> Self {
        Self::Number {
            width,
            least,
            most,
            cheap,
            edges: &[],
        }
    }

    /// One of these texts, or numbers if the first begins with a digit.
    ///
    /// # Panics
    /// If there is no text.
    pub const fn one_of(texts: &'static [&'static str]) -> Self {
        Self::OneOf {
            texts,
            numbers: texts[0].as_bytes()[0].is_ascii_digit(),
        }
    }
}

/// A type that an op's argument may have.
pub trait ArgumentType {
    /// The values of this type.
    const DOMAIN: Domain;
}

macro_rules! numbers {
    ($($kind:ty, $width:ident, $least:expr;)+) => {
        $(impl ArgumentType for $kind {
            const DOMAIN: Domain = Domain::number(Width::$width, $least, Width::$width.range().1, Width::$width.range().1);
        })+
    };
}

numbers! {
    i32, I32, i32::MIN as i128;
    u32, U32, 0;
    i64, I64, i64::MIN as i128;
    u64, U64, 0;
    NonZeroU32, U32, 1;
}

/// The kind of output that an op always shows.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Shows {
    /// Nothing.
    Nothing,
    /// A number.
    Number(Width),
    /// A list of 32-bit words.
    Words,
    /// A list of 64-bit words.
    Words64,
    /// A list of texts.
    Texts,
}

#[allow(non_upper_case_globals)]
impl Shows {
    /// A number of this type, named as in [`ops!`](crate::ops!).
    pub const i32: Self = Self::Number(Width::I32);
    /// A number of this type.
    pub const u32: Self = Self::Number(Width::U32);
    /// A number of this type.
    pub const i64: Self = Self::Number(Width::I64);
    /// A number of this type.
    pub const u64: Self = Self::Number(Width::U64);
    /// [`Shows::Words`].
    pub const words: Self = Self::Words;
    /// [`Shows::Words64`].
    pub const words64: Self = Self::Words64;
    /// [`Shows::Texts`].
    pub const texts: Self = Self::Texts;
    /// [`Shows::Nothing`].
    pub const nothing: Self = Self::Nothing;

    /// The name of this form of output.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Nothing => "nothing",
            Self::Number(width) => width.name(),
            Self::Words => "words",
            Self::Words64 => "words64",
            Self::Texts => "texts",
        }
    }
}

impl Op {
    /// Whether the op may show this.
    pub fn may_show(&self, output: &Output) -> bool {
        match (self.shows, output) {
            (Shows::Nothing, Output::Nothing)
            | (Shows::Words | Shows::Words64, Output::Words(_))
            | (Shows::Words64, Output::Words64(_))
            | (Shows::Texts, Output::Texts(_)) => true,
            // An empty list has no type.
            (Shows::Texts, Output::Words(words)) => words.is_empty(),
            (Shows::Number(width), Output::Number(number)) => {
                let (least, most) = width.range();
                (least..=most).contains(number)
            }
            _ => false,
        }
    }

    /// The declaration of an op that neither draws nor seeds.
    #[doc(hidden)]
    pub const fn new(
        name: &'static str,
        form: &'static str,
        does: &'static str,
        arguments: &'static [Argument],
        shows: Shows,
    ) -> Self {
        Self {
            name,
            form,
            does: does.trim_ascii(),
            arguments,
            shows,
            draws: false,
            seeds: false,
        }
    }

    /// The same declaration, with draws that are logged.
    #[must_use]
    pub const fn draws(self) -> Self {
        Self {
            draws: true,
            ..self
        }
    }

    /// The same declaration, of an op that seeds.
    #[must_use]
    pub const fn seeds(self) -> Self {
        Self {
            seeds: true,
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_of_texts_or_empty_where_texts_are_shown() {
        let op = Op::new("names", "names", "", &[], Shows::Texts);
        let shown = [
            Output::Words(vec![]),
            Output::Words(vec![1]),
            Output::Nothing,
        ];
        assert_eq!(
            shown.map(|output| op.may_show(&output)),
            [true, false, false]
        );
    }
}
