//! The shortest list that still fails.

/// Leaves out ops as long as the list still fails: first everything after the first failing op, then halves, quarters, and so
/// on down to single ops, until none of these can be left out.
///
/// `first_failure` gives the index of the first op that fails, or `None` for a list that passes. The result always fails, and
/// passes if any single op is removed. A list that does not fail is returned as it is. The search is deterministic; a list of
/// `n` ops costs about `n` trials, at worst `n * n`.
///
/// ```
/// // Fails at the first 9 that stands after a 3.
/// let nine_after_three = |list: &[u32]| {
///     let three = list.iter().position(|&item| item == 3)?;
///     list[three..].iter().position(|&item| item == 9).map(|after| three + after)
/// };
/// assert_eq!(roguelab_lockstep::shrink(vec![1, 9, 3, 4, 3, 5, 9, 2], nine_after_three), [3, 9]);
/// ```
pub fn shrink<T: Clone>(
    mut list: Vec<T>,
    mut first_failure: impl FnMut(&[T]) -> Option<usize>,
) -> Vec<T> {
    let Some(index) = first_failure(&list) else {
        return list;
    };
    list.truncate(index + 1);
    let mut size = (list.len() / 2).max(1);
    loop {
        let mut left_out = false;
        let mut start = 0;
        while start < list.len() {
            let end = (start + size).min(list.len());
            let mut shorter = [&list[..start], &list[end..]].concat();
            // An empty list has no op that could fail.
            if !shorter.is_empty()
                && let Some(index) = first_failure(&shorter)
            {
                shorter.truncate(index + 1);
                list = shorter;
                left_out = true;
            } else {
                start = end;
            }
        }
        if size > 1 {
            size /= 2;
        } else if !left_out {
            return list;
        }
    }
}
