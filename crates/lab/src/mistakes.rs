//! Which known mistake explains what a program showed.

use identify::mistakes::{Cause, explaining};
use lockstep::Output;

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

/// How many causes are told where several explain the same answers.
const TOLD: usize = 3;

/// The known mistakes that explain a transcript, each as a line without an end.
pub fn likely(subject: &str, transcript: &[(String, Option<Vec<String>>)]) -> Vec<String> {
    let causes = explaining(subject, transcript);
    let mut lines: Vec<String> = causes.iter().take(TOLD).map(line).collect();
    if causes.len() > TOLD {
        lines.push(format!("{} other known mistakes explain them as well: more ops would tell", causes.len() - TOLD));
    }
    lines
}

fn line(&Cause { mistake, answers, wrong }: &Cause) -> String {
    let all = if answers == 1 { "the only answer".to_owned() } else { format!("all {answers} answers compared") };
    format!(
        "likely cause: {} ({}; explains {all}, of which {wrong} {} wrong)",
        mistake.about,
        mistake.key,
        if wrong == 1 { "is" } else { "are" }
    )
}
