//! How two traces agree again.

use crate::trace::Line;

/// So many lines in a row must agree before traces count as agreeing again. Where only coins are tossed, a run of this
/// length comes by chance once in 2^32.
pub(super) const CONFIRMED: usize = 32;

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

    /// The alignment that leaves out the fewest lines, `None` if there is none in the window. So many lines after it must
    /// agree; `same` tells whether two do.
    pub(super) fn align(self, enough: usize, same: impl Fn(&Line, &Line) -> bool) -> Option<Alignment> {
        let confirm = |a: usize, b: usize| {
            let (rest_a, rest_b) = (self.a.get(a..)?, self.b.get(b..)?);
            let confirmed = rest_a.iter().zip(rest_b).take(enough).take_while(|(a, b)| same(a, b)).count();
            let both_end = self.whole == (true, true) && rest_a.len() == confirmed && rest_b.len() == confirmed;
            // A short rest that agrees says nothing after a long stretch that does not.
            let to_the_end = both_end && a.max(b) <= confirmed + SHORT;
            (confirmed == enough || to_the_end).then_some(Alignment { a, b })
        };
        let longest = self.most.min(self.a.len().max(self.b.len()));
        (1..=longest).find_map(|most| {
            let mixed = if most <= MIXED { 1..most } else { 1..1 };
            confirm(most, 0)
                .or_else(|| confirm(0, most))
                .or_else(|| confirm(most, most))
                .or_else(|| mixed.into_iter().find_map(|least| confirm(most, least).or_else(|| confirm(least, most))))
        })
    }
}
