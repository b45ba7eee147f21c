//! Which known mistake explains what a program showed.

use identify::mistakes::{Cause, explaining};
use lockstep::Output;
use lockstep::program::{Answer, Failed};
use serde_json::{Value, json};

/// Ops and what they showed, as far as that is known.
pub type Transcript = Vec<(String, Option<Vec<String>>)>;

/// What an op showed as the texts in which known mistakes answer; `None` for a panic.
pub fn texts(output: &Output) -> Option<Vec<String>> {
    Some(match output {
        Output::Nothing => Vec::new(),
        Output::Number(number) => vec![number.to_string()],
        Output::Words(words) => words.iter().map(ToString::to_string).collect(),
        Output::Words64(words) => words.iter().map(ToString::to_string).collect(),
        Output::Texts(texts) => texts.clone(),
        Output::Panic(_) => return None,
    })
}

/// The known mistakes that give every answer of the program.
pub(crate) fn causes(subject: &str, failed: &Failed) -> Vec<Cause> {
    let shown = failed.transcript.iter().map(|(op, answer)| match answer {
        Answer::Seen(seen) => (op.clone(), texts(&seen.output)),
        _ => (op.clone(), None),
    });
    explaining(subject, &shown.collect::<Vec<_>>())
}

/// The known mistakes that explain a transcript, as JSON.
pub(crate) fn causes_json(causes: &[Cause]) -> Value {
    let cause = |Cause {
                     mistake,
                     answers,
                     wrong,
                 }: &Cause| json!({ "key": mistake.key, "about": mistake.about, "answers": answers, "wrong": wrong });
    causes.iter().map(cause).collect()
}

/// How many causes are told where several explain the same answers.
const TOLD: usize = 3;

/// The known mistakes that explain a transcript, in lines; nothing if there are none.
pub fn told(causes: &[Cause]) -> String {
    let mut text = String::new();
    for Cause {
        mistake,
        answers,
        wrong,
    } in causes.iter().take(TOLD)
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
    if causes.len() > TOLD {
        text += &format!(
            "  {} other known mistakes explain them as well\n",
            causes.len() - TOLD
        );
    }
    text
}
