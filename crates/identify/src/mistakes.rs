//! Known mistakes of ports, each as a wrong implementation that can be run.
//!
//! A family of generators is one implementation assembled from right parts, and a mistake is a row that replaces some of them. A
//! row of the catalogue is the generator's own definition, over another arithmetic or other constants. A mistake that any generator can have is not a row: it is searched for, also in the generators of the catalogue. A cause is
//! named only if it gives every answer that is compared.
//!
//! ```
//! use roguelab_identify::mistakes::in_words;
//!
//! // A port of PCG32 that starts at initstate, without the two steps of its seeding.
//! let causes = in_words("pcg32", 42, &[0, 210066564, 199112357]);
//! assert_eq!(causes.iter().map(|mistake| &*mistake.key).collect::<Vec<_>>(), ["no-seeding-steps"]);
//! ```

mod arithmetic;
mod bsd;
mod congruential;
mod explaining;
mod haskell;
mod isaac;
mod model;
mod operators;
mod pcg32;
mod permutation;
mod side;
mod small;
#[cfg(test)]
mod tests;
mod twister;

use std::borrow::Cow;
use std::fmt;
use std::sync::LazyLock;

pub use explaining::{Cause, Step, explaining, explaining_from_first, skipping};
use generators::catalogue::{self, Generator, Stream};
pub use side::Side;

use explaining::{ENOUGH, are_high_bits, changed};
pub(crate) use explaining::{both, merged};
use side::{DEFAULT_STATES, General, PLAIN_SEEDS, Row, number, numbers, pieces, whole};

/// A known mistake in ports of some subjects, or one found by a search.
#[derive(Clone)]
pub struct Mistake {
    /// The subjects whose answers show the mistake, as in `pcg32`; empty if a search found it.
    pub subjects: &'static [&'static str],
    /// The name of the mistake, as in `no-seeding-steps`, unique in a subject.
    pub key: Cow<'static, str>,
    /// What is wrong, and what would be right.
    pub about: Cow<'static, str>,
    parts: Parts,
}

impl Mistake {
    /// A fresh wrong implementation of one of the subjects.
    pub fn side(&self, subject: &str) -> Side {
        self.parts.side(subject)
    }

    /// The words of that subject from a seed, seeded as its word stream is; `None` if it has no word stream, or if the mistake
    /// is not in its words.
    pub fn words(&self, subject: &str, seed: u64) -> Option<Stream> {
        self.parts.words(subject, seed)
    }
}

impl fmt::Debug for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.key, self.about)
    }
}

/// An implementation together with every part of it that can be wrong.
#[derive(Clone, Copy)]
enum Parts {
    Pcg32(pcg32::Parts),
    Haskell(haskell::Parts),
    Permutation(permutation::Parts),
    Bsd(bsd::Parts),
    /// A row of the catalogue.
    Row(&'static Generator, General),
}

impl Parts {
    /// The right implementation of a subject, or of a row of the catalogue.
    fn right(subject: &str) -> Option<Self> {
        Some(match subject {
            "pcg32" => Self::Pcg32(pcg32::RIGHT),
            "haskell" => Self::Haskell(haskell::RIGHT),
            "permutation" => Self::Permutation(permutation::RIGHT),
            _ if bsd::SUBJECTS.contains(&subject) => Self::Bsd(bsd::RIGHT),
            _ => {
                let row = catalogue::find(subject)?;
                let constants = model::of(row).constants;
                Self::Row(row, General::right(constants))
            }
        })
    }

    /// What a mistake in the words of PCG32 does to a subject built on them.
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
            Self::Pcg32(parts) => pcg32::side(parts),
            Self::Haskell(parts) => haskell::side(parts),
            Self::Permutation(parts) => permutation::side(parts),
            Self::Bsd(parts) => bsd::side(subject, parts),
            Self::Row(row, general) => Self::side_of_row(row, general),
        }
    }

    /// A row as a subject of words. Rogue and `NetHack` name its ops differently, and Rogue's seeding also takes a version.
    fn side_of_row(row: &'static Generator, general: General) -> Side {
        let (mut shown, mut first) = (None, 0);
        Box::new(move |op| {
            let (name, arguments) = pieces(op);
            match (name, &arguments[..]) {
                ("seed" | "init", [seed, version @ ..])
                    if version.iter().all(|version| *version == row.key) =>
                {
                    // NetHack's rnd starts at 1, Rogue's at 0.
                    first = i128::from(name == "init");
                    shown = Some(model::words(row, general, whole(seed)? as u64));
                    Some(Vec::new())
                }
                ("next" | "rn", []) => number(shown.as_mut()?()),
                ("nexts" | "rns", &[count]) => numbers(count, shown.as_mut()?),
                ("rnd" | "rn2", &[range]) => {
                    let (next, range) = (shown.as_mut()?, whole(range)?);
                    if range == 0 {
                        return number(0);
                    }
                    let other = general.below(row.bits, range, &mut *next);
                    let least = if name == "rnd" { first } else { 0 };
                    number(least + other.unwrap_or_else(|| next() % range))
                }
                // How much of the stream this op takes is not known.
                _ => {
                    shown = None;
                    None
                }
            }
        })
    }

    fn words(self, subject: &str, seed: u64) -> Option<Stream> {
        match self.of_pcg32(subject) {
            Self::Pcg32(parts) => Some(pcg32::words(parts, seed)),
            Self::Haskell(parts) => Some(haskell::words(parts, seed)),
            Self::Permutation(_) => None,
            Self::Bsd(parts) => bsd::words(subject, parts, seed),
            Self::Row(row, general) => {
                let mut shown = model::words(row, general, seed);
                Some(Box::new(move || shown() as u64))
            }
        }
    }

    /// The parts that all implementations have.
    const fn general(&mut self) -> &mut General {
        match self {
            Self::Pcg32(parts) => &mut parts.general,
            Self::Haskell(parts) => &mut parts.pcg.general,
            Self::Permutation(parts) => &mut parts.pcg.general,
            Self::Bsd(parts) => &mut parts.general,
            Self::Row(_, general) => general,
        }
    }

    /// The row-specific mistakes that a row of the catalogue can have.
    fn model(self) -> Option<model::Model> {
        match self {
            Self::Row(row, _) => Some(model::of(row)),
            _ => None,
        }
    }

    /// The number of bits in a word.
    const fn bits(self) -> u32 {
        match self {
            Self::Pcg32(_) | Self::Haskell(_) | Self::Permutation(_) => 32,
            Self::Bsd(_) => 31,
            Self::Row(row, _) => row.bits,
        }
    }
}

/// All known mistakes, family by family.
pub fn known() -> &'static [Mistake] {
    fn of<K>(rows: Vec<Row<K>>, parts: fn(K) -> Parts) -> impl Iterator<Item = Mistake> {
        rows.into_iter().map(move |row| Mistake {
            subjects: row.subjects,
            key: row.flaw.key.into(),
            about: row.flaw.about.into(),
            parts: parts(row.parts),
        })
    }
    static KNOWN: LazyLock<Vec<Mistake>> = LazyLock::new(|| {
        of(pcg32::rows(), Parts::Pcg32)
            .chain(of(haskell::rows(), Parts::Haskell))
            .chain(of(permutation::rows(), Parts::Permutation))
            .chain(of(bsd::rows(), Parts::Bsd))
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

/// The mistakes that any generator can have, in a subject or a row of the catalogue: seeds and words that are cut or rotated,
/// other rules, and each constant with other values. With `common`, only constants that are misread or cut, or off by one.
pub fn searched(subject: &str, common: bool) -> impl Iterator<Item = Mistake> {
    let right = Parts::right(subject).into_iter();
    right.flat_map(move |mut right| {
        let wrong = operators::all(*right.general(), right.bits(), right.model());
        wrong
            .filter(move |wrong| wrong.common || !common)
            .map(move |wrong| {
                let mut parts = right;
                *parts.general() = wrong.general;
                Mistake {
                    subjects: &[],
                    key: wrong.key,
                    about: wrong.about,
                    parts,
                }
            })
    })
}

/// The key of ports that ignore their seed.
pub(crate) const IGNORED: &str = "seed-ignored";

/// Ports of a subject that use a plain seed, whatever seed is set, or the state before any seeding; and what it is.
pub(crate) fn ignoring_seed(subject: &str) -> Vec<(String, Mistake)> {
    let Some(right) = Parts::right(subject) else {
        return Vec::new();
    };
    let mut all = Vec::new();
    let seeds = catalogue::find(subject).map_or(u64::MAX, Generator::seeds);
    for (index, seed) in (0..).zip(PLAIN_SEEDS) {
        if seed >= seeds {
            continue;
        }
        let mut parts = right;
        parts.general().plain_seed = Some(index);
        all.push((format!("seed {seed}"), parts));
    }
    if matches!(subject, "pcg32" | "permutation") {
        let never = Parts::Pcg32(pcg32::NEVER_SEEDED).of_pcg32(subject);
        all.push(("PCG32_INITIALIZER".to_owned(), never));
    }
    for (index, (key, state)) in (0..).zip(DEFAULT_STATES) {
        if key == subject {
            let mut parts = right;
            parts.general().default_state = Some(index);
            all.push((format!("the published state {state:?}"), parts));
        }
    }
    let mut ignoring = Vec::new();
    for (start, parts) in all {
        let about = format!("the seed is not used: these are the words of {start}");
        let mistake = Mistake {
            subjects: &[],
            key: IGNORED.into(),
            about: about.into(),
            parts,
        };
        ignoring.push((start, mistake));
    }
    ignoring
}

/// The plain fact that the words are those of a plain seed, with the mistakes by which no two seeds become one and which may be why.
fn of_plain_seed(subject: &str, explains: impl Fn(&Mistake) -> bool) -> Option<Mistake> {
    const KEEP_SEEDS: [&str; 3] = ["seed-0-is-1", "seed-one-more", "seed-one-less"];
    let mut all = ignoring_seed(subject);
    all.retain(|(_, mistake)| explains(mistake));
    let starts: Vec<_> = all.iter().map(|(start, _)| start.as_str()).collect();
    let starts = starts.join(" and of ");
    let (_, mut fact) = all.into_iter().next()?;
    let keeping = searched(subject, false).filter(|mistake| KEEP_SEEDS.contains(&&*mistake.key));
    let keeping: Vec<_> = keeping.filter(|mistake| explains(mistake)).collect();
    let words = format!("these are the words of {starts}");
    if keeping.is_empty() {
        fact.about = format!("the seed is not used: {words}").into();
        return Some(fact);
    }
    let (mut key, mut about) = (
        fact.key.into_owned(),
        format!("{words}: the seed is not used"),
    );
    for mistake in keeping {
        key += &format!("-or-{}", mistake.key);
        about += &format!(", or {}", mistake.about);
    }
    (fact.key, fact.about) = (key.into(), about.into());
    Some(fact)
}

/// The right implementation of the subject or row; `None` if no mistake in it is known.
pub fn right(subject: &str) -> Option<Side> {
    Parts::right(subject).map(|right| right.side(subject))
}

/// The mistakes whose words from this seed are these. The result is empty if the words are right or too few to decide; two
/// mistakes that give the same words are both named. For rows of the catalogue, and where no known mistake gives the words, the
/// mistakes that any generator can have are tried.
pub fn in_words(subject: &str, seed: u64, words: &[u64]) -> Vec<Mistake> {
    if words.is_empty() || begins_with(right_words(subject, seed), words) {
        return Vec::new();
    }
    let bits: f64 = words.iter().map(|word| (*word as f64 + 1.0).log2()).sum();
    let mut known = if bits >= ENOUGH {
        let fact = of_plain_seed(subject, |mistake| {
            begins_with(mistake.words(subject, seed), words)
        });
        fact.into_iter().collect()
    } else {
        Vec::new()
    };
    if known.is_empty() {
        for mistake in of(subject) {
            if begins_with(mistake.words(subject, seed), words) {
                known.push(mistake.clone());
            }
        }
    }
    if !known.is_empty() || bits < ENOUGH {
        return known;
    }
    let mut pairs = Vec::new();
    if let Some(mut right) = right_words(subject, seed) {
        pairs.extend(words.iter().map(|word| [*word, right()]));
    }
    let is_cut = are_high_bits(&pairs);
    for mistake in searched(subject, false) {
        if (!is_cut || changed(&mistake).is_none())
            && begins_with(mistake.words(subject, seed), words)
        {
            known.push(mistake);
        }
    }
    merged(known)
}

/// Whether a stream begins with these words.
fn begins_with(stream: Option<Stream>, words: &[u64]) -> bool {
    stream.is_some_and(|mut next| words.iter().all(|word| next() == *word))
}

/// The right words of a subject, from a seed as its word stream takes it.
pub fn right_words(subject: &str, seed: u64) -> Option<Stream> {
    Parts::right(subject)?.words(subject, seed)
}
