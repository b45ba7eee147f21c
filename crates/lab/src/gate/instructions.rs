//! The lane of instruction counts: the hot paths under valgrind, against a committed baseline with a tolerance.
//!
//! Instructions are counted and not time, so that a busy machine changes nothing. They do depend on the compiler, the target
//! and its flags, and on the vector instructions that the processor has: `fixtures/instructions.toml` says which, and on
//! another build the lane is skipped by name, as it is without valgrind. `cargo xtask bless --instructions` makes the
//! baseline anew.

use std::collections::BTreeMap;
use std::process::Command;

use anyhow::{Context as _, Result, bail};
use findings::number::grouped;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::check::Check;
use super::{Context, Lane, LaneResult};
use crate::change::Change;
use hot_paths::{HOT_PATHS, HotPath};

/// The lane.
pub const LANE: Lane = Lane { name: "instructions", about: "instructions of the hot paths, counted by valgrind", run };

/// The name of the baseline below `fixtures`.
pub const NAME: &str = "instructions.toml";

const REMEDY: &str = "make it anew with `cargo xtask bless --instructions`";

/// The tolerance of a new baseline: what a count may differ by, of itself.
///
/// Counts of one build repeat to about a part in 10,000; a lost inlining or bounds check is more than this.
const TOLERANCE: f64 = 0.02;

/// What the counts depend on.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Build {
    compiler: String,
    target: String,
    /// Level of optimisation, and rustc's flags where there are any.
    optimisation: String,
    /// What the processor has of those that the ports have a version for and valgrind knows: `AVX2`, or `none`.
    vectors: String,
}

impl Build {
    /// That of this program.
    pub fn this() -> Self {
        Self {
            compiler: hot_paths::COMPILER.into(),
            target: hot_paths::TARGET.into(),
            optimisation: hot_paths::OPTIMISATION.into(),
            vectors: if has_avx2() { "AVX2" } else { "none" }.into(),
        }
    }

    /// What differs from `other`, in words; nothing if the two can be compared.
    fn differs_from(&self, other: &Self) -> Option<String> {
        let fields = [
            ("compiler", &self.compiler, &other.compiler),
            ("target", &self.target, &other.target),
            ("optimisation", &self.optimisation, &other.optimisation),
            ("processor's vectors", &self.vectors, &other.vectors),
        ];
        let (name, ours, theirs) = fields.into_iter().find(|(_, ours, theirs)| ours != theirs)?;
        Some(format!("not comparable: the {name} is {ours}, and that of the baseline {theirs}"))
    }
}

#[cfg(target_arch = "x86_64")]
fn has_avx2() -> bool {
    std::is_x86_feature_detected!("avx2")
}

#[cfg(not(target_arch = "x86_64"))]
fn has_avx2() -> bool {
    false
}

/// The committed counts.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Baseline {
    tolerance: f64,
    build: Build,
    /// By hot path.
    paths: BTreeMap<String, Counted>,
}

/// A count, less that of no steps.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Counted {
    steps: u64,
    instructions: u64,
}

impl Counted {
    fn a_step(self) -> String {
        format!("{:.3e}", self.instructions as f64 / self.steps as f64)
    }
}

impl Baseline {
    /// From its TOML.
    ///
    /// # Errors
    /// If it is none, or a value in it means nothing.
    pub fn parse(text: &str) -> Result<Self> {
        let baseline: Self = toml::from_str(text)?;
        if !(baseline.tolerance > 0.0 && baseline.tolerance < 1.0) {
            bail!("the tolerance is {}, and it must lie between 0 and 1", baseline.tolerance);
        }
        if let Some((name, _)) = baseline.paths.iter().find(|(_, path)| path.steps == 0 || path.instructions == 0) {
            bail!("the hot path {name} has no steps or no instructions");
        }
        Ok(baseline)
    }

    /// Counts anew, as TOML.
    ///
    /// # Errors
    /// If valgrind is not there or cannot count.
    pub fn make() -> Result<String> {
        if let Some(why) = valgrind_missing() {
            bail!(why);
        }
        let none = instructions(&HOT_PATHS[0], 0)?;
        let paths = HOT_PATHS.par_iter().map(|path| Ok((path.name.to_owned(), count(path, path.steps, none)?)));
        let paths = paths.collect::<Result<_>>()?;
        let baseline = Self { tolerance: TOLERANCE, build: Build::this(), paths };
        Ok(format!(
            "# Instructions of the hot paths, less those of a run without steps: cargo xtask bless --instructions\n\
             # A count may differ by the tolerance, of itself; on another build they are not compared.\n{}",
            toml::to_string(&baseline)?
        ))
    }
}

fn run(context: &Context) -> LaneResult {
    let baseline = Baseline::parse(&context.read(NAME, REMEDY)?)
        .with_context(|| format!("{} cannot be used: {REMEDY}", context.shown(NAME)))?;
    if let Some(why) = Build::this().differs_from(&baseline.build).or_else(valgrind_missing) {
        return Ok(vec![Check::skip("instructions", why)]);
    }
    let none = instructions(&HOT_PATHS[0], 0)?;
    let mut checks: Vec<Check> = HOT_PATHS
        .par_iter()
        .map(|path| match baseline.paths.get(path.name) {
            None => Check::fail(path.name, format!("it is not in the baseline: {REMEDY}")),
            Some(committed) => match count(path, committed.steps, none) {
                Ok(now) => held(path, *committed, now, baseline.tolerance),
                Err(error) => Check::invalid(path.name, format!("{error:#}")),
            },
        })
        .collect();
    let gone = baseline.paths.keys().filter(|name| hot_paths::find(name).is_none());
    checks.extend(gone.map(|name| Check::fail(name, format!("there is no such hot path any more: {REMEDY}"))));
    let marked = checks.into_iter().map(|check| check.of_machine(true).in_file(context.shown(NAME)));
    Ok(marked.collect())
}

/// More instructions are slower; fewer are a change too, or the baseline would hide the next loss.
fn held(path: &HotPath, committed: Counted, now: Counted, tolerance: f64) -> Check {
    let ratio = now.instructions as f64 / committed.instructions as f64;
    if now.instructions.abs_diff(committed.instructions) as f64 <= tolerance * committed.instructions as f64 {
        let finding =
            format!("within {} % of {} instructions for {}", tolerance * 100.0, committed.a_step(), path.step);
        return Check::pass(path.name, finding);
    }
    let change = Change {
        place: format!("instructions of {} steps", grouped(committed.steps)),
        was: grouped(committed.instructions),
        is: grouped(now.instructions),
    };
    let meant = if ratio < 1.0 { format!("; if that is meant, {REMEDY}") } else { String::new() };
    let finding = format!("{:+.1} % instructions for {}{meant}", (ratio - 1.0) * 100.0, path.step);
    Check::fail(path.name, finding).changed(vec![change])
}

fn valgrind_missing() -> Option<String> {
    let answer = Command::new("valgrind").arg("--version").output();
    let works = answer.is_ok_and(|output| output.status.success());
    (!works).then(|| "valgrind is not installed (Debian: apt-get install valgrind)".into())
}

/// Counts so many steps, and takes off what the program needs to start: the count for none.
fn count(path: &HotPath, steps: u64, none: u64) -> Result<Counted> {
    Ok(Counted { steps, instructions: instructions(path, steps)?.saturating_sub(none) })
}

fn instructions(path: &HotPath, steps: u64) -> Result<u64> {
    let program = std::env::current_exe().context("cannot find this program")?;
    let output = Command::new("valgrind")
        .args(["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"])
        .arg(program)
        .args(["hot-path", path.name, &steps.to_string()])
        .output()
        .context("cannot start valgrind")?;
    let said = String::from_utf8_lossy(&output.stderr);
    match total(&said) {
        Some(total) if output.status.success() => Ok(total),
        _ => bail!("valgrind counted nothing: {}", said.lines().last().unwrap_or("it said nothing")),
    }
}

/// The number in cachegrind's line `==PID== I refs: 1,234`, whatever blanks are in it.
fn total(said: &str) -> Option<u64> {
    let line = said.lines().find(|line| line.split_whitespace().skip(1).take(2).eq(["I", "refs:"]))?;
    line.split_whitespace().last()?.replace(',', "").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const BASELINE: &str = "tolerance = 0.02\n[build]\ncompiler = \"c\"\ntarget = \"t\"\noptimisation = \"3\"\nvectors = \"none\"\n[paths]\n";

    #[test]
    fn a_baseline_that_means_nothing_is_refused() {
        assert!(Baseline::parse(BASELINE).is_ok());
        let refused = |text: &str, why: &str| {
            let error = format!("{:#}", Baseline::parse(text).unwrap_err());
            assert!(error.contains(why), "{error}");
        };
        refused(&BASELINE.replace("0.02", "2"), "the tolerance is 2");
        refused(&BASELINE.replace("0.02", "nan"), "the tolerance is NaN");
        refused(&BASELINE.replace("0.02", "-0.02"), "between 0 and 1");
        refused(&BASELINE.replace("target", "taget"), "taget");
        refused(&format!("{BASELINE}pcg32 = {{ steps = 0, instructions = 5 }}"), "pcg32 has no steps");
        refused("tolerance = ", "line 1");
    }

    #[test]
    fn the_committed_baseline_can_be_read_and_has_every_hot_path() {
        let text = std::fs::read_to_string(crate::fixtures::root().join("fixtures").join(NAME)).unwrap();
        let committed = Baseline::parse(&text).unwrap();
        let mut names: Vec<_> = HOT_PATHS.iter().map(|path| path.name).collect();
        names.sort_unstable();
        assert!(committed.paths.keys().eq(names));
    }

    #[test]
    fn counts_of_another_build_are_not_compared() {
        let this = Build::this();
        assert_eq!(this.differs_from(&this), None);
        let other = Build { target: "elsewhere".into(), ..this.clone() };
        let why = this.differs_from(&other).unwrap();
        assert!(why.starts_with("not comparable: the target is") && why.ends_with("elsewhere"), "{why}");
    }

    #[test]
    fn a_count_fails_outside_its_tolerance_on_both_sides() {
        let path = &HOT_PATHS[0];
        let counted = |instructions| Counted { steps: 10, instructions };
        let verdict = |now| held(path, counted(1000), counted(now), 0.02).verdict.name();
        assert_eq!([979, 980, 1020, 1021].map(verdict), ["FAIL", "PASS", "PASS", "FAIL"]);
        let check = held(path, counted(1000), counted(1500), 0.02);
        assert!(check.headline().starts_with("+50.0 % instructions for "), "{}", check.headline());
        assert_eq!((check.changes[0].was.as_str(), check.changes[0].is.as_str()), ("1,000", "1,500"));
    }

    #[test]
    fn the_total_is_read_whatever_its_blanks() {
        assert_eq!(total("==7== Cachegrind\n==7== I   refs:      875,126\n"), Some(875_126));
        assert_eq!(total("==7== I refs:  1,875,126"), Some(1_875_126));
        assert_eq!(total("==7== I1 misses: 3"), None);
    }
}
