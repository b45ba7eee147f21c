//! Cost as the work grows, to ten and a hundred times, on one core.

use std::hint::black_box;
use std::num::NonZeroU32;

use super::scan::{BLOCK, first_draws};
use criterion::{BatchSize, Criterion, Throughput};
use exact::explore::{Explored, Limits, Rule, explore};
use generators::bounding::LowBits;
use generators::draw::Draw;
use generators::pcg32::Pcg32;
use gof::Test;
use gof::words::permutation::Permutation;
use gof::words::{Bits, Classified};

const SIZES: [(&str, u32); 3] = [("1x", 1), ("10x", 10), ("100x", 100)];

fn scan(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("growth of scan");
    for (name, times) in SIZES {
        let blocks = 100 * times;
        group.throughput(Throughput::Elements((blocks * BLOCK).into()));
        let scan =
            |blocks: u32| -> u64 { (0..blocks).map(|block| first_draws(block * BLOCK)).sum() };
        group.bench_function(name, |bencher| bencher.iter(|| scan(black_box(blocks))));
    }
    group.finish();
}

fn test(criterion: &mut Criterion) {
    let mut pcg = Pcg32::srandom(42, 54);
    let words: Vec<u64> = (0..600_000).map(|_| pcg.next_word().into()).collect();
    let empty = Classified::new(
        "permutation",
        Bits::top(32, 32).unwrap(),
        Permutation::<6>::new(1 << 32).unwrap(),
    )
    .unwrap();
    let mut group = criterion.benchmark_group("growth of test");
    for (name, times) in SIZES {
        // The same words again and again: what is counted does not matter here, and memory does not grow.
        let (blocks, block) = (10 * times as usize, 6000);
        let words = || (0..blocks).map(|at| &words[at * block % words.len()..][..block]);
        group.throughput(Throughput::Elements((blocks * block) as u64));
        group.bench_function(name, |bencher| {
            bencher.iter_batched_ref(
                || empty.clone(),
                |test| {
                    words().for_each(|block| test.push_all(black_box(block)));
                    test.counts()[0]
                },
                BatchSize::SmallInput,
            );
        });
    }
    group.finish();
}

/// The sum of so many digits: ten branches each.
fn digits(count: u32) -> Explored<u32> {
    let ten = NonZeroU32::new(10).expect("ten is not zero");
    let rule = Rule::of::<LowBits<14>>(31).expect("words of 31 bits");
    explore(&rule, &Limits::default(), |draws| {
        (0..count).map(|_| draws.draw(ten)).sum()
    })
    .expect("a small tree")
}

fn exploration(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("growth of explore");
    for ((name, _), count) in SIZES.into_iter().zip(3..) {
        let branches = digits(count).branches();
        assert_eq!(branches, 10u64.pow(count));
        group.throughput(Throughput::Elements(branches));
        group.bench_function(name, |bencher| bencher.iter(|| digits(black_box(count))));
    }
    group.finish();
}

pub(crate) fn benches(criterion: &mut Criterion) {
    scan(criterion);
    test(criterion);
    exploration(criterion);
}
