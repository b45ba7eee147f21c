//! Arguments of ops with narrower ranges than the types of the language.

use std::fmt;
use std::str::FromStr;

use lockstep::{ArgumentType, Domain, Seen, Width};

/// A 32-bit number from `LEAST` to `MOST`.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Ranged<const LEAST: u32, const MOST: u32>(u32);

/// How many outputs an op asks for: 1 to 2^20, so that no replay needs too much memory.
pub type Count = Ranged<1, { 1 << 20 }>;

/// A side of a map: from 0, which no map has, to the longest that the references can make.
pub type Length = Ranged<0, LONGEST_SIDE>;

/// The longest side of a map, that of the references.
pub(super) const LONGEST_SIDE: u32 = 200;

/// How many items an op permutes: a permutation without a list takes half the square of that in steps, which for the greatest
/// number is some tenths of a second on each side.
pub type Items = Ranged<0, { 1 << 13 }>;

/// The number of a type of BSD random.
pub type TypeNumber = Ranged<0, 4>;

impl<const LEAST: u32, const MOST: u32> Ranged<LEAST, MOST> {
    /// The number, if it is in the range.
    pub const fn new(number: u32) -> Option<Self> {
        if LEAST <= number && number <= MOST {
            Some(Self(number))
        } else {
            None
        }
    }

    /// The number.
    pub const fn get(self) -> u32 {
        self.0
    }
}

impl Count {
    /// This many words.
    pub fn words(self, mut next: impl FnMut() -> u32) -> Seen {
        Seen::words((0..self.0).map(|_| next()).collect::<Vec<_>>())
    }

    /// This many words of 64 bits.
    pub fn words64(self, mut next: impl FnMut() -> u64) -> Seen {
        Seen::words64((0..self.0).map(|_| next()).collect::<Vec<_>>())
    }

    /// This many words, made at once.
    pub fn filled(self, fill: impl FnOnce(&mut [u32])) -> Seen {
        let mut words = vec![0; self.0 as usize];
        fill(&mut words);
        Seen::words(words)
    }
}

impl<const LEAST: u32, const MOST: u32> fmt::Display for Ranged<LEAST, MOST> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<const LEAST: u32, const MOST: u32> FromStr for Ranged<LEAST, MOST> {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        text.parse().ok().and_then(Self::new).ok_or(())
    }
}

impl<const LEAST: u32, const MOST: u32> ArgumentType for Ranged<LEAST, MOST> {
    const DOMAIN: Domain = Domain::number(Width::U32, LEAST as i128, MOST as i128, MOST as i128);
}

/// Declares an argument that is one of a few words: an enum, or a wrapper of a port's enum.
macro_rules! words {
    ($(#[$outer:meta])* $vis:vis enum $name:ident {
        $( $(#[$inner:meta])* $variant:ident = $text:literal ),+ $(,)?
    }) => {
        $(#[$outer])*
        #[derive(Clone, Copy, Debug, Eq, PartialEq)]
        $vis enum $name { $( $(#[$inner])* $variant ),+ }

        words!(@ $vis $name $((Self::$variant) = $text,)+);
    };
    ($(#[$outer:meta])* $vis:vis struct $name:ident($of:ident) { $( $variant:ident = $text:literal ),+ $(,)? }) => {
        $(#[$outer])*
        #[derive(Clone, Copy, Debug, Eq, PartialEq)]
        $vis struct $name(pub $of);

        words!(@ $vis $name $((Self($of::$variant)) = $text,)+);
    };
    (@ $vis:vis $name:ident $( ($($value:tt)+) = $text:literal, )+) => {
        impl $name {
            /// All values.
            $vis const ALL: &[Self] = &[$($($value)+),+];
        }

        impl ::lockstep::ArgumentType for $name {
            const DOMAIN: ::lockstep::Domain = ::lockstep::Domain::one_of(&[$($text),+]);
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.write_str(match self { $($($value)+ => $text),+ })
            }
        }

        impl ::std::str::FromStr for $name {
            type Err = ();

            fn from_str(text: &str) -> Result<Self, ()> {
                match text {
                    $($text => Ok($($value)+),)+
                    _ => Err(()),
                }
            }
        }
    };
}

pub(super) use words;
