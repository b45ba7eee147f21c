//! The mistakes that explain the answers of a program.

use generators::catalogue::{self, Generator};
use generators::definition::Constant;
use generators::rule::ones;

use super::side::whole;
use super::{
    IGNORED, Mistake, Parts, Side, ignoring_seed, of, of_plain_seed, operators, right, searched,
};
use crate::parallel;

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
    let Some(trial) = Trial::new(subject, transcript) else {
        return Vec::new();
    };
    let fact = of_plain_seed(subject, |mistake| trial.cause(mistake, ENOUGH).is_some());
    let mut causes = Vec::new();
    causes.extend(fact.and_then(|fact| trial.cause(&fact, ENOUGH)));
    if causes.is_empty() {
        causes.extend(of(subject).filter_map(|mistake| trial.cause(mistake, 0.0)));
    }
    if !causes.is_empty() {
        return causes;
    }
    // High bits of the right words are no changed constant, even where a greater shift of the state makes them.
    let is_cut = trial.are_high_bits_shown();
    for mistake in searched(subject, false) {
        if !is_cut || changed(&mistake).is_none() {
            causes.extend(trial.cause(&mistake, ENOUGH));
        }
    }
    if causes.is_empty() {
        causes.extend(trial.discarding());
    }
    if causes.is_empty() && !is_cut {
        let pairs = both(subject);
        return likeliest_pairs(parallel::filter_map(pairs, |pair| {
            trial.cause(&pair, PAIR_BITS)
        }));
    }
    let mistakes = merged(causes.iter().map(|cause| cause.mistake.clone()).collect());
    causes.truncate(mistakes.len());
    for (cause, mistake) in causes.iter_mut().zip(mistakes) {
        cause.mistake = mistake;
    }
    causes
}

/// The mistakes of a port whose words follow from its first one as from a seed, if the words of its subject do: xorshift of one word, and
/// congruential generators that show their state. How the port is seeded is then of no importance.
pub fn explaining_from_first(subject: &str, transcript: &[Step]) -> Vec<Cause> {
    let Some(row) = catalogue::find(subject).filter(|row| shows_its_seed(row)) else {
        return Vec::new();
    };
    let (mut from_first, mut is_seeded) = (Vec::new(), false);
    for (op, answer) in transcript {
        let is_next = matches!(op.split(' ').next(), Some("next" | "nexts"));
        is_seeded &= is_next && answer.is_some();
        for word in answer.iter().flatten().filter(|_| is_next) {
            if is_seeded {
                from_first.push(("next".to_owned(), Some(vec![word.clone()])));
            } else if let Some(word) = whole(word) {
                from_first.push(("reset".to_owned(), None));
                from_first.push((format!("seed {}", word as u64 & ones(row.bits)), None));
                is_seeded = true;
            }
        }
    }
    let mut causes = explaining(subject, &from_first);
    // All that was wrong about the seed is in the first word.
    causes.retain_mut(|cause| keeps_seed(&mut cause.mistake));
    causes
}

/// Whether the words of a row follow from any of them as from a seed.
fn shows_its_seed(row: &Generator) -> bool {
    let mut words = (row.seeded)(42);
    let mut from_first = (row.seeded)(words());
    row.seed_bits == row.bits && (0..8).all(|_| words() == from_first())
}

/// Whether a mistake does nothing to seeds, and leaves out no words.
fn keeps_seed(mistake: &mut Mistake) -> bool {
    let general = mistake.parts.general();
    let is_plain = general.plain_seed.is_none() && general.default_state.is_none();
    is_plain && general.skipped == 0 && !mistake.key.contains("seed")
}

/// A transcript with a wrong answer.
struct Trial<'a> {
    subject: &'a str,
    transcript: &'a [Step],
    /// The right answers, where they are known.
    right: Vec<Option<Vec<String>>>,
    /// The case of the first wrong answer, by which most mistakes can be ruled out.
    beginning: Vec<Step>,
}

impl<'a> Trial<'a> {
    /// `None` if no answer is wrong.
    fn new(subject: &'a str, transcript: &'a [Step]) -> Option<Self> {
        let right: Vec<_> = answers(transcript, || {
            right(subject).unwrap_or_else(|| Box::new(|_| None))
        })
        .collect();
        let mut pairs = transcript.iter().zip(&right);
        let wrong = pairs
            .position(|((_, shown), right)| shown.is_some() && right.is_some() && shown != right)?;
        let mut before = transcript[..wrong].iter();
        let case = before.rposition(|(op, _)| op == "reset").unwrap_or(0);
        let after = transcript.len().min(wrong + 16);
        Some(Self {
            subject,
            transcript,
            beginning: beginning(&transcript[case..after]),
            right,
        })
    }

    /// The mistake as a cause, if it gives all answers and the wrong ones have at least this many bits.
    fn cause(&self, mistake: &Mistake, least: f64) -> Option<Cause> {
        let given = answers(&self.beginning, || mistake.side(self.subject));
        for (given, (_, shown)) in given.zip(&self.beginning) {
            if given.is_some() && shown.is_some() && given != *shown {
                return None;
            }
        }
        let (mut compared, mut wrong, mut bits) = (0, 0, 0.0);
        // Stop at the first answer that the mistake does not give, which for most comes soon.
        let given = answers(self.transcript, || mistake.side(self.subject));
        for (((_, shown), given), right) in self.transcript.iter().zip(given).zip(&self.right) {
            let (Some(given), Some(shown)) = (given, shown) else {
                continue;
            };
            if given != *shown {
                return None;
            }
            compared += usize::from(!shown.is_empty());
            if right.as_ref().is_some_and(|right| right != shown) {
                wrong += 1;
                bits += bits_of(shown);
            }
        }
        (wrong > 0 && bits >= least).then(|| Cause {
            mistake: mistake.clone(),
            answers: compared,
            wrong,
        })
    }

    /// The mistake of leaving out words after seeding, as many as come before these in the right stream. Where there are few seeds, the
    /// words of another one may come as soon.
    fn discarding(&self) -> Option<Cause> {
        if catalogue::find(self.subject).is_some_and(|row| row.seed_bits < MANY_SEEDS) {
            return None;
        }
        let mut tried = vec![0];
        for case in self.transcript.split(|(op, _)| op == "reset") {
            let Some(count) = words_before(self.subject, case) else {
                continue;
            };
            // Where words are rejected, another number of them may be before those that a case shows.
            if !tried.contains(&count) && tried.len() < 8 {
                tried.push(count);
                let cause = self.cause(&skipping(self.subject, count)?, ENOUGH);
                if cause.is_some() {
                    return cause;
                }
            }
        }
        None
    }

    /// Whether all words shown are the right ones without as many low bits.
    fn are_high_bits_shown(&self) -> bool {
        let mut pairs = Vec::new();
        for ((_, shown), right) in self.transcript.iter().zip(&self.right) {
            let (Some(shown), Some(right)) = (shown, right) else {
                continue;
            };
            for (shown, right) in shown.iter().zip(right) {
                let (Ok(shown), Ok(right)) = (shown.parse(), right.parse()) else {
                    return false;
                };
                pairs.push([shown, right]);
            }
        }
        are_high_bits(&pairs)
    }
}

/// How many bits the numbers of an answer have.
fn bits_of(answer: &[String]) -> f64 {
    let numbers = answer.iter().map(|text| text.parse::<f64>().unwrap_or(0.0));
    numbers.map(|number| (number.abs() + 1.0).log2()).sum()
}

/// Of pairs of mistakes that explain the same answers, those to be named.
fn likeliest_pairs(mut causes: Vec<Cause>) -> Vec<Cause> {
    // If a pair was found in both orders, the first is enough.
    causes.sort_by_cached_key(|cause| (sorted_keys(cause), cause.mistake.key.clone()));
    causes.dedup_by_key(|cause| sorted_keys(cause));
    // A cause that loses the seed yields to the fact.
    if causes.iter().any(is_seed_ignored) {
        causes.retain(is_seed_ignored);
    }
    // One shift that keeps the sign is not named beside all of them.
    if causes
        .iter()
        .any(|cause| sorted_keys(cause).iter().any(|key| key == SHIFTS))
    {
        causes.retain_mut(|cause| cause.mistake.parts.general().signed_shift.is_none());
    }
    // If more pairs than this fit, none is likelier than the others.
    if causes.len() > MOST_PAIRS {
        causes.clear();
    }
    causes
}

fn sorted_keys(cause: &Cause) -> Vec<String> {
    let mut keys: Vec<_> = cause.mistake.key.split('+').map(str::to_owned).collect();
    keys.sort_unstable();
    keys
}

fn is_seed_ignored(cause: &Cause) -> bool {
    cause.mistake.key.contains(IGNORED)
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
pub(crate) fn both(subject: &str) -> impl Iterator<Item = Mistake> {
    let known = of(subject).cloned();
    let ignoring = ignoring_seed(subject)
        .into_iter()
        .map(|(_, mistake)| mistake);
    let plain = searched(subject, false).filter(|mistake| changed(mistake).is_none());
    let first = known.chain(ignoring).chain(plain);
    let right = Parts::right(subject);
    first.flat_map(move |first| {
        let mut parts = first.parts;
        let model = right.and_then(Parts::model);
        let second = operators::all(*parts.general(), parts.bits(), model);
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

/// Whether a mistake is a common one, or not in a constant.
fn is_usual(wrong: &operators::Wrong) -> bool {
    wrong.common || wrong.general.changed.0 >= wrong.general.constants.len()
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

/// How many words come in the right stream before the first ones that a case shows.
fn words_before(subject: &str, case: &[Step]) -> Option<u16> {
    let mut side = right(subject)?;
    let (mut list, mut shown) = ("", Vec::new());
    for (op, answer) in case {
        match list_of(op).filter(|_| answer.is_some()) {
            Some(op) if list.is_empty() || op == list => {
                list = op;
                shown.extend(answer.iter().flatten().cloned());
            }
            _ if list.is_empty() => {
                side(op);
            }
            _ => break,
        }
    }
    shown.truncate(2 * FEW_WORDS);
    let right = side(&format!("{list} {FAR}")).filter(|_| shown.len() >= FEW_WORDS)?;
    let place = right.windows(shown.len()).position(|words| *words == shown);
    u16::try_from(place?).ok()
}

/// The mistake of leaving out so many of the first words of a subject.
pub fn skipping(subject: &str, count: u16) -> Option<Mistake> {
    let mut parts = Parts::right(subject)?;
    let wrong = operators::skipping(*parts.general(), count);
    *parts.general() = wrong.general;
    Some(Mistake {
        subjects: &[],
        key: wrong.key,
        about: wrong.about,
        parts,
    })
}

/// The op that shows many words where this one shows one, or many, without other arguments.
fn list_of(op: &str) -> Option<&'static str> {
    let (name, count) = op.split_once(' ').unwrap_or((op, ""));
    let mut lists = LISTS[..4].iter().copied();
    lists.find(|list| (name == *list && !count.contains(' ')) || op == list.trim_end_matches('s'))
}

/// How far into the right stream words are searched for.
const FAR: usize = 4096;

/// Among so many seeds, as a power of 2, another one's words come within [`FAR`] words once in 2^18.
const MANY_SEEDS: u32 = 30;

/// How many words must be found there: four 31-bit words agree by chance at one place in 2^112.
const FEW_WORDS: usize = 4;

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

/// Merges mistakes that give the same answers: if several values of one constant do, no value is named, of several cuts of a seed
/// the widest is, and one shift that keeps the sign is not named beside all of them.
pub(crate) fn merged(mut mistakes: Vec<Mistake>) -> Vec<Mistake> {
    if mistakes.iter().any(|mistake| mistake.key == SHIFTS) {
        mistakes.retain_mut(|mistake| mistake.parts.general().signed_shift.is_none());
    }
    let mut merged: Vec<(Mistake, Vec<u64>)> = Vec::new();
    for mistake in mistakes {
        if cuts_seed(&mistake)
            && let Some((cut, _)) = merged.iter_mut().find(|(other, _)| cuts_seed(other))
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
        let same = merged
            .iter_mut()
            .find(|(other, _)| changes(other, &changed));
        match same {
            Some((_, values)) => values.push(value),
            None => merged.push((mistake, vec![value])),
        }
    }
    let mut named = Vec::new();
    for (mut mistake, values) in merged {
        if let (Some((constant, _)), 2..) = (changed(&mistake), values.len()) {
            mistake.key = constant.name.replace(' ', "-").into();
            mistake.about = operators::one_of(&constant, &values).into();
        }
        named.push(mistake);
    }
    named
}

/// The key of ports in which all shifts to the right keep the sign.
const SHIFTS: &str = "shift-keeps-sign";

fn cuts_seed(mistake: &Mistake) -> bool {
    mistake.key.starts_with("seed-of-")
}

/// Whether a mistake changes this constant.
fn changes(mistake: &Mistake, constant: &Constant) -> bool {
    changed(mistake).is_some_and(|(other, _)| other.name == constant.name)
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
