//! Well-known generators: which of our tests catches each first, beside what dieharder says of the same words.
//!
//! dieharder was run once on each; its verdicts are committed as `fixtures/dieharder.json`, each with the command that gives it
//! again. Ours are those of `fixtures/zoo.json`. It reads words of 32 bits: of a generator with fewer, the highest 16 bits of two
//! words are joined, the first one low. A whole run of dieharder takes hours, so it is run with
//! [`TESTS`], those of its tests that take seconds, with its default sizes but where the arguments say otherwise: what none of
//! them fails, another of its tests might.

use anyhow::{Context, Result};
use findings::block::Section;
use gof::{Outcome, Sides, battery};
use serde::{Deserialize, Serialize};
use serde_json::json;
use zoo::broken::{self, table::Table};
use zoo::sources::{self, Kind, Source};

use crate::fixtures::committed;
use crate::report::words::WORDS;

/// The fixture's name.
pub(crate) const NAME: &str = "dieharder.json";

/// The seed of every generator, that of the zoo's table.
const SEED: u64 = broken::table::SEED;

/// The tests, as arguments: birthday spacings, 32x32 rank with a tenth of the p-values, 6x8 rank, the ones of a stream and of
/// bytes counted, runs.
const TESTS: [&str; 6] = ["-d 0", "-d 2 -p 10", "-d 3", "-d 8", "-d 9", "-d 15"];

/// How many words are looked at of a generator that is not in the zoo.
const LOOK: u64 = 1 << 22;

/// dieharder's verdicts on all of them.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Verdicts {
    schema: String,
    /// dieharder's package.
    version: String,
    seed: u64,
    generators: Vec<Generator>,
}

#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
struct Generator {
    name: String,
    /// The command that gave the verdicts, up to the test.
    command: String,
    tests: Vec<Line>,
}

#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
struct Line {
    arguments: String,
    test: String,
    p: String,
    verdict: String,
}

/// A generator as a source.
fn source(name: &str) -> Result<Source> {
    let broken = || broken::find(name).map(Source::from);
    sources::find(name)
        .or_else(broken)
        .with_context(|| format!("there is no generator `{name}`"))
}

/// What the default battery says of a source that is not in the zoo's table: one look at [`LOOK`] words.
fn ours(source: &Source) -> Result<String> {
    let Kind::Words { bits } = source.kind else {
        return Ok(String::new());
    };
    let (mut stream, mut words) = (source.open(SEED), vec![0_u32; 1 << 14]);
    let mut tests = battery::words(bits)?;
    for _ in 0..LOOK >> 14 {
        stream.fill(&mut words);
        let wide: Vec<u64> = words.iter().map(|&word| word.into()).collect();
        for test in &mut tests {
            test.push_all(&wide);
        }
    }
    let outcomes = tests
        .iter()
        .filter(|test| test.items() >= test.needed())
        .map(|test| test.outcome());
    let outcomes = outcomes.collect::<Result<Vec<_>, _>>()?;
    let p = |outcome: &Outcome| outcome.p.of(Sides::Both).log10();
    let worst = outcomes
        .iter()
        .min_by(|a, b| p(a).total_cmp(&p(b)))
        .context("a battery has tests")?;
    let caught = p(worst) <= -(broken::table::ONE_IN as f64).log10();
    Ok(if caught {
        format!("{}, 2^{}", worst.test, LOOK.ilog2())
    } else {
        format!("none in 2^{}", LOOK.ilog2())
    })
}

impl Verdicts {
    /// The committed verdicts, if they are there.
    pub(crate) fn read() -> Result<Option<Self>> {
        committed(NAME)
            .ok()
            .map(|text| Self::parse(&text))
            .transpose()
    }

    fn parse(text: &str) -> Result<Self> {
        serde_json::from_str(text)
            .context("not dieharder's verdicts: `git restore` brings them back")
    }

    /// A row for each generator: its name, what it is, our first test and after how many words, dieharder's failures.
    fn rows(&self, zoo: &Table) -> Result<Vec<[String; 4]>> {
        let row = |generator: &Generator| {
            let source = source(&generator.name)?;
            let ours = match zoo.rows.iter().find(|row| row.name == generator.name) {
                None => ours(&source)?,
                Some(row) => match row.first() {
                    Some((test, at)) => format!("{}, 2^{}", test.name, at.ilog2()),
                    None => format!("not within 2^{}", row.limit.ilog2()),
                },
            };
            Ok([
                generator.name.clone(),
                source.about,
                ours,
                generator.failures(),
            ])
        };
        self.generators.iter().map(row).collect()
    }

    /// The table in Markdown, for docs/evidence.md.
    #[cfg(test)]
    fn markdown(&self, zoo: &Table) -> Result<String> {
        let head = "| generator | what it is | caught first by, after so many words | dieharder fails it by |\n";
        Ok(self.rows(zoo)?.iter().fold(
            format!("{head}| --- | --- | --- | --- |\n"),
            |text, row| {
                let cells = row.each_ref().map(|cell| cell.replace('|', "\\|"));
                text + &format!("| {} |\n", cells.join(" | "))
            },
        ))
    }

    /// The section of the report.
    pub(crate) fn section(&self, zoo: &Table) -> Result<Section> {
        let values = json!({
            "tests": TESTS.join("`, `"),
            "one_in": zoo.one_in,
            "rows": self.rows(zoo)?,
        });
        Ok(WORDS.beside(self, values).section("dieharder"))
    }
}

impl Generator {
    /// The tests that failed, each once.
    fn failures(&self) -> String {
        let mut failed: Vec<&str> = self
            .tests
            .iter()
            .filter(|test| test.verdict == "FAILED")
            .map(|test| &*test.test)
            .collect();
        failed.dedup();
        if failed.is_empty() {
            "none".into()
        } else {
            failed.join(", ")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_has_a_row_for_every_generator_and_the_right_one_passes_both() {
        let found = Verdicts::read()
            .unwrap()
            .expect("the verdicts are committed");
        let zoo = Table::parse(&committed(broken::table::NAME).unwrap()).unwrap();
        let table = found.markdown(&zoo).unwrap();
        assert_eq!(table.lines().count(), 2 + 14);
        let last = table.lines().last().unwrap();
        assert!(
            last.starts_with("| pcg32 |") && last.ends_with("| none in 2^22 | none |"),
            "{last}"
        );
        let page =
            std::fs::read_to_string(crate::fixtures::root().join("docs/evidence.md")).unwrap();
        assert!(
            page.contains(&table),
            "docs/evidence.md lacks the table of these generators, which is now:\n{table}"
        );
    }
}
