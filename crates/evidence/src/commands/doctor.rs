//! The commands `doctor` and `setup`: which oracles and tools are on this machine, what a missing one would prove, and
//! the command that installs it.

use std::env;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail};
use cli::cli::output::{Output, print_json};
use foreign::game::Game;
use foreign::gsl::Gsl;
use foreign::pcg_cpp::PcgCpp;
use foreign::setup::{self, Package};
use foreign::{OracleError, glibc};
use gof::Verdict;
use serde_json::{Value, json};
use subjects::oracles::{Policy, VARIABLE};

use crate::fixtures::root;
use answers::table::table;

/// An oracle or a tool: its purpose, and whether it is on this machine.
struct Row {
    name: &'static str,
    /// What the oracle proves, or what the tool is for.
    purpose: &'static str,
    /// Its version and place, or why it cannot be used and how to get it.
    state: Result<[String; 2], [String; 2]>,
    /// The Debian packages of an oracle that the package manager installs.
    package: Option<&'static Package>,
}

/// The path, relative to the workspace if it is inside.
fn shown(path: &Path) -> String {
    let path = path.strip_prefix(root()).unwrap_or(path);
    path.display().to_string()
}

/// An oracle from the package manager: its version and place, or why it cannot be used.
fn installed(
    name: &'static str,
    package: &'static Package,
    found: Result<[String; 2], OracleError>,
) -> Row {
    let accept = package.licence.map_or("", |_| " --accept-licence");
    let (line, elsewhere) = (setup::line(&[package]), package.elsewhere);
    let remedy =
        format!("`cargo xtask setup{accept}` or, as root, `{line}`; on other systems {elsewhere}");
    Row {
        name,
        purpose: package.proves,
        state: found.map_err(|why| [why.to_string(), remedy]),
        package: Some(package),
    }
}

fn oracles() -> Vec<Row> {
    let game = Game::find().map(|game| {
        let first = game.provenance().packages.first().cloned();
        let version = first.unwrap_or_else(|| "of your own".into());
        [version, shown(game.program())]
    });
    let library = |version: &str, place: &Path| [version.to_owned(), shown(place)];
    let unknown = |place: &Path| library("version unknown", place);
    // worms stands for all games: the package contains all of them.
    let worms = setup::program("worms").map(|path| ["version unknown".into(), shown(&path)]);
    let no_worms = "there is no program worms in PATH or /usr/games";
    let gsl = Gsl::find().map(|gsl| library(gsl.version(), gsl.place()));
    let of_libc = glibc::version().map(|version| [version, "the C library".into()]);
    vec![
        installed("the real game", &setup::GAME, game),
        installed("GSL", &setup::GSL, gsl),
        Row {
            name: "glibc random, random_r",
            purpose: "BSD random, types 0 to 4: the recurrence, glibc's seeding",
            state: of_libc.ok_or_else(|| {
                [
                    "this is not Linux with the GNU C library",
                    "run on a system that is",
                ]
                .map(str::to_owned)
            }),
            package: None,
        },
        installed(
            "pcg-cpp",
            &setup::PCG_CPP,
            PcgCpp::find().map(|header| unknown(header.place())),
        ),
        installed(
            "the BSD games",
            &setup::BSDGAMES,
            worms.ok_or_else(|| OracleError::Unavailable(no_worms.into())),
        ),
    ]
}

/// A program that something uses: its name, its use, the variable that sets it (or an empty text), its usual names, and its
/// Debian packages.
type Tool = [&'static str; 5];

#[rustfmt::skip]
const TOOLS: [Tool; 5] = [
    ["C compiler", "builds the references", "CC", "cc gcc clang", "gcc libc6-dev"],
    ["C++ compiler", "builds the oracle pcg-cpp from its header", foreign::pcg_cpp::COMPILER, "c++ g++ clang++", "g++"],
    ["valgrind", "finds memory errors in the C references", "", "valgrind", "valgrind"],
    ["Node.js", "runs the JavaScript consumer of the vectors", "", "node nodejs", "nodejs"],
    ["Python", "runs the Python consumer of the vectors", "", "python3", "python3"],
];

fn tool([name, purpose, variable, usual, packages]: Tool) -> Row {
    let named = env::var(variable)
        .ok()
        .filter(|named| !named.trim().is_empty());
    // The variable may hold arguments after the name, as in a build.
    let programs: Vec<&str> = match &named {
        Some(named) => named.split_whitespace().take(1).collect(),
        None => usual.split(' ').collect(),
    };
    let here = |program: &&str| {
        let mut command = Command::new(program);
        let said = command
            .arg("--version")
            .stdin(Stdio::null())
            .output()
            .ok()?;
        let said = said.status.success().then_some(said.stdout)?;
        let version = String::from_utf8_lossy(&said)
            .lines()
            .next()?
            .trim()
            .to_owned();
        let path = setup::program(program).unwrap_or_else(|| program.into());
        Some([version, shown(&path)])
    };
    let missing = || {
        let remedy = format!("install {name} (Debian: apt-get install {packages})");
        [format!("{} cannot be started", programs.join(", ")), remedy]
    };
    Row {
        name,
        purpose,
        state: programs.iter().find_map(here).ok_or_else(missing),
        package: None,
    }
}

/// Shows what is on this machine. A missing oracle is a failure if oracles are required; a missing tool never is.
pub(super) fn run(as_json: bool) -> Result<Verdict> {
    let policy = Policy::from_env()?;
    let (oracles, tools) = (oracles(), TOOLS.map(tool));
    let here = oracles.iter().filter(|row| row.state.is_ok()).count();
    let all = oracles.len();
    let verdict = Verdict::of(here == all || policy != Policy::Require);
    if as_json {
        let rows = |rows: &[Row]| rows.iter().map(document).collect::<Vec<_>>();
        print_json(
            "roguelab-doctor/1",
            json!({ "oracles": rows(&oracles), "tools": rows(&tools) }),
        )?;
        return Ok(verdict);
    }
    let mut out = Output::of_findings();
    show(&mut out, "oracle", "what it proves", &oracles)?;
    show(&mut out, "tool", "what it does", &tools)?;
    let then = match policy {
        _ if here == all => ".".to_owned(),
        Policy::Require => format!(", and {VARIABLE}=require needs all of them."),
        _ => "; tests that need another are skipped, and say so.".to_owned(),
    };
    out.verdict(format_args!("{here} of {all} oracles are here{then}"))?;
    if policy == Policy::Off {
        writeln!(out, "{VARIABLE}=off: none of them is used.")?;
    }
    Ok(verdict)
}

fn document(row: &Row) -> Value {
    let (state, [first, second], [one, other]) = match &row.state {
        Ok(found) => ("here", ["version", "place"], found),
        Err(why) => ("missing", ["why", "remedy"], why),
    };
    json!({ "name": row.name, "purpose": row.purpose, "state": state, first: one, second: other })
}

/// Shows a table and, for each row that is missing, how to get it.
fn show(out: &mut Output, what: &str, purpose: &str, rows: &[Row]) -> Result<()> {
    let mut table = table(&[what, "version", "where", purpose], 0..0);
    for row in rows {
        let (version, place) = match &row.state {
            Ok([version, place]) => (version.as_str(), place.as_str()),
            Err(_) => ("MISSING", ""),
        };
        table.add_row([row.name, version, place, row.purpose]);
    }
    writeln!(out, "{}\n", table.trim_fmt())?;
    for row in rows {
        if let Err([why, remedy]) = &row.state {
            writeln!(
                out,
                "{} is missing: {why}\n  {purpose:14}  {}\n  {:14}  {remedy}\n",
                row.name, row.purpose, "how to get it"
            )?;
        }
    }
    Ok(())
}

/// Installs the missing oracles, or prints the command that does it.
pub(super) fn setup(accept_licence: bool) -> Result<Verdict> {
    let mut out = Output::new();
    let missing = || -> Vec<_> {
        oracles()
            .into_iter()
            .filter(|row| row.package.is_some() && row.state.is_err())
            .collect()
    };
    let mut wanted = Vec::new();
    for (name, package) in missing()
        .iter()
        .filter_map(|row| Some((row.name, row.package?)))
    {
        if let Some(licence) = package.licence {
            writeln!(out, "{licence}\n")?;
        }
        if package.licence.is_none() || accept_licence {
            wanted.push(package);
        } else {
            writeln!(
                out,
                "{name}: if you accept this licence, run this again with --accept-licence.\n"
            )?;
        }
    }
    if !wanted.is_empty() {
        let line = setup::line(&wanted);
        writeln!(out, "{line}")?;
        out.flush()?;
        match setup::install(&line).context("cannot start a shell")? {
            Some(status) if status.success() => {}
            Some(status) => bail!("the command above failed: {status}"),
            None => bail!(
                "run the line above as root on Debian or Ubuntu; `cargo xtask doctor` says what to do on other systems"
            ),
        }
    }
    let left: Vec<_> = missing().iter().map(|row| row.name).collect();
    if !left.is_empty() {
        bail!(
            "still missing: {}; `cargo xtask doctor` says why",
            left.join(", ")
        );
    }
    writeln!(
        out,
        "All oracles are here; `cargo xtask doctor` shows them."
    )?;
    Ok(Verdict::Pass)
}
