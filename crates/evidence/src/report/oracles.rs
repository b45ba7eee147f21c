//! Results by oracle: the implementations that nobody here wrote.

use std::collections::BTreeMap;

use answers::number::grouped;
use answers::vectors;
use anyhow::{Context, Result};
use lockstep::Role;
use rogue::atlas::Atlas;
use rogue::tables::{POTIONS, RINGS, SCROLLS, WANDS};
use serde::Serialize;
use subjects::conformance::Outcome;
use subjects::registry::SUBJECTS;

use super::{ComparisonRow, describe_outcome};
use crate::fixtures::{self, atlas_digest, committed};

/// The results for the real game when all games were last played, from `fixtures/game.txt`.
#[derive(Serialize)]
pub(crate) struct RealGame {
    /// The Debian packages of the game.
    pub source: String,
    /// How many games were played.
    pub games: u64,
    /// How many agreed with the port in all names and in the arrows.
    pub agree: u64,
    /// The SHA-256 of the names they showed, as in the canonical dump.
    pub sha256: String,
    /// Whether the port's own dump has the same digest now.
    pub equals_port: bool,
    /// The SHA-256 of the SHA-256s of their first screens.
    pub screens: String,
    /// For each shift, in multiples of 32,768 seconds, how many games showed the same.
    pub same_after: Vec<(u32, u64)>,
}

/// The rest of the first line that begins so.
fn field<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    text.lines().find_map(|line| line.strip_prefix(name))
}

impl RealGame {
    pub(super) fn read(atlas: &Atlas) -> Option<Self> {
        let text = committed("game.txt").ok()?;
        let sha256 = field(&text, "sha256 ")?.to_owned();
        let mut same_after = Vec::new();
        for line in text.lines() {
            if let Some(rest) = line.strip_prefix("same-after ")
                && let Some((shift, games)) = rest.split_once(" x 32768 seconds: ")
                && let (Ok(shift), Ok(games)) = (shift.parse(), games.parse())
            {
                same_after.push((shift, games));
            }
        }
        Some(Self {
            source: field(&text, "# source: ")?.to_owned(),
            games: field(&text, "games ")?.parse().ok()?,
            agree: field(&text, "agree ")?.parse().ok()?,
            equals_port: atlas_digest(atlas) == sha256,
            sha256,
            screens: field(&text, "screens ")?.to_owned(),
            same_after,
        })
    }

    /// A paragraph about these results.
    pub(super) fn finding(&self) -> String {
        let (source, agree, games) = (&self.source, grouped(self.agree), grouped(self.games));
        let digest = self.sha256.get(..16).unwrap_or_default();
        let equal = if self.equals_port { "is" } else { "IS NOT" };
        let mut later = Vec::new();
        let mut same = None;
        for &(shift, games) in &self.same_after {
            later.push(grouped(shift.into()));
            same = Some(same.map_or(games, |least: u64| least.min(games)));
        }
        let later = later.join(", ");
        let same = grouped(same.unwrap_or(0));
        format!(
            "The real game ({source}): {agree} of {games} games, one started at each residue, showed the names and arrows of the \
             port. The digest of the names, {digest}..., {equal} that of the port's dump. Started again {later} times 32,768 \
             seconds later, {same} of {games} showed the same names, arrows and first screen. This was an earlier run, recorded in \
             fixtures/game.txt; `cargo xtask game --all` repeats it."
        )
    }
}

/// The result of comparing a subject with an oracle.
#[derive(Serialize)]
pub(crate) struct OracleRow {
    /// The name of the oracle.
    pub oracle: String,
    /// The subject that was compared with it.
    pub subject: String,
    /// How many numbers, words, texts and draws were equal.
    pub outputs: u64,
    /// `agree`, `DIFFER`, or why nothing was compared.
    pub result: String,
}

/// The results by oracle and subject, over all kinds of cases; then the documents' own outputs, and the real game.
pub(super) fn rows(
    conformance: &[ComparisonRow],
    game: Option<&RealGame>,
) -> Result<Vec<OracleRow>> {
    let mut rows: Vec<OracleRow> = Vec::new();
    for subject in SUBJECTS {
        for role in subject.roles() {
            let Role::Oracle(oracle) = *role else {
                continue;
            };
            let mut outputs = 0;
            let mut worst: Option<&Outcome> = None;
            for row in conformance {
                if row.subject != subject.name() || row.expected != oracle {
                    continue;
                }
                if let Outcome::Agrees(agreement) = &row.outcome {
                    outputs += agreement.outputs + agreement.draws;
                }
                if worst.is_none_or(|worst| weight(worst) <= weight(&row.outcome)) {
                    worst = Some(&row.outcome);
                }
            }
            rows.push(OracleRow {
                oracle: oracle.into(),
                subject: subject.name().into(),
                outputs,
                result: worst.map(describe_outcome).unwrap_or_default(),
            });
        }
    }
    rows.sort_by(|a, b| a.oracle.cmp(&b.oracle));
    for (file, checked) in documents()? {
        rows.push(OracleRow {
            oracle: "the documents' own code".into(),
            subject: file,
            outputs: checked.agreed as u64,
            result: if checked.disagreed == 0 {
                "agree"
            } else {
                "DIFFER"
            }
            .into(),
        });
    }
    rows.push(OracleRow {
        oracle: "the real game".into(),
        subject: "new-game".into(),
        // The names plus the arrows.
        outputs: game.map_or(0, |game| {
            game.agree * (POTIONS + SCROLLS + WANDS + RINGS + 1) as u64
        }),
        result: match game {
            None => "no evidence".into(),
            Some(game) if game.agree == game.games && game.equals_port => "agree".into(),
            Some(_) => "DIFFER".into(),
        },
    });
    Ok(rows)
}

/// A difference outweighs a skip, and a skip outweighs agreement.
fn weight(outcome: &Outcome) -> u8 {
    match outcome {
        Outcome::Agrees(_) => 0,
        Outcome::Skipped { .. } => 1,
        _ => 2,
    }
}

/// Compares the files of `fixtures/documents` with the ports.
fn documents() -> Result<Vec<(String, vectors::Checked)>> {
    let mut documents = Vec::new();
    for name in fixtures::documents()? {
        let path = format!("documents/{name}");
        let checked = vectors::check(&committed(&path)?).with_context(|| path)?;
        documents.push((name, checked));
    }
    Ok(documents)
}

/// The rows of the table.
pub(super) fn cells(rows: &[OracleRow]) -> Vec<[String; 4]> {
    let mut cells = Vec::new();
    for row in rows {
        cells.push([
            row.oracle.clone(),
            row.subject.clone(),
            without_reason(&row.result).to_owned(),
            grouped(row.outputs),
        ]);
    }
    cells
}

/// The table for the terminal.
pub(super) fn summary(rows: &[OracleRow]) -> String {
    let mut table = answers::table::table(&["oracle", "subject", "result", "outputs"], 3..4);
    table.add_rows(cells(rows));
    table.trim_fmt()
}

/// For each missing implementation, how many comparisons were skipped, and why.
pub(super) fn count_skipped(rows: &[ComparisonRow]) -> BTreeMap<&str, SkippedComparisons<'_>> {
    let mut skipped = BTreeMap::new();
    for row in rows {
        if let Outcome::Skipped { why } = &row.outcome {
            let entry = skipped.entry(row.expected.as_str());
            let entry = entry.or_insert(SkippedComparisons { count: 0, why });
            entry.count += 1;
        }
    }
    skipped
}

/// The comparisons with one missing implementation.
pub(super) struct SkippedComparisons<'r> {
    pub count: usize,
    pub why: &'r str,
}

/// The skipped comparisons, a line for each missing implementation.
pub(super) fn describe_skipped(rows: &[ComparisonRow]) -> Vec<String> {
    let mut lines = Vec::new();
    for (name, SkippedComparisons { count, why }) in count_skipped(rows) {
        lines.push(format!("{name}: {count} comparisons were skipped. {why}"));
    }
    lines
}

/// The result without its reason.
pub(super) fn without_reason(result: &str) -> &str {
    result.split(':').next().unwrap_or(result)
}

#[cfg(test)]
mod tests {
    use super::*;
    use lockstep::Tally;
    use subjects::conformance::comparisons;

    /// The row for PCG's own header if comparisons of this kind have this outcome and all others agree.
    fn pcg_row(kind: &str, outcome: &Outcome) -> OracleRow {
        let agrees = Outcome::Agrees(Tally {
            cases: 1,
            ops: 2,
            outputs: 9,
            draws: 1,
            sha256: "0".repeat(64),
        });
        let mut conformance = Vec::new();
        for comparison in comparisons() {
            let has_kind = comparison.kind.name() == kind;
            let outcome = if has_kind { outcome } else { &agrees };
            conformance.push(ComparisonRow::new(&comparison, outcome.clone()));
        }
        let rows = rows(&conformance, None).unwrap();
        assert!(
            rows.iter().all(|row| !row.oracle.starts_with("reference")),
            "references are no oracles"
        );
        assert_eq!(rows.last().unwrap().result, "no evidence");
        rows.into_iter()
            .find(|row| row.oracle == "pcg-cpp")
            .unwrap()
    }

    #[test]
    fn outputs_are_added_up_and_a_difference_or_a_skip_is_told() {
        let skipped = Outcome::Skipped {
            why: "not here".into(),
        };
        let row = pcg_row("", &skipped);
        assert_eq!(
            (row.subject.as_str(), row.outputs, row.result.as_str()),
            ("pcg32", 40, "agree")
        );
        assert_eq!(pcg_row("sweep", &skipped).result, "skipped: not here");
        assert_eq!(
            pcg_row(
                "golden",
                &Outcome::Differs {
                    mismatch: "word 3".into()
                }
            )
            .result,
            "DIFFER"
        );
    }
}
