//! Arguments of ops that are narrower than the types of the language.

use std::fmt;
use std::str::FromStr;

use lockstep::{ArgumentType, Domain, Width};

/// Declares a number of 32 bits with a range of its own, and how large random tests make it.
macro_rules! number {
    ($(#[$outer:meta])* $name:ident, $least:expr, $most:expr, $cheap:expr $(, edges $edges:expr)?) => {
        $(#[$outer])*
        #[derive(Clone, Copy, Debug, Eq, PartialEq)]
        pub struct $name(u32);

        impl $name {
            /// The number, if it is in the range.
            pub const fn new(number: u32) -> Option<Self> {
                let wide = number as i128;
                if $least as i128 <= wide && wide <= $most as i128 { Some(Self(number)) } else { None }
            }

            /// The number.
            pub const fn get(self) -> u32 {
                self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl FromStr for $name {
            type Err = String;

            fn from_str(text: &str) -> Result<Self, String> {
                let number = text.parse().ok().and_then(Self::new);
                number.ok_or_else(|| format!("expected a number from {} to {}", $least, $most))
            }
        }

        impl ArgumentType for $name {
            const DOMAIN: Domain = {
                #[allow(unused_variables)]
                let edges: &[i128] = &[];
                $(let edges = $edges;)?
                Domain::Number { width: Width::U32, least: $least as i128, most: $most as i128, cheap: $cheap, edges }
            };
        }
    };
}

number! {
    /// How many outputs an op asks for: 1 to 2^20, so that no replay asks for more memory than there is.
    Count, 1_u32, 1_u32 << 20, 400
}

number! {
    /// A side of a map: 0, which no map has, to the longest that the references serve.
    Length, 0_u32, foreign::reference::maps::LONGEST_SIDE, 24
}

number! {
    /// How many items of one kind are spread. Both sides refuse too many.
    Spread, 0_u32, u32::MAX, 2000, edges &[1 << 30, u32::MAX as i128 - 1, u32::MAX as i128]
}

/// How many items an op permutes: a permutation without a list takes half the square of that in steps.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Items(u16);

impl Items {
    /// The most: 2^25 steps, some tenths of a second on each side.
    pub const MOST: Self = Self(1 << 13);

    /// A number of items, if it is one.
    pub const fn new(items: u16) -> Option<Self> {
        if items <= Self::MOST.0 {
            Some(Self(items))
        } else {
            None
        }
    }

    /// The number.
    pub const fn get(self) -> u16 {
        self.0
    }

    const fn steps(items: u64) -> u64 {
        items * items / 2
    }
}

impl fmt::Display for Items {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Items {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let Self(most) = Self::MOST;
        let items: u32 = text
            .parse()
            .map_err(|_| format!("a number of items is from 0 to {most}"))?;
        u16::try_from(items).ok().and_then(Self::new).ok_or_else(|| {
            format!(
                "a permutation of {items} takes about {} steps, more than the limit of {}: give {most} items at most",
                Self::steps(items.into()),
                Self::steps(most.into())
            )
        })
    }
}

impl ArgumentType for Items {
    const DOMAIN: Domain = Domain::number(Width::U32, 0, Self::MOST.0 as i128, 200);
}

/// The number of a type of BSD random: 0 to 4.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct TypeNumber(generators::bsd_random::Kind);

impl TypeNumber {
    /// All five.
    pub const ALL: [Self; 5] = {
        let kinds = generators::bsd_random::Kind::ALL;
        [
            Self(kinds[0]),
            Self(kinds[1]),
            Self(kinds[2]),
            Self(kinds[3]),
            Self(kinds[4]),
        ]
    };

    /// The kind of that number.
    pub const fn kind(self) -> generators::bsd_random::Kind {
        self.0
    }
}

impl fmt::Display for TypeNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0 as u8)
    }
}

impl FromStr for TypeNumber {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = text.parse::<usize>().ok();
        number
            .and_then(|number| Self::ALL.get(number).copied())
            .ok_or_else(|| "a type is a number from 0 to 4".into())
    }
}

impl ArgumentType for TypeNumber {
    const DOMAIN: Domain = Domain::number(Width::U32, 0, 4, 4);
}

/// Declares an argument that is one of a few words: an enum, or a wrapper of a port's enum.
macro_rules! words {
    ($(#[$outer:meta])* $vis:vis enum $name:ident {
        $( $(#[$inner:meta])* $variant:ident = $text:literal ),+ $(,)?
    }) => {
        $(#[$outer])*
        #[derive(Clone, Copy, Debug, Eq, PartialEq)]
        $vis enum $name { $( $(#[$inner])* $variant ),+ }

        impl $name {
            /// All of them.
            $vis const ALL: &[Self] = &[$(Self::$variant),+];
        }

        impl ::lockstep::ArgumentType for $name {
            const DOMAIN: ::lockstep::Domain = ::lockstep::Domain::one_of(&[$($text),+]);
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.write_str(match self { $(Self::$variant => $text),+ })
            }
        }

        impl ::std::str::FromStr for $name {
            type Err = String;

            fn from_str(text: &str) -> Result<Self, String> {
                match text {
                    $($text => Ok(Self::$variant),)+
                    _ => Err(format!("one of: {}", [$($text),+].join(", "))),
                }
            }
        }
    };
    ($(#[$outer:meta])* $vis:vis struct $name:ident($of:ident) { $( $variant:ident = $text:literal ),+ $(,)? }) => {
        $(#[$outer])*
        #[derive(Clone, Copy, Debug, Eq, PartialEq)]
        $vis struct $name(pub $of);

        impl $name {
            /// All of them.
            $vis const ALL: &[Self] = &[$(Self($of::$variant)),+];
        }

        impl ::lockstep::ArgumentType for $name {
            const DOMAIN: ::lockstep::Domain = ::lockstep::Domain::one_of(&[$($text),+]);
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                self.0.fmt(f)
            }
        }

        impl ::std::str::FromStr for $name {
            type Err = String;

            fn from_str(text: &str) -> Result<Self, String> {
                text.parse().map(Self)
            }
        }
    };
}

pub(super) use words;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_items_than_can_be_permuted_in_a_second_are_refused_with_an_estimate() {
        assert_eq!("8192".parse(), Ok(Items::MOST));
        for (items, steps) in [
            (8193, "33562624"),
            (65_535, "2147418112"),
            (u32::MAX, "9223372032559808512"),
        ] {
            let why = items.to_string().parse::<Items>().unwrap_err();
            assert!(
                why.contains(&format!("{items} takes about {steps} steps")),
                "{why}"
            );
            assert!(
                why.contains("limit of 33554432") && why.contains("8192 items at most"),
                "{why}"
            );
        }
        assert!("-1".parse::<Items>().is_err());
    }

    words! {
        /// Two words.
        enum Coin {
            /// The one.
            Heads = "heads",
            /// The other.
            Tails = "tails",
        }
    }

    #[test]
    fn words_are_read_as_they_are_written() {
        assert!(
            Coin::ALL
                .iter()
                .all(|coin| coin.to_string().parse() == Ok(*coin))
        );
        assert_eq!("edge".parse::<Coin>().unwrap_err(), "one of: heads, tails");
    }

    #[test]
    fn there_is_no_type_5() {
        assert_eq!("4".parse::<TypeNumber>().unwrap().to_string(), "4");
        assert!("5".parse::<TypeNumber>().is_err());
    }
}
