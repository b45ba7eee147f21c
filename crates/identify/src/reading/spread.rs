//! Numbers whose bound was not given: every usual bound or range in which they fit.

use super::{Normal, Reading, Written, of_normals};
use crate::numbers::{Bounded, Fraction, Numbers};

/// A number that was printed in decimal digits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decimal {
    /// The number.
    pub value: f64,
    /// One unit in its last digit.
    pub last: f64,
}

impl Decimal {
    /// The number on a scale that maps this range to 0 to 1, and how far the exact number may be from it.
    fn scaled(self, from: f64, width: f64) -> (f64, f64) {
        // The rounding of a double of this size, times four for the sums that made it.
        let rounding = 4.0 * f64::EPSILON * from.abs().max((from + width).abs());
        (
            (self.value - from) / width,
            self.last.max(rounding) / width.abs(),
        )
    }
}

/// From this bound on, nobody chooses a bound that happens to be one more than the greatest number.
const SMALL: i64 = 1000;

/// Numbers from the first to the second of these are more likely 15- or 16-bit words, and those from the third on wider words.
const WORDS: [i64; 3] = [10_000, 1 << 16, 1_000_000];

/// Bounds that people choose.
const BOUNDS: [i64; 14] = [
    4, 6, 8, 10, 12, 20, 52, 100, 255, 256, 1000, WORDS[0], 100_000, WORDS[2],
];

/// Sizes of decks that people choose: of cards, letters, lotteries and days.
const DECKS: [i64; 20] = [
    10, 20, 26, 30, 40, 45, 49, 50, 52, 60, 69, 75, 80, 90, 100, 200, 365, 500, SMALL, WORDS[0],
];

/// Small integers below the bounds that they may have if they were dealt from a deck.
pub fn of_decks(values: &[i64]) -> Vec<Reading> {
    of_bounds(values, &DECKS, 3)
}

/// The greatest power of 10 that is not above a number.
const fn power(size: i64) -> i64 {
    10_i64.pow(size.ilog10())
}

/// Integers from 0 or from 1, below the least few of the usual bounds, and below the least possible bound if it is small. If
/// all are greater than 1, also those from the least to the greatest, between round numbers, and with as many digits. If some
/// are negative, those from the least to the greatest, and ranges symmetric about 0.
fn of_bounds(values: &[i64], usual: &[i64], few: usize) -> Vec<Reading> {
    let (Some(&least), Some(&most)) = (values.iter().min(), values.iter().max()) else {
        return Vec::new();
    };
    let mut ranges = Vec::new();
    if -WORDS[2] < least && least < 0 && most < WORDS[2] {
        let top = most.max(-least);
        let round = [1, 2, 5, 10].map(|times| times * power(top));
        let tops = round.into_iter().find(|round| *round >= top).into_iter();
        ranges.extend(
            tops.chain([top])
                .flat_map(|top| [(-top, top), (-top, top - 1)]),
        );
        ranges.push((least, most));
    }
    for base in 0..=least.min(1) {
        let lasts = usual
            .iter()
            .map(|bound| base + bound - 1)
            .filter(|last| *last >= most)
            .take(few);
        let lasts = lasts.chain((most < SMALL).then_some(most));
        ranges.extend(lasts.map(|last| (base, last)));
    }
    if (2..most).contains(&least) && most < WORDS[2] && values.len() >= FEWEST {
        let (unit, digits) = (power(most - least), power(least));
        let (from, to) = (least / unit * unit, most / unit * unit + unit);
        ranges.extend([
            (digits, 10 * digits - 1),
            (from, to - 1),
            (from, to),
            (least, most),
        ]);
    }
    let mut readings = Vec::new();
    for (at, range) in ranges.iter().enumerate() {
        if !ranges[..at].contains(range) {
            readings.extend(of_whole(values, *range));
        }
    }
    readings
}

/// Integers as those from the first to the last of these.
fn of_whole(values: &[i64], (base, last): (i64, i64)) -> Option<Reading> {
    let from_0: Vec<u64> = values.iter().map(|value| (value - base) as u64).collect();
    let numbers = Numbers::below((last - base + 1) as u64, &from_0)?;
    let way = format!(
        "The numbers were read as whole ones from {base} to {last}: --below and --base say others."
    );
    Some(Reading {
        base: Some(base),
        ..Reading::new(way, numbers)
    })
}

/// Small integers as they are, and below the bounds that they may have: the least possible one, and the least that people
/// choose, from 0 or from 1. Empty if the integers are great.
pub fn of_small(values: &[i64]) -> Vec<Reading> {
    let (Some(&least), Some(&most)) = (values.iter().min(), values.iter().max()) else {
        return Vec::new();
    };
    let mask = u64::MAX >> if least < 0 { 32 } else { 0 };
    let words = Numbers::words(values.iter().map(|value| *value as u64 & mask).collect());
    let words = Reading::new("Each number was read as a word.", words);
    let is_bits = least >= 0 && most == 1;
    let mut coins = Vec::new();
    if values.iter().all(|value| [least, most].contains(value)) {
        if !(is_bits && least == 0) {
            coins.extend(of_coin(values, least, most));
        }
        coins.extend(of_coin(values, most, least));
    }
    let mut readings = vec![words];
    if is_bits {
        readings.extend(of_bounds(values, &[2], 1));
        readings.extend(coins);
        return readings;
    }
    let greatest = most.max(least.saturating_neg()).max(1);
    let is_word = greatest < 2 && least >= 0
        || greatest >= WORDS[2]
        || (WORDS[0]..WORDS[1]).contains(&greatest);
    // A power of 10 of hardly more bits than the numbers.
    let near = 10_i64
        .checked_pow(greatest.ilog10() + 1)
        .filter(|near| near / 2 <= 2 << greatest.ilog2());
    let usual = match near {
        _ if values.len() < 2 => return Vec::new(),
        _ if !is_word => &BOUNDS[..],
        Some(near) if least >= 0 && greatest >= WORDS[2] && values.len() >= FEWEST => &[near],
        _ => return Vec::new(),
    };
    // Who wants a byte takes 255 almost as often as 256.
    let few = if (128..255).contains(&most) { 2 } else { 1 };
    readings.extend(of_bounds(values, usual, few));
    let mut tops = [1, 2, 5, 10].iter().map(|times| times * power(most.max(1)));
    let top = tops.find(|top| most > 10 && *top >= most);
    // What explains all numbers without a tolerance comes first.
    if let Some(top) = top.filter(|_| least >= 0 && values.len() >= TOSSES) {
        let ranges = [(0, top - 1), (1, top)];
        let fits = ranges
            .into_iter()
            .filter(|(base, last)| *base <= least && most <= *last);
        for reading in fits.filter_map(|range| of_whole(values, range)) {
            if !readings.iter().any(|other| other.way == reading.way) {
                readings.push(reading);
            }
        }
    }
    if values.len() >= TOSSES {
        if let Some(top) = top {
            readings.extend(of_integers_in_range(
                values,
                (0, top),
                "rounded or cut",
                1.0,
            ));
        }
        if most - least < SMALL {
            readings.extend(of_integers_in_range(values, (least, most), "rounded", 0.5));
        }
        readings.extend(coins);
    }
    // Sums of two or three dice, whose least and greatest values are rare.
    for (dice, sides) in [(2, 6), (3, 6), (2, 10)] {
        if dice <= least && (dice * sides - 2..=dice * sides).contains(&most) {
            readings.extend(of_dice(values, dice, sides));
        }
    }
    readings
}

/// Tosses of a coin, whose sides are these numbers: as numbers below 2, and as words.
fn of_coin(values: &[i64], zero: i64, one: i64) -> Vec<Reading> {
    let bits: Vec<u64> = values
        .iter()
        .map(|value| u64::from(*value != zero))
        .collect();
    let mut readings = Vec::new();
    for numbers in Numbers::below(2, &bits)
        .into_iter()
        .chain([Numbers::words(bits)])
    {
        readings.push(Reading {
            written: Written::Names(vec![zero.to_string(), one.to_string()]),
            ..Reading::new(format!("{one} was read as 1, and {zero} as 0."), numbers)
        });
    }
    readings
}

/// Integers as fractions in this range that were rounded or cut, as `how` says.
fn of_integers_in_range(
    values: &[i64],
    (from, to): (i64, i64),
    how: &str,
    last: f64,
) -> Option<Reading> {
    let mut decimals = Vec::new();
    for &value in values {
        decimals.push(Decimal {
            value: value as f64,
            last,
        });
    }
    let range = (from as f64, to as f64);
    let way = format!(
        "The numbers were read as fractions from {from} up to {to}, {how}: --range says others."
    );
    Some(Reading {
        written: Written::Range(range.0, range.1),
        ..Reading::new(way, of_range(&decimals, range).ok()?)
    })
}

fn of_dice(values: &[i64], dice: i64, sides: i64) -> Option<Reading> {
    let sums: Vec<u64> = values.iter().map(|value| (value - dice) as u64).collect();
    let way = format!("The numbers were read as sums of dice, {dice}d{sides}: --dice says others.");
    Some(Reading {
        base: Some(dice),
        ..Reading::new(way, Numbers::sums(dice as u32, sides as u64, &sums)?)
    })
}

/// Above this many things, only one order is tried.
const MOST_ORDERED: usize = 4;

/// Names of choices, such as `heads` and `tails`, as places in lists of those that occur: first in alphabetical order, and if
/// there are few, in all others.
pub fn of_names(names: &[&str]) -> Vec<Reading> {
    let mut seen: Vec<&str> = names.to_vec();
    seen.sort_unstable();
    seen.dedup();
    orders(&seen).map(|order| of_order(names, &order)).collect()
}

/// Names as places in this list.
fn of_order(names: &[&str], order: &[&str]) -> Reading {
    let mut places = Vec::new();
    for name in names {
        let place = order.iter().position(|other| other == name);
        places.push(Bounded::new(place.unwrap_or(0) as u64, order.len() as u64));
    }
    let way = format!(
        "Each was read as its place in this list: {}; --alphabet says others.",
        order.join(", ")
    );
    Reading {
        written: Written::Names(order.iter().map(ToString::to_string).collect()),
        ..Reading::new(way, Numbers::Bounded(places))
    }
}

/// All orders of some things, first the given one; the given one alone if there are many things.
pub fn orders<'a>(of: &[&'a str]) -> impl Iterator<Item = Vec<&'a str>> {
    let few = if of.len() <= MOST_ORDERED {
        of.len()
    } else {
        1
    };
    (0..(1..=few).product()).map(|index| order_at(of, index))
}

fn order_at<'a>(of: &[&'a str], mut index: usize) -> Vec<&'a str> {
    let mut left = of.to_vec();
    let mut order = Vec::new();
    while !left.is_empty() {
        let at = index % left.len();
        index /= left.len();
        order.push(left.remove(at));
    }
    order
}

/// Numbers from `from` up to `to`, which a number may be if it was rounded, as fractions below 1.
///
/// # Errors
/// The first number that is not in the range.
pub fn of_range(values: &[Decimal], (from, to): (f64, f64)) -> Result<Numbers, f64> {
    let mut fractions = Vec::new();
    for one in values {
        let (value, within) = one.scaled(from, to - from);
        if !(0.0..=1.0).contains(&value) {
            return Err(one.value);
        }
        let value = value.min(1.0 - f64::EPSILON);
        fractions.push(Fraction { value, within });
    }
    Ok(Numbers::Fractions(fractions))
}

/// Numbers from a normal distribution with this mean and standard deviation, as the fractions from which each known way makes
/// them.
pub fn of_normal(values: &[Decimal], (mean, deviation): (f64, f64)) -> Vec<Reading> {
    let mut normals = Vec::new();
    for one in values {
        let (value, within) = one.scaled(mean, deviation);
        normals.push(Normal { value, within });
    }
    let mut readings = of_normals(&normals);
    for reading in &mut readings {
        if let Written::Normals(_, of_mean, of_deviation) = &mut reading.written {
            (*of_mean, *of_deviation) = (mean, deviation);
        }
    }
    readings
}

/// Normals are seldom greater than this.
const GREATEST_NORMAL: f64 = 7.0;

/// This many numbers with only two different ones among them are tosses of a coin.
const TOSSES: usize = 16;

/// From so few numbers, nobody can see the ends of their range.
const FEWEST: usize = 4;

/// Numbers of which some are not in [0, 1), in the ranges and distributions that fit: standard normals if some are negative,
/// ranges from 0 or symmetric about it, up to the least of 1, 2 and 5 times a power of 10, and to the least power of 10, and
/// ranges with round ends next to the numbers.
pub fn of_spread(values: &[Decimal]) -> Vec<Reading> {
    let (mut least, mut most) = (f64::MAX, f64::MIN);
    for one in values {
        least = least.min(one.value);
        most = most.max(one.value);
    }
    let (greatest, is_negative) = (most.max(-least), least < 0.0);
    let mut readings = if is_negative && greatest < GREATEST_NORMAL && values.len() > 1 {
        of_normal(values, (0.0, 1.0))
    } else {
        Vec::new()
    };
    if greatest >= 1e15 {
        return readings;
    }
    let power = 10_f64.powf(greatest.max(1e-3).log10().floor());
    let tops = [1.0, 2.0, 5.0, 10.0].map(|times| times * power);
    let fits = tops.into_iter().find(|top| *top >= greatest);
    let mut ranges = Vec::new();
    for top in fits.into_iter().chain([10.0 * power]) {
        ranges.push((if is_negative { -top } else { 0.0 }, top));
    }
    if values.len() >= FEWEST {
        // The ends next to the numbers, in steps that are a power of 10 of the size of their spread, and the next smaller one.
        let size = (most - least).log10().floor();
        for size in [size, size - 1.0] {
            let (unit, parts) = (10_f64.powf(size.max(0.0)), 10_f64.powf(-size.min(0.0)));
            let (below, above) = (
                (least * parts / unit).floor(),
                (most * parts / unit).floor(),
            );
            // The sum makes a negative zero positive.
            let from = (below + 0.0) * unit / parts;
            ranges.push((from, (above + 1.0) * unit / parts));
        }
    }
    ranges.dedup();
    for (from, to) in ranges {
        let Ok(numbers) = of_range(values, (from, to)) else {
            continue;
        };
        let way = format!(
            "The numbers were read as fractions from {from} up to {to}: --range says others."
        );
        readings.push(Reading {
            written: Written::Range(from, to),
            ..Reading::new(way, numbers)
        });
    }
    readings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_numbers_have_the_bounds_that_people_choose_and_the_least_one() {
        let bounds = |values: &[i64]| -> Vec<(i64, u64)> {
            let bounded = |reading: &Reading| match &reading.numbers {
                Numbers::Bounded(values) => Some((reading.base?, values[0].bound)),
                _ => None,
            };
            of_small(values).iter().filter_map(bounded).collect()
        };
        assert_eq!(bounds(&[3, 1, 6, 2]), [(0, 8), (0, 7), (1, 6)]);
        assert_eq!(bounds(&[0, 10, 4]), [(0, 12), (0, 11)]);
        assert_eq!(bounds(&[-9, 8]), [(-10, 21), (-10, 20), (-9, 19), (-9, 18)]);
        assert_eq!(
            bounds(&[1, 200]),
            [(0, 255), (0, 256), (0, 201), (1, 255), (1, 256), (1, 200)]
        );
        assert_eq!(bounds(&[0, 123_456]), [(0, 1_000_000)]);
        assert_eq!(bounds(&[5, 30_000]), []);
        assert_eq!(bounds(&[5, 1_000_000]), []);
    }

    #[test]
    fn few_names_are_read_in_all_orders_and_bits_either_way() {
        let read = of_names(&["c", "a", "c", "b"]);
        let places = |at: usize| read[at].numbers.clone();
        let of = |values| Numbers::below(3, values).unwrap();
        assert_eq!(
            (read.len(), places(0), places(5)),
            (6, of(&[2, 0, 2, 1]), of(&[0, 2, 0, 1]))
        );
        assert_eq!(of_names(&["a", "b", "c", "d", "e"]).len(), 1);
        let bits = of_small(&[0, 1, 1]);
        let turned = Numbers::words(vec![1, 0, 0]);
        assert_eq!((bits.len(), &bits[3].numbers), (4, &turned));
    }

    #[test]
    fn spread_numbers_are_normals_or_of_a_round_range() {
        let ways = |values: &[f64]| -> Vec<String> {
            let values = values.iter().map(|&value| Decimal { value, last: 1e-4 });
            let readings = of_spread(&values.collect::<Vec<_>>());
            let is_range = |way: &&str| way.contains("--range");
            let ways = readings
                .iter()
                .map(|reading| &*reading.way)
                .filter(is_range);
            ways.map(|way| way.split(": ").next().unwrap().to_owned())
                .collect()
        };
        let range = |range: &str| format!("The numbers were read as fractions from {range}");
        assert_eq!(
            ways(&[1.5, 0.25]),
            [range("0 up to 2"), range("0 up to 10")]
        );
        assert_eq!(
            ways(&[1.0, 0.25]),
            [range("0 up to 1"), range("0 up to 10")]
        );
        assert_eq!(ways(&[-0.6, 0.25]), [range("-1 up to 1")]);
        assert_eq!(ways(&[7e5, 2.0]), [range("0 up to 1000000")]);
        let read = of_range(
            &[Decimal {
                value: 3.0,
                last: 0.01,
            }],
            (-5.0, 5.0),
        );
        assert_eq!(
            read,
            Ok(Numbers::Fractions(vec![Fraction {
                value: 0.8,
                within: 0.001
            }]))
        );
        assert_eq!(
            of_range(
                &[Decimal {
                    value: 5.5,
                    last: 1.0
                }],
                (-5.0, 5.0)
            ),
            Err(5.5)
        );
    }
}
