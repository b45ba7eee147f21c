//! Builds the C references twice, as they are and with 32-bit words, and tells the crate where the archives lie.

use std::path::Path;
use std::process::{Command, Stdio, exit};
use std::{env, fs};

/// Name of the archive, prefix of its symbols, variable that tells the crate its path, macros defined.
const BUILDS: [(&str, &str, &str, &[&str]); 2] = [
    ("rogue_ref", "ref_", "ROGUE_REF_ARCHIVE", &[]),
    ("rogue_ref32", "ref32_", "ROGUE_REF32_ARCHIVE", &["ROGUE_WORD32", "ROGUE_DRAW_LOG"]),
];

const FLAGS: [&str; 5] = ["-std=gnu11", "-fwrapv", "-Wall", "-Wextra", "-Werror"];

fn main() {
    let sources = Path::new(&variable("CARGO_MANIFEST_DIR")).join("../../vendor-c");
    watch(&sources);
    for (name, prefix, path_variable, macros) in BUILDS {
        let mut build = cc::Build::new();
        // Optimised in every profile: the benches time this archive, and the tests draw every game from it.
        build.file(sources.join("harness.c")).define("ROGUE_PREFIX", prefix).opt_level(3).warnings(false);
        for flag in FLAGS {
            build.flag(flag);
        }
        for name in macros {
            build.define(name, None);
        }
        if let Err(reason) = find_compiler(&build) {
            fail(&format!(
                "roguelab needs a C compiler to build the references in vendor-c, and found none.\n\
                 Tried: {reason}.\n\
                 Install one (Debian: apt-get install gcc), or set CC to the one to use."
            ));
        }
        if let Err(error) = build.try_compile(name) {
            fail(&format!("the C references in vendor-c did not compile as {name}: {error}"));
        }
        println!("cargo:rustc-env={path_variable}={}/lib{name}.a", variable("OUT_DIR"));
    }
    // For the tests: they compile C themselves, and run this program without a compiler.
    println!("cargo:rustc-env=FOREIGN_TARGET={}", variable("TARGET"));
    if let Ok(program) = env::current_exe() {
        println!("cargo:rustc-env=FOREIGN_BUILD_SCRIPT={}", program.display());
    }
}

/// Asks for a new build when a file of the references changes, comes or goes.
fn watch(sources: &Path) {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed={}", sources.display());
    let files =
        fs::read_dir(sources).unwrap_or_else(|error| fail(&format!("cannot read {}: {error}", sources.display())));
    for file in files.flatten() {
        println!("cargo:rerun-if-changed={}", file.path().display());
    }
}

/// Whether the compiler that `cc` would call can be started; if not, which it was and why.
fn find_compiler(build: &cc::Build) -> Result<(), String> {
    let compiler = build.try_get_compiler().map_err(|error| error.to_string())?;
    Command::new(compiler.path())
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .map(drop)
        .map_err(|error| format!("{} ({error})", compiler.path().display()))
}

/// A variable that cargo always sets.
fn variable(name: &str) -> String {
    env::var(name).unwrap_or_else(|_| fail(&format!("{name} is not set: this program is run by cargo")))
}

fn fail(message: &str) -> ! {
    eprintln!("{message}");
    exit(1)
}
