//! How each site in two traces makes results from words: a mistake in one function shows only in its calls.

use std::collections::BTreeMap;

use identify::Numbers;
use identify::numbers::Bounded;
use identify::related::{Outputs, relate_to_outputs};
use lockstep::shown;
use lockstep::trace::Call;

use super::head::TraceHead;

/// A part of a formula: its text, and its value for given LO and HI.
type Part = (&'static str, fn(i128, i128) -> i128);

/// The lowest result.
const BASES: [Part; 5] = [
    ("LO", |lo, _| lo),
    ("LO + 1", |lo, _| lo + 1),
    ("LO - 1", |lo, _| lo - 1),
    ("0", |_, _| 0),
    ("1", |_, _| 1),
];

/// The bound of the draw.
const BOUNDS: [Part; 5] = [
    ("HI - LO + 1", |lo, hi| hi - lo + 1),
    ("HI - LO", |lo, hi| hi - lo),
    ("HI - LO + 2", |lo, hi| hi - lo + 2),
    ("HI", |_, hi| hi),
    ("HI + 1", |_, hi| hi + 1),
];

/// The calls of a site, and their words.
#[derive(Default)]
struct SiteCalls {
    of_a: Vec<Call>,
    of_b: Vec<Call>,
    words: Vec<u64>,
}

/// For each site whose results differ although its calls and words are the same: how each trace makes them. A site is left out
/// unless one formula gives all of its results in each trace.
pub(super) fn compare_sites(a: &TraceHead, b: &TraceHead) -> Vec<String> {
    let mut sites: BTreeMap<&str, SiteCalls> = BTreeMap::new();
    let mut greatest = 0;
    for ((site, a), (other, b)) in a.draws.iter().zip(&b.draws) {
        let is_same_word = b.word.is_none_or(|word| a.word == Some(word));
        if !is_same_word || (site, a.lo, a.hi) != (other, b.lo, b.hi) {
            break;
        }
        let Some(word) = a.word else {
            return Vec::new();
        };
        greatest = greatest.max(word);
        let calls = sites.entry(site).or_default();
        calls.of_a.push(*a);
        calls.of_b.push(*b);
        calls.words.push(word);
    }
    let width = u64::BITS - greatest.leading_zeros();
    let Some(bits) = [8, 15, 16, 31, 32, 64]
        .into_iter()
        .find(|bits| *bits >= width)
    else {
        return Vec::new();
    };
    let mut lines = Vec::new();
    for (site, calls) in &sites {
        let mut results = calls.of_a.iter().zip(&calls.of_b);
        if results.all(|(a, b)| a.result == b.result) {
            continue;
        }
        let of_a = find_formula(&calls.of_a, &calls.words, bits, sites.len());
        let of_b = find_formula(&calls.of_b, &calls.words, bits, sites.len());
        if let (Some(of_a), Some(of_b)) = (of_a, of_b) {
            let (site, count) = (shown(site, 80), calls.words.len());
            lines.push(format!(
                "at {site}, on all {count} calls: {of_b}; in A {of_a}"
            ));
        }
    }
    lines
}

/// The formula by which the results of these calls are made from their words, if one fits all.
fn find_formula(calls: &[Call], words: &[u64], bits: u32, sites: usize) -> Option<String> {
    let outputs = Outputs {
        values: words,
        bits,
        range: 1 << bits,
    };
    let tried = ((BASES.len() * BOUNDS.len() * sites) as f64).log2();
    for (base, from) in BASES {
        for (below, bound) in BOUNDS {
            let Some(numbers) = numbers_of(calls, from, bound) else {
                continue;
            };
            let Some(found) = relate_to_outputs(&numbers, &outputs, 0, tried, false) else {
                continue;
            };
            let how = found.convention;
            if !how.is_identity() {
                return Some(format!("RESULT is {base} plus {how}, with n = {below}"));
            }
        }
    }
    None
}

/// The results as numbers below a bound, counted from a lowest one; `None` if one is not in that range.
fn numbers_of(
    calls: &[Call],
    from: fn(i128, i128) -> i128,
    bound: fn(i128, i128) -> i128,
) -> Option<Numbers> {
    let mut numbers = Vec::with_capacity(calls.len());
    for call in calls {
        let (lo, hi) = (call.lo?.into(), call.hi?.into());
        let bound = u64::try_from(bound(lo, hi)).ok()?;
        let value = u64::try_from(i128::from(call.result?) - from(lo, hi)).ok()?;
        if value >= bound {
            return None;
        }
        numbers.push(Bounded::new(value, bound));
    }
    Some(Numbers::Bounded(numbers))
}
