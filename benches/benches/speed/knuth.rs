//! Knuth's permutation test: gof and, if it is found, `TestU01`, on the same words in one run.
//!
//! Both compute a statistic and its p-value from the words in one slice. `cargo xtask setup` installs `TestU01`, or
//! `ROGUELAB_TESTU01` names the folder of its libraries.

use std::hint::black_box;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput};
use foreign::testu01::TestU01;
use generators::pcg32::Pcg32;
use gof::words::permutation::Permutation;
use gof::{Cells, pearson};

/// The number of tuples in one measurement: 25 for each order of eight.
const TUPLES: usize = 1_000_000;

pub(crate) fn benches(criterion: &mut Criterion) {
    let mut pcg = Pcg32::srandom(42, 54);
    let words: Vec<u32> = (0..8 * TUPLES).map(|_| pcg.next_word()).collect();
    let library = TestU01::find();
    if let Err(error) = &library {
        println!("without TestU01: {error}");
    }
    let mut group = criterion.benchmark_group("knuth");
    group
        .throughput(Throughput::Elements(TUPLES as u64))
        .sample_size(10);
    beside::<4>(&mut group, &words, library.as_ref().ok());
    beside::<6>(&mut group, &words, library.as_ref().ok());
    beside::<8>(&mut group, &words, library.as_ref().ok());
    group.finish();
}

fn beside<const T: usize>(
    group: &mut BenchmarkGroup<'_, WallTime>,
    words: &[u32],
    library: Option<&TestU01>,
) {
    let words = &words[..T * TUPLES];
    group.bench_function(format!("gof, {T}"), |bencher| {
        bencher.iter(|| at_once::<T>(black_box(words)));
    });
    if let Some(library) = library {
        let theirs = || {
            library
                .permutation(black_box(words), TUPLES, T)
                .unwrap()
                .value
        };
        // TestU01 scales its statistic, which changes it by less than one in a million.
        assert!(
            (theirs() / at_once::<T>(words) - 1.0).abs() < 1e-6,
            "what is timed is the same"
        );
        group.bench_function(format!("TestU01, {T}"), |bencher| bencher.iter(theirs));
    }
}

/// The statistic of words in memory.
fn at_once<const T: usize>(words: &[u32]) -> f64 {
    let mut counts = vec![0; Permutation::<T>::PATTERNS];
    Permutation::<T>::count_all(words, &mut counts);
    let null = Cells::uniform(counts.len()).unwrap();
    pearson::chi_square("permutation", &counts, &null)
        .unwrap()
        .statistic
}
