//! Which oracles and tools are on this machine, and what a missing one would prove.

use std::env;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use foreign::dieharder::Dieharder;
use foreign::game::Game;
use foreign::gsl::Gsl;
use foreign::pcg_cpp::PcgCpp;
use foreign::setup::{self, Package};
use foreign::testu01::TestU01;
use foreign::{OracleError, glibc};

use crate::fixtures::{self, root};

/// What an oracle or a tool is for, and whether it is here.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    /// Its name.
    pub name: &'static str,
    /// What it proves, or what it is used for.
    pub purpose: &'static str,
    /// Whether it is here.
    pub state: State,
    /// For an oracle that the package manager installs: its packages.
    pub package: Option<&'static Package>,
}

/// Whether something is here.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) enum State {
    /// It is here.
    Here {
        version: String,
        /// Its place, relative to the workspace if it is inside.
        place: String,
    },
    /// It is not here.
    Missing {
        /// What was looked for.
        why: String,
        /// How to get it.
        remedy: String,
    },
}

impl Row {
    /// Whether it is here.
    pub(crate) const fn is_here(&self) -> bool {
        matches!(self.state, State::Here { .. })
    }
}

fn shown(path: &Path) -> String {
    path.strip_prefix(root())
        .unwrap_or(path)
        .display()
        .to_string()
}

fn here(version: impl Into<String>, place: impl Into<String>) -> State {
    State::Here {
        version: version.into(),
        place: place.into(),
    }
}

fn missing(why: impl Display, remedy: impl Into<String>) -> State {
    State::Missing {
        why: why.to_string(),
        remedy: remedy.into(),
    }
}

/// An oracle that the package manager installs: its version and place, or why it cannot be used.
fn installed(
    name: &'static str,
    package: &'static Package,
    found: Result<(String, String), OracleError>,
) -> Row {
    let state = match found {
        Ok((version, place)) => here(version, place),
        Err(why) => {
            let accept = if package.licence.is_some() {
                " --accept-licence"
            } else {
                ""
            };
            let line = setup::line(&[package]);
            let elsewhere = package.elsewhere;
            missing(
                why,
                format!(
                    "`cargo xtask setup{accept}` or, as root, `{line}`; on other systems {elsewhere}"
                ),
            )
        }
    };
    Row {
        name,
        purpose: package.proves,
        state,
        package: Some(package),
    }
}

pub(crate) fn oracles() -> Vec<Row> {
    let game = Game::find().map(|game| {
        let first = game.provenance().packages.first().cloned();
        (
            first.unwrap_or_else(|| "of your own".into()),
            shown(game.program()),
        )
    });
    let library = |version: &str, place: &Path| (version.to_owned(), shown(place));
    let gsl = Gsl::find().map(|gsl| library(gsl.version(), gsl.place()));
    let pcg_cpp = PcgCpp::find().map(|header| library("version unknown", header.place()));
    let testu01 = TestU01::find().map(|tests| library("version unknown", tests.place()));
    let dieharder =
        Dieharder::find().map(|program| (program.version().to_owned(), shown(program.program())));
    // One of the games: the package has them all.
    let bsdgames = setup::program("worms").map(|path| ("version unknown".to_owned(), shown(&path)));
    let bsdgames = bsdgames.ok_or_else(|| {
        OracleError::Unavailable("there is no program worms in PATH or /usr/games".into())
    });
    let rand_pcg = here(locked_version("rand_pcg"), "built in");
    vec![
        installed("the real game", &setup::GAME, game),
        installed("GSL", &setup::GSL, gsl),
        of_libc(
            "glibc random_r",
            "BSD random, types 0 to 4: the recurrence, glibc's seeding",
        ),
        of_libc(
            "glibc random",
            "the same through the process's own generator",
        ),
        installed("pcg-cpp", &setup::PCG_CPP, pcg_cpp),
        Row {
            name: "rand_pcg",
            purpose: "PCG32: words, streams, jumps",
            state: rand_pcg,
            package: None,
        },
        documents(),
        installed("dieharder", &setup::DIEHARDER, dieharder),
        installed("the BSD games", &setup::BSDGAMES, bsdgames),
        installed("TestU01", &setup::TESTU01, testu01),
    ]
}

fn of_libc(name: &'static str, purpose: &'static str) -> Row {
    let state = match glibc::version() {
        Some(version) => here(version, "the C library"),
        None => missing(
            "this is not Linux with the GNU C library",
            "run on a system that is",
        ),
    };
    Row {
        name,
        purpose,
        state,
        package: None,
    }
}

/// The version of a crate that this program was built with.
fn locked_version(name: &str) -> String {
    let lock = include_str!(env!("LOCK"));
    let after = lock
        .split_once(&format!("name = \"{name}\"\nversion = \""))
        .map(|(_, after)| after);
    after
        .and_then(|after| after.split('"').next())
        .unwrap_or_default()
        .to_owned()
}

/// The outputs of the documents' own code.
fn documents() -> Row {
    let state = here(format!("{} files", fixtures::documents().len()), "built in");
    Row {
        name: "the documents' vectors",
        purpose: "what the documents' own code gives",
        state,
        package: None,
    }
}

/// A program that something uses: its name, what it does, the variable that names it (or none), its usual names, and how to
/// get it.
type Tool = (
    &'static str,
    &'static str,
    &'static str,
    &'static [&'static str],
    &'static str,
);

#[rustfmt::skip]
const TOOLS: [Tool; 5] = [
    ("C compiler", "builds the references", "CC", &["cc", "gcc", "clang"], "install gcc or clang (Debian: apt-get install gcc libc6-dev)"),
    ("C++ compiler", "builds the oracle pcg-cpp from its header", foreign::pcg_cpp::COMPILER, &foreign::pcg_cpp::COMPILERS, "install g++ or clang (Debian: apt-get install g++)"),
    ("valgrind", "finds memory errors in the C references", "", &["valgrind"], "install valgrind (Debian: apt-get install valgrind)"),
    ("Node.js", "runs the JavaScript consumer of the vectors", "", &["node", "nodejs"], "install Node.js (Debian: apt-get install nodejs)"),
    ("Python", "runs the Python consumer of the vectors", "", &["python3"], "install Python (Debian: apt-get install python3)"),
];

/// The tools that some tests and tasks use.
pub(crate) fn tools() -> Vec<Row> {
    TOOLS.map(tool).into()
}

fn tool((name, purpose, variable, usual, remedy): Tool) -> Row {
    let named = env::var(variable)
        .ok()
        .filter(|named| !named.trim().is_empty());
    let programs: Vec<&str> = match &named {
        // Arguments may follow, as in a build.
        Some(named) => named.split_whitespace().take(1).collect(),
        None => usual.to_vec(),
    };
    let found = programs
        .iter()
        .find_map(|program| Some(here(version(program)?, shown(&path(program)?))));
    let state = found
        .unwrap_or_else(|| missing(format!("{} cannot be started", programs.join(", ")), remedy));
    Row {
        name,
        purpose,
        state,
        package: None,
    }
}

/// The first line of a program's answer to `--version`.
fn version(program: &str) -> Option<String> {
    let output = Command::new(program)
        .arg("--version")
        .stdin(Stdio::null())
        .output()
        .ok()?;
    let said = String::from_utf8_lossy(&output.stdout);
    output
        .status
        .success()
        .then(|| said.lines().next().unwrap_or_default().trim().to_owned())
}

/// Where a program is.
fn path(program: &str) -> Option<PathBuf> {
    let given = PathBuf::from(program);
    if given.components().count() > 1 {
        return Some(given);
    }
    env::split_paths(&env::var_os("PATH")?)
        .map(|folder| folder.join(program))
        .find(|path| path.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn six_oracles_are_packages_and_some_need_no_set_up() {
        let rows = oracles();
        assert_eq!(rows.iter().filter(|row| row.package.is_some()).count(), 6);
        for name in ["rand_pcg", "the documents' vectors"] {
            let row = rows.iter().find(|row| row.name == name).unwrap();
            let State::Here { version, .. } = &row.state else {
                panic!("{name} is missing")
            };
            assert!(
                version.starts_with(|c: char| c.is_ascii_digit()),
                "{name}: {version}"
            );
        }
    }

    #[test]
    fn a_tool_that_is_not_there_is_missing_with_its_remedy() {
        let row = tool((
            "none",
            "nothing",
            "",
            &["no-such-program", "nor-such-a-one"],
            "there is none",
        ));
        let why = "no-such-program, nor-such-a-one cannot be started".into();
        assert_eq!(
            row.state,
            State::Missing {
                why,
                remedy: "there is none".into()
            }
        );
    }

    #[test]
    fn a_path_in_the_workspace_is_shown_relative_to_it() {
        assert_eq!(
            shown(&root().join("fixtures/plan.toml")),
            "fixtures/plan.toml"
        );
        assert_eq!(shown(Path::new("/usr/include/a.hpp")), "/usr/include/a.hpp");
    }
}
