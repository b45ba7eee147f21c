//! The table in docs/speed.md with the results of the benchmarks: port, reference and peers.
//!
//! `cargo xtask bench` runs the benchmarks, `cargo xtask bench --table` makes the table. The benchmarks may use all of our
//! crates, and nothing may use this one. Start reading at [`rows::ROWS`], the comparisons as data.
//!
//! Without the feature `dispatch`, the portable versions of the ports are measured, and the table requires less of them.

pub mod measurements;
pub mod rows;
pub mod table;

use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// A result with a message that says what was wrong and where.
pub type Result<T> = std::result::Result<T, String>;

/// Puts the file name in front of an error.
pub(crate) fn of<E: Display>(path: &Path) -> impl Fn(E) -> String {
    move |error| format!("{}: {error}", path.display())
}

/// The path of the page with the table, from the root.
pub const PAGE: &str = "docs/speed.md";

/// The line of the page before the table.
pub const MARKER: &str = "<!-- output of: cargo xtask bench --table -->";

/// The root of the workspace.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The folder of the measurements: criterion's, or a neighbouring one for ports without the feature `dispatch`. Cargo runs
/// benchmarks in the folder of their package, so relative names start there.
pub fn home() -> PathBuf {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let name = if cfg!(feature = "dispatch") {
        "criterion"
    } else {
        "criterion-portable"
    };
    match (
        env::var_os("CRITERION_HOME"),
        env::var_os("CARGO_TARGET_DIR"),
    ) {
        (Some(home), _) => package.join(home),
        (None, Some(target)) => package.join(target).join(name),
        (None, None) => root().join("target").join(name),
    }
}

/// A file whose modification time is the beginning of the last run.
pub fn mark(home: &Path) -> PathBuf {
    home.join("run")
}

/// The page's text before the table, the table, and the text after it.
pub fn split(page: &str) -> Option<[&str; 3]> {
    let open = format!("{MARKER}\n```text\n");
    let start = page.find(&open)? + open.len();
    let end = start + page[start..].find("```")?;
    Some([&page[..start], &page[start..end], &page[end..]])
}

/// Replaces the table in the page.
///
/// # Errors
/// If the file cannot be read or written, or has no place for the table.
pub fn write(path: &Path, table: &str) -> Result<()> {
    let page = fs::read_to_string(path).map_err(of(path))?;
    let none = format!("there is no line `{MARKER}` followed by a block of ```text");
    let [before, _, after] = split(&page).ok_or(none).map_err(of(path))?;
    // Write to another name first, so that the page is never half written.
    let beside = path.with_extension("md.new");
    fs::write(&beside, format!("{before}{table}{after}"))
        .and_then(|()| fs::rename(&beside, path))
        .map_err(of(path))
}
