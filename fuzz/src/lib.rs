//! What the fuzz targets share: a command of the program gets the bytes, as files or as an argument.

use std::sync::{Arc, LazyLock};
use std::{env, fs, process};

/// A pipe that nobody reads is an error, as in every Rust program, rather than the end of the process.
static PIPES: LazyLock<bool> = LazyLock::new(|| {
    signal_hook::flag::register(signal_hook::consts::SIGPIPE, Arc::default()).is_ok()
});

const ROWS: &str = include_str!("../rows.txt");

/// Runs the command of a target with arguments from `rows.txt`, chosen by the first byte. In these arguments, `FILE` stands for
/// a file with the other bytes, `A` and `B` for files with the bytes before and after the first 0, and `TEXT` for all the bytes
/// as one argument. Any result that comes in time is good.
pub fn run(target: &str, bytes: &[u8]) {
    let mut rows = ROWS.lines();
    let command = rows
        .find_map(|row| row.strip_prefix(target)?.strip_prefix(": "))
        .expect("a command");
    let arguments: Vec<&str> = rows.map_while(|row| row.strip_prefix("  ")).collect();
    assert!(*PIPES, "the signal is handled");
    let Some((choice, bytes)) = bytes.split_first() else {
        return;
    };
    let mut parts = bytes.splitn(2, |byte| *byte == 0);
    let mut part = || parts.next().unwrap_or_default();
    let files = [("FILE", bytes), ("A", part()), ("B", part())].map(|(name, bytes)| {
        // Descriptions of subjects need this ending, and other commands do not care.
        let path = env::temp_dir().join(format!("roguelab-fuzz-{}-{name}.toml", process::id()));
        fs::write(&path, bytes).expect("the temporary folder can be written to");
        (name, path.to_string_lossy().into_owned())
    });
    let text = String::from_utf8_lossy(bytes);
    let filled = |part: &str| match files.iter().find(|(name, _)| *name == part) {
        Some((_, path)) => path.clone(),
        None => part.replace("TEXT", &text),
    };
    let chosen = arguments[usize::from(*choice) % arguments.len()];
    let parts = command.split(' ').chain(chosen.split_whitespace());
    let arguments: Vec<String> = std::iter::once("roguelab")
        .chain(parts)
        .map(filled)
        .collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let _ = cli::cli::fuzzed(&arguments);
}
