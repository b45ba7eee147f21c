//! What all wrong implementations have in common: ops and answers, rows of known mistakes, and the parts that any of them has.

use generators::catalogue::Constant;
use generators::rule::Rule;

/// A running implementation: from an op to what it shows, one text for each number, word or text; none for nothing.
/// `None` for an op that it cannot answer.
pub type Side = Box<dyn FnMut(&str) -> Option<Vec<String>>>;

/// The most constants that a family has.
pub(super) const MOST: usize = 17;

/// What every implementation has, and may have wrong.
#[derive(Clone, Copy)]
pub(super) struct General {
    /// Its constants, in the order of their names.
    pub(super) constants: [u64; MOST],
    /// What becomes of a seed; one with a sign as its 64 bits.
    pub(super) seed: fn(u64) -> u64,
    /// What is shown of a word of so many bits.
    pub(super) word: fn(i128, u32) -> i128,
    /// How numbers below a bound are made of words, if not as they should be.
    pub(super) rule: Option<Rule>,
}

impl General {
    /// The right one.
    pub(super) const fn right(constants: &[Constant]) -> Self {
        let (mut values, mut at) = ([0; MOST], 0);
        while at < constants.len() {
            values[at] = constants[at].value;
            at += 1;
        }
        Self {
            constants: values,
            seed: |seed| seed,
            word: |word, _| word,
            rule: None,
        }
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
    pub(super) knobs: K,
}

/// Rows of a family, as a function: each is `KEY, ABOUT: KNOBS;`, below the subjects that it applies to.
macro_rules! rows {
    ($($subjects:expr => { $($key:literal, $about:literal: $($knob:ident = $value:expr),+;)* })*) => {
        /// The known mistakes.
        pub(super) fn rows() -> Vec<super::side::Row<Knobs>> {
            vec![$($(super::side::Row {
                subjects: $subjects,
                key: $key,
                about: $about,
                knobs: Knobs { $($knob: $value,)+ ..RIGHT },
            }),*),*]
        }
    };
}

pub(super) use rows;

/// An op's name and arguments.
pub(super) fn parts(op: &str) -> (&str, Vec<&str>) {
    let mut parts = op.split_whitespace();
    (parts.next().unwrap_or_default(), parts.collect())
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
