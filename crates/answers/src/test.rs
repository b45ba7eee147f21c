//! Are these words, values or permutations what a fair source gives?
//!
//! [`test()`] runs a battery of tests on a stream; a [`Session`] does so block by block, so that the stream may be endless. A
//! [`Comparison`] says whether two streams come from one distribution, and [`counts`] and [`rate`] judge what was counted.
//!
//! ```
//! use roguelab_answers::test::{Control, Options, SourceOptions, Verdict, test};
//!
//! // A die that never shows its last face.
//! let rolls: String = (0..6000).map(|i| format!("{} ", i * 7 % 5 + 1)).collect();
//! let die = SourceOptions { below: Some(6), base: Some(1), ..SourceOptions::default() };
//! let report = test(rolls.into_bytes(), &die, &Options::default(), Control::default())?;
//! assert_eq!(report.verdict, Verdict::Fail);
//! # Ok::<(), roguelab_answers::test::TestError>(())
//! ```

mod against;
mod battery;
mod blocks;
mod counts;
mod decks;
mod error;
mod facts;
mod findings;
mod guess;
mod json;
mod judgement;
mod limit;
mod looks;
mod neighbours;
mod notes;
mod report;
mod session;
mod source;
mod state;
mod tally;
mod words;

use std::time::Duration;

pub use against::{Comparison, compare};
pub use battery::{Item, TestList, list_tests};
pub use blocks::{Blocks, Position, ReadBlock, skip_items};
pub use counts::{
    COUNTS_SCHEMA, CountedItems, CountsOptions, CountsReport, ExpectedLaw, Simulations, Statistic,
    Worst, counts, dice_weights, rate,
};
pub use decks::{FittingShuffle, WrongShuffle};
pub use error::TestError;
pub use facts::Fact;
pub use findings::{Finding, Findings, PAtLook};
pub use gof::Verdict;
pub use gof::observed::Evidence;
pub use guess::{Guess, guess_encoding};
pub use identify::Control;
pub use judgement::{Counted, Effect};
pub use limit::{LIMIT_SCHEMA, LimitReport, LimitedStatistic, limit};
pub use neighbours::{Seeds, WordsByPlace};
pub use notes::{FailingHalf, Note};
pub use report::{End, InputNames, InputReport, Report, SCHEMA};
pub use session::{Look, Session};
pub use source::{Items, Source, SourceOptions};
pub use tally::{OUTSIDE, Tally, ValueCount, tally, tally_counts, tally_hits};

use crate::read::{Block, Distribution, Input, InputSummary, Reader};

/// How to test items.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "options")]
pub struct Options {
    /// The names of the tests, with parameters; if there are none, the battery.
    pub only: Vec<String>,
    /// Whether the battery is the larger one for long runs.
    pub is_long: bool,
    /// The chance that a fair source fails any of the tests.
    pub alpha: f64,
    /// How many items to test at most.
    pub limit: Option<u64>,
    /// How many items to skip first.
    pub skip: u64,
    /// Whether the verdict is INVALID if any test has too few items, not only if all have.
    pub strict: bool,
    /// Whether to continue after a test has failed.
    pub keep_going: bool,
    /// Whether the report has the p-value of each look.
    pub all_p_values: bool,
}

impl Default for Options {
    /// The battery on all items, with one false alarm in a million.
    fn default() -> Self {
        Self {
            only: Vec::new(),
            is_long: false,
            alpha: 1e-6,
            limit: None,
            skip: 0,
            strict: false,
            keep_going: false,
            all_p_values: false,
        }
    }
}

/// Tests the items of an input that is all there.
///
/// # Errors
/// If the options contradict each other or the input, or if the input cannot be read.
pub fn test(
    input: Vec<u8>,
    source: &SourceOptions,
    options: &Options,
    control: Control<'_>,
) -> Result<Report, TestError> {
    let mut source = source_of_input(&input, source)?;
    let input = Input::of_bytes(input);
    match source.items {
        Items::Words { .. } | Items::Fractions { .. } => {
            let reader = source.numbers::<u64>(input);
            test_all(source, reader, options, control)
        }
        Items::Values { .. } => {
            let reader = source.numbers::<u32>(input);
            test_all(source, reader, options, control)
        }
        Items::Permutations { .. } => {
            let reader = source.permutations(input)?;
            test_all(source, reader, options, control)
        }
    }
}

/// The source that the options and the first bytes of an input describe.
fn source_of_input(input: &[u8], options: &SourceOptions) -> Result<Source, TestError> {
    let mut guess = None;
    if options.needs_guess() {
        let head = &input[..input.len().min(HEAD)];
        guess = guess_encoding(head, options.law == Distribution::Uniform);
    }
    Source::new(options, guess)
}

/// How many bytes are inspected before anything is known about the input.
pub const HEAD: usize = 512;

fn test_all<R: Reader>(
    source: Source,
    reader: R,
    options: &Options,
    control: Control<'_>,
) -> Result<Report, TestError>
where
    <R::Block as Block>::Item: Item,
{
    let mut session = Session::new(source, options.clone(), || Duration::ZERO)?;
    let mut seen = InputSummary::default();
    for read in Blocks::new(reader, options) {
        let read = read?;
        seen = read.position.seen;
        if session.push(&read.block).is_some_and(|look| look.is_last) {
            return Ok(session.report(End::Failed, seen, control));
        }
    }
    Ok(session.report(End::Whole, seen, control))
}
