//! The subjects: what is compared, between which implementations, with which ops. Each subject is one file.
//!
//! - [`SUBJECTS`]: the only list of them; [`registry`]: those and the catalogue's, by name.
//! - [`rows`]: every other generator of the catalogue, as a subject of words.
//! - [`conformance`]: all comparisons, as a list that the tests and the report run.
//! - [`oracles`]: what happens if an oracle is not on this machine.

/// A subject's name and description, its ops, implementations, vectors and cases; and its sides, if every implementation but
/// the port is made by one expression.
macro_rules! facts {
    ($name:literal, $about:literal, $ops:ty, $port:expr, $reference:expr, $file:literal) => {
        facts!(
            $name,
            $about,
            $ops,
            [::lockstep::Role::Port, ::lockstep::Role::Reference],
            $port,
            _ => $reference,
            $file
        );
    };

    (
        $name:literal, $about:literal, $ops:ty, $roles:expr,
        $port:expr, $role:pat => $other:expr, $file:literal
    ) => {
        facts!($name, $about, $ops, $roles, $file);

        fn side<'a>(
            &'a self,
            role: ::lockstep::Role,
        ) -> Result<Box<dyn ::lockstep::Side + 'a>, ::lockstep::Missing> {
            Ok(match role {
                ::lockstep::Role::Port => $port,
                $role => $other,
            })
        }
    };

    ($name:literal, $about:literal, $ops:ty, $roles:expr, $file:literal) => {
        fn name(&self) -> &'static str {
            $name
        }

        fn about(&self) -> &'static str {
            $about
        }

        fn ops(&self) -> &[::lockstep::Op] {
            <$ops as ::lockstep::Operation>::OPS
        }

        fn roles(&self) -> &[::lockstep::Role] {
            &$roles
        }

        fn vectors(&self) -> &'static str {
            $crate::cases::vectors(include_str!(concat!("cases/", $file, ".txt")))
        }
        fn cases(
            &self,
            kind: ::lockstep::Kind,
            budget: &::lockstep::Budget,
        ) -> Option<::lockstep::Cases> {
            $crate::cases::cases(include_str!(concat!("cases/", $file, ".txt")), kind, budget)
        }
    };
}

pub mod amazing;
pub mod arguments;
pub mod boss_maze;
pub mod bsd_random;
mod cases;
pub mod conformance;
pub mod dice;
pub mod draws;
pub mod haskell;
pub mod nethack;
pub mod new_game;
pub mod oracles;
pub mod pcg32;
pub mod permutation;
pub mod registry;
pub mod rogue_lcg;
pub mod rooms;
pub mod rows;
pub mod spread;
pub mod words;

use foreign::reference::{Session, WordSize};
use lockstep::{Drawn, Role, Subject};

/// Every subject with ops of its own: the only list, which everything that iterates subjects reads.
pub static SUBJECTS: &[&dyn Subject] = &[
    &words::RRANDOM,
    &words::RRANDOM_TYPE_0,
    &bsd_random::BsdFamily,
    &draws::Draws,
    &new_game::NewGame,
    &pcg32::PcgWords,
    &permutation::Permutations,
    &haskell::HaskellGenerator,
    &boss_maze::BossMaze,
    &amazing::AmazingMaze,
    &rooms::RoomsAndHalls,
    &spread::EvenSpread,
    &nethack::NetHackIsaac,
    &rogue_lcg::RogueLcg,
];

/// The implementations of a subject that is checked against Rogue's C alone.
pub const ROGUE_ROLES: [Role; 3] = [Role::Port, Role::Reference, Role::Reference32];

/// Rogue's C for an implementation that is one of the two references.
///
/// # Panics
/// If it is another implementation.
pub fn session(role: Role) -> Session {
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
pub fn noted(session: &mut Session) -> Option<Vec<Drawn>> {
    session
        .take_draws()
        .map(|draws| draws.into_iter().map(below).collect())
}

/// The result of a session for an op.
pub fn seen(session: &mut Session, output: lockstep::Seen) -> lockstep::Seen {
    match noted(session) {
        Some(draws) => output.with_draws(draws),
        None => output,
    }
}

/// A ring of words, for people to read.
pub fn show_ring(words: &[u32]) -> String {
    words
        .iter()
        .map(|word| format!("{word:08x}"))
        .collect::<Vec<_>>()
        .join(" ")
}
