//! The command `test`.

mod arguments;
mod json;
mod stream;
mod table;

use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result, anyhow};
use gof::{Test, battery};

use arguments::Items;
pub(super) use arguments::TestArgs;

use super::Verdict;
use super::output::Output;
use crate::examination::{Examination, Findings};
use crate::files::read;
use crate::input::{Block, Bytes, Numbers, Permutations, Reader};
use crate::interrupt;

/// What was tested, and the results.
struct Run<'a> {
    args: &'a TestArgs,
    /// What the items are, in words.
    what: String,
    items: u64,
    bytes: u64,
    stopped: bool,
    findings: Findings,
}

impl Run<'_> {
    /// The command that repeats it.
    fn again(&self) -> String {
        self.args.again(self.items)
    }

    /// How many items are missing, if any.
    fn missing(&self) -> Option<String> {
        let short = self.findings.rows.iter().filter(|row| row.more() > 0).count();
        (short > 0).then(|| {
            format!(
                "{short} of {} tests have too few items: {} more are needed, {} in all, or name tests that need fewer with \
                 --only (--list says what each needs)",
                self.findings.rows.len(),
                self.findings.more(),
                self.items + self.findings.more()
            )
        })
    }
}

type Tests<Item> = Vec<Box<dyn Test<Item>>>;

fn chosen<Item: ?Sized>(tests: Result<Tests<Item>, gof::Error>, only: &[String]) -> Result<Tests<Item>> {
    let mut tests = tests.context("there is no test for these items")?;
    let names: Vec<&str> = tests.iter().map(|test| test.name()).collect();
    if let Some(name) = only.iter().find(|name| !names.contains(&name.as_str())) {
        // The cutoff is that of Python's difflib, where this measure comes from.
        let near = similar::get_close_matches(name.as_str(), &names, 3, 0.6);
        let meant = if near.is_empty() { String::new() } else { format!(", did you mean {}?", near.join(" or ")) };
        return Err(anyhow!("there is no test `{name}` of these items{meant}; the tests are: {}", names.join(", ")));
    }
    tests.retain(|test| only.is_empty() || only.iter().any(|name| name == test.name()));
    Ok(tests)
}

/// The length of the permutations whose tests are listed: it is known only when they are read.
const LISTED_LENGTH: usize = 6;

fn list(items: Items, only: &[String], out: &mut Output) -> Result<Verdict> {
    let (what, table) = match items {
        Items::Words { bits, .. } => (items.to_string(), table::tests(&chosen(battery::words(bits), only)?)),
        Items::Values { below, .. } => (items.to_string(), table::tests(&chosen(battery::values(below), only)?)),
        Items::Permutations { .. } => (
            format!("permutations of {LISTED_LENGTH}, as an example"),
            table::tests(&chosen(battery::permutations(LISTED_LENGTH), only)?),
        ),
    };
    writeln!(out, "The tests of {what}:\n\n{table}")?;
    Ok(Verdict::Passed)
}

fn open(file: &Path) -> Result<Bytes> {
    if read::is_stdin(file) {
        return Ok(Box::new(std::io::stdin()));
    }
    let name = read::name(file);
    if file.is_dir() {
        return Err(anyhow!("cannot read {name}: it is a folder; name a file in it"));
    }
    let file = std::fs::File::open(file).with_context(|| format!("cannot read {name}"))?;
    Ok(Box::new(file))
}

fn examine<R>(args: &TestArgs, what: String, reader: R, tests: Tests<<R::Block as Block>::Item>) -> Result<Verdict>
where
    R: Reader + 'static,
{
    let mut examination = Examination::new(tests);
    let ended = stream::run(reader, &mut examination, args.limit()?, interrupt::flag())?;
    let findings = examination.findings(args.alpha);
    let items = examination.items();
    let run = Run { args, what, items, bytes: ended.bytes, stopped: ended.stopped, findings };
    let mut out = Output::new();
    if args.json {
        writeln!(out, "{}", lockstep::escaped_json(&json::document(&run)?))?;
    } else {
        table::show(&run, &mut out)?;
    }
    Ok(if run.stopped { Verdict::Stopped } else { run.findings.verdict().into() })
}

pub(super) fn run(args: &TestArgs) -> Result<Verdict> {
    let items = args.items()?;
    if args.list {
        return list(items, &args.only, &mut Output::new());
    }
    args.limit()?;
    // Unknown tests are reported before anything is read.
    match items {
        Items::Words { bits, encoding } => {
            let tests = chosen(battery::words(bits), &args.only)?;
            let numbers = Numbers::<u64>::new(args.input(encoding)?, encoding, u64::MAX >> (64 - bits));
            examine(args, items.to_string(), numbers, tests)
        }
        Items::Values { below, encoding } => {
            let tests = chosen(battery::values(below), &args.only)?;
            let numbers = Numbers::<u32>::new(args.input(encoding)?, encoding, u64::from(below) - 1);
            examine(args, items.to_string(), numbers, tests)
        }
        Items::Permutations { base } => {
            let permutations = Permutations::new(open(&args.file)?, base)?;
            let (length, base) = (permutations.length(), permutations.base());
            let tests = chosen(battery::permutations(length), &args.only)?;
            let what = format!("permutations of {base} to {}, as text", base as usize + length - 1);
            examine(args, what, permutations, tests)
        }
    }
}
