//! What the tests of a battery do most: chi-square sums over many cells, and counts of items by places.

use std::hint::black_box;

use criterion::{Criterion, Throughput};
use generators::bounding::Threshold;
use generators::draw::Dice;
use generators::pcg32::Pcg32;
use gof::permutations::PositionMatrix;
use gof::{Cells, Test, pearson};
use permute::listless::Listless;

/// Cells of the patterns of six and of eight.
const CELLS: [usize; 2] = [720, 40_320];
/// Items in a cell, about.
const EACH: u64 = 25;
/// Potions.
const THINGS: usize = 14;
/// Permutations in one measurement.
const PERMUTATIONS: usize = 10_000;

fn sums(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("sums over cells");
    for cells in CELLS {
        let null = Cells::uniform(cells).expect("some cells");
        let mut pcg = Pcg32::srandom(42, 54);
        let mut counts = vec![0_u64; cells];
        (0..EACH * cells as u64).for_each(|_| counts[pcg.next_word() as usize % cells] += 1);
        group.throughput(Throughput::Elements(cells as u64));
        group.bench_function(format!("chi-square, {cells}"), |bencher| {
            bencher.iter(|| pearson::chi_square("x", black_box(&counts), &null).expect("enough items").statistic);
        });
        group.bench_function(format!("G, {cells}"), |bencher| {
            bencher.iter(|| pearson::g("g", black_box(&counts), &null).expect("enough items").statistic);
        });
    }
    group.finish();
}

fn matrix(criterion: &mut Criterion) {
    let mut dice = Dice::<_, Threshold>::new(Pcg32::srandom(42, 54));
    let permutations: Vec<[u32; THINGS]> = (0..PERMUTATIONS)
        .map(|_| {
            let mut numbers = [0; THINGS];
            numbers.iter_mut().zip(Listless::<THINGS, _>::new(&mut dice)).for_each(|(place, number)| *place = number);
            numbers
        })
        .collect();
    let mut group = criterion.benchmark_group("position matrix of 14");
    group.throughput(Throughput::Elements(PERMUTATIONS as u64));
    group.bench_function("items by places", |bencher| {
        bencher.iter(|| {
            let mut test = PositionMatrix::new(THINGS).expect("a length");
            for permutation in black_box(&permutations) {
                test.push(permutation);
            }
            test.outcome().expect("enough items").statistic
        });
    });
    group.finish();
}

pub(crate) fn benches(criterion: &mut Criterion) {
    sums(criterion);
    matrix(criterion);
}
