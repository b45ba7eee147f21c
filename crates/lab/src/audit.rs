//! The audit: fresh seeds, and a ledger of the evidence that they give.
//!
//! The gate uses committed seeds, so it never sees more than it saw when they were committed. The audit draws new ones,
//! prints them, and adds the counts to a [`ledger`]. Evidence against a fair source is an e-value
//! ([`gof::evidence`]): for a fair source the chance that it ever reaches `1 / alpha`, however often one looks, is at most
//! `alpha`. So evidence accumulates over many runs, and one may stop or continue at any time. [`ALPHA`] is the whole budget
//! for false alarms, for all sources over the life of a ledger. An audit never blocks: it reports, and a person decides.

pub(crate) mod ledger;
pub(crate) mod source;

use anyhow::Result;
use gof::evidence::log10_e;

use ledger::{Ledger, Record};
use source::{CANARY, SOURCES, Source};

/// The chance that a ledger ever raises a false alarm.
pub(crate) const ALPHA: f64 = 1e-6;

/// The decimal logarithm of the e-value that raises the alarm: each source has an equal share of [`ALPHA`].
pub(crate) fn threshold() -> f64 {
    (SOURCES.len() as f64 / ALPHA).log10()
}

/// The sum of counts; as much as 64 bits hold, if counts that are read from a ledger are more.
pub(crate) fn items(counts: &[u64]) -> u64 {
    counts.iter().fold(0, |items, &count| items.saturating_add(count))
}

/// What an audit found of one source.
#[derive(Clone, Debug)]
pub(crate) struct Finding {
    /// The source.
    pub source: &'static Source,
    /// The seed of this run.
    pub seed: u64,
    /// Items of this run.
    pub items: u64,
    /// The decimal logarithm of the e-value of this run alone.
    pub log10_run: f64,
    /// Items of all runs in the ledger, including this one.
    pub items_total: u64,
    /// The decimal logarithm of the e-value of all of them.
    pub log10_total: f64,
}

impl Finding {
    /// Whether the evidence exceeds the budget.
    pub(crate) fn is_alarm(&self) -> bool {
        self.log10_total >= threshold()
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Audit {
    /// The findings, one for each source.
    pub findings: Vec<Finding>,
    /// The decimal logarithm of the e-value of the canary, a source with a planted defect.
    pub canary_log10: f64,
}

impl Audit {
    /// Runs every source, with a seed from `seeds` for each, and adds the counts to the ledger. Without a ledger each run
    /// stands alone: a seed that was used before gives no new evidence.
    pub(crate) fn run(
        seeds: &mut dyn FnMut() -> Result<u64>,
        items: u64,
        mut ledger: Option<&mut Ledger>,
    ) -> Result<Self> {
        let mut findings = Vec::new();
        for source in &SOURCES {
            let seed = seeds()?;
            let run = source.counts(seed, items);
            let mut total = match &ledger {
                Some(ledger) => ledger.total(source)?,
                None => vec![0; source.cells],
            };
            total.iter_mut().zip(&run).for_each(|(total, run)| *total = total.saturating_add(*run));
            let (log10_run, log10_total, items_total) = (log10_e(&run), log10_e(&total), self::items(&total));
            if let Some(ledger) = ledger.as_deref_mut() {
                ledger.append(Record::new(source.name, seed, run, log10_total))?;
            }
            findings.push(Finding { source, seed, items, log10_run, items_total, log10_total });
        }
        let seed = findings.first().map_or(0, |finding| finding.seed);
        Ok(Self { findings, canary_log10: log10_e(&CANARY.counts(seed, items)) })
    }

    /// The findings whose evidence exceeds the budget.
    pub(crate) fn alarms(&self) -> impl Iterator<Item = &Finding> {
        self.findings.iter().filter(|finding| finding.is_alarm())
    }

    pub(crate) fn canary_is_caught(&self) -> bool {
        self.canary_log10 >= threshold()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(first_seed: u64, items: u64, ledger: Option<&mut Ledger>) -> Audit {
        let mut seeds = first_seed..;
        Audit::run(&mut || Ok(seeds.next().unwrap()), items, ledger).unwrap()
    }

    #[test]
    fn evidence_accumulates_over_runs() {
        let folder = tempfile::tempdir().unwrap();
        let mut ledger = Ledger::open(&folder.path().join("ledger.jsonl")).unwrap();
        let first = run(1, 1000, Some(&mut ledger));
        let second = run(100, 1000, Some(&mut ledger));
        for (first, second) in first.findings.iter().zip(&second.findings) {
            assert_eq!((first.items_total, second.items_total), (1000, 2000));
            let [one, other] = [first, second].map(|finding| finding.source.counts(finding.seed, 1000));
            let both: Vec<u64> = one.iter().zip(other).map(|(one, other)| one + other).collect();
            assert!((second.log10_total - log10_e(&both)).abs() < 1e-9);
        }
    }
}
