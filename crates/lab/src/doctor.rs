//! Which oracles and tools are on this machine, and what a missing one would prove.

use std::env;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use foreign::dieharder::Dieharder;
use foreign::game::Game;
use foreign::gsl::Gsl;
use foreign::pcg_cpp::PcgCpp;
use foreign::setup::kits::{self, Kit};
use foreign::testu01::TestU01;
use foreign::{OracleError, Oracles, Place, glibc};

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
    /// It was set up, and altered since.
    Altered {
        /// Which file, and how to get it back.
        why: String,
    },
}

impl Row {
    /// Whether it is here.
    pub(crate) const fn is_here(&self) -> bool {
        matches!(self.state, State::Here { .. })
    }
}

fn shown(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).display().to_string()
}

fn here(version: impl Into<String>, place: impl Into<String>) -> State {
    State::Here { version: version.into(), place: place.into() }
}

fn missing(why: impl Display, remedy: impl Into<String>) -> State {
    State::Missing { why: why.to_string(), remedy: remedy.into() }
}

/// An oracle that can be fetched: its version and place, or why it cannot be used.
fn fetched(name: &'static str, kit: &Kit, found: Result<(String, String), OracleError>) -> Row {
    let state = match found {
        Ok((version, place)) => here(version, place),
        Err(OracleError::Kit(altered)) if altered.is_altered() => State::Altered { why: altered.to_string() },
        Err(why) => {
            let accept = if kit.licence.is_some() { " --accept-licence" } else { "" };
            missing(why, format!("`cargo xtask setup{accept}` on Debian and Ubuntu; elsewhere {}", kit.elsewhere))
        }
    };
    Row { name, purpose: kit.proves, state }
}

pub(crate) fn oracles() -> Vec<Row> {
    let oracles = Oracles::of_workspace();
    let game = Game::find(&oracles).map(|game| {
        let first = game.provenance().packages.first().cloned();
        (first.unwrap_or_else(|| "of your own".into()), shown(&oracles.folder_of(&kits::GAME)))
    });
    let library = |version: &str, place: &Place| (place.package().unwrap_or(version).to_owned(), shown(place.path()));
    let gsl = Gsl::find(&oracles).map(|gsl| library(gsl.version(), gsl.place()));
    let pcg_cpp = PcgCpp::find(&oracles).map(|header| library("version unknown", header.place()));
    let testu01 = TestU01::find(&oracles).map(|tests| library("version unknown", tests.place()));
    let place = || shown(&oracles.folder_of(&kits::DIEHARDER));
    let dieharder = Dieharder::find(&oracles).map(|program| (program.version().to_owned(), place()));
    let bsdgames = oracles.verify(&kits::BSDGAMES).map_err(OracleError::from);
    let bsdgames = bsdgames.map(|()| ("set up".to_owned(), shown(&oracles.folder_of(&kits::BSDGAMES))));
    let rand_pcg = here(locked_version("rand_pcg"), "built in");
    vec![
        fetched("the real game", &kits::GAME, game),
        fetched("GSL", &kits::GSL, gsl),
        of_libc("glibc random_r", "BSD random, types 0 to 4: the recurrence, glibc's seeding"),
        of_libc("glibc random", "the same through the process's own generator"),
        fetched("pcg-cpp", &kits::PCG_CPP, pcg_cpp),
        Row { name: "rand_pcg", purpose: "PCG32: words, streams, jumps", state: rand_pcg },
        documents(),
        fetched("dieharder", &kits::DIEHARDER, dieharder),
        fetched("the BSD games", &kits::BSDGAMES, bsdgames),
        fetched("TestU01", &kits::TESTU01, testu01),
    ]
}

fn of_libc(name: &'static str, purpose: &'static str) -> Row {
    let state = match glibc::version() {
        Some(version) => here(version, "the C library"),
        None => missing("this is not Linux with the GNU C library", "run on a system that is"),
    };
    Row { name, purpose, state }
}

/// The version of a crate that this program was built with.
fn locked_version(name: &str) -> String {
    let lock = include_str!(env!("LOCK"));
    let after = lock.split_once(&format!("name = \"{name}\"\nversion = \"")).map(|(_, after)| after);
    after.and_then(|after| after.split('"').next()).unwrap_or_default().to_owned()
}

/// The outputs of the documents' own code.
fn documents() -> Row {
    let state = here(format!("{} files", fixtures::documents().len()), "built in");
    Row { name: "the documents' vectors", purpose: "what the documents' own code gives", state }
}

/// A program that something uses: its name, what it does, the variable that names it (or none), its usual names, and how to
/// get it.
type Tool = (&'static str, &'static str, &'static str, &'static [&'static str], &'static str);

#[rustfmt::skip]
const TOOLS: [Tool; 5] = [
    ("C compiler", "builds the references", "CC", &["cc", "gcc", "clang"], "install gcc or clang (Debian: apt-get install gcc libc6-dev)"),
    ("C++ compiler", "builds the oracle pcg-cpp from its header", foreign::compiler::VARIABLE, &["c++", "g++", "clang++"], "install g++ or clang (Debian: apt-get install g++)"),
    ("valgrind", "finds memory errors in the C references", "", &["valgrind"], "install valgrind (Debian: apt-get install valgrind)"),
    ("Node.js", "runs the JavaScript consumer of the vectors", "", &["node", "nodejs"], "install Node.js (Debian: apt-get install nodejs)"),
    ("Python", "runs the Python consumer of the vectors", "", &["python3"], "install Python (Debian: apt-get install python3)"),
];

/// The tools that some tests and tasks use.
pub(crate) fn tools() -> Vec<Row> {
    TOOLS.map(tool).into()
}

fn tool((name, purpose, variable, usual, remedy): Tool) -> Row {
    let named = env::var(variable).ok().filter(|named| !named.trim().is_empty());
    let programs: Vec<&str> = match &named {
        // Arguments may follow, as in a build.
        Some(named) => named.split_whitespace().take(1).collect(),
        None => usual.to_vec(),
    };
    let found = programs.iter().find_map(|program| Some(here(version(program)?, shown(&path(program)?))));
    let state = found.unwrap_or_else(|| missing(format!("{} cannot be started", programs.join(", ")), remedy));
    Row { name, purpose, state }
}

/// The first line of a program's answer to `--version`.
fn version(program: &str) -> Option<String> {
    let output = Command::new(program).arg("--version").stdin(Stdio::null()).output().ok()?;
    let said = String::from_utf8_lossy(&output.stdout);
    output.status.success().then(|| said.lines().next().unwrap_or_default().trim().to_owned())
}

/// Where a program is.
fn path(program: &str) -> Option<PathBuf> {
    let given = PathBuf::from(program);
    if given.components().count() > 1 {
        return Some(given);
    }
    env::split_paths(&env::var_os("PATH")?).map(|folder| folder.join(program)).find(|path| path.is_file())
}

#[cfg(test)]
mod tests {
    use foreign::setup::record::KitError;

    use super::*;

    #[test]
    fn every_oracle_that_can_be_fetched_has_a_row_and_some_need_no_set_up() {
        let rows = oracles();
        for kit in kits::KITS {
            assert!(rows.iter().any(|row| row.purpose == kit.proves), "{} has no row", kit.name);
        }
        for name in ["rand_pcg", "the documents' vectors"] {
            let row = rows.iter().find(|row| row.name == name).unwrap();
            let State::Here { version, .. } = &row.state else { panic!("{name} is missing") };
            assert!(version.starts_with(|c: char| c.is_ascii_digit()), "{name}: {version}");
        }
    }

    #[test]
    fn an_altered_kit_is_shown_as_altered() {
        let (expected, found) = ("b2e1".to_owned(), "c3f2".to_owned());
        let error = KitError::Altered { file: "game/usr/games/rogue".into(), expected, found };
        let row = fetched("the real game", &kits::GAME, Err(error.into()));
        let State::Altered { why } = &row.state else { panic!("{:?}", row.state) };
        assert!(why.contains("usr/games/rogue") && why.contains("cargo xtask setup --accept-licence"), "{why}");
        let named = OracleError::Unavailable("ROGUELAB_GAME names nothing".into());
        assert!(matches!(fetched("the real game", &kits::GAME, Err(named)).state, State::Missing { .. }));
    }

    #[test]
    fn a_tool_that_is_not_there_is_missing_with_its_remedy() {
        let row = tool(("none", "nothing", "", &["no-such-program", "nor-such-a-one"], "there is none"));
        let why = "no-such-program, nor-such-a-one cannot be started".into();
        assert_eq!(row.state, State::Missing { why, remedy: "there is none".into() });
    }

    #[test]
    fn a_path_in_the_workspace_is_shown_relative_to_it() {
        assert_eq!(shown(&root().join("fixtures/plan.toml")), "fixtures/plan.toml");
        assert_eq!(shown(Path::new("/usr/include/a.hpp")), "/usr/include/a.hpp");
    }
}
