//! Each hint is given for its cause and for no other.

use roguelab_lockstep::{Half, Hint, Seen, hints};

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

/// What the expected and the actual side show, op by op, and the hints.
const HINTS: [(&[&str], &[&str], &str); 15] = [
    // Logs are compared by bounds and by values.
    (
        &["nothing | 0 9 1, 0 7 1, 0 9 1, 0 7 1, 0 7 1, 0 9 1, 0 9 1, 0 7 1, 0 9 1"],
        &["nothing | 0 5 1, 0 9 1, 0 7 1, 0 9 1, 0 7 1, 0 7 1, 0 9 1, 0 9 1, 0 7 1, 0 9 1"],
        "extra draw: the actual side took one draw too many",
    ),
    (
        &["nothing | 0 5 1, 0 9 1, 0 7 1, 0 9 1, 0 7 1, 0 7 1, 0 9 1, 0 9 1, 0 7 1, 0 9 1"],
        &["nothing | 0 9 1, 0 7 1, 0 9 1, 0 7 1, 0 7 1, 0 9 1, 0 9 1, 0 7 1, 0 9 1"],
        "missing draw: the actual side took one draw too few",
    ),
    (
        &["nothing | 0 15 1, 0 15 1, 0 15 1, 0 15 1"],
        &["nothing | 0 15 1, 0 15 1, 0 15 1, 0 15 1, 0 15 1"],
        "extra draw: the actual side took one draw too many",
    ),
    (
        &["nothing | 0 15 1, 0 15 1, 0 15 1, 0 15 1, 0 15 1, 0 15 1"],
        &["nothing | 0 15 1, 0 15 1, 0 15 1, 0 15 1"],
        "",
    ),
    (
        &["nothing | 0 9 1, 0 7 1"],
        &["nothing | 0 7 1, 0 9 1"],
        "swapped: two consecutive draws are in the other order",
    ),
    (&["nothing | 0 9 1, 0 7 1"], &["nothing | 0 7 1, 0 8 1"], ""),
    (&["nothing | 0 9 1, 0 7 5"], &["nothing | 0 9 5, 0 8 1"], ""),
    (
        &["nothing | 0 16383 4660, 0 16383 12047, 0 16383 14199, 0 16383 6553"],
        &["nothing | 0 16383 564, 0 16383 3855, 0 16383 1911, 0 16383 2457"],
        "mask: actual == expected & 0xfff, its low 12 bits",
    ),
    // What comes after 16 draws does not count.
    (
        &[
            "nothing | 0 9 1, 0 9 5, 0 9 3, 0 9 3, 0 9 3, 0 9 3, 0 9 3, 0 9 3, 0 9 3, 0 9 3, 0 9 3, 0 9 3, 0 9 3, \
             0 9 3, 0 9 3, 0 9 3, 0 9 3, 0 9 0",
        ],
        &[
            "nothing | 0 9 5, 0 9 1, 0 9 3, 0 9 3, 0 9 3, 0 9 3, 0 9 3, 0 9 3, 0 9 3, 0 9 3, 0 9 3, 0 9 3, 0 9 3, \
             0 9 3, 0 9 3, 0 9 3, 0 9 3, 0 9 7",
        ],
        "swapped: two consecutive draws are in the other order",
    ),
    // Few bits may be alike by chance: 13 & 7 is 5, 13 >> 2 is 3.
    (&["13"], &["5"], ""),
    (&["13"], &["3"], ""),
    (&["200"], &["150"], ""),
    (
        &[
            "2199023255552",
            "2199023255554",
            "2199023255556",
            "2199023255558",
            "2199023255560",
            "2199023255562",
            "2199023255564",
            "2199023255566",
        ],
        &["1", "1", "1", "1", "1", "1", "1", "1"],
        "",
    ),
    // So may seven values in a row.
    (
        &["3", "1", "4", "1", "5", "9", "2", "6"],
        &["1", "4", "1", "5", "9", "2", "6", "5"],
        "",
    ),
    // A constant is its own neighbour.
    (
        &["0", "1", "1", "1", "1", "1", "1", "1", "1", "1", "1"],
        &["1", "1", "1", "1", "1", "1", "1", "1", "1", "1", "1"],
        "off by one: actual == expected + 1",
    ),
];

#[test]
fn each_relation_between_values_has_its_hint() {
    for (expected, actual, said) in HINTS {
        assert_eq!(hints_of(expected, actual), said, "{expected:?}");
    }
}

#[test]
fn a_list_that_starts_over_is_compared_with_itself_alone() {
    let expected = ["[25 36 49 64 81 100 121 144 169 196 225 256 289 324 361]"; 9];
    let actual = ["[36 49 64 81 100 121 144 169 196 225 256 289 324 361 400]"; 9];
    assert_eq!(
        hints_of(&expected, &actual),
        "extra draw: the actual side took one draw too many"
    );
}

/// The hints on what two sides show, op by op.
fn hints_of(expected: &[&str], actual: &[&str]) -> String {
    let found = hints(&seen(expected), &seen(actual));
    let texts: Vec<_> = found.iter().map(Hint::to_string).collect();
    texts.join("; ")
}

fn seen(texts: &[&str]) -> Vec<Seen> {
    texts.iter().map(|text| text.parse().unwrap()).collect()
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
fn extreme_values_cause_no_overflow() {
    let number = |number: i128| [Seen::number(number)];
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
