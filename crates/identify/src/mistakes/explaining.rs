//! The mistakes that explain the answers of a program.

use generators::catalogue::Constant;
use rayon::prelude::*;

use super::{
    IGNORED, Mistake, Parts, Side, ignoring_seed, of, of_plain_seed, operators, right, searched,
};

/// An op and what it showed, as texts like those of [`Side`], or `None` if that is not known.
pub type Step = (String, Option<Vec<String>>);

/// A mistake that gives all answers of a transcript.
#[derive(Clone, Debug)]
pub struct Cause {
    /// The mistake.
    pub mistake: Mistake,
    /// How many answers were compared and agree with the mistake.
    pub answers: usize,
    /// How many of these answers are wrong.
    pub wrong: usize,
}

/// How many bits the wrong answers must have if the mistake was searched for: among so many, one soon fits.
pub(super) const ENOUGH: f64 = 32.0;

/// The mistakes that give every answer of a transcript of this subject, at least one of which is wrong: the known ones, or if
/// there are none, those that any generator can have.
///
/// An op `reset` in the transcript begins a case. An answer that a mistake does not model is not compared.
pub fn explaining(subject: &str, transcript: &[Step]) -> Vec<Cause> {
    let fresh = || right(subject).unwrap_or_else(|| Box::new(|_| None));
    let right: Vec<_> = answers(transcript, fresh).collect();
    let mut pairs = transcript.iter().zip(&right);
    let is_wrong = |((_, shown), right): (&Step, &Option<Vec<String>>)| {
        shown.is_some() && right.is_some() && shown != right
    };
    let Some(wrong) = pairs.position(is_wrong) else {
        return Vec::new();
    };
    // Most mistakes can be ruled out in the case of the first wrong answer.
    let case = transcript[..wrong]
        .iter()
        .rposition(|(op, _)| op == "reset");
    let after = transcript.len().min(wrong + 16);
    let beginning = beginning(&transcript[case.unwrap_or(0)..after]);
    let cause = |mistake: &Mistake, least: f64| {
        let mut given = answers(&beginning, || mistake.side(subject)).zip(&beginning);
        if given.any(|(given, (_, shown))| given.is_some() && shown.is_some() && given != *shown) {
            return None;
        }
        let (mut compared, mut wrong, mut bits) = (0, 0, 0.0);
        // Stop at the first answer that the mistake does not give, which for most comes soon.
        let given = answers(transcript, || mistake.side(subject));
        for (((_, shown), given), right) in transcript.iter().zip(given).zip(&right) {
            let (Some(given), Some(shown)) = (given, shown) else {
                continue;
            };
            if given != *shown {
                return None;
            }
            compared += usize::from(!shown.is_empty());
            if right.as_ref().is_some_and(|right| right != shown) {
                wrong += 1;
                let number = |text: &String| text.parse::<f64>().unwrap_or(0.0).abs();
                bits += shown
                    .iter()
                    .map(|text| (number(text) + 1.0).log2())
                    .sum::<f64>();
            }
        }
        let enough = wrong > 0 && bits >= least;
        enough.then(|| Cause {
            mistake: mistake.clone(),
            answers: compared,
            wrong,
        })
    };
    let facts = of_plain_seed(subject, |mistake| cause(mistake, ENOUGH).is_some());
    let mut causes: Vec<_> = facts
        .iter()
        .filter_map(|mistake| cause(mistake, ENOUGH))
        .collect();
    if causes.is_empty() {
        causes.extend(of(subject).filter_map(|mistake| cause(mistake, 0.0)));
    }
    if !causes.is_empty() {
        return causes;
    }
    // High bits of the right words are no changed constant, even where a greater shift of the state makes them.
    let steps = transcript.iter().zip(&right);
    let shown = steps.filter_map(|((_, shown), right)| Some((shown.as_ref()?, right.as_ref()?)));
    let pairs: Option<Vec<_>> = shown
        .flat_map(|(shown, right)| shown.iter().zip(right))
        .map(|(shown, right)| Some([shown.parse().ok()?, right.parse().ok()?]))
        .collect();
    let is_cut = pairs.is_some_and(|pairs| are_high_bits(&pairs));
    let mut causes: Vec<_> = searched(subject, false)
        .filter(|mistake| !is_cut || changed(mistake).is_none())
        .filter_map(|mistake| cause(&mistake, ENOUGH))
        .collect();
    if causes.is_empty() && !is_cut {
        let pairs = both(subject).par_bridge();
        causes = pairs.filter_map(|pair| cause(&pair, PAIR_BITS)).collect();
        // If a pair was found in both orders, the first is enough.
        let sorted = |cause: &Cause| {
            let mut keys: Vec<_> = cause.mistake.key.split('+').map(str::to_owned).collect();
            keys.sort();
            keys
        };
        causes.sort_by_cached_key(|cause| (sorted(cause), cause.mistake.key.clone()));
        causes.dedup_by_key(|cause| sorted(cause));
        // A cause that loses the seed yields to the fact.
        let is_ignored = |cause: &Cause| cause.mistake.key.contains(IGNORED);
        if causes.iter().any(is_ignored) {
            causes.retain(is_ignored);
        }
        // If more pairs than this fit, none is likelier than the others.
        causes.truncate(if causes.len() > MOST_PAIRS {
            0
        } else {
            MOST_PAIRS
        });
        return causes;
    }
    let mistakes = merged(causes.iter().map(|cause| cause.mistake.clone()).collect());
    causes.truncate(mistakes.len());
    for (cause, mistake) in causes.iter_mut().zip(mistakes) {
        cause.mistake = mistake;
    }
    causes
}

/// Whether all numbers are the right ones without as many low bits.
pub(super) fn are_high_bits(pairs: &[[u64; 2]]) -> bool {
    (1..u64::BITS).any(|low| pairs.iter().all(|[shown, right]| *shown == right >> low))
}

/// How many bits the wrong answers must have for two mistakes: about 2^16 pairs are tried.
const PAIR_BITS: f64 = ENOUGH + 16.0;

/// Pairs that explain the same answers are named only if there are at most this many.
const MOST_PAIRS: usize = 2;

/// Two mistakes at once. The first is a known one or one that is not in a constant. Each must show on its own in some answers,
/// so the bits needed are those of two searches.
fn both(subject: &str) -> impl Iterator<Item = Mistake> {
    let is_plain = |mistake: &Mistake| changed(mistake).is_none();
    let first = of(subject)
        .cloned()
        .chain(
            ignoring_seed(subject)
                .into_iter()
                .map(|(_, mistake)| mistake),
        )
        .chain(searched(subject, false).filter(is_plain));
    let right = Parts::right(subject);
    first.flat_map(move |first| {
        let mut parts = first.parts;
        let model = right.and_then(Parts::model);
        let second = operators::all(*parts.general(), parts.bits(), model);
        let is_usual = |second: &operators::Wrong| {
            second.common || second.general.changed.0 >= second.general.constants.len()
        };
        second.filter(is_usual).map(move |second| {
            let mut parts = parts;
            *parts.general() = second.general;
            Mistake {
                subjects: &[],
                key: format!("{}+{}", first.key, second.key).into(),
                about: format!("two mistakes: {}; and {}", first.about, second.about).into(),
                parts,
            }
        })
    })
}

/// The constant that a mistake changed, and its wrong value.
pub(super) fn changed(mistake: &Mistake) -> Option<(Constant, u64)> {
    let mut parts = mistake.parts;
    let general = *parts.general();
    let (place, value) = general.changed;
    let constant = general.constants.get(place);
    constant.map(|constant| (*constant, value))
}

/// Ops that show as many words or numbers as their last argument says.
const LISTS: [&str; 5] = ["nexts", "rns", "randoms", "rrandoms", "get_rands"];

/// The ops of a transcript up to its first long list, shortened to a few words: most mistakes are ruled out here, before
/// thousands of words are made and written.
fn beginning(transcript: &[Step]) -> Vec<Step> {
    const FEW: usize = 8;
    let mut beginning = Vec::new();
    for (op, shown) in transcript {
        if let (Some((name, _)), Some(words)) = (op.rsplit_once(' '), shown)
            && words.len() > FEW
            && LISTS
                .iter()
                .any(|list| name.split(' ').next() == Some(list))
        {
            beginning.push((format!("{name} {FEW}"), Some(words[..FEW].to_vec())));
            break;
        }
        beginning.push((op.clone(), shown.clone()));
    }
    beginning
}

/// Merges mistakes that give the same answers: if several values of one constant do, no value is named, and of several cuts of a
/// seed the widest is.
pub(super) fn merged(mistakes: Vec<Mistake>) -> Vec<Mistake> {
    let mut merged: Vec<(Mistake, Vec<u64>)> = Vec::new();
    for mistake in mistakes {
        let is_cut = |mistake: &Mistake| mistake.key.starts_with("seed-of-");
        if is_cut(&mistake)
            && let Some((cut, _)) = merged.iter_mut().find(|(other, _)| is_cut(other))
        {
            if !cut.about.ends_with(OR_FEWER) {
                cut.about = format!("{}{OR_FEWER}", cut.about).into();
            }
            continue;
        }
        let Some((changed, value)) = changed(&mistake) else {
            merged.push((mistake, Vec::new()));
            continue;
        };
        let same = |(other, _): &&mut (Mistake, Vec<u64>)| {
            self::changed(other).is_some_and(|(other, _)| other.name == changed.name)
        };
        match merged.iter_mut().find(same) {
            Some((_, values)) => values.push(value),
            None => merged.push((mistake, vec![value])),
        }
    }
    let named = |(mut mistake, values): (Mistake, Vec<u64>)| {
        if let (Some((constant, _)), 2..) = (changed(&mistake), values.len()) {
            mistake.key = constant.name.replace(' ', "-").into();
            mistake.about = operators::one_of(&constant, &values).into();
        }
        mistake
    };
    merged.into_iter().map(named).collect()
}

/// Follows the widest of several cuts.
const OR_FEWER: &str = " or fewer";

/// The answers of an implementation to the ops of a transcript, in order; each case has a fresh implementation.
fn answers(
    transcript: &[Step],
    fresh: impl Fn() -> Side,
) -> impl Iterator<Item = Option<Vec<String>>> {
    let mut side = fresh();
    transcript.iter().map(move |(op, _)| {
        if op == "reset" {
            side = fresh();
            return None;
        }
        side(op)
    })
}
