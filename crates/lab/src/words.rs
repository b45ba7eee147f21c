//! The stream of words of a subject, as its port shows it.

use anyhow::{Context, Result, bail};
use lockstep::{Corner, Output, WordStream};
use subjects::registry::Entry;

/// Words that are asked for at once.
const BLOCK: usize = 1 << 12;

/// A subject's stream of words for a seed.
pub struct SubjectWords {
    ops: subjects::registry::Running,
    next: String,
    words: Vec<u64>,
}

impl SubjectWords {
    /// Opens the stream for this seed: its low bits, if the generator's is shorter.
    ///
    /// # Errors
    /// If the subject has no words.
    pub fn open(subject: &'static dyn Entry, seed: u64) -> Result<Self> {
        let WordStream { seed_bits, seed: op, words, .. } =
            subject.words().with_context(|| format!("{} has no stream of words", subject.name()))?;
        let mut ops = subject.start(Corner::Port)?;
        let seed = if seed_bits == 32 { (seed as i32).to_string() } else { seed.to_string() };
        ops(&op.replace("{}", &seed))?;
        Ok(Self { ops, next: format!("{words} {BLOCK}"), words: Vec::new() })
    }

    /// The next words.
    ///
    /// # Errors
    /// If the subject's op shows none: a defect of its description.
    pub fn next_block(&mut self) -> Result<&[u64]> {
        self.words = match (self.ops)(&self.next)?.output {
            Output::Words(words) => words.into_iter().map(u64::from).collect(),
            Output::Words64(words) => words,
            other => bail!("`{}` shows {other}, not words", self.next),
        };
        Ok(&self.words)
    }
}
