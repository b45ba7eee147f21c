//! The exact curve of `mix_colors` by characters, and the tables behind it.

mod settings;

use criterion::{Criterion, criterion_group, criterion_main};
use exact::BigRational;
use exact::characters::CharacterTable;
use exact::spanning_trees::CellGrid;
use exact::transpositions::RandomTranspositions;
use settings::settings;

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

fn curve(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("random transpositions of 14, 0 to 100 swaps");
    group.sample_size(20);
    group.bench_function("total variation", |bencher| bencher.iter(by_characters));
    group.bench_function("three distances", |bencher| bencher.iter(all_three));
    group.finish();
}

fn tables(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("exact tables");
    group.sample_size(20);
    group.bench_function("characters of 14", |bencher| bencher.iter(|| CharacterTable::new(THINGS)));
    group.bench_function("characters of 20", |bencher| bencher.iter(|| CharacterTable::new(20)));
    let grid = CellGrid::new(6, 6).expect("60 edges");
    group.bench_function("spanning trees of 6x6", |bencher| bencher.iter(|| grid.count()));
    group.finish();
}

criterion_group!(name = benches; config = settings(); targets = curve, tables);
criterion_main!(benches);
