//! The oracles that are packages of the system: their names, and the shell command that installs them.
//!
//! ```
//! use roguelab_foreign::setup::{GSL, line};
//!
//! assert_eq!(line(&[&GSL]), "apt-get update && apt-get install -y --no-install-recommends libgsl-dev");
//! ```

use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::{env, io};

/// An oracle that the package manager installs.
#[derive(Debug)]
pub struct Package {
    /// What a comparison with it proves.
    pub proves: &'static str,
    /// Its packages in Debian and Ubuntu, separated by blanks. Packages whose names contain a version that differs between
    /// releases come as a dependency of another.
    pub packages: &'static str,
    /// The terms to accept before it is installed, if it is not free.
    pub licence: Option<&'static str>,
    /// The instructions for other systems.
    pub elsewhere: &'static str,
}

/// The GNU Scientific Library.
pub static GSL: Package = Package {
    proves: "BSD random, types 0 to 4: the recurrence, weak seeding, glibc's and libc5's",
    packages: "libgsl-dev",
    licence: None,
    elsewhere: "install GSL (Fedora, Arch, Homebrew: gsl), or name the folder of its library in ROGUELAB_GSL",
};

/// The PCG author's C++ header.
pub static PCG_CPP: Package = Package {
    proves: "PCG32: words, bounded numbers, streams, jumps forward and back",
    packages: "libpcg-cpp-dev g++",
    licence: None,
    elsewhere: "install the headers of pcg-cpp and a C++ compiler, or name their folder in ROGUELAB_PCG_CPP",
};

/// Small games that take their numbers from the C library.
pub static BSDGAMES: Package = Package {
    proves: "what real programs take from random(), rand() and drand48()",
    packages: "bsdgames",
    licence: None,
    elsewhere: "run `roguelab trace exec` on a program of your own; ROGUELAB_ORACLES=auto skips these tests",
};

/// The real game.
pub static GAME: Package = Package {
    proves: "all names of a new game, end to end",
    packages: "bsdgames-nonfree libfaketime",
    licence: Some(GAME_LICENCE),
    elsewhere: "install rogue from the BSD games, and libfaketime, and set\n  \
                ROGUELAB_GAME=path to the rogue program\n  \
                ROGUELAB_FAKETIME=path to libfaketime.so.1",
};

const GAME_LICENCE: &str = include_str!("setup/game.txt").trim_ascii_end();

/// Adds the component `non-free` to the sources of Debian's own archive. Ubuntu has its counterpart from the start.
const NON_FREE: &str = "apt-get indextargets --format '$(SOURCESENTRY)' 'Created-By: Packages' 'Component: main' \
    'Origin: Debian' | cut -d: -f1 | sort -u | xargs -r sed -i -E \
    '/ non-free( |$)/! s/^((deb|Components:) .*main)( |$)/\\1 non-free\\3/' && apt-get update && ";

/// The shell command that installs oracles, for root.
pub fn line(oracles: &[&Package]) -> String {
    let packages: Vec<_> = oracles.iter().map(|oracle| oracle.packages).collect();
    let non_free = if oracles.iter().any(|oracle| oracle.licence.is_some()) {
        NON_FREE
    } else {
        ""
    };
    format!(
        "apt-get update && {non_free}apt-get install -y --no-install-recommends {}",
        packages.join(" ")
    )
}

/// Runs such a command, if this is root on a system with apt.
///
/// # Errors
/// If the shell cannot be started.
pub fn install(line: &str) -> io::Result<Option<ExitStatus>> {
    #[cfg(unix)]
    if rustix::process::geteuid().is_root() && program("apt-get").is_some() {
        let mut shell = Command::new("/bin/sh");
        shell
            .args(["-c", line])
            .env("DEBIAN_FRONTEND", "noninteractive")
            .stdin(Stdio::null());
        return shell.status().map(Some);
    }
    let _ = line;
    Ok(None)
}

/// The path of a program, in a folder of `PATH` or where games are installed.
pub fn program(name: impl AsRef<Path>) -> Option<PathBuf> {
    let folders = env::var_os("PATH").unwrap_or_default();
    let folders = env::split_paths(&folders).chain(["/usr/games".into()]);
    folders
        .map(|folder| folder.join(&name))
        .find(|path| path.is_file())
}

/// The packages among these that dpkg has installed, each as `name version architecture`.
#[cfg_attr(not(unix), allow(dead_code))]
pub(crate) fn installed(packages: &[&str]) -> Vec<String> {
    let mut query = Command::new("dpkg-query");
    query
        .args(["-W", "-f", "${Package} ${Version} ${Architecture}\\n"])
        .args(packages)
        .stderr(Stdio::null());
    let output = query
        .output()
        .map(|output| output.stdout)
        .unwrap_or_default();
    String::from_utf8_lossy(&output)
        .lines()
        .map(str::to_owned)
        .collect()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// The component is added after `main`.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_component_is_added_once() {
        let (_, script) = NON_FREE.split_once(" -E '").unwrap();
        let (script, _) = script.split_once('\'').unwrap();
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("sources");
        fs::write(
            &file,
            "Types: deb\nComponents: main contrib\ndeb http://a.example/d s main\n# main\n",
        )
        .unwrap();
        for _ in 0..2 {
            assert!(
                Command::new("sed")
                    .args(["-i", "-E", script])
                    .arg(&file)
                    .status()
                    .unwrap()
                    .success()
            );
        }
        let expected = "Types: deb\nComponents: main non-free contrib\ndeb http://a.example/d s main non-free\n# main\n";
        assert_eq!(fs::read_to_string(&file).unwrap(), expected);
    }
}
