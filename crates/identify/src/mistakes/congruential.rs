//! Mistakes in the linear congruential generators of the catalogue, derived from the structures of their rows.

use generators::catalogue::{Generator, Structure};
use generators::rule::ones;

use super::model::Shown;
use super::side::{General, flaws};

flaws! {
    FLAWS:
    WORD_BEFORE_STEP = "word-before-step", "a word is made from the state before the step: it must be made from the state after it";
    SEED_AS_IT_IS = "seed-as-it-is", "the seed is used as the state: the seeding must compute the state from it";
    OUTPUT_NOT_MASKED = "output-not-masked", "the shifted state is shown with all its bits: a mask is missing, or a narrower type";
    NOT_SHIFTED = "not-shifted", "the low bits of the state are shown: the state must be shifted right first";
    MODULUS_2_31 = "modulus-2^31", "the modulus is 2^31";
    MODULUS_2_32 = "modulus-2^32", "the modulus is 2^32";
    MODULUS_2_31_1 = "modulus-2^31-1", "the modulus is 2^31 - 1";
    MODULUS_2_32_1 = "modulus-2^32-1", "the modulus is 2^32 - 1";
    MODULUS_2_48_1 = "modulus-2^48-1", "the modulus is 2^48 - 1";
    NO_MODULUS = "no-modulus", "the state is not reduced by the modulus, and keeps 64 bits";
    PRODUCT_OF_32_BITS = "product-of-32-bits", "the product overflows 32 bits before the remainder is taken: 64 bits must be used";
    PRODUCT_OF_32_BITS_SIGNED = "product-of-32-bits-signed",
        "the product overflows 32 bits with a sign before the remainder is taken: 64 bits must be used";
    REMAINDER_SIGNED = "remainder-signed", "the state is signed, and so are its quotients and remainders: it must be unsigned";
    SCHRAGE_NEGATIVE_KEPT = "schrage-negative-kept", "a negative state of Schrage's method is kept: the modulus must be added";
    ONE_TOO_LITTLE = "one-too-little", "an output is 1 too small";
}

/// The stream of outputs from a seed.
pub(super) fn seeded(row: &'static Generator, general: General, seed: u64) -> Shown {
    let (Structure::Congruential { modulus, mask, .. }, Some(congruential)) =
        (row.structure, row.congruential)
    else {
        return Box::new(|| 0);
    };
    let [multiplier, increment, shift] = general.values(0);
    let flaw = general.flaw;
    let width = u128::BITS - (modulus - 1).leading_zeros();
    let modulus = match flaw {
        Some(&MODULUS_2_31) => 1 << 31,
        Some(&MODULUS_2_32) => 1 << 32,
        Some(&MODULUS_2_31_1) => (1 << 31) - 1,
        Some(&MODULUS_2_32_1) => (1 << 32) - 1,
        Some(&MODULUS_2_48_1) => (1 << 48) - 1,
        Some(&NO_MODULUS) => 1 << 64,
        _ => modulus,
    };
    let mut x = i128::from(if flaw == Some(&SEED_AS_IT_IS) {
        seed
    } else {
        (congruential.state)(seed)
    });
    let own = i128::try_from(modulus).unwrap_or(i128::MAX);
    let (quotient, rest) = (
        own / i128::from(multiplier.max(1)),
        own % i128::from(multiplier.max(1)),
    );
    let d = general.of(width);
    let next = move |x: i128| -> i128 {
        match flaw {
            Some(&PRODUCT_OF_32_BITS) => {
                i128::from(
                    (x as u32)
                        .wrapping_mul(multiplier as u32)
                        .wrapping_add(increment as u32),
                ) % own
            }
            Some(&PRODUCT_OF_32_BITS_SIGNED) => {
                i128::from(
                    (x as i32)
                        .wrapping_mul(multiplier as i32)
                        .wrapping_add(increment as i32),
                ) % own
            }
            Some(&REMAINDER_SIGNED) if width <= 32 => (x as i32)
                .wrapping_mul(multiplier as i32)
                .wrapping_add(increment as i32)
                .into(),
            Some(&REMAINDER_SIGNED) => (x as i64)
                .wrapping_mul(multiplier.cast_signed())
                .wrapping_add(increment.cast_signed())
                .into(),
            Some(&SCHRAGE_NEGATIVE_KEPT) => {
                // If the modulus is not added, the state grows when the remainder is greater than the quotient.
                i128::from(multiplier)
                    .wrapping_mul(x % quotient.max(1))
                    .wrapping_sub(rest.wrapping_mul(x / quotient.max(1)))
            }
            _ => {
                let product = d.multiply_uncut(x.cast_unsigned(), multiplier, increment);
                (product % modulus).cast_signed()
            }
        }
    };
    Box::new(move || {
        let before = x;
        x = next(x);
        let shown = if flaw == Some(&WORD_BEFORE_STEP) {
            before
        } else {
            x
        };
        match flaw {
            Some(&REMAINDER_SIGNED) => {
                let shifted = shown / (1_i128 << shift);
                if mask == u64::MAX {
                    shifted
                } else {
                    shifted % (i128::from(mask) + 1)
                }
            }
            Some(&OUTPUT_NOT_MASKED) => shown >> shift,
            Some(&NOT_SHIFTED) => shown & i128::from(ones(row.bits)),
            Some(&ONE_TOO_LITTLE) => (shown >> shift & i128::from(mask)) - 1,
            Some(&SCHRAGE_NEGATIVE_KEPT) => shown,
            _ => shown >> shift & i128::from(mask),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use generators::catalogue;

    #[test]
    fn every_mistake_of_every_row_makes_numbers() {
        let all = catalogue::all().filter_map(|row| Some((row, row.congruential?.constants)));
        for (row, constants) in all {
            for flaw in FLAWS {
                let general = General {
                    flaw: Some(flaw),
                    ..General::right(constants)
                };
                let mut stream = seeded(row, general, 42);
                // Enough steps for a growing state to overflow 128 bits.
                for _ in 0..300 {
                    stream();
                }
            }
        }
    }
}
