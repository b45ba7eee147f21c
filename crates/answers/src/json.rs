//! What becomes text in JSON.

#![allow(
    clippy::ref_option,
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes fields by reference"
)]

use std::fmt::Display;

use serde::Serializer;

/// Text.
pub(crate) fn as_text<S: Serializer>(
    value: &impl Display,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

/// Text, or null.
pub(crate) fn as_optional_text<S: Serializer>(
    value: &Option<impl Display>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match value {
        Some(value) => serializer.collect_str(value),
        None => serializer.serialize_none(),
    }
}
