//! The oracles that can be fetched: what each consists of, and under which terms it comes.
//!
//! ```
//! use foreign::setup::kits::KITS;
//!
//! // Those under a free licence are fetched without a word.
//! let free: Vec<_> = KITS.iter().filter(|kit| kit.licence.is_none()).map(|kit| kit.name).collect();
//! assert_eq!(free, ["gsl", "pcg-cpp"]);
//! ```

use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::{fs, io};

use super::SetupError;
use crate::pcg_cpp::{self, PcgCppError};

/// An oracle that can be fetched.
#[derive(Debug)]
pub struct Kit {
    /// Its folder among the oracles.
    pub name: &'static str,
    /// What it is, for a person.
    pub called: &'static str,
    /// What a comparison with it proves.
    pub proves: &'static str,
    /// The packages it comes in, the one that is named as its version first; each with the names it has in one release
    /// or another.
    pub(super) packages: &'static [&'static [&'static str]],
    /// Every file that is executed, loaded or compiled: the end of its path, and where that is a full stop a number follows.
    pub(crate) files: &'static [&'static str],
    /// What is to be accepted before it is fetched.
    pub licence: Option<&'static str>,
    /// What to do where packages cannot be fetched.
    pub elsewhere: &'static str,
    /// Makes what was unpacked ready.
    pub(super) prepare: fn(&Path) -> Result<(), SetupError>,
}

/// All of them.
pub static KITS: [&Kit; 4] = [&GSL, &PCG_CPP, &GAME, &TESTU01];

/// The GNU Scientific Library.
pub static GSL: Kit = Kit {
    name: "gsl",
    called: "GSL, the GNU Scientific Library",
    proves: "BSD random, types 0 to 4: the recurrence, weak seeding, glibc's and libc5's",
    packages: &[&["libgsl27", "libgsl28", "libgsl27t64", "libgsl25"], &["libgslcblas0"]],
    files: &["libgsl.so.", "libgslcblas.so."],
    licence: None,
    elsewhere: "install GSL (Fedora, Arch, Homebrew: gsl), or name the folder of its library in ROGUELAB_GSL",
    prepare: |_| Ok(()),
};

/// The PCG author's C++ header.
pub static PCG_CPP: Kit = Kit {
    name: "pcg-cpp",
    called: "the C++ header of PCG's author",
    proves: "PCG32: words, bounded numbers, streams, jumps forward and back",
    packages: &[&["libpcg-cpp-dev"]],
    files: &[pcg_cpp::HEADER, "pcg_extras.hpp", "pcg_uint128.hpp", pcg_cpp::SOURCE_FILE, pcg_cpp::LIBRARY],
    licence: None,
    elsewhere: "install the headers of pcg-cpp and a C++ compiler, or name their folder in ROGUELAB_PCG_CPP",
    prepare: compile_pcg_cpp,
};

/// The real game.
pub static GAME: Kit = Kit {
    name: "game",
    called: "the real game",
    proves: "all names of a new game, end to end",
    packages: &[&["bsdgames-nonfree"], &["libfaketime"], &["libncurses6"], &["libtinfo6"]],
    files: &[PROGRAM, FAKETIME, "libncurses.so.6", "libtinfo.so.6"],
    licence: Some(GAME_LICENCE),
    elsewhere: "install rogue from the BSD games, and libfaketime, and set\n  \
                ROGUELAB_GAME=path to the rogue program, without its setgid bit\n  \
                ROGUELAB_FAKETIME=path to libfaketime.so.1",
    prepare: clear_setgid,
};

/// `TestU01`.
pub static TESTU01: Kit = Kit {
    name: "testu01",
    called: "TestU01, the library of tests",
    proves: "the statistics of gof",
    packages: &[&["libtestu01-0"], &["libgmp10"]],
    files: &["libtestu01.so.0", "libtestu01probdist.so.0", "libtestu01mylib.so.0", "libgmp.so.10"],
    licence: Some(TESTU01_LICENCE),
    elsewhere: "build TestU01, and name the folder of its three libraries in ROGUELAB_TESTU01",
    prepare: |_| Ok(()),
};

const GAME_LICENCE: &str = "\
The real game is Rogue, from the package bsdgames-nonfree. Its authors and the University of California hold the
copyright. It may be used, changed and passed on under the terms of the three-clause BSD licence: keep the copyright
notice and the disclaimer, do not use the authors' names to promote what you make of it, and expect no warranty.
Three restrictions come on top of that:
  1. \"No portion of this notice shall be removed.\"
  2. \"Credit shall not be taken for the creation of this source.\"
  3. \"This code is not to be traded, sold, or used for personal gain or profit.\"
roguelab only runs it, to compare its results, and neither changes nor passes it on.";

const TESTU01_LICENCE: &str = "\
TestU01 is from the package libtestu01-0. Pierre L'Ecuyer holds the copyright. It may be used, changed and passed on
\"without a fee for private, research, academic, or other non-commercial purposes\"; changes are to be marked, the
copyright notice kept, and no warranty expected. \"Any use of this software in a commercial environment requires a
written licence from the copyright owner.\"
roguelab only opens it, to compare statistics, and neither changes nor passes it on.";

/// The game's program in its package.
pub(crate) const PROGRAM: &str = "usr/games/rogue";

/// The library that stops the game's clock.
pub(crate) const FAKETIME: &str = "libfaketime.so.1";

/// The copy that is played has no setgid bit; nor is one to lie around here.
fn clear_setgid(folder: &Path) -> Result<(), SetupError> {
    fs::set_permissions(folder.join(PROGRAM), fs::Permissions::from_mode(0o755))
        .map_err(|cause| SetupError::Io { doing: "clearing the setgid bit".into(), cause })
}

fn compile_pcg_cpp(folder: &Path) -> Result<(), SetupError> {
    pcg_cpp::build(&folder.join("usr/include"), folder).map(drop).map_err(|error| match error {
        PcgCppError::Compiler(error) => SetupError::Compiler(error),
        error => SetupError::Io { doing: "compiling".into(), cause: io::Error::other(error) },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kit_says_what_it_is_for_and_what_to_do_without_it() {
        for kit in KITS {
            let named = !kit.packages.is_empty() && !kit.files.is_empty();
            assert!(named && !kit.proves.is_empty(), "{}", kit.name);
            assert!(kit.elsewhere.contains("ROGUELAB_"), "{}", kit.name);
        }
        for restriction in ["No portion of this notice", "Credit shall not be taken", "personal gain or profit"] {
            assert!(GAME_LICENCE.contains(restriction));
        }
        assert!(TESTU01_LICENCE.contains("non-commercial purposes"));
    }
}
