//! Edits of a trace, and whether what is said about them is true.

use roguelab_lockstep::Half;
use roguelab_lockstep::diverge::{Divergence, NumberShift, Parting, Rest};

use super::draws::{self, Draw, calls, drawn, words};

/// An edit of B.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Edit {
    LeftOut,
    Extra,
    LineDropped,
    LineDoubled,
    Swapped,
    LinesSwapped,
    Bound,
    Changed,
    Reseeded,
    Stepped,
    Cut,
}

pub(crate) const EDITS: [Edit; 11] = [
    Edit::LeftOut,
    Edit::Extra,
    Edit::LineDropped,
    Edit::LineDoubled,
    Edit::Swapped,
    Edit::LinesSwapped,
    Edit::Bound,
    Edit::Changed,
    Edit::Reseeded,
    Edit::Stepped,
    Edit::Cut,
];

impl Edit {
    pub(crate) fn plant(self, draws: &mut Vec<Draw>, at: usize, seed: u64) {
        let mut calls: Vec<_> = draws.iter().map(|draw| draw.call).collect();
        let words: Vec<_> = draws.iter().map(|draw| draw.word).collect();
        match self {
            Self::LineDropped => drop(draws.remove(at)),
            Self::LineDoubled => draws.insert(at, draws[at - 1]),
            Self::LinesSwapped => draws.swap(at, at + 1),
            Self::Changed => draws[at].result += 1,
            Self::Cut => draws.truncate(at),
            Self::LeftOut => drop(calls.remove(at)),
            Self::Extra => calls.insert(at, ("monster", 1, 30)),
            Self::Swapped => calls.swap(at, at + 1),
            Self::Bound => calls[at].2 += 3,
            Self::Reseeded => {
                *draws = drawn(
                    &calls,
                    words[..at].iter().copied().chain(draws::words(seed)),
                );
            }
            Self::Stepped => {
                *draws = drawn(&calls, words[..at].iter().chain(&words[at + 1..]).copied());
            }
        }
        if matches!(
            self,
            Self::LeftOut | Self::Extra | Self::Swapped | Self::Bound
        ) {
            *draws = drawn(&calls, words.into_iter().chain(draws::words(!seed)));
        }
    }

    /// Whether a cause names this edit.
    pub(crate) fn is(self, cause: &Parting, left: usize) -> bool {
        use Half::{Actual, Expected};
        let calls = |in_b, moved| {
            matches!(*cause, Parting::Calls { longer, count: 1, numbers, .. }
                if longer == in_b && numbers == moved)
        };
        match self {
            Self::LeftOut => calls(Expected, NumberShift::InPlace),
            Self::Extra => calls(Actual, NumberShift::InPlace),
            Self::LineDropped => calls(Expected, NumberShift::Along),
            Self::LineDoubled => calls(Actual, NumberShift::Along),
            Self::Swapped | Self::LinesSwapped => {
                let along = self == Self::LinesSwapped;
                *cause == Parting::Swapped { lines: 2, along }
            }
            Self::Bound => matches!(
                cause,
                Parting::Bound {
                    lo: 0,
                    hi: 3,
                    differ: 1,
                    ..
                }
            ),
            Self::Changed => false,
            Self::Reseeded => matches!(cause, Parting::OtherStream { .. }),
            Self::Stepped => matches!(
                cause,
                Parting::Ahead {
                    ahead: Actual,
                    by: 1
                }
            ),
            Self::Cut => {
                matches!(cause, Parting::Ended { ended: Actual, more, whole: true } if *more == left)
            }
        }
    }
}

/// Whether a divergence says nothing false about two lists of draws.
pub(crate) fn what_is_said_holds(
    found: &Divergence,
    a: &[Draw],
    b: &[Draw],
    shown: &str,
) -> Result<(), String> {
    // Two lists of draws have no lines before them.
    let (a, b) = (
        &a[found.a_line as usize - 1..],
        &b[found.b_line as usize - 1..],
    );
    let has = |field| shown.contains(field);
    let call = |draw: &Draw| {
        let (site, lo, hi) = draw.call;
        (has('s').then_some(site), has('a').then_some((lo, hi)))
    };
    // Sites are distinguished where calls are, but not compared.
    let known = |draw: &Draw| {
        let word = has('w').then_some(draw.word);
        (call(draw).1, word, has('r').then_some(draw.result))
    };
    let number = |draw: &Draw| {
        if has('w') {
            draw.word.cast_signed()
        } else {
            draw.result
        }
    };
    let same = |a: &[Draw], b: &[Draw], same: &dyn Fn(&Draw, &Draw) -> bool| {
        a.iter().zip(b).take_while(|(a, b)| same(a, b)).count()
    };
    let in_step = |a: &Draw, b: &Draw| number(a) == number(b) || !has('w') && call(a) != call(b);
    let holds = |cause: &Parting| match *cause {
        Parting::Ended { ended, more, .. } => {
            let (ended, other) = if ended == Half::Expected {
                (a, b)
            } else {
                (b, a)
            };
            ended.is_empty() && other.len() == more
        }
        Parting::Calls {
            longer,
            count,
            numbers,
            follow,
        } => {
            let (long, short) = if longer == Half::Expected {
                (a, b)
            } else {
                (b, a)
            };
            let along = same(&long[count..], short, &|a, b| {
                known(a) == known(b) && call(a) == call(b)
            });
            let calls = same(&long[count..], short, &|a, b| call(a) == call(b));
            match numbers {
                NumberShift::Along => along == follow,
                NumberShift::InPlace => calls == follow && same(a, b, &in_step) >= 2,
                NumberShift::Unknown => calls == follow && !has('w'),
            }
        }
        Parting::Swapped { lines, along } => {
            let crossed = |x: usize, y: usize| {
                if along {
                    known(&a[x]) == known(&b[y])
                } else {
                    call(&a[x]) == call(&b[y])
                }
            };
            let between = same(&a[1..lines - 1], &b[1..lines - 1], &|a, b| {
                known(a) == known(b)
            });
            let stays = along || in_step(&a[0], &b[0]) && in_step(&a[lines - 1], &b[lines - 1]);
            crossed(0, lines - 1) && crossed(lines - 1, 0) && between == lines - 2 && stays
        }
        Parting::Bound { lo, hi, .. } => {
            let (of_a, of_b) = (a[0].call, b[0].call);
            let more = (i128::from(of_b.1 - of_a.1), i128::from(of_b.2 - of_a.2));
            more == (lo, hi) && (!has('s') || of_a.0 == of_b.0) && same(a, b, &in_step) >= 2
        }
        Parting::Ahead { ahead, by } => {
            let (behind, ahead) = if ahead == Half::Actual {
                (a, b)
            } else {
                (b, a)
            };
            let same_word = same(&behind[by..], ahead, &|a, b| a.word == b.word);
            has('w') && same_word >= 2 && same(a, b, &|a, b| call(a) == call(b)) >= same_word
        }
        Parting::OtherStream { words } => {
            let common = b.iter().filter(|b| a.iter().any(|a| a.word == b.word));
            has('w') && words == b.len() && common.count() * 16 <= words
        }
        _ => false,
    };
    let differ = a.first().map(known) != b.first().map(known);
    let then = match (found.alignment, found.then) {
        (None, then) => then == Rest::Apart,
        (Some(at), then) => {
            let (a, b) = (&a[at.a..], &b[at.b..]);
            let draws = same(a, b, &|a, b| known(a) == known(b));
            match then {
                Rest::Agree { draws: said } => {
                    said == draws as u64 && (draws, draws) == (a.len(), b.len())
                }
                Rest::Part { draws: said, .. } => {
                    said == draws as u64 && draws < a.len().max(b.len())
                }
                Rest::Apart => false,
            }
        }
    };
    if differ && then && found.causes.iter().all(holds) {
        Ok(())
    } else {
        let causes: Vec<_> = found.causes.iter().map(holds).collect();
        Err(format!("{shown}: {differ} {then} {causes:?}: {found}"))
    }
}

pub(crate) fn edited(edits: &[(Edit, usize)], program: u64, seed: u64) -> (Vec<Draw>, Vec<Draw>) {
    let a = drawn(&calls(program, 300), words(seed));
    let mut b = a.clone();
    for (count, (edit, at)) in edits.iter().enumerate() {
        let at = (*at).min(b.len().saturating_sub(3));
        if at > 0 {
            edit.plant(&mut b, at, seed ^ (count as u64 + 1) << 40);
        }
    }
    (a, b)
}
