//! Plays of the real game, each compared with the port.
//!
//! A game is started at the second whose seed is wanted. The names in its save file and the player's arrows, the first
//! number drawn after them, must be the port's. Started again multiples of 32,768 seconds later, it must show the same
//! screen. A journal with a line for each game lets a stopped campaign continue.

mod found;
mod journal;

pub use found::Found;
pub(crate) use found::{Shown, Trouble, evidence};

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
pub(crate) const START: i64 = 52_000 << 15;

/// Which games to play, and how.
#[derive(Clone, Debug)]
pub struct Campaign {
    /// The residues to play, in order.
    pub residues: Vec<u16>,
    /// By how many times 32,768 seconds later each game is started again.
    pub shifts: Vec<u32>,
    /// How many games at once.
    pub jobs: usize,
    /// The time limit of a game.
    pub deadline: Duration,
    /// The journal, if any.
    pub journal: Option<PathBuf>,
    /// Whether to clear the journal first.
    pub restart: bool,
    /// A folder for the save files, each named after its residue.
    pub saves: Option<PathBuf>,
}

impl Campaign {
    /// So many games, spread evenly over all residues.
    pub fn spread(games: usize) -> Vec<u16> {
        (0..games).map(|i| (i * GAMES / games) as u16).collect()
    }

    /// Plays all games that the journal does not have; stops soon after `stop` becomes true. `tick` is called for each game.
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
                    Err(trouble) => drop(found.troubles.insert(residue, trouble)),
                }
                tick();
            }
            Ok(())
        })?;
        found.stopped = found.done() < self.residues.len();
        Ok(found)
    }

    /// Plays one residue, then the same at each shift.
    fn play(&self, game: &Game, residue: u16) -> Result<Shown, Trouble> {
        let first = self.play_at(game, residue, 0)?;
        for &shift in &self.shifts {
            if self.play_at(game, residue, shift)? != first {
                return Err(Trouble::NotPeriodic(shift));
            }
        }
        Ok(first)
    }

    /// Plays one game and reads its save file.
    fn play_at(&self, game: &Game, residue: u16, shift: u32) -> Result<Shown, Trouble> {
        let failed = |why: String| Trouble::Failed(why);
        let time = START + i64::from(residue) + i64::from(shift) * GAMES as i64;
        let played = game.play(time, self.deadline).map_err(|error| failed(error.to_string()))?;
        if let (Some(folder), 0) = (&self.saves, shift) {
            let path = folder.join(format!("{residue}.esave"));
            write::whole(&path, &played.save).map_err(|error| failed(format!("{error:#}")))?;
        }
        let names = savefile::read(&played.save).map_err(|error| failed(format!("its save file: {error}")))?;
        let arrows =
            savefile::arrows(&played.save).ok_or_else(|| failed("its save file has no pack of a new player".into()))?;
        Ok(Shown {
            line: names.canonical_line(i32::from(residue)).to_string(),
            arrows,
            screen: hex(&Sha256::digest(&played.screen)),
        })
    }

    /// The first line of a journal: game and options.
    fn head(&self, game: &Game) -> String {
        let shifts: Vec<_> = self.shifts.iter().map(ToString::to_string).collect();
        let later =
            if shifts.is_empty() { String::new() } else { format!(", also {} x {GAMES} s later", shifts.join(", ")) };
        format!("# names, arrows and screens of the game with sha256 {}{later}", game.provenance().sha256)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::found::of_port;
    use super::*;

    /// A program that never answers as the game would.
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

    fn journal(folder: &Path, games: &[Shown]) -> PathBuf {
        let path = folder.join("journal.tsv");
        let mut journal = Journal::open(&path, &campaign(&path).head(&silent()), false).unwrap();
        for shown in games {
            journal.append(shown).unwrap();
        }
        path
    }

    fn run(campaign: &Campaign) -> Result<Found> {
        campaign.run(&silent(), &AtomicBool::new(false), &mut || ())
    }

    #[test]
    fn residues_are_spread_evenly_and_residue_zero_is_a_multiple_of_all_games() {
        assert_eq!(START % GAMES as i64, 0);
        assert_eq!(Campaign::spread(4), [0, 8192, 16384, 24576]);
        assert_eq!(Campaign::spread(GAMES).len(), GAMES);
    }

    #[test]
    fn games_in_the_journal_are_not_played_again_but_a_torn_line_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = journal(folder.path(), &[shown(3)]);
        let whole = fs::read_to_string(&path).unwrap();
        fs::write(&path, format!("{whole}{}", &shown(7).to_text()[..20])).unwrap();
        let found = run(&campaign(&path)).unwrap();
        assert_eq!((found.resumed, found.agreed()), (1, 1));
        assert!(found.summary(2).contains("no answer within"), "{}", found.summary(2));
        assert!(!found.is_clean());
        assert_eq!(fs::read_to_string(&path).unwrap(), whole, "the torn line is gone");
        let stopped = campaign(&path).run(&silent(), &AtomicBool::new(true), &mut || ()).unwrap();
        assert!(stopped.stopped && !stopped.is_clean());
    }

    #[test]
    fn a_changed_or_foreign_journal_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = journal(folder.path(), &[shown(3), shown(7)]);
        let refused = |campaign: &Campaign, needles: [&str; 2]| {
            let error = run(campaign).unwrap_err().to_string();
            assert!(needles.iter().all(|needle| error.contains(needle)), "{error}");
        };
        refused(&Campaign { shifts: vec![1, 2], ..campaign(&path) }, ["other options", "--restart"]);
        let text = fs::read_to_string(&path).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        for (changed, line) in [
            (text.replacen("blue", "pink", 1), 2),
            (format!("{}\n{}\n", lines[0], lines[2]), 2),
            (format!("{}\n{}\n{}\n", lines[0], lines[1], &lines[2][1..]), 3),
            (format!("{text}{}\n", shown(9).to_text()), 4),
        ] {
            fs::write(&path, changed).unwrap();
            refused(&campaign(&path), [&format!("line {line} of the journal"), "--restart"]);
        }
        fs::write(&path, "# the game with sha256 00\n").unwrap();
        refused(&campaign(&path), ["another game", "--restart"]);
        let restarted = Campaign { restart: true, ..campaign(&path) };
        assert_eq!(run(&restarted).unwrap().resumed, 0);

        let _first = Journal::open(&path, &restarted.head(&silent()), true).unwrap();
        refused(&campaign(&path), ["another run", "wait"]);
        refused(&restarted, ["another run", "wait"]);
    }

    #[test]
    fn other_names_or_arrows_than_the_port_s_are_a_disagreement() {
        let folder = tempfile::tempdir().unwrap();
        let names = Shown { line: shown(7).line.replacen("blue", "pink", 1), ..shown(7) };
        let arrows = Shown { arrows: shown(3).arrows + 1, ..shown(3) };
        let found = run(&campaign(&journal(folder.path(), &[arrows, names]))).unwrap();
        assert_eq!((found.agreed(), found.is_clean()), (0, false));
        let summary = found.summary(2);
        assert!(summary.contains("seed 3 differs:\n  arrows\n"), "{summary}");
        assert!(summary.contains("seed 7 differs:\n  potions\n"), "{summary}");
        assert!(found.evidence(&silent(), &[]).is_err());
        assert_eq!(Shown::parse(&shown(7).to_text()), Some((7, shown(7))));
        assert_eq!(Shown::parse("7\tblue"), None);
    }
}
