//! The steps of `ci` that need another toolchain than the usual one: the oldest Rust that the workspace supports.

use std::path::Path;
use std::process::Command;
use std::{fs, io};

use crate::process;

/// The options of `package`: every crate that is published.
const PACKAGE: &str = "package --quiet --workspace --exclude benches --exclude roguelab-fuzz --exclude roguelab-evidence --exclude roguelab-python --exclude roguelab-web --exclude xtask --allow-dirty --offline --no-verify";

/// The crates that other projects use alone, where no other crate requests features for them.
const ALONE: [&str; 4] = [
    "-p=roguelab-generators",
    "-p=roguelab-gof",
    "-p=roguelab-lockstep",
    "-p=roguelab-identify",
];

/// Packs each crate, unpacks the archives in a workspace of their own, and checks the crates there with the oldest Rust and their
/// default features. So a file that is missing from an archive is noticed.
///
/// `cargo package` can verify its archives itself, but it compiles everything, where a check is enough.
pub(crate) fn check_packages(root: &Path) -> u8 {
    let folder = process::target_folder(root).join("package");
    // Otherwise archives of an earlier version would be unpacked too.
    let _ = fs::remove_dir_all(&folder);
    match process::exit_code(process::cargo(root).args(PACKAGE.split(' '))) {
        0 => {}
        code => return code,
    }
    if let Err(error) = unpack(root, &folder) {
        eprintln!("xtask: {}: {error}", folder.display());
        return 1;
    }
    for which in ["--workspace"].iter().chain(&ALONE) {
        let mut command = oldest_cargo(root, "check");
        command.args(["--quiet", which, "--manifest-path"]);
        match process::exit_code(command.arg(folder.join("Cargo.toml"))) {
            0 => {}
            code => return code,
        }
    }
    0
}

/// Unpacks the archives in a folder and makes a workspace of them, in which they use each other, with our profiles and lock
/// file.
fn unpack(root: &Path, folder: &Path) -> io::Result<()> {
    let end = format!("-{}", field(root, "version"));
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        let archive = entry?.path();
        if archive
            .extension()
            .is_none_or(|extension| extension != "crate")
        {
            continue;
        }
        // `m` gives the files the present time. In an archive they all have the same old one, by which cargo would not notice
        // that a file has changed since the last run.
        let mut tar = Command::new("tar");
        if process::exit_code(tar.arg("-xzmf").arg(&archive).arg("-C").arg(folder)) != 0 {
            return Err(io::Error::other(format!(
                "cannot unpack {}",
                archive.display()
            )));
        }
        let name = archive.file_stem().unwrap_or_default().to_string_lossy();
        names.push(name.strip_suffix(&end).unwrap_or(&name).to_owned());
    }
    let ours = fs::read_to_string(root.join("Cargo.toml"))?;
    let members: Vec<_> = names
        .iter()
        .map(|name| format!("\"{name}{end}\""))
        .collect();
    let mut manifest = format!(
        "[workspace]\nresolver = \"3\"\nmembers = [{}]\n[patch.crates-io]\n",
        members.join(", ")
    );
    for name in &names {
        manifest += &format!("{name} = {{ path = \"{name}{end}\" }}\n");
    }
    manifest += ours.find("[profile").map_or("", |at| &ours[at..]);
    fs::write(folder.join("Cargo.toml"), manifest)?;
    fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock"))?;
    Ok(())
}

/// Reports what to do if the oldest Rust is not installed.
pub(crate) fn check_oldest(root: &Path) -> Result<(), String> {
    let version = field(root, "rust-version");
    if process::works(oldest_cargo(root, "clippy").arg("--version")) {
        return Ok(());
    }
    Err(format!(
        "no Rust {version} (rustup toolchain install {version} --profile minimal --component clippy)"
    ))
}

/// Cargo of the oldest Rust. Its target folder is its own, because in one folder two cargos would wait for each other's lock.
fn oldest_cargo(root: &Path, subcommand: &str) -> Command {
    let mut command = process::toolchain_cargo(&field(root, "rust-version"), root);
    let folder = process::target_folder(root).join("oldest");
    command.arg(subcommand).env("CARGO_TARGET_DIR", folder);
    command
}

/// A cargo command with the oldest Rust, or with the usual one if the oldest is not installed. So tests and benchmarks are
/// checked with the oldest as well, and a new lint of a later Rust does not turn CI red.
pub(crate) fn cargo_oldest(root: &Path, arguments: &str) -> Command {
    let (subcommand, rest) = arguments.split_once(' ').unwrap_or((arguments, ""));
    let mut command = match check_oldest(root) {
        Ok(()) => oldest_cargo(root, subcommand),
        Err(missing) => {
            println!("with the usual Rust: {missing}");
            let mut usual = process::cargo(root);
            usual.arg(subcommand);
            usual
        }
    };
    command.args(rest.split(' '));
    command
}

/// A field of the workspace's manifest, such as `version`; empty if there is none.
fn field(root: &Path, name: &str) -> String {
    let manifest = fs::read_to_string(root.join("Cargo.toml")).unwrap_or_default();
    let begin = format!("{name} = \"");
    for line in manifest.lines() {
        if let Some(rest) = line.strip_prefix(&begin)
            && let Some(value) = rest.strip_suffix('"')
        {
            return value.to_owned();
        }
    }
    String::new()
}
