//! Streams of words: the sources of the zoo, and those of every subject that has one, from its port.

use std::sync::LazyLock;

use lockstep::{Answer, Output, Role, Seen, Side, Subject, WordStream, implementation};
use subjects::registry;
use zoo::sources::{self, ItemKind, Source, Stream};

/// How many words are asked for at a time.
const BLOCK: usize = 1 << 12;

/// The subjects that have a stream of words, including the rows of the catalogue.
static SUBJECTS: LazyLock<Vec<Source>> =
    LazyLock::new(|| registry::all().filter_map(subject_source).collect());

/// The sources of the zoo, and the subjects with words that are not among them; the broken sources are last.
pub(crate) fn sources() -> impl Iterator<Item = &'static Source> {
    let fair = sources::all().iter().filter(|source| source.flaw.is_none());
    let subjects = SUBJECTS
        .iter()
        .filter(|source| sources::find(&source.key).is_none());
    fair.chain(subjects).chain(zoo::broken::all())
}

/// The words of a subject as a source; `None` if it has none.
fn subject_source(subject: &'static dyn Subject) -> Option<Source> {
    let stream = subject.words()?;
    let (bits, seed_bits) = (stream.bits.min(32), stream.seed_bits);
    let kind = ItemKind::Words { bits };
    let mut source = Source::new(subject.name(), subject.about(), kind, move |seed| {
        Box::new(SubjectWords::open(subject, &stream, seed))
    });
    source.seed_bits = seed_bits;
    Some(source)
}

/// A subject's words, converted to words of at most 32 bits. A 64-bit word is two of them, the low half first; of a word of 33
/// to 63 bits, the upper 32 are used.
struct SubjectWords {
    side: Box<dyn Side>,
    /// The op that shows the next words.
    next: String,
    bits: u32,
    /// Words that have been made but not taken, the last first.
    left: Vec<u32>,
}

impl SubjectWords {
    fn open(subject: &'static dyn Subject, stream: &WordStream, seed: u64) -> Self {
        let mut side = implementation(subject, Role::Port)().expect("a port needs nothing else");
        side.apply(&registry::seed_op(subject, stream, seed));
        Self {
            side,
            next: format!("{} {BLOCK}", stream.words),
            bits: stream.bits,
            left: Vec::new(),
        }
    }

    fn next_block(&mut self) -> Vec<u64> {
        match self.side.apply(&self.next) {
            Answer::Seen(Seen {
                output: Output::Words(words),
                ..
            }) => words.into_iter().map(u64::from).collect(),
            Answer::Seen(Seen {
                output: Output::Words64(words),
                ..
            }) => words,
            other => panic!("`{}` shows {other}, not words", self.next),
        }
    }
}

impl Stream for SubjectWords {
    fn fill(&mut self, block: &mut [u32]) {
        for place in block {
            if self.left.is_empty() {
                for word in self.next_block().into_iter().rev() {
                    match self.bits {
                        64 => self.left.extend([(word >> 32) as u32, word as u32]),
                        bits => self.left.push((word >> bits.saturating_sub(32)) as u32),
                    }
                }
            }
            *place = self.left.pop().expect("a block has words");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(name: &str, seed: u64) -> [u32; 3] {
        let mut words = [0; 3];
        sources()
            .find(|source| source.key == name)
            .unwrap()
            .open(seed)
            .fill(&mut words);
        words
    }

    #[test]
    fn words_of_64_bits_come_in_halves_and_others_as_they_are() {
        let mut wide = (generators::catalogue::find("splitmix64").unwrap().seeded)(42);
        let (one, two) = (wide(), wide());
        assert_eq!(
            first("splitmix64", 42),
            [one as u32, (one >> 32) as u32, two as u32]
        );
        // Words of 32 bits, and the upper bits of words of 48 bits.
        assert_eq!(
            first("mt19937", 5489),
            [3_499_211_612, 581_869_302, 3_890_346_734]
        );
        let mut drand48 = (generators::catalogue::find("drand48").unwrap().seeded)(42);
        assert_eq!(
            first("drand48", 42),
            [(); 3].map(|()| (drand48() >> 16) as u32)
        );
    }

    #[test]
    fn a_subject_s_words_are_those_of_the_source_of_its_name() {
        let mut compared = 0;
        for subject in &*SUBJECTS {
            let Some(source) = sources::find(&subject.key) else {
                continue;
            };
            let (mut words, mut shown) = (vec![0; 100], vec![0; 100]);
            source.open(77).fill(&mut words);
            subject.open(77).fill(&mut shown);
            assert_eq!(words, shown, "{}", subject.key);
            compared += 1;
        }
        assert!(compared > 0);
    }
}
