//! Generators that fill a block with words, compared with each other.

use std::hint::black_box;

use criterion::BenchmarkGroup;
use criterion::measurement::WallTime;

/// The number of words in one measurement: they fit into the first cache.
pub(crate) const WORDS: usize = 1 << 12;

/// Times a function that writes words, after checking that its first words are the expected ones.
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
