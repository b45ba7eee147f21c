//! The commands `doctor` and `setup`: which oracles and tools are on this machine, what a missing one would prove, and
//! the command that installs it.

use std::env;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail};
use cli::cli::output::{Output, print_json};
use cli::ending::Ending;
use foreign::game::Game;
use foreign::gsl::Gsl;
use foreign::pcg_cpp::PcgCpp;
use foreign::setup::{self, Package};
use foreign::{OracleError, glibc};
use serde_json::{Value, json};
use subjects::oracles::{Policy, VARIABLE};

use crate::fixtures::root;
use answers::table::table;

/// An oracle or a tool: its purpose, and whether it is on this machine.
struct Dependency {
    name: &'static str,
    /// What the oracle proves, or what the tool is for.
    purpose: &'static str,
    state: Result<Installed, Lack>,
    /// The Debian packages of an oracle that the package manager installs.
    package: Option<&'static Package>,
}

/// What is on this machine.
struct Installed {
    version: String,
    place: String,
}

impl Installed {
    fn new(version: impl Into<String>, place: &Path) -> Self {
        Self {
            version: version.into(),
            place: shorten_path(place),
        }
    }
}

/// Why something cannot be used, and how to get it.
struct Lack {
    why: String,
    remedy: String,
}

const UNKNOWN: &str = "version unknown";

/// The path, relative to the workspace if it is inside.
fn shorten_path(path: &Path) -> String {
    let path = path.strip_prefix(root()).unwrap_or(path);
    path.display().to_string()
}

/// An oracle from the package manager.
fn packaged_oracle(
    name: &'static str,
    package: &'static Package,
    found: Result<Installed, OracleError>,
) -> Dependency {
    let accept = package.licence.map_or("", |_| " --accept-licence");
    let (line, elsewhere) = (setup::line(&[package]), package.elsewhere);
    let remedy =
        format!("`cargo xtask setup{accept}` or, as root, `{line}`; on other systems {elsewhere}");
    Dependency {
        name,
        purpose: package.proves,
        state: found.map_err(|why| Lack {
            why: why.to_string(),
            remedy,
        }),
        package: Some(package),
    }
}

fn find_game() -> Result<Installed, OracleError> {
    let game = Game::find()?;
    let package = game.provenance().packages.first();
    let version = package.map_or("of your own", String::as_str);
    Ok(Installed::new(version, game.program()))
}

/// worms stands for all games: the package contains all of them.
fn find_bsd_games() -> Result<Installed, OracleError> {
    match setup::program("worms") {
        Some(path) => Ok(Installed::new(UNKNOWN, &path)),
        None => Err(OracleError::Unavailable(
            "there is no program worms in PATH or /usr/games".into(),
        )),
    }
}

fn find_glibc() -> Result<Installed, Lack> {
    match glibc::version() {
        Some(version) => Ok(Installed {
            version,
            place: "the C library".into(),
        }),
        None => Err(Lack {
            why: "this is not Linux with the GNU C library".into(),
            remedy: "run on a system that is".into(),
        }),
    }
}

fn oracles() -> Vec<Dependency> {
    let gsl = Gsl::find().map(|gsl| Installed::new(gsl.version(), gsl.place()));
    let pcg_cpp = PcgCpp::find().map(|header| Installed::new(UNKNOWN, header.place()));
    vec![
        packaged_oracle("the real game", &setup::GAME, find_game()),
        packaged_oracle("GSL", &setup::GSL, gsl),
        Dependency {
            name: "glibc random, random_r",
            purpose: "BSD random, types 0 to 4: the recurrence, glibc's seeding",
            state: find_glibc(),
            package: None,
        },
        packaged_oracle("pcg-cpp", &setup::PCG_CPP, pcg_cpp),
        packaged_oracle("the BSD games", &setup::BSDGAMES, find_bsd_games()),
    ]
}

/// The oracles that `setup` can install and that are missing.
fn missing_oracles() -> Vec<Dependency> {
    let mut missing = oracles();
    missing.retain(|oracle| oracle.package.is_some() && oracle.state.is_err());
    missing
}

/// A program that something uses.
struct Tool {
    name: &'static str,
    purpose: &'static str,
    /// The variable that sets it; empty if there is none.
    variable: &'static str,
    /// Its usual names.
    programs: &'static [&'static str],
    /// Its Debian packages.
    packages: &'static str,
}

const TOOLS: [Tool; 5] = [
    Tool {
        name: "C compiler",
        purpose: "builds the references",
        variable: "CC",
        programs: &["cc", "gcc", "clang"],
        packages: "gcc libc6-dev",
    },
    Tool {
        name: "C++ compiler",
        purpose: "builds the oracle pcg-cpp from its header",
        variable: foreign::pcg_cpp::COMPILER,
        programs: &["c++", "g++", "clang++"],
        packages: "g++",
    },
    Tool {
        name: "valgrind",
        purpose: "finds memory errors in the C references",
        variable: "",
        programs: &["valgrind"],
        packages: "valgrind",
    },
    Tool {
        name: "Node.js",
        purpose: "runs the JavaScript consumer of the vectors",
        variable: "",
        programs: &["node", "nodejs"],
        packages: "nodejs",
    },
    Tool {
        name: "Python",
        purpose: "runs the Python consumer of the vectors",
        variable: "",
        programs: &["python3"],
        packages: "python3",
    },
];

/// The version that a program prints, if it can be started.
fn find_program(program: &str) -> Option<Installed> {
    let mut command = Command::new(program);
    let output = command.arg("--version").stdin(Stdio::null()).output();
    let output = output.ok().filter(|output| output.status.success())?;
    let text = String::from_utf8_lossy(&output.stdout);
    let version = text.lines().next()?.trim();
    let path = setup::program(program).unwrap_or_else(|| program.into());
    Some(Installed::new(version, &path))
}

fn find_tool(tool: &Tool) -> Dependency {
    let variable = env::var(tool.variable).unwrap_or_default();
    // The variable may hold arguments after the name, as in a build.
    let programs = match variable.split_whitespace().next() {
        Some(named) => vec![named],
        None => tool.programs.to_vec(),
    };
    let found = programs.iter().find_map(|program| find_program(program));
    let Tool { name, packages, .. } = tool;
    Dependency {
        name,
        purpose: tool.purpose,
        state: found.ok_or_else(|| Lack {
            why: format!("{} cannot be started", programs.join(", ")),
            remedy: format!("install {name} (Debian: apt-get install {packages})"),
        }),
        package: None,
    }
}

/// Shows what is on this machine. A missing oracle is a failure if oracles are required; a missing tool never is.
pub(super) fn run(as_json: bool) -> Result<Ending> {
    let policy = Policy::from_env()?;
    let oracles = oracles();
    let tools: Vec<_> = TOOLS.iter().map(find_tool).collect();
    let here = oracles.iter().filter(|oracle| oracle.state.is_ok());
    let here = here.count();
    let all = oracles.len();
    let verdict = Ending::of(here == all || policy != Policy::Require);
    if as_json {
        let oracles: Vec<_> = oracles.iter().map(as_json_object).collect();
        let tools: Vec<_> = tools.iter().map(as_json_object).collect();
        print_json(
            "roguelab-doctor/1",
            json!({ "oracles": oracles, "tools": tools }),
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

fn as_json_object(row: &Dependency) -> Value {
    let (name, purpose) = (row.name, row.purpose);
    match &row.state {
        Ok(Installed { version, place }) => {
            json!({ "name": name, "purpose": purpose, "state": "here", "version": version, "place": place })
        }
        Err(Lack { why, remedy }) => {
            json!({ "name": name, "purpose": purpose, "state": "missing", "why": why, "remedy": remedy })
        }
    }
}

/// Shows a table and, for each row that is missing, how to get it.
fn show(out: &mut Output, what: &str, purpose: &str, rows: &[Dependency]) -> Result<()> {
    let mut table = table(&[what, "version", "where", purpose], 0..0);
    for row in rows {
        let (version, place) = match &row.state {
            Ok(found) => (found.version.as_str(), found.place.as_str()),
            Err(_) => ("MISSING", ""),
        };
        table.add_row([row.name, version, place, row.purpose]);
    }
    writeln!(out, "{}\n", table.trim_fmt())?;
    for row in rows {
        if let Err(Lack { why, remedy }) = &row.state {
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
pub(super) fn setup(accept_licence: bool) -> Result<Ending> {
    let mut out = Output::new();
    let mut wanted = Vec::new();
    for oracle in missing_oracles() {
        let Some(package) = oracle.package else {
            continue;
        };
        if let Some(licence) = package.licence {
            writeln!(out, "{licence}\n")?;
        }
        if package.licence.is_none() || accept_licence {
            wanted.push(package);
        } else {
            writeln!(
                out,
                "{}: if you accept this licence, run this again with --accept-licence.\n",
                oracle.name
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
    let left: Vec<_> = missing_oracles().iter().map(|row| row.name).collect();
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
    Ok(Ending::Success)
}
