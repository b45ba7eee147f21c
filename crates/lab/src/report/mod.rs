//! The report: what was compared, what was computed, in three forms of the same content.
//!
//! `report.json` has every number, exact ones as fractions; `report.md` and `index.html` are for reading, written from
//! the same blocks. All three depend on the code alone: no dates, no times. What depends on the machine goes to
//! `run.json`.

pub mod baseline;
mod broken;
pub mod html;
pub mod instruments;
pub mod markdown;
pub mod oracles;

use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result};
use comfy_table::Table as Terminal;
use findings::Documents;
use findings::block::{Section, table, text};
use findings::number::grouped;
use lockstep::{Budget, Failure, Kind};
use rayon::prelude::*;
use rogue::atlas::Atlas;
use serde::Serialize;
use subjects::conformance::{Comparison, comparisons};
use subjects::oracles::Policy;

use crate::files::write;
use instruments::Instruments;
use oracles::{OracleRow, RealGame};

/// The version of `report.json`: it changes whenever a field changes its meaning or goes.
pub const SCHEMA: &str = "roguelab-report/1";

/// Everything in the report.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// [`SCHEMA`].
    pub schema: &'static str,
    /// The seed of the random cases, in hexadecimal.
    pub seed: String,
    /// How many random cases each subject had.
    pub random_cases: usize,
    /// What was compared with what.
    pub conformance: Vec<Row>,
    /// Oracle by subject, and how much was compared.
    pub oracles: Vec<OracleRow>,
    /// The evidence of the real game, as it is committed.
    pub real_game: Option<RealGame>,
    /// The gate's plan, and the calibration of the tests as it is committed.
    pub instruments: Instruments,
    /// Which test catches which broken thing, as it is committed.
    pub zoo: Option<zoo::broken::Table>,
    /// What is known about the documents.
    #[serde(flatten)]
    pub documents: Documents,
}

/// One comparison and what came of it.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// The subject.
    pub subject: &'static str,
    /// The kind of cases.
    pub kind: String,
    /// Whether every member of the subject's domain was run.
    pub exhaustive: bool,
    /// The corner that is taken to be right.
    pub expected: String,
    /// The corner that was held against it.
    pub actual: String,
    /// What came of it.
    #[serde(flatten)]
    pub outcome: Outcome,
}

/// What came of a comparison.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "outcome", rename_all = "lowercase")]
pub enum Outcome {
    /// All outputs were equal.
    Agrees {
        /// Op lists.
        cases: usize,
        /// Ops.
        ops: u64,
        /// Numbers, words and texts compared.
        outputs: u64,
        /// Draws compared.
        draws: u64,
        /// SHA-256 of the stream of outputs.
        sha256: String,
    },
    /// Some were not.
    Differs {
        /// The explanation.
        mismatch: String,
    },
    /// An oracle is not on this machine, or is not to be used.
    Skipped {
        /// Why.
        why: String,
    },
}

impl Row {
    fn of(comparison: &Comparison, budget: &Budget, policy: Policy) -> Result<Self> {
        let outcome = if policy == Policy::Off && comparison.needs_oracle() {
            Outcome::Skipped { why: "oracles are off".into() }
        } else {
            match comparison.run(budget) {
                Ok(tally) => Outcome::Agrees {
                    cases: tally.cases,
                    ops: tally.ops,
                    outputs: tally.outputs,
                    draws: tally.draws,
                    sha256: tally.hex(),
                },
                Err(Failure::Mismatch(mismatch)) => Outcome::Differs { mismatch: mismatch.to_string() },
                Err(Failure::Missing(missing)) if policy != Policy::Require => {
                    Outcome::Skipped { why: missing.to_string() }
                }
                Err(failure) => return Err(failure).context(comparison.name()),
            }
        };
        Ok(Self {
            subject: comparison.subject.name(),
            kind: comparison.kind.to_string(),
            exhaustive: comparison.kind == Kind::Exhaustive,
            expected: comparison.expected.to_string(),
            actual: comparison.actual.to_string(),
            outcome,
        })
    }
}

impl Report {
    /// Compares and computes everything. `tick` is called after each piece of work.
    ///
    /// # Errors
    /// If a comparison cannot be run at all. One that finds a difference is no error: see [`Report::differences`].
    pub fn compute(budget: &Budget, policy: Policy, tick: &(dyn Fn() + Sync)) -> Result<Self> {
        let atlas = Atlas::new();
        let compared = || {
            // Some take a thousand times as long as others: none waits behind another.
            let rows = comparisons().into_par_iter().with_max_len(1).map(|comparison| {
                let row = Row::of(&comparison, budget, policy);
                tick();
                row
            });
            rows.collect::<Result<Vec<_>>>()
        };
        let (conformance, (documents, (real_game, instruments))) = rayon::join(compared, || {
            rayon::join(
                || Documents::compute(&atlas, tick),
                || rayon::join(|| RealGame::read(&atlas), Instruments::read),
            )
        });
        let conformance = conformance?;
        Ok(Self {
            schema: SCHEMA,
            seed: format!("{:#x}", budget.seed),
            random_cases: budget.cases,
            oracles: oracles::rows(&conformance, real_game.as_ref())?,
            conformance,
            real_game,
            instruments: instruments?,
            zoo: broken::read(),
            documents: documents?,
        })
    }

    /// How many pieces of work [`Report::compute`] has.
    pub fn steps() -> usize {
        comparisons().len() + Documents::STEPS
    }

    /// The comparisons that found a difference.
    pub fn differences(&self) -> impl Iterator<Item = (&Row, &str)> {
        self.conformance.iter().filter_map(|row| match &row.outcome {
            Outcome::Differs { mismatch } => Some((row, mismatch.as_str())),
            _ => None,
        })
    }

    /// The comparisons that were left out, and why.
    pub fn skipped(&self) -> impl Iterator<Item = (&Row, &str)> {
        self.conformance.iter().filter_map(|row| match &row.outcome {
            Outcome::Skipped { why } => Some((row, why.as_str())),
            _ => None,
        })
    }

    /// The page.
    pub fn sections(&self) -> Vec<Section> {
        let mut sections = vec![Section::new(
            "How to read this",
            vec![
                text(
                    "Each number is marked with how it was found. Exact: computed in rationals, for ideal draws (independent \
                         and uniform) or with the game's own bounding rule. Counted: over all 32,768 games that can happen, one \
                         per seed modulo 2^15. Measured: sampled, from a fixed seed, with the number of samples beside it.",
                ),
                text(
                    "The chance of a false alarm in this run is zero: comparisons are for equality, and every list of cases \
                         comes from a fixed seed.",
                ),
                text(format!("In a run of the gate on fresh seeds, {}.", self.instruments.chance())),
            ],
        )];
        sections.push(self.claims_section());
        sections.push(self.conformance_section());
        for document in self.documents.all() {
            sections.extend(
                document
                    .sections()
                    .into_iter()
                    .map(|section| Section { title: format!("{}: {}", document.number(), section.title), ..section }),
            );
        }
        sections.push(self.instruments.section());
        sections.extend(self.zoo.as_ref().map(broken::section));
        sections
    }

    fn claims_section(&self) -> Section {
        let mut blocks = vec![text(
            "For every sentence of the five documents that can be tested, in our words: what became of it, the number, how we \
             know, and a command that shows it.",
        )];
        for document in self.documents.all() {
            let rows = document.claims().iter().map(|claim| {
                [
                    claim.claim.to_owned(),
                    claim.verdict.name().to_owned(),
                    claim.finding.clone(),
                    claim.basis.name().to_owned(),
                    format!("`{}`", claim.reproduce),
                ]
            });
            let caption = format!("Document {}: {}.", document.number(), document.name());
            blocks.push(table(caption, ["claim", "verdict", "what we found", "how we know", "to see it"], rows));
        }
        Section::new("What the documents say, and what is so", blocks)
    }

    fn conformance_section(&self) -> Section {
        let rows = self.conformance.iter().map(|row| {
            let (result, cases, outputs, digest) = match &row.outcome {
                Outcome::Agrees { cases, outputs, draws, sha256, .. } => {
                    ("agree".into(), grouped(*cases as u64), grouped(outputs + draws), sha256[..16].to_owned())
                }
                Outcome::Differs { .. } => ("DIFFER".into(), String::new(), String::new(), String::new()),
                Outcome::Skipped { why } => (format!("skipped: {why}"), String::new(), String::new(), String::new()),
            };
            [
                row.subject.into(),
                if row.exhaustive { "exhaustive".into() } else { format!("{} (sampled)", row.kind) },
                format!("{} = {}", row.actual, row.expected),
                result,
                cases,
                outputs,
                digest,
            ]
        });
        Section::new(
            "What was compared with what",
            vec![
                table(
                    format!(
                        "Each port beside its C reference, Rogue's in two word sizes, or beside an oracle. Compared after every op; \
                         outputs include the draws where both sides log them. The digest is the start of the SHA-256 over the \
                         stream of outputs; report.json has all of it. Random cases: {} a subject, from seed {}.",
                        self.random_cases, self.seed
                    ),
                    ["subject", "cases", "corners", "result", "how many", "outputs", "digest"],
                    rows,
                ),
                text(
                    "An exhaustive comparison ran every case there is: for get_rand and new-game every residue of the seed, 32,768 of \
                     them (of get_rand the first 4,096 draws, all 14 bits of each; of new-game all four tables and the draw after \
                     them), for spread every pair of numbers up to 200. For these it is a proof.",
                ),
                oracles::block(&self.oracles),
                match &self.real_game {
                    Some(game) => game.finding(),
                    None => text(
                        "The real game: there is no evidence in fixtures/game.txt; `cargo xtask game --all` makes it.",
                    ),
                },
            ],
        )
    }

    /// The short table for the terminal.
    pub fn summary(&self) -> String {
        let mut table = Terminal::new();
        table.load_style(comfy_table::presets::NOTHING);
        table.set_header(["subject", "kind", "corners", "result", "outputs"]);
        for row in &self.conformance {
            let (result, outputs) = match &row.outcome {
                Outcome::Agrees { outputs, draws, .. } => ("agree", grouped(outputs + draws)),
                Outcome::Differs { .. } => ("DIFFER", String::new()),
                Outcome::Skipped { .. } => ("skipped", String::new()),
            };
            let corners = format!("{} = {}", row.actual, row.expected);
            table.add_row([row.subject, &row.kind, &corners, result, &outputs]);
        }
        if let Some(outputs) = table.column_mut(4) {
            outputs.set_cell_alignment(comfy_table::CellAlignment::Right);
        }
        let skipped: Vec<_> =
            self.skipped().map(|(row, why)| format!("skipped: {} {}: {why}", row.subject, row.kind)).collect();
        let mut parts = vec![table.trim_fmt(), oracles::summary(&self.oracles)];
        for document in self.documents.all() {
            let mut shown = format!("Document {}, {}:", document.number(), document.name());
            for claim in document.claims() {
                let (verdict, basis) = (claim.verdict.name(), claim.basis.name());
                shown += &format!("\n  {verdict:9}  {}\n             {} ({basis})", claim.claim, claim.finding);
            }
            parts.push(shown);
        }
        if !skipped.is_empty() {
            parts.push(skipped.join("\n"));
        }
        parts.join("\n\n")
    }

    /// Writes `report.json`, `report.md` and `index.html`, and beside them `run.json`, which alone tells of the machine.
    ///
    /// # Errors
    /// If the folder cannot be written to.
    pub fn write(&self, folder: &Path, started: Instant) -> Result<()> {
        let sections = self.sections();
        let json = serde_json::to_string_pretty(self)? + "\n";
        let run = serde_json::json!({
            "schema": "roguelab-run/1",
            "version": env!("CARGO_PKG_VERSION"),
            "os": std::env::consts::OS,
            "arch": std::env::consts::ARCH,
            "threads": rayon::current_num_threads(),
            "seconds": started.elapsed().as_secs_f64(),
        });
        let files = [
            ("report.json", json),
            ("report.md", markdown::page(TITLE, &sections)),
            ("index.html", html::page(TITLE, &sections)),
            ("run.json", serde_json::to_string_pretty(&run)? + "\n"),
        ];
        write::all(&files.map(|(name, text)| (folder.join(name), text)))
    }
}

/// The title of every page.
const TITLE: &str = "roguelab: is the port faithful, and was the original fair?";
