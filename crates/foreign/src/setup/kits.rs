//! The oracles that can be fetched: their packages, their files and their terms.
//!
//! ```
//! use foreign::setup::kits::KITS;
//!
//! // Those under a free licence need no consent.
//! let free: Vec<_> = KITS.iter().filter(|kit| kit.licence.is_none()).map(|kit| kit.name).collect();
//! assert_eq!(free, ["gsl", "pcg-cpp", "dieharder", "bsdgames"]);
//! ```

use std::path::Path;

use super::apt::Distribution;
use super::record::Package;
use super::{SetupError, failed};
use crate::{pcg_cpp, private};

/// An oracle that can be fetched.
#[derive(Debug)]
pub struct Kit {
    /// Its folder among the oracles.
    pub name: &'static str,
    /// What it is, for a person.
    pub called: &'static str,
    /// What a comparison with it proves.
    pub proves: &'static str,
    /// Its packages, first the one whose version is shown; each with its names in several releases.
    pub(super) packages: &'static [&'static [&'static str]],
    /// Every file that is executed, loaded or compiled: the end of its path. After a full stop there a number follows.
    pub(crate) files: &'static [&'static str],
    /// The terms to accept before it is fetched.
    pub licence: Option<&'static str>,
    /// What to do where packages cannot be fetched.
    pub elsewhere: &'static str,
    /// Prepares the unpacked files.
    pub(super) prepare: fn(&Path) -> Result<(), SetupError>,
}

/// All of them.
pub static KITS: [&Kit; 6] = [&GSL, &PCG_CPP, &DIEHARDER, &BSDGAMES, &GAME, &TESTU01];

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

/// dieharder, with the library that it is linked with.
pub static DIEHARDER: Kit = Kit {
    name: "dieharder",
    called: "dieharder, the battery of tests",
    proves: "what another battery says of famous generators",
    packages: &[
        &["dieharder"],
        &["libdieharder3", "libdieharder3t64"],
        &["libgsl27", "libgsl28", "libgsl27t64", "libgsl25"],
        &["libgslcblas0"],
    ],
    files: &[DIEHARDER_PROGRAM, "libdieharder.so.3", "libgsl.so.", "libgslcblas.so."],
    licence: None,
    elsewhere: "install dieharder, and name its program in ROGUELAB_DIEHARDER",
    prepare: |_| Ok(()),
};

/// Small games that take their numbers from the C library.
pub static BSDGAMES: Kit = Kit {
    name: "bsdgames",
    called: "the BSD games",
    proves: "what real programs take from random(), rand() and drand48()",
    packages: &[&["bsdgames"], &["libncurses6"], &["libtinfo6"]],
    files: &[
        "usr/games/arithmetic",
        "usr/games/bsdgames-adventure",
        "usr/games/go-fish",
        "usr/games/rain",
        "usr/games/worm",
        "usr/games/worms",
        "usr/games/wump",
        "libncurses.so.6",
        "libtinfo.so.6",
    ],
    licence: None,
    elsewhere: "run `roguelab trace --exec` on a program of your own; ROGUELAB_ORACLES=auto skips these tests",
    prepare: |_| Ok(()),
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

/// dieharder's program in its package.
pub(crate) const DIEHARDER_PROGRAM: &str = "usr/bin/dieharder";

/// The game's program in its package.
pub(crate) const PROGRAM: &str = "usr/games/rogue";

/// The library that stops the game's clock.
pub(crate) const FAKETIME: &str = "libfaketime.so.1";

/// The game is run without its setgid bit, so none is left on it.
fn clear_setgid(folder: &Path) -> Result<(), SetupError> {
    private::set_mode(&folder.join(PROGRAM), 0o755).map_err(failed("cannot clear the setgid bit"))
}

fn compile_pcg_cpp(folder: &Path) -> Result<(), SetupError> {
    pcg_cpp::build(&folder.join("usr/include"), folder).map(drop).map_err(|error| SetupError::Failed(error.to_string()))
}

/// The builds that were examined, those of Debian 12 for amd64: name, version, architecture and SHA-256.
#[rustfmt::skip]
const DEBIAN: [[&str; 4]; 12] = [
    ["bsdgames",         "2.17-29+b1",           "amd64", "cc92de974a1f66623a05ac0aed6dc790f682e5aac5205f0210294744d1532d10"],
    ["bsdgames-nonfree", "2.17-9",               "amd64", "b23b90338b5adf38aa7a7a21eec7f7dd063aba790844a05128266a0e9d826e3e"],
    ["dieharder",        "3.31.1.4-1",           "amd64", "c1eec6d7755da55d22eb6a1920ef343adaf41fc3dc27f0bdbfbb8bb5b84910ba"],
    ["libdieharder3",    "3.31.1.4-1",           "amd64", "c805bfe73b9bb34c616923ccef706e64eaffed8a2bc6d572fca72e1bbaa9a9ee"],
    ["libfaketime",      "0.9.10-2.1",           "amd64", "b09481e7690680966005330c3f907bba4b5eefc35e1faaea4783cc55655d1150"],
    ["libncurses6",      "6.4-4",                "amd64", "72300f09f02669c06c99b641ea795d52300ec7eb65eaccddf7bc3b72934f0ef5"],
    ["libtinfo6",        "6.4-4",                "amd64", "072d908f38f51090ca28ca5afa3b46b2957dc61fe35094c0b851426859a49a51"],
    ["libgsl27",         "2.7.1+dfsg-5+deb12u1", "amd64", "7a2ac4431a1bfa2e1776961d4f3d82d6b660fc3fa62e7bfbc4a14aaf013fa422"],
    ["libgslcblas0",     "2.7.1+dfsg-5+deb12u1", "amd64", "46bd7671bbf548b0d13be8523a8ac7e453009fd2e7a480d07458aad99828f393"],
    ["libpcg-cpp-dev",   "0.98.1-2",             "all",   "62d7d8fc0defa91beb48dfbd469e6e4b120816f0beb82e69a6c2dbac3153b410"],
    ["libtestu01-0",     "1.2.3+ds1-2",          "amd64", "d07f231ecadcddf51eb9eb8230ea4ee953b72ae91c12ce2b17a260d8e2302ace"],
    ["libgmp10",         "2:6.2.1+dfsg1-1.1",    "amd64", "187aedef2ed763f425c1e523753b9719677633c7eede660401739e9c893482bd"],
];

/// Compares a package with the known build of its name, version and architecture, and says what vouches for it. For a build
/// that nobody examined, another release's or Ubuntu's own, that is only apt's check of the signature.
pub(super) fn verify(distribution: Distribution, package: &Package) -> Result<String, SetupError> {
    let known = DEBIAN.iter().find(|[name, version, architecture, _]| {
        distribution == Distribution::Debian
            && (*name, *version, *architecture) == (&package.name, &package.version, &package.architecture)
    });
    match known {
        None => {
            Ok(format!("{package}: no SHA-256 is known for this build; only apt's signature check vouches for it."))
        }
        Some([.., sha256]) => {
            package.verify(sha256)?;
            Ok(format!("{package}: the SHA-256 is the known one."))
        }
    }
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

    #[test]
    fn a_known_build_needs_its_digest_and_any_other_only_the_signature() {
        let package = |[name, version, architecture, sha256]: [&str; 4]| {
            let [name, version, architecture, sha256] = [name, version, architecture, sha256].map(str::to_owned);
            Package { name, version, architecture, sha256 }
        };
        for pin in DEBIAN {
            let [name, version, architecture, sha256] = pin;
            assert!(verify(Distribution::Debian, &package(pin)).unwrap().contains("is the known one"));
            let altered = package([name, version, architecture, "0123"]);
            let error = verify(Distribution::Debian, &altered).unwrap_err().to_string();
            assert!(error.contains(name) && error.contains(sha256) && error.contains("found    0123"), "{error}");
            for (distribution, version, architecture) in [
                (Distribution::Debian, version, "arm64"),
                (Distribution::Debian, "2.8-1", architecture),
                (Distribution::Ubuntu, version, architecture),
            ] {
                let said = verify(distribution, &package([name, version, architecture, "0123"])).unwrap();
                assert!(said.contains("only apt's signature check"), "{said}");
            }
        }
    }
}
