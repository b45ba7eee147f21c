//! How two traces agree again.

use std::collections::HashMap;

use super::fields::Fields;
use crate::trace::Line;

/// So many lines in a row are enough wherever lines are compared without weighing them.
pub(super) const CONFIRMED: usize = 32;

/// So many bits of evidence that two traces agree again are enough: some thousand alignments are tried.
const ENOUGH: f64 = 30.0;

/// With so many bits of evidence against it, an alignment is given up.
const HOPELESS: f64 = -8.0;

/// Up to so many lines are left out on both sides in different numbers; beyond, on one side or in equal numbers. The
/// search is quadratic in this, and linear in the window.
const MIXED: usize = 64;

/// So many lines may be left out at the very end, where nothing is left to confirm it: two swapped ones.
const SHORT: usize = 2;

/// Where two traces agree again.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Alignment {
    /// Lines of A that are left out.
    pub a: usize,
    /// Lines of B that are left out.
    pub b: usize,
}

/// The lines ahead of a difference; the first ones differ.
#[derive(Clone, Copy)]
pub(super) struct Window<'w> {
    pub(super) a: &'w [Line<'static>],
    pub(super) b: &'w [Line<'static>],
    /// Whether they are all there are, of A and of B.
    pub(super) whole: (bool, bool),
    /// The most lines that are left out.
    pub(super) most: usize,
}

impl<'w> Window<'w> {
    /// The lines of both, side by side.
    pub(super) fn pairs(self) -> impl ExactSizeIterator<Item = (&'w Line<'static>, &'w Line<'static>)> + Clone {
        self.a.iter().zip(self.b)
    }

    /// The alignment that leaves out the fewest lines, `None` if there is none in the window. So many lines in a row after
    /// it must agree; `same` tells whether two do.
    pub(super) fn align(self, enough: usize, same: impl Fn(&Line, &Line) -> bool) -> Option<Alignment> {
        self.first(|at| self.run(at, enough, &same))
    }

    /// The alignment that leaves out the fewest lines, and after which the lines that agree are evidence enough: one may
    /// do, and some may differ.
    pub(super) fn realign(self, fields: Fields, bits: &[f64]) -> Option<Alignment> {
        let agree = |a: &Line, b: &Line| fields.agree(a, b);
        if let ([a, next_a, ..], [b, next_b, ..]) = (self.a, self.b)
            && agree(a, next_b)
            && agree(next_a, b)
            && self.supported(Alignment { a: 2, b: 2 }, fields, bits)
        {
            return Some(Alignment { a: 2, b: 2 });
        }
        self.first(|at| self.supported(at, fields, bits))
    }

    /// Whether so many lines in a row agree there, or all to the end of both.
    pub(super) fn run(self, Alignment { a, b }: Alignment, enough: usize, same: impl Fn(&Line, &Line) -> bool) -> bool {
        let (Some(rest_a), Some(rest_b)) = (self.a.get(a..), self.b.get(b..)) else { return false };
        let confirmed = rest_a.iter().zip(rest_b).take(enough).take_while(|(a, b)| same(a, b)).count();
        let both_end = self.whole == (true, true) && rest_a.len() == confirmed && rest_b.len() == confirmed;
        // A short rest that agrees says nothing after a long stretch that does not.
        let to_the_end = both_end && a.max(b) <= confirmed + SHORT;
        confirmed == enough || to_the_end
    }

    /// Whether the first lines there agree, a quarter of those after them, and so many bits by more than chance: the
    /// likelihood of lines of which one in 64, or one in four, differs is compared with that of unrelated ones.
    fn supported(self, at: Alignment, fields: Fields, bits: &[f64]) -> bool {
        let (Some(rest_a), Some(rest_b)) = (self.a.get(at.a..), self.b.get(at.b..)) else { return false };
        let pairs = || rest_a.iter().zip(rest_b);
        if pairs().next().is_some_and(|(a, b)| !fields.agree(a, b)) {
            return false;
        }
        let mut scores = [0.0_f64; 2];
        for ((a, b), &bits) in pairs().zip(&bits[at.a..]) {
            if !fields.meet(a, b) {
                continue;
            }
            let agree = fields.agree(a, b);
            for (score, wrong) in scores.iter_mut().zip([1.0 / 64.0, 0.25_f64]) {
                let unrelated = (1.0 - (-bits).exp2()).max(wrong);
                *score += if agree { bits + (1.0 - wrong).log2() } else { (wrong / unrelated).log2() };
            }
            let best = scores[0].max(scores[1]);
            if best >= ENOUGH {
                let near = pairs().take(CONFIRMED);
                let of = near.len();
                return 4 * near.filter(|(a, b)| fields.agree(a, b)).count() >= of;
            }
            if best < HOPELESS {
                return false;
            }
        }
        self.run(at, CONFIRMED, |a, b| fields.agree(a, b))
    }

    /// The first alignment of which this holds, of those that leave out the fewest lines.
    fn first(self, holds: impl Fn(Alignment) -> bool) -> Option<Alignment> {
        let confirm = |a: usize, b: usize| Some(Alignment { a, b }).filter(|&at| holds(at));
        let longest = self.most.min(self.a.len().max(self.b.len()));
        (1..=longest).find_map(|most| {
            let mixed = if most <= MIXED { 1..most } else { 1..1 };
            confirm(most, 0)
                .or_else(|| confirm(0, most))
                .or_else(|| confirm(most, most))
                .or_else(|| mixed.into_iter().find_map(|least| confirm(most, least).or_else(|| confirm(least, most))))
        })
    }

    /// For every line of A: minus the logarithm of the chance that an unrelated line agrees with it. A value that comes
    /// once is as unlikely as its range is wide; of others, how often they come counts.
    pub(super) fn bits(self, fields: Fields) -> Vec<f64> {
        let knows = |lines: &[Line]| lines.iter().any(|line| line.call.word.is_some());
        let words = fields.words && knows(self.a) && knows(self.b);
        let value = |line: &Line| if words { line.call.word } else { line.call.result.map(i64::cast_unsigned) };
        let counts = |lines: &'w [Line<'static>]| {
            let mut counts = HashMap::<Option<u64>, usize>::new();
            for line in lines {
                *counts.entry(value(line)).or_default() += 1;
            }
            counts
        };
        let (of_a, of_b) = (counts(self.a), counts(self.b));
        let size = |line: &Line| if words { line.call.word } else { line.call.result.map(i64::unsigned_abs) };
        let widest = self.a.iter().filter_map(size).max().unwrap_or(0);
        let width = f64::from(u64::BITS - widest.leading_zeros());
        let bits = |line: &Line| {
            let value = value(line);
            let (in_a, in_b) = (of_a[&value], of_b.get(&value).copied().unwrap_or(0));
            let range = match (words, line.call.lo, line.call.hi) {
                (false, Some(lo), Some(hi)) => (lo.abs_diff(hi) as f64 + 1.0).log2(),
                _ => width,
            };
            if in_a == 1 && in_b <= 1 {
                return range;
            }
            let share = (in_a as f64 / self.a.len() as f64).max(in_b as f64 / self.b.len() as f64);
            // Where all lines are the same one, any alignment is as good as the next.
            if share >= 1.0 { 1.0 } else { -share.log2() }
        };
        self.a.iter().map(bits).collect()
    }
}
