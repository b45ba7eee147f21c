//! Which known mistake explains what a program showed.

use lockstep::Output;

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
