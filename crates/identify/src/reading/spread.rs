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
const BOUNDS: [i64; 13] = [
    4, 6, 8, 10, 12, 20, 52, 100, 256, 1000, WORDS[0], 100_000, WORDS[2],
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
    let is_new = |at: &usize| !ranges[..*at].contains(&ranges[*at]);
    let new = (0..ranges.len()).filter(is_new);
    new.filter_map(|at| of_whole(values, ranges[at])).collect()
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
    let counted = |from: i64| values.iter().map(move |value| (value - from) as u64);
    let mask = u64::MAX >> if least < 0 { 32 } else { 0 };
    let words = Numbers::words(counted(0).map(|value| value & mask).collect());
    let words = Reading::new("Each number was read as a word.", words);
    let sides = [least, most];
    let is_coin = values.iter().all(|value| sides.contains(value));
    let is_bits = least >= 0 && most == 1;
    let zeros = sides
        .into_iter()
        .filter(|zero| is_coin && !(is_bits && *zero == 0));
    let coins = zeros.flat_map(|zero| {
        let bits = values.iter().map(|value| u64::from(*value != zero));
        let bits: Vec<u64> = bits.collect();
        let way = format!("{} was read as 1, and {zero} as 0.", least + most - zero);
        let below = Numbers::below(2, &bits).into_iter();
        below
            .chain([Numbers::words(bits)])
            .map(move |numbers| Reading {
                written: Written::Names(vec![zero.to_string(), (least + most - zero).to_string()]),
                ..Reading::new(way.clone(), numbers)
            })
    });
    let mut readings = vec![words];
    if is_bits {
        readings.extend(of_bounds(values, &[2], 1).into_iter().chain(coins));
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
    readings.extend(of_bounds(values, usual, 1));
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
        let fractions = |(from, to): (i64, i64), how, last| {
            let value = |&value: &i64| Decimal {
                value: value as f64,
                last,
            };
            let values: Vec<Decimal> = values.iter().map(value).collect();
            let range = (from as f64, to as f64);
            let way = format!(
                "The numbers were read as fractions from {from} up to {to}, {how}: --range says others."
            );
            Some(Reading {
                written: Written::Range(range.0, range.1),
                ..Reading::new(way, of_range(&values, range).ok()?)
            })
        };
        if let Some(top) = top {
            readings.extend(fractions((0, top), "rounded or cut", 1.0));
        }
        if most - least < SMALL {
            readings.extend(fractions((least, most), "rounded", 0.5));
        }
        readings.extend(coins);
    }
    // Sums of two or three dice, whose least and greatest values are rare.
    let dice = [(2, 6), (3, 6), (2, 10)]
        .into_iter()
        .filter(|(dice, sides)| {
            *dice <= least && (dice * sides - 2..=dice * sides).contains(&most)
        });
    for (dice, sides) in dice {
        let sums: Vec<u64> = counted(dice).collect();
        readings.extend(
            Numbers::sums(dice as u32, sides as u64, &sums).map(|numbers| Reading {
                base: Some(dice),
                ..Reading::new(
                    format!(
                        "The numbers were read as sums of dice, {dice}d{sides}: --dice says others."
                    ),
                    numbers,
                )
            }),
        );
    }
    readings
}

/// Above this many things, only one order is tried.
const MOST_ORDERED: usize = 4;

/// Names of choices, such as `heads` and `tails`, as places in lists of those that occur: first in alphabetical order, and if
/// there are few, in all others.
pub fn of_names(names: &[&str]) -> Vec<Reading> {
    let mut seen: Vec<&str> = names.to_vec();
    seen.sort_unstable();
    seen.dedup();
    let read = |order: Vec<&str>| {
        let place = |name| {
            let place = order.iter().position(|other| other == name);
            Bounded::new(place.unwrap_or(0) as u64, order.len() as u64)
        };
        let way = format!(
            "Each was read as its place in this list: {}; --alphabet says others.",
            order.join(", ")
        );
        let numbers = Numbers::Bounded(names.iter().map(place).collect());
        Reading {
            written: Written::Names(order.iter().map(ToString::to_string).collect()),
            ..Reading::new(way, numbers)
        }
    };
    orders(&seen).map(read).collect()
}

/// All orders of some things, first the given one; the given one alone if there are many things.
pub fn orders<'a>(of: &[&'a str]) -> impl Iterator<Item = Vec<&'a str>> {
    let few = if of.len() <= MOST_ORDERED {
        of.len()
    } else {
        1
    };
    (0..(1..=few).product()).map(|mut index| {
        let mut left = of.to_vec();
        let mut next = |many| {
            let at = index % many;
            index /= many;
            left.remove(at)
        };
        (1..=of.len()).rev().map(&mut next).collect()
    })
}

/// Numbers from `from` up to `to`, which a number may be if it was rounded, as fractions below 1.
///
/// # Errors
/// The first number that is not in the range.
pub fn of_range(values: &[Decimal], (from, to): (f64, f64)) -> Result<Numbers, f64> {
    let fraction = |one: &Decimal| {
        let (value, within) = one.scaled(from, to - from);
        let in_range = (0.0..=1.0).contains(&value);
        let value = value.min(1.0 - f64::EPSILON);
        in_range
            .then_some(Fraction { value, within })
            .ok_or(one.value)
    };
    let fractions: Result<_, f64> = values.iter().map(fraction).collect();
    fractions.map(Numbers::Fractions)
}

/// Numbers from a normal distribution with this mean and standard deviation, as the fractions from which each known way makes
/// them.
pub fn of_normal(values: &[Decimal], (mean, deviation): (f64, f64)) -> Vec<Reading> {
    let normal = |one: &Decimal| {
        let (value, within) = one.scaled(mean, deviation);
        Normal { value, within }
    };
    let mut readings = of_normals(&values.iter().map(normal).collect::<Vec<_>>());
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
    let start = (f64::MAX, f64::MIN);
    let wider = |ends: (f64, f64), one: &Decimal| (ends.0.min(one.value), ends.1.max(one.value));
    let (least, most) = values.iter().fold(start, wider);
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
    let symmetric = |top: f64| (if is_negative { -top } else { 0.0 }, top);
    let tops = fits.into_iter().chain([10.0 * power]).map(symmetric);
    // The ends next to the numbers, in steps that are a power of 10 of the size of their spread, and the next smaller one.
    let size = (most - least).log10().floor();
    let near = [size, size - 1.0]
        .into_iter()
        .filter(|_| values.len() >= FEWEST)
        .map(|size| {
            let (unit, parts) = (10_f64.powf(size.max(0.0)), 10_f64.powf(-size.min(0.0)));
            let end =
                |value: f64, more: f64| ((value * parts / unit).floor() + more) * unit / parts;
            (end(least, 0.0), end(most, 1.0))
        });
    let mut ranges: Vec<(f64, f64)> = tops.chain(near).collect();
    ranges.dedup();
    for (from, to) in ranges {
        readings.extend(of_range(values, (from, to)).ok().map(|numbers| {
            let way = format!(
                "The numbers were read as fractions from {from} up to {to}: --range says others."
            );
            Reading {
                written: Written::Range(from, to),
                ..Reading::new(way, numbers)
            }
        }));
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
        assert_eq!(bounds(&[1, 200]), [(0, 256), (0, 201), (1, 256), (1, 200)]);
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
