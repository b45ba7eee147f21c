//! The state of a run as bytes: a line that says what it is, a digest, and what was kept.

use gof::state::{Kept as _, State};
use sha2::{Digest as _, Sha256};

use super::TestError;

/// The first line.
const MARK: &[u8] = b"roguelab test: the state of a run\n";

/// The length of the digest.
const DIGEST: usize = 32;

/// Only the same version is sure to keep the same.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Saves what `keep` keeps of a run of this description; `None` if something cannot be kept.
pub(super) fn save<T>(
    description: &[(&str, String)],
    keep: impl FnOnce(&mut State) -> T,
) -> Option<Vec<u8>> {
    let mut state = State::saving();
    for text in texts(description) {
        text.as_bytes().to_vec().keep(&mut state);
    }
    keep(&mut state);
    let kept = state.finish()?;
    Some([MARK, &Sha256::digest(&kept), &kept].concat())
}

/// Restores what `keep` keeps, if it is that of a run of the same description by the same version.
pub(super) fn restore(
    saved: &[u8],
    description: &[(&'static str, String)],
    keep: impl FnOnce(&mut State),
) -> Result<(), TestError> {
    let rest = saved.strip_prefix(MARK).ok_or(TestError::NoState)?;
    let (digest, kept) = rest
        .split_at_checked(DIGEST)
        .ok_or(TestError::DamagedState)?;
    if Sha256::digest(kept)[..] != *digest {
        return Err(TestError::DamagedState);
    }
    let mut state = State::restoring(kept.to_vec());
    let labels = ["by roguelab"]
        .into_iter()
        .chain(description.iter().map(|part| part.0));
    for (what, this) in labels.zip(texts(description)) {
        let mut text = Vec::new();
        text.keep(&mut state);
        if text != this.as_bytes() {
            let saved = String::from_utf8_lossy(&text).into_owned();
            let this = this.to_owned();
            return Err(TestError::OtherRun { what, saved, this });
        }
    }
    keep(&mut state);
    state.finish().map(drop).ok_or(TestError::DamagedState)
}

/// The version, and the texts of a description.
fn texts<'a>(description: &'a [(&str, String)]) -> impl Iterator<Item = &'a str> {
    let texts = description.iter().map(|part| part.1.as_str());
    [VERSION].into_iter().chain(texts)
}
