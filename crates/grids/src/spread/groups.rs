//! The groups of each level of a spread.

use core::iter;

/// The most items that are spread out.
pub const MAXIMUM: u64 = 1 << 31;

/// The most levels of groups in groups of [`MAXIMUM`] items: the number of items at least halves from level to level,
/// except for a last one without groups (see [`recursion`](super::recursion)).
pub(super) const LEVELS: usize = MAXIMUM.ilog2() as usize;

/// Why items were not spread out.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SpreadError {
    /// More items than [`MAXIMUM`].
    #[error("{na} and {nb} items are too many to spread out: at most {MAXIMUM}")]
    TooMany {
        /// How many `a` were asked for.
        na: u64,
        /// How many `b` were asked for.
        nb: u64,
    },
    /// There is no memory for the list. The lazy [`Spread`](super::Spread) needs none.
    #[error("no memory for a list of {0} items")]
    NoMemory(u64),
}

/// `na + nb`, if that is not too many.
pub(super) fn total(na: u64, nb: u64) -> Result<u64, SpreadError> {
    na.checked_add(nb)
        .filter(|&total| total <= MAXIMUM)
        .ok_or(SpreadError::TooMany { na, nb })
}

/// The groups of one level.
#[derive(Clone, Copy)]
pub(super) struct Groups {
    /// Whether the groups are of `b`, and `a` stands between them.
    pub(super) of_b: bool,
    /// The size of the small groups, at least 1; large ones have one item more.
    pub(super) size: u64,
    /// The number of small groups.
    pub(super) small: u64,
    /// The number of large groups.
    pub(super) large: u64,
}

impl Groups {
    /// The groups, or `None` for the two base cases: only one kind of item, and equally many of both.
    pub(super) const fn of(na: u64, nb: u64) -> Option<Self> {
        let (more, fewer) = if na < nb { (nb, na) } else { (na, nb) };
        if fewer == 0 || more == fewer {
            return None;
        }
        let groups = fewer + 1;
        let large = more % groups;
        Some(Self {
            of_b: na < nb,
            size: more / groups,
            small: groups - large,
            large,
        })
    }

    pub(super) fn levels(na: u64, nb: u64) -> impl Iterator<Item = Self> {
        iter::successors(Self::of(na, nb), |outer| Self::of(outer.small, outer.large))
    }
}
