//! How far a scan has come: a file that is written whole or not at all, with a digest of its content.
//!
//! Two runs of the same scan may share a file: each writes a true state. Different scans, such as two shards, need a file
//! each.

use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};
use scan::{Outcome, Scan, Span};
use serde::{Deserialize, Serialize};

use crate::files::read::{self, CHECKPOINT};
use crate::files::write;

/// The content of the file.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Saved {
    /// The seeds of this scan, which may be a shard.
    span: Span,
    /// What was found from the first of them on.
    outcome: Outcome,
}

/// Where the states of a scan are kept.
#[derive(Clone, Debug)]
pub(crate) struct Checkpoint {
    path: PathBuf,
}

impl Checkpoint {
    /// In this file.
    pub(crate) const fn new(path: PathBuf) -> Self {
        Self { path }
    }

    /// The file.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// What an earlier run of the same scan found, if there was one.
    pub(crate) fn resume(&self, scan: &Scan) -> Result<Outcome> {
        let path = read::name(&self.path);
        if matches!(self.path.try_exists(), Ok(false)) {
            return Ok(scan.start());
        }
        let text = read::text(&self.path, CHECKPOINT)?;
        let refused = |why: &str| anyhow!("the checkpoint {path} {why}: remove it, or run with --restart");
        let saved: Saved =
            serde_json::from_str(&text).map_err(|error| refused(&format!("cannot be read ({error})")))?;
        let outcome = saved.outcome;
        outcome.verify().map_err(|error| refused(&format!("is {error}")))?;
        scan.start().check(&outcome).map_err(|conflict| refused(&format!("is of another scan ({conflict})")))?;
        let begun = match outcome.ranges() {
            [] => true,
            [one] => one.from() == saved.span.from() && one.to() <= saved.span.to(),
            _ => false,
        };
        if scan.span != Some(saved.span) || outcome.whole() != scan.whole || !begun {
            let [part, whole] = [saved.span, outcome.whole()].map(|span| format!("{} to {}", span.from(), span.to()));
            return Err(refused(&format!("is of another scan (it is of the seeds {part}, a part of {whole})")));
        }
        Ok(outcome)
    }

    /// Writes a state.
    pub(crate) fn save(&self, scan: &Scan, outcome: &Outcome) -> Result<()> {
        let Some(span) = scan.span else { return Ok(()) };
        let saved = Saved { span, outcome: outcome.clone() };
        write::whole(&self.path, format!("{}\n", serde_json::to_string(&saved)?).as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use scan::{Predicate, Source};

    use super::*;

    fn scan(predicate: &str, to: u32) -> Scan {
        let source = Source::find("rrandom", None).unwrap();
        let predicate = Predicate::parse(predicate, source).unwrap();
        let whole = Span::new(0, to).unwrap();
        Scan { source, predicate, whole, span: Some(whole), keep: 2 }
    }

    #[test]
    fn the_checkpoint_of_another_scan_is_refused_with_a_remedy() {
        let folder = tempfile::tempdir().unwrap();
        let checkpoint = Checkpoint::new(folder.path().join("scan.json"));
        let (one, other_predicate, other_seeds) =
            (scan("coin_toss(0)", 99), scan("coin_toss(1)", 99), scan("coin_toss(0)", 98));
        let shard = Scan { whole: Span::ALL, ..one.clone() };
        checkpoint.save(&one, &one.start()).unwrap();
        let text = fs::read_to_string(checkpoint.path()).unwrap();
        let refused = |scan: &Scan, why: &str| {
            let error = format!("{:#}", checkpoint.resume(scan).unwrap_err());
            assert!(error.contains(why) && error.contains("--restart"), "{error}");
        };
        refused(&other_predicate, "`coin_toss(0)`");
        refused(&other_seeds, "the seeds 0 to 99");
        refused(&shard, "a part of 0 to 99");
        fs::write(checkpoint.path(), &text[..text.len() / 2]).unwrap();
        refused(&one, "cannot be read");
        fs::write(checkpoint.path(), text.replace("\"seeds\":0", "\"seeds\":1")).unwrap();
        refused(&one, "do not have that many seeds");
    }
}
