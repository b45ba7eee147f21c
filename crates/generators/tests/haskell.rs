//! The generator of document 001 beside the outputs of the document's own code with random-1.1 and `MonadRandom`, in
//! `fixtures/documents/haskell.json`; and what is true of it by proof.

use std::fmt::Debug;
use std::num::NonZeroU32;
use std::str::FromStr;

use generators::draw::{Draw, Words};
use generators::haskell::{HaskellDice, PCGen, Random, output_rank};
use generators::pcg32::Pcg32;
use proptest::prelude::*;
use rand_core::{Rng, SeedableRng};
use serde_json::{Map, Value};

/// The generators the document's code ran, each with its outputs.
fn runs() -> Vec<(PCGen, Map<String, Value>)> {
    let path = format!("{}/../../fixtures/documents/haskell.json", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let document: Value = serde_json::from_str(&text).unwrap();
    let runs = document["pcgen"].as_array().unwrap();
    assert_eq!(runs.len(), 2, "the document's code ran with two generators");
    runs.iter().map(|run| (pcgen(&run["gen"]), run.as_object().unwrap().clone())).collect()
}

fn hex(value: &Value) -> u64 {
    u64::from_str_radix(value.as_str().unwrap().strip_prefix("0x").unwrap(), 16).unwrap()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap()
}

fn pcgen(value: &Value) -> PCGen {
    PCGen::new(hex(&value[0]), hex(&value[1]))
}

/// State and increment bit by bit: the equality of generators is coarser.
fn fields(generator: &PCGen) -> (u64, u64) {
    (generator.state(), generator.inc())
}

/// A type of the vectors: how they write its values, and how their keys write its bounds.
trait Written: Random + Debug + PartialEq {
    fn value(value: &Value) -> Self;

    fn range(bounds: &str) -> (Self, Self);
}

/// The bounds in a key: `1_20`, `m10_10`, `20_1_reversed`.
fn bounds<T: FromStr<Err: Debug> + PartialOrd>(bounds: &str) -> (T, T) {
    let (bounds, reversed) = bounds.strip_suffix("_reversed").map_or((bounds, false), |bounds| (bounds, true));
    let (low, high) = bounds.split_once('_').unwrap();
    let number = |number: &str| number.replacen('m', "-", 1).parse::<T>().unwrap();
    let (low, high) = (number(low), number(high));
    assert_eq!(low > high, reversed);
    (low, high)
}

macro_rules! written_integers {
    ($($integer:ty)*) => {$(
        impl Written for $integer {
            fn value(value: &Value) -> Self {
                if value.is_string() {
                    hex(value).try_into().unwrap()
                } else {
                    value.to_string().parse().unwrap()
                }
            }

            fn range(text: &str) -> (Self, Self) {
                if text == "full" { (Self::MIN, Self::MAX) } else { bounds(text) }
            }
        }
    )*};
}

written_integers!(i8 i16 i32 i64 u8 u16 u32 u64);

impl Written for bool {
    fn value(value: &Value) -> Self {
        value.as_bool().unwrap()
    }

    fn range(text: &str) -> (Self, Self) {
        match text {
            "full" => (false, true),
            _ => panic!("no bounds of Bool: {text}"),
        }
    }
}

macro_rules! written_floats {
    ($($float:ty)*) => {$(
        impl Written for $float {
            /// The shortest decimal, and significand and exponent of two: both must be the same number.
            fn value(value: &Value) -> Self {
                let decimal: Self = value[0].as_str().unwrap().parse().unwrap();
                let (significand, exponent) =
                    value[1].as_str().unwrap().trim_matches(['(', ')']).split_once(',').unwrap();
                let significand: Self = significand.parse().unwrap();
                let binary = significand * Self::powi(2.0, exponent.parse().unwrap());
                assert_eq!(binary.to_bits(), decimal.to_bits());
                decimal
            }

            fn range(text: &str) -> (Self, Self) {
                bounds(text)
            }
        }
    )*};
}

written_floats!(f64 f32);

impl Written for PCGen {
    fn value(value: &Value) -> Self {
        pcgen(value)
    }

    fn range(text: &str) -> (Self, Self) {
        assert_eq!(text, "ignores_range");
        (Self::new(1, 2), Self::new(3, 4))
    }
}

fn assert_left(key: &str, start: &PCGen, end: &PCGen, document: &Value) {
    assert_eq!(fields(end), fields(&pcgen(&document["gen_after"])), "{key}: the generator left");
    if let Some(calls) = document.get("next_calls") {
        let calls = calls.as_u64();
        assert_eq!(Pcg32::from(start.clone()).distance_to(&end.clone().into()), calls, "{key}: calls of next");
    }
}

/// Draws as many values as the document has, within the bounds if there are any.
fn assert_values<T: Written>(key: &str, bounds: Option<&str>, start: &PCGen, document: &Value) {
    let mut generator = start.clone();
    for (at, value) in list(&document["values"]).iter().enumerate() {
        let port = match bounds {
            Some(bounds) => T::random_r(T::range(bounds), &mut generator),
            None => T::random(&mut generator),
        };
        assert_eq!(port, T::value(value), "{key}, value {at}");
    }
    assert_left(key, start, &generator, document);
}

/// `random_<Type>`, or `randomR_<Type>_<bounds>`.
fn assert_random(key: &str, start: &PCGen, document: &Value) {
    let (type_name, bounds) = match key.strip_prefix("randomR_") {
        Some(rest) => rest.split_once('_').map(|(type_name, bounds)| (type_name, Some(bounds))).unwrap(),
        None => (key.strip_prefix("random_").unwrap_or_else(|| panic!("a key of no known kind: {key}")), None),
    };
    let check = match type_name {
        "Int8" => assert_values::<i8>,
        "Int16" => assert_values::<i16>,
        "Int32" => assert_values::<i32>,
        "Int" | "Int64" => assert_values::<i64>,
        "Word8" => assert_values::<u8>,
        "Word16" => assert_values::<u16>,
        "Word32" => assert_values::<u32>,
        "Word" | "Word64" => assert_values::<u64>,
        "Bool" => assert_values::<bool>,
        "Double" => assert_values::<f64>,
        "Float" => assert_values::<f32>,
        "PCGen" => assert_values::<PCGen>,
        _ => panic!("{key}: no type is called {type_name}"),
    };
    check(key, bounds, start, document);
}

fn assert_steps(start: &PCGen, document: &Value) {
    let mut generator = start.clone();
    for step in list(document) {
        assert_eq!(Some(i64::from(generator.clone().next())), step["next"].as_i64());
        assert_eq!(Some(u64::from(generator.step_gen())), step["out"].as_u64());
        assert_eq!(fields(&generator), (hex(&step["state_after"]), start.inc()));
    }
}

fn assert_splits(start: &PCGen, document: &Value) {
    let mut parent = start.clone();
    for link in list(document) {
        let (left, right) = parent.split();
        for (child, side) in [(&left, "left"), (&right, "right")] {
            assert_eq!(fields(child), fields(&pcgen(&link[side])), "{side}");
            let mut child = child.clone();
            for word in list(&link[format!("{side}_first5")]) {
                assert_eq!(Some(u64::from(child.step_gen())), word.as_u64(), "{side}");
            }
        }
        parent = left;
    }
}

/// `uniformMay_sizes_<least>_to_<most>`: one choice from each of `[1]`, `[1, 2]`, ... in turn, and none from the empty list.
fn assert_choices(key: &str, sizes: &str, start: &PCGen, document: &Value) {
    let (least, most) = sizes.split_once("_to_").unwrap();
    let sizes = least.parse::<u32>().unwrap()..=most.parse().unwrap();
    let values = list(&document["values"]);
    assert_eq!(values.len(), sizes.clone().count());
    let mut dice = HaskellDice::new(start.clone());
    for (size, value) in sizes.zip(values) {
        let chosen = NonZeroU32::new(size).map(|n| u64::from(dice.choose(n)) + 1);
        assert_eq!(chosen, value.as_u64(), "{key}: a list of {size}");
    }
    assert_left(key, start, &dice.into_gen(), document);
}

#[test]
fn every_vector_of_the_document_is_met() {
    for (start, run) in runs() {
        for (key, document) in &run {
            match key.as_str() {
                "gen" => {}
                "show" => assert_eq!(Some(start.to_string().as_str()), document.as_str()),
                "genRange" => {
                    let (least, most) = PCGen::gen_range();
                    assert_eq!(*document, serde_json::json!([least, most]));
                }
                "steps" => assert_steps(&start, document),
                "split_left_chain" => assert_splits(&start, document),
                _ => match key.strip_prefix("uniformMay_sizes_") {
                    Some(sizes) => assert_choices(key, sizes, &start, document),
                    None => assert_random(key, &start, document),
                },
            }
        }
        assert!(run.len() >= 23, "the document's code was asked 22 things of each generator");
    }
}

#[test]
fn draws_through_the_seam_are_random_r() {
    for (start, run) in runs() {
        let mut dice = HaskellDice::new(start);
        for value in list(&run["randomR_Int_1_20"]["values"]) {
            assert_eq!(Some(u64::from(dice.draw(NonZeroU32::new(20).unwrap())) + 1), value.as_u64());
        }
        assert_eq!(fields(dice.as_gen()), fields(&pcgen(&run["randomR_Int_1_20"]["gen_after"])));
    }
}

fn assert_panics(what: &str, check: impl FnOnce() + std::panic::UnwindSafe) {
    assert!(std::panic::catch_unwind(check).is_err(), "{what} went unnoticed");
}

#[test]
fn a_wrong_vector_is_noticed() {
    let (start, run) = runs().remove(0);
    for key in
        ["random_Word64", "random_Bool", "random_Double", "random_PCGen", "randomR_Int_m10_10", "randomR_Double_0_7"]
    {
        let mut wrong = run[key].clone();
        wrong["values"].as_array_mut().unwrap().swap(0, 2);
        if wrong["values"] == run[key]["values"] {
            wrong["values"].as_array_mut().unwrap().swap(0, 3);
        }
        assert_panics(key, || assert_random(key, &start, &wrong));
    }
    let mut wrong = run["random_Int"].clone();
    wrong["next_calls"] = 8.into();
    assert_panics("a wrong number of calls", || assert_random("random_Int", &start, &wrong));
    let mut wrong = run["random_Int"].clone();
    wrong["gen_after"][1] = "0xda3e39cb94b95bda".into();
    assert_panics("an increment off by its lowest bit", || assert_random("random_Int", &start, &wrong));
    assert_panics("a key of no kind", || assert_random("randomly", &start, &run["random_Int"]));
}

#[test]
fn outputs_have_full_rank_for_every_rotation() {
    for rotation in 0..32 {
        assert_eq!(output_rank(rotation), 32, "rotation {rotation}");
    }
    assert_eq!(output_rank(u32::MAX), 32, "rotations are taken modulo 32");
}

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
    fn the_increment_has_no_part_in_the_next_output(state: u64, inc: u64) {
        prop_assert_eq!(PCGen::new(state, inc).step_gen(), output(state));
    }

    #[test]
    fn children_stand_at_rotations_of_the_state_four_steps_on(parent in any_pcgen()) {
        let (left, right) = parent.split();
        let mut later = Pcg32::from(parent);
        later.advance(4);
        prop_assert_eq!(left.state(), later.state().rotate_right(5));
        prop_assert_eq!(right.state(), left.state().rotate_left(2));
    }

    #[test]
    fn increments_of_children_are_the_parents_next_outputs_made_odd(mut parent in any_pcgen()) {
        let (left, right) = parent.split();
        for child in [left, right] {
            let words = [parent.step_gen(), parent.step_gen()].map(u64::from);
            prop_assert_eq!(child.inc(), (words[0] << 32) | words[1] | 1);
        }
    }

    #[test]
    fn parents_that_differ_in_the_lowest_bit_of_the_increment_have_the_same_children(state: u64, inc: u64) {
        prop_assert_eq!(PCGen::new(state, inc & !1).split(), PCGen::new(state, inc | 1).split());
    }

    #[test]
    fn a_generator_made_at_random_has_its_state_for_increment_and_walks_as_if_it_were_odd(mut parent in any_pcgen()) {
        let made = <PCGen as Random>::random(&mut parent);
        prop_assert_eq!(made.state(), made.inc());
        let (mut even, mut odd) = (made.clone(), PCGen::new(made.state(), made.inc() | 1));
        for _ in 0..20 {
            prop_assert_eq!(even.next(), odd.next());
        }
        prop_assert_eq!((even.inc(), odd.inc()), (made.inc(), made.inc() | 1));
    }

    #[test]
    fn next_is_the_word_with_a_sign(mut generator in any_pcgen()) {
        let word = Words::next_word(&mut generator.clone());
        prop_assert_eq!(generator.clone().next_u32(), word);
        prop_assert_eq!(generator.next(), word as i32);
    }

    #[test]
    fn numbers_of_64_bits_and_bytes_are_those_of_pcg32(generator in any_pcgen()) {
        let (mut generator, mut pcg) = (generator.clone(), Pcg32::from(generator));
        prop_assert_eq!(generator.next_u64(), pcg.next_u64());
        let (mut bytes, mut expected) = ([0; 7], [0; 7]);
        generator.fill_bytes(&mut bytes);
        pcg.fill_bytes(&mut expected);
        prop_assert_eq!((bytes, Pcg32::from(generator)), (expected, pcg));
    }

    #[test]
    fn a_generator_survives_pcg32_json_and_seeds(generator in any_pcgen()) {
        let json = serde_json::to_string(&generator).unwrap();
        prop_assert_eq!(fields(&serde_json::from_str(&json).unwrap()), fields(&generator));
        prop_assert_eq!(fields(&Pcg32::from(generator.clone()).into()), fields(&generator));
        let seed: Vec<u8> = [generator.state().to_le_bytes(), generator.inc().to_le_bytes()].concat();
        prop_assert_eq!(fields(&PCGen::from_seed(seed.try_into().unwrap())), fields(&generator));
    }

    #[test]
    fn floats_of_finite_bounds_are_numbers(mut generator in any_pcgen(), a: f64, b: f64, c: f32, d: f32) {
        let (double, float) = (f64::random_r((a, b), &mut generator), f32::random_r((c, d), &mut generator));
        prop_assert!(!double.is_nan() || a.is_infinite() || b.is_infinite());
        prop_assert!(!float.is_nan() || c.is_infinite() || d.is_infinite());
        prop_assert!((0.0..1.0).contains(&f64::random(&mut generator)));
        prop_assert!((0.0..1.0).contains(&f32::random(&mut generator)));
    }

    #[test]
    fn choices_and_draws_are_below_their_bound(generator in any_pcgen(), n: NonZeroU32) {
        let mut dice = HaskellDice::new(generator);
        prop_assert!(dice.draw(n) < n.get());
        prop_assert!(dice.choose(n) < n.get());
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
