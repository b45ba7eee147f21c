//! Many plays of the real game, each compared with the port.
//!
//! A game is started at a second whose seed is the one wanted, its save file read, and what is in it compared with the
//! port's: the names, and the arrows that the player starts with, the first number drawn after them. It can be started again
//! some multiples of 32,768 seconds later, and must then show the same screen. What the game showed is written to a
//! journal, a line a game, so that a campaign that was stopped goes on where it was.

mod found;
mod journal;

pub use found::{Found, Shown};

use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::Duration;

use anyhow::Result;
use foreign::game::Game;
use lockstep::hex;
use rogue::atlas::{Atlas, GAMES};
use rogue::savefile;
use sha2::{Digest, Sha256};

use crate::files::write;
use journal::Journal;

/// The second at which residue 0 is played: a multiple of 2^15, on 2023-12-30.
pub const START: i64 = 52_000 << 15;

/// Which games to play, and how.
#[derive(Clone, Debug)]
pub struct Campaign {
    /// The residues to play, in order.
    pub residues: Vec<u16>,
    /// How many times 32,768 seconds later each game is started again, to show the same.
    pub shifts: Vec<u32>,
    /// How many games at once.
    pub jobs: usize,
    /// How long one game may take.
    pub deadline: Duration,
    /// Where to write down what the games showed, and from where to go on.
    pub journal: Option<PathBuf>,
    /// Whether to forget what the journal has.
    pub restart: bool,
    /// A folder to keep the save files in, each named after its residue.
    pub saves: Option<PathBuf>,
}

impl Campaign {
    /// So many games, spread evenly over all residues.
    pub fn spread(games: usize) -> Vec<u16> {
        (0..games).map(|i| (i * GAMES / games) as u16).collect()
    }

    /// Plays. `tick` is called for each game that is done, those from the journal included; the campaign stops soon after
    /// `stop` becomes true.
    ///
    /// # Errors
    /// If the journal cannot be read or written, or is another's.
    pub fn run(&self, game: &Game, stop: &AtomicBool, tick: &mut dyn FnMut()) -> Result<Found> {
        let atlas = Atlas::new();
        let open = |path: &Path| Journal::open(path, &self.head(game), self.restart);
        let mut journal = self.journal.as_deref().map(open).transpose()?;
        let mut found = Found::default();
        if let Some(journal) = &mut journal {
            for &residue in &self.residues {
                if let Some(shown) = journal.shown.remove(&residue) {
                    found.note(&atlas, residue, shown);
                    found.resumed += 1;
                    tick();
                }
            }
        }
        let left: Vec<u16> =
            self.residues.iter().copied().filter(|residue| !found.shown.contains_key(residue)).collect();
        let next = AtomicUsize::new(0);
        std::thread::scope(|scope| -> Result<()> {
            let (done, results) = mpsc::channel();
            for _ in 0..self.jobs.clamp(1, left.len().max(1)) {
                let (done, left, next) = (done.clone(), &left, &next);
                scope.spawn(move || {
                    while !stop.load(Ordering::Relaxed)
                        && let Some(&residue) = left.get(next.fetch_add(1, Ordering::Relaxed))
                        && done.send((residue, self.play(game, residue))).is_ok()
                    {}
                });
            }
            drop(done);
            for (residue, played) in results {
                match played {
                    Ok(shown) => {
                        if let Some(journal) = &mut journal {
                            journal.append(&shown)?;
                        }
                        found.note(&atlas, residue, shown);
                    }
                    Err(Trouble::NotPeriodic(shift)) => {
                        found.not_periodic.insert(residue, shift);
                    }
                    Err(Trouble::Failure(why)) => {
                        found.failures.insert(residue, why);
                    }
                }
                tick();
            }
            Ok(())
        })?;
        found.stopped = found.done() < self.residues.len();
        Ok(found)
    }

    /// Plays one residue: first as it is, then as much later as is asked for.
    fn play(&self, game: &Game, residue: u16) -> Result<Shown, Trouble> {
        let first = self.play_at(game, residue, 0)?;
        for &shift in &self.shifts {
            if self.play_at(game, residue, shift)? != first {
                return Err(Trouble::NotPeriodic(shift));
            }
        }
        Ok(first)
    }

    /// Plays one game and reads what it shows.
    fn play_at(&self, game: &Game, residue: u16, shift: u32) -> Result<Shown, Trouble> {
        let failure = |why: &dyn Display| Trouble::Failure(why.to_string());
        let time = START + i64::from(residue) + i64::from(shift) * GAMES as i64;
        let played = game.play(time, self.deadline).map_err(|error| failure(&error))?;
        if let (Some(folder), 0) = (&self.saves, shift) {
            let path = folder.join(format!("{residue}.esave"));
            write::whole(&path, &played.save).map_err(|error| failure(&format!("{error:#}")))?;
        }
        let names = savefile::read(&played.save).map_err(|error| failure(&format!("its save file: {error}")))?;
        let arrows =
            savefile::arrows(&played.save).ok_or_else(|| failure(&"its save file holds no pack of a new player"))?;
        Ok(Shown {
            line: names.canonical_line(i32::from(residue)).to_string(),
            arrows,
            screen: hex(&Sha256::digest(&played.screen)),
        })
    }

    /// The first line of a journal: what its lines are of.
    fn head(&self, game: &Game) -> String {
        let shifts: Vec<_> = self.shifts.iter().map(ToString::to_string).collect();
        let later =
            if shifts.is_empty() { String::new() } else { format!(", also {} x {GAMES} s later", shifts.join(", ")) };
        format!("# names, arrows and screens of the game with sha256 {}{later}", game.provenance().sha256)
    }
}

/// Why a residue has nothing to show.
enum Trouble {
    /// It showed something else so many times 32,768 seconds later.
    NotPeriodic(u32),
    /// A game could not be played or read.
    Failure(String),
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::found::of_port;
    use super::*;

    /// A program that is there on every Unix system and never answers as the game would.
    fn silent() -> Game {
        Game::with_program(Path::new("/bin/sleep"), &["60"]).unwrap()
    }

    fn campaign(journal: &Path) -> Campaign {
        Campaign {
            residues: vec![3, 7],
            shifts: Vec::new(),
            jobs: 2,
            deadline: Duration::from_millis(100),
            journal: Some(journal.to_owned()),
            restart: false,
            saves: None,
        }
    }

    fn shown(residue: u16) -> Shown {
        let (line, arrows) = of_port(&Atlas::new(), residue);
        Shown { line, arrows, screen: "0".repeat(64) }
    }

    /// A journal in this folder of what some games showed.
    fn journal(folder: &Path, games: &[Shown]) -> PathBuf {
        let path = folder.join("journal.tsv");
        let mut journal = Journal::open(&path, &campaign(&path).head(&silent()), false).unwrap();
        for shown in games {
            journal.append(shown).unwrap();
        }
        path
    }

    fn run(path: &Path) -> Result<Found> {
        campaign(path).run(&silent(), &AtomicBool::new(false), &mut || ())
    }

    #[test]
    fn residue_zero_is_played_at_a_multiple_of_all_games() {
        assert_eq!(START % GAMES as i64, 0);
    }

    #[test]
    fn a_spread_reaches_over_all_residues_without_repeating() {
        assert_eq!(Campaign::spread(4), [0, 8192, 16384, 24576]);
        assert_eq!(Campaign::spread(GAMES).len(), GAMES);
    }

    #[test]
    fn what_is_in_the_journal_is_not_played_again_and_a_torn_line_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = journal(folder.path(), &[shown(3)]);
        let whole = fs::read_to_string(&path).unwrap();
        fs::write(&path, format!("{whole}{}", &shown(7).to_text()[..20])).unwrap();
        let found = run(&path).unwrap();
        assert_eq!((found.resumed, found.agreed()), (1, 1));
        assert!(found.failures[&7].contains("no answer within"), "{:?}", found.failures);
        assert!(!found.is_clean());
        assert_eq!(fs::read_to_string(&path).unwrap(), whole, "the torn line is gone");
    }

    #[test]
    fn a_journal_that_was_changed_is_refused_with_the_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = journal(folder.path(), &[shown(3), shown(7)]);
        let text = fs::read_to_string(&path).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        for (changed, line) in [
            (text.replacen("blue", "pink", 1), 2),
            (format!("{}\n{}\n", lines[0], lines[2]), 2),
            (format!("{}\n{}\n{}\n", lines[0], lines[1], &lines[2][1..]), 3),
            (format!("{text}{}\n", shown(9).to_text()), 4),
        ] {
            fs::write(&path, changed).unwrap();
            let error = run(&path).unwrap_err().to_string();
            assert!(error.contains(&format!("line {line} of the journal")) && error.contains("--restart"), "{error}");
        }
    }

    #[test]
    fn a_game_with_other_names_is_a_disagreement() {
        let folder = tempfile::tempdir().unwrap();
        let other = Shown { line: shown(7).line.replacen("blue", "pink", 1), ..shown(7) };
        let path = journal(folder.path(), &[shown(3), other]);
        let found = run(&path).unwrap();
        assert_eq!(found.agreed(), 1);
        assert!(!found.is_clean());
        let summary = found.summary(2);
        assert!(summary.contains("seed 7 differs") && summary.contains("potions"), "{summary}");
        assert!(found.evidence(&silent(), &[]).is_err());
    }

    #[test]
    fn a_game_with_another_quiver_is_a_disagreement() {
        let folder = tempfile::tempdir().unwrap();
        let other = Shown { arrows: shown(3).arrows + 1, ..shown(3) };
        let path = journal(folder.path(), &[other, shown(7)]);
        let found = run(&path).unwrap();
        assert_eq!((found.agreed(), found.is_clean()), (1, false));
        assert!(found.summary(2).contains("seed 3 differs:\n  arrows\n"), "{}", found.summary(2));
    }

    #[test]
    fn a_line_of_the_journal_is_read_as_it_was_written() {
        assert_eq!(Shown::parse(&shown(7).to_text()), Some((7, shown(7))));
        assert_eq!(Shown::parse("7\tblue"), None);
    }

    #[test]
    fn a_journal_of_other_shifts_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = journal(folder.path(), &[]);
        let shifted = Campaign { shifts: vec![1, 2], ..campaign(&path) };
        let error = shifted.run(&silent(), &AtomicBool::new(false), &mut || ()).unwrap_err().to_string();
        assert!(error.contains("other options"), "{error}");
    }

    #[test]
    fn the_journal_of_another_program_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal.tsv");
        fs::write(&path, "# what the game with sha256 00 showed\n").unwrap();
        let error = campaign(&path).run(&silent(), &AtomicBool::new(false), &mut || ()).unwrap_err().to_string();
        assert!(error.contains("another game") && error.contains("--restart"), "{error}");
        let anew = Campaign { restart: true, ..campaign(&path) };
        assert_eq!(anew.run(&silent(), &AtomicBool::new(false), &mut || ()).unwrap().resumed, 0);
    }

    #[test]
    fn two_runs_do_not_write_one_journal() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal.tsv");
        let _first = Journal::open(&path, &campaign(&path).head(&silent()), false).unwrap();
        for restart in [false, true] {
            let campaign = Campaign { restart, ..campaign(&path) };
            let error = campaign.run(&silent(), &AtomicBool::new(false), &mut || ()).unwrap_err().to_string();
            assert!(error.contains("another run"), "{error}");
        }
    }

    #[test]
    fn a_campaign_that_is_stopped_says_so() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal.tsv");
        let found = campaign(&path).run(&silent(), &AtomicBool::new(true), &mut || ()).unwrap();
        assert!(found.stopped && !found.is_clean());
    }
}
