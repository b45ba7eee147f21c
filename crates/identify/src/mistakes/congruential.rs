//! Mistakes in the linear congruential generators of the catalogue, derived from the structures of their rows.

use generators::catalogue::{Generator, Structure};
use generators::rule::ones;

use super::model::Shown;
use super::side::General;

/// Mistakes that only these generators can have.
pub(super) const FLAWS: &[&str] = &[
    "word-before-step",
    "seed-as-it-is",
    "output-not-masked",
    "not-shifted",
    "modulus-2^31",
    "modulus-2^32",
    "modulus-2^31-1",
    "modulus-2^32-1",
    "modulus-2^48-1",
    "no-modulus",
    "product-of-32-bits",
    "product-of-32-bits-signed",
    "remainder-signed",
    "schrage-negative-kept",
    "one-too-little",
];

/// The state that a row makes from a seed, read from its outputs with a step that changes nothing.
fn state(row: &Generator, seed: u64, mask: u64) -> u64 {
    let Some(varied) = row.varied else {
        return seed;
    };
    let width = mask.count_ones();
    (0..u64::BITS)
        .step_by(width as usize)
        .fold(0, |state, shift| {
            let part = (varied.seeded)(&[1, 0, shift.into()], seed)() & ones(width);
            state | part << shift
        })
}

/// The stream of outputs from a seed.
pub(super) fn seeded(row: &'static Generator, general: General, seed: u64) -> Shown {
    let Structure::Congruential { modulus, mask, .. } = row.structure else {
        return Box::new(|| 0);
    };
    let [multiplier, increment, shift] = general.values(0);
    let flaw = general.flaw.unwrap_or_default();
    let width = u128::BITS - (modulus - 1).leading_zeros();
    let modulus = match flaw {
        "modulus-2^31" => 1 << 31,
        "modulus-2^32" => 1 << 32,
        "modulus-2^31-1" => (1 << 31) - 1,
        "modulus-2^32-1" => (1 << 32) - 1,
        "modulus-2^48-1" => (1 << 48) - 1,
        "no-modulus" => 1 << 64,
        _ => modulus,
    };
    let mut x = i128::from(if flaw == "seed-as-it-is" {
        seed
    } else {
        state(row, seed, mask)
    });
    let own = i128::try_from(modulus).unwrap_or(i128::MAX);
    let (quotient, rest) = (
        own / i128::from(multiplier.max(1)),
        own % i128::from(multiplier.max(1)),
    );
    let next = move |x: i128| -> i128 {
        let wide = || {
            general
                .arithmetic
                .whole_product(x.cast_unsigned(), multiplier, increment, width)
        };
        match flaw {
            "product-of-32-bits" => {
                i128::from(
                    (x as u32)
                        .wrapping_mul(multiplier as u32)
                        .wrapping_add(increment as u32),
                ) % own
            }
            "product-of-32-bits-signed" => {
                i128::from(
                    (x as i32)
                        .wrapping_mul(multiplier as i32)
                        .wrapping_add(increment as i32),
                ) % own
            }
            "remainder-signed" if width <= 32 => (x as i32)
                .wrapping_mul(multiplier as i32)
                .wrapping_add(increment as i32)
                .into(),
            "remainder-signed" => (x as i64)
                .wrapping_mul(multiplier.cast_signed())
                .wrapping_add(increment.cast_signed())
                .into(),
            "schrage-negative-kept" => {
                // If the modulus is not added, the state grows when the remainder is greater than the quotient.
                i128::from(multiplier)
                    .wrapping_mul(x % quotient.max(1))
                    .wrapping_sub(rest.wrapping_mul(x / quotient.max(1)))
            }
            _ => (wide() % modulus).cast_signed(),
        }
    };
    Box::new(move || {
        let before = x;
        x = next(x);
        let shown = if flaw == "word-before-step" {
            before
        } else {
            x
        };
        match flaw {
            "remainder-signed" => {
                let shifted = shown / (1_i128 << shift);
                if mask == u64::MAX {
                    shifted
                } else {
                    shifted % (i128::from(mask) + 1)
                }
            }
            "output-not-masked" => shown >> shift,
            "not-shifted" => shown & i128::from(ones(row.bits)),
            "one-too-little" => (shown >> shift & i128::from(mask)) - 1,
            "schrage-negative-kept" => shown,
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
        let all = catalogue::all().filter_map(|row| Some((row, row.varied?.constants)));
        for (row, constants) in all.filter(|(_, constants)| constants.len() == 3) {
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
