//! What games showed, compared with the port.

use std::collections::BTreeMap;
use std::fmt::Display;

use anyhow::{Result, bail};
use foreign::game::Game;
use lockstep::hex;
use rogue::atlas::{Atlas, GAMES};
use rogue::identities::Identities;
use rogue::random::{get_rand, srrandom};
use sha2::{Digest, Sha256};

/// What a game showed.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct Shown {
    /// The canonical line of its names.
    pub line: String,
    /// The arrows of a new player.
    pub arrows: i16,
    /// SHA-256 of its first screen.
    pub screen: String,
}

/// What the port has for a game: its canonical line and its arrows.
pub(super) fn of_port(atlas: &Atlas, residue: u16) -> (String, i16) {
    let line = atlas.games()[usize::from(residue)]
        .canonical_line(i32::from(residue))
        .to_string();
    let mut dice = srrandom(i32::from(residue));
    // This only takes the draws of the names, which the atlas has already.
    Identities::of_draws(&mut dice);
    (line, get_rand(&mut dice, 25, 35) as i16)
}

/// Why a residue does not agree with the port.
#[derive(Clone, Debug)]
pub(crate) enum Trouble {
    /// The port has this line and these arrows.
    Differs(String, i16),
    /// It showed something else so many times 32,768 seconds later.
    NotPeriodic(u32),
    /// It could not be played or read.
    Failed(String),
}

/// What a campaign found.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// What each game showed.
    pub(crate) shown: BTreeMap<u16, Shown>,
    /// The residues that do not agree with the port.
    pub(crate) troubles: BTreeMap<u16, Trouble>,
    /// Whether it was stopped before its end.
    pub stopped: bool,
}

impl Found {
    pub(super) fn note(&mut self, atlas: &Atlas, residue: u16, shown: Shown) {
        let (line, arrows) = of_port(atlas, residue);
        if (&line, arrows) != (&shown.line, shown.arrows) {
            self.troubles
                .insert(residue, Trouble::Differs(line, arrows));
        }
        self.shown.insert(residue, shown);
    }

    /// How many games differ, change with time, and could not be played.
    fn counts(&self) -> [usize; 3] {
        let mut counts = [0; 3];
        for trouble in self.troubles.values() {
            counts[match trouble {
                Trouble::Differs(..) => 0,
                Trouble::NotPeriodic(_) => 1,
                Trouble::Failed(_) => 2,
            }] += 1;
        }
        counts
    }

    /// How many residues are done, well or not.
    pub(crate) fn done(&self) -> usize {
        let [_, changing, failed] = self.counts();
        self.shown.len() + changing + failed
    }

    pub(crate) fn agreed(&self) -> usize {
        self.shown.len() - self.counts()[0]
    }

    /// Whether every game was played and agrees.
    pub fn is_clean(&self) -> bool {
        !self.stopped && !self.shown.is_empty() && self.troubles.is_empty()
    }

    /// SHA-256 of the names that the games showed, as in the canonical dump.
    pub(crate) fn digest(&self) -> String {
        self.digest_of(|shown| &shown.line)
    }

    /// SHA-256 of the SHA-256 of every first screen, in hexadecimal, one on a line.
    pub(crate) fn digest_of_screens(&self) -> String {
        self.digest_of(|shown| &shown.screen)
    }

    fn digest_of(&self, text: impl Fn(&Shown) -> &str) -> String {
        let mut digest = Sha256::new();
        for shown in self.shown.values() {
            digest.update(text(shown));
            digest.update("\n");
        }
        hex(&digest.finalize())
    }

    /// The result for a person, with the first few troubles.
    pub fn summary(&self, asked: usize) -> String {
        const MOST: usize = 15;
        let mut text = format!(
            "{} of {asked} games agree with the port, in all names and in the arrows\n",
            self.agreed()
        );
        for (residue, trouble) in self.troubles.iter().take(MOST) {
            match trouble {
                Trouble::Differs(line, arrows) => {
                    text += &format!("seed {residue} differs:\n");
                    let shown = &self.shown[residue];
                    let fields = shown.line.split('\t').zip(line.split('\t'));
                    for (name, (shown, port)) in ["seed", "potions", "wands", "rings", "scrolls"]
                        .iter()
                        .zip(fields)
                    {
                        if shown != port {
                            text += &format!("  {name}\n    game {shown}\n    port {port}\n");
                        }
                    }
                    if shown.arrows != *arrows {
                        text +=
                            &format!("  arrows\n    game {}\n    port {arrows}\n", shown.arrows);
                    }
                }
                Trouble::NotPeriodic(shift) => {
                    text += &format!(
                        "seed {residue} shows something else {shift} x {GAMES} seconds later\n"
                    );
                }
                Trouble::Failed(why) => {
                    text += &format!("seed {residue} could not be played: {why}\n");
                }
            }
        }
        if !self.troubles.is_empty() {
            let [different, changing, failed] = self.counts();
            text += &format!(
                "{different} differ, {changing} change with time, {failed} could not be played\n"
            );
        }
        text + &format!(
            "sha256 of the names that the games showed: {}\nsha256 of their screens: {}\n",
            self.digest(),
            self.digest_of_screens()
        )
    }

    /// The text of `fixtures/game.txt`.
    pub(crate) fn evidence(&self, game: &Game, shifts: &[u32]) -> Result<String> {
        if !self.is_clean() || self.shown.len() != GAMES {
            bail!(
                "evidence needs all {GAMES} games to agree, and {} do: run with --all",
                self.agreed()
            );
        }
        let provenance = game.provenance();
        let shifts: Vec<_> = shifts.iter().map(ToString::to_string).collect();
        let program = format!("sha256 {}", provenance.sha256);
        let screens = self.digest_of_screens();
        Ok(evidence(
            &provenance.packages.join(", "),
            &program,
            &shifts,
            &self.digest(),
            &screens,
        ))
    }
}

/// The text of `fixtures/game.txt` if all games agree, at each of these shifts.
pub(crate) fn evidence(
    source: &str,
    program: &str,
    shifts: &[impl Display],
    sha256: &str,
    screens: &str,
) -> String {
    let options = shifts.iter().fold(String::new(), |options, shift| {
        options + &format!(" --shift {shift}")
    });
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
