//! Comparing two sources.

use super::demand::{Demand, Reader, Same};
use super::run::{Passed, Stop, Terms, run};
use super::{Failure, TestRng};
use crate::counted::values::count_bits;
use crate::counted::{Counted, Law, StageResult, permutations, values};
use crate::same::compare_counts;
use crate::{Cells, Error, Test as _};

/// A sample of a source that is compared with another: made from integers, floats and permutations.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Drawn {
    /// An integer, or a truth value.
    Integer(i128),
    /// A floating-point number, not NaN.
    Number(f64),
    /// A permutation of `0..n`.
    Permutation(Vec<usize>),
}

macro_rules! drawn {
    ($($integer:ty)*) => {$(
        impl From<$integer> for Drawn {
            fn from(value: $integer) -> Self {
                Self::Integer(value.into())
            }
        }
    )*};
}

drawn!(bool u8 u16 u32 u64 i8 i16 i32 i64);

impl From<usize> for Drawn {
    fn from(value: usize) -> Self {
        Self::Integer(value as i128)
    }
}

impl From<f64> for Drawn {
    fn from(number: f64) -> Self {
        Self::Number(number)
    }
}

impl From<f32> for Drawn {
    fn from(number: f32) -> Self {
        Self::Number(number.into())
    }
}

impl From<Vec<usize>> for Drawn {
    fn from(items: Vec<usize>) -> Self {
        Self::Permutation(items)
    }
}

impl From<Vec<u32>> for Drawn {
    fn from(items: Vec<u32>) -> Self {
        Self::Permutation(items.into_iter().map(|item| item as usize).collect())
    }
}

/// Values of both sources are put into at most this many cells.
const CELLS: usize = 256;

/// The differences that no test sees.
const UNSEEN: &str =
    "differences within a cell of values, dependence over more than 8 values, and periods";
/// The differences that no test of permutations sees.
const UNSEEN_OF_PERMUTATIONS: &str = "what one permutation has to do with another";

impl Same {
    /// Two sources of the same numbers or permutations.
    pub const fn new() -> Self {
        Self {
            demand: Demand::for_variation(0.02),
        }
    }

    /// Compares two sources, each handed a generator of its own.
    ///
    /// # Errors
    /// [`Failure`].
    pub fn check<T: Into<Drawn>, U: Into<Drawn>>(
        self,
        mut one: impl FnMut(&mut TestRng) -> T,
        mut other: impl FnMut(&mut TestRng) -> U,
    ) -> Result<Passed, Failure> {
        self.compare([&mut |rng| one(rng).into(), &mut |rng| other(rng).into()])
    }

    fn compare(
        self,
        [one, other]: [&mut dyn FnMut(&mut TestRng) -> Drawn; 2],
    ) -> Result<Passed, Failure> {
        // The first sample determines what is compared.
        let first = one(&mut TestRng::new(0, 0));
        let n = if let Drawn::Permutation(items) = &first {
            Some(items.len())
        } else {
            None
        };
        let what = if n.is_some() {
            "the two sources of permutations"
        } else {
            "the two sources of numbers"
        };
        let unseen = if n.is_some() {
            UNSEEN_OF_PERMUTATIONS
        } else {
            UNSEEN
        };
        let all = match n {
            Some(n) => permutations::tests(n, 0.0)?
                .iter()
                .map(terms)
                .collect::<Vec<_>>(),
            None => scalars(&first, &[], &[])?
                .iter()
                .map(|[one, _]| terms(one))
                .collect(),
        };
        let findings = ["differ", "are too much alike to be random"];
        run(what, findings, unseen, self.demand, &all, &mut |samples,
                                                             [
            mut one_rng,
            mut other_rng,
        ]| {
            if let Some(n) = n {
                let mut views = [0, 1].map(|_| permutations::tests(n, 0.0));
                let mut reader = Reader::default();
                for sample in 1..=samples {
                    for (views, drawn) in views
                        .iter_mut()
                        .zip([one(&mut one_rng), other(&mut other_rng)])
                    {
                        let views = views.as_mut().map_err(|error| Stop::Error(error.clone()))?;
                        let items = match &drawn {
                            Drawn::Permutation(items) => reader.permutation(items, n),
                            _ => Err(format!("{drawn:?}, but the first was a permutation")),
                        };
                        let items = items.map_err(|found| Stop::Bad(sample, found))?;
                        for view in views {
                            view.push(items);
                        }
                    }
                }
                let [one, other] = views;
                let pairs = one
                    .map_err(Stop::Error)?
                    .into_iter()
                    .zip(other.map_err(Stop::Error)?);
                return compare_all(pairs);
            }
            let (mut ones, mut others) = (Vec::new(), Vec::new());
            for sample in 1..=samples {
                for (keys, drawn) in [
                    (&mut ones, one(&mut one_rng)),
                    (&mut others, other(&mut other_rng)),
                ] {
                    keys.push(key(&drawn, &first).map_err(|found| Stop::Bad(sample, found))?);
                }
            }
            let pairs = scalars(&first, &ones, &others).map_err(Stop::Error)?;
            compare_all(pairs.into_iter().map(|[one, other]| (one, other)))
        })
    }
}

impl Default for Same {
    fn default() -> Self {
        Self::new()
    }
}

fn compare_all<Item: ?Sized>(
    pairs: impl Iterator<Item = (Counted<Item>, Counted<Item>)>,
) -> Result<Vec<StageResult>, Stop> {
    pairs
        .map(|(one, other)| compare_counts(&one, &other).map(|(found, _)| found))
        .collect::<Result<_, _>>()
        .map_err(Stop::Error)
}

/// How a view is judged when it compares two samples. If they differ by a total variation `d`, and as the difference of a cell
/// has twice the variance, chi-square per pair of samples is at least `2 d^2`.
fn terms<Item: ?Sized>(test: &Counted<Item>) -> Terms {
    let half = Terms::from_test(test);
    // Each position of a position matrix is a table of its own.
    let (freedom, parts, gain) = match test.law {
        Law::Matrix(items) => (items as u32 - 1, items, 1.0),
        _ => (half.freedom, half.parts, half.gain),
    };
    Terms {
        freedom,
        parts,
        gain: gain / 2.0,
        limit: None,
        ..half
    }
}

/// A number's place in the order of all numbers.
fn key(drawn: &Drawn, first: &Drawn) -> Result<i128, String> {
    match (drawn, first) {
        (Drawn::Integer(value), Drawn::Integer(_)) => Ok(*value),
        (Drawn::Number(number), Drawn::Number(_)) if !number.is_nan() => {
            // Zero has two signs. Floats are ordered as their bits are, negative ones the other way round.
            let bits = (number + 0.0).to_bits() as i64;
            Ok((bits ^ (((bits >> 63) as u64) >> 1) as i64).into())
        }
        _ => {
            let (it, first) = (describe(drawn), describe(first));
            Err(format!(
                "{it}, which cannot be compared with the first, {first}"
            ))
        }
    }
}

fn describe(drawn: &Drawn) -> String {
    match drawn {
        Drawn::Integer(value) => format!("the integer {value}"),
        Drawn::Number(value) => format!("the number {value:?}"),
        Drawn::Permutation(items) => format!("the permutation {items:?}"),
    }
}

/// The number with this key, as text.
fn name(key: i128, first: &Drawn) -> String {
    if let Drawn::Integer(_) = first {
        return key.to_string();
    }
    let bits = key as i64;
    format!(
        "{:?}",
        f64::from_bits((bits ^ (((bits >> 63) as u64) >> 1) as i64) as u64)
    )
}

/// The views of two samples of numbers: cells between quantiles of both together, each bit of integers, equal values.
fn scalars(
    first: &Drawn,
    ones: &[i128],
    others: &[i128],
) -> Result<Vec<[Counted<i128>; 2]>, Error> {
    let mut pool = [ones, others].concat();
    pool.sort_unstable();
    let mut starts = pool.clone();
    starts.dedup();
    if starts.len() > CELLS {
        starts = (0..CELLS)
            .map(|cell| pool[cell * pool.len() / CELLS])
            .collect();
        starts.dedup();
    }
    let mut names = Vec::with_capacity(starts.len());
    for (cell, start) in starts.iter().enumerate() {
        let end = starts
            .get(cell + 1)
            .map_or(pool.len(), |next| pool.partition_point(|key| key < next));
        let (start, end) = (name(*start, first), name(pool[end - 1], first));
        names.push(if start == end {
            format!("value {start}")
        } else {
            format!("values {start} to {end}")
        });
    }
    let mut views = vec![
        [cell_view(&starts, &names)?, cell_view(&starts, &names)?],
        [lag_view(), lag_view()],
    ];
    if let Drawn::Integer(_) = first {
        views.push([bit_view(), bit_view()]);
    }
    for [one, other] in &mut views {
        for (view, keys) in [(one, ones), (other, others)] {
            for key in keys {
                view.push(key);
            }
        }
    }
    Ok(views)
}

/// The cells that begin at these keys.
fn cell_view(starts: &[i128], names: &[String]) -> Result<Counted<i128>, Error> {
    let (starts, names) = (starts.to_vec(), names.to_vec());
    Ok(Counted::with_cells(
        "values",
        format!("at most {CELLS} cells of values"),
        Cells::uniform(CELLS)?,
        move |key: &i128| Some(starts.partition_point(|start| start <= key) - 1),
        move |cell: usize| names[cell].clone(),
    ))
}

/// Each bit of an integer.
fn bit_view() -> Counted<i128> {
    Counted::new(
        "bits",
        "each of 64 bits",
        Law::one_trial_per_item(vec![0.5; 64]),
        |key: &i128, counts| count_bits(*key as u64, counts),
        |bit| format!("bit {bit} set"),
    )
}

/// Equal numbers at short distances.
fn lag_view() -> Counted<i128> {
    values::lags(0.5, |key: &i128| *key)
}
