//! From the lines ahead of a difference to its causes.

use std::collections::BTreeMap;

use super::bounding::Way;
use super::cause::{Cause, Extent, Numbers, Relation, Stream};
use super::comparison::Last;
use super::divergence::readable;
use super::fields::{Fields, numbers_agree, sites_differ};
use super::window::{Alignment, NEAR, Window};
use crate::hint::{Half, Hint, hints};
use crate::output::Seen;
use crate::trace::{Call, Field, Line};

/// Pairs of numbers that hints are looked for in, at most.
const HINTED: usize = 256;
/// Numbers of fewer bits in all do not tell that they are unrelated.
const MEANINGFUL: f64 = 30.0;
/// So many words must be the same, and not all the same one, for one stream to be every second, third, ... word of another.
const LEAST: usize = 8;
/// The most words a draw that are looked for.
const LONGEST_STRIDE: usize = 8;

/// Causes, and how the traces agree again.
type Found = (Vec<Cause>, Option<Alignment>);

/// The causes, the likeliest first, and how the traces agree again. `last` is the draw before, on which both agree.
pub(super) fn diagnose(window: &Window<'_>, last: Option<&Last>) -> Found {
    let (count_a, count_b) = (window.a.len(), window.b.len());
    let Some((a, b)) = window.in_place().next() else {
        let (ended, more, whole) = if count_a == 0 {
            (Half::Expected, count_b, window.whole.1)
        } else {
            (Half::Actual, count_a, window.whole.0)
        };
        return (
            vec![Cause::Ended { ended, more, whole }],
            whole.then_some(Alignment {
                a: count_a,
                b: count_b,
            }),
        );
    };
    let same_word = window.fields.words && a.call.word.is_some() && a.call.word == b.call.word;
    let diagnosis = Diagnosis {
        window,
        a,
        b,
        last,
        same_word,
        same_call: window.calls.agree(a, b),
    };
    if let Some(at) = window.reordered(true) {
        return (vec![diagnosis.swapped(at, window.fields, true)], Some(at));
    }
    if same_word || window.numbers_agree(Alignment::default()) {
        diagnosis.in_step()
    } else {
        diagnosis.out_of_step()
    }
}

struct Diagnosis<'w> {
    window: &'w Window<'w>,
    /// The first two lines.
    a: &'w Line<'static>,
    b: &'w Line<'static>,
    /// The draw before them.
    last: Option<&'w Last>,
    same_word: bool,
    same_call: bool,
}

impl Diagnosis<'_> {
    /// Numbers stay in their lines: it is the calls that differ, or what is made of a word.
    fn in_step(&self) -> Found {
        let window = self.window;
        if !self.same_call
            && let Some(at) = window.reordered(false)
        {
            return (vec![self.swapped(at, window.calls, false)], Some(at));
        }
        let settled = window.settled();
        // Of two explanations, the one that explains more calls.
        let run = settled.map_or(0, |at| window.run_of_calls(at).lines);
        let shift = window
            .shifted_calls()
            .filter(|shift| shift.run.to_the_ends || shift.run.lines > run);
        match (shift, settled) {
            (None, Some(at)) => (self.replaced(at), Some(at)),
            _ => (self.apart(true), None),
        }
    }

    /// Numbers leave their lines here.
    fn out_of_step(&self) -> Found {
        let window = self.window;
        let lines = window.realign();
        if lines.is_none_or(|at| at.a != at.b)
            && let Some((ahead, by)) = window.shifted_numbers()
        {
            let at = Alignment::of(ahead.other(), by);
            let (moved, stayed) = (
                window.run_of_calls(at).lines,
                window.run_of_calls(Alignment::default()).lines,
            );
            if lines != Some(at) || stayed > moved {
                let mut causes = vec![self.stream(Stream::Ahead { ahead, by })];
                causes.extend((!self.same_call).then(|| self.other_calls(None)));
                return (causes, None);
            }
        }
        // Formulas for all results are more than an alignment by chance.
        let bounding =
            || self.same_call && self.a.call.word.is_some() != self.b.call.word.is_some();
        if lines.is_some()
            && bounding()
            && let Some(cause) = self.bounding(true)
        {
            return (vec![cause], None);
        }
        match lines {
            Some(at) if at.b == 0 => (vec![self.lines(Half::Expected, at)], lines),
            Some(at) if at.a == 0 => (vec![self.lines(Half::Actual, at)], lines),
            Some(at) => (self.replaced(at), lines),
            None => (self.apart(false), None),
        }
    }

    fn swapped(&self, at: Alignment, same: Fields, along: bool) -> Cause {
        let (a, b) = (&self.window.a[..at.a], &self.window.b[..at.a]);
        let between = a.iter().zip(b).skip(1).take(at.a - 2);
        let two =
            same.agree(&a[0], &b[at.a - 1]) && between.into_iter().all(|(a, b)| same.agree(a, b));
        Cause::Swapped {
            lines: at.a,
            two,
            along,
        }
    }

    /// One trace has lines that the other one lacks, numbers included.
    fn lines(&self, longer: Half, at: Alignment) -> Cause {
        let first = if longer == Half::Expected {
            self.a
        } else {
            self.b
        };
        let count = at.a + at.b;
        let repeated = count == 1
            && self
                .last
                .is_some_and(|last| numbers_agree(&last.call, &first.call));
        Cause::Calls {
            longer,
            count,
            or: None,
            repeated,
            numbers: Numbers::Along,
            follow: None,
        }
    }

    /// The traces agree again after so many lines.
    fn replaced(&self, at: Alignment) -> Vec<Cause> {
        if at.a != at.b {
            return vec![self.other_calls(Some(at))];
        }
        if self.same_call {
            return self.values(at.a);
        }
        if self.window.calls.differing(self.a, self.b) == [Field::Site]
            && !self.elsewhere(self.a, self.b)
        {
            return vec![Cause::Sites];
        }
        // Without places, the call of another place looks like another bound.
        let other_place = || self.a.site().is_none() && self.window.shifted_calls().is_some();
        let arguments = self
            .arguments()
            .filter(|&(_, extent)| at.a == 1 || extent.holds == extent.differ);
        let arguments = arguments.filter(|_| !other_place());
        vec![arguments.map_or_else(
            || self.other_calls(Some(at)),
            |(relation, extent)| Cause::Arguments { relation, extent },
        )]
    }

    /// The traces do not agree again.
    fn apart(&self, in_step: bool) -> Vec<Cause> {
        if self.same_call {
            return self.values(self.window.most);
        }
        if self.window.fields.differing(self.a, self.b) == [Field::Site]
            && !self.elsewhere(self.a, self.b)
        {
            return vec![Cause::Sites];
        }
        let both_words =
            self.a.call.word.is_some() && self.b.call.word.is_some() && self.window.fields.words;
        let numbers = match (in_step, both_words) {
            (true, _) => Numbers::InPlace,
            (false, true) => Numbers::Differ,
            (false, false) => Numbers::Unknown,
        };
        let arguments = self
            .arguments()
            .filter(|(_, extent)| extent.holds == extent.differ);
        let calls = if let Some(shift) = self.window.shifted_calls() {
            let follow = (!shift.run.to_the_ends).then_some(shift.run.lines);
            Cause::Calls {
                longer: shift.longer,
                count: shift.count,
                or: shift.or,
                repeated: false,
                numbers,
                follow,
            }
        } else if let Some((relation, extent)) = arguments {
            Cause::Arguments { relation, extent }
        } else {
            self.other_calls(None)
        };
        let words = (numbers == Numbers::Differ).then(|| self.words());
        words.into_iter().chain([calls]).collect()
    }

    /// Whether two lines are draws of different places. Programs may call one place by two names: then each name occurs
    /// only with the other one, and more than once.
    fn elsewhere(&self, a: &Line, b: &Line) -> bool {
        if !sites_differ(a, b) || !self.window.calls.sites {
            return false;
        }
        let with_one = || {
            self.window
                .in_place()
                .filter(|(x, y)| x.site() == a.site() || y.site() == b.site())
        };
        let one_place = with_one().all(|(x, y)| x.site() == a.site() && y.site() == b.site());
        !one_place || with_one().nth(1).is_none()
    }

    /// If the bounds of one place differ: how, and on how many lines.
    fn arguments(&self) -> Option<(Relation, Extent)> {
        let (fields, between) = (self.window.fields, |a: &Line, b: &Line| {
            Relation::between(&a.call, &b.call)
        });
        let relation = between(self.a, self.b)
            .filter(|_| fields.arguments && !self.elsewhere(self.a, self.b))?;
        let differing = || {
            self.window
                .in_place()
                .filter(|(a, b)| between(a, b).is_some())
        };
        let holds = differing()
            .filter(|(a, b)| between(a, b) == Some(relation) && !self.elsewhere(a, b))
            .count();
        Some((
            relation,
            Extent {
                holds,
                differ: differing().count(),
                of: self.window.in_place().len(),
            },
        ))
    }

    /// The calls differ in a way that has no name: which ones, and which places are called more often.
    fn other_calls(&self, at: Option<Alignment>) -> Cause {
        let call = |line: &Line| {
            let site = line.site().map(readable);
            let bounds = line
                .call
                .lo
                .zip(line.call.hi)
                .map(|(lo, hi)| format!("{lo} {hi}"));
            let known: Vec<_> = site.into_iter().chain(bounds).collect();
            if known.is_empty() {
                "a place that it does not name".into()
            } else {
                format!("`{}`", known.join(" "))
            }
        };
        let mut more = BTreeMap::<&[u8], isize>::new();
        if let Some(at) = at.filter(|_| self.window.calls.sites) {
            for (lines, one) in [(&self.window.a[..at.a], -1), (&self.window.b[..at.b], 1)] {
                lines
                    .iter()
                    .filter_map(Line::site)
                    .for_each(|site| *more.entry(site).or_default() += one);
            }
        }
        let more = more
            .into_iter()
            .filter(|&(_, more)| more != 0)
            .map(|(site, more)| (site.to_vec(), more))
            .collect();
        Cause::OtherCalls {
            a: call(self.a),
            b: call(self.b),
            lines: at.map(|at| (at.a, at.b)),
            more,
        }
    }

    /// The same call, and another number. The traces agree again after so many lines, if they do.
    fn values(&self, lines: usize) -> Vec<Cause> {
        let word = self.window.fields.words && !Fields::WORDS.agree(self.a, self.b);
        if !word && let Some(cause) = self.bounding(lines < self.window.most) {
            return vec![cause];
        }
        if lines == self.window.most {
            return vec![if word { self.words() } else { self.results() }];
        }
        let field = if word { Field::Word } else { Field::Result };
        let all = self
            .related(field, self.window.most)
            .or_else(|| self.related(field, lines));
        vec![all.unwrap_or_else(|| {
            let differ = self
                .window
                .in_place()
                .take(lines)
                .filter(|(a, b)| !self.window.fields.agree(a, b))
                .count();
            Cause::Unknown {
                field,
                differ,
                of: lines,
                lacking: self.lacking(),
            }
        })]
    }

    /// The formulas by which words become results, if both are found. Without being `sure`, what is not found is said too.
    fn bounding(&self, sure: bool) -> Option<Cause> {
        let silent = match (self.a.call.word, self.b.call.word) {
            (Some(_), None) => Some(Half::Actual),
            (None, Some(_)) => Some(Half::Expected),
            _ if self.same_word => None,
            _ => return None,
        };
        let way = |half: Half| Way::explaining(&self.with_words(half)).map(|way| way.to_string());
        let (expected, actual) = (way(Half::Expected), way(Half::Actual));
        let known = expected.is_some() && actual.is_some();
        let unknown =
            !sure && silent.is_none() && self.related(Field::Result, self.window.most).is_none();
        let calls = self.a.call.lo.is_some() && self.b.call.lo.is_some();
        (known || unknown).then_some(Cause::Bounding {
            expected,
            actual,
            silent,
            calls,
        })
    }

    /// The calls of a trace as long as both make the same ones, with the words that only the other one shows.
    fn with_words(&self, half: Half) -> Vec<Call> {
        let same = self
            .window
            .in_place()
            .take_while(|(a, b)| self.window.calls.agree(a, b));
        let with_lent = |(a, b): (&Line, &Line)| {
            let (own, lent) = if half == Half::Expected {
                (a.call, b.call)
            } else {
                (b.call, a.call)
            };
            Call {
                lo: own.lo.or(lent.lo),
                hi: own.hi.or(lent.hi),
                word: own.word.or(lent.word),
                ..own
            }
        };
        same.map(with_lent).collect()
    }

    /// The words differ from here on.
    fn words(&self) -> Cause {
        let known = |lines: &[Line]| -> Vec<u64> {
            lines.iter().map_while(|line| line.call.word).collect()
        };
        let (a, b) = (known(self.window.a), known(self.window.b));
        let strides = [(&a, &b, Half::Actual), (&b, &a, Half::Expected)];
        let stride = strides
            .into_iter()
            .find_map(|(every, some, longer)| Some((longer, stride(every, some)?)));
        if let Some((longer, by)) = stride {
            return self.stream(Stream::Stride { longer, by });
        }
        let low = a
            .iter()
            .zip(&b)
            .map(|(a, b)| (a ^ b).trailing_zeros())
            .min()
            .unwrap_or(0);
        self.related(Field::Word, self.window.most)
            .unwrap_or_else(|| {
                if low > 0 && a.len().min(b.len()) >= NEAR {
                    self.stream(Stream::LowBits(low))
                } else {
                    self.unrelated()
                }
            })
    }

    /// The results differ from here on.
    fn results(&self) -> Cause {
        self.related(Field::Result, self.window.most)
            .unwrap_or_else(|| self.unrelated())
    }

    /// The numbers have nothing to do with each other, or less than can be told.
    fn unrelated(&self) -> Cause {
        let seeds = |line: &Line| {
            let seed = line
                .events()?
                .iter()
                .rev()
                .find(|event| event.starts_with(b"seed "))?;
            Some(seed.to_vec())
        };
        if self.a.events() != self.b.events() {
            let said = seeds(self.b).map(|event| (Half::Actual, event));
            if let Some((side, event)) = said.or_else(|| Some((Half::Expected, seeds(self.a)?))) {
                return Cause::Seeded { side, event };
            }
        }
        let (agree, of, by_chance) = self.window.agreement();
        self.stream(if agree as f64 > by_chance + 5.0 * by_chance.sqrt() + 1.0 {
            Stream::Partly {
                agree,
                of,
                by_chance,
            }
        } else if self.window.meaning() < MEANINGFUL {
            Stream::Few
        } else {
            // A few results agree by chance before the first that differs.
            let agreed = self.last.map_or(0, |last| last.count);
            let words = self.a.call.word.is_some() && self.b.call.word.is_some();
            let from_the_start = agreed == 0 || !words && agreed < LEAST as u64;
            Stream::Unrelated {
                from_the_start,
                window: self.window.most,
            }
        })
    }

    /// The fields that the two lines do not both show, and that would tell more.
    fn lacking(&self) -> Vec<Field> {
        let known = |call: &Call| {
            [
                call.lo.is_some(),
                call.hi.is_some(),
                call.word.is_some() && self.window.fields.words,
            ]
        };
        let both = known(&self.a.call)
            .into_iter()
            .zip(known(&self.b.call))
            .map(|(a, b)| a && b);
        [Field::Lo, Field::Hi, Field::Word]
            .into_iter()
            .zip(both)
            .filter(|(_, known)| !known)
            .map(|(field, _)| field)
            .collect()
    }

    /// Words tell enough of a stream.
    fn stream(&self, stream: Stream) -> Cause {
        let lacking = self.lacking();
        let words = !lacking.contains(&Field::Word);
        Cause::Stream {
            stream,
            words,
            lacking: if words { Vec::new() } else { lacking },
        }
    }

    /// The numbers that differ in the same call, in so many lines.
    fn differing(&self, field: Field, lines: usize) -> Vec<(i128, i128)> {
        let number = |call: &Call| match field {
            Field::Word => call.word.map(i128::from),
            _ => call.result.map(i128::from),
        };
        let comparable =
            |(a, b): &(&Line, &Line)| field == Field::Word || self.window.calls.agree(a, b);
        let pairs = self
            .window
            .in_place()
            .take(lines.min(HINTED))
            .filter(comparable);
        pairs
            .filter_map(|(a, b)| number(&a.call).zip(number(&b.call)))
            .filter(|(a, b)| a != b)
            .collect()
    }

    /// What holds for all numbers that differ in so many lines.
    fn related(&self, field: Field, lines: usize) -> Option<Cause> {
        let differing = self.differing(field, lines);
        let (a, b): (Vec<_>, Vec<_>) = differing
            .iter()
            .map(|&(a, b)| (Seen::number(a), Seen::number(b)))
            .unzip();
        let mut hints = hints(&a, &b);
        // Lines that are shifted are found by their alignment.
        hints.retain(|hint| {
            !matches!(
                hint,
                Hint::ExtraDraw | Hint::MissingDraw | Hint::SwappedDraws
            )
        });
        let of = lines.min(HINTED).min(self.window.in_place().len());
        let extent = Extent {
            holds: a.len(),
            differ: a.len(),
            of,
        };
        (!hints.is_empty()).then_some(Cause::Values {
            field,
            hints,
            extent,
        })
    }
}

/// If one stream is every second, third, ... word of the other: which of them.
fn stride(every: &[u64], some: &[u64]) -> Option<usize> {
    let all = (2..=LONGEST_STRIDE).flat_map(|by| (0..by).map(move |from| (by, from)));
    let picks = |by: usize, from: usize| {
        let picked: Vec<_> = every
            .iter()
            .skip(from)
            .step_by(by)
            .take(some.len().min(NEAR))
            .collect();
        let tells = picked.len() >= LEAST && picked.iter().any(|word| *word != picked[0]);
        tells && picked.iter().copied().eq(&some[..picked.len()])
    };
    all.into_iter()
        .find(|&(by, from)| picks(by, from))
        .map(|(by, _)| by)
}
