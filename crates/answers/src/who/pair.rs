//! How two lists of numbers differ that should have been the same.

use std::fmt;
use std::time::Duration;

use identify::evidence::Contradiction;
use identify::pair::{
    Origin, Relation, is_same_generator, mistakes_in_lines, relate_lists, relate_to_answer,
};
use identify::related::{FromSeed, Related, generators_making};
use identify::{Answer, Control, Derivation, Found, Numbers};
use serde::{Serialize, Serializer};

use super::Options;
use super::answer;
use super::search::search;
use super::words::describe_origin;
use super::written::NumberWriter;
use crate::number::counted;
use crate::read::ReadError;
use crate::read::sample::{Sample, SampleOptions};
use crate::seed::GivenSeed;

/// The version of the JSON of a [`Comparison`].
pub const PAIR_SCHEMA: &str = "roguelab-pair/1";

/// How many mistakes are listed if several explain the same numbers.
const MAX_MISTAKES: usize = 3;

/// How two lists differ, and what made each of them. `Display` says it in sentences.
#[derive(Debug, Serialize)]
pub struct Comparison {
    /// How they differ; empty if that is unknown.
    pub difference: Vec<Difference>,
    /// What made the first list.
    #[serde(serialize_with = "found_as_answer")]
    pub a: List,
    /// What made the second list.
    #[serde(serialize_with = "found_as_answer")]
    pub b: List,
    /// Whether the seed of both was given.
    #[serde(skip)]
    has_seed: bool,
}

/// One of the two lists.
#[derive(Debug)]
pub struct List {
    name: Name,
    sample: Sample,
    /// The list as given, before a deck was read as draws.
    numbers: Numbers,
    found: Found,
    /// How the list was read, in a sentence, if that was a guess.
    reading: Option<String>,
}

/// What a list is called.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Name {
    /// The first one.
    A,
    /// The second one.
    B,
}

/// A generator that makes a list, and how.
#[derive(Clone, Debug)]
struct Source {
    key: String,
    convention: Derivation,
    position: u64,
}

/// One way in which two lists differ. `Display` says it in a sentence.
#[derive(Clone, Debug)]
pub enum Difference {
    /// They do not differ.
    None,
    /// The words are the same, and this list prints them with a sign.
    Sign(Name),
    /// The numbers are the same but for rounding.
    Rounding,
    /// So many numbers are the same, up to the end of one list.
    Length(usize),
    /// The numbers themselves are related in another way.
    Related(Relation),
    /// They are named as different generators.
    OtherGenerators,
    /// One generator makes both, from different seeds or states.
    OtherStart,
    /// One generator makes both, by two seedings with these keys, from this seed if it is the same.
    OtherSeeding(Option<u64>, String, String),
    /// The numbers are made of words by different rules.
    OtherRules {
        /// Whether the words are the same.
        of_same_words: bool,
        /// The rule of the first list.
        a: Derivation,
        /// The rule of the second list.
        b: Derivation,
    },
    /// This list begins so many outputs later.
    Later(Name, u64),
    /// This list has a mistake.
    HasMistake(Name, String),
    /// The first of these lists is made of the same words as the second.
    OfSameWords(Name, Name, Related),
    /// The list is made from the seed of the other one, by the same generator if that is so.
    OfSameSeed {
        /// The list.
        name: Name,
        /// Whether only the seeding is another.
        is_same_generator: bool,
        /// The generator.
        found: FromSeed,
    },
    /// The list is the other one with a mistake.
    Mistaken {
        /// The list.
        name: Name,
        /// The list without the mistake.
        other: Name,
        /// The name of the mistake.
        key: String,
        /// What is wrong, and what would be right.
        about: String,
    },
    /// Both are made from this seed, by different generators or seedings.
    BothOfSeed(u64),
    /// This generator makes the list from that seed.
    MadeBy(Name, FromSeed),
}

impl Serialize for Difference {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A list as the answer to what made it.
fn found_as_answer<S: Serializer>(list: &List, serializer: S) -> Result<S::Ok, S::Error> {
    let writer = NumberWriter::of_numbers(&list.sample.numbers);
    answer::Answer::of_found(&list.found, &writer).serialize(serializer)
}

impl List {
    /// Reads a list. A bound that it does not keep to may be that of the other list alone.
    ///
    /// # Errors
    /// If the input cannot be read as numbers.
    pub fn read(name: Name, options: &SampleOptions, input: Vec<u8>) -> Result<Self, ReadError> {
        let sample = match Sample::read(options, input.clone()) {
            Ok(sample) => sample,
            Err(error) => {
                let open = SampleOptions {
                    below: None,
                    base: 0,
                    ..options.clone()
                };
                Sample::read(&open, input).map_err(|_| error)?
            }
        };
        Ok(Self {
            name,
            numbers: sample.numbers.clone(),
            sample,
            found: Found::default(),
            reading: None,
        })
    }

    /// Searches for what made the list, for at most this time.
    fn search(&mut self, options: &Options, time: Duration, control: Control<'_>) {
        if self.sample.is_too_few() {
            return;
        }
        let options = identify::Options {
            within: options.within,
            time: Some(time),
            only: options.only.as_deref(),
            control,
            ..identify::Options::default()
        };
        let (found, reading) = search(&mut self.sample, options);
        self.found = found;
        self.reading = reading.map(|reading| reading.way.into_owned());
    }

    /// Whether some of its numbers are unknown: then it is compared by what made it, and not number by number.
    fn has_gaps(&self) -> bool {
        self.numbers.gaps().next().is_some()
    }

    /// How many numbers it has, in all its lines.
    fn count(&self) -> usize {
        let mut count = 0;
        for (_, readings) in &self.sample.lines {
            count += readings.first().map_or(0, Numbers::len);
        }
        count.max(self.numbers.len())
    }

    /// The best answer, if no number is other than it says but for a few.
    fn best(&self) -> Option<&Answer> {
        let answer = self.found.answers.first()?;
        match answer.evidence.contradiction {
            Contradiction::From(_) => None,
            _ => Some(answer),
        }
    }

    /// The generators that make the list: the one that was named, then all that make it from the seed of that.
    fn sources(&self, answer: &Answer) -> Vec<Source> {
        let convention = answer.derivation.clone();
        let mut all = vec![Source {
            key: answer.generator.clone(),
            convention: convention.unwrap_or(Derivation::Converted(Vec::new())),
            position: answer.position,
        }];
        if let (Some(seed), None) = (answer.seed, &answer.mistake) {
            for found in generators_making(&self.sample.numbers, seed) {
                all.push(Source {
                    key: found.generator,
                    convention: Derivation::Converted(vec![found.related.convention]),
                    position: found.related.position,
                });
            }
        }
        all
    }

    /// Says what made the list.
    fn describe(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.name;
        let Some(answer) = self.best() else {
            let count = self.count();
            return writeln!(
                f,
                "{name}: no generator is named for these {count} numbers."
            );
        };
        let writer = NumberWriter::of_numbers(&self.sample.numbers);
        let named = answer::Named::new(answer, &writer);
        writeln!(f, "{name}: {}", describe_origin("These", &named))?;
        if let Some(rule) = named.rule() {
            writeln!(f, "{name}: each number is {rule}.")?;
        }
        if let Some(mistake) = &named.mistake {
            writeln!(f, "{name}: with a mistake: {mistake}")?;
        }
        if let Some(reading) = &self.reading {
            writeln!(f, "{name}: {reading}")?;
        }
        Ok(())
    }
}

/// Compares two lists, and searches for what made each of them. Of the options, those that ask for numbers around the given ones
/// are left out.
pub fn compare(mut a: List, mut b: List, options: &Options, control: Control<'_>) -> Comparison {
    let relation = relate(&a, &b);
    // The lists share the time: what the first leaves is for the second.
    let end = (control.clock)() + options.time;
    a.search(options, options.time / 2, control);
    let left = end.saturating_sub((control.clock)());
    b.search(options, left, control);
    let seed = match options.seed {
        Some(GivenSeed::Number(seed)) => Some(seed as u64),
        _ => None,
    };
    Comparison {
        difference: find_difference(&a, &b, relation, seed),
        a,
        b,
        has_seed: seed.is_some(),
    }
}

/// How the lists are related, judged from them alone.
fn relate(a: &List, b: &List) -> Option<Relation> {
    // If lines begin with seeds, `numbers` holds only the first line.
    let have_lines = !a.sample.lines.is_empty() || !b.sample.lines.is_empty();
    if a.has_gaps() || b.has_gaps() {
        None
    } else if !have_lines {
        relate_lists(&a.numbers, &b.numbers)
    } else if a.sample.lines == b.sample.lines {
        Some(Relation::Same(a.count()))
    } else {
        None
    }
}

/// How the lists differ; empty if that is unknown.
fn find_difference(
    a: &List,
    b: &List,
    relation: Option<Relation>,
    seed: Option<u64>,
) -> Vec<Difference> {
    match relation {
        Some(Relation::Same(count)) => return vec![compare_same(a, b, count)],
        Some(relation) => return vec![Difference::Related(relation)],
        None => {}
    }
    let found = match (a.best(), b.best()) {
        (Some(answer_of_a), Some(answer_of_b)) => {
            let (of_a, of_b) = (a.sources(answer_of_a), b.sources(answer_of_b));
            // Preferably by one seeding.
            let pair = of_one_generator(&of_a, &of_b, |a, b| a == b)
                .or_else(|| of_one_generator(&of_a, &of_b, is_same_generator));
            compare_answers(answer_of_a, answer_of_b, pair)
        }
        // What is derived from a name is derived number by number.
        _ if a.has_gaps() || b.has_gaps() => return Vec::new(),
        (Some(known), None) => derive_from(a, known, b),
        (None, Some(known)) => derive_from(b, known, a),
        (None, None) => Vec::new(),
    };
    match seed {
        Some(seed) if found.is_empty() => relate_to_seed(a, b, seed),
        _ => found,
    }
}

/// How lists differ whose first numbers are the same, up to the end of the shorter one.
fn compare_same(a: &List, b: &List, count: usize) -> Difference {
    match (a.sample.is_signed, b.sample.is_signed) {
        (true, false) => Difference::Sign(Name::A),
        (false, true) => Difference::Sign(Name::B),
        _ if a.numbers == b.numbers => Difference::None,
        _ if a.numbers.len() == b.numbers.len() => Difference::Rounding,
        _ => Difference::Length(count),
    }
}

/// The first sources of the lists that are of one generator. Numbers of few digits may be of several rows, of which `who` names
/// one.
fn of_one_generator(
    sources_of_a: &[Source],
    sources_of_b: &[Source],
    is_same: fn(&str, &str) -> bool,
) -> Option<(Source, Source)> {
    for a in sources_of_a {
        for b in sources_of_b {
            if is_same(&a.key, &b.key) {
                return Some((a.clone(), b.clone()));
            }
        }
    }
    None
}

/// Which generators make both lists from a seed; empty if none do.
fn relate_to_seed(a: &List, b: &List, seed: u64) -> Vec<Difference> {
    let of_a = generators_making(&a.numbers, seed).next();
    let of_b = generators_making(&b.numbers, seed).next();
    let (Some(of_a), Some(of_b)) = (of_a, of_b) else {
        return Vec::new();
    };
    vec![
        Difference::BothOfSeed(seed),
        Difference::MadeBy(a.name, of_a),
        Difference::MadeBy(b.name, of_b),
    ]
}

/// How two answers differ.
fn compare_answers(a: &Answer, b: &Answer, pair: Option<(Source, Source)>) -> Vec<Difference> {
    let Some((of_a, of_b)) = pair else {
        return vec![Difference::OtherGenerators];
    };
    let is_same_start = match (a.seed, b.seed) {
        (Some(a), Some(b)) => a == b,
        (None, None) => a.state.is_some() && a.state == b.state,
        _ => false,
    };
    let is_same_row = of_a.key == of_b.key;
    let mut found = Vec::new();
    if !is_same_row {
        let seed = a.seed.filter(|_| is_same_start);
        found.push(Difference::OtherSeeding(seed, of_a.key, of_b.key));
    } else if !is_same_start {
        found.push(Difference::OtherStart);
    }
    if !of_a.convention.may_be(&of_b.convention) {
        found.push(Difference::OtherRules {
            of_same_words: is_same_row && is_same_start,
            a: of_a.convention,
            b: of_b.convention,
        });
    }
    if is_same_row && is_same_start {
        if of_b.position > of_a.position {
            found.push(Difference::Later(Name::B, of_b.position - of_a.position));
        }
        if of_a.position > of_b.position {
            found.push(Difference::Later(Name::A, of_a.position - of_b.position));
        }
    }
    if a.mistake != b.mistake {
        for (name, answer) in [(Name::A, a), (Name::B, b)] {
            if let Some(mistake) = &answer.mistake {
                found.push(Difference::HasMistake(name, mistake.clone()));
            }
        }
    }
    found
}

/// What made a list, derived from the answer for the other one.
fn derive_from(known_list: &List, known: &Answer, list: &List) -> Vec<Difference> {
    let name = list.name;
    let lines = &list.sample.lines;
    let origin = if lines.is_empty() {
        relate_to_answer(&list.numbers, known)
    } else {
        Some(Origin::Mistaken(mistakes_in_lines(lines, known)))
    };
    match origin {
        Some(Origin::SameOutputs(related)) => {
            vec![Difference::OfSameWords(name, known_list.name, related)]
        }
        Some(Origin::SameSeed(found)) => vec![Difference::OfSameSeed {
            name,
            is_same_generator: is_same_generator(&found.generator, &known.generator),
            found,
        }],
        Some(Origin::Mistaken(mistakes)) => {
            let mut found = Vec::new();
            for mistake in mistakes.into_iter().take(MAX_MISTAKES) {
                found.push(Difference::Mistaken {
                    name,
                    other: known_list.name,
                    key: mistake.key.into_owned(),
                    about: mistake.about.into_owned(),
                });
            }
            found
        }
        None => Vec::new(),
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::A => "A",
            Self::B => "B",
        })
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_known = !self.difference.is_empty();
        if !is_known {
            let why = if self.a.has_gaps() || self.b.has_gaps() {
                "where numbers are unknown (?), only what made the lists is compared."
            } else {
                "neither goes on within the other, and neither is made of the other from one of its first 65 numbers on."
            };
            write!(f, "How A and B differ is unknown: {why}")?;
            if self.a.best().is_none() || self.b.best().is_none() {
                write!(f, " Not both could be named.")?;
            }
            writeln!(f)?;
        }
        for difference in &self.difference {
            writeln!(f, "{difference}")?;
        }
        self.a.describe(f)?;
        self.b.describe(f)?;
        if is_known {
            return Ok(());
        }
        let seed = if self.has_seed {
            ""
        } else {
            ", the seed of both (--seed)"
        };
        writeln!(
            f,
            "This would help: more numbers of each list{seed}, or the words before numbers are made of them."
        )
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => f.write_str("A and B do not differ."),
            Self::Sign(name) => {
                let other = if *name == Name::A { Name::B } else { Name::A };
                write!(
                    f,
                    "A and B are the same words: {name} prints them with a sign, and {other} without one."
                )
            }
            Self::Rounding => f.write_str("A and B are the same numbers but for rounding."),
            Self::Length(count) => write!(
                f,
                "A and B do not differ in the first {}: one of them goes on.",
                counted(count, "number")
            ),
            Self::Related(relation) => describe_relation(relation, f),
            Self::OtherGenerators => f.write_str("A and B are named as different generators."),
            Self::OtherStart => {
                f.write_str("A and B are of the same generator, from different seeds or states.")
            }
            Self::OtherSeeding(Some(seed), of_a, of_b) => write!(
                f,
                "A and B are of the same generator and the seed {seed}, which is made into a state in two ways: {of_a} and {of_b}."
            ),
            Self::OtherSeeding(None, of_a, of_b) => write!(
                f,
                "A and B are of the same generator, seeded in two ways: {of_a} and {of_b}."
            ),
            Self::OtherRules {
                of_same_words,
                a,
                b,
            } => {
                let words = if *of_same_words {
                    "the same words"
                } else {
                    "words"
                };
                write!(
                    f,
                    "A and B are made of {words} by different rules: A: {a}; B: {b}."
                )
            }
            Self::Later(name, outputs) => {
                write!(f, "{name} begins {} later.", counted(outputs, "output"))
            }
            Self::HasMistake(name, mistake) => write!(f, "{name} has a mistake: {mistake}."),
            Self::OfSameWords(name, other, related) => {
                write!(f, "{name} is made of the same words as {other}: {related}.")
            }
            Self::OfSameSeed {
                name,
                is_same_generator,
                found,
            } => {
                let same = if *is_same_generator {
                    "the same generator, seeded otherwise"
                } else {
                    "another generator, with the same seed"
                };
                let (key, about) = (&found.generator, &found.about);
                write!(
                    f,
                    "{name} is of {same}: {key} ({about}); {}.",
                    found.related
                )
            }
            Self::Mistaken {
                name,
                other,
                key,
                about,
            } => write!(f, "{name} is {other} with a mistake: {key}: {about}."),
            Self::BothOfSeed(seed) => write!(
                f,
                "Both are made of the seed {seed}, by different generators or seedings:"
            ),
            Self::MadeBy(name, found) => write!(
                f,
                "{name} is made by {} ({}): {}.",
                found.generator, found.about, found.related
            ),
        }
    }
}

fn describe_relation(relation: &Relation, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match relation {
        Relation::Same(count) => write!(f, "{}", Difference::Length(*count)),
        Relation::ALater(by) => write!(
            f,
            "A begins {} later: from there on it is B.",
            counted(by, "number")
        ),
        Relation::BLater(by) => write!(
            f,
            "B begins {} later: from there on it is A.",
            counted(by, "number")
        ),
        Relation::Reversed => f.write_str("B is A from its end to its start."),
        Relation::Inverse => {
            f.write_str("B is the inverse of A: card i of one is the place of card i in the other.")
        }
        Relation::Shuffled { a, b } if a == b => {
            f.write_str("A and B were shuffled with the same numbers, in the same way.")
        }
        Relation::Shuffled { a, b } => write!(
            f,
            "The same numbers were drawn for A and B, but the decks were shuffled in two ways.\nA: {a}\nB: {b}"
        ),
        Relation::AFromB(related) => write!(f, "A is made of the numbers of B: {related}."),
        Relation::BFromA(related) => write!(f, "B is made of the numbers of A: {related}."),
    }
}
