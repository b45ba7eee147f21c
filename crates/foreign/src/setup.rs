//! Fetches the oracles that are not committed: the [`kits`].
//!
//! Nothing is installed on the machine. Packages are fetched through apt, which checks their signatures, compared with known
//! digests, and unpacked into one folder per oracle, with a [`record`] of the packages and of every file that is used. A
//! folder that is unaltered is left alone; one that was altered is fetched again.
//!
//! The folder of the oracles is locked meanwhile: a second set-up waits for the first. What a killed one left behind is
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

mod apt;
pub mod kits;
pub mod record;

use std::fmt::Display;
use std::fs::{self, DirBuilder, File, TryLockError};
#[cfg(unix)]
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{self, Path, PathBuf};

use apt::Machine;
use kits::{KITS, Kit};
use record::{KitError, Record};

use crate::private::{self, PrivateFolder};

/// What to set up, and where.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The folder of the oracles, `.oracles` at the root of the workspace.
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

/// Why something was not set up. A failure leaves nothing behind.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SetupError {
    /// The licence was shown, and is not accepted.
    #[error("its licence is not accepted yet: if you accept it, run this again with --accept-licence")]
    LicenceNotAccepted,
    /// It cannot be fetched, for the reason given.
    #[error("{0}")]
    Failed(String),
}

/// For `map_err`: what was being done, then the cause.
fn failed<E: Display>(doing: impl Display) -> impl FnOnce(E) -> SetupError {
    move |cause| SetupError::Failed(format!("{doing}: {cause}"))
}

type Say<'a> = &'a mut dyn FnMut(&str);

/// How the names of the folders begin in which packages are unpacked.
const WORK: &str = ".setup-";

impl Setup {
    /// Fetches every oracle that is missing or altered, and returns those that could not be set up; one that fails does not
    /// stop the others. Every line for the user goes through `say`.
    ///
    /// # Errors
    /// If apt cannot read its archives, or the folder cannot be written to.
    pub fn run(&self, say: Say) -> Result<Vec<Left>, SetupError> {
        if cfg!(not(unix)) {
            let why = "oracles are packages of Debian, and are used on Unix only: `roguelab doctor` shows what is here";
            return Err(SetupError::Failed(why.into()));
        }
        self.run_on(Machine::this(), say)
    }

    fn run_on(&self, machine: Result<Machine, String>, say: Say) -> Result<Vec<Left>, SetupError> {
        let is_new = !self.oracles.exists();
        let lock = self.lock(say)?;
        let done = self.run_alone(machine, say);
        if is_new {
            // Removes it only if it is empty.
            let _ = fs::remove_dir(&self.oracles);
        }
        drop(lock);
        done
    }

    /// Creates the folder if needed, waits until no other set-up uses it, and removes what killed ones left.
    fn lock(&self, say: Say) -> Result<File, SetupError> {
        let taking = || failed(format!("cannot use the folder {}", self.oracles.display()));
        loop {
            let mut builder = DirBuilder::new();
            #[cfg(unix)]
            builder.mode(0o755);
            builder.recursive(true).create(&self.oracles).map_err(taking())?;
            let folder = File::open(&self.oracles).map_err(taking())?;
            match folder.try_lock() {
                Err(TryLockError::WouldBlock) => {
                    say(&format!("Waiting for another setup in {} to end.", self.oracles.display()));
                    folder.lock().map_err(taking())?;
                }
                // A file system without locks: what is there may be in use.
                Err(TryLockError::Error(_)) => return Ok(folder),
                Ok(()) => {}
            }
            // The other one may have removed it at its end.
            #[cfg(unix)]
            if !private::is_at(&folder, &self.oracles) {
                continue;
            }
            for entry in fs::read_dir(&self.oracles).map_err(taking())?.flatten() {
                let is_work = entry.file_name().to_string_lossy().starts_with(WORK);
                if is_work && entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                    fs::remove_dir_all(entry.path()).map_err(taking())?;
                }
            }
            return Ok(folder);
        }
    }

    fn run_alone(&self, machine: Result<Machine, String>, say: Say) -> Result<Vec<Left>, SetupError> {
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
        // Shown to those who have accepted the terms beforehand, too.
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
            Ok(machine) => left.extend(self.install(&machine, wanted, say)?),
            Err(reason) => left.extend(wanted.into_iter().map(|kit| {
                let why = format!("it cannot be fetched here, {reason}: {}", kit.elsewhere);
                Left { kit, why: SetupError::Failed(why) }
            })),
        }
        for Left { kit, why } in &left {
            say(&format!("{}: {why}", kit.called));
        }
        Ok(left)
    }

    fn install(&self, machine: &Machine, wanted: Vec<&'static Kit>, say: Say) -> Result<Vec<Left>, SetupError> {
        let oracles = path::absolute(&self.oracles).map_err(failed(self.oracles.display()))?;
        // In the same file system as its destination, so that the last step is one rename. Both remove themselves.
        let work = private::make(&oracles, WORK, 0o700).map_err(failed(oracles.display()))?;
        let fetched = PrivateFolder::open_to_pass_through().map_err(failed("cannot make a temporary folder"))?;
        machine.update(fetched.path(), say)?;
        let mut left = Vec::new();
        for kit in wanted {
            let place = oracles.join(kit.name);
            match fetch(machine, kit, fetched.path(), work.path(), &place, say) {
                Ok(package) => {
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
}

/// Fetches one oracle and, as the last step, moves it into place. Returns the name of its first package.
fn fetch(
    machine: &Machine,
    kit: &Kit,
    fetched: &Path,
    work: &Path,
    place: &Path,
    say: Say,
) -> Result<String, SetupError> {
    let unpacked = work.join(kit.name);
    // A folder of its own, because two oracles may need the same package.
    let archives = work.join(format!("packages-{}", kit.name));
    fs::create_dir(&archives).map_err(failed(archives.display()))?;
    let mut packages = Vec::new();
    for names in kit.packages {
        let (file, package) = machine.download(names, fetched, &archives, say)?;
        say(&kits::verify(machine.distribution, &package)?);
        apt::unpack(&file, &unpacked)?;
        packages.push(package);
    }
    let first = packages.first().map(|package| package.name.clone()).unwrap_or_default();
    (kit.prepare)(&unpacked)?;
    let record = Record::survey(&unpacked, kit.files, packages)?.to_text();
    let moving = || failed(format!("cannot put it into {}", place.display()));
    private::write(&unpacked.join(record::FILE_NAME), record.as_bytes(), 0o644).map_err(moving())?;
    if place.exists() {
        fs::rename(place, work.join(format!("former-{}", kit.name))).map_err(moving())?;
    }
    fs::rename(&unpacked, place).map_err(moving())?;
    Ok(first)
}

#[cfg(all(test, unix))]
mod tests;
