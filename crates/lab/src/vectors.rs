//! Vectors: outputs of the documents' own code, held against the ports.
//!
//! A file is a JSON object. What an entry is, its key says, so a file may hold any of them in any mixture, and any
//! subset of the keys within an entry: from what an entry gives as its input everything is computed that such an entry
//! can hold, and what it does hold is compared. A file of the [vector pack](crate::pack), which has the key `schema`, is
//! of another form: every step of it is checked.
//!
//! ```
//! let checked = lab::vectors::check(r#"{"5,2": "aabaaba", "2,1": "aba", "3,1": "abaa"}"#)?;
//! assert_eq!((checked.agreed(), checked.disagreed()), (2, 1));
//! # Ok::<(), lab::vectors::VectorError>(())
//! ```

mod amazing;
mod boss;
mod demonstration;
mod entry;
mod even;
mod haskell;
mod json;
mod pack;
mod pcg32;
mod rogue;
mod rooms;

use serde_json::Value;
use serde_json::error::Category;
use thiserror::Error;

pub use demonstration::demonstration;

use entry::Entry;
use json::{Unambiguous, whole};

/// Why a file cannot be checked.
#[derive(Debug, Error)]
pub enum VectorError {
    /// It ends too early.
    #[error("the file is cut short: it ends in the middle of its JSON, at line {line}; copy it again")]
    CutShort {
        /// Where.
        line: usize,
    },
    /// It is no JSON.
    #[error("the file is no JSON: {0}")]
    NotJson(serde_json::Error),
    /// An object has a key twice.
    #[error("{0}: one of the two would go unchecked; rename or remove it")]
    Ambiguous(serde_json::Error),
    /// It is JSON, but no object.
    #[error("the file is JSON, but not an object of entries; its keys must be of these: {}", known())]
    NotAnObject,
    /// It has nothing to check.
    #[error("the file has no entry to check: a check of nothing proves nothing")]
    Empty,
    /// A key that no kind of entry has.
    #[error("`{path}` is of no kind of vector that is known here; {known}")]
    Unknown {
        /// Where.
        path: String,
        /// What would be.
        known: String,
    },
    /// An entry whose input is missing or makes no sense.
    #[error("`{path}`: {expected}")]
    Malformed {
        /// Where.
        path: String,
        /// What should be there.
        expected: String,
    },
}

/// A kind of entry.
struct Kind {
    /// What it is called where counts are shown.
    name: &'static str,
    /// The key it stands under.
    key: Key,
    /// Whether the value holds many entries, in a list or under keys of their own, or is one.
    many: bool,
    /// The keys of its input, from which everything else is computed.
    input: &'static [&'static str],
    /// Forms of keys that it can have beside those that are always computed: `, ...`.
    also: &'static str,
    /// Everything such an entry can hold, its input included.
    facts: Facts,
}

/// How a kind of entry is computed.
enum Facts {
    /// From its input.
    Of(fn(&Entry<'_>) -> Result<Value, VectorError>),
    /// It has no input.
    Fixed(fn() -> Value),
}

/// The key of a kind of entry.
enum Key {
    /// This one.
    Named(&'static str),
    /// Two counts, parted by a comma.
    Counts,
}

impl Key {
    fn fits(&self, key: &str) -> bool {
        let is_count = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        match self {
            Self::Named(name) => *name == key,
            Self::Counts => key.split_once(',').is_some_and(|(na, nb)| is_count(na) && is_count(nb)),
        }
    }

    fn name(&self) -> &'static str {
        match self {
            Self::Named(name) => name,
            Self::Counts => "NA,NB",
        }
    }
}

/// Every kind there is.
static KINDS: [Kind; 14] = [
    Kind {
        name: "permutation tables",
        key: Key::Named("permutation_tables"),
        many: true,
        input: &[],
        also: "",
        facts: Facts::Of(boss::permutations),
    },
    Kind {
        name: "packed directions",
        key: Key::Named("random_directions"),
        many: true,
        input: &["r"],
        also: "",
        facts: Facts::Of(boss::directions),
    },
    Kind {
        name: "the example of document 000",
        key: Key::Named("document_example"),
        many: false,
        input: &["r1", "r2"],
        also: "",
        facts: Facts::Of(boss::example),
    },
    Kind {
        name: "the formula as printed",
        key: Key::Named("prose_n3_without_plus1_collisions"),
        many: false,
        input: &[],
        also: "",
        facts: Facts::Fixed(boss::collisions),
    },
    Kind {
        name: "mazes",
        key: Key::Named("mazes"),
        many: true,
        input: &["width", "height", "initstate", "initseq"],
        also: "",
        facts: Facts::Of(boss::maze),
    },
    Kind {
        name: "Haskell generators",
        key: Key::Named("pcgen"),
        many: true,
        input: &["gen"],
        also: haskell::FORMS,
        facts: Facts::Of(haskell::pcgen),
    },
    Kind {
        name: "Haskell dungeons",
        key: Key::Named("dungeons"),
        many: true,
        input: &["width", "height", "gen"],
        also: ", v1_blob",
        facts: Facts::Of(rooms::dungeon),
    },
    Kind {
        name: "runs of Amazing",
        key: Key::Named("runs"),
        many: true,
        input: &["width", "height", "initstate", "initseq", "set", "error"],
        also: "",
        facts: Facts::Of(amazing::run),
    },
    Kind {
        name: "PCG32 generators",
        key: Key::Named("generators"),
        many: true,
        input: &["kind", "args"],
        also: "",
        facts: Facts::Of(pcg32::generator),
    },
    Kind {
        name: "PCG32 doubles",
        key: Key::Named("uniform_double_u32_div_2pow32_first8_srandom_42_54"),
        many: false,
        input: &[],
        also: "",
        facts: Facts::Fixed(pcg32::doubles),
    },
    Kind {
        name: "the demonstration of PCG32",
        key: Key::Named("demonstration"),
        many: false,
        input: &["initstate", "initseq"],
        also: "",
        facts: Facts::Of(demonstration::port),
    },
    Kind {
        name: "Rogue seeds",
        key: Key::Named("seeds"),
        many: true,
        input: &["seed"],
        also: "",
        facts: Facts::Of(rogue::seed),
    },
    Kind {
        name: "Rogue unseeded",
        key: Key::Named("unseeded_type3_first64"),
        many: false,
        input: &[],
        also: "",
        facts: Facts::Fixed(rogue::unseeded),
    },
    Kind { name: "even spreads", key: Key::Counts, many: false, input: &[], also: "", facts: Facts::Of(even::spread) },
];

/// Keys that only tell how a file was made.
const NOTES: [&str; 4] = ["random_stream", "array_index_order", "random_package", "monadrandom_package"];

fn known() -> String {
    KINDS.iter().map(|kind| kind.key.name()).collect::<Vec<_>>().join(", ")
}

/// How many entries of a kind agreed and disagreed.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Tally {
    /// The kind.
    pub kind: &'static str,
    /// Entries that are as the port has them.
    pub agreed: usize,
    /// Entries that are not.
    pub disagreed: usize,
    /// Entries that could not be checked: see [`Checked::errors`].
    pub unchecked: usize,
}

/// What came of a file.
#[derive(Debug, Default)]
pub struct Checked {
    /// The kinds it holds.
    pub tallies: Vec<Tally>,
    /// Every difference: its place, and what both have there.
    pub differences: Vec<String>,
    /// Why an entry could not be checked.
    pub errors: Vec<VectorError>,
}

impl Checked {
    /// Entries that agreed.
    pub fn agreed(&self) -> usize {
        self.tallies.iter().map(|tally| tally.agreed).sum()
    }

    /// Entries that did not.
    pub fn disagreed(&self) -> usize {
        self.tallies.iter().map(|tally| tally.disagreed).sum()
    }

    /// What came of it, if anything could be checked at all.
    fn unless_nothing(self) -> Result<Self, VectorError> {
        if self.agreed() + self.disagreed() > 0 {
            return Ok(self);
        }
        Err(self.errors.into_iter().next().unwrap_or(VectorError::Empty))
    }

    /// The count of a kind.
    fn tally(&mut self, kind: &'static Kind) -> &mut Tally {
        let place = self.tallies.iter().position(|tally| tally.kind == kind.name).unwrap_or_else(|| {
            self.tallies.push(Tally { kind: kind.name, agreed: 0, disagreed: 0, unchecked: 0 });
            self.tallies.len() - 1
        });
        &mut self.tallies[place]
    }

    fn check(&mut self, kind: &'static Kind, entry: &Entry<'_>) {
        match kind.differences(entry) {
            Ok(differences) => {
                let tally = self.tally(kind);
                let count = if differences.is_empty() { &mut tally.agreed } else { &mut tally.disagreed };
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

impl Kind {
    /// Where an entry differs from what is computed from its input.
    fn differences(&self, entry: &Entry<'_>) -> Result<Vec<String>, VectorError> {
        let facts = match self.facts {
            Facts::Of(facts) => facts(entry)?,
            Facts::Fixed(facts) => facts(),
        };
        if entry.value.as_object().is_some_and(|map| map.keys().all(|key| self.input.contains(&key.as_str()))) {
            return Err(entry.malformed(NOTHING));
        }
        let mut differences = Vec::new();
        compare(&mut entry.path.clone(), entry.value, &facts, self.also, &mut differences)?;
        Ok(differences)
    }
}

/// What is said of something empty.
const NOTHING: &str = "it has nothing to compare with what the port computes";

/// Checks every entry of a file.
///
/// # Errors
/// If it cannot be read as vectors, or nothing in it is of a known kind. A difference is no error, and neither is an entry
/// that makes no sense among others: it is counted, and [`Checked::errors`] says why.
pub fn check(text: &str) -> Result<Checked, VectorError> {
    // Some editors begin a file with a byte order mark.
    let text = text.trim_start_matches('\u{feff}');
    if text.trim().is_empty() {
        return Err(VectorError::Empty);
    }
    let Unambiguous(file) = serde_json::from_str(text).map_err(|error| match error.classify() {
        Category::Eof => VectorError::CutShort { line: error.line() },
        Category::Data => VectorError::Ambiguous(error),
        Category::Io | Category::Syntax => VectorError::NotJson(error),
    })?;
    let entries = file.as_object().ok_or(VectorError::NotAnObject)?;
    if pack::is_pack(entries) {
        return pack::check(&file);
    }
    let mut checked = Checked::default();
    for (key, value) in entries {
        if NOTES.contains(&key.as_str()) {
            continue;
        }
        let Some(kind) = KINDS.iter().find(|kind| kind.key.fits(key)) else {
            let known = format!("there are: {}", known());
            checked.errors.push(VectorError::Unknown { path: key.clone(), known });
            continue;
        };
        if kind.many {
            match Entry::each(key, value) {
                Ok(entries) => entries.iter().for_each(|entry| checked.check(kind, entry)),
                Err(error) => checked.errors.push(error),
            }
        } else {
            checked.check(kind, &Entry::new(key.clone(), key, value));
        }
    }
    checked.unless_nothing()
}

/// Compares what a file has with what was computed; an object may have fewer keys, but none that is not known, and at least
/// one. `also` names forms of keys that are known too.
fn compare(
    path: &mut String,
    given: &Value,
    computed: &Value,
    also: &str,
    out: &mut Vec<String>,
) -> Result<(), VectorError> {
    let mut below = |name: &str, given: &Value, computed: &Value| {
        let length = path.len();
        path.push_str(name);
        let done = compare(path, given, computed, "", out);
        path.truncate(length);
        done
    };
    match (given, computed) {
        (Value::Object(given), Value::Object(_)) if given.is_empty() => {
            return Err(VectorError::Malformed { path: path.clone(), expected: NOTHING.into() });
        }
        (Value::Object(given), Value::Object(computed)) => {
            for (key, value) in given {
                let Some(fact) = computed.get(key) else {
                    let keys: Vec<_> = computed.keys().map(String::as_str).collect();
                    return Err(VectorError::Unknown {
                        path: format!("{path}.{key}"),
                        known: format!("such an entry may have: {}{also}", keys.join(", ")),
                    });
                };
                below(&format!(".{key}"), value, fact)?;
            }
        }
        (Value::Array(given), Value::Array(computed)) if given.len() == computed.len() => {
            for (i, (given, computed)) in given.iter().zip(computed).enumerate() {
                below(&format!("[{i}]"), given, computed)?;
            }
        }
        _ if given == computed || is_same_number(given, computed) => {}
        _ => out.push(format!("{path}: the file has {}, the port {}", shortened(given), shortened(computed))),
    }
    Ok(())
}

/// Whether two values are one whole number, or the same 64 bits, written differently.
fn is_same_number(given: &Value, computed: &Value) -> bool {
    whole(given).is_some_and(|number| whole(computed) == Some(number))
        || entry::hexadecimal_bits(given).is_some_and(|bits| entry::hexadecimal_bits(computed) == Some(bits))
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
