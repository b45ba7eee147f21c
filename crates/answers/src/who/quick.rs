//! A sentence about what made some numbers, for answers that know nothing better about them.

use std::time::Duration;

use identify::{Control, Numbers, Options, who};

use super::answer::Named;
use super::words::describe_origin;
use super::written::NumberWriter;

/// How many numbers are looked at.
pub const MAX_QUICK: usize = 256;

/// How long the search may take: a second is usual, but an unlucky input takes longer. A fuzz target has no time for it.
const LONGEST: Duration = Duration::from_millis(if cfg!(fuzzing) { 5 } else { 10_000 });

/// The generator that makes all of these numbers, beyond coincidence, if a quick method finds it: a sentence that begins with
/// the name that is given to the numbers.
pub fn name_quickly(subject: &str, numbers: &Numbers, control: Control<'_>) -> Option<String> {
    let options = Options {
        time: Some(LONGEST),
        quick: true,
        control,
        ..Options::default()
    };
    let found = who(numbers, options);
    let answer = found.answers.first()?;
    if !answer.evidence.is_whole() {
        return None;
    }
    let named = Named::new(answer, &NumberWriter::of_numbers(numbers));
    let mut text = describe_origin(subject, &named);
    if let Some(rule) = named.rule() {
        text += &format!(" Each is {rule}.");
    }
    if let Some(mistake) = &named.mistake {
        text += &format!(" The mistake: {mistake}");
    }
    Some(text)
}
