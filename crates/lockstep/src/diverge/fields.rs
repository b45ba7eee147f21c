//! What is compared.

use crate::trace::{Call, Field, Line};

/// Which fields are compared. What is unknown in one of the traces never is.
#[allow(clippy::struct_excessive_bools)]
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Fields {
    /// The names of the places.
    pub sites: bool,
    /// Both arguments.
    pub arguments: bool,
    /// The raw outputs.
    pub words: bool,
    /// What the draws gave.
    pub results: bool,
}

impl Default for Fields {
    /// All but the sites.
    fn default() -> Self {
        Self {
            sites: false,
            arguments: true,
            words: true,
            results: true,
        }
    }
}

impl Fields {
    /// The words alone.
    pub(super) const WORDS: Self = Self {
        sites: false,
        arguments: false,
        words: true,
        results: false,
    };

    fn differ(self, field: Field, a: &Line, b: &Line) -> bool {
        match field {
            Field::Index | Field::State => false,
            Field::Site => self.sites && sites_differ(a, b),
            Field::Lo => self.arguments && !same(a.call.lo, b.call.lo),
            Field::Hi => self.arguments && !same(a.call.hi, b.call.hi),
            Field::Word => self.words && !same(a.call.word, b.call.word),
            Field::Result => self.results && !same(a.call.result, b.call.result),
        }
    }

    /// The compared fields in which two lines differ.
    pub(super) fn differing(self, a: &Line, b: &Line) -> Vec<Field> {
        Field::ALL
            .into_iter()
            .filter(|&field| self.differ(field, a, b))
            .collect()
    }

    /// Whether two lines agree.
    pub(super) fn agree(self, a: &Line, b: &Line) -> bool {
        !Field::ALL.into_iter().any(|field| self.differ(field, a, b))
    }

    /// Whether a value that the generator gave is compared between two lines.
    pub(super) const fn meet(self, a: &Line, b: &Line) -> bool {
        (self.words && a.call.word.is_some() && b.call.word.is_some())
            || (self.results && a.call.result.is_some() && b.call.result.is_some())
    }
}

fn same<T: Copy + PartialEq>(a: Option<T>, b: Option<T>) -> bool {
    a == b || a.is_none() || b.is_none()
}

/// Whether all numbers that both calls know are the same.
pub(super) fn numbers_agree(a: &Call, b: &Call) -> bool {
    same(a.lo, b.lo) && same(a.hi, b.hi) && same(a.word, b.word) && same(a.result, b.result)
}

/// Whether both lines name a place, and not the same.
pub(super) fn sites_differ(a: &Line, b: &Line) -> bool {
    a.site().zip(b.site()).is_some_and(|(a, b)| a != b)
}
