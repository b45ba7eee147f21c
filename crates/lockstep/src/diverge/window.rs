//! The lines ahead of a difference, and how the two traces can be laid side by side again.

use std::collections::{HashMap, HashSet};
use std::ops::RangeInclusive;

use super::fields::Fields;
use crate::hint::Half;
use crate::trace::Line;

/// So many lines in a row are looked at after an alignment.
pub(super) const NEAR: usize = 32;
/// So many calls in a row show where the calls of a trace go on. Fewer do only where they reach the ends of both traces.
const LEAST: usize = 8;
/// So many lines more than those that follow may be left out before the ends of both traces: two that are swapped.
const SHORT: usize = 2;
/// So many bits of evidence are enough: some ten thousand alignments are tried.
const ENOUGH: f64 = 30.0;
/// In so many lines: there are as many alignments as the window has lines, and each takes its time.
const WEIGHED: usize = 1024;
/// With so many bits of evidence against it, an alignment is given up.
const HOPELESS: f64 = -8.0;
/// Up to so many lines are left out of both traces in different numbers, or looked at for another order: both searches
/// are quadratic.
const MIXED: usize = 64;

/// How many lines are left out for two traces to agree again.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Alignment {
    /// Lines of A that are left out.
    pub a: usize,
    /// Lines of B that are left out.
    pub b: usize,
}

impl Alignment {
    /// Leaves out lines of one trace.
    pub(super) const fn of(longer: Half, count: usize) -> Self {
        match longer {
            Half::Expected => Self { a: count, b: 0 },
            Half::Actual => Self { a: 0, b: count },
        }
    }

    /// Leaves out as many lines of both.
    pub(super) const fn both(count: usize) -> Self {
        Self { a: count, b: count }
    }
}

/// How many lines in a row agree after an alignment, and whether both traces end with them.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct Run {
    pub(super) lines: usize,
    pub(super) to_the_ends: bool,
}

impl Run {
    /// Whether both traces end with these lines, and no long stretch was left out before a short rest.
    const fn ends_after(self, at: Alignment) -> bool {
        let left_out = if at.a > at.b { at.a } else { at.b };
        self.to_the_ends && left_out <= self.lines + SHORT
    }
}

/// The calls of one trace after some of the other were left out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shift {
    pub(super) longer: Half,
    pub(super) count: usize,
    pub(super) run: Run,
    /// How many calls left out of the other trace give the same: calls that repeat do not tell which.
    pub(super) or: Option<usize>,
}

/// The lines ahead of a difference; the first ones differ.
#[derive(Clone)]
pub(super) struct Window<'w> {
    pub(super) a: &'w [Line<'static>],
    pub(super) b: &'w [Line<'static>],
    /// Whether they are all there are, of A and of B.
    pub(super) whole: (bool, bool),
    /// The most lines that are left out.
    pub(super) most: usize,
    pub(super) fields: Fields,
    /// What a call is, apart from the numbers that it gave: its place too, if both traces use the same names.
    pub(super) calls: Fields,
    /// For every line of A: how many bits of evidence it is that a line of B has the same number.
    bits: Vec<f64>,
}

type Pair<'w> = (&'w Line<'static>, &'w Line<'static>);

impl<'w> Window<'w> {
    pub(super) fn new(
        (a, b): (&'w [Line<'static>], &'w [Line<'static>]),
        whole: (bool, bool),
        most: usize,
        fields: Fields,
    ) -> Self {
        let names: HashSet<_> = a.iter().filter_map(Line::site).collect();
        let shared = b
            .iter()
            .filter_map(Line::site)
            .any(|site| names.contains(site));
        let calls = Fields {
            sites: fields.sites || shared,
            words: false,
            results: false,
            ..fields
        };
        Self {
            a,
            b,
            whole,
            most,
            fields,
            calls,
            bits: bits(a, b, fields),
        }
    }

    /// The lines of both side by side, after some were left out.
    pub(super) fn pairs(
        &self,
        at: Alignment,
    ) -> impl ExactSizeIterator<Item = Pair<'w>> + Clone + use<'w> {
        let rest = |lines: &'w [Line<'static>], from: usize| lines.get(from..).unwrap_or_default();
        rest(self.a, at.a).iter().zip(rest(self.b, at.b))
    }

    /// The lines of both in their places.
    pub(super) fn in_place(&self) -> impl ExactSizeIterator<Item = Pair<'w>> + Clone + use<'w> {
        self.pairs(Alignment::default()).take(self.most)
    }

    /// Whether two lines have the same number of the generator; `None` if they do not tell: results of different calls
    /// differ for the same word.
    pub(super) fn same_number(&self, a: &Line, b: &Line) -> Option<bool> {
        if self.fields.words && a.call.word.is_some() && b.call.word.is_some() {
            return Some(a.call.word == b.call.word);
        }
        let comparable = self.fields.results && self.calls.agree(a, b);
        let (a, b) = a.call.result.zip(b.call.result).filter(|_| comparable)?;
        Some(a == b)
    }

    /// How many lines in a row are the same there.
    pub(super) fn run(&self, at: Alignment, same: impl Fn(&Line, &Line) -> bool) -> Run {
        let lines = self.pairs(at).take_while(|(a, b)| same(a, b)).count();
        let ends = self.whole == (true, true)
            && self.a.len() == at.a + lines
            && self.b.len() == at.b + lines;
        Run {
            lines,
            to_the_ends: ends,
        }
    }

    /// The same for calls.
    pub(super) fn run_of_calls(&self, at: Alignment) -> Run {
        self.run(at, |a, b| self.calls.agree(a, b))
    }

    /// Whether the numbers are the same there, of which one in `1 / wrong` may differ: the likelihood of that is compared
    /// with that of unrelated numbers.
    fn weighs(
        &self,
        at: Alignment,
        wrong: f64,
        same: impl Fn(&Line, &Line) -> Option<bool>,
    ) -> bool {
        let mut score = 0.0_f64;
        for ((a, b), &bits) in self
            .pairs(at)
            .zip(&self.bits[at.a.min(self.bits.len())..])
            .take(WEIGHED)
        {
            let Some(same) = same(a, b) else { continue };
            let unrelated = (1.0 - (-bits).exp2()).max(wrong);
            score += if same {
                bits + (1.0 - wrong).log2()
            } else {
                (wrong / unrelated).log2()
            };
            if !(HOPELESS..ENOUGH).contains(&score) {
                return score >= ENOUGH;
            }
        }
        false
    }

    /// Whether the numbers of the lines there are the same, but for very few.
    pub(super) fn numbers_agree(&self, at: Alignment) -> bool {
        let same = |(a, b): Pair<'_>| self.same_number(a, b);
        // One number may be evidence enough of its own, but not against those that follow it.
        let near = || self.pairs(at).filter_map(same).take(NEAR);
        self.weighs(at, 1.0 / 64.0, |a, b| self.same_number(a, b))
            && 4 * near().filter(|same| *same).count() >= near().count()
    }

    /// Whether whole lines agree there beyond chance, or to the ends of both traces.
    fn lines_agree(&self, at: Alignment) -> bool {
        let agree = |a: &Line, b: &Line| self.fields.agree(a, b);
        let run = self.run(at, agree);
        if run.lines == 0 {
            return run.ends_after(at);
        }
        // One line may be evidence enough of its own, but not against those that follow it.
        let near = self.pairs(at).take(NEAR);
        let follow = 4 * near.clone().filter(|(a, b)| agree(a, b)).count() >= near.len();
        run.ends_after(at)
            || follow && self.weighs(at, 0.25, |a, b| self.fields.meet(a, b).then(|| agree(a, b)))
    }

    /// The alignment that leaves out the fewest lines, and after which whole lines agree.
    pub(super) fn realign(&self) -> Option<Alignment> {
        let holds = |a, b| Some(Alignment { a, b }).filter(|&at| self.lines_agree(at));
        (1..=self.most.min(self.a.len().max(self.b.len()))).find_map(|most| {
            let mixed = if most <= MIXED { 1..most } else { 1..1 };
            holds(most, 0)
                .or_else(|| holds(0, most))
                .or_else(|| holds(most, most))
                .or_else(|| {
                    mixed
                        .into_iter()
                        .find_map(|least| holds(most, least).or_else(|| holds(least, most)))
                })
        })
    }

    /// After how many lines calls and results agree again in their places, where the numbers never left them: numbers are
    /// no evidence then, and lines in a row are.
    pub(super) fn settled(&self) -> Option<Alignment> {
        let agree = |a: &Line, b: &Line| self.fields.agree(a, b);
        (1..=self.most.min(self.a.len()).min(self.b.len()))
            .map(Alignment::both)
            .find(|&at| {
                let near = self.pairs(at).take(NEAR);
                let first = near.clone().next().is_some_and(|(a, b)| agree(a, b));
                let (of, found) = (near.len(), near.filter(|(a, b)| agree(a, b)).count());
                (of >= LEAST && first && 4 * found >= 3 * of) || self.run(at, agree).ends_after(at)
            })
    }

    /// After how many lines the traces agree, if these are the same ones in another order; `along` with their numbers, which
    /// are evidence then.
    pub(super) fn reordered(&self, along: bool) -> Option<Alignment> {
        let same = if along { self.fields } else { self.calls };
        let goes_on = |at| {
            if along {
                return self.lines_agree(at);
            }
            let run = self.run(at, |a, b| self.fields.agree(a, b));
            run.lines >= LEAST || run.ends_after(at)
        };
        let (a, b) = (self.a, self.b);
        let len = self.most.min(a.len()).min(b.len());
        let crossed = |at: usize| {
            same.agree(&a[at], &b[0])
                && same.agree(&a[0], &b[at])
                && goes_on(Alignment::both(at + 1))
        };
        let between =
            (1..len).take_while(|&at| at == 1 || self.fields.agree(&a[at - 1], &b[at - 1]));
        let exchanged = between
            .into_iter()
            .find(|&at| crossed(at))
            .map(|at| Alignment::both(at + 1));
        let key = |line: &'w Line<'static>| {
            let call = &line.call;
            let of = |field, value: Option<i64>| if field { value } else { None };
            let site = if same.sites { line.site() } else { None };
            let word = if same.words { call.word } else { None };
            (
                site,
                of(same.arguments, call.lo),
                of(same.arguments, call.hi),
                word,
                of(same.results, call.result),
            )
        };
        let sorted = |lines: &'w [Line<'static>]| {
            let mut keys: Vec<_> = lines.iter().map(key).collect();
            keys.sort_unstable();
            keys
        };
        let mixed = || {
            (3..=len.min(MIXED))
                .map(Alignment::both)
                .find(|&at| goes_on(at) && sorted(&a[..at.a]) == sorted(&b[..at.b]))
        };
        exchanged.or_else(mixed)
    }

    /// How many calls one trace makes that the other one leaves out: the fewest, unless others reach the ends of both.
    pub(super) fn shifted_calls(&self) -> Option<Shift> {
        let (first_a, first_b) = self.pairs(Alignment::default()).next()?;
        if self.calls.agree(first_a, first_b) {
            return None;
        }
        let found = |longer| {
            let lines = if longer == Half::Expected {
                self.a
            } else {
                self.b
            };
            let all = |counts: RangeInclusive<usize>| {
                let counts =
                    counts.filter(|&count| (1..=self.most.min(lines.len())).contains(&count));
                counts.filter_map(move |count| {
                    let at = Alignment::of(longer, count);
                    let run = self.run_of_calls(at);
                    let uniform = || {
                        lines[..count]
                            .windows(2)
                            .all(|two| self.calls.agree(&two[0], &two[1]))
                    };
                    let enough = run.lines >= LEAST && (count <= run.lines || uniform());
                    (enough || run.ends_after(at)).then_some(Shift {
                        longer,
                        count,
                        run,
                        or: None,
                    })
                })
            };
            let to_the_ends = self.a.len().abs_diff(self.b.len());
            all(to_the_ends..=to_the_ends)
                .find(|shift| shift.run.to_the_ends)
                .or_else(|| all(1..=self.most).next())
        };
        match (found(Half::Expected), found(Half::Actual)) {
            (Some(a), Some(b)) if a.run.to_the_ends == b.run.to_the_ends => {
                let (long, short) = if a.run.lines >= b.run.lines {
                    (a, b)
                } else {
                    (b, a)
                };
                let or = (2 * short.run.lines >= long.run.lines).then_some(short.count);
                Some(Shift { or, ..long })
            }
            (Some(a), b) if a.run.to_the_ends || b.is_none() => Some(a),
            (_, b) => b,
        }
    }

    /// How many lines further on the numbers of one trace are those of the other.
    pub(super) fn shifted_numbers(&self) -> Option<(Half, usize)> {
        (1..=self.most).find_map(|by| {
            // The trace that is left out of is behind.
            let halves = [
                (Half::Expected, Half::Actual),
                (Half::Actual, Half::Expected),
            ];
            let ahead = halves
                .into_iter()
                .find(|&(behind, _)| self.numbers_agree(Alignment::of(behind, by)));
            ahead.map(|(_, ahead)| (ahead, by))
        })
    }

    /// How many numbers agree in their places, of how many, and how many would by chance: as many as do where one trace is
    /// moved by a few lines, or as the ranges let expect.
    pub(super) fn agreement(&self) -> (usize, usize, f64) {
        let count = |at| {
            let known = self.pairs(at).filter_map(|(a, b)| self.same_number(a, b));
            (known.clone().filter(|&same| same).count(), known.count())
        };
        let (agree, of) = count(Alignment::default());
        let moved = (1..=16).flat_map(|by| {
            [Half::Expected, Half::Actual].map(|longer| count(Alignment::of(longer, by)))
        });
        let enough = moved.filter(|&(_, of)| of >= NEAR);
        let mut shares: Vec<_> = enough.map(|(agree, of)| agree as f64 / of as f64).collect();
        shares.sort_by(f64::total_cmp);
        let by_range = || {
            let known = self
                .in_place()
                .zip(&self.bits)
                .filter(|((a, b), _)| self.same_number(a, b).is_some());
            known.map(|(_, bits)| (-bits).exp2()).sum()
        };
        (
            agree,
            of,
            shares
                .get(shares.len() / 2)
                .map_or_else(by_range, |share| share * of as f64),
        )
    }

    /// How many bits the numbers of the window have that both traces show.
    pub(super) fn meaning(&self) -> f64 {
        let known = self
            .in_place()
            .zip(&self.bits)
            .filter(|((a, b), _)| self.same_number(a, b).is_some());
        known.map(|(_, bits)| bits).sum()
    }
}

/// For every line of A: minus the logarithm of the chance that an unrelated line has the same number. One that comes once
/// is as unlikely as its range is wide; of others, how often they come counts.
fn bits(a: &[Line], b: &[Line], fields: Fields) -> Vec<f64> {
    let knows = |lines: &[Line]| lines.iter().any(|line| line.call.word.is_some());
    let words = fields.words && knows(a) && knows(b);
    let value = |line: &Line| {
        if words {
            line.call.word
        } else {
            line.call.result.map(i64::cast_unsigned)
        }
    };
    let counts = |lines: &[Line]| {
        let mut counts = HashMap::<Option<u64>, usize>::new();
        for line in lines {
            *counts.entry(value(line)).or_default() += 1;
        }
        counts
    };
    let (of_a, of_b) = (counts(a), counts(b));
    let size = |line: &Line| {
        if words {
            line.call.word
        } else {
            line.call.result.map(i64::unsigned_abs)
        }
    };
    let width = f64::from(u64::BITS - a.iter().filter_map(size).max().unwrap_or(0).leading_zeros());
    let bits = |line: &Line| {
        let (in_a, in_b) = (
            of_a[&value(line)],
            of_b.get(&value(line)).copied().unwrap_or(0),
        );
        if in_a == 1 && in_b <= 1 {
            return match (words, line.call.lo, line.call.hi) {
                (false, Some(lo), Some(hi)) => (lo.abs_diff(hi) as f64 + 1.0).log2(),
                _ => width,
            };
        }
        let share = (in_a as f64 / a.len() as f64).max(in_b as f64 / b.len() as f64);
        // Where all numbers are the same one, any alignment is as good as the next.
        if share >= 1.0 { 1.0 } else { -share.log2() }
    };
    a.iter().map(bits).collect()
}
