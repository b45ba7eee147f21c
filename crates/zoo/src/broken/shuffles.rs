//! Broken shuffles. Each gets the numbers in order.

use generators::draw::Draw;

use super::fair::{below, coin, dice, fair, place};
use super::{Broken, Law, Make, broken};
use crate::sources::{Kind, View, law, stream};

/// Few enough that all their orders can be counted.
const N: u32 = 5;

/// More than that.
const TEN: Kind = Kind::Permutations { n: 10 };
const DECK: Kind = Kind::Permutations { n: 52 };

const fn shuffle(
    name: &'static str,
    about: &'static str,
    wrong: &'static str,
    shuffle: fn(&mut [u32], &mut dyn Draw),
) -> Broken {
    broken(
        Kind::Permutations { n: N },
        name,
        about,
        wrong,
        Make::Shuffle(shuffle),
    )
}

const fn special(
    name: &'static str,
    about: &'static str,
    wrong: &'static str,
    make: Make,
) -> Broken {
    broken(Kind::Permutations { n: N }, name, about, wrong, make)
}

/// A deck of `n`, which may depend on those before it, the latest first.
const fn deck(
    name: &'static str,
    about: &'static str,
    wrong: &'static str,
    n: u32,
    deal: fn(&mut [u32], &mut dyn Draw, &[Vec<u32>]),
) -> Broken {
    broken(
        Kind::Permutations { n },
        name,
        about,
        wrong,
        Make::Deal(deal),
    )
}

#[rustfmt::skip]
pub(super) const ALL: &[Broken] = &[
    shuffle("naive-swap", "each place is swapped with any place", "n^n ways do not divide into n! orders", |list, draws| {
        for i in 0..list.len() {
            list.swap(i, place(draws, list.len()));
        }
    }),
    shuffle("sattolo", "Fisher-Yates with draws below i, not i + 1", "no number ever stays: only cycles of full length", |list, draws| {
        for i in (1..list.len()).rev() {
            list.swap(i, place(draws, i));
        }
    }),
    shuffle("loop-starts-low", "Fisher-Yates from the last place but one", "the last number never moves", |list, draws| {
        for i in (1..list.len() - 1).rev() {
            list.swap(i, place(draws, i + 1));
        }
    }),
    shuffle("loop-ends-high", "Fisher-Yates down to the third place", "the last swap is missing", |list, draws| {
        for i in (2..list.len()).rev() {
            list.swap(i, place(draws, i + 1));
        }
    }),
    shuffle("neighbours", "each pair of neighbours is swapped or not", "numbers go one place back at most", |list, draws| {
        for i in 1..list.len() {
            if coin(draws) {
                list.swap(i - 1, i);
            }
        }
    }),
    shuffle("riffle-once", "a riffle: each card from one of two hands, by coin", "two rising sequences at most", riffle),
    shuffle("riffle-thrice", "three riffles", "three are too few even for five cards", |list, draws| {
        for _ in 0..3 {
            riffle(list, draws);
        }
    }),
    shuffle("overhand", "two overhand shuffles: cut at each gap by coin, packets in reverse", "neighbours stay together", |list, draws| {
        for _ in 0..2 {
            let whole = list.to_vec();
            let mut packets = vec![Vec::new()];
            for (i, card) in whole.into_iter().enumerate() {
                if i > 0 && coin(draws) {
                    packets.push(Vec::new());
                }
                packets.last_mut().expect("there is one from the start").push(card);
            }
            list.iter_mut().zip(packets.into_iter().rev().flatten()).for_each(|(place, card)| *place = card);
        }
    }),
    shuffle("cut", "the list is cut once", "only rotations", |list, draws| {
        let at = place(draws, list.len());
        list.rotate_left(at);
    }),
    shuffle("top-to-random", "five times the first number is put in anywhere", "too few times: it takes about n log n", |list, draws| {
        for _ in 0..5 {
            let to = place(draws, list.len());
            list[..=to].rotate_left(1);
        }
    }),
    shuffle("three-swaps", "three swaps of two random places", "too few swaps, and the parity is nearly that of their number", |list, draws| {
        for _ in 0..3 {
            let (j, k) = (place(draws, list.len()), place(draws, list.len()));
            list.swap(j, k);
        }
    }),
    shuffle("random-comparator", "insertion sort, each comparison a coin", "numbers tend to stay near", |list, draws| {
        for i in 1..list.len() {
            let mut at = i;
            while at > 0 && coin(draws) {
                list.swap(at - 1, at);
                at -= 1;
            }
        }
    }),
    shuffle("tied-keys", "a stable sort by random keys of 4 bits", "equal keys keep their order", |list, draws| {
        let mut keyed: Vec<_> = list.iter().map(|&number| (below(draws, 16), number)).collect();
        keyed.sort_by_key(|&(key, _)| key);
        list.iter_mut().zip(keyed).for_each(|(place, (_, number))| *place = number);
    }),
    shuffle("half", "Fisher-Yates over the first half, rounded up", "the second half never moves", |list, draws| {
        for i in (1..list.len().div_ceil(2)).rev() {
            list.swap(i, place(draws, i + 1));
        }
    }),
    shuffle("insertion-clamped", "each number is put in at a place below n, or last if that is not there yet", "too many are put in last", |list, draws| {
        for i in 1..list.len() {
            let to = place(draws, list.len()).min(i);
            list[to..=i].rotate_right(1);
        }
    }),
    shuffle("even-only", "Fisher-Yates, and the last two swapped back if the order is odd", "only half of all orders, yet every number is everywhere equally often", |list, draws| {
        fair(list, draws);
        let inversions = (0..list.len()).map(|i| list[i..].iter().filter(|&&other| other < list[i]).count());
        if inversions.sum::<usize>() % 2 == 1 {
            let last = list.len() - 1;
            list.swap(last - 1, last);
        }
    }),
    shuffle("four-bits-modulo", "Fisher-Yates with the remainder of 4 bits", "16 is no multiple of 5 and 3", |list, draws| {
        for i in (1..list.len()).rev() {
            list.swap(i, place(draws, 16) % (i + 1));
        }
    }),
    special(
        "clock-seed", "Fisher-Yates by a linear congruential generator, seeded for each shuffle from a clock of 8 bits",
        "256 seeds: no more lists than that, some of them more often",
        Make::Lawful(
            |seed| {
                let mut clock = dice(seed);
                stream::items(N as usize, move |item| item.copy_from_slice(&at_tick(below(&mut clock, 256))))
            },
            || {
                let lists: Vec<_> = (0..256).map(at_tick).collect();
                let law = law::of_population(Kind::Permutations { n: N }, View::Rank, lists.iter().map(|list| &list[..]))?;
                Ok(Law { view: View::Rank, distribution: law.ok_or(exact::Error::NoOutcomes)? })
            },
        ),
    ),
    broken(DECK, "rand-seeded-deck", "Fisher-Yates of 52 by a C library's `rand`, seeded for each deck with 15 bits", "32768 decks", Make::Stream(|seed| {
            let mut clock = dice(seed);
            stream::items(52, move |item| {
                item.iter_mut().zip(0..).for_each(|(place, number)| *place = number);
                deal(item, below(&mut clock, 1 << 15));
            })
        })),
    broken(TEN, "twice-each", "Fisher-Yates of ten, each list given out twice", "a list is kept too long: the next one is known half of the time; each is fair", Make::Stream(|seed| {
            let (mut draws, mut list, mut again) = (dice(seed), [0; 10], true);
            stream::items(list.len(), move |item| {
                again = !again;
                if !again {
                    list = std::array::from_fn(|i| i as u32);
                    fair(&mut list, &mut draws);
                }
                item.copy_from_slice(&list);
            })
        })),
    special(
        "decks-without-replacement", "all orders are dealt out, in a random order, before any comes again",
        "too even: every order comes equally often",
        Make::Stream(|seed| {
            let (mut draws, mut left) = (dice(seed), Vec::<u32>::new());
            stream::items(N as usize, move |item| {
                if left.is_empty() {
                    left.extend(0..120);
                    fair(&mut left, &mut draws);
                }
                let rank = left.pop().unwrap_or_default();
                // Below 5!, so there is such a list.
                let _ = permute::rank::unrank(rank.into(), item);
            })
        }),
    ),
    deck("even-only-52", "Fisher-Yates, and the last two swapped back if the order is odd", "only half of all orders", 52, |list, draws, _| {
        fair(list, draws);
        let inversions = (0..list.len()).map(|i| list[i..].iter().filter(|&&other| other < list[i]).count());
        if inversions.sum::<usize>() % 2 == 1 {
            list.swap(50, 51);
        }
    }),
    deck("loop-ends-high-150", "Fisher-Yates down to the third place", "the last swap is missing", 150, |list, draws, _| {
        for i in (2..list.len()).rev() {
            list.swap(i, place(draws, i + 1));
        }
    }),
    deck("planted-successor", "Fisher-Yates, and in one deck of five a card put behind the one it follows", "a pair that stays together", 52, |list, draws, _| {
        fair(list, draws);
        if below(draws, 5) == 0 {
            let card = below(draws, 51);
            put_behind(list, card + 1, card);
        }
    }),
    deck("planted-predecessor", "Fisher-Yates, and in one deck of five a card put behind the one that follows it", "a pair that stays together", 52, |list, draws, _| {
        fair(list, draws);
        if below(draws, 5) == 0 {
            let card = below(draws, 51);
            put_behind(list, card, card + 1);
        }
    }),
    broken(DECK, "every-second-reversed", "Fisher-Yates of 52, and then the same deck from behind", "the next deck is known half of the time; each is fair", Make::Stream(|seed| {
            let (mut draws, mut deck, mut again) = (dice(seed), (0..52).collect::<Vec<u32>>(), true);
            stream::items(deck.len(), move |item| {
                again = !again;
                if again { deck.reverse() } else { fair(&mut deck, &mut draws) }
                item.copy_from_slice(&deck);
            })
        })),
    deck("sixty-swaps", "the deck before, with sixty swaps of two random places", "too few swaps: one card in ten is where it was; each is fair", 52, |list, draws, before| {
        let Some(last) = before.first() else { return fair(list, draws) };
        list.copy_from_slice(last);
        for _ in 0..60 {
            let (j, k) = (place(draws, list.len()), place(draws, list.len()));
            list.swap(j, k);
        }
    }),
    deck("seven-riffles", "the deck before, riffled seven times", "seven riffles are enough for most games, and leave too few rising sequences; each is fair", 52, |list, draws, before| {
        let Some(last) = before.first() else { return fair(list, draws) };
        list.copy_from_slice(last);
        for _ in 0..7 {
            let coins: Vec<bool> = list.iter().map(|_| coin(draws)).collect();
            let whole = list.to_vec();
            let (first, second) = whole.split_at(coins.iter().filter(|coin| **coin).count());
            let mut hands = [second.iter(), first.iter()];
            for (place, coin) in list.iter_mut().zip(coins) {
                *place = hands[usize::from(coin)].next().copied().unwrap_or(0);
            }
        }
    }),
    deck("sticky-cards", "Fisher-Yates, but the two top cards of the deck before stick together", "a pair that stays together, another one in each deck; each is fair", 52, |list, draws, before| {
        fair(list, draws);
        if let Some(last) = before.first() {
            put_behind(list, last[1], last[0]);
        }
    }),
];

/// The riffle of Gilbert, Shannon and Reeds, backwards: cards by coin to one of two hands, then one hand on the other.
fn riffle(list: &mut [u32], draws: &mut dyn Draw) {
    let (first, second): (Vec<u32>, Vec<u32>) = list.iter().partition(|_| coin(draws));
    list.iter_mut()
        .zip(first.into_iter().chain(second))
        .for_each(|(place, card)| *place = card);
}

/// Takes a card out, and puts it in again right behind another.
fn put_behind(list: &mut [u32], card: u32, other: u32) {
    let mut order: Vec<u32> = list.iter().copied().filter(|&any| any != card).collect();
    let at = order
        .iter()
        .position(|&any| any == other)
        .map_or(0, |at| at + 1);
    order.insert(at, card);
    list.copy_from_slice(&order);
}

/// The list that a clock's tick gives.
fn at_tick(tick: u32) -> [u32; N as usize] {
    let mut list = [0, 1, 2, 3, 4];
    deal(&mut list, tick);
    list
}

/// Fisher-Yates by the `rand` of a C library with this seed.
fn deal(list: &mut [u32], seed: u32) {
    let mut word = seed;
    for i in (1..list.len()).rev() {
        word = word.wrapping_mul(1_103_515_245).wrapping_add(12345);
        list.swap(i, (word >> 16) as usize % (i + 1));
    }
}

#[cfg(test)]
mod tests {
    use super::super::{examine, find};

    /// One in 10^9 is less than one in a million over ten looks at twelve tests.
    #[test]
    fn decks_that_follow_from_few_seeds_or_from_the_last_deck_are_found_with_each_of_20_seeds() {
        for (name, test, decks) in [
            ("rand-seeded-deck", "repeats", 1000),
            ("seven-riffles", "rising-sequences", 500),
            ("sticky-cards", "kept-pairs", 500),
        ] {
            for seed in 1..=20 {
                let found = examine(find(name).unwrap(), seed, |of| of == test, 1e-9, decks);
                assert!(found.unwrap()[0].at.is_some(), "{name}, seed {seed}");
            }
        }
    }
}
