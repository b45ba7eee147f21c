//! Generators that fill a block of words, side by side.

use std::hint::black_box;

use criterion::BenchmarkGroup;
use criterion::measurement::WallTime;

/// Words in one measurement: they stay in the first cache.
pub(crate) const WORDS: usize = 1 << 12;

/// Times what writes words, if the first are those that are expected.
pub(crate) fn beside(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    expected: &[u32],
    mut fill: impl FnMut(&mut [u32]),
) {
    let mut words = vec![0; WORDS];
    fill(&mut words);
    assert!(words == expected, "what is timed is the same: {name}");
    group.bench_function(name, |bencher| bencher.iter(|| fill(black_box(&mut words))));
}
