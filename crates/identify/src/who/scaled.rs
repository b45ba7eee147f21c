//! A search for numbers that are a constant plus another constant times a fraction, an exponential or a normal, such as those
//! of `gauss(100, 15)`.
//!
//! The search goes forward from seeds: for each seed, two of the numbers fix the constants, and the others must follow.

use std::f64::consts::TAU;

use generators::catalogue::Generator;
use rayon::prelude::*;

use super::constants::Constants;
use super::seeds::FAMILIAR;
use super::{Answer, Derivation, Found, MOST_MADE, Options, QUICK, Search, Why};
use crate::convention::{Convention, Tape};
use crate::evidence::ENOUGH;
use crate::numbers::{Fraction, Numbers};
use crate::reading::{Decimal, quantile};

/// A formula that makes one number or two of fractions.
type Shape = fn(&mut dyn FnMut() -> f64) -> (f64, Option<f64>);

/// The formulas, for a fraction u and the fraction v after it. The next numbers are made of the fractions after these.
const SHAPES: [(&str, Shape); 12] = [
    ("a fraction", |u| (u(), None)),
    ("-ln(1 - u)", |u| (-(-u()).ln_1p(), None)),
    ("-ln(u)", |u| (-u().ln(), None)),
    ("the inverse of the normal distribution at u", |u| {
        (quantile(u()), None)
    }),
    ("sqrt(-2 ln(1 - v)) cos(2 pi u), then with sin", |u| {
        let angle = u();
        both(1.0 - u(), angle)
    }),
    ("sqrt(-2 ln(u)) cos(2 pi v), then with sin", |u| {
        both(u(), u())
    }),
    ("sqrt(-2 ln(1 - u)) cos(2 pi v), then with sin", |u| {
        both(1.0 - u(), u())
    }),
    ("sqrt(-2 ln(u)) cos(2 pi v)", |u| (both(u(), u()).0, None)),
    ("sqrt(-2 ln(1 - u)) cos(2 pi v)", |u| {
        (both(1.0 - u(), u()).0, None)
    }),
    ("a normal by Marsaglia's polar method", polar),
    (
        "a normal by Marsaglia's polar method, the second of each two first",
        |u| {
            let (first, second) = polar(u);
            (second.unwrap_or(first), Some(first))
        },
    ),
    ("a normal by Kinderman and Monahan's method", |u| {
        let constant = 4.0 * (-0.5_f64).exp() / 2_f64.sqrt();
        let mut tries = (0..TRIES).map(|_| (constant * (u() - 0.5), 1.0 - u()));
        let taken = |(x, y)| (x / y * (x / y) / 4.0 <= -f64::ln(y)).then_some(x / y);
        (tries.find_map(taken).unwrap_or(f64::NAN), None)
    }),
];

/// No method rejects so many fractions in a row.
const TRIES: usize = 64;

/// Two normals by Box and Muller's formula.
pub(crate) fn around(radius: f64, angle: f64) -> [f64; 2] {
    let distance = (-2.0 * radius.ln()).sqrt();
    let (sine, cosine) = (TAU * angle).sin_cos();
    [distance * cosine, distance * sine]
}

/// The same, as a shape makes numbers.
fn both(radius: f64, angle: f64) -> (f64, Option<f64>) {
    let [first, second] = around(radius, angle);
    (first, Some(second))
}

/// Two normals by Marsaglia's polar method.
fn polar(u: &mut dyn FnMut() -> f64) -> (f64, Option<f64>) {
    for _ in 0..TRIES {
        let (x, y) = (2.0 * u() - 1.0, 2.0 * u() - 1.0);
        let square = x * x + y * y;
        if square > 0.0 && square < 1.0 {
            let scale = (-2.0 * square.ln() / square).sqrt();
            return (x * scale, Some(y * scale));
        }
    }
    (f64::NAN, None)
}

/// The first numbers, by which candidates are judged before all of them are made.
const FIRST: usize = 4;

/// How many seeds from 0 are tried, besides those that people use most.
const SEEDS: u64 = 1 << 9;

/// At least this many numbers of a shape.
fn made(shape: Shape, fraction: &mut dyn FnMut() -> f64, count: usize) -> Vec<f64> {
    let mut all = Vec::new();
    while all.len() < count {
        let (one, other) = shape(fraction);
        all.push(one);
        all.extend(other);
    }
    all
}

/// A way to make fractions, what a shape makes of them, and the constants that make the numbers of that.
struct Fit {
    convention: Convention,
    all: Vec<f64>,
    constants: Constants,
}

impl Fit {
    /// With the constants that make those numbers that are right; `None` if none do.
    fn new(
        convention: Convention,
        all: Vec<f64>,
        values: &[Decimal],
        right: &[bool],
    ) -> Option<Self> {
        let mut points = Vec::new();
        for (i, number) in values.iter().enumerate().filter(|(i, _)| right[*i]) {
            points.push((*number, all[i]));
        }
        Some(Self {
            convention,
            constants: Constants::fit(&points)?,
            all,
        })
    }
}

/// Simple constants of one way of making fractions rule out odd ones of another.
fn keep_simple(fits: &mut Vec<Fit>) {
    let mut simple = fits.iter().map(|fit| fit.constants.simple());
    if let Some(simple) = simple.find(Option::is_some) {
        fits.retain(|fit| fit.constants.simple() == simple);
    }
}

/// The given numbers, which are so many, and the next ones, as the first fit makes them.
fn numbers_of(fits: &[Fit], given: usize) -> (Vec<f64>, Vec<f64>) {
    let numbers = fits
        .first()
        .map(|fit| fit.all.iter().map(|u| fit.constants.number(*u)));
    let mut made: Vec<f64> = numbers.into_iter().flatten().collect();
    let next = made.split_off(given.min(made.len()));
    (made, next)
}

/// How far the next numbers may be off, whichever fit is right.
fn doubt_of(fits: &[Fit], next: &[f64], given: usize) -> f64 {
    let mut doubt = 0.0;
    for fit in fits {
        for (number, u) in next.iter().zip(&fit.all[given..]) {
            let apart = (number - fit.constants.number(*u)).abs();
            doubt = f64::max(doubt, apart + fit.constants.doubt(*u));
        }
    }
    doubt
}

/// How numbers are made, whichever fit is right; by this convention if none is.
fn derive(fits: &[Fit], shape: &'static str, convention: Convention) -> Derivation {
    let constants: Vec<_> = fits.iter().map(|fit| &fit.constants).collect();
    let mut fractions: Vec<_> = fits.iter().map(|fit| fit.convention).collect();
    if fractions.is_empty() {
        fractions.push(convention);
    }
    Derivation::Scaled {
        constants: (!fits.is_empty()).then(|| Constants::describe(&constants)),
        shape,
        fractions,
    }
}

/// Searches for a seed from which such numbers are made, whatever the two constants are, unless it makes them in one of the
/// usual ways, with constants that need not be found. Also returns the numbers as fractions.
pub fn who_scaled(
    values: &[Decimal],
    usual: &[Numbers],
    options: Options<'_>,
) -> Option<(Numbers, Found)> {
    let first = values.get(..FIRST)?;
    let by_value = |a: &usize, b: &usize| first[*a].value.total_cmp(&first[*b].value);
    let (low, high) = ((0..FIRST).min_by(by_value)?, (0..FIRST).max_by(by_value)?);
    let least = first[low];
    let width = first[high].value - least.value;
    // Both constants are as inexact as the two numbers that fix them, and more so for a number that is farther away.
    let placed = |one: &Decimal| {
        let value = (one.value - least.value) / width;
        // Functions such as `ln` and `cos` are not the same to the last digit in all libraries.
        let coarsest = one.last.max(least.last).max(first[high].last);
        let last = (4.0 * coarsest / width).max(1e-12);
        Fraction {
            value,
            within: last * (1.0 + value.abs()),
        }
    };
    let numbers = Numbers::Fractions(values.iter().map(placed).collect());
    let mut search = Search::new(&numbers, options);
    let mut bits = search.information.clone();
    (bits[low], bits[high]) = (0.0, 0.0);
    let is = |i: usize, all: &[f64]| {
        let place = (all[i] - all[low]) / (all[high] - all[low]);
        all[high] > all[low] && numbers.is(i, place.to_bits())
    };
    let rows: Vec<_> = search
        .rows()
        .into_iter()
        .map(|row| (row, search.language_conventions_for(row)))
        .collect();
    let seeds: Vec<u64> = FAMILIAR.iter().copied().chain(0..SEEDS).collect();
    let of_row = |row: &Generator| options.seed.and_then(|said| row.taken(said));
    let conventions: usize = rows.iter().map(|(_, conventions)| conventions.len()).sum();
    let candidates =
        ((conventions * SHAPES.len() * (seeds.len() + usize::from(options.seed.is_some()))) as f64)
            .log2();
    // Few numbers, few digits or equal numbers cannot be enough.
    if bits.iter().sum::<f64>() < candidates + ENOUGH {
        return None;
    }
    let double = Numbers::Fractions(vec![Fraction::GAP]);
    let hits = |(row, conventions): &(&'static Generator, Vec<Convention>)| {
        let mut hits = Vec::new();
        let seeds = of_row(row).into_iter().chain(seeds.iter().copied());
        for seed in seeds.filter(|seed| *seed < row.seeds()) {
            let mut tape = Tape::new((row.seeded)(seed));
            for &convention in conventions {
                let mut fractions = convention.made(&double, &mut tape, 0).map(f64::from_bits);
                let mut kept = Vec::new();
                for (about, shape) in SHAPES {
                    let mut place = 0;
                    let mut fraction = || {
                        if place == kept.len() {
                            kept.push(fractions.next().unwrap_or(f64::NAN));
                        }
                        place += 1;
                        kept[place - 1]
                    };
                    let all = made(shape, &mut fraction, FIRST);
                    if (0..FIRST).all(|i| is(i, &all)) {
                        hits.push((*row, seed, convention, about, shape));
                    }
                }
            }
        }
        hits
    };
    let hits: Vec<_> = rows.par_iter().flat_map_iter(hits).collect();
    for (row, seed, convention, about, shape) in hits {
        if search.is_late() {
            return None;
        }
        let mut tape = Tape::new((row.seeded)(seed));
        let mut make = |convention: Convention| {
            let mut fractions = convention.made(&double, &mut tape, 0).map(f64::from_bits);
            let mut fraction = || fractions.next().unwrap_or(f64::NAN);
            made(shape, &mut fraction, values.len() + options.next)
        };
        let all = make(convention);
        let right: Vec<bool> = (0..values.len()).map(|i| is(i, &all)).collect();
        let mut evidence = search.evidence(&right, &bits, candidates);
        evidence.used = (evidence.used + 2).min(evidence.matched);
        // Few digits have many hits, of which hardly any make all the numbers.
        if !evidence.is_whole() && !evidence.is_enough() {
            continue;
        }
        let mut fits = Vec::new();
        let is_usual = convention.rank(row.key) < usize::MAX;
        let mut ways = search.conventions_for(row);
        ways.retain(|way| *way != convention && (!is_usual || way.rank(row.key) < usize::MAX));
        ways.insert(0, convention);
        for way in ways {
            let all = make(way);
            if (0..values.len()).all(|i| !right[i] || is(i, &all)) {
                fits.extend(Fit::new(way, all, values, &right));
            }
        }
        keep_simple(&mut fits);
        let (made, after) = numbers_of(&fits, values.len());
        let next: Vec<f64> = after.into_iter().take(options.next).collect();
        let answer = Answer {
            seed: Some(seed),
            derivation: Some(derive(&fits, about, convention)),
            made: made.into_iter().take(MOST_MADE).map(f64::to_bits).collect(),
            doubt: doubt_of(&fits, &next, values.len()),
            next: search.numbers_after(evidence.is_whole(), |_| match fits[..] {
                [_, ..] => Ok(next.into_iter().map(f64::to_bits).collect()),
                [] => Err(Why::ConstantsAreOpen),
            }),
            previous: match options.previous {
                0 => Ok(Vec::new()),
                _ => Err(Why::FirstOfSeed),
            },
            ..Answer::new(row.key, row.about, evidence)
        };
        if !search.keep(answer) {
            continue;
        }
        let options = Options {
            seed: Some(seed.into()),
            only: Some(row.key),
            ..options
        };
        let has_answer = |numbers| {
            !super::search(numbers, &[&QUICK[..1]], 1, options)
                .answers
                .is_empty()
        };
        let given = |&Decimal {
                         value,
                         last: within,
                     }| Fraction { value, within };
        return (!usual.iter().any(has_answer)).then(|| {
            let numbers = Numbers::Fractions(values.iter().map(given).collect());
            (numbers, search.found)
        });
    }
    None
}
