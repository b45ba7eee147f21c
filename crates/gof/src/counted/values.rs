//! The tests of values with which an assertion counts and two samples are compared.

use super::{Counted, Law, join_neighbours};
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
        tests.push(Counted::with_cells(
            "values",
            format!("all {below} values"),
            Cells::uniform(below as usize)?,
            |value: &V| Some(to_index(*value)),
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

fn to_index<V: Into<u64>>(value: V) -> usize {
    value.into() as usize
}

/// Ranges of values, as even as they can be.
fn ranges<V: Into<u64> + Copy>(below: u128) -> Result<Counted<V>, Error> {
    Ok(Counted::with_cells(
        "ranges",
        format!("{RANGES} ranges of values"),
        range_cells(below, RANGES)?,
        move |value: &V| Some(find_range((*value).into(), below, RANGES)),
        move |range| {
            let first = range_start(range as u128, below, RANGES);
            let next = range_start(range as u128 + 1, below, RANGES);
            format!("values {first} to {}", next - 1)
        },
    ))
}

/// The lowest bits of the value.
fn low_bits<V: Into<u64> + Copy>(below: u128) -> Result<Counted<V>, Error> {
    let mut shares = Vec::with_capacity(LOW as usize);
    for low in 0..LOW {
        shares.push((below - low).div_ceil(LOW) as f64 / below as f64);
    }
    Ok(Counted::with_cells(
        "low-bits",
        "the lowest four bits",
        Cells::from_probabilities(shares)?,
        |value: &V| Some(to_index(*value) % LOW as usize),
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
    let mut chances = Vec::with_capacity(bits as usize);
    for bit in 0..bits {
        // The values with a bit set: the upper halves of the whole periods, and that part of the last one.
        let whole = below >> (bit + 1) << bit;
        let last = (below & ((2_u128 << bit) - 1)).saturating_sub(1 << bit);
        chances.push((whole + last) as f64 / below as f64);
    }
    let law = Law::one_trial_per_item(chances);
    Counted::new(
        "bits",
        format!("each of {bits} bits"),
        law,
        |value: &V, counts| count_bits((*value).into(), counts),
        |bit| format!("bit {bit} set"),
    )
}

/// Pairs of successive values that do not overlap, by ranges of both.
fn pairs<V: Into<u64> + Copy>(below: u128) -> Result<Counted<V>, Error> {
    let groups = below.min(PAIRED);
    let one = range_cells(below, groups)?;
    let mut square = Vec::with_capacity((groups * groups) as usize);
    for p in one.probabilities() {
        for q in one.probabilities() {
            square.push(p * q);
        }
    }
    let law = Law::Cells {
        cells: Cells::from_probabilities(square)?,
        piece: 2,
    };
    let counted = if groups == below {
        "pairs of successive values".into()
    } else {
        format!("pairs of successive values, each in {groups} ranges")
    };
    let mut first = None;
    Ok(Counted::new(
        "pairs",
        counted,
        law,
        move |value: &V, counts| {
            let second = find_range((*value).into(), below, groups);
            match first.take() {
                Some(first) => counts[first * groups as usize + second] += 1,
                None => first = Some(second),
            }
        },
        move |cell| {
            let (first, second) = (cell / groups as usize, cell % groups as usize);
            if groups == below {
                format!("{first} and then {second}")
            } else {
                format!("range {first} and then range {second}")
            }
        },
    )
    .relate_items())
}

/// Values are taken in blocks of twice as many as the longest lag, to compare them.
const BLOCK: usize = 2 * LAGS;

/// How many pairs of a block are compared at a lag.
const fn pairs_per_block(lag: usize) -> usize {
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
    let law = Law::Trials {
        chances: vec![chance; LAGS],
        trials: |place, items| items / BLOCK as u64 * pairs_per_block(place + 1) as u64,
    };
    Counted::new(
        "lags",
        format!("values equal to one of the {LAGS} before them"),
        law,
        move |item: &Item, counts| {
            block[filled] = key(item);
            filled += 1;
            if filled == BLOCK {
                filled = 0;
                count_equal_pairs(&block, counts);
            }
        },
        |place| format!("equal to the value {} before", place + 1),
    )
    .relate_items()
}

/// Adds the equal pairs of a block to the counts of all lags.
fn count_equal_pairs<K: PartialEq>(block: &[K; BLOCK], counts: &mut [u64]) {
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
}

/// Whether a value is one of the first [`KEPT`]; if some of these are equal, the smallest other values are added. So the chance
/// is the same whatever came first. A source that reaches only some values repeats them too often.
pub(crate) fn repeats<V: Into<u64> + Copy>(below: u128) -> Option<Counted<V>> {
    if below < 4 * KEPT as u128 {
        return None;
    }
    let mut kept = KeptValues::default();
    let law = Law::Trials {
        chances: vec![KEPT as f64 / below as f64],
        trials: |_, items| items.saturating_sub(KEPT as u64),
    };
    let test = Counted::new(
        "repeats",
        format!("values equal to one of the first {KEPT}"),
        law,
        move |value: &V, counts| counts[0] += u64::from(kept.take((*value).into())),
        |_| format!("equal to one of the first {KEPT}"),
    );
    Some(test.relate_items())
}

/// The first [`KEPT`] values, sorted once there are so many.
#[derive(Default)]
struct KeptValues {
    values: Vec<u64>,
    is_full: bool,
}

impl KeptValues {
    /// Takes the next value: whether all values to keep came before it, and it is one of them.
    fn take(&mut self, value: u64) -> bool {
        if self.is_full {
            return self.values.binary_search(&value).is_ok();
        }
        self.values.push(value);
        if self.values.len() == KEPT {
            self.is_full = true;
            self.values.sort_unstable();
            self.values.dedup();
            self.fill_up();
        }
        false
    }

    /// Adds the smallest values that were not kept.
    fn fill_up(&mut self) {
        let missing = KEPT - self.values.len();
        let others: Vec<u64> = (0..)
            .filter(|other| self.values.binary_search(other).is_err())
            .take(missing)
            .collect();
        self.values.extend(others);
        self.values.sort_unstable();
    }
}

/// The tests of values with weights. Values rarer than `least` are joined, the rarest first.
pub(crate) fn weighted(weights: &[u64], least: f64) -> Result<Vec<Counted<u64>>, Error> {
    let total: u128 = weights.iter().map(|weight| u128::from(*weight)).sum();
    let divisor = total.max(1) as f64;
    let chances: Vec<f64> = weights
        .iter()
        .map(|weight| *weight as f64 / divisor)
        .collect();
    // Refuses fewer than two values.
    Cells::from_weights(weights)?;
    let mut order: Vec<usize> = (0..weights.len())
        .filter(|value| weights[*value] > 0)
        .collect();
    order.sort_by_key(|value| weights[*value]);
    let ascending: Vec<f64> = order.iter().map(|value| chances[*value]).collect();
    let (cell_of_rank, cells) = join_neighbours(&ascending, least);
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
        tests.push(Counted::with_cells(
            "values",
            counted,
            Cells::from_probabilities(cells)?,
            move |value: &u64| Some(cell_of[*value as usize]),
            move |cell| name_values(&values[cell]),
        ));
    }
    tests.push(Counted::new(
        "each-value",
        format!("each of {} values by itself", weights.len()),
        Law::one_trial_per_item(chances.clone()),
        |value: &u64, counts| counts[*value as usize] += 1,
        |cell| format!("value {cell}"),
    ));
    let equal = chances.iter().map(|p| p * p).sum();
    tests.push(lags(equal, |value: &u64| *value));
    Ok(tests)
}

/// A cell of one value, or of several that are joined.
fn name_values(values: &[usize]) -> String {
    match values {
        [value] => format!("value {value}"),
        joined => format!("the {} rarest values", joined.len()),
    }
}

/// The range of a value.
fn find_range(value: u64, below: u128, ranges: u128) -> usize {
    // Division of 128 bits is slow.
    if below < 1 << 56 {
        (value * ranges as u64 / below as u64) as usize
    } else {
        (u128::from(value) * ranges / below) as usize
    }
}

/// The first value of a range: all values with this quotient of `value * ranges / below`.
fn range_start(range: u128, below: u128, ranges: u128) -> u128 {
    (range * below).div_ceil(ranges)
}

/// The probabilities of ranges.
fn range_cells(below: u128, ranges: u128) -> Result<Cells, Error> {
    let mut shares = Vec::with_capacity(ranges as usize);
    for range in 0..ranges {
        let size = range_start(range + 1, below, ranges) - range_start(range, below, ranges);
        shares.push(size as f64 / below as f64);
    }
    Cells::from_probabilities(shares)
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
    fn count_all_sequences(
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
                let (found, expected) =
                    count_all_sequences(below, length, || view(u128::from(below)));
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
