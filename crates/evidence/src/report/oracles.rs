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

use super::{Row, verdict};
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

impl RealGame {
    pub(super) fn read(atlas: &Atlas) -> Option<Self> {
        let text = committed("game.txt").ok()?;
        let field = |name: &str| {
            text.lines()
                .find_map(|line| line.strip_prefix(name))
                .map(str::to_owned)
        };
        let sha256 = field("sha256 ")?;
        let later = text.lines().filter_map(|line| {
            let (shift, games) = line
                .strip_prefix("same-after ")?
                .split_once(" x 32768 seconds: ")?;
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

    /// A paragraph about these results.
    pub(super) fn finding(&self) -> String {
        let (source, agree, games) = (&self.source, grouped(self.agree), grouped(self.games));
        let digest = self.sha256.get(..16).unwrap_or_default();
        let equal = if self.equals_port { "is" } else { "IS NOT" };
        let later: Vec<_> = self
            .same_after
            .iter()
            .map(|&(shift, _)| grouped(shift.into()))
            .collect();
        let later = later.join(", ");
        let same = self.same_after.iter().map(|&(_, games)| games).min();
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
pub(super) fn rows(conformance: &[Row], game: Option<&RealGame>) -> Result<Vec<OracleRow>> {
    let mut rows: Vec<OracleRow> = Vec::new();
    for subject in SUBJECTS {
        for role in subject
            .roles()
            .iter()
            .filter(|role| matches!(role, Role::Oracle(_)))
        {
            let (oracle, subject) = (role.name(), subject.name());
            let found = conformance
                .iter()
                .filter(|row| row.subject == subject && row.expected == oracle);
            let outcomes: Vec<_> = found.map(|row| &row.outcome).collect();
            let outputs = outcomes.iter().map(|outcome| match outcome {
                Outcome::Agrees(agreement) => agreement.outputs + agreement.draws,
                _ => 0,
            });
            // A difference outweighs a skip, and a skip outweighs agreement.
            let result = outcomes.iter().max_by_key(|outcome| match outcome {
                Outcome::Agrees(_) => 0,
                Outcome::Skipped { .. } => 1,
                _ => 2,
            });
            rows.push(OracleRow {
                oracle: oracle.into(),
                subject: subject.into(),
                outputs: outputs.sum(),
                result: result.map(|outcome| verdict(outcome)).unwrap_or_default(),
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
    let row = |row: &OracleRow| {
        let result = short(&row.result).to_owned();
        let outputs = grouped(row.outputs);
        [row.oracle.clone(), row.subject.clone(), result, outputs]
    };
    rows.iter().map(row).collect()
}

/// The table for the terminal.
pub(super) fn summary(rows: &[OracleRow]) -> String {
    let mut table = answers::table::table(&["oracle", "subject", "result", "outputs"], 3..4);
    table.add_rows(cells(rows));
    table.trim_fmt()
}

/// For each missing implementation, how many comparisons were skipped, and why.
pub(super) fn missing(rows: &[Row]) -> BTreeMap<&str, (usize, &str)> {
    let mut missing = BTreeMap::<_, (usize, &str)>::new();
    for row in rows {
        if let Outcome::Skipped { why } = &row.outcome {
            missing.entry(row.expected.as_str()).or_insert((0, why)).0 += 1;
        }
    }
    missing
}

/// The skipped comparisons, a line for each missing implementation.
pub(super) fn skipped(rows: &[Row]) -> Vec<String> {
    let line = |(name, (comparisons, why)): (&str, (usize, &str))| {
        format!("{name}: {comparisons} comparisons were skipped. {why}")
    };
    missing(rows).into_iter().map(line).collect()
}

/// The result without its reason.
pub(super) fn short(result: &str) -> &str {
    result.split(':').next().unwrap_or(result)
}

#[cfg(test)]
mod tests {
    use super::*;
    use lockstep::Tally;
    use subjects::conformance::comparisons;

    /// The row for PCG's own header if comparisons of this kind have this outcome and all others agree.
    fn pcg(kind: &str, outcome: &Outcome) -> OracleRow {
        let agrees = || {
            Outcome::Agrees(Tally {
                cases: 1,
                ops: 2,
                outputs: 9,
                draws: 1,
                sha256: "0".repeat(64),
            })
        };
        let all = comparisons();
        let rows_of = |c| {
            Row::new(
                c,
                if c.kind.name() == kind {
                    outcome.clone()
                } else {
                    agrees()
                },
            )
        };
        let conformance: Vec<_> = all.iter().map(rows_of).collect();
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
        let row = pcg("", &skipped);
        assert_eq!(
            (row.subject.as_str(), row.outputs, row.result.as_str()),
            ("pcg32", 40, "agree")
        );
        assert_eq!(pcg("sweep", &skipped).result, "skipped: not here");
        assert_eq!(
            pcg(
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
