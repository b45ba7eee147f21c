//! Recurrences with unknown parameters: multiplier, increment and modulus, or the lags of a sum.

use super::words::modulus_name;
use super::{Answer, Candidates, Congruential, Parameters, Search, Why, additive_parameters};
use crate::convention::ones;
use crate::evidence::ENOUGH;
use crate::numbers::{Bounded, Numbers, gcd};

/// `a * b mod m`.
pub(super) fn product(a: u128, b: u128, m: u128) -> u128 {
    assert!(m <= 1 << 64, "the products fit");
    // If the modulus is 2^64, both factors are below 2^64.
    (a % m) * (b % m) % m
}

/// The inverse of `a` modulo `m`, if there is one.
pub(super) fn inverse(a: u128, m: u128) -> Option<u128> {
    multiplier(&[(a % m) as i128, 1], m)
        .and_then(|(inverse, count)| (count == 1).then_some(inverse))
}

/// Below this bound numbers say too little of a step.
const LEAST_MODULUS: u64 = 1 << 8;

/// How many numbers in a row are used to find the parameters where none explain all numbers.
const USED: usize = 16;

/// Searches for a linear congruential generator whose outputs are its states.
pub(super) fn find_unknown_congruential(search: &mut Search<'_>) {
    let (values, bits) = match search.numbers {
        Numbers::Words { values, bits } => (values, *bits),
        Numbers::Bounded(numbers) => return find_of_modulus(search, numbers),
        _ => return,
    };
    if values.len() < 6 || values.windows(2).all(|pair| pair[0] == pair[1]) {
        return;
    }
    // Multiplier, increment, modulus and state.
    let unknown = 4.0;
    search.record_tried(
        Candidates::Multipliers,
        unknown * f64::from(bits),
        false,
        &[],
    );
    search.tries += 1;
    let all = Step::all(values);
    // Some numbers may be wrong only if nothing explains all of them.
    let stretches = if all.is_empty() { USED } else { 0 };
    let some = values.chunks_exact(USED).take(stretches).map(Step::all);
    for steps in std::iter::once(all).chain(some) {
        if keep_steps(search, values, unknown, bits, steps) && !search.options.all {
            return;
        }
    }
}

/// The same where all numbers have one bound, which is then the modulus.
fn find_of_modulus(search: &mut Search<'_>, numbers: &[Bounded]) {
    let Some(&Bounded { bound, dice: 1, .. }) = numbers.first() else {
        return;
    };
    let mut values = Vec::with_capacity(numbers.len());
    for number in numbers {
        if (number.bound, number.dice) != (bound, 1) {
            return;
        }
        values.push(number.value);
    }
    if bound < LEAST_MODULUS || values.len() < 4 {
        return;
    }
    // Multiplier, increment and state.
    let unknown = 3.0;
    search.record_tried(
        Candidates::Multipliers,
        unknown * (bound as f64).log2(),
        false,
        &[],
    );
    search.tries += 1;
    let steps = Step::of_modulus(&values, bound.into());
    keep_steps(search, &values, unknown, 0, steps.into_iter().collect());
}

/// Keeps the step that explains the most numbers, if the evidence is enough: so many quantities, each as wide as the modulus and at
/// least of these bits, were unknown. Returns whether it is enough.
fn keep_steps(
    search: &mut Search<'_>,
    values: &[u64],
    unknown: f64,
    bits: u32,
    steps: Vec<Step>,
) -> bool {
    let right: Vec<Vec<bool>> = steps.iter().map(|step| step.explain(values)).collect();
    let mut matched = Vec::new();
    for right in &right {
        matched.push(right.iter().filter(|right| **right).count());
    }
    let Some(most) = matched.iter().max() else {
        return false;
    };
    let mut best = Vec::new();
    for ((step, right), matched) in steps.into_iter().zip(right).zip(&matched) {
        if matched == most {
            best.push((step, right));
        }
    }
    let (steps, right): (Vec<Step>, Vec<Vec<bool>>) = best.into_iter().unzip();
    let step = &steps[0];
    let width = step.modulus.map_or(0.0, |modulus| (modulus as f64).log2());
    let candidates = unknown * f64::from(bits).max(width);
    let evidence = search.evidence(&right[0], &search.information, candidates);
    let next = search.numbers_after(evidence.is_whole(), |count| {
        let next = step.following(values, count);
        if steps
            .iter()
            .any(|other| other.following(values, count) != next)
        {
            return Err(Why::OtherModuli);
        }
        next.ok_or(Why::TooGreat)
    });
    let (generator, about) = step.describe();
    let parameters: Option<Vec<Congruential>> = steps.iter().map(Step::parameters).collect();
    let answer = Answer {
        parameters: parameters.map(Parameters::Congruential),
        state: Some(vec![values[0]]),
        previous: match &steps[..] {
            [only] if evidence.is_whole() => only
                .preceding(values[0], search.options.previous)
                .map_or_else(|| search.no_numbers_before(), Ok),
            _ => search.no_numbers_before(),
        },
        next,
        ..Answer::new(generator, about, evidence)
    };
    search.keep(answer)
}

/// A step from one number to the next: `(multiplier * x + increment) mod modulus`.
struct Step {
    multiplier: u128,
    increment: u128,
    /// At most 2^64; `None` for integers without a limit.
    modulus: Option<u128>,
    /// Whether other multipliers, with their increments, lead through the same numbers for ever.
    is_one_of_several: bool,
}

impl Step {
    /// All steps that explain these numbers, the likeliest first. A step is left out if another one makes it a coincidence of
    /// [`ENOUGH`] bits that all numbers are below the lesser modulus, or that it has no increment.
    fn all(values: &[u64]) -> Vec<Self> {
        let words: Vec<i128> = values.iter().map(|&word| word.into()).collect();
        let differences: Vec<i128> = words.windows(2).map(|pair| pair[1] - pair[0]).collect();
        let least = words.iter().max().map_or(0, |word| word.unsigned_abs()) + 1;
        let mut steps: Vec<Self> = Vec::new();
        // Without an increment each number is a multiple of the one before; with one, so is each difference.
        for terms in [&words, &differences] {
            let Some(multiple) = greatest_modulus(terms, least) else {
                return Self::progression(&words).into_iter().collect();
            };
            let divisors = (1..=multiple / least)
                .rev()
                .filter(|divisor| multiple.is_multiple_of(*divisor));
            // So many that fit would decide nothing.
            if multiple / least > MOST_MODULI {
                continue;
            }
            for modulus in divisors
                .map(|divisor| multiple / divisor)
                .filter(|modulus| *modulus <= 1 << 64)
            {
                let is_new = steps.iter().all(|step| step.modulus != Some(modulus));
                if let Some((multiplier, count)) = multiplier(terms, modulus).filter(|_| is_new) {
                    steps.push(Self::through(values, multiplier, modulus, count > 1));
                }
            }
        }
        let mut distinct = values.to_vec();
        distinct.sort_unstable();
        distinct.dedup();
        if let Some((first, modulus)) = steps
            .first()
            .and_then(|step| Some((step.increment, step.modulus? as f64)))
        {
            steps.retain(|step| {
                let greater = step.modulus.map_or(1.0, |own| own as f64 / modulus);
                let no_increment = if first == 0 && step.increment > 0 {
                    modulus.log2()
                } else {
                    0.0
                };
                greater.log2() * distinct.len() as f64 + no_increment < ENOUGH
            });
        }
        steps
    }

    /// The step that explains these numbers with this modulus, without an increment if there is such a step.
    fn of_modulus(values: &[u64], modulus: u128) -> Option<Self> {
        let words: Vec<i128> = values.iter().map(|&word| word.into()).collect();
        let differences: Vec<i128> = words.windows(2).map(|pair| pair[1] - pair[0]).collect();
        for terms in [&words, &differences] {
            if let Some((multiplier, count)) = multiplier(terms, modulus) {
                return Some(Self::through(values, multiplier, modulus, count > 1));
            }
        }
        None
    }

    /// The step with this multiplier that leads from the first of these numbers to the second.
    fn through(values: &[u64], multiplier: u128, modulus: u128, is_one_of_several: bool) -> Self {
        let product = product(multiplier, values[0].into(), modulus);
        Self {
            multiplier,
            increment: (modulus + u128::from(values[1]) - product) % modulus,
            modulus: Some(modulus),
            is_one_of_several,
        }
    }

    /// The step through these integers if it needs no modulus.
    fn progression(words: &[i128]) -> Option<Self> {
        let (first, second) = (words[1] - words[0], words[2] - words[1]);
        let multiplier = second.checked_div(first)?;
        let step = Self {
            multiplier: multiplier.try_into().ok()?,
            increment: (words[1] - multiplier.checked_mul(words[0])?)
                .try_into()
                .ok()?,
            modulus: None,
            is_one_of_several: false,
        };
        let is_next =
            |pair: &[i128]| step.next(pair[0].unsigned_abs()) == Some(pair[1].unsigned_abs());
        words.windows(2).all(is_next).then_some(step)
    }

    fn next(&self, x: u128) -> Option<u128> {
        match self.modulus {
            Some(modulus) => {
                Some((product(self.multiplier, x, modulus) + self.increment) % modulus)
            }
            None => self.multiplier.checked_mul(x)?.checked_add(self.increment),
        }
    }

    /// Whether each number follows from the one before; the first does.
    fn explain(&self, values: &[u64]) -> Vec<bool> {
        let mut right = vec![true];
        for pair in values.windows(2) {
            right.push(self.next(pair[0].into()) == Some(pair[1].into()));
        }
        right
    }

    /// The name of the generator, and what it does.
    fn describe(&self) -> (&'static str, String) {
        match (self.modulus, self.increment) {
            (Some(_), 0) => (
                "linear congruential generator",
                "x = multiplier * x mod modulus, each output is x".to_owned(),
            ),
            (Some(_), _) => (
                "linear congruential generator",
                "x = (multiplier * x + increment) mod modulus, each output is x".to_owned(),
            ),
            (None, plus) => (
                "progression, not random at all",
                format!(
                    "each number is the one before times {}, plus {plus}",
                    self.multiplier
                ),
            ),
        }
    }

    /// The numbers that follow the last of these, if they fit into words.
    fn following(&self, values: &[u64], count: usize) -> Option<Vec<u64>> {
        let mut last = *values.last()?;
        let mut following = Vec::new();
        for _ in 0..count {
            last = self.next(last.into())?.try_into().ok()?;
            following.push(last);
        }
        Some(following)
    }

    /// The numbers that precede the first, if the step can be undone.
    fn preceding(&self, first: u64, count: usize) -> Option<Vec<u64>> {
        let modulus = self.modulus.filter(|_| !self.is_one_of_several)?;
        let inverse = inverse(self.multiplier, modulus)?;
        let mut preceding = Vec::new();
        let mut number = u128::from(first);
        for _ in 0..count {
            number = product(inverse, number + modulus - self.increment, modulus);
            preceding.push(number.try_into().ok()?);
        }
        preceding.reverse();
        Some(preceding)
    }

    fn parameters(&self) -> Option<Congruential> {
        Some(Congruential {
            multiplier: self.multiplier,
            increment: self.increment,
            modulus: self.modulus?,
            is_one_of_several: self.is_one_of_several,
        })
    }
}

/// More moduli than this are not told apart.
const MOST_MODULI: u128 = 1 << 16;

/// The least multiplier that leads from each term to the next modulo `m`, and how many such multipliers there are.
fn multiplier(terms: &[i128], m: u128) -> Option<(u128, u128)> {
    // Euclid's algorithm on all terms keeps this true: the multiplier times `common` is `product_of_common`.
    let (mut common, mut times_common) = (m, 0);
    for pair in terms.windows(2) {
        let mut rest = pair[0].rem_euclid(m as i128) as u128;
        let mut times_rest = pair[1].rem_euclid(m as i128) as u128;
        while rest != 0 {
            let quotient = common / rest;
            let times_next = (times_common + m - product(quotient, times_rest, m)) % m;
            (common, rest) = (rest, common - quotient * rest);
            (times_common, times_rest) = (times_rest, times_next);
        }
        if times_rest != 0 {
            return None;
        }
    }
    Some((times_common / common, common))
}

/// A number that is divided by each modulus for which each term is a multiple of the one before, always by the same multiplier:
/// usually the greatest such modulus. It is 0 if none is `least` or more, and `None` if any modulus does.
fn greatest_modulus(terms: &[i128], least: u128) -> Option<u128> {
    let columns: Vec<&[i128]> = terms.windows(2).collect();
    let (mut minors, mut common) = (0, 0);
    for (i, one) in columns.iter().enumerate() {
        common = gcd(common, one[0].unsigned_abs());
        // All pairs of the first columns: in some of them a factor of the modulus may be hidden.
        let before = if i < USED { 0 } else { i - 1 };
        for other in &columns[before..i] {
            // A pair that is too great is left out.
            let minor = difference_of_products(one[0], other[1], one[1], other[0]);
            minors = minor.map_or(minors, |minor| gcd(minors, minor));
        }
        if minors != 0 && minors < least {
            return Some(0);
        }
    }
    (minors != 0).then(|| minors / common)
}

/// The size of `a * b - c * d`, if it fits; a product has up to 128 bits.
fn difference_of_products(a: i128, b: i128, c: i128, d: i128) -> Option<u128> {
    let one = a.unsigned_abs() * b.unsigned_abs();
    let other = c.unsigned_abs() * d.unsigned_abs();
    if ((a < 0) == (b < 0)) == ((c < 0) == (d < 0)) {
        Some(one.abs_diff(other))
    } else {
        one.checked_add(other)
    }
}

/// The name of sums of earlier numbers.
pub(super) const LAGGED: &str = "additive lagged Fibonacci generator";

/// The longest lag that is tried.
const LONGEST: usize = 607;

/// So many sums that never have a carry of lost bits are sums of whole numbers.
const SURELY_WHOLE: usize = 24;

/// Searches for sums and differences of two earlier numbers, also modulo 2 in each bit, as in BSD's `random()` and lagged Fibonacci generators.
pub(super) fn find_lagged_sums(search: &mut Search<'_>) {
    let Numbers::Words { values, .. } = search.numbers else {
        return;
    };
    let longest = LONGEST.min(values.len().saturating_sub(CHECKED));
    search.tries += 1;
    search.record_tried(
        Candidates::Sums(longest),
        ((longest * longest) as f64).log2(),
        true,
        &[],
    );
    // A carry from bits that are not shown leaves two possible values, so each number has one bit less.
    let weaker: Vec<f64> = search
        .information
        .iter()
        .map(|bits| (bits - 1.0).max(0.0))
        .collect();
    if weaker.iter().sum::<f64>() < ENOUGH {
        return;
    }
    for lags in lags_of_catalogue(search, longest) {
        if try_lags(search, lags, &weaker) {
            return;
        }
    }
    for long in 2..=longest {
        if search.is_late() {
            return;
        }
        for short in 1..long {
            for operation in [Operation::Sum, Operation::Difference, Operation::Xor] {
                let lags = Lags {
                    long,
                    short,
                    operation,
                    modulus: None,
                };
                if try_lags(search, lags, &weaker) {
                    return;
                }
            }
        }
    }
}

/// Keeps an answer if all numbers are such sums; `weaker` has the information of each. Returns whether the search is over.
fn try_lags(search: &mut Search<'_>, lags: Lags, weaker: &[f64]) -> bool {
    let Numbers::Words { values, bits } = search.numbers else {
        return false;
    };
    let Lags { long, short, .. } = lags;
    // Test the last numbers first: they exist for every lag. Then every number that has one `long` places before it.
    let mut last = values.len() - CHECKED..values.len();
    if !last.all(|at| lags.fit(values, *bits, at))
        || !(long..values.len()).all(|at| lags.fit(values, *bits, at))
    {
        return false;
    }
    let candidates = weaker[..long].iter().sum::<f64>() + 2.0 * (LONGEST as f64).log2() + 2.0;
    let sign = match lags.operation {
        Operation::Sum => '+',
        Operation::Difference => '-',
        Operation::Xor => '^',
    };
    let is_plain = lags.are_plain_sums(values);
    let mask = ones(*bits);
    let is_made = |at| lags.made(values[at - long], values[at - short]) & mask == values[at];
    let is_whole = !is_plain
        && lags.modulus.is_none()
        && values.len() >= long + SURELY_WHOLE
        && (long..values.len()).all(is_made);
    let modulus = if is_plain || lags.operation == Operation::Xor {
        String::new()
    } else if let Some(modulus) = lags.modulus {
        format!(" mod {}", modulus_name(modulus))
    } else if is_whole {
        format!(" mod 2^{bits}")
    } else {
        format!(" mod 2^{bits}, with carries of lost bits if any")
    };
    let previous = if is_whole {
        Ok(lags.preceding(values, search.options.previous, mask))
    } else {
        search.no_numbers_before()
    };
    let answer = Answer {
        parameters: Some(Parameters::Lags { long, short }),
        previous,
        next: search.numbers_after(true, |count| {
            if is_whole {
                Ok(lags.following(values, count, mask))
            } else {
                Err(Why::OnlyLags)
            }
        }),
        ..Answer::new(
            LAGGED,
            format!("x[n] = x[n-{long}] {sign} x[n-{short}]{modulus}"),
            search.evidence(&vec![true; values.len()], weaker, candidates),
        )
    };
    search.keep(answer) && !search.options.all
}

/// What is done with two earlier numbers.
#[derive(Clone, Copy, PartialEq)]
enum Operation {
    Sum,
    /// The older number less the other.
    Difference,
    /// The sum modulo 2 of each bit.
    Xor,
}

/// What is added, or subtracted, to make a number.
#[derive(Clone, Copy)]
struct Lags {
    /// How many places before the number the first term is: the greater number.
    long: usize,
    /// How many places before it the second term is.
    short: usize,
    /// What is done with them.
    operation: Operation,
    /// The modulus, if it is not 2 to the width.
    modulus: Option<u128>,
}

impl Lags {
    /// Whether the number at this place is such a sum. A carry from bits that are not shown may be added to it.
    fn fit(self, values: &[u64], bits: u32, at: usize) -> bool {
        let (a, b) = (values[at - self.long], values[at - self.short]);
        if let Some(modulus) = self.modulus {
            let term = if self.operation == Operation::Difference {
                modulus - u128::from(b).min(modulus)
            } else {
                b.into()
            };
            return u128::from(values[at]) == (u128::from(a) + term) % modulus;
        }
        let made = self.made(a, b);
        let carry = match self.operation {
            Operation::Sum => values[at].wrapping_sub(made),
            Operation::Difference => made.wrapping_sub(values[at]),
            Operation::Xor => return made == values[at],
        };
        carry & ones(bits) <= 1
    }

    /// The number made of the older and the newer one, with the bits that a modulus takes away.
    fn made(self, older: u64, newer: u64) -> u64 {
        match self.operation {
            Operation::Sum => older.wrapping_add(newer),
            Operation::Difference => older.wrapping_sub(newer),
            Operation::Xor => older ^ newer,
        }
    }

    /// So many numbers after the given ones.
    fn following(self, values: &[u64], count: usize, mask: u64) -> Vec<u64> {
        let mut all = values[values.len() - self.long..].to_vec();
        for at in 0..count {
            let newer = all[at + self.long - self.short];
            all.push(self.made(all[at], newer) & mask);
        }
        all.split_off(self.long)
    }

    /// So many numbers before the given ones.
    fn preceding(self, values: &[u64], count: usize, mask: u64) -> Vec<u64> {
        // From the last to the first.
        let mut all: Vec<u64> = values[..self.long].iter().rev().copied().collect();
        for at in 0..count {
            let (made, newer) = (all[at], all[at + self.short]);
            let older = match self.operation {
                Operation::Sum => made.wrapping_sub(newer),
                Operation::Difference => made.wrapping_add(newer),
                Operation::Xor => made ^ newer,
            };
            all.push(older & mask);
        }
        let mut before = all.split_off(self.long);
        before.reverse();
        before
    }

    /// Whether the numbers are sums that were never reduced.
    fn are_plain_sums(self, values: &[u64]) -> bool {
        self.operation == Operation::Sum
            && (self.long..values.len()).all(|at| {
                let (a, b) = (values[at - self.long], values[at - self.short]);
                u128::from(a) + u128::from(b) == values[at].into()
            })
    }
}

/// The lags of the catalogue's generators that have other moduli.
fn lags_of_catalogue(search: &Search<'_>, longest: usize) -> Vec<Lags> {
    let mut all = Vec::new();
    for row in search.rows() {
        if let Some((long, short, minus, modulus, 0)) = additive_parameters(row.structure)
            && long <= longest
            && !modulus.is_power_of_two()
        {
            let operation = if minus {
                Operation::Difference
            } else {
                Operation::Sum
            };
            all.push(Lags {
                long,
                short,
                operation,
                modulus: Some(modulus),
            });
        }
    }
    all
}

/// How many of the last numbers must fit before all are tested.
const CHECKED: usize = 6;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inverses_are_inverses() {
        for (a, m) in [
            (3, 1 << 64),
            (16807, (1 << 31) - 1),
            (5, 7),
            (0xdead_beef, 1_u128 << 48),
        ] {
            assert_eq!(product(a, inverse(a, m).unwrap(), m), 1);
        }
        assert_eq!(inverse(4, 1 << 32), None);
    }
}
