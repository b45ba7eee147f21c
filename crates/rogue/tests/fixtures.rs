//! Port = fixture: the corner of every comparison that needs no C compiler.
//!
//! `fixtures/documents/rogue.json` holds outputs of the document's own code; `fixtures/atlas.txt` the digest of the
//! canonical dump that the real game and the references agree on.

use std::fs;

use generators::bsd_random::{Type0, Type3};
use rogue::atlas::Atlas;
use rogue::identities::Identities;
use rogue::random::{coin_toss, get_rand, srrandom};
use serde_json::Value;
use sha2::{Digest, Sha256};

fn fixture(name: &str) -> String {
    let path = format!("{}/../../fixtures/{name}", env!("CARGO_MANIFEST_DIR"));
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Calls `check(seed, outputs of that seed)` for each of the document's seeds.
fn for_each_seed(check: impl Fn(i32, &Value)) {
    let document: Value = serde_json::from_str(&fixture("documents/rogue.json")).unwrap();
    let seeds = document["seeds"].as_array().unwrap();
    assert_eq!(seeds.len(), 4, "the document's code ran with four seeds");
    for outputs in seeds {
        check(i32::try_from(outputs["seed"].as_i64().unwrap()).unwrap(), outputs);
    }
}

/// The document's numbers under `key`, beside as many of the port's.
fn assert_numbers(outputs: &Value, key: &str, mut port: impl FnMut() -> i64) {
    let document: Vec<i64> = outputs[key].as_array().unwrap().iter().map(|n| n.as_i64().unwrap()).collect();
    assert!(document.len() >= 32, "{key} has {} numbers", document.len());
    let port: Vec<i64> = document.iter().map(|_| port()).collect();
    assert_eq!(port, document, "{key} of seed {}", outputs["seed"]);
}

#[test]
fn rrandom_equals_the_document() {
    for_each_seed(|seed, outputs| {
        let mut random = Type3::srrandom(seed);
        assert_numbers(outputs, "rrandom_type3_first64", || i64::from(random.next_word()));
    });
}

#[test]
fn type_0_equals_the_document() {
    for_each_seed(|seed, outputs| {
        let mut random = Type0::srrandom(seed);
        assert_numbers(outputs, "type0_lcg_first64", || i64::from(random.next_word()));
    });
}

#[test]
fn unseeded_words_equal_the_document() {
    let document: Value = serde_json::from_str(&fixture("documents/rogue.json")).unwrap();
    let mut random = Type3::unseeded();
    assert_numbers(&document, "unseeded_type3_first64", || i64::from(random.next_word()));
}

#[test]
fn get_rand_equals_the_document() {
    for_each_seed(|seed, outputs| {
        let mut dice = srrandom(seed);
        assert_numbers(outputs, "get_rand_1_100_first32", || i64::from(get_rand(&mut dice, 1, 100)));
    });
}

#[test]
fn coin_toss_equals_the_document() {
    for_each_seed(|seed, outputs| {
        let mut dice = srrandom(seed);
        assert_numbers(outputs, "coin_toss_first32", || i64::from(coin_toss(&mut dice)));
    });
}

fn assert_names(outputs: &Value, key: &str, port: impl Fn(usize) -> String) {
    for (kind, name) in outputs[key].as_array().unwrap().iter().enumerate() {
        assert_eq!(port(kind), name.as_str().unwrap(), "{key} of seed {}, kind {kind}", outputs["seed"]);
    }
}

#[test]
fn potions_equal_the_document() {
    for_each_seed(|seed, outputs| {
        let game = Identities::of_seed(seed);
        assert_names(outputs, "potions", |kind| game.potion(kind).into());
    });
}

#[test]
fn wands_and_rings_equal_the_document() {
    for_each_seed(|seed, outputs| {
        let game = Identities::of_seed(seed);
        assert_names(outputs, "wands", |kind| game.wand(kind).into());
        assert_names(outputs, "rings", |kind| game.ring(kind).into());
    });
}

#[test]
fn scrolls_equal_the_document() {
    for_each_seed(|seed, outputs| {
        let game = Identities::of_seed(seed);
        assert_names(outputs, "scrolls", |kind| game.scroll(kind).to_string());
    });
}

#[test]
fn a_new_game_takes_as_many_draws_as_in_the_document() {
    for_each_seed(|seed, outputs| {
        let draws = Identities::of_seed(seed).draws.map(i64::from);
        assert_eq!(draws, outputs["init_get_rand_calls"].as_i64(), "seed {seed}");
    });
}

#[test]
fn canonical_lines_equal_the_document() {
    for_each_seed(|seed, outputs| {
        let line = format!("{}\n", Identities::of_seed(seed).canonical_line(seed));
        assert_eq!(hex(&Sha256::digest(line)), outputs["canonical_line_sha256"].as_str().unwrap(), "seed {seed}");
    });
}

#[test]
fn the_atlas_equals_its_digest() {
    let text = fixture("atlas.txt");
    let digest = text.lines().find_map(|line| line.strip_prefix("sha256 ")).expect("a line `sha256 DIGEST`");
    let mut dump = String::new();
    Atlas::new().dump(&mut dump).unwrap();
    assert_eq!(hex(&Sha256::digest(dump)), digest);
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |hex, byte| hex + &format!("{byte:02x}"))
}
