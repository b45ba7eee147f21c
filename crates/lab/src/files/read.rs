//! Texts that are read whole, up to a limit.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use anyhow::{Context as _, Result, bail};

/// The text of a file of at most so many bytes.
///
/// # Errors
/// If it cannot be read, is longer, or is not UTF-8.
pub fn text(path: &Path, most: u64) -> Result<String> {
    let cannot = || format!("cannot read {}", path.display());
    let mut bytes = Vec::new();
    File::open(path).with_context(cannot)?.take(most + 1).read_to_end(&mut bytes).with_context(cannot)?;
    if bytes.len() as u64 > most {
        bail!("cannot read {}: it has more than {most} bytes", path.display());
    }
    String::from_utf8(bytes).with_context(cannot)
}
