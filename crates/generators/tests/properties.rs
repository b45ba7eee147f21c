//! Properties of the generators: closed forms equal stepping, jumps equal steps, states survive being saved.

use generators::bsd_random::{Additive, BsdRandom, Kind, Seeding, Type0, Type3};
use generators::closed_form::Table;
use generators::pcg32::Pcg32;
use generators::state::StateError;
use proptest::prelude::*;

const EDGES: [i32; 5] = [0, 1, -1, i32::MIN, i32::MAX];

/// The proof that the closed form is stepping, for one kind: both sides are affine in the seed modulo 2^32, and two affine
/// functions that agree at 0 and at 1 agree everywhere. The other seeds check the premise.
fn closed_form_is_stepping<const DEGREE: usize, const SEPARATION: usize>() {
    let table = Table::<1000>::additive::<DEGREE, SEPARATION>();
    for seed in EDGES.into_iter().chain((0..2000).map(|i: i32| i.wrapping_mul(0x9e37_79b9_u32 as i32))) {
        let mut stepped = Additive::<DEGREE, SEPARATION>::srrandom(seed);
        assert_eq!(Additive::seeded_by_closed_form(seed), stepped, "ring of seed {seed}");
        for n in 0..1000 {
            assert_eq!(table.nth(seed, n), stepped.next_word(), "word {n} of seed {seed}");
        }
    }
}

#[test]
fn closed_form_equals_stepping_for_type_1() {
    closed_form_is_stepping::<7, 3>();
}

#[test]
fn closed_form_equals_stepping_for_type_2() {
    closed_form_is_stepping::<15, 1>();
}

#[test]
fn closed_form_equals_stepping_for_type_3() {
    closed_form_is_stepping::<31, 3>();
}

#[test]
fn closed_form_equals_stepping_for_type_4() {
    closed_form_is_stepping::<63, 1>();
}

#[test]
fn closed_form_equals_stepping_for_type_0() {
    let table = Table::<1000>::linear();
    for seed in EDGES.into_iter().chain(-1000..1000) {
        let mut stepped = Type0::srrandom(seed);
        for n in 0..1000 {
            assert_eq!(table.nth(seed, n), stepped.next_word(), "word {n} of seed {seed}");
        }
    }
}

fn jumps_are_steps<const DEGREE: usize, const SEPARATION: usize>(seed: i32, before: u16, steps: u16) {
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
    let kind = prop::sample::select(&Kind::ALL[..]);
    let seeding = prop::sample::select(&[Seeding::Weak, Seeding::Glibc, Seeding::Libc5][..]);
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
    fn two_jumps_are_one(seed: i32, first: u32, second: u32) {
        let (mut twice, mut once) = (Type3::srrandom(seed), Type3::srrandom(seed));
        twice.jump(u64::from(first));
        twice.jump(u64::from(second));
        once.jump(u64::from(first) + u64::from(second));
        prop_assert_eq!(twice, once);
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
    fn a_generator_survives_json(random in any_random()) {
        let json = serde_json::to_string(&random).unwrap();
        prop_assert_eq!(serde_json::from_str::<BsdRandom>(&json).unwrap(), random);
    }

    #[test]
    fn words_of_any_kind_restore_to_a_state_or_an_error(words in prop::collection::vec(any::<u32>(), 0..70)) {
        if let Ok(restored) = BsdRandom::restore(&words) {
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

    #[test]
    fn pcg_steps_back_what_it_stepped_forward(state: u64, inc: u64) {
        let start = Pcg32::new_raw(state, inc);
        let mut pcg = start.clone();
        pcg.next_word();
        pcg.step_back();
        prop_assert_eq!(&pcg, &start);
        pcg.step_back();
        prop_assert_eq!(pcg.distance_to(&start), Some(1));
    }

    #[test]
    fn pcg_distances_go_all_the_way_round(state: u64, inc: u64, steps: u64) {
        let start = Pcg32::new_raw(state, inc);
        let mut end = start.clone();
        end.advance(steps);
        prop_assert_eq!(start.distance_to(&end), Some(steps));
    }
}

#[test]
fn a_state_that_cannot_be_is_refused_with_its_reason() {
    let mut words = BsdRandom::new(Kind::Type3, Seeding::Weak, 5).save().words().to_vec();
    let first = words[0];
    assert_eq!(BsdRandom::restore(&[]), Err(StateError::Empty));
    let short = StateError::Length { kind: Kind::Type3, expected: 32, found: 31 };
    assert_eq!(BsdRandom::restore(&words[..31]), Err(short));
    words[0] = 5 * 31 + 3;
    assert_eq!(BsdRandom::restore(&words), Err(StateError::Rear { first: 158, rear: 31, degree: 31 }));
    assert_eq!(first % 5, 3);
}

#[test]
fn a_jump_by_the_greatest_number_of_steps_is_two_jumps() {
    let (mut once, mut twice) = (Type3::srrandom(7), Type3::srrandom(7));
    once.jump(u64::MAX);
    twice.jump(u64::MAX - 100);
    twice.jump(100);
    assert_eq!(once, twice);
}

#[test]
fn a_saved_state_shows_its_words() {
    let saved = BsdRandom::restore(&[0, 7]).unwrap().save();
    assert_eq!(format!("{saved:?}"), "SavedState([0, 7])");
}

#[test]
fn what_is_no_sequence_of_a_states_words_is_refused_with_what_was_expected() {
    let refused = |json: &str| serde_json::from_str::<BsdRandom>(json).unwrap_err().to_string();
    assert!(refused("5").contains("expected the words of a saved state, at most 64"));
    let long = serde_json::to_string(&[0; 65][..]).unwrap();
    assert!(refused(&long).contains("invalid length 65, expected the words of a saved state"));
}
