//! Blocks of eight words in AVX2 registers.

use core::arch::x86_64::{
    __m256i, _mm256_add_epi32, _mm256_and_si256, _mm256_blend_epi32, _mm256_permutevar8x32_epi32,
    _mm256_srli_epi32,
};

use bytemuck::must_cast;

use super::LONG;

/// Words of a register.
const LANES: usize = 8;

/// How many registers hold the last words of the longest ring, and one word more.
const MOST: usize = 64 / LANES;

/// An operation on a register's eight lanes.
type Lanes = [u32; LANES];

/// For each lane, the lane that is `lanes` below it, and a mask that is zero where there is none.
const fn below(lanes: usize) -> (Lanes, Lanes) {
    let (mut from, mut keep) = ([0; LANES], [0; LANES]);
    let mut lane = lanes;
    while lane < LANES {
        (from[lane], keep[lane]) = ((lane - lanes) as u32, u32::MAX);
        lane += 1;
    }
    (from, keep)
}

/// For each lane, the last lane of the block before that is a whole number of strides away.
const fn ends(stride: usize) -> Lanes {
    let mut from = [0; LANES];
    let mut lane = 0;
    while lane < LANES {
        from[lane] = (LANES - stride + lane % stride) as u32;
        lane += 1;
    }
    from
}

/// A vector moved up, with zeroes below.
#[inline]
#[target_feature(enable = "avx2")]
fn moved_up(vector: __m256i, (from, keep): (Lanes, Lanes)) -> __m256i {
    _mm256_and_si256(
        _mm256_permutevar8x32_epi32(vector, must_cast(from)),
        must_cast(keep),
    )
}

/// See [`super::bulk`]. `DEGREE` and one more are a whole number of registers, at least two.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn blocks<const DEGREE: usize, const SEPARATION: usize>(
    last: &mut [u32; DEGREE],
    words: &mut [u32],
) -> usize {
    assert!((DEGREE + 1).is_multiple_of(LANES) && DEGREE >= LONG && DEGREE < MOST * LANES);
    let registers = (DEGREE + 1) / LANES;
    let ends: __m256i = must_cast(const { ends(SEPARATION) });
    let next: __m256i = must_cast([1u32, 2, 3, 4, 5, 6, 7, 0]);

    // The words from DEGREE + 1 back on: the first is not needed and not known.
    let mut history = [0; MOST * LANES];
    history[1..=DEGREE].copy_from_slice(last);
    let mut history: [__m256i; MOST] = must_cast(history);

    let mut stretches = words.chunks_exact_mut(DEGREE + 1);
    let made = stretches.len() * (DEGREE + 1);
    for stretch in &mut stretches {
        for (at, block) in stretch.as_chunks_mut::<LANES>().0.iter_mut().enumerate() {
            let (oldest, older, newest) = (
                history[at],
                history[(at + 1) % registers],
                history[(at + registers - 1) % registers],
            );
            // The eight words DEGREE back: seven of the oldest register, and the first of the one after.
            let mut sums =
                _mm256_permutevar8x32_epi32(_mm256_blend_epi32::<1>(oldest, older), next);
            sums = _mm256_add_epi32(sums, moved_up(sums, const { below(SEPARATION) }));
            sums = _mm256_add_epi32(sums, moved_up(sums, const { below(2 * SEPARATION) }));
            if 4 * SEPARATION < LANES {
                sums = _mm256_add_epi32(sums, moved_up(sums, const { below(4 * SEPARATION) }));
            }
            sums = _mm256_add_epi32(sums, _mm256_permutevar8x32_epi32(newest, ends));
            *block = must_cast(_mm256_srli_epi32::<1>(sums));
            history[at] = sums;
        }
    }

    let history: [u32; MOST * LANES] = must_cast(history);
    last.copy_from_slice(&history[1..=DEGREE]);
    made
}
