//! The lines ahead of a difference, and what explains them.

use std::collections::HashSet;

use super::alignment::{Alignment, lines_agree, same_where_known};
use super::evidence::{both_show_words, call_bits, number_bits};
use super::parting::{NumberShift, Parting};
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

type LinePair<'w> = (&'w Line<'static>, &'w Line<'static>);

/// The lines ahead of a difference; the first ones differ.
pub(super) struct Window<'w> {
    a: &'w [Line<'static>],
    b: &'w [Line<'static>],
    /// Whether these are all the lines of A.
    a_is_whole: bool,
    b_is_whole: bool,
    /// Whether most sites of B have names that occur in A too, so that a site is part of a call.
    with_sites: bool,
    /// For each line of A, how many bits of evidence it is that a line of B has the same number.
    number_bits: Vec<f64>,
    /// The same for its call.
    call_bits: Vec<f64>,
}

/// What must be the same in two lines for a run to go on.
#[derive(Clone, Copy)]
enum Compared {
    /// Whole lines.
    Lines,
    /// Calls, whatever their numbers.
    Calls,
    /// Numbers, whatever their calls.
    Numbers,
    /// Numbers at one site, whose bounds are the same or differ by this.
    Bounds(BoundShift),
}

/// How much greater the bounds of B are than those of A; 0 where one of them is unknown.
#[derive(Clone, Copy, Eq, PartialEq)]
struct BoundShift {
    lo: i128,
    hi: i128,
}

impl BoundShift {
    const NONE: Self = Self { lo: 0, hi: 0 };

    fn new(a: &Line, b: &Line) -> Self {
        Self {
            lo: known_difference(a.call.lo, b.call.lo),
            hi: known_difference(a.call.hi, b.call.hi),
        }
    }
}

/// B minus A; 0 if one of them is unknown.
fn known_difference(a: Option<i64>, b: Option<i64>) -> i128 {
    match (a, b) {
        (Some(a), Some(b)) => i128::from(b) - i128::from(a),
        _ => 0,
    }
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

/// An alignment, and the lines that are the same after it.
#[derive(Clone, Copy)]
struct Shift {
    at: Alignment,
    run: Run,
}

impl Shift {
    /// One trace has more calls: those that are left out.
    fn explain_as_calls(self, numbers: NumberShift) -> Parting {
        let (longer, count) = self.at.longer();
        Parting::Calls {
            longer,
            count,
            numbers,
            follow: self.run.lines,
        }
    }
}

fn field_of_call(field: Field, call: &Call) -> Option<i128> {
    match field {
        Field::Word => call.word.map(i128::from),
        _ => call.result.map(i128::from),
    }
}

impl<'w> Window<'w> {
    pub(super) fn new(
        a: &'w [Line<'static>],
        b: &'w [Line<'static>],
        a_is_whole: bool,
        b_is_whole: bool,
    ) -> Self {
        let names: HashSet<_> = a.iter().filter_map(Line::site).collect();
        let (mut shared, mut own) = (0, 0);
        for site in b.iter().filter_map(Line::site) {
            if names.contains(site) {
                shared += 1;
            } else {
                own += 1;
            }
        }
        let with_sites = shared > own;
        Self {
            a,
            b,
            a_is_whole,
            b_is_whole,
            with_sites,
            number_bits: number_bits(a, b),
            call_bits: call_bits(a, with_sites),
        }
    }

    /// The lines of both side by side, after some were left out.
    pub(super) fn pairs(
        &self,
        at: Alignment,
    ) -> impl ExactSizeIterator<Item = LinePair<'w>> + Clone {
        let a = self.a.get(at.a..).unwrap_or_default();
        let b = self.b.get(at.b..).unwrap_or_default();
        a.iter().zip(b)
    }

    /// How many lines agree in their places, and how many lines there are.
    pub(super) fn count_in_place(&self) -> (usize, usize) {
        let pairs = self.pairs(Alignment::default());
        let agreeing = pairs.clone().filter(|(a, b)| lines_agree(a, b));
        (agreeing.count(), pairs.len())
    }

    /// Whether the sites are the same, or are not compared.
    fn same_site(&self, a: &Line, b: &Line) -> bool {
        match (a.site(), b.site()) {
            (Some(a), Some(b)) if self.with_sites => a == b,
            _ => true,
        }
    }

    fn same_call(&self, a: &Line, b: &Line) -> bool {
        self.same_site(a, b)
            && same_where_known(a.call.lo, b.call.lo)
            && same_where_known(a.call.hi, b.call.hi)
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

    /// Whether the number in this place certainly differs.
    fn number_differs(&self, at: usize) -> bool {
        self.same_number(&self.a[at], &self.b[at]) == Some(false)
    }

    /// Whether two lines are the same in what is compared; `None` if they do not tell.
    fn same(&self, compared: Compared, a: &Line, b: &Line) -> Option<bool> {
        match compared {
            Compared::Lines if lines_agree(a, b) && self.same_call(a, b) => self.same_number(a, b),
            Compared::Lines => Some(false),
            Compared::Calls => Some(self.same_call(a, b)),
            Compared::Numbers => self.same_number(a, b),
            Compared::Bounds(expected) => {
                let shift = BoundShift::new(a, b);
                if self.same_site(a, b) && (shift == expected || shift == BoundShift::NONE) {
                    self.same_number(a, b)
                } else {
                    Some(false)
                }
            }
        }
    }

    /// The successive lines that are the same after some were left out. Each line that is certainly the same adds its evidence.
    fn run(&self, at: Alignment, compared: Compared) -> Run {
        let bits = match compared {
            Compared::Calls => &self.call_bits,
            _ => &self.number_bits,
        };
        let (mut lines, mut weight) = (0, 0.0);
        for (a, b) in self.pairs(at) {
            match self.same(compared, a, b) {
                Some(false) => break,
                Some(true) if lines < WEIGHED => weight += bits[at.a + lines],
                _ => {}
            }
            lines += 1;
        }
        Run {
            lines,
            to_the_ends: self.a_is_whole
                && self.b_is_whole
                && self.a.len() == at.a + lines
                && self.b.len() == at.b + lines,
            bits: weight,
        }
    }

    /// The one way to leave out lines of one trace after which enough lines are the same; if there are several ways, the one
    /// that reaches the ends of both. A repeating pattern is not evidence.
    fn find_shift(&self, compared: Compared) -> Option<Shift> {
        let without_a = (1..=self.a.len()).map(|a| Alignment { a, b: 0 });
        let without_b = (1..=self.b.len()).map(|b| Alignment { a: 0, b });
        let mut shifts = Vec::new();
        for at in without_a.chain(without_b) {
            let run = self.run(at, compared);
            if run.is_enough() {
                shifts.push(Shift { at, run });
            }
        }
        if shifts.len() > 1 {
            shifts.retain(|shift| shift.run.to_the_ends);
        }
        let shift = shifts.pop()?;
        shifts.is_empty().then_some(shift)
    }

    /// After how many lines of both traces whole lines agree again: while the numbers stay in step, one or two lines agree by
    /// chance.
    fn find_settled(&self) -> Option<Alignment> {
        for count in 1..=self.a.len().min(self.b.len()) {
            let at = Alignment::both(count);
            let run = self.run(at, Compared::Lines);
            if run.lines >= LEAST && run.is_enough() || run.to_the_ends && count <= run.lines + 1 {
                return Some(at);
            }
        }
        None
    }

    /// Whether a call of A has moved to a line of B; with `along`, together with its number.
    fn has_moved(&self, a: &Line, b: &Line, along: bool) -> bool {
        self.same_call(a, b) && (!along || lines_agree(a, b))
    }

    /// How many lines there are from the first to the second of two calls that have changed places; with `along`, together with
    /// their numbers.
    fn find_swapped(&self, along: bool) -> Option<usize> {
        let (a, b) = (self.a, self.b);
        if !along && self.same_call(&a[0], &b[0]) {
            return None;
        }
        for at in 1..a.len().min(b.len()) {
            if at > 1 && !lines_agree(&a[at - 1], &b[at - 1]) {
                return None;
            }
            if !self.has_moved(&a[at], &b[0], along) || !self.has_moved(&a[0], &b[at], along) {
                continue;
            }
            if !along && (self.number_differs(0) || self.number_differs(at)) {
                continue;
            }
            let after = self.run(Alignment::both(at + 1), Compared::Lines);
            let mut within = 0.0;
            for at in 0..=at {
                if along || self.same_number(&a[at], &b[at]) == Some(true) {
                    within += self.number_bits[at];
                }
            }
            let whole = Run {
                bits: after.bits + within,
                ..after
            };
            // Numbers that stay in place are no evidence that calls moved; the calls after them are.
            let is_settled = along || after.lines >= LEAST || after.to_the_ends;
            if is_settled && whole.is_enough() {
                return Some(at + 1);
            }
        }
        None
    }

    /// Bounds that differ by the same amount on each line where they differ, while the numbers stay in step.
    fn find_bound(&self) -> Option<Parting> {
        let shift = BoundShift::new(&self.a[0], &self.b[0]);
        if shift == BoundShift::NONE {
            return None;
        }
        let run = self.run(Alignment::default(), Compared::Bounds(shift));
        if !run.is_enough() {
            return None;
        }
        let pairs = self.pairs(Alignment::default()).take(run.lines);
        Some(Parting::Bound {
            lo: shift.lo,
            hi: shift.hi,
            differ: pairs
                .filter(|(a, b)| BoundShift::new(a, b) == shift)
                .count(),
            of: run.lines,
            anywhere: !self.with_sites,
        })
    }

    /// A relation between all numbers that differ in the same calls.
    fn find_relation(&self, field: Field) -> Option<Parting> {
        let pairs = self.pairs(Alignment::default()).take(WEIGHED);
        let of = pairs.len();
        let (mut expected, mut actual) = (Vec::new(), Vec::new());
        for (a, b) in pairs {
            let from_same_word = self.same_call(a, b) && same_where_known(a.call.word, b.call.word);
            if field != Field::Word && !from_same_word {
                continue;
            }
            let a = field_of_call(field, &a.call);
            let b = field_of_call(field, &b.call);
            if let (Some(a), Some(b)) = (a, b)
                && a != b
            {
                expected.push(Seen::number(a));
                actual.push(Seen::number(b));
            }
        }
        let mut hints = hints(&expected, &actual);
        // Shifted lines are found by their alignment.
        hints.retain(|hint| {
            !matches!(
                hint,
                Hint::ExtraDraw | Hint::MissingDraw | Hint::SwappedDraws
            )
        });
        if expected.len() < LEAST || hints.is_empty() {
            return None;
        }
        Some(Parting::Related {
            field,
            hints,
            differ: expected.len(),
            of,
        })
    }

    /// Whether hardly any of B's words is among those of A.
    fn find_other_stream(&self) -> Option<Parting> {
        let a_words: HashSet<_> = self.a.iter().filter_map(|line| line.call.word).collect();
        let b_words: Vec<_> = self.b.iter().filter_map(|line| line.call.word).collect();
        let distinct: HashSet<_> = b_words.iter().copied().collect();
        let common = distinct.intersection(&a_words).count();
        let is_other = a_words.len().min(distinct.len()) >= LEAST && common <= distinct.len() / 16;
        is_other.then_some(Parting::OtherStream {
            words: b_words.len(),
        })
    }

    /// One trace is ahead in the same words, while its calls stay in place.
    fn find_ahead(&self) -> Option<Parting> {
        let Shift { at, run } = self.find_shift(Compared::Numbers)?;
        let in_place = self.run(Alignment::default(), Compared::Calls);
        if run.lines < LEAST || in_place.lines < run.lines {
            return None;
        }
        // The trace whose lines are left out is behind.
        let (behind, by) = at.longer();
        Some(Parting::Ahead {
            ahead: behind.other(),
            by,
        })
    }

    /// The explanations of the lines ahead, and how whole lines agree again.
    pub(super) fn diagnose(&self) -> (Vec<Parting>, Option<Alignment>) {
        let (Some(a), Some(b)) = (self.a.first(), self.b.first()) else {
            return self.explain_end();
        };
        for along in [true, false] {
            if let Some(lines) = self.find_swapped(along) {
                let cause = Parting::Swapped { lines, along };
                return (vec![cause], Some(Alignment::both(lines)));
            }
        }
        let same_call = self.same_call(a, b);
        let mut causes = Vec::new();
        let whole_lines = self.find_shift(Compared::Lines);
        if let Some(shift) = whole_lines {
            causes.push(shift.explain_as_calls(NumberShift::Along));
        }
        if same_call && both_show_words(self.a, self.b) {
            causes.extend(self.find_ahead());
        }
        if whole_lines.is_none() && !same_call {
            let in_step = self
                .run(Alignment::default(), Compared::Numbers)
                .is_enough();
            let numbers = if in_step {
                NumberShift::InPlace
            } else {
                NumberShift::Unknown
            };
            if (in_step || a.call.word.is_none() || b.call.word.is_none())
                && let Some(shift) = self.find_shift(Compared::Calls)
            {
                causes.push(shift.explain_as_calls(numbers));
            }
            causes.extend(self.find_bound());
        }
        if causes.is_empty() && same_call {
            if same_where_known(a.call.word, b.call.word) {
                causes.extend(self.find_relation(Field::Result));
            } else {
                let cause = self.find_relation(Field::Word);
                causes.extend(cause.or_else(|| self.find_other_stream()));
            }
        }
        let realigned = match whole_lines {
            Some(shift) => Some(shift.at),
            None => self.find_settled(),
        };
        (causes, realigned)
    }

    /// The explanation if one trace ends here.
    fn explain_end(&self) -> (Vec<Parting>, Option<Alignment>) {
        let (ended, whole) = if self.a.is_empty() {
            (Half::Expected, self.b_is_whole)
        } else {
            (Half::Actual, self.a_is_whole)
        };
        let rest = Alignment {
            a: self.a.len(),
            b: self.b.len(),
        };
        let more = rest.a.max(rest.b);
        (
            vec![Parting::Ended { ended, more, whole }],
            whole.then_some(rest),
        )
    }
}
