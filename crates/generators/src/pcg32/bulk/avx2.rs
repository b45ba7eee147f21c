//! Sixteen lanes in AVX2 registers.

use core::arch::x86_64::{
    __m256i, _mm256_add_epi64, _mm256_castps_si256, _mm256_castsi256_ps, _mm256_mul_epu32,
    _mm256_or_si256, _mm256_set1_epi32, _mm256_set1_epi64x, _mm256_shuffle_ps, _mm256_slli_epi32,
    _mm256_slli_epi64, _mm256_sllv_epi32, _mm256_srli_epi32, _mm256_srli_epi64, _mm256_srlv_epi32,
    _mm256_sub_epi32, _mm256_xor_si256,
};
use core::array::from_fn;

use bytemuck::must_cast;

use super::Steps;

const LANES: usize = 16;

/// Where the eight lanes stand in two registers: a shuffle, which keeps to the halves of both, then finds the
/// halves of the states in the order of the words.
const ORDER: [usize; 8] = [0, 1, 4, 5, 2, 3, 6, 7];

/// See [`super::bulk`].
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn blocks(state: &mut u64, inc: u64, words: &mut [u32]) -> usize {
    let (ahead, all) = const { Steps::ahead::<LANES>() };
    let states: [u64; LANES] = from_fn(|lane| ahead[lane & 8 | ORDER[lane & 7]].apply(*state, inc));
    let mut states: [__m256i; LANES / 4] = must_cast(states);
    let low = _mm256_set1_epi64x((all.factor & 0xffff_ffff) as i64);
    let high = _mm256_set1_epi64x((all.factor >> 32) as i64);
    let sum = _mm256_set1_epi64x(all.sum.wrapping_mul(inc) as i64);
    let width = _mm256_set1_epi32(32);

    let (blocks, _) = words.as_chunks_mut::<LANES>();
    for block in &mut *blocks {
        for (pair, eight) in states
            .as_chunks_mut::<2>()
            .0
            .iter_mut()
            .zip(block.as_chunks_mut::<8>().0)
        {
            let [first, second] = pair.map(|states| _mm256_castsi256_ps(states));
            let lows = _mm256_castps_si256(_mm256_shuffle_ps::<0b10_00_10_00>(first, second));
            let highs = _mm256_castps_si256(_mm256_shuffle_ps::<0b11_01_11_01>(first, second));
            // ((state >> 18) ^ state) >> 27, its low half: from the halves of the state.
            let above_27 =
                _mm256_or_si256(_mm256_slli_epi32::<5>(highs), _mm256_srli_epi32::<27>(lows));
            let xorshifted = _mm256_xor_si256(above_27, _mm256_srli_epi32::<13>(highs));
            let turn = _mm256_srli_epi32::<27>(highs);
            *eight = must_cast(_mm256_or_si256(
                _mm256_srlv_epi32(xorshifted, turn),
                _mm256_sllv_epi32(xorshifted, _mm256_sub_epi32(width, turn)),
            ));
            // A product of 64 bits, of three of 32.
            for states in pair {
                let across = _mm256_add_epi64(
                    _mm256_mul_epu32(_mm256_srli_epi64::<32>(*states), low),
                    _mm256_mul_epu32(*states, high),
                );
                let straight = _mm256_add_epi64(_mm256_mul_epu32(*states, low), sum);
                *states = _mm256_add_epi64(straight, _mm256_slli_epi64::<32>(across));
            }
        }
    }
    let states: [u64; LANES] = must_cast(states);
    *state = states[0];
    LANES * blocks.len()
}
