//! Vectors of even spreads.

use grids::spread::spread_iter;
use lockstep::hex;
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::VectorError;
use super::entry::Entry;

/// The most letters that are hashed: some seconds.
const MOST_HASHED: usize = 1 << 27;

/// `NA,NB`: the text over `a` and `b`, or its SHA-256.
pub(super) fn spread(entry: &Entry<'_>) -> Result<Value, VectorError> {
    let (na, nb) = entry.key.split_once(',').unwrap_or_default();
    let count = |text: &str| text.parse().map_err(|_| entry.malformed(format!("{text} is too large for a count")));
    let letters =
        spread_iter(b'a', b'b', count(na)?, count(nb)?).map_err(|error| entry.malformed(error.to_string()))?;
    let given = entry.text()?;
    if given.starts_with("sha256:") {
        if letters.len() > MOST_HASHED {
            return Err(entry.malformed(format!("too many letters to be hashed here: at most {MOST_HASHED}")));
        }
        let mut digest = Sha256::new();
        let mut block = Vec::with_capacity(1 << 16);
        for letter in letters {
            block.push(letter);
            if block.len() == block.capacity() {
                digest.update(&block);
                block.clear();
            }
        }
        digest.update(&block);
        return Ok(format!("sha256:{}", hex(&digest.finalize())).into());
    }
    // No longer than what is given: one letter more shows the difference.
    Ok(letters.map(char::from).take(given.len() + 1).collect::<String>().into())
}
