//! The known mistakes that explain the answers of a port.

use std::fmt;

use generators::catalogue;
use identify::mistakes::{Cause, Mistake, Step, explaining, explaining_from_first};
use identify::shuffles::{SeededDeck, WrongShuffle, find_wrong_shuffle};
use lockstep::{Answer, Difference, Output};
use serde::ser::SerializeSeq as _;
use serde::{Serialize, Serializer};

/// Ops and what they showed, where that is known.
pub type Transcript = Vec<Step>;

/// How many causes are shown if several explain the same answers.
const SHOWN: usize = 3;

/// The known mistakes that give every answer of a port. `Display` says it in lines, none if there are no causes.
#[derive(Clone, Debug, Default)]
pub struct Causes(pub Vec<Cause>);

impl Causes {
    /// The causes of what a port of a subject showed.
    pub fn explaining(subject: &str, transcript: &[Step]) -> Self {
        Self(explaining(subject, transcript))
    }

    /// The causes of a difference.
    pub fn of_difference(difference: &Difference) -> Self {
        Self::explaining(&difference.subject, &transcript_of(difference))
    }

    /// Mistakes that make so many numbers, none of which is a right word.
    pub(super) fn in_all(mistakes: Vec<Mistake>, numbers: usize) -> Self {
        let causes = mistakes.into_iter().map(|mistake| Cause {
            mistake,
            answers: numbers,
            wrong: numbers,
        });
        Self(causes.collect())
    }

    /// The causes of what a port showed if it was seeded in another way, whose words tell its state; and a sentence about that.
    pub(super) fn from_first_word(subject: &str, transcript: &[Step]) -> Option<(Self, String)> {
        let causes = explaining_from_first(subject, transcript);
        let about = "The words follow from the first one after each seed, which is the state; how the seed leads to it was not judged.";
        (!causes.is_empty()).then(|| (Self(causes), about.to_owned()))
    }

    /// Whether no known mistake gives the answers.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// The name of what is wrong with shuffles of sorted decks, each with its seed, if it is recognised; their draws may be those of the
/// subject.
pub fn cause_of_shuffles(subject: &str, decks: &[SeededDeck]) -> Option<&'static str> {
    find_wrong_shuffle(catalogue::find(subject)?, decks).map(WrongShuffle::key)
}

/// The ops of a difference, and what they showed.
pub(super) fn transcript_of(difference: &Difference) -> Transcript {
    let mut transcript = Transcript::new();
    for (op, answer) in &difference.transcript {
        let texts = match answer {
            Answer::Seen(seen) => Some(output_as_texts(&seen.output)),
            Answer::Garbage(line, _) => whole_numbers(line),
            _ => None,
        };
        transcript.push((op.clone(), texts));
    }
    transcript
}

/// The output of an op as texts, in the form in which known mistakes answer.
pub fn output_as_texts(output: &Output) -> Vec<String> {
    match output {
        Output::Nothing => Vec::new(),
        Output::Number(number) => vec![number.to_string()],
        Output::Words(words) => words.iter().map(ToString::to_string).collect(),
        Output::Words64(words) => words.iter().map(ToString::to_string).collect(),
        Output::Texts(texts) => texts.clone(),
    }
}

/// The integers in a line that is not an answer: proper words are never negative or wider than 64 bits, but a mistake may make
/// them so.
fn whole_numbers(line: &str) -> Option<Vec<String>> {
    let list = line.strip_prefix('[')?.strip_suffix(']')?;
    let mut numbers = Vec::new();
    for text in list.split_whitespace() {
        numbers.push(text.parse::<i128>().ok()?.to_string());
    }
    Some(numbers)
}

impl Serialize for Causes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        /// One cause.
        #[derive(Serialize)]
        struct Entry<'a> {
            key: &'a str,
            about: &'a str,
            answers: usize,
            wrong: usize,
        }

        let mut entries = serializer.serialize_seq(Some(self.0.len()))?;
        for cause in &self.0 {
            entries.serialize_element(&Entry {
                key: &cause.mistake.key,
                about: &cause.mistake.about,
                answers: cause.answers,
                wrong: cause.wrong,
            })?;
        }
        entries.end()
    }
}

impl fmt::Display for Causes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for cause in self.0.iter().take(SHOWN) {
            let (answers, wrong) = (cause.answers, cause.wrong);
            writeln!(
                f,
                "likely cause: {}: {}",
                cause.mistake.key, cause.mistake.about
            )?;
            match answers {
                1 => write!(f, "  accounts for the only answer")?,
                _ => write!(f, "  accounts for all {answers} answers")?,
            }
            if wrong != answers {
                write!(f, ", of which {wrong} differ from the right ones")?;
            }
            writeln!(f)?;
        }
        if self.0.len() > SHOWN {
            let others = self.0.len() - SHOWN;
            writeln!(f, "  {others} other known mistakes explain them as well")?;
        }
        Ok(())
    }
}
