//! What the documents' modules use.

pub(crate) use exact::rational::{ratio, whole};
pub(crate) use exact::{BigRational, BigUint, Distribution, Weights};
pub(crate) use serde::Serialize;
pub(crate) use serde_json::json;

pub(crate) use crate::block::Block;
pub(crate) use crate::document::{document, join};
pub(crate) use crate::error::{Error, Result};
pub(crate) use crate::number::{Exact, among, grouped, least, most, share};
pub(crate) use crate::parallel::{each, try_each};
pub(crate) use crate::prose::rows;
