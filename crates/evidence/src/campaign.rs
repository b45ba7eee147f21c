//! Playing the real game and comparing each game with the port.
//!
//! A game is started at the second whose seed is wanted. The names in its save file, and the player's arrows, which are the
//! first number drawn after the names, must be the port's. If it is started again a multiple of 32,768 seconds later, it must
//! show the same screen. All games take some minutes.

use std::collections::BTreeMap;
use std::fmt::{Display, Write as _};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use cli::files::write;
use foreign::game::Game;
use lockstep::hex;
use rogue::atlas::{Atlas, GAMES};
use rogue::identities::Identities;
use rogue::random::{get_rand, srrandom};
use rogue::savefile;
use sha2::{Digest, Sha256};

/// The second at which residue 0 is played: a multiple of 2^15, on 2023-12-30.
const START: i64 = 52_000 << 15;

/// The games to play, and how.
#[derive(Clone, Debug)]
pub struct Campaign {
    /// The residues to play, in order.
    pub residues: Vec<u16>,
    /// The shifts, in multiples of 32,768 seconds, after which each game is started again.
    pub shifts: Vec<u32>,
    /// How many games to play at once.
    pub jobs: usize,
    /// The time limit for each game.
    pub deadline: Duration,
    /// A folder for the save files, which are named after their residues.
    pub saves: Option<PathBuf>,
}

/// What a game showed.
#[derive(Clone, Debug, Eq, PartialEq)]
struct ShownGame {
    /// The canonical line of its names.
    line: String,
    /// The arrows of a new player.
    arrows: i16,
    /// The SHA-256 of its first screen.
    screen: String,
}

/// The results of a campaign.
#[derive(Clone, Debug, Default)]
pub struct CampaignResult {
    shown: BTreeMap<u16, ShownGame>,
    /// For each residue that does not agree with the port, the reason.
    troubles: BTreeMap<u16, String>,
    /// Whether the campaign was stopped before its end.
    pub stopped: bool,
}

impl Campaign {
    /// This many games, spread evenly over all residues.
    pub fn spread(games: usize) -> Vec<u16> {
        (0..games).map(|i| (i * GAMES / games) as u16).collect()
    }

    /// Plays all games; stops soon after `stop` becomes true. `tick` is called for each game.
    pub fn run(&self, game: &Game, stop: &AtomicBool, tick: &mut dyn FnMut()) -> CampaignResult {
        let atlas = Atlas::new();
        let mut found = CampaignResult::default();
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
                found.note(&atlas, residue, played);
                tick();
            }
        });
        found.stopped = found.shown.len() + found.troubles.len() < self.residues.len();
        found
    }

    /// Plays one residue, then the same game at each shift.
    fn play(&self, game: &Game, residue: u16) -> Result<ShownGame> {
        let first = self.play_at(game, residue, 0)?;
        for &shift in &self.shifts {
            let same = self.play_at(game, residue, shift)? == first;
            ensure!(same, "it shows other names {shift} x {GAMES} seconds later");
        }
        Ok(first)
    }

    /// Plays one game and reads its save file.
    fn play_at(&self, game: &Game, residue: u16, shift: u32) -> Result<ShownGame> {
        let time = START + i64::from(residue) + i64::from(shift) * GAMES as i64;
        let played = game.play(time, self.deadline)?;
        if let (Some(folder), 0) = (&self.saves, shift) {
            write::whole(&folder.join(format!("{residue}.esave")), &played.save)?;
        }
        let names = savefile::read(&played.save).context("its save file")?;
        let arrows = savefile::arrows(&played.save);
        Ok(ShownGame {
            line: names.canonical_line(i32::from(residue)).to_string(),
            arrows: arrows.context("its save file has no pack of a new player")?,
            screen: hex(&Sha256::digest(&played.screen)),
        })
    }
}

/// What the port says of a game: its canonical line and its arrows.
fn play_port(atlas: &Atlas, residue: u16) -> (String, i16) {
    let line = atlas.games()[usize::from(residue)].canonical_line(i32::from(residue));
    let mut dice = srrandom(i32::from(residue));
    // Only the draws matter here: the atlas already has the names.
    Identities::of_draws(&mut dice);
    (line.to_string(), get_rand(&mut dice, 25, 35) as i16)
}

impl CampaignResult {
    fn note(&mut self, atlas: &Atlas, residue: u16, played: Result<ShownGame>) {
        let (line, arrows) = play_port(atlas, residue);
        match played {
            Ok(shown) if (&line, arrows) == (&shown.line, shown.arrows) => {
                self.shown.insert(residue, shown);
            }
            played => {
                let why = match played {
                    Ok(shown) => format!(
                        "it differs\n  game {}, {} arrows\n  port {line}, {arrows} arrows",
                        shown.line, shown.arrows
                    ),
                    Err(error) => format!("{error:#}"),
                };
                self.troubles.insert(residue, why);
            }
        }
    }

    /// Whether every game was played and agrees.
    pub fn is_clean(&self) -> bool {
        !self.stopped && !self.shown.is_empty() && self.troubles.is_empty()
    }

    /// The SHA-256 of the names that the games showed, as in the canonical dump.
    fn digest_of_names(&self) -> String {
        digest_of_lines(self.shown.values().map(|game| &game.line))
    }

    /// The SHA-256 of the SHA-256s of all first screens.
    fn digest_of_screens(&self) -> String {
        digest_of_lines(self.shown.values().map(|game| &game.screen))
    }

    /// A summary of the result, with the first few disagreements.
    pub fn summary(&self, games: usize) -> String {
        const MOST: usize = 15;
        let agreed = self.shown.len();
        let mut text = format!(
            "{agreed} of {games} games agree with the port, in all names and in the arrows\n"
        );
        for (residue, trouble) in self.troubles.iter().take(MOST) {
            let _ = writeln!(text, "seed {residue}: {trouble}");
        }
        if self.troubles.len() > MOST {
            let _ = writeln!(text, "and {} more", self.troubles.len() - MOST);
        }
        let (names, screens) = (self.digest_of_names(), self.digest_of_screens());
        text + &format!(
            "sha256 of the names that the games showed: {names}\nsha256 of their screens: {screens}\n"
        )
    }

    /// The text of `fixtures/game.txt`.
    pub(crate) fn evidence(&self, game: &Game, shifts: &[u32]) -> Result<String> {
        ensure!(
            self.is_clean() && self.shown.len() == GAMES,
            "evidence needs all {GAMES} games to agree, and {} do: run with --all",
            self.shown.len()
        );
        let provenance = game.provenance();
        let program = format!("sha256 {}", provenance.sha256);
        let packages = provenance.packages.join(", ");
        Ok(evidence_text(
            &packages,
            &program,
            shifts,
            &self.digest_of_names(),
            &self.digest_of_screens(),
        ))
    }
}

fn digest_of_lines<'a>(lines: impl Iterator<Item = &'a String>) -> String {
    let mut digest = Sha256::new();
    for line in lines {
        digest.update(line);
        digest.update("\n");
    }
    hex(&digest.finalize())
}

/// The text of `fixtures/game.txt`, if all games agree at each of these shifts.
pub(crate) fn evidence_text(
    source: &str,
    program: &str,
    shifts: &[impl Display],
    sha256: &str,
    screens: &str,
) -> String {
    let mut options = String::new();
    for shift in shifts {
        options += &format!(" --shift {shift}");
    }
    let mut text = format!(
        "# subject: names and arrows in the save files of the real game, one started at each residue of the seed\n\
         # seed: 0 to {}\n# source: {source}\n# program: {program}\n\
         # command: cargo xtask game --all{options} --evidence fixtures/game.txt\n\
         games {GAMES}\nagree {GAMES}\nsha256 {sha256}\nscreens {screens}\n",
        GAMES - 1,
    );
    for shift in shifts {
        text += &format!("same-after {shift} x {GAMES} seconds: {GAMES}\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn residues_are_spread_evenly_from_a_multiple_of_all_games() {
        assert_eq!(START % GAMES as i64, 0);
        assert_eq!(Campaign::spread(4), [0, 8192, 16384, 24576]);
        assert_eq!(Campaign::spread(GAMES).len(), GAMES);
    }

    #[test]
    fn games_that_do_not_answer_or_were_not_played_are_not_clean() {
        // A program that never answers like the game.
        let silent = Game::with_program(Path::new("/bin/sleep"), &["60"]).unwrap();
        let campaign = Campaign {
            residues: vec![3, 7],
            shifts: Vec::new(),
            jobs: 2,
            deadline: Duration::from_millis(100),
            saves: None,
        };
        let found = campaign.run(&silent, &AtomicBool::new(false), &mut || ());
        let summary = found.summary(2);
        assert!(summary.contains("no answer within"), "{summary}");
        assert!(!found.is_clean() && !found.stopped);
        assert!(found.evidence(&silent, &[]).is_err());
        let found = campaign.run(&silent, &AtomicBool::new(true), &mut || ());
        assert!(found.stopped && !found.is_clean());
    }

    #[test]
    fn other_names_or_arrows_than_the_port_s_are_a_disagreement() {
        let (atlas, mut found) = (Atlas::new(), CampaignResult::default());
        let mut note = |residue: u16, other: &str, more: i16| {
            let (line, arrows) = play_port(&atlas, residue);
            let shown = ShownGame {
                line: line.replacen("blue", other, 1),
                arrows: arrows + more,
                screen: String::new(),
            };
            found.note(&atlas, residue, Ok(shown));
            (found.shown.len(), found.is_clean())
        };
        assert_eq!(note(5, "blue", 0), (1, true));
        assert_eq!(note(3, "blue", 1), (1, false));
        assert_eq!(note(7, "pink", 0), (1, false));
        let summary = found.summary(3);
        assert!(
            summary.contains("seed 3: it differs\n") && summary.contains("seed 7: it differs\n"),
            "{summary}"
        );
    }
}
