//! The whole family of BSD random beside two libraries, each written by others.
//!
//! The C library is asked in two ways, through `random_r` and through the process's own `random`. It does its own seeding
//! itself; for the other two the ring is filled here, without the port, and set through `setstate`, and the library throws away
//! the words that seeding throws away. GSL does all three seedings itself. It reads two sorts of seeds differently
//! ([`gsl::answers`]), and is not asked for words after them: 0 under weak and libc5's seeding, and negative seeds under
//! glibc's. So nothing checks what libc5 made of seed 0.

use foreign::OracleError;
use foreign::glibc::{self, GlibcRandom, GlobalRandom};
use foreign::gsl::{self, GslRandom};
use generators::bsd_random::{BsdRandom, Kind as BsdKind, Seeding};
use lockstep::{Missing, Role, Seen, Side, Subject, TypedSide};

use super::arguments::{Count, TypeNumber};
use super::show_ring;
use crate::oracles::libraries::{self, GSL};

lockstep::ops! {
    /// An op on a generator of the family.
    pub enum BsdOp {
        /// Seeds type kind (0 to 4) as glibc does: rings of 1, 7, 15, 31, 63 words with front 3, 1, 3, 1 places ahead of
        /// rear (types 1 to 4). Word 0 is the seed, 1 for the seed 0; every next is 16807 * previous mod 2^31 - 1, computed
        /// on signed words: with previous split into hi = previous / 127773 and lo = previous % 127773, both rounded
        /// towards zero, next = 16807 * lo - 2836 * hi, plus 2^31 - 1 if that is negative. Then ten times as many words as
        /// the ring has are thrown away; type 0 throws away none.
        Srandom { kind: TypeNumber, seed: i32 } = "srandom" [seeds],
        /// Seeds it weakly, as Rogue does: word 0 is the seed, every next 1103515245 * previous + 12345 mod 2^32, then as
        /// above.
        Srrandom { kind: TypeNumber, seed: i32 } = "srrandom" [seeds],
        /// Seeds it as the C library of Linux did before glibc: word 0 is the seed, every next 1103515145 * previous +
        /// 12345 mod 2^32 (the multiplier is not that of srrandom), then as above. Type 0 is as under srrandom.
        SrandomLibc5 { kind: TypeNumber, seed: i32 } = "srandom_libc5" [seeds],
        /// Types 1 to 4: adds the word at rear to the word at front mod 2^32, shows the sum shifted right by one, moves
        /// both on round the ring. Type 0: the state becomes (1103515245 * state + 12345) mod 2^31 and is shown.
        Random = "random" => u32,
        /// As many words of random as count says.
        Randoms { count: Count } = "randoms" => words,
    }
}

/// A generator to be started: its type, seeding and seed.
type Start = (BsdKind, Seeding, i32);

/// The state of every side before any op.
const UNSEEDED: Start = (BsdKind::Type3, Seeding::Glibc, 1);

impl BsdOp {
    /// The generator that the op starts, if it starts one.
    fn start(&self) -> Option<Start> {
        let (kind, seeding, seed) = match *self {
            Self::Srandom { kind, seed } => (kind, Seeding::Glibc, seed),
            Self::Srrandom { kind, seed } => (kind, Seeding::Weak, seed),
            Self::SrandomLibc5 { kind, seed } => (kind, Seeding::Libc5, seed),
            Self::Random | Self::Randoms { .. } => return None,
        };
        Some((BsdKind::ALL[kind.get() as usize], seeding, seed))
    }
}

/// The subject.
pub struct BsdFamily;

const GLIBC: Role = Role::Oracle("glibc");

/// The process's own generator of the same library.
const GLIBC_RANDOM: Role = Role::Oracle("glibc-random");

pub(super) struct Port(pub(super) BsdRandom);

/// A library that makes words.
pub(super) trait Library {
    fn start(&mut self, start: Start);
    fn fill(&mut self, words: &mut [u32]);
}

/// The words with which a seeding fills a ring, before any are thrown away, for a library with another seeding. They are made
/// here and not by the port, because otherwise the library would agree with whatever the port makes of a seed.
fn filled((kind, seeding, seed): Start) -> Vec<u32> {
    let multiplier: u32 = if seeding == Seeding::Libc5 {
        1_103_515_145
    } else {
        1_103_515_245
    };
    let next = |word: &u32| Some(multiplier.wrapping_mul(*word).wrapping_add(12345));
    std::iter::successors(Some(seed as u32), next)
        .take(kind.degree())
        .collect()
}

/// Throws away the words that seeding throws away.
fn settle(library: &mut dyn Library, kind: BsdKind) {
    if kind != BsdKind::Type0 {
        library.fill(&mut vec![0; 10 * kind.degree()]);
    }
}

fn random_r(start: Start) -> Result<GlibcRandom, OracleError> {
    match start {
        (kind, Seeding::Glibc, seed) => GlibcRandom::new(kind as u8, seed as u32),
        (kind, ..) => {
            let mut random = GlibcRandom::with_words(kind as u8, &filled(start))?;
            settle(&mut random, kind);
            Ok(random)
        }
    }
}

impl Library for GlibcRandom {
    fn start(&mut self, start: Start) {
        *self = random_r(start).expect("the library has started one before");
    }

    fn fill(&mut self, words: &mut [u32]) {
        GlibcRandom::fill(self, words);
    }
}

impl Library for GlobalRandom {
    fn start(&mut self, start: Start) {
        let (kind, seeding, seed) = start;
        let started = match seeding {
            Seeding::Glibc => self.srandom(kind as u8, seed as u32),
            _ => self.set_words(kind as u8, &filled(start)),
        };
        started.expect("the types are those of the library");
        if seeding != Seeding::Glibc {
            settle(self, kind);
        }
    }

    fn fill(&mut self, words: &mut [u32]) {
        GlobalRandom::fill(self, words);
    }
}

/// GSL's name for a seeding.
const fn gsl_seeding(seeding: Seeding) -> &'static str {
    gsl::SEEDINGS[seeding as usize]
}

/// A generator of GSL, if it is on this machine.
pub(super) fn gsl_random((kind, seeding, seed): Start) -> Result<GslRandom<'static>, Missing> {
    libraries::gsl()?
        .random(kind as u8, gsl_seeding(seeding), seed as u32)
        .map_err(|error| Missing {
            role: GSL,
            why: error.to_string(),
            remedy: "use a complete GSL".into(),
        })
}

impl Library for GslRandom<'static> {
    fn start(&mut self, start: Start) {
        *self = gsl_random(start).expect("the library has started one before");
    }

    fn fill(&mut self, words: &mut [u32]) {
        GslRandom::fill(self, words);
    }
}

impl TypedSide for Port {
    type Op = BsdOp;

    fn apply(&mut self, op: &BsdOp) -> Seen {
        if let Some((kind, seeding, seed)) = op.start() {
            self.0 = BsdRandom::new(kind, seeding, seed);
            return Seen::nothing();
        }
        match *op {
            BsdOp::Randoms { count } => count.filled(|words| self.0.fill(words)),
            _ => Seen::number(self.0.next_word()),
        }
    }

    fn state(&self) -> String {
        show_ring(&self.0.save().words()[1..])
    }
}

pub(super) struct Oracle<L> {
    library: L,
    begun: String,
}

impl<L> Oracle<L> {
    pub(super) fn unseeded(library: L) -> Self {
        Self {
            library,
            begun: "nothing: it is unseeded".into(),
        }
    }
}

impl<L: Library> TypedSide for Oracle<L> {
    type Op = BsdOp;

    fn apply(&mut self, op: &BsdOp) -> Seen {
        if let Some(start) = op.start() {
            self.library.start(start);
            self.begun = format!("`{op}`");
            return Seen::nothing();
        }
        let count = if let BsdOp::Randoms { count } = op {
            count.get() as usize
        } else {
            1
        };
        let mut words = vec![0; count];
        self.library.fill(&mut words);
        if matches!(op, BsdOp::Randoms { .. }) {
            Seen::words(words)
        } else {
            Seen::number(words[0])
        }
    }

    fn state(&self) -> String {
        format!("the library keeps it to itself; started by {}", self.begun)
    }
}

impl Subject for BsdFamily {
    facts!(
        "bsd-random",
        "BSD random, TYPE_0 to TYPE_4, under three seedings",
        BsdOp,
        [Role::Port, GLIBC, GLIBC_RANDOM, GSL],
        "bsd_random"
    );

    fn side<'a>(&'a self, role: Role) -> Result<Box<dyn Side + 'a>, Missing> {
        let (kind, seeding, seed) = UNSEEDED;
        match role {
            Role::Port => return Ok(Box::new(Port(BsdRandom::new(kind, seeding, seed)))),
            GSL => return Ok(Box::new(Oracle::unseeded(gsl_random(UNSEEDED)?))),
            _ => {}
        }
        let missing = |error: OracleError| Missing {
            role,
            why: error.to_string(),
            remedy: "run on Linux with the GNU C library".into(),
        };
        if !glibc::is_available() {
            return Err(missing(glibc::unavailable()));
        }
        Ok(match role {
            GLIBC => Box::new(Oracle::unseeded(random_r(UNSEEDED).map_err(missing)?)),
            _ => Box::new(Oracle::unseeded(GlobalRandom::begin().map_err(missing)?)),
        })
    }

    fn answers(&self, role: Role, ops: &[String]) -> bool {
        let start = |op: &String| op.parse::<BsdOp>().ok()?.start();
        let answers = |(kind, seeding, seed)| gsl::answers(kind as u8, gsl_seeding(seeding), seed);
        role != GSL || answers(ops.iter().rev().find_map(start).unwrap_or(UNSEEDED))
    }
}
