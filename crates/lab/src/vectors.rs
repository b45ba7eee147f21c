//! Vectors: outputs of the documents' own code, compared with the ports.
//!
//! A file is a JSON object. The key of an entry names its kind, so a file may mix kinds. Each kind computes from an entry's
//! input everything such an entry can hold; what it does hold is compared. A file with the key `schema` belongs to the
//! [vector pack](crate::pack): each step of it that has an output or draws is checked.
//!
//! ```
//! let checked = lab::vectors::check(r#"{"5,2": "aabaaba", "2,1": "aba", "3,1": "abaa"}"#)?;
//! assert_eq!((checked.agreed(), checked.disagreed()), (2, 1));
//! # Ok::<(), anyhow::Error>(())
//! ```

mod entry;
mod haskell;
mod json;
mod maps;
mod pack;
mod words;

use anyhow::{Error, Result, anyhow};
use identify::mistakes::{Cause, explaining};
use serde_json::Value;
use serde_json::error::Category;

pub use words::demonstration;

use entry::Entry;
use json::{Unambiguous, whole};

use crate::mistakes::Transcript;

/// What stands at `path` is not what is expected there.
fn at(path: &str, expected: impl std::fmt::Display) -> Error {
    anyhow!("`{path}`: {expected}")
}

fn empty() -> Error {
    anyhow!("the file has no entry to check: a check of nothing proves nothing")
}

struct Kind {
    name: &'static str,
    /// Its key; [`COUNTS`] for any two counts with a comma between them.
    key: &'static str,
    /// Whether the value holds many entries, in a list or under keys of their own.
    many: bool,
    /// The keys of its input, from which the rest is computed.
    input: &'static [&'static str],
    /// Forms of keys that are known beside those that are always computed: `, ...`.
    also: &'static str,
    /// Computes everything such an entry can hold, its input included.
    facts: fn(&Entry<'_>) -> Result<Value>,
}

const COUNTS: &str = "NA,NB";

impl Kind {
    const fn one(
        name: &'static str,
        key: &'static str,
        facts: fn(&Entry<'_>) -> Result<Value>,
    ) -> Self {
        Self {
            name,
            key,
            many: false,
            input: &[],
            also: "",
            facts,
        }
    }

    const fn many(
        name: &'static str,
        key: &'static str,
        facts: fn(&Entry<'_>) -> Result<Value>,
    ) -> Self {
        Self {
            many: true,
            ..Self::one(name, key, facts)
        }
    }

    const fn with(self, input: &'static [&'static str]) -> Self {
        Self { input, ..self }
    }

    fn fits(&self, key: &str) -> bool {
        let is_count =
            |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let are_counts = || {
            key.split_once(',')
                .is_some_and(|(na, nb)| is_count(na) && is_count(nb))
        };
        if self.key == COUNTS {
            are_counts()
        } else {
            self.key == key
        }
    }
}

static KINDS: [Kind; 14] = [
    Kind::many(
        "permutation tables",
        "permutation_tables",
        maps::permutations,
    ),
    Kind::many("packed directions", "random_directions", maps::directions).with(&["r"]),
    Kind::one(
        "the example of document 000",
        "document_example",
        maps::example,
    )
    .with(&["r1", "r2"]),
    Kind::one(
        "the formula as printed",
        "prose_n3_without_plus1_collisions",
        |_| Ok(maps::collisions()),
    ),
    Kind::many("mazes", "mazes", maps::maze).with(&["width", "height", "initstate", "initseq"]),
    Kind {
        also: haskell::FORMS,
        ..Kind::many("Haskell generators", "pcgen", haskell::pcgen).with(&["gen"])
    },
    Kind {
        also: ", v1_blob",
        ..Kind::many("Haskell dungeons", "dungeons", maps::dungeon)
            .with(&["width", "height", "gen"])
    },
    Kind::many("runs of Amazing", "runs", maps::amazing).with(&[
        "width",
        "height",
        "initstate",
        "initseq",
        "set",
        "error",
    ]),
    Kind::many("PCG32 generators", "generators", words::pcg32).with(&["kind", "args"]),
    Kind::one(
        "PCG32 doubles",
        "uniform_double_u32_div_2pow32_first8_srandom_42_54",
        |_| Ok(words::doubles()),
    ),
    Kind::one(
        "the demonstration of PCG32",
        "demonstration",
        words::port_demonstration,
    )
    .with(&["initstate", "initseq"]),
    Kind::many("Rogue seeds", "seeds", words::rogue).with(&["seed"]),
    Kind::one("Rogue unseeded", "unseeded_type3_first64", |_| {
        Ok(words::unseeded())
    }),
    Kind::one("even spreads", COUNTS, words::spread),
];

/// Keys that only tell how a file was made.
const NOTES: [&str; 4] = [
    "random_stream",
    "array_index_order",
    "random_package",
    "monadrandom_package",
];

fn known() -> String {
    KINDS
        .iter()
        .map(|kind| kind.key)
        .collect::<Vec<_>>()
        .join(", ")
}

/// The counts of a kind of entry.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Tally {
    /// The kind.
    pub kind: &'static str,
    /// Entries that equal the port's.
    pub agreed: usize,
    /// Entries that differ.
    pub disagreed: usize,
    /// Entries that could not be checked: see [`Checked::errors`].
    pub unchecked: usize,
}

/// The result for a file.
#[derive(Debug, Default)]
pub struct Checked {
    /// The kinds it holds.
    pub tallies: Vec<Tally>,
    /// Every difference: its place, and both values.
    pub differences: Vec<String>,
    /// Why an entry could not be checked.
    pub errors: Vec<Error>,
    /// The known mistakes that explain what the file has of a subject.
    pub causes: Vec<Cause>,
}

impl Checked {
    /// How many entries agreed.
    pub fn agreed(&self) -> usize {
        self.tallies.iter().map(|tally| tally.agreed).sum()
    }

    /// How many entries did not.
    pub fn disagreed(&self) -> usize {
        self.tallies.iter().map(|tally| tally.disagreed).sum()
    }

    fn unless_nothing(self) -> Result<Self> {
        if self.agreed() + self.disagreed() > 0 {
            return Ok(self);
        }
        Err(self.errors.into_iter().next().unwrap_or_else(empty))
    }

    fn tally(&mut self, kind: &'static Kind) -> &mut Tally {
        let place = self
            .tallies
            .iter()
            .position(|tally| tally.kind == kind.name)
            .unwrap_or_else(|| {
                self.tallies.push(Tally {
                    kind: kind.name,
                    agreed: 0,
                    disagreed: 0,
                    unchecked: 0,
                });
                self.tallies.len() - 1
            });
        &mut self.tallies[place]
    }

    fn check(&mut self, kind: &'static Kind, entry: &Entry<'_>) {
        match kind.differences(entry) {
            Ok(differences) => {
                let tally = self.tally(kind);
                let count = if differences.is_empty() {
                    &mut tally.agreed
                } else {
                    &mut tally.disagreed
                };
                *count += 1;
                self.differences.extend(differences);
            }
            Err(error) => {
                self.tally(kind).unchecked += 1;
                self.errors.push(error);
            }
        }
    }
}

const NOTHING: &str = "it has nothing to compare with what the port computes";

impl Kind {
    /// Where an entry differs from what is computed from its input.
    fn differences(&self, entry: &Entry<'_>) -> Result<Vec<String>> {
        let facts = (self.facts)(entry)?;
        if entry
            .value
            .as_object()
            .is_some_and(|map| map.keys().all(|key| self.input.contains(&key.as_str())))
        {
            return Err(entry.malformed(NOTHING));
        }
        let mut differences = Vec::new();
        compare(
            &entry.path,
            entry.value,
            &facts,
            self.also,
            &mut differences,
        )?;
        Ok(differences)
    }
}

/// Checks every entry of a file.
pub fn check(text: &str) -> Result<Checked> {
    // Some editors begin a file with a byte order mark.
    let text = text.trim_start_matches('\u{feff}');
    if text.trim().is_empty() {
        return Err(empty());
    }
    let Unambiguous(file) = serde_json::from_str(text).map_err(|error| {
        Error::msg(match error.classify() {
            Category::Eof => {
                let line = error.line();
                format!("the file is cut short: it ends in the middle of its JSON, at line {line}; copy it again")
            }
            Category::Data => format!("{error}: one of the two would not be checked; rename or remove it"),
            Category::Io | Category::Syntax => format!("the file is not JSON: {error}"),
        })
    })?;
    let entries = file.as_object().ok_or_else(|| {
        anyhow!(
            "the file is JSON, but not an object of entries; its keys must be of these: {}",
            known()
        )
    })?;
    if pack::is_pack(entries) {
        return pack::check(&file);
    }
    let mut checked = Checked::default();
    for (key, value) in entries
        .iter()
        .filter(|(key, _)| !NOTES.contains(&key.as_str()))
    {
        let Some(kind) = KINDS.iter().find(|kind| kind.fits(key)) else {
            checked
                .errors
                .push(unknown(key, &format!("there are: {}", known())));
            continue;
        };
        let entry = Entry::new(key.clone(), key, value);
        match if kind.many {
            entry.each()
        } else {
            Ok(vec![entry])
        } {
            Ok(entries) => entries.iter().for_each(|entry| checked.check(kind, entry)),
            Err(error) => checked.errors.push(error),
        }
    }
    if checked.disagreed() > 0 {
        checked.causes = causes(words::transcripts(entries));
    }
    checked.unless_nothing()
}

/// The known mistakes that explain transcripts of subjects.
fn causes(transcripts: impl IntoIterator<Item = (&'static str, Transcript)>) -> Vec<Cause> {
    transcripts
        .into_iter()
        .flat_map(|(subject, transcript)| explaining(subject, &transcript))
        .collect()
}

fn unknown(path: &str, known: &str) -> Error {
    anyhow!("`{path}` is of no known kind of vector; {known}")
}

/// Compares what a file has with what was computed; an object may leave out keys, but not all, and may have no unknown one.
/// `also` names forms of keys that are known too.
fn compare(
    path: &str,
    given: &Value,
    computed: &Value,
    also: &str,
    out: &mut Vec<String>,
) -> Result<()> {
    match (given, computed) {
        (Value::Object(given), Value::Object(_)) if given.is_empty() => {
            return Err(at(path, NOTHING));
        }
        (Value::Object(given), Value::Object(computed)) => {
            for (key, value) in given {
                let path = format!("{path}.{key}");
                let Some(fact) = computed.get(key) else {
                    let keys: Vec<_> = computed.keys().map(String::as_str).collect();
                    return Err(unknown(
                        &path,
                        &format!("such an entry may have: {}{also}", keys.join(", ")),
                    ));
                };
                compare(&path, value, fact, "", out)?;
            }
        }
        (Value::Array(given), Value::Array(computed)) if given.len() == computed.len() => {
            for (i, (given, computed)) in given.iter().zip(computed).enumerate() {
                // Most are equal: a path is made for the others only.
                if given != computed {
                    compare(&format!("{path}[{i}]"), given, computed, "", out)?;
                }
            }
        }
        _ if given == computed || is_same_number(given, computed) => {}
        _ => out.push(format!(
            "{path}: the file has {}, the port {}",
            shortened(given),
            shortened(computed)
        )),
    }
    Ok(())
}

/// Whether two values are one whole number, or the same 64 bits, written differently.
fn is_same_number(given: &Value, computed: &Value) -> bool {
    whole(given).is_some_and(|number| whole(computed) == Some(number))
        || entry::hexadecimal_bits(given)
            .is_some_and(|bits| entry::hexadecimal_bits(computed) == Some(bits))
}

/// A value on one line, not too long.
fn shortened(value: &Value) -> String {
    const MOST: usize = 100;
    let text = value.to_string();
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}... ({} characters)", &text[..end], text.chars().count()),
        None => text,
    }
}

#[cfg(test)]
mod tests;
