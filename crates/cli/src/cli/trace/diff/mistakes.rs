//! The known mistakes that explain the words or results in a trace.

use std::fs::File;
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::Path;

use identify::mistakes::{self, Cause, explaining};
use lockstep::Subject;
use lockstep::trace::{Call, Reader};
use subjects::registry::{SUBJECTS, seed_op};

use crate::clock::control;
use answers::read::sample::numbers_of_calls;
use answers::who::{MAX_QUICK, name_quickly};

/// How many draws are looked at.
const DRAWS: usize = 4096;

/// How many words identify a stream: four 31-bit words agree by chance once in 2^124 streams.
const ENOUGH: usize = 4;

/// How many seeds are tried if A does not state its own.
const TRIED: u64 = 1 << 16;

/// How many bytes of a trace are searched for the line that states its seed.
const HEAD: u64 = 4096;

/// The known mistakes that give the words of B, if A has the right words from the same seed; or the results of B, if the words
/// of Rogue's generator are right or unknown. A pipe is left out, because it can be read only once.
pub(super) fn causes(a: &Path, b: &Path) -> Vec<Cause> {
    let read = |path| calls(path).filter(|draws| draws.len() >= ENOUGH);
    let (Some(right), Some(wrong)) = (read(a), read(b)) else {
        return Vec::new();
    };
    let in_words = words(&right).and_then(|right| {
        let (subject, seed) = origin(a, &right)?;
        let stream = subject.words()?;
        let mut transcript = vec![(seed_op(subject, &stream, seed), None)];
        let one = format!("{} 1", stream.words);
        transcript.extend(
            words(&wrong)?
                .iter()
                .map(|word| (one.clone(), Some(vec![word.to_string()]))),
        );
        Some(explaining(subject.name(), &transcript))
    });
    in_words
        .filter(|causes| !causes.is_empty())
        .or_else(|| in_results(a, &wrong))
        .unwrap_or_default()
}

/// A line about what made B, if that is certain.
pub(super) fn origin_of_b(b: &Path) -> Option<String> {
    let mut draws = calls(b)?;
    draws.truncate(MAX_QUICK);
    let what = format!(
        "The first {} {} of B",
        draws.len(),
        if words(&draws).is_some() {
            "words"
        } else {
            "draws"
        }
    );
    name_quickly(&what, &numbers_of_calls(&draws)?, control(&|_| {}))
}

/// The mistakes that give the results of `get_rand`, if A says that it is a trace of Rogue's draws.
fn in_results(a: &Path, wrong: &[Call]) -> Option<Vec<Cause>> {
    let (subject, seed) = said(a)?;
    let mut transcript = vec![(format!("srrandom {}", seed as i32), None)];
    for Call { lo, hi, result, .. } in wrong {
        transcript.push((
            format!("get_rand {} {}", (*lo)?, (*hi)?),
            result.map(|result| vec![result.to_string()]),
        ));
    }
    ["get_rand", "new-game"]
        .contains(&&*subject)
        .then(|| explaining("get_rand", &transcript))
}

/// The first draws of a file, each with its site.
pub(super) fn draws(path: &Path) -> Option<Vec<(String, Call)>> {
    let file = path.is_file().then(|| File::open(path).ok())??;
    let mut reader = Reader::new(file);
    let mut draws = Vec::new();
    while draws.len() < DRAWS {
        // Unreadable lines were reported by the comparison.
        let Ok(Some(line)) = reader.next_draw() else {
            break;
        };
        let place = line.site().map(String::from_utf8_lossy);
        draws.push((place.unwrap_or_default().into_owned(), line.call));
    }
    Some(draws)
}

fn calls(path: &Path) -> Option<Vec<Call>> {
    Some(draws(path)?.into_iter().map(|(_, call)| call).collect())
}

/// The words of the draws, if all are known.
fn words(draws: &[Call]) -> Option<Vec<u64>> {
    draws.iter().map(|draw| draw.word).collect()
}

/// The subject and seed that give these words.
fn origin(path: &Path, words: &[u64]) -> Option<(&'static dyn Subject, u64)> {
    let seeds = said(path).map_or(0..TRIED, |(_, seed)| seed..seed.saturating_add(1));
    let subjects = SUBJECTS
        .iter()
        .copied()
        .filter(|subject| subject.words().is_some());
    let gives = |subject: &dyn Subject, seed, count: usize| {
        let stream = mistakes::right_words(subject.name(), seed);
        stream.is_some_and(|mut next| words.iter().take(count).all(|&word| next() == word))
    };
    subjects
        .flat_map(|subject| seeds.clone().map(move |seed| (subject, seed)))
        .find(|&(subject, seed)| gives(subject, seed, ENOUGH) && gives(subject, seed, words.len()))
}

/// The subject and the seed in the header of a trace that we wrote.
fn said(path: &Path) -> Option<(String, u64)> {
    let head = BufReader::new(File::open(path).ok()?.take(HEAD));
    let mut lines = head
        .lines()
        .map_while(Result::ok)
        .take_while(|line| line.starts_with('#'));
    lines.find_map(|line| {
        let (subject, rest) = line.strip_prefix("# subject: ")?.split_once(", seed ")?;
        let seed: i128 = rest
            .split(|c: char| c != '-' && !c.is_ascii_digit())
            .next()?
            .parse()
            .ok()?;
        Some((subject.to_owned(), seed as u64))
    })
}
