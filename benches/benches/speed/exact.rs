//! The exact curve of `mix_colors`, two ways: by characters, and by the chain on cycle types.

use criterion::Criterion;
use exact::characters::CharacterTable;
use exact::cycle_types::TranspositionWalk;
use exact::transpositions::RandomTranspositions;
use exact::{BigRational, spanning_trees};

/// Potions.
const THINGS: usize = 14;
/// The end of the curve.
const SWAPS: usize = 100;

fn by_characters() -> Vec<BigRational> {
    let walk = RandomTranspositions::new(THINGS).expect("few things");
    walk.steps().take(SWAPS + 1).map(|after| after.total_variation()).collect()
}

/// Total variation, separation and expected fixed points of each step.
fn all_three() -> Vec<[BigRational; 3]> {
    let walk = RandomTranspositions::new(THINGS).expect("few things");
    let steps = walk.steps().take(SWAPS + 1);
    steps.map(|after| [after.total_variation(), after.separation(), after.expected_fixed_points()]).collect()
}

fn by_cycle_types() -> Vec<BigRational> {
    TranspositionWalk::new(THINGS).expect("few things").total_variation_curve(SWAPS)
}

fn curve(criterion: &mut Criterion) {
    assert_eq!(by_characters(), by_cycle_types(), "what is timed is the same");
    let mut group = criterion.benchmark_group("random transpositions of 14, 0 to 100 swaps");
    group.sample_size(20);
    group.bench_function("total variation, characters", |bencher| bencher.iter(by_characters));
    group.bench_function("total variation, cycle types", |bencher| bencher.iter(by_cycle_types));
    group.bench_function("three distances, characters", |bencher| bencher.iter(all_three));
    group.finish();
}

fn tables(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("exact tables");
    group.sample_size(20);
    group.bench_function("characters of 14", |bencher| bencher.iter(|| CharacterTable::new(THINGS)));
    group.bench_function("characters of 20", |bencher| bencher.iter(|| CharacterTable::new(20)));
    group.bench_function("spanning trees of 10x10", |bencher| bencher.iter(|| spanning_trees::count_of_grid(10, 10)));
    group.finish();
}

pub(crate) fn benches(criterion: &mut Criterion) {
    curve(criterion);
    tables(criterion);
}
