//! The libraries that have the family.

use foreign::OracleError;
use foreign::glibc::{self, GlibcRandom, GlobalRandom};
use foreign::gsl::{self, GslRandom};
use generators::bsd_random::{Kind as BsdKind, Seeding};
use lockstep::{Missing, Role, Seen, Side, TypedSide};

use super::{BsdOp, Start, UNSEEDED};
use crate::oracles::libraries::{self, GSL};

const GLIBC: Role = Role::Oracle("glibc");

/// The process's own generator of the same library.
const GLIBC_RANDOM: Role = Role::Oracle("glibc-random");

pub(super) const ROLES: [Role; 4] = [Role::Port, GLIBC, GLIBC_RANDOM, GSL];

/// A library that makes words.
pub(crate) trait Library {
    fn start(&mut self, start: Start);
    fn fill(&mut self, words: &mut [u32]);
}

/// The words with which a seeding fills a ring, before any are thrown away, for a library with another seeding. They are made
/// here and not by the port, because otherwise the library would agree with whatever the port makes of a seed.
fn ring(start: Start) -> Vec<u32> {
    let multiplier: u32 = if start.seeding == Seeding::Libc5 {
        1_103_515_145
    } else {
        1_103_515_245
    };
    let mut words = Vec::new();
    let mut word = start.seed as u32;
    for _ in 0..start.kind.degree() {
        words.push(word);
        word = multiplier.wrapping_mul(word).wrapping_add(12345);
    }
    words
}

/// Throws away the words that seeding throws away.
fn discard_first_words(library: &mut dyn Library, kind: BsdKind) {
    if kind != BsdKind::Type0 {
        library.fill(&mut vec![0; 10 * kind.degree()]);
    }
}

fn random_r(start: Start) -> Result<GlibcRandom, OracleError> {
    let kind = start.kind as u8;
    if start.seeding == Seeding::Glibc {
        return GlibcRandom::new(kind, start.seed as u32);
    }
    let mut random = GlibcRandom::with_words(kind, &ring(start))?;
    discard_first_words(&mut random, start.kind);
    Ok(random)
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
        let kind = start.kind as u8;
        let started = match start.seeding {
            Seeding::Glibc => self.srandom(kind, start.seed as u32),
            _ => self.set_words(kind, &ring(start)),
        };
        started.expect("the types are those of the library");
        if start.seeding != Seeding::Glibc {
            discard_first_words(self, start.kind);
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
pub(crate) fn gsl_random(start: Start) -> Result<GslRandom<'static>, Missing> {
    let seeding = gsl_seeding(start.seeding);
    libraries::gsl()?
        .random(start.kind as u8, seeding, start.seed as u32)
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

pub(crate) struct Oracle<L> {
    library: L,
    begun: String,
}

impl<L> Oracle<L> {
    pub(crate) fn unseeded(library: L) -> Self {
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

pub(super) fn side(role: Role) -> Result<Box<dyn Side>, Missing> {
    if role == GSL {
        return Ok(Box::new(Oracle::unseeded(gsl_random(UNSEEDED)?)));
    }
    glibc_side(role).map_err(|error| Missing {
        role,
        why: error.to_string(),
        remedy: "run on Linux with the GNU C library".into(),
    })
}

fn glibc_side(role: Role) -> Result<Box<dyn Side>, OracleError> {
    if !glibc::is_available() {
        return Err(glibc::unavailable());
    }
    Ok(match role {
        GLIBC => Box::new(Oracle::unseeded(random_r(UNSEEDED)?)),
        _ => Box::new(Oracle::unseeded(GlobalRandom::begin()?)),
    })
}

/// Whether an implementation means the same by a seed.
pub(crate) fn answers(role: Role, start: Start) -> bool {
    role != GSL || gsl::answers(start.kind as u8, gsl_seeding(start.seeding), start.seed)
}
