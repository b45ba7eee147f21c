//! Many plays of the real game, each compared with the port.
//!
//! A game is started at a second whose seed is the one wanted, its save file read, and the names in it compared with the
//! port's. What the game showed is written to a journal, a canonical line a game, so that a campaign that was stopped goes
//! on where it was.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::{self, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use foreign::game::Game;
use lockstep::hex;
use rogue::atlas::{Atlas, GAMES};
use rogue::savefile;
use sha2::{Digest, Sha256};

use crate::fixtures::write_whole;

/// The second at which residue 0 is played: a multiple of 2^15, on 2023-12-30.
pub const START: i64 = 52_000 << 15;

/// Which games to play, and how.
#[derive(Clone, Debug)]
pub struct Campaign {
    /// The residues to play, in order.
    pub residues: Vec<u16>,
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

/// What a campaign found.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// What each game showed: its canonical line.
    pub shown: BTreeMap<u16, String>,
    /// The games that showed other names than the port: what the port has.
    pub disagreements: BTreeMap<u16, String>,
    /// The games that could not be played, and why.
    pub failures: BTreeMap<u16, String>,
    /// How many lines came from the journal.
    pub resumed: usize,
    /// Whether it was stopped before its end.
    pub stopped: bool,
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
        let mut journal = self.journal.as_deref().map(|path| Journal::open(path, game, self.restart)).transpose()?;
        let mut found = Found::default();
        if let Some(journal) = &mut journal {
            for &residue in &self.residues {
                if let Some(line) = journal.lines.remove(&residue) {
                    found.note(&atlas, residue, line);
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
                    Ok(line) => {
                        if let Some(journal) = &mut journal {
                            journal.append(&line)?;
                        }
                        found.note(&atlas, residue, line);
                    }
                    Err(why) => {
                        found.failures.insert(residue, why);
                    }
                }
                tick();
            }
            Ok(())
        })?;
        found.stopped = found.shown.len() + found.failures.len() < self.residues.len();
        Ok(found)
    }

    /// Plays one game and reads its names: its canonical line, or why there is none.
    fn play(&self, game: &Game, residue: u16) -> Result<String, String> {
        let played = game.play(START + i64::from(residue), self.deadline).map_err(|error| error.to_string())?;
        if let Some(folder) = &self.saves {
            let path = folder.join(format!("{residue}.esave"));
            write_whole(&path, &played.save).map_err(|error| format!("{error:#}"))?;
        }
        let names = savefile::read(&played.save).map_err(|error| format!("its save file: {error}"))?;
        Ok(names.canonical_line(i32::from(residue)).to_string())
    }
}

impl Found {
    fn note(&mut self, atlas: &Atlas, residue: u16, line: String) {
        let port = atlas.games()[usize::from(residue)].canonical_line(i32::from(residue)).to_string();
        if port != line {
            self.disagreements.insert(residue, port);
        }
        self.shown.insert(residue, line);
    }

    /// How many games agree with the port.
    pub fn agreed(&self) -> usize {
        self.shown.len() - self.disagreements.len()
    }

    /// Whether every game was played and agrees.
    pub fn is_clean(&self) -> bool {
        !self.stopped && !self.shown.is_empty() && self.disagreements.is_empty() && self.failures.is_empty()
    }

    /// SHA-256 over what the games showed, in the form of the canonical dump.
    pub fn digest(&self) -> String {
        let mut digest = Sha256::new();
        for line in self.shown.values() {
            digest.update(line);
            digest.update("\n");
        }
        hex(&digest.finalize())
    }

    /// What came of it, for a person. The first few differences are shown field by field.
    pub fn summary(&self, asked: usize) -> String {
        let mut text = format!("{} of {asked} games agree with the port\n", self.agreed());
        for (residue, port) in self.disagreements.iter().take(5) {
            writeln!(text, "seed {residue} differs:").expect("a string takes everything");
            let shown = self.shown[residue].split('\t').zip(port.split('\t'));
            for (name, (shown, port)) in ["seed", "potions", "wands", "rings", "scrolls"].iter().zip(shown) {
                if shown != port {
                    writeln!(text, "  {name}\n    game {shown}\n    port {port}").expect("a string takes everything");
                }
            }
        }
        for (residue, why) in self.failures.iter().take(5) {
            writeln!(text, "seed {residue} could not be played: {why}").expect("a string takes everything");
        }
        let (different, failed) = (self.disagreements.len(), self.failures.len());
        if different + failed > 0 {
            writeln!(text, "{different} differ, {failed} could not be played").expect("a string takes everything");
        }
        text + &format!("sha256 of what the games showed: {}\n", self.digest())
    }

    /// The evidence for `fixtures/game.txt`: what was played, what it showed. No dates, no machine.
    ///
    /// # Errors
    /// If not all games there are were played and agree: that would be no evidence.
    pub fn evidence(&self, game: &Game) -> Result<String> {
        if !self.is_clean() || self.shown.len() != GAMES {
            bail!("evidence needs all {GAMES} games to agree, and {} do: run with --all", self.agreed());
        }
        let provenance = game.provenance();
        Ok(format!(
            "# subject: the names in the save files of the real game, one started at each residue of the seed\n\
             # seed: 0 to {}\n# source: {}\n# program: sha256 {}\n\
             # command: cargo xtask game --all --evidence fixtures/game.txt\n\
             games {GAMES}\nagree {}\nsha256 {}\n",
            GAMES - 1,
            provenance.packages.join(", "),
            provenance.sha256,
            self.agreed(),
            self.digest()
        ))
    }
}

/// What games have shown so far, on disk. The first line says which program it is of.
struct Journal {
    lines: BTreeMap<u16, String>,
    file: fs::File,
    path: PathBuf,
}

impl Journal {
    fn open(path: &Path, game: &Game, restart: bool) -> Result<Self> {
        let head = format!("# what the game with sha256 {} showed", game.provenance().sha256);
        let folder = path.parent().context("a journal stands in a folder")?;
        fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
        let cannot = |what| move || format!("cannot {what} the journal {}", path.display());
        let options = OpenOptions::new().create(true).truncate(false).read(true).write(true).open(path);
        let mut file = options.with_context(cannot("open"))?;
        if file.try_lock().is_err() {
            bail!("another run is writing the journal {}: wait for it, or stop it", path.display());
        }
        if restart {
            file.set_len(0).with_context(cannot("write"))?;
        }
        let mut text = String::new();
        file.read_to_string(&mut text).with_context(cannot("read"))?;
        // A line that was cut off by the end of the program is no line: it does not end in a line feed.
        let whole = &text[..text.rfind('\n').map_or(0, |end| end + 1)];
        let mut lines = whole.lines();
        let start_anew = match lines.next() {
            None => true,
            Some(first) if first == head => false,
            Some(_) => bail!("the journal {} is of another game: remove it, or run with --restart", path.display()),
        };
        let numbered = lines.filter_map(|line| Some((line.split('\t').next()?.parse().ok()?, line.to_owned())));
        let lines = numbered.collect();
        file.set_len(whole.len() as u64).with_context(cannot("write"))?;
        file.seek(SeekFrom::End(0)).with_context(cannot("write"))?;
        if start_anew {
            writeln!(file, "{head}")?;
        }
        Ok(Self { lines, file, path: path.to_owned() })
    }

    fn append(&mut self, line: &str) -> Result<()> {
        // One write for a line: a reader sees all of it or none.
        let written = self.file.write_all(format!("{line}\n").as_bytes());
        written.with_context(|| format!("cannot write the journal {}", self.path.display()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A program that is there on every Unix system and never answers as the game would.
    fn silent() -> Game {
        Game::with_program(Path::new("/bin/sleep"), &["60"]).unwrap()
    }

    fn campaign(journal: &Path) -> Campaign {
        Campaign {
            residues: vec![3, 7],
            jobs: 2,
            deadline: Duration::from_millis(100),
            journal: Some(journal.to_owned()),
            restart: false,
            saves: None,
        }
    }

    fn line(residue: u16) -> String {
        Atlas::new().games()[usize::from(residue)].canonical_line(i32::from(residue)).to_string()
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
        let (path, game) = (folder.path().join("journal.tsv"), silent());
        drop(Journal::open(&path, &game, false).unwrap());
        let head = fs::read_to_string(&path).unwrap();
        fs::write(&path, format!("{head}{}\n{}", line(3), &line(7)[..20])).unwrap();
        let found = campaign(&path).run(&game, &AtomicBool::new(false), &mut || ()).unwrap();
        assert_eq!((found.resumed, found.agreed()), (1, 1));
        assert!(found.failures[&7].contains("no answer within"), "{:?}", found.failures);
        assert!(!found.is_clean());
        assert_eq!(fs::read_to_string(&path).unwrap(), format!("{head}{}\n", line(3)), "the torn line is gone");
    }

    #[test]
    fn a_game_with_other_names_is_a_disagreement() {
        let folder = tempfile::tempdir().unwrap();
        let (path, game) = (folder.path().join("journal.tsv"), silent());
        drop(Journal::open(&path, &game, false).unwrap());
        let head = fs::read_to_string(&path).unwrap();
        fs::write(&path, format!("{head}{}\n{}\n", line(3), line(7).replacen("blue", "pink", 1))).unwrap();
        let found = campaign(&path).run(&game, &AtomicBool::new(false), &mut || ()).unwrap();
        assert_eq!(found.agreed(), 1);
        assert!(!found.is_clean());
        let summary = found.summary(2);
        assert!(summary.contains("seed 7 differs") && summary.contains("potions"), "{summary}");
        assert!(found.evidence(&game).is_err());
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
        let _first = Journal::open(&path, &silent(), false).unwrap();
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
