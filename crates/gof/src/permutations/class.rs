//! Classes of permutations, and lists that are not permutations.

use crate::error::check_range;
use crate::{Cells, Counted, Error};

/// The longest permutation that is accepted.
pub const LONGEST: usize = 1 << 24;

/// A test of the classes of permutations; `class` is called with permutations of `0..n` only.
pub(super) fn classes(
    [name, counted, null]: [&'static str; 3],
    n: usize,
    cells: Cells,
    mut class: impl FnMut(&[u32]) -> usize + Send + 'static,
    class_name: impl Fn(usize) -> String + Send + 'static,
) -> Counted<[u32]> {
    let mut validity = Validity::new(n);
    Counted::with_cells(
        name,
        counted,
        cells,
        move |items: &[u32]| validity.is_permutation(items).then(|| class(items)),
        class_name,
    )
    .with_null(format!("permutations of {n} are uniform: {null}"))
}

/// Tells permutations of `0..n` from other lists.
#[derive(Clone, Debug)]
pub(crate) struct Validity {
    seen: Vec<bool>,
}

impl Validity {
    pub(crate) fn new(n: usize) -> Self {
        Self {
            seen: vec![false; n],
        }
    }

    /// Whether each number below `n` is there once.
    pub(crate) fn is_permutation(&mut self, items: &[u32]) -> bool {
        let n = self.seen.len();
        if items.len() != n {
            return false;
        } else if n <= 64 {
            // There are as many items as bits: each has a bit of its own only if all are different and below n.
            let bits = items.iter().fold(0_u64, |bits, item| {
                bits | 1_u64.checked_shl(*item).unwrap_or(0)
            });
            return bits == u64::MAX >> (64 - n);
        }
        self.seen.fill(false);
        items
            .iter()
            .all(|item| match self.seen.get_mut(*item as usize) {
                Some(seen) => !std::mem::replace(seen, true),
                None => false,
            })
    }
}

/// Refuses a length outside `least..=most`.
pub(super) fn length(
    n: usize,
    least: usize,
    most: usize,
    expected: &'static str,
) -> Result<(), Error> {
    check_range("length of a permutation", n, least..=most, expected)
}
