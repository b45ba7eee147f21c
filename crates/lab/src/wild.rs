//! Ports in the wild: published packages, each compared with a subject.
//!
//! `fixtures/wild.toml` is the table of them, with what is expected of each; `fixtures/wild.json` is what came of it.

mod fetch;
mod judge;

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};
use serde::{Deserialize, Serialize};

pub(crate) use fetch::fetch;
pub(crate) use judge::judge;

/// The table, below the root.
pub(crate) const TABLE: &str = "fixtures/wild.toml";
/// The results, below `fixtures`.
pub(crate) const RESULTS: &str = "wild.json";
/// The adapters, below the root.
pub(crate) const ADAPTERS: &str = "examples/wild";

/// Where packages come from.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Registry {
    Npm,
    Pypi,
    Crates,
}

impl Registry {
    /// As it is written in the table and in results.
    fn name(self) -> &'static str {
        match self {
            Self::Npm => "npm",
            Self::Pypi => "pypi",
            Self::Crates => "crates",
        }
    }
}

/// An archive at a version, with its digest.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Pinned {
    pub name: String,
    pub version: String,
    pub digest: String,
}

/// A package of the table.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Package {
    pub name: String,
    pub version: String,
    pub from: Registry,
    /// Of the archive, as the registry states it. That of a crate is in the lock file of the adapters.
    #[serde(default)]
    pub digest: String,
    /// Packages that it needs.
    #[serde(default)]
    pub needs: Vec<Pinned>,
    pub subject: String,
    /// The file of its adapter, below [`ADAPTERS`].
    pub adapter: String,
    /// The ops that the adapter answers.
    pub has: Vec<String>,
    /// The ops among them that are expected to differ.
    pub differs: Vec<String>,
    /// What is known of this version.
    pub about: String,
}

impl Package {
    /// As in `npm pcg-random 2.0.1`.
    pub(crate) fn title(&self) -> String {
        format!("{} {} {}", self.from.name(), self.name, self.version)
    }

    /// The package and those that it needs: names, versions and digests.
    fn pinned(&self) -> impl Iterator<Item = (&str, &str, &str)> {
        let needs = self.needs.iter();
        std::iter::once((&*self.name, &*self.version, &*self.digest))
            .chain(needs.map(|needed| (&*needed.name, &*needed.version, &*needed.digest)))
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    package: Vec<Package>,
}

/// What came of a package.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Row {
    pub name: String,
    pub version: String,
    pub from: Registry,
    pub subject: String,
    /// The ops that agree wherever they were compared.
    pub agrees: Vec<String>,
    /// How many times an op was answered in the run in which all agreed.
    pub ops: u64,
    /// How many numbers, words and texts were compared in it.
    pub values: u64,
    /// One for each op that differs.
    pub differences: Vec<Difference>,
    /// What the table says of it.
    pub about: String,
}

/// An op that differs.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Difference {
    pub op: String,
    /// The shortest ops that show it.
    pub shortest: String,
    pub expected: String,
    pub actual: String,
    /// The known mistakes that give all that the package showed, if there are any.
    pub cause: Vec<String>,
}

impl Row {
    /// As [`Package::title`].
    pub(crate) fn title(&self) -> String {
        format!("{} {} {}", self.from.name(), self.name, self.version)
    }
}

/// The results.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Results {
    pub packages: Vec<Row>,
}

impl Results {
    pub(crate) fn parse(text: &str) -> Result<Self> {
        serde_json::from_str(text).context("the results of packages in the wild cannot be read")
    }

    pub(crate) fn to_text(&self) -> Result<String> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }

    /// The row of a package.
    pub(crate) fn of(&self, package: &Package) -> Option<&Row> {
        let is_of = |row: &&Row| row.title() == package.title() && row.subject == package.subject;
        self.packages.iter().find(is_of)
    }
}

/// The table below this root.
pub(crate) fn table(root: &Path) -> Result<Vec<Package>> {
    let text =
        fs::read_to_string(root.join(TABLE)).with_context(|| format!("cannot read {TABLE}"))?;
    let Table { package } = toml::from_str(&text).with_context(|| format!("{TABLE} is wrong"))?;
    Ok(package)
}

/// What is not as the table expects, or not as it was recorded: nothing if all is.
pub(crate) fn surprises(package: &Package, found: &Row, recorded: Option<&Row>) -> Vec<String> {
    let differs = |op: &String| {
        found
            .differences
            .iter()
            .any(|difference| difference.op == *op)
    };
    let is_expected = |op: &String| package.differs.contains(op);
    let mut surprises: Vec<_> = package
        .has
        .iter()
        .filter(|op| differs(op) != is_expected(op))
        .map(|op| {
            let [is, should] = if differs(op) {
                ["differs", "agree"]
            } else {
                ["agrees", "differ"]
            };
            format!("`{op}` {is} and is expected to {should}")
        })
        .collect();
    if found.differences.is_empty() && found.values == 0 {
        surprises.push("nothing was compared".into());
    }
    if surprises.is_empty() && recorded != Some(found) {
        surprises.push(format!("fixtures/{RESULTS} has another result, or none: run `cargo xtask wild --bless` if it is right"));
    }
    surprises
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{committed, root};

    fn both() -> (Vec<Package>, Results) {
        let results = Results::parse(&committed(RESULTS).unwrap()).unwrap();
        (table(&root()).unwrap(), results)
    }

    #[test]
    fn the_committed_results_are_those_of_the_table_and_as_it_expects() {
        let (packages, results) = both();
        assert!(packages.len() >= 10);
        assert_eq!(packages.len(), results.packages.len());
        for (package, row) in packages.iter().zip(&results.packages) {
            let title = package.title();
            assert_eq!(
                surprises(package, row, results.of(package)),
                [""; 0],
                "{title}"
            );
            assert!(
                root().join(ADAPTERS).join(&package.adapter).is_file(),
                "{title}"
            );
            assert_eq!((row.title(), &row.about), (title, &package.about));
        }
    }

    #[test]
    fn another_verdict_than_expected_is_a_surprise() {
        let (packages, results) = both();
        let mut package = packages
            .into_iter()
            .find(|package| package.name == "pcg")
            .unwrap();
        let row = results.of(&package).unwrap();
        assert!(surprises(&package, row, None)[0].contains("another result, or none"));
        let nothing = Row {
            values: 0,
            ..row.clone()
        };
        assert_eq!(
            surprises(&package, &nothing, Some(row)),
            ["nothing was compared"]
        );
        package.differs.push("random".into());
        assert_eq!(
            surprises(&package, row, Some(row)),
            ["`random` agrees and is expected to differ"]
        );
    }

    #[cfg(unix)]
    #[test]
    fn an_op_that_differs_is_left_out_and_one_that_shows_nothing_is_no_agreement() {
        static STOP: std::sync::atomic::AtomicBool = std::sync::atomic::AtomicBool::new(false);
        let package = Package {
            has: vec!["srandom".into(), "boundedrand".into()],
            ..both().0.remove(0)
        };
        let script = "while read -r op rest; do case $op in reset) echo nothing;; boundedrand) echo 0;; *) echo -;; esac; done";
        let row = judge(&package, &["sh", "-c", script].map(str::to_owned), &STOP).unwrap();
        let [difference] = &row.differences[..] else {
            panic!("{row:?}")
        };
        assert_eq!((&*difference.op, &*difference.actual), ("boundedrand", "0"));
        assert_eq!((row.agrees.len(), row.values), (0, 0));
    }
}
