//! Fetches packages with the tools of their registries, compares digests, and only then unpacks or builds.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use anyhow::{Context as _, Result, bail, ensure};

use super::archive::{emptied, fetched, run};
use super::{ADAPTERS, Package, Pinned, Registry};
use crate::files::read;

const LOCK: read::Sort =
    read::Sort { name: "the lock file of the adapters", limit: 1 << 20, remedy: "pin fewer crates" };

/// The command that answers for a package, once it is fetched below `into`. The inner error says why it could not be.
///
/// # Errors
/// If an archive has another digest, or a package cannot be unpacked or built.
pub(crate) fn fetch(package: &Package, root: &Path, into: &Path) -> Result<Result<Vec<String>, String>> {
    let unpacked = match package.from {
        Registry::Npm => npm(package, into),
        Registry::Pypi => pypi(package, into),
        Registry::Crates => return crates(package, root, into),
    };
    let interpreter: &[&str] = match package.from {
        Registry::Npm => &["node"],
        // Nothing is written beside the adapters.
        _ => &["python3", "-B"],
    };
    let adapter = root.join(ADAPTERS).join(&package.adapter);
    Ok(unpacked?.map(|folder| {
        let paths = [adapter.to_string_lossy().into_owned(), folder];
        interpreter.iter().map(ToString::to_string).chain(paths).collect()
    }))
}

/// The folder for a package. What was there is removed: it may have been changed since its archive was compared.
fn place(package: &Package, into: &Path) -> PathBuf {
    into.join(package.from.name()).join(format!("{}-{}", package.name.replace('/', "+"), package.version))
}

/// Fetches the archives of a package and of those it needs, and unpacks each where `unpack` says.
fn unpacked(
    package: &Package,
    into: &Path,
    fetch: impl Fn(&Pinned) -> Command,
    unpack: impl Fn(&Path, &Pinned, &Path) -> Command,
) -> Result<Result<String, String>> {
    let folder = place(package, into);
    let pinned: Vec<_> = [package.pinned()].into_iter().chain(package.needs.iter().cloned()).collect();
    let mut archives = Vec::new();
    for pinned in &pinned {
        match fetched(&into.join("archives"), package.from, pinned, &mut fetch(pinned))? {
            Ok(archive) => archives.push(archive),
            Err(missing) => return Ok(Err(missing)),
        }
    }
    emptied(&folder)?;
    for (pinned, archive) in pinned.iter().zip(&archives) {
        if let Err(why) = run(&mut unpack(archive, pinned, &folder)) {
            bail!("{} {} cannot be unpacked: {why}", pinned.name, pinned.version);
        }
    }
    Ok(Ok(folder.to_string_lossy().into_owned()))
}

fn npm(package: &Package, into: &Path) -> Result<Result<String, String>> {
    if let Err(missing) = run(Command::new("node").arg("--version")) {
        return Ok(Err(missing));
    }
    let fetch = |Pinned { name, version, .. }: &Pinned| {
        let mut command = Command::new("npm");
        command.args(["pack", &format!("{name}@{version}"), "--ignore-scripts", "--loglevel=error"]);
        // Without a network it says so soon.
        command.args(["--fetch-retries=1", "--fetch-retry-mintimeout=1000", "--fetch-timeout=60000"]);
        command
    };
    // An archive of npm has one folder.
    let unpack = |archive: &Path, pinned: &Pinned, folder: &Path| {
        let into = folder.join("node_modules").join(&pinned.name);
        // A folder that cannot be made makes tar fail, which is told.
        let _ = fs::create_dir_all(&into);
        let mut command = Command::new("tar");
        command.arg("-xzf").arg(archive).arg("-C").arg(into).arg("--strip-components=1");
        command
    };
    unpacked(package, into, fetch, unpack)
}

fn pypi(package: &Package, into: &Path) -> Result<Result<String, String>> {
    let python = || {
        let mut command = Command::new("python3");
        command.arg("-m");
        command
    };
    let fetch = |Pinned { name, version, .. }: &Pinned| {
        let mut command = python();
        command.args(["pip", "download", &format!("{name}=={version}"), "--no-deps", "--only-binary=:all:", "--quiet"]);
        command.args(["--disable-pip-version-check", "--no-input", "--retries=1", "--timeout=60"]);
        command
    };
    let unpack = |archive: &Path, _: &Pinned, folder: &Path| {
        let mut command = python();
        command.args(["zipfile", "-e"]).arg(archive).arg(folder);
        command
    };
    unpacked(package, into, fetch, unpack)
}

/// Builds an adapter in Rust. Cargo compares every crate with the lock file before it unpacks it, and the lock file is
/// compared with the table.
fn crates(package: &Package, root: &Path, into: &Path) -> Result<Result<Vec<String>, String>> {
    let project = root.join(ADAPTERS).join("crates");
    locked(package, &read::text(&project.join("Cargo.lock"), LOCK)?)?;
    let name =
        Path::new(&package.adapter).file_stem().context("the adapter has no name")?.to_string_lossy().into_owned();
    let cargo = |arguments: &[&str]| {
        let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        // The flags of whoever runs this are not for these crates.
        command.env_remove("RUSTFLAGS").args(arguments).arg("--manifest-path").arg(project.join("Cargo.toml"));
        command
    };
    if let Err(missing) = run(&mut cargo(&["fetch", "--locked", "--quiet"])) {
        ensure!(!missing.contains("checksum"), "a crate is not that of the lock file: {missing}");
        return Ok(Err(missing));
    }
    let target = into.join("crates");
    let build = ["build", "--release", "--locked", "--offline", "--quiet", "--bin", &name];
    if let Err(why) = run(cargo(&build).arg("--target-dir").arg(&target)) {
        bail!("the adapter of {} cannot be built: {why}", package.title());
    }
    let program = target.join("release").join(format!("{name}{}", env::consts::EXE_SUFFIX));
    Ok(Ok(vec![program.to_string_lossy().into_owned()]))
}

/// Whether the lock file has this version of a crate with this digest.
pub(super) fn locked(package: &Package, lock: &str) -> Result<()> {
    let lock: toml::Table = toml::from_str(lock)?;
    let crates = lock.get("package").and_then(toml::Value::as_array).map_or(&[][..], Vec::as_slice);
    let text = |entry: &toml::Value, key| entry.get(key).and_then(toml::Value::as_str).unwrap_or_default().to_owned();
    let found =
        crates.iter().find(|entry| text(entry, "name") == package.name && text(entry, "version") == package.version);
    let Some(found) = found else { bail!("{} is not in the lock file of the adapters", package.title()) };
    let checksum = text(found, "checksum");
    ensure!(
        checksum == package.digest,
        "{} has the digest {checksum} in the lock file of the adapters, not {}: nothing of it was run",
        package.title(),
        package.digest
    );
    Ok(())
}
