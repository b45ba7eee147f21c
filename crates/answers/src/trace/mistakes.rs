//! The known mistakes that explain the words or results in a trace.

use identify::Control;
use identify::mistakes;
use lockstep::Subject;
use lockstep::trace::Call;
use subjects::registry::{SUBJECTS, seed_op};

use super::head::TraceHead;
use crate::check::{Causes, Transcript};
use crate::read::sample::numbers_of_calls;
use crate::who::{MAX_QUICK, name_quickly};

/// How many words identify a stream: four 31-bit words agree by chance once in 2^124 streams.
const ENOUGH: usize = 4;

/// How many seeds are tried if a trace does not state its own.
const TRIED: u64 = 1 << 16;

/// The known mistakes that give the words of B, if A has the right words from the same seed; or the results of B, if the words
/// of Rogue's generator are right or unknown.
pub(super) fn find_causes(a: &TraceHead, b: &TraceHead) -> Causes {
    if a.draws.len() < ENOUGH || b.draws.len() < ENOUGH {
        return Causes::default();
    }
    match causes_in_words(a, b) {
        Some(causes) if !causes.is_empty() => causes,
        _ => causes_in_results(a, b).unwrap_or_default(),
    }
}

fn causes_in_words(a: &TraceHead, b: &TraceHead) -> Option<Causes> {
    let (subject, seed) = find_stream(a, &a.words()?)?;
    let stream = subject.words()?;
    let mut transcript: Transcript = vec![(seed_op(subject, &stream, seed), None)];
    for word in b.words()? {
        transcript.push((format!("{} 1", stream.words), Some(vec![word.to_string()])));
    }
    Some(Causes::explaining(subject.name(), &transcript))
}

/// The mistakes that give the results of `get_rand`, if A says that it is a trace of Rogue's draws.
fn causes_in_results(a: &TraceHead, b: &TraceHead) -> Option<Causes> {
    let (subject, seed) = a.origin.as_ref()?;
    if subject != "get_rand" && subject != "new-game" {
        return None;
    }
    let mut transcript: Transcript = vec![(format!("srrandom {}", *seed as i32), None)];
    for (_, Call { lo, hi, result, .. }) in &b.draws {
        transcript.push((
            format!("get_rand {} {}", (*lo)?, (*hi)?),
            result.map(|result| vec![result.to_string()]),
        ));
    }
    Some(Causes::explaining("get_rand", &transcript))
}

/// A sentence about what made B, if that is certain.
pub(super) fn name_origin(b: &TraceHead, control: Control<'_>) -> Option<String> {
    let draws = &b.draws[..b.draws.len().min(MAX_QUICK)];
    let calls: Vec<Call> = draws.iter().map(|(_, call)| *call).collect();
    let have_words = calls.iter().all(|call| call.word.is_some());
    let noun = if have_words { "words" } else { "draws" };
    let subject = format!("The first {} {noun} of B", calls.len());
    name_quickly(&subject, &numbers_of_calls(&calls)?, control)
}

/// The subject and seed that give these words of a trace.
fn find_stream(trace: &TraceHead, words: &[u64]) -> Option<(&'static dyn Subject, u64)> {
    let seeds = match trace.origin {
        Some((_, seed)) => seed..seed.saturating_add(1),
        None => 0..TRIED,
    };
    for &subject in SUBJECTS {
        if subject.words().is_none() {
            continue;
        }
        for seed in seeds.clone() {
            let first = &words[..words.len().min(ENOUGH)];
            if gives_words(subject, seed, first) && gives_words(subject, seed, words) {
                return Some((subject, seed));
            }
        }
    }
    None
}

/// Whether a subject's stream begins with these words.
fn gives_words(subject: &dyn Subject, seed: u64, words: &[u64]) -> bool {
    match mistakes::right_words(subject.name(), seed) {
        Some(mut next) => words.iter().all(|&word| next() == word),
        None => false,
    }
}
