//! The regression gate: compares results with what is committed.
//!
//! A [`Section`] is one kind of evidence; the crate `evidence` has them all. It gives [`Check`]s, each with a verdict, a finding and a
//! list of changes. A [`Gate`] runs sections and shows them as text, as `gate.json`, and on GitHub as
//! annotations.
//! The gate is deterministic: seeds are committed, the order is fixed, and nothing depends on the time. What depends on the
//! machine (which oracles it has) is marked, and left out of [`Gate::digest`]. A gate that checked nothing does not pass.

mod check;
pub mod github;
pub(crate) mod junit;
pub mod show;

use std::path::{Path, PathBuf};

use anyhow::Result;
use lockstep::{caught, hex};
use rayon::prelude::*;
use serde::Serialize;
use sha2::{Digest, Sha256};
use subjects::oracles::Policy;

pub use check::Check;
use gof::Verdict;
use subjects::oracles::root;

/// The version of `gate.json`, which changes when a field changes its meaning or is removed.
pub(crate) const SCHEMA: &str = "roguelab-gate/2";

/// A section: one kind of evidence.
#[derive(Clone, Copy, Debug)]
pub struct Section {
    /// The name of the section, in lower case with hyphens.
    pub name: &'static str,
    /// What the section compares, in one line.
    pub about: &'static str,
    /// Gives the checks in a fixed order, or says why the section cannot run, where, and what to do.
    pub run: fn(&Context) -> Result<Vec<Check>>,
}

/// The context in which a section runs.
pub struct Context<'a> {
    /// The folder of the fixtures.
    pub fixtures: PathBuf,
    /// What to do about missing oracles.
    pub policy: Policy,
    /// Called after each piece of work.
    pub tick: &'a (dyn Fn() + Sync),
}

impl Context<'_> {
    /// The path of a fixture for display, relative to the root if possible, so that no path of a machine is recorded.
    pub fn shown(&self, name: &str) -> String {
        shown(&self.fixtures.join(name))
    }

    /// The text of a fixture.
    pub fn read(&self, name: &str, remedy: &str) -> Result<String> {
        let read = std::fs::read_to_string(self.fixtures.join(name));
        read.map_err(|error| anyhow::anyhow!("cannot read {}: {error}; {remedy}", self.shown(name)))
    }
}

/// A path relative to the root, if it is below the root.
pub(crate) fn shown(path: &Path) -> String {
    crate::files::read::shown(path.strip_prefix(root()).unwrap_or(path))
}

/// A section that was run.
#[derive(Clone, Debug, Serialize)]
pub struct SectionRun {
    /// The name of the section.
    pub name: &'static str,
    /// What the section compares.
    pub about: &'static str,
    /// The worst verdict of the section's checks.
    #[serde(serialize_with = "check::shown")]
    pub verdict: Verdict,
    /// The checks.
    pub checks: Vec<Check>,
}

impl SectionRun {
    fn of(section: &Section, found: Result<Vec<Check>>) -> Self {
        let checks = match found {
            Ok(checks) if checks.is_empty() => {
                vec![Check::invalid(
                    "section",
                    "it has no checks, so it proves nothing",
                )]
            }
            Ok(checks) => checks,
            Err(error) => vec![Check::invalid("section", format!("{error:#}"))],
        };
        let mut checks = checks;
        for check in &mut checks {
            if check.reproduce.is_empty() {
                check.reproduce = format!("cargo xtask gate --section {}", section.name);
            }
        }
        Self {
            name: section.name,
            about: section.about,
            // A section is skipped if everything in it is skipped.
            verdict: checks
                .iter()
                .map(|check| check.verdict)
                .max()
                .unwrap_or(Verdict::Invalid),
            checks,
        }
    }
}

/// The results of all sections.
#[derive(Clone, Debug)]
pub struct Gate {
    /// The command that made the checks: `gate`, or another one that shows its checks in the same way.
    name: &'static str,
    /// The folder of the fixtures as findings show it.
    folder: String,
    sections: Vec<SectionRun>,
}

/// Runs a section. One that panics must not hide what the others found.
fn run_section(section: &Section, context: &Context) -> Result<Vec<Check>> {
    let run = caught(|| (section.run)(context));
    run.unwrap_or_else(|panic| {
        let finding = format!("it panicked: {panic}");
        Ok(vec![Check::fail("section", finding)])
    })
}

impl Gate {
    /// Runs these sections.
    pub fn run(sections: &[Section], context: &Context) -> Self {
        let sections = sections
            .par_iter()
            .map(|section| SectionRun::of(section, run_section(section, context)))
            .collect();
        Self {
            name: "gate",
            folder: shown(&context.fixtures),
            sections,
        }
    }

    /// The results of another command, as a gate with one section.
    pub(crate) fn of(section: &Section, checks: Vec<Check>) -> Self {
        Self {
            name: section.name,
            folder: String::new(),
            sections: vec![SectionRun::of(section, Ok(checks))],
        }
    }

    pub(crate) fn sections(&self) -> &[SectionRun] {
        &self.sections
    }

    /// All checks, each with its section.
    pub fn checks(&self) -> impl Iterator<Item = (&SectionRun, &Check)> {
        self.sections
            .iter()
            .flat_map(|section| section.checks.iter().map(move |check| (section, check)))
    }

    /// The worst verdict of all sections; [`Verdict::Invalid`] if nothing was checked.
    pub fn verdict(&self) -> Verdict {
        Verdict::of_all(self.checks().map(|(_, check)| check.verdict))
    }

    /// The SHA-256 of all findings that do not depend on the machine, without the paths of files and the commands with them.
    pub(crate) fn digest(&self) -> Result<String> {
        let mut found = Vec::new();
        for (section, check) in self.checks() {
            if check.machine {
                continue;
            }
            let finding = match &*self.folder {
                "" => check.finding.clone(),
                folder => check.finding.replace(folder, "fixtures"),
            };
            let verdict = check.verdict.to_string();
            found.push((section.name, &check.name, verdict, finding, &check.changes));
        }
        Ok(hex(&Sha256::digest(serde_json::to_vec(&found)?)))
    }

    /// The text of `gate.json`.
    pub fn json(&self) -> Result<String> {
        #[derive(Serialize)]
        struct Json<'a> {
            schema: &'static str,
            #[serde(serialize_with = "check::shown")]
            verdict: Verdict,
            digest: String,
            sections: &'a [SectionRun],
        }
        let json = Json {
            schema: SCHEMA,
            verdict: self.verdict(),
            digest: self.digest()?,
            sections: &self.sections,
        };
        Ok(serde_json::to_string_pretty(&json)? + "\n")
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use answers::change::Change;

    pub(crate) fn gate(sections: &[Section]) -> Gate {
        Gate::run(
            sections,
            &Context {
                fixtures: root().join("fixtures"),
                policy: Policy::Off,
                tick: &|| (),
            },
        )
    }

    pub(crate) const GREEN: Section = Section {
        name: "green",
        about: "nothing",
        run: |_| Ok(vec![Check::pass("sound", "3 values equal")]),
    };
    pub(crate) const RED: Section = Section {
        name: "red",
        about: "nothing",
        run: |_| {
            let changes = vec![Change {
                place: "/a".into(),
                was: "1".into(),
                is: "2".into(),
            }];
            Ok(vec![
                Check::fail("broken", "1 of 3 values changed")
                    .changed(changes)
                    .in_file("fixtures/a.json".into()),
            ])
        },
    };
    pub(crate) const SKIPPED: Section = Section {
        name: "skipped",
        about: "nothing",
        run: |_| Ok(vec![Check::new(Verdict::Skip, "absent", "it is not here")]),
    };
    const EMPTY: Section = Section {
        name: "empty",
        about: "nothing",
        run: |_| Ok(Vec::new()),
    };
    pub(crate) const STUCK: Section = Section {
        name: "stuck",
        about: "nothing",
        run: |_| anyhow::bail!("cannot read a.json: make it"),
    };

    #[test]
    fn the_worst_section_decides_and_a_gate_that_checked_nothing_does_not_pass() {
        for (sections, verdict) in [
            (&[GREEN][..], Verdict::Pass),
            (&[GREEN, SKIPPED], Verdict::Pass),
            (&[GREEN, RED], Verdict::Fail),
            (&[STUCK, RED, GREEN], Verdict::Fail),
            (&[STUCK, GREEN], Verdict::Invalid),
            (&[], Verdict::Invalid),
            (&[SKIPPED], Verdict::Invalid),
            (&[EMPTY], Verdict::Invalid),
            (&[GREEN, EMPTY], Verdict::Invalid),
        ] {
            assert_eq!(gate(sections).verdict(), verdict);
        }
        let worst = |verdicts: &[Verdict]| Verdict::of_all(verdicts.iter().copied());
        assert_eq!(
            worst(&[Verdict::Void, Verdict::Fail, Verdict::Invalid]),
            Verdict::Void
        );
    }

    #[test]
    fn a_section_that_panics_fails_and_the_others_are_shown() {
        const BROKEN: Section = Section {
            name: "broken",
            about: "nothing",
            run: |_| panic!("the row does not sum to one"),
        };
        let gate = gate(&[BROKEN, GREEN]);
        assert_eq!(gate.verdict(), Verdict::Fail);
        let findings: Vec<_> = gate.checks().map(|(_, check)| check.headline()).collect();
        assert!(
            findings[0].starts_with(
                "it panicked: the row does not sum to one (at crates/cli/src/gate.rs:"
            )
        );
        assert_eq!(findings[1..], ["3 values equal"]);
    }

    #[test]
    fn the_digest_does_not_depend_on_where_the_fixtures_are() {
        const MISSING: Section = Section {
            name: "missing",
            about: "nothing",
            run: |context| {
                let file = context.shown("a.json");
                Ok(vec![
                    Check::fail("a", format!("{file} is missing")).in_file(file),
                ])
            },
        };
        let of = |folder: &Path| {
            let context = Context {
                fixtures: folder.to_owned(),
                policy: Policy::Off,
                tick: &|| (),
            };
            Gate::run(&[MISSING], &context).digest().unwrap()
        };
        let digest = of(&root().join("fixtures"));
        assert_eq!(digest, of(Path::new("/else/where")));
    }

    #[test]
    fn the_digest_does_not_depend_on_the_machine() {
        let digest = |sections: &[Section]| gate(sections).digest().unwrap();
        assert_eq!(digest(&[GREEN]), digest(&[GREEN, SKIPPED]));
        assert_ne!(digest(&[GREEN]), digest(&[GREEN, RED]));
        assert_eq!(digest(&[GREEN, RED]), digest(&[GREEN, RED]));
    }
}
