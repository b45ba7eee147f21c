//! Known mistakes of ports: each is a wrong implementation that can be run.
//!
//! A family of generators is one implementation with knobs, and a mistake is a row: a setting of the knobs. With the knobs
//! at their defaults it is the right one. A cause is named only if it gives every answer that is compared.
//!
//! ```
//! use identify::mistakes::in_words;
//!
//! // A port of PCG32 that starts at initstate, without the two steps of its seeding.
//! let causes = in_words("pcg32", 42, &[0, 210066564, 199112357]);
//! assert_eq!(causes.iter().map(|mistake| mistake.key).collect::<Vec<_>>(), ["no-seeding-steps"]);
//! ```

mod bsd;
mod haskell;
mod isaac64;
mod pcg32;
mod permutation;
mod rogue5;

use generators::catalogue::Stream;

/// A known mistake in ports of some subjects.
#[derive(Clone, Copy, Debug)]
pub struct Mistake {
    /// The subjects whose answers show it, as in `pcg32`.
    pub subjects: &'static [&'static str],
    /// Its name, as in `no-seeding-steps`: once in a subject.
    pub key: &'static str,
    /// What is wrong, and what would be right.
    pub about: &'static str,
    /// A fresh wrong implementation of one of the subjects.
    pub side: fn(subject: &str) -> Side,
    /// The words of that subject from a seed, as its word stream seeds it; `None` if it has none, or the mistake is not in
    /// its words.
    pub words: fn(subject: &str, seed: u64) -> Option<Stream>,
}

/// A running implementation: from an op to what it shows, one text for each number, word or text; none for nothing.
/// `None` for an op that it cannot answer.
pub type Side = Box<dyn FnMut(&str) -> Option<Vec<String>>>;

/// Rows of a family.
///
/// Each is `KEY, ABOUT, [SUBJECTS]: KNOBS;`.
macro_rules! rows {
    ($($key:literal, $about:literal, [$($subject:expr),+]: $($knob:ident = $value:expr),+;)*) => {
        /// The mistakes, and the right one with the knobs at their defaults.
        pub(super) const MISTAKES: &[super::Mistake] = &[$(super::Mistake {
            subjects: &[$($subject),+],
            key: $key,
            about: $about,
            side: |subject| side(subject, Knobs { $($knob: $value,)+ ..RIGHT }),
            words: |subject, seed| words(subject, Knobs { $($knob: $value,)+ ..RIGHT }, seed),
        }),*];
    };
}

use rows;

/// All of them, in groups of a family.
pub static MISTAKES: &[&[Mistake]] = &[
    pcg32::MISTAKES,
    haskell::MISTAKES,
    permutation::MISTAKES,
    bsd::MISTAKES,
    rogue5::MISTAKES,
    isaac64::MISTAKES,
];

/// Makes an implementation of a subject.
type Fresh = fn(&str) -> Side;

/// The right implementations, with the knobs at their defaults.
const RIGHT: &[(&[&str], Fresh)] = &[
    (&["pcg32", "haskell", "permutation"], |subject| {
        pcg32::side(subject, pcg32::RIGHT)
    }),
    (bsd::SUBJECTS, |subject| bsd::side(subject, bsd::RIGHT)),
    (&["rogue5"], |subject| rogue5::side(subject, rogue5::RIGHT)),
    (&["isaac64"], |subject| {
        isaac64::side(subject, isaac64::RIGHT)
    }),
];

/// The mistakes that answers of this subject show.
pub fn of(subject: &str) -> impl Iterator<Item = &'static Mistake> + Clone {
    MISTAKES
        .iter()
        .copied()
        .flatten()
        .filter(move |mistake| mistake.subjects.contains(&subject))
}

/// The subject done right; `None` if no mistake of it is known.
pub fn right(subject: &str) -> Option<Side> {
    RIGHT
        .iter()
        .find(|(subjects, _)| subjects.contains(&subject))
        .map(|(_, side)| side(subject))
}

/// A mistake that gives all answers of a transcript.
#[derive(Clone, Copy, Debug)]
pub struct Cause {
    /// The mistake.
    pub mistake: &'static Mistake,
    /// How many answers were compared, and are those that the mistake gives.
    pub answers: usize,
    /// How many of them are not right.
    pub wrong: usize,
}

/// The mistakes of a subject that give every answer of a transcript, of which at least one is not right.
///
/// A transcript is ops and what they showed, in the texts of [`Side`], or `None` if that is not known; an op `reset` begins
/// a case. What a mistake has no answer for is not compared.
pub fn explaining(subject: &str, transcript: &[(String, Option<Vec<String>>)]) -> Vec<Cause> {
    if right(subject).is_none() {
        return Vec::new();
    }
    let right: Vec<_> = answers(transcript, || {
        right(subject).unwrap_or_else(|| Box::new(|_| None))
    })
    .collect();
    let cause = |mistake: &'static Mistake| {
        let (mut compared, mut wrong) = (0, 0);
        // Up to the first answer that the mistake does not give, so most end soon.
        let given = answers(transcript, || (mistake.side)(subject));
        for (((_, shown), given), right) in transcript.iter().zip(given).zip(&right) {
            let (Some(given), Some(shown)) = (given, shown) else {
                continue;
            };
            if given != *shown {
                return None;
            }
            compared += usize::from(!shown.is_empty());
            wrong += usize::from(right.as_ref().is_some_and(|right| right != shown));
        }
        (wrong > 0).then_some(Cause {
            mistake,
            answers: compared,
            wrong,
        })
    };
    of(subject).filter_map(cause).collect()
}

/// What an implementation answers to the ops of a transcript, one after the other; a fresh one in each case.
fn answers(
    transcript: &[(String, Option<Vec<String>>)],
    fresh: impl Fn() -> Side,
) -> impl Iterator<Item = Option<Vec<String>>> {
    let mut side = fresh();
    transcript.iter().map(move |(op, _)| {
        if op == "reset" {
            side = fresh();
            return None;
        }
        side(op)
    })
}

/// The mistakes whose words from this seed are these; none if the words are right, or too few to tell: two mistakes that
/// give the same words are both named.
pub fn in_words(subject: &str, seed: u64, words: &[u64]) -> Vec<&'static Mistake> {
    let gives = |stream: Option<Stream>| {
        stream.is_some_and(|mut next| words.iter().all(|&word| next() == word))
    };
    if words.is_empty() || gives(right_words(subject, seed)) {
        return Vec::new();
    }
    of(subject)
        .filter(|mistake| gives((mistake.words)(subject, seed)))
        .collect()
}

/// The words of a subject done right, from a seed as its word stream takes it.
pub fn right_words(subject: &str, seed: u64) -> Option<Stream> {
    pcg32::words(subject, pcg32::RIGHT, seed)
        .or_else(|| bsd::words(subject, bsd::RIGHT, seed))
        .or_else(|| rogue5::words(subject, rogue5::RIGHT, seed))
        .or_else(|| isaac64::words(subject, isaac64::RIGHT, seed))
}

/// An op's name and arguments.
fn parts(op: &str) -> (&str, Vec<&str>) {
    let mut parts = op.split_whitespace();
    (parts.next().unwrap_or_default(), parts.collect())
}

/// A whole number, decimal or after `0x`.
fn whole(text: &str) -> Option<i128> {
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
fn number(value: impl ToString) -> Option<Vec<String>> {
    Some(vec![value.to_string()])
}

/// As many numbers as this text says.
fn numbers<T: ToString>(count: &str, next: impl FnMut() -> T) -> Option<Vec<String>> {
    let count = usize::try_from(whole(count)?)
        .ok()
        .filter(|&count| count <= 1 << 20)?;
    Some(
        std::iter::repeat_with(next)
            .take(count)
            .map(|word| word.to_string())
            .collect(),
    )
}
