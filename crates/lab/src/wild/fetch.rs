//! Fetches packages with the tools of their registries, which compare digests before they unpack or build anything.

use std::path::Path;
use std::process::{Command, Stdio};
use std::{env, fs};

use anyhow::{Result, anyhow, bail};
use lockstep::shown;
use serde_json::{Map, json};

use super::{ADAPTERS, Package, Registry};

/// What the tools say of an archive with another digest: npm, pip and cargo.
const ANOTHER_DIGEST: [&str; 3] = ["EINTEGRITY", "DO NOT MATCH THE HASHES", "checksum"];

/// The command that answers for a package, once it is fetched below `into`. The inner error says why it could not be.
///
/// # Errors
/// If an archive has another digest, or an adapter cannot be built.
pub(crate) fn fetch(
    package: &Package,
    root: &Path,
    into: &Path,
) -> Result<Result<Vec<String>, String>> {
    let adapter = root.join(ADAPTERS).join(&package.adapter);
    let name = format!("{}-{}", package.name.replace('/', "+"), package.version);
    let folder = into.join(package.from.name()).join(name);
    fs::create_dir_all(&folder)?;
    let mut fetch = match package.from {
        Registry::Npm => npm(package, &folder)?,
        Registry::Pypi => pypi(package, &folder)?,
        Registry::Crates => cargo(root, "fetch"),
    };
    if let Err(why) = run(&mut fetch) {
        if ANOTHER_DIGEST.iter().any(|said| why.contains(said)) {
            bail!(
                "{} is not the archive that was pinned: {why}",
                package.title()
            );
        }
        return Ok(Err(why));
    }
    let interpreter: &[&str] = match package.from {
        Registry::Npm => &["node"],
        // Nothing is written beside the adapters.
        Registry::Pypi => &["python3", "-B"],
        Registry::Crates => {
            let name = adapter.file_stem().unwrap_or_default();
            let target = into.join("crates");
            let mut build = cargo(root, "build");
            build.args(["--release", "--offline", "--bin"]).arg(name);
            run(build.arg("--target-dir").arg(&target)).map_err(|why| {
                anyhow!("the adapter of {} cannot be built: {why}", package.title())
            })?;
            let program = target.join("release").join(name);
            return Ok(Ok(vec![program.to_string_lossy().into_owned()]));
        }
    };
    let paths = [adapter, folder].map(|path| path.to_string_lossy().into_owned());
    let command = interpreter.iter().map(ToString::to_string).chain(paths);
    Ok(Ok(command.collect()))
}

/// Installs exactly the archives of a lock file. No script of theirs is run.
fn npm(package: &Package, folder: &Path) -> Result<Command> {
    let (mut wanted, mut locked) = (Map::new(), Map::new());
    for (name, version, digest) in package.pinned() {
        locked.insert(
            format!("node_modules/{name}"),
            json!({ "version": version, "integrity": digest }),
        );
        wanted.insert(name.to_owned(), version.into());
    }
    let manifest = json!({ "dependencies": wanted });
    locked.insert(String::new(), manifest.clone());
    let lock = json!({ "lockfileVersion": 3, "packages": locked });
    fs::write(folder.join("package.json"), manifest.to_string())?;
    fs::write(folder.join("package-lock.json"), lock.to_string())?;
    // Without a network it says so soon.
    let options = "ci --ignore-scripts --no-audit --no-fund --loglevel=error --fetch-retries=1 --fetch-timeout=60000";
    let mut command = Command::new("npm");
    command.current_dir(folder).args(options.split(' '));
    Ok(command)
}

fn pypi(package: &Package, folder: &Path) -> Result<Command> {
    let requirements = folder.with_extension("txt");
    let lines = package
        .pinned()
        .map(|(name, version, digest)| format!("{name}=={version} --hash=sha256:{digest}\n"));
    fs::write(&requirements, lines.collect::<String>())?;
    let options = "-m pip install --require-hashes --no-deps --only-binary=:all: --quiet --upgrade \
                   --disable-pip-version-check --no-input --retries=1 --timeout=60 --target";
    let mut command = Command::new("python3");
    command.args(options.split_whitespace());
    command.arg(folder).arg("-r").arg(requirements);
    Ok(command)
}

/// Cargo on the adapters in Rust. It compares every crate with `Cargo.lock`.
fn cargo(root: &Path, task: &str) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    // The flags of whoever runs this are not for these crates.
    command.env_remove("RUSTFLAGS");
    command.args([task, "--locked", "--quiet", "--manifest-path"]);
    command.arg(root.join(ADAPTERS).join("crates/Cargo.toml"));
    command
}

/// Runs a command to its end; the error has the line that says why it failed: the last ones may only say where a log is.
fn run(command: &mut Command) -> Result<(), String> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command.stdin(Stdio::null()).output();
    let output = output.map_err(|error| format!("`{program}` cannot be started: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let is_of_digest = |line: &&str| ANOTHER_DIGEST.iter().any(|digest| line.contains(digest));
    let line = said.lines().find(is_of_digest);
    let line = line.or_else(|| {
        said.lines()
            .find(|line| line.to_lowercase().contains("error"))
    });
    let line = shown(line.unwrap_or(&said).trim(), 200).to_string();
    Err(format!("`{program}` failed ({}): {line}", output.status))
}
