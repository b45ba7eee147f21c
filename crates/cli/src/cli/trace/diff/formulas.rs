//! How each site in two traces makes results from words: a mistake in one function shows only in its calls.

use std::collections::BTreeMap;
use std::path::Path;

use identify::Numbers;
use identify::numbers::Bounded;
use identify::related::{Outputs, relate_to_outputs};
use lockstep::shown;
use lockstep::trace::Call;

use super::mistakes::draws;

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

/// The formula by which the results of these calls are made from their words, if one fits all.
fn formula(calls: &[Call], words: &[u64], bits: u32, places: usize) -> Option<String> {
    let outputs = Outputs {
        values: words,
        bits,
        range: 1 << bits,
    };
    let tried = ((BASES.len() * BOUNDS.len() * places) as f64).log2();
    let parts = BASES
        .iter()
        .flat_map(|base| BOUNDS.iter().map(move |bound| (base, bound)));
    parts
        .into_iter()
        .find_map(|((base, from), (below, bound))| {
            let number = |call: &Call| {
                let (lo, hi) = (call.lo?.into(), call.hi?.into());
                let bound = u64::try_from(bound(lo, hi))
                    .ok()
                    .filter(|bound| *bound > 0)?;
                let value = u64::try_from(i128::from(call.result?) - from(lo, hi)).ok()?;
                (value < bound).then_some(Bounded::new(value, bound))
            };
            let numbers = calls.iter().map(number).collect::<Option<_>>()?;
            let found = relate_to_outputs(&Numbers::Bounded(numbers), &outputs, 0, tried, false)?;
            let how = found.convention;
            (!how.is_identity()).then(|| format!("RESULT is {base} plus {how}, with n = {below}"))
        })
}

/// For each site whose results differ although its calls and words are the same: how each trace makes them. A site is left out
/// unless one formula gives all of its results in each trace.
pub(super) fn by_place(a: &Path, b: &Path) -> Vec<String> {
    let (Some(a), Some(b)) = (draws(a), draws(b)) else {
        return Vec::new();
    };
    let is_same = |((place, a), (other, b)): &(&(String, Call), &(String, Call))| {
        let word = b.word.is_none_or(|word| a.word == Some(word));
        word && (place, a.lo, a.hi) == (other, b.lo, b.hi)
    };
    let mut places = BTreeMap::<_, (Vec<Call>, Vec<Call>, Vec<u64>)>::new();
    for ((place, a), (_, b)) in a.iter().zip(&b).take_while(is_same) {
        let Some(word) = a.word else {
            return Vec::new();
        };
        let (of_a, of_b, words) = places.entry(place).or_default();
        of_a.push(*a);
        of_b.push(*b);
        words.push(word);
    }
    let most = places.values().flat_map(|(.., words)| words).max();
    let least = u64::BITS - most.map_or(0, |most| most.leading_zeros());
    let Some(bits) = [8, 15, 16, 31, 32, 64]
        .into_iter()
        .find(|bits| *bits >= least)
    else {
        return Vec::new();
    };
    let count = places.len();
    let differs = places
        .into_iter()
        .filter(|(_, (a, b, _))| a.iter().zip(b).any(|(a, b)| a.result != b.result));
    let lines = differs.filter_map(|(place, (a, b, words))| {
        let of = |calls: &[Call]| formula(calls, &words, bits, count);
        let (a, b) = (of(&a)?, of(&b)?);
        Some(format!(
            "at {}, on all {} calls: {b}; in A {a}",
            shown(place, 80),
            words.len()
        ))
    });
    lines.collect()
}
