//! Fetches packages with the tools of their registries, which compare digests before they unpack or build anything.

use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::{env, fs};

use anyhow::{Result, anyhow, bail};
use lockstep::shown;
use serde_json::{Map, Value, json};

use super::{ADAPTERS, Package, Registry};

/// What npm, pip and cargo print if an archive has another digest.
const ANOTHER_DIGEST: [&str; 3] = ["EINTEGRITY", "DO NOT MATCH THE HASHES", "checksum"];

fn reports_other_digest(text: &str) -> bool {
    ANOTHER_DIGEST.iter().any(|report| text.contains(report))
}

/// Fetches all packages of a registry at once below `into`, and returns the commands that answer for their ports. The inner
/// error says why the packages could not be fetched.
///
/// # Errors
/// If an archive has another digest, or an adapter cannot be built.
pub(crate) fn fetch(
    registry: Registry,
    packages: &[&Package],
    root: &Path,
    into: &Path,
) -> Result<Result<Vec<Vec<String>>, String>> {
    let (adapters, folder) = (root.join(ADAPTERS), into.join(registry.name()));
    fs::create_dir_all(&folder)?;
    let mut fetch = match registry {
        Registry::Npm => fetch_npm(packages, &folder)?,
        Registry::Pypi => fetch_pypi(packages, &folder)?,
        Registry::Crates => cargo(&adapters, "fetch"),
    };
    if let Err(why) = run(&mut fetch) {
        if reports_other_digest(&why) {
            bail!("an archive is not the one that was pinned: {why}");
        }
        return Ok(Err(why));
    }
    let program = match registry {
        // The adapter finds the packages in the neighbouring folder.
        Registry::Npm => {
            let beside = folder.join("adapter.mjs");
            fs::copy(adapters.join("npm.mjs"), &beside)?;
            beside
        }
        Registry::Pypi => adapters.join("pypi.py"),
        Registry::Crates => {
            let ports = folder.join("ports.rs");
            // An unchanged file is not built again.
            let text = rust_adapter(packages);
            if fs::read_to_string(&ports).ok().as_ref() != Some(&text) {
                fs::write(&ports, text)?;
            }
            let mut build = cargo(&adapters, "build");
            build
                .args(["--release", "--offline", "--target-dir"])
                .arg(&folder);
            run(build.env("PORTS", &ports))
                .map_err(|why| anyhow!("the adapter of crates cannot be built: {why}"))?;
            folder.join("release/wild")
        }
    };
    let program = program.to_string_lossy().into_owned();
    let folder = folder.to_string_lossy().into_owned();
    let mut commands = Vec::new();
    for package in packages {
        for port in &package.ports {
            let text = serde_json::to_string(port)?;
            commands.push(match registry {
                Registry::Npm => vec!["node".into(), program.clone(), package.alias(), text],
                // Python must not write anything next to the adapter.
                Registry::Pypi => ["python3", "-B", &program, &folder, &text]
                    .map(str::to_owned)
                    .into(),
                Registry::Crates => vec![program.clone(), commands.len().to_string()],
            });
        }
    }
    Ok(Ok(commands))
}

/// Installs exactly the archives in a lock file. None of their scripts is run.
fn fetch_npm(packages: &[&Package], folder: &Path) -> Result<Command> {
    let (mut wanted, mut locked) = (Map::new(), Map::new());
    for package in packages {
        let alias = package.alias();
        let mut needs = Map::new();
        for needed in &package.needs {
            needs.insert(needed.name.clone(), Value::from(&*needed.version));
            let place = format!("node_modules/{alias}/node_modules/{}", needed.name);
            locked.insert(
                place,
                json!({ "version": needed.version, "integrity": needed.digest }),
            );
        }
        let entry = json!({ "name": package.name, "version": package.version, "integrity": package.digest, "dependencies": needs });
        locked.insert(format!("node_modules/{alias}"), entry);
        wanted.insert(
            alias,
            format!("npm:{}@{}", package.name, package.version).into(),
        );
    }
    let manifest = json!({ "dependencies": wanted });
    locked.insert(String::new(), manifest.clone());
    let lock = json!({ "lockfileVersion": 3, "packages": locked });
    fs::write(folder.join("package.json"), manifest.to_string())?;
    fs::write(folder.join("package-lock.json"), lock.to_string())?;
    // Give up soon without a network.
    let options = "ci --ignore-scripts --no-audit --no-fund --loglevel=error --fetch-retries=1 --fetch-timeout=60000";
    let mut command = Command::new("npm");
    command.current_dir(folder).args(options.split(' '));
    Ok(command)
}

fn fetch_pypi(packages: &[&Package], folder: &Path) -> Result<Command> {
    let requirements = folder.with_extension("txt");
    let mut text = String::new();
    for package in packages {
        let _ = writeln!(
            text,
            "{}=={} --hash=sha256:{}",
            package.name, package.version, package.digest
        );
    }
    fs::write(&requirements, text)?;
    let options = "-m pip install --require-hashes --no-deps --only-binary=:all: --quiet --upgrade \
                   --disable-pip-version-check --no-input --retries=1 --timeout=60 --target";
    let mut command = Command::new("python3");
    command.args(options.split_whitespace());
    command.arg(folder).arg("-r").arg(requirements);
    Ok(command)
}

/// The function of the adapter that serves the port with a given number.
fn rust_adapter(packages: &[&Package]) -> String {
    let mut text = "fn port(number: usize) {\nmatch number {\n".to_owned();
    for (at, port) in packages
        .iter()
        .flat_map(|package| &package.ports)
        .enumerate()
    {
        let _ = write!(
            text,
            "{at} => {{\n{}\nserve(|op, numbers| Some(match (op, numbers) {{\n",
            port.setup
        );
        for (head, body) in &port.ops {
            let (op, arguments) = head.split_once(' ').unwrap_or((head, ""));
            let _ = writeln!(
                text,
                "({op:?}, &[{}]) => {{ {body} }}.shown(),",
                arguments.replace(' ', ", ")
            );
        }
        text += "_ => return None,\n}));\n}\n";
    }
    text + "_ => panic!(\"no port {number}\"),\n}\n}\n"
}

/// A cargo command for the adapter in Rust; cargo compares every crate with `Cargo.lock`.
fn cargo(adapters: &Path, task: &str) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    // The user's flags are not meant for these crates.
    command.env_remove("RUSTFLAGS");
    command.args([task, "--locked", "--quiet", "--manifest-path"]);
    command.arg(adapters.join("crates/Cargo.toml"));
    command
}

/// Runs a command to its end. The error contains the line with the reason, because the last lines may only say where a log is.
fn run(command: &mut Command) -> Result<(), String> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command.stdin(Stdio::null()).output();
    let output = output.map_err(|error| format!("`{program}` cannot be started: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let mut lines = said.lines();
    let line = lines.find(|line| reports_other_digest(line)).or_else(|| {
        let mut lines = said.lines();
        lines.find(|line| line.to_lowercase().contains("error"))
    });
    let line = shown(line.unwrap_or(&said).trim(), 200).to_string();
    Err(format!("`{program}` failed ({}): {line}", output.status))
}
