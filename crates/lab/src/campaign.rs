//! Plays of the real game, each compared with the port.
//!
//! A game is started at the second whose seed is wanted. The names in its save file and the player's arrows, the first
//! number drawn after them, must be the port's. Started again multiples of 32,768 seconds later, it must show the same
//! screen. All games take some minutes.

mod found;

pub use found::Found;
pub(crate) use found::{Shown, Trouble, evidence};

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::Duration;

use foreign::game::Game;
use lockstep::hex;
use rogue::atlas::{Atlas, GAMES};
use rogue::savefile;
use sha2::{Digest, Sha256};

use crate::files::write;

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
    /// A folder for the save files, each named after its residue.
    pub saves: Option<PathBuf>,
}

impl Campaign {
    /// So many games, spread evenly over all residues.
    pub fn spread(games: usize) -> Vec<u16> {
        (0..games).map(|i| (i * GAMES / games) as u16).collect()
    }

    /// Plays all games; stops soon after `stop` becomes true. `tick` is called for each game.
    pub fn run(&self, game: &Game, stop: &AtomicBool, tick: &mut dyn FnMut()) -> Found {
        let atlas = Atlas::new();
        let mut found = Found::default();
        let next = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            let (done, results) = mpsc::channel();
            for _ in 0..self.jobs.clamp(1, self.residues.len().max(1)) {
                let (done, next) = (done.clone(), &next);
                scope.spawn(move || {
                    while !stop.load(Ordering::Relaxed)
                        && let Some(&residue) =
                            self.residues.get(next.fetch_add(1, Ordering::Relaxed))
                        && done.send((residue, self.play(game, residue))).is_ok()
                    {
                    }
                });
            }
            drop(done);
            for (residue, played) in results {
                match played {
                    Ok(shown) => found.note(&atlas, residue, shown),
                    Err(trouble) => drop(found.troubles.insert(residue, trouble)),
                }
                tick();
            }
        });
        found.stopped = found.done() < self.residues.len();
        found
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
        let played = game
            .play(time, self.deadline)
            .map_err(|error| failed(error.to_string()))?;
        if let (Some(folder), 0) = (&self.saves, shift) {
            let path = folder.join(format!("{residue}.esave"));
            write::whole(&path, &played.save).map_err(|error| failed(format!("{error:#}")))?;
        }
        let names = savefile::read(&played.save)
            .map_err(|error| failed(format!("its save file: {error}")))?;
        let arrows = savefile::arrows(&played.save)
            .ok_or_else(|| failed("its save file has no pack of a new player".into()))?;
        Ok(Shown {
            line: names.canonical_line(i32::from(residue)).to_string(),
            arrows,
            screen: hex(&Sha256::digest(&played.screen)),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::found::of_port;
    use super::*;

    /// A program that never answers as the game would.
    fn silent() -> Game {
        Game::with_program(Path::new("/bin/sleep"), &["60"]).unwrap()
    }

    fn run(stop: bool) -> Found {
        let campaign = Campaign {
            residues: vec![3, 7],
            shifts: Vec::new(),
            jobs: 2,
            deadline: Duration::from_millis(100),
            saves: None,
        };
        campaign.run(&silent(), &AtomicBool::new(stop), &mut || ())
    }

    fn shown(residue: u16) -> Shown {
        let (line, arrows) = of_port(&Atlas::new(), residue);
        Shown {
            line,
            arrows,
            screen: "0".repeat(64),
        }
    }

    #[test]
    fn residues_are_spread_evenly_and_residue_zero_is_a_multiple_of_all_games() {
        assert_eq!(START % GAMES as i64, 0);
        assert_eq!(Campaign::spread(4), [0, 8192, 16384, 24576]);
        assert_eq!(Campaign::spread(GAMES).len(), GAMES);
    }

    #[test]
    fn games_that_do_not_answer_or_were_not_played_are_not_clean() {
        let found = run(false);
        assert!(
            found.summary(2).contains("no answer within"),
            "{}",
            found.summary(2)
        );
        assert!(!found.is_clean() && !found.stopped);
        let stopped = run(true);
        assert!(stopped.stopped && !stopped.is_clean());
    }

    #[test]
    fn other_names_or_arrows_than_the_port_s_are_a_disagreement() {
        let names = Shown {
            line: shown(7).line.replacen("blue", "pink", 1),
            ..shown(7)
        };
        let arrows = Shown {
            arrows: shown(3).arrows + 1,
            ..shown(3)
        };
        let (atlas, mut found) = (Atlas::new(), Found::default());
        found.note(&atlas, 5, shown(5));
        assert!(found.is_clean());
        found.note(&atlas, 3, arrows);
        found.note(&atlas, 7, names);
        assert_eq!((found.agreed(), found.is_clean()), (1, false));
        let summary = found.summary(3);
        assert!(summary.contains("seed 3 differs:\n  arrows\n"), "{summary}");
        assert!(
            summary.contains("seed 7 differs:\n  potions\n"),
            "{summary}"
        );
        assert!(found.evidence(&silent(), &[]).is_err());
    }
}
