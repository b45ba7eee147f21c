//! The port beside `fixtures/documents/rogue.json`, outputs of the document's own code, and the digest in
//! `fixtures/atlas.txt`, on which the real game and the references agree.

use std::fs;

use generators::bsd_random::{Type0, Type3};
use rogue::atlas::Atlas;
use rogue::identities::Identities;
use rogue::random::{coin_toss, get_rand, srrandom};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

fn fixture(name: &str) -> String {
    let path = format!("{}/../../fixtures/{name}", env!("CARGO_MANIFEST_DIR"));
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn list<T: Into<Value>>(count: usize, mut next: impl FnMut() -> T) -> Value {
    (0..count).map(|_| next()).collect()
}

fn digest(text: &str) -> String {
    Sha256::digest(text)
        .iter()
        .fold(String::new(), |hex, byte| hex + &format!("{byte:02x}"))
}

#[test]
fn every_output_equals_the_document() {
    let document: Value = serde_json::from_str(&fixture("documents/rogue.json")).unwrap();
    let mut random = Type3::unseeded();
    assert_eq!(
        list(64, || random.next_word()),
        document["unseeded_type3_first64"]
    );
    let seeds = document["seeds"].as_array().unwrap();
    assert_eq!(seeds.len(), 4, "the document's code ran with four seeds");
    for outputs in seeds {
        let seed = i32::try_from(outputs["seed"].as_i64().unwrap()).unwrap();
        let (mut type3, mut type0) = (Type3::srrandom(seed), Type0::srrandom(seed));
        let (mut rolls, mut coins) = (srrandom(seed), srrandom(seed));
        let game = Identities::of_seed(seed);
        for (key, port) in [
            ("rrandom_type3_first64", list(64, || type3.next_word())),
            ("type0_lcg_first64", list(64, || type0.next_word())),
            (
                "get_rand_1_100_first32",
                list(32, || get_rand(&mut rolls, 1, 100)),
            ),
            (
                "coin_toss_first32",
                list(32, || u32::from(coin_toss(&mut coins))),
            ),
            ("init_get_rand_calls", json!(game.draws)),
            ("potions", (0..14).map(|kind| game.potion(kind)).collect()),
            ("wands", (0..11).map(|kind| game.wand(kind)).collect()),
            ("rings", (0..11).map(|kind| game.ring(kind)).collect()),
            (
                "scrolls",
                (0..13).map(|kind| game.scroll(kind).to_string()).collect(),
            ),
            (
                "canonical_line_sha256",
                digest(&format!("{}\n", game.canonical_line(seed))).into(),
            ),
        ] {
            assert_eq!(port, outputs[key], "{key} of seed {seed}");
        }
    }
}

#[test]
fn the_atlas_equals_its_digest() {
    let text = fixture("atlas.txt");
    let expected = text
        .lines()
        .find_map(|line| line.strip_prefix("sha256 "))
        .expect("a line `sha256 DIGEST`");
    let mut dump = String::new();
    Atlas::new().dump(&mut dump).unwrap();
    assert_eq!(digest(&dump), expected);
}
