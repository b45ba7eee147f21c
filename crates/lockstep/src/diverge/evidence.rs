//! How much evidence it is that two lines have the same number or the same call.

use std::collections::HashMap;

use crate::trace::Line;

/// Whether both traces show a word somewhere in these lines.
pub(super) fn both_show_words(a: &[Line], b: &[Line]) -> bool {
    shows_words(a) && shows_words(b)
}

fn shows_words(lines: &[Line]) -> bool {
    lines.iter().any(|line| line.call.word.is_some())
}

/// The word of a line, or its result where words are not compared.
fn number(line: &Line, by_words: bool) -> Option<u64> {
    if by_words {
        line.call.word
    } else {
        line.call.result.map(i64::cast_unsigned)
    }
}

fn magnitude(line: &Line, by_words: bool) -> Option<u64> {
    if by_words {
        line.call.word
    } else {
        line.call.result.map(i64::unsigned_abs)
    }
}

fn count_numbers(lines: &[Line], by_words: bool) -> HashMap<Option<u64>, f64> {
    let mut counts = HashMap::new();
    for line in lines {
        *counts.entry(number(line, by_words)).or_default() += 1.0;
    }
    counts
}

/// For each line of A, minus the binary logarithm of the chance that an unrelated line has the same number. A number that comes
/// once is as unlikely as its range is wide; for others their frequency counts.
pub(super) fn number_bits(a: &[Line], b: &[Line]) -> Vec<f64> {
    let by_words = both_show_words(a, b);
    let a_counts = count_numbers(a, by_words);
    let b_counts = count_numbers(b, by_words);
    let mut most = 0;
    for line in a {
        most = most.max(magnitude(line, by_words).unwrap_or(0));
    }
    let mut bits = Vec::with_capacity(a.len());
    for line in a {
        let number = number(line, by_words);
        let in_a = a_counts.get(&number).copied().unwrap_or(0.0);
        let in_b = b_counts.get(&number).copied().unwrap_or(0.0);
        bits.push(if in_a > 1.0 || in_b > 1.0 {
            let frequency = (in_a / a.len() as f64).max(in_b / b.len() as f64);
            -frequency.log2()
        } else if let (false, Some(lo), Some(hi)) = (by_words, line.call.lo, line.call.hi) {
            (lo.abs_diff(hi) as f64 + 1.0).log2()
        } else {
            f64::from(u64::BITS - most.leading_zeros())
        });
    }
    bits
}

/// What two lines of the same call have in common.
#[derive(Eq, Hash, PartialEq)]
struct CallKey<'l> {
    site: Option<&'l [u8]>,
    lo: Option<i64>,
    hi: Option<i64>,
}

impl<'l> CallKey<'l> {
    fn new(line: &'l Line, with_sites: bool) -> Self {
        Self {
            site: line.site().filter(|_| with_sites),
            lo: line.call.lo,
            hi: line.call.hi,
        }
    }
}

/// The same for the calls of A, by their frequency in A; the site is part of a call only if `with_sites`.
pub(super) fn call_bits(a: &[Line], with_sites: bool) -> Vec<f64> {
    let mut counts = HashMap::<_, f64>::new();
    for line in a {
        *counts.entry(CallKey::new(line, with_sites)).or_default() += 1.0;
    }
    let mut bits = Vec::with_capacity(a.len());
    for line in a {
        let count = counts[&CallKey::new(line, with_sites)];
        bits.push((a.len() as f64 / count).log2());
    }
    bits
}
