//! The audit: the lane of fresh seeds.
//!
//! The gate uses committed seeds, so it can never see more than it saw when they were committed. The audit draws new ones,
//! prints them, and adds what it finds to a [`ledger`]. Evidence against a fair source is kept as an e-value, the stake of a
//! gambler who bets on unfairness: for a fair source the chance that it ever passes `1 / alpha`, however often one looks, is
//! at most `alpha` (Ville). So evidence may be gathered over many runs, and stopping or going on whenever one likes is
//! allowed. [`ALPHA`] is the whole budget for false alarms, for all checks over the life of a ledger.
//!
//! An audit never blocks: it tells, and a person decides.

pub mod evidence;
pub mod ledger;
pub mod source;

use anyhow::Result;

use evidence::Counts;
use ledger::{Ledger, Record};
use source::{CANARY, SOURCES, Source};

/// The chance that a ledger ever raises a false alarm.
pub const ALPHA: f64 = 1e-6;

/// The decimal logarithm of the e-value at which a check raises the alarm: each has an equal share of [`ALPHA`].
pub fn threshold() -> f64 {
    (SOURCES.len() as f64 / ALPHA).log10()
}

/// What one check of an audit found.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The source.
    pub source: &'static Source,
    /// The seed of this run.
    pub seed: u64,
    /// Items of this run.
    pub items: u64,
    /// The decimal logarithm of the e-value of this run alone.
    pub log10_run: f64,
    /// Items over all runs in the ledger, this one with them.
    pub items_total: u64,
    /// The decimal logarithm of the e-value over all of them.
    pub log10_total: f64,
}

impl Finding {
    /// Whether the evidence passes the budget.
    pub fn is_alarm(&self) -> bool {
        self.log10_total >= threshold()
    }
}

/// What became of the canary, a source with a planted defect, from the same seed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Canary {
    /// The decimal logarithm of its e-value.
    pub log10: f64,
}

impl Canary {
    /// Whether its defect was caught.
    pub fn is_caught(self) -> bool {
        self.log10 >= threshold()
    }
}

/// An audit that was made.
#[derive(Clone, Debug)]
pub struct Audit {
    /// What each check found.
    pub findings: Vec<Finding>,
    /// What became of the canary.
    pub canary: Canary,
}

impl Audit {
    /// Runs every source from its seed, `seeds` giving one for each, and adds what it shows to the ledger. Without a ledger
    /// each run stands for itself: that of a seed which was used before is no new evidence.
    ///
    /// # Errors
    /// If the ledger cannot be read or written.
    pub fn run(seeds: &mut dyn FnMut() -> Result<u64>, items: u64, mut ledger: Option<&mut Ledger>) -> Result<Self> {
        let mut findings = Vec::new();
        for source in &SOURCES {
            let seed = seeds()?;
            let run = source.counts(seed, items);
            let mut total = ledger.as_deref().map_or_else(|| Ok(Counts::none(source.cells)), |l| l.total(source))?;
            total.add(&run);
            let log10_total = total.log10_e();
            if let Some(ledger) = ledger.as_deref_mut() {
                ledger.append(Record::new(source.name, seed, &run, log10_total))?;
            }
            let (log10_run, items_total) = (run.log10_e(), total.items());
            findings.push(Finding { source, seed, items, log10_run, items_total, log10_total });
        }
        let seed = findings.first().map_or(0, |finding| finding.seed);
        Ok(Self { findings, canary: Canary { log10: CANARY.counts(seed, items).log10_e() } })
    }

    /// The checks whose evidence passes the budget.
    pub fn alarms(&self) -> impl Iterator<Item = &Finding> {
        self.findings.iter().filter(|finding| finding.is_alarm())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seeds(mut seed: u64) -> impl FnMut() -> Result<u64> {
        move || {
            seed += 1;
            Ok(seed)
        }
    }

    #[test]
    fn a_fair_source_raises_no_alarm_and_the_canary_does() {
        let audit = Audit::run(&mut seeds(0), 20_000, None).unwrap();
        assert_eq!(audit.alarms().count(), 0, "{audit:?}");
        assert!(audit.canary.is_caught(), "{audit:?}");
        assert_eq!(audit.findings.len(), SOURCES.len());
    }

    #[test]
    fn evidence_accumulates_over_runs() {
        let folder = tempfile::tempdir().unwrap();
        let mut ledger = Ledger::open(&folder.path().join("ledger.jsonl")).unwrap();
        let first = Audit::run(&mut seeds(0), 1000, Some(&mut ledger)).unwrap();
        let second = Audit::run(&mut seeds(100), 1000, Some(&mut ledger)).unwrap();
        for (first, second) in first.findings.iter().zip(&second.findings) {
            assert_eq!((first.items_total, second.items_total), (1000, 2000));
            let mut both = first.source.counts(first.seed, 1000);
            both.add(&second.source.counts(second.seed, 1000));
            assert!((second.log10_total - both.log10_e()).abs() < 1e-9);
        }
    }

    #[test]
    fn too_few_items_do_not_catch_the_canary() {
        assert!(!Audit::run(&mut seeds(0), 10, None).unwrap().canary.is_caught());
    }
}
