//! Speed and memory of one operation of each port: how many items a second, how many allocations, and of how many bytes.
//!
//! `bytes` are all that were asked for, a list that grows counting anew each time; `peak` is the most held at once. The
//! counter makes allocating slower, so for comparisons of speed take the other benchmarks.
//!
//! Without `--bench` everything is done once and no speed is shown.

use std::hint::black_box;
use std::time::{Duration, Instant};

use allocation_counter::measure;
use generators::bounding::Scaled;
use generators::draw::Dice;
use generators::pcg32::Pcg32;
use grids::amazing::{Amazing, Restart};
use grids::boss_maze::{self, Order};
use grids::line::{Axis, line};
use grids::spread::{spread, spread_iter};
use permute::directions::{random_directions, table_directions};
use permute::fisher_yates::fisher_yates;
use permute::listless::Listless;

/// How long an operation is repeated.
const LONG: Duration = Duration::from_millis(300);

/// What the spread operations spread, a million items together.
const SPREAD: (u64, u64) = (618_034, 381_966);

struct Bench {
    timed: bool,
}

impl Bench {
    /// A row of the table: an operation on so many items.
    fn row<T>(&self, name: &str, items: u64, mut operation: impl FnMut() -> T) {
        let info = measure(|| drop(black_box(operation())));
        let speed = if self.timed { format!("{:.3e}", per_second(items, operation)) } else { "-".to_owned() };
        let (count, bytes, peak) = (info.count_total, info.bytes_total, info.bytes_max);
        println!("{name:<34} {items:>8} {speed:>12} {count:>12} {bytes:>12} {peak:>12}");
    }
}

/// How many items of an operation a second takes.
fn per_second<T>(items: u64, mut operation: impl FnMut() -> T) -> f64 {
    let (start, mut times) = (Instant::now(), 0u32);
    // The clock is looked at after 1, 2, 4, ... operations: seldom beside operations that take no time.
    while start.elapsed() < LONG {
        let more = times.max(1);
        (0..more).for_each(|_| drop(black_box(operation())));
        times += more;
    }
    items as f64 * f64::from(times) / start.elapsed().as_secs_f64()
}

fn dice() -> Dice<Pcg32, Scaled> {
    Dice::new(Pcg32::srandom(42, 54))
}

fn permutations<const N: usize>(bench: &Bench) {
    let mut one = dice();
    bench.row(&format!("permutation of {N}, list-free"), N as u64, || {
        Listless::<N, _>::new(&mut one).fold(0, |all, number| all ^ number)
    });
    let mut one = dice();
    bench.row(&format!("permutation of {N}, Fisher-Yates"), N as u64, || {
        let mut numbers: [u32; N] = black_box(std::array::from_fn(|at| at as u32));
        fisher_yates(&mut numbers, &mut one).map(|()| numbers)
    });
}

fn main() {
    let bench = Bench { timed: std::env::args_os().any(|argument| argument == "--bench") };
    println!("operation                             items     items/s  allocations        bytes         peak");

    permutations::<4>(&bench);
    let mut one = dice();
    bench.row("permutation of 4, packed", 4, || random_directions(&mut one));
    let mut one = dice();
    bench.row("permutation of 4, table", 4, || table_directions(&mut one));
    permutations::<10>(&bench);

    for (width, height) in [(109, 25), (2001, 2001)] {
        let mut one = dice();
        bench.row(&format!("boss_maze {width}x{height}"), (width as u64 / 2) * (height as u64 / 2), || {
            boss_maze::generate(width, height, Order::Packed, &mut one).expect("a possible size")
        });
    }
    for (name, restart) in [("random", Restart::RandomVisited), ("scan", Restart::Scan)] {
        let mut one = dice();
        bench.row(&format!("amazing 500x500, {name}"), 500 * 500, || {
            Amazing::generate(500, 500, restart, &mut one).expect("large enough to end")
        });
    }
    let mut one = dice();
    bench.row("amazing 500x500, mended", 500 * 500, || Amazing::mended(500, 500, &mut one).expect("a possible size"));

    let (na, nb) = SPREAD;
    bench.row("spread, list", na + nb, || spread(0u8, 1, na, nb).expect("few enough"));
    bench.row("spread, lazy", na + nb, || {
        spread_iter(0u8, 1, na, nb).expect("few enough").fold(0, |all, item| all ^ item)
    });
    let extent = (na + nb) as i32;
    bench.row("line, lazy", na + nb, || {
        let line = line((0, 0), (extent, nb as i32), Axis::YUp).expect("short enough");
        line.points().fold(0, |all, (x, y)| all ^ x ^ y)
    });
}
