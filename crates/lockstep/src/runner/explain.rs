//! Why two sides differ: the shortest ops, both values, and what is known about the cause.

use std::time::Instant;

use super::bench::{Bench, SEARCH};
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

/// Shrinks the case that failed, and collects what is known about it.
pub(super) fn explain(runner: &Runner<'_>, found: FailedCase) -> Result<Difference, Failure> {
    if found.answer.is_late() {
        return Ok(late(runner, found));
    }
    let FailedCase {
        mut case,
        before,
        after,
        mut index,
        answer,
        ..
    } = found;
    let mut bench = Bench::new(runner)?;
    let mut notes = Vec::new();
    let gone = matches!(answer, Answer::Gone(_));
    bench.slow = gone;
    let (list, shortest) = if let Some((failing, at)) =
        first_that_fails(&mut bench, gone, case.clone(), after)?
    {
        (case, index) = (failing, at);
        let list = case.ops[..=index].to_vec();
        bench.fresh = false;
        let mut shortest = bench.shortest(&list)?;
        bench.fresh = true;
        bench.until = bench.until.max(Instant::now() + SEARCH / 4);
        if bench.first_failure(&shortest, false)? != Some(shortest.len() - 1) {
            shortest = bench.shortest(&list)?;
        }
        (list, shortest)
    } else {
        let list = case.ops[..=index].to_vec();
        let joined = [&before[..], &[RESET.to_owned()], &list].concat();
        if bench.first_failure(&joined, false)?.is_some() {
            let why = "after `reset` the program is not as it was when it started: alone, the ops after `reset` agree";
            notes.push(why.to_owned());
            let shortest = bench.shortest(&joined)?;
            (joined, shortest)
        } else {
            let why = "unsteady: the same ops agree in a program just started, so it is not deterministic, or \
                           something from earlier cases is left after `reset`";
            notes.push(why.to_owned());
            (list.clone(), list)
        }
    };
    difference(&mut bench, &case, index, &list, shortest, answer, notes)
}

/// The first case that fails in a freshly started side: the one that was found or, if a program ended and its last answers may
/// be lost, one after it.
fn first_that_fails(
    bench: &mut Bench<'_, '_>,
    gone: bool,
    case: Case,
    after: Vec<Case>,
) -> Result<Option<(Case, usize)>, Failure> {
    for case in std::iter::once(case).chain(after.into_iter().filter(|_| gone)) {
        if let Some(index) = bench.first_failure(&case.ops, false)? {
            return Ok(Some((case, index)));
        }
    }
    Ok(None)
}

/// A difference whose ops are neither shortened nor run again: each run would take all the time that an answer may take.
fn late(runner: &Runner<'_>, found: FailedCase) -> Difference {
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
fn repeated(ops: &[String]) -> Vec<String> {
    let repeats = ops.last().into_iter().cycle().take(REPEATS);
    ops.iter().chain(repeats).cloned().collect()
}

/// Runs the shortest list once more, with repeats of its last op, and the whole case for its transcript.
fn difference(
    bench: &mut Bench<'_, '_>,
    case: &Case,
    op_of_case: usize,
    list: &[String],
    mut shortest: Vec<String>,
    answer: Answer,
    mut notes: Vec<String>,
) -> Result<Difference, Failure> {
    let runner = bench.runner;
    let mut shown = |ops: &[String]| {
        let rows = bench.rows(&repeated(ops))?;
        let at = rows.all.iter().position(|row| !row.agrees);
        Ok::<_, Failure>((rows, at))
    };
    let (mut rows, mut at) = shown(&shortest)?;
    if at.is_none() && shortest != list {
        // What fails may depend on what ran before.
        shortest = list.to_vec();
        (rows, at) = shown(&shortest)?;
    }
    let (states, errors, rows) = (rows.states, rows.errors, rows.all);
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
    let pairs = rows[at..]
        .iter()
        .map_while(|row| match (&row.expected, &row.actual) {
            (Some(Answer::Seen(expected)), Answer::Seen(actual)) => {
                Some((expected.clone(), actual.clone()))
            }
            _ => None,
        });
    let (expected_steps, actual_steps): (Vec<_>, Vec<_>) = pairs.unzip();
    let trouble = actual.trouble();
    let actual_seen = seen(Some(&actual));
    notes.extend(draws(&expected, &actual_seen, &runner.names));
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
        let mut ops = repeated(list);
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
        op_of_case,
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

/// The draws of the failing op, if they are known.
fn draws(
    expected: &Seen,
    actual: &Seen,
    [expected_name, actual_name]: &[String; 2],
) -> Option<String> {
    let list = |draws: &[Drawn]| {
        let shown: Vec<_> = draws
            .iter()
            .take(DRAWS)
            .map(|Drawn { lo, hi, value }| format!("{lo} {hi} {value}"))
            .collect();
        let more = draws.len().saturating_sub(DRAWS);
        let more = if more > 0 {
            format!(" and {more} more")
        } else {
            String::new()
        };
        if draws.is_empty() {
            "none".to_owned()
        } else {
            shown.join(", ") + &more
        }
    };
    let of = |name: &str, draws: &Option<Vec<Drawn>>| {
        draws
            .as_ref()
            .map(|draws| format!("{name}: {}", list(draws)))
    };
    let both: Vec<_> = [
        of(expected_name, &expected.draws),
        of(actual_name, &actual.draws),
    ]
    .into_iter()
    .flatten()
    .collect();
    (!both.is_empty()).then(|| format!("draws (LO HI VALUE) of {}", both.join("; of ")))
}
