//! What a comparison op by op found, with its cause.

use std::collections::BTreeMap;
use std::fmt;

use identify::numbers::Bounded;
use identify::{Control, Numbers};
use lockstep::{
    Answer, CaseKind, ComparedOp, Difference, Output, RESET, Role, RunResult, Seen, Subject, shown,
};
use serde::{Serialize, Serializer};

use super::causes::{Causes, transcript_of};
use super::recognised::recognise_program;
use crate::number::counted;
use crate::read::sample::bounded_draw;
use crate::table::table;
use crate::who::name_quickly;

/// The version of the JSON of a [`Comparison`], which changes whenever a field changes its meaning or is removed.
pub const COMPARISON_SCHEMA: &str = "roguelab-check/1";

/// How many lines of standard error are shown.
const LINES: usize = 10;

/// Stands for the expected answer to an op that was left out.
const NOT_ASKED: &str = "not asked";

/// The result of a comparison. `Display` says it in lines; with `{:#}` the verdict alone.
#[derive(Debug, Serialize)]
pub struct Comparison {
    /// The name of the subject.
    pub subject: String,
    /// The name of the side that is taken to be right.
    pub expected: String,
    /// The command of the program under test; empty if two implementations are compared.
    pub command: Vec<String>,
    /// The verdict as a single word.
    pub verdict: &'static str,
    /// The verdict as a single line.
    pub finding: String,
    /// Every op with both answers, if the ops were given by hand.
    #[serde(serialize_with = "rows_as_texts")]
    pub rows: Option<Vec<ComparedOp>>,
    /// What was compared, for each kind of case.
    pub kinds: BTreeMap<&'static str, Counts>,
    /// How often ops were left out that one side does not have.
    pub unknown: BTreeMap<String, u64>,
    /// How often ops were left out because an op that seeds before them was.
    pub unseeded: BTreeMap<String, u64>,
    /// How often ops were not compared because the program cannot see what they show.
    pub hidden: BTreeMap<String, u64>,
    /// The first difference, and what is known about its cause.
    pub failed: Option<Failed>,
    /// The name of the side under test in messages.
    #[serde(skip)]
    called: String,
    #[serde(skip)]
    judged: RunResult,
}

/// What was compared, all of which agrees.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Counts {
    /// How many lists of ops.
    pub cases: u64,
    /// How many ops.
    pub ops: u64,
    /// How many numbers, words and texts.
    pub outputs: u64,
    /// How many draws.
    pub draws: u64,
}

/// The first difference, and what is known about its cause.
#[derive(Debug, Serialize)]
pub struct Failed {
    /// The kind of the case, if the ops were not given by hand.
    pub kind: Option<&'static str>,
    /// The number of the case, from 0.
    pub case: usize,
    /// The seed of the random cases.
    pub seed: Option<u64>,
    /// The place of the op in its case, from 0.
    pub op_of_case: usize,
    /// The shortest list of ops that shows a difference.
    pub ops: Vec<String>,
    /// The last of them, which shows it.
    pub op: Option<String>,
    /// What the op should show.
    pub expected: String,
    /// What the op shows, unless the program failed.
    pub actual: Option<String>,
    /// How the program failed, if it did.
    pub trouble: Option<String>,
    /// Hints at the cause.
    pub hints: Vec<String>,
    /// Other observations.
    pub notes: Vec<String>,
    /// The known mistakes that explain everything that the side under test showed.
    pub causes: Causes,
    /// What made its numbers, if that is certain and no known mistake explains them.
    #[serde(rename = "made")]
    pub origin: Option<String>,
    /// The end of what the program wrote to standard error.
    #[serde(rename = "stderr")]
    pub errors: String,
    /// The command that runs the shortest list again.
    pub replay: String,
}

/// The causes of a difference, and what else is known about the numbers of the side under test.
pub fn explain_difference(
    subject: &dyn Subject,
    difference: &Difference,
    control: Control<'_>,
) -> (Causes, Option<String>) {
    let causes = Causes::of_difference(difference);
    if !causes.is_empty() {
        return (causes, None);
    }
    if let Some(known) = recognise_program(subject, Role::Port, difference, control) {
        return (known.causes, known.about);
    }
    let transcript = transcript_of(difference);
    if let Some((causes, about)) = Causes::from_first_word(subject.name(), &transcript) {
        return (causes, Some(about));
    }
    (causes, name_longest_run(subject, difference, control))
}

impl Failed {
    fn new(subject: &dyn Subject, difference: &Difference, control: Control<'_>) -> Self {
        let (causes, origin) = explain_difference(subject, difference, control);
        Self {
            kind: difference.kind.map(CaseKind::name),
            case: difference.case,
            seed: difference.seed,
            op_of_case: difference.op_of_case,
            ops: difference.shortest.clone(),
            op: difference.shortest.last().cloned(),
            expected: difference.expected.to_string(),
            actual: match difference.trouble {
                Some(_) => None,
                None => Some(difference.actual.to_string()),
            },
            trouble: difference.trouble.clone(),
            hints: difference.hints.iter().map(ToString::to_string).collect(),
            notes: difference.notes.clone(),
            causes,
            origin,
            errors: difference.errors.clone(),
            replay: difference.replay.clone(),
        }
    }
}

impl Comparison {
    /// What the runner found when it compared a side, called so in messages, with the one that is taken to be right.
    pub fn new(
        subject: &dyn Subject,
        names: &[String; 2],
        command: &[String],
        judged: RunResult,
        rows: Option<Vec<ComparedOp>>,
        control: Control<'_>,
    ) -> Self {
        let [expected, called] = names;
        let mut kinds = BTreeMap::new();
        for (kind, tally) in &judged.kinds {
            let counts = Counts {
                cases: tally.cases,
                ops: tally.ops,
                outputs: tally.outputs,
                draws: tally.draws,
            };
            kinds.insert(kind.map_or("ops", CaseKind::name), counts);
        }
        let difference = judged.difference.as_deref();
        let failed = difference.map(|difference| Failed::new(subject, difference, control));
        Self {
            subject: subject.name().to_owned(),
            expected: expected.clone(),
            command: command.to_vec(),
            verdict: verdict(&judged),
            finding: describe_finding(&judged, expected, called, command.is_empty()),
            rows,
            kinds,
            unknown: judged.unknown.clone(),
            unseeded: judged.unseeded.clone(),
            hidden: judged.hidden.clone(),
            failed,
            called: called.clone(),
            judged,
        }
    }

    /// Whether something was compared, and everything agrees.
    pub fn agrees(&self) -> bool {
        self.judged.agrees()
    }

    /// What the runner found.
    pub const fn judged(&self) -> &RunResult {
        &self.judged
    }

    /// The difference with what is known about its cause, in lines; empty if there is none.
    pub fn explanation(&self) -> String {
        let (Some(difference), Some(failed)) = (&self.judged.difference, &self.failed) else {
            return String::new();
        };
        let mut text = format!("{difference}\n");
        for note in &difference.notes {
            text += &format!("  note      {note}\n");
        }
        text += &failed.causes.to_string();
        if let Some(origin) = &failed.origin {
            text += &format!("{origin}\n");
        }
        if !failed.errors.is_empty() {
            let lines: Vec<&str> = failed.errors.lines().collect();
            text += "the end of its standard error:\n";
            for line in &lines[lines.len().saturating_sub(LINES)..] {
                text += &format!("  {line}\n");
            }
        }
        text.trim_end().to_owned()
    }

    /// A table with a line for each kind of case.
    fn describe_kinds(&self) -> String {
        let mut table = table(&[&self.subject, "cases", "ops", "outputs", "draws"], 1..5);
        for (kind, tally) in &self.judged.kinds {
            table.add_row([
                kind.map_or("ops", CaseKind::name).to_owned(),
                tally.cases.to_string(),
                tally.ops.to_string(),
                tally.outputs.to_string(),
                tally.draws.to_string(),
            ]);
        }
        format!("{}\n\n", table.trim_fmt())
    }

    /// Every op with both answers.
    fn describe_rows(&self, rows: &[ComparedOp]) -> String {
        let called = &self.called;
        let rows = match rows {
            [first, rest @ ..] if first.agrees => rest,
            rows => rows,
        };
        let mut width = 0;
        for row in rows {
            width = width.max(row.op.chars().count());
        }
        let mut text = String::new();
        for (index, row) in rows.iter().enumerate() {
            let expected = match &row.expected {
                Some(answer) => answer.to_string(),
                None => NOT_ASKED.to_owned(),
            };
            let actual = &row.actual;
            text += &format!("{index:4}  {:width$}  {expected}", row.op);
            text += &match (row.agrees, actual) {
                (true, Answer::Seen(_)) if row.expected.is_some() => String::new(),
                (true, _) => format!("  ({called} answers {actual})"),
                (false, Answer::Seen(seen)) if expected == seen.output.to_string() => {
                    format!("  <- {called} has {actual}, after different draws")
                }
                (false, _) => format!("  <- {called} has {actual}"),
            };
            text.push('\n');
        }
        text + "\n"
    }
}

/// The verdict as a single word.
fn verdict(judged: &RunResult) -> &'static str {
    match &judged.difference {
        Some(difference) => difference.verdict,
        None if judged.surplus > 0 => "surplus-lines",
        None if !judged.agrees() => "nothing-compared",
        None => "agrees",
    }
}

/// The verdict as a single line.
fn describe_finding(judged: &RunResult, expected: &str, called: &str, is_of_two: bool) -> String {
    if let Some(difference) = &judged.difference {
        return match &difference.trouble {
            Some(trouble) => format!("{called} {trouble}"),
            None => format!("{called} differs from {expected}"),
        };
    }
    if judged.surplus > 0 {
        return format!("{called} wrote more lines than it was given ops");
    }
    if !judged.agrees() {
        return format!(
            "nothing was compared: {called} showed no number, word, text or draw that {expected} shows"
        );
    }
    if is_of_two {
        return format!("{called} and {expected} agree");
    }
    let total = judged.total();
    let draws = match total.draws {
        0 => String::new(),
        draws => format!(" and {}", counted(draws, "draw")),
    };
    let outputs = counted(total.outputs, "output");
    let (ops, cases) = (counted(total.ops, "op"), counted(total.cases, "case"));
    format!("{called} agrees with {expected}: {outputs}{draws} of {ops} in {cases}")
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            return f.write_str(&self.finding);
        }
        let mut text = match &self.rows {
            Some(rows) => self.describe_rows(rows),
            None if self.judged.kinds.is_empty() => String::new(),
            None => self.describe_kinds(),
        };
        for (names, why) in [
            (
                &self.unknown,
                "left out, because one side does not have them",
            ),
            (
                &self.unseeded,
                "left out, because the op that seeds before them was left out",
            ),
            (
                &self.hidden,
                "not compared, because the program cannot see what they show",
            ),
        ] {
            let mut list = Vec::new();
            for (name, count) in names {
                list.push(format!("{name} {count}x"));
            }
            if !list.is_empty() {
                text += &format!("{why}: {}\n\n", list.join(", "));
            }
        }
        if self.failed.is_some() {
            writeln!(f, "{text}{}", self.explanation())
        } else if self.command.is_empty() {
            // Two implementations shown next to each other need no blank line.
            writeln!(f, "{}\n{}", text.trim_end(), self.finding)
        } else {
            writeln!(f, "{text}{}", self.finding)
        }
    }
}

/// Rows with answers as texts.
#[allow(clippy::ref_option, reason = "serde passes fields by reference")]
fn rows_as_texts<S: Serializer>(
    rows: &Option<Vec<ComparedOp>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    /// A row.
    #[derive(Serialize)]
    struct TextRow<'a> {
        op: &'a str,
        expected: Option<String>,
        actual: String,
        agrees: bool,
    }

    let Some(rows) = rows else {
        return serializer.serialize_none();
    };
    serializer.collect_seq(rows.iter().map(|row| TextRow {
        op: &row.op,
        expected: row.expected.as_ref().map(ToString::to_string),
        actual: row.actual.to_string(),
        agrees: row.agrees,
    }))
}

/// Numbers that a program showed in sequence, without reseeding in between.
#[derive(Default)]
struct Run {
    /// The op before these numbers.
    after: String,
    words: Vec<u64>,
    draws: Vec<Bounded>,
}

impl Run {
    fn after(op: &str) -> Self {
        Self {
            after: op.to_owned(),
            ..Self::default()
        }
    }

    /// Adds what an op showed; returns whether it showed a number.
    fn add(&mut self, op: &str, seen: &Seen) -> bool {
        let before = self.words.len() + self.draws.len();
        match &seen.output {
            Output::Words(words) => self.words.extend(words.iter().copied().map(u64::from)),
            Output::Words64(words) => self.words.extend(words),
            // A number asked for without a bound may be a word.
            Output::Number(number) if !op.contains(' ') => {
                self.words.extend(u64::try_from(*number));
            }
            _ => {}
        }
        for draw in seen.draws.iter().flatten() {
            self.draws
                .extend(bounded_draw(draw.lo, draw.hi, draw.value));
        }
        self.words.len() + self.draws.len() > before
    }
}

/// What made the numbers of the side under test, if that is certain: its words or else its draws, in the longest sequence
/// without reseeding, with the op before them.
fn name_longest_run(
    subject: &dyn Subject,
    difference: &Difference,
    control: Control<'_>,
) -> Option<String> {
    let mut runs = vec![Run::default()];
    for (op, answer) in &difference.transcript {
        let mut next = Run::after(op);
        let has_numbers = match answer {
            Answer::Seen(seen) => next.add(op, seen),
            _ => false,
        };
        if subject.seeds(op) || op == RESET || !has_numbers {
            runs.push(next);
        } else if let Some(run) = runs.last_mut() {
            run.words.append(&mut next.words);
            run.draws.append(&mut next.draws);
        }
    }
    let of_words = runs.iter().max_by_key(|run| run.words.len())?;
    let of_draws = runs.iter().max_by_key(|run| run.draws.len())?;
    name_run(of_words, &Numbers::words(of_words.words.clone()), control)
        .or_else(|| name_run(of_draws, &Numbers::Bounded(of_draws.draws.clone()), control))
}

/// What made the numbers of a run, if there are any and that is certain.
fn name_run(run: &Run, numbers: &Numbers, control: Control<'_>) -> Option<String> {
    if numbers.is_empty() {
        return None;
    }
    let subject = match &*run.after {
        "" => "The program's numbers".to_owned(),
        op => format!("After `{}` the program's numbers", shown(op, 60)),
    };
    name_quickly(&subject, numbers, control)
}
