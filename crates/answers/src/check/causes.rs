//! The known mistakes that explain the answers of a port.

use std::fmt;

use identify::mistakes::{Cause, Step, explaining};
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
        let mut transcript = Transcript::new();
        for (op, answer) in &difference.transcript {
            let texts = match answer {
                Answer::Seen(seen) => Some(output_as_texts(&seen.output)),
                Answer::Garbage(line, _) => whole_numbers(line),
                _ => None,
            };
            transcript.push((op.clone(), texts));
        }
        Self::explaining(&difference.subject, &transcript)
    }

    /// Whether no known mistake gives the answers.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
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
