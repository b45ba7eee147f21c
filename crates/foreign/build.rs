//! Builds the C references, Rogue's twice, as it is and with 32-bit words, and tells the crate where the archives are.
//!
//! The C is in `vendor-c` at the root of the repository; a package has its own copy.

use std::path::{Path, PathBuf};
use std::process::exit;
use std::{env, fs};

/// An archive of references.
struct Archive {
    name: &'static str,
    /// The prefix of every name in it.
    prefix: &'static str,
    /// The variable that tells the crate where it is.
    variable: &'static str,
    macros: &'static [&'static str],
    sources: &'static [&'static str],
}

const ARCHIVES: [Archive; 2] = [
    Archive {
        name: "rogue_ref",
        prefix: "ref_",
        variable: "ROGUE_REF_ARCHIVE",
        macros: &[],
        // The files after the harness have no `long`: building them once is enough.
        sources: &[
            "harness.c",
            "dice.c",
            "haskell.c",
            "permute.c",
            "boss_maze.c",
            "amazing.c",
            "rooms.c",
            "spread.c",
        ],
    },
    Archive {
        name: "rogue_ref32",
        prefix: "ref32_",
        variable: "ROGUE_REF32_ARCHIVE",
        macros: &["ROGUE_WORD32", "ROGUE_DRAW_LOG"],
        sources: &["harness.c"],
    },
];

const FLAGS: [&str; 5] = ["-std=gnu11", "-fwrapv", "-Wall", "-Wextra", "-Werror"];

fn main() {
    let package = PathBuf::from(variable("CARGO_MANIFEST_DIR"));
    let root = package.join("../..");
    let folder = if root.join("crates/foreign").is_dir() {
        root
    } else {
        package
    }
    .join("vendor-c");
    println!("cargo:rustc-env=VENDOR_C={}", folder.display());
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed={}", folder.display());
    for Archive {
        name,
        prefix,
        variable: path_variable,
        macros,
        sources,
    } in ARCHIVES
    {
        println!(
            "cargo:rustc-env={path_variable}={}/lib{name}.a",
            variable("OUT_DIR")
        );
        let mut build = cc::Build::new();
        // It is optimised in every profile: the benches time this archive, and the tests draw every game from it.
        build
            .files(sources.iter().map(|source| folder.join(source)))
            .define("ROGUE_PREFIX", prefix)
            .opt_level(3)
            .warnings(false);
        for flag in FLAGS {
            build.flag(flag);
        }
        for name in macros {
            build.define(name, None);
        }
        if let Err(error) = build.try_compile(name) {
            fail(&format!(
                "roguelab needs a C compiler, and the references in vendor-c did not compile as {name}: {error}\n\
                 Install one (Debian: apt-get install gcc), or set CC to the one to use."
            ));
        }
    }
    println!("cargo:rustc-env=RECORDER={}", recorder().display());
    // This is for the tests, which compile C themselves, and run this program without a compiler.
    println!("cargo:rustc-env=FOREIGN_TARGET={}", variable("TARGET"));
    if let Ok(program) = env::current_exe() {
        println!("cargo:rustc-env=FOREIGN_BUILD_SCRIPT={}", program.display());
    }
}

/// Builds the library that is preloaded into programs; an empty file where programs cannot be recorded.
fn recorder() -> PathBuf {
    let library = Path::new(&variable("OUT_DIR")).join("recorder.so");
    let source = Path::new(&variable("CARGO_MANIFEST_DIR")).join("src/recorder/recorder.c");
    println!("cargo:rerun-if-changed={}", source.display());
    if variable("CARGO_CFG_TARGET_OS") != "linux" || variable("CARGO_CFG_TARGET_ENV") != "gnu" {
        if let Err(error) = fs::write(&library, []) {
            fail(&format!("cannot write {}: {error}", library.display()));
        }
        return library;
    }
    let compiler = cc::Build::new().opt_level(2).warnings(false).get_compiler();
    let flags = [
        "-std=gnu11",
        "-Wall",
        "-Wextra",
        "-Werror",
        "-fPIC",
        "-shared",
    ];
    let mut command = compiler.to_command();
    command.args(flags).arg("-o").args([&library, &source]);
    let compiled = command.args(["-ldl", "-lpthread"]).status();
    if !compiled.is_ok_and(|status| status.success()) {
        fail("the recorder did not compile");
    }
    library
}

/// A variable that cargo always sets.
fn variable(name: &str) -> String {
    env::var(name)
        .unwrap_or_else(|_| fail(&format!("{name} is not set: this program is run by cargo")))
}

fn fail(message: &str) -> ! {
    eprintln!("{message}");
    exit(1)
}
