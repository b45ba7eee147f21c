//! The tests that are run on the items.

use std::io::Write as _;

use anyhow::{Context as _, Result, anyhow};
use gof::battery::{self, Entry, TESTS};
use gof::uniformity::Distance;
use gof::{Made, Test, Verdict};
use lockstep::nearest;

use super::super::output::Output;
use super::source::Items;
use super::table;

/// Tests with their names, including parameters.
pub(super) type Tests<Item> = Vec<(String, Box<dyn Test<Item>>)>;

/// Items for which there are tests.
pub(super) trait Item: battery::Item {
    /// The tests of the battery.
    fn battery(items: &Items) -> Result<Vec<Box<dyn Test<Self>>>, gof::Error>;

    /// The item as a number, if it is one.
    fn number(&self) -> Option<u64>;

    /// The item as a list of entries, if it is one.
    fn list(&self) -> &[u32] {
        &[]
    }

    /// The test with this name and these parameters.
    fn named(items: &Items, spec: &str) -> Made<Self> {
        let named = match items.size() {
            Some(size) => battery::named(size, spec),
            None => Err(other()),
        };
        named.or_else(|error| {
            let mut battery = Self::battery(items)?.into_iter();
            battery.find(|test| test.name() == spec).ok_or(error)
        })
    }

    /// The names of all tests.
    fn names(items: &Items) -> Result<Vec<&'static str>> {
        let mut names: Vec<_> = Self::battery(items)?
            .iter()
            .map(|test| test.name())
            .collect();
        if items.size().is_some() {
            for entry in battery::tests().filter(|entry| entry.kind() == Self::KIND) {
                if !names.contains(&entry.name) {
                    names.push(entry.name);
                }
            }
        }
        Ok(names)
    }

    /// The tests that take parameters.
    fn families(items: &Items) -> Vec<&'static Entry> {
        let has_parameters =
            |entry: &&Entry| !entry.parameters.is_empty() && entry.kind() == Self::KIND;
        match items.size() {
            Some(_) => TESTS.iter().filter(has_parameters).collect(),
            None => Vec::new(),
        }
    }
}

fn other() -> gof::Error {
    gof::Error::NothingToTest("tests of another kind of items")
}

impl Item for u64 {
    fn battery(items: &Items) -> Result<Vec<Box<dyn Test<Self>>>, gof::Error> {
        match items {
            Items::Words { bits, is_assumed } => {
                let mut tests = battery::words(*bits)?;
                if *is_assumed {
                    tests.extend(battery::halves(*bits)?);
                }
                Ok(tests)
            }
            Items::Fractions { bits, .. } => {
                let mut tests = battery::words(*bits)?;
                tests.insert(0, Box::new(Distance::new(*bits)));
                Ok(tests)
            }
            _ => Err(other()),
        }
    }

    fn number(&self) -> Option<u64> {
        Some(*self)
    }
}

impl Item for u32 {
    fn battery(items: &Items) -> Result<Vec<Box<dyn Test<Self>>>, gof::Error> {
        match items {
            Items::Values {
                weights: Some(weights),
                ..
            } => battery::weighted(weights),
            Items::Values { below, .. } => battery::values(*below),
            _ => Err(other()),
        }
    }

    fn number(&self) -> Option<u64> {
        Some((*self).into())
    }
}

impl Item for [u32] {
    fn battery(items: &Items) -> Result<Vec<Box<dyn Test<Self>>>, gof::Error> {
        match items {
            Items::Permutations { length, .. } => battery::permutations(*length as usize),
            _ => Err(other()),
        }
    }

    fn number(&self) -> Option<u64> {
        None
    }

    fn list(&self) -> &[u32] {
        self
    }
}

/// The battery, or the tests selected by name.
pub(super) fn chosen<I: Item + ?Sized>(items: &Items, only: &[String]) -> Result<Tests<I>> {
    let battery = I::battery(items).context("there is no test for these items")?;
    if only.is_empty() {
        return Ok(battery
            .into_iter()
            .map(|test| (test.name().to_owned(), test))
            .collect());
    }
    let mut names = I::names(items)?;
    names.extend(I::families(items).iter().map(|family| family.name));
    let named = |spec: &String| {
        let error = match I::named(items, spec) {
            Ok(test) => return Ok((spec.clone(), test)),
            Err(error) => error,
        };
        let name = spec.split(':').next().unwrap_or_default();
        if names.contains(&name) {
            return Err(error)
                .with_context(|| format!("--only {spec}: there is no such test of these items"));
        }
        Err(anyhow!(
            "there is no test `{name}` of these items; the tests, nearest name first: {}",
            nearest(name, names.clone()).join(", ")
        ))
    };
    only.iter().map(named).collect()
}

/// Prints a list of the tests.
pub(super) fn list<I: Item + ?Sized>(
    what: &str,
    items: &Items,
    only: &[String],
) -> Result<Verdict> {
    let mut out = Output::new();
    writeln!(
        out,
        "The tests of {what}:\n\n{}",
        table::tests(&chosen::<I>(items, only)?)
    )?;
    let families = I::families(items);
    if only.is_empty() && !families.is_empty() {
        writeln!(
            out,
            "\nWith parameters, for --only NAME:KEY=VALUE,KEY=VALUE:\n\n{}",
            table::families(&families)
        )?;
    }
    Ok(Verdict::Pass)
}
