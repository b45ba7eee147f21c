//! What the documents' modules use.

pub(crate) use exact::rational::{ratio, whole};
pub(crate) use exact::{BigRational, BigUint, Distribution, Weights};
pub(crate) use serde::Serialize;

pub(crate) use crate::block::{Block, Section, table, text};
pub(crate) use crate::claim::Claim;
pub(crate) use crate::document::{About, Document, Source, join};
pub(crate) use crate::error::{Error, Result};
pub(crate) use crate::number::{
    Exact, first_where, grouped, max_by_value, min_by_value, share, short,
};
pub(crate) use crate::parallel::{parallel_map, try_parallel_map};
