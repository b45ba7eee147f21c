//! Whether two streams come from the same distribution.

use gof::looks::two_sided;
use gof::same::{Pair, ViewComparison};
use gof::{Tail, Verdict, holm};

use super::battery::Item;
use super::blocks::Blocks;
use super::findings::{Finding, Findings, PAtLook};
use super::report::{End, InputReport, Report};
use super::source::{Items, Source, SourceOptions};
use super::{Options, TestError, source_of_input};
use crate::read::{Block, Input, Reader};

/// A comparison of two streams of items, which come block by block.
pub struct Comparison<I: Item + ?Sized> {
    what: String,
    pair: Pair<I>,
    first_items: u64,
    second_items: u64,
}

impl<I: Item + ?Sized> Comparison<I> {
    /// Begins with no items; both streams have items like this source.
    pub fn new(source: &Source) -> Result<Self, TestError> {
        Ok(Self {
            what: source.to_string(),
            pair: I::pair(&source.items).map_err(TestError::Incomparable)?,
            first_items: 0,
            second_items: 0,
        })
    }

    /// Takes the next items of the first stream.
    pub fn push_first<B: Block<Item = I>>(&mut self, block: &B) {
        self.first_items += block.count();
        block.for_each(|item| self.pair.push_one(item));
    }

    /// Takes the next items of the second stream.
    pub fn push_second<B: Block<Item = I>>(&mut self, block: &B) {
        self.second_items += block.count();
        block.for_each(|item| self.pair.push_other(item));
    }

    /// What was found, after so many bytes of both inputs.
    pub fn report(self, bytes: u64, options: &Options) -> Result<Report, TestError> {
        let compared = self.pair.compare().map_err(TestError::NotCompared)?;
        let (first, second) = (self.first_items, self.second_items);
        let input = InputReport {
            what: format!("{}; {first} and {second}", self.what),
            items: first + second,
            bytes,
            skipped: options.skip,
            ..InputReport::default()
        };
        let findings = judge_all(compared, first + second, options.alpha);
        Ok(Report::new(input, None, findings, End::Whole, options))
    }
}

/// Compares the items of two inputs that are all there.
///
/// # Errors
/// If the options contradict each other or an input, if an input cannot be read, or if the two have other kinds of items.
pub fn compare(
    first: Vec<u8>,
    second: Vec<u8>,
    source: &SourceOptions,
    options: &Options,
) -> Result<Report, TestError> {
    let other = source_of_input(&second, source)?;
    let mut source = source_of_input(&first, source)?;
    source.refuse_other_kind(&other)?;
    let (first, second) = (Input::of_bytes(first), Input::of_bytes(second));
    match source.items {
        Items::Words { .. } | Items::Fractions { .. } => {
            let (first, second) = (source.numbers::<u64>(first), source.numbers::<u64>(second));
            compare_all(&source, first, second, options)
        }
        Items::Values { .. } => {
            let (first, second) = (source.numbers::<u32>(first), source.numbers::<u32>(second));
            compare_all(&source, first, second, options)
        }
        Items::Permutations { .. } => {
            let first = source.permutations(first)?;
            let second = first.alike(second)?;
            compare_all(&source, first, second, options)
        }
    }
}

fn compare_all<R: Reader>(
    source: &Source,
    first: R,
    second: R,
    options: &Options,
) -> Result<Report, TestError>
where
    <R::Block as Block>::Item: Item,
{
    let mut comparison = Comparison::new(source)?;
    let (mut first_bytes, mut second_bytes) = (0, 0);
    for read in Blocks::new(first, options) {
        let read = read?;
        comparison.push_first(&read.block);
        first_bytes = read.position.seen.bytes;
    }
    for read in Blocks::new(second, options) {
        let read = read?;
        comparison.push_second(&read.block);
        second_bytes = read.position.seen.bytes;
    }
    comparison.report(first_bytes + second_bytes, options)
}

/// The verdicts according to Holm's procedure.
fn judge_all(compared: Vec<ViewComparison>, items: u64, alpha: f64) -> Findings {
    let mut ps = Vec::new();
    for view in &compared {
        ps.push(two_sided(&view.outcome).unwrap_or(Tail::new(1.0)));
    }
    let adjusted = holm::adjust(&ps, &vec![1.0; ps.len()]).unwrap_or_default();
    let mut rows = Vec::new();
    for (view, adjusted) in compared.into_iter().zip(adjusted) {
        let p = two_sided(&view.outcome);
        rows.push(Finding {
            test: view.outcome.test.to_owned(),
            null: format!(
                "both streams are independent items of one distribution: {}",
                view.counted
            ),
            items,
            read: view.outcome.items,
            needed: 0,
            looks: 1,
            p_values: Vec::new(),
            overall: p.map(|p| PAtLook { p, look_at: items }),
            verdict: if p.is_none() {
                Verdict::Invalid
            } else {
                Verdict::of(adjusted.log10() > alpha.log10())
            },
            worst: Some(view.worst).filter(|worst| !worst.is_empty()),
            outcome: Ok(view.outcome),
        });
    }
    Findings { rows }
}
