//! Evidence in JSON.

#![allow(
    clippy::ref_option,
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes fields by reference"
)]

use gof::observed::Evidence;
use serde::Serializer;

pub(super) fn as_evidence<S: Serializer>(
    evidence: &Evidence,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(match evidence {
        Evidence::Nothing => "nothing unusual",
        Evidence::Weak => "weak",
        Evidence::Strong => "strong",
    })
}

pub(super) fn as_optional_evidence<S: Serializer>(
    evidence: &Option<Evidence>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match evidence {
        Some(evidence) => as_evidence(evidence, serializer),
        None => serializer.serialize_none(),
    }
}
