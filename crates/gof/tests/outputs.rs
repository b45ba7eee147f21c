//! What is said of fixed items, in the files of `outputs`: a change there is a change of outputs. A test writes all that it finds
//! to `target/tmp`.
//!
//! Of the numbers in `rates.txt`, 180 of 181 that scipy 1.17.1 gives too were the same, and one was within 2e-5; the exact tails in
//! `counts.txt` were those of all vectors of counts.

use gof::assertion::{Failure, Passed, TestRng};
use gof::permutations::{PositionMatrix, cycles, descents, parity, rank_buckets, ranks};
use gof::power::optimal;
use gof::same::Pair;
use gof::uniformity::{self, Distance};
use gof::words::{Bits, Values};
use gof::{
    Cells, Draws, Effect, Permutations, Same, Test, Weighted, battery, limit, multinomial,
    observed, pearson, power, same, tail,
};
use roguelab_gof as gof;
use std::fmt::{Debug, Write};

/// `SplitMix64` (Steele, Lea and Flood 2014).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(n)) >> 64) as u64
    }
}

/// Shows a value, its numbers to seven digits: the last ones differ among systems.
fn rounded(value: &dyn Debug) -> String {
    let is_number = |c: char| c.is_ascii_alphanumeric() || "+-.".contains(c);
    let (text, mut out) = (format!("{value:?}"), String::new());
    for part in text.split_inclusive(|c| !is_number(c)) {
        let token = part.trim_end_matches(|c| !is_number(c));
        match token.parse::<f64>() {
            Ok(value) if (-1e-8..=0.0).contains(&value) => out.push('0'),
            Ok(value) if token.contains(['.', 'e']) => write!(out, "{value:.6e}").unwrap(),
            _ => out.push_str(token),
        }
        out.push_str(&part[token.len()..]);
    }
    out
}

/// Tests with parameters.
const WORDS: &str = "frequency:bits=3,low=1 serial:bits=2 gap:bits=1,low=1 permutation:t=2 permutation:t=5 \
    birthday:d=2^16,m=64,share=3 birthday:d=2^8,t=2,m=64 birthday:d=2^20,t=2 birthday:d=2^30,m=4096 rank:n=32,share=5 rank:n=100 rank:n=1024 \
    complexity:bit=7 lags:lags=3,share=2 autocorrelation:lag=77";
const VALUES: &str = "frequency:groups=3 serial:groups=2 gap:groups=2 permutation:t=3 lagged:lags=5 lagged:lags=1000 \
    birthday:m=64,t=3,share=2";

/// What tests say of items of which every twentieth is the one before.
fn lines<Item: ?Sized>(
    table: &str,
    tests: Vec<Box<dyn Test<Item>>>,
    count: u64,
    mut item: impl FnMut(&mut Random) -> Box<Item>,
) where
    Box<Item>: Clone,
{
    let (mut out, mut random) = (String::new(), Random(count));
    let mut items: Vec<Box<Item>> = (0..count).map(|_| item(&mut random)).collect();
    for at in (20..items.len()).step_by(20) {
        items[at] = items[at - 1].clone();
    }
    for mut test in tests {
        let needed = test.needed();
        writeln!(out, "{} needs {needed}: {}", test.name(), test.null()).unwrap();
        for (item, at) in items.iter().zip(1..) {
            test.push(item);
            if [needed - 1, needed, count].contains(&at) {
                let (read, found) = (test.read(), rounded(&test.outcome()));
                writeln!(out, "  {at} {read} {found} {:?}", test.worst()).unwrap();
            }
        }
    }
    compare(table, &out);
}

fn named<Item: battery::Item + ?Sized>(size: u32, specs: &str) -> Vec<Box<dyn Test<Item>>> {
    let named = specs.split(' ').map(|spec| battery::named(size, spec));
    named.filter_map(Result::ok).collect()
}

#[test]
fn tests_of_words_say_what_is_in_their_tables() {
    // Half of the words of 12 bits have a bit too many, for which `Distance` is not made.
    for bits in [8, 12, 24, 32, 64] {
        let mut tests = named(bits, WORDS);
        tests.extend(battery::words(bits).unwrap());
        if bits != 12 {
            tests.push(Box::new(Distance::new(bits)));
        }
        // Enough for every test once.
        let count = if bits == 32 { 12_000 } else { 3000 };
        lines(&format!("words_{bits}"), tests, count, |random| {
            Box::new(random.next() >> (64 - bits - u32::from(bits == 12)))
        });
    }
}

#[test]
fn tests_of_values_say_what_is_in_their_tables() {
    for below in [2, 3, 4, 6, 7, 16, 1000, u32::MAX] {
        let mut tests = named(below, VALUES);
        tests.extend(battery::values(below).unwrap());
        lines(&format!("values_{below}"), tests, 6000, |random| {
            Box::new(random.below(below.into()) as u32)
        });
    }
    let rising: Vec<u64> = (1..=65).collect();
    for weights in [&[1, 2, 3][..], &[5, 0, 1, 30], &rising, &[1; 400]] {
        let (total, tests) = (weights.iter().sum(), battery::weighted(weights).unwrap());
        lines(
            &format!("weights_{}", weights.len()),
            tests,
            6000,
            |random| Box::new(weighted(random.below(total), weights) as u32),
        );
    }
}

#[test]
fn tests_of_permutations_say_what_is_in_their_tables() {
    for n in [2, 3, 5, 8, 52, 100] {
        let tests = battery::permutations(n).unwrap();
        lines(&format!("permutations_{n}"), tests, 4000, |random| {
            order(&mut || random.next(), n, u64::MAX).into()
        });
    }
    // Rotations are too even, and what follows is biased.
    for n in [3, 14, 200] {
        let mut turn = 0;
        lines(
            &format!("even_{n}"),
            battery::permutations(n).unwrap(),
            600,
            |random| {
                turn += 1;
                if turn < 400 {
                    (0..n).map(|item| ((item + turn) % n) as u32).collect()
                } else {
                    order(&mut || random.next(), n, 3).into()
                }
            },
        );
    }
}

#[test]
fn sizes_are_as_in_their_table() {
    fn said<Item: battery::Item + ?Sized>(out: &mut String) {
        for entry in battery::tests().filter(|entry| entry.kind() == Item::KIND) {
            for size in [0, 1, 2, 3, 7, 8, 11, 12, 31, 64, 65] {
                let test = battery::named::<Item>(size, entry.name);
                let text = test.map_or_else(|error| error.to_string(), |test| test.null());
                writeln!(out, "{} {size}: {text}", entry.name).unwrap();
            }
        }
    }
    let mut out = String::new();
    said::<u64>(&mut out);
    said::<u32>(&mut out);
    said::<[u32]>(&mut out);
    compare("sizes", &out);
}

/// The value at this place of all weights.
fn weighted(mut at: u64, weights: &[u64]) -> usize {
    let found = weights.iter().position(|weight| {
        let found = at < *weight;
        at = at.wrapping_sub(*weight);
        found
    });
    found.unwrap()
}

fn compare(table: &str, out: &str) {
    std::fs::write(format!("{}/{table}.txt", env!("CARGO_TARGET_TMPDIR")), out).unwrap();
    let path = format!("{}/tests/outputs/{table}.txt", env!("CARGO_MANIFEST_DIR"));
    let expected = std::fs::read_to_string(path).unwrap();
    for (line, expected) in out.lines().zip(expected.lines()) {
        assert_eq!(line, expected, "all lines of {table} are in target/tmp");
    }
    assert_eq!(out.lines().count(), expected.lines().count(), "{table}");
}

/// Writes each expression with its value.
macro_rules! show {
    ($out:ident $with:expr; $($call:expr;)*) => {$(
        let value = rounded(&$call);
        let what = stringify!($call).replace('\n', " ");
        writeln!($out, "{what} {:?}: {value}", $with).unwrap();
    )*};
}

#[test]
fn counts_have_the_figures_of_their_table() {
    let mut out = String::new();
    let rising: Vec<u64> = (1..=25).collect();
    let many: Vec<u64> = (1..=300).collect();
    for (weights, n) in [
        (&[1; 2][..], 40),
        (&[1; 3], 27),
        (&[1; 5], 25),
        (&[3, 0, 5], 1000),
        (&[1; 7], 63),
        (&[1; 12], 60),
        (&[1; 16], 96),
        (&[1; 20], 119),
        (&[1; 24], 200),
        (&[1; 300], 3000),
        (&[1, 2, 3, 4], 50),
        (&[1, 4, 95], 300),
        (&rising, 500),
        (&rising, 2000),
        (&many, 22_575),
        (&[1000, 1, 1, 1, 0, 500], 4000),
    ] {
        let (total, last) = (weights.iter().sum::<u64>(), weights.len() - 1);
        let even = |n| -> Vec<u64> {
            let mut counts: Vec<u64> = weights.iter().map(|weight| n * weight / total).collect();
            counts[0] += n - counts.iter().sum::<u64>();
            counts
        };
        let (mut random, mut thrown, mut moved) = (Random(n), vec![0; weights.len()], even(n));
        for _ in 0..n {
            thrown[weighted(random.below(total), weights)] += 1;
        }
        moved[last] -= 1;
        moved[last / 2] += 1;
        let too_many = [(n / 10, 0), (n / 4, 0), (n / 5, last), (n, last)].map(|(more, cell)| {
            let mut counts = even(n - more);
            counts[cell] += more;
            counts
        });
        let cells = Cells::from_weights(weights).unwrap();
        let mut before = vec![1; weights.len()];
        for counts in [even(n), moved, thrown].into_iter().chain(too_many) {
            show!(out (n, &counts[..2]);
                pearson::chi_square("", &counts, &cells);
                same::counts(&counts, &before);
            );
            if weights.len() < 8 {
                show!(out &counts;
                    multinomial::exact("", &counts, &cells);
                    observed::counts(&[&counts], &cells);
                    observed::counts(&[&counts, &before, &counts], &cells);
                    observed::counts_times(&[&counts], &cells, 2.5);
                    observed::counts(&[&counts], &cells).map(|found| observed::outcome_times(&found, 2.5));
                );
            }
            before = counts;
        }
    }
    compare("counts", &out);
}

#[test]
fn rates_and_powers_have_the_figures_of_their_table() {
    let mut out = String::new();
    for (alpha, power) in [(0.05, 0.5), (1e-4, 0.9), (1e-9, 0.999)] {
        for freedom in [1, 2, 13, 99] {
            show!(out (alpha, power, freedom);
                power::critical_value(freedom, alpha);
                [0.0, 0.3, 40.0, 1e4].map(|off| power::power(off, freedom, alpha));
                [0.01, 1e-7].map(|effect| power::draws_to_notice(effect, freedom, alpha, power));
                limit::upper_tail_excess(freedom, 1000, alpha);
                limit::samples_for_upper_tail(freedom, alpha, 0.1);
                limit::lower_tail_grain(freedom, 1000, alpha);
                [50, 1000, 100_000].map(|n| limit::has_lower_tail(freedom, n, alpha));
                [true, false].map(|share| observed::excess_excluded(0.2, 300, freedom.into(), share, alpha));
            );
        }
        for classes in [
            vec![(0.5, 0.3), (0.5, -0.3)],
            vec![(0.25, 0.03), (0.75, -0.01)],
            vec![(0.2, 1.0), (0.3, -0.5), (0.5, -0.1)],
            vec![(0.2, 1.0), (0.3, -1.0), (0.5, 0.2)],
            vec![(0.99, 1.0 / 99.0), (0.01, -1.0)],
            vec![(0.4, 1e-6), (0.6, -1e-6 / 1.5)],
        ] {
            show!(out (&classes, alpha, power); optimal::draws_to_tell(&classes, alpha, power););
        }
        for (hits, trials, chance) in [(0, 10, 0.2), (3, 10, 0.2), (10, 10, 0.7), (130, 1000, 0.1)]
        {
            let rate = observed::Rate { hits, trials };
            show!(out (rate, chance, alpha);
                rate.p(chance);
                rate.interval(alpha);
                rate.excess_excluded(chance, alpha);
                rate.outcome(chance);
                observed::Evidence::of(rate.p(chance).two_sided(), alpha);
                observed::items_to_decide(trials, alpha, |times| observed::outcome_times(&rate.outcome(chance).unwrap(), times));
            );
        }
        let numbers = uniformity::kolmogorov(&[0.1, 0.15, 0.3, 0.35, 0.5, 0.52, 0.6]).unwrap();
        show!(out alpha;
            observed::outcome_times(&numbers, 20.0);
            observed::items_to_decide(7, alpha, |times| observed::outcome_times(&numbers, times));
        );
        show!(out alpha; [20, 1000].map(|n| observed::distance_excluded(n, alpha)););
    }
    compare("rates", &out);
}

/// A value with a mild bias: the lesser of two, one time in `one_in`.
fn lesser(next: &mut dyn FnMut() -> u64, below: u64, one_in: u64) -> u64 {
    let value = next() % below;
    if next().is_multiple_of(one_in) {
        value.min(next() % below)
    } else {
        value
    }
}

fn order(next: &mut dyn FnMut() -> u64, n: usize, one_in: u64) -> Vec<u32> {
    let mut items: Vec<u32> = (0..n as u32).collect();
    (1..n).for_each(|i| items.swap(i, lesser(next, i as u64 + 1, one_in) as usize));
    items
}

fn text(found: &Result<Passed, Failure>) -> String {
    found
        .as_ref()
        .map_or_else(ToString::to_string, ToString::to_string)
}

#[test]
fn edges_are_as_in_their_table() {
    let mut out = String::new();
    let six = || Draws::below(6);
    let wide = Effect::TotalVariation(0.2);
    let huge = [usize::MAX, usize::MAX / 8, 1 << 40];
    let below = |n| move |rng: &mut TestRng| rng.next_u64() % n;
    show!(out "";
        power::noncentral_chi_square_sf(1.0, 1, -1.0);
        power::samples_to_notice(0.1, 5, 0.01, 1.0);
        limit::samples_for_upper_tail(5, 0.01, -1.0);
        tail::hypergeometric::at_least(1, 3, 2, 2);
        tail::poisson::at_least(1, 0.0);
        same::counts(&[0, 0], &[1, 2]);
        six().against(Effect::TotalVariation(0.0)).check(|_| 1_u8);
        six().check(|_| 6_u8);
        Weighted::of(&[1, 2]).check(|_| 2_u8);
        Same::new().check(|_| f64::NAN, |_| 0.0);
        Same::new().check(|_| -0.0, |_| 0.0);
        Permutations::of(2048).check(|_| vec![0_usize]);
        battery::by_name(battery::Kind::Words, "bits").is_some();
        power::draws_to_notice(-0.1, 5, 0.01, 0.9);
        power::draws_to_notice(0.0, 5, 0.01, 0.9);
        [1.0, 1e11].map(|off| power::noncentral_chi_square_sf(f64::INFINITY, 1, off));
        [0.0, f64::NAN].map(|x| power::noncentral_chi_square_sf(x, 1, 1.0));
        tail::kolmogorov::both(1e-8, 1_000_000_000_000);
        tail::kolmogorov::both(0.006, 2500);
        observed::excess_excluded(0.5, 3, 1, true, 1e-9);
        same::counts(&[1, 25_000, 30_000], &[0, 24_999, 30_000]);
        pearson::chi_square("", &[9800, 10_199], &Cells::uniform(2).unwrap());
        gof::values::lagged::of_values("", 1, 5).is_err();
        Weighted::of(&[1, 4]).against(wide).false_alarms(1e-15).check(|_| 0_u8);
        Weighted::of(&[5, 0, 1, 30]).against(Effect::TotalVariation(0.05)).check(|_| 0_u8);
        Draws::below(5000).against(wide).check(below(5000));
        Draws::below(16_384).against(wide).check(below(16_384));
        Same::new().against(wide).check(|_| -1.0, |_| -2.0);
        Same::new().against(wide).check(below(256), below(256));
        [1 << 20, (1 << 20) + 1].map(|n| gof::values::weighted::battery(&vec![1; n]).is_ok());
        huge.map(|n| [cycles(n), descents(n), ranks(n), parity(n)].map(|test| test.is_ok()));
        huge.map(Cells::uniform);
        huge.map(|n| [battery::permutations(n).is_ok(), PositionMatrix::new(n).is_ok()]);
        huge.map(|n| [n, 1 << 24].map(|items| PositionMatrix::in_blocks(items, n).is_ok()));
        [PositionMatrix::in_blocks(8, 2).is_ok(), rank_buckets(20, u32::MAX).is_ok()];
        [Bits::top(u32::MAX, 32).is_ok(), Bits::low(64, u32::MAX).is_ok(), Values::new(u32::MAX, 0).is_ok()];
        [9_999_999, 10_000_000].map(|n| multinomial::exact("", &[n, 0], &Cells::uniform(2).unwrap()));
    );
    compare("edges", &out);
}

#[test]
fn assertions_say_what_is_in_their_table() {
    let mut out = String::new();
    let fair = u64::MAX;
    for one_in in [1, 3, fair] {
        let value =
            |below, one_in| move |rng: &mut TestRng| lesser(&mut || rng.next_u64(), below, one_in);
        let orders = |n, one_in| move |rng: &mut TestRng| order(&mut || rng.next_u64(), n, one_in);
        macro_rules! demand {
            ($of:expr) => {
                $of.against(Effect::TotalVariation(0.2))
                    .false_alarms(1e-3)
                    .power(0.9)
                    .seed(5)
            };
        }
        for below in [2, 6, 50, 300, 70_000, 1 << 60] {
            let found = demand!(Draws::below(below)).check(value(below, one_in));
            show!(out (below, one_in); found; text(&found););
        }
        for weights in [&[1, 1][..], &[1, 3], &[5, 0, 1, 30], &[1; 400]] {
            let place = value(weights.iter().sum(), one_in);
            let found = demand!(Weighted::of(weights)).check(|rng| weighted(place(rng), weights));
            show!(out (weights.len(), one_in); found; text(&found););
        }
        for n in [2, 3, 5, 7, 8, 12, 30] {
            let of = orders(n, one_in);
            let numbers = |rng: &mut TestRng| of(rng).iter().map(|item| *item as usize).collect();
            let found = demand!(Permutations::of(n)).check(numbers);
            let same = demand!(Same::new()).check(of, orders(n, fair));
            show!(out (n, one_in); found; text(&found); same;);
        }
        for below in [2, 10, 1000] {
            let [one, other] = [one_in, fair].map(|one_in| value(below, one_in));
            let same = demand!(Same::new()).check(one, other);
            let parts = demand!(Same::new())
                .check(|rng| one(rng) as f64 / 7.0, |rng| other(rng) as f64 / 7.0);
            show!(out (below, one_in); same; text(&same); parts;);
        }
    }
    compare("assertions", &out);
}

#[test]
fn pairs_of_streams_have_the_figures_of_their_table() {
    let mut out = String::new();
    for one_in in [1, 3, u64::MAX] {
        let mut random = Random(one_in);
        let next = &mut || random.next();
        let mut values = Pair::values(40).unwrap();
        let mut words = Pair::words(20).unwrap();
        let mut permutations = Pair::permutations(4).unwrap();
        for at in 0..2000 {
            values.push_one(&(lesser(next, 40, one_in) as u32));
            values.push_other(&(lesser(next, 40 + u64::from(one_in == 1), u64::MAX) as u32));
            words.push_one(&lesser(next, 1 << 20, one_in));
            words.push_other(&lesser(next, 1 << 20, u64::MAX));
            permutations.push_one(&order(next, 4, one_in));
            if at % 3 > 0 {
                permutations.push_other(&order(next, 4, u64::MAX));
            }
        }
        show!(out one_in; values.compared(); words.compared(); permutations.compared(););
    }
    compare("pairs", &out);
}
