//! Counts the seeds of a range whose words and draws satisfy a predicate; uses `generators` and `rogue`.
//!
//! Start with [`Scan`]: a [`Seeded`] source of words that one 32-bit seed decides, a [`Predicate`] on them, and seeds. A
//! predicate is compiled to instructions on columns of seeds, which all threads run in blocks. An [`Outcome`] does not depend
//! on the number of threads or processes. [`ranks`] lets processes share a scan. A [`formula`] makes a number from a word, and
//! is run over all words; a [`Rule`] of several words is joined from formulas.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use roguelab_scan::{Predicate, Scan, Seeded, Span};
//!
//! let source = Seeded::find("rrandom", None)?;
//! let predicate = Predicate::parse("get_rand(0, 1, 100) == 96", source)?;
//! let scan = Scan { source, predicate, span: Span::new(0, 32_767).unwrap(), keep: 2 };
//! let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build()?;
//! let outcome = scan.run(&pool, &AtomicBool::new(false), &mut |_| ());
//! assert_eq!((outcome.seeds, outcome.first[0]), (32_768, 0)); // seed 0 begins with 96
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod columns;
pub mod expression;
pub mod formula;
pub mod ranks;
mod rule;
pub mod seeded;
pub mod span;

pub use expression::ExpressionError;
pub use rule::{Drawn, Ideal, JoinedRule, Part, Rule};
pub use seeded::{Seeded, SeededError};
pub use span::Span;

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::ThreadPool;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use columns::Program;
use expression::{Expression, Scope, parse};

/// How many seeds one thread takes at a time.
const CHUNK: u64 = 1 << 16;

/// After this many seeds a scan shows its progress.
const STEP: u64 = 1 << 22;

/// A condition on a seed. It is shown in canonical form: with constants computed, and no unneeded parentheses.
#[derive(Clone, Debug, PartialEq)]
pub struct Predicate(Expression);

impl Predicate {
    /// Reads a predicate about the words of this source.
    ///
    /// # Errors
    /// If the text is not a predicate: the error has the column, and says what was expected.
    pub fn parse(text: &str, source: Seeded) -> Result<Self, ExpressionError> {
        let scope = Scope::Seed(source);
        let (condition, _) = parse(text, scope)?;
        match condition.expect_condition() {
            Ok(_) => Ok(Self(condition)),
            Err(fault) => Err(fault.in_text(scope.what(), text)),
        }
    }
}

impl fmt::Display for Predicate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The result of a scan. It does not depend on the number of threads or processes.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
pub struct Outcome {
    /// How many seeds were scanned.
    pub seeds: u64,
    /// How many of them match.
    pub matches: u64,
    /// The first seeds that match, in the order 0 to 2^32 - 1, as C ints.
    pub first: Vec<i32>,
}

impl Outcome {
    /// Adds the outcome of the seeds after these; at most `keep` seeds are listed.
    pub(crate) fn append(&mut self, next: Self, keep: usize) {
        self.seeds += next.seeds;
        self.matches += next.matches;
        let room = keep.saturating_sub(self.first.len());
        self.first.extend(next.first.into_iter().take(room));
    }
}

/// A predicate, and the seeds on which it is tried.
#[derive(Clone, Debug)]
pub struct Scan {
    /// The generator.
    pub source: Seeded,
    /// The condition on its words.
    pub predicate: Predicate,
    /// The seeds.
    pub span: Span,
    /// How many matching seeds are listed.
    pub keep: usize,
}

impl Scan {
    /// The same scan of share `i` of `n` of the seeds, counted from 1; `None` if that share has no seeds.
    #[must_use]
    pub fn share(&self, i: u32, n: u32) -> Option<Self> {
        self.span.share(i, n).map(|span| Self {
            span,
            ..self.clone()
        })
    }

    /// Tries every seed, on the threads of a pool. `step` gets the outcome so far, every 2^22 seeds; the scan ends soon after
    /// `stop` becomes true, with the outcome of the first seeds, as many as it says.
    pub fn run(
        &self,
        pool: &ThreadPool,
        stop: &AtomicBool,
        step: &mut dyn FnMut(&Outcome),
    ) -> Outcome {
        let program = Program::new(&self.predicate.0, None);
        let mut outcome = Outcome::default();
        while !stop.load(Ordering::Relaxed)
            && let Some(span) = self.span.part(outcome.seeds, STEP)
        {
            let room = self.keep - outcome.first.len();
            // The chunks are in the order of their seeds, whichever thread had them.
            for chunk in pool.install(|| self.scan_chunks(&program, span, room, stop)) {
                let Some(chunk) = chunk else { break };
                outcome.append(chunk, self.keep);
            }
            step(&outcome);
        }
        outcome
    }

    /// The result for each chunk that was begun before `stop` became true; at most `most` seeds of each are listed.
    fn scan_chunks(
        &self,
        program: &Program,
        span: Span,
        most: usize,
        stop: &AtomicBool,
    ) -> Vec<Option<Outcome>> {
        let chunks = (0..span.seeds().div_ceil(CHUNK)).into_par_iter();
        let chunks = chunks.filter_map(|chunk| span.part(chunk * CHUNK, CHUNK));
        let outcomes = chunks.map_init(
            || program.columns(),
            |columns, chunk| {
                let seeds = chunk.seeds() as u32;
                (!stop.load(Ordering::Relaxed))
                    .then(|| program.count(self.source, chunk.from(), seeds, most, columns))
            },
        );
        outcomes.collect()
    }
}

/// The examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(test)]
mod tests {
    use super::*;

    fn scan(predicate: &str, span: Span, keep: usize) -> Scan {
        let source = Seeded::find("rrandom-type0", None).unwrap();
        Scan {
            source,
            predicate: Predicate::parse(predicate, source).unwrap(),
            span,
            keep,
        }
    }

    fn pool() -> ThreadPool {
        rayon::ThreadPoolBuilder::new()
            .num_threads(1)
            .build()
            .unwrap()
    }

    #[test]
    fn a_scan_that_is_stopped_has_what_it_has_seen() {
        let stop = AtomicBool::new(false);
        let all = scan("word(0) >= 0", Span::ALL, 1);
        let stopped = all.run(&pool(), &stop, &mut |_| stop.store(true, Ordering::Relaxed));
        assert_eq!(
            stopped,
            Outcome {
                seeds: STEP,
                matches: STEP,
                first: vec![0]
            }
        );
    }

    #[test]
    fn seeds_are_listed_in_the_order_of_bits_without_a_sign() {
        let (from, last) = ((1 << 31) - 1, 1 << 31);
        let found = scan("word(0) >= 0", Span::new(from, last).unwrap(), 5).run(
            &pool(),
            &false.into(),
            &mut |_| (),
        );
        assert_eq!(found.first, [i32::MAX, i32::MIN]);
    }
}
