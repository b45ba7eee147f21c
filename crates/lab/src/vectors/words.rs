//! Vectors of generators: Rogue's, PCG32 with its demonstration, and even spreads.

use anyhow::Result;
use generators::bsd_random::{Type0, Type3};
use generators::pcg32::Pcg32;
use grids::spread::spread_iter;
use lockstep::{Answer, Basis, Missing, Output, Seen, Side, Subject, hex};
use rogue::atlas::residue;
use rogue::identities::Identities;
use rogue::random::{coin_toss, get_rand, srrandom};
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};
use subjects::pcg32::PcgWords;

use super::entry::{Entry, hexadecimal, hexadecimal_bits};
use crate::mistakes::Transcript;

fn list<T>(count: usize, mut next: impl FnMut() -> T) -> Vec<T> {
    (0..count).map(|_| next()).collect()
}

/// A seed of Rogue: words, draws, and the names of its game.
pub(super) fn rogue(entry: &Entry<'_>) -> Result<Value> {
    let seed: i32 = entry.part("seed")?.number()?;
    let (mut words, mut type0) = (Type3::srrandom(seed), Type0::srrandom(seed));
    let (mut rolls, mut coins) = (srrandom(seed), srrandom(seed));
    let game = Identities::of_seed(seed);
    let names =
        |name: &dyn Fn(usize) -> String, kinds: usize| (0..kinds).map(name).collect::<Vec<_>>();
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

/// The words of Rogue's generator before it is seeded.
pub(super) fn unseeded() -> Value {
    let mut words = Type3::unseeded();
    list(64, || words.next_word()).into()
}

/// A PCG32 generator: its words and its states.
pub(super) fn pcg32(entry: &Entry<'_>) -> Result<Value> {
    let (kind, args) = (entry.part("kind")?, entry.part("args")?);
    let (first, second) = args.pair()?;
    let start = match kind.text()? {
        "srandom" => Pcg32::srandom(first, second),
        "raw" => Pcg32::new_raw(first, second),
        _ => return Err(kind.malformed("`srandom` or `raw` belongs here")),
    };
    let after = |steps: u64| {
        let mut pcg = start.clone();
        pcg.advance(steps);
        pcg
    };
    let (mut words, mut far) = (start.clone(), after(1 << 40));
    Ok(json!({
        "kind": kind.value,
        "args": args.value,
        "state": hexadecimal(start.state()),
        "inc": hexadecimal(start.inc()),
        "first64": list(64, || words.next_word()),
        "state_after_64": hexadecimal(after(64).state()),
        "advance_2pow40": { "state": hexadecimal(far.state()), "next8": list(8, || far.next_word()) },
        "advance_1000000_state": hexadecimal(after(1_000_000).state()),
        "state_one_step_back": hexadecimal(after(u64::MAX).state()),
    }))
}

/// What a file of the documents says of PCG32 and of Rogue's generator, as ops and answers of those subjects.
pub(super) fn transcripts(file: &Map<String, Value>) -> Vec<(&'static str, Transcript)> {
    let texts = |value: &Value| -> Option<Vec<String>> {
        let text = |value: &Value| {
            hexadecimal_bits(value).map_or_else(|| value.to_string(), |bits| bits.to_string())
        };
        Some(
            value
                .as_array()
                .map_or_else(|| vec![text(value)], |list| list.iter().map(text).collect()),
        )
    };
    let each = |key: &str| {
        let (list, map) = file
            .get(key)
            .map_or((None, None), |value| (value.as_array(), value.as_object()));
        let (list, map) = (
            list.into_iter().flatten(),
            map.into_iter().flat_map(Map::values),
        );
        list.chain(map).collect::<Vec<_>>()
    };
    let mut all = Vec::new();
    let mut transcript = Transcript::new();
    for entry in each("generators") {
        let given = |pointer: &str| entry.pointer(pointer).and_then(texts);
        let Some([first, second]) =
            given("/args").and_then(|args| <[String; 2]>::try_from(args).ok())
        else {
            continue;
        };
        let start = format!(
            "{} {first} {second}",
            entry["kind"].as_str().unwrap_or_default()
        );
        let ops = [
            ("advance 1000000", given("/advance_1000000_state")),
            ("step_back", given("/state_one_step_back")),
            ("advance 1099511627776", given("/advance_2pow40/state")),
            ("randoms 8", given("/advance_2pow40/next8")),
            ("randoms 64", given("/first64")),
            ("advance 0", given("/state_after_64")),
        ];
        for (i, (op, shown)) in ops.into_iter().enumerate() {
            if ![3, 5].contains(&i) {
                transcript.push((start.clone(), given("/state")));
            }
            transcript.push((op.to_owned(), shown));
        }
    }
    all.push(("pcg32", transcript));
    for (subject, key, words) in [
        ("rrandom", "rrandom_type3_first64", "rrandoms 64"),
        ("rrandom-type0", "type0_lcg_first64", "rrandoms 64"),
        ("get_rand", "get_rand_1_100_first32", "get_rands 1 100 32"),
    ] {
        let mut transcript = Transcript::new();
        for entry in each("seeds") {
            transcript.push((format!("srrandom {}", entry["seed"]), None));
            transcript.push((words.to_owned(), entry.get(key).and_then(texts)));
        }
        all.push((subject, transcript));
    }
    all
}

/// Words of one PCG32 as fractions of 2^32.
pub(super) fn doubles() -> Value {
    let mut words = Pcg32::srandom(42, 54);
    list(8, || f64::from(words.next_word()) / (1u64 << 32) as f64).into()
}

// The demonstration that PCG's author publishes. A round is six words; a walk back by six and the same words again; 65
// coins, a die rolled 33 times, and a pack of 52 cards, shuffled from its end: draws bounded by 2, 6, and the cards left.
const WORDS: u64 = 6;
const COINS: usize = 65;
const ROLLS: usize = 33;
const CARDS: u32 = 52;

const MOST_ROUNDS: usize = 10_000;

/// The demonstration by an implementation of the subject `pcg32`, as in `fixtures/documents/pcg32-demo.json`.
pub fn demonstration(
    basis: Basis,
    initstate: u64,
    initseq: u64,
    rounds: usize,
) -> Result<Value, Missing> {
    let mut side = PcgWords.side(basis)?;
    side.apply(&format!("srandom {initstate} {initseq}"));
    Ok((0..rounds).map(|_| round(&mut *side)).collect())
}

fn round(side: &mut dyn Side) -> Value {
    let words = |side: &mut dyn Side| {
        (0..WORDS)
            .map(|_| number(side, "random"))
            .collect::<Vec<_>>()
    };
    let first = words(side);
    side.apply(&format!("advance {}", WORDS.wrapping_neg()));
    let again = words(side);
    let coins: String = (0..COINS)
        .map(|_| if below(side, 2) == 1 { 'H' } else { 'T' })
        .collect();
    let rolls: Vec<usize> = (0..ROLLS).map(|_| below(side, 6) + 1).collect();
    let mut pack: Vec<usize> = (0..CARDS as usize).collect();
    for left in (2..=CARDS).rev() {
        pack.swap(below(side, left), left as usize - 1);
    }
    let card = |&card: &usize| {
        [
            &"A23456789TJQK"[card / 4..=card / 4],
            &"hcds"[card % 4..=card % 4],
        ]
        .concat()
    };
    let cards = pack.iter().map(card).collect::<Vec<_>>().join(" ");
    json!({ "words": first, "words_again": again, "coins": coins, "rolls": rolls, "cards": cards })
}

/// The 32 bits that an op shows.
fn number(side: &mut dyn Side, op: &str) -> u32 {
    match side.apply(op) {
        Answer::Seen(Seen {
            output: Output::Number(number),
            ..
        }) => u32::try_from(number).unwrap_or_default(),
        _ => 0,
    }
}

fn below(side: &mut dyn Side, bound: u32) -> usize {
    // An implementation that breaks the bound must not break the pack.
    (number(side, &format!("boundedrand {bound}")) % bound) as usize
}

/// The port's demonstration, with as many rounds as the entry.
pub(super) fn port_demonstration(entry: &Entry<'_>) -> Result<Value> {
    let (initstate, initseq) = (entry.part("initstate")?, entry.part("initseq")?);
    let rounds = entry.length("rounds")?;
    if rounds > MOST_ROUNDS {
        return Err(entry.malformed(format!(
            "{rounds} rounds are too many to check: at most {MOST_ROUNDS}"
        )));
    }
    let shown = demonstration(Basis::Port, initstate.bits()?, initseq.bits()?, rounds);
    let shown = shown.map_err(|missing| entry.malformed(missing))?;
    Ok(json!({ "initstate": initstate.value, "initseq": initseq.value, "rounds": shown }))
}

/// The most letters that are hashed: some seconds.
const MOST_HASHED: usize = 1 << 27;

/// `NA,NB`: the text over `a` and `b`, or its SHA-256.
pub(super) fn spread(entry: &Entry<'_>) -> Result<Value> {
    let (na, nb) = entry.key.split_once(',').unwrap_or_default();
    let count = |text: &str| {
        text.parse()
            .map_err(|_| entry.malformed(format!("{text} is too large for a count")))
    };
    let mut letters =
        spread_iter(b'a', b'b', count(na)?, count(nb)?).map_err(|error| entry.malformed(error))?;
    let given = entry.text()?;
    if !given.starts_with("sha256:") {
        // One letter more than is given shows a difference.
        return Ok(letters
            .map(char::from)
            .take(given.len() + 1)
            .collect::<String>()
            .into());
    }
    if letters.len() > MOST_HASHED {
        return Err(entry.malformed(format!("too many letters to hash: at most {MOST_HASHED}")));
    }
    let mut digest = Sha256::new();
    while letters.len() > 0 {
        digest.update(letters.by_ref().take(1 << 16).collect::<Vec<u8>>());
    }
    Ok(format!("sha256:{}", hex(&digest.finalize())).into())
}
