//! Vectors: outputs of the documents' own code, held against the ports.
//!
//! A file is a JSON object. What an entry is, its key says, so a file may hold any of them in any mixture, and any
//! subset of the keys within an entry: from what an entry gives as its input everything is computed that such an entry
//! can hold, and what it does hold is compared.
//!
//! ```
//! let checked = lab::vectors::check(r#"{"5,2": "aabaaba", "2,1": "aba", "3,1": "abaa"}"#)?;
//! assert_eq!((checked.agreed(), checked.disagreed()), (1, 2));
//! # Ok::<(), lab::vectors::VectorError>(())
//! ```

mod amazing;
mod boss;
mod entry;
mod even;
mod haskell;
mod pcg32;
mod rogue;
mod rooms;

use serde_json::Value;
use thiserror::Error;

use entry::Entry;

/// Why a file cannot be checked.
#[derive(Debug, Error)]
pub enum VectorError {
    /// It ends too early.
    #[error("the file is cut short: it ends in the middle of its JSON, at line {line}")]
    CutShort {
        /// Where.
        line: usize,
    },
    /// It is no JSON.
    #[error("the file is no JSON: {0}")]
    NotJson(serde_json::Error),
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
static KINDS: [Kind; 13] = [
    Kind {
        name: "permutation tables",
        key: Key::Named("permutation_tables"),
        many: true,
        input: &[],
        facts: Facts::Of(boss::permutations),
    },
    Kind {
        name: "packed directions",
        key: Key::Named("random_directions"),
        many: true,
        input: &["r"],
        facts: Facts::Of(boss::directions),
    },
    Kind {
        name: "the example of document 000",
        key: Key::Named("document_example"),
        many: false,
        input: &["r1", "r2"],
        facts: Facts::Of(boss::example),
    },
    Kind {
        name: "the formula as printed",
        key: Key::Named("prose_n3_without_plus1_collisions"),
        many: false,
        input: &[],
        facts: Facts::Fixed(boss::collisions),
    },
    Kind {
        name: "mazes",
        key: Key::Named("mazes"),
        many: true,
        input: &["width", "height", "initstate", "initseq"],
        facts: Facts::Of(boss::maze),
    },
    Kind {
        name: "Haskell generators",
        key: Key::Named("pcgen"),
        many: true,
        input: &["gen"],
        facts: Facts::Of(haskell::pcgen),
    },
    Kind {
        name: "Haskell dungeons",
        key: Key::Named("dungeons"),
        many: true,
        input: &["width", "height", "gen"],
        facts: Facts::Of(rooms::dungeon),
    },
    Kind {
        name: "runs of Amazing",
        key: Key::Named("runs"),
        many: true,
        input: &["width", "height", "initstate", "initseq", "set", "error"],
        facts: Facts::Of(amazing::run),
    },
    Kind {
        name: "PCG32 generators",
        key: Key::Named("generators"),
        many: true,
        input: &["kind", "args"],
        facts: Facts::Of(pcg32::generator),
    },
    Kind {
        name: "PCG32 doubles",
        key: Key::Named("uniform_double_u32_div_2pow32_first8_srandom_42_54"),
        many: false,
        input: &[],
        facts: Facts::Fixed(pcg32::doubles),
    },
    Kind { name: "Rogue seeds", key: Key::Named("seeds"), many: true, input: &["seed"], facts: Facts::Of(rogue::seed) },
    Kind {
        name: "Rogue unseeded",
        key: Key::Named("unseeded_type3_first64"),
        many: false,
        input: &[],
        facts: Facts::Fixed(rogue::unseeded),
    },
    Kind { name: "even spreads", key: Key::Counts, many: false, input: &[], facts: Facts::Of(even::spread) },
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
}

/// What came of a file.
#[derive(Clone, Debug, Default)]
pub struct Checked {
    /// The kinds it holds.
    pub tallies: Vec<Tally>,
    /// Every difference: its place, and what both have there.
    pub differences: Vec<String>,
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

    fn check(&mut self, kind: &'static Kind, entry: &Entry<'_>) -> Result<(), VectorError> {
        let facts = match kind.facts {
            Facts::Of(facts) => facts(entry)?,
            Facts::Fixed(facts) => facts(),
        };
        if entry.value.as_object().is_some_and(|map| map.keys().all(|key| kind.input.contains(&key.as_str()))) {
            return Err(entry.malformed("it has nothing to compare with what the port computes"));
        }
        let before = self.differences.len();
        compare(&mut entry.path.clone(), entry.value, &facts, &mut self.differences)?;
        let agrees = self.differences.len() == before;
        let place = self.tallies.iter().position(|tally| tally.kind == kind.name);
        let place = place.unwrap_or_else(|| {
            self.tallies.push(Tally { kind: kind.name, agreed: 0, disagreed: 0 });
            self.tallies.len() - 1
        });
        let tally = &mut self.tallies[place];
        let count = if agrees { &mut tally.agreed } else { &mut tally.disagreed };
        *count += 1;
        Ok(())
    }
}

/// Checks every entry of a file.
///
/// # Errors
/// If it cannot be read as vectors, or holds something of no known kind. A difference is no error.
pub fn check(text: &str) -> Result<Checked, VectorError> {
    let file: Value = serde_json::from_str(text).map_err(|error| {
        if error.is_eof() { VectorError::CutShort { line: error.line() } } else { VectorError::NotJson(error) }
    })?;
    let mut checked = Checked::default();
    for (key, value) in file.as_object().ok_or(VectorError::NotAnObject)? {
        if NOTES.contains(&key.as_str()) {
            continue;
        }
        let kind = KINDS
            .iter()
            .find(|kind| kind.key.fits(key))
            .ok_or_else(|| VectorError::Unknown { path: key.clone(), known: format!("there are: {}", known()) })?;
        if kind.many {
            for entry in Entry::each(key, value)? {
                checked.check(kind, &entry)?;
            }
        } else {
            checked.check(kind, &Entry::new(key.clone(), key, value))?;
        }
    }
    if checked.tallies.is_empty() { Err(VectorError::Empty) } else { Ok(checked) }
}

/// Compares what a file has with what was computed; an object may have fewer keys, but none that is not known.
fn compare(path: &mut String, given: &Value, computed: &Value, out: &mut Vec<String>) -> Result<(), VectorError> {
    let mut below = |name: &str, given: &Value, computed: &Value| {
        let length = path.len();
        path.push_str(name);
        let done = compare(path, given, computed, out);
        path.truncate(length);
        done
    };
    match (given, computed) {
        (Value::Object(given), Value::Object(computed)) => {
            for (key, value) in given {
                let Some(fact) = computed.get(key) else {
                    let keys: Vec<_> = computed.keys().map(String::as_str).collect();
                    return Err(VectorError::Unknown {
                        path: format!("{path}.{key}"),
                        known: format!("such an entry may have: {}", keys.join(", ")),
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
        _ if given == computed => {}
        _ => out.push(format!("{path}: the file has {}, the port {}", shortened(given), shortened(computed))),
    }
    Ok(())
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
mod tests {
    use super::*;
    use crate::fixtures::root;

    fn fixture(name: &str) -> String {
        std::fs::read_to_string(root().join("fixtures/documents").join(name)).unwrap()
    }

    /// The vectors of a file all agree, and there are so many.
    fn assert_agrees(name: &str, entries: usize) {
        let checked = check(&fixture(name)).unwrap();
        assert_eq!((checked.agreed(), checked.differences), (entries, vec![]), "{name}");
    }

    #[test]
    fn every_vector_of_the_documents_agrees() {
        assert_agrees("amazing.json", 39);
        assert_agrees("boss.json", 4 + 24 + 1 + 1 + 3);
        assert_agrees("haskell.json", 2 + 4);
        assert_agrees("pcg32.json", 6 + 1);
        assert_agrees("rogue.json", 4 + 1);
        assert_agrees("spread.json", 226);
    }

    #[test]
    fn a_changed_word_is_named_by_its_place() {
        let changed = fixture("pcg32.json").replacen("2707161783", "2707161784", 1);
        let checked = check(&changed).unwrap();
        assert_eq!((checked.agreed(), checked.disagreed()), (6, 1));
        assert!(checked.differences[0].starts_with("generators[0].first64[0]: the file has 2707161784"));
    }

    #[test]
    fn every_value_of_a_file_is_compared() {
        every_leaf_counts("pcg32.json", 1);
        every_leaf_counts("rogue.json", 1);
        every_leaf_counts("spread.json", 1);
        every_leaf_counts("boss.json", 1);
        // These are large, and a change in any place is found by checking all of them.
        every_leaf_counts("haskell.json", 7);
        every_leaf_counts("amazing.json", 97);
    }

    /// Changes each leaf of the file in turn, one in `step` of them: each change must be seen, as a difference or as an
    /// error. Only the notes may be changed, and seeds.
    fn every_leaf_counts(name: &str, step: usize) {
        let mut file: Value = serde_json::from_str(&fixture(name)).unwrap();
        let leaves = leaves(&file);
        assert!(leaves.len() > 10);
        for pointer in leaves.iter().step_by(step) {
            // The smallest mazes are the same for many seeds.
            let is_seed = pointer.ends_with("/initstate") || pointer.ends_with("/initseq");
            if is_seed || NOTES.iter().any(|note| pointer[1..].starts_with(note)) {
                continue;
            }
            let leaf = file.pointer_mut(pointer).unwrap();
            let sound = leaf.clone();
            *leaf = match &sound {
                Value::Number(number) if number.is_f64() => (number.as_f64().unwrap() + 0.125).into(),
                Value::Number(number) => number.as_i64().map_or(0.into(), |number| (number ^ 1).into()),
                Value::String(text) => format!("{text}x").into(),
                Value::Bool(value) => (!value).into(),
                _ => "changed".into(),
            };
            if let Ok(checked) = check(&file.to_string()) {
                assert!(checked.disagreed() > 0, "{name}{pointer}: a change was not seen");
            }
            *file.pointer_mut(pointer).unwrap() = sound;
        }
    }

    fn leaves(value: &Value) -> Vec<String> {
        fn walk(value: &Value, path: String, leaves: &mut Vec<String>) {
            match value {
                Value::Object(map) => {
                    map.iter().for_each(|(key, value)| walk(value, format!("{path}/{key}"), leaves));
                }
                Value::Array(list) => {
                    list.iter().enumerate().for_each(|(i, value)| walk(value, format!("{path}/{i}"), leaves));
                }
                _ => leaves.push(path),
            }
        }
        let mut found = Vec::new();
        walk(value, String::new(), &mut found);
        found
    }

    #[test]
    fn files_that_are_no_vectors_are_refused() {
        let refused = |text: &str| check(text).unwrap_err().to_string();
        assert!(refused("").contains("cut short"));
        assert!(refused(r#"{"seeds": [{"seed": 1"#).contains("cut short"));
        assert!(refused("{]").contains("no JSON"));
        assert!(refused("[1]").contains("generators"));
        assert!(refused("{}").contains("no entry"));
        assert!(refused(r#"{"seeds": []}"#).contains("no entry"));
        assert!(refused(r#"{"sneeds": []}"#).contains("`sneeds`"));
        assert!(refused(r#"{"seeds": [{"seed": 1}]}"#).contains("`seeds[0]`: it has nothing to compare"));
        assert!(refused(r#"{"seeds": [{"potions": []}]}"#).contains("`seeds[0].seed`"));
        assert!(refused(r#"{"seeds": [{"seed": 1, "poisons": []}]}"#).contains("`seeds[0].poisons`"));
        assert!(
            refused(r#"{"generators": [{"kind": "srandom", "args": ["0x1", "7"]}]}"#).contains("generators[0].args[1]")
        );
    }
}
