//! Linear congruential generators.

use super::{Generator, Stream, Structure};

/// Those of the catalogue.
pub(super) static GENERATORS: &[Generator] = &[Generator {
    key: "msvc-rand",
    about: "rand() of Microsoft's C library",
    bits: 15,
    seed_bits: 32,
    seeded: msvc,
    structure: Structure::Congruential {
        multiplier: 214_013,
        increment: 2_531_011,
        modulus: 1 << 32,
        shift: 16,
        mask: 0x7fff,
    },
    source: "the outputs of srand(1): 41, 18467, 6334",
}];

fn msvc(seed: u64) -> Stream {
    let mut x = seed as u32;
    Box::new(move || {
        x = x.wrapping_mul(214_013).wrapping_add(2_531_011);
        u64::from(x >> 16 & 0x7fff)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn microsofts_first_outputs_of_seed_1_are_the_known_ones() {
        let mut next = msvc(1);
        assert_eq!([next(), next(), next()], [41, 18467, 6334]);
    }
}
