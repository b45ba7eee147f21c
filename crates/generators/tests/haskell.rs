//! Properties of the generator of document 001 for all states. The program compares it with the document's outputs.

use proptest::prelude::*;
use roguelab_generators::haskell::{PCGen, Random};
use roguelab_generators::pcg32::Pcg32;

fn output(state: u64) -> u32 {
    PCGen::new(state, 0).step_gen()
}

fn any_pcgen() -> impl Strategy<Value = PCGen> {
    (any::<u64>(), any::<u64>()).prop_map(|(state, inc)| PCGen::new(state, inc))
}

proptest! {
    /// The premise of the rank: a map with this property for all triples is affine.
    #[test]
    fn outputs_are_affine_where_the_rotation_is_fixed(rotation in 0u64..32, a: u64, b: u64, c: u64) {
        let state = |low: u64| (rotation << 59) | (low >> 5);
        prop_assert_eq!(output(state(a ^ b ^ c)), output(state(a)) ^ output(state(b)) ^ output(state(c)));
    }

    #[test]
    fn children_stand_at_rotations_of_the_state_four_steps_on(parent in any_pcgen()) {
        let (left, right) = parent.split();
        let mut later = Pcg32::from(parent);
        later.advance(4);
        prop_assert_eq!(left.state(), later.state().rotate_right(5));
        prop_assert_eq!(right.state(), left.state().rotate_left(2));
    }
}

macro_rules! integers_stay_within_their_bounds {
    ($($integer:ident)*) => {
        mod integers_stay_within_their_bounds {
            use super::*;

            proptest! {$(
                #[test]
                fn $integer(generator in any_pcgen(), a: $integer, b: $integer) {
                    let value = $integer::random_r((a, b), &mut generator.clone());
                    prop_assert!((a.min(b)..=a.max(b)).contains(&value));
                    prop_assert_eq!($integer::random_r((b, a), &mut generator.clone()), value);
                    $integer::random(&mut generator.clone());
                }
            )*}
        }
    };
}

integers_stay_within_their_bounds!(i8 i16 i32 i64 u8 u16 u32 u64 bool);

#[test]
fn a_whole_number_of_haskell_is_a_word_with_its_highest_bit_as_a_sign() {
    let (mut signed, mut plain) = (PCGen::new(42, 109), PCGen::new(42, 109));
    for _ in 0..100 {
        assert_eq!(signed.next(), plain.step_gen() as i32);
    }
    assert_eq!(PCGen::gen_range(), (i32::MIN, i32::MAX));
    assert_eq!(PCGen::new(42, 109).to_string(), "PCGen 42 109");
}
