//! What all documents have in common.

use crate::block::Section;
use crate::claim::Claim;

/// Runs several functions at once, and returns their results as nested pairs of the first and the rest.
macro_rules! join {
    ($one:expr, $other:expr $(,)?) => {
        $crate::parallel::join($one, $other)
    };
    ($one:expr, $($more:expr),+ $(,)?) => {
        $crate::parallel::join($one, || join!($($more),+))
    };
}
pub(crate) use join;

/// What a document is called, and its place in the report.
#[derive(Clone, Copy)]
pub struct About {
    /// The document's number.
    pub number: &'static str,
    /// The topic, in a few words.
    pub name: &'static str,
    /// The file in the report.
    pub page: &'static str,
    /// The name in the report's list of pages.
    pub short: &'static str,
    /// Where the document is from; `None` if it is not one of the five.
    pub source: Option<Source>,
}

/// Where a document is from.
#[derive(Clone, Copy)]
pub struct Source {
    /// The document's own title.
    pub title: &'static str,
    /// The author, or the date if the author is not known.
    pub by: &'static str,
    /// The address, if it has one.
    pub address: Option<&'static str>,
}

/// A document, and what is known about it.
pub trait Document {
    /// What the document is called.
    fn about(&self) -> About;

    /// The document's claims that can be tested, with our findings.
    fn claims(&self) -> &[Claim];

    /// The document's sections in the report. The first says what the document is about.
    fn sections(&self) -> Vec<Section>;
}
