//! One play of the game, from its start to its save file.

use crate::oracles::private_folder;
use crate::process::Process;
use crate::terminal::{Event, Terminal};
use jiff::civil::DateTime;
use pty_process::blocking::Command;
use std::path::Path;
use std::process::ExitStatus;
use std::time::{Duration, Instant};
use std::{fs, io, thread};

/// The last word that the game draws on a new level, on the bottom line.
const DRAWN: &str = "Exp:";

/// How long nothing must have come before the screen counts as drawn.
const QUIET: Duration = Duration::from_millis(20);

/// How often an end is looked for once the terminal is closed. The end follows within a fraction of this.
const TICK: Duration = Duration::from_millis(1);

/// The save file that the game leaves in its working directory when its terminal goes.
const SAVE_FILE: &str = "rogue.esave";

/// What a play gave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The save file. Two plays of one seed differ in it: objects and monsters are saved as they lie in memory, with
    /// addresses and bytes that were never set. The tables of names do not differ.
    pub save: Vec<u8>,
    /// The 24 rows of the screen when the first level was drawn, without trailing blanks, each ended by LF.
    pub screen: String,
}

/// Why a game could not be played to its end.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlayError {
    /// No clock shows this second.
    #[error("seed {seed}: not a second between the years 1970 and 9999")]
    SeedOutOfRange {
        /// The second.
        seed: i64,
    },
    /// The game did not answer in time. It was killed.
    #[error(
        "seed {seed}: no answer within {seconds} s; the screen showed{}",
        shown(screen)
    )]
    Deadline {
        /// The second that the clock showed.
        seed: i64,
        /// The deadline, in seconds.
        seconds: f64,
        /// The screen.
        screen: String,
    },
    /// The game ended before it had drawn the first level.
    #[error(
        "seed {seed}: the game ended by itself ({status}); the screen showed{}",
        shown(screen)
    )]
    EndedEarly {
        /// The second that the clock showed.
        seed: i64,
        /// How it ended.
        status: ExitStatus,
        /// The screen, with what the loader said if it was the loader.
        screen: String,
    },
    /// The game ended without a save file, or with an empty one.
    #[error(
        "seed {seed}: the game ended ({status}) and left no save file; the screen showed{}",
        shown(screen)
    )]
    NotSaved {
        /// The second that the clock showed.
        seed: i64,
        /// How it ended.
        status: ExitStatus,
        /// The screen.
        screen: String,
    },
    /// The save file is dated otherwise than the clock: the clock was not stopped.
    #[error(
        "seed {seed}: the game ran, but not at that second: is ROGUELAB_FAKETIME the library libfaketime.so.1?"
    )]
    ClockNotStopped {
        /// The second that the clock was to show.
        seed: i64,
    },
    /// The system refused something.
    #[error("seed {seed}: {doing}: {cause}")]
    Io {
        /// The second that the clock was to show.
        seed: i64,
        /// What was being done.
        doing: &'static str,
        /// The cause. It is in the message, and so no source of its own.
        cause: io::Error,
    },
}

/// A screen for a message: from the next line on, without the empty lines.
fn shown(screen: &str) -> String {
    let lines: Vec<&str> = screen.lines().filter(|line| !line.is_empty()).collect();
    if lines.is_empty() {
        " nothing".to_owned()
    } else {
        format!(":\n  {}", lines.join("\n  "))
    }
}

/// A play that is to be done.
pub(super) struct Play<'a> {
    /// Makes the command that starts the game in a folder.
    pub(super) command: &'a dyn Fn(&Path) -> io::Result<Command>,
    /// Where the folders of the plays lie.
    pub(super) folder: &'a Path,
    pub(super) seed: i64,
    /// The seed as the date and time of day that the game's clock shows.
    pub(super) clock: DateTime,
    pub(super) started: Instant,
    pub(super) deadline: Duration,
}

impl Play<'_> {
    /// Starts the game, waits until it is drawn, hangs up and reads the save file.
    pub(super) fn run(&self) -> Result<Played, PlayError> {
        let folder = private_folder(self.folder, "play-");
        let folder = folder.map_err(self.failed("making a temporary folder"))?;
        let command = (self.command)(folder.path()).map_err(self.failed("preparing the game"))?;
        // On every way out the process is dropped, and so killed and reaped, before the folder.
        let (mut process, mut terminal) =
            Process::start(command).map_err(self.failed("starting the game"))?;

        if let Some(status) = self.watch(&mut process, &mut terminal)? {
            return Err(PlayError::EndedEarly {
                seed: self.seed,
                status,
                screen: terminal.text(),
            });
        }
        let screen = terminal.text();
        process.hang_up().map_err(self.failed("hanging up"))?;
        let status = self.outlast(&mut process, &mut terminal)?;
        let save = fs::read(folder.path().join(SAVE_FILE)).unwrap_or_default();
        if save.is_empty() {
            return Err(PlayError::NotSaved {
                seed: self.seed,
                status,
                screen: terminal.text(),
            });
        }
        if !is_dated(&save, self.clock) {
            return Err(PlayError::ClockNotStopped { seed: self.seed });
        }
        Ok(Played { save, screen })
    }

    /// Waits until the game has drawn the level and waits for a key. The answer is how it ended, if it did so before.
    fn watch(
        &self,
        process: &mut Process,
        terminal: &mut Terminal,
    ) -> Result<Option<ExitStatus>, PlayError> {
        loop {
            match terminal
                .read(QUIET)
                .map_err(self.failed("reading the screen"))?
            {
                Event::Silence if terminal.text().contains(DRAWN) && process.is_waiting() => {
                    return Ok(None);
                }
                Event::Closed => return self.outlast(process, terminal).map(Some),
                Event::Output | Event::Silence => self.check_deadline(terminal)?,
            }
        }
    }

    /// Waits for the end of the game, reading what it writes so that it cannot get stuck in writing.
    fn outlast(
        &self,
        process: &mut Process,
        terminal: &mut Terminal,
    ) -> Result<ExitStatus, PlayError> {
        while terminal
            .read(QUIET)
            .map_err(self.failed("reading the screen"))?
            != Event::Closed
        {
            self.check_deadline(terminal)?;
        }
        while !process
            .has_ended()
            .map_err(self.failed("waiting for the end"))?
        {
            self.check_deadline(terminal)?;
            thread::sleep(TICK);
        }
        process.reap().map_err(self.failed("waiting for the end"))
    }

    /// Whether the deadline has passed.
    pub(super) fn is_late(&self) -> bool {
        self.started.elapsed() >= self.deadline
    }

    fn check_deadline(&self, terminal: &Terminal) -> Result<(), PlayError> {
        if !self.is_late() {
            return Ok(());
        }
        Err(PlayError::Deadline {
            seed: self.seed,
            seconds: self.deadline.as_secs_f64(),
            screen: terminal.text(),
        })
    }

    fn failed(&self, doing: &'static str) -> impl FnOnce(io::Error) -> PlayError + use<> {
        let seed = self.seed;
        move |cause| PlayError::Io { seed, doing, cause }
    }
}

/// Whether a save file was written while the clock showed this time.
///
/// It ends in six little-endian 16-bit numbers: year since 1900, month, day, hour, minute, and the second plus ten, which
/// the game does not carry into the minute.
fn is_dated(save: &[u8], clock: DateTime) -> bool {
    let date = [
        clock.year() - 1900,
        clock.month().into(),
        clock.day().into(),
        clock.hour().into(),
        clock.minute().into(),
        i16::from(clock.second()) + 10,
    ];
    let bytes: Vec<u8> = date
        .iter()
        .flat_map(|number| number.to_le_bytes())
        .collect();
    save.ends_with(&bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_save_file_is_dated_by_its_last_six_numbers() {
        let save = [7, 123, 0, 12, 0, 30, 0, 11, 0, 33, 0, 69, 0];
        let clock = jiff::civil::date(2023, 12, 30).at(11, 33, 59, 0);
        assert!(is_dated(&save, clock));
        assert!(!is_dated(
            &save,
            jiff::civil::date(2023, 12, 30).at(11, 34, 0, 0)
        ));
        assert!(!is_dated(&save[..12], clock));
        assert!(!is_dated(&[], clock));
    }

    #[test]
    fn a_message_shows_the_screen_without_its_empty_lines() {
        let error = PlayError::Deadline {
            seed: 5,
            seconds: 0.3,
            screen: "\none\n\n two\n".into(),
        };
        assert_eq!(
            error.to_string(),
            "seed 5: no answer within 0.3 s; the screen showed:\n  one\n   two"
        );
        let error = PlayError::Deadline {
            seed: 5,
            seconds: 0.3,
            screen: "\n\n".into(),
        };
        assert!(
            error.to_string().ends_with("the screen showed nothing"),
            "{error}"
        );
    }
}
