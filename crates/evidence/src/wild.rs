//! Ports in the wild: published packages whose ports are compared with subjects.
//!
//! `fixtures/wild.toml` is the table of packages, and `fixtures/wild.json` has the results.

mod fetch;
mod judge;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};
use serde::{Deserialize, Serialize};

pub(crate) use fetch::fetch;
pub(crate) use judge::judge;

/// The path of the table, below the root.
pub(crate) const TABLE: &str = "fixtures/wild.toml";
/// The name of the results file, below `fixtures`.
pub(crate) const RESULTS: &str = "wild.json";
/// The folder of the adapters, below the root.
const ADAPTERS: &str = "examples/wild";

/// The registry that a package comes from.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Registry {
    Npm,
    Pypi,
    Crates,
}

impl Registry {
    /// The name of the registry in the table and in results.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Npm => "npm",
            Self::Pypi => "pypi",
            Self::Crates => "crates",
        }
    }
}

/// An archive with its version and its digest.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Pinned {
    name: String,
    version: String,
    digest: String,
}

/// A package in the table.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Package {
    pub name: String,
    pub version: String,
    pub from: Registry,
    /// The digest of the archive, as stated by the registry. The digest of a crate is in the adapter's lock file.
    #[serde(default)]
    digest: String,
    /// The packages that it needs.
    #[serde(default)]
    needs: Vec<Pinned>,
    /// The number of downloads in a month.
    downloads: Option<u64>,
    #[serde(rename = "port")]
    pub ports: Vec<Port>,
}

impl Package {
    /// The registry, name and version, as in `npm pcg-random 2.0.1`.
    pub(crate) fn title(&self) -> String {
        format!("{} {} {}", self.from.name(), self.name, self.version)
    }

    /// The package's folder among those of npm; two versions of one package have different folders.
    fn alias(&self) -> String {
        let name = self.name.replace('@', "").replace('/', "-");
        format!("{name}-{}", self.version)
    }
}

/// A generator in a package, and how to use it.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Port {
    pub subject: String,
    /// Whether the whole state of the subject is set.
    #[serde(default)]
    state: bool,
    /// The other generator that the package's documentation names.
    says: Option<String>,
    /// What is notable about this version.
    #[serde(default)]
    about: String,
    /// Lines of setup, in the language of the registry.
    #[serde(default)]
    setup: String,
    /// For each op with its argument names, an expression in this language.
    ops: BTreeMap<String, String>,
}

/// The table of packages.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Table {
    /// When the numbers of downloads were read.
    pub downloads_of: String,
    #[serde(rename = "package")]
    pub packages: Vec<Package>,
}

/// The result of a port.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub(crate) struct PortResult {
    pub name: String,
    pub version: String,
    pub from: Registry,
    pub downloads: Option<u64>,
    pub subject: String,
    pub state: bool,
    pub says: Option<String>,
    /// The ops that agree wherever they were compared.
    pub agrees: Vec<String>,
    /// How many ops were answered in the run in which all of them agreed.
    pub ops: u64,
    /// How many numbers were compared in that run.
    pub values: u64,
    /// The differences, one for each op that differs.
    pub differences: Vec<Difference>,
    /// What is notable about the port, from the table.
    pub about: String,
}

/// An op that differs.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub(crate) struct Difference {
    pub op: String,
    /// The shortest list of ops that shows the difference.
    pub shortest: String,
    pub expected: String,
    pub actual: String,
    /// The known mistakes that explain everything that the package showed, if there are any.
    pub cause: Vec<String>,
}

impl PortResult {
    /// The same as [`Package::title`].
    pub(crate) fn title(&self) -> String {
        format!("{} {} {}", self.from.name(), self.name, self.version)
    }

    /// Whether the port is not what its documentation says.
    pub(crate) fn is_broken(&self) -> bool {
        !self.differences.is_empty() || self.says.is_some()
    }

    /// The verdict on the port, in a few words.
    pub(crate) fn verdict(&self) -> String {
        match (&self.differences[..], &self.says) {
            ([], Some(says)) => format!("is {}, not {says}", self.subject),
            ([], None) if self.state => "agrees from the same state".into(),
            ([], None) => "agrees".into(),
            _ if self.values == 0 => "differs".into(),
            (differences, _) => {
                let ops: Vec<_> = differences.iter().map(|one| &*one.op).collect();
                format!("differs in {}", ops.join(", "))
            }
        }
    }
}

/// The results for all ports.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
pub(crate) struct Results {
    pub downloads_of: String,
    pub ports: Vec<PortResult>,
}

impl Results {
    pub(crate) fn parse(text: &str) -> Result<Self> {
        serde_json::from_str(text).context("the results of packages in the wild cannot be read")
    }

    pub(crate) fn to_text(&self) -> Result<String> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }

    /// The result for a port.
    pub(crate) fn find(&self, package: &Package, port: &Port) -> Option<&PortResult> {
        let title = package.title();
        let mut ports = self.ports.iter();
        ports.find(|row| {
            row.subject == port.subject && row.about == port.about && row.title() == title
        })
    }
}

/// Reads the table below this root.
pub(crate) fn table(root: &Path) -> Result<Table> {
    let text =
        fs::read_to_string(root.join(TABLE)).with_context(|| format!("cannot read {TABLE}"))?;
    toml::from_str(&text).with_context(|| format!("{TABLE} is wrong"))
}

/// What is surprising about a result: it differs from the recorded one, or shows nothing.
pub(crate) fn find_surprise(found: &PortResult, recorded: Option<&PortResult>) -> Option<String> {
    if found.differences.is_empty() && found.values == 0 {
        return Some("nothing was compared".into());
    }
    (recorded != Some(found)).then(|| {
        format!("fixtures/{RESULTS} has another result, or none for it: run `cargo xtask wild --bless` if it is right")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{committed, root};

    fn committed_table() -> (Table, Results) {
        let results = Results::parse(&committed(RESULTS).unwrap()).unwrap();
        (table(&root()).unwrap(), results)
    }

    #[test]
    fn the_committed_results_are_those_of_the_table() {
        let (table, results) = committed_table();
        let ports = table
            .packages
            .iter()
            .flat_map(|package| package.ports.iter().map(move |port| (package, port)));
        let names: std::collections::BTreeSet<_> = table
            .packages
            .iter()
            .map(|package| (package.from, &package.name))
            .collect();
        assert!(names.len() >= 40);
        assert_eq!(ports.clone().count(), results.ports.len());
        assert_eq!(table.downloads_of, results.downloads_of);
        for ((package, port), row) in ports.zip(&results.ports) {
            let title = package.title();
            assert_eq!(results.find(package, port), Some(row), "{title}");
            assert_eq!(
                (package.downloads, port.state, &port.says),
                (row.downloads, row.state, &row.says),
                "{title}"
            );
            assert_eq!(find_surprise(row, Some(row)), None, "{title}");
            assert!(
                package.from == Registry::Crates || !package.digest.is_empty(),
                "{title}"
            );
        }
    }

    #[test]
    fn another_result_than_the_recorded_one_is_a_surprise() {
        let row = committed_table().1.ports.remove(0);
        let other = PortResult {
            values: row.values + 1,
            ..row.clone()
        };
        for recorded in [None, Some(&other)] {
            assert!(
                find_surprise(&row, recorded)
                    .unwrap()
                    .contains("another result, or none")
            );
        }
        let nothing = PortResult {
            values: 0,
            differences: Vec::new(),
            ..row
        };
        assert_eq!(
            find_surprise(&nothing, Some(&nothing)).unwrap(),
            "nothing was compared"
        );
    }

    #[cfg(unix)]
    #[test]
    fn ops_that_differ_or_show_nothing_do_not_count_as_agreement() {
        static STOP: std::sync::atomic::AtomicBool = std::sync::atomic::AtomicBool::new(false);
        let mut package = committed_table().0.packages.remove(0);
        let ops = ["srandom to seq", "boundedrand bound"];
        package.ports[0].ops = ops.map(|op| (op.to_owned(), String::new())).into();
        let script = "while read -r op rest; do case $op in reset) echo nothing;; boundedrand) echo 0;; *) echo -;; esac; done";
        let row = judge(
            &package,
            &package.ports[0],
            &["sh", "-c", script].map(str::to_owned),
            &STOP,
        )
        .unwrap();
        let [difference] = &row.differences[..] else {
            panic!("{row:?}")
        };
        assert_eq!((&*difference.op, &*difference.actual), ("boundedrand", "0"));
        assert_eq!(
            (row.agrees.len(), row.values, &*row.verdict()),
            (0, 0, "differs")
        );
    }
}
