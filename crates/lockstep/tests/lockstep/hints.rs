//! Each hint is given for its cause, and only for that.

use lockstep::{Drawn, Half, Hint, Seen, hints};

use crate::toy::{Defect, mismatch};

fn hints_for(defect: Defect, ops: &str) -> Vec<Hint> {
    mismatch(defect, ops).unwrap().hints
}

/// The hints for words changed on their way out; some of them have the top bit set, as some changes need.
fn hints_for_output(change: fn(u32) -> i128) -> Vec<Hint> {
    hints_for(Defect::Output(change), "seed 7; word; word; word; word; word; word; word; word")
}

#[test]
fn an_extra_draw_is_named() {
    assert_eq!(hints_for(Defect::Discards(6), "seed 7; word"), [Hint::ExtraDraw]);
    assert_eq!(hints_for(Defect::ExtraAt(4), "word; word; word; word; word"), [Hint::ExtraDraw]);
}

#[test]
fn a_dropped_draw_is_named() {
    assert_eq!(hints_for(Defect::Discards(4), "seed 7; word"), [Hint::MissingDraw]);
}

#[test]
fn draws_are_counted_in_lists_of_words() {
    for list in ["seed 7; words 3", "seed 7; words 40"] {
        assert_eq!(hints_for(Defect::Discards(6), list), [Hint::ExtraDraw], "{list}");
        assert_eq!(hints_for(Defect::Discards(4), list), [Hint::MissingDraw], "{list}");
    }
    assert_eq!(hints_for(Defect::ExtraAt(30), "words 40"), [Hint::ExtraDraw]);
}

#[test]
fn a_list_that_starts_over_is_compared_with_itself_alone() {
    let table = |words: std::ops::Range<u32>| vec![Seen::words(words.map(|i| i * i).collect::<Vec<_>>()); 9];
    assert_eq!(hints(&table(5..20), &table(6..21)), [Hint::ExtraDraw]);
}

#[test]
fn draws_are_counted_in_logs() {
    assert_eq!(hints_for(Defect::Discards(6), "seed 7; walk 6"), [Hint::ExtraDraw]);
    assert_eq!(hints_for(Defect::Discards(4), "seed 7; walk 1"), [Hint::MissingDraw]);
}

#[test]
fn a_logged_draw_too_many_or_too_few_is_named() {
    let bounds = |bounds: &[i64]| {
        let draws = bounds.iter().map(|&hi| Drawn { lo: 0, hi, value: 0 }).collect();
        [Seen::nothing().with_draws(draws)]
    };
    let right = [9, 7, 9, 7, 7, 9, 9, 7, 9];
    let extra = [&[5], &right[..]].concat();
    assert_eq!(hints(&bounds(&right), &bounds(&extra)), [Hint::ExtraDraw]);
    assert_eq!(hints(&bounds(&extra), &bounds(&right)), [Hint::MissingDraw]);
    let constant = [[15; 4].as_slice(), &[15; 5]];
    assert_eq!(hints(&bounds(constant[0]), &bounds(constant[1])), [Hint::ExtraDraw]);
    assert_eq!(hints_for(Defect::MissingInLog, "seed 7; walk 1"), [Hint::MissingDraw]);
}

#[test]
fn swapped_draws_are_named() {
    assert_eq!(hints_for(Defect::Swapped, "seed 7; walk 5"), [Hint::SwappedDraws]);
    let draws = |bounds: [i64; 2]| [Seen::nothing().with_draws(bounds.map(|hi| Drawn { lo: 0, hi, value: 1 }).into())];
    assert_eq!(hints(&draws([9, 7]), &draws([7, 9])), [Hint::SwappedDraws]);
    assert_eq!(hints(&draws([9, 7]), &draws([7, 8])), []);
}

#[test]
fn a_mask_is_named() {
    assert_eq!(hints_for_output(|word| (word & 0x3fff).into()), [Hint::Mask { masked: Half::Actual, bits: 14 }]);
    assert_eq!(hints_for_output(|word| i128::from(word) | 1 << 40), [Hint::Mask { masked: Half::Expected, bits: 32 }]);
}

#[test]
fn a_mask_is_named_in_words_and_logs() {
    let masked = hints_for(Defect::Output(|word| (word & 0xffff).into()), "seed 7; words 30");
    assert_eq!(masked, [Hint::Mask { masked: Half::Actual, bits: 16 }]);
    let draws = |mask: i64| {
        let values = [0x1234, 0x2f0f, 0x3777, 0x1999];
        let drawn = |value| Drawn { lo: 0, hi: 0x3fff, value: value & mask };
        [Seen::nothing().with_draws(values.map(drawn).into())]
    };
    assert_eq!(hints(&draws(0x3fff), &draws(0xfff)), [Hint::Mask { masked: Half::Actual, bits: 12 }]);
}

#[test]
fn a_sign_is_named() {
    assert_eq!(hints_for_output(|word| -i128::from(word)), [Hint::Negated]);
    assert_eq!(hints_for_output(|word| word.cast_signed().into()), [Hint::SignExtended { bits: 32 }]);
    assert_eq!(hints_for_output(|word| i128::from(word) - (1 << 34)), [Hint::Wrapped]);
    let byte = |byte: i128| [Seen::number(byte)];
    assert_eq!(hints(&byte(200), &byte(-56)), [Hint::SignExtended { bits: 8 }]);
}

#[test]
fn a_shift_is_named() {
    let shift = |shifted, left, by| [Hint::Shift { shifted, left, by }];
    assert_eq!(hints_for_output(|word| (word >> 1).into()), shift(Half::Actual, false, 1));
    assert_eq!(hints_for_output(|word| (word << 5).into()), shift(Half::Actual, true, 5));
    assert_eq!(hints_for_output(|word| i128::from(word) << 31), shift(Half::Actual, true, 31));
    // The port has kept the low bits that the reference shifts out.
    assert_eq!(hints_for_output(|word| i128::from(word) << 2 | 3), shift(Half::Expected, false, 2));
}

#[test]
fn one_too_many_or_too_few_is_named() {
    assert_eq!(hints_for_output(|word| i128::from(word) + 1), [Hint::OffByOne { by: 1 }]);
    assert_eq!(hints_for_output(|word| i128::from(word) - 1), [Hint::OffByOne { by: -1 }]);
}

#[test]
fn a_side_that_does_not_repeat_itself_is_named() {
    let mismatch = mismatch_of_once();
    assert_eq!(mismatch.hints, [Hint::Unsteady]);
    assert_eq!(mismatch.shortest, ["seed 7", "word"], "what passes again is not shrunk");
}

fn mismatch_of_once() -> lockstep::Mismatch {
    use lockstep::{Cases, Corner, Failure, Kind, run};
    let ops = lockstep::parse_ops("seed 7; word; word").unwrap();
    let toy = crate::toy::Toy::new(Defect::Once);
    match run(&toy, Corner::Reference, Corner::Port, Cases::new(Kind::Edge, 1, [ops])) {
        Err(Failure::Mismatch(mismatch)) => *mismatch,
        other => panic!("{other:?}"),
    }
}

#[test]
fn other_causes_get_no_hint() {
    assert_eq!(hints_for(Defect::Increment, "seed 7; word"), []);
    assert_eq!(hints_for(Defect::Increment, "seed 7; words 40"), []);
    assert_eq!(hints_for(Defect::Increment, "seed 7; walk 9"), []);
    assert_eq!(hints_for(Defect::Name, "names"), []);
    assert_eq!(hints_for_output(|word| (word.rotate_left(7)).into()), []);
    assert_eq!(hints_for(Defect::Discards(7), "seed 7; word"), []);
    assert_eq!(hints_for(Defect::ExtraInLog, "seed 7; walk 2"), [], "too short to tell");
}

#[test]
fn what_few_bits_show_by_chance_is_no_hint() {
    let number = |number: i128| [Seen::number(number)];
    assert_eq!(hints(&number(13), &number(5)), [], "13 & 7 is 5, and says little");
    assert_eq!(hints(&number(13), &number(3)), [], "13 >> 2 is 3, and says little");
    let stream = [3, 1, 4, 1, 5, 9, 2, 6, 5].map(Seen::number);
    assert_eq!(hints(&stream[..8], &stream[1..]), [], "seven values in a row may be chance");
    let coin = [0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1].map(Seen::number);
    let heads = [1; 11].map(Seen::number);
    assert_eq!(hints(&coin, &heads), [Hint::OffByOne { by: 1 }], "a constant is its own neighbour");
}

#[test]
fn numbers_at_the_ends_of_their_type_are_no_trouble() {
    for (expected, actual) in [(i128::MIN, i128::MAX), (i128::MAX, i128::MIN), (0, i128::MIN), (i128::MIN, 0)] {
        for hint in hints(&[Seen::number(expected)], &[Seen::number(actual)]) {
            assert!(!hint.to_string().is_empty());
        }
    }
}
