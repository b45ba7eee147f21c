//! A search for numbers that are a constant plus another constant times a fraction, an exponential or a normal, such as those
//! of `gauss(100, 15)`.
//!
//! The search goes forward from seeds: for each seed, two of the numbers fix the constants, and the others must follow.

use std::f64::consts::TAU;

use generators::catalogue::Generator;

use super::constants::Constants;
use super::seeds::FAMILIAR;
use super::{Answer, Derivation, Found, MOST_MADE, Options, QUICK, Search, Why};
use crate::convention::{Convention, Tape};
use crate::evidence::ENOUGH;
use crate::numbers::{Fraction, Numbers};
use crate::parallel;
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
    (
        "a normal by Kinderman and Monahan's method",
        kinderman_monahan,
    ),
];

/// No method rejects so many fractions in a row.
const TRIES: usize = 64;

/// A normal by Kinderman and Monahan's method.
fn kinderman_monahan(u: &mut dyn FnMut() -> f64) -> (f64, Option<f64>) {
    let constant = 4.0 * (-0.5_f64).exp() / 2_f64.sqrt();
    for _ in 0..TRIES {
        let (x, y) = (constant * (u() - 0.5), 1.0 - u());
        if x / y * (x / y) / 4.0 <= -f64::ln(y) {
            return (x / y, None);
        }
    }
    (f64::NAN, None)
}

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
fn make_numbers(shape: Shape, fraction: &mut dyn FnMut() -> f64, count: usize) -> Vec<f64> {
    let mut all = Vec::new();
    while all.len() < count {
        let (one, other) = shape(fraction);
        all.push(one);
        all.extend(other);
    }
    all
}

/// Fractions that are kept, so that each shape can begin with the first.
struct Replay<I> {
    fractions: I,
    first: Vec<f64>,
    place: usize,
}

impl<I: Iterator<Item = f64>> Replay<I> {
    fn next(&mut self) -> f64 {
        if self.place == self.first.len() {
            self.first.push(self.fractions.next().unwrap_or(f64::NAN));
        }
        self.place += 1;
        self.first[self.place - 1]
    }
}

/// The two numbers that fix the constants: the least and the greatest of the first ones.
struct Ends {
    low: usize,
    high: usize,
    least: f64,
    width: f64,
    /// One unit in the last digit of the coarser of the two.
    last: f64,
}

impl Ends {
    fn of(first: &[Decimal]) -> Option<Self> {
        let all = 0..first.len();
        let low = (all.clone()).min_by(|a, b| first[*a].value.total_cmp(&first[*b].value))?;
        let high = all.max_by(|a, b| first[*a].value.total_cmp(&first[*b].value))?;
        Some(Self {
            low,
            high,
            least: first[low].value,
            width: first[high].value - first[low].value,
            last: first[low].last.max(first[high].last),
        })
    }

    /// A number on the scale on which the ends are 0 and 1. Both constants are as inexact as the two numbers that fix them, and
    /// more so for a number that is farther away.
    fn place(&self, number: Decimal) -> Fraction {
        let value = (number.value - self.least) / self.width;
        // Functions such as `ln` and `cos` are not the same to the last digit in all libraries.
        let last = (4.0 * number.last.max(self.last) / self.width).max(1e-12);
        Fraction {
            value,
            within: last * (1.0 + value.abs()),
        }
    }

    /// Whether number `i` is the one that was made.
    fn is(&self, numbers: &Numbers, i: usize, made: &[f64]) -> bool {
        let (low, high) = (made[self.low], made[self.high]);
        high > low && numbers.is(i, ((made[i] - low) / (high - low)).to_bits())
    }
}

/// What makes the first numbers.
struct Hit {
    row: &'static Generator,
    seed: u64,
    convention: Convention,
    about: &'static str,
    shape: Shape,
}

impl Hit {
    /// At least this many numbers, with the fractions made by a convention.
    fn make(&self, convention: Convention, tape: &mut Tape, count: usize) -> Vec<f64> {
        let double = one_double();
        let mut fractions = convention.made(&double, tape, 0).map(f64::from_bits);
        make_numbers(
            self.shape,
            &mut || fractions.next().unwrap_or(f64::NAN),
            count,
        )
    }
}

/// Any one fraction of full precision.
fn one_double() -> Numbers {
    Numbers::Fractions(vec![Fraction::GAP])
}

/// Tries these seeds of a row in these conventions, with all shapes.
fn find_hits(
    row: &'static Generator,
    conventions: &[Convention],
    seeds: impl Iterator<Item = u64>,
    numbers: &Numbers,
    ends: &Ends,
) -> Vec<Hit> {
    let mut hits = Vec::new();
    let double = one_double();
    for seed in seeds.filter(|seed| *seed < row.seeds()) {
        let mut tape = Tape::new((row.seeded)(seed));
        for &convention in conventions {
            let mut fractions = Replay {
                fractions: convention.made(&double, &mut tape, 0).map(f64::from_bits),
                first: Vec::new(),
                place: 0,
            };
            for (about, shape) in SHAPES {
                fractions.place = 0;
                let made = make_numbers(shape, &mut || fractions.next(), FIRST);
                if (0..FIRST).all(|i| ends.is(numbers, i, &made)) {
                    hits.push(Hit {
                        row,
                        seed,
                        convention,
                        about,
                        shape,
                    });
                }
            }
        }
    }
    hits
}

/// A convention for fractions, what a shape makes of them, and the constants that make the numbers of that.
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

/// Simple constants for one convention for fractions rule out odd ones for another.
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
    let ends = Ends::of(values.get(..FIRST)?)?;
    let numbers = Numbers::Fractions(values.iter().map(|one| ends.place(*one)).collect());
    let mut search = Search::new(&numbers, options);
    let mut bits = search.information.clone();
    (bits[ends.low], bits[ends.high]) = (0.0, 0.0);
    let (mut rows, mut conventions) = (Vec::new(), 0);
    for row in search.rows() {
        let of_row = search.language_conventions_for(row);
        conventions += of_row.len();
        rows.push((row, of_row));
    }
    let seeds: Vec<u64> = FAMILIAR.iter().copied().chain(0..SEEDS).collect();
    let seeds_tried = seeds.len() + usize::from(options.seed.is_some());
    let candidates = ((conventions * SHAPES.len() * seeds_tried) as f64).log2();
    // Few numbers, few digits or equal numbers cannot be enough.
    if bits.iter().sum::<f64>() < candidates + ENOUGH {
        return None;
    }
    let given = options.seed;
    let hits: Vec<Hit> = parallel::take_any(rows, usize::MAX, |(row, conventions)| {
        let given = given.and_then(|seed| row.taken(seed));
        let seeds = given.into_iter().chain(seeds.iter().copied());
        find_hits(row, &conventions, seeds, &numbers, &ends)
    });
    for hit in hits {
        if search.is_late() {
            return None;
        }
        let Some(answer) = judge_hit(&search, values, &ends, &hit, &bits, candidates) else {
            continue;
        };
        if !search.keep(answer) {
            continue;
        }
        let options = Options {
            seed: Some(hit.seed.into()),
            only: Some(hit.row.key),
            ..options
        };
        for numbers in usual {
            let found = super::search(numbers, &[&QUICK[..1]], 1, options);
            if !found.answers.is_empty() {
                return None;
            }
        }
        let mut fractions = Vec::new();
        for one in values {
            fractions.push(Fraction {
                value: one.value,
                within: one.last,
            });
        }
        return Some((Numbers::Fractions(fractions), search.found));
    }
    None
}

/// The answer that a hit is, if it makes all the numbers or is evidence enough; `bits` has the information of each number.
fn judge_hit(
    search: &Search<'_>,
    values: &[Decimal],
    ends: &Ends,
    hit: &Hit,
    bits: &[f64],
    candidates: f64,
) -> Option<Answer> {
    let (count, options) = (values.len(), search.options);
    let mut tape = Tape::new((hit.row.seeded)(hit.seed));
    let made = hit.make(hit.convention, &mut tape, count + options.next);
    let mut right = Vec::new();
    for i in 0..count {
        right.push(ends.is(search.numbers, i, &made));
    }
    let mut evidence = search.evidence(&right, bits, candidates);
    evidence.used = (evidence.used + 2).min(evidence.matched);
    // Few digits have many hits, of which hardly any make all the numbers.
    if !evidence.is_whole() && !evidence.is_enough() {
        return None;
    }
    let rank = hit.convention.rank(hit.row.key);
    let mut conventions = search.conventions_for(hit.row);
    conventions.retain(|other| *other != hit.convention);
    if rank < usize::MAX {
        conventions.retain(|other| other.rank(hit.row.key) < usize::MAX);
    }
    conventions.insert(0, hit.convention);
    let mut fits = Vec::new();
    for convention in conventions {
        let made = hit.make(convention, &mut tape, count + options.next);
        if (0..count).all(|i| !right[i] || ends.is(search.numbers, i, &made)) {
            fits.extend(Fit::new(convention, made, values, &right));
        }
    }
    keep_simple(&mut fits);
    let (made, after) = numbers_of(&fits, count);
    let next: Vec<f64> = after.into_iter().take(options.next).collect();
    Some(Answer {
        seed: Some(hit.seed),
        derivation: Some(derive(&fits, hit.about, hit.convention)),
        made: made.into_iter().take(MOST_MADE).map(f64::to_bits).collect(),
        doubt: doubt_of(&fits, &next, count),
        next: search.numbers_after(evidence.is_whole(), |_| match fits[..] {
            [_, ..] => Ok(next.into_iter().map(f64::to_bits).collect()),
            [] => Err(Why::ConstantsAreOpen),
        }),
        previous: match options.previous {
            0 => Ok(Vec::new()),
            _ => Err(Why::FirstOfSeed),
        },
        ..Answer::new(hit.row.key, hit.row.about, evidence)
    })
}
