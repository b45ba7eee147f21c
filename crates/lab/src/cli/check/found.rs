//! What a comparison found, as JSON and as checks.

use std::collections::BTreeMap;

use identify::Numbers;
use identify::numbers::Bounded;
use lockstep::program::{Answer, Compared, Failed, Judged, RESET};
use lockstep::{Output, shown};
use serde_json::{Value, json};

use crate::asked;
use crate::cli::who;
use crate::gate::{Check, Gate, Section};
use crate::mistakes::{causes, causes_json};
use crate::verdict::Verdict;

/// The version of the JSON.
pub(super) const SCHEMA: &str = "roguelab-check/1";

/// A comparison that was made.
pub(super) struct Found<'a> {
    pub(super) subject: &'a str,
    pub(super) expected: &'a str,
    /// How messages call the program.
    pub(super) called: &'a str,
    pub(super) command: &'a [String],
    pub(super) judged: Judged,
    /// What made the program's numbers, if that is certain and no known mistake explains them.
    pub(super) made: Option<String>,
}

impl Found<'_> {
    pub(super) fn verdict(&self) -> Verdict {
        Verdict::of(self.judged.agrees())
    }

    /// The verdict in one word.
    fn word(&self) -> &'static str {
        match &self.judged.failed {
            Some(failed) => failed.verdict,
            None if self.judged.surplus > 0 => "surplus-lines",
            None if !self.judged.agrees() => "nothing-compared",
            None => "agrees",
        }
    }

    /// The verdict in one line.
    pub(super) fn line(&self) -> String {
        let Self {
            called, expected, ..
        } = self;
        let Compared {
            cases,
            ops,
            outputs,
            draws,
        } = self.judged.total();
        match (&self.judged.failed, self.judged.surplus) {
            (Some(failed), _) => match &failed.mismatch.trouble {
                Some(trouble) => format!("{called} {trouble}"),
                None => format!("{called} differs from {expected}"),
            },
            (None, 1..) => format!("{called} wrote more lines than it was given ops"),
            (None, 0) if !self.judged.agrees() => {
                format!(
                    "nothing was compared: {called} showed no number, word, text or draw that {expected} shows"
                )
            }
            (None, 0) => {
                let draws = if draws > 0 {
                    format!(" and {draws} draws")
                } else {
                    String::new()
                };
                format!(
                    "{called} agrees with {expected}: {outputs} outputs{draws} of {ops} ops in {cases} cases"
                )
            }
        }
    }

    pub(super) fn json(&self) -> Value {
        let kinds: BTreeMap<_, _> = self
            .judged
            .kinds
            .iter()
            .map(|(kind, compared)| {
                let Compared {
                    cases,
                    ops,
                    outputs,
                    draws,
                } = compared;
                let name = kind.map_or("ops", |kind| kind.name());
                (
                    name,
                    json!({ "cases": cases, "ops": ops, "outputs": outputs, "draws": draws }),
                )
            })
            .collect();
        json!({
            "subject": self.subject,
            "expected": self.expected,
            "command": self.command,
            "verdict": self.word(),
            "finding": self.line(),
            "kinds": kinds,
            "unknown": self.judged.unknown,
            "unseeded": self.judged.unseeded,
            "hidden": self.judged.hidden,
            "failed": self.judged.failed.as_ref().map(|failed| self.failed(failed)),
        })
    }

    fn failed(&self, failed: &Failed) -> Value {
        let mismatch = &failed.mismatch;
        let causes = causes_json(&causes(self.subject, failed));
        json!({
            "kind": mismatch.kind.map(lockstep::Kind::name),
            "case": mismatch.case,
            "seed": mismatch.seed,
            "op_of_case": failed.index,
            "ops": mismatch.shortest,
            "op": mismatch.op,
            "expected": mismatch.expected.to_string(),
            "actual": if mismatch.trouble.is_none() { Some(mismatch.actual.to_string()) } else { None },
            "trouble": mismatch.trouble,
            "hints": mismatch.hints.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "notes": failed.notes,
            "causes": causes,
            "made": self.made,
            "stderr": failed.errors,
            "replay": mismatch.replay,
        })
    }

    /// A check for each kind.
    pub(super) fn checks(&self) -> Gate {
        const SECTION: Section = Section {
            name: "check",
            about: "a program is compared",
            run: |_| Ok(Vec::new()),
        };
        let failed = self.judged.failed.as_deref();
        let name = |kind: &str| format!("{} {kind}", self.subject);
        let word = |kind: &Option<lockstep::Kind>| kind.map_or("ops", |kind| kind.name());
        let mut checks: Vec<Check> = self
            .judged
            .kinds
            .iter()
            .filter(|(kind, _)| failed.is_none_or(|failed| failed.mismatch.kind != **kind))
            .map(|(kind, Compared { cases, ops, outputs, draws })| {
                Check::pass(
                    name(word(kind)),
                    format!("{outputs} outputs and {draws} draws of {ops} ops in {cases} cases agree"),
                )
            })
            .collect();
        if let Some(failed) = failed {
            let finding = format!("{}\n{}", self.line(), failed.mismatch);
            checks.push(
                Check::fail(name(word(&failed.mismatch.kind)), finding)
                    .reproduced_by(&failed.mismatch.replay),
            );
        } else if !self.judged.agrees() {
            checks = vec![Check::fail(name("all"), self.line())];
        }
        Gate::of(&SECTION, checks)
    }
}

/// Numbers that a program showed in a row, without a seed between them.
#[derive(Default)]
struct Run {
    /// The op before them.
    after: String,
    words: Vec<u64>,
    draws: Vec<Bounded>,
}

/// What made the program's numbers, if that is certain and no known mistake explains them: its words, or else its draws, the
/// most in a row without a seed, with the op that came before them.
pub(super) fn made(subject: &str, failed: &Failed, seeds: &dyn Fn(&str) -> bool) -> Option<String> {
    if !causes(subject, failed).is_empty() {
        return None;
    }
    let mut runs = vec![Run::default()];
    for (op, answer) in &failed.transcript {
        let (mut words, mut draws) = (Vec::new(), Vec::new());
        if let Answer::Seen(seen) = answer {
            let alone = !op.contains(' ');
            match &seen.output {
                Output::Words(all) => words.extend(all.iter().copied().map(u64::from)),
                Output::Words64(all) => words.extend(all),
                // A number that was asked for without a bound may be a word.
                Output::Number(number) if alone => words.extend(u64::try_from(*number)),
                _ => {}
            }
            let logged = seen.draws.iter().flatten();
            draws.extend(logged.filter_map(|draw| asked::bounded(draw.lo, draw.hi, draw.value)));
        }
        if seeds(op) || op == RESET || words.is_empty() && draws.is_empty() {
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
            who::line(&what, &numbers)
        })
}
