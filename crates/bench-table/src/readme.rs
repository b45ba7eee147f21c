//! The block of the README that shows the table.

use std::fs;
use std::path::Path;

use crate::error::Error;

/// The line before the block.
pub const MARKER: &str = "<!-- output of: cargo xtask bench --table -->";

const OPEN: &str = "\n```text\n";
const CLOSE: &str = "```";

/// The text before the block's content, the content, and what comes after it.
pub fn split(readme: &str) -> Option<[&str; 3]> {
    let start = readme.find(&format!("{MARKER}{OPEN}"))? + MARKER.len() + OPEN.len();
    let end = start + readme[start..].find(CLOSE)?;
    Some([&readme[..start], &readme[start..end], &readme[end..]])
}

/// Puts the table in the place of what the block shows. The file is written beside itself and then renamed: it is never
/// there in half.
///
/// # Errors
/// [`Error::NoBlock`], [`Error::Io`].
pub fn write(path: &Path, table: &str) -> Result<(), Error> {
    let io = |cause| Error::Io { path: path.to_owned(), cause };
    let readme = fs::read_to_string(path).map_err(io)?;
    let [before, _, after] = split(&readme).ok_or(Error::NoBlock { path: path.to_owned(), marker: MARKER })?;
    let beside = path.with_extension("md.new");
    fs::write(&beside, format!("{before}{table}{after}")).and_then(|()| fs::rename(&beside, path)).map_err(io)
}
