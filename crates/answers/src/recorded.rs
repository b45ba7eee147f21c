//! Compares the words that a program took from the C library's generators with those that follow from its seeds.
//!
//! A generator may have several states: buffers of `initstate`, or those that a program passes to `random_r`. The recorder
//! numbers them, and [`judge`] follows each one.

use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, BufRead};

use generators::bsd_random::{BsdRandom, Kind, Seeding};
use serde::Serialize;

/// Why a recording cannot be judged.
#[derive(Debug)]
#[non_exhaustive]
pub enum RecordedError {
    /// It cannot be read.
    Unreadable(io::Error),
    /// This is not a line of the recorder.
    NotALine(String),
}

type Result<T> = std::result::Result<T, RecordedError>;

impl std::error::Error for RecordedError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Unreadable(error) => Some(error),
            Self::NotALine(_) => None,
        }
    }
}

impl fmt::Display for RecordedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(_) => f.write_str("cannot read what was recorded"),
            Self::NotALine(line) => {
                write!(
                    f,
                    "`{}` is not a line of the recorder",
                    lockstep::shown(line, 80)
                )
            }
        }
    }
}

/// The words that were taken between two seedings of one state.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
pub struct Stretch {
    /// The generator, named by its functions.
    pub functions: &'static str,
    /// The number of the state; `None` if the generator has only one.
    pub state: Option<u32>,
    /// The call that seeded the state; `None` if the program never did.
    pub seeded: Option<String>,
    /// How many words of all generators were taken before.
    pub at: u64,
    /// How many words were taken.
    pub words: u64,
    /// The index, from 0, of the first word that differs from the generator's; `None` if all agree.
    #[serde(rename = "differs_at")]
    pub differs: Option<u64>,
    /// The generator with which the words were compared, if any.
    #[serde(rename = "compared_with")]
    pub compared: Option<String>,
}

impl fmt::Display for Stretch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            functions,
            state,
            seeded,
            at,
            words,
            differs,
            compared,
        } = self;
        let s = if *words == 1 { "" } else { "s" };
        let seeded = seeded.as_deref().unwrap_or("never seeded");
        f.write_str(functions)?;
        if let Some(state) = state {
            write!(f, ", state {state}")?;
        }
        write!(f, ": {seeded}, at draw {at}; then {words} word{s}")?;
        match (compared, differs) {
            (None, _) => f.write_str(", which were compared with nothing"),
            (Some(with), None) if *words > 0 => write!(f, ", all of them those of {with}"),
            (Some(_), None) => Ok(()),
            (Some(with), Some(first)) => write!(f, "; word {first} is not that of {with}"),
        }
    }
}

/// The state that a generator should have.
#[derive(Clone)]
enum Model {
    Additive(Box<BsdRandom>),
    Bits48(u64),
    /// `rand_r`, whose state the caller keeps, so that every line contains it.
    RandR,
    /// The 48-bit generator with a state that the caller keeps.
    Given48,
    Unknown,
}

impl Model {
    fn named(&self) -> Option<String> {
        match self {
            Self::Additive(random) => {
                Some(format!("glibc's random(), TYPE_{}", random.kind() as u8))
            }
            Self::Bits48(_) | Self::Given48 => Some("the 48-bit generator of POSIX".into()),
            Self::RandR => Some("glibc's rand_r()".into()),
            Self::Unknown => None,
        }
    }

    /// The next word, from the state in the line if the caller keeps the state.
    fn next(&mut self, function: &str, given: Option<u64>) -> Option<u64> {
        match self {
            Self::Additive(random) => Some(random.next_word().into()),
            Self::Bits48(state) => {
                *state = step48(*state);
                Some(shown48(function, *state))
            }
            Self::Given48 => Some(shown48(function, step48(given?))),
            Self::RandR => Some(rand_r(given? as u32).into()),
            Self::Unknown => None,
        }
    }
}

fn step48(state: u64) -> u64 {
    state.wrapping_mul(0x5_deec_e66d).wrapping_add(11) & 0xffff_ffff_ffff
}

/// The part of the 48 bits that this function returns.
fn shown48(function: &str, state: u64) -> u64 {
    match function.as_bytes().first() {
        Some(b'l' | b'n') => state >> 17,
        Some(b'm' | b'j') => state >> 16,
        _ => state,
    }
}

/// glibc's `rand_r`: three steps of a congruential generator give 11, 10 and 10 bits.
fn rand_r(mut state: u32) -> u32 {
    [11, 10, 10].into_iter().fold(0, |word, bits| {
        state = state.wrapping_mul(1_103_515_245).wrapping_add(12345);
        word << bits | (state >> 16) & ((1 << bits) - 1)
    })
}

/// A generator: its name, the functions that draw from it or seed it, and its state before any seeding.
type Known = (&'static str, &'static str, fn() -> Model);

/// The generators that are distinguished.
#[rustfmt::skip]
const GENERATORS: [Known; 7] = [
    ("random(), rand()", "random rand srandom srand initstate setstate", || additive(Kind::Type3, 1)),
    ("random_r()", "random_r srandom_r initstate_r setstate_r", || Model::Unknown),
    ("rand_r()", "rand_r", || Model::RandR),
    ("drand48() and its kin", "drand48 lrand48 mrand48 srand48 seed48 lcong48", || Model::Bits48(0)),
    ("drand48_r() and its kin", "drand48_r lrand48_r mrand48_r srand48_r seed48_r lcong48_r", || Model::Unknown),
    ("erand48() and its kin", "erand48 nrand48 jrand48", || Model::Given48),
    ("arc4random()", "arc4random arc4random_uniform", || Model::Unknown),
];

/// Indices in [`GENERATORS`]: a child process has copies of these generators' states, and `erand48` follows the constants that
/// `lcong48` sets for `drand48`.
const RANDOM: usize = 0;
const DRAND48: usize = 3;
const ERAND48: usize = 5;

fn additive(kind: Kind, seed: u32) -> Model {
    Model::Additive(Box::new(BsdRandom::new(
        kind,
        Seeding::Glibc,
        seed.cast_signed(),
    )))
}

/// The type that `initstate` chooses for a state of this many bytes.
fn kind_of(bytes: u64) -> Option<Kind> {
    let kinds = [
        (256, Kind::Type4),
        (128, Kind::Type3),
        (64, Kind::Type2),
        (32, Kind::Type1),
        (8, Kind::Type0),
    ];
    kinds
        .into_iter()
        .find(|(least, _)| bytes >= *least)
        .map(|(_, kind)| kind)
}

/// A state, with what is known about it.
#[derive(Clone)]
struct State {
    model: Model,
    seeded: Option<String>,
    /// The index of the stretch to which its words belong.
    current: Option<usize>,
}

impl State {
    const fn new(model: Model) -> Self {
        Self {
            model,
            seeded: None,
            current: None,
        }
    }
}

/// Processes the lines of the recorder.
#[derive(Default)]
struct Judge {
    states: BTreeMap<(usize, u32), State>,
    found: Vec<Stretch>,
    draws: u64,
}

/// Compares the trace of a process, as written by the recorder. `open` finds the trace of another process, the parent, by its
/// number: a child begins where its parent stood.
///
/// # Errors
/// If a trace cannot be read, or a line is not the recorder's.
pub fn judge<R: BufRead>(trace: R, open: &dyn Fn(u32) -> Option<R>) -> Result<Vec<Stretch>> {
    let mut judge = Judge::default();
    judge.read(trace, u64::MAX, open)?;
    Ok(judge.found)
}

impl Judge {
    fn read<R: BufRead>(
        &mut self,
        trace: R,
        most: u64,
        open: &dyn Fn(u32) -> Option<R>,
    ) -> Result<()> {
        for (line, _) in trace.lines().zip(0..most) {
            let line = line.map_err(RecordedError::Unreadable)?;
            let fields: Vec<&str> = line.split_ascii_whitespace().collect();
            let number = |at: usize| fields.get(at).and_then(|text| text.parse::<u64>().ok());
            match fields[..] {
                ["event", "forked", ..] => self.fork(number(2).zip(number(3)), open)?,
                ["event", "exec"] => {
                    *self = Self {
                        found: std::mem::take(&mut self.found),
                        draws: self.draws,
                        ..Self::default()
                    }
                }
                ["event", "seed", site, ..] => self.seed(site, &fields[3..]),
                ["event", site, ..] => self.seed(site, &[]),
                [site, given, _, word, _] => {
                    self.draw(site, number(1).filter(|_| given != "-"), word, &line)?;
                }
                [] => {}
                _ => return Err(RecordedError::NotALine(line)),
            }
        }
        Ok(())
    }

    /// A child starts with copies of its parent's states; words taken by its parent do not count.
    fn fork<R: BufRead>(
        &mut self,
        parent: Option<(u64, u64)>,
        open: &dyn Fn(u32) -> Option<R>,
    ) -> Result<()> {
        match parent.and_then(|(process, lines)| Some((open(u32::try_from(process).ok()?)?, lines)))
        {
            Some((trace, lines)) => self.read(trace, lines, open)?,
            None => {
                for place in [RANDOM, DRAND48, ERAND48] {
                    self.states.insert((place, 0), State::new(Model::Unknown));
                }
            }
        }
        (self.found, self.draws) = (Vec::new(), 0);
        for state in self.states.values_mut() {
            state.current = None;
            state.seeded = state
                .seeded
                .take()
                .map(|call| format!("{call} before the fork"));
        }
        Ok(())
    }

    /// A site is a function, followed by the number of a state if there are several: `random_r#2`.
    fn find(site: &str) -> Option<(usize, u32)> {
        let (function, number) = site.split_once('#').unwrap_or((site, "0"));
        let place = GENERATORS
            .iter()
            .position(|(_, functions, _)| functions.split(' ').any(|known| known == function))?;
        Some((place, number.parse().ok()?))
    }

    fn state(&mut self, key: (usize, u32)) -> &mut State {
        let unseeded = GENERATORS[key.0].2;
        let states = self.states.entry(key);
        states.or_insert_with(|| State::new(unseeded()))
    }

    fn seed(&mut self, site: &str, arguments: &[&str]) {
        let number = |at: usize| {
            arguments
                .get(at)
                .and_then(|text: &&str| text.parse::<u64>().ok())
        };
        let function = site.split_once('#').map_or(site, |(function, _)| function);
        let Some(key) = Self::find(site) else { return };
        let kind = match &self.state(key).model {
            Model::Additive(random) => Some(random.kind()),
            _ => None,
        };
        let model = match (function.strip_suffix("_r").unwrap_or(function), number(0)) {
            ("srandom" | "srand", Some(seed)) => kind.map(|kind| additive(kind, seed as u32)),
            ("initstate", Some(seed)) => number(1)
                .and_then(kind_of)
                .map(|kind| additive(kind, seed as u32)),
            ("srand48", Some(seed)) => Some(Model::Bits48((seed & 0xffff_ffff) << 16 | 0x330e)),
            ("seed48", Some(state)) => Some(Model::Bits48(state)),
            // The state that `setstate` returns to, and the constants that `lcong48` sets, are not followed.
            _ => None,
        };
        // erand48() and its kin step like the global generator.
        if key.0 == DRAND48 {
            let state = self.state((ERAND48, 0));
            let known = !matches!(state.model, Model::Unknown);
            if model.is_some() != known {
                state.model = if known {
                    Model::Unknown
                } else {
                    Model::Given48
                };
                state.current = None;
            }
        }
        let shown = if function == "initstate" {
            &arguments[..arguments.len().min(2)]
        } else {
            arguments
        };
        let call = format!("{function}({})", shown.join(", "));
        self.begin(key, model.unwrap_or(Model::Unknown), Some(call));
    }

    /// Begins a stretch.
    fn begin(&mut self, key: (usize, u32), model: Model, seeded: Option<String>) {
        let stretch = Stretch {
            functions: GENERATORS[key.0].0,
            state: Some(key.1).filter(|_| key.0 != RANDOM && key.1 > 0),
            seeded: seeded.clone(),
            at: self.draws,
            words: 0,
            differs: None,
            compared: model.named(),
        };
        self.states.insert(
            key,
            State {
                model,
                seeded,
                current: Some(self.found.len()),
            },
        );
        self.found.push(stretch);
    }

    fn draw(&mut self, site: &str, given: Option<u64>, word: &str, line: &str) -> Result<()> {
        let word: Option<u64> = word.parse().ok();
        let Some(key) = Self::find(site) else {
            self.draws += 1;
            return Ok(());
        };
        if self.state(key).current.is_none() {
            let State { model, seeded, .. } = self.state(key).clone();
            self.begin(key, model, seeded);
        }
        let function = site.split_once('#').map_or(site, |(function, _)| function);
        let state = self.state(key);
        let (right, at) = (state.model.next(function, given), state.current);
        let Some(stretch) = at.and_then(|at| self.found.get_mut(at)) else {
            return Err(RecordedError::NotALine(line.to_owned()));
        };
        if right.is_some() && word != right && stretch.differs.is_none() {
            stretch.differs = Some(stretch.words);
        }
        stretch.words += 1;
        self.draws += 1;
        Ok(())
    }
}

#[cfg(test)]
mod tests;
