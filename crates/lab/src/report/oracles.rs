//! The part of the report about oracles, the implementations nobody here wrote: which was held against what, and how much.

use anyhow::{Context, Result, bail};
use comfy_table::Table as Terminal;
use findings::block::{Block, table, text};
use findings::number::grouped;
use lockstep::Corner;
use rogue::atlas::Atlas;
use rogue::tables::{POTIONS, RINGS, SCROLLS, WANDS};
use serde::Serialize;
use subjects::registry::SUBJECTS;

use super::{Outcome, Row};
use crate::fixtures::{atlas_digest, root};
use crate::vectors;

/// What the real game showed when all games were last played: from `fixtures/game.txt`.
#[derive(Clone, Debug, Serialize)]
pub struct RealGame {
    /// The packages it came from.
    pub source: String,
    /// How many games were played.
    pub games: u64,
    /// How many agreed with the port, in all names and in the arrows.
    pub agree: u64,
    /// SHA-256 of the names that they showed, in the form of the canonical dump.
    pub sha256: String,
    /// Whether the port's own dump has that digest now.
    pub equals_port: bool,
    /// SHA-256 over the SHA-256 of their first screens.
    pub screens: String,
    /// How many times 32,768 seconds later they were started again, and how many showed the same then.
    pub same_after: Vec<(u32, u64)>,
}

impl RealGame {
    /// Reads the evidence, if it is there.
    pub(super) fn read(atlas: &Atlas) -> Option<Self> {
        let text = std::fs::read_to_string(root().join("fixtures/game.txt")).ok()?;
        let field = |name: &str| text.lines().find_map(|line| line.strip_prefix(name)).map(str::to_owned);
        let sha256 = field("sha256 ")?;
        let later = text.lines().filter_map(|line| {
            let (shift, games) = line.strip_prefix("same-after ")?.split_once(" x 32768 seconds: ")?;
            Some((shift.parse().ok()?, games.parse().ok()?))
        });
        Some(Self {
            source: field("# source: ")?,
            games: field("games ")?.parse().ok()?,
            agree: field("agree ")?.parse().ok()?,
            equals_port: atlas_digest(atlas) == sha256,
            sha256,
            screens: field("screens ")?,
            same_after: later.collect(),
        })
    }

    /// What it proves, in a paragraph.
    pub(super) fn finding(&self) -> Block {
        let later: Vec<_> = self.same_after.iter().map(|&(shift, _)| grouped(shift.into())).collect();
        let same = self.same_after.iter().map(|&(_, games)| games).min().unwrap_or(0);
        text(format!(
            "The real game ({}): {} of {} games, one started at each residue, showed the names and the arrows that the port has. \
             The digest of the names, {}..., {} that of the port's dump. Started again {} times 32,768 seconds later, {} of {} \
             showed the same names, the same arrows and the same first screen. This is evidence from an earlier run, in \
             fixtures/game.txt; `cargo xtask game --all` makes it anew.",
            self.source,
            grouped(self.agree),
            grouped(self.games),
            &self.sha256[..16.min(self.sha256.len())],
            if self.equals_port { "is" } else { "IS NOT" },
            later.join(", "),
            grouped(same),
            grouped(self.games),
        ))
    }
}

/// An oracle beside a subject.
#[derive(Clone, Debug, Serialize)]
pub struct OracleRow {
    /// The oracle.
    pub oracle: String,
    /// What was held against it.
    pub subject: String,
    /// Numbers, words, texts and draws that are equal.
    pub outputs: u64,
    /// `agree`, `DIFFER`, or why nothing was compared.
    pub result: String,
}

/// Oracle by subject, over all kinds of cases; then the documents' own outputs, and the real game.
///
/// # Errors
/// If the documents' outputs cannot be read.
pub(super) fn rows(conformance: &[Row], game: Option<&RealGame>) -> Result<Vec<OracleRow>> {
    let mut rows: Vec<OracleRow> = Vec::new();
    for subject in SUBJECTS {
        for corner in subject.corners().iter().filter(|corner| matches!(corner, Corner::Oracle(_))) {
            let (oracle, subject) = (corner.name(), subject.name());
            let found = conformance.iter().filter(|row| row.subject == subject && row.expected == oracle);
            let mut row =
                OracleRow { oracle: oracle.into(), subject: subject.into(), outputs: 0, result: String::new() };
            for outcome in found.map(|row| &row.outcome) {
                // What differs is said above what was left out, and that above what agrees.
                match (outcome, row.result.as_str()) {
                    (Outcome::Agrees { outputs, draws, .. }, result) => {
                        row.outputs += outputs + draws;
                        if result.is_empty() {
                            row.result = "agree".into();
                        }
                    }
                    (Outcome::Differs { .. }, _) => row.result = "DIFFER".into(),
                    (Outcome::Skipped { .. }, "DIFFER") => {}
                    (Outcome::Skipped { why }, _) => row.result = format!("skipped: {why}"),
                }
            }
            rows.push(row);
        }
    }
    rows.sort_by(|a, b| a.oracle.cmp(&b.oracle));
    for (file, checked) in documents()? {
        rows.push(OracleRow {
            oracle: "the documents' own code".into(),
            subject: file,
            outputs: checked.agreed() as u64,
            result: if checked.disagreed() == 0 { "agree" } else { "DIFFER" }.into(),
        });
    }
    rows.push(OracleRow {
        oracle: "the real game".into(),
        subject: "new-game".into(),
        // The names, and the arrows.
        outputs: game.map_or(0, |game| game.agree * (POTIONS + SCROLLS + WANDS + RINGS + 1) as u64),
        result: match game {
            None => "no evidence".into(),
            Some(game) if game.agree == game.games && game.equals_port => "agree".into(),
            Some(_) => "DIFFER".into(),
        },
    });
    Ok(rows)
}

/// The files of `fixtures/documents`, held against the ports.
fn documents() -> Result<Vec<(String, vectors::Checked)>> {
    let folder = root().join("fixtures/documents");
    let cannot = || format!("cannot read {}", folder.display());
    let mut files = Vec::new();
    for entry in std::fs::read_dir(&folder).with_context(cannot)? {
        let path = entry.with_context(cannot)?.path();
        if path.extension().is_some_and(|extension| extension == "json") {
            let text = std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            files.push((name, vectors::check(&text).with_context(|| path.display().to_string())?));
        }
    }
    if files.is_empty() {
        bail!("{} holds no vectors: `git restore` brings them back", folder.display());
    }
    files.sort_by(|a, b| a.0.cmp(&b.0));
    Ok(files)
}

/// The table.
pub(super) fn block(rows: &[OracleRow]) -> Block {
    table(
        "Implementations that nobody here wrote, and how many of their outputs the ports were held against (of the documents' \
         own code: entries of a file, each many numbers; of the real game: from an earlier run). `roguelab doctor` says which \
         are on a machine and what each proves.",
        ["oracle", "subject", "result", "outputs"],
        rows.iter().map(|row| [row.oracle.clone(), row.subject.clone(), row.result.clone(), grouped(row.outputs)]),
    )
}

/// The table for the terminal.
pub(super) fn summary(rows: &[OracleRow]) -> String {
    let mut table = Terminal::new();
    table.load_style(comfy_table::presets::NOTHING);
    table.set_header(["oracle", "subject", "result", "outputs"]);
    for row in rows {
        table.add_row([&row.oracle, &row.subject, short(&row.result), &grouped(row.outputs)]);
    }
    if let Some(outputs) = table.column_mut(3) {
        outputs.set_cell_alignment(comfy_table::CellAlignment::Right);
    }
    table.trim_fmt()
}

/// A result without its reason, which stands below the tables.
fn short(result: &str) -> &str {
    result.split(':').next().unwrap_or(result)
}

#[cfg(test)]
mod tests {
    use super::*;
    use subjects::conformance::comparisons;

    fn agrees() -> Outcome {
        Outcome::Agrees { cases: 1, ops: 2, outputs: 9, draws: 1, sha256: "0".repeat(64) }
    }

    /// Every comparison there is, with this outcome for those of the named kind.
    fn results(kind: &str, outcome: &Outcome) -> Vec<Row> {
        let row = |c: subjects::conformance::Comparison| Row {
            subject: c.subject.name(),
            kind: c.kind.to_string(),
            exhaustive: false,
            expected: c.expected.to_string(),
            actual: c.actual.to_string(),
            outcome: if c.kind.name() == kind { outcome.clone() } else { agrees() },
        };
        comparisons().into_iter().map(row).collect()
    }

    fn of(oracle: &str, conformance: &[Row]) -> OracleRow {
        rows(conformance, None).unwrap().into_iter().find(|row| row.oracle == oracle).unwrap()
    }

    #[test]
    fn the_table_adds_up_what_was_compared() {
        let row = of("pcg-cpp", &results("", &agrees()));
        assert_eq!((row.subject.as_str(), row.outputs, row.result.as_str()), ("pcg32", 40, "agree"));
    }

    #[test]
    fn a_part_that_was_left_out_or_differs_is_told() {
        let skipped = Outcome::Skipped { why: "not here".into() };
        assert_eq!(of("pcg-cpp", &results("sweep", &skipped)).result, "skipped: not here");
        let differs = Outcome::Differs { mismatch: "word 3".into() };
        assert_eq!(of("pcg-cpp", &results("golden", &differs)).result, "DIFFER");
    }

    #[test]
    fn references_are_no_oracles_and_the_game_without_evidence_says_so() {
        let rows = rows(&results("", &agrees()), None).unwrap();
        assert!(rows.iter().all(|row| !row.oracle.starts_with("reference")));
        assert_eq!(rows.last().unwrap().result, "no evidence");
    }
}
