//! Why a program failed: the shortest ops, both values, and what can be said of the cause.

use std::time::Instant;

use super::RESET;
use super::answer::{Answer, Gone};
use super::bench::{Bench, SEARCH};
use super::judge::{Case, Found, Judge, SURPLUS};
use crate::failure::Failure;
use crate::hint::hints;
use crate::mismatch::Mismatch;
use crate::output::{Drawn, Seen};

/// How often the failing op is repeated for the hints.
const REPEATS: usize = 16;
/// How many draws of an op are shown.
const DRAWS: usize = 12;

/// The first difference between a program and what is taken to be right.
#[derive(Clone, Debug)]
pub struct Failed {
    /// What kind of failure it is, in one word: `differs`, `error`, `garbage`, `hang`, `crash`, `exit`, `closed` or `too-long`.
    pub verdict: &'static str,
    /// Which op of the case failed first, from 0.
    pub index: usize,
    /// The difference, at the end of the shortest list.
    pub mismatch: Mismatch,
    /// What else was noticed.
    pub notes: Vec<String>,
    /// The end of what the program wrote to standard error.
    pub errors: String,
    /// The ops of the case that failed, repeats of its last one, and after `reset` more ops, with what the program answered, as
    /// long as it did.
    pub transcript: Vec<(String, Answer)>,
}

/// Shrinks the case that failed and says what can be said.
pub(super) fn explain(judge: &Judge<'_>, found: Found) -> Result<Failed, Failure> {
    let Found {
        mut case,
        before,
        after,
        mut index,
        answer,
    } = found;
    let mut bench = Bench::new(judge)?;
    let mut notes = Vec::new();
    let gone = matches!(answer, Answer::Gone(_));
    bench.slow = gone;
    if matches!(answer, Answer::Gone(Gone::Hung { .. })) {
        bench.be_quick()?;
    }
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
    failed(&mut bench, &case, index, &list, shortest, answer, notes)
}

/// The first case that fails in a program just started: the one that was found or, if the program ended and may have taken
/// answers with it, one after it.
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

/// Runs the shortest list once more, with repeats of its last op, and the whole case for its transcript.
fn failed(
    bench: &mut Bench<'_, '_>,
    case: &Case,
    index: usize,
    list: &[String],
    mut shortest: Vec<String>,
    answer: Answer,
    mut notes: Vec<String>,
) -> Result<Failed, Failure> {
    let judge = bench.judge;
    let repeat = |ops: &mut Vec<String>| {
        if let Some(last) = ops.last().cloned() {
            ops.extend(std::iter::repeat_n(last, REPEATS));
        }
    };
    let mut shown = |ops: &[String]| {
        let mut repeated = ops.to_vec();
        repeat(&mut repeated);
        let (rows, _, errors) = bench.rows(&repeated)?;
        let at = rows.iter().position(|row| !row.agrees);
        Ok::<_, Failure>((rows, errors, at))
    };
    let (mut rows, mut errors, mut at) = shown(&shortest)?;
    if at.is_none() && shortest != list {
        // A program that was thought to hang may only have been slow.
        shortest = list.to_vec();
        (rows, errors, at) = shown(&shortest)?;
    }
    let (expected, actual) = match at.map(|at| &rows[at]) {
        Some(row) => (seen(row.expected.as_ref()), row.actual.clone()),
        // It agrees now: what was seen first is what there is to tell.
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
    let hints = hints(&expected_steps, &actual_steps);
    let trouble = actual.trouble();
    let actual_seen = seen(Some(&actual));
    notes.extend(draws(&expected, &actual_seen, judge.names));

    let surplus = if trouble.is_none() {
        bench.rows(&shortest)?.1
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
    let mut told = list.to_vec();
    repeat(&mut told);
    told.push(RESET.to_owned());
    told.extend(judge.more.iter().cloned());
    // To wait for a program that hangs once more would tell nothing new.
    let transcript = if matches!(actual, Answer::Gone(_)) {
        Vec::new()
    } else {
        bench.answers(told)?
    };
    let origin = case.origin;
    let mismatch = Mismatch {
        subject: judge.subject.to_owned(),
        kind: origin.kind,
        seed: origin.seed,
        case: origin.case,
        index: shortest.len() - 1,
        op: shortest.last().cloned().unwrap_or_default(),
        names: judge.names.map(str::to_owned),
        trouble,
        expected,
        actual: actual_seen,
        expected_state: String::new(),
        actual_state: String::new(),
        before: Vec::new(),
        hints,
        replay: (judge.replay)(&shortest),
        shortest,
    };
    Ok(Failed {
        verdict: actual.verdict(),
        index,
        mismatch,
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

/// The draws of the failing op, where they are known.
fn draws(
    expected: &Seen,
    actual: &Seen,
    [expected_name, actual_name]: [&str; 2],
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
