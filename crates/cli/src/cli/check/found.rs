//! The result of a comparison, as JSON and as checks.

use std::collections::BTreeMap;

use identify::Numbers;
use identify::mistakes::Cause;
use identify::numbers::Bounded;
use lockstep::{Answer, Difference, Judged, Output, RESET, Role, Row, Subject, shown};
use serde_json::{Value, json};

use super::recognised;
use crate::cli::output::counted;
use crate::clock::control;
use crate::gate::{Check, Gate, Section};
use crate::mistakes::{causes, causes_json};
use answers::read::sample::bounded_draw;
use answers::who::name_quickly;
use gof::Verdict;

/// The version of the JSON.
pub(super) const SCHEMA: &str = "roguelab-check/1";

/// The result of a comparison.
pub(super) struct Found<'a> {
    pub(super) subject: &'a str,
    pub(super) expected: &'a str,
    /// The name of the side under test in messages.
    pub(super) called: &'a str,
    pub(super) command: &'a [String],
    pub(super) judged: Judged,
    /// The known mistakes that explain everything that the side under test showed.
    pub(super) causes: Vec<Cause>,
    /// What made its numbers, if that is certain and no known mistake explains them.
    pub(super) origin: Option<String>,
}

impl<'a> Found<'a> {
    pub(super) fn new(
        subject: &'a dyn Subject,
        [expected, called]: &'a [String; 2],
        command: &'a [String],
        judged: Judged,
    ) -> Self {
        let difference = judged.difference.as_deref();
        let causes = difference.map_or(Vec::new(), causes);
        let origin = difference.filter(|_| causes.is_empty());
        Self {
            subject: subject.name(),
            expected,
            called,
            command,
            origin: origin.and_then(|difference| {
                recognised::of_program(subject, Role::Port, difference)
                    .or_else(|| made_by(subject, difference))
            }),
            causes,
            judged,
        }
    }

    pub(super) fn verdict(&self) -> Verdict {
        Verdict::of(self.judged.agrees())
    }

    /// The verdict as a single word.
    fn word(&self) -> &'static str {
        match &self.judged.difference {
            Some(difference) => difference.verdict,
            None if self.judged.surplus > 0 => "surplus-lines",
            None if !self.judged.agrees() => "nothing-compared",
            None => "agrees",
        }
    }

    /// The verdict as a single line.
    pub(super) fn line(&self) -> String {
        let Self {
            called, expected, ..
        } = self;
        let total = self.judged.total();
        match (&self.judged.difference, self.judged.surplus) {
            (Some(difference), _) => match &difference.trouble {
                Some(trouble) => format!("{called} {trouble}"),
                None => format!("{called} differs from {expected}"),
            },
            (None, 1..) => format!("{called} wrote more lines than it was given ops"),
            (None, 0) if !self.judged.agrees() => {
                format!(
                    "nothing was compared: {called} showed no number, word, text or draw that {expected} shows"
                )
            }
            (None, 0) if self.command.is_empty() => format!("{called} and {expected} agree"),
            (None, 0) => {
                let draws = match total.draws {
                    0 => String::new(),
                    draws => format!(" and {}", counted(draws, "draw")),
                };
                let outputs = counted(total.outputs, "output");
                let (ops, cases) = (counted(total.ops, "op"), counted(total.cases, "case"));
                format!("{called} agrees with {expected}: {outputs}{draws} of {ops} in {cases}")
            }
        }
    }

    /// The result as JSON, with both answers to each op if a list of ops was given.
    pub(super) fn json(&self, rows: Option<&[Row]>) -> Value {
        let rows = rows.map(|rows| {
            let text = |answer: &Answer| answer.to_string();
            let row = |row: &Row| {
                json!({
                    "op": row.op,
                    "expected": row.expected.as_ref().map(text),
                    "actual": text(&row.actual),
                    "agrees": row.agrees,
                })
            };
            rows.iter().map(row).collect::<Vec<_>>()
        });
        let Judged {
            kinds,
            unknown,
            unseeded,
            hidden,
            difference,
            ..
        } = &self.judged;
        let kinds = kinds.iter().map(|(kind, tally)| {
            let tally = json!({
                "cases": tally.cases, "ops": tally.ops, "outputs": tally.outputs, "draws": tally.draws,
            });
            (kind.map_or("ops", |kind| kind.name()), tally)
        });
        json!({
            "subject": self.subject,
            "expected": self.expected,
            "command": self.command,
            "verdict": self.word(),
            "finding": self.line(),
            "rows": rows,
            "kinds": kinds.collect::<BTreeMap<_, _>>(),
            "unknown": unknown,
            "unseeded": unseeded,
            "hidden": hidden,
            "failed": difference.as_ref().map(|difference| self.failed(difference)),
        })
    }

    fn failed(&self, difference: &Difference) -> Value {
        json!({
            "kind": difference.kind.map(lockstep::Kind::name),
            "case": difference.case,
            "seed": difference.seed,
            "op_of_case": difference.op_of_case,
            "ops": difference.shortest,
            "op": difference.shortest.last(),
            "expected": difference.expected.to_string(),
            "actual": difference.trouble.is_none().then(|| difference.actual.to_string()),
            "trouble": difference.trouble,
            "hints": difference.hints.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "notes": difference.notes,
            "causes": causes_json(&self.causes),
            "made": self.origin,
            "stderr": difference.errors,
            "replay": difference.replay,
        })
    }

    /// The result as checks, one for each kind of case.
    pub(super) fn checks(&self) -> Gate {
        const SECTION: Section = Section {
            name: "check",
            about: "a program is compared",
            run: |_| Ok(Vec::new()),
        };
        let difference = self.judged.difference.as_deref();
        let name = |kind: &str| format!("{} {kind}", self.subject);
        let word = |kind: &Option<lockstep::Kind>| kind.map_or("ops", |kind| kind.name());
        let kinds = self.judged.kinds.iter();
        let agree = kinds.filter(|(kind, _)| difference.is_none_or(|failed| failed.kind != **kind));
        let mut checks: Vec<Check> = agree
            .map(|(kind, tally)| {
                let (outputs, draws) = (tally.outputs, tally.draws);
                let (ops, cases) = (tally.ops, tally.cases);
                Check::pass(
                    name(word(kind)),
                    format!(
                        "{outputs} outputs and {draws} draws of {ops} ops in {cases} cases agree"
                    ),
                )
            })
            .collect();
        if let Some(difference) = difference {
            let finding = format!("{}\n{}", self.line(), self.explained(difference));
            checks.push(
                Check::fail(name(word(&difference.kind)), finding)
                    .reproduced_by(&difference.replay),
            );
        } else if !self.judged.agrees() {
            checks = vec![Check::fail(name("all"), self.line())];
        }
        Gate::of(&SECTION, checks)
    }
}

/// Numbers that a program showed in sequence, without reseeding in between.
#[derive(Default)]
struct Run {
    /// The op before these numbers.
    after: String,
    words: Vec<u64>,
    draws: Vec<Bounded>,
}

/// What made the numbers of the side under test, if that is certain: its words or else its draws, in the longest sequence
/// without reseeding, with the op before them.
fn made_by(subject: &dyn Subject, difference: &Difference) -> Option<String> {
    let mut runs = vec![Run::default()];
    for (op, answer) in &difference.transcript {
        let (mut words, mut draws) = (Vec::new(), Vec::new());
        if let Answer::Seen(seen) = answer {
            let alone = !op.contains(' ');
            match &seen.output {
                Output::Words(all) => words.extend(all.iter().copied().map(u64::from)),
                Output::Words64(all) => words.extend(all),
                // A number asked for without a bound may be a word.
                Output::Number(number) if alone => words.extend(u64::try_from(*number)),
                _ => {}
            }
            let logged = seen.draws.iter().flatten();
            draws.extend(logged.filter_map(|draw| bounded_draw(draw.lo, draw.hi, draw.value)));
        }
        if subject.seeds(op) || op == RESET || words.is_empty() && draws.is_empty() {
            runs.push(Run {
                after: op.clone(),
                ..Run::default()
            });
        }
        if let Some(run) = runs.last_mut() {
            run.words.extend(words);
            run.draws.extend(draws);
        }
    }
    let words = runs.iter().max_by_key(|run| run.words.len())?;
    let draws = runs.iter().max_by_key(|run| run.draws.len())?;
    let numbers = [
        (words, Numbers::words(words.words.clone())),
        (draws, Numbers::Bounded(draws.draws.clone())),
    ];
    numbers
        .into_iter()
        .filter(|(_, numbers)| !numbers.is_empty())
        .find_map(|(run, numbers)| {
            let what = match &*run.after {
                "" => "The program's numbers".into(),
                op => format!("After `{}` the program's numbers", shown(op, 60)),
            };
            name_quickly(&what, &numbers, control(&|_| {}))
        })
}
