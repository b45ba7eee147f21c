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
pub(crate) fn gsl_random((kind, seeding, seed): Start) -> Result<GslRandom<'static>, Missing> {
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

/// Whether an implementation means the same by a seed.
pub(crate) fn answers(role: Role, (kind, seeding, seed): Start) -> bool {
    role != GSL || gsl::answers(kind as u8, gsl_seeding(seeding), seed)
}
