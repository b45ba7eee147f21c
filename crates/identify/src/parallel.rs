//! Work on all processors. WebAssembly has one, and does it in turn: rayon would be an eighth of the page.

#[cfg(not(target_family = "wasm"))]
use rayon::prelude::*;

/// What is made of each item, in their order.
#[cfg(not(target_family = "wasm"))]
pub fn map<T: Send, R: Send>(items: Vec<T>, make: impl Fn(T) -> R + Send + Sync) -> Vec<R> {
    items.into_par_iter().map(make).collect()
}

/// What is made of the items, in their order: all of it, or `most` of any.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn take_any<T: Send, I: IntoIterator<Item: Send>>(
    items: Vec<T>,
    most: usize,
    make: impl Fn(T) -> I + Send + Sync,
) -> Vec<I::Item> {
    let all = items.into_par_iter().flat_map_iter(make);
    all.take_any(most).collect()
}

/// What is made of items that are too many for a list, in any order.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn filter_map<T: Send, R: Send>(
    items: impl Iterator<Item = T> + Send,
    make: impl Fn(T) -> Option<R> + Send + Sync,
) -> Vec<R> {
    items.par_bridge().filter_map(make).collect()
}

/// Does something with each item, and begins with the first.
#[cfg(not(target_family = "wasm"))]
pub fn for_each<T: Send>(items: impl Iterator<Item = T> + Send, act: impl Fn(T) + Sync) {
    let act = &act;
    rayon::scope_fifo(|scope| {
        for item in items {
            scope.spawn_fifo(move |_| act(item));
        }
    });
}

/// What is made of each item, in their order.
#[cfg(target_family = "wasm")]
pub fn map<T, R>(items: Vec<T>, make: impl Fn(T) -> R) -> Vec<R> {
    items.into_iter().map(make).collect()
}

#[cfg(target_family = "wasm")]
pub(crate) fn take_any<T, I: IntoIterator>(
    items: Vec<T>,
    most: usize,
    make: impl Fn(T) -> I,
) -> Vec<I::Item> {
    items.into_iter().flat_map(make).take(most).collect()
}

#[cfg(target_family = "wasm")]
pub(crate) fn filter_map<T, R>(
    items: impl Iterator<Item = T>,
    make: impl Fn(T) -> Option<R>,
) -> Vec<R> {
    items.filter_map(make).collect()
}

/// Does something with each item.
#[cfg(target_family = "wasm")]
pub fn for_each<T>(items: impl Iterator<Item = T>, act: impl Fn(T)) {
    items.for_each(act);
}
