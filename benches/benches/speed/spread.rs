//! A million items spread out: as a list, one by one, and as the reference's list; and lines, the document's beside
//! Bresenham's and a naive one.

use std::hint::black_box;

use criterion::{Criterion, Throughput};
use foreign::reference::sequences;
use grids::line::{Axis, Point, bresenham, line};
use grids::spread::{spread, spread_iter};

/// Together a million: the golden ratio, of which the groups nest deepest, and a few among many.
const COUNTS: [(u32, u32); 2] = [(618_034, 381_966), (990_000, 10_000)];

fn items(criterion: &mut Criterion) {
    for (na, nb) in COUNTS {
        let (a, b) = (u64::from(na), u64::from(nb));
        let mut group = criterion.benchmark_group(format!("spread of {na} and {nb}"));
        group
            .throughput(Throughput::Elements(a + b))
            .sample_size(20);
        let expected = sequences::spread(na, nb).expect("short enough");
        assert_eq!(
            spread(0, 1, a, b).as_ref(),
            Ok(&expected),
            "what is timed is the same"
        );
        assert!(
            spread_iter(0, 1, a, b).is_ok_and(|lazy| lazy.eq(expected)),
            "what is timed is the same"
        );

        group.bench_function("port, list", |bencher| {
            bencher.iter(|| spread(0u8, 1, black_box(a), b));
        });
        group.bench_function("port, lazy, folded", |bencher| {
            bencher.iter(|| {
                spread_iter(0u8, 1, black_box(a), b)
                    .map(|lazy| lazy.fold(0, |all, item| all ^ item))
            });
        });
        group.bench_function("reference, list", |bencher| {
            bencher.iter(|| sequences::spread(black_box(na), nb));
        });
        group.finish();
    }
}

/// Targets in a square with one corner at the origin.
const SIDE: i32 = 64;

fn targets() -> impl Iterator<Item = Point> {
    (0..SIDE).flat_map(|y| (0..SIDE).map(move |x| (x, y)))
}

/// Straight from the definition: for every step along the longer extent, the other one divided and rounded.
fn naive(to: Point) -> impl Iterator<Item = Point> {
    let steps = to.0.max(to.1);
    let along = move |k: i32, extent: i32| {
        (f64::from(k) * f64::from(extent) / f64::from(steps.max(1))).round() as i32
    };
    (0..=steps).map(move |k| (along(k, to.0), along(k, to.1)))
}

/// All points of the lines to all targets, combined so that none can be left out.
fn points<L: Iterator<Item = Point>>(line: impl Fn(Point) -> L) -> i32 {
    targets()
        .flat_map(line)
        .fold(0, |all, (x, y)| all.wrapping_mul(3) ^ x ^ (y << 8))
}

fn lines(criterion: &mut Criterion) {
    let spread = |to| {
        line(black_box((0, 0)), to, Axis::YUp)
            .expect("short enough")
            .points()
    };
    let midpoint = |to| {
        bresenham(black_box((0, 0)), to, Axis::YUp)
            .expect("short enough")
            .points()
    };
    assert_eq!(points(midpoint), points(naive), "what is timed is the same");

    let mut group = criterion.benchmark_group(format!("lines to {SIDE}x{SIDE} targets"));
    group.throughput(Throughput::Elements(
        targets().flat_map(naive).count() as u64
    ));
    group.bench_function("port", |bencher| bencher.iter(|| points(spread)));
    group.bench_function("port, bresenham", |bencher| {
        bencher.iter(|| points(midpoint));
    });
    group.bench_function("naive, rounded", |bencher| {
        bencher.iter(|| points(|to| naive(black_box(to))));
    });
    group.finish();
}

pub(crate) fn benches(criterion: &mut Criterion) {
    items(criterion);
    lines(criterion);
}
