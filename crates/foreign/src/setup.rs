//! Fetching the real game: the package `bsdgames-nonfree`, and what it needs to run with its clock stopped.
//!
//! Nothing is installed on the machine. The packages are fetched through apt, which checks their signatures, and unpacked
//! into a folder of ours, with a [`record`] of what they were; [`crate::game`] runs the game from there.
//!
//! ```no_run
//! use foreign::setup::Setup;
//!
//! let setup = Setup { oracles: ".oracles".into(), accept_licence: true };
//! setup.run(&mut |line| println!("{line}"))?;
//! # Ok::<(), foreign::setup::SetupError>(())
//! ```

pub mod apt;
pub mod record;
pub mod sources;

use apt::{CommandError, Distribution, Machine};
use record::{Package, Record, sha256_of_file};
use std::io;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::{fs, path};

/// The package that holds the game.
const GAME: &str = "bsdgames-nonfree";

/// All packages: the game, the library that stops the clock, and the libraries that the game is linked with, so that it
/// runs on a machine that lacks them.
const PACKAGES: [&str; 4] = [GAME, "libfaketime", "libncurses6", "libtinfo6"];

/// The game's program in its package.
const PROGRAM: &str = "usr/games/rogue";

/// Where the package says under which terms it is.
const COPYRIGHT: &str = "usr/share/doc/bsdgames-nonfree/copyright";

/// A build of the game whose digest is known.
struct Pin {
    distribution: Distribution,
    architecture: &'static str,
    version: &'static str,
    sha256: &'static str,
}

const PINS: [Pin; 1] = [Pin {
    distribution: Distribution::Debian,
    architecture: "amd64",
    version: "2.17-9",
    sha256: "b23b90338b5adf38aa7a7a21eec7f7dd063aba790844a05128266a0e9d826e3e",
}];

const LICENCE: &str = "\
The real game is Rogue, from the package bsdgames-nonfree. Its authors and the University of California hold the
copyright. It may be used, changed and passed on under the terms of the three-clause BSD licence: keep the copyright
notice and the disclaimer, do not use the authors' names to promote what you make of it, and expect no warranty.
Three restrictions come on top of that:
  1. \"No portion of this notice shall be removed.\"
  2. \"Credit shall not be taken for the creation of this source.\"
  3. \"This code is not to be traded, sold, or used for personal gain or profit.\"
roguelab only runs it, to compare its results, and neither changes nor passes it on.";

/// A set-up to be done.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The folder of the oracles, `.oracles` at the root of the workspace. The game goes into `game` in it.
    pub oracles: PathBuf,
    /// Whether the user has accepted the game's licence.
    pub accept_licence: bool,
}

/// What a set-up did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The game was there and is the one that was recorded; nothing was done.
    AlreadyThere,
    /// The game was fetched and unpacked.
    Installed,
}

/// Why a set-up did not succeed. Nothing is left behind by one that fails.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SetupError {
    /// The licence has been shown and is still to be accepted.
    #[error("the game's licence is not accepted yet: if you accept it, run this again with --accept-licence")]
    LicenceNotAccepted,
    /// The game cannot be fetched on this machine.
    #[error(
        "the game cannot be fetched here: {reason}\n\
         Install rogue from the BSD games, and libfaketime, in this system's own way, and set\n  \
         ROGUELAB_GAME=path to the rogue program, without its setgid bit\n  \
         ROGUELAB_FAKETIME=path to libfaketime.so.1"
    )]
    Unsupported {
        /// What is missing.
        reason: String,
    },
    /// A command failed.
    #[error(transparent)]
    Command(#[from] CommandError),
    /// A package is not the one that is known.
    #[error(
        "{package} {version} is not the package that is known ({known}), and was not installed:\n  \
         SHA-256 expected {expected}\n  SHA-256 found    {found}"
    )]
    Checksum {
        /// The package's name.
        package: String,
        /// The version that was fetched.
        version: String,
        /// The version that is known.
        known: &'static str,
        /// The SHA-256 of the version that is known.
        expected: &'static str,
        /// The SHA-256 of what was fetched.
        found: String,
    },
    /// The packages do not hold a file that they should.
    #[error("none of the fetched packages holds {file}")]
    Incomplete {
        /// The file's name.
        file: &'static str,
    },
    /// A file could not be read or written.
    #[error("{doing}: {source}")]
    Io {
        /// What was being done.
        doing: String,
        /// The cause.
        source: io::Error,
    },
}

/// The folder of the installed game among the oracles.
pub fn game_folder(oracles: &Path) -> PathBuf {
    oracles.join("game")
}

impl Setup {
    /// Fetches the game, unless it is there already. Every line for the user goes through `say`.
    ///
    /// # Errors
    ///
    /// The licence is not accepted, the machine has no apt, a command fails, or a package is not the one that is known.
    pub fn run(&self, say: &mut dyn FnMut(&str)) -> Result<Outcome, SetupError> {
        let game = game_folder(&self.oracles);
        if Record::of_folder(&game).is_some() {
            say(&format!("The game is in {} already, and unaltered.", game.display()));
            return Ok(Outcome::AlreadyThere);
        }
        self.install(&Machine::this()?, say)
    }

    fn install(&self, machine: &Machine, say: &mut dyn FnMut(&str)) -> Result<Outcome, SetupError> {
        // Whoever has accepted the terms beforehand is to know what they are, too.
        LICENCE.lines().for_each(&mut *say);
        if !self.accept_licence {
            return Err(SetupError::LicenceNotAccepted);
        }
        let is_new = !self.oracles.exists();
        let installed = self.install_into(machine, say);
        if installed.is_err() && is_new {
            // Only an empty folder can be removed like this. What went wrong first is what counts.
            let _ = fs::remove_dir(&self.oracles);
        }
        installed.map(|()| Outcome::Installed)
    }

    fn install_into(&self, machine: &Machine, say: &mut dyn FnMut(&str)) -> Result<(), SetupError> {
        let failed = |doing: &str| {
            let doing = format!("{doing} in {}", self.oracles.display());
            move |source| SetupError::Io { doing, source }
        };
        fs::create_dir_all(&self.oracles).map_err(failed("making a folder"))?;
        let oracles = path::absolute(&self.oracles).map_err(failed("finding a folder"))?;
        // In the same file system as its goal, so that the last step is one rename. It removes itself.
        let work =
            tempfile::Builder::new().prefix(".setup-").tempdir_in(&oracles).map_err(failed("making a folder"))?;

        let packages = machine.fetch(&PACKAGES, work.path(), say)?;
        for (_, package) in packages.iter().filter(|(_, package)| package.name == GAME) {
            say(&verify(machine.distribution, package)?);
        }
        let unpacked = work.path().join("game");
        for (file, _) in &packages {
            machine.unpack(file, &unpacked)?;
        }
        let program = unpacked.join(PROGRAM);
        if !program.is_file() {
            return Err(SetupError::Incomplete { file: PROGRAM });
        }
        // With the setgid bit on it, the loader would ignore the library that stops the clock.
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).map_err(failed("clearing the setgid bit"))?;
        let packages = packages.into_iter().map(|(_, package)| package).collect();
        let record = survey(&unpacked, packages)?;
        fs::write(unpacked.join(record::FILE_NAME), record.to_text()).map_err(failed("writing the record"))?;

        let game = game_folder(&oracles);
        if game.exists() {
            fs::rename(&game, work.path().join("former")).map_err(failed("moving the former game away"))?;
        }
        fs::rename(&unpacked, &game).map_err(failed("moving the game into place"))?;
        say(&format!("The game is in {}.", game.display()));
        say(&format!("Its terms are in {}.", game.join(COPYRIGHT).display()));
        Ok(())
    }
}

/// Compares a package of the game with the known one. The answer says what stands behind the package.
fn verify(distribution: Distribution, package: &Package) -> Result<String, SetupError> {
    let Package { name, version, architecture, sha256 } = package;
    let pin = PINS.iter().find(|pin| pin.distribution == distribution && pin.architecture == architecture);
    match pin {
        None => Ok(format!(
            "{name} {version} for {architecture}: no SHA-256 is known for this build; apt's own signature check is all that \
             stands behind it."
        )),
        Some(pin) if pin.sha256 == sha256 => {
            Ok(format!("{name} {version} for {architecture}: the SHA-256 is the known one."))
        }
        Some(pin) => Err(SetupError::Checksum {
            package: name.clone(),
            version: version.clone(),
            known: pin.version,
            expected: pin.sha256,
            found: sha256.clone(),
        }),
    }
}

/// Looks for the parts of the game in the folder that the packages were unpacked into.
fn survey(unpacked: &Path, packages: Vec<Package>) -> Result<Record, SetupError> {
    let failed = |source| SetupError::Io { doing: format!("reading {}", unpacked.display()), source };
    let files = files_below(unpacked).map_err(failed)?;
    let find = |name: &'static str| {
        let file = files.iter().find(|file| file.ends_with(name)).ok_or(SetupError::Incomplete { file: name })?;
        Ok::<_, SetupError>(file.strip_prefix(unpacked).unwrap_or(file).to_owned())
    };
    let folder = |name| find(name).map(|file| file.parent().unwrap_or(Path::new("")).to_owned());
    let mut libraries = vec![folder("libncurses.so.6")?, folder("libtinfo.so.6")?];
    libraries.dedup();
    Ok(Record {
        program: PROGRAM.into(),
        sha256: sha256_of_file(&unpacked.join(PROGRAM)).map_err(failed)?,
        faketime: find("libfaketime.so.1")?,
        libraries,
        packages,
    })
}

fn files_below(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            files.extend(files_below(&entry.path())?);
        } else {
            files.push(entry.path());
        }
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(architecture: &str, sha256: &str) -> Package {
        Package {
            name: GAME.into(),
            version: "2.17-9".into(),
            architecture: architecture.into(),
            sha256: sha256.into(),
        }
    }

    /// A machine on which every command fails, so that no test reaches a network.
    fn broken_machine() -> Machine {
        Machine {
            distribution: Distribution::Debian,
            apt_get: "false".into(),
            dpkg_deb: "false".into(),
            sources: "/nonexistent".into(),
        }
    }

    #[test]
    fn a_package_with_another_digest_is_refused() {
        let error = verify(Distribution::Debian, &package("amd64", "0123")).unwrap_err().to_string();
        assert!(error.contains("expected b23b90338b5a") && error.contains("found    0123"), "{error}");
        let known = verify(Distribution::Debian, &package("amd64", PINS[0].sha256)).unwrap();
        assert!(known.contains("is the known one"), "{known}");
    }

    #[test]
    fn an_unknown_build_stands_on_the_signature_alone() {
        for (distribution, architecture) in [(Distribution::Debian, "arm64"), (Distribution::Ubuntu, "amd64")] {
            let said = verify(distribution, &package(architecture, "0123")).unwrap();
            assert!(said.contains("apt's own signature check is all"), "{said}");
        }
    }

    #[test]
    fn without_consent_the_terms_are_shown_and_nothing_is_done() {
        let folder = tempfile::tempdir().unwrap();
        let setup = Setup { oracles: folder.path().join("oracles"), accept_licence: false };
        let mut said = String::new();
        let refused = setup.install(&broken_machine(), &mut |line| said.push_str(line));
        assert!(matches!(refused, Err(SetupError::LicenceNotAccepted)));
        for restriction in ["No portion of this notice", "Credit shall not be taken", "personal gain or profit"] {
            assert!(said.contains(restriction), "{said}");
        }
        assert!(!setup.oracles.exists());
    }

    #[test]
    fn with_consent_the_terms_are_shown_before_anything_is_fetched() {
        let folder = tempfile::tempdir().unwrap();
        let setup = Setup { oracles: folder.path().join("oracles"), accept_licence: true };
        let mut said = Vec::new();
        setup.install(&broken_machine(), &mut |line| said.push(line.to_owned())).unwrap_err();
        let terms = LICENCE.lines().count();
        assert!(said[..terms].iter().map(String::as_str).eq(LICENCE.lines()), "{said:?}");
        assert!(said[terms..].iter().any(|line| line.starts_with("Fetching")), "{said:?}");
    }

    #[test]
    fn a_game_that_is_there_is_left_alone_without_a_word_on_terms() {
        let folder = tempfile::tempdir().unwrap();
        let game = game_folder(folder.path());
        fs::create_dir(&game).unwrap();
        for name in ["rogue", "clock.so"] {
            fs::write(game.join(name), name).unwrap();
        }
        let sha256 = sha256_of_file(&game.join("rogue")).unwrap();
        let (program, faketime) = ("rogue".into(), "clock.so".into());
        let record = Record { program, sha256, faketime, libraries: vec![], packages: vec![] };
        fs::write(game.join(record::FILE_NAME), record.to_text()).unwrap();
        let mut said = Vec::new();
        let setup = Setup { oracles: folder.path().to_owned(), accept_licence: true };
        assert_eq!(setup.run(&mut |line| said.push(line.to_owned())).unwrap(), Outcome::AlreadyThere);
        assert!(said.len() == 1 && said[0].contains("already"), "{said:?}");
    }

    #[test]
    fn a_set_up_that_fails_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        let setup = Setup { oracles: folder.path().join("oracles"), accept_licence: true };
        let error = setup.install(&broken_machine(), &mut |_| ()).unwrap_err();
        assert!(matches!(&error, SetupError::Command(failed) if failed.command.ends_with("update")), "{error}");
        assert!(!setup.oracles.exists());
        fs::create_dir(&setup.oracles).unwrap();
        setup.install(&broken_machine(), &mut |_| ()).unwrap_err();
        assert_eq!(fs::read_dir(&setup.oracles).unwrap().count(), 0);
    }

    #[test]
    fn packages_without_a_library_are_incomplete() {
        let folder = tempfile::tempdir().unwrap();
        let put = |name: &str| {
            let file = folder.path().join(name);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, "abc").unwrap();
        };
        for name in [PROGRAM, "lib/x/libncurses.so.6", "lib/x/libtinfo.so.6"] {
            put(name);
        }
        let missing = survey(folder.path(), vec![]);
        assert!(matches!(missing, Err(SetupError::Incomplete { file: "libfaketime.so.1" })));
        put("usr/lib/x/faketime/libfaketime.so.1");
        let record = survey(folder.path(), vec![]).unwrap();
        assert_eq!(record.libraries, [Path::new("lib/x")]);
        assert_eq!(record.faketime, Path::new("usr/lib/x/faketime/libfaketime.so.1"));
    }

    #[test]
    fn an_unsupported_machine_is_told_what_to_do() {
        let said = SetupError::Unsupported { reason: "no apt".into() }.to_string();
        assert!(said.contains("ROGUELAB_GAME=") && said.contains("ROGUELAB_FAKETIME="), "{said}");
    }
}
