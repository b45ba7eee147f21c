//! The command `test`.

mod against;
mod arguments;
mod counts;
mod given;
mod json;
mod looks;
mod neighbours;
mod stream;
mod streams;
mod table;

use std::io::Write;

use anyhow::{Context, Result, anyhow};
use gof::battery::{self, Entry, TESTS};
use gof::looks::price;
use gof::{Made, Reference, Test};

pub(super) use arguments::TestArgs;
use given::{Given, Items};
use looks::End;
use looks::{Findings, Looks};
use stream::Reading;

use super::output::{Output, print_json};
use super::{Verdict, who};
use crate::files::read;
use crate::input::{Block, Numbers, Permutations, Reader};
use crate::interrupt;

/// What was tested, and the results.
struct Run<'a> {
    args: &'a TestArgs,
    /// What the items are, in words.
    what: String,
    /// What is odd about them.
    note: Option<String>,
    items: u64,
    bytes: u64,
    end: End,
    findings: Findings,
    /// What made the first items, if a test fails and that is certain.
    made: Option<String>,
    /// How many equally likely values there are, if there are.
    below: Option<u32>,
}

impl Run<'_> {
    /// The command that repeats it.
    fn again(&self) -> String {
        self.args.again(self.items)
    }

    fn verdict(&self) -> Verdict {
        self.findings.verdict(self.args.strict)
    }

    /// Which excess of one value would have been found, if the values are equally likely.
    fn excluded(&self) -> Option<String> {
        let below = self.below?;
        let row = self.findings.rows.iter().find(|row| {
            matches!(&row.outcome, Ok(outcome) if row.test == "frequency"
                && outcome.reference == Reference::ChiSquare { freedom: u64::from(below) - 1 })
        })?;
        let alpha = self.args.alpha / self.findings.rows.len() as f64 / price(row.looks);
        let chance = 1.0 / f64::from(below);
        let excess = gof::observed::excess_excluded(chance, row.items, below as usize, alpha)?;
        Some(format!(
            "With so many items, a value that comes {:.3} times as often as it should would fail about nine times in ten.",
            1.0 + excess
        ))
    }

    /// How many items are missing, if any.
    fn missing(&self) -> Option<String> {
        let short = self
            .findings
            .rows
            .iter()
            .filter(|row| row.more() > 0)
            .count();
        (short > 0 && self.end != End::Failed).then(|| {
            format!(
                "{short} of {} tests have too few items and say nothing: {} more are needed, {} in all (--list says what each needs)",
                self.findings.rows.len(),
                self.findings.more(),
                self.items + self.findings.more()
            )
        })
    }
}

/// Tests with their names, parameters included.
type Tests<Item> = Vec<(String, Box<dyn Test<Item>>)>;

/// What the tests are of.
#[derive(Clone, Copy)]
enum Of<'a> {
    /// Uniform items of this size: bits of a word, bound of the values, or length of the permutations.
    Items(u32),
    /// Values with these weights.
    Weights(&'a [u64]),
}

/// Items that have tests.
trait Item: battery::Item {
    /// The tests of the battery.
    fn battery(of: Of<'_>) -> Result<Vec<Box<dyn Test<Self>>>, gof::Error>;

    /// The number, if it is one.
    fn number(&self) -> Option<u64>;

    /// The test of this name and parameters.
    fn named(of: Of<'_>, spec: &str) -> Made<Self> {
        match of {
            Of::Items(size) => battery::named(size, spec),
            Of::Weights(_) => Self::battery(of)?
                .into_iter()
                .find(|test| test.name() == spec)
                .ok_or_else(other),
        }
    }

    /// The names of all tests.
    fn names(of: Of<'_>) -> Result<Vec<&'static str>> {
        Ok(match of {
            Of::Items(_) => battery::tests()
                .filter(|entry| entry.kind() == Self::KIND)
                .map(|entry| entry.name)
                .collect(),
            Of::Weights(_) => Self::battery(of)?.iter().map(|test| test.name()).collect(),
        })
    }

    /// The tests with parameters.
    fn families(of: Of<'_>) -> Vec<&'static Entry> {
        let has_parameters =
            |entry: &&Entry| !entry.parameters.is_empty() && entry.kind() == Self::KIND;
        match of {
            Of::Items(_) => TESTS.iter().filter(has_parameters).collect(),
            Of::Weights(_) => Vec::new(),
        }
    }
}

fn other() -> gof::Error {
    gof::Error::NothingToTest("tests of another kind of items")
}

impl Item for u64 {
    fn battery(of: Of<'_>) -> Result<Vec<Box<dyn Test<Self>>>, gof::Error> {
        match of {
            Of::Items(bits) => battery::words(bits),
            Of::Weights(_) => Err(other()),
        }
    }

    fn number(&self) -> Option<u64> {
        Some(*self)
    }
}

impl Item for u32 {
    fn battery(of: Of<'_>) -> Result<Vec<Box<dyn Test<Self>>>, gof::Error> {
        match of {
            Of::Items(below) => battery::values(below),
            Of::Weights(weights) => battery::weighted(weights),
        }
    }

    fn number(&self) -> Option<u64> {
        Some((*self).into())
    }
}

impl Item for [u32] {
    fn battery(of: Of<'_>) -> Result<Vec<Box<dyn Test<Self>>>, gof::Error> {
        match of {
            Of::Items(n) => battery::permutations(n as usize),
            Of::Weights(_) => Err(other()),
        }
    }

    fn number(&self) -> Option<u64> {
        None
    }
}

/// The battery, or the tests that are named.
fn chosen<I: Item + ?Sized>(of: Of<'_>, only: &[String]) -> Result<Tests<I>> {
    let battery = I::battery(of).context("there is no test for these items")?;
    if only.is_empty() {
        return Ok(battery
            .into_iter()
            .map(|test| (test.name().to_owned(), test))
            .collect());
    }
    let mut names = I::names(of)?;
    names.extend(I::families(of).iter().map(|family| family.name));
    let named = |spec: &String| {
        let error = match I::named(of, spec) {
            Ok(test) => return Ok((spec.clone(), test)),
            Err(error) => error,
        };
        let name = spec.split(':').next().unwrap_or_default();
        if names.contains(&name) {
            return Err(error)
                .with_context(|| format!("--only {spec}: there is no such test of these items"));
        }
        // The cutoff is that of Python's difflib, where this measure comes from.
        let near = similar::get_close_matches(name, &names, 3, 0.6);
        let meant = if near.is_empty() {
            String::new()
        } else {
            format!(", did you mean {}?", near.join(" or "))
        };
        Err(anyhow!(
            "there is no test `{name}` of these items{meant}; the tests are: {}",
            names.join(", ")
        ))
    };
    only.iter().map(named).collect()
}

/// The length of the permutations whose tests are listed: it is known only when they are read.
const LISTED_LENGTH: u32 = 6;

fn list<I: Item + ?Sized>(what: &str, of: Of<'_>, only: &[String]) -> Result<Verdict> {
    let mut out = Output::new();
    writeln!(
        out,
        "The tests of {what}:\n\n{}",
        table::tests(&chosen::<I>(of, only)?)
    )?;
    let families = I::families(of);
    if only.is_empty() && !families.is_empty() {
        writeln!(
            out,
            "\nWith parameters, for --only NAME:KEY=VALUE,KEY=VALUE:\n\n{}",
            table::families(&families)
        )?;
    }
    Ok(Verdict::Pass)
}

fn test<R>(
    args: &TestArgs,
    given: &Given,
    what: String,
    reader: R,
    tests: Tests<<R::Block as Block>::Item>,
    note: Option<String>,
) -> Result<Verdict>
where
    R: Reader + 'static,
    <R::Block as Block>::Item: Item,
{
    let mut looks = Looks::new(tests);
    let reading = Reading {
        skip: args.skip,
        limit: args.limit(given.encoding)?,
        until_failure: (!args.keep_going).then_some(args.alpha),
        verbose: args.verbose,
    };
    let mut first = Vec::new();
    let mut keep = |block: &R::Block| {
        if first.len() < who::MOST {
            block.for_each(|item| {
                if first.len() < who::MOST
                    && let Some(number) = item.number()
                {
                    first.push(number);
                }
            });
        }
    };
    let (end, seen) = stream::run(reader, &mut looks, &reading, interrupt::flag(), &mut keep)?;
    // Whoever stops it may have seen the last look: what came after is not judged, if there was one.
    if end == End::Whole || looks.is_unseen() {
        looks.end();
    }
    let (items, findings) = (looks.items(), looks.findings(args.alpha));
    let fails = findings.verdict(args.strict) == Verdict::Fail;
    let made = if fails { made(given, first) } else { None };
    let note = note.or_else(|| given.note(items, seen));
    show(&Run {
        args,
        what,
        note,
        items,
        bytes: seen.bytes,
        end,
        findings,
        made,
        below: match given.items {
            Items::Values {
                below,
                weights: None,
                ..
            } => Some(below),
            _ => None,
        },
    })
}

/// What made the first items, if that is certain.
fn made(given: &Given, first: Vec<u64>) -> Option<String> {
    let what = format!("The first {} items", first.len());
    let numbers = match &given.items {
        Items::Words { .. } => identify::Numbers::words(first),
        Items::Values {
            below,
            weights: None,
            ..
        } if given.names.is_none() => identify::Numbers::below((*below).into(), &first)?,
        Items::Values { .. } | Items::Permutations { .. } => return None,
    };
    who::line(&what, &numbers)
}

fn show(run: &Run<'_>) -> Result<Verdict> {
    if run.args.json {
        print_json(json::SCHEMA, json::document(run))?;
    } else {
        table::show(run, &mut Output::of_findings())?;
    }
    Ok(if run.end == End::Stopped {
        interrupt::stopped()
    } else {
        run.verdict()
    })
}

pub(super) fn run(args: &TestArgs) -> Result<Verdict> {
    if !args.counts.is_empty() || args.rate.is_some() {
        return counts::run(args);
    }
    let (given, only) = (args.given()?, args.only());
    args.limit(given.encoding)?;
    let (what, encoding, domain) = (given.to_string(), given.encoding, given.domain());
    if let Some(other) = &args.against {
        return against::run(args, &given, other);
    }
    if let Some(command) = &args.streams {
        return streams::run(args, &given, command);
    }
    match &given.items {
        Items::Words { bits } => {
            let reader = || Ok(Numbers::<u64>::new(args.input(encoding)?, encoding, domain));
            listed_or_run(args, &given, &what, Of::Items(*bits), reader)
        }
        Items::Values { below, weights, .. } => {
            let of = weights.as_deref().map_or(Of::Items(*below), Of::Weights);
            let reader = || Ok(Numbers::<u32>::new(args.input(encoding)?, encoding, domain));
            listed_or_run(args, &given, &what, of, reader)
        }
        Items::Permutations { .. } if args.list => {
            let what = format!("permutations of {LISTED_LENGTH}, as an example");
            list::<[u32]>(&what, Of::Items(LISTED_LENGTH), &only)
        }
        Items::Permutations { base } => {
            let permutations =
                Permutations::new(read::open(&args.file)?, *base, given.names.clone())?;
            let tests = chosen(Of::Items(permutations.length() as u32), &only)?;
            let what = permutations.about();
            test(args, &given, what, permutations, tests, None)
        }
    }
}

/// Lists the tests, or runs them on what the reader has; unknown tests are reported before anything is read.
fn listed_or_run<R: Reader + 'static>(
    args: &TestArgs,
    given: &Given,
    what: &str,
    of: Of<'_>,
    reader: impl FnOnce() -> Result<R>,
) -> Result<Verdict>
where
    <R::Block as Block>::Item: Item,
{
    if args.list {
        return list::<<R::Block as Block>::Item>(what, of, &args.only());
    }
    let tests = chosen(of, &args.only())?;
    test(args, given, what.to_owned(), reader()?, tests, None)
}
