//! Which lines of two traces correspond, and whether they agree.

use crate::hint::Half;
use crate::trace::{Field, Line};

/// How many lines are left out for two traces to agree again.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Alignment {
    /// Lines of A that are left out.
    pub a: usize,
    /// Lines of B that are left out.
    pub b: usize,
}

impl Alignment {
    /// Leaves out this many lines of both traces.
    pub(super) const fn both(count: usize) -> Self {
        Self { a: count, b: count }
    }

    /// The trace of which lines are left out, and how many.
    pub(super) const fn longer(self) -> (Half, usize) {
        match self.b {
            0 => (Half::Expected, self.a),
            count => (Half::Actual, count),
        }
    }
}

/// Whether a value is the same, as far as both lines know it.
pub(super) fn same_where_known<T: Copy + PartialEq>(a: Option<T>, b: Option<T>) -> bool {
    a == b || a.is_none() || b.is_none()
}

/// The compared fields in which two lines differ.
pub(super) fn differing_fields(a: &Line, b: &Line) -> Vec<Field> {
    let (a, b) = (a.call, b.call);
    let fields = [
        (Field::Lo, same_where_known(a.lo, b.lo)),
        (Field::Hi, same_where_known(a.hi, b.hi)),
        (Field::Word, same_where_known(a.word, b.word)),
        (Field::Result, same_where_known(a.result, b.result)),
    ];
    let differing = fields.into_iter().filter(|(_, same)| !same);
    differing.map(|(field, _)| field).collect()
}

/// Whether two lines agree in everything that is compared.
pub(super) fn lines_agree(a: &Line, b: &Line) -> bool {
    let (a, b) = (a.call, b.call);
    same_where_known(a.lo, b.lo)
        && same_where_known(a.hi, b.hi)
        && same_where_known(a.word, b.word)
        && same_where_known(a.result, b.result)
}
