//! Which oracles and tools are on this machine, and what a missing one would prove.

mod tools;

use std::fs;
use std::path::Path;

use foreign::game::Game;
use foreign::gsl::Gsl;
use foreign::pcg_cpp::PcgCpp;
use foreign::setup::kits::{self, Kit};
use foreign::setup::record::KitError;
use foreign::testu01::TestU01;
use foreign::{Oracles, Place, glibc};

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
    /// It was set up, and is not as it was.
    Altered {
        /// Which file is another, and how to get it back.
        why: String,
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

/// An oracle that can be fetched: its version and place, or why it cannot be used.
fn fetched(name: &'static str, kit: &Kit, found: Result<(String, String), String>, kept: Result<(), KitError>) -> Row {
    let state = match (found, kept) {
        (Ok((version, place)), _) => here(version, place),
        // One that the environment names is missing by itself.
        (Err(why), Err(altered)) if altered.is_altered() && why.contains(&altered.to_string()) => {
            State::Altered { why }
        }
        (Err(why), _) => {
            let accept = if kit.licence.is_some() { " --accept-licence" } else { "" };
            missing(&why, format!("`cargo xtask setup{accept}` on Debian and Ubuntu; elsewhere {}", kit.elsewhere))
        }
    };
    Row { name, purpose: kit.proves, state }
}

/// All oracles.
pub fn oracles() -> Vec<Row> {
    let oracles = Oracles::of_workspace();
    let game = Game::find(&oracles).map(|game| {
        let first = game.provenance().packages.first().cloned();
        (first.unwrap_or_else(|| "of your own".into()), shown(&oracles.folder_of(&kits::GAME)))
    });
    let library = |version: &str, place: &Place| (place.package().unwrap_or(version).to_owned(), shown(place.path()));
    let gsl = Gsl::find(&oracles).map(|gsl| library(gsl.version(), gsl.place()));
    let pcg_cpp = PcgCpp::find(&oracles).map(|header| library("not told", header.place()));
    let testu01 = TestU01::find(&oracles).map(|tests| library("not told", tests.place()));
    let fetched = |name, kit, found| fetched(name, kit, found, oracles.verify(kit));
    vec![
        fetched("the real game", &kits::GAME, game.map_err(|error| error.to_string())),
        fetched("GSL", &kits::GSL, gsl.map_err(|error| error.to_string())),
        of_libc("glibc random_r", "BSD random, types 0 to 4: the recurrence, glibc's seeding"),
        of_libc("glibc random", "the same through the process's own generator"),
        fetched("pcg-cpp", &kits::PCG_CPP, pcg_cpp.map_err(|error| error.to_string())),
        Row {
            name: "rand_pcg",
            purpose: "PCG32: words, streams, jumps",
            state: here(locked_version("rand_pcg"), "built in"),
        },
        documents(),
        fetched("TestU01", &kits::TESTU01, testu01.map_err(|error| error.to_string())),
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
        for kit in kits::KITS {
            assert!(rows.iter().any(|row| row.purpose == kit.proves), "{} has no row", kit.name);
        }
        assert!(rows.iter().chain(&tools()).all(|row| !row.purpose.is_empty()));
    }

    #[test]
    fn an_altered_kit_is_shown_as_altered() {
        let (expected, found) = ("b2e1".to_owned(), "c3f2".to_owned());
        let error = KitError::Altered { file: "game/usr/games/rogue".into(), expected, found };
        let why = format!("the real game cannot be used: {error}");
        let row = fetched("the real game", &kits::GAME, Err(why.clone()), Err(error.clone()));
        assert_eq!(row.state, State::Altered { why: why.clone() });
        assert!(why.contains("usr/games/rogue") && why.contains("cargo xtask setup --accept-licence"), "{why}");
        let named = fetched("the real game", &kits::GAME, Err("ROGUELAB_GAME names nothing".into()), Err(error));
        assert!(matches!(named.state, State::Missing { .. }));
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
