//! The catalogue of generators, with a row for each.
//!
//! ```
//! use roguelab_generators::catalogue::find;
//!
//! let mut rand = (find("msvc-rand").unwrap().seeded)(1);
//! assert_eq!([rand(), rand(), rand()], [41, 18467, 6334]);
//! ```

mod additive;
mod bsd;
mod congruential;
mod constant;
mod generator;
mod go;
mod interpreters;
mod isaac;
mod languages;
mod mixers;
mod pcg;
mod stream;
mod twister;
mod xorshift;

pub use constant::{Constant, Kind, Varied};
pub use generator::{Generator, Seeding, Structure, seed_of_bits};
pub use mixers::splitmix64_before;
pub use stream::{Block, LANES, Stream};
pub use twister::{tempered, untempered};

/// Every generator, grouped by family.
pub static CATALOGUE: &[&[Generator]] = &[
    congruential::GENERATORS,
    bsd::GENERATORS,
    additive::GENERATORS,
    xorshift::GENERATORS,
    twister::GENERATORS,
    pcg::GENERATORS,
    isaac::GENERATORS,
    mixers::GENERATORS,
    languages::GENERATORS,
    interpreters::GENERATORS,
];

/// All generators, one by one.
pub fn all() -> impl Iterator<Item = &'static Generator> {
    CATALOGUE.iter().copied().flatten()
}

/// The generator of this key.
pub fn find(key: &str) -> Option<&'static Generator> {
    all().find(|generator| generator.key == key)
}

#[cfg(test)]
mod tests;
