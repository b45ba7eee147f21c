//! Mazes, rooms, even spreads and lines, on one grid; uses `generators`, and `alloc` but not `std`.
//!
//! Start with [`grid::Grid`], a rectangle of tiles; [`render`] shows it, [`cells`] sees it as a maze. The documents'
//! algorithms: [`boss_maze`] (000), [`rooms`] (001), [`amazing`] (002), [`spread`] and the lines made from it,
//! [`line`](mod@line) (004).
#![no_std]

extern crate alloc;
extern crate roguelab_generators as generators;

/// Gives an enum its list of variants and a word for each, to show and to read.
macro_rules! words {
    ($name:ident { $($variant:ident = $word:literal),+ }) => {
        impl $name {
            /// Every variant.
            pub const ALL: [Self; [$($word),+].len()] = [$(Self::$variant),+];
        }

        impl core::fmt::Display for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str(match self { $(Self::$variant => $word),+ })
            }
        }

        impl core::str::FromStr for $name {
            type Err = alloc::string::String;

            fn from_str(word: &str) -> Result<Self, Self::Err> {
                match word {
                    $($word => Ok(Self::$variant),)+
                    _ => Err(alloc::format!("one of: {}", [$($word),+].join(", "))),
                }
            }
        }
    };
}

pub mod amazing;
pub mod boss_maze;
pub mod cells;
pub mod grid;
pub mod line;
pub mod render;
pub mod rooms;
pub mod spread;

/// The examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
