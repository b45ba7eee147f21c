//! Fetches packages with the tools of their registries, which compare digests before they unpack or build anything.

use std::path::Path;
use std::process::{Command, Stdio};
use std::{env, fs};

use anyhow::{Context as _, Result, bail};
use lockstep::shown;
use serde_json::{Map, json};

use super::{ADAPTERS, Package, Pinned, Registry};

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
    let adapters = root.join(ADAPTERS);
    let folder = into.join(package.from.name()).join(format!(
        "{}-{}",
        package.name.replace('/', "+"),
        package.version
    ));
    let mut fetch = match package.from {
        Registry::Npm => npm(package, &folder)?,
        Registry::Pypi => pypi(package, &folder)?,
        Registry::Crates => cargo(&adapters, &["fetch"]),
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
    let adapter = adapters.join(&package.adapter);
    let interpreter: &[&str] = match package.from {
        Registry::Npm => &["node"],
        // Nothing is written beside the adapters.
        Registry::Pypi => &["python3", "-B"],
        Registry::Crates => {
            let name = adapter
                .file_stem()
                .context("the adapter has no name")?
                .to_string_lossy()
                .into_owned();
            let target = into.join("crates");
            let mut build = cargo(
                &adapters,
                &["build", "--release", "--offline", "--bin", &name],
            );
            if let Err(why) = run(build.arg("--target-dir").arg(&target)) {
                bail!("the adapter of {} cannot be built: {why}", package.title());
            }
            let program = target
                .join("release")
                .join(format!("{name}{}", env::consts::EXE_SUFFIX));
            return Ok(Ok(vec![program.to_string_lossy().into_owned()]));
        }
    };
    let paths = [adapter, folder].map(|path| path.to_string_lossy().into_owned());
    Ok(Ok(interpreter
        .iter()
        .map(ToString::to_string)
        .chain(paths)
        .collect()))
}

/// The package and those that it needs.
fn pinned(package: &Package) -> Vec<Pinned> {
    [package.pinned()]
        .into_iter()
        .chain(package.needs.iter().cloned())
        .collect()
}

/// Installs exactly the archives of a lock file. No script of theirs is run.
fn npm(package: &Package, folder: &Path) -> Result<Command> {
    let (mut wanted, mut locked) = (Map::new(), Map::new());
    for Pinned {
        name,
        version,
        digest,
    } in pinned(package)
    {
        locked.insert(
            format!("node_modules/{name}"),
            json!({ "version": version, "integrity": digest }),
        );
        wanted.insert(name, version.into());
    }
    locked.insert(String::new(), json!({ "dependencies": wanted }));
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    fs::write(
        folder.join("package.json"),
        json!({ "dependencies": wanted }).to_string(),
    )?;
    fs::write(
        folder.join("package-lock.json"),
        json!({ "lockfileVersion": 3, "packages": locked }).to_string(),
    )?;
    let mut command = Command::new("npm");
    command.current_dir(folder).args([
        "ci",
        "--ignore-scripts",
        "--no-audit",
        "--no-fund",
        "--loglevel=error",
    ]);
    // Without a network it says so soon.
    command.args([
        "--fetch-retries=1",
        "--fetch-retry-mintimeout=1000",
        "--fetch-timeout=60000",
    ]);
    Ok(command)
}

fn pypi(package: &Package, folder: &Path) -> Result<Command> {
    let line = |Pinned {
                    name,
                    version,
                    digest,
                }| format!("{name}=={version} --hash=sha256:{digest}\n");
    let requirements = folder.with_extension("txt");
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    fs::write(
        &requirements,
        pinned(package).into_iter().map(line).collect::<String>(),
    )?;
    let mut command = Command::new("python3");
    command.args([
        "-m",
        "pip",
        "install",
        "--require-hashes",
        "--no-deps",
        "--only-binary=:all:",
        "--quiet",
        "--upgrade",
    ]);
    command.args([
        "--disable-pip-version-check",
        "--no-input",
        "--retries=1",
        "--timeout=60",
        "--target",
    ]);
    command.arg(folder).arg("-r").arg(requirements);
    Ok(command)
}

/// Cargo on the adapters in Rust. It compares every crate with `Cargo.lock`.
fn cargo(adapters: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    // The flags of whoever runs this are not for these crates.
    command.env_remove("RUSTFLAGS").args(arguments).args([
        "--locked",
        "--quiet",
        "--manifest-path",
    ]);
    command.arg(adapters.join("crates/Cargo.toml"));
    command
}

/// Runs a command to its end; the error is what it said last.
fn run(command: &mut Command) -> Result<(), String> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("`{program}` cannot be started: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let said: Vec<_> = said
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect();
    // The last lines may only say where a log is.
    let line = said
        .iter()
        .find(|line| ANOTHER_DIGEST.iter().any(|digest| line.contains(digest)));
    let line = line
        .or(said
            .iter()
            .find(|line| line.to_lowercase().contains("error")))
        .or(said.last());
    Err(format!(
        "`{program}` failed ({}): {}",
        output.status,
        shown(line.unwrap_or(&"it said nothing"), 200)
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_that_fails_says_why() {
        let said = |script: &str| run(Command::new("sh").args(["-c", script])).unwrap_err();
        assert!(
            said("echo 'ERROR: no network' >&2; echo a log is in x >&2; exit 1")
                .ends_with("ERROR: no network")
        );
        assert!(
            said("echo an error >&2; echo npm error code EINTEGRITY >&2; exit 1")
                .ends_with("EINTEGRITY")
        );
    }
}
