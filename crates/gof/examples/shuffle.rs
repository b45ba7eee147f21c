//! Asserts that a shuffle is fair, and prints what is wrong with one that is not.

use roguelab_gof::assertion::TestRng;
use roguelab_gof::{Shuffle, assert_shuffle};

/// A random number below `n`.
fn below(n: usize, rng: &mut TestRng) -> usize {
    ((u64::from(rng.next_u32()) * n as u64) >> 32) as usize
}

/// Swaps each place with one that is not yet settled, as Fisher and Yates did.
fn shuffle(deck: &mut [usize], rng: &mut TestRng) {
    for i in (1..deck.len()).rev() {
        deck.swap(i, below(i + 1, rng));
    }
}

/// Swaps each place with any place: a common mistake.
fn shuffle_naively(deck: &mut [usize], rng: &mut TestRng) {
    for i in 0..deck.len() {
        deck.swap(i, below(deck.len(), rng));
    }
}

fn main() {
    // A `#[test]` needs only this line. It panics if the shuffle is biased.
    assert_shuffle(6, shuffle);
    println!("shuffle is fair");

    match Shuffle::of(6).check(shuffle_naively) {
        Ok(_) => println!("shuffle_naively is fair"),
        Err(failure) => println!("{failure}"),
    }
}
