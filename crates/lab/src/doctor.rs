//! Which oracles and tools are on this machine, and what a missing one would prove.

mod tools;

use std::fs;
use std::path::Path;

use foreign::game::Game;
use foreign::glibc;
use foreign::gsl::Gsl;
use foreign::pcg_cpp::PcgCpp;
use foreign::setup::game_folder;
use foreign::setup::kits::{self, KITS};
use foreign::testu01::TestU01;
use subjects::oracles::folder;

use crate::fixtures::root;

/// What an oracle or a tool is for, and whether it is here.
#[derive(Clone, Debug)]
pub struct Row {
    /// Its name.
    pub name: &'static str,
    /// What it proves, or what it is used for.
    pub purpose: &'static str,
    /// Whether it is here.
    pub state: State,
}

/// Whether something is here.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum State {
    /// It is.
    Here {
        /// Its version, as far as it says one.
        version: String,
        /// Where; below the workspace, from there on.
        place: String,
    },
    /// It is not.
    Missing {
        /// What was looked for.
        why: String,
        /// How to get it.
        remedy: String,
    },
}

impl Row {
    /// Whether it is here.
    pub const fn is_here(&self) -> bool {
        matches!(self.state, State::Here { .. })
    }
}

/// A path as it is shown.
fn shown(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).display().to_string()
}

fn here(version: impl Into<String>, place: impl Into<String>) -> State {
    State::Here { version: version.into(), place: place.into() }
}

fn missing(why: &dyn std::fmt::Display, remedy: impl Into<String>) -> State {
    State::Missing { why: why.to_string(), remedy: remedy.into() }
}

/// The kit of an oracle that can be fetched: what it proves, and how to get it.
fn kit(name: &str) -> (&'static str, String) {
    KITS.iter().find(|kit| kit.name == name).map_or(("", String::new()), |kit| {
        let accept = if kit.licence.is_some() { " --accept-licence" } else { "" };
        (kit.proves, format!("`cargo xtask setup{accept}` on Debian and Ubuntu; elsewhere {}", kit.elsewhere))
    })
}

/// An oracle that can be fetched.
fn fetched(name: &'static str, kit_name: &str, found: Result<State, String>) -> Row {
    let (purpose, remedy) = kit(kit_name);
    Row { name, purpose, state: found.unwrap_or_else(|why| missing(&why, remedy)) }
}

fn library(name: &'static str, kit_name: &str, found: Result<(String, foreign::Place), String>) -> Row {
    let found = found.map(|(version, place)| here(place.package().map_or(version, str::to_owned), shown(place.path())));
    fetched(name, kit_name, found)
}

/// All oracles.
pub fn oracles() -> Vec<Row> {
    let oracles = folder();
    let game = Game::find(&oracles).map(|game| {
        let first = game.provenance().packages.first().cloned();
        here(first.unwrap_or_else(|| "of your own".into()), shown(&game_folder(&oracles)))
    });
    let gsl = Gsl::find(&oracles).map(|gsl| (gsl.version().to_owned(), gsl.place().clone()));
    let pcg_cpp = PcgCpp::find(&oracles).map(|header| ("not told".to_owned(), header.place().clone()));
    let testu01 = TestU01::find(&oracles).map(|tests| ("not told".to_owned(), tests.place().clone()));
    vec![
        fetched("the real game", kits::GAME, game.map_err(|error| error.to_string())),
        library("GSL", kits::GSL, gsl.map_err(|error| error.to_string())),
        of_libc("glibc random_r", "BSD random, types 0 to 4: the recurrence, glibc's seeding"),
        of_libc("glibc random", "the same through the process's own generator"),
        library("pcg-cpp", kits::PCG_CPP, pcg_cpp.map_err(|error| error.to_string())),
        Row {
            name: "rand_pcg",
            purpose: "PCG32: words, streams, jumps",
            state: here(locked_version("rand_pcg"), "built in"),
        },
        documents(),
        library("TestU01", kits::TESTU01, testu01.map_err(|error| error.to_string())),
    ]
}

/// The tools that some tests and tasks use.
pub fn tools() -> Vec<Row> {
    tools::all()
}

fn of_libc(name: &'static str, purpose: &'static str) -> Row {
    let state = match glibc::version() {
        Some(version) => here(version, "the C library"),
        None => missing(&"this is not Linux with the GNU C library", "run on a system that is"),
    };
    Row { name, purpose, state }
}

/// The version of a crate that this program was built with.
fn locked_version(name: &str) -> String {
    let lock = include_str!("../../../Cargo.lock");
    let after = lock.split_once(&format!("name = \"{name}\"\nversion = \"")).map(|(_, after)| after);
    after.and_then(|after| after.split('"').next()).unwrap_or_default().to_owned()
}

/// The outputs of the documents' own code.
fn documents() -> Row {
    let folder = root().join("fixtures/documents");
    let files = fs::read_dir(&folder).map(|files| {
        let paths = files.flatten().map(|file| file.path());
        paths.filter(|path| path.extension().is_some_and(|extension| extension == "json")).count()
    });
    let state = match files {
        Ok(count) if count > 0 => here(format!("{count} files"), shown(&folder)),
        _ => missing(&format!("there is no vector in {}", shown(&folder)), "`git restore fixtures` brings them back"),
    };
    Row { name: "the documents' vectors", purpose: "what the documents' own code gives", state }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_oracle_that_can_be_fetched_has_a_row() {
        let rows = oracles();
        for kit in &KITS {
            assert!(rows.iter().any(|row| row.purpose == kit.proves), "{} has no row", kit.name);
        }
        assert!(rows.iter().chain(&tools()).all(|row| !row.purpose.is_empty()));
    }

    #[test]
    fn what_needs_no_set_up_is_here() {
        let rows = oracles();
        for name in ["rand_pcg", "the documents' vectors"] {
            let row = rows.iter().find(|row| row.name == name).unwrap();
            let State::Here { version, .. } = &row.state else { panic!("{name} is missing") };
            assert!(version.starts_with(|c: char| c.is_ascii_digit()), "{name}: {version}");
        }
    }

    #[test]
    fn a_path_in_the_workspace_is_shown_from_there_on() {
        assert_eq!(shown(&root().join("fixtures/plan.toml")), "fixtures/plan.toml");
        assert_eq!(shown(Path::new("/usr/include/a.hpp")), "/usr/include/a.hpp");
    }
}
