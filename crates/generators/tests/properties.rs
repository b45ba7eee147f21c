//! Closed forms equal stepping, jumps equal steps, saved states restore, and PCG32 equals the document.

use proptest::prelude::*;
use roguelab_generators::bsd_random::{Additive, BsdRandom, Kind, Seeding, Type0};
use roguelab_generators::closed_form::Table;
use roguelab_generators::pcg32::Pcg32;

const EDGES: [i32; 5] = [0, 1, -1, i32::MIN, i32::MAX];

/// Proves, for one kind, that the closed form equals stepping: both sides are affine in the seed modulo 2^32, and two affine
/// functions that agree at 0 and at 1 agree everywhere. The other seeds check the premise.
fn closed_form_is_stepping<const DEGREE: usize, const SEPARATION: usize>() {
    let table = Table::<1000>::additive::<DEGREE, SEPARATION>();
    for seed in EDGES
        .into_iter()
        .chain((0..2000).map(|i: i32| i.wrapping_mul(0x9e37_79b9_u32 as i32)))
    {
        let mut stepped = Additive::<DEGREE, SEPARATION>::srrandom(seed);
        assert_eq!(
            Additive::seeded_by_closed_form(seed),
            stepped,
            "ring of seed {seed}"
        );
        for n in 0..1000 {
            assert_eq!(
                table.nth(seed, n),
                stepped.next_word(),
                "word {n} of seed {seed}"
            );
        }
    }
}

#[test]
fn the_closed_form_equals_stepping_for_every_type() {
    closed_form_is_stepping::<7, 3>();
    closed_form_is_stepping::<15, 1>();
    closed_form_is_stepping::<31, 3>();
    closed_form_is_stepping::<63, 1>();
    let table = Table::<1000>::linear();
    for seed in EDGES.into_iter().chain(-1000..1000) {
        let mut stepped = Type0::srrandom(seed);
        for n in 0..1000 {
            assert_eq!(
                table.nth(seed, n),
                stepped.next_word(),
                "word {n} of seed {seed}, TYPE_0"
            );
        }
    }
}

fn jumps_are_steps<const DEGREE: usize, const SEPARATION: usize>(
    seed: i32,
    before: u16,
    steps: u16,
) {
    let mut stepped = Additive::<DEGREE, SEPARATION>::srrandom(seed);
    for _ in 0..before {
        stepped.next_word();
    }
    let mut jumped = stepped.clone();
    jumped.jump(u64::from(steps));
    for _ in 0..steps {
        stepped.next_word();
    }
    assert_eq!(jumped, stepped);
}

fn any_random() -> impl Strategy<Value = BsdRandom> {
    let (kind, seeding) = (
        prop::sample::select(&Kind::ALL[..]),
        prop::sample::select(&Seeding::ALL[..]),
    );
    (kind, seeding, any::<i32>(), 0..200).prop_map(|(kind, seeding, seed, steps)| {
        let mut random = BsdRandom::new(kind, seeding, seed);
        for _ in 0..steps {
            random.next_word();
        }
        random
    })
}

proptest! {
    #[test]
    fn a_jump_is_that_many_steps(seed: i32, before in 0u16..100, steps in 0u16..3000) {
        jumps_are_steps::<7, 3>(seed, before, steps);
        jumps_are_steps::<15, 1>(seed, before, steps);
        jumps_are_steps::<31, 3>(seed, before, steps);
        jumps_are_steps::<63, 1>(seed, before, steps);
    }

    #[test]
    fn a_saved_state_restores_the_generator(mut random in any_random()) {
        let mut restored = BsdRandom::restore(random.save().words()).unwrap();
        for _ in 0..100 {
            prop_assert_eq!(random.next_word(), restored.next_word());
        }
        prop_assert_eq!(random, restored);
    }

    #[test]
    fn words_that_restore_are_saved_again(words in prop::collection::vec(any::<u32>(), 0..70)) {
        if let Some(restored) = BsdRandom::restore(&words) {
            let saved = restored.save();
            prop_assert_eq!(saved.words(), &words[..]);
        }
    }

    #[test]
    fn pcg_advances_as_it_steps(state: u64, inc: u64, steps in 0u64..3000) {
        let (mut stepped, mut advanced) = (Pcg32::new_raw(state, inc), Pcg32::new_raw(state, inc));
        for _ in 0..steps {
            stepped.next_word();
        }
        advanced.advance(steps);
        prop_assert_eq!(&advanced, &stepped);
        prop_assert_eq!(Pcg32::new_raw(state, inc).distance_to(&stepped), Some(steps));
        advanced.advance(steps.wrapping_neg());
        prop_assert_eq!(advanced, Pcg32::new_raw(state, inc));
    }
}

#[test]
fn words_that_are_no_saved_state_are_refused() {
    let mut words = BsdRandom::new(Kind::Type3, Seeding::Weak, 5)
        .save()
        .words()
        .to_vec();
    assert!(BsdRandom::restore(&words).is_some() && words[0] % 5 == 3);
    assert!(BsdRandom::restore(&[]).is_none() && BsdRandom::restore(&words[..31]).is_none());
    words[0] = 5 * 31 + 3;
    assert!(
        BsdRandom::restore(&words).is_none(),
        "the rear pointer is outside the ring"
    );
}
