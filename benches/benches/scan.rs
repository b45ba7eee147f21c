//! `get_rand(1, 100)` as the first draw of many seeds: a population on two cores, and the reference, which is seeded and
//! stepped for each seed, on one: its state is global.

mod scanner;
mod settings;

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use foreign::reference::{Session, WordSize};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use scanner::BLOCK;
use settings::settings;

/// Seeds in one measurement: of the port, and of the reference.
const SEEDS: u32 = 1 << 26;
const STEPPED: u32 = 1 << 22;

/// The sum of the first draws of the seeds from 0 on.
fn scanned(pool: &ThreadPool, seeds: u32) -> u64 {
    pool.install(|| (0..seeds / BLOCK).into_par_iter().map(|block| scanner::block(block * BLOCK)).sum())
}

fn stepped(reference: &mut Session, seeds: u32) -> u64 {
    let first = |seed: u32| {
        reference.srrandom(seed as i32);
        reference.get_rand(1, 100).expect("a range that it has") as u64
    };
    (0..seeds).map(first).sum()
}

fn scan(criterion: &mut Criterion) {
    let pool = ThreadPoolBuilder::new().num_threads(2).build().expect("two threads");
    let mut reference = Session::begin(WordSize::Native);
    assert_eq!(scanned(&pool, 1 << 16), stepped(&mut reference, 1 << 16), "what is timed is the same");

    let mut group = criterion.benchmark_group("scan");
    group.sample_size(10);
    group.throughput(Throughput::Elements(SEEDS.into()));
    group.bench_function("port", |bencher| bencher.iter(|| scanned(&pool, black_box(SEEDS))));
    group.throughput(Throughput::Elements(STEPPED.into()));
    group.bench_function("C reference", |bencher| bencher.iter(|| stepped(&mut reference, black_box(STEPPED))));
    group.finish();
}

criterion_group!(name = benches; config = settings(); targets = scan);
criterion_main!(benches);
