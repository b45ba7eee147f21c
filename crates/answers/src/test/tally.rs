//! What a picture beside a verdict shows: how often each value came, or which entry of a list was in which place.

use gof::Cells;
use gof::tail::binomial;
use serde::Serialize;

use super::blocks::Blocks;
use super::source::{Items, Source, SourceOptions};
use super::{CountsOptions, Options, TestError, source_of_input};
use crate::read::{Block as _, Input};

/// The chance that a fair source takes one count out of its range, half of it at each end.
pub const OUTSIDE: f64 = 1e-3;

/// The most values, or entries of a list, for which there is a picture.
const MAX_SHOWN: usize = 64;

/// How many top bits of words are counted.
const TOP_BITS: u32 = 4;

/// How often each of a few values came.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tally {
    /// How often each value came.
    Values(Vec<ValueCount>),
    /// How often each value of the top four bits of words or fractions came.
    TopBits(Vec<ValueCount>),
    /// How often each entry of lists was in each place: a row for each entry.
    Places(Vec<Vec<u64>>),
    /// How likely an event comes how often, beside how often it came.
    Hits {
        /// How often it came.
        hits: u64,
        /// The count of the first chance.
        first: u64,
        /// The chances of this count and of the following ones.
        chances: Vec<f64>,
    },
}

/// How often a value came.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ValueCount {
    /// The value.
    pub name: String,
    /// How often it came.
    pub count: u64,
    /// How often it comes on average.
    pub expected: f64,
    /// The lowest count that chance allows, but for [`OUTSIDE`].
    pub least: u64,
    /// The highest.
    pub most: u64,
}

impl ValueCount {
    /// The count of a value with this chance among so many.
    pub fn new(name: String, count: u64, items: u64, chance: f64) -> Self {
        let tail = OUTSIDE / 2.0;
        let least = first_count(items, |count| {
            binomial::at_most(count, items, chance).value() > tail
        });
        let most = first_count(items, |count| {
            binomial::at_least(count + 1, items, chance).value() <= tail
        });
        Self {
            name,
            count,
            expected: chance * items as f64,
            least,
            most,
        }
    }
}

/// The first count from 0 on that passes a test, which all later ones pass, by halving.
fn first_count(items: u64, passes: impl Fn(u64) -> bool) -> u64 {
    let (mut from, mut to) = (0, items);
    while from < to {
        let middle = u64::midpoint(from, to);
        if passes(middle) {
            to = middle;
        } else {
            from = middle + 1;
        }
    }
    from
}

/// How likely an event of this chance comes about as often as it did, if these counts are few.
pub fn tally_hits(hits: u64, tries: u64, chance: f64) -> Option<Tally> {
    let range = ValueCount::new(String::new(), hits, tries, chance);
    let (first, last) = (range.least.min(hits), range.most.max(hits));
    if last - first >= MAX_SHOWN as u64 {
        return None;
    }
    let mut chances = Vec::new();
    for count in first..=last {
        let more = binomial::at_least(count + 1, tries, chance).value();
        chances.push(binomial::at_least(count, tries, chance).value() - more);
    }
    Some(Tally::Hits {
        hits,
        first,
        chances,
    })
}

/// How often each value came in all runs together, with its name, or its number from 1.
pub fn tally_counts(options: &CountsOptions) -> Result<Option<Tally>, TestError> {
    let mut sums = vec![0; options.runs.first().map_or(0, Vec::len)];
    for run in &options.runs {
        for (sum, count) in sums.iter_mut().zip(run) {
            *sum += count;
        }
    }
    let name = |place: u32| options.name_of(place as usize);
    let values = value_counts(&sums, &options.cells()?, name);
    Ok(values.map(Tally::Values))
}

fn value_counts(
    counts: &[u64],
    null: &Cells,
    name: impl Fn(u32) -> String,
) -> Option<Vec<ValueCount>> {
    let items: u64 = counts.iter().sum();
    if counts.len() > MAX_SHOWN || items == 0 {
        return None;
    }
    let mut values = Vec::new();
    for ((place, count), chance) in (0..).zip(counts).zip(null.probabilities()) {
        values.push(ValueCount::new(name(place), *count, items, *chance));
    }
    Some(values)
}

/// Counts the items of an input, if there are few values of them.
pub fn tally(
    input: Vec<u8>,
    source: &SourceOptions,
    options: &Options,
) -> Result<Option<Tally>, TestError> {
    let mut source = source_of_input(&input, source)?;
    let input = Input::of_bytes(input);
    match source.items.clone() {
        Items::Words { bits, .. } | Items::Fractions { bits, .. } => {
            let counts = count_top_bits(&source, bits, input, options)?;
            let name = |value| format!("{value:04b}");
            let null = Cells::uniform(counts.len()).map_err(TestError::Chances)?;
            Ok(value_counts(&counts, &null, name).map(Tally::TopBits))
        }
        Items::Values { below, .. } if below as usize > MAX_SHOWN => Ok(None),
        Items::Values {
            below,
            base,
            weights,
        } => {
            let mut counts = vec![0; below as usize];
            for read in Blocks::new(source.numbers::<u32>(input), options) {
                read?.block.for_each(|value| counts[*value as usize] += 1);
            }
            let name = |value: u32| match &source.names {
                Some(names) => names.of(value),
                None => (value + base).to_string(),
            };
            let null = match &weights {
                Some(weights) => Cells::from_weights(weights),
                None => Cells::uniform(counts.len()),
            };
            let null = null.map_err(TestError::Chances)?;
            Ok(value_counts(&counts, &null, name).map(Tally::Values))
        }
        Items::Permutations { .. } => {
            let reader = source.permutations(input)?;
            let length = reader.length();
            if length > MAX_SHOWN {
                return Ok(None);
            }
            let mut places = vec![vec![0; length]; length];
            for read in Blocks::new(reader, options) {
                read?.block.for_each(|list| {
                    for (place, entry) in list.iter().enumerate() {
                        places[*entry as usize][place] += 1;
                    }
                });
            }
            Ok(Some(Tally::Places(places)))
        }
    }
}

/// How often each value of the top bits came.
fn count_top_bits(
    source: &Source,
    bits: u32,
    input: Input,
    options: &Options,
) -> Result<Vec<u64>, TestError> {
    let mut counts = vec![0; 1 << TOP_BITS];
    for read in Blocks::new(source.numbers::<u64>(input), options) {
        read?
            .block
            .for_each(|word| counts[(word >> (bits - TOP_BITS)) as usize] += 1);
    }
    Ok(counts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn range_of_a_count_leaves_a_thousandth_out() {
        // Of 10 tosses: 0 or 10 heads have a chance of 1/1024 each, which is more than 1/2000.
        let ten = ValueCount::new("heads".into(), 0, 10, 0.5);
        assert_eq!((ten.least, ten.most, ten.expected), (0, 10, 5.0));
        // Of 11: none has a chance of 1/2048, which is less; one at most 12/2048.
        let eleven = ValueCount::new("heads".into(), 0, 11, 0.5);
        assert_eq!((eleven.least, eleven.most), (1, 10));
    }

    #[test]
    fn chances_of_hits_are_those_of_the_binomial_law() {
        let Some(Tally::Hits { first, chances, .. }) = tally_hits(2, 4, 0.5) else {
            panic!("five counts are few");
        };
        assert_eq!(first, 0);
        for (found, of_16) in chances.iter().zip([1.0, 4.0, 6.0, 4.0, 1.0]) {
            assert!((found - of_16 / 16.0).abs() < 1e-12, "{chances:?}");
        }
        assert_eq!(tally_hits(0, 1_000_000, 0.5), None);
    }

    #[test]
    fn values_and_places_are_counted() {
        let options = Options::default();
        let die = SourceOptions {
            below: Some(3),
            base: Some(1),
            ..SourceOptions::default()
        };
        let Ok(Some(Tally::Values(values))) = tally(b"1 3 3 1 3".into(), &die, &options) else {
            panic!("a die has values");
        };
        let counts: Vec<_> = values
            .iter()
            .map(|value| (&*value.name, value.count))
            .collect();
        assert_eq!(counts, [("1", 2), ("2", 0), ("3", 3)]);
        let decks = SourceOptions {
            permutations: true,
            ..SourceOptions::default()
        };
        let places = tally(b"b a c\na b c".into(), &decks, &options).unwrap();
        let expected = vec![vec![1, 1, 0], vec![1, 1, 0], vec![0, 0, 2]];
        assert_eq!(places, Some(Tally::Places(expected)));
        let bytes = SourceOptions {
            kind: Some(crate::read::ItemKind::Binary(crate::read::Width::One, 8)),
            ..SourceOptions::default()
        };
        let Ok(Some(Tally::TopBits(values))) = tally(vec![0x10, 0x1f, 0xff], &bytes, &options)
        else {
            panic!("bytes have top bits");
        };
        assert_eq!(
            (values[1].count, values[15].count, values[2].count),
            (2, 1, 0)
        );
    }
}
