//! Known mistakes of ports: each is a wrong implementation that can be run.
//!
//! A family of generators is one implementation with knobs, and a mistake is a row: a setting of the knobs. With the knobs
//! at their defaults it is the right one. What any generator can have wrong is no row: it is searched for, in the rows of the
//! catalogue as well. A cause is named only if it gives every answer that is compared.
//!
//! ```
//! use identify::mistakes::in_words;
//!
//! // A port of PCG32 that starts at initstate, without the two steps of its seeding.
//! let causes = in_words("pcg32", 42, &[0, 210066564, 199112357]);
//! assert_eq!(causes.iter().map(|mistake| &*mistake.key).collect::<Vec<_>>(), ["no-seeding-steps"]);
//! ```

mod arithmetic;
mod bsd;
mod congruential;
mod haskell;
mod isaac64;
mod model;
mod operators;
mod pcg32;
mod permutation;
mod side;
mod small;
mod twister;

use std::borrow::Cow;
use std::fmt;
use std::sync::LazyLock;

use generators::catalogue::{self, Constant, Generator, Stream};
use rayon::prelude::*;
pub use side::Side;

use side::{General, Row, number, numbers, parts, whole};

/// A known mistake in ports of some subjects, or one that was searched for.
#[derive(Clone)]
pub struct Mistake {
    /// The subjects whose answers show it, as in `pcg32`; none for one that was searched for.
    pub subjects: &'static [&'static str],
    /// Its name, as in `no-seeding-steps`: once in a subject.
    pub key: Cow<'static, str>,
    /// What is wrong, and what would be right.
    pub about: Cow<'static, str>,
    knobs: Knobs,
}

impl Mistake {
    /// A fresh wrong implementation of one of the subjects.
    pub fn side(&self, subject: &str) -> Side {
        self.knobs.side(subject)
    }

    /// The words of that subject from a seed, as its word stream seeds it; `None` if it has none, or the mistake is not in
    /// its words.
    pub fn words(&self, subject: &str, seed: u64) -> Option<Stream> {
        self.knobs.words(subject, seed)
    }
}

impl fmt::Debug for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.key, self.about)
    }
}

/// An implementation with everything that can be wrong in it.
#[derive(Clone, Copy)]
enum Knobs {
    Pcg32(pcg32::Knobs),
    Haskell(haskell::Knobs),
    Permutation(permutation::Knobs),
    Bsd(bsd::Knobs),
    Isaac64(isaac64::Knobs),
    /// A row of the catalogue.
    Row(&'static Generator, General),
}

impl Knobs {
    /// The right implementation of a subject, or of a row of the catalogue.
    fn right(subject: &str) -> Option<Self> {
        Some(match subject {
            "pcg32" => Self::Pcg32(pcg32::RIGHT),
            "haskell" => Self::Haskell(haskell::RIGHT),
            "permutation" => Self::Permutation(permutation::RIGHT),
            "isaac64" => Self::Isaac64(isaac64::RIGHT),
            _ if bsd::SUBJECTS.contains(&subject) => Self::Bsd(bsd::RIGHT),
            _ => {
                let row = catalogue::find(subject)?;
                let constants = model::of(row).constants;
                Self::Row(row, General::right(constants))
            }
        })
    }

    /// What a mistake in the words of PCG32 makes of a subject that takes them.
    fn of_pcg32(self, subject: &str) -> Self {
        let Self::Pcg32(pcg) = self else {
            return self;
        };
        let (mut haskell, mut permutation) = (haskell::RIGHT, permutation::RIGHT);
        (haskell.pcg, permutation.pcg) = (pcg, pcg);
        match subject {
            "haskell" => Self::Haskell(haskell),
            "permutation" => Self::Permutation(permutation),
            _ => self,
        }
    }

    fn side(self, subject: &str) -> Side {
        match self.of_pcg32(subject) {
            Self::Pcg32(knobs) => pcg32::side(knobs),
            Self::Haskell(knobs) => haskell::side(knobs),
            Self::Permutation(knobs) => permutation::side(knobs),
            Self::Bsd(knobs) => bsd::side(subject, knobs),
            Self::Isaac64(knobs) => isaac64::side(knobs),
            Self::Row(row, general) => Self::side_of_row(row, general),
        }
    }

    /// A row as a subject of words; Rogue's calls its ops otherwise, and has another version beside it.
    fn side_of_row(row: &'static Generator, general: General) -> Side {
        let mut shown = None;
        Box::new(move |op| {
            let (name, arguments) = parts(op);
            match (name, &arguments[..]) {
                ("seed", &[seed] | &[seed, "rogue5"]) => {
                    shown = Some(model::words(row, general, whole(seed)? as u64));
                    Some(Vec::new())
                }
                ("next" | "rn", []) => number(shown.as_mut()?()),
                ("nexts" | "rns", &[count]) => numbers(count, shown.as_mut()?),
                ("rnd", &[range]) => {
                    let (next, range) = (shown.as_mut()?, whole(range)?);
                    if range == 0 {
                        return number(0);
                    }
                    let other = general.below(row.bits, range, &mut *next);
                    number(other.unwrap_or_else(|| next() % range))
                }
                // What it takes of the stream is not known.
                _ => {
                    shown = None;
                    None
                }
            }
        })
    }

    fn words(self, subject: &str, seed: u64) -> Option<Stream> {
        match self.of_pcg32(subject) {
            Self::Pcg32(knobs) => Some(pcg32::words(knobs, seed)),
            Self::Haskell(knobs) => Some(haskell::words(knobs, seed)),
            Self::Permutation(_) => None,
            Self::Bsd(knobs) => bsd::words(subject, knobs, seed),
            Self::Isaac64(knobs) => Some(isaac64::words(knobs, seed)),
            Self::Row(row, general) => {
                let mut shown = model::words(row, general, seed);
                Some(Box::new(move || shown() as u64))
            }
        }
    }

    /// What it has in common with the others.
    const fn general(&mut self) -> &mut General {
        match self {
            Self::Pcg32(knobs) => &mut knobs.general,
            Self::Haskell(knobs) => &mut knobs.pcg.general,
            Self::Permutation(knobs) => &mut knobs.pcg.general,
            Self::Bsd(knobs) => &mut knobs.general,
            Self::Isaac64(knobs) => &mut knobs.general,
            Self::Row(_, general) => general,
        }
    }

    /// What a row of the catalogue can have wrong of its own.
    fn model(self) -> Option<model::Model> {
        match self {
            Self::Row(row, _) => Some(model::of(row)),
            _ => None,
        }
    }

    /// The bits of a word.
    const fn bits(self) -> u32 {
        match self {
            Self::Pcg32(_) | Self::Haskell(_) | Self::Permutation(_) => 32,
            Self::Bsd(_) => 31,
            Self::Isaac64(_) => 64,
            Self::Row(row, _) => row.bits,
        }
    }
}

/// All known ones, family by family.
pub fn known() -> &'static [Mistake] {
    fn of<K>(rows: Vec<Row<K>>, knobs: fn(K) -> Knobs) -> impl Iterator<Item = Mistake> {
        rows.into_iter().map(move |row| Mistake {
            subjects: row.subjects,
            key: row.key.into(),
            about: row.about.into(),
            knobs: knobs(row.knobs),
        })
    }
    static KNOWN: LazyLock<Vec<Mistake>> = LazyLock::new(|| {
        of(pcg32::rows(), Knobs::Pcg32)
            .chain(of(haskell::rows(), Knobs::Haskell))
            .chain(of(permutation::rows(), Knobs::Permutation))
            .chain(of(bsd::rows(), Knobs::Bsd))
            .chain(of(isaac64::rows(), Knobs::Isaac64))
            .collect()
    });
    &KNOWN
}

/// The known mistakes that answers of this subject show.
pub fn of(subject: &str) -> impl Iterator<Item = &'static Mistake> + Clone {
    known()
        .iter()
        .filter(move |mistake| mistake.subjects.contains(&subject))
}

/// The mistakes that any generator can have, in a subject or a row of the catalogue: seeds and words that are cut or turned,
/// other rules, and each constant with other values. With `common` only those constants that are misread or cut, or 1 too much
/// or too little.
pub fn searched(subject: &str, common: bool) -> impl Iterator<Item = Mistake> {
    let right = Knobs::right(subject).into_iter();
    right.flat_map(move |mut right| {
        let wrong = operators::all(*right.general(), right.bits(), right.model());
        wrong
            .filter(move |wrong| wrong.common || !common)
            .map(move |wrong| {
                let mut knobs = right;
                *knobs.general() = wrong.general;
                Mistake {
                    subjects: &[],
                    key: wrong.key,
                    about: wrong.about,
                    knobs,
                }
            })
    })
}

/// The subject or the row done right; `None` if no mistake of it is known.
pub fn right(subject: &str) -> Option<Side> {
    Knobs::right(subject).map(|right| right.side(subject))
}

/// An op and what it showed, in the texts of [`Side`], or `None` if that is not known.
pub type Step = (String, Option<Vec<String>>);

/// A mistake that gives all answers of a transcript.
#[derive(Clone, Debug)]
pub struct Cause {
    /// The mistake.
    pub mistake: Mistake,
    /// How many answers were compared, and are those that the mistake gives.
    pub answers: usize,
    /// How many of them are not right.
    pub wrong: usize,
}

/// How many bits the wrong answers must have if a mistake was searched for: of so many something fits soon.
const ENOUGH: f64 = 32.0;

/// The mistakes of a subject that give every answer of a transcript, of which at least one is not right: the known ones, or if
/// there are none those that any generator can have.
///
/// An op `reset` in the transcript begins a case. What a mistake has no answer for is not compared.
pub fn explaining(subject: &str, transcript: &[Step]) -> Vec<Cause> {
    let fresh = || right(subject).unwrap_or_else(|| Box::new(|_| None));
    let right: Vec<_> = answers(transcript, fresh).collect();
    let mut pairs = transcript.iter().zip(&right);
    let is_wrong = |((_, shown), right): (&Step, &Option<Vec<String>>)| {
        shown.is_some() && right.is_some() && shown != right
    };
    let Some(wrong) = pairs.position(is_wrong) else {
        return Vec::new();
    };
    // Most mistakes end in the case of the first wrong answer.
    let case = transcript[..wrong]
        .iter()
        .rposition(|(op, _)| op == "reset");
    let after = transcript.len().min(wrong + 16);
    let beginning = beginning(&transcript[case.unwrap_or(0)..after]);
    let cause = |mistake: &Mistake, least: f64| {
        let mut given = answers(&beginning, || mistake.side(subject)).zip(&beginning);
        if given.any(|(given, (_, shown))| given.is_some() && shown.is_some() && given != *shown) {
            return None;
        }
        let (mut compared, mut wrong, mut bits) = (0, 0, 0.0);
        // Up to the first answer that the mistake does not give, so most end soon.
        let given = answers(transcript, || mistake.side(subject));
        for (((_, shown), given), right) in transcript.iter().zip(given).zip(&right) {
            let (Some(given), Some(shown)) = (given, shown) else {
                continue;
            };
            if given != *shown {
                return None;
            }
            compared += usize::from(!shown.is_empty());
            if right.as_ref().is_some_and(|right| right != shown) {
                wrong += 1;
                let number = |text: &String| text.parse::<f64>().unwrap_or(0.0).abs();
                bits += shown
                    .iter()
                    .map(|text| (number(text) + 1.0).log2())
                    .sum::<f64>();
            }
        }
        let enough = wrong > 0 && bits >= least;
        enough.then(|| Cause {
            mistake: mistake.clone(),
            answers: compared,
            wrong,
        })
    };
    let causes: Vec<_> = of(subject)
        .filter_map(|mistake| cause(mistake, 0.0))
        .collect();
    if !causes.is_empty() {
        return causes;
    }
    let mut causes: Vec<_> = searched(subject, false)
        .filter_map(|mistake| cause(&mistake, ENOUGH))
        .collect();
    if causes.is_empty() {
        let pairs = both(subject).par_bridge();
        causes = pairs.filter_map(|pair| cause(&pair, PAIR_BITS)).collect();
        // Of a pair in both orders the first is enough.
        let sorted = |cause: &Cause| {
            let mut keys: Vec<_> = cause.mistake.key.split('+').map(str::to_owned).collect();
            keys.sort();
            keys
        };
        causes.sort_by_cached_key(|cause| (sorted(cause), cause.mistake.key.clone()));
        causes.dedup_by_key(|cause| sorted(cause));
        // Of more than these none is likelier than the others.
        causes.truncate(if causes.len() > MOST_PAIRS {
            0
        } else {
            MOST_PAIRS
        });
        return causes;
    }
    let mistakes = merged(causes.iter().map(|cause| cause.mistake.clone()).collect());
    causes.truncate(mistakes.len());
    for (cause, mistake) in causes.iter_mut().zip(mistakes) {
        cause.mistake = mistake;
    }
    causes
}

/// How many bits the wrong answers must have for two mistakes: some 2^16 pairs are tried.
const PAIR_BITS: f64 = ENOUGH + 16.0;

/// Pairs that explain the same answers are named if there are at most so many.
const MOST_PAIRS: usize = 2;

/// Two mistakes at once, the first a known one or one that is not in a constant, each of which shows alone where one does not
/// explain the answers: its bits are those of two searches.
fn both(subject: &str) -> impl Iterator<Item = Mistake> {
    let is_plain = |mistake: &Mistake| changed(mistake).is_none();
    let first = of(subject)
        .cloned()
        .chain(searched(subject, false).filter(is_plain));
    let right = Knobs::right(subject);
    first.flat_map(move |first| {
        let mut knobs = first.knobs;
        let model = right.and_then(Knobs::model);
        let second = operators::all(*knobs.general(), knobs.bits(), model);
        let is_usual = |second: &operators::Wrong| {
            second.common || second.general.changed.0 >= second.general.constants.len()
        };
        second.filter(is_usual).map(move |second| {
            let mut knobs = knobs;
            *knobs.general() = second.general;
            Mistake {
                subjects: &[],
                key: format!("{}+{}", first.key, second.key).into(),
                about: format!("two mistakes: {}; and {}", first.about, second.about).into(),
                knobs,
            }
        })
    })
}

/// The constant that a mistake has changed, and what stands in its place.
fn changed(mistake: &Mistake) -> Option<(Constant, u64)> {
    let mut knobs = mistake.knobs;
    let general = *knobs.general();
    let (place, value) = general.changed;
    let constant = general.constants.get(place);
    constant.map(|constant| (*constant, value))
}

/// Ops that show as many words or numbers as their last argument says.
const LISTS: [&str; 5] = ["nexts", "rns", "randoms", "rrandoms", "get_rands"];

/// The ops of a transcript up to its first long list, and of that list a few words: most mistakes end here, before thousands of
/// words are made and written.
fn beginning(transcript: &[Step]) -> Vec<Step> {
    const FEW: usize = 8;
    let mut beginning = Vec::new();
    for (op, shown) in transcript {
        if let (Some((name, _)), Some(words)) = (op.rsplit_once(' '), shown)
            && words.len() > FEW
            && LISTS
                .iter()
                .any(|list| name.split(' ').next() == Some(list))
        {
            beginning.push((format!("{name} {FEW}"), Some(words[..FEW].to_vec())));
            break;
        }
        beginning.push((op.clone(), shown.clone()));
    }
    beginning
}

/// Mistakes that give the same answers: of several values of one constant none is named.
fn merged(mistakes: Vec<Mistake>) -> Vec<Mistake> {
    let mut merged: Vec<(Mistake, Vec<u64>)> = Vec::new();
    for mistake in mistakes {
        let Some((changed, value)) = changed(&mistake) else {
            merged.push((mistake, Vec::new()));
            continue;
        };
        let same = |(other, _): &&mut (Mistake, Vec<u64>)| {
            self::changed(other).is_some_and(|(other, _)| other.name == changed.name)
        };
        match merged.iter_mut().find(same) {
            Some((_, values)) => values.push(value),
            None => merged.push((mistake, vec![value])),
        }
    }
    let named = |(mut mistake, values): (Mistake, Vec<u64>)| {
        if let (Some((constant, _)), 2..) = (changed(&mistake), values.len()) {
            mistake.key = constant.name.replace(' ', "-").into();
            mistake.about = operators::one_of(&constant, &values).into();
        }
        mistake
    };
    merged.into_iter().map(named).collect()
}

/// What an implementation answers to the ops of a transcript, one after the other; a fresh one in each case.
fn answers(
    transcript: &[Step],
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
/// give the same words are both named. Of rows of the catalogue, and where no known mistake gives them, those that any
/// generator can have.
pub fn in_words(subject: &str, seed: u64, words: &[u64]) -> Vec<Mistake> {
    let gives = |stream: Option<Stream>| {
        stream.is_some_and(|mut next| words.iter().all(|&word| next() == word))
    };
    if words.is_empty() || gives(right_words(subject, seed)) {
        return Vec::new();
    }
    let explains = |mistake: &Mistake| gives(mistake.words(subject, seed));
    let known: Vec<_> = of(subject)
        .filter(|mistake| explains(mistake))
        .cloned()
        .collect();
    let bits: f64 = words.iter().map(|word| (*word as f64 + 1.0).log2()).sum();
    if known.is_empty() && bits >= ENOUGH {
        merged(searched(subject, false).filter(explains).collect())
    } else {
        known
    }
}

/// The words of a subject done right, from a seed as its word stream takes it.
pub fn right_words(subject: &str, seed: u64) -> Option<Stream> {
    Knobs::right(subject)?.words(subject, seed)
}
