//! C references compiled through cc, oracles nobody here wrote, and the real game in a pseudo-terminal.
//!
//! The only crate with unsafe code. [`mod@reference`] holds safe wrappers of the C in `vendor-c`, which is built
//! twice, as it is and with 32-bit words, or once where no word size matters; [`symbols`] proves that every name of an archive carries its prefix;
//! [`glibc`] is the C library's own `random_r` and `random`; [`gsl`], [`pcg_cpp`] and [`testu01`] are libraries that are
//! opened when they are found. [`setup`] fetches them and the real game, [`game`] plays it.
//!
//! No reference and no oracle here uses a port, so none can lean on what it is to check.

pub mod compiler;
pub mod game;
pub mod glibc;
pub mod gsl;
mod library;
mod oracles;
pub mod pcg_cpp;
mod private;
pub mod reference;
pub mod setup;
pub mod symbols;
pub mod testu01;

pub use library::{NotOpened, Place};
pub use oracles::Oracles;

#[cfg(test)]
mod tests {
    use std::error::Error;
    use std::io;

    use super::NotOpened;
    use super::game::{GameMissing, PlayError};
    use super::gsl::GslError;
    use super::pcg_cpp::PcgCppError;
    use super::setup::record::KitError;
    use super::testu01::TestU01Error;

    #[test]
    fn an_error_says_each_cause_once() {
        let cause = || io::Error::other("the cause");
        let kit = KitError::NotCopied { folder: "game".into(), cause: "the cause".into() };
        let library = NotOpened::Library { name: "libgsl.so.27", place: "nowhere".into(), reason: "the cause".into() };
        let errors: [Box<dyn Error>; 8] = [
            Box::new(GameMissing::Kit(kit.clone())),
            Box::new(GameMissing::Unreadable { variable: "ROGUELAB_GAME", path: "rogue".into(), cause: cause() }),
            Box::new(PlayError::Io { seed: 7, doing: "reading", cause: cause() }),
            Box::new(GslError::NotOpened(library.clone())),
            Box::new(GslError::NotOpened(kit.into())),
            Box::new(PcgCppError::Io { cause: cause() }),
            Box::new(PcgCppError::Library("the cause".into())),
            Box::new(TestU01Error::NotOpened(library)),
        ];
        for error in errors {
            let mut said = error.to_string();
            let mut next = error.source();
            while let Some(cause) = next {
                said = format!("{said}: {cause}");
                next = cause.source();
            }
            assert_eq!(said.matches("the cause").count(), 1, "{said}");
        }
    }
}
