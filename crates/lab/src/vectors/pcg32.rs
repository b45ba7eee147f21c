//! Vectors of PCG32.

use generators::pcg32::Pcg32;
use serde_json::{Value, json};

use super::VectorError;
use super::entry::{Entry, hexadecimal};

fn words(pcg: &mut Pcg32, count: usize) -> Vec<u32> {
    (0..count).map(|_| pcg.next_word()).collect()
}

/// A generator: its words and its states.
pub(super) fn generator(entry: &Entry<'_>) -> Result<Value, VectorError> {
    let (kind, args) = (entry.part("kind")?, entry.part("args")?);
    let (first, second) = args.pair(Entry::bits)?;
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
    let far = after(1 << 40);
    Ok(json!({
        "kind": kind.value,
        "args": args.value,
        "state": hexadecimal(start.state()),
        "inc": hexadecimal(start.inc()),
        "first64": words(&mut start.clone(), 64),
        "state_after_64": hexadecimal(after(64).state()),
        "advance_2pow40": { "state": hexadecimal(far.state()), "next8": words(&mut far.clone(), 8) },
        "advance_1000000_state": hexadecimal(after(1_000_000).state()),
        "state_one_step_back": hexadecimal(after(u64::MAX).state()),
    }))
}

/// Words of one generator as fractions of 2^32.
pub(super) fn doubles() -> Value {
    let words = words(&mut Pcg32::srandom(42, 54), 8);
    words.into_iter().map(|word| f64::from(word) / (1u64 << 32) as f64).collect()
}
