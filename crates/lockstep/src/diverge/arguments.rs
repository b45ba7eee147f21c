//! How the arguments of one call differ from those of another.

use std::fmt;

use crate::trace::{Call, Field};

/// How B's arguments follow from A's.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum Relation {
    /// They are exchanged.
    Swapped,
    /// One of them has the other sign.
    Negated(Field),
    /// One of them is this much more.
    More {
        /// Which.
        field: Field,
        /// How much.
        by: i128,
    },
    /// Both are this much more.
    Moved {
        /// How much.
        by: i128,
    },
    /// Both differ in another way.
    Other,
}

impl Relation {
    /// What holds between two calls. `None` if what both know of the arguments is the same.
    pub(super) fn between(a: &Call, b: &Call) -> Option<Self> {
        let change = |a: Option<i64>, b: Option<i64>| match (a, b) {
            (Some(a), Some(b)) if a != b => Some((i128::from(a), i128::from(b))),
            _ => None,
        };
        match (change(a.lo, b.lo), change(a.hi, b.hi)) {
            (None, None) => None,
            (Some((x, y)), None) => Some(Self::of_one(Field::Lo, x, y)),
            (None, Some((x, y))) => Some(Self::of_one(Field::Hi, x, y)),
            (Some((lo, lo_of_b)), Some((hi, hi_of_b))) => Some(if (lo, hi) == (hi_of_b, lo_of_b) {
                Self::Swapped
            } else if lo_of_b - lo == hi_of_b - hi {
                Self::Moved { by: lo_of_b - lo }
            } else {
                Self::Other
            }),
        }
    }

    const fn of_one(field: Field, a: i128, b: i128) -> Self {
        if a == -b { Self::Negated(field) } else { Self::More { field, by: b - a } }
    }
}

impl fmt::Display for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Swapped => f.write_str("swapped arguments: B has LO and HI in the other order"),
            Self::Negated(field) => write!(f, "sign: {field} of B is -{field} of A"),
            Self::More { field: Field::Hi, by: by @ (1 | -1) } => {
                write!(f, "other range: HI of B is HI of A {by:+}: does one of them leave the upper bound out?")
            }
            Self::More { field, by } => write!(f, "other range: {field} of B is {field} of A {by:+}"),
            Self::Moved { by } => write!(f, "other range: LO and HI of B are those of A {by:+}"),
            Self::Other => f.write_str("other range"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(lo: i64, hi: i64) -> Call {
        Call { lo: Some(lo), hi: Some(hi), ..Call::default() }
    }

    #[test]
    fn the_simplest_relation_is_named() {
        let cases = [
            ((0, 13), (0, 13), None),
            ((1, 6), (6, 1), Some(Relation::Swapped)),
            ((1, 6), (1, -6), Some(Relation::Negated(Field::Hi))),
            ((-3, 6), (3, 6), Some(Relation::Negated(Field::Lo))),
            ((1, 6), (1, 7), Some(Relation::More { field: Field::Hi, by: 1 })),
            ((1, 6), (0, 5), Some(Relation::Moved { by: -1 })),
            ((1, 6), (2, 9), Some(Relation::Other)),
        ];
        for (a, b, relation) in cases {
            assert_eq!(Relation::between(&call(a.0, a.1), &call(b.0, b.1)), relation, "{a:?} {b:?}");
        }
        let unknown = Call { hi: None, ..call(9, 0) };
        assert_eq!(Relation::between(&call(9, 13), &unknown), None);
    }
}
