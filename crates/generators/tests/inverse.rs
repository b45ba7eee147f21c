//! Recovers seeds and states from words, and steps back in time.

use core::ops::ControlFlow;
use std::collections::HashSet;

use proptest::prelude::*;
use roguelab_generators::bsd_random::{BsdRandom, Kind, Seeding};
use roguelab_generators::inverse::{
    InverseError, Recovered, enough_words, recover, seed_of_state, seeds_of_words, states_of_words,
};

fn words(random: &mut BsdRandom, number: usize) -> Vec<u32> {
    (0..number).map(|_| random.next_word()).collect()
}

fn seeded(kind: Kind, seeding: Seeding, seed: i32, steps: u64) -> BsdRandom {
    let mut random = BsdRandom::new(kind, seeding, seed);
    for _ in 0..steps {
        random.next_word();
    }
    random
}

fn any_kind() -> impl Strategy<Value = Kind> {
    prop::sample::select(&Kind::ALL[..])
}

fn any_seeding() -> impl Strategy<Value = Seeding> {
    prop::sample::select(&Seeding::ALL[..])
}

/// All states that give the words.
fn states(kind: Kind, words: &[u32]) -> Vec<Recovered> {
    let mut states = Vec::new();
    states_of_words(kind, words, &mut |state| {
        states.push(state);
        ControlFlow::Continue(())
    })
    .unwrap();
    states
}

proptest! {
    #[test]
    fn the_seed_is_among_those_of_its_words(kind in any_kind(), seed: i32, at in 0u64..3000, number in 1usize..5) {
        let given = words(&mut seeded(kind, Seeding::Weak, seed, at), number);
        let seeds: Vec<i32> = seeds_of_words(kind, at, &given).unwrap().collect();
        prop_assert!(seeds.contains(&seed));
        prop_assert_eq!(seeds.iter().collect::<HashSet<_>>().len(), seeds.len());
        for seed in seeds {
            prop_assert_eq!(&words(&mut seeded(kind, Seeding::Weak, seed, at), number), &given);
        }
    }

    #[test]
    fn steps_back_beyond_the_seeding_are_undone_by_steps(kind in any_kind(), seed: i32, steps in 0usize..2000) {
        let start = seeded(kind, Seeding::Glibc, seed, 1);
        let mut random = start.clone();
        let mut before: Vec<u32> = (0..steps).map(|_| random.step_back()).collect();
        before.reverse();
        prop_assert_eq!(words(&mut random, steps), before);
        prop_assert_eq!(random, start);
    }

    #[test]
    fn a_state_is_recovered_from_enough_words(
        kind in any_kind(),
        seeding in any_seeding(),
        seed: i32,
        steps in 1u64..300,
        more in 0usize..400,
    ) {
        let mut random = seeded(kind, seeding, seed, steps);
        let earlier = random.clone().step_back();
        let given = words(&mut random, enough_words(kind) + more);
        let Recovered { mut before, mut after } = recover(kind, &given).unwrap();
        prop_assert_eq!(words(&mut after, 200), words(&mut random, 200));
        prop_assert_eq!(before.step_back(), earlier);
        prop_assert_eq!(before.next_word(), earlier);
        prop_assert_eq!(words(&mut before, given.len()), given);
    }

    #[test]
    fn the_seed_of_a_recovered_state_is_found(
        kind in prop::sample::select(&Kind::ALL[1..]),
        seeding in any_seeding(),
        seed in any::<i32>().prop_filter("glibc makes the same of 0 and 1", |&seed| seed != 0),
        steps in 0u64..300,
    ) {
        let given = words(&mut seeded(kind, seeding, seed, steps), enough_words(kind));
        let before = recover(kind, &given).unwrap().before;
        let found = seed_of_state(&before, 300).unwrap();
        prop_assert_eq!((found.seeding, found.seed, found.index), (seeding, seed, steps));
        prop_assert_eq!(steps.checked_sub(1).and_then(|fewer| seed_of_state(&before, fewer)), None);
    }
}

/// Compared with a search over all lowest bits.
#[test]
fn the_states_found_are_all_the_states_there_are() {
    let kind = Kind::Type1;
    for number in [7, 8, 10, 13, 16] {
        let given = words(&mut seeded(kind, Seeding::Glibc, 5, 3), number);
        let naive = (0..1u32 << 7).filter(|low_bits| {
            let ring = given[..7]
                .iter()
                .enumerate()
                .map(|(i, word)| word << 1 | (low_bits >> i & 1));
            let saved: Vec<u32> = core::iter::once(kind as u32 + 5 * 4).chain(ring).collect();
            words(&mut BsdRandom::restore(&saved).unwrap(), number - 7) == given[7..]
        });
        let found = states(kind, &given);
        assert_eq!(found.len(), naive.count(), "{number} words");
        for (i, state) in found.iter().enumerate() {
            assert_eq!(words(&mut state.before.clone(), number), given);
            assert!(!found[..i].contains(state));
        }
    }
}

#[test]
fn a_word_that_does_not_belong_is_named() {
    let kind = Kind::Type3;
    let mut given = words(&mut seeded(kind, Seeding::Glibc, 5, 3), 120);
    given[70] ^= 1 << 9;
    assert_eq!(
        recover(kind, &given),
        Err(InverseError::OtherKind { kind, at: 70 })
    );
    let given = words(&mut seeded(Kind::Type2, Seeding::Weak, 5, 0), 120);
    assert_eq!(
        recover(kind, &given),
        Err(InverseError::OtherKind { kind, at: 31 })
    );
    let kind = Kind::Type0;
    assert_eq!(
        recover(kind, &[1, 2]),
        Err(InverseError::OtherKind { kind, at: 1 })
    );
}

#[test]
fn a_carry_that_the_lowest_bits_do_not_give_is_a_contradiction() {
    let kind = Kind::Type3;
    let mut given = words(&mut seeded(kind, Seeding::Glibc, 5, 3), 120);
    let sum = (given[119 - 31] + given[119 - 3]) & 0x7fff_ffff;
    given[119] = if given[119] == sum { sum + 1 } else { sum };
    assert_eq!(
        recover(kind, &given),
        Err(InverseError::Contradiction { kind })
    );
}

#[test]
fn words_that_tell_too_little_are_refused_with_the_reason() {
    let (kind, given) = (
        Kind::Type3,
        words(&mut seeded(Kind::Type3, Seeding::Weak, 5, 0), 60),
    );
    assert_eq!(
        recover(kind, &given[..30]),
        Err(InverseError::TooShort { kind, given: 30 })
    );
    assert_eq!(
        recover(kind, &given),
        Err(InverseError::Ambiguous { kind, given: 60 })
    );
    assert_eq!(recover(kind, &[]), Err(InverseError::NoWords));
    assert_eq!(
        seeds_of_words(kind, 0, &[]).unwrap_err(),
        InverseError::NoWords
    );
    let too_short = |given| {
        recover(Kind::Type1, &[0, 0][..given])
            .unwrap_err()
            .to_string()
    };
    assert_eq!(
        too_short(1),
        "1 word is too few: a state of TYPE_1 has 7 words itself"
    );
    assert_eq!(
        too_short(2),
        "2 words are too few: a state of TYPE_1 has 7 words itself"
    );
    let wide = InverseError::TooWide {
        at: 1,
        word: 1 << 31,
    };
    assert_eq!(seeds_of_words(kind, 0, &[0, 1 << 31]).unwrap_err(), wide);
}
