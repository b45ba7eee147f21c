//! `get_rand(1, 100)` as the first draw of many seeds: the port on two cores, and the reference on one, seeded and stepped
//! for each seed, because its state is global.

use std::hint::black_box;

use criterion::{Criterion, Throughput};
use foreign::reference::{Session, WordSize};
use generators::closed_form::Table;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

static FIRST: Table<1> = Table::additive::<31, 3>();

/// How many seeds are processed at a time.
pub(super) const BLOCK: u32 = 1 << 12;

/// The sum of `get_rand(1, 100)` over a block of seeds, by the closed form.
pub(super) fn first_draws(seed: u32) -> u64 {
    let mut words = [0; BLOCK as usize];
    FIRST.column(0, seed as i32, &mut words);
    // The sum is below 2^19 and fits a u32.
    let draws: u32 = words.iter().map(|word| (word & 0x3fff) % 100).sum();
    u64::from(BLOCK + draws)
}

/// The number of seeds in one measurement, for the port and for the reference.
const SEEDS: u32 = 1 << 26;
const STEPPED: u32 = 1 << 22;

/// The sum of the first draws of the seeds from 0 on.
fn scanned(pool: &ThreadPool, seeds: u32) -> u64 {
    pool.install(|| {
        (0..seeds / BLOCK)
            .into_par_iter()
            .map(|block| first_draws(block * BLOCK))
            .sum()
    })
}

fn stepped(reference: &mut Session, seeds: u32) -> u64 {
    let first = |seed: u32| {
        reference.srrandom(seed as i32);
        reference.get_rand(1, 100).expect("a range that it has") as u64
    };
    (0..seeds).map(first).sum()
}

pub(crate) fn benches(criterion: &mut Criterion) {
    let pool = ThreadPoolBuilder::new()
        .num_threads(2)
        .build()
        .expect("two threads");
    let mut reference = Session::begin(WordSize::Native);
    assert_eq!(
        scanned(&pool, 1 << 16),
        stepped(&mut reference, 1 << 16),
        "what is timed is the same"
    );

    let mut group = criterion.benchmark_group("scan");
    group.sample_size(10);
    group.throughput(Throughput::Elements(SEEDS.into()));
    group.bench_function("port", |bencher| {
        bencher.iter(|| scanned(&pool, black_box(SEEDS)));
    });
    group.throughput(Throughput::Elements(STEPPED.into()));
    group.bench_function("C reference", |bencher| {
        bencher.iter(|| stepped(&mut reference, black_box(STEPPED)));
    });
    group.finish();
}
