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
mod generator;
mod go;
mod interpreters;
mod isaac;
mod languages;
mod mixers;
mod packages;
mod pcg;
mod stream;
mod texts;
mod twister;
mod unseeded;
mod xorshift;

pub use generator::{Congruential, Generator, Seeding, Structure, seed_of_bits};
pub use mixers::{
    MULBERRY_32, MWC_1616, MWC_1999, SPLITMIX_64, V8_MWC_1616, mulberry, mwc_word, splitmix_line,
    splitmix64_before,
};
pub use pcg::{ELM, rxs_m_xs};
pub use stream::{Block, LANES, Stream};
pub use texts::{TEXT_HASHES, TEXT_SEEDINGS, TextHash, TextSeeding};
pub use twister::{MT_19937, array_word, tempered, tempering_line, twist, untempered};
pub use unseeded::{InitialState, UNSEEDED, Unseeded};
pub use xorshift::{
    XORSHIFT_32, XORSHIFT_64, XORSHIFT_64_STAR, XOSHIRO_128, XOSHIRO_256_PLUS_PLUS,
    XOSHIRO_256_STAR_STAR, filled, halves, plus, plus_plus, star_star, xorshift_line, xoshiro_line,
};

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
    packages::GENERATORS,
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
