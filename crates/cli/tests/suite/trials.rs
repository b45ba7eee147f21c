//! Test programs that make their lists of tests at run time.

use std::collections::BTreeSet;
use std::fmt::Display;
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};

use libtest_mimic::{Arguments, Failed, Trial};

/// Reasons of more than [`LONGEST`] bytes for leaving tests out, each said once for all its tests.
static REASONS: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
const LONGEST: usize = 50;

/// Runs the tests. With `--include-ignored` the slow ones run too, but tests that miss something on this machine stay ignored.
pub(crate) fn run(mut arguments: Arguments, trials: Vec<Trial>) -> ExitCode {
    arguments.include_ignored = false;
    let reasons = REASONS.lock().unwrap_or_else(PoisonError::into_inner);
    for reason in reasons.iter().filter(|_| !arguments.list) {
        println!("ignored: {reason}");
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// Why slow tests are left out, if they are.
#[allow(dead_code, reason = "not every program of tests has slow ones")]
pub(crate) fn slow(arguments: &Arguments) -> Option<String> {
    (!arguments.include_ignored).then(|| "slow: run in CI".into())
}

/// A test, or one that is left out and shown as ignored, with the reason, of which a long one is cut at its colon.
#[allow(dead_code, reason = "not every program of tests leaves tests out")]
pub(crate) fn trial(
    name: impl Display,
    left_out: Option<String>,
    run: impl FnOnce() -> Result<(), Failed> + Send + 'static,
) -> Trial {
    match left_out {
        Some(why) => {
            let short = match why.split_once(": ") {
                Some((short, _)) if why.len() > LONGEST => short,
                _ => &why,
            };
            let name = format!("{name} ({short})");
            if short.len() < why.len() {
                let mut reasons = REASONS.lock().unwrap_or_else(PoisonError::into_inner);
                reasons.insert(why);
            }
            Trial::test(name, run).with_ignored_flag(true)
        }
        None => Trial::test(name.to_string(), run),
    }
}

/// A test that needs a language, given its version or the reason why it is missing.
#[allow(dead_code, reason = "not every program of tests needs a language")]
pub(crate) fn in_language(
    name: &str,
    version: &Result<String, String>,
    left_out: Option<String>,
    run: impl FnOnce() -> Result<(), Failed> + Send + 'static,
) -> Trial {
    match version {
        Ok(version) => trial(format!("{name} ({version})"), left_out, run),
        Err(why) => trial(name, Some(why.clone()), run),
    }
}

#[allow(
    dead_code,
    reason = "not every program of tests says why it failed in this way"
)]
pub(crate) fn holds(condition: bool, said: &(impl Display + ?Sized)) -> Result<(), Failed> {
    if condition {
        Ok(())
    } else {
        Err(said.to_string().into())
    }
}
