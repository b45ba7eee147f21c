//! Recurrences with unknown parameters: multiplier, increment and modulus, or the lags of a sum.

use super::{Answer, Search};
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
    let (mut old, mut new) = ((a % m) as i128, m as i128);
    let (mut x, mut y) = (1_i128, 0_i128);
    while new != 0 {
        let quotient = old / new;
        (old, new) = (new, old - quotient * new);
        (x, y) = (y, x - quotient * y);
    }
    (old == 1).then(|| x.rem_euclid(m as i128) as u128)
}

/// How many numbers are used to find the parameters.
const USED: usize = 16;

/// Searches for a linear congruential generator whose outputs are its states.
pub(super) fn congruential(search: &mut Search<'_>) {
    let Numbers::Words { values, bits } = search.numbers else {
        return;
    };
    if values.len() < 6 || values.windows(2).all(|pair| pair[0] == pair[1]) {
        return;
    }
    let words: Vec<u128> = values.iter().map(|&word| word.into()).collect();
    let mut moduli = determinants(&words[..words.len().min(USED)], *bits);
    moduli.extend((*bits..=64).map(|bits| 1_u128 << bits));
    // The determinants are multiples of the modulus; if a common factor hides it, powers of 2 are still tried.
    search.tried(
        "multiplier, increment and modulus of outputs that are states",
        4.0 * f64::from(*bits),
        false,
        &[],
    );
    search.ways += 1;
    for modulus in moduli {
        let Some((multiplier, increment)) = parameters(&words[..words.len().min(USED)], modulus)
        else {
            continue;
        };
        let next = |x: u128| (product(multiplier, x, modulus) + increment) % modulus;
        let right: Vec<bool> = std::iter::once(true)
            .chain(words.windows(2).map(|pair| next(pair[0]) == pair[1]))
            .collect();
        // Numbers that never reach the modulus, such as powers, need no modulus.
        let wraps = words[..words.len() - 1]
            .iter()
            .any(|&word| word * multiplier + increment >= modulus);
        // The bits of multiplier, increment, modulus and state.
        let candidates = 4.0 * f64::from(*bits).max((modulus as f64).log2());
        let mut last = words[words.len() - 1];
        let following = |count| {
            let step = || {
                last = next(last);
                last as u64
            };
            Ok(std::iter::repeat_with(step).take(count).collect())
        };
        let evidence = search.evidence(&right, &search.information, candidates);
        let (generator, about, parameters) = if wraps {
            let parameters = format!(
                "multiplier {multiplier}, increment {increment}, modulus {}",
                named(modulus)
            );
            let about = "x = (multiplier * x + increment) mod modulus, each output is x";
            (
                "linear congruential generator",
                about.to_owned(),
                Some(parameters),
            )
        } else {
            let about =
                format!("each number is the one before times {multiplier}, plus {increment}");
            ("progression, not random at all", about, None)
        };
        let answer = Answer {
            parameters,
            state: Some(vec![values[0]]),
            previous: search.no_previous(),
            next: search.next(evidence.is_whole(), following),
            ..Answer::new(generator, about, evidence)
        };
        if search.keep(answer) && !search.options.all {
            return;
        }
    }
}

fn named(modulus: u128) -> String {
    if modulus.is_power_of_two() {
        format!("2^{}", modulus.trailing_zeros())
    } else {
        modulus.to_string()
    }
}

/// The multiplier and the increment that lead from each of these to the next.
fn parameters(words: &[u128], modulus: u128) -> Option<(u128, u128)> {
    let difference = |pair: &[u128]| (modulus + pair[1] - pair[0]) % modulus;
    // If a difference and the modulus have a common factor, high bits of the multiplier are undetermined: take the least.
    let steps: Vec<u128> = words.windows(2).map(difference).collect();
    let best = (0..steps.len() - 1)
        .filter(|&i| steps[i] != 0)
        .min_by_key(|&i| gcd(steps[i], modulus))?;
    let common = gcd(steps[best], modulus);
    if !steps[best + 1].is_multiple_of(common) {
        return None;
    }
    let reduced = modulus / common;
    let multiplier = product(
        steps[best + 1] / common,
        inverse(steps[best] / common, reduced)?,
        reduced,
    );
    let increment = (modulus + words[1] - product(multiplier, words[0], modulus)) % modulus;
    Some((multiplier, increment))
}

/// Numbers that the modulus divides: `t[i] * t[i+2] - t[i+1]^2` for the differences `t`, since each difference is the
/// multiplier times the one before.
fn determinants(words: &[u128], bits: u32) -> Vec<u128> {
    if bits > 62 {
        return Vec::new();
    }
    let t: Vec<i128> = words
        .windows(2)
        .map(|pair| pair[1] as i128 - pair[0] as i128)
        .collect();
    let all = t
        .windows(3)
        .map(|t| (t[0] * t[2] - t[1] * t[1]).unsigned_abs());
    let common = all.fold(0, gcd);
    let greatest = words.iter().copied().max().unwrap_or(0);
    if common > greatest && common <= 1 << 64 {
        vec![common]
    } else {
        Vec::new()
    }
}

/// The longest lag that is tried.
const LONGEST: usize = 607;

/// Searches for sums and differences of two earlier numbers, as in BSD's `random()` and lagged Fibonacci generators.
pub(super) fn additive(search: &mut Search<'_>) {
    let Numbers::Words { values, bits } = search.numbers else {
        return;
    };
    let longest = LONGEST.min(values.len().saturating_sub(CHECKED));
    search.ways += 1;
    search.tried(
        format!("sums and differences of two numbers, the earlier at most {longest} before"),
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
            previous: search.no_previous(),
            next: search.next(true, |_| Err("only its lags are known")),
            ..Answer::new(
                "additive lagged Fibonacci generator",
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
