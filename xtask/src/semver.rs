//! The task `semver`: compares what the packages offer with the last release, a tag such as `v0.1.0`.

use std::path::Path;
use std::process::Command;

use crate::process;

pub(crate) fn run(root: &Path) -> u8 {
    match last_release(root) {
        Some(tag) => process::exit_code(process::cargo(root).args([
            "semver-checks",
            "--workspace",
            "--default-features",
            "--baseline-rev",
            &tag,
        ])),
        None => 1,
    }
}

/// What the comparison lacks.
pub(crate) fn look(root: &Path) -> Result<(), String> {
    if !process::works(process::cargo(root).args(["semver-checks", "--version"])) {
        return Err("cargo-semver-checks is not installed (cargo install cargo-semver-checks --locked)".into());
    }
    last_release(root).map(drop).ok_or_else(|| "there is no release to compare with: no tag v*".into())
}

fn last_release(root: &Path) -> Option<String> {
    let describe = ["describe", "--tags", "--abbrev=0", "--match", "v[0-9]*"];
    let output = Command::new("git").current_dir(root).args(describe).output().ok()?;
    let tag = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    (output.status.success() && !tag.is_empty()).then_some(tag)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_release_is_the_nearest_tag_of_a_version() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let git = |arguments: &[&str]| {
            let settings = ["-c", "user.name=a", "-c", "user.email=a@example.org"];
            let status = Command::new("git").current_dir(folder.path()).args(settings).args(arguments).status();
            assert!(status.is_ok_and(|status| status.success()), "{arguments:?}");
        };
        let commit = ["commit", "--quiet", "--allow-empty", "-m", "a"];
        git(&["init", "--quiet"]);
        git(&commit);
        assert_eq!(last_release(folder.path()), None);
        git(&["tag", "v0.1.0"]);
        git(&commit);
        git(&["tag", "other"]);
        assert_eq!(last_release(folder.path()).as_deref(), Some("v0.1.0"));
    }
}
