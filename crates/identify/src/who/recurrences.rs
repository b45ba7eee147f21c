//! Recurrences with unknown parameters: multiplier, increment and modulus, or the lags of a sum.

use super::{Answer, Candidates, Search, Why};
use crate::convention::ones;
use crate::evidence::ENOUGH;
use crate::numbers::{Numbers, gcd};
use generators::catalogue::Structure;

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

/// How many numbers in a row are used to find the parameters where none explain all numbers.
const USED: usize = 16;

/// Searches for a linear congruential generator whose outputs are its states.
pub(super) fn find_unknown_congruential(search: &mut Search<'_>) {
    let Numbers::Words { values, bits } = search.numbers else {
        return;
    };
    if values.len() < 6 || values.windows(2).all(|pair| pair[0] == pair[1]) {
        return;
    }
    search.record_tried(Candidates::Multipliers, 4.0 * f64::from(*bits), false, &[]);
    search.tries += 1;
    let all = Step::all(values);
    // Some numbers may be wrong only if nothing explains all of them.
    let stretches = if all.is_empty() { USED } else { 0 };
    let some = values.chunks_exact(USED).take(stretches).map(Step::all);
    for steps in std::iter::once(all).chain(some) {
        if keep_steps(search, values, *bits, steps) && !search.options.all {
            return;
        }
    }
}

/// Keeps the step that explains the most numbers, if the evidence is enough. Returns whether it is.
fn keep_steps(search: &mut Search<'_>, values: &[u64], bits: u32, steps: Vec<Step>) -> bool {
    let right = |step: &Step| {
        let is_next = |pair: &[u64]| step.next(pair[0].into()) == Some(pair[1].into());
        std::iter::once(true)
            .chain(values.windows(2).map(is_next))
            .collect::<Vec<bool>>()
    };
    let matched = |step: &Step| right(step).iter().filter(|right| **right).count();
    let Some(most) = steps.iter().map(matched).max() else {
        return false;
    };
    let steps: Vec<Step> = steps
        .into_iter()
        .filter(|step| matched(step) == most)
        .collect();
    let step = &steps[0];
    // The bits of multiplier, increment, modulus and state.
    let candidates =
        4.0 * f64::from(bits).max(step.modulus.map_or(0.0, |modulus| (modulus as f64).log2()));
    let evidence = search.evidence(&right(step), &search.information, candidates);
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
    let (generator, about) = match (step.modulus, step.increment) {
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
                step.multiplier
            ),
        ),
    };
    let parameters: Option<Vec<String>> = steps.iter().map(Step::parameters).collect();
    let answer = Answer {
        parameters: parameters.map(|all| all.join("; or ")),
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
                    let product = product(multiplier, values[0].into(), modulus);
                    steps.push(Self {
                        multiplier,
                        increment: (modulus + u128::from(values[1]) - product) % modulus,
                        modulus: Some(modulus),
                        is_one_of_several: count > 1,
                    });
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

    /// The numbers that follow the last of these, if they fit into words.
    fn following(&self, values: &[u64], count: usize) -> Option<Vec<u64>> {
        let mut last = *values.last()?;
        let step = || {
            last = self.next(last.into())?.try_into().ok()?;
            Some(last)
        };
        std::iter::repeat_with(step).take(count).collect()
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

    fn parameters(&self) -> Option<String> {
        let increment = match self.increment {
            0 => String::new(),
            increment => format!("increment {increment}, "),
        };
        let others = if self.is_one_of_several {
            " (other multipliers make the same numbers)"
        } else {
            ""
        };
        Some(format!(
            "multiplier {}, {increment}modulus {}{others}",
            self.multiplier,
            named(self.modulus?)
        ))
    }
}

/// More moduli than this are not told apart.
const MOST_MODULI: u128 = 1 << 16;

fn named(modulus: u128) -> String {
    if modulus.is_power_of_two() {
        format!("2^{}", modulus.trailing_zeros())
    } else {
        modulus.to_string()
    }
}

/// The least multiplier that leads from each term to the next modulo `m`, and how many such multipliers there are.
fn multiplier(terms: &[i128], m: u128) -> Option<(u128, u128)> {
    let reduced = |term: i128| term.rem_euclid(m as i128) as u128;
    // Euclid's algorithm on all terms keeps this true: the multiplier times `common` is `product_of_common`.
    let (mut common, mut times_common) = (m, 0);
    for pair in terms.windows(2) {
        let (mut rest, mut times_rest) = (reduced(pair[0]), reduced(pair[1]));
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
            // The difference of products, which have up to 128 bits; a pair that is too great is left out.
            let product =
                |a: i128, b: i128| (a.unsigned_abs() * b.unsigned_abs(), (a < 0) != (b < 0));
            let (a, b) = (product(one[0], other[1]), product(one[1], other[0]));
            let minor = if a.1 == b.1 {
                Some(a.0.abs_diff(b.0))
            } else {
                a.0.checked_add(b.0)
            };
            minors = minor.map_or(minors, |minor| gcd(minors, minor));
        }
        if minors != 0 && minors < least {
            return Some(0);
        }
    }
    (minors != 0).then(|| minors / common)
}

/// The name of sums of earlier numbers.
pub(super) const LAGGED: &str = "additive lagged Fibonacci generator";

/// The longest lag that is tried.
const LONGEST: usize = 607;

/// Searches for sums and differences of two earlier numbers, as in BSD's `random()` and lagged Fibonacci generators.
pub(super) fn find_lagged_sums(search: &mut Search<'_>) {
    let Numbers::Words { values, bits } = search.numbers else {
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
    // Test the last numbers first: they exist for every lag.
    let fits = |(long, short, minus, modulus): Lags, at: usize| {
        let (a, b) = (values[at - long], values[at - short]);
        if let Some(modulus) = modulus {
            let sum = u128::from(a)
                + if minus {
                    modulus - u128::from(b).min(modulus)
                } else {
                    b.into()
                };
            return u128::from(values[at]) == sum % modulus;
        }
        let sum = if minus {
            a.wrapping_sub(b)
        } else {
            a.wrapping_add(b)
        };
        let carry = if minus {
            sum.wrapping_sub(values[at])
        } else {
            values[at].wrapping_sub(sum)
        };
        carry & ones(*bits) <= 1
    };
    // Some generators of the catalogue have other moduli.
    let rows = search
        .rows()
        .into_iter()
        .filter_map(|row| match row.structure {
            Structure::Additive {
                long,
                short,
                minus,
                modulus,
                shift: 0,
            } if long <= longest => {
                (!modulus.is_power_of_two()).then_some((long, short, minus, Some(modulus)))
            }
            _ => None,
        });
    let shorter = |long| {
        (1..long).flat_map(move |short| [(long, short, false, None), (long, short, true, None)])
    };
    for lags in rows.chain((2..=longest).flat_map(shorter)) {
        if lags.1 == 1 && search.is_late() {
            return;
        }
        let last = |back: usize| fits(lags, values.len() - 1 - back);
        let (long, short, minus, modulus) = lags;
        // Every number that has one `long` places before it.
        if !(0..CHECKED).all(last) || !(long..values.len()).all(|at| fits(lags, at)) {
            continue;
        }
        let candidates = weaker[..long].iter().sum::<f64>() + 2.0 * (LONGEST as f64).log2() + 1.0;
        let sign = if minus { '-' } else { '+' };
        let sum = |at: usize| {
            [long, short]
                .map(|lag| u128::from(values[at - lag]))
                .iter()
                .sum::<u128>()
        };
        let modulus = if !minus && (long..values.len()).all(|at| sum(at) == values[at].into()) {
            String::new()
        } else {
            format!(
                " mod {}",
                modulus.map_or(format!("2^{bits}, with carries of lost bits if any"), named)
            )
        };
        let answer = Answer {
            parameters: Some(format!("lags {long} and {short}")),
            previous: search.no_numbers_before(),
            next: search.numbers_after(true, |_| Err(Why::OnlyLags)),
            ..Answer::new(
                LAGGED,
                format!("x[n] = x[n-{long}] {sign} x[n-{short}]{modulus}"),
                search.evidence(&vec![true; values.len()], &weaker, candidates),
            )
        };
        if search.keep(answer) && !search.options.all {
            return;
        }
    }
}

/// The longer lag, the shorter lag, whether it is a difference, and the modulus if it is not 2 to the width.
type Lags = (usize, usize, bool, Option<u128>);

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
