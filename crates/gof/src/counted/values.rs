//! The tests of values with which an assertion counts and two samples are compared.

use super::{Counted, Law, joined};
use crate::{Cells, Error};

/// Up to this many values are counted one by one.
const MOST_VALUES: u128 = 1024;
/// If there are more values, they are counted in this many ranges.
const RANGES: u128 = 256;
/// Their lowest bits are counted too, with this many values.
const LOW: u128 = 16;
/// A value is compared with this many before it.
const LAGS: usize = 8;
/// Pairs are counted by this many ranges of either value.
const PAIRED: u128 = 16;
/// This many values are kept, to see which of them come again.
const KEPT: usize = 4096;

/// The tests of uniform values of `0..below`, up to `2^64`: those that also compare two samples.
pub(crate) fn tests<V: Into<u64> + Copy + 'static>(below: u128) -> Result<Vec<Counted<V>>, Error> {
    if below < 2 {
        return Err(Error::NothingToTest(
            "fewer than two values have nothing to draw",
        ));
    }
    let mut tests = Vec::new();
    if below <= MOST_VALUES {
        tests.push(Counted::of_cells(
            "values",
            format!("all {below} values"),
            Cells::uniform(below as usize)?,
            |value: &V| Some(index(*value)),
            |cell| format!("value {cell}"),
        ));
    } else {
        tests.push(ranges(below)?);
        tests.push(low_bits(below)?);
        tests.push(bits(below));
    }
    tests.push(pairs(below)?);
    tests.push(lags(1.0 / below as f64, |value: &V| (*value).into()));
    Ok(tests)
}

fn index<V: Into<u64>>(value: V) -> usize {
    value.into() as usize
}

/// Ranges of values, as even as they can be.
fn ranges<V: Into<u64> + Copy>(below: u128) -> Result<Counted<V>, Error> {
    let name = move |cell| {
        let [first, next] = [cell, cell + 1].map(|cell| start(cell as u128, below, RANGES));
        format!("values {first} to {}", next - 1)
    };
    Ok(Counted::of_cells(
        "ranges",
        format!("{RANGES} ranges of values"),
        sizes(below, RANGES)?,
        move |value: &V| Some(range((*value).into(), below, RANGES)),
        name,
    ))
}

/// The lowest bits of the value.
fn low_bits<V: Into<u64> + Copy>(below: u128) -> Result<Counted<V>, Error> {
    let share = |low: u128| (below - low).div_ceil(LOW) as f64 / below as f64;
    Ok(Counted::of_cells(
        "low-bits",
        "the lowest four bits",
        Cells::from_probabilities((0..LOW).map(share).collect())?,
        |value: &V| Some(index(*value) % LOW as usize),
        |cell| format!("lowest bits {cell:04b}"),
    ))
}

/// Counts the bits of a word that are set, at each place.
pub(crate) fn count_bits(mut word: u64, counts: &mut [u64]) {
    while word != 0 {
        counts[word.trailing_zeros() as usize] += 1;
        word &= word - 1;
    }
}

/// A test of each bit by itself.
fn bits<V: Into<u64> + Copy>(below: u128) -> Counted<V> {
    let bits = 128 - (below - 1).leading_zeros();
    // The values with a bit set: the upper halves of the whole periods, and that part of the last one.
    let set = |bit: u32| {
        (below >> (bit + 1) << bit) + (below & ((2_u128 << bit) - 1)).saturating_sub(1 << bit)
    };
    let law = Law::Trials {
        chances: (0..bits)
            .map(|bit| set(bit) as f64 / below as f64)
            .collect(),
        trials: |_, items| items,
    };
    let count = |value: &V, counts: &mut [u64]| count_bits((*value).into(), counts);
    Counted::new("bits", format!("each of {bits} bits"), law, count, |bit| {
        format!("bit {bit} set")
    })
}

/// Pairs of successive values that do not overlap, by ranges of both.
fn pairs<V: Into<u64> + Copy>(below: u128) -> Result<Counted<V>, Error> {
    let groups = below.min(PAIRED);
    let one = sizes(below, groups)?;
    let square = one
        .probabilities()
        .iter()
        .flat_map(|p| one.probabilities().iter().map(move |q| p * q))
        .collect();
    let mut first = None;
    let count = move |value: &V, counts: &mut [u64]| {
        let second = range((*value).into(), below, groups);
        match first.take() {
            Some(first) => counts[first * groups as usize + second] += 1,
            None => first = Some(second),
        }
    };
    let name = move |cell: usize| {
        let (first, second) = (cell / groups as usize, cell % groups as usize);
        if groups == below {
            format!("{first} and then {second}")
        } else {
            format!("range {first} and then range {second}")
        }
    };
    let counted = if groups == below {
        "pairs of successive values".into()
    } else {
        format!("pairs of successive values, each in {groups} ranges")
    };
    let law = Law::Cells {
        cells: Cells::from_probabilities(square)?,
        piece: 2,
    };
    Ok(Counted::new("pairs", counted, law, count, name).of_several())
}

/// Values are taken in blocks of twice as many as the longest lag, to compare them.
const BLOCK: usize = 2 * LAGS;

/// How many pairs of a block are compared at a lag.
const fn compared(lag: usize) -> usize {
    let rest = BLOCK % (2 * lag);
    BLOCK / (2 * lag) * lag + rest.saturating_sub(lag)
}

/// Whether a value equals the one `lag` places before it. No two pairs share a value, so that pairs are independent: in each `2
/// lag` values, each of the second half is compared with its partner in the first.
pub(crate) fn lags<Item: ?Sized, K: PartialEq + Copy + Default + Send + 'static>(
    chance: f64,
    key: impl Fn(&Item) -> K + Send + 'static,
) -> Counted<Item> {
    let (mut block, mut filled) = ([K::default(); BLOCK], 0);
    let count = move |item: &Item, counts: &mut [u64]| {
        block[filled] = key(item);
        filled += 1;
        if filled < BLOCK {
            return;
        }
        filled = 0;
        // Loops like these are quick without optimization too.
        let mut lag = 1;
        while lag <= LAGS {
            let mut first = 0;
            while first + lag < BLOCK {
                if block[first] == block[first + lag] {
                    counts[lag - 1] += 1;
                }
                first += 1;
                if first % lag == 0 {
                    first += lag;
                }
            }
            lag += 1;
        }
    };
    let trials = |kind: usize, items: u64| items / BLOCK as u64 * compared(kind + 1) as u64;
    let law = Law::Trials {
        chances: vec![chance; LAGS],
        trials,
    };
    let counted = format!("values equal to one of the {LAGS} before them");
    let name = |kind: usize| format!("equal to the value {} before", kind + 1);
    Counted::new("lags", counted, law, count, name).of_several()
}

/// Whether a value is one of the first [`KEPT`]; if some of these are equal, the smallest other values are added. So the chance
/// is the same whatever came first. A source that reaches only some values repeats them too often.
pub(crate) fn repeats<V: Into<u64> + Copy>(below: u128) -> Option<Counted<V>> {
    if below < 4 * KEPT as u128 {
        return None;
    }
    let mut kept: Vec<u64> = Vec::with_capacity(KEPT);
    let mut full = false;
    let count = move |value: &V, counts: &mut [u64]| {
        let value = (*value).into();
        if full {
            counts[0] += u64::from(kept.binary_search(&value).is_ok());
            return;
        }
        kept.push(value);
        if kept.len() == KEPT {
            full = true;
            kept.sort_unstable();
            kept.dedup();
            let others: Vec<u64> = (0..)
                .filter(|other| kept.binary_search(other).is_err())
                .take(KEPT - kept.len())
                .collect();
            kept.extend(others);
            kept.sort_unstable();
        }
    };
    let trials = |_, items: u64| items.saturating_sub(KEPT as u64);
    let law = Law::Trials {
        chances: vec![KEPT as f64 / below as f64],
        trials,
    };
    let counted = format!("values equal to one of the first {KEPT}");
    let name = |_| format!("equal to one of the first {KEPT}");
    Some(Counted::new("repeats", counted, law, count, name).of_several())
}

/// The tests of values with weights. Values rarer than `least` are joined, the rarest first.
pub(crate) fn weighted(weights: &[u64], least: f64) -> Result<Vec<Counted<u64>>, Error> {
    let total: u128 = weights.iter().map(|weight| u128::from(*weight)).sum();
    let chance = |weight: &u64| *weight as f64 / total.max(1) as f64;
    let chances: Vec<f64> = weights.iter().map(chance).collect();
    // Refuses fewer than two values.
    Cells::from_weights(weights)?;
    let mut order: Vec<usize> = (0..weights.len())
        .filter(|value| weights[*value] > 0)
        .collect();
    order.sort_by_key(|value| weights[*value]);
    let ascending: Vec<f64> = order.iter().map(|value| chances[*value]).collect();
    let (cell_of_rank, cells) = joined(&ascending, least);
    let mut cell_of = vec![0; weights.len()];
    let mut values = vec![Vec::new(); cells.len()];
    for (value, cell) in order.iter().zip(cell_of_rank) {
        cell_of[*value] = cell;
        values[cell].push(*value);
    }
    let mut tests = Vec::new();
    if cells.len() > 1 {
        let counted = if cells.len() == order.len() {
            format!("all {} values", cells.len())
        } else {
            format!("values in {} cells", cells.len())
        };
        tests.push(Counted::of_cells(
            "values",
            counted,
            Cells::from_probabilities(cells)?,
            move |value: &u64| Some(cell_of[*value as usize]),
            move |cell| match values[cell][..] {
                [value] => format!("value {value}"),
                ref joined => format!("the {} rarest values", joined.len()),
            },
        ));
    }
    let law = Law::Trials {
        chances: chances.clone(),
        trials: |_, items| items,
    };
    let count = |value: &u64, counts: &mut [u64]| counts[*value as usize] += 1;
    let counted = format!("each of {} values by itself", weights.len());
    tests.push(Counted::new("each-value", counted, law, count, |cell| {
        format!("value {cell}")
    }));
    let equal = chances.iter().map(|p| p * p).sum();
    tests.push(lags(equal, |value: &u64| *value));
    Ok(tests)
}

/// The range of a value.
fn range(value: u64, below: u128, ranges: u128) -> usize {
    // Division of 128 bits is slow.
    if below < 1 << 56 {
        (value * ranges as u64 / below as u64) as usize
    } else {
        (u128::from(value) * ranges / below) as usize
    }
}

/// The first value of a range: all values with this quotient of `value * ranges / below`.
fn start(range: u128, below: u128, ranges: u128) -> u128 {
    (range * below).div_ceil(ranges)
}

/// The probabilities of ranges.
fn sizes(below: u128, ranges: u128) -> Result<Cells, Error> {
    let size = |range| {
        (start(range + 1, below, ranges) - start(range, below, ranges)) as f64 / below as f64
    };
    Cells::from_probabilities((0..ranges).map(size).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Test as _;

    /// Takes every value once: each cell and each bit is counted as often as it expects.
    #[test]
    fn each_test_of_single_values_has_its_exact_law() {
        for below in [2, 6, 1024, 1025, 4095, 65_536, 65_537, 1_000_003_u128] {
            for mut view in super::tests::<u64>(below)
                .unwrap()
                .into_iter()
                .filter(|view| view.single)
            {
                (0..below as u64).for_each(|value| view.push(&value));
                for cell in 0..view.counts.len() {
                    let (found, expected) = (view.counts[cell] as f64, view.expected(cell));
                    assert!(
                        (found - expected).abs() < 1e-6,
                        "{below}: {}: {found} {expected}",
                        view.cell(cell)
                    );
                }
            }
        }
        for below in [u128::from(u64::MAX), 1 << 64] {
            let views = super::tests::<u64>(below).unwrap();
            assert_eq!(
                (views[0].freedom(), views[2].parts()),
                (255, 64),
                "ranges and bits"
            );
        }
    }

    /// Each view's cells over all sequences of `length` values below `below`.
    fn over_all(
        below: u64,
        length: u32,
        mut view: impl FnMut() -> Counted<u64>,
    ) -> (Vec<u64>, Vec<f64>) {
        let mut counts = vec![0; view().counts.len()];
        let all = below.pow(length);
        for sequence in 0..all {
            let mut view = view();
            (0..length).for_each(|place| view.push(&(sequence / below.pow(place) % below)));
            counts
                .iter_mut()
                .zip(&view.counts)
                .for_each(|(sum, count)| *sum += count);
        }
        let mut last = view();
        last.items = u64::from(length);
        let expected = (0..counts.len())
            .map(|cell| last.expected(cell) * all as f64)
            .collect();
        (counts, expected)
    }

    #[test]
    fn pairs_and_lags_expect_what_all_sequences_give() {
        for (below, length) in [(2, 1), (2, 15), (2, 16), (2, 17), (3, 7)] {
            for view in [
                |below| pairs(below).unwrap(),
                |below: u128| lags(1.0 / below as f64, |value: &u64| *value),
            ] {
                let (found, expected) = over_all(below, length, || view(u128::from(below)));
                for (found, expected) in found.iter().zip(&expected) {
                    assert!(
                        (*found as f64 - expected).abs() < 1e-6,
                        "{below}^{length}: {found} {expected}"
                    );
                }
            }
        }
    }

    #[test]
    fn repeats_have_the_chance_stated_whatever_came_first() {
        // The first values are drawn from 5000 of 20,000; then each value comes once.
        let mut view = repeats::<u64>(20_000).unwrap();
        (0..KEPT as u64).for_each(|i| view.push(&(i * i % 5000)));
        (0..20_000).for_each(|value| view.push(&value));
        assert_eq!(view.counts, [KEPT as u64]);
        assert!((view.expected(0) - KEPT as f64).abs() < 1e-6);
    }

    #[test]
    fn weighted_values_expect_their_weights() {
        let weights = [1, 4, 0, 95];
        for (least, cells) in [(0.0, 3), (0.02, 2), (0.5, 1)] {
            let mut views = weighted(&weights, least).unwrap();
            assert_eq!(views.len(), if cells > 1 { 3 } else { 2 });
            for view in &mut views {
                for (value, weight) in weights.iter().enumerate() {
                    (0..*weight).for_each(|_| view.push(&(value as u64)));
                }
            }
            for view in views.iter().filter(|view| view.single) {
                for cell in 0..view.counts.len() {
                    assert!(
                        (view.counts[cell] as f64 - view.expected(cell)).abs() < 1e-9,
                        "{}",
                        view.cell(cell)
                    );
                }
            }
        }
        assert!(
            weighted(&[5], 0.0).is_err()
                && weighted(&[0, 3, 0], 0.0).is_err()
                && weighted(&[], 0.0).is_err()
        );
    }
}
