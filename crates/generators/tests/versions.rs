//! What makes numbers makes the same ones in every version: a change that is meant changes a digest here.

use core::num::NonZeroU32;

use generators::bounding::{Bounding, Modulo};
use generators::bsd_random::{Kind, Type3};
use generators::catalogue::all;
use generators::closed_form::Table;
use generators::draw::{Dice, Draw};
use generators::haskell::PCGen;
use generators::isaac::Isaac64;
use generators::rogue_lcg::Rogue3;
use generators::rule::{Rule, Unit};

/// Folds a number into a digest.
fn fold(digest: u64, number: u64) -> u64 {
    (digest ^ number)
        .wrapping_mul(0x9e37_79b9_7f4a_7c15)
        .rotate_left(29)
}

fn fold_text(digest: u64, text: &str) -> u64 {
    text.bytes().map(u64::from).fold(digest, fold)
}

#[test]
#[cfg_attr(miri, ignore = "minutes under Miri")]
fn every_row_of_the_catalogue_makes_the_same_outputs() {
    let mut digest = 0;
    for row in all() {
        digest = fold_text(fold(digest, row.seeds()), &row.range().to_string());
        let seedings = row.seedings.iter().map(|seeding| seeding.seeded);
        for seeded in [row.seeded].into_iter().chain(seedings) {
            for seed in [0, 1, 0x1234_5678_9abc_def0 % row.seeds(), row.seeds() - 1] {
                let stream = core::iter::repeat_with(seeded(seed));
                digest = stream.take(700).fold(digest, fold);
            }
        }
    }
    assert_eq!(digest, 14_542_495_006_509_746_792);
}

/// Words of `w` bits, the smallest and the largest among them.
fn words(w: u32) -> impl FnMut() -> u64 {
    let mut count = 0;
    move || {
        count += 1;
        match count % 16 {
            0 => count / 16 % 4,
            8 => (u64::MAX >> (64 - w)) - count / 16 % 4,
            _ => fold(count, count) >> (64 - w),
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "minutes under Miri")]
fn every_rule_makes_the_same_numbers() {
    let mut rules = vec![
        Rule::Whole,
        Rule::High(9),
        Rule::Low(9),
        Rule::Modulo { shift: 0, bits: 14 },
        Rule::Modulo { shift: 0, bits: 16 },
        Rule::Modulo { shift: 7, bits: 8 },
        Rule::Multiply,
        Rule::Divide,
        Rule::OfSixteen,
        Rule::Lemire,
        Rule::RandomR,
        Rule::UniformMay,
    ];
    rules.extend([false, true].map(|lowest| Rule::Reject { lowest }));
    for (high, of_bound) in [(false, false), (false, true), (true, false), (true, true)] {
        rules.push(Rule::Bits { high, of_bound });
    }
    let narrow = rules.len();
    rules.extend([
        Rule::Modulo { shift: 0, bits: 31 },
        Rule::Modulo { shift: 7, bits: 24 },
        Rule::Java,
    ]);
    rules.extend([0, 1, 6].map(|least| Rule::Scale {
        least,
        range: 0x7fff_fffe,
    }));
    let two = Unit::TwoOf {
        range: 0x7fff_fffe,
        least: 1,
    };
    for unit in [
        Unit::High(31),
        Unit::High(24),
        Unit::Low(24),
        Unit::Closed,
        Unit::Centre,
        Unit::Pair(27, 26),
        Unit::By(0x7fff_ffff),
        two,
        Unit::ThreeOf,
    ] {
        rules.extend([Rule::Floor(unit), Rule::Fraction(unit)]);
    }
    let bounds = [
        1,
        2,
        6,
        100,
        256,
        1 << 15,
        40_000,
        1 << 16,
        3 << 29,
        0x7fff_fffe,
        1 << 31,
        3 << 30,
    ];
    let digests = [15, 16, 31, 32].map(|w| {
        let mut digest = 0;
        for rule in &rules[..if w < 31 { narrow } else { rules.len() }] {
            digest = fold_text(digest, &rule.of_words(w).to_string());
            for bound in bounds {
                let mut next = words(w);
                for _ in 0..100 {
                    let number = rule.number(w, bound, &mut next);
                    digest = fold(digest, number.unwrap_or(u64::MAX));
                }
                digest = fold(digest, rule.rejects(w, bound).to_bits());
                let n = NonZeroU32::new(bound as u32).unwrap();
                let weight = rule.weight(w, n, n.get() / 2);
                digest = fold_text(digest, &format!("{weight:?} {}", rule.words()));
            }
        }
        digest
    });
    assert_eq!(
        digests,
        [
            4_431_088_024_252_168_750,
            5_224_105_250_798_398_627,
            1_700_317_690_456_133_277,
            907_079_686_601_466_318
        ]
    );
}

#[test]
fn what_stands_beside_a_stream_is_of_the_stream() {
    let n = NonZeroU32::new(1000).unwrap();
    let mut isaac = Isaac64::nethack(7);
    let mut same = isaac.clone();
    for _ in 0..9 {
        let rolled = isaac.rn2(n);
        assert_eq!(rolled, Modulo::bound(&mut same, n));
    }
    let (left, right) = PCGen::new(u64::MAX / 7, 109).split();
    let mut game = Rogue3::new(3);
    assert_eq!(
        (isaac.rn2(n), left.inc(), right.inc(), game.roll(5, 6)),
        (976, 658_792_184_497_174_141, 8_752_415_243_563_220_271, 15)
    );
    let table = Table::<9>::additive::<31, 3>();
    let mut stepped = Dice::<_, Modulo>::new(Type3::srrandom(5));
    let mut looked_up = Dice::<_, Modulo>::new(table.words(5));
    let mut drawn = |_| {
        let borrowed = &mut looked_up;
        [
            <&mut _ as Draw>::draw(&mut { borrowed }, n),
            stepped.draw(n),
        ]
    };
    assert!((0..9).map(&mut drawn).all(|[one, other]| one == other));
    let kinds = [
        Kind::Type0,
        Kind::Type1,
        Kind::Type2,
        Kind::Type3,
        Kind::Type4,
    ];
    assert_eq!(kinds.map(Kind::separation), [0, 3, 1, 3, 1]);
}
