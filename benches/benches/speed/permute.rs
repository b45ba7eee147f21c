//! Permutations of four and of ten: list-free, unrolled, from a table, and by shuffling a list. All take their words from
//! PCG32; rand's shuffle bounds them in its own way, the others by the rule in the group's name.

use std::hint::black_box;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion};
use generators::bounding::{Bounding, Scaled, Threshold};
use generators::draw::{Dice, Draw, RngWords};
use generators::pcg32::Pcg32;
use permute::directions::{random_directions, table_directions};
use permute::fisher_yates::fisher_yates;
use permute::listless::Listless;
use permute::unrolled::four;
use rand::seq::SliceRandom;

fn pcg() -> Pcg32 {
    Pcg32::srandom(42, 54)
}

fn dice<B: Bounding>() -> Dice<RngWords<Pcg32>, B> {
    Dice::new(RngWords(pcg()))
}

fn listless<const N: usize>(dice: &mut impl Draw) -> [u32; N] {
    let mut numbers = [0; N];
    for (number, drawn) in numbers.iter_mut().zip(Listless::<N, _>::new(dice)) {
        *number = drawn;
    }
    numbers
}

fn in_order<const N: usize>() -> [u32; N] {
    black_box(std::array::from_fn(|at| at as u32))
}

fn shuffled<const N: usize>(dice: &mut impl Draw) -> [u32; N] {
    let mut numbers = in_order();
    fisher_yates(&mut numbers, dice).expect("short enough to count");
    numbers
}

/// What works for any length.
fn any_length<const N: usize, B: Bounding>(group: &mut BenchmarkGroup<'_, WallTime>) {
    let mut one = dice::<B>();
    group.bench_function("list-free", |bencher| {
        bencher.iter(|| listless::<N>(&mut one));
    });
    let mut one = dice::<B>();
    group.bench_function("fisher-yates", |bencher| {
        bencher.iter(|| shuffled::<N>(&mut one));
    });
    let mut one = pcg();
    group.bench_function("rand shuffle", |bencher| {
        bencher.iter(|| {
            let mut numbers = in_order::<N>();
            numbers.shuffle(&mut one);
            numbers
        });
    });
}

fn of_four<B: Bounding>(criterion: &mut Criterion, rule: &str) {
    let drawn = random_directions(&mut dice::<B>()).drawn().map(u32::from);
    assert_eq!(four(&mut dice::<B>()), drawn, "what is timed is the same");
    assert_eq!(
        listless::<4>(&mut dice::<B>()),
        drawn,
        "what is timed is the same"
    );

    let mut group = criterion.benchmark_group(format!("permutation of 4, {rule}"));
    any_length::<4, B>(&mut group);
    let mut one = dice::<B>();
    group.bench_function("unrolled", |bencher| bencher.iter(|| four(&mut one)));
    let mut one = dice::<B>();
    group.bench_function("unrolled, packed", |bencher| {
        bencher.iter(|| random_directions(&mut one));
    });
    let mut one = dice::<B>();
    group.bench_function("table of 24 bytes", |bencher| {
        bencher.iter(|| table_directions(&mut one));
    });
    group.finish();
}

fn of_ten<B: Bounding>(criterion: &mut Criterion, rule: &str) {
    let mut group = criterion.benchmark_group(format!("permutation of 10, {rule}"));
    any_length::<10, B>(&mut group);
    group.finish();
}

pub(crate) fn benches(criterion: &mut Criterion) {
    of_four::<Threshold>(criterion, "threshold");
    of_four::<Scaled>(criterion, "scaled");
    of_ten::<Threshold>(criterion, "threshold");
    of_ten::<Scaled>(criterion, "scaled");
}
