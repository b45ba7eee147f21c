//! The subjects: what is compared, between which implementations, with which ops. Each subject is one file; its cases, and
//! what its port is compared with, are in a folder of the same name.
//!
//! - [`SUBJECTS`]: the only list of them; [`registry`]: those and the catalogue's, by name.
//! - [`rows`]: every other generator of the catalogue, as a subject of words.
//!
//! With the feature `foreign`, which needs a C compiler, each port has something to be compared with:
//!
//! - `conformance`: all comparisons, as a list that the tests and the report run.
//! - `oracles`: what happens if an oracle is not on this machine.

/// A subject's name and description, its ops, implementations, vectors and cases; or its implementations alone. Without the
/// feature `foreign` the port is the only one.
macro_rules! facts {
    ($name:literal, $about:literal, $ops:ty, $port:expr, $reference:expr, $cases:expr) => {
        facts!(
            $name,
            $about,
            $ops,
            [::lockstep::Role::Port, ::lockstep::Role::Reference],
            $port,
            _ => $reference,
            $cases
        );
    };

    (
        $name:literal, $about:literal, $ops:ty, $roles:expr,
        $port:expr, $role:pat => $other:expr, $cases:expr
    ) => {
        fn name(&self) -> &'static str {
            $name
        }

        fn about(&self) -> &'static str {
            $about
        }

        fn ops(&self) -> &[::lockstep::Op] {
            <$ops as ::lockstep::Operation>::OPS
        }

        fn vectors(&self) -> Vec<::lockstep::NamedCase> {
            $cases.vectors()
        }

        fn cases(
            &self,
            kind: ::lockstep::CaseKind,
            budget: &::lockstep::Budget,
        ) -> Option<::lockstep::Cases> {
            $cases.cases(kind, budget)
        }

        facts!(self, $roles, $port, $role => $other);
    };

    ($self:ident, $roles:expr, $port:expr, $role:pat => $other:expr) => {
        fn roles(&self) -> &[::lockstep::Role] {
            #[cfg(feature = "foreign")]
            let roles = &$roles;
            #[cfg(not(feature = "foreign"))]
            let roles = &[::lockstep::Role::Port];
            roles
        }

        fn side<'a>(
            &'a $self,
            role: ::lockstep::Role,
        ) -> Result<Box<dyn ::lockstep::Side + 'a>, ::lockstep::Missing> {
            Ok(match role {
                ::lockstep::Role::Port => $port,
                #[cfg(feature = "foreign")]
                $role => $other,
                #[cfg(not(feature = "foreign"))]
                _ => return Err($crate::without_foreign(role)),
            })
        }
    };
}

pub mod amazing;
pub mod arguments;
pub mod boss_maze;
pub mod bsd_random;
mod cases;
#[cfg(feature = "foreign")]
pub mod conformance;
pub mod dice;
pub mod draws;
pub mod haskell;
pub mod nethack;
pub mod new_game;
#[cfg(feature = "foreign")]
pub mod oracles;
pub mod pcg32;
pub mod permutation;
#[cfg(feature = "foreign")]
mod reference;
pub mod registry;
pub mod rogue_lcg;
pub mod rooms;
pub mod rows;
pub mod spread;
pub mod words;

use lockstep::Subject;

/// Every subject with ops of its own: the only list, which everything that iterates subjects reads. In WebAssembly, where nothing
/// but words can be checked, those with a stream of words.
pub static SUBJECTS: &[&dyn Subject] = &[
    &words::RRANDOM,
    &words::RRANDOM_TYPE_0,
    #[cfg(not(target_family = "wasm"))]
    &bsd_random::BsdFamily,
    #[cfg(not(target_family = "wasm"))]
    &draws::Draws,
    #[cfg(not(target_family = "wasm"))]
    &new_game::NewGame,
    &pcg32::PcgWords,
    #[cfg(not(target_family = "wasm"))]
    &permutation::Permutations,
    &haskell::HaskellGenerator,
    #[cfg(not(target_family = "wasm"))]
    &boss_maze::BossMaze,
    #[cfg(not(target_family = "wasm"))]
    &amazing::AmazingMaze,
    #[cfg(not(target_family = "wasm"))]
    &rooms::RoomsAndHalls,
    #[cfg(not(target_family = "wasm"))]
    &spread::EvenSpread,
    &nethack::NetHackIsaac,
    &rogue_lcg::RogueLcg,
];

/// The error for an implementation that is not the port.
#[cfg(not(feature = "foreign"))]
fn without_foreign(role: lockstep::Role) -> lockstep::Missing {
    lockstep::Missing {
        role,
        why: "this program was built with the ports alone, without C".into(),
        remedy: "build roguelab-subjects with the feature `foreign`".into(),
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
