//! Linear congruential generators.

use super::{Generator, Structure, row};

/// One row: the parameters are those of the stream and of its structure.
macro_rules! lcg {
    (
        $key:literal, $about:literal,
        $multiplier:literal, $increment:literal, mod $modulus:expr, shift $shift:literal, bits $bits:literal,
        seed $seed_bits:literal $seeded:expr, $source:literal
    ) => {
        row! {
            key: $key,
            about: $about,
            bits: $bits,
            seed_bits: $seed_bits,
            seeded: $seeded => |x| {
                *x = step::<$multiplier, $increment, { $modulus }>(*x);
                *x >> $shift & mask($modulus, $shift, $bits)
            },
            structure: Structure::Congruential {
                multiplier: $multiplier,
                increment: $increment,
                modulus: $modulus,
                shift: $shift,
                mask: mask($modulus, $shift, $bits),
            },
            source: $source,
        }
    };
}

/// Those of the catalogue.
pub(super) static GENERATORS: &[Generator] = &[lcg!("msvc-rand", "rand() of Microsoft's C library: games for Windows",
        214_013, 2_531_011, mod 1 << 32, shift 16, bits 15, seed 31 |seed| seed, "outputs of srand(1): 41, 18467, 6334")];

/// All bits if the output is all of the state above the shift, otherwise the low `bits`.
const fn mask(modulus: u128, shift: u32, bits: u32) -> u64 {
    if (modulus - 1) >> shift >> bits == 0 { u64::MAX } else { (1 << bits) - 1 }
}

/// The next state.
#[inline]
fn step<const A: u64, const C: u64, const M: u128>(x: u64) -> u64 {
    if M.is_power_of_two() {
        x.wrapping_mul(A).wrapping_add(C) & (M - 1) as u64
    } else if (M - 1) * A as u128 + C as u128 <= u64::MAX as u128 {
        (x * A + C) % M as u64
    } else {
        ((u128::from(x) * u128::from(A) + u128::from(C)) % M) as u64
    }
}
