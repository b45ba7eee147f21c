//! All games: port and reference in one run, on one core.

use std::hint::black_box;

use criterion::{Criterion, Throughput};
use foreign::reference::{Session, WordSize};
use rogue::atlas::{Atlas, GAMES};
use rogue::identities::Identities;

pub(crate) fn benches(criterion: &mut Criterion) {
    let mut reference = Session::begin(WordSize::Native);
    reference.new_games(7, 1);
    let titles = Identities::of_seed(7).scrolls;
    let titles: Vec<_> = titles.iter().map(ToString::to_string).collect();
    assert_eq!(reference.scrolls(), titles, "what is timed is the same");
    let mut group = criterion.benchmark_group("all games");
    group
        .throughput(Throughput::Elements(GAMES as u64))
        .sample_size(50);
    group.bench_function("port", |bencher| bencher.iter(Atlas::new));
    group.bench_function("reference", |bencher| {
        bencher.iter(|| reference.new_games(black_box(0), GAMES));
    });
    group.finish();
}
