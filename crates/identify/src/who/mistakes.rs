//! Seeds of generators that are wrong in a known way.

use std::sync::LazyLock;

use super::filters::Filters;
use super::{Candidate, Candidates, Search, Source};
use crate::mistakes::{Mistake, known, right_words, searched};
use generators::catalogue::{self, Stream, Structure};

/// How many seeds from 0, and places for each, are tried. As many are first tried without a mistake.
pub(super) const SEEDS: u64 = 1 << 9;
pub(super) const PLACES: u64 = 1;

/// Whether a mistake shows in this many words of this seed; if not, the right generator makes the same words.
fn is_in_words(mistake: &Mistake, subject: &str, seed: u64, count: usize) -> bool {
    let streams = mistake.words(subject, seed).zip(right_words(subject, seed));
    streams.is_some_and(|(mut wrong, mut right)| (0..count).any(|_| wrong() != right()))
}

/// The number of bits in a word of a subject.
fn bits(subject: &str) -> u32 {
    match subject {
        "haskell" => 32,
        _ => catalogue::find(subject).map_or(31, |row| row.bits),
    }
}

/// The mistakes that show in words, each with its subject: the known ones, then the common ones that any generator can have.
static IN_WORDS: LazyLock<Vec<(Mistake, &str)>> = LazyLock::new(|| {
    let (mut all, mut subjects) = (Vec::new(), Vec::new());
    for mistake in known() {
        for &subject in mistake.subjects {
            all.push((mistake.clone(), subject));
            subjects.push(subject);
        }
    }
    subjects.dedup();
    for subject in subjects {
        all.extend(searched(subject, true).map(|mistake| (mistake, subject)));
    }
    all.retain(|(mistake, subject)| mistake.words(subject, 1).is_some());
    all
});

/// The words of a subject with a mistake; zeros if it has none for this seed.
fn stream_of(mistake: &Mistake, subject: &str, seed: u64) -> Stream {
    (mistake.words(subject, seed)).unwrap_or_else(|| Box::new(|| 0))
}

pub(super) fn try_seeds(search: &mut Search<'_>) {
    for (mistake, subject) in &*IN_WORDS {
        let subject: &'static str = subject;
        if !search.options.includes(subject) {
            continue;
        }
        let bits = bits(subject);
        let source = Source {
            key: subject,
            about: "with a mistake",
            algorithm: "with a mistake",
            bits,
            range: 1 << bits,
            structure: Structure::Seeds,
        };
        let numbers = search.numbers;
        let conventions = search.conventions_for(source);
        if conventions.is_empty() {
            continue;
        }
        if search.is_over() {
            return;
        }
        search.tries += 1;
        let filters = Filters::new(numbers, conventions);
        let candidates = ((SEEDS * (PLACES + 1)) as f64).log2();
        let mut hits = filters.hits(
            numbers,
            |seed| stream_of(mistake, subject, seed),
            (0..SEEDS).collect(),
            PLACES,
        );
        hits.sort_by_key(|(seed, (place, _))| (*place, *seed));
        search.record_tried(
            Candidates::SeedsWithMistakes,
            (SEEDS as f64).log2(),
            false,
            &[],
        );
        for (seed, (position, convention)) in hits {
            // A number may take two words.
            let count = position as usize + 2 * numbers.len();
            if !is_in_words(mistake, subject, seed, count) {
                continue;
            }
            search.consider(&Candidate {
                mistake: Some(&mistake.about),
                seed: Some(seed),
                position,
                ..Candidate::new(
                    source,
                    &|| stream_of(mistake, subject, seed),
                    convention,
                    candidates,
                )
            });
            if search.is_over() {
                return;
            }
        }
    }
}
