//! What `fixtures/languages.json` records of a language is printed again by the same version.

use std::collections::BTreeMap;
use std::fs;
use std::process::Command;

use libtest_mimic::{Arguments, Trial};
use serde::Deserialize;

use crate::trials::{holds, slow, trial};

/// A program in some language, and what it printed.
#[derive(Deserialize)]
struct Row {
    name: String,
    version: String,
    /// The program or library that the test needs.
    needs: String,
    run: Vec<String>,
    file: Option<File>,
    prints: String,
    seed: Option<u64>,
}

/// A file next to the command.
#[derive(Deserialize)]
struct File {
    name: String,
    source: String,
}

/// How to ask for the version where `--version` does not give it.
const VERSIONS: &[(&str, &str)] = &[
    ("busybox", "busybox"),
    ("dotnet", "dotnet --list-runtimes"),
    ("fpc", "fpc -iV"),
    ("gcc", "command -v gcc && ldd --version"),
    ("go", "go version"),
    (
        "gsl-randist",
        "command -v gsl-randist && gsl-config --version",
    ),
    ("java", "java -version"),
    ("lua5.1", "lua5.1 -v"),
    ("luajit", "luajit -v"),
    ("lua5.3", "lua5.3 -v"),
    ("lua5.4", "lua5.4 -v"),
    ("mawk", "mawk -W version"),
    ("mksh", "mksh -c 'echo $KSH_VERSION'"),
    (
        "numpy",
        "python3 -c 'import numpy; print(numpy.__version__)'",
    ),
    ("ocaml", "ocaml -version"),
    ("tclsh", "echo 'puts [info patchlevel]' | tclsh"),
    (
        "torch",
        "python3 -c 'import torch; print(torch.__version__)'",
    ),
];

/// Why a language cannot be tested here, if it cannot.
fn left_out(needs: &str, version: &str) -> Option<String> {
    if ["cargo", "npm"].contains(&needs) {
        return Some("the package would have to be downloaded".into());
    }
    let plain = format!("{needs} --version");
    let special = VERSIONS.iter().find(|(program, _)| *program == needs);
    let command = special.map_or(&*plain, |(_, command)| command);
    let said = Command::new("sh").args(["-c", command]).output().ok()?;
    let said = [said.stdout, said.stderr].concat();
    let number = version
        .split(' ')
        .find(|word| word.starts_with(|c: char| c.is_ascii_digit()))?;
    let is_here = String::from_utf8_lossy(&said).contains(number);
    (!is_here).then(|| format!("{needs} {number} is not on this machine"))
}

impl Row {
    /// What is wrong with the output now, if anything.
    fn wrong(&self) -> Option<String> {
        let folder = tempfile::tempdir().unwrap();
        if let Some(file) = &self.file {
            fs::write(folder.path().join(&file.name), &file.source).unwrap();
        }
        let mut command = Command::new(&self.run[0]);
        let run = command.args(&self.run[1..]).current_dir(&folder).output();
        let printed = run.map(|run| run.stdout == self.prints.as_bytes());
        (!printed.is_ok_and(|same| same)).then(|| self.name.clone())
    }
}

/// A test for each recorded language.
pub(crate) fn trials(arguments: &Arguments) -> Vec<Trial> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/languages.json");
    let rows: Vec<Row> = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
    let mut languages = BTreeMap::<_, Vec<Row>>::new();
    // An unseeded program prints something else each time.
    for row in rows.into_iter().filter(|row| row.seed.is_some()) {
        languages
            .entry((row.needs.clone(), row.version.clone()))
            .or_default()
            .push(row);
    }
    let language = |((needs, version), rows): ((String, String), Vec<Row>)| {
        let why = slow(arguments).or_else(|| left_out(&needs, &version));
        trial(format!("recorded::{version}"), why, move || {
            let wrong: Vec<String> = rows.iter().filter_map(Row::wrong).collect();
            holds(wrong.is_empty(), &wrong.join(", "))
        })
    };
    languages.into_iter().map(language).collect()
}
