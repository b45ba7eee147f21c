//! Sixty-four lanes in AVX-512 registers.

use core::arch::x86_64::{
    __m512i, _mm512_add_epi64, _mm512_castps_si512, _mm512_castsi512_ps, _mm512_mullo_epi64,
    _mm512_or_si512, _mm512_rorv_epi32, _mm512_set1_epi64, _mm512_shuffle_ps, _mm512_slli_epi32,
    _mm512_srli_epi32, _mm512_xor_si512,
};

use bytemuck::must_cast;

use super::Steps;

const LANES: usize = 64;

/// The factors and the sums of the steps by which the lanes are ahead, lane by lane in registers, and `LANES` steps.
const AHEAD: ([u64; LANES], [u64; LANES], Steps) = {
    let (ahead, all) = Steps::ahead::<LANES>();
    let (mut factors, mut sums) = ([0; LANES], [0; LANES]);
    let mut lane = 0;
    while lane < LANES {
        // Two words in one register, two in the next: see the shuffle below.
        let steps = ahead[lane & !15 | (lane & 6) << 1 | lane & 1 | (lane >> 3 & 1) << 1];
        (factors[lane], sums[lane]) = (steps.factor, steps.sum);
        lane += 1;
    }
    (factors, sums, all)
};

/// See [`super::bulk`].
///
/// Four operations for a step and seven, for two registers, of an output keep the two ports for 512 bits busy, which is
/// what bounds this. A shuffle keeps to the quarters of its registers, so the lanes are ordered for it; two permutations
/// across whole registers in its place were measured at twice the time.
#[inline]
#[target_feature(enable = "avx512f,avx512dq")]
pub(super) fn blocks(state: &mut u64, inc: u64, words: &mut [u32]) -> usize {
    let (begun, inc) = (
        _mm512_set1_epi64(*state as i64),
        _mm512_set1_epi64(inc as i64),
    );
    let (factors, sums): ([__m512i; LANES / 8], [__m512i; LANES / 8]) =
        (must_cast(AHEAD.0), must_cast(AHEAD.1));
    let mut states = factors;
    for (state, sum) in states.iter_mut().zip(sums) {
        *state = _mm512_add_epi64(
            _mm512_mullo_epi64(*state, begun),
            _mm512_mullo_epi64(sum, inc),
        );
    }
    let factor = _mm512_set1_epi64(AHEAD.2.factor as i64);
    let sum = _mm512_mullo_epi64(_mm512_set1_epi64(AHEAD.2.sum as i64), inc);
    let (blocks, _) = words.as_chunks_mut::<LANES>();
    for block in &mut *blocks {
        for (pair, sixteen) in states
            .as_chunks_mut::<2>()
            .0
            .iter_mut()
            .zip(block.as_chunks_mut::<16>().0)
        {
            let [first, second] = pair.map(|states| _mm512_castsi512_ps(states));
            let lows = _mm512_castps_si512(_mm512_shuffle_ps::<0b10_00_10_00>(first, second));
            let highs = _mm512_castps_si512(_mm512_shuffle_ps::<0b11_01_11_01>(first, second));
            // ((state >> 18) ^ state) >> 27, its low half: from the halves of the state.
            let above_27 =
                _mm512_or_si512(_mm512_slli_epi32::<5>(highs), _mm512_srli_epi32::<27>(lows));
            let xorshifted = _mm512_xor_si512(above_27, _mm512_srli_epi32::<13>(highs));
            *sixteen = must_cast(_mm512_rorv_epi32(
                xorshifted,
                _mm512_srli_epi32::<27>(highs),
            ));
            *pair = pair.map(|states| _mm512_add_epi64(_mm512_mullo_epi64(states, factor), sum));
        }
    }
    let states: [u64; LANES] = must_cast(states);
    *state = states[0];
    LANES * blocks.len()
}
