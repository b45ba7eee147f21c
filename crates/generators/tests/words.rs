//! Words that an oracle gave, kept in `fixtures/vectors`, and small facts, for those who change a generator and run its
//! tests alone. The lab compares whole streams.

use std::num::NonZeroU32;

use generators::bsd_random::{Kind, Type0};
use generators::draw::{Draw, Tape, Words};
use generators::haskell::{PCGen, Random, output_rank};
use generators::isaac64::Isaac64;
use generators::rogue5::{Rogue3, Rogue5};

const fn below(bound: u32) -> NonZeroU32 {
    NonZeroU32::new(bound).unwrap()
}

#[test]
fn isaac64_gives_the_oracle_s_words_in_three_blocks() {
    let mut isaac = Isaac64::nethack(42);
    let words: Vec<u64> = (0..515).map(|_| Words::next_word(&mut isaac)).collect();
    assert_eq!(
        [0, 1, 255, 256, 257, 511, 512].map(|place| words[place]),
        [
            13_535_040_523_913_025_898,
            11_186_036_148_076_763_066,
            14_659_560_147_241_351_890,
            526_608_684_172_664_766,
            8_028_293_994_754_673_622,
            3_951_765_226_803_776_866,
            134_809_600_763_208_420,
        ]
    );
    assert_eq!(
        words.iter().fold(0, |sum, word| sum ^ word),
        4_468_354_364_772_844_019
    );
    // Sixteen blocks, by another implementation that gives the words above: the counter of blocks goes on.
    let mut isaac = Isaac64::nethack(42);
    let sum = (0..16 * 256).fold(0, |sum, _| sum ^ isaac.next_word());
    assert_eq!(sum, 7_125_037_521_398_171_347);
    let mut isaac = Isaac64::nethack(0);
    assert_eq!(
        [isaac.next_word(), isaac.next_word()],
        [11_329_126_462_075_137_345, 3_096_006_490_854_172_103]
    );
}

#[test]
fn isaac64_s_bounded_numbers_are_the_oracle_s() {
    let mut isaac = Isaac64::nethack(42);
    let numbers =
        [1, 2, 3, 6, 100, 2_147_483_649, 4_294_967_295].map(|bound| isaac.rn2(below(bound)));
    assert_eq!(numbers, [0, 0, 2, 1, 84, 1_912_429_985, 3_078_509_518]);
    assert_eq!(
        [1, 6, 20, 4_294_967_295].map(|bound| isaac.rnd(below(bound))),
        [1, 2, 9, 1_039_437_572]
    );
}

#[test]
fn the_words_of_rogue_3_6_and_5_are_the_oracle_s_and_numbers_their_remainders() {
    let mut game = Rogue3::new(1);
    assert_eq!(
        [(); 4].map(|()| Words::next_word(&mut game)),
        [12479, 11111, 7522, 10422]
    );
    let mut game = Rogue5::new(1);
    assert_eq!(
        [(); 4].map(|()| Words::next_word(&mut game)),
        [0, 4230, 11079, 8107]
    );
    let mut game = Rogue5::new(1);
    assert_eq!(
        [6, 0, 100, -100, 7].map(|range| game.rnd(range)),
        [0, 0, 30, 79, 1]
    );
}

#[test]
fn a_whole_number_of_haskell_is_a_word_with_its_highest_bit_as_a_sign() {
    let (mut signed, mut plain) = (PCGen::new(42, 109), PCGen::new(42, 109));
    for _ in 0..100 {
        assert_eq!(signed.next(), plain.step_gen() as i32);
    }
    assert_eq!(PCGen::gen_range(), (i32::MIN, i32::MAX));
    assert_eq!(PCGen::new(42, 109).to_string(), "PCGen 42 109");
}

#[test]
fn the_increments_of_children_are_the_next_four_words_made_odd() {
    for (state, inc) in [(42, 109), (u64::MAX, 3), (0, 1)] {
        let mut parent = PCGen::new(state, inc);
        let (left, right) = parent.split();
        let [q, w, e, r] = [(); 4].map(|()| u64::from(parent.step_gen()));
        assert_eq!(
            (left.inc(), right.inc()),
            ((q * 0x1_0000_0000 + w) | 1, (e * 0x1_0000_0000 + r) | 1)
        );
    }
}

#[test]
fn outputs_have_rank_32_for_every_rotation() {
    assert!((0..33).all(|rotation| output_rank(rotation) == 32));
}

#[test]
fn a_boolean_is_true_in_half_of_the_cases() {
    let mut generator = PCGen::new(42, 109);
    let trues = (0..1000).filter(|_| bool::random(&mut generator)).count();
    assert!((400..600).contains(&trues), "{trues}");
}

#[test]
fn filling_with_type_0_is_stepping() {
    let (mut stepped, mut filled) = (Type0::srrandom(7), Type0::srrandom(7));
    let mut words = [0; 100];
    filled.fill(&mut words);
    assert!(words.iter().all(|&word| word == stepped.next_word()));
    assert_eq!(filled, stepped);
}

#[test]
fn the_pointers_stand_where_the_c_library_has_them() {
    assert_eq!(Kind::ALL.map(Kind::separation), [0, 3, 1, 3, 1]);
}

#[test]
fn a_borrowed_source_draws_and_chooses_as_itself() {
    let mut tape = Tape::new(&[3, 4]);
    let borrowed: &mut dyn Draw = &mut tape;
    let mut twice = borrowed;
    assert_eq!(
        (
            Draw::draw(&mut twice, below(10)),
            Draw::choose(&mut twice, below(10))
        ),
        (3, 4)
    );
}
