//! Why two sides differ: the shortest ops, both values, and what is known about the cause.

use std::time::Instant;

use super::bench::{Bench, ListRun, SEARCH};
use super::setting::{Case, FailedCase, Runner, SURPLUS};
use crate::answer::Answer;
use crate::difference::Difference;
use crate::failure::Failure;
use crate::hint::hints;
use crate::output::{Drawn, Seen};
use crate::side::RESET;

/// How often the failing op is repeated for the hints: often enough that a stream of coin tosses agrees with itself
/// shifted by one in fewer than one of 60,000 cases.
const REPEATS: usize = 16;
/// How many draws of an op are shown.
const DRAWS: usize = 12;

/// What is known about a case that failed, before the shortest list is run once more.
struct Explanation {
    case: Case,
    /// The place of the first op of the case that failed.
    index: usize,
    /// The ops that fail, before they are shortened.
    list: Vec<String>,
    shortest: Vec<String>,
    /// The answer that was seen first.
    answer: Answer,
    notes: Vec<String>,
}

/// Shrinks the case that failed, and collects what is known about it.
pub(super) fn explain(runner: &Runner<'_>, found: FailedCase) -> Result<Difference, Failure> {
    if found.answer.is_late() {
        return Ok(describe_late(runner, found));
    }
    let mut bench = Bench::new(runner)?;
    let is_gone = matches!(found.answer, Answer::Gone(_));
    bench.slow = is_gone;
    let after = if is_gone { found.after } else { Vec::new() };
    if let Some((case, index)) = first_that_fails(&mut bench, &found.case, after)? {
        let list = case.ops[..=index].to_vec();
        bench.fresh = false;
        let mut shortest = bench.shortest(&list)?;
        bench.fresh = true;
        bench.until = bench.until.max(Instant::now() + SEARCH / 4);
        if bench.first_failure(&shortest, false)? != Some(shortest.len() - 1) {
            shortest = bench.shortest(&list)?;
        }
        let explanation = Explanation {
            case,
            index,
            list,
            shortest,
            answer: found.answer,
            notes: Vec::new(),
        };
        return describe(&mut bench, explanation);
    }
    let mut list = found.case.ops[..=found.index].to_vec();
    let joined = [&found.before[..], &[RESET.to_owned()], &list].concat();
    let mut shortest = list.clone();
    let note = if bench.first_failure(&joined, false)?.is_some() {
        shortest = bench.shortest(&joined)?;
        list = joined;
        "after `reset` the program is not as it was when it started: alone, the ops after `reset` agree"
    } else {
        "unsteady: the same ops agree in a program just started, so it is not deterministic, or something from earlier cases \
         is left after `reset`"
    };
    let explanation = Explanation {
        case: found.case,
        index: found.index,
        list,
        shortest,
        answer: found.answer,
        notes: vec![note.to_owned()],
    };
    describe(&mut bench, explanation)
}

/// The first case that fails in a freshly started side, and its first op that does: the case that was found or, if a program
/// ended and its last answers may be lost, one after it.
fn first_that_fails(
    bench: &mut Bench<'_, '_>,
    found: &Case,
    after: Vec<Case>,
) -> Result<Option<(Case, usize)>, Failure> {
    if let Some(index) = bench.first_failure(&found.ops, false)? {
        return Ok(Some((found.clone(), index)));
    }
    for case in after {
        if let Some(index) = bench.first_failure(&case.ops, false)? {
            return Ok(Some((case, index)));
        }
    }
    Ok(None)
}

/// A difference whose ops are neither shortened nor run again: each run would take all the time that an answer may take.
fn describe_late(runner: &Runner<'_>, found: FailedCase) -> Difference {
    let FailedCase { case, index, .. } = found;
    let shortest = if found.op == RESET {
        vec![RESET.to_owned()]
    } else {
        case.ops[..=index].to_vec()
    };
    Difference {
        verdict: found.answer.verdict(),
        subject: runner.subject.name().to_owned(),
        kind: case.origin.kind,
        seed: case.origin.seed,
        case: case.origin.case,
        op_of_case: index,
        names: runner.names.clone(),
        trouble: found.answer.trouble(),
        expected: seen(found.expected.as_ref()),
        actual: Seen::nothing(),
        states: Default::default(),
        hints: Vec::new(),
        replay: (runner.replay)(&shortest),
        is_shortest: shortest.len() == 1,
        shortest,
        notes: Vec::new(),
        errors: found.errors,
        transcript: Vec::new(),
    }
}

/// The ops, followed by repeats of the last one.
fn repeat_last(ops: &[String]) -> Vec<String> {
    let repeats = ops.last().into_iter().cycle().take(REPEATS);
    ops.iter().chain(repeats).cloned().collect()
}

/// Runs a list with repeats of its last op, and returns the place of the first op that disagrees.
fn run_repeated(
    bench: &mut Bench<'_, '_>,
    ops: &[String],
) -> Result<(ListRun, Option<usize>), Failure> {
    let run = bench.rows(&repeat_last(ops))?;
    let at = run.all.iter().position(|row| !row.agrees);
    Ok((run, at))
}

/// Runs the shortest list once more, with repeats of its last op, and the whole case for its transcript.
fn describe(bench: &mut Bench<'_, '_>, explanation: Explanation) -> Result<Difference, Failure> {
    let runner = bench.runner;
    let Explanation {
        case,
        index,
        list,
        mut shortest,
        answer,
        mut notes,
    } = explanation;
    let (mut run, mut at) = run_repeated(bench, &shortest)?;
    if at.is_none() && shortest != list {
        // What fails may depend on what ran before.
        shortest.clone_from(&list);
        (run, at) = run_repeated(bench, &shortest)?;
    }
    let (states, errors, rows) = (run.states, run.errors, run.all);
    let (expected, actual) = match at.map(|at| &rows[at]) {
        Some(row) => (seen(row.expected.as_ref()), row.actual.clone()),
        // It agrees now, so only what was seen first can be reported.
        None => (Seen::nothing(), answer),
    };
    let at = at.unwrap_or(rows.len().saturating_sub(1));
    if at == 0 {
        shortest = vec![RESET.to_owned()];
    } else {
        shortest.truncate(at);
    }
    let (mut expected_steps, mut actual_steps) = (Vec::new(), Vec::new());
    for row in &rows[at..] {
        let (Some(Answer::Seen(expected)), Answer::Seen(actual)) = (&row.expected, &row.actual)
        else {
            break;
        };
        expected_steps.push(expected.clone());
        actual_steps.push(actual.clone());
    }
    let trouble = actual.trouble();
    let actual_seen = seen(Some(&actual));
    notes.extend(describe_draws(&expected, &actual_seen, &runner.names));
    let surplus = if trouble.is_none() {
        bench.rows(&shortest)?.surplus
    } else {
        0
    };
    if surplus > 0 {
        let (lines, ops) = (shortest.len() + 1 + surplus, shortest.len() + 1);
        let more = if surplus == SURPLUS { "at least " } else { "" };
        notes.push(format!(
            "it wrote {more}{lines} lines for {ops} ops, `reset` among them: an op has one line"
        ));
    }
    // Waiting once more for a program that hangs would reveal nothing new.
    let transcript = if matches!(actual, Answer::Gone(_)) {
        Vec::new()
    } else {
        let mut ops = repeat_last(&list);
        ops.push(RESET.to_owned());
        ops.extend(runner.more.iter().cloned());
        bench.answers(ops)?
    };
    let origin = case.origin;
    Ok(Difference {
        verdict: actual.verdict(),
        subject: runner.subject.name().to_owned(),
        kind: origin.kind,
        seed: origin.seed,
        case: origin.case,
        op_of_case: index,
        names: runner.names.clone(),
        trouble,
        expected,
        actual: actual_seen,
        states,
        hints: hints(&expected_steps, &actual_steps),
        replay: (runner.replay)(&shortest),
        is_shortest: true,
        shortest,
        notes,
        errors,
        transcript,
    })
}

fn seen(answer: Option<&Answer>) -> Seen {
    match answer {
        Some(Answer::Seen(seen)) => seen.clone(),
        Some(Answer::Hidden(draws)) => Seen {
            draws: draws.clone(),
            ..Seen::nothing()
        },
        _ => Seen::nothing(),
    }
}

/// The draws of the failing op, of each side that logs them.
fn describe_draws(expected: &Seen, actual: &Seen, names: &[String; 2]) -> Option<String> {
    let [expected_name, actual_name] = names;
    let mut both = Vec::new();
    if let Some(draws) = &expected.draws {
        both.push(format!("{expected_name}: {}", list_draws(draws)));
    }
    if let Some(draws) = &actual.draws {
        both.push(format!("{actual_name}: {}", list_draws(draws)));
    }
    (!both.is_empty()).then(|| format!("draws (LO HI VALUE) of {}", both.join("; of ")))
}

fn list_draws(draws: &[Drawn]) -> String {
    if draws.is_empty() {
        return "none".to_owned();
    }
    let mut shown = Vec::new();
    for Drawn { lo, hi, value } in draws.iter().take(DRAWS) {
        shown.push(format!("{lo} {hi} {value}"));
    }
    let list = shown.join(", ");
    match draws.len().saturating_sub(DRAWS) {
        0 => list,
        more => format!("{list} and {more} more"),
    }
}
