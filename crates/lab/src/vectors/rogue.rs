//! Vectors of Rogue's generator and of what a new game draws.

use generators::bsd_random::{Type0, Type3};
use lockstep::hex;
use rogue::atlas::residue;
use rogue::identities::Identities;
use rogue::random::{coin_toss, get_rand, srrandom};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::VectorError;
use super::entry::Entry;

fn list<T>(count: usize, mut next: impl FnMut() -> T) -> Vec<T> {
    (0..count).map(|_| next()).collect()
}

/// A seed: words, draws, and the names of its game.
pub(super) fn seed(entry: &Entry<'_>) -> Result<Value, VectorError> {
    let seed: i32 = entry.part("seed")?.number()?;
    let (mut words, mut type0) = (Type3::srrandom(seed), Type0::srrandom(seed));
    let (mut rolls, mut coins) = (srrandom(seed), srrandom(seed));
    let game = Identities::of_seed(seed);
    let names = |name: &dyn Fn(usize) -> String, kinds: usize| (0..kinds).map(name).collect::<Vec<_>>();
    Ok(json!({
        "seed": seed,
        "seed_mod_32768": residue(seed),
        "rrandom_type3_first64": list(64, || words.next_word()),
        "type0_lcg_first64": list(64, || type0.next_word()),
        "get_rand_1_100_first32": list(32, || get_rand(&mut rolls, 1, 100)),
        "coin_toss_first32": list(32, || u32::from(coin_toss(&mut coins))),
        "init_get_rand_calls": game.draws,
        "potions": names(&|kind| game.potion(kind).to_owned(), game.potions.len()),
        "wands": names(&|kind| game.wand(kind).to_owned(), game.wands.len()),
        "rings": names(&|kind| game.ring(kind).to_owned(), game.rings.len()),
        "scrolls": names(&|kind| game.scroll(kind).to_string(), game.scrolls.len()),
        "canonical_line_sha256": hex(&Sha256::digest(format!("{}\n", game.canonical_line(seed)))),
    }))
}

/// The words of the generator before it is seeded.
pub(super) fn unseeded() -> Value {
    let mut words = Type3::unseeded();
    list(64, || words.next_word()).into()
}
