//! From the lines ahead of a difference to its causes.

use std::collections::{BTreeMap, BTreeSet};

use super::alignment::{Alignment, CONFIRMED, Window};
use super::arguments::Relation;
use super::cause::{Cause, Extent};
use super::comparison::Last;
use super::fields::{Fields, numbers_agree, sites_differ};
use super::related::{shift, stride};
use super::results::Way;
use crate::hint::{Half, Hint, hints};
use crate::output::Seen;
use crate::trace::{Call, Field, Line};

/// Pairs of numbers that hints are looked for in, at most.
const HINTED: usize = 256;
/// So many words must be the same, and not all the same one, for a shift of the stream; and so many calls for one too many.
const LEAST: usize = 8;
/// Numbers of fewer bits in all do not tell that they are unrelated.
const MEANINGFUL: f64 = 30.0;

type Both<'w> = (&'w Line<'static>, &'w Line<'static>);

/// The causes, the likeliest first, and how the traces agree again. `last` is the draw before, on which both
/// agree.
pub(super) fn diagnose(window: Window<'_>, fields: Fields, last: Option<&Last>) -> (Vec<Cause>, Option<Alignment>) {
    let (Some(a), Some(b)) = (window.a.first(), window.b.first()) else {
        return ended(window);
    };
    let bits = window.bits(fields);
    let diagnosis = Diagnosis { window, fields, pair: (a, b), last, bits: &bits };
    let in_step = fields.words && a.call.word.is_some() && a.call.word == b.call.word;
    let alignment = if in_step {
        // Then words are no evidence that these are the same draws.
        window.align(CONFIRMED, |a, b| fields.agree(a, b))
    } else {
        window.realign(fields, &bits).filter(|&at| !diagnosis.is_ahead(at) && !diagnosis.is_bounded())
    };
    let causes = match alignment {
        Some(Alignment { a: count, b: 0 }) => vec![diagnosis.lines(Half::Expected, count)],
        Some(Alignment { a: 0, b: count }) => vec![diagnosis.lines(Half::Actual, count)],
        Some(Alignment { a, b }) if a == b => diagnosis.replaced(a),
        Some(Alignment { a, b }) => vec![diagnosis.absorbed_calls(a.max(b)).unwrap_or(Cause::Replaced { a, b })],
        None => diagnosis.apart(),
    };
    (causes, alignment)
}

fn ended(window: Window<'_>) -> (Vec<Cause>, Option<Alignment>) {
    let (a, b) = (window.a.len(), window.b.len());
    let (ended, more, whole) =
        if a == 0 { (Half::Expected, b, window.whole.1) } else { (Half::Actual, a, window.whole.0) };
    (vec![Cause::Ended { ended, more, whole }], whole.then_some(Alignment { a, b }))
}

struct Diagnosis<'w> {
    window: Window<'w>,
    fields: Fields,
    /// The first two lines.
    pair: Both<'w>,
    /// The draw before them.
    last: Option<&'w Last>,
    /// How unlikely each line of A is.
    bits: &'w [f64],
}

impl<'w> Diagnosis<'w> {
    /// Whether the words of one trace are those of the other, later, while the calls stay in place: lines of the same call
    /// then agree by chance.
    fn is_ahead(&self, at: Alignment) -> bool {
        let by = at.a.max(at.b);
        at.a.min(at.b) == 0
            && !self.window.run(at, CONFIRMED, |a, b| self.fields.agree(a, b))
            && matches!(self.words(), Some(Cause::Ahead { by: found, .. }) if found == by)
    }

    /// Whether formulas explain the results of both, from the words of the one that shows them.
    fn is_bounded(&self) -> bool {
        let (a, b) = self.pair;
        self.fields.calls().agree(a, b)
            && a.call.word.is_some() != b.call.word.is_some()
            && matches!(self.results(None), Cause::Bounding { expected: Some(_), actual: Some(_), .. })
    }

    /// One trace has lines that the other one lacks.
    fn lines(&self, longer: Half, count: usize) -> Cause {
        let (a, b) = self.pair;
        let first = if longer == Half::Expected { a } else { b };
        let repeated = count == 1 && self.last.is_some_and(|last| numbers_agree(&last.call, &first.call));
        Cause::Lines { longer, count, repeated }
    }

    /// The traces agree again after so many lines of each.
    fn replaced(&self, lines: usize) -> Vec<Cause> {
        if lines == 2
            && let ([a, next_a, ..], [b, next_b, ..]) = (self.window.a, self.window.b)
        {
            let crossed = |fields: Fields| fields.agree(a, next_b) && fields.agree(next_a, b);
            if crossed(self.fields) {
                return vec![Cause::Swapped { lines: true }];
            }
            if crossed(self.fields.calls()) && Fields::WORDS.agree(a, b) && Fields::WORDS.agree(next_a, next_b) {
                return vec![Cause::Swapped { lines: false }];
            }
        }
        // A call too many may be absorbed: by a loop, say, that draws until it has enough.
        if let Some(absorbed) = self.absorbed_sites(lines) {
            return vec![absorbed];
        }
        let (a, b) = self.pair;
        let one_place = a.site().is_some() && b.site().is_some() && !self.elsewhere(self.pair);
        if let Some(calls) = self.absorbed_calls(lines).filter(|_| lines > 2 || !one_place) {
            let arguments = self.arguments(Some(lines)).filter(|_| lines == 1 && !self.elsewhere(self.pair));
            return [calls].into_iter().chain(arguments).collect();
        }
        let causes = self.same_place(Some(lines));
        let unrelated = Cause::Arguments { relation: Relation::Other, extent: Extent::First };
        if causes == [unrelated] { vec![Cause::Replaced { a: lines, b: lines }] } else { causes }
    }

    /// Calls that one trace has and the other one lacks, where the traces agree again after so many lines.
    fn absorbed_calls(&self, lines: usize) -> Option<Cause> {
        let calls = self.shifted_calls(LEAST)?;
        let Cause::Calls { longer, count, .. } = calls else { return None };
        let taker = if longer == Half::Actual { self.pair.0 } else { self.pair.1 };
        (count <= lines && !(self.elsewhere(self.pair) && self.goes_on(taker.site()))).then_some(calls)
    }

    /// Whether the draw before is of this place: a call between two of one place is not one that moves the end of a loop.
    fn goes_on(&self, place: Option<&[u8]>) -> bool {
        self.last.is_some_and(|last| Some(&last.site[..]) == place)
    }

    /// Calls of one place in which another place of the other trace goes on, and takes their words: told by how often each
    /// place is met in so many lines of each trace, and by the place that goes on after them.
    fn absorbed_sites(&self, lines: usize) -> Option<Cause> {
        let (a, b) = (self.window.a.get(..lines)?, self.window.b.get(..lines)?);
        if !self.elsewhere(self.pair) || a.iter().chain(b).any(|line| line.site().is_none()) {
            return None;
        }
        let mut balance = BTreeMap::<&[u8], isize>::new();
        for (lines, one) in [(a, 1), (b, -1)] {
            lines.iter().filter_map(Line::site).for_each(|site| *balance.entry(site).or_default() += one);
        }
        balance.retain(|_, more| *more != 0);
        let (of_a, of_b) = (self.pair.0.site()?, self.pair.1.site()?);
        let count = balance.get(of_a).copied().filter(|&more| more > 0 && balance.len() == 2)?;
        balance.get(of_b).filter(|&&more| more == -count)?;
        let next = self.window.a.get(lines)?.site()?;
        let (longer, site, taker) = if next == of_b {
            (Half::Expected, of_a, of_b)
        } else if next == of_a {
            (Half::Actual, of_b, of_a)
        } else {
            return None;
        };
        let count = count.unsigned_abs();
        let absorbed = Cause::Absorbed { longer, count, site: site.to_vec(), taker: taker.to_vec() };
        (!self.goes_on(Some(taker))).then_some(absorbed)
    }

    /// Whether two lines are draws of different places. Programs may call one place by two names: then each name occurs
    /// only with the other one, and more than once.
    fn elsewhere(&self, (a, b): Both<'_>) -> bool {
        if !sites_differ(a, b) {
            return false;
        }
        let with_one = || self.window.pairs().filter(|(x, y)| x.site() == a.site() || y.site() == b.site());
        let one_place = with_one().all(|(x, y)| x.site() == a.site() && y.site() == b.site());
        !one_place || with_one().nth(1).is_none()
    }

    /// The traces do not agree again.
    fn apart(&self) -> Vec<Cause> {
        let (a, b) = self.pair;
        let calls = self.fields.calls();
        if calls.agree(a, b) {
            return self.same_place(None);
        }
        let all = self.arguments(None).or_else(|| self.other_call());
        if let Some(calls) = self.shifted_calls(CONFIRMED).or_else(|| self.shifted_calls(LEAST)) {
            let path = self.other_path();
            // Which calls are more at one place is told more surely than how far those after it are shifted.
            let named = sites_differ(self.pair.0, self.pair.1)
                && matches!(path, Cause::OtherPath { words_in_step: true, more: Some(_) });
            return vec![if named { path } else { calls }];
        }
        match self.window.align(CONFIRMED, |a, b| calls.agree(a, b)) {
            _ if matches!(all, Some(Cause::Arguments { extent: Extent::All { .. }, .. })) => all.into_iter().collect(),
            // The calls go on in step, and it is the words that do not.
            Some(Alignment { a: 1, b: 1 }) if all.is_some() => all.into_iter().chain(self.words()).collect(),
            _ if self.fields.differing(a, b) == [Field::Site] => vec![Cause::Sites],
            _ => [self.other_path()].into_iter().chain(self.words().filter(is_related)).collect(),
        }
    }

    /// The calls are others from here on: which places are called more often.
    fn other_path(&self) -> Cause {
        let Window { a, b, whole, .. } = self.window;
        let mut counts = BTreeMap::<&[u8], [usize; 2]>::new();
        for (lines, half) in [(a, 0), (b, 1)] {
            lines.iter().filter_map(Line::site).for_each(|site| counts.entry(site).or_default()[half] += 1);
        }
        // A place may be called on behind the window.
        let is_over = |site: &[u8]| {
            let over = |lines: &[Line], whole| {
                whole || lines.iter().rev().take(CONFIRMED).all(|line| line.site().is_some_and(|other| other != site))
            };
            over(a, whole.0) && over(b, whole.1)
        };
        let of_first = [self.pair.0.site(), self.pair.1.site()];
        let more = of_first.into_iter().flatten().find_map(|site| {
            let [a, b] = *counts.get(site)?;
            let longer = if a > b { Half::Expected } else { Half::Actual };
            (a != b && is_over(site)).then(|| (longer, a.abs_diff(b), site.to_vec()))
        });
        Cause::OtherPath { words_in_step: self.words_in_step() == Some(true), more }
    }

    /// Whether all words in the window agree line by line; `None` if they are unknown.
    fn words_in_step(&self) -> Option<bool> {
        let known = |(a, b): Both<'_>| a.call.word.is_some() && b.call.word.is_some();
        let all = || self.window.pairs();
        (self.fields.words && all().all(known)).then(|| all().all(|(a, b)| Fields::WORDS.agree(a, b)))
    }

    /// Calls that one trace has and the other one lacks, if so many after them are the same.
    fn shifted_calls(&self, enough: usize) -> Option<Cause> {
        let sites: BTreeSet<_> = self.window.a.iter().filter_map(Line::site).collect();
        let shared = self.window.b.iter().any(|line| line.site().is_some_and(|site| sites.contains(site)));
        let calls = Fields { sites: self.fields.sites || shared, ..self.fields.calls() };
        if calls.agree(self.pair.0, self.pair.1) {
            return None;
        }
        match self.window.align(enough, |a, b| calls.agree(a, b))? {
            Alignment { a: count, b: 0 } => Some(self.calls(Half::Expected, count)),
            Alignment { a: 0, b: count } => Some(self.calls(Half::Actual, count)),
            _ => None,
        }
    }

    fn calls(&self, longer: Half, count: usize) -> Cause {
        let words_in_step = self.words_in_step();
        Cause::Calls { longer, count, words_in_step }
    }

    /// The causes for two lines that are taken to be the same draw. `lines` is after how many of them the traces agree
    /// again.
    fn same_place(&self, lines: Option<usize>) -> Vec<Cause> {
        let (a, b) = self.pair;
        if let Some(arguments) = self.arguments(lines) {
            return vec![arguments];
        }
        if lines.is_some()
            && !self.fields.calls().agree(a, b)
            && let Some(call) = self.other_call()
        {
            return vec![call];
        }
        let words = self.fields.words && !Fields::WORDS.agree(a, b);
        if self.fields.differing(a, b) == [Field::Site] {
            vec![Cause::Sites]
        } else if words && lines.is_none() {
            self.words().into_iter().collect()
        } else if words {
            let (hints, extent) = self.word_hints(None);
            let all = !hints.is_empty() && !matches!(extent, Extent::All { differ: 1, .. });
            let (hints, extent) = if all { (hints, extent) } else { self.word_hints(lines) };
            vec![Cause::Words { hints, extent }]
        } else {
            vec![self.results(lines)]
        }
    }

    /// If the first two lines are draws of different places: of which.
    fn other_call(&self) -> Option<Cause> {
        let (a, b) = self.pair;
        let sites = a.site().zip(b.site()).filter(|_| self.elsewhere(self.pair));
        sites.map(|(a, b)| Cause::OtherCall { a: a.to_vec(), b: b.to_vec() })
    }

    /// If the arguments of one place differ: how, and on how many lines.
    fn arguments(&self, lines: Option<usize>) -> Option<Cause> {
        let between = |(a, b): Both<'_>| Relation::between(&a.call, &b.call);
        let both = |(a, b): Both<'_>| (a.call.lo, a.call.hi, b.call.lo, b.call.hi);
        let relation = between(self.pair).filter(|_| self.fields.arguments && !self.elsewhere(self.pair))?;
        // Other numbers than others are no relation: they must be the same ones everywhere.
        let related = |pair| relation != Relation::Other || both(pair) == both(self.pair);
        let named = |pair: Both<'_>| !sites_differ(pair.0, pair.1) || sites(pair) == sites(self.pair);
        let holds = |pair| between(pair) == Some(relation) && related(pair) && named(pair);
        let of = lines.unwrap_or(self.window.most).min(self.window.a.len().min(self.window.b.len()));
        let differing = || self.window.pairs().take(of).filter(|&pair| between(pair).is_some());
        let extent = if lines == Some(1) {
            Extent::Once
        } else if differing().all(holds) {
            Extent::All { differ: differing().count(), of }
        } else {
            Extent::First
        };
        Some(Cause::Arguments { relation, extent })
    }

    fn results(&self, lines: Option<usize>) -> Cause {
        let (a, b) = self.pair;
        let same_word = a.call.word.is_some() && a.call.word == b.call.word;
        let silent = match (a.call.word, b.call.word) {
            (Some(_), None) => Some(Half::Actual),
            (None, Some(_)) => Some(Half::Expected),
            _ => None,
        };
        let way = |half: Half| {
            let lines = if half == Half::Expected { self.window.a } else { self.window.b };
            let calls = match silent {
                Some(silent) if silent == half => self.lent_words(half),
                _ => lines.iter().map(|line| line.call).collect(),
            };
            Way::explaining(&calls).map(|way| way.to_string())
        };
        if same_word || silent.is_some() {
            let (expected, actual) = (way(Half::Expected), way(Half::Actual));
            if expected.is_some() && actual.is_some() {
                return Cause::Bounding { expected, actual, silent };
            }
        }
        let calls = Fields { words: true, ..self.fields.calls() };
        let (hints, extent) = self.hints(lines, |call| call.result.map(i128::from), |(a, b)| calls.agree(a, b));
        match lines {
            None if hints.is_empty() && same_word => {
                Cause::Bounding { expected: way(Half::Expected), actual: way(Half::Actual), silent: None }
            }
            None if hints.is_empty() => self.unrelated(false),
            _ => Cause::Results { hints, extent },
        }
    }

    /// The calls of a trace, with what only the other one shows, as long as both make the same calls.
    fn lent_words(&self, half: Half) -> Vec<Call> {
        let calls = self.fields.calls();
        let same = self.window.pairs().take_while(|(a, b)| calls.agree(a, b));
        let with_lent = |(a, b): Both<'_>| {
            let (own, lent) = if half == Half::Expected { (a.call, b.call) } else { (b.call, a.call) };
            Call { lo: own.lo.or(lent.lo), hi: own.hi.or(lent.hi), word: own.word.or(lent.word), ..own }
        };
        same.map(with_lent).collect()
    }

    /// How many low bits of the words agree, if nothing but the words differs.
    fn low_bits(&self) -> Option<u32> {
        let but_words = Fields { words: false, ..self.fields };
        if !self.window.pairs().all(|(a, b)| but_words.agree(a, b)) {
            return None;
        }
        let results = self.window.pairs().filter(|(a, b)| a.call.result.is_some() && b.call.result.is_some()).count();
        let words = self.window.pairs().filter_map(|(a, b)| a.call.word.zip(b.call.word));
        let bits = words.map(|(a, b)| (a ^ b).trailing_zeros()).min()?;
        (self.fields.results && bits > 0 && results >= CONFIRMED).then_some(bits)
    }

    /// How the words of the traces are related, if words are compared and both know them. It is asked where the traces do
    /// not agree again.
    fn words(&self) -> Option<Cause> {
        let known =
            |lines: &'w [Line<'static>]| -> Vec<u64> { lines.iter().map_while(|line| line.call.word).collect() };
        let (a, b) = (known(self.window.a), known(self.window.b));
        let differ = a.iter().zip(&b).take(CONFIRMED).any(|(a, b)| a != b);
        (self.fields.words && differ).then(|| {
            let (hints, extent) = self.word_hints(None);
            if let Some((ahead, by)) = shift(&a, &b, self.window.most) {
                Cause::Ahead { ahead, by }
            } else if let Some((longer, by)) = stride(&a, &b) {
                Cause::Stride { longer, by }
            } else if let Some(bits) = self.low_bits().filter(|_| hints.is_empty()) {
                Cause::LowBits { bits }
            } else if hints.is_empty() {
                self.unrelated(true)
            } else {
                Cause::Words { hints, extent }
            }
        })
    }

    /// The numbers are others, if no more of them agree than by chance.
    fn unrelated(&self, words: bool) -> Cause {
        let (a, b) = self.pair;
        let fields = if words { Fields::WORDS } else { Fields { results: true, words: false, ..self.fields.calls() } };
        let met = || self.window.pairs().zip(self.bits).filter(|((a, b), _)| self.fields.meet(a, b));
        let by_chance: f64 = met().map(|(_, bits)| (-bits).exp2()).sum();
        let bits: f64 = met().map(|(_, bits)| bits).sum();
        let agree = met().filter(|((a, b), _)| fields.agree(a, b)).count();
        let seeds = |line: &Line| {
            let seed = line.events()?.iter().rev().find(|event| event.starts_with(b"seed "))?;
            Some(seed.to_vec())
        };
        if a.events() != b.events()
            && let Some((side, event)) =
                seeds(b).map(|event| (Half::Actual, event)).or_else(|| seeds(a).map(|event| (Half::Expected, event)))
        {
            return Cause::Seeded { side, event };
        }
        if agree as f64 > by_chance + 5.0 * by_chance.sqrt() + 1.0 {
            let extent = Extent::First;
            return if words {
                Cause::Words { hints: vec![], extent }
            } else {
                Cause::Results { hints: vec![], extent }
            };
        }
        Cause::Unrelated { words, from_the_start: self.last.is_none(), few: bits < MEANINGFUL }
    }

    /// What holds for every pair of words that differs.
    fn word_hints(&self, lines: Option<usize>) -> (Vec<Hint>, Extent) {
        self.hints(lines, |call| call.word.map(i128::from), |_| true)
    }

    /// What holds for every pair of numbers that differs, in the lines to be `seen`, and on how many lines that was checked.
    fn hints(
        &self,
        lines: Option<usize>,
        number: impl Fn(&Call) -> Option<i128>,
        seen: impl Fn(Both<'w>) -> bool,
    ) -> (Vec<Hint>, Extent) {
        let pairs = self.window.pairs().take(lines.unwrap_or(self.window.most).min(HINTED));
        let of = pairs.len();
        let numbers = pairs.filter(|&pair| seen(pair)).filter_map(|(a, b)| number(&a.call).zip(number(&b.call)));
        let (a, b): (Vec<_>, Vec<_>) =
            numbers.filter(|(a, b)| a != b).map(|(a, b)| (Seen::number(a), Seen::number(b))).unzip();
        let mut found = hints(&a, &b);
        // Lines that are shifted are found by their alignment.
        found.retain(|hint| !matches!(hint, Hint::ExtraDraw | Hint::MissingDraw | Hint::SwappedDraws));
        (found, if lines == Some(1) { Extent::Once } else { Extent::All { differ: a.len(), of } })
    }
}

fn sites((a, b): Both<'_>) -> (Option<&[u8]>, Option<&[u8]>) {
    (a.site(), b.site())
}

fn is_related(cause: &Cause) -> bool {
    !matches!(cause, Cause::Unrelated { .. })
}
