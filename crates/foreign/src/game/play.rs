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
use thiserror::Error;

/// The last word that the game draws on a new level, on the bottom line.
const DRAWN: &str = "Exp:";

/// How long there must be no output before the screen counts as drawn.
const QUIET: Duration = Duration::from_millis(20);

/// How often to check whether the game has ended once the terminal is closed. It ends within a fraction of this.
const TICK: Duration = Duration::from_millis(1);

/// The save file that the game leaves in its working directory when its terminal is gone.
const SAVE_FILE: &str = "rogue.esave";

/// The result of a play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The save file. It differs between two plays of one seed: objects and monsters are saved as they are in memory, with
    /// addresses and bytes that were never set. The tables of names do not differ.
    pub save: Vec<u8>,
    /// The 24 rows of the screen when the first level was drawn, without trailing blanks, each ending in LF.
    pub screen: String,
}

/// Why a game could not be played to its end.
#[derive(Debug, Error)]
#[error("seed {seed}: {why}")]
pub struct PlayError {
    /// The second that the clock was to show.
    pub seed: i64,
    /// The failure.
    pub why: Failure,
}

/// The failures of a play, with the screen as it was.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Failure {
    /// No clock shows this second.
    #[error("the start must be a second between the years 1970 and 9999")]
    SeedOutOfRange,
    /// The game did not answer within this many seconds. It was killed.
    #[error("no answer within {0} s; the screen showed{screen}", screen = shown(.1))]
    Deadline(f64, String),
    /// The game ended before it had drawn the first level; if the loader failed, its message is on the screen.
    #[error("the game ended by itself ({0}); the screen showed{screen}", screen = shown(.1))]
    EndedEarly(ExitStatus, String),
    /// The game ended without a save file, or with an empty one.
    #[error("the game ended ({0}) and left no save file; the screen showed{screen}", screen = shown(.1))]
    NotSaved(ExitStatus, String),
    /// The date of the save file differs from the clock: the clock was not stopped.
    #[error(
        "the game ran, but not at that second: ROGUELAB_FAKETIME must name the library libfaketime.so.1"
    )]
    ClockNotStopped,
    /// The system refused something. The cause is in the message, so the error has no source.
    #[error("{0}: {1}")]
    Io(&'static str, io::Error),
}

fn failed(doing: &'static str) -> impl FnOnce(io::Error) -> Failure {
    move |cause| Failure::Io(doing, cause)
}

/// A screen for a message: it starts on a new line, without the empty lines.
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
    /// The folder for the folders of the plays.
    pub(super) folder: &'a Path,
    /// The date and time of day that the game's clock shows.
    pub(super) clock: DateTime,
    pub(super) started: Instant,
    pub(super) deadline: Duration,
}

impl Play<'_> {
    /// Starts the game, waits until it is drawn, hangs up and reads the save file.
    pub(super) fn run(&self) -> Result<Played, Failure> {
        let folder = private_folder(self.folder, "play-");
        let folder = folder.map_err(failed("making a temporary folder"))?;
        let command = (self.command)(folder.path()).map_err(failed("preparing the game"))?;
        // On every way out the process is dropped, and thus killed and reaped, before the folder.
        let (mut process, mut terminal) =
            Process::start(command).map_err(failed("starting the game"))?;
        if let Some(status) = self.watch(&mut process, &mut terminal)? {
            return Err(Failure::EndedEarly(status, terminal.text()));
        }
        let screen = terminal.text();
        process.hang_up().map_err(failed("hanging up"))?;
        let status = self.outlast(&mut process, &mut terminal)?;
        let save = fs::read(folder.path().join(SAVE_FILE)).unwrap_or_default();
        if save.is_empty() {
            return Err(Failure::NotSaved(status, terminal.text()));
        }
        if !is_dated(&save, self.clock) {
            return Err(Failure::ClockNotStopped);
        }
        Ok(Played { save, screen })
    }

    /// The next output of the game, if the deadline has not passed.
    fn read(&self, terminal: &mut Terminal) -> Result<Event, Failure> {
        let event = terminal.read(QUIET).map_err(failed("reading the screen"))?;
        self.check_deadline(terminal)?;
        Ok(event)
    }

    /// Waits until the game has drawn the level and waits for a key. If it ended before, returns how.
    fn watch(
        &self,
        process: &mut Process,
        terminal: &mut Terminal,
    ) -> Result<Option<ExitStatus>, Failure> {
        loop {
            match self.read(terminal)? {
                Event::Silence if terminal.text().contains(DRAWN) && process.is_waiting() => {
                    return Ok(None);
                }
                Event::Closed => return self.outlast(process, terminal).map(Some),
                Event::Output | Event::Silence => {}
            }
        }
    }

    /// Waits for the end of the game, and reads its output so that it cannot block while writing.
    fn outlast(
        &self,
        process: &mut Process,
        terminal: &mut Terminal,
    ) -> Result<ExitStatus, Failure> {
        let waiting = "waiting for the end";
        while self.read(terminal)? != Event::Closed {}
        while !process.has_ended().map_err(failed(waiting))? {
            self.check_deadline(terminal)?;
            thread::sleep(TICK);
        }
        process.reap().map_err(failed(waiting))
    }

    /// Whether the deadline has passed.
    pub(super) fn is_late(&self) -> bool {
        self.started.elapsed() >= self.deadline
    }

    fn check_deadline(&self, terminal: &Terminal) -> Result<(), Failure> {
        if self.is_late() {
            let seconds = self.deadline.as_secs_f64();
            return Err(Failure::Deadline(seconds, terminal.text()));
        }
        Ok(())
    }
}

/// Whether a save file was written while the clock showed this time.
///
/// A save file ends in six little-endian 16-bit numbers: year since 1900, month, day, hour, minute, and the second plus ten,
/// which the game does not carry into the minute.
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
    }
}
