//! The four tables of a new game, and all games: port and reference in one run, on one core.

use std::hint::black_box;

use criterion::{Criterion, Throughput};
use foreign::reference::{Session, WordSize};
use rogue::atlas::{Atlas, GAMES};
use rogue::identities::Identities;

fn new_game(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("new game");
    let mut reference = Session::begin(WordSize::Native);
    reference.new_games(7, 1);
    let game = Identities::of_seed(7);
    let titles: Vec<_> = game.scrolls.iter().map(ToString::to_string).collect();
    assert_eq!(reference.scrolls(), titles, "what is timed is the same");
    let mut seed = 0i32;
    let mut next = move || {
        seed = seed.wrapping_add(1);
        seed
    };
    group.bench_function("port, dealt", |bencher| {
        bencher.iter(|| Identities::deal(next()));
    });
    group.bench_function("port, stepped", |bencher| {
        bencher.iter(|| Identities::of_seed(next()));
    });
    group.bench_function("reference", |bencher| {
        bencher.iter(|| reference.new_games(next(), 1));
    });
    group.finish();
}

fn all_games(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("all games");
    group
        .throughput(Throughput::Elements(GAMES as u64))
        .sample_size(50);
    let mut reference = Session::begin(WordSize::Native);
    group.bench_function("port", |bencher| bencher.iter(Atlas::new));
    group.bench_function("reference", |bencher| {
        bencher.iter(|| reference.new_games(black_box(0), GAMES));
    });
    group.finish();
}

pub(crate) fn benches(criterion: &mut Criterion) {
    new_game(criterion);
    all_games(criterion);
}
