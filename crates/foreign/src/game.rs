//! The real game, played in a pseudo-terminal with its clock stopped.
//!
//! The game seeds its generator with the second it is started in, so a stopped clock chooses the seed. It is started, left
//! alone until it has drawn the first level and waits for a key, and hung up on; then it saves itself and ends.
//!
//! # When to hang up
//!
//! The game saves itself in the signal's handler. Behind its last drawing it allocates the buffer for its input, and a
//! signal that comes in between makes the handler allocate in the middle of an allocation: the C library notices, aborts
//! the game, and the save file is empty. So it is hung up on when the bottom line is drawn, nothing has come for 20 ms, and
//! the system says that it sleeps, which at that place can only be in reading a key. The last condition makes the wait
//! sound on a busy machine too: of the 20 ms it may have run for none. No game has been seen to fail with it, so none is
//! played twice.
//!
//! # What a play costs
//!
//! One game takes about 32 ms by the clock, of which 20 ms are that wait, and about 3.5 ms of processor time, so many are
//! best played at once. Seen on two cores: 32 ms a game with 1 thread, 7.5 with 4, 4.0 with 8, 3.0 with 16 and with 32.
//! Eight threads a core are enough.
//!
//! # What is executed
//!
//! The files of the kit are compared with its record, and private copies of the bytes that were compared are what is executed
//! and loaded. They and the folder of each play lie in one folder in the system's temporary folder that no other user can
//! enter, for as long as the [`Game`] lives. What the environment names is executed as it is.
//!
//! # What a save file depends on
//!
//! Two save files of one seed differ, in the objects and monsters, and in the date at the end if the clocks do. See
//! [`Played::save`].
//!
//! ```no_run
//! use foreign::Oracles;
//! use foreign::game::Game;
//! use std::time::Duration;
//!
//! let game = Game::find(&Oracles::of_workspace())?;
//! let played = game.play(1_703_936_000, Duration::from_secs(10))?;
//! println!("{}", played.screen);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod play;
mod process;
mod terminal;

pub use play::{PlayError, Played};

use crate::oracles::{OracleError, Oracles};
use crate::private::PrivateFolder;
use crate::setup::kits::{self, FAKETIME, PROGRAM};
use crate::setup::record::{Package, sha256};
use jiff::civil::DateTime;
use jiff::tz::Offset;
use play::Play;
use pty_process::blocking::Command;
use std::ffi::OsString;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use std::{env, fs, io};
use terminal::{COLUMNS, ROWS};

/// The variable that names the game's program.
const GAME_VARIABLE: &str = "ROGUELAB_GAME";

/// The variable that names the library that stops the clock.
const FAKETIME_VARIABLE: &str = "ROGUELAB_FAKETIME";

/// What libfaketime says when it refuses to start a process, before the game's own code has run.
const REFUSAL: &str = "shm_open failed: File exists";

/// What a game is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Provenance {
    /// The packages it was set up from, each as `name version architecture`. None for a game of the user's own.
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
    /// The folder of the libraries that came with the program.
    libraries: Option<PathBuf>,
    provenance: Provenance,
    /// Where the copies and the folders of the plays lie.
    folder: Arc<PrivateFolder>,
}

impl Game {
    /// The game that was set up. `ROGUELAB_GAME` in the environment names another program, `ROGUELAB_FAKETIME` another library
    /// to stop its clock.
    ///
    /// # Errors
    /// What is not named in the environment was not set up or was altered, or what is named cannot be read.
    pub fn find(oracles: &Oracles) -> Result<Self, OracleError> {
        let named = |variable| env::var_os(variable).filter(|path| !path.is_empty()).map(PathBuf::from);
        let (program, faketime) = (named(GAME_VARIABLE), named(FAKETIME_VARIABLE));
        let unreadable = |variable, path: &Path| {
            let path = path.to_owned();
            move |cause: io::Error| {
                OracleError::Unavailable(format!(
                    "{variable} names {}, which cannot be read ({cause}): set it right, or unset it and run \
                     `cargo xtask setup --accept-licence`",
                    path.display()
                ))
            }
        };
        let own = match &program {
            Some(path) => Some(Self::with_program(path, &[]).map_err(unreadable(GAME_VARIABLE, path))?),
            None => None,
        };
        if let Some(path) = &faketime {
            fs::File::open(path).map_err(unreadable(FAKETIME_VARIABLE, path))?;
        }
        let faketime = faketime.map(|path| std::path::absolute(&path).unwrap_or(path));
        Ok(match (own, faketime) {
            (Some(own), Some(faketime)) => Self { faketime: Some(faketime), ..own },
            (Some(own), None) => {
                let Self { faketime, folder, .. } = Self::set_up(oracles)?;
                Self { faketime, folder, ..own }
            }
            (None, Some(faketime)) => Self { faketime: Some(faketime), ..Self::set_up(oracles)? },
            (None, None) => Self::set_up(oracles)?,
        })
    }

    /// The game that was set up, whatever the environment names.
    ///
    /// # Errors
    /// It was not set up, or was altered.
    pub fn set_up(oracles: &Oracles) -> Result<Self, OracleError> {
        let kit = oracles.check(&kits::GAME)?;
        let provenance = Provenance {
            packages: kit.record.packages.iter().map(Package::to_string).collect(),
            sha256: kit.record.find(PROGRAM).map(|path| kit.record.files[path].clone()).unwrap_or_default(),
        };
        Ok(Self {
            program: kit.copy(PROGRAM),
            arguments: Vec::new(),
            faketime: Some(kit.copy(FAKETIME)),
            libraries: Some(kit.copies.path().to_owned()),
            provenance,
            folder: Arc::new(kit.copies),
        })
    }

    /// Any program as the game, with the clock running.
    ///
    /// # Errors
    /// The program cannot be read, or there is no room for a temporary folder.
    pub fn with_program(program: &Path, arguments: &[&str]) -> io::Result<Self> {
        Ok(Self {
            program: std::path::absolute(program)?,
            arguments: arguments.iter().map(OsString::from).collect(),
            faketime: None,
            libraries: None,
            provenance: Provenance { packages: Vec::new(), sha256: sha256(&fs::read(program)?) },
            folder: Arc::new(PrivateFolder::new()?),
        })
    }

    /// What the game is.
    pub fn provenance(&self) -> &Provenance {
        &self.provenance
    }

    /// Plays a game started at `seed_time`, in seconds since the start of 1970, until it waits for the first key.
    ///
    /// libfaketime refuses to start if a process that was killed has left something behind under the number of the new one.
    /// Then the game is started again, as another process: none of it has run.
    ///
    /// # Errors
    /// The game does not answer within `deadline`, ends too early, or does not save itself. In every case it has ended, and
    /// its files are removed.
    pub fn play(&self, seed_time: i64, deadline: Duration) -> Result<Played, PlayError> {
        let clock = match jiff::Timestamp::from_second(seed_time) {
            Ok(second) if seed_time >= 0 => Offset::UTC.to_datetime(second),
            _ => return Err(PlayError::SeedOutOfRange { seed: seed_time }),
        };
        let play = Play { game: self, seed: seed_time, clock, started: Instant::now(), deadline };
        loop {
            let played = play.run();
            let refused = match &played {
                Err(PlayError::EndedEarly { screen, .. }) => screen.contains(REFUSAL),
                _ => false,
            };
            if !refused || play.is_late() {
                return played;
            }
        }
    }

    /// The command that starts the game in a folder of its own. It sees nothing of the environment of this process.
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
        if let Some(libraries) = &self.libraries {
            command = command.env("LD_LIBRARY_PATH", env::join_paths([libraries]).map_err(io::Error::other)?);
        }
        if let Some(faketime) = &self.faketime {
            // The loader takes a blank or a colon in a name for the end of it, so the library gets a name without.
            symlink(faketime, folder.join("clock.so"))?;
            let time = clock.strftime("%Y-%m-%d %H:%M:%S").to_string();
            command = command.env("LD_PRELOAD", "./clock.so").env("FAKETIME", time);
        }
        Ok(command)
    }
}
