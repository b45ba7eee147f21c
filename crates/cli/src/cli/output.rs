//! Standard output that the reader may close early, as `head` does: the rest is dropped, and the exit code is unchanged.
//!
//! With --quiet an [`Output::of_findings`] prints only verdicts. If colour is wanted, it is added here, line by line; without
//! the colour the text is the same, byte for byte.

mod colour;

use std::fmt::{Arguments, Display};
use std::io::{self, BufWriter, ErrorKind, StdoutLock, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use clap::ColorChoice;
use console::Term;
use indicatif::{ProgressBar, ProgressStyle};
use lockstep::{escaped, escaped_json};
use serde::Serialize;
use serde_json::{Value, json};

/// Whether some output could not be written, for example because a disk is full.
static LOST: AtomicBool = AtomicBool::new(false);

/// Whether only verdicts are printed.
static QUIET: AtomicBool = AtomicBool::new(false);

/// Whether findings are coloured.
static COLOURED: AtomicBool = AtomicBool::new(false);

pub(super) use answers::number::counted;

pub(super) fn was_lost() -> bool {
    LOST.load(Ordering::Relaxed)
}

pub(super) fn is_quiet() -> bool {
    QUIET.load(Ordering::Relaxed)
}

/// Applies --quiet and --color.
pub(super) fn set(quiet: bool, color: ColorChoice) {
    QUIET.store(quiet, Ordering::Relaxed);
    let coloured = match color {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        // This checks for a terminal, and reads NO_COLOR and TERM.
        ColorChoice::Auto => Term::stdout().features().colors_supported(),
    };
    COLOURED.store(coloured, Ordering::Relaxed);
}

/// A progress bar on a terminal, and nothing in a pipe or with --quiet; without a number of steps it is a spinner.
pub(super) fn bar(template: &str, steps: Option<u64>) -> ProgressBar {
    let bar = match steps {
        _ if is_quiet() => ProgressBar::hidden(),
        Some(steps) => ProgressBar::new(steps),
        None => ProgressBar::new_spinner(),
    };
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// Prints a JSON document. Its schema changes whenever a field changes its meaning or is removed.
pub fn print_json(schema: &str, mut document: Value) -> anyhow::Result<()> {
    document["schema"] = json!(schema);
    writeln!(
        Output::new(),
        "{}",
        escaped_json(&serde_json::to_string_pretty(&document)?)
    )?;
    Ok(())
}

/// Prints an answer with a verdict: as JSON, or in lines; with --quiet its verdict alone, which is its short form `{:#}`.
pub(super) fn print_answer(
    answer: &(impl Serialize + Display),
    schema: &str,
    as_json: bool,
) -> anyhow::Result<()> {
    if as_json {
        return print_json(schema, serde_json::to_value(answer)?);
    }
    let mut out = Output::of_findings();
    if is_quiet() {
        out.verdict(format_args!("{}", escaped(&format!("{answer:#}"))))?;
    } else {
        write!(out, "{}", escaped(&answer.to_string()))?;
    }
    Ok(())
}

/// Prints what was asked for, as JSON or in lines.
pub(super) fn print_data(
    data: &(impl Serialize + Display),
    schema: &str,
    as_json: bool,
) -> anyhow::Result<()> {
    if as_json {
        return print_json(schema, serde_json::to_value(data)?);
    }
    write!(Output::new(), "{data}")?;
    Ok(())
}

/// Standard output, locked and buffered.
pub struct Output {
    stdout: BufWriter<StdoutLock<'static>>,
    closed: bool,
    muted: bool,
    /// The unfinished line, if findings are coloured.
    line: Option<Vec<u8>>,
}

impl Output {
    /// An output for the requested data, such as words, a drawing or a list.
    #[allow(clippy::new_without_default, reason = "it takes a lock")]
    pub fn new() -> Self {
        Self {
            stdout: BufWriter::new(io::stdout().lock()),
            closed: false,
            muted: false,
            line: None,
        }
    }

    /// An output for findings, of which --quiet leaves only the verdicts.
    pub fn of_findings() -> Self {
        let mut out = Self::new();
        out.muted = is_quiet();
        out.line = COLOURED.load(Ordering::Relaxed).then(Vec::new);
        out
    }

    /// Whether the reader has closed the output.
    pub(super) const fn is_closed(&self) -> bool {
        self.closed
    }

    /// Prints a line that --quiet keeps.
    pub fn verdict(&mut self, line: Arguments<'_>) -> io::Result<()> {
        let muted = std::mem::take(&mut self.muted);
        let printed = writeln!(self, "{line}");
        self.muted = muted;
        printed
    }

    fn put(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.closed {
            return Ok(bytes.len());
        }
        let written = self.stdout.write(bytes);
        self.unless_closed(written, bytes.len())
    }

    fn unless_closed<T>(&mut self, done: io::Result<T>, dropped: T) -> io::Result<T> {
        match done {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => {
                self.closed = true;
                Ok(dropped)
            }
            Err(error) if error.kind() != ErrorKind::Interrupted => {
                self.closed = true;
                let what = format!("cannot write to standard output: {error}");
                Err(io::Error::new(error.kind(), what))
            }
            done => done,
        }
    }

    fn put_all(&mut self, mut bytes: &[u8]) -> io::Result<()> {
        while !bytes.is_empty() {
            bytes = &bytes[self.put(bytes)?..];
        }
        Ok(())
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.muted {
            return Ok(bytes.len());
        }
        let Some(mut begun) = self.line.take() else {
            return self.put(bytes);
        };
        begun.extend(bytes);
        let whole = begun
            .iter()
            .rposition(|&byte| byte == b'\n')
            .map_or(0, |end| end + 1);
        let rest = begun.split_off(whole);
        self.line = Some(rest);
        let lines = String::from_utf8_lossy(&begun);
        lines
            .split_inclusive('\n')
            .try_for_each(|line| self.put_all(colour::coloured(line).as_bytes()))?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if let Some(line) = &mut self.line {
            let begun = std::mem::take(line);
            self.put_all(&begun)?;
        }
        if self.closed {
            return Ok(());
        }
        let flushed = self.stdout.flush();
        self.unless_closed(flushed, ())
    }
}

impl Drop for Output {
    fn drop(&mut self) {
        if let Err(error) = self.flush() {
            eprintln!("roguelab: {error}");
            LOST.store(true, Ordering::Relaxed);
        }
    }
}
