//! How many items each test takes to catch a broken source.

use crate::error::{Context, Result, ensure};
use gof::{Error, Test, battery};

use crate::sources::{ItemKind, Source};

/// The result of one test.
#[derive(Clone, Debug, PartialEq)]
pub struct Catch {
    /// The name of the test.
    pub test: &'static str,
    /// The number of items after which it caught the source; `None` if it did not.
    pub at: Option<u64>,
}

/// The number of items at the first look.
const FIRST: u64 = 16;

/// The number of items in a block.
const BLOCK: u64 = 1024;

/// Gives a source's items to those tests of its battery that are wanted, and looks at each test after 16, 32, 64 items and so
/// on up to `limit`. A test has caught the source when its two-sided p-value is below `alpha`, and then gets no more items.
///
/// Each look is a test of size `alpha`, so a fair source would be caught with a chance of at most `alpha` times the number
/// of examination.
///
/// # Errors
/// If `alpha` is not between 0 and 1, there is no battery for such items, or a test has no answer.
pub fn examine(
    source: &Source,
    seed: u64,
    wanted: impl Fn(&str) -> bool,
    alpha: f64,
    limit: u64,
) -> Result<Vec<Catch>> {
    ensure!(
        alpha > 0.0 && alpha < 1.0,
        "alpha is {alpha}: it must be between 0 and 1"
    );
    let examination = Examination {
        source,
        seed,
        wanted: &wanted,
        alpha,
        limit,
    };
    match source.kind {
        ItemKind::Words { bits } => examination.examine(battery::words(bits)?, |test, block| {
            let words: Vec<u64> = block.iter().copied().map(u64::from).collect();
            test.push_all(&words);
        }),
        ItemKind::Values { below } | ItemKind::Classes { cells: below } => {
            examination.examine(battery::values(below)?, |test, block| test.push_all(block))
        }
        ItemKind::Permutations { n } => {
            examination.examine(battery::permutations(n as usize)?, |test, block| {
                for item in block.chunks_exact(n as usize) {
                    test.push(item);
                }
            })
        }
    }
}

struct Examination<'a> {
    source: &'a Source,
    seed: u64,
    wanted: &'a dyn Fn(&str) -> bool,
    alpha: f64,
    limit: u64,
}

impl Examination<'_> {
    fn examine<I: ?Sized>(
        &self,
        tests: Vec<Box<dyn Test<I>>>,
        push: impl Fn(&mut dyn Test<I>, &[u32]),
    ) -> Result<Vec<Catch>> {
        let mut running = Vec::new();
        for test in tests {
            if (self.wanted)(test.name()) {
                let catch = Catch {
                    test: test.name(),
                    at: None,
                };
                running.push((catch, test));
            }
        }
        let (mut stream, width) = (self.source.open(self.seed), self.source.kind.width());
        let mut block = vec![0; width * BLOCK as usize];
        let (mut items, mut look) = (0, FIRST.min(self.limit));
        while items < self.limit && running.iter().any(|(catch, _)| catch.at.is_none()) {
            let count = (look - items).min(BLOCK);
            let block = &mut block[..width * count as usize];
            stream.fill(block);
            items += count;
            for (catch, test) in running.iter_mut().filter(|(catch, _)| catch.at.is_none()) {
                push(&mut **test, block);
                if items < look {
                    continue;
                }
                match test.outcome() {
                    Ok(outcome) => {
                        let log10 = outcome.p.two_sided().log10();
                        catch.at = (log10 < self.alpha.log10()).then_some(items);
                    }
                    Err(Error::TooFew { .. }) => {}
                    Err(error) => {
                        return Err(error).context(format!("{} after {items} items", catch.test));
                    }
                }
            }
            if items == look {
                look = look.saturating_mul(2).min(self.limit);
            }
        }
        Ok(running.into_iter().map(|(catch, _)| catch).collect())
    }
}

#[cfg(test)]
mod tests {
    use gof::{Cells, pearson};

    use super::super::{all, find, predicted_items};
    use super::*;
    use crate::sources::laws::View;

    const ALPHA: f64 = 1e-9;

    /// The number of items, doubled at each look, at which the cells of a view are found not to be equally frequent.
    fn caught(source: &Source, view: View, limit: u64) -> Option<u64> {
        let null = Cells::uniform(view.cells(source.kind)).unwrap();
        let (mut stream, mut item) = (source.open(1), vec![0; source.kind.width()]);
        let mut counts = vec![0; null.len()];
        for items in 1..=limit {
            stream.fill(&mut item);
            counts[view.cell(&item)] += 1;
            if items.is_power_of_two()
                && let Ok(outcome) = pearson::chi_square("cells", &counts, &null)
                && outcome.p.two_sided().log10() < ALPHA.log10()
            {
                return Some(items);
            }
        }
        None
    }

    /// With probability 0.999 a source is caught with the number of items that theory gives for that power, and with
    /// probability 0.99 it is not caught with the number for a power of 0.01. The looks double, and need five items per cell.
    #[test]
    #[ignore = "slow: run in CI"]
    fn broken_sources_are_caught_where_theory_says() {
        let mut seen = 0;
        for source in all() {
            let Some(law) = source.law().unwrap() else {
                continue;
            };
            let [least, most] =
                [0.001, 0.999].map(|power| predicted_items(source, ALPHA, power).unwrap().unwrap());
            if most > 1 << 22 {
                continue;
            }
            let needed = 5 * law.outcomes() as u64;
            let limit = most.max(needed).next_power_of_two();
            let view = match source.kind {
                ItemKind::Permutations { .. } => View::RankBuckets(120),
                _ => View::Item,
            };
            let at =
                caught(source, view, limit).unwrap_or_else(|| panic!("{} at {limit}", source.key));
            assert!(
                at >= least.min(needed),
                "{}: caught at {at}, not before {least}",
                source.key
            );
            seen += 1;
        }
        assert!(seen >= 25, "{seen}");
    }

    #[test]
    fn too_few_items_are_no_catch_and_a_bad_alpha_is_refused() {
        let ranks = |alpha| {
            examine(
                find("sattolo").unwrap(),
                1,
                |name| name == "ranks",
                alpha,
                599,
            )
        };
        assert_eq!(
            ranks(ALPHA).unwrap(),
            [Catch {
                test: "ranks",
                at: None
            }]
        );
        for alpha in [0.0, 1.0, f64::NAN] {
            assert!(ranks(alpha).is_err(), "{alpha}");
        }
    }
}
