//! Subjects that can be traced, draw by draw.
//!
//! ```
//! let subject = lab::trace::find("new-game").unwrap();
//! let mut text = Vec::new();
//! subject.write(&lab::trace::Options::default(), &mut text)?;
//! // The seed is 1 where none is given.
//! let text = String::from_utf8(text)?;
//! assert!(text.lines().nth(3).unwrap().starts_with("0 mix_colors 0 13 "));
//! assert!(text.lines().last().unwrap().contains(" arrows 25 35 "));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod maps;
mod rogue;
mod sink;
mod words;

use std::io::Write;

use anyhow::Result;

use sink::Sink;

/// Whose draws are written.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Corner {
    /// The port's, with words.
    #[default]
    Port,
    /// Those that the C reference logs: without words.
    Reference,
}

/// What is traced of a subject. Each takes the options that concern it, and [`Subject::takes`] tells which.
#[derive(Clone, Debug)]
pub struct Options {
    /// The seed, its low bits if it is longer than the generator's.
    pub seed: u64,
    /// PCG32's stream.
    pub stream: u64,
    /// How many draws at most.
    pub limit: Option<u64>,
    /// The bounds of `get_rand`.
    pub range: (i32, i32),
    /// Width and height of a map; without, those that `roguelab draw` takes.
    pub size: Option<(u32, u32)>,
    /// Whose draws.
    pub corner: Corner,
}

impl Default for Options {
    fn default() -> Self {
        Self { seed: 1, stream: 54, limit: None, range: (1, 100), size: None, corner: Corner::Port }
    }
}

/// What makes a subject's draws.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Kind {
    NewGame,
    GetRand,
    BossMaze,
    Amazing,
    Rooms,
    Words,
}

/// An option that not all subjects take.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Taken {
    /// [`Options::stream`].
    Stream,
    /// [`Options::range`].
    Range,
    /// [`Options::size`].
    Size,
    /// [`Options::corner`].
    Corner,
}

/// Something that can be traced.
#[derive(Clone, Debug)]
pub struct Subject {
    /// Its name on the command line.
    pub name: String,
    /// What it is.
    pub about: String,
    /// How many bits its seed has, 32 or 64.
    pub seed_bits: u32,
    /// Whether its draws never end.
    pub endless: bool,
    kind: Kind,
}

/// Name, description, seed, whether it is endless, kind.
const DRAWS: [(&str, &str, u32, bool, Kind); 5] = [
    ("new-game", "all draws of a new game of Rogue, up to the arrows in the pack", 32, false, Kind::NewGame),
    ("get_rand", "Rogue's bounded numbers, of one range", 32, true, Kind::GetRand),
    ("boss-maze", "the maze that a worm digs, its directions packed", 64, false, Kind::BossMaze),
    ("amazing", "the maze of Amazing, restarts drawn", 64, false, Kind::Amazing),
    ("rooms", "nine rooms and straight halls between them", 64, false, Kind::Rooms),
];

/// All that can be traced: subjects with bounded draws, then the words of all generators.
pub fn all() -> Vec<Subject> {
    let draws = DRAWS.map(|(name, about, seed_bits, endless, kind)| Subject {
        name: name.into(),
        about: about.into(),
        seed_bits,
        endless,
        kind,
    });
    let words = zoo::sources::all().into_iter().filter(words::is_traced).map(|source| Subject {
        name: source.key().into(),
        about: format!("words: {}", source.about()),
        seed_bits: source.seed_bits(),
        endless: true,
        kind: Kind::Words,
    });
    draws.into_iter().chain(words).collect()
}

/// The subject of this name.
pub fn find(name: &str) -> Option<Subject> {
    all().into_iter().find(|subject| subject.name == name)
}

impl Subject {
    /// Whether an option concerns it.
    pub fn takes(&self, option: Taken) -> bool {
        let map = matches!(self.kind, Kind::BossMaze | Kind::Amazing | Kind::Rooms);
        match option {
            Taken::Stream | Taken::Size => map,
            Taken::Range => self.kind == Kind::GetRand,
            Taken::Corner => self.kind != Kind::Words,
        }
    }

    /// Writes its trace, up to where a map never ends. That nobody reads any more ends it too.
    ///
    /// # Errors
    /// If there is no map of that size, or no number in that range: nothing is written then. An [`std::io::Error`] if `out`
    /// cannot be written to.
    pub fn write(&self, options: &Options, out: &mut dyn Write) -> Result<()> {
        let mut sink = Sink::new(out, &self.caption(options), options.limit);
        match self.kind {
            Kind::NewGame => rogue::new_game(options, &mut sink),
            Kind::GetRand => rogue::get_rands(options, &mut sink)?,
            Kind::BossMaze => maps::boss_maze(options, &mut sink)?,
            Kind::Amazing => maps::amazing(options, &mut sink)?,
            Kind::Rooms => maps::rooms(options, &mut sink)?,
            Kind::Words => words::words(&self.name, options, &mut sink),
        }
        Ok(sink.finish()?)
    }

    /// What its trace says of itself.
    fn caption(&self, options: &Options) -> String {
        let mut text = format!("subject: {}, seed ", self.name);
        text += &if self.seed_bits == 32 { (options.seed as i32).to_string() } else { options.seed.to_string() };
        if self.takes(Taken::Stream) {
            text += &format!(", stream {}", options.stream);
        }
        if self.takes(Taken::Corner) {
            text += match options.corner {
                Corner::Port => ", port",
                Corner::Reference => ", reference",
            };
        }
        text
    }
}
