//! The reference of the Haskell document's generator and rooms gives what its own code gave.

use std::num::NonZeroU32;

use foreign::reference::haskell::ReferencePcGen;
use foreign::reference::maps::rooms;
use foreign::reference::{ReferenceDice, Rule};
use serde_json::{Value, json};

use crate::{hex, list, number};

fn vectors() -> Value {
    crate::vectors("haskell.json")
}

fn generator(value: &Value) -> ReferencePcGen {
    ReferencePcGen::new(hex(&value[0]), hex(&value[1]))
}

/// The number of a Haskell double: `"(mantissa,exponent)"`.
fn double(value: &Value) -> f64 {
    let text = value[1].as_str().unwrap().trim_matches(['(', ')']);
    let (mantissa, exponent) = text.split_once(',').unwrap();
    mantissa.parse::<i64>().unwrap() as f64 * 2f64.powi(exponent.parse().unwrap())
}

/// Draws as often as the entry has values, compares each, and then the generator that is left.
fn check<T: PartialEq + std::fmt::Debug>(
    vector: &Value,
    entry: &str,
    read: impl Fn(&Value) -> T,
    draw: impl Fn(&mut ReferencePcGen) -> T,
) {
    let mut rng = generator(&vector["gen"]);
    let expected = &vector[entry];
    for value in list(&expected["values"]) {
        assert_eq!(draw(&mut rng), read(value), "{entry}");
    }
    assert_eq!(rng, generator(&expected["gen_after"]), "{entry}");
}

#[test]
fn steps_equal_the_vectors() {
    for vector in list(&vectors()["pcgen"]) {
        let mut rng = generator(&vector["gen"]);
        for step in list(&vector["steps"]) {
            let next = rng.next_i32();
            assert_eq!(json!(next), step["next"]);
            assert_eq!(json!(next.cast_unsigned()), step["out"]);
            assert_eq!(rng.state(), hex(&step["state_after"]));
            assert_eq!(rng.inc(), hex(&vector["gen"][1]));
        }
    }
}

#[test]
fn splits_equal_the_vectors() {
    let words = |rng: &ReferencePcGen| {
        let mut rng = rng.clone();
        (0..5).map(|_| rng.next_i32().cast_unsigned()).collect::<Vec<_>>()
    };
    for vector in list(&vectors()["pcgen"]) {
        let mut rng = generator(&vector["gen"]);
        for split in list(&vector["split_left_chain"]) {
            let (left, right) = rng.split();
            assert_eq!((&left, &right), (&generator(&split["left"]), &generator(&split["right"])));
            assert_eq!(json!([words(&left), words(&right)]), json!([split["left_first5"], split["right_first5"]]));
            rng = left;
        }
    }
}

#[test]
fn integers_equal_the_vectors() {
    let integer = |value: &Value| value.as_i64().unwrap();
    for vector in list(&vectors()["pcgen"]) {
        check(vector, "random_Word64", hex, ReferencePcGen::random_u64);
        let (u32_max, i32_range) = (u32::MAX.into(), (i32::MIN.into(), i32::MAX.into()));
        check(vector, "random_Int32", integer, |rng| rng.random_r_i64(i32_range.0, i32_range.1));
        check(vector, "random_Word32", integer, |rng| rng.random_r_i64(0, u32_max));
        check(vector, "random_Bool", |value| value.as_bool().unwrap(), |rng| rng.random_r_i64(0, 1) == 1);
        for (entry, l, h) in [
            ("random_Int", i64::MIN, i64::MAX),
            ("randomR_Int_full", i64::MIN, i64::MAX),
            ("randomR_Int_1_20", 1, 20),
            ("randomR_Int_1_6", 1, 6),
            ("randomR_Int_20_1_reversed", 20, 1),
            ("randomR_Int_5_5", 5, 5),
            ("randomR_Int_m10_10", -10, 10),
            ("randomR_Int_0_4294967", 0, 4_294_967),
            ("randomR_Int_0_4294966", 0, 4_294_966),
            ("randomR_Int_0_4294966295", 0, 4_294_966_295),
            ("randomR_Int_0_1099511627775", 0, 1_099_511_627_775),
        ] {
            check(vector, entry, integer, |rng| rng.random_r_i64(l, h));
        }
        let both = |value: &Value| (hex(&value[0]), hex(&value[1]));
        check(vector, "random_PCGen", both, |rng| [rng.random_u64()].map(|word| (word, word))[0]);
    }
}

#[test]
fn doubles_equal_the_vectors_bit_for_bit() {
    for vector in list(&vectors()["pcgen"]) {
        check(vector, "random_Double", |value| double(value).to_bits(), |rng| rng.random_f64().to_bits());
        let scaled = |rng: &mut ReferencePcGen| 2.0 * (rng.random_f64() * (0.5 * 7.0));
        check(vector, "randomR_Double_0_7", |value| double(value).to_bits(), |rng| scaled(rng).to_bits());
    }
}

#[test]
fn choices_equal_the_vectors() {
    for vector in list(&vectors()["pcgen"]) {
        let expected = &vector["uniformMay_sizes_0_to_12"];
        let mut dice = ReferenceDice::raw(hex(&vector["gen"][0]), hex(&vector["gen"][1]), Rule::Haskell);
        for (n, value) in list(&expected["values"]).iter().enumerate() {
            let chosen = NonZeroU32::new(n as u32).map(|n| dice.choose(n) + 1);
            assert_eq!(json!(chosen), *value, "{n}");
        }
        assert_eq!(ReferencePcGen::new(dice.state(), dice.inc()), generator(&expected["gen_after"]));
        assert!(dice.draws().iter().map(|draw| draw.0).eq(1..=12), "nothing is drawn of nothing");
    }
}

fn rows(width: usize, tiles: &[bool]) -> Vec<String> {
    tiles.chunks(width).map(|row| row.iter().map(|&open| if open { '.' } else { '#' }).collect()).collect()
}

#[test]
fn straight_halls_equal_the_vectors() {
    for vector in list(&vectors()["dungeons"]) {
        let (width, height) = (number(&vector["width"]), number(&vector["height"]));
        let expected = &vector["v4_final"];
        let mut dice = ReferenceDice::raw(hex(&vector["gen"][0]), hex(&vector["gen"][1]), Rule::Haskell);
        let map = rooms(width, height, false, &mut dice).unwrap();
        assert_eq!(json!(map.rooms), expected["rooms_xl_yl_xh_yh"]);
        let halls = map.halls.each_ref().map(|halls| halls.first());
        assert_eq!(json!(halls), expected["halls_by_border_1_to_12"]);
        assert_eq!(json!(rows(width as usize, &map.tiles)), expected["tiles"]);
        assert_eq!(ReferencePcGen::new(dice.state(), dice.inc()), generator(&expected["gen_after"]));
        let joined = halls.iter().flatten().count();
        assert_eq!(dice.draws().len(), 36 + joined);
    }
}

#[test]
fn maps_below_seven_by_seven_are_refused() {
    let mut dice = ReferenceDice::srandom(42, 54, Rule::Haskell);
    for (width, height) in [(6, 7), (7, 6), (0, 0), (201, 7), (7, u32::MAX)] {
        let error = rooms(width, height, true, &mut dice).unwrap_err();
        assert_eq!((error.width, error.height, error.shortest), (width, height, 7));
    }
    assert!(dice.draws().is_empty());
    assert!(rooms(7, 7, false, &mut dice).is_ok());
}
