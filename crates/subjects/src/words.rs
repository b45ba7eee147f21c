//! Rogue's generator, `srrandom` and `rrandom`, in both types that the game contains: beside our C, and beside GSL's
//! `random128-bsd` and `random8-bsd`. To GSL seed 0 means its default seed (`foreign::gsl::answers`), so GSL is not asked for the
//! words after it.

mod cases;
#[cfg(feature = "foreign")]
mod others;

use generators::bsd_random::{Kind as BsdKind, Seeding};
use lockstep::{
    Budget, CaseKind, Cases, NamedCase, Op, Operation as _, Seen, Subject, TypedSide, WordStream,
};

use super::arguments::{Count, TypeNumber};
#[cfg(feature = "foreign")]
use super::bsd_random::oracles;
use super::bsd_random::{BsdOp, Start};
use crate::cases::CaseMakers;

lockstep::ops! {
    /// An op on Rogue's generator.
    pub enum WordOp {
        /// Seeds TYPE_3 weakly: a ring of 31 words of 32 bits, word 0 the seed as it is, every next 1103515245 * previous +
        /// 12345 mod 2^32; front at 3, rear at 0; then 310 words are made and thrown away.
        Srrandom { seed: i32 } = "srrandom" [seeds],
        /// Adds the word at rear to the word at front mod 2^32, shows the sum shifted right by one without sign (31 bits),
        /// and moves both places on, from 30 to 0.
        Rrandom = "rrandom" => u32,
        /// As many words of rrandom as count says.
        Rrandoms { count: Count } = "rrandoms" => words,
    }
}

/// One of the two types.
pub struct RogueWords {
    name: &'static str,
    about: &'static str,
    kind: BsdKind,
    cases: CaseMakers,
    /// The descriptions of its ops that differ from their declarations.
    does: &'static [(&'static str, &'static str)],
}

/// Type 3, the game's own.
pub static RRANDOM: RogueWords = RogueWords {
    name: "rrandom",
    about: "words of Rogue's generator, TYPE_3 with weak seeding",
    kind: BsdKind::Type3,
    cases: cases::CASES,
    does: &[],
};

/// Type 0, which the game contains but never uses.
pub static RRANDOM_TYPE_0: RogueWords = RogueWords {
    name: "rrandom-type0",
    about: "words of the linear congruential generator that Rogue carries beside it, TYPE_0",
    kind: BsdKind::Type0,
    cases: cases::TYPE_0_CASES,
    does: &[
        (
            "srrandom",
            "Seeds TYPE_0: the state is the seed, all 32 bits of it; nothing is thrown away.",
        ),
        (
            "rrandom",
            "The state becomes (1103515245 * state + 12345) mod 2^31, and is shown: nothing is shifted out.",
        ),
    ],
};

/// The seed of every side before any op.
const UNSEEDED: i32 = 1;

impl RogueWords {
    fn start(&self, seed: i32) -> Start {
        Start {
            kind: self.kind,
            seeding: Seeding::Weak,
            seed,
        }
    }

    fn weak_side<S>(&self, side: S) -> Weak<S> {
        let kind = TypeNumber::new(self.kind as u32).expect("there are five types");
        Weak { kind, side }
    }
}

/// A side of the whole family, used for one type under weak seeding.
struct Weak<S> {
    kind: TypeNumber,
    side: S,
}

impl<S: TypedSide<Op = BsdOp>> TypedSide for Weak<S> {
    type Op = WordOp;

    fn apply(&mut self, op: &WordOp) -> Seen {
        let kind = self.kind;
        self.side.apply(&match *op {
            WordOp::Srrandom { seed } => BsdOp::Srrandom { kind, seed },
            WordOp::Rrandom => BsdOp::Random,
            WordOp::Rrandoms { count } => BsdOp::Randoms { count },
        })
    }

    fn state(&self) -> String {
        self.side.state()
    }
}

impl Subject for RogueWords {
    fn name(&self) -> &str {
        self.name
    }

    fn about(&self) -> &str {
        self.about
    }

    fn ops(&self) -> &[Op] {
        WordOp::OPS
    }

    facts!(
        self,
        others::ROLES,
        Box::new(self.weak_side(self.start(UNSEEDED).port())),
        role => others::side(self, role)?
    );

    #[cfg(feature = "foreign")]
    fn answers(&self, role: lockstep::Role, ops: &[String]) -> bool {
        for op in ops.iter().rev() {
            if let Ok(WordOp::Srrandom { seed }) = op.parse() {
                return oracles::answers(role, self.start(seed));
            }
        }
        oracles::answers(role, self.start(UNSEEDED))
    }

    fn does(&self, op: &Op) -> &str {
        self.does
            .iter()
            .find(|(name, _)| *name == op.name)
            .map_or(op.does, |&(_, does)| does)
    }

    fn vectors(&self) -> Vec<NamedCase> {
        self.cases.vectors()
    }

    fn words(&self) -> Option<WordStream> {
        Some(WordStream {
            bits: 31,
            seed_bits: 32,
            seed: "srrandom {}",
            words: "rrandoms",
            seeding: "the seed is the generator's own, a C int",
        })
    }

    fn cases(&self, kind: CaseKind, budget: &Budget) -> Option<Cases> {
        self.cases.cases(kind, budget)
    }
}
