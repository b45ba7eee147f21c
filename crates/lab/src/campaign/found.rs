//! What games showed, and what the port has to say to it.

use std::collections::BTreeMap;

use anyhow::{Result, bail};
use foreign::game::Game;
use lockstep::hex;
use rogue::atlas::{Atlas, GAMES};
use rogue::identities::Identities;
use rogue::random::{get_rand, srrandom};
use sha2::{Digest, Sha256};

/// What a game showed.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Shown {
    /// The canonical line of its names.
    pub line: String,
    /// The arrows of a new player.
    pub arrows: i16,
    /// SHA-256 of its first screen.
    pub screen: String,
}

impl Shown {
    /// A line of the journal.
    pub(super) fn to_text(&self) -> String {
        format!("{}\t{}\t{}", self.line, self.arrows, self.screen)
    }

    pub(super) fn parse(text: &str) -> Option<(u16, Self)> {
        let mut fields = text.rsplitn(3, '\t');
        let screen = fields.next()?.to_owned();
        let arrows = fields.next()?.parse().ok()?;
        let line = fields.next()?.to_owned();
        Some((line.split('\t').next()?.parse().ok()?, Self { line, arrows, screen }))
    }
}

/// What the port has for a game: its canonical line and its arrows.
pub(super) fn of_port(atlas: &Atlas, residue: u16) -> (String, i16) {
    let line = atlas.games()[usize::from(residue)].canonical_line(i32::from(residue)).to_string();
    let mut dice = srrandom(i32::from(residue));
    // The names are drawn for their draws alone: the atlas has them already, by another way.
    Identities::of_draws(&mut dice);
    (line, get_rand(&mut dice, 25, 35) as i16)
}

/// What a campaign found.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// What each game showed.
    pub shown: BTreeMap<u16, Shown>,
    /// The games that showed other names or arrows than the port: what the port has.
    pub disagreements: BTreeMap<u16, (String, i16)>,
    /// The games that showed something else a multiple of 32,768 seconds later: how many times.
    pub not_periodic: BTreeMap<u16, u32>,
    /// The games that could not be played, and why.
    pub failures: BTreeMap<u16, String>,
    /// How many lines came from the journal.
    pub resumed: usize,
    /// Whether it was stopped before its end.
    pub stopped: bool,
}

impl Found {
    pub(super) fn note(&mut self, atlas: &Atlas, residue: u16, shown: Shown) {
        let port = of_port(atlas, residue);
        if (&port.0, port.1) != (&shown.line, shown.arrows) {
            self.disagreements.insert(residue, port);
        }
        self.shown.insert(residue, shown);
    }

    /// How many residues are done, well or not.
    pub fn done(&self) -> usize {
        self.shown.len() + self.not_periodic.len() + self.failures.len()
    }

    /// How many games agree with the port.
    pub fn agreed(&self) -> usize {
        self.shown.len() - self.disagreements.len()
    }

    /// Whether every game was played and agrees.
    pub fn is_clean(&self) -> bool {
        let troubles = self.disagreements.len() + self.not_periodic.len() + self.failures.len();
        !self.stopped && !self.shown.is_empty() && troubles == 0
    }

    /// SHA-256 over the names that the games showed, in the form of the canonical dump.
    pub fn digest(&self) -> String {
        self.digest_of(|shown| &shown.line)
    }

    /// SHA-256 over the SHA-256 of every first screen, in hexadecimal, a line each.
    pub fn digest_of_screens(&self) -> String {
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

    /// What came of it, for a person. The first few differences are shown field by field.
    pub fn summary(&self, asked: usize) -> String {
        let mut text =
            format!("{} of {asked} games agree with the port, in all names and in the arrows\n", self.agreed());
        for (residue, (line, arrows)) in self.disagreements.iter().take(5) {
            text += &format!("seed {residue} differs:\n");
            let shown = &self.shown[residue];
            let fields = shown.line.split('\t').zip(line.split('\t'));
            for (name, (shown, port)) in ["seed", "potions", "wands", "rings", "scrolls"].iter().zip(fields) {
                if shown != port {
                    text += &format!("  {name}\n    game {shown}\n    port {port}\n");
                }
            }
            if shown.arrows != *arrows {
                text += &format!("  arrows\n    game {}\n    port {arrows}\n", shown.arrows);
            }
        }
        for (residue, shift) in self.not_periodic.iter().take(5) {
            text += &format!("seed {residue} shows something else {shift} x {GAMES} seconds later\n");
        }
        for (residue, why) in self.failures.iter().take(5) {
            text += &format!("seed {residue} could not be played: {why}\n");
        }
        let [different, changing, failed] = [self.disagreements.len(), self.not_periodic.len(), self.failures.len()];
        if different + changing + failed > 0 {
            text += &format!("{different} differ, {changing} change with time, {failed} could not be played\n");
        }
        text + &format!(
            "sha256 of the names that the games showed: {}\nsha256 of their screens: {}\n",
            self.digest(),
            self.digest_of_screens()
        )
    }

    /// The evidence for `fixtures/game.txt`: what was played, what it showed. No dates, no machine.
    ///
    /// # Errors
    /// If not all games there are were played and agree: that would be no evidence.
    pub fn evidence(&self, game: &Game, shifts: &[u32]) -> Result<String> {
        if !self.is_clean() || self.shown.len() != GAMES {
            bail!("evidence needs all {GAMES} games to agree, and {} do: run with --all", self.agreed());
        }
        let provenance = game.provenance();
        let options: String =
            shifts.iter().fold(String::new(), |options, shift| options + &format!(" --shift {shift}"));
        let mut text = format!(
            "# subject: names and arrows in the save files of the real game, one started at each residue of the seed\n\
             # seed: 0 to {}\n# source: {}\n# program: sha256 {}\n\
             # command: cargo xtask game --all{options} --evidence fixtures/game.txt\n\
             games {GAMES}\nagree {}\nsha256 {}\nscreens {}\n",
            GAMES - 1,
            provenance.packages.join(", "),
            provenance.sha256,
            self.agreed(),
            self.digest(),
            self.digest_of_screens()
        );
        for shift in shifts {
            text += &format!("same-after {shift} x {GAMES} seconds: {}\n", self.shown.len());
        }
        Ok(text)
    }
}
