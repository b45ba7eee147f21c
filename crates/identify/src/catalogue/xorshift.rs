//! Generators that are linear over GF(2).

use super::{Generator, Stream, Structure};

/// Those of the catalogue.
pub(super) static GENERATORS: &[Generator] = &[Generator {
    key: "xorshift32",
    about: "Marsaglia's xorshift of 32 bits, shifts 13, 17, 5",
    bits: 32,
    seed_bits: 32,
    seeded: |seed| xorshift32(&[seed]),
    structure: Structure::Linear { state: 1, bits: 32, mask: 0xffff_ffff, from_state: xorshift32 },
    source: "Marsaglia, Xorshift RNGs, Journal of Statistical Software 8(14), 2003",
}];

fn xorshift32(state: &[u64]) -> Stream {
    let mut x = state[0] as u32;
    Box::new(move || {
        x ^= x << 13;
        x ^= x >> 17;
        x ^= x << 5;
        x.into()
    })
}
