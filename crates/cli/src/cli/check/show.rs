//! Shows the result of a comparison on a terminal.

use std::io::Write as _;

use anyhow::Result;
use gof::Verdict;
use lockstep::{Answer, Difference, Row, escaped};

use super::CheckArgs;
use super::found::{Found, SCHEMA};
use crate::cli::output::{Output, is_quiet, print_json};
use crate::files::write;
use crate::gate::{github, junit};
use crate::mistakes::likely_causes;
use crate::table::table;

/// How many lines of standard error are shown.
const LINES: usize = 10;

/// Stands for the expected answer to an op that was left out.
const NOT_ASKED: &str = "not asked";

impl Found<'_> {
    /// Prints the result in the requested formats.
    pub(super) fn show(&self, rows: Option<&[Row]>, args: &CheckArgs) -> Result<Verdict> {
        if let Some(file) = &args.junit {
            write::whole(file, junit::xml(&self.checks()).as_bytes())?;
        }
        if args.json {
            print_json(SCHEMA, self.json(rows))?;
            return Ok(self.verdict());
        }
        let mut out = Output::of_findings();
        if args.github || lockstep::is_on_github() {
            write!(out, "{}", github::annotations(&self.checks()))?;
        }
        if is_quiet() {
            out.verdict(format_args!("{}", escaped(&self.line())))?;
        } else {
            writeln!(out, "{}", escaped(&self.text(rows)))?;
        }
        Ok(self.verdict())
    }

    fn text(&self, rows: Option<&[Row]>) -> String {
        let mut text = match rows {
            Some(rows) => self.side_by_side(rows),
            None if self.judged.kinds.is_empty() => String::new(),
            None => self.table(),
        };
        for (names, why) in [
            (
                &self.judged.unknown,
                "left out, because one side does not have them",
            ),
            (
                &self.judged.unseeded,
                "left out, because the op that seeds before them was left out",
            ),
            (
                &self.judged.hidden,
                "not compared, because the program cannot see what they show",
            ),
        ] {
            if !names.is_empty() {
                let list: Vec<_> = names
                    .iter()
                    .map(|(name, count)| format!("{name} {count}x"))
                    .collect();
                text += &format!("{why}: {}\n\n", list.join(", "));
            }
        }
        match &self.judged.difference {
            Some(difference) => text + &self.explained(difference),
            // Two implementations shown next to each other need no blank line.
            None if !self.command.is_empty() => text + &self.line(),
            None => text.trim_end().to_owned() + "\n" + &self.line(),
        }
    }

    /// A table with a line for each kind of case.
    fn table(&self) -> String {
        let mut table = table(&[self.subject, "cases", "ops", "outputs", "draws"], 1..5);
        for (kind, tally) in &self.judged.kinds {
            let counts = [tally.cases, tally.ops, tally.outputs, tally.draws];
            let name = kind.map_or("ops", |kind| kind.name()).to_owned();
            table.add_row(
                [name]
                    .into_iter()
                    .chain(counts.map(|count| count.to_string())),
            );
        }
        format!("{}\n\n", table.trim_fmt())
    }

    /// Every op with both answers.
    fn side_by_side(&self, rows: &[Row]) -> String {
        let rows = &rows[usize::from(rows.first().is_some_and(|row| row.agrees))..];
        let width = rows
            .iter()
            .map(|row| row.op.chars().count())
            .max()
            .unwrap_or(0);
        let mut text = String::new();
        for (
            index,
            Row {
                op,
                expected,
                actual,
                agrees,
            },
        ) in rows.iter().enumerate()
        {
            let expected = expected
                .as_ref()
                .map_or(NOT_ASKED.to_owned(), ToString::to_string);
            text += &format!("{index:4}  {op:width$}  {expected}");
            text += &match (agrees, actual) {
                (true, Answer::Seen(_)) if expected != NOT_ASKED => String::new(),
                (true, _) => format!("  ({} answers {actual})", self.called),
                (false, Answer::Seen(seen)) if same_output(expected.as_str(), seen) => {
                    format!("  <- {} has {actual}, after different draws", self.called)
                }
                (false, _) => format!("  <- {} has {actual}", self.called),
            };
            text.push('\n');
        }
        text + "\n"
    }

    /// The difference, with what is known about its cause.
    pub(super) fn explained(&self, difference: &Difference) -> String {
        let mut text = format!("{difference}\n");
        for note in &difference.notes {
            text += &format!("  note      {note}\n");
        }
        text += &likely_causes(&self.causes);
        if let Some(origin) = &self.origin {
            text += &format!("{origin}\n");
        }
        if !difference.errors.is_empty() {
            let lines: Vec<_> = difference.errors.lines().collect();
            text += "the end of its standard error:\n";
            for line in &lines[lines.len().saturating_sub(LINES)..] {
                text += &format!("  {line}\n");
            }
        }
        text.trim_end().to_owned()
    }
}

fn same_output(expected: &str, actual: &lockstep::Seen) -> bool {
    expected == actual.output.to_string()
}
