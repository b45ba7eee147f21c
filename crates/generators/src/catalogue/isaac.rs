//! Bob Jenkins's ISAAC.

use crate::isaac::{Isaac, Isaac64};

use super::generator::{Generator, row};

const SOURCE: &str = "Bob Jenkins, ISAAC and RC4, 1996";

/// The rows of this family.
pub(super) static GENERATORS: &[Generator] = &[
    row! {
        key: "isaac",
        about: "ISAAC, the seed in the first word: randinit with a seed",
        bits: 32,
        seed_bits: 32,
        seeded: |seed| Isaac::new(seed as u32) => |isaac: &mut Isaac| isaac.next_word().into(),
        source: SOURCE,
    },
    row! {
        key: "isaac64",
        about: "ISAAC-64, the seed in the first word: NetHack since 3.6.2",
        bits: 64,
        seed_bits: 64,
        seeded: Isaac64::nethack => Isaac64::next_word,
        source: SOURCE,
    },
    row! {
        key: "isaac64-mixed-once",
        about: "ISAAC-64, the seed mixed in once: randinit(FALSE) is seed 0, and seed_from_u64 of Rust's rand_isaac",
        bits: 64,
        seed_bits: 64,
        seeded: |seed: u64| Isaac64::mixed(&seed.to_le_bytes(), 1) => Isaac64::next_word,
        source: SOURCE,
    },
];
