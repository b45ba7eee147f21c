//! The Haskell document's generator and rooms, in C, against what its own code gave.

use std::fs;
use std::num::NonZeroU32;
use std::path::Path;

use foreign::reference::haskell::ReferencePcGen;
use foreign::reference::maps::{Rooms, rooms};
use foreign::reference::{ReferenceDice, Rule};
use serde_json::{Value, json};

fn vectors() -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/documents/haskell.json");
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

fn list(value: &Value) -> &[Value] {
    let list = value.as_array().unwrap();
    assert!(!list.is_empty());
    list
}

fn hex(value: &Value) -> u64 {
    u64::from_str_radix(value.as_str().unwrap().strip_prefix("0x").unwrap(), 16).unwrap()
}

fn number(value: &Value) -> u32 {
    u32::try_from(value.as_u64().unwrap()).unwrap()
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

#[test]
fn three_digits_are_drawn_from_a_thousandth_of_two_to_the_64_on() {
    let words = |h| {
        let mut rng = ReferencePcGen::new(42, 109);
        let mut steps = rng.clone();
        rng.random_r_i64(0, h);
        (1..=4).find(|_| (steps.next_i32(), steps == rng).1).unwrap()
    };
    // The ranges with one value more than these bounds are just below and just above 2^64 / 1000.
    assert_eq!((words(18_446_744_073_709_550), words(18_446_744_073_709_551)), (2, 3));
    assert_eq!((words(4_294_966), words(4_294_967), words(i64::MAX)), (1, 2, 3));
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

/// Whether every open tile can be reached from every other.
fn is_connected(width: usize, tiles: &[bool]) -> bool {
    let mut left = tiles.to_vec();
    let mut next: Vec<usize> = left.iter().position(|&open| open).into_iter().collect();
    while let Some(at) = next.pop() {
        if std::mem::take(&mut left[at]) {
            // The border is wall: no neighbour lies outside, or in another row.
            next.extend([at - 1, at + 1, at - width, at + width]);
        }
    }
    !left.contains(&true)
}

fn turned(width: u32, height: u32, seed: u64, rule: Rule) -> (Rooms, ReferenceDice) {
    let mut dice = ReferenceDice::srandom(seed, 54, rule);
    let map = rooms(width, height, true, &mut dice).unwrap();
    (map, dice)
}

#[test]
fn turned_halls_connect_every_room() {
    let mut turns = 0;
    for rule in [Rule::Modulo, Rule::Scaled, Rule::Haskell] {
        for (width, height) in [(7, 7), (8, 9), (20, 20), (80, 24), (200, 200)] {
            for seed in 0..40 {
                let (map, dice) = turned(width, height, seed, rule);
                assert!(is_connected(width as usize, &map.tiles), "{width} by {height}, seed {seed}");
                let counts = map.halls.each_ref().map(Vec::len);
                let three = counts.iter().filter(|&&count| count == 3).count();
                assert!(counts.iter().all(|count| [1, 3].contains(count)));
                assert_eq!(dice.draws().len(), 36 + 12 + 3 * three);
                turns += three;
            }
        }
    }
    assert!(turns > 0);
}

#[test]
fn a_turned_hall_goes_from_a_point_in_each_room_by_the_middle() {
    const SIDE_BY_SIDE: [(usize, usize); 6] = [(0, 1), (1, 2), (3, 4), (4, 5), (6, 7), (7, 8)];
    let (mut met, mut vertical) = (0, 0);
    for seed in 0..20 {
        let (map, dice) = turned(60, 60, seed, Rule::Modulo);
        let mut draws = dice.draws()[36..].iter();
        for (border, halls) in map.halls.iter().enumerate() {
            let mut take = || draws.next().unwrap();
            let [one, two, three] = halls[..] else {
                take();
                continue;
            };
            let column = (border - border % 2) / 2;
            let (first, second) = match SIDE_BY_SIDE.get(border) {
                Some(&(first, second)) => (first, second),
                None => (column - 3 + 3 * (border % 2), column + 3 * (border % 2)),
            };
            let [first, second] = [first, second].map(|room| map.rooms[room]);
            let mut point = |room: [u32; 4]| {
                [0, 1].map(|axis| {
                    let (n, value) = *take();
                    assert_eq!(n, room[axis + 2] - room[axis] + 1);
                    room[axis] + value
                })
            };
            let ([x1, y1], [x2, y2]) = (point(first), point(second));
            let expected = if border < 6 {
                let mid = u32::midpoint(first[2], second[0]);
                [[x1, y1, mid, y1], [mid, y1.min(y2), mid, y1.max(y2)], [mid, y2, x2, y2]]
            } else {
                vertical += 1;
                let mid = u32::midpoint(first[3], second[1]);
                [[x1, y1, x1, mid], [x1.min(x2), mid, x1.max(x2), mid], [x2, mid, x2, y2]]
            };
            assert_eq!([one, two, three], expected, "seed {seed}, border {}", border + 1);
            met += 1;
        }
        assert_eq!(draws.next(), None);
    }
    assert!(vertical > 0 && met > vertical, "{vertical} of {met}");
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
