//! The whole family of BSD random beside two libraries, each written by others.
//!
//! The C library is asked in two ways, through `random_r` and through the process's own `random`. It does its own seeding
//! itself; for the other two the ring is filled here, without the port, and set through `setstate`, and the library throws away
//! the words that seeding throws away. GSL does all three seedings itself. It reads two sorts of seeds differently
//! (`foreign::gsl::answers`), and is not asked for words after them: 0 under weak and libc5's seeding, and negative seeds under
//! glibc's. So nothing checks what libc5 made of seed 0.

mod cases;
#[cfg(feature = "foreign")]
pub(super) mod oracles;

use generators::bsd_random::{BsdRandom, Kind as BsdKind, Seeding};
use lockstep::{Seen, Subject, TypedSide};

use super::arguments::{Count, TypeNumber};
use super::show_ring;

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

/// A generator to be started.
#[derive(Clone, Copy)]
pub(super) struct Start {
    pub(super) kind: BsdKind,
    pub(super) seeding: Seeding,
    pub(super) seed: i32,
}

/// The state of every side before any op.
const UNSEEDED: Start = Start {
    kind: BsdKind::Type3,
    seeding: Seeding::Glibc,
    seed: 1,
};

impl Start {
    pub(super) fn port(self) -> Port {
        Port(BsdRandom::new(self.kind, self.seeding, self.seed))
    }
}

impl BsdOp {
    /// The generator that the op starts, if it starts one.
    fn start(&self) -> Option<Start> {
        let (kind, seeding, seed) = match *self {
            Self::Srandom { kind, seed } => (kind, Seeding::Glibc, seed),
            Self::Srrandom { kind, seed } => (kind, Seeding::Weak, seed),
            Self::SrandomLibc5 { kind, seed } => (kind, Seeding::Libc5, seed),
            Self::Random | Self::Randoms { .. } => return None,
        };
        Some(Start {
            kind: BsdKind::ALL[kind.get() as usize],
            seeding,
            seed,
        })
    }
}

/// The subject.
pub struct BsdFamily;

pub(super) struct Port(BsdRandom);

impl TypedSide for Port {
    type Op = BsdOp;

    fn apply(&mut self, op: &BsdOp) -> Seen {
        if let Some(start) = op.start() {
            *self = start.port();
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

impl Subject for BsdFamily {
    facts!(
        "bsd-random",
        "BSD random, TYPE_0 to TYPE_4, under three seedings",
        BsdOp,
        oracles::ROLES,
        Box::new(UNSEEDED.port()),
        role => oracles::side(role)?,
        cases::CASES
    );

    #[cfg(feature = "foreign")]
    fn answers(&self, role: lockstep::Role, ops: &[String]) -> bool {
        for op in ops.iter().rev() {
            if let Ok(op) = op.parse::<BsdOp>()
                && let Some(start) = op.start()
            {
                return oracles::answers(role, start);
            }
        }
        oracles::answers(role, UNSEEDED)
    }
}
