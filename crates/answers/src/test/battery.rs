//! The tests that are run on the items.

use std::fmt;

use gof::battery::{self, Entry, TESTS};
use gof::same::Pair;
use gof::uniformity::Distance;
use gof::{BuiltTest, Error, Test};
use lockstep::nearest;

use super::TestError;
use super::source::{Items, LISTED_LENGTH, Source};
use crate::table::table;

/// A test with its name, which has the parameters that were given.
pub(super) struct NamedTest<I: ?Sized> {
    pub(super) name: String,
    pub(super) test: Box<dyn Test<I>>,
}

impl<I: ?Sized> NamedTest<I> {
    /// A test by its own name.
    pub(super) fn own(test: Box<dyn Test<I>>) -> Self {
        let name = test.name().to_owned();
        Self { name, test }
    }
}

/// Items for which there are tests.
pub trait Item: battery::Item {
    /// The tests of the battery.
    fn battery(items: &Items) -> Result<Vec<Box<dyn Test<Self>>>, Error>;

    /// The tests that a long run has besides.
    fn more(_items: &Items) -> Result<Vec<Box<dyn Test<Self>>>, Error> {
        Err(other_kind())
    }

    /// The comparison of two streams.
    fn pair(items: &Items) -> Result<Pair<Self>, Error>;

    /// The item as a number, if it is one.
    fn number(&self) -> Option<u64>;

    /// The item as a list of entries, if it is one.
    fn list(&self) -> &[u32] {
        &[]
    }
}

fn other_kind() -> Error {
    Error::NothingToTest("tests of another kind of items")
}

impl Item for u64 {
    fn battery(items: &Items) -> Result<Vec<Box<dyn Test<Self>>>, Error> {
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
            _ => Err(other_kind()),
        }
    }

    fn more(items: &Items) -> Result<Vec<Box<dyn Test<Self>>>, Error> {
        match items {
            Items::Words { bits, .. } | Items::Fractions { bits, .. } => battery::folded(*bits),
            _ => Err(other_kind()),
        }
    }

    fn pair(items: &Items) -> Result<Pair<Self>, Error> {
        match items {
            Items::Words { bits, .. } | Items::Fractions { bits, .. } => Pair::<Self>::words(*bits),
            _ => Err(other_kind()),
        }
    }

    fn number(&self) -> Option<u64> {
        Some(*self)
    }
}

impl Item for u32 {
    fn battery(items: &Items) -> Result<Vec<Box<dyn Test<Self>>>, Error> {
        match items {
            Items::Values {
                weights: Some(weights),
                ..
            } => battery::weighted(weights),
            Items::Values { below, .. } => battery::values(*below),
            _ => Err(other_kind()),
        }
    }

    fn pair(items: &Items) -> Result<Pair<Self>, Error> {
        match items {
            Items::Values { below, .. } => Pair::<Self>::values(*below),
            _ => Err(other_kind()),
        }
    }

    fn number(&self) -> Option<u64> {
        Some((*self).into())
    }
}

impl Item for [u32] {
    fn battery(items: &Items) -> Result<Vec<Box<dyn Test<Self>>>, Error> {
        match items {
            Items::Permutations { length, .. } => battery::permutations(*length as usize),
            _ => Err(other_kind()),
        }
    }

    fn pair(items: &Items) -> Result<Pair<Self>, Error> {
        match items {
            Items::Permutations { length, .. } => Pair::<Self>::permutations(*length as usize),
            _ => Err(other_kind()),
        }
    }

    fn number(&self) -> Option<u64> {
        None
    }

    fn list(&self) -> &[u32] {
        self
    }
}

/// The test with this name and these parameters.
fn find_test<I: Item + ?Sized>(items: &Items, spec: &str) -> BuiltTest<I> {
    let found = match items.size() {
        Some(size) => battery::build_test(size, spec),
        None => Err(other_kind()),
    };
    let Err(error) = found else { return found };
    let own = I::battery(items)?.into_iter();
    own.chain(I::more(items).unwrap_or_default())
        .find(|test| test.name() == spec)
        .ok_or(error)
}

/// The names of all tests.
fn test_names<I: Item + ?Sized>(items: &Items) -> Result<Vec<&'static str>, Error> {
    let mut names = Vec::new();
    for test in I::battery(items)? {
        names.push(test.name());
    }
    if items.size().is_some() {
        for entry in battery::tests() {
            if entry.kind() == I::KIND && !names.contains(&entry.name) {
                names.push(entry.name);
            }
        }
    }
    names.extend(families::<I>(items).iter().map(|family| family.name));
    Ok(names)
}

/// The tests that take parameters.
fn families<I: Item + ?Sized>(items: &Items) -> Vec<&'static Entry> {
    let mut families = Vec::new();
    if items.size().is_some() {
        for entry in TESTS {
            if !entry.parameters.is_empty() && entry.kind() == I::KIND {
                families.push(entry);
            }
        }
    }
    families
}

/// The battery, with more tests for a long run, or the tests selected by name.
pub(super) fn choose_tests<I: Item + ?Sized>(
    items: &Items,
    only: &[String],
    is_long: bool,
) -> Result<Vec<NamedTest<I>>, TestError> {
    let mut battery = I::battery(items).map_err(TestError::NoBattery)?;
    if is_long {
        battery.extend(I::more(items).map_err(|_| TestError::NoMore)?);
    }
    if only.is_empty() {
        return Ok(battery.into_iter().map(NamedTest::own).collect());
    }
    let mut chosen = Vec::new();
    for spec in only {
        match find_test(items, spec) {
            Ok(test) => chosen.push(NamedTest {
                name: spec.clone(),
                test,
            }),
            Err(error) => return Err(explain_missing::<I>(items, spec, error)),
        }
    }
    Ok(chosen)
}

/// Why there is no such test.
fn explain_missing<I: Item + ?Sized>(items: &Items, spec: &str, error: Error) -> TestError {
    let names = match test_names::<I>(items) {
        Ok(names) => names,
        Err(error) => return TestError::NoBattery(error),
    };
    let name = spec.split(':').next().unwrap_or_default();
    if names.contains(&name) {
        return TestError::WrongTest(spec.to_owned(), error);
    }
    TestError::UnknownTest(name.to_owned(), nearest(name, names))
}

/// The tests of some items, and how many items each needs. `Display` makes tables of them.
#[derive(Debug)]
pub struct TestList {
    what: String,
    /// The name, the items needed, and the null hypothesis of each test.
    tests: Vec<[String; 3]>,
    /// The tests with parameters; none if only some tests are listed.
    families: Vec<&'static Entry>,
}

/// Lists the tests of a source, or only those with these names.
pub fn list_tests(source: &Source, only: &[String], is_long: bool) -> Result<TestList, TestError> {
    match &source.items {
        Items::Words { .. } | Items::Fractions { .. } => {
            TestList::new::<u64>(source.to_string(), &source.items, only, is_long)
        }
        Items::Values { .. } => {
            TestList::new::<u32>(source.to_string(), &source.items, only, is_long)
        }
        Items::Permutations { .. } => {
            let what = format!("permutations of {LISTED_LENGTH}, as an example");
            TestList::new::<[u32]>(what, &source.items, only, is_long)
        }
    }
}

impl TestList {
    fn new<I: Item + ?Sized>(
        what: String,
        items: &Items,
        only: &[String],
        is_long: bool,
    ) -> Result<Self, TestError> {
        let mut tests = Vec::new();
        for NamedTest { name, test } in choose_tests::<I>(items, only, is_long)? {
            tests.push([name, test.needed().to_string(), test.null()]);
        }
        let families = if only.is_empty() {
            families::<I>(items)
        } else {
            Vec::new()
        };
        Ok(Self {
            what,
            tests,
            families,
        })
    }
}

impl fmt::Display for TestList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut tests = table(&["test", "items needed", "null hypothesis"], 1..2);
        tests.add_rows(&self.tests);
        writeln!(f, "The tests of {}:\n\n{}", self.what, tests.trim_fmt())?;
        if self.families.is_empty() {
            return Ok(());
        }
        let head = ["test", "parameter", "default", "from", "to", "meaning"];
        let mut families = table(&head, 2..5);
        for family in &self.families {
            let mut name = family.name;
            for parameter in family.parameters {
                families.add_row([
                    name,
                    parameter.name,
                    &parameter.default.to_string(),
                    &parameter.least.to_string(),
                    &parameter.most.to_string(),
                    parameter.about,
                ]);
                name = "";
            }
        }
        writeln!(
            f,
            "\nWith parameters, for --only NAME:KEY=VALUE,KEY=VALUE:\n\n{}",
            families.trim_fmt()
        )
    }
}
