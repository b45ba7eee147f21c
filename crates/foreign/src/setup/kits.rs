//! The oracles that can be fetched: what each consists of, and under which terms it comes.
//!
//! ```
//! use foreign::setup::kits::KITS;
//!
//! // Those under a free licence are fetched without a word.
//! let free: Vec<_> = KITS.iter().filter(|kit| kit.licence.is_none()).map(|kit| kit.name).collect();
//! assert_eq!(free, ["gsl", "pcg-cpp"]);
//! ```

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use super::SetupError;
use super::contents::{Contents, files_below};
use super::record::{Package, Record, sha256_of_file};
use crate::pcg_cpp::{self, PcgCppError};

/// The folder of the real game among the oracles.
pub const GAME: &str = "game";
/// The folder of GSL.
pub const GSL: &str = "gsl";
/// The folder of the PCG author's C++ header.
pub const PCG_CPP: &str = "pcg-cpp";
/// The folder of `TestU01`.
pub const TESTU01: &str = "testu01";

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
    /// What is to be accepted before it is fetched.
    pub licence: Option<&'static str>,
    /// What to do where packages cannot be fetched.
    pub elsewhere: &'static str,
    /// Makes what was unpacked ready, and says what is to be recorded.
    pub(super) prepare: fn(&Path, Vec<Package>) -> Result<String, SetupError>,
    /// Whether it lies in this folder as it was recorded.
    pub(super) is_in: fn(&Path) -> bool,
}

/// All of them.
pub static KITS: [Kit; 4] = [
    Kit {
        name: GSL,
        called: "GSL, the GNU Scientific Library",
        proves: "BSD random, types 0 to 4: the recurrence, weak seeding, glibc's and libc5's",
        packages: &[&["libgsl27", "libgsl28", "libgsl27t64", "libgsl25"], &["libgslcblas0"]],
        licence: None,
        elsewhere: "install GSL (Fedora, Arch, Homebrew: gsl), or name the folder of its library in ROGUELAB_GSL",
        prepare: |folder, packages| {
            Ok(Contents::survey(folder, &["libgsl.so.", "libgslcblas.so."], packages)?.to_text())
        },
        is_in: |folder| Contents::of_folder(folder).is_some(),
    },
    Kit {
        name: PCG_CPP,
        called: "the C++ header of PCG's author",
        proves: "PCG32: words, bounded numbers, streams, jumps forward and back",
        packages: &[&["libpcg-cpp-dev"]],
        licence: None,
        elsewhere: "install the headers of pcg-cpp and a C++ compiler, or name their folder in ROGUELAB_PCG_CPP",
        prepare: prepare_pcg_cpp,
        is_in: |folder| Contents::of_folder(folder).is_some(),
    },
    Kit {
        name: GAME,
        called: "the real game",
        proves: "all names of a new game, end to end",
        packages: &[&["bsdgames-nonfree"], &["libfaketime"], &["libncurses6"], &["libtinfo6"]],
        licence: Some(GAME_LICENCE),
        elsewhere: "install rogue from the BSD games, and libfaketime, and set\n  \
                    ROGUELAB_GAME=path to the rogue program, without its setgid bit\n  \
                    ROGUELAB_FAKETIME=path to libfaketime.so.1",
        prepare: prepare_game,
        is_in: |folder| Record::of_folder(folder).is_some(),
    },
    Kit {
        name: TESTU01,
        called: "TestU01, the library of tests",
        proves: "the statistics of gof",
        packages: &[&["libtestu01-0"], &["libgmp10"]],
        licence: Some(TESTU01_LICENCE),
        elsewhere: "build TestU01, and name the folder of its three libraries in ROGUELAB_TESTU01",
        prepare: |folder, packages| {
            let names = ["libtestu01.so.0", "libtestu01probdist.so.0", "libtestu01mylib.so.0", "libgmp.so.10"];
            Ok(Contents::survey(folder, &names, packages)?.to_text())
        },
        is_in: |folder| Contents::of_folder(folder).is_some(),
    },
];

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
pub(super) const PROGRAM: &str = "usr/games/rogue";

fn prepare_game(folder: &Path, packages: Vec<Package>) -> Result<String, SetupError> {
    let record = survey_game(folder, packages)?;
    // With the setgid bit on it, the loader would ignore the library that stops the clock.
    fs::set_permissions(folder.join(PROGRAM), fs::Permissions::from_mode(0o755))
        .map_err(|source| SetupError::Io { doing: "clearing the setgid bit".into(), source })?;
    Ok(record.to_text())
}

/// Looks for the parts of the game in the folder that the packages were unpacked into.
pub(super) fn survey_game(unpacked: &Path, packages: Vec<Package>) -> Result<Record, SetupError> {
    let failed = |source| SetupError::Io { doing: format!("reading {}", unpacked.display()), source };
    let files = files_below(unpacked).map_err(failed)?;
    let find = |name: &'static str| {
        let file = files.iter().find(|file| file.ends_with(name)).ok_or(SetupError::Incomplete { file: name })?;
        Ok::<_, SetupError>(file.strip_prefix(unpacked).unwrap_or(file).to_owned())
    };
    let folder = |name| find(name).map(|file| file.parent().unwrap_or(Path::new("")).to_owned());
    let program = find(PROGRAM)?;
    let mut libraries = vec![folder("libncurses.so.6")?, folder("libtinfo.so.6")?];
    libraries.dedup();
    Ok(Record {
        sha256: sha256_of_file(&unpacked.join(&program)).map_err(failed)?,
        program,
        faketime: find("libfaketime.so.1")?,
        libraries,
        packages,
    })
}

fn prepare_pcg_cpp(folder: &Path, packages: Vec<Package>) -> Result<String, SetupError> {
    let header = Contents::survey(folder, &[pcg_cpp::HEADER], Vec::new())?.files.remove(0).0;
    let include = folder.join(header.parent().unwrap_or(Path::new("")));
    pcg_cpp::build(&include, folder).map_err(|error| match error {
        PcgCppError::Compiler(error) => SetupError::Compiler(error),
        error => SetupError::Io { doing: "compiling".into(), source: std::io::Error::other(error) },
    })?;
    let names = [pcg_cpp::HEADER, "pcg_extras.hpp", "pcg_uint128.hpp", pcg_cpp::SOURCE_FILE, pcg_cpp::LIBRARY];
    Ok(Contents::survey(folder, &names, packages)?.to_text())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_without_a_library_are_incomplete() {
        let folder = tempfile::tempdir().unwrap();
        let put = |name: &str| {
            let file = folder.path().join(name);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, "abc").unwrap();
        };
        for name in [PROGRAM, "lib/x/libncurses.so.6", "lib/x/libtinfo.so.6"] {
            put(name);
        }
        let missing = survey_game(folder.path(), vec![]);
        assert!(matches!(missing, Err(SetupError::Incomplete { file: "libfaketime.so.1" })));
        put("usr/lib/x/faketime/libfaketime.so.1");
        let record = survey_game(folder.path(), vec![]).unwrap();
        assert_eq!(record.libraries, [Path::new("lib/x")]);
        assert_eq!(record.faketime, Path::new("usr/lib/x/faketime/libfaketime.so.1"));
    }

    #[test]
    fn every_kit_says_what_it_is_for_and_what_to_do_without_it() {
        for kit in &KITS {
            assert!(!kit.proves.is_empty() && !kit.packages.is_empty(), "{}", kit.name);
            assert!(kit.elsewhere.contains("ROGUELAB_"), "{}", kit.name);
        }
        for restriction in ["No portion of this notice", "Credit shall not be taken", "personal gain or profit"] {
            assert!(GAME_LICENCE.contains(restriction));
        }
        assert!(TESTU01_LICENCE.contains("non-commercial purposes"));
    }
}
