//! The report on a terminal: a single screen, or everything.

use std::fmt::Write as _;

use answers::number::grouped;
use findings::block::{Block, Table};
use findings::{Claim, Document, counts};
use rogue::new_game::SWAPS;
use subjects::conformance::Outcome;

use super::{Report, oracles};
use answers::table::table as grid;
use findings::story::capital;

/// The most characters in a line of the summary.
const WIDTH: usize = 110;

/// The most surprising findings, by document and claim.
const SURPRISES: [(&str, &str); 5] = [
    ("003", "unpredictable"),
    ("003", "chance-alone"),
    ("002", "one-path"),
    ("000", "random-maze"),
    ("004", "straight"),
];

impl Report {
    /// One screen: what was compared and skipped, the most surprising findings, and how fair `mix_colors` is.
    pub fn summary(&self) -> String {
        [self.compared(), self.surprises(), self.mix_colors()].join("\n\n")
    }

    /// A line for each subject, and one for everything skipped.
    fn compared(&self) -> String {
        let mut grid = grid(&["compared", "with", "cases", "outputs", "result"], 2..4);
        for rows in self.conformance.chunk_by(|a, b| a.subject == b.subject) {
            let (mut cases, mut outputs, mut with, mut worst) = (0, 0, Vec::new(), "agree");
            for row in rows {
                match &row.outcome {
                    Outcome::Agrees(agreement) => {
                        cases += agreement.cases;
                        outputs += agreement.outputs + agreement.draws;
                        let pair = if row.actual == "port" {
                            &*row.expected
                        } else {
                            &*row.actual
                        };
                        if !with.contains(&pair) {
                            with.push(pair);
                        }
                    }
                    Outcome::Skipped { .. } => {}
                    _ => worst = "DIFFER",
                }
            }
            grid.add_row([
                rows[0].subject,
                &with.join(", "),
                &grouped(cases),
                &grouped(outputs),
                worst,
            ]);
        }
        let mut skipped = Vec::new();
        for (name, comparisons) in oracles::count_skipped(&self.conformance) {
            skipped.push(format!("{name} ({})", comparisons.count));
        }
        let skipped = if skipped.is_empty() {
            "Nothing was skipped.".to_owned()
        } else {
            format!(
                "Skipped comparisons, by oracle: {}. `cargo xtask doctor` says more.",
                skipped.join(", ")
            )
        };
        format!("{}\n{}", grid.trim_fmt(), fold(&skipped, ""))
    }

    fn surprises(&self) -> String {
        let documents = self.documents.all();
        let mut claims: Vec<(&dyn Document, &Claim)> = Vec::new();
        for document in documents {
            for claim in document.claims() {
                claims.push((document, claim));
            }
        }
        let [confirmed, refined, refuted] = counts(claims.iter().map(|(_, claim)| *claim));
        let mut text = format!(
            "Of {} claims {confirmed} are confirmed, {refined} refined, {refuted} refuted (--all shows them). The most surprising:",
            claims.len(),
        );
        for wanted in SURPRISES {
            for (document, claim) in &claims {
                if (document.about().number, claim.id) != wanted {
                    continue;
                }
                let (verdict, found) = (claim.verdict.name(), first_sentences(&claim.finding));
                let name = document.about().name;
                let name = name.split(',').next().unwrap_or(name);
                let line = format!(
                    "{}: “{}” {}: {found}",
                    capital(name),
                    claim.claim,
                    verdict.to_uppercase()
                );
                write!(text, "\n {}", fold(&line, "   ")).expect("a String takes any text");
            }
        }
        text
    }

    /// How often a potion keeps its colour, and how far the arrangement is from a fair shuffle.
    fn mix_colors(&self) -> String {
        let Some([keeps, distances]) = tables(&self.documents.rogue) else {
            return String::new();
        };
        let mut left = grid(&["a potion keeps its colour", "probability"], 1..2);
        left.add_rows(keeps.rows.iter());
        let mut right = grid(&["swaps", "total variation", "separation"], 0..3);
        for row in &distances.rows {
            if is_shown(&row[0]) {
                right.add_row(&row[..3]);
            }
        }
        let (left, right) = (left.trim_fmt(), right.trim_fmt());
        let left: Vec<_> = left.lines().collect();
        let width = left
            .iter()
            .map(|line| line.chars().count())
            .max()
            .unwrap_or(0);
        let mut text = format!(
            "mix_colors, which makes {SWAPS} swaps: its bias, and its distance from a fair shuffle:"
        );
        for (number, line) in right.lines().enumerate() {
            write!(
                text,
                "\n{:width$}    {line}",
                left.get(number).unwrap_or(&"")
            )
            .expect("a String takes any text");
        }
        text
    }

    /// All comparisons, oracles and claims.
    pub fn all(&self) -> String {
        let mut grid = grid(&["subject", "kind", "compared", "result", "outputs"], 4..5);
        for row in &self.conformance {
            grid.add_row([
                row.subject,
                &row.kind,
                &row.compared(),
                &row.result(),
                &row.outputs(),
            ]);
        }
        let mut parts = vec![grid.trim_fmt(), oracles::summary(&self.oracles)];
        for document in self.documents.all() {
            let mut shown = format!(
                "Document {}, {}:",
                document.about().number,
                document.about().name
            );
            for claim in document.claims() {
                let (verdict, grounds) = (claim.verdict.name(), claim.grounds());
                shown += &format!(
                    "\n  {verdict:9}  {}\n             {} ({grounds})",
                    claim.claim, claim.finding
                );
            }
            parts.push(shown);
        }
        let skipped = oracles::describe_skipped(&self.conformance);
        if !skipped.is_empty() {
            parts.push(skipped.join("\n"));
        }
        parts.join("\n\n")
    }
}

/// Whether the summary has a row for this number of swaps: the first multiples of ten, then only those that have a meaning.
fn is_shown(swaps: &str) -> bool {
    swaps.len() == 1 || swaps.starts_with(['1', '2']) && swaps.len() == 2 || !swaps.ends_with('0')
}

/// The two tables of `mix_colors` that are shown: whether potions keep their colours, and the distances.
fn tables(rogue: &dyn Document) -> Option<[Table; 2]> {
    let section = rogue
        .sections()
        .into_iter()
        .find(|section| section.title.starts_with("mix_colors"))?;
    let mut tables = section.blocks.into_iter().filter_map(|block| match block {
        Block::Table(table) => Some(table),
        _ => None,
    });
    let keeps = tables.find(|table| table.head == ["how", "probability"])?;
    Some([keeps, tables.find(|table| table.head[0] == "swaps")?])
}

/// The first two sentences of a finding at most, without text in brackets.
fn first_sentences(finding: &str) -> String {
    let end = finding.find(". (").map_or(finding.len(), |end| end + 1);
    let mut ends = finding[..end].match_indices(". ").map(|(at, _)| at + 1);
    finding[..ends.nth(1).unwrap_or(end)].to_owned()
}

/// Text folded to the width of the summary; all lines but the first are indented.
fn fold(text: &str, indent: &str) -> String {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("there is a line");
        if line.chars().count() + 1 + word.chars().count() < WIDTH {
            if !line.trim().is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        } else {
            lines.push(format!("{indent}{word}"));
        }
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folded_text_has_all_words_and_no_long_line() {
        let text = "a word and more ".repeat(40);
        let folded = fold(text.trim(), "    ");
        assert!(
            folded.lines().count() > 5 && folded.lines().all(|line| line.chars().count() < WIDTH)
        );
        assert_eq!(
            folded.split_whitespace().collect::<Vec<_>>(),
            text.split_whitespace().collect::<Vec<_>>()
        );
    }

    #[test]
    fn two_sentences_are_kept_and_no_brackets() {
        assert_eq!(
            first_sentences("One. Two is 0.5. Three."),
            "One. Two is 0.5."
        );
        assert_eq!(
            first_sentences("One (exact) is 2. (Two.)"),
            "One (exact) is 2."
        );
    }
}
