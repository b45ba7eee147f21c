//! A line about what made some numbers, for commands that know nothing better about them.

use std::time::Duration;

use identify::related::Related;
use identify::{Numbers, Options, who};

use super::show::sentence;
use crate::clock::control;

/// How many numbers are looked at.
pub(in crate::cli) const MOST: usize = 256;

/// How long the search may take: a second is usual, but an unlucky input takes longer. A fuzz target has no time for it.
const LONGEST: Duration = Duration::from_millis(if cfg!(fuzzing) { 5 } else { 10_000 });

/// The generator that makes all of these numbers, beyond coincidence, if a quick way finds it.
pub(in crate::cli) fn line(what: &str, numbers: &Numbers) -> Option<String> {
    let found = who(
        numbers,
        Options {
            time: Some(LONGEST),
            quick: true,
            control: control(&|_| {}),
            ..Options::default()
        },
    );
    let answer = found
        .answers
        .first()
        .filter(|answer| answer.evidence.is_whole())?;
    let each = answer.rule().map_or(String::new(), |convention| {
        format!(" Each is {convention}.")
    });
    let mistake = answer
        .mistake
        .as_ref()
        .map_or(String::new(), |mistake| format!(" The mistake: {mistake}"));
    Some(format!("{}{each}{mistake}", sentence(what, answer)))
}

/// How a number is made from outputs.
pub(in crate::cli) fn how(related: &Related) -> String {
    let mut text = format!("each is {}", related.convention);
    if let Some(bound) = related.bound {
        text += &format!(", with n = {bound}");
    }
    if related.base > 0 {
        text += &format!(", plus {}", related.base);
    }
    match related.position {
        0 => {}
        1 => text += ", and the first output is left out",
        position => text += &format!(", and the first {position} outputs are left out"),
    }
    text
}
