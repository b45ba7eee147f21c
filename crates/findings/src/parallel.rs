//! Work on all cores. Only the two functions without type parameters call rayon: a copy of its code for each closure took a
//! fifth of the time to build this crate.

use std::sync::Mutex;

use rayon::prelude::*;

/// Maps the items, and keeps their order.
pub(crate) fn parallel_map<T: Send, R: Send>(
    items: impl IntoIterator<Item = T>,
    map: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    let slots: Vec<_> = items
        .into_iter()
        .map(|item| Mutex::new((Some(item), None)))
        .collect();
    for_each_place(slots.len(), &|place| {
        let mut slot = slots[place].lock().expect("visited once");
        slot.1 = slot.0.take().map(&map);
    });
    let slots = slots.into_iter().filter_map(|slot| slot.into_inner().ok());
    slots.filter_map(|(_, result)| result).collect()
}

/// The same for what can fail: the first error in the order of the items, or all results.
pub(crate) fn try_parallel_map<T: Send, R: Send, E: Send>(
    items: impl IntoIterator<Item = T>,
    map: impl Fn(T) -> Result<R, E> + Sync,
) -> Result<Vec<R>, E> {
    parallel_map(items, map).into_iter().collect()
}

/// Runs two functions, and returns both results.
pub(crate) fn join<A: Send, B: Send>(
    one: impl FnOnce() -> A + Send,
    other: impl FnOnce() -> B + Send,
) -> (A, B) {
    let (mut results, mut one, mut other) = ((None, None), Some(one), Some(other));
    both(
        &mut || {
            results.0 = one.take().map(|one| one());
        },
        &mut || results.1 = other.take().map(|other| other()),
    );
    let (Some(one), Some(other)) = results else {
        unreachable!()
    };
    (one, other)
}

/// Calls the function for each place below `places`.
pub(crate) fn for_each_place(places: usize, work: &(dyn Fn(usize) + Sync)) {
    (0..places).into_par_iter().for_each(work);
}

fn both(one: &mut (dyn FnMut() + Send), other: &mut (dyn FnMut() + Send)) {
    rayon::join(one, other);
}
