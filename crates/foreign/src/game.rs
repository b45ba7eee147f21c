//! The real game, played in a pseudo-terminal with its clock stopped.
//!
//! The game seeds its generator with the second in which it is started, so a stopped clock chooses the seed. It is started, and
//! left alone until it has drawn the first level and waits for a key; then its terminal is hung up, and it saves itself and
//! ends.
//!
//! # When to hang up
//!
//! The game saves itself in the signal's handler. After its last drawing it allocates the buffer for its input, and a signal
//! that comes in between makes the handler allocate in the middle of an allocation: the C library notices and aborts the game,
//! and the save file is empty. So the terminal is hung up when the bottom line is drawn, nothing has come for 20 ms, and the
//! system says that the game sleeps, which at that place it does only to read a key. The last condition makes the wait sound
//! even on a busy machine, where the game may not have run at all in the 20 ms. No game has been seen to fail with it, so none
//! is played twice.
//!
//! # What a play costs
//!
//! One game takes about 32 ms by the clock, 20 ms of which are that wait, and about 3.5 ms of processor time, so it is best to
//! play many at once. Measured on two cores: 32 ms a game with 1 thread, 7.5 with 4, 4.0 with 8, 3.0 with 16 and with 32. Eight
//! threads a core are enough.
//!
//! # What is executed
//!
//! The system's `rogue` runs without its setgid bit: a setgid program refuses the library that stops the clock. Each play has a
//! folder, in one that no other user can enter, for as long as the [`Game`] lives.
//!
//! # What a save file depends on
//!
//! Two save files of one seed differ in the objects and monsters, and in the date at the end if the clocks do. See
//! [`Played::save`].
//!
//! ```no_run
//! use roguelab_foreign::game::Game;
//! use std::time::Duration;
//!
//! let game = Game::find()?;
//! let played = game.play(1_703_936_000, Duration::from_secs(10))?;
//! println!("{}", played.screen);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod play;

pub use play::{Failure, PlayError, Played};

use crate::oracles::{OracleError, named_by, temporary_folder};
use crate::setup;
use crate::terminal::{COLUMNS, ROWS};
use jiff::civil::DateTime;
use jiff::tz::Offset;
use lockstep::hex;
use play::Play;
use pty_process::blocking::Command;
use sha2::{Digest, Sha256};
use std::ffi::OsString;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use std::{fs, io};
use tempfile::TempDir;

/// The variable that names the game's program.
const GAME_VARIABLE: &str = "ROGUELAB_GAME";

/// The variable that names the library that stops the clock.
const FAKETIME_VARIABLE: &str = "ROGUELAB_FAKETIME";

/// The message with which libfaketime refuses to start a process, before the game's own code has run.
const REFUSAL: &str = "shm_open failed: File exists";

/// The packages and the digest of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Provenance {
    /// The packages of the game and of what it needs, each as `name version architecture`. Empty for a game of the user's own.
    pub packages: Vec<String>,
    /// The SHA-256 of its program, in hexadecimal.
    pub sha256: String,
}

/// A game that can be played, from several threads at once.
#[derive(Clone, Debug)]
pub struct Game {
    program: PathBuf,
    arguments: Vec<OsString>,
    faketime: Option<PathBuf>,
    provenance: Provenance,
    /// The folder for the folders of the plays.
    folder: Arc<TempDir>,
}

impl Game {
    /// The program and the library that stops its clock that `ROGUELAB_GAME` and `ROGUELAB_FAKETIME` name, or the system's.
    ///
    /// # Errors
    /// If a named file cannot be read, or an unnamed one is not on this system.
    pub fn find() -> Result<Self, OracleError> {
        let found = |variable, is_what, system: fn() -> Option<PathBuf>| match named_by(variable) {
            Some(named) => readable(&named).map_err(|cause| {
                OracleError::Unavailable(format!(
                    "{variable} names {}, which cannot be read ({cause})",
                    named.display()
                ))
            }),
            None => system().ok_or_else(|| {
                OracleError::Unavailable(format!("{is_what} is not on this system"))
            }),
        };
        let program = found(GAME_VARIABLE, "the program rogue", || {
            setup::program("rogue")
        })?;
        let faketime = found(FAKETIME_VARIABLE, "libfaketime.so.1", faketime)?;
        let game = Self::with_program(&program, &[]);
        let mut game = game
            .map_err(|cause| OracleError::Unavailable(format!("{}: {cause}", program.display())))?;
        if named_by(GAME_VARIABLE).is_none() {
            let packages = [
                "bsdgames-nonfree",
                "libfaketime",
                "libncurses6",
                "libtinfo6",
            ];
            game.provenance.packages = setup::installed(&packages);
        }
        Ok(Self {
            faketime: Some(faketime),
            ..game
        })
    }

    /// Any program in place of the game, with a running clock.
    ///
    /// # Errors
    /// If the program cannot be read, or a temporary folder cannot be made.
    pub fn with_program(program: &Path, arguments: &[&str]) -> io::Result<Self> {
        Ok(Self {
            program: std::path::absolute(program)?,
            arguments: arguments.iter().map(OsString::from).collect(),
            faketime: None,
            provenance: Provenance {
                packages: Vec::new(),
                sha256: hex(&Sha256::digest(fs::read(program)?)),
            },
            folder: Arc::new(temporary_folder()?),
        })
    }

    /// The path of the program.
    pub fn program(&self) -> &Path {
        &self.program
    }

    /// The packages and the digest of the game.
    pub fn provenance(&self) -> &Provenance {
        &self.provenance
    }

    /// Plays a game started at `seed_time`, in seconds since the start of 1970, until it waits for the first key.
    ///
    /// libfaketime refuses to start if a killed process has left something behind under the number of the new one. Then the
    /// game is started again, as another process: none of its code has run.
    ///
    /// # Errors
    /// If the game does not answer within `deadline`, ends too early, or does not save itself. In every case it has ended, and
    /// its files are removed.
    pub fn play(&self, seed_time: i64, deadline: Duration) -> Result<Played, PlayError> {
        let failed = |why| PlayError {
            seed: seed_time,
            why,
        };
        let clock = match jiff::Timestamp::from_second(seed_time) {
            Ok(second) if seed_time >= 0 => Offset::UTC.to_datetime(second),
            _ => return Err(failed(Failure::SeedOutOfRange)),
        };
        let play = Play {
            command: &|folder| self.command(folder, clock),
            folder: self.folder.path(),
            clock,
            started: Instant::now(),
            deadline,
        };
        loop {
            match play.run() {
                Err(Failure::EndedEarly(_, screen))
                    if screen.contains(REFUSAL) && !play.is_late() => {}
                played => return played.map_err(failed),
            }
        }
    }

    /// The command that starts the game in a folder of its own. The game sees nothing of the environment of this process.
    fn command(&self, folder: &Path, clock: DateTime) -> io::Result<Command> {
        let mut command = Command::new(&self.program)
            .args(&self.arguments)
            .current_dir(folder)
            .env_clear()
            .env("TERM", "xterm")
            .env("LINES", ROWS.to_string())
            .env("COLUMNS", COLUMNS.to_string())
            .env("TZ", "UTC")
            .env("HOME", folder);
        if let Some(faketime) = &self.faketime {
            // The loader takes a blank or a colon in a name for its end, so the library gets a name without them.
            symlink(faketime, folder.join("clock.so"))?;
            let time = clock.strftime("%Y-%m-%d %H:%M:%S").to_string();
            command = command
                .env("LD_PRELOAD", "./clock.so")
                .env("FAKETIME", time);
        }
        Ok(command)
    }
}

/// The absolute path of a file that can be read.
fn readable(path: &Path) -> io::Result<PathBuf> {
    fs::File::open(path)?;
    std::path::absolute(path)
}

/// The library that stops the clock, in the folder where Debian has it for each architecture.
fn faketime() -> Option<PathBuf> {
    let folders = fs::read_dir("/usr/lib")
        .ok()?
        .flatten()
        .map(|entry| entry.path());
    let folders = folders.chain([
        "/usr/lib".into(),
        "/usr/lib64".into(),
        "/usr/local/lib".into(),
    ]);
    folders
        .map(|folder| folder.join("faketime/libfaketime.so.1"))
        .find(|path| path.is_file())
}
