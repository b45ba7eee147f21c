//! The results as JSON.

use anyhow::Result;
use gof::{PValue, Reference, Tail};
use serde_json::{Value, json};

use super::Run;
use crate::examination::Finding;

/// The version of the document: it changes whenever a field changes its meaning or goes.
const SCHEMA: &str = "roguelab-test/1";

/// The document. A logarithm of zero is `null`, as JSON has no infinity.
pub(super) fn document(run: &Run<'_>) -> Result<String> {
    let document = json!({
        "schema": SCHEMA,
        "input": {
            "file": run.args.file.to_string_lossy(),
            "what": run.what,
            "items": run.items,
            "bytes": run.bytes,
        },
        "alpha": run.args.alpha,
        "method": "Holm",
        "sides": "both",
        "stopped": run.stopped,
        "verdict": run.findings.verdict().to_string(),
        "more_needed": run.findings.more(),
        "again": run.again(),
        "tests": run.findings.rows.iter().map(row).collect::<Vec<_>>(),
    });
    Ok(serde_json::to_string_pretty(&document)?)
}

fn row(finding: &Finding) -> Value {
    let found = finding.outcome.as_ref().ok();
    json!({
        "test": finding.test,
        "null": finding.null,
        "items": finding.items,
        "needed": finding.needed,
        "units": found.map(|outcome| outcome.items),
        "statistic": found.map(|outcome| outcome.statistic),
        "reference": found.map(|outcome| reference(outcome.reference)),
        "p": finding.p().map(Tail::value),
        "log10_p": finding.p().map(Tail::log10),
        "tails": found.map(|outcome| tails(outcome.p)),
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
        Reference::Binomial { trials, chance } => json!({ "law": "binomial", "trials": trials, "chance": chance }),
        Reference::Farthest { counts } => json!({ "law": "farthest", "counts": counts }),
        _ => Value::Null,
    }
}
