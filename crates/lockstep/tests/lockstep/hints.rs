//! Each hint is given for its cause and for no other.

use lockstep::{Drawn, Half, Hint, Seen, hints};

use crate::toy::{Defect, difference};

const EXTRA: Hint = Hint::ExtraDraw;
const MISSING: Hint = Hint::MissingDraw;

#[test]
fn defects_in_draws_are_named() {
    for (defect, ops, expected) in [
        (Defect::Discards(6), "seed 7; word", &[EXTRA][..]),
        (Defect::ExtraAt(4), "word; word; word; word; word", &[EXTRA]),
        (Defect::Discards(4), "seed 7; word", &[MISSING]),
        (Defect::Discards(6), "seed 7; words 3", &[EXTRA]),
        (Defect::ExtraAt(30), "words 40", &[EXTRA]),
        (Defect::Discards(6), "seed 7; walk 6", &[EXTRA]),
        (Defect::Discards(4), "seed 7; walk 1", &[MISSING]),
        (Defect::MissingInLog, "seed 7; walk 1", &[MISSING]),
        (Defect::Swapped, "seed 7; walk 5", &[Hint::SwappedDraws]),
        (
            Defect::Output(|word| (word & 0xffff).into()),
            "seed 7; words 30",
            &[Hint::Mask {
                masked: Half::Actual,
                bits: 16,
            }],
        ),
        // Other causes get no hint.
        (Defect::Increment, "seed 7; word", &[]),
        (Defect::Increment, "seed 7; walk 9", &[]),
        (Defect::Name, "names", &[]),
        (Defect::Discards(7), "seed 7; word", &[]),
        (Defect::ExtraInLog, "seed 7; walk 2", &[]),
    ] {
        assert_eq!(difference(defect, ops).unwrap().hints, expected, "{ops}");
    }
}

/// A change to every word that is shown, and the hints that it should get.
type Change<'a> = (fn(u32) -> i128, &'a [Hint]);

#[test]
fn relations_between_words_are_named() {
    let shift = |shifted, left, by| Hint::Shift { shifted, left, by };
    let changes: [Change<'_>; 12] = [
        (
            |word| (word & 0x3fff).into(),
            &[Hint::Mask {
                masked: Half::Actual,
                bits: 14,
            }],
        ),
        (
            |word| i128::from(word) | 1 << 40,
            &[Hint::Mask {
                masked: Half::Expected,
                bits: 32,
            }],
        ),
        (|word| -i128::from(word), &[Hint::Negated]),
        (
            |word| word.cast_signed().into(),
            &[Hint::SignExtended { bits: 32 }],
        ),
        (|word| i128::from(word) - (1 << 34), &[Hint::Wrapped]),
        (|word| (word >> 1).into(), &[shift(Half::Actual, false, 1)]),
        (|word| (word << 5).into(), &[shift(Half::Actual, true, 5)]),
        (
            |word| i128::from(word) << 31,
            &[shift(Half::Actual, true, 31)],
        ),
        // The port kept the low bits that the reference shifts out.
        (
            |word| i128::from(word) << 2 | 3,
            &[shift(Half::Expected, false, 2)],
        ),
        (|word| i128::from(word) + 1, &[Hint::OffByOne { by: 1 }]),
        (|word| i128::from(word) - 1, &[Hint::OffByOne { by: -1 }]),
        (|word| word.rotate_left(7).into(), &[]),
    ];
    for (at, (change, expected)) in changes.into_iter().enumerate() {
        // Some of these words have the top bit set, which some changes need.
        let ops = "seed 7; word; word; word; word; word; word; word; word";
        assert_eq!(
            difference(Defect::Output(change), ops).unwrap().hints,
            expected,
            "change {at}"
        );
    }
    let (masked, shifted) = (Half::Actual, Half::Expected);
    assert_eq!(
        Hint::Mask { masked, bits: 4 }.to_string(),
        "mask: actual == expected & 0xf, its low 4 bits"
    );
    assert_eq!(
        shift(shifted, true, 2).to_string(),
        "shift: expected == actual << 2"
    );
    assert_eq!(
        hints(&[Seen::number(200)], &[Seen::number(-56)]),
        [Hint::SignExtended { bits: 8 }]
    );
}

#[test]
fn logs_are_compared_by_bounds_and_by_values() {
    let log = |draws: &[(i64, i64)]| {
        let draws = draws
            .iter()
            .map(|&(hi, value)| Drawn { lo: 0, hi, value })
            .collect();
        [Seen::nothing().with_draws(draws)]
    };
    let bounds = |bounds: &[i64]| log(&bounds.iter().map(|&hi| (hi, 1)).collect::<Vec<_>>());
    let (right, extra) = ([9, 7, 9, 7, 7, 9, 9, 7, 9], [5, 9, 7, 9, 7, 7, 9, 9, 7, 9]);
    assert_eq!(hints(&bounds(&right), &bounds(&extra)), [EXTRA]);
    assert_eq!(hints(&bounds(&extra), &bounds(&right)), [MISSING]);
    assert_eq!(hints(&bounds(&[15; 4]), &bounds(&[15; 5])), [EXTRA]);
    assert_eq!(
        hints(&bounds(&[9, 7]), &bounds(&[7, 9])),
        [Hint::SwappedDraws]
    );
    assert_eq!(hints(&bounds(&[9, 7]), &bounds(&[7, 8])), []);
    let masked =
        |mask: i64| log(&[0x1234, 0x2f0f, 0x3777, 0x1999].map(|value| (0x3fff, value & mask)));
    assert_eq!(
        hints(&masked(0x3fff), &masked(0xfff)),
        [Hint::Mask {
            masked: Half::Actual,
            bits: 12
        }]
    );
}

#[test]
fn a_list_that_starts_over_is_compared_with_itself_alone() {
    let table = |words: std::ops::Range<u32>| {
        vec![Seen::words(words.map(|i| i * i).collect::<Vec<_>>()); 9]
    };
    assert_eq!(hints(&table(5..20), &table(6..21)), [EXTRA]);
}

#[test]
fn a_side_that_does_not_repeat_itself_is_named() {
    let found = difference(Defect::Once, "seed 7; word; word").unwrap();
    assert!(found.notes[0].starts_with("unsteady: "), "{found:?}");
    assert_eq!(
        found.shortest.len(),
        2,
        "what passes again is not shrunk: {found}"
    );
}

#[test]
fn what_few_bits_show_by_chance_is_no_hint() {
    let number = |number: i128| [Seen::number(number)];
    assert_eq!(
        hints(&number(13), &number(5)),
        [],
        "13 & 7 is 5, and says little"
    );
    assert_eq!(
        hints(&number(13), &number(3)),
        [],
        "13 >> 2 is 3, and says little"
    );
    let stream = [3, 1, 4, 1, 5, 9, 2, 6, 5].map(Seen::number);
    assert_eq!(
        hints(&stream[..8], &stream[1..]),
        [],
        "seven values in a row may be chance"
    );
    let coin = [0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1].map(Seen::number);
    let heads = [1; 11].map(Seen::number);
    assert_eq!(
        hints(&coin, &heads),
        [Hint::OffByOne { by: 1 }],
        "a constant is its own neighbour"
    );
    // The extreme values of the type cause no overflow.
    for (expected, actual) in [
        (i128::MIN, i128::MAX),
        (i128::MAX, i128::MIN),
        (0, i128::MIN),
        (i128::MIN, 0),
    ] {
        assert!(
            hints(&number(expected), &number(actual))
                .iter()
                .all(|hint| !hint.to_string().is_empty())
        );
    }
}
