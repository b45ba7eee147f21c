//! The lines ahead of a difference, and what explains them.

use std::collections::{HashMap, HashSet};

use super::alignment::{Alignment, agree, same};
use super::parting::{Numbers, Parting};
use crate::hint::{Half, Hint, hints};
use crate::output::Seen;
use crate::trace::{Call, Field, Line};

/// This many bits of evidence are enough, as some ten thousand alignments are tried.
const ENOUGH: f64 = 40.0;
/// This many bits are enough if both traces end with the agreeing lines, which is so for only one alignment.
const ENOUGH_AT_ENDS: f64 = 16.0;
/// How many agreeing lines in a row are weighed.
const WEIGHED: usize = 256;
/// It takes this many lines in a row to say that they settle, this many pairs of numbers to say how they are related, and this
/// many words to tell where they come from.
const LEAST: usize = 8;

type Lines<'w> = (&'w Line<'static>, &'w Line<'static>);

/// The lines ahead of a difference; the first ones differ.
pub(super) struct Window<'w> {
    a: &'w [Line<'static>],
    b: &'w [Line<'static>],
    /// Whether these are all the lines of A, and of B.
    whole: (bool, bool),
    /// Whether most places of B have names that occur in A too, so that a place is part of a call.
    places: bool,
    /// For each line of A, how many bits of evidence it is that a line of B has the same number or the same call.
    numbers: Vec<f64>,
    calls: Vec<f64>,
}

/// A run of successive lines that are the same.
#[derive(Clone, Copy, Debug)]
struct Run {
    lines: usize,
    /// Whether both traces end with them.
    to_the_ends: bool,
    /// How many bits of evidence they are.
    bits: f64,
}

impl Run {
    fn is_enough(self) -> bool {
        self.bits >= ENOUGH || self.to_the_ends && self.bits >= ENOUGH_AT_ENDS
    }
}

impl<'w> Window<'w> {
    pub(super) fn new(a: &'w [Line<'static>], b: &'w [Line<'static>], whole: (bool, bool)) -> Self {
        let names: HashSet<_> = a.iter().filter_map(Line::site).collect();
        let (shared, own): (Vec<_>, Vec<_>) = b
            .iter()
            .filter_map(Line::site)
            .partition(|site| names.contains(site));
        let places = shared.len() > own.len();
        let mut window = Self {
            a,
            b,
            whole,
            places,
            numbers: Vec::new(),
            calls: Vec::new(),
        };
        window.numbers = window.bits_of_numbers();
        let key =
            |line: &'w Line<'static>| (line.site().filter(|_| places), line.call.lo, line.call.hi);
        let mut counts = HashMap::<_, f64>::new();
        for line in a {
            *counts.entry(key(line)).or_default() += 1.0;
        }
        let bits = |line| (a.len() as f64 / counts[&key(line)]).log2();
        window.calls = a.iter().map(bits).collect();
        window
    }

    /// Minus the logarithm of the chance that an unrelated line has the same number. A number that comes once is as unlikely as
    /// its range is wide; for others their frequency counts.
    fn bits_of_numbers(&self) -> Vec<f64> {
        let words = self.shows_words();
        let number = |line: &Line| {
            if words {
                line.call.word
            } else {
                line.call.result.map(i64::cast_unsigned)
            }
        };
        let counts = |lines: &[Line]| {
            let mut counts = HashMap::<_, f64>::new();
            for line in lines {
                *counts.entry(number(line)).or_default() += 1.0;
            }
            counts
        };
        let (of_a, of_b) = (counts(self.a), counts(self.b));
        let size = |line: &Line| {
            if words {
                line.call.word
            } else {
                line.call.result.map(i64::unsigned_abs)
            }
        };
        let most = self.a.iter().filter_map(size).max().unwrap_or(0);
        let bits = |line: &Line| {
            let count = |of: &HashMap<_, f64>| of.get(&number(line)).copied().unwrap_or(0.0);
            let (in_a, in_b) = (count(&of_a), count(&of_b));
            if in_a <= 1.0 && in_b <= 1.0 {
                return match (words, line.call.lo, line.call.hi) {
                    (false, Some(lo), Some(hi)) => (lo.abs_diff(hi) as f64 + 1.0).log2(),
                    _ => f64::from(u64::BITS - most.leading_zeros()),
                };
            }
            -(in_a / self.a.len() as f64)
                .max(in_b / self.b.len() as f64)
                .log2()
        };
        self.a.iter().map(bits).collect()
    }

    fn shows_words(&self) -> bool {
        let knows = |lines: &[Line]| lines.iter().any(|line| line.call.word.is_some());
        knows(self.a) && knows(self.b)
    }

    /// The lines of both side by side, after some were left out.
    pub(super) fn pairs(&self, at: Alignment) -> impl ExactSizeIterator<Item = Lines<'w>> + Clone {
        let rest = |lines: &'w [Line<'static>], from: usize| lines.get(from..).unwrap_or_default();
        rest(self.a, at.a).iter().zip(rest(self.b, at.b))
    }

    /// How many lines agree in their places, and how many lines there are.
    pub(super) fn in_place(&self) -> (usize, usize) {
        let pairs = self.pairs(Alignment::default());
        (
            pairs.clone().filter(|(a, b)| agree(a, b)).count(),
            pairs.len(),
        )
    }

    fn same_call(&self, a: &Line, b: &Line) -> bool {
        let sites = self.places.then(|| a.site().zip(b.site())).flatten();
        sites.is_none_or(|(a, b)| a == b)
            && same(a.call.lo, b.call.lo)
            && same(a.call.hi, b.call.hi)
    }

    /// Whether two lines have the same number from the generator; `None` if they do not tell: for the same word, different
    /// calls have different results.
    fn same_number(&self, a: &Line, b: &Line) -> Option<bool> {
        if let Some((a, b)) = a.call.word.zip(b.call.word) {
            return Some(a == b);
        }
        let (x, y) = a.call.result.zip(b.call.result)?;
        self.same_call(a, b).then_some(x == y)
    }

    /// The successive lines that are the same after some were left out. Each line that is certainly the same adds its evidence.
    fn run(&self, at: Alignment, bits: &[f64], same: impl Fn(&Line, &Line) -> Option<bool>) -> Run {
        let (mut lines, mut weight) = (0, 0.0);
        for (a, b) in self.pairs(at) {
            match same(a, b) {
                Some(false) => break,
                Some(true) if lines < WEIGHED => weight += bits[at.a + lines],
                _ => {}
            }
            lines += 1;
        }
        Run {
            lines,
            to_the_ends: self.whole == (true, true)
                && (self.a.len(), self.b.len()) == (at.a + lines, at.b + lines),
            bits: weight,
        }
    }

    /// Whole lines that agree.
    fn lines(&self, at: Alignment) -> Run {
        self.run(at, &self.numbers, |a, b| {
            if agree(a, b) && self.same_call(a, b) {
                self.same_number(a, b)
            } else {
                Some(false)
            }
        })
    }

    /// Calls that agree, whatever their numbers.
    fn calls(&self, at: Alignment) -> Run {
        self.run(at, &self.calls, |a, b| Some(self.same_call(a, b)))
    }

    /// Numbers that agree, whatever their calls.
    fn numbers(&self, at: Alignment) -> Run {
        self.run(at, &self.numbers, |a, b| self.same_number(a, b))
    }

    /// The one way to leave out lines of one trace after which enough lines are the same; if there are several ways, the one
    /// that reaches the ends of both. A repeating pattern is not evidence.
    fn shifted(&self, run: impl Fn(Alignment) -> Run) -> Option<(Alignment, Run)> {
        let of_a = (1..=self.a.len()).map(|a| Alignment { a, b: 0 });
        let of_b = (1..=self.b.len()).map(|b| Alignment { a: 0, b });
        let mut found: Vec<_> = of_a.chain(of_b).map(|at| (at, run(at))).collect();
        found.retain(|(_, run)| run.is_enough());
        if found.len() > 1 {
            found.retain(|(_, run)| run.to_the_ends);
        }
        found.pop().filter(|_| found.is_empty())
    }

    /// After how many lines of both traces whole lines agree again: while the numbers stay in step, one or two lines agree by
    /// chance.
    fn settled(&self) -> Option<Alignment> {
        let most = self.a.len().min(self.b.len());
        (1..=most).map(Alignment::both).find(|&at| {
            let run = self.lines(at);
            run.lines >= LEAST && run.is_enough() || run.to_the_ends && at.a <= run.lines + 1
        })
    }

    /// Two calls that have changed places; with `along`, together with their numbers.
    fn swapped(&self, along: bool) -> Option<Parting> {
        let (a, b) = (self.a, self.b);
        let moved = |a: &Line, b: &Line| {
            if along {
                agree(a, b) && self.same_call(a, b)
            } else {
                self.same_call(a, b)
            }
        };
        if !along && self.same_call(&a[0], &b[0]) {
            return None;
        }
        let stays = |at: usize| along || self.same_number(&a[at], &b[at]) != Some(false);
        let len = a.len().min(b.len());
        let between = (1..len).take_while(|&at| at == 1 || agree(&a[at - 1], &b[at - 1]));
        let crossed =
            |&at: &usize| moved(&a[at], &b[0]) && moved(&a[0], &b[at]) && stays(0) && stays(at);
        between.filter(crossed).find_map(|at| {
            let after = self.lines(Alignment::both(at + 1));
            let known = |at: usize| along || self.same_number(&a[at], &b[at]) == Some(true);
            let within = (0..=at).filter(|&at| known(at)).map(|at| self.numbers[at]);
            let bits = after.bits + within.sum::<f64>();
            // Numbers that stay in place are no evidence that calls moved; the calls after them are.
            let settled = along || after.lines >= LEAST || after.to_the_ends;
            let cause = Parting::Swapped {
                lines: at + 1,
                along,
            };
            (settled && Run { bits, ..after }.is_enough()).then_some(cause)
        })
    }

    /// Bounds that differ by the same amount on each line where they differ, while the numbers stay in step.
    fn bound(&self) -> Option<Parting> {
        let less = |b: Option<i64>, a: Option<i64>| Some(i128::from(b?) - i128::from(a?));
        let between = |a: &Line, b: &Line| {
            (
                less(b.call.lo, a.call.lo).unwrap_or(0),
                less(b.call.hi, a.call.hi).unwrap_or(0),
            )
        };
        let first = between(&self.a[0], &self.b[0]);
        let one_place =
            |a: &Line, b: &Line| !self.places || a.site().zip(b.site()).is_none_or(|(a, b)| a == b);
        if first == (0, 0) {
            return None;
        }
        let run = self.run(Alignment::default(), &self.numbers, |a, b| {
            if one_place(a, b) && (between(a, b) == first || between(a, b) == (0, 0)) {
                self.same_number(a, b)
            } else {
                Some(false)
            }
        });
        let pairs = self.pairs(Alignment::default()).take(run.lines);
        run.is_enough().then(|| Parting::Bound {
            lo: first.0,
            hi: first.1,
            differ: pairs.filter(|(a, b)| between(a, b) == first).count(),
            of: run.lines,
            anywhere: !self.places,
        })
    }

    /// A relation between all numbers that differ in the same calls.
    fn related(&self, field: Field) -> Option<Parting> {
        let number = |call: &Call| match field {
            Field::Word => call.word.map(i128::from),
            _ => call.result.map(i128::from),
        };
        let alike = |(a, b): &Lines<'_>| {
            field == Field::Word || self.same_call(a, b) && same(a.call.word, b.call.word)
        };
        let pairs = self.pairs(Alignment::default()).take(WEIGHED);
        let known = pairs.clone().filter(alike);
        let known = known.filter_map(|(a, b)| number(&a.call).zip(number(&b.call)));
        let (a, b): (Vec<_>, Vec<_>) = known
            .filter(|(a, b)| a != b)
            .map(|(a, b)| (Seen::number(a), Seen::number(b)))
            .unzip();
        let mut hints = hints(&a, &b);
        // Shifted lines are found by their alignment.
        hints.retain(|hint| {
            !matches!(
                hint,
                Hint::ExtraDraw | Hint::MissingDraw | Hint::SwappedDraws
            )
        });
        (a.len() >= LEAST && !hints.is_empty()).then(|| Parting::Related {
            field,
            hints,
            differ: a.len(),
            of: pairs.len(),
        })
    }

    /// Whether hardly any of B's words is among those of A.
    fn other_stream(&self) -> Option<Parting> {
        let of_a: HashSet<_> = self.a.iter().filter_map(|line| line.call.word).collect();
        let of_b: HashSet<_> = self.b.iter().filter_map(|line| line.call.word).collect();
        let common = of_b.intersection(&of_a).count();
        (of_a.len().min(of_b.len()) >= LEAST && common <= of_b.len() / 16).then_some(
            Parting::OtherStream {
                words: self
                    .b
                    .iter()
                    .filter(|line| line.call.word.is_some())
                    .count(),
            },
        )
    }

    /// The explanations of the lines ahead, and how whole lines agree again.
    pub(super) fn diagnose(&self) -> (Vec<Parting>, Option<Alignment>) {
        let (Some(a), Some(b)) = (self.a.first(), self.b.first()) else {
            return self.ended();
        };
        for along in [true, false] {
            if let Some(cause @ Parting::Swapped { lines, .. }) = self.swapped(along) {
                return (vec![cause], Some(Alignment::both(lines)));
            }
        }
        let mut causes = Vec::new();
        let along = self.shifted(|at| self.lines(at));
        let calls = |(at, run): (Alignment, Run), numbers| {
            let (longer, count) = at.longer();
            Parting::Calls {
                longer,
                count,
                numbers,
                follow: run.lines,
            }
        };
        causes.extend(along.map(|found| calls(found, Numbers::Along)));
        if self.same_call(a, b) && self.shows_words() {
            let moved = self.shifted(|at| self.numbers(at));
            let in_place = self.calls(Alignment::default());
            causes.extend(
                moved
                    .filter(|(_, run)| run.lines >= LEAST && in_place.lines >= run.lines)
                    .map(|(at, _)| {
                        // The trace whose lines are left out is behind.
                        let (behind, by) = at.longer();
                        Parting::Ahead {
                            ahead: behind.other(),
                            by,
                        }
                    }),
            );
        }
        let in_step = self.numbers(Alignment::default()).is_enough();
        if along.is_none() && !self.same_call(a, b) {
            let numbers = if in_step {
                Numbers::InPlace
            } else {
                Numbers::Unknown
            };
            if in_step || a.call.word.is_none() || b.call.word.is_none() {
                let shift = self.shifted(|at| self.calls(at));
                causes.extend(shift.map(|found| calls(found, numbers)));
            }
            causes.extend(self.bound());
        }
        if causes.is_empty() && self.same_call(a, b) {
            let word = !same(a.call.word, b.call.word);
            let field = if word { Field::Word } else { Field::Result };
            let stream = || self.other_stream().filter(|_| word);
            causes.extend(self.related(field).or_else(stream));
        }
        let realigned = along.map(|(at, _)| at).or_else(|| self.settled());
        (causes, realigned)
    }

    /// The explanation if one trace ends here.
    fn ended(&self) -> (Vec<Parting>, Option<Alignment>) {
        let (ended, more, whole) = match self.a.len() {
            0 => (Half::Expected, self.b.len(), self.whole.1),
            more => (Half::Actual, more, self.whole.0),
        };
        let rest = Alignment {
            a: self.a.len(),
            b: self.b.len(),
        };
        (
            vec![Parting::Ended { ended, more, whole }],
            whole.then_some(rest),
        )
    }
}
