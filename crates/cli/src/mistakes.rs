//! The known mistakes that explain the answers of a program.

use identify::mistakes::{Cause, Step, explaining};
use lockstep::{Answer, Difference, Output};
use serde_json::{Value, json};

/// Ops and what they showed, where that is known.
pub type Transcript = Vec<Step>;

/// The output of an op as texts, in the form in which known mistakes answer.
pub fn texts(output: &Output) -> Vec<String> {
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
    let whole = |text: &str| text.parse::<i128>().ok().map(|number| number.to_string());
    list.split_whitespace().map(whole).collect()
}

/// The known mistakes that give every answer of the side under test.
pub(crate) fn causes(difference: &Difference) -> Vec<Cause> {
    let shown = difference.transcript.iter().map(|(op, answer)| {
        let texts = match answer {
            Answer::Seen(seen) => Some(texts(&seen.output)),
            Answer::Garbage(line, _) => whole_numbers(line),
            _ => None,
        };
        (op.clone(), texts)
    });
    explaining(&difference.subject, &shown.collect::<Vec<_>>())
}

/// The causes as JSON.
pub(crate) fn causes_json(causes: &[Cause]) -> Value {
    let cause = |Cause {
                     mistake,
                     answers,
                     wrong,
                 }: &Cause| json!({ "key": mistake.key, "about": mistake.about, "answers": answers, "wrong": wrong });
    causes.iter().map(cause).collect()
}

/// How many causes are shown if several explain the same answers.
const SHOWN: usize = 3;

/// The causes in lines of text, empty if there are none.
pub fn likely_causes(causes: &[Cause]) -> String {
    let mut text = String::new();
    for Cause {
        mistake,
        answers,
        wrong,
    } in causes.iter().take(SHOWN)
    {
        let all = if *answers == 1 {
            "the only answer".to_owned()
        } else {
            format!("all {answers} answers")
        };
        let part = if wrong == answers {
            String::new()
        } else {
            format!(", of which {wrong} differ from the right ones")
        };
        text += &format!(
            "likely cause: {}: {}\n  accounts for {all}{part}\n",
            mistake.key, mistake.about
        );
    }
    if causes.len() > SHOWN {
        text += &format!(
            "  {} other known mistakes explain them as well\n",
            causes.len() - SHOWN
        );
    }
    text
}
