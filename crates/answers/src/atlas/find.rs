//! From names and draws to games, and to when they start.

use std::fmt;

use identify::parallel;
use rogue::atlas::{GAMES, residue};
use rogue::identities::Identities;
use rogue::inverse::{Drawn, Fact, count_starts, positions, residues, starts};
use serde::Serialize;

use super::error::AtlasError;
use super::look::{Look, look_next};
use super::seen::Seen;
use super::time;
use crate::number::grouped;

/// The version of the JSON of [`FoundGames`], which changes whenever a field changes its meaning or is removed.
pub const FIND_SCHEMA: &str = "roguelab-atlas-find/1";

/// What was seen of a game, and which starts are wanted.
#[derive(Clone, Debug)]
pub struct FindOptions {
    /// What was seen.
    pub seen: Seen,
    /// How many draws came before the first one that was seen.
    pub skip: u32,
    /// Whether these are counted from the last draw of the names.
    pub after_names: bool,
    /// At how many places after these the draws may start.
    pub within: u32,
    /// The first start that is wanted, in seconds since 1970.
    pub from: i64,
    /// The last start that is wanted; if not given, when every game has started once.
    pub to: Option<i64>,
    /// How many games and starts to list at most.
    pub most: usize,
}

/// The games that fit, and when they start. `Display` says it in lines; with `{:#}` the first of them.
#[derive(Clone, Debug, Serialize)]
pub struct FoundGames {
    /// How many games fit.
    pub games: usize,
    /// The first of them.
    pub fitting: Vec<FittingGame>,
    /// The first start that is wanted, as text.
    pub from: String,
    /// The last start that is wanted, as text.
    pub to: String,
    /// How often such a game starts in that time.
    pub starts: u64,
    /// The first of these starts.
    pub next_starts: Vec<Start>,
    /// What to look at next, of each sort of things the best; empty if at most one game fits.
    pub look_next: Vec<Look>,
    /// How many places the draws may start at.
    #[serde(skip)]
    within: u32,
    /// How many games are left after each fact, if none fits.
    #[serde(skip)]
    narrowing: Vec<String>,
    #[serde(skip)]
    most: usize,
}

/// A game that fits.
#[derive(Clone, Debug, Serialize)]
pub struct FittingGame {
    /// The number of the game.
    pub game: u16,
    /// How many draws may come before those that were seen.
    pub draws_before: Vec<u64>,
}

/// A start of a game.
#[derive(Clone, Debug, Serialize)]
pub struct Start {
    /// The time, as text.
    pub time: String,
    /// The time in seconds since 1970.
    pub unix: i64,
    /// The seed: the game converts the time to a C int.
    pub seed: i32,
    /// The number of the game.
    pub game: usize,
}

/// Finds the games that fit what was seen.
pub fn find(options: &FindOptions) -> Result<FoundGames, AtlasError> {
    let (facts, draws) = (options.seen.read_facts()?, options.seen.read_draws()?);
    let from = options.from;
    let to = options.to.unwrap_or(from.saturating_add(GAMES as i64 - 1));
    if to < from {
        return Err(AtlasError::Times { from, to });
    }
    if draws.is_empty() && (options.within > 1 || options.after_names || options.skip > 0) {
        return Err(AtlasError::NoDraws);
    }
    let by_name: Vec<u16> = residues(&facts).collect();
    let any_named = !by_name.is_empty();
    let fitting = parallel::map(by_name, |game| fit_draws(game, &draws, options));
    let mut fitting: Vec<FittingGame> = fitting.into_iter().flatten().collect();
    fitting.sort_by_key(|fit| fit.game);
    let games: Vec<u16> = fitting.iter().map(|fit| fit.game).collect();
    let mut narrowing = Vec::new();
    if games.is_empty() {
        narrowing = count_left(&facts, any_named, draws.len());
    }
    fitting.truncate(options.most);
    let mut next_starts = Vec::new();
    for unix in starts(&games, from, to).take(options.most) {
        let seed = unix as i32;
        next_starts.push(Start {
            time: time::show(unix),
            unix,
            seed,
            game: residue(seed).into(),
        });
    }
    Ok(FoundGames {
        games: games.len(),
        fitting,
        from: time::show(from),
        to: time::show(to),
        starts: count_starts(&games, from, to),
        next_starts,
        look_next: look_next(&games),
        within: options.within,
        narrowing,
        most: options.most,
    })
}

/// The places at which a game has these draws; `None` if there is none.
fn fit_draws(game: u16, draws: &[Drawn], options: &FindOptions) -> Option<FittingGame> {
    let mut draws_before = Vec::new();
    if !draws.is_empty() {
        let mut skip = u64::from(options.skip);
        if options.after_names {
            skip += u64::from(Identities::deal(game.into()).draws.unwrap_or(0));
        }
        draws_before.extend(positions(game, draws, skip, options.within));
        if draws_before.is_empty() {
            return None;
        }
    }
    Some(FittingGame { game, draws_before })
}

/// How many games are left after each fact, where none is left at the end.
fn count_left(facts: &[Fact], is_any_by_name: bool, draws: usize) -> Vec<String> {
    let mut left: Vec<u16> = residues(&[]).collect();
    let mut lines = Vec::new();
    for fact in facts {
        left.retain(|&game| fact.holds(&Identities::deal(game.into())));
        lines.push(format!(
            "{:>6} left with {fact}",
            grouped(left.len() as u64)
        ));
    }
    if is_any_by_name && draws > 0 {
        let noun = if draws == 1 { "draw" } else { "draws" };
        lines.push(format!("{:>6} left with {draws} {noun}", 0));
    }
    lines
}

impl FoundGames {
    /// Which games fit, in a line.
    fn finding(&self) -> String {
        if self.games == 0 {
            return "No game fits".to_owned();
        }
        let mut text = grouped(self.games as u64);
        text += if self.games == 1 {
            " game of 32,768 fits"
        } else {
            " games of 32,768 fit"
        };
        let mut shown = Vec::new();
        for fit in &self.fitting {
            shown.push(self.describe_fit(fit));
        }
        if !shown.is_empty() {
            text += &format!(": {}", shown.join(", "));
            if self.games > shown.len() {
                text += &format!(", and {} more", grouped((self.games - shown.len()) as u64));
            }
        }
        text
    }

    /// A game and, if the draws may be at several, their places.
    fn describe_fit(&self, fit: &FittingGame) -> String {
        if self.within == 1 {
            return fit.game.to_string();
        }
        let mut places = Vec::new();
        for place in fit.draws_before.iter().take(self.most.max(1)) {
            places.push(place.to_string());
        }
        let draws = if places == ["1"] { "draw" } else { "draws" };
        format!("{} (after {} {draws})", fit.game, places.join(", "))
    }
}

impl fmt::Display for FoundGames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            return f.write_str(&self.finding());
        }
        writeln!(f, "{}", self.finding())?;
        if self.games == 0 {
            for line in &self.narrowing {
                writeln!(f, "{line}")?;
            }
            return Ok(());
        }
        write!(f, "From {} to {} such a game starts ", self.from, self.to)?;
        match self.starts {
            1 => writeln!(f, "once")?,
            count => writeln!(f, "{} times", grouped(count))?,
        }
        if !self.next_starts.is_empty() {
            writeln!(f, "\n game  starts                             seed")?;
        }
        for start in &self.next_starts {
            writeln!(
                f,
                "{:>5}  {:<26}  {:>11}",
                start.game, start.time, start.seed
            )?;
        }
        if !self.look_next.is_empty() {
            writeln!(
                f,
                "\nWhat to look at next, and how many games its name leaves on average:"
            )?;
        }
        for look in &self.look_next {
            let thing = format!("{} of {}", look.what, look.kind);
            writeln!(f, "{thing:<27} {:>9.2}", look.games_left)?;
        }
        Ok(())
    }
}
