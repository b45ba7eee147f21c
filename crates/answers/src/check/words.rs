//! Compares words with those of a subject, where there is no program to ask.
//!
//! The runner would have nothing to run: a list of words cannot be asked again with fewer ops, so it has no shortest case, and
//! its words may be negative or wider than any op shows. Instead, the whole list is judged: how many words are right in their
//! places, and where else they are right.

use std::fmt;

use identify::{Control, Numbers};
use lockstep::{Failure, Role, Seen, Subject, hints, shown};
use serde::Serialize;
use subjects::registry::{self, SUBJECTS, UnknownSubject};

use super::causes::{Causes, Transcript};
use super::numbers::{compare_numbers, read_numbers_of_rule};
use super::recognised::{numbers_of, recognise, right_words, state_op};
use crate::number::{counted, grouped};
use crate::read::{PlacedText, Problem, ReadError, parse_signed, split_texts};
use crate::rule::NumberRule;
use crate::seed::{SeedError, seed_of_number};
use crate::who::{MAX_QUICK, name_quickly};

/// The version of the JSON of a [`WordsReport`], which changes whenever a field changes its meaning or is removed.
pub const WORDS_SCHEMA: &str = "roguelab-check-words/1";

/// How far into the right stream the beginning of the words is searched for.
pub(super) const FAR: usize = 4096;

/// How many words must be found there: four 31-bit words agree by chance at one place in 2^112.
const ENOUGH: usize = 4;

/// In about so many bits most causes show.
const BITS_FOR_CAUSE: usize = 128;

/// How many words the hints are computed from.
const HINTED: usize = 32;

/// How many words the known mistakes are tried on.
const TRIED: usize = 4096;

/// How many words are looked at for a state: two blocks of the Mersenne Twister.
const MAX_TAKEN: usize = 1300;

/// How many of the right words are given.
pub(super) const NEXT: usize = 8;

/// How many extra words are skipped at most in search of the right ones.
const MAX_EXTRA: usize = 16;

/// What a user gave as words.
#[derive(Clone, Debug)]
pub enum GivenWords {
    /// Integers.
    Words(Vec<i128>),
    /// Fractions, which may be made from the right words.
    Fractions(Numbers),
    /// Numbers that a rule makes of the right words.
    OfRule {
        /// The rule.
        rule: NumberRule,
        /// The numbers, as they are drawn.
        numbers: Numbers,
    },
}

/// Why words cannot be compared.
#[derive(Debug)]
#[non_exhaustive]
pub enum WordsError {
    /// A text is not a word: its place, from 0, the text, and why.
    NotAWord(usize, String, ReadError),
    /// The input cannot be read.
    Read(ReadError),
    /// There is one number, and it is a fraction.
    OneFraction,
    /// There are none.
    Empty,
    /// There is no such subject.
    NoSubject(UnknownSubject),
    /// The subject with this name has no stream of words.
    NoStream(String),
    /// The subject cannot be seeded with this number.
    Seed(SeedError),
    /// The subject with this name has no state that can be given, or one with another number of words than were given.
    State {
        /// The name.
        name: String,
        /// How many words its state has, if it can be given.
        expected: Option<usize>,
        /// How many were given.
        given: usize,
    },
    /// The op that should show words shows something else.
    NotWords(String, String),
    /// The words of the subject make no such numbers.
    NoNumbers,
    /// An implementation cannot be used here.
    Unavailable(Failure),
}

impl std::error::Error for WordsError {}

impl From<Failure> for WordsError {
    fn from(error: Failure) -> Self {
        Self::Unavailable(error)
    }
}

impl fmt::Display for WordsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAWord(index, text, error) => {
                write!(f, "word {index} is `{}`: {error}", shown(text, 40))
            }
            Self::Read(error) => write!(f, "{error}"),
            Self::NoSubject(error) => write!(f, "{error}"),
            Self::OneFraction => f.write_str(
                "one fraction is too few to say how it is made of words: give whole words, or several fractions",
            ),
            Self::Empty => f.write_str("there are no words in the input"),
            Self::NoStream(name) => {
                write!(f, "{name} has no stream of words: give a command")
            }
            Self::Seed(error) => write!(f, "{error}"),
            Self::State {
                name,
                expected: Some(expected),
                given,
            } => write!(
                f,
                "the state of {name} has {}, and {given} were given",
                counted(expected, "word")
            ),
            Self::State { name, .. } => {
                write!(f, "no state of {name} can be given: give a seed")
            }
            Self::NotWords(op, answer) => write!(f, "`{op}` shows {answer}, not words"),
            Self::NoNumbers => f.write_str("its words make no such numbers"),
            Self::Unavailable(error) => write!(f, "{error}"),
        }
    }
}

/// The op that seeds the words of a subject with a number.
pub fn seed_op(subject: &dyn Subject, seed: i128) -> Result<String, WordsError> {
    let name = subject.name();
    let Some(stream) = subject.words() else {
        return Err(WordsError::NoStream(name.to_owned()));
    };
    let seed = seed_of_number(name, stream.seed_bits, seed).map_err(WordsError::Seed)?;
    Ok(registry::seed_op(subject, &stream, seed))
}

/// Reads words, or fractions.
pub fn read_words(text: &str) -> Result<GivenWords, WordsError> {
    match (parse_words(text), numbers_of(text)) {
        (Err(_), Some(numbers @ Numbers::Fractions(_))) => Ok(GivenWords::Fractions(numbers)),
        (Err(_), None) if text.trim().parse::<f64>().is_ok() => Err(WordsError::OneFraction),
        (words, _) => Ok(GivenWords::Words(words?)),
    }
}

fn parse_words(text: &str) -> Result<Vec<i128>, WordsError> {
    let texts = split_texts(text.as_bytes().to_vec(), usize::MAX).map_err(WordsError::Read)?;
    let mut words = Vec::with_capacity(texts.len());
    for (index, text) in texts.iter().enumerate() {
        words.push(
            parse_word(text)
                .map_err(|error| WordsError::NotAWord(index, text.text.clone(), error))?,
        );
    }
    if words.is_empty() {
        return Err(WordsError::Empty);
    }
    Ok(words)
}

fn parse_word(text: &PlacedText) -> Result<i128, ReadError> {
    parse_signed(text.text.as_bytes()).ok_or_else(|| text.error(Problem::NotAWord))
}

/// The result of comparing words. `Display` says it in lines; with `{:#}` the verdict alone.
#[derive(Clone, Debug, Serialize)]
pub struct WordsReport {
    /// The name of the subject.
    pub subject: String,
    /// The implementation that is taken to be right.
    pub expected: String,
    /// The op that seeds the right words.
    pub start: String,
    /// How many words there are.
    pub words: usize,
    /// How they are made of the right words, if they are numbers of a rule.
    pub rule: Option<String>,
    /// The verdict.
    pub verdict: WordsVerdict,
    /// What is wrong, and why.
    pub failed: Option<WordsFailure>,
    /// The right words from the first wrong one on or, if none is wrong, after the given ones, as texts.
    pub next: Vec<String>,
}

/// Whether words are right.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum WordsVerdict {
    /// All are.
    Agrees,
    /// Some are not.
    Differs,
    /// They are fractions, and words were expected.
    Fractions,
}

/// What is wrong with words.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum WordsFailure {
    /// A word is wrong.
    Differs(Box<WordsDifference>),
    /// They are fractions.
    Fractions {
        /// The known mistakes that make all of them.
        causes: Causes,
        /// What made them, if that is certain.
        #[serde(rename = "made")]
        origin: Option<String>,
    },
}

/// The first difference, and what is known about it.
#[derive(Clone, Debug, Serialize)]
pub struct WordsDifference {
    /// The place of the first wrong word, from 0.
    pub index: usize,
    /// The right word, as text.
    pub expected: String,
    /// The wrong word, as text.
    pub actual: String,
    /// How many words are right in their places.
    pub agree: usize,
    /// The place in the right stream at which the words begin.
    pub from: Option<usize>,
    /// How many extra words come before the right ones.
    pub extra: Option<usize>,
    /// Hints at the cause.
    pub hints: Vec<String>,
    /// The known mistakes that give all the words.
    pub causes: Causes,
    /// What made the words, if that is certain and nothing else explains them.
    #[serde(rename = "made")]
    pub origin: Option<String>,
    /// How many words would be enough to look for what is wrong, if there are fewer and nothing was found.
    pub too_few: Option<usize>,
    /// How the right word and the wrong one differ, in lines.
    #[serde(skip)]
    pub(super) shown: String,
}

/// Compares words with those of an implementation of a subject after an op that seeds.
pub fn words(
    subject: &'static dyn Subject,
    role: Role,
    start: &str,
    given: &GivenWords,
    control: Control<'_>,
) -> Result<WordsReport, WordsError> {
    let mut next = Vec::new();
    let (count, failed) = match given {
        GivenWords::Words(words) => {
            let right = right_words(subject, role, start, words.len() + FAR)?;
            let list = WordList {
                subject,
                role,
                start,
                right: &right,
                words,
            };
            let difference = list.find_difference(control);
            let place = difference.as_ref().map_or(words.len(), |found| found.index);
            next.extend(right[place..].iter().take(NEXT).map(ToString::to_string));
            (
                words.len(),
                difference.map(|found| WordsFailure::Differs(Box::new(found))),
            )
        }
        GivenWords::OfRule { rule, numbers } => {
            return compare_numbers(subject, role, start, (rule, numbers), control);
        }
        GivenWords::Fractions(numbers) => {
            let failed = match recognise(subject, role, start, numbers, control) {
                Some(known) => WordsFailure::Fractions {
                    causes: known.causes,
                    origin: known.about,
                },
                None => WordsFailure::Fractions {
                    causes: Causes::default(),
                    origin: name_quickly("The numbers", numbers, control),
                },
            };
            (numbers.len(), Some(failed))
        }
    };
    Ok(WordsReport {
        subject: subject.name().to_owned(),
        expected: role.name().to_owned(),
        start: start.to_owned(),
        words: count,
        rule: None,
        verdict: match &failed {
            None => WordsVerdict::Agrees,
            Some(WordsFailure::Differs(_)) => WordsVerdict::Differs,
            Some(WordsFailure::Fractions { .. }) => WordsVerdict::Fractions,
        },
        failed,
        next,
    })
}

/// What words were made from.
#[derive(Clone, Debug)]
pub enum GivenStart {
    /// A seed.
    Seed(i128),
    /// The words of a state.
    State(Vec<u64>),
}

/// Compares the words in a text, or the numbers that a rule makes of them, with those of the port of a subject by its name, from a
/// seed or a state.
pub fn words_from_start(
    name: &str,
    start: &GivenStart,
    rule: Option<&str>,
    text: &str,
    control: Control<'_>,
) -> Result<WordsReport, WordsError> {
    let subject = registry::find(name).map_err(WordsError::NoSubject)?;
    let start = match start {
        GivenStart::Seed(seed) => seed_op(subject, *seed)?,
        GivenStart::State(state) => state_op(subject, state)?,
    };
    let given = match rule {
        Some(rule) => read_numbers_of_rule(subject, rule, text)?,
        None => read_words(text)?,
    };
    words(subject, Role::Port, &start, &given, control)
}

/// A subject that has a stream of words.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct WordSubject {
    /// The name.
    pub name: &'static str,
    /// What it is.
    pub about: &'static str,
    /// Whether the vector pack has a file of it.
    pub has_vectors: bool,
}

/// Every subject that has a stream of words.
pub fn word_subjects() -> Vec<WordSubject> {
    let mut list = Vec::new();
    for subject in registry::all().filter(|subject| subject.words().is_some()) {
        let name = subject.name();
        list.push(WordSubject {
            name,
            about: subject.about(),
            has_vectors: SUBJECTS.iter().any(|in_pack| in_pack.name() == name),
        });
    }
    list
}

/// Words, with the right ones.
struct WordList<'a> {
    subject: &'static dyn Subject,
    role: Role,
    start: &'a str,
    right: &'a [i128],
    words: &'a [i128],
}

impl WordList<'_> {
    fn find_difference(&self, control: Control<'_>) -> Option<WordsDifference> {
        let (right, words) = (self.right, self.words);
        let is_wrong = |(word, right): (&i128, &i128)| word != right;
        let index = words.iter().zip(right).position(is_wrong)?;
        let wrong_count = words
            .iter()
            .zip(right)
            .filter(|pair| pair.0 != pair.1)
            .count();
        let from = if index == 0 {
            self.find_beginning()
        } else {
            None
        };
        let extra = self.count_extra();
        let mut causes = Causes::explaining(self.subject.name(), &self.transcript());
        let mut origin = None;
        if causes.is_empty() && from.is_none() && extra.is_none() {
            (causes, origin) = self.find_origin(control);
        }
        let is_unknown = causes.is_empty() && origin.is_none() && from.is_none() && extra.is_none();
        let enough = BITS_FOR_CAUSE.div_ceil(self.bits());
        let (expected, actual) = (Seen::number(right[index]), Seen::number(words[index]));
        let found = hints(&seen_from(right, index), &seen_from(words, index));
        Some(WordsDifference {
            index,
            expected: right[index].to_string(),
            actual: words[index].to_string(),
            agree: words.len().min(right.len()) - wrong_count,
            from,
            extra,
            hints: found.iter().map(ToString::to_string).collect(),
            causes,
            origin,
            too_few: (is_unknown && words.len() < enough).then_some(enough),
            shown: expected.difference(&actual).unwrap_or_default(),
        })
    }

    /// The bits of a word.
    fn bits(&self) -> usize {
        self.subject
            .words()
            .map_or(1, |stream| stream.bits as usize)
    }

    /// The place in the right stream at which the words begin.
    fn find_beginning(&self) -> Option<usize> {
        let beginning = &self.words[..self.words.len().min(2 * ENOUGH)];
        if beginning.len() < ENOUGH {
            return None;
        }
        let mut places = self.right.windows(beginning.len());
        places.position(|place| place == beginning)
    }

    /// How many words come before the right ones, if only these are wrong.
    fn count_extra(&self) -> Option<usize> {
        for extra in 1..=MAX_EXTRA.min(self.words.len().saturating_sub(ENOUGH)) {
            let rest = &self.words[extra..];
            if self
                .right
                .starts_with(&rest[..rest.len().min(self.right.len())])
            {
                return Some(extra);
            }
        }
        None
    }

    /// The words as answers, one op for each, so that they are counted.
    fn transcript(&self) -> Transcript {
        let op = self.subject.words().map_or("", |stream| stream.words);
        let mut transcript: Transcript = vec![(self.start.to_owned(), None)];
        for word in self.words.iter().take(TRIED) {
            transcript.push((format!("{op} 1"), Some(vec![word.to_string()])));
        }
        transcript
    }

    /// The causes of words that no mistake in words explains, and what else is known about them.
    fn find_origin(&self, control: Control<'_>) -> (Causes, Option<String>) {
        let mut first = Vec::new();
        for word in self.words.iter().take(MAX_TAKEN) {
            first.push(word.to_string());
        }
        let numbers = numbers_of(&first.join("\n"));
        if let Some(numbers) = &numbers
            && let Some(known) = recognise(self.subject, self.role, self.start, numbers, control)
        {
            return (known.causes, known.about);
        }
        if let Some((causes, about)) =
            Causes::from_first_word(self.subject.name(), &self.transcript())
        {
            return (causes, Some(about));
        }
        first.truncate(MAX_QUICK);
        let subject = format!("The first {} words", first.len());
        let origin = numbers_of(&first.join("\n"))
            .and_then(|numbers| name_quickly(&subject, &numbers, control));
        (Causes::default(), origin)
    }
}

/// The first words from a place on, as answers.
fn seen_from(words: &[i128], index: usize) -> Vec<Seen> {
    let words = words[index..].iter().take(HINTED);
    words.map(|&word| Seen::number(word)).collect()
}

impl WordsReport {
    /// The verdict in a line.
    fn finding(&self) -> String {
        let (name, start) = (&self.subject, &self.start);
        let nouns = if self.rule.is_some() {
            "numbers"
        } else {
            "words"
        };
        match self.verdict {
            WordsVerdict::Agrees if self.words == 1 => {
                format!("1 word agrees with {name} after `{start}`")
            }
            WordsVerdict::Agrees => {
                let count = grouped(self.words as u64);
                format!("{count} {nouns} agree with {name} after `{start}`")
            }
            WordsVerdict::Differs => format!("the {nouns} differ from {name} after `{start}`"),
            WordsVerdict::Fractions => {
                format!("the numbers are fractions: {name} shows whole words after `{start}`")
            }
        }
    }
}

impl fmt::Display for WordsReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            return f.write_str(&self.finding());
        }
        match &self.failed {
            Some(WordsFailure::Differs(difference)) if self.rule.is_some() => {
                difference.describe_numbers(self.words, f)?;
            }
            Some(WordsFailure::Differs(difference)) => difference.describe(self.words, f)?,
            Some(WordsFailure::Fractions { causes, origin }) => {
                write!(f, "{causes}")?;
                if let Some(origin) = origin {
                    writeln!(f, "{origin}")?;
                }
            }
            None => {}
        }
        writeln!(f, "{}", self.finding())?;
        match &self.rule {
            Some(rule) => writeln!(f, "  {rule}"),
            None => Ok(()),
        }
    }
}

impl WordsDifference {
    /// Says what differs among so many words, and why.
    fn describe(&self, words: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "word {} is the first that differs", self.index)?;
        for line in self.shown.lines() {
            writeln!(f, "  {line}")?;
        }
        let (agree, words) = (grouped(self.agree as u64), grouped(words as u64));
        writeln!(f, "  {agree} of {words} words are right in their places")?;
        if let Some(from) = self.from {
            writeln!(
                f,
                "  the words begin as the right ones do from word {from} on, with {from} left out before them"
            )?;
        }
        match self.extra {
            None => {}
            Some(1) => writeln!(
                f,
                "  the first word is one too many: after it the words are right"
            )?,
            Some(extra) => writeln!(
                f,
                "  the first {extra} words are too many: after them the words are right"
            )?,
        }
        for hint in &self.hints {
            writeln!(f, "  hint      {hint}")?;
        }
        write!(f, "{}", self.causes)?;
        if let Some(origin) = &self.origin {
            writeln!(f, "  {origin}")?;
        }
        if let Some(enough) = self.too_few {
            writeln!(
                f,
                "  these are too few words to say why: with {enough} or more in a row from the first on, a cause may show"
            )?;
        }
        Ok(())
    }
}
