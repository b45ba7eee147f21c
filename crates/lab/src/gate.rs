//! The gate: what must not change, held against what is committed.
//!
//! A [`Lane`] is one kind of evidence; [`LANES`] is the list of them. A lane gives [`Check`]s, each with a verdict, what it
//! found and, where something changed, old and new side by side. [`Gate`] runs lanes and shows what they found as text,
//! `gate.json`, `junit.xml`, and on GitHub as annotations and a job summary.
//!
//! The gate is deterministic: its seeds are committed, its order is that of the lists, and there are no times in it. What
//! may differ between machines (oracles that are there or not) is marked, and is not in [`Gate::digest`]. It is green only if it proved something.

pub mod canaries;
pub mod check;
pub mod conformance;
pub mod fixtures;
pub mod github;
pub mod junit;
pub mod show;
pub mod statistics;
pub mod tables;

use std::path::{Path, PathBuf};

use anyhow::Result;
use lockstep::{caught, hex};
use rayon::prelude::*;
use serde::Serialize;
use sha2::{Digest, Sha256};
use subjects::oracles::Policy;

use crate::fixtures::root;
pub use check::{Change, Check, Verdict};

/// The version of `gate.json`: it changes whenever a field changes its meaning or goes.
pub const SCHEMA: &str = "roguelab-gate/1";

/// Every lane, in the order in which they are shown.
pub static LANES: &[Lane] = &[conformance::LANE, fixtures::LANE, tables::LANE, statistics::LANE, canaries::LANE];

/// One kind of evidence.
#[derive(Clone, Copy, Debug)]
pub struct Lane {
    /// Its name, in lower case with hyphens.
    pub name: &'static str,
    /// What it holds against what, in a line.
    pub about: &'static str,
    /// Runs its checks.
    pub run: fn(&Context) -> LaneResult,
}

/// The checks of a lane, in an order that does not depend on threads; or why it cannot be run, with place and remedy.
pub type LaneResult = Result<Vec<Check>>;

/// What a lane runs with.
pub struct Context<'a> {
    /// The folder of the committed evidence.
    pub fixtures: PathBuf,
    /// What to do about oracles that are not there.
    pub policy: Policy,
    /// To be called after each piece of work.
    pub tick: &'a (dyn Fn() + Sync),
}

impl Context<'_> {
    /// A committed file by its name below `fixtures`, as it is shown: from the root if it is there, without the machine's
    /// own folders.
    pub fn shown(&self, name: &str) -> String {
        shown(&self.fixtures.join(name))
    }

    /// The text of a committed file.
    ///
    /// # Errors
    /// If it cannot be read; with `remedy`, what to do then.
    pub fn read(&self, name: &str, remedy: &str) -> Result<String> {
        let read = std::fs::read_to_string(self.fixtures.join(name));
        read.map_err(|error| anyhow::anyhow!("cannot read {}: {error}; {remedy}", self.shown(name)))
    }
}

/// A path as it may be written down.
pub fn shown(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).display().to_string()
}

/// A lane that was run.
#[derive(Clone, Debug, Serialize)]
pub struct LaneRun {
    /// Its name.
    pub name: &'static str,
    /// What it holds against what.
    pub about: &'static str,
    /// The worst of its checks.
    pub verdict: Verdict,
    /// The checks.
    pub checks: Vec<Check>,
}

impl LaneRun {
    fn of(lane: &Lane, found: LaneResult) -> Self {
        let checks = match found {
            Ok(checks) if checks.is_empty() => vec![Check::invalid("lane", "it has no checks: it proves nothing")],
            Ok(checks) => checks,
            Err(error) => vec![Check::invalid("lane", format!("{error:#}"))],
        };
        let again = |check: Check| match check.reproduce.as_str() {
            "" => Check { reproduce: format!("cargo xtask gate --lane {}", lane.name), ..check },
            _ => check,
        };
        let checks: Vec<_> = checks.into_iter().map(again).collect();
        Self { name: lane.name, about: lane.about, verdict: Verdict::worst(checks.iter().map(|c| c.verdict)), checks }
    }
}

/// What all lanes found.
#[derive(Clone, Debug)]
pub struct Gate {
    lanes: Vec<LaneRun>,
}

impl Gate {
    /// Runs these lanes.
    pub fn run(lanes: &[Lane], context: &Context) -> Self {
        let found = |lane: &Lane| {
            // One lane that breaks must not take what the others found with it.
            let run = caught(|| (lane.run)(context));
            run.unwrap_or_else(|panic| Ok(vec![Check::fail("lane", format!("it panicked: {panic}"))]))
        };
        Self { lanes: lanes.par_iter().map(|lane| LaneRun::of(lane, found(lane))).collect() }
    }

    /// The lanes that were run.
    pub fn lanes(&self) -> &[LaneRun] {
        &self.lanes
    }

    /// Every check with its lane.
    pub fn checks(&self) -> impl Iterator<Item = (&LaneRun, &Check)> {
        self.lanes.iter().flat_map(|lane| lane.checks.iter().map(move |check| (lane, check)))
    }

    /// The worst verdict of all; [`Verdict::Invalid`] if nothing was proved.
    pub fn verdict(&self) -> Verdict {
        match Verdict::worst(self.checks().map(|(_, check)| check.verdict)) {
            Verdict::Skip => Verdict::Invalid,
            verdict => verdict,
        }
    }

    /// SHA-256 of all that was found, but for what depends on the machine: equal runs have equal digests.
    ///
    /// # Errors
    /// If the findings cannot be written as JSON: a defect of this program.
    pub fn digest(&self) -> Result<String> {
        let found: Vec<_> = self.checks().filter(|(_, c)| !c.machine).map(|(lane, check)| (lane.name, check)).collect();
        Ok(hex(&Sha256::digest(serde_json::to_vec(&found)?)))
    }

    /// The content of `gate.json`.
    ///
    /// # Errors
    /// If it cannot be written as JSON: a defect of this program.
    pub fn json(&self) -> Result<String> {
        #[derive(Serialize)]
        struct Json<'a> {
            schema: &'static str,
            verdict: Verdict,
            digest: String,
            lanes: &'a [LaneRun],
        }
        let json = Json { schema: SCHEMA, verdict: self.verdict(), digest: self.digest()?, lanes: &self.lanes };
        Ok(serde_json::to_string_pretty(&json)? + "\n")
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn gate(lanes: &[Lane]) -> Gate {
        Gate::run(lanes, &Context { fixtures: root().join("fixtures"), policy: Policy::Off, tick: &|| () })
    }

    pub(crate) const GREEN: Lane =
        Lane { name: "green", about: "nothing", run: |_| Ok(vec![Check::pass("sound", "3 values equal")]) };
    pub(crate) const RED: Lane = Lane {
        name: "red",
        about: "nothing",
        run: |_| {
            let changes = vec![Change { place: "/a".into(), was: "1".into(), is: "2".into() }];
            Ok(vec![Check::fail("broken", "1 of 3 values changed").changed(changes).in_file("fixtures/a.json".into())])
        },
    };
    pub(crate) const SKIPPED: Lane =
        Lane { name: "skipped", about: "nothing", run: |_| Ok(vec![Check::skip("absent", "it is not here")]) };
    const EMPTY: Lane = Lane { name: "empty", about: "nothing", run: |_| Ok(Vec::new()) };
    pub(crate) const STUCK: Lane =
        Lane { name: "stuck", about: "nothing", run: |_| anyhow::bail!("cannot read a.json: make it") };

    #[test]
    fn one_red_check_makes_the_gate_red_and_a_stuck_lane_does_not_hide_it() {
        assert_eq!(gate(&[GREEN]).verdict(), Verdict::Pass);
        assert_eq!(gate(&[GREEN, RED]).verdict(), Verdict::Fail);
        assert_eq!(gate(&[STUCK, RED, GREEN]).verdict(), Verdict::Fail);
        assert_eq!(gate(&[STUCK, GREEN]).verdict(), Verdict::Invalid);
    }

    #[test]
    fn a_lane_that_panics_fails_and_the_others_are_shown() {
        const BROKEN: Lane = Lane { name: "broken", about: "nothing", run: |_| panic!("the row does not sum to one") };
        let gate = gate(&[BROKEN, GREEN]);
        assert_eq!(gate.verdict(), Verdict::Fail);
        let findings: Vec<_> = gate.checks().map(|(_, check)| check.headline()).collect();
        assert!(findings[0].starts_with("it panicked: the row does not sum to one (at crates/lab/src/gate.rs:"));
        assert_eq!(findings[1..], ["3 values equal"]);
    }

    #[test]
    fn a_gate_that_proved_nothing_is_not_green() {
        for lanes in [&[][..], &[SKIPPED], &[EMPTY], &[GREEN, EMPTY]] {
            assert_eq!(gate(lanes).verdict(), Verdict::Invalid);
        }
        assert_eq!(gate(&[GREEN, SKIPPED]).verdict(), Verdict::Pass);
    }

    #[test]
    fn the_digest_is_of_what_was_found_and_not_of_the_machine() {
        let digest = |lanes: &[Lane]| gate(lanes).digest().unwrap();
        assert_eq!(digest(&[GREEN]), digest(&[GREEN, SKIPPED]));
        assert_ne!(digest(&[GREEN]), digest(&[GREEN, RED]));
        assert_eq!(digest(&[GREEN, RED]), digest(&[GREEN, RED]));
    }

    #[test]
    fn the_json_is_versioned_and_says_how_to_see_each_check_again() {
        let json: serde_json::Value = serde_json::from_str(&gate(&[GREEN, RED]).json().unwrap()).unwrap();
        assert_eq!((json["schema"].as_str(), json["verdict"].as_str()), (Some(SCHEMA), Some("FAIL")));
        let check = &json["lanes"][1]["checks"][0];
        assert_eq!(check["reproduce"], "cargo xtask gate --lane red");
        assert_eq!((&check["changes"][0]["was"], &check["changes"][0]["is"]), (&"1".into(), &"2".into()));
    }
}
