//! What the program prints, as snapshots: the Markdown files of `tests/snapshots`, in the form of those of `roguelab`.

#[path = "../../cli/tests/suite/console.rs"]
mod console;
#[path = "../../cli/tests/suite/said.rs"]
#[allow(dead_code, reason = "the snapshots start the program through a shell")]
mod said;
#[path = "../../cli/tests/suite/trials.rs"]
mod trials;

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use console::remake_snapshot;
use libtest_mimic::{Arguments, Failed};
use said::VARIABLES;
use trials::{slow, trial};

const PROGRAM: &str = env!("CARGO_BIN_EXE_evidence");

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let elsewhere = cfg!(not(target_os = "linux")).then(|| "as on Linux".to_owned());
    let slow = slow(&arguments);
    let snapshots = [
        ("evidence", elsewhere.clone()),
        ("slow-evidence", elsewhere.or(slow)),
    ];
    let trials = snapshots.map(|(name, left_out)| trial(name, left_out, move || compare(name)));
    trials::run(arguments, trials.into())
}

fn compare(name: &str) -> Result<(), Failed> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/snapshots/{name}.md"));
    let folder = tempfile::tempdir()?;
    fs::write(folder.path().join("five"), "5")?;
    let printed = remake_snapshot(&fs::read_to_string(&path)?, folder.path())?;
    console::compare(&path, printed)
}
