//! Two streams, compared view by view.

use std::fmt;

use super::counts;
use crate::counted::{Counted, Law, StageResult, permutations, values};
use crate::error::check_range;
use crate::permutations::class::Validity;
use crate::{Error, Outcome, PValue, Reference, Tail, Test as _};

/// Two streams of items, `one` and `other`, compared in several views, in constant memory.
///
/// ```
/// use roguelab_gof::same::Pair;
///
/// let mut pair = Pair::values(6)?;
/// for i in 0..6000_u32 {
///     pair.push_one(&(i * 7 % 6));
///     // Never five.
///     pair.push_other(&(i * 7 % 5));
/// }
/// let compared = pair.compare()?;
/// let values = compared.iter().find(|view| view.counted == "all 6 values").unwrap();
/// assert_eq!(values.worst, "value 5: 1000 of 6000 in the one, 0 of 6000 in the other");
/// assert!(values.outcome.p.upper().value() < 1e-100);
/// # Ok::<(), roguelab_gof::Error>(())
/// ```
pub struct Pair<Item: ?Sized> {
    tests: Vec<[Counted<Item>; 2]>,
    /// Whether an item is in the domain of the pair.
    fits: Box<Fits<Item>>,
    /// For each stream, how many items are in the domain and how many are not.
    items: [[u64; 2]; 2],
}

type Fits<Item> = dyn FnMut(&Item) -> bool + Send;

/// The result of one view of two streams.
#[derive(Clone, Debug, PartialEq)]
pub struct ViewComparison {
    /// The quantity that was counted, in a few words.
    pub counted: String,
    /// The test of the counts of both streams; its items are those of both streams.
    pub outcome: Outcome,
    /// The largest difference, in a sentence.
    pub worst: String,
}

impl<Item: ?Sized> fmt::Debug for Pair<Item> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pair")
            .field("items", &self.items())
            .finish_non_exhaustive()
    }
}

impl Pair<u32> {
    /// A pair of streams of values in `0..below`.
    ///
    /// # Errors
    /// [`Error::NothingToTest`] below two.
    pub fn values(below: u32) -> Result<Self, Error> {
        Self::new(|| values::tests(below.into()), move |value| *value < below)
    }
}

impl Pair<u64> {
    /// A pair of streams of words of 1 to 64 bits.
    ///
    /// # Errors
    /// [`Error::Parameter`] for another number of bits.
    pub fn words(bits: u32) -> Result<Self, Error> {
        check_range("bits of a word", bits, 1..=64, "1 to 64")?;
        Self::new(
            || values::tests(1 << bits),
            move |word| word.checked_shr(bits).unwrap_or(0) == 0,
        )
    }
}

impl Pair<[u32]> {
    /// A pair of streams of permutations of `0..n`.
    ///
    /// # Errors
    /// [`Error::NothingToTest`] below two, [`Error::Parameter`] above 2048.
    pub fn permutations(n: usize) -> Result<Self, Error> {
        let mut validity = Validity::new(n.min(permutations::MOST_ITEMS));
        Self::new(
            || permutations::tests(n, 0.0),
            move |items| validity.is_permutation(items),
        )
    }
}

impl<Item: ?Sized> Pair<Item> {
    fn new(
        make: impl Fn() -> Result<Vec<Counted<Item>>, Error>,
        fits: impl FnMut(&Item) -> bool + Send + 'static,
    ) -> Result<Self, Error> {
        let tests = make()?
            .into_iter()
            .zip(make()?)
            .map(|(one, other)| [one, other])
            .collect();
        Ok(Self {
            tests,
            fits: Box::new(fits),
            items: [[0; 2]; 2],
        })
    }

    fn push(&mut self, stream: usize, item: &Item) {
        let fits = (self.fits)(item);
        self.items[stream][usize::from(!fits)] += 1;
        if fits {
            for pair in &mut self.tests {
                pair[stream].push(item);
            }
        }
    }

    /// Takes an item of the first stream. An item outside the domain is only counted as such.
    pub fn push_one(&mut self, item: &Item) {
        self.push(0, item);
    }

    /// Takes an item of the second stream. An item outside the domain is only counted as such.
    pub fn push_other(&mut self, item: &Item) {
        self.push(1, item);
    }

    /// How many items of each stream there were.
    pub fn items(&self) -> [u64; 2] {
        self.items.map(|[fit, other]| fit + other)
    }

    /// Each view's test of the hypothesis that both streams are independent items of one distribution, the one with the
    /// smallest p-value first. Judge them together, for instance by [`crate::holm`].
    ///
    /// # Errors
    /// [`Error::NothingToTest`] if a stream is empty.
    pub fn compare(&self) -> Result<Vec<ViewComparison>, Error> {
        let items = self.items();
        if items.contains(&0) {
            return Err(Error::NothingToTest("a stream is empty"));
        }
        let mut all = Vec::new();
        let [[fit, bad], [other_fit, other_bad]] = self.items;
        if bad + other_bad > 0 && fit + other_fit > 0 {
            let outcome = Outcome {
                test: "no-such-item",
                ..counts(&self.items[0], &self.items[1])?
            };
            let worst = format!("items outside the domain: {bad} in one, {other_bad} in the other");
            all.push(ViewComparison {
                counted: "items outside the domain".into(),
                outcome,
                worst,
            });
        }
        for [one, other] in &self.tests {
            let (found, reference) = compare_counts(one, other)?;
            let (statistic, p) = (found.statistic, found.p);
            let outcome = Outcome {
                test: one.test,
                items: items[0] + items[1],
                statistic,
                reference,
                p,
            };
            all.push(ViewComparison {
                counted: one.what.clone(),
                outcome,
                worst: found.worst,
            });
        }
        all.sort_by(|a, b| {
            a.outcome
                .p
                .upper()
                .log10()
                .total_cmp(&b.outcome.p.upper().log10())
        });
        Ok(all)
    }
}

/// Compares the counts of two equal views.
pub(crate) fn compare_counts<Item: ?Sized>(
    one: &Counted<Item>,
    other: &Counted<Item>,
) -> Result<(StageResult, Reference), Error> {
    let tables = contingency_tables(one, other);
    let mut least: Option<Outcome> = None;
    let mut farthest: Option<Difference> = None;
    for table in &tables {
        let (n, m) = (table.one.iter().sum(), table.other.iter().sum());
        // Cells that share one total, or rows too short for a single pair, have nothing to compare.
        let outcome = match counts(&table.one, &table.other) {
            Ok(outcome) => outcome,
            Err(Error::NothingToTest(_)) => continue,
            Err(error) => return Err(error),
        };
        let least_upper = least
            .as_ref()
            .map_or(Tail::new(1.0), |least| least.p.upper());
        if outcome.p.upper().log10() <= least_upper.log10() {
            least = Some(outcome);
        }
        for (column, (&a, &b)) in table.one.iter().zip(&table.other).enumerate() {
            // The share is nearly the same in all tables, so a factor of `1 - share` in the variance would change no order.
            let share = n as f64 / (n + m) as f64;
            let expected = (a + b) as f64 * share;
            let off = (a as f64 - expected).powi(2) / expected;
            // The second column of trials has the complement of the first.
            let is_complement = column == 1 && matches!(one.law, Law::Trials { .. });
            let most = farthest.as_ref().map_or(0.0, |farthest| farthest.off);
            if off > most && !is_complement {
                let cell = table.first_cell + column;
                farthest = Some(Difference {
                    off,
                    cell,
                    a,
                    n,
                    b,
                    m,
                });
            }
        }
    }
    let (mut statistic, mut reference) = (0.0, Reference::ChiSquare { freedom: 0 });
    let (mut lower, mut upper) = (Tail::new(1.0), Tail::new(1.0));
    if let Some(least) = least {
        (statistic, reference) = (least.statistic, least.reference);
        upper = least.p.upper();
        if tables.len() == 1 {
            lower = least.p.lower();
        }
    }
    let mut freedom = 1;
    if let Reference::ChiSquare { freedom: limit } = reference {
        freedom = limit as u32;
    }
    let worst = match farthest {
        None => "nothing differs".to_owned(),
        Some(Difference {
            cell, a, n, b, m, ..
        }) => format!(
            "{}: {a} of {n} in the one, {b} of {m} in the other",
            one.cell(cell)
        ),
    };
    Ok((
        StageResult {
            statistic,
            freedom,
            p: PValue::new(lower, upper.times(tables.len() as f64)),
            worst,
        },
        reference,
    ))
}

/// Two rows of counts over the same cells.
struct Table {
    /// The cell of the first column.
    first_cell: usize,
    one: Vec<u64>,
    other: Vec<u64>,
}

/// The counts of a cell in both rows: `a` of `n`, and `b` of `m`.
struct Difference {
    /// The square of the deviation over the expectation.
    off: f64,
    cell: usize,
    a: u64,
    n: u64,
    b: u64,
    m: u64,
}

/// The tables in which two equal views are compared: of all cells, of the items at each position, or of each kind of trial.
fn contingency_tables<Item: ?Sized>(one: &Counted<Item>, other: &Counted<Item>) -> Vec<Table> {
    let mut tables = Vec::new();
    match &one.law {
        Law::Cells { .. } => tables.push(Table {
            first_cell: 0,
            one: one.counts.clone(),
            other: other.counts.clone(),
        }),
        Law::Matrix(n) => {
            for first_cell in (0..*n).map(|position| position * n) {
                tables.push(Table {
                    first_cell,
                    one: one.counts[first_cell..first_cell + n].to_vec(),
                    other: other.counts[first_cell..first_cell + n].to_vec(),
                });
            }
        }
        Law::Trials { chances, trials } => {
            for kind in 0..chances.len() {
                let (came, other_came) = (one.counts[kind], other.counts[kind]);
                tables.push(Table {
                    first_cell: kind,
                    one: vec![came, trials(kind, one.items) - came],
                    other: vec![other_came, trials(kind, other.items) - other_came],
                });
            }
        }
    }
    tables
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_that_cannot_be_are_counted_apart() {
        let mut pair = Pair::permutations(4).unwrap();
        for i in 0..40 {
            pair.push_one(&[3, 1, 0, 2]);
            let other: &[u32] =
                [&[3, 1, 0, 2][..], &[0, 0, 1, 2], &[0, 1, 2, 4], &[0, 1, 2]][i % 4];
            pair.push_other(other);
        }
        let worst = &pair.compare().unwrap()[0];
        assert_eq!(
            worst.worst,
            "items outside the domain: 0 in one, 30 in the other"
        );
        assert!(worst.outcome.p.upper().value() < 1e-9, "{worst:?}");
        let mut pair = Pair::words(31).unwrap();
        (0..20).for_each(|i| pair.push_one(&(i << 29)));
        pair.push_other(&5);
        assert_eq!((pair.items(), pair.items[0][1]), ([20, 1], 16));
        Pair::words(64).unwrap().push_one(&u64::MAX);
        let mut pair = Pair::values(6).unwrap();
        pair.push_one(&6);
        assert!(pair.compare().is_err(), "the other is empty");
        pair.push_other(&6);
        assert!(
            pair.compare()
                .unwrap()
                .iter()
                .all(|view| view.worst == "nothing differs")
        );
        pair.push_other(&1);
        let worst = pair.compare().unwrap().remove(0).worst;
        assert_eq!(worst, "items outside the domain: 1 in one, 1 in the other");
        assert_eq!(format!("{pair:?}"), "Pair { items: [1, 2], .. }");
        assert!(format!("{:?}", pair.tests[0][0]).starts_with("Counted { test: "));
        let mut pair = Pair::permutations(8).unwrap();
        for i in 0..64 {
            pair.push_one(&[0, 1, 2, 3, 4, 5, 6, 7].map(|item| (item + i) % 8));
            let other = [[0, 1, 2, 5, 6, 3, 4, 7], [7, 4, 3, 5, 6, 2, 1, 0]];
            pair.push_other(&other[i as usize % 2]);
        }
        let worst = "item 5 at position 3: 8 of 64 in the one, 64 of 64 in the other";
        assert!(
            pair.compare()
                .unwrap()
                .iter()
                .any(|view| view.worst == worst)
        );
        assert!(
            Pair::words(0).is_err() && Pair::words(65).is_err() && Pair::permutations(1).is_err()
        );
    }
}
