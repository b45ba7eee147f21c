//! Generators that are linear over GF(2).

use super::{Generator, Structure, row, stream};

/// Those of the catalogue.
pub(super) static GENERATORS: &[Generator] = &[row! {
    key: "xorshift32",
    about: "Marsaglia's xorshift of 32 bits, shifts 13, 17, 5",
    bits: 32,
    seed_bits: 32,
    seeded: |seed| seed as u32 => xorshift32,
    structure: Structure::Linear {
        state: 1,
        bits: 32,
        mask: 0xffff_ffff,
        from_state: |words| stream(words[0] as u32, xorshift32),
    },
    source: "Marsaglia, Xorshift RNGs, Journal of Statistical Software 8(14), 2003",
}];

fn xorshift32(x: &mut u32) -> u64 {
    *x ^= *x << 13;
    *x ^= *x >> 17;
    *x ^= *x << 5;
    u64::from(*x)
}
