//! The task `miri`: tests of the safe crates under Miri, the interpreter that sees undefined behaviour.
//!
//! These crates forbid unsafe code, so what Miri can still find is in what they are built on. Of `foreign` it can run nothing
//! that matters: it neither calls C nor opens libraries nor starts programs. It needs a nightly toolchain.
//!
//! Miri takes seconds for what takes a millisecond without it. [`RUNS`] are the test programs of which most tests are short
//! enough; in those, a long test is made shorter by `cfg!(miri)`, or says `#[cfg_attr(miri, ignore)]`. Of the crates that
//! mostly compute, these are modules.

use std::path::Path;

use crate::{MISUSE, process};

/// Test programs of a crate, as options of cargo, and the modules whose tests run: none for all of them.
struct Run {
    package: &'static str,
    programs: &'static [&'static str],
    modules: &'static [&'static str],
}

#[rustfmt::skip]
const RUNS: &[Run] = &[
    Run { package: "generators", programs: &["--lib", "--test=documents"], modules: &[] },
    Run { package: "permute", programs: &["--lib"], modules: &[] },
    Run { package: "rogue", programs: &["--lib"], modules: &[] },
    Run { package: "grids", programs: &["--lib", "--test=amazing", "--test=rooms"], modules: &[] },
    Run { package: "lockstep", programs: &["--lib"], modules: &[] },
    Run { package: "scan", programs: &["--lib"], modules: &["span::"] },
    Run { package: "gof", programs: &["--lib"], modules: &["pvalue::", "verdict::"] },
    Run { package: "exact", programs: &["--lib"], modules: &["distribution::", "shuffles::reachable::"] },
];

/// The tests read fixtures, and the properties look for files with old failures. By default, Miri adds random errors to the
/// functions of floats, which the standard library leaves open; our digests rest on what the platforms really do.
const FLAGS: &str = "-Zmiri-disable-isolation -Zmiri-deterministic-floats";

/// Cases of each property.
const CASES: &str = "4";

/// Runs Miri, where it is; the exit code of the first run that fails, but all of them are made.
pub(crate) fn run(root: &Path) -> u8 {
    if let Err(missing) = look(root) {
        eprintln!("miri: skipped: {missing}");
        return MISUSE;
    }
    let codes: Vec<u8> = RUNS.iter().map(|run| under_miri(root, run)).collect();
    codes.into_iter().find(|&code| code != 0).unwrap_or(0)
}

fn under_miri(root: &Path, run: &Run) -> u8 {
    let mut command = process::cargo_of("nightly", root);
    command
        .args(["miri", "test", "--quiet", "--locked", "-p", run.package])
        .args(run.programs)
        .arg("--")
        .args(run.modules);
    process::exit_code(command.env("MIRIFLAGS", FLAGS).env("PROPTEST_CASES", CASES))
}

/// Whether Miri is there; if not, what to do.
pub(crate) fn look(root: &Path) -> Result<(), String> {
    let works = process::works(process::cargo_of("nightly", root).args(["miri", "--version"]));
    works.then_some(()).ok_or_else(|| String::from("no Miri (rustup toolchain install nightly --component miri)"))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn every_module_that_is_named_has_tests() {
        let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates");
        for run in RUNS {
            for module in run.modules {
                let path = module.trim_end_matches("::").replace("::", "/");
                let file = crates.join(run.package).join("src").join(path).with_extension("rs");
                let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
                assert!(text.contains("#[test]"), "{module}");
            }
        }
    }
}
