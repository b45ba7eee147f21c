//! The rank of 32 x 32 matrices of bits: gof, and dieharder's program beside it when it is found, over the same words in one
//! run.
//!
//! dieharder's figure has in it what it takes to start the program and to send it the words: it has no library to call. It
//! prints no statistic to compare, only a p-value.

use std::hint::black_box;
use std::io::Write;

use criterion::{Criterion, Throughput};
use foreign::dieharder::Dieharder;
use generators::pcg32::Pcg32;
use gof::Test;
use gof::words::rank::MatrixRank;

/// Matrices in one measurement: as many as dieharder takes by default.
const MATRICES: usize = 40_000;

pub(crate) fn benches(criterion: &mut Criterion) {
    let mut pcg = Pcg32::srandom(42, 54);
    let words: Vec<u64> = (0..32 * MATRICES).map(|_| pcg.next_word().into()).collect();
    let mut group = criterion.benchmark_group("rank");
    group
        .throughput(Throughput::Elements(MATRICES as u64))
        .sample_size(10);
    group.bench_function("gof", |bencher| {
        bencher.iter(|| {
            let mut test = MatrixRank::new("rank", 32, 32, 1).unwrap();
            test.push_all(black_box(&words));
            test.outcome().unwrap().statistic
        });
    });
    match Dieharder::find() {
        Ok(dieharder) => {
            let bytes: Vec<u8> = words
                .iter()
                .flat_map(|&word| (word as u32).to_le_bytes())
                .collect();
            // It may read a little more than it tests.
            let feed = |input: &mut dyn Write| while input.write_all(&bytes).is_ok() {};
            let arguments = ["-d", "2", "-p", "1"].map(str::to_owned);
            group.bench_function("dieharder", |bencher| {
                bencher.iter(|| dieharder.run(&arguments, feed).unwrap());
            });
        }
        Err(error) => println!("without dieharder: {error}"),
    }
    group.finish();
}
