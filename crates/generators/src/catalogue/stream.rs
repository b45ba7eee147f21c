//! Streams of outputs, one by one or from many seeds at once.

use alloc::boxed::Box;

use multiversion::multiversion;

/// A stream of outputs.
pub type Stream = Box<dyn FnMut() -> u64 + Send>;

/// How many seeds a block has: so many chains of a seeding keep the multipliers of a processor busy.
pub const LANES: usize = 256;

/// How many states are advanced together.
const ABREAST: usize = 16;

/// The first outputs of [`LANES`] seeds in a row: `outputs[n][i]` becomes output `n` of the seed `first + i`.
pub type Block = fn(first: u64, outputs: &mut [[u64; LANES]]);

/// A stream of the outputs from this state on.
pub(super) fn stream<S: Send + 'static>(
    mut state: S,
    next: impl Fn(&mut S) -> u64 + Send + 'static,
) -> Stream {
    Box::new(move || next(&mut state))
}

/// A [`Block`] of a generator.
#[inline]
pub(super) fn block<S>(
    first: u64,
    outputs: &mut [[u64; LANES]],
    seeded: impl Fn(u64) -> S,
    next: impl Fn(&mut S) -> u64,
) {
    if size_of::<S>() <= 64 {
        abreast(first, outputs, seeded, next);
    } else {
        for lane in 0..LANES {
            let mut state = seeded(first.wrapping_add(lane as u64));
            for row in &mut *outputs {
                row[lane] = next(&mut state);
            }
        }
    }
}

/// Computes all states at once, in vectors where the processor has them.
#[multiversion(targets("x86_64+avx512f+avx512dq", "x86_64+avx2"))]
fn abreast<S, Seeded: Fn(u64) -> S, Next: Fn(&mut S) -> u64>(
    first: u64,
    outputs: &mut [[u64; LANES]],
    seeded: Seeded,
    next: Next,
) {
    // Few enough states that they stay in registers.
    for start in (0..LANES).step_by(ABREAST) {
        let mut states: [S; ABREAST] = core::array::from_fn(
            #[inline(always)]
            |lane| seeded(first.wrapping_add((start + lane) as u64)),
        );
        for row in &mut *outputs {
            for (lane, state) in states.iter_mut().enumerate() {
                row[start + lane] = next(state);
            }
        }
    }
}
