//! The common parts of all wrong implementations: ops and answers, rows of known mistakes, and the parts that any of them has.

use generators::catalogue::Constant;
use generators::rule::Rule;

use super::arithmetic::{Arithmetic, EXACT};

/// A running implementation: from an op to what it shows, one text for each number, word or text; none for nothing.
/// `None` for an op that it cannot answer.
pub type Side = Box<dyn FnMut(&str) -> Option<Vec<String>>>;

/// Parts that every implementation has, and may have wrong.
#[derive(Clone, Copy)]
pub(super) struct General {
    /// Its constants.
    pub(super) constants: &'static [Constant],
    /// The place that differs, and what stands there; none if that is beyond the last.
    pub(super) changed: (usize, u64),
    /// How a seed is used; a seed with a sign is given as its 64 bits.
    pub(super) seed: fn(u64) -> u64,
    /// How a word of a number of bits is shown.
    pub(super) word: fn(i128, u32) -> i128,
    /// How numbers below a bound are made of words, if not as they should be.
    pub(super) rule: Option<Rule>,
    /// The constants of the computation.
    pub(super) arithmetic: &'static Arithmetic,
    /// The mistake of its own that it has, of a row of the catalogue.
    pub(super) flaw: Option<&'static str>,
    /// The line that is left out, and the one that changes places with the next, if one does.
    pub(super) lines: [Option<u8>; 2],
    /// How many of its first words are left out.
    pub(super) skipped: u8,
}

impl General {
    /// The right one.
    pub(super) const fn right(constants: &'static [Constant]) -> Self {
        Self {
            constants,
            changed: (usize::MAX, 0),
            seed: |seed| seed,
            word: |word, _| word,
            rule: None,
            arithmetic: &EXACT,
            flaw: None,
            lines: [None; 2],
            skipped: 0,
        }
    }

    /// The value of the constant at this place.
    pub(super) const fn value(&self, at: usize) -> u64 {
        let (changed, value) = self.changed;
        if at == changed {
            value
        } else {
            self.constants[at].value
        }
    }

    /// The lines that are left of so many, in their order.
    pub(super) fn lines<const N: usize>(&self) -> impl Iterator<Item = usize> + use<N> {
        let [left_out, exchanged] = self.lines;
        let mut lines: [usize; N] = std::array::from_fn(|line| line);
        if let Some(first) = exchanged.map(usize::from) {
            lines.swap(first, first + 1);
        }
        lines
            .into_iter()
            .filter(move |line| Some(*line) != left_out.map(usize::from))
    }

    /// The values of those from this place on.
    pub(super) fn values<const N: usize>(&self, from: usize) -> [u64; N] {
        std::array::from_fn(|at| self.value(from + at))
    }

    /// A number below a bound by the wrong rule, if there is one. A mistake may reject nearly all words: not for ever.
    pub(super) fn below(
        &self,
        bits: u32,
        bound: i128,
        mut next: impl FnMut() -> i128,
    ) -> Option<i128> {
        let bound = bound.unsigned_abs() as u64;
        let rule = self.rule?;
        Some(
            rule.number(bits, bound, || next() as u64)
                .map_or(0, i128::from),
        )
    }
}

/// A known mistake of a family.
pub(super) struct Row<K> {
    pub(super) subjects: &'static [&'static str],
    pub(super) key: &'static str,
    pub(super) about: &'static str,
    pub(super) parts: K,
}

/// Rows of a family, as a function: each is `KEY, ABOUT: KNOBS;`, below the subjects that it applies to.
macro_rules! rows {
    ($($subjects:expr => { $($key:literal, $about:literal: $($part:ident = $value:expr),+;)* })*) => {
        /// The known mistakes.
        pub(super) fn rows() -> Vec<super::side::Row<Parts>> {
            vec![$($(super::side::Row {
                subjects: $subjects,
                key: $key,
                about: $about,
                parts: Parts { $($part: $value,)+ ..RIGHT },
            }),*),*]
        }
    };
}

pub(super) use rows;

/// An op's name and arguments.
pub(super) fn pieces(op: &str) -> (&str, Vec<&str>) {
    let mut pieces = op.split_whitespace();
    (pieces.next().unwrap_or_default(), pieces.collect())
}

/// A whole number, decimal or after `0x`.
pub(super) fn whole(text: &str) -> Option<i128> {
    match text.strip_prefix("0x") {
        Some(digits) => i128::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}

/// One number, as a side shows it.
#[expect(
    clippy::unnecessary_wraps,
    clippy::needless_pass_by_value,
    reason = "it is an answer of a side"
)]
pub(super) fn number(value: impl ToString) -> Option<Vec<String>> {
    Some(vec![value.to_string()])
}

/// As many numbers as this text says.
pub(super) fn numbers<T: ToString>(count: &str, next: impl FnMut() -> T) -> Option<Vec<String>> {
    let count = usize::try_from(whole(count)?).ok()?;
    let numbers = std::iter::repeat_with(next).take(count);
    (count <= 1 << 20).then(|| numbers.map(|word| word.to_string()).collect())
}
