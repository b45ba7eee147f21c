//! Shows the result of a comparison on a terminal, in CI and in files.

use std::io::Write as _;

use crate::ending::Ending;
use answers::check::{COMPARISON_SCHEMA, Comparison};
use anyhow::Result;

use super::{CheckArgs, ci};
use crate::cli::output::{Output, print_answer};
use crate::files::write;

/// Prints the result in the requested formats.
pub(super) fn show(comparison: &Comparison, args: &CheckArgs) -> Result<Ending> {
    if let Some(file) = &args.junit {
        write::whole(file, ci::junit(comparison).as_bytes())?;
    }
    if !args.json && (args.github || lockstep::is_on_github()) {
        write!(Output::of_findings(), "{}", ci::annotations(comparison))?;
    }
    print_answer(comparison, COMPARISON_SCHEMA, args.json)?;
    Ok(Ending::of(comparison.agrees()))
}
