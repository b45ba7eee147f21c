//! Archives of packages and their digests.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail, ensure};
use lockstep::{hex, shown};
use sha2::{Digest, Sha256, Sha512};

use super::{Pinned, Registry};
use crate::files::read;

const ARCHIVE: read::Sort =
    read::Sort { name: "the archive of a package", limit: 64 << 20, remedy: "pin a smaller package" };

/// The digest of an archive, as its registry writes it.
pub(super) fn digest(from: Registry, bytes: &[u8]) -> String {
    match from {
        Registry::Npm => format!("sha512-{}", base64(&Sha512::digest(bytes))),
        Registry::Pypi | Registry::Crates => hex(&Sha256::digest(bytes)),
    }
}

/// Whether a digest has the form that it must have.
pub(super) fn check_digest(from: Registry, text: &str) -> Result<()> {
    let like = digest(from, b"");
    let is_digit = |byte: u8| match from {
        Registry::Npm => byte.is_ascii_alphanumeric() || b"+/=-".contains(&byte),
        Registry::Pypi | Registry::Crates => matches!(byte, b'0'..=b'9' | b'a'..=b'f'),
    };
    ensure!(
        text.len() == like.len()
            && text.bytes().all(is_digit)
            && text.starts_with("sha512-") == (from == Registry::Npm),
        "the digest `{}` has not the form of {like}",
        shown(text, 120)
    );
    Ok(())
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let group = (0..3).fold(0, |group, index| group << 8 | usize::from(chunk.get(index).copied().unwrap_or(0)));
        for digit in 0..4 {
            let index = group >> (18 - 6 * digit) & 63;
            text.push(if digit <= chunk.len() { char::from(DIGITS[index]) } else { '=' });
        }
    }
    text
}

/// The archive of a package in a folder: the one already there if it has the digest, otherwise that which `fetch` puts into
/// the folder in which it is started. The inner error says why it could not be fetched.
///
/// # Errors
/// If the archive has another digest. It is not kept.
pub(super) fn fetched(
    folder: &Path,
    from: Registry,
    pinned: &Pinned,
    fetch: &mut Command,
) -> Result<Result<PathBuf, String>> {
    let Pinned { name, version, digest: wanted } = pinned;
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let folder = folder.canonicalize()?;
    let inside = tempfile::tempdir_in(&folder)?;
    let kept = folder.join(format!("{}-{}-{version}", from.name(), name.replace('/', "+")));
    let has_digest = |path: &Path| Ok::<_, anyhow::Error>(digest(from, &read::bytes(path, ARCHIVE)?) == *wanted);
    if let Some(file) = only_file(&kept)?
        && has_digest(&file)?
    {
        return Ok(Ok(file));
    }
    if let Err(missing) = run(fetch.current_dir(inside.path())) {
        return Ok(Err(missing));
    }
    let Some(file) = only_file(inside.path())? else {
        return Ok(Err(format!("{} fetched nothing", fetch.get_program().display())));
    };
    if !has_digest(&file)? {
        let found = digest(from, &read::bytes(&file, ARCHIVE)?);
        bail!(
            "the archive of {} {name} {version} has the digest {found}, not {wanted}: nothing of it was run",
            from.name()
        );
    }
    if kept.exists() {
        fs::remove_dir_all(&kept)?;
    }
    fs::rename(inside.keep(), &kept)?;
    Ok(only_file(&kept)?.context("the archive is gone").map_err(|error| error.to_string()))
}

/// The file of a folder, if there is exactly one.
fn only_file(folder: &Path) -> Result<Option<PathBuf>> {
    if !folder.is_dir() {
        return Ok(None);
    }
    let files = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    Ok(match &files[..] {
        [file] if file.is_file() => Some(file.clone()),
        _ => None,
    })
}

/// Runs a command to its end; the error is what it said last.
pub(super) fn run(command: &mut Command) -> Result<(), String> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output =
        command.stdin(Stdio::null()).output().map_err(|error| format!("`{program}` cannot be started: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let said: Vec<_> = said.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    // The last lines may only say where a log is.
    let line = said.iter().find(|line| line.to_lowercase().contains("error")).or(said.last());
    Err(format!("`{program}` failed ({}): {}", output.status, shown(line.unwrap_or(&"it said nothing"), 200)))
}

/// An empty folder in place of what was there.
pub(super) fn emptied(folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_are_those_of_the_registries() {
        assert_eq!(
            ["", "f", "fo", "foo", "foob"].map(|text| base64(text.as_bytes())),
            ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg=="]
        );
        let known = "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=";
        assert_eq!(base64(&Sha256::digest(b"abc")), known);
        assert!(digest(Registry::Pypi, b"abc").starts_with("ba7816bf8f01cfea"));
        for (from, text, right) in [
            (Registry::Npm, digest(Registry::Npm, b"x"), true),
            (Registry::Npm, digest(Registry::Pypi, b"x"), false),
            (Registry::Pypi, digest(Registry::Pypi, b"x"), true),
            (Registry::Crates, digest(Registry::Npm, b"x"), false),
            (Registry::Crates, "latest".into(), false),
        ] {
            assert_eq!(check_digest(from, &text).is_ok(), right, "{text}");
        }
    }
}
