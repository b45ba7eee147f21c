//! Counts the seeds of a range whose words and draws satisfy a predicate; uses `generators` and `rogue`.
//!
//! Start with [`Scan`]: a [`Source`] of words that one 32-bit seed decides, a [`Predicate`] on them, and seeds. A
//! predicate is compiled to instructions on columns of seeds, run by blocks on all threads. An [`Outcome`] does not
//! depend on the number of threads, shards or processes; outcomes over other seeds merge. [`ranks`] lets processes share
//! a scan. A [`rule`] makes a number of a word, and is run over all words.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use scan::{Predicate, Scan, Source, Span};
//!
//! let source = Source::find("rrandom", None)?;
//! let predicate = Predicate::parse("get_rand(0, 1, 100) == 96", source)?;
//! let whole = Span::new(0, 32_767).unwrap();
//! let scan = Scan { source, predicate, whole, span: Some(whole), keep: 2 };
//! let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build()?;
//! let outcome = scan.run(&pool, scan.start(), &AtomicBool::new(false), &mut |_| Ok(()))?;
//! assert_eq!((outcome.seeds(), outcome.first()[0]), (32_768, 0)); // seed 0 begins with 96
//! # Ok::<(), anyhow::Error>(())
//! ```

mod columns;
mod outcome;
mod predicate;
pub mod ranks;
pub mod rule;
pub mod source;
pub mod span;

pub use outcome::{Outcome, Question};
pub use predicate::{Predicate, PredicateError};
pub use source::Source;
pub use span::Span;

use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Result;
use rayon::ThreadPool;
use rayon::prelude::*;

use columns::{Columns, Program};

/// Seeds that one thread takes at a time.
const CHUNK: u64 = 1 << 16;

/// Seeds after which a scan can be kept, shown or stopped.
const STEP: u64 = 1 << 22;

/// A question and the seeds it is asked of.
#[derive(Clone, Debug)]
pub struct Scan {
    /// The generator.
    pub source: Source,
    /// What is asked of its words.
    pub predicate: Predicate,
    /// The seeds of all shards together.
    pub whole: Span,
    /// The seeds of this one; `None` for none, as an empty shard has.
    pub span: Option<Span>,
    /// How many matching seeds are kept.
    pub keep: usize,
}

impl Scan {
    /// What is asked, as it stands in an outcome.
    pub fn question(&self) -> Question {
        Question {
            subject: self.source.name().into(),
            stream: self.source.stream().map(|stream| format!("{stream:#x}")),
            predicate: self.predicate.to_string(),
            keep: self.keep,
        }
    }

    /// The outcome before any seed was looked at.
    pub fn start(&self) -> Outcome {
        Outcome::new(self.question(), self.whole)
    }

    /// The first of these seeds, each tried by itself, that does not match.
    fn refuted(&self, seeds: &[i32]) -> Option<i32> {
        let program = Program::new(&self.predicate, self.source);
        let mut columns = program.columns();
        seeds.iter().copied().find(|&seed| program.count(seed as u32, 1, 0, &mut columns).0 == 0)
    }

    /// How many seeds there are.
    pub fn seeds(&self) -> u64 {
        self.span.map_or(0, Span::seeds)
    }

    /// The same question of part `i` of `n` of the seeds, counted from 1.
    #[must_use]
    pub fn shard(&self, i: u32, n: u32) -> Self {
        Self { span: self.span.and_then(|span| span.shard(i, n)), ..self.clone() }
    }

    /// Goes on from an outcome over the first seeds, on the threads of a pool. `step` gets every outcome on the way; the scan
    /// ends soon after `stop` becomes true, with what there is.
    ///
    /// # Errors
    /// If `step` fails.
    pub fn run(
        &self,
        pool: &ThreadPool,
        mut outcome: Outcome,
        stop: &AtomicBool,
        step: &mut dyn FnMut(&Outcome) -> Result<()>,
    ) -> Result<Outcome> {
        let program = Program::new(&self.predicate, self.source);
        while !stop.load(Ordering::Relaxed)
            && let Some(span) = self.span.and_then(|span| span.part(outcome.seeds(), STEP))
        {
            let found = pool.install(|| look(&program, span, outcome.room()));
            let matches = found.iter().map(|(matches, _)| matches).sum();
            // The chunks are in the order of their seeds, whichever thread had them.
            outcome.append(span, matches, found.into_iter().flat_map(|(_, seeds)| seeds).collect());
            step(&outcome)?;
        }
        Ok(outcome)
    }
}

/// The matches of each chunk, and the first of them, at most `most`.
fn look(program: &Program, span: Span, most: usize) -> Vec<(u64, Vec<u32>)> {
    let chunks = (0..span.seeds().div_ceil(CHUNK)).into_par_iter();
    let chunks = chunks.filter_map(|chunk| span.part(chunk * CHUNK, CHUNK));
    let count = |columns: &mut Columns, chunk: Span| program.count(chunk.from(), chunk.seeds() as u32, most, columns);
    chunks.map_init(|| program.columns(), count).collect()
}

/// The examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scan_that_is_stopped_has_what_it_has_seen() {
        let source = Source::find("rrandom-type0", None).unwrap();
        let predicate = Predicate::parse("word(0) >= 0", source).unwrap();
        let scan = Scan { source, predicate, whole: Span::ALL, span: Some(Span::ALL), keep: 1 };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        let stop = AtomicBool::new(false);
        let stopped = scan.run(&pool, scan.start(), &stop, &mut |_| {
            stop.store(true, Ordering::Relaxed);
            Ok(())
        });
        let stopped = stopped.unwrap();
        assert_eq!((stopped.seeds(), stopped.matches(), stopped.first()), (STEP, STEP, &[0][..]));
    }
}
