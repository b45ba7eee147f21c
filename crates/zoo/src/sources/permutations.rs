//! Permutations without lists.

use generators::bounding::{LowBits, Threshold};
use generators::draw::{Dice, Draw};
use generators::pcg32::Pcg32;
use permute::listless::{Listless, ListlessIn};

use super::games::long_game;
use super::generators::STREAM;
use super::{ItemKind, Source, Stream, stream};

/// The lengths for which there are sources.
pub(super) const LENGTHS: std::ops::RangeInclusive<u32> = 4..=14;

/// Writes a permutation without a list. The storage has as many places as the item.
pub(super) fn write_listless(item: &mut [u32], storage: &mut [u32], draws: &mut impl Draw) {
    let n = item.len() as u32;
    let numbers = ListlessIn::new(n, storage, draws).into_iter().flatten();
    for (place, number) in item.iter_mut().zip(numbers) {
        *place = number;
    }
}

/// A stream whose length is known to the compiler, which takes a quarter of the time.
fn sized_stream<const N: usize>(mut draws: impl Draw + Send + 'static) -> Box<dyn Stream> {
    stream::items(N, move |item| {
        for (place, number) in item.iter_mut().zip(Listless::<N, _>::new(&mut draws)) {
            *place = number;
        }
    })
}

fn permutation_stream(n: u32, mut draws: impl Draw + Send + 'static) -> Box<dyn Stream> {
    match n {
        4 => sized_stream::<4>(draws),
        5 => sized_stream::<5>(draws),
        6 => sized_stream::<6>(draws),
        7 => sized_stream::<7>(draws),
        8 => sized_stream::<8>(draws),
        10 => sized_stream::<10>(draws),
        14 => sized_stream::<14>(draws),
        _ => {
            let mut storage = vec![0; n as usize];
            stream::items(n as usize, move |item| {
                write_listless(item, &mut storage, &mut draws);
            })
        }
    }
}

pub(super) fn listless_by_pcg32(n: u32) -> Source {
    Source::new(
        format!("listless-pcg32-{n}"),
        format!("permutations of {n} without a list, fair draws from PCG32"),
        ItemKind::Permutations { n },
        move |seed| permutation_stream(n, Dice::<_, Threshold>::new(Pcg32::srandom(seed, STREAM))),
    )
}

pub(super) fn listless_by_rogue(n: u32) -> Source {
    Source::new(
        format!("listless-rogue-{n}"),
        format!("permutations of {n} without a list, Rogue's get_rand"),
        ItemKind::Permutations { n },
        move |seed| permutation_stream(n, Dice::<_, LowBits<14>>::new(long_game(seed))),
    )
}

/// The sources under two rules, for each length.
pub(super) fn all() -> Vec<Source> {
    LENGTHS
        .flat_map(|n| [listless_by_pcg32(n), listless_by_rogue(n)])
        .collect()
}
