//! The report: what was compared and computed, as numbers, as text and as a site.
//!
//! `report.json` has every number, with exact ones as fractions; the pages of the appendix are rendered from blocks. Both
//! depend only on the code. What depends on the machine and the time is in `run.json`.

mod appendix;
mod broken;
mod html;
mod instruments;
mod oracles;
mod site;
mod story;
mod terminal;
mod wild;

use std::fs;
use std::io::{BufReader, ErrorKind};
use std::path::Path;

use answers::number::grouped;
use anyhow::{Result, bail};
use cli::files::{read, write};
use findings::block::{Section, table, text};
use findings::story::Story;
use findings::{Documents, Mark};
use lockstep::{Budget, CaseKind};
use rogue::atlas::Atlas;
use serde::Serialize;
use subjects::conformance::{Comparison, Outcome, comparisons};
use subjects::oracles::Policy;

use crate::baseline::SCHEMA;
use crate::digests;
use instruments::Instruments;
use oracles::{OracleRow, RealGame};

/// Everything in the report.
#[derive(Serialize)]
pub struct Report {
    pub(crate) schema: &'static str,
    /// The seed of the random cases, in hexadecimal.
    pub(crate) seed: String,
    pub(crate) random_cases: usize,
    /// Every comparison.
    pub(crate) conformance: Vec<ComparisonRow>,
    pub(crate) oracles: Vec<OracleRow>,
    pub(crate) real_game: Option<RealGame>,
    /// The committed calibration of the tests.
    pub(crate) instruments: Instruments,
    /// The committed table of which test catches which broken source.
    pub(crate) zoo: Option<zoo::broken::Table>,
    /// The committed results for published packages.
    pub(crate) wild: Option<crate::wild::Results>,
    /// The story that the first page tells.
    #[serde(skip)]
    pub story: Story,
    /// The findings about the documents.
    #[serde(flatten)]
    pub documents: Documents,
}

/// What depends on the machine and the time, as in `run.json`.
#[derive(Serialize)]
pub struct Run {
    schema: &'static str,
    version: &'static str,
    /// The commit of the checkout, if git can say it.
    commit: Option<String>,
    /// When the run began, in universal time.
    date: String,
    os: &'static str,
    arch: &'static str,
    threads: usize,
    seconds: f64,
}

impl Run {
    /// A run of this commit that began at `date` and took so many seconds.
    pub fn new(commit: Option<String>, date: String, seconds: f64) -> Self {
        Self {
            schema: "roguelab-run/1",
            version: env!("CARGO_PKG_VERSION"),
            commit,
            date,
            os: std::env::consts::OS,
            arch: std::env::consts::ARCH,
            threads: rayon::current_num_threads(),
            seconds,
        }
    }
}

/// A comparison and its outcome.
#[derive(Serialize)]
pub struct ComparisonRow {
    /// The name of the subject.
    pub subject: &'static str,
    /// The kind of cases.
    pub kind: String,
    /// Whether every member of the subject's domain was run.
    pub exhaustive: bool,
    /// The implementation that is taken to be right.
    pub expected: String,
    /// The implementation compared with it.
    pub actual: String,
    /// The outcome.
    #[serde(flatten)]
    pub outcome: Outcome,
}

impl ComparisonRow {
    /// The row of a comparison.
    pub fn new(comparison: &Comparison, outcome: Outcome) -> Self {
        Self {
            subject: comparison.subject.name(),
            kind: comparison.kind.to_string(),
            exhaustive: comparison.kind == CaseKind::Exhaustive,
            expected: comparison.expected.to_string(),
            actual: comparison.actual.to_string(),
            outcome,
        }
    }

    fn compared(&self) -> String {
        format!("{} = {}", self.actual, self.expected)
    }

    fn result(&self) -> String {
        oracles::without_reason(&describe_outcome(&self.outcome)).to_owned()
    }

    /// The cells of the row on the page.
    fn cells(&self) -> [String; 7] {
        let (cases, digest) = match &self.outcome {
            Outcome::Agrees(tally) => (grouped(tally.cases), tally.sha256[..16].to_owned()),
            _ => (String::new(), String::new()),
        };
        let kind = if self.exhaustive {
            "exhaustive".to_owned()
        } else {
            format!("{} (sampled)", self.kind)
        };
        [
            self.subject.to_owned(),
            kind,
            self.compared(),
            self.result(),
            cases,
            self.outputs(),
            digest,
        ]
    }

    /// How many outputs and draws agree, if the comparison succeeded.
    fn outputs(&self) -> String {
        match &self.outcome {
            Outcome::Agrees(tally) => grouped(tally.outputs + tally.draws),
            _ => String::new(),
        }
    }
}

impl Report {
    /// Compares and computes everything. `tick` is called after each piece of work.
    pub fn compute(budget: &Budget, policy: Policy, tick: &(dyn Fn() + Sync)) -> Result<Self> {
        let atlas = Atlas::new();
        let (outcomes, documents) = rayon::join(
            || digests::evaluate(budget, policy, tick),
            || Documents::compute(&atlas, tick),
        );
        let mut conformance = Vec::new();
        for (comparison, outcome) in outcomes {
            if let Outcome::Broken { why } | Outcome::Missing { why } = &outcome {
                bail!("{}: {why}", comparison.name());
            }
            conformance.push(ComparisonRow::new(&comparison, outcome));
        }
        let documents = documents?;
        let real_game = RealGame::read(&atlas);
        Ok(Self {
            schema: SCHEMA,
            seed: format!("{:#x}", budget.seed),
            random_cases: budget.cases,
            oracles: oracles::rows(&conformance, real_game.as_ref())?,
            conformance,
            real_game,
            instruments: Instruments::read()?,
            zoo: broken::read(),
            wild: wild::read(),
            story: Story::new(&documents, &atlas),
            documents,
        })
    }

    /// The number of pieces of work in [`Report::compute`].
    pub(crate) fn steps() -> usize {
        comparisons().len() + Documents::STEPS
    }

    /// The section that explains the marks.
    fn reading() -> Section {
        let mut blocks = vec![text("Each number says how it was found.")];
        for mark in Mark::ALL {
            blocks.push(text(meaning(mark)));
        }
        blocks.push(text(
            "This report is the same in every run: comparisons are for equality, and all cases and samples come from fixed seeds. \
             That is no bound on the error of a verdict. What is measured is decided on one sample, by the count or the cut-off that \
             the finding names, and other seeds might have decided otherwise.",
        ));
        Section::new("How to read this", blocks)
    }

    /// All pages, in the order of the navigation.
    fn pages(&self) -> Vec<site::Page> {
        let mut pages = vec![story::page(&self.story)];
        pages.extend(appendix::pages(self));
        pages
    }

    fn conformance_section(&self) -> Section {
        let (random_cases, seed) = (self.random_cases, &self.seed);
        let mut blocks = vec![table(
            format!(
                "Each port with its C reference (Rogue's in two word sizes) or an oracle, compared after every op. Outputs include \
                 the draws where both sides log them. The digest is the start of the SHA-256 of the outputs; report.json has all of \
                 it. Random cases: {random_cases} for each subject, from seed {seed}."
            ),
            [
                "subject", "cases", "compared", "result", "how many", "outputs", "digest",
            ],
            self.conformance.iter().map(ComparisonRow::cells),
        )];
        blocks.extend(
            oracles::describe_skipped(&self.conformance)
                .into_iter()
                .map(text),
        );
        blocks.push(text(
            "An exhaustive comparison runs every case of a domain, and so is a proof for that domain and no larger one: for get_rand \
             and new-game all 32,768 residues of the seed (of get_rand the first 4,096 draws, all 14 bits of each; of new-game all \
             four tables and the draw after them), for spread every pair of numbers up to 200.",
        ));
        blocks.push(table(
            "Results by oracle: implementations that nobody here wrote, and how many of their outputs the ports reproduce (for the \
             documents' own code: steps of a file, some of many numbers; for the real game: from an earlier run). `cargo xtask \
             doctor` says which are on a machine and what each proves.",
            ["oracle", "subject", "result", "outputs"],
            oracles::cells(&self.oracles),
        ));
        blocks.push(text(match &self.real_game {
            Some(game) => game.finding(),
            None => "The real game: fixtures/game.txt has no evidence; `cargo xtask game --all` makes it."
                .to_owned(),
        }));
        Section::new("Every comparison", blocks)
    }

    /// Checks that a report may be written to a folder: a new or empty one, or one with an earlier report. In any other folder
    /// it might replace a file of the user's.
    pub(crate) fn check_folder(folder: &Path) -> Result<()> {
        let is_free = match fs::read_dir(folder) {
            Ok(mut entries) => entries.next().is_none(),
            // A missing folder will be created, and a path that is not a folder is refused as such.
            Err(error) => error.kind() != ErrorKind::PermissionDenied,
        };
        if !is_free && !has_report(folder) {
            bail!(
                "cannot write the report to {}: the folder has files in it but no earlier report; name a new or empty folder",
                read::shown(folder)
            );
        }
        write::check_folder(folder)
    }

    /// The text of `report.json`, which `--json` prints.
    pub fn json(&self) -> Result<String> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }

    /// Writes `report.json`, the pages, and `run.json`, which describes this run.
    pub fn write(&self, folder: &Path, run: &Run) -> Result<()> {
        let mut files = vec![
            ("report.json", self.json()?),
            ("run.json", serde_json::to_string_pretty(run)? + "\n"),
        ];
        files.push((POSTER, self.story.poster.clone()));
        files.extend(site::files(&self.pages()));
        let mut paths = Vec::new();
        for (name, text) in files {
            paths.push((folder.join(name), text));
        }
        let (card, picture) = site::CARD;
        write::whole(&folder.join(card), picture)?;
        write::all(&paths)
    }
}

/// Whether a folder has a report of any version.
fn has_report(folder: &Path) -> bool {
    let Ok(file) = fs::File::open(folder.join("report.json")) else {
        return false;
    };
    let report: serde_json::Value =
        serde_json::from_reader(BufReader::new(file)).unwrap_or_default();
    let schema = report["schema"].as_str().unwrap_or_default();
    schema.starts_with("roguelab-report/")
}

/// What a mark says of a number.
const fn meaning(mark: Mark) -> &'static str {
    match mark {
        Mark::Exact => {
            "Exact: computed in rationals, for ideal draws (independent and uniform) or with the game's own bounding rule, or counted \
             over a whole finite domain; a counterexample to a universal claim is exact too."
        }
        Mark::Counted => {
            "Counted: over the whole population of games that can happen (of Rogue all 32,768, one for each seed modulo 2^15). \
             Nothing is left to chance, so there is no p-value."
        }
        Mark::CheckedOn => {
            "Checked on: the claim is universal and was tried on the stated part of its domain, which is no proof; the numbers given \
             for that part are exact."
        }
        Mark::Measured => "Measured: sampled, with the number of samples and their seeds.",
    }
}

/// The picture in README.md: a copy is committed in `docs`.
pub const POSTER: &str = "games.svg";

/// The comparisons that found a difference, each with its explanation.
pub fn differences(rows: &[ComparisonRow]) -> impl Iterator<Item = (&ComparisonRow, &str)> {
    rows.iter().filter_map(|row| match &row.outcome {
        Outcome::Differs { mismatch } => Some((row, mismatch.as_str())),
        _ => None,
    })
}

/// The text for an outcome in tables.
fn describe_outcome(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Agrees(_) => "agree".into(),
        Outcome::Differs { .. } => "DIFFER".into(),
        Outcome::Skipped { why } => format!("skipped: {why}"),
        Outcome::Broken { why } | Outcome::Missing { why } => format!("NOT COMPARED: {why}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_takes_a_new_folder_an_empty_one_or_that_of_a_report() {
        let folder = tempfile::tempdir().unwrap();
        let written = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
        let taken = || Report::check_folder(folder.path()).is_ok();
        assert!(Report::check_folder(&folder.path().join("new/er")).is_ok());
        assert!(!taken(), "a folder with something else");
        fs::remove_dir_all(folder.path().join("new")).unwrap();
        assert!(taken(), "an empty folder");
        written("report.json", "{\"schema\": \"another\"}");
        assert!(!taken(), "a report.json that is not ours");
        written("report.json", &format!("{{\"schema\": \"{SCHEMA}\"}}"));
        assert!(taken());
    }
}
