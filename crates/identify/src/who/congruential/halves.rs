//! The high halves of a state whose low half is known.

use multiversion::multiversion;

use super::lcg::Lcg;
use crate::convention::{Known, TESTED, ones};
use generators::rule::odd_inverse;

/// How many numbers the first look takes into account: by chance a block passes it at most once in a hundred
/// times.
const FEW: usize = 8;

/// What a number says about the high half: times this multiplier, plus this increment, under this mask, it leaves this
/// remainder modulo an odd number. The last two are the inverse of that number and the greatest quotient by it.
pub(super) type Condition = [u32; 6];

/// What the first few numbers say, if a high half fits a word.
pub(super) fn conditions(
    lcg: Lcg,
    known: &[(u64, Known)],
    low: u32,
    low_half: u64,
) -> Vec<Condition> {
    let high = lcg.bits() - low;
    let (mut at, mut multiplier, mut state) = (known[0].0, 1_u64, low_half);
    let conditions = known.iter().filter_map(|(place, told)| {
        while at < *place {
            multiplier = multiplier.wrapping_mul(lcg.multiplier);
            state = lcg.step(state);
            at += 1;
        }
        let (residue, odd) = lcg.high_halves(*told, &|high| high << low | state & ones(low));
        let words = [multiplier, state >> low, ones(high), residue];
        let [multiplier, increment, mask, residue] = words.map(|word| word as u32);
        let (inverse, most) = (odd_inverse(odd) as u32, u32::MAX / odd as u32);
        (odd > 1 && high <= u32::BITS)
            .then_some([multiplier, increment, mask, residue, inverse, most])
    });
    conditions.take(FEW).collect()
}

/// Which high halves of a block, from `first` on with the distance `step`, meet the conditions, one bit each.
#[multiversion(targets("x86_64+avx512f+avx512dq", "x86_64+avx2"))]
pub(super) fn possible(first: u64, step: u64, conditions: &[Condition]) -> u64 {
    let mut left = [u32::MAX; TESTED];
    for &[multiplier, increment, mask, residue, inverse, most] in conditions {
        let mut any = 0;
        for (left, lane) in left.iter_mut().zip(0_u32..) {
            let high = (first as u32).wrapping_add((step as u32).wrapping_mul(lane));
            let then = high.wrapping_mul(multiplier).wrapping_add(increment) & mask;
            // A multiple of an odd number, times the inverse of that number, is a small quotient.
            let quotient = then.wrapping_sub(residue).wrapping_mul(inverse);
            *left &= u32::from(quotient <= most).wrapping_neg();
            any |= *left;
        }
        if any == 0 {
            return 0;
        }
    }
    left.iter()
        .rev()
        .fold(0, |bits, left| bits << 1 | u64::from(left & 1))
}
