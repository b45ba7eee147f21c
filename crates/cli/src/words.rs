//! Streams of words: the sources of the zoo, and those of every subject that has one, from its port.

use std::collections::HashSet;

use anyhow::{Context, Result, bail};
use lockstep::{Answer, Output, Role, Seen, Side, Subject, implementation};
use subjects::registry;
use zoo::sources::{self, Kind, Source, Stream};

/// How many words are asked for at a time.
const BLOCK: usize = 1 << 12;

/// A subject's stream of words for a seed.
pub(crate) struct SubjectWords {
    side: Box<dyn Side>,
    next: String,
    words: Vec<u64>,
}

impl SubjectWords {
    /// Opens the stream for this seed, or for the low bits of it that the generator uses.
    pub(crate) fn open(subject: &'static dyn Subject, seed: u64) -> Result<Self> {
        let stream = subject
            .words()
            .with_context(|| format!("{} has no stream of words", subject.name()))?;
        let mut side = implementation(subject, Role::Port)()?;
        side.apply(&registry::seed_op(subject, &stream, seed));
        Ok(Self {
            side,
            next: format!("{} {BLOCK}", stream.words),
            words: Vec::new(),
        })
    }

    pub(crate) fn next_block(&mut self) -> Result<&[u64]> {
        self.words = match self.side.apply(&self.next) {
            Answer::Seen(Seen {
                output: Output::Words(words),
                ..
            }) => words.into_iter().map(u64::from).collect(),
            Answer::Seen(Seen {
                output: Output::Words64(words),
                ..
            }) => words,
            other => bail!("`{}` shows {other}, not words", self.next),
        };
        Ok(&self.words)
    }
}

/// The sources of the zoo, and the subjects with words that are not among them, including the rows of the catalogue. A 64-bit
/// word is two words of 32 bits, the low half first; of a word of 33 to 63 bits, the upper 32 are used.
pub(crate) fn sources() -> Vec<Source> {
    let mut all = sources::all();
    let known: HashSet<_> = all.iter().map(|source| source.key.clone()).collect();
    for subject in registry::all() {
        let Some(words) = subject.words().filter(|_| !known.contains(subject.name())) else {
            continue;
        };
        let open = move |seed| -> Box<dyn Stream> {
            let words = SubjectWords::open(subject, seed).expect("the subject has words");
            let bits = subject.words().map_or(32, |words| words.bits);
            Box::new(Halves {
                words,
                wide: bits == 64,
                shift: if bits < 64 {
                    bits.saturating_sub(32)
                } else {
                    0
                },
                left: Vec::new(),
            })
        };
        let kind = Kind::Words {
            bits: words.bits.min(32),
        };
        let mut source = Source::new(subject.name(), subject.about(), kind, open);
        source.seed_bits = words.seed_bits;
        all.push(source);
    }
    all
}

/// A subject's words, converted to words of at most 32 bits.
struct Halves {
    words: SubjectWords,
    /// Whether a word becomes two.
    wide: bool,
    /// How many low bits of a word are dropped.
    shift: u32,
    /// Words that have been made but not taken, the last first.
    left: Vec<u32>,
}

impl Stream for Halves {
    fn fill(&mut self, block: &mut [u32]) {
        for place in block {
            if self.left.is_empty() {
                let halves = |&word: &u64| {
                    [(word >> self.shift) as u32, (word >> 32) as u32]
                        .into_iter()
                        .take(1 + usize::from(self.wide))
                };
                self.left = self
                    .words
                    .next_block()
                    .expect("the op shows words")
                    .iter()
                    .flat_map(halves)
                    .collect();
                self.left.reverse();
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
            .into_iter()
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
        for subject in registry::all() {
            let (Some(source), Some(_)) = (sources::find(subject.name()), subject.words()) else {
                continue;
            };
            let mut words = vec![0; 100];
            source.open(77).fill(&mut words);
            let shown = SubjectWords::open(subject, 77)
                .unwrap()
                .next_block()
                .unwrap()[..100]
                .to_vec();
            assert!(
                words.iter().map(|&word| u64::from(word)).eq(shown),
                "{}",
                subject.name()
            );
        }
    }
}
