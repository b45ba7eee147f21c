//! Sixty-four lanes in AVX-512 registers.

use core::arch::x86_64::{
    __m512i, _mm512_add_epi64, _mm512_mask_srli_epi32, _mm512_mask_xor_epi32, _mm512_mullo_epi64,
    _mm512_permutex2var_epi32, _mm512_rol_epi64, _mm512_rorv_epi32, _mm512_set1_epi64, _mm512_srli_epi64,
    _mm512_xor_si512,
};
use core::array::from_fn;

use bytemuck::must_cast;

use super::Steps;

const LANES: usize = 64;

/// The factors and the sums of the steps by which the lanes are ahead, lane by lane in registers, and `LANES` steps.
const AHEAD: ([u64; LANES], [u64; LANES], Steps) = {
    let (ahead, all) = Steps::ahead::<LANES>();
    let (mut factors, mut sums) = ([0; LANES], [0; LANES]);
    let mut lane = 0;
    while lane < LANES {
        // Even words in one register, odd ones in the next.
        let steps = ahead[lane & !15 | (lane & 7) << 1 | lane >> 3 & 1];
        (factors[lane], sums[lane]) = (steps.factor, steps.sum);
        lane += 1;
    }
    (factors, sums, all)
};

/// The upper 32 bits of each 64.
const UPPER: u16 = 0b1010_1010_1010_1010;

/// See [`super::bulk`].
///
/// Of two registers the first holds the states of even words, the second those of odd ones. The words of the second are
/// made in the upper half of their states, so that no word has to move.
#[inline]
#[target_feature(enable = "avx512f,avx512dq")]
pub(super) fn blocks(state: &mut u64, inc: u64, words: &mut [u32]) -> usize {
    let (begun, inc) = (_mm512_set1_epi64(*state as i64), _mm512_set1_epi64(inc as i64));
    let (factors, sums): ([__m512i; LANES / 8], [__m512i; LANES / 8]) = (must_cast(AHEAD.0), must_cast(AHEAD.1));
    let mut states = factors;
    for (state, sum) in states.iter_mut().zip(sums) {
        *state = _mm512_add_epi64(_mm512_mullo_epi64(*state, begun), _mm512_mullo_epi64(sum, inc));
    }
    let factor = _mm512_set1_epi64(AHEAD.2.factor as i64);
    let sum = _mm512_mullo_epi64(_mm512_set1_epi64(AHEAD.2.sum as i64), inc);
    // The upper half of the first register, then the lower one of the second.
    let crosswise: __m512i = must_cast::<[u32; 16], _>(from_fn(|half| half as u32 ^ 1 | (half as u32 & 1) << 4));

    let (blocks, _) = words.as_chunks_mut::<LANES>();
    for block in &mut *blocks {
        for (pair, sixteen) in states.as_chunks_mut::<2>().0.iter_mut().zip(block.as_chunks_mut::<16>().0) {
            let [even, odd] = *pair;
            // Turned so that bits 27 to 58 lie where the word belongs, and bits 59 to 63 are the lowest of the other half.
            let turned = [_mm512_rol_epi64::<37>(even), _mm512_rol_epi64::<5>(odd)];
            let above_45 = _mm512_mask_srli_epi32::<13>(_mm512_srli_epi64::<45>(even), UPPER, odd);
            let xorshifted = _mm512_mask_xor_epi32(_mm512_xor_si512(turned[0], above_45), UPPER, turned[1], above_45);
            // A rotation looks at the low five bits of its distance only.
            let turn = _mm512_permutex2var_epi32(turned[0], crosswise, turned[1]);
            *sixteen = must_cast(_mm512_rorv_epi32(xorshifted, turn));
            *pair = pair.map(|states| _mm512_add_epi64(_mm512_mullo_epi64(states, factor), sum));
        }
    }
    let states: [u64; LANES] = must_cast(states);
    *state = states[0];
    LANES * blocks.len()
}
