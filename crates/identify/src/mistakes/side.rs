//! What all wrong implementations have in common: ops and answers, rows of known mistakes, and parts that any of them has.

use generators::definition::Constant;
use generators::rule::Rule;

use super::arithmetic::{Arithmetic, EXACT};

/// A running implementation: from an op to what it shows, one text per number, word or text, and none if it shows nothing.
/// `None` for an op that it cannot answer.
pub type Side = Box<dyn FnMut(&str) -> Option<Vec<String>>>;

/// What ports that ignore their seed have in its place: 0, 1, the seeds of C++'s `mt19937` and `ranlux24_base` before one is set, and
/// those of Marsaglia's xorshift of 32 and of 64 bits.
pub(super) const PLAIN_SEEDS: [u64; 6] = [
    0,
    1,
    5489,
    19_780_503,
    2_463_534_242,
    88_172_645_463_325_252,
];

/// The states in which rows are published, before any seeding.
pub(super) const DEFAULT_STATES: [(&str, &[u64]); 2] = [
    (
        "xorshift128",
        &[123_456_789, 362_436_069, 521_288_629, 88_675_123],
    ),
    ("mwc-1999", &[362_436_069, 521_288_629]),
];

/// From which seed the next word is made, if a generator is seeded again for each word.
#[derive(Clone, Copy, Debug)]
pub(super) enum Reseeding {
    /// The same.
    Same,
    /// The seed before, plus 1.
    OneMore,
    /// The word before.
    Word,
}

/// The name of a mistake, as in `no-seeding-steps`, and what is wrong and what would be right.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct Flaw {
    pub(super) key: &'static str,
    pub(super) about: &'static str,
}

impl Flaw {
    pub(super) const fn new(key: &'static str, about: &'static str) -> Self {
        Self { key, about }
    }
}

/// Defines flaws, each `NAME = KEY, ABOUT;`, and a list of all of them, if it has a name.
macro_rules! flaws {
    ($all:ident: $($name:ident = $key:literal, $about:literal;)*) => {
        flaws! { $($name = $key, $about;)* }
        pub(super) const $all: &[super::side::Flaw] = &[$($name),*];
    };
    ($($name:ident = $key:literal, $about:literal;)*) => {
        $(const $name: super::side::Flaw = super::side::Flaw::new($key, $about);)*
    };
}

pub(super) use flaws;

/// Parts that every implementation has, and that may be wrong.
#[derive(Clone, Copy)]
pub(super) struct General {
    /// The constants of the implementation.
    pub(super) constants: &'static [Constant],
    /// The index of the constant that differs, and its value; past the last constant if none differs.
    pub(super) changed: (usize, u64),
    /// The index of the constant by which a shift to the right keeps the sign, if only one shift does.
    pub(super) signed_shift: Option<u8>,
    /// How a seed is used; a negative seed is given as its 64 bits in two's complement.
    pub(super) seed: fn(u64) -> u64,
    /// The index of the plain seed that is used in place of the one that is set.
    pub(super) plain_seed: Option<u8>,
    /// How a word of this many bits is shown.
    pub(super) word: fn(i128, u32) -> i128,
    /// The wrong rule by which numbers below a bound are made, if it is wrong.
    pub(super) rule: Option<Rule>,
    /// The arithmetic of the computation.
    pub(super) arithmetic: &'static Arithmetic,
    /// The row's own mistake, if it has one.
    pub(super) flaw: Option<&'static Flaw>,
    /// The line that is left out, and the line that is exchanged with the next.
    pub(super) lines: [Option<u8>; 2],
    /// How many of the first words are left out.
    pub(super) skipped: u16,
    /// Whether each block of words is handed out from its other end.
    pub(super) is_reversed: bool,
    /// How the generator is seeded again for each word, if it is.
    pub(super) reseeding: Option<Reseeding>,
    /// The index of the published state that is used in place of one made from the seed.
    pub(super) default_state: Option<u8>,
}

impl General {
    /// An implementation without a mistake.
    pub(super) const fn right(constants: &'static [Constant]) -> Self {
        Self {
            constants,
            changed: (usize::MAX, 0),
            signed_shift: None,
            seed: |seed| seed,
            plain_seed: None,
            word: |word, _| word,
            rule: None,
            arithmetic: &EXACT,
            flaw: None,
            lines: [None; 2],
            skipped: 0,
            is_reversed: false,
            reseeding: None,
            default_state: None,
        }
    }

    /// Whether the row's own mistake is this one.
    pub(super) fn has(&self, flaw: Flaw) -> bool {
        self.flaw == Some(&flaw)
    }

    /// The seed that is used when this one is set.
    pub(super) fn used_seed(&self, seed: u64) -> u64 {
        match self.plain_seed {
            Some(index) => PLAIN_SEEDS[usize::from(index)],
            None => (self.seed)(seed),
        }
    }

    /// The value of the constant at this index.
    pub(super) const fn value(&self, at: usize) -> u64 {
        let (changed, value) = self.changed;
        if at == changed {
            value
        } else {
            self.constants[at].value
        }
    }

    /// The lines that remain of `N`, in their order.
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

    /// The values of the constants from this index on.
    pub(super) fn values<const N: usize>(&self, from: usize) -> [u64; N] {
        std::array::from_fn(|at| self.value(from + at))
    }

    /// A number below a bound by the wrong rule, if there is one; 0 if that rule finds none, since a mistake may reject nearly
    /// all words.
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

/// A known mistake in a family.
pub(super) struct Row<K> {
    pub(super) subjects: &'static [&'static str],
    pub(super) flaw: Flaw,
    pub(super) parts: K,
}

/// Defines the function with a family's rows: each is `KEY, ABOUT: PARTS;`, under the subjects to which it applies.
macro_rules! rows {
    ($($subjects:expr => { $($key:literal, $about:literal: $($part:ident = $value:expr),+;)* })*) => {
        /// The known mistakes.
        pub(super) fn rows() -> Vec<super::side::Row<Parts>> {
            vec![$($(super::side::Row {
                subjects: $subjects,
                flaw: super::side::Flaw::new($key, $about),
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

/// An integer as a word.
pub(super) fn word(text: &str) -> Option<u64> {
    whole(text).map(|value| value as u64)
}

/// An integer, in decimal or after `0x`.
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

/// As many numbers as `count` says.
pub(super) fn numbers<T: ToString>(count: &str, next: impl FnMut() -> T) -> Option<Vec<String>> {
    let count = usize::try_from(whole(count)?).ok()?;
    let numbers = std::iter::repeat_with(next).take(count);
    (count <= 1 << 20).then(|| numbers.map(|word| word.to_string()).collect())
}
