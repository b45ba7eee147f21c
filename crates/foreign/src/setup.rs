//! Fetching the oracles that are not committed: the [`kits`].
//!
//! Nothing is installed on the machine. The packages are fetched through apt, which checks their signatures, compared with
//! the digests that are known, and unpacked into a folder of ours, one for each oracle, with a [`record`] of the packages
//! and of every file that is used. What lies there and is unaltered is left alone, what was altered is fetched again.
//!
//! The folder of the oracles is locked meanwhile: a second set-up waits for the first to end. What a killed one left is
//! removed by the next.
//!
//! ```no_run
//! use foreign::setup::Setup;
//!
//! let setup = Setup { oracles: ".oracles".into(), accept_licence: true };
//! let left = setup.run(&mut |line| println!("{line}"))?;
//! assert!(left.is_empty());
//! # Ok::<(), foreign::setup::SetupError>(())
//! ```

pub mod apt;
pub mod kits;
mod pins;
pub mod record;
pub mod sources;

use std::fs::{self, DirBuilder, File, TryLockError};
use std::io;
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{self, Path, PathBuf};

use apt::{CommandError, Machine};
use kits::{KITS, Kit};
use record::{KitError, Record};

use crate::compiler::CompilerError;
use crate::private::{self, PrivateFolder};

/// A set-up to be done.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The folder of the oracles, `.oracles` at the root of the workspace. Each goes into a folder of its own in it.
    pub oracles: PathBuf,
    /// Whether the user has accepted the licences of those that are not free.
    pub accept_licence: bool,
}

/// An oracle that was not set up.
#[derive(Debug)]
pub struct Left {
    /// Which one.
    pub kit: &'static Kit,
    /// Why.
    pub why: SetupError,
}

/// Why something was not set up. Nothing is left behind by what fails.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SetupError {
    /// The licence has been shown and is still to be accepted.
    #[error("its licence is not accepted yet: if you accept it, run this again with --accept-licence")]
    LicenceNotAccepted,
    /// Packages cannot be fetched on this machine.
    #[error("it cannot be fetched here, {reason}: in this system's own way, {elsewhere}")]
    Unsupported {
        /// What is missing.
        reason: String,
        /// What to do.
        elsewhere: &'static str,
    },
    /// It is compiled from its source, and that cannot be done.
    #[error(transparent)]
    Compiler(CompilerError),
    /// A command failed.
    #[error(transparent)]
    Command(#[from] CommandError),
    /// A package is not the one that is known.
    #[error(
        "{package} is not the package that is known, and was not installed:\n  \
         SHA-256 expected {expected}\n  SHA-256 found    {found}"
    )]
    Checksum {
        /// The package's name, version and architecture.
        package: String,
        /// The SHA-256 of the one that is known.
        expected: String,
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
    #[error("{doing}: {cause}")]
    Io {
        /// What was being done.
        doing: String,
        /// The cause. It is in the message, and so no source of its own.
        cause: io::Error,
    },
}

impl SetupError {
    /// Whether it is for the user to do something first, and nothing has gone wrong.
    pub fn is_for_the_user(&self) -> bool {
        matches!(
            self,
            Self::LicenceNotAccepted | Self::Unsupported { .. } | Self::Compiler(CompilerError::Missing { .. })
        )
    }
}

/// What the names of the folders begin with in which a set-up unpacks.
const WORK: &str = ".setup-";

impl Setup {
    /// Fetches every oracle that is not there or was altered, and gives those that could not be set up. One that fails keeps
    /// none of the others from being set up. Every line for the user goes through `say`.
    ///
    /// # Errors
    ///
    /// What keeps all of them from being fetched: apt cannot read its archives, or the folder cannot be written to.
    pub fn run(&self, say: &mut dyn FnMut(&str)) -> Result<Vec<Left>, SetupError> {
        self.run_on(Machine::this(), say)
    }

    fn run_on(&self, machine: Result<Machine, String>, say: &mut dyn FnMut(&str)) -> Result<Vec<Left>, SetupError> {
        let is_new = !self.oracles.exists();
        let lock = self.lock(say)?;
        let done = self.run_alone(machine, say);
        if is_new {
            // Only an empty folder can be removed like this. What went wrong first is what counts.
            let _ = fs::remove_dir(&self.oracles);
        }
        drop(lock);
        done
    }

    /// Makes the folder of the oracles if need be, waits until no other set-up uses it, and removes what killed ones left.
    fn lock(&self, say: &mut dyn FnMut(&str)) -> Result<File, SetupError> {
        let failed = self.failed("taking the folder of the oracles");
        loop {
            DirBuilder::new().recursive(true).mode(0o755).create(&self.oracles).map_err(&failed)?;
            let folder = File::open(&self.oracles).map_err(&failed)?;
            match folder.try_lock() {
                Err(TryLockError::WouldBlock) => {
                    say(&format!("Waiting for another setup in {} to end.", self.oracles.display()));
                    folder.lock().map_err(&failed)?;
                }
                // A file system without locks: what is there may be in use.
                Err(TryLockError::Error(_)) => return Ok(folder),
                Ok(()) => {}
            }
            // The other one may have removed it in the end.
            if !private::is_at(&folder, &self.oracles) {
                continue;
            }
            for entry in fs::read_dir(&self.oracles).map_err(&failed)?.flatten() {
                let is_work = entry.file_name().to_string_lossy().starts_with(WORK);
                if is_work && entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                    fs::remove_dir_all(entry.path()).map_err(&failed)?;
                }
            }
            return Ok(folder);
        }
    }

    fn run_alone(&self, machine: Result<Machine, String>, say: &mut dyn FnMut(&str)) -> Result<Vec<Left>, SetupError> {
        let mut missing = Vec::new();
        for kit in KITS {
            let folder = self.oracles.join(kit.name);
            match Record::read(&folder, kit.files) {
                Ok(_) => say(&format!("{}: in {} already, and unaltered.", kit.called, folder.display())),
                Err(KitError::NotSetUp { .. }) => missing.push(kit),
                Err(altered) => {
                    say(&format!("{}: {altered}.", kit.called));
                    missing.push(kit);
                }
            }
        }
        // Whoever has accepted the terms beforehand is to know what they are, too.
        for licence in missing.iter().filter_map(|kit| kit.licence) {
            licence.lines().for_each(&mut *say);
            say("");
        }
        let is_refused = |kit: &&Kit| kit.licence.is_some() && !self.accept_licence;
        let (refused, wanted): (Vec<_>, Vec<_>) = missing.into_iter().partition(is_refused);
        let mut left: Vec<Left> =
            refused.into_iter().map(|kit| Left { kit, why: SetupError::LicenceNotAccepted }).collect();
        match machine {
            _ if wanted.is_empty() => {}
            Ok(machine) => left.extend(self.install(&machine, &wanted, say)?),
            Err(reason) => left.extend(wanted.into_iter().map(|kit| {
                let why = SetupError::Unsupported { reason: reason.clone(), elsewhere: kit.elsewhere };
                Left { kit, why }
            })),
        }
        for Left { kit, why } in &left {
            say(&format!("{}: {why}", kit.called));
        }
        Ok(left)
    }

    fn install(
        &self,
        machine: &Machine,
        wanted: &[&'static Kit],
        say: &mut dyn FnMut(&str),
    ) -> Result<Vec<Left>, SetupError> {
        let oracles = path::absolute(&self.oracles).map_err(self.failed("finding a folder"))?;
        // In the same file system as its goal, so that the last step is one rename. Both remove themselves.
        let work = private::make(&oracles, WORK, 0o700).map_err(self.failed("making a folder"))?;
        let fetched = PrivateFolder::open_to_pass_through()
            .map_err(|cause| SetupError::Io { doing: "making a temporary folder".into(), cause })?;
        machine.update(fetched.path(), say)?;
        let mut left = Vec::new();
        for &kit in wanted {
            match self.fetch(machine, kit, fetched.path(), work.path(), say) {
                Ok(package) => {
                    let place = oracles.join(kit.name);
                    say(&format!("{}: in {}.", kit.called, place.display()));
                    if kit.licence.is_some() {
                        let terms = place.join("usr/share/doc").join(package).join("copyright");
                        say(&format!("Its terms are in {}.", terms.display()));
                    }
                }
                Err(why) => left.push(Left { kit, why }),
            }
        }
        Ok(left)
    }

    /// Fetches one oracle, and puts it into place as the last step. Gives the name of its first package.
    fn fetch(
        &self,
        machine: &Machine,
        kit: &Kit,
        fetched: &Path,
        work: &Path,
        say: &mut dyn FnMut(&str),
    ) -> Result<String, SetupError> {
        let unpacked = work.join(kit.name);
        let mut packages = Vec::new();
        for names in kit.packages {
            let (file, package) = machine.download(names, fetched, work, say)?;
            say(&pins::verify(machine.distribution, &package)?);
            machine.unpack(&file, &unpacked)?;
            packages.push(package);
        }
        let first = packages.first().map(|package: &record::Package| package.name.clone()).unwrap_or_default();
        (kit.prepare)(&unpacked)?;
        let record = Record::survey(&unpacked, kit.files, packages)?.to_text();
        private::write(&unpacked.join(record::FILE_NAME), record.as_bytes(), 0o644)
            .map_err(self.failed("writing the record"))?;
        let place = self.oracles.join(kit.name);
        if place.exists() {
            let former = work.join(format!("former-{}", kit.name));
            fs::rename(&place, former).map_err(self.failed("moving the former one away"))?;
        }
        fs::rename(&unpacked, &place).map_err(self.failed("moving it into place"))?;
        Ok(first)
    }

    fn failed(&self, doing: &str) -> impl Fn(io::Error) -> SetupError + use<> {
        let doing = format!("{doing} in {}", self.oracles.display());
        move |cause| SetupError::Io { doing: doing.clone(), cause }
    }
}

#[cfg(test)]
mod tests {
    use super::apt::Distribution;
    use super::*;

    /// A machine on which every command fails, so that no test reaches a network.
    fn broken_machine() -> Machine {
        Machine {
            distribution: Distribution::Debian,
            apt_get: "false".into(),
            dpkg_deb: "false".into(),
            sources: "/nonexistent".into(),
        }
    }

    fn setup(folder: &tempfile::TempDir, accept_licence: bool) -> Setup {
        Setup { oracles: folder.path().join("oracles"), accept_licence }
    }

    /// What a set-up says, and what came of it.
    fn run(setup: &Setup, machine: Result<Machine, String>) -> (Vec<String>, Result<Vec<Left>, SetupError>) {
        let mut said = Vec::new();
        let done = setup.run_on(machine, &mut |line| said.push(line.to_owned()));
        (said, done)
    }

    /// Puts every oracle into place, as if it had been fetched.
    fn pretend(oracles: &Path) {
        for kit in KITS {
            let folder = oracles.join(kit.name);
            for name in kit.files {
                let number = if name.ends_with('.') { "7" } else { "" };
                let file = folder.join(format!("{name}{number}"));
                fs::create_dir_all(file.parent().unwrap()).unwrap();
                fs::write(file, name).unwrap();
            }
            let record = Record::survey(&folder, kit.files, vec![]).unwrap();
            fs::write(folder.join(record::FILE_NAME), record.to_text()).unwrap();
        }
    }

    #[test]
    fn what_is_there_is_left_alone_without_a_word_on_terms() {
        let folder = tempfile::tempdir().unwrap();
        let setup = setup(&folder, false);
        pretend(&setup.oracles);
        let (said, done) = run(&setup, Ok(broken_machine()));
        assert!(done.unwrap().is_empty());
        assert_eq!(said.len(), KITS.len());
        assert!(said.iter().all(|line| line.ends_with("already, and unaltered.")), "{said:?}");
    }

    #[test]
    fn every_file_that_is_used_is_noticed_when_it_is_altered() {
        for kit in KITS {
            for name in kit.files {
                let folder = tempfile::tempdir().unwrap();
                let setup = setup(&folder, true);
                pretend(&setup.oracles);
                let number = if name.ends_with('.') { "7" } else { "" };
                let file = setup.oracles.join(kit.name).join(format!("{name}{number}"));
                fs::write(&file, "altered").unwrap();
                let (said, done) = run(&setup, Ok(broken_machine()));
                assert!(matches!(done, Err(SetupError::Command(_))), "{name} is to be fetched again");
                let named = said.iter().filter(|line| line.contains(&file.display().to_string())).count();
                assert_eq!(named, 1, "{said:?}");
            }
        }
    }

    #[test]
    fn what_a_killed_setup_left_is_removed_by_the_next() {
        let folder = tempfile::tempdir().unwrap();
        let setup = setup(&folder, true);
        pretend(&setup.oracles);
        let left = setup.oracles.join(".setup-abcdef");
        fs::create_dir_all(left.join("game/usr")).unwrap();
        run(&setup, Ok(broken_machine())).1.unwrap();
        assert!(!left.exists());
    }

    #[test]
    fn a_second_setup_waits_for_the_first() {
        let folder = tempfile::tempdir().unwrap();
        let setup = setup(&folder, true);
        pretend(&setup.oracles);
        let work = setup.oracles.join(".setup-abcdef");
        fs::create_dir(&work).unwrap();
        let first = File::open(&setup.oracles).unwrap();
        first.lock().unwrap();
        let mut said = Vec::new();
        let mut first = Some(first);
        let done = setup.run_on(Ok(broken_machine()), &mut |line| {
            if line.starts_with("Waiting for another setup in ") {
                assert!(work.exists(), "it is in use");
                drop(first.take());
            } else {
                let held = File::open(&setup.oracles).unwrap().try_lock();
                assert!(matches!(held, Err(TryLockError::WouldBlock)), "it is this setup's now");
            }
            said.push(line.to_owned());
        });
        assert!(done.unwrap().is_empty());
        assert!(first.is_none() && !work.exists(), "{said:?}");
    }

    #[test]
    fn without_consent_the_terms_are_shown_and_only_free_ones_are_fetched() {
        let folder = tempfile::tempdir().unwrap();
        let setup = setup(&folder, false);
        pretend(&setup.oracles);
        for kit in [&kits::GAME, &kits::TESTU01] {
            fs::remove_dir_all(setup.oracles.join(kit.name)).unwrap();
        }
        let (said, done) = run(&setup, Ok(broken_machine()));
        let left = done.expect("nothing is fetched, so nothing can fail");
        assert_eq!(left.iter().map(|left| left.kit.name).collect::<Vec<_>>(), ["game", "testu01"]);
        assert!(left.iter().all(|left| matches!(left.why, SetupError::LicenceNotAccepted)));
        let said = said.join("\n");
        for kit in KITS.iter().filter(|kit| kit.licence.is_some()) {
            assert!(said.contains(kit.licence.unwrap()), "{said}");
        }
        assert!(said.ends_with("run this again with --accept-licence"), "{said}");
    }

    #[test]
    fn with_consent_the_terms_are_shown_before_anything_is_fetched() {
        let folder = tempfile::tempdir().unwrap();
        let (said, done) = run(&setup(&folder, true), Ok(broken_machine()));
        assert!(done.is_err());
        let fetching = said.iter().position(|line| line.starts_with("Fetching")).unwrap();
        let terms = said.iter().rposition(|line| line.contains("neither changes nor passes it on")).unwrap();
        assert!(terms < fetching, "{said:?}");
    }

    #[test]
    fn a_set_up_that_fails_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        let setup = setup(&folder, true);
        let error = run(&setup, Ok(broken_machine())).1.unwrap_err();
        assert!(matches!(&error, SetupError::Command(failed) if failed.command.ends_with("update")), "{error}");
        assert!(!setup.oracles.exists());
        fs::create_dir(&setup.oracles).unwrap();
        run(&setup, Ok(broken_machine())).1.unwrap_err();
        assert_eq!(fs::read_dir(&setup.oracles).unwrap().count(), 0);
    }

    #[test]
    fn an_oracle_that_fails_keeps_no_other_from_being_tried() {
        let folder = tempfile::tempdir().unwrap();
        // Lists can be updated, and no package is in them.
        let apt = folder.path().join("apt-get");
        fs::write(&apt, "#!/bin/sh\ncase \"$*\" in *update) exit 0;; esac\necho none such >&2; exit 100\n").unwrap();
        fs::set_permissions(&apt, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
        let machine = Machine { apt_get: apt, ..broken_machine() };
        let setup = setup(&folder, true);
        let left = run(&setup, Ok(machine)).1.unwrap();
        assert_eq!(left.len(), KITS.len());
        assert!(left.iter().all(|left| left.why.to_string().ends_with("none such") && !left.why.is_for_the_user()));
        assert!(!setup.oracles.exists());
    }

    #[test]
    fn an_unsupported_machine_is_told_what_to_do() {
        let folder = tempfile::tempdir().unwrap();
        let (said, done) = run(&setup(&folder, true), Err("as there is no apt".into()));
        assert!(done.unwrap().iter().all(|left| left.why.is_for_the_user()));
        let said = said.join("\n");
        for variable in ["ROGUELAB_GAME=", "ROGUELAB_FAKETIME=", "ROGUELAB_GSL", "ROGUELAB_PCG_CPP", "ROGUELAB_TESTU01"]
        {
            assert!(said.contains(variable), "{said}");
        }
    }
}
