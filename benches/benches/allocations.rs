//! Speed and memory of one operation of each port: how many items a second, how many allocations, and of how many bytes;
//! and that the memory of what reads a stream does not grow with it.
//!
//! `bytes` are all that were asked for, a list that grows counting anew each time; `peak` is the most held at once. The
//! counter makes allocating slower, so for comparisons of speed take the other benchmarks.
//!
//! Without `--bench`, as a test runs it, everything is done once and no speed is shown.

use std::hint::black_box;
use std::io::{self, Read};
use std::time::{Duration, Instant};

use allocation_counter::measure;
use generators::bounding::Scaled;
use generators::draw::Dice;
use generators::pcg32::Pcg32;
use gof::Test;
use gof::words::permutation::Permutation;
use gof::words::{Bits, Classified};
use grids::amazing::{Amazing, Restart};
use grids::boss_maze::{self, Order};
use grids::line::{Axis, line};
use grids::spread::{spread, spread_iter};
use lockstep::diverge::{Comparison, Settings};
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
    ///
    /// Returns how many bytes were held at most.
    fn row<T>(&self, name: &str, items: u64, mut operation: impl FnMut() -> T) -> u64 {
        let info = measure(|| drop(black_box(operation())));
        let speed = if self.timed { format!("{:.3e}", per_second(items, operation)) } else { "-".to_owned() };
        let (count, bytes, peak) = (info.count_total, info.bytes_total, info.bytes_max);
        println!("{name:<34} {items:>8} {speed:>12} {count:>12} {bytes:>12} {peak:>12}");
        peak
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

/// Knuth's permutation test of so many words that come in blocks.
fn tested(words: u64) -> f64 {
    let (bits, permutation) =
        (Bits::top(32, 32).expect("of 32 bits"), Permutation::<6>::new(1 << 32).expect("few enough"));
    let mut test = Classified::new("permutation", bits, permutation).expect("of as many symbols");
    let (mut pcg, mut block) = (Pcg32::srandom(42, 54), [0u64; 1000]);
    for _ in 0..words / 1000 {
        block.fill_with(|| pcg.next_word().into());
        test.push_all(&block);
    }
    test.outcome().expect("enough words").statistic
}

/// A trace of so many equal draws, made as it is read.
struct Draws {
    left: u64,
    at: usize,
}

impl Read for Draws {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        const LINE: &[u8] = b"get_rand 1 100 1592965215 11\n";
        let mut count = 0;
        while count < buffer.len() && self.left > 0 {
            let part = (LINE.len() - self.at).min(buffer.len() - count);
            buffer[count..count + part].copy_from_slice(&LINE[self.at..self.at + part]);
            count += part;
            self.at = (self.at + part) % LINE.len();
            self.left -= u64::from(self.at == 0);
        }
        Ok(count)
    }
}

/// Holds two traces of so many draws against each other.
fn traced(draws: u64) -> u64 {
    let [a, b] = [Draws { left: draws, at: 0 }, Draws { left: draws, at: 0 }];
    let mut comparison = Comparison::new(a, b, Settings::default());
    assert!(comparison.next_divergence().expect("a good trace").is_none());
    comparison.tally().agreed
}

/// Streams of which each is ten times as long as the one before, in the same memory.
fn streams<T>(bench: &Bench, name: &str, operation: impl Fn(u64) -> T) {
    let peaks = [100_000, 1_000_000, 10_000_000].map(|items| bench.row(name, items, || operation(items)));
    assert!(peaks.iter().all(|peak| *peak == peaks[0]), "{name}: memory grows with the stream: {peaks:?}");
}

fn main() {
    let bench = Bench { timed: std::env::args().any(|argument| argument == "--bench") };
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

    streams(&bench, "permutation test of a stream", tested);
    streams(&bench, "two traces compared", traced);
}
