//! The results as JSON.

use gof::{PValue, Reference, Tail};
use serde_json::{Value, json};

use super::looks::{End, Finding};
use super::verdict::{Run, name};

/// The version of the document, which changes whenever a field changes its meaning or is removed.
pub(super) const SCHEMA: &str = "roguelab-test/3";

/// The document. The logarithm of zero is `null`, because JSON has no infinity.
pub(super) fn document(run: &Run<'_>) -> Value {
    json!({
        "input": {
            "file": run.args.file.to_string_lossy(),
            "against": run.args.against.as_ref().map(|file| file.to_string_lossy()),
            "streams": run.args.streams,
            "what": run.what,
            "items": run.items,
            "bytes": run.bytes,
            "skipped": run.args.skip,
            "note": run.note,
        },
        "alpha": run.args.alpha,
        "method": "Holm",
        "sides": "both",
        "looks": "at 256 items, every doubling and the end; the j-th at a test has the share 1/(j (j + 1)) of its alpha, the \
                  only one all of it",
        "stopped": run.end == End::Stopped,
        "stopped_at_failure": run.end == End::Failed,
        "verdict": run.verdict().to_string(),
        "evidence": run.strongest().map(|strongest| name(strongest.p, run.args.alpha)),
        "items_to_decide": run.decides(),
        "excluded": run.excluded(),
        "pooled": run.pooled(),
        "fact": run.fact,
        "made": run.origin,
        "more_needed": run.findings.more(),
        "again": run.again(),
        "tests": run.findings.rows.iter().map(row).collect::<Vec<_>>(),
    })
}

fn row(finding: &Finding) -> Value {
    let found = finding.outcome.as_ref().ok();
    json!({
        "test": finding.test,
        "null": finding.null,
        "items": finding.items,
        "read": finding.read,
        "needed": finding.needed,
        "looks": finding.looks,
        "units": found.map(|outcome| outcome.items),
        "statistic": found.map(|outcome| outcome.statistic),
        "reference": found.map(|outcome| reference(outcome.reference)),
        "pvalue": finding.p().map(Tail::value),
        "log10_p": finding.p().map(Tail::log10),
        "tails": found.map(|outcome| tails(outcome.p)),
        "overall": finding.overall.map(|(p, items)| json!({ "p": p.value(), "log10_p": p.log10(), "look_at": items })),
        "worst": finding.worst,
        "verdict": finding.verdict.to_string(),
        "error": finding.outcome.as_ref().err().map(ToString::to_string),
    })
}

fn tails(p: PValue) -> Value {
    json!({ "lower": p.lower().value(), "upper": p.upper().value() })
}

fn reference(reference: Reference) -> Value {
    match reference {
        Reference::ChiSquare { freedom } => json!({ "law": "chi-square", "freedom": freedom }),
        Reference::Exact { outcomes } => json!({ "law": "exact", "outcomes": outcomes }),
        Reference::Kolmogorov { values } => json!({ "law": "kolmogorov", "values": values }),
        Reference::Poisson { mean } => json!({ "law": "poisson", "mean": mean }),
        Reference::Binomial { trials, chance } | Reference::TwoCells { trials, chance } => {
            json!({ "law": "binomial", "trials": trials, "chance": chance })
        }
        Reference::NegativeBinomial { successes, chance } => {
            json!({ "law": "negative-binomial", "successes": successes, "chance": chance })
        }
        Reference::Farthest { counts } => json!({ "law": "farthest", "counts": counts }),
        _ => Value::Null,
    }
}
