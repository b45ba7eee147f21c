//! Rogue's words in our C and in GSL.

use foreign::reference::{Kind, Session};
use generators::bsd_random::Kind as BsdKind;
use lockstep::{Missing, Role, Seen, Side, TypedSide};

use super::{RogueWords, UNSEEDED, WordOp};
use crate::bsd_random::oracles::{Oracle, gsl_random};
use crate::oracles::libraries::GSL;
use crate::reference::session;
use crate::show_ring;

pub(super) const ROLES: [Role; 4] = [Role::Port, Role::Reference, Role::Reference32, GSL];

struct Reference(Session);

impl TypedSide for Reference {
    type Op = WordOp;

    fn apply(&mut self, op: &WordOp) -> Seen {
        match *op {
            WordOp::Srrandom { seed } => {
                self.0.srrandom(seed);
                Seen::nothing()
            }
            WordOp::Rrandom => Seen::number(self.0.rrandom()),
            WordOp::Rrandoms { count } => count.filled(|words| self.0.rrandoms(words)),
        }
    }

    fn state(&self) -> String {
        show_ring(&self.0.ring())
    }
}

pub(super) fn side(words: &RogueWords, role: Role) -> Result<Box<dyn Side>, Missing> {
    if role == GSL {
        let random = gsl_random(words.start(UNSEEDED))?;
        return Ok(Box::new(words.weak_side(Oracle::unseeded(random))));
    }
    let mut session = session(role);
    session.set_kind(match words.kind {
        BsdKind::Type0 => Kind::Type0,
        _ => Kind::Type3,
    });
    session.srrandom(UNSEEDED);
    Ok(Box::new(Reference(session)))
}
