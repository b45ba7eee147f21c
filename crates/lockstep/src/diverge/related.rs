//! Whether one stream of words is the other one, later or thinned.

use super::alignment::CONFIRMED;
use crate::hint::Half;

/// So many words must be the same, and not all the same one.
const LEAST: usize = 8;
/// The most words a draw that are looked for.
const LONGEST_STRIDE: usize = 8;

/// Whether the words are enough, and not all the same.
fn tells(words: &[u64]) -> bool {
    words.len() >= LEAST && words.iter().any(|word| *word != words[0])
}

/// Which side has the other one's later words, and how many later.
pub(super) fn shift(a: &[u64], b: &[u64], most: usize) -> Option<(Half, usize)> {
    let follows = |behind: &[u64], ahead: &[u64], by: usize| {
        let behind = behind.get(by..).unwrap_or_default();
        let count = behind.len().min(ahead.len()).min(CONFIRMED);
        behind[..count] == ahead[..count] && tells(&ahead[..count])
    };
    (1..=most.min(a.len().max(b.len()))).find_map(|by| either(|a, b| follows(a, b, by), a, b).map(|half| (half, by)))
}

/// Which side has every second, third, ... word of the other.
pub(super) fn stride(a: &[u64], b: &[u64]) -> Option<(Half, usize)> {
    let skips = |every: &[u64], some: &[u64], by: usize, from: usize| {
        let picked: Vec<_> = every.iter().skip(from).step_by(by).take(some.len().min(CONFIRMED)).copied().collect();
        tells(&picked) && picked[..] == some[..picked.len()]
    };
    (2..=LONGEST_STRIDE)
        .flat_map(|by| (0..by).map(move |from| (by, from)))
        .find_map(|(by, from)| either(|a, b| skips(a, b, by, from), a, b).map(|half| (half, by)))
}

/// The half that is second where this holds.
fn either(holds: impl Fn(&[u64], &[u64]) -> bool, a: &[u64], b: &[u64]) -> Option<Half> {
    if holds(a, b) { Some(Half::Actual) } else { holds(b, a).then_some(Half::Expected) }
}
