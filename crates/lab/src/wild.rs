//! Ports in the wild: published packages, each compared with a subject.
//!
//! `fixtures/wild.toml` is the table of them, with what is expected of each; `fixtures/wild.json` is what came of it.

mod fetch;
mod judge;

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::{Context as _, Result, bail, ensure};
use serde::{Deserialize, Serialize};
use subjects::registry;

use crate::files::read;

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
    pub(crate) fn name(self) -> &'static str {
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

    fn pinned(&self) -> Pinned {
        Pinned {
            name: self.name.clone(),
            version: self.version.clone(),
            digest: self.digest.clone(),
        }
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

    fn is_of(&self, package: &Package) -> bool {
        (&*self.title(), &*self.subject) == (&*package.title(), &*package.subject)
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
        self.packages.iter().find(|row| row.is_of(package))
    }
}

const SORT: read::Sort = read::Sort {
    name: "the table of packages",
    limit: 1 << 20,
    remedy: "list fewer packages",
};

/// Reads and checks the table below this root.
pub(crate) fn table(root: &Path) -> Result<Vec<Package>> {
    let text = read::text(&root.join(TABLE), SORT)?;
    checked(&text, root).with_context(|| format!("{TABLE} is wrong"))
}

fn checked(text: &str, root: &Path) -> Result<Vec<Package>> {
    let Table { package: packages } = toml::from_str(text)?;
    let mut seen = BTreeSet::new();
    for package in &packages {
        let title = package.title();
        ensure!(
            seen.insert((title.clone(), &package.subject)),
            "{title} is listed twice"
        );
        let adapter = root.join(ADAPTERS).join(&package.adapter);
        ensure!(
            adapter.is_file(),
            "{title} has no adapter: {ADAPTERS}/{} is missing",
            package.adapter
        );
        let subject = registry::find(&package.subject)
            .map_err(|error| anyhow::anyhow!("{title}: {error}"))?;
        let unknown = package
            .has
            .iter()
            .find(|op| !subject.ops().iter().any(|known| known.name == **op));
        if let Some(op) = unknown {
            bail!("{title}: {} has no op `{op}`", package.subject);
        }
        if let Some(op) = package.differs.iter().find(|op| !package.has.contains(op)) {
            bail!("{title}: `{op}` is to differ, and is not among the ops it has");
        }
        for pinned in package.needs.iter().chain([&package.pinned()]) {
            let (from, digest) = (package.from, &pinned.digest);
            let is_whole = match from {
                Registry::Npm => digest.starts_with("sha512-"),
                Registry::Pypi => digest.len() == 64,
                Registry::Crates => digest.is_empty(),
            };
            ensure!(
                is_whole,
                "{title}: the digest of {} has not the form of those of {}",
                pinned.name,
                from.name()
            );
        }
    }
    Ok(packages)
}

/// What is not as expected: nothing if all is. `recorded` are the committed results.
pub(crate) fn surprises(package: &Package, found: &Row, recorded: &Results) -> Vec<String> {
    let expected: BTreeSet<_> = package.differs.iter().collect();
    let differs: BTreeSet<_> = found
        .differences
        .iter()
        .map(|difference| &difference.op)
        .collect();
    let mut surprises = Vec::new();
    for op in differs.difference(&expected) {
        surprises.push(format!("`{op}` differs and is expected to agree"));
    }
    for op in expected.difference(&differs) {
        surprises.push(format!("`{op}` agrees and is expected to differ"));
    }
    if differs.is_empty() && found.values == 0 {
        surprises.push("nothing was compared".to_owned());
    }
    match recorded.of(package) {
        _ if !surprises.is_empty() => {}
        None => surprises.push(format!(
            "fixtures/{RESULTS} does not have it: run `cargo xtask wild --bless`"
        )),
        Some(row) if row != found => {
            surprises
                .push(format!("fixtures/{RESULTS} has another result: run `cargo xtask wild --bless` if it is right"));
        }
        Some(_) => {}
    }
    surprises
}

#[cfg(test)]
mod tests;
