//! The port compared with the digest in `fixtures/atlas.txt`, on which the real game and the references agree.

use std::fs;

use roguelab_rogue::atlas::Atlas;
use sha2::{Digest, Sha256};

fn fixture(name: &str) -> String {
    let path = format!("{}/../../fixtures/{name}", env!("CARGO_MANIFEST_DIR"));
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn digest(text: &str) -> String {
    Sha256::digest(text)
        .iter()
        .fold(String::new(), |hex, byte| hex + &format!("{byte:02x}"))
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
