//! Rogue's C, and what it shows.

use foreign::reference::{Session, WordSize};
use lockstep::{Drawn, Role, Seen};

/// The implementations of a subject that is checked against Rogue's C alone.
pub(crate) const ROLES: [Role; 3] = [Role::Port, Role::Reference, Role::Reference32];

/// Rogue's C for an implementation that is one of the two references.
///
/// # Panics
/// If it is another implementation.
pub(crate) fn session(role: Role) -> Session {
    match role {
        Role::Reference => Session::begin(WordSize::Native),
        Role::Reference32 => Session::begin(WordSize::Bits32),
        _ => unreachable!("{role} is not one of Rogue's references"),
    }
}

/// A draw of the C as the seam sees it: below `n`, with the lower bound subtracted.
fn below(draw: Drawn) -> Drawn {
    Drawn {
        lo: 0,
        hi: draw.hi - draw.lo,
        value: draw.value - draw.lo,
    }
}

/// The draws a session has noted since it was last asked, as the seam sees them.
fn noted(session: &mut Session) -> Option<Vec<Drawn>> {
    session
        .take_draws()
        .map(|draws| draws.into_iter().map(below).collect())
}

/// The result of a session for an op.
pub(crate) fn seen(session: &mut Session, output: Seen) -> Seen {
    match noted(session) {
        Some(draws) => output.with_draws(draws),
        None => output,
    }
}
