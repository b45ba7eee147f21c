//! The page docs/detection.md: how many bytes the battery of words takes to fail a generator, compared with published figures.

mod generators;
mod unseen;

pub use generators::{GENERATORS, Outputs, TestedGenerator};
pub use unseen::{Unseen, all as unseen_generators};

use std::fmt::Write as _;

use ::gof::looks::{self, Looked};
use ::gof::{Test, battery};
use rayon::prelude::*;

use crate::error::Result;

/// The probability of any false alarm in a run.
const ALPHA: f64 = 1e-6;

/// The number of words in a block.
const BLOCK: u64 = 1 << 14;

/// Where a row failed.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Failure {
    /// The number of bytes read when the row failed.
    pub bytes: u64,
    /// The test that it failed.
    pub test: &'static str,
}

/// The look at which the battery fails the generator; `None` if it passes up to this many bytes.
///
/// # Errors
/// If there is no battery for the generator's words, or a test has no answer: a defect of this program.
pub fn failure(row: &TestedGenerator, limit: u64) -> Result<Option<Failure>> {
    let tests = battery::words(row.bits())?;
    let found = find_failures(tests, row.bits(), row.open(), limit, &[]);
    Ok(found.now)
}

/// Where some words failed.
#[derive(Clone, Copy, Debug, Default)]
struct Failures {
    /// With the battery without the tests that were added later.
    before: Option<Failure>,
    /// With all of the battery.
    now: Option<Failure>,
}

/// A test of the battery, and what was seen at its looks.
struct BatteryTest {
    test: Box<dyn Test<u64>>,
    needed: u64,
    looked: Looked,
    is_added: bool,
}

/// The looks at which a battery for words of `bits` bits fails these words, with and without the tests that were added.
fn find_failures(
    battery: Vec<Box<dyn Test<u64>>>,
    bits: u32,
    mut words: Outputs,
    limit: u64,
    added: &[&str],
) -> Failures {
    let bytes = bytes_of_word(bits);
    let mut tests = Vec::new();
    for test in battery {
        tests.push(BatteryTest {
            needed: test.needed(),
            is_added: added.contains(&test.name()),
            looked: Looked::default(),
            test,
        });
    }
    let mut found = Failures::default();
    let (mut items, mut block, limit) = (0, Vec::new(), limit / bytes);
    while items < limit && (found.before.is_none() || found.now.is_none()) {
        let due = looks::next(items);
        block.clear();
        block.extend((items..due.min(items + BLOCK)).map(|_| words()));
        items += block.len() as u64;
        for of in &mut tests {
            of.test.push_all(&block);
        }
        if items < due {
            continue;
        }
        for of in tests.iter_mut().filter(|of| items >= of.needed) {
            of.looked.look(&of.test.outcome(), items, false);
        }
        if found.now.is_none() {
            found.now = reject(tests.iter(), items * bytes);
        }
        if found.before.is_none() {
            found.before = reject(tests.iter().filter(|of| !of.is_added), items * bytes);
        }
    }
    found
}

/// The failure after this many bytes, if one of these tests rejects.
fn reject<'a>(tests: impl Iterator<Item = &'a BatteryTest> + Clone, bytes: u64) -> Option<Failure> {
    // For the first rejection, Holm's procedure multiplies the p-value by the number of tests.
    let alpha = (ALPHA / tests.clone().count() as f64).log10();
    let worst = tests.min_by(|a, b| log10_p(&a.looked).total_cmp(&log10_p(&b.looked)))?;
    (log10_p(&worst.looked) <= alpha).then(|| Failure {
        bytes,
        test: worst.test.name(),
    })
}

/// The decimal logarithm of the p-value over all looks so far; 0 before the first.
fn log10_p(looked: &Looked) -> f64 {
    looked.overall.map_or(0.0, |(p, _)| p.log10())
}

/// The number of bytes that hold a word.
const fn bytes_of_word(bits: u32) -> u64 {
    (bits.div_ceil(8) as u64).next_power_of_two()
}

/// A number of bytes, written as in the published tables.
fn format_size(bytes: u64) -> String {
    const UNITS: [&str; 5] = ["bytes", "KiB", "MiB", "GiB", "TiB"];
    let unit = (bytes.max(1).ilog2() / 10).min(4);
    format!("{} {}", bytes >> (10 * unit), UNITS[unit as usize])
}

/// The number of bytes that such a size means; `None` if it is not a plain size, as in `>= 32 TiB`.
fn parse_size(size: &str) -> Option<u64> {
    let (number, unit) = size.split_once(' ')?;
    let place = ["bytes", "KiB", "MiB", "GiB", "TiB"]
        .iter()
        .position(|name| *name == unit)?;
    Some(number.parse::<u64>().ok()? << (10 * place))
}

/// Text such as `64 KiB, differences`, or `passes 1 GiB`.
fn describe_failure(found: Option<Failure>, limit: u64) -> String {
    match found {
        Some(Failure { bytes, test }) => format!("{}, {test}", format_size(bytes)),
        None => format!("passes {}", format_size(limit)),
    }
}

/// A line of the page.
fn table_row(row: &TestedGenerator, found: Option<Failure>, limit: u64) -> String {
    let found = describe_failure(found, limit);
    let (bits, practrand, smokerand) = (row.bits(), row.practrand, row.smokerand);
    format!(
        "| {} | {bits} | {found} | {practrand} | {smokerand} |\n",
        row.name
    )
}

/// A comparison of the rows with `PractRand`'s figures up to 1 GiB, in sentences.
fn compare_with_practrand(found: &[(&TestedGenerator, Option<Failure>)]) -> String {
    let (mut all, mut no_later, mut quarter) = (0, 0, 0);
    let mut later = Vec::new();
    for (row, found) in found {
        let Some(theirs) = parse_size(row.practrand).filter(|bytes| *bytes <= 1 << 30) else {
            continue;
        };
        all += 1;
        match found {
            Some(failure) if failure.bytes <= theirs => {
                no_later += 1;
                quarter += u32::from(failure.bytes <= theirs / 4);
            }
            _ => later.push(row.name),
        }
    }
    let later = if later.is_empty() {
        String::new()
    } else {
        format!(
            " Later than PractRand, or not at all: {}.",
            later.join(", ")
        )
    };
    format!(
        "PractRand has a figure of at most 1 GiB for {all} of these generators. roguelab fails {no_later} of them with no more, and {quarter}\n\
         with at most a quarter of it.{later}\n"
    )
}

const BEGINNING: &str = include_str!("detection/beginning.md");

/// How many bytes of a row are read for this limit: four times as many if the row is a control.
fn limit_of(row: &TestedGenerator, limit: u64) -> u64 {
    if generators::CONTROLS.contains(&row.name) {
        4 * limit
    } else {
        limit
    }
}

/// The page for all generators up to this many bytes, for the controls up to four times as many, and for those of the second
/// table up to at most 64 MiB. `tick` is called after each.
///
/// # Errors
/// As in [`failure`].
pub fn page(limit: u64, tick: &(dyn Fn() + Sync)) -> Result<String> {
    let found = GENERATORS.par_iter().with_max_len(1).map(|row| {
        let found = failure(row, limit_of(row, limit));
        tick();
        Ok((row, found?))
    });
    let found = found.collect::<Result<Vec<_>>>()?;
    let mut text = format!("{BEGINNING}{}", compare_with_practrand(&found));
    text.push_str(
        "\n| generator | bits | roguelab fails it after, by | PractRand 0.94 | SmokeRand fails |\n| --- | --- | --- | --- | --- |\n",
    );
    for (row, failure) in found {
        write!(text, "{}", table_row(row, failure, limit_of(row, limit)))
            .expect("a String takes any text");
    }
    text.push_str(&unseen::section(limit.min(1 << 26), tick)?);
    Ok(text)
}

/// How many generators the page has.
pub fn generators_on_page() -> usize {
    GENERATORS.len() + unseen::all().count()
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    fn committed() -> String {
        let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/detection.md");
        fs::read_to_string(docs).unwrap()
    }

    #[test]
    fn sizes_are_read_as_they_are_written() {
        for text in ["512 bytes", "32 KiB", "16 MiB", "1 GiB", "32 TiB"] {
            assert_eq!(parse_size(text).map(format_size).as_deref(), Some(text));
        }
        assert_eq!((parse_size(">= 32 TiB"), parse_size("")), (None, None));
    }

    /// The rows of the page, each with the size and the test at which the page says it fails.
    fn rows(page: &str) -> Vec<(&'static TestedGenerator, Option<(u64, String)>)> {
        let row = |row: &'static TestedGenerator| {
            let begins = format!("| {} | {} | ", row.name, row.bits());
            let line = page.lines().find_map(|line| line.strip_prefix(&begins));
            let found = line.unwrap_or_else(|| panic!("{begins}: no line"));
            let found = found.split(" | ").next().unwrap();
            let failure = found
                .split_once(", ")
                .map(|(at, test)| (parse_size(at).unwrap(), test.to_owned()));
            (row, failure)
        };
        GENERATORS.iter().map(row).collect()
    }

    #[test]
    fn small_rows_are_those_of_the_page() {
        let page = committed();
        let small: Vec<_> = rows(&page)
            .into_iter()
            .filter_map(|(row, found)| Some((row, found?)))
            .filter(|(_, (at, _))| *at <= 1 << 18)
            .collect();
        assert!(small.len() >= 40, "{}", small.len());
        small.par_iter().for_each(|(row, (at, test))| {
            let name = row.name;
            let found = failure(row, *at).unwrap();
            let found = found.unwrap_or_else(|| {
                panic!(
                    "{name} no longer fails: if the battery changed, run `cargo xtask detection`"
                )
            });
            assert_eq!((found.bytes, found.test), (*at, test.as_str()), "{name}");
        });
    }

    /// What `roguelab test --battery more` is for. `PractRand` 0.94 fails them after 64 MiB and 2 MiB.
    #[test]
    #[ignore = "slow: run in CI"]
    fn folded_bits_fail_some_generators_before_the_others() {
        let rows = [
            ("threefry2x64 with 10 rounds", 1, "low4/lags"),
            (
                "xorshift128 in the upper half, fair words in the lower",
                1,
                "top8/linear-complexity",
            ),
        ];
        rows.into_par_iter().for_each(|(name, seed, test)| {
            let row = unseen::all().find(|row| row.name == name).unwrap();
            let mut tests = battery::folded(row.bits).unwrap();
            let added: Vec<_> = tests.iter().map(|test| test.name()).collect();
            tests.extend(battery::words(row.bits).unwrap());
            let found = find_failures(tests, row.bits, row.open(seed), 1 << 25, &added);
            let now = found.now.unwrap();
            assert_eq!(now.test, test, "{name}, {now:?}");
            assert!(
                found.before.is_none_or(|before| before.bytes > now.bytes),
                "{name}"
            );
        });
    }

    #[test]
    fn the_page_says_of_itself_what_its_rows_say() {
        let page = committed();
        assert!(page.starts_with(BEGINNING), "cargo xtask detection");
        let found: Vec<_> = rows(&page)
            .into_iter()
            .map(|(row, found)| {
                let failure = found.map(|(bytes, _)| Failure { bytes, test: "" });
                (row, failure)
            })
            .collect();
        assert!(found.len() >= 60 && page.contains(&compare_with_practrand(&found)));
        for row in GENERATORS {
            let end = format!(" | {} | {} |\n", row.practrand, row.smokerand);
            assert!(page.contains(&end), "{}", row.name);
        }
    }
}
