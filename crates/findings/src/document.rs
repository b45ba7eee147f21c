//! What all documents have in common.

use crate::block::{Block, Section};
use crate::claim::Claim;
use crate::prose::Prose;

/// Defines a document: its words, everything that is computed about it, and what its sections are made from.
macro_rules! document {
    (
        $name:ident, $words:ident,
        { $($(#[$about:meta])* $field:ident: $type:ty),* $(,)? },
        |$it:ident| [$($blocks:expr),* $(,)?]
    ) => {
        use $crate::prose::$words as WORDS;

        /// Everything that is computed about the document.
        #[derive(Serialize)]
        pub struct $name {
            /// The document's claims, with our findings.
            pub claims: Vec<$crate::Claim>,
            $($(#[$about])* pub $field: $type,)*
        }

        impl $crate::Document for $name {
            fn words(&self) -> &'static $crate::prose::Prose {
                &WORDS
            }

            fn claims(&self) -> &[$crate::Claim] {
                &self.claims
            }

            fn blocks(&self) -> Vec<Vec<$crate::block::Block>> {
                let $it = self;
                vec![$($blocks),*]
            }
        }
    };
}
pub(crate) use document;

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

/// A document, and what is known about it.
pub trait Document {
    /// The document's words.
    fn words(&self) -> &'static Prose;

    /// The document's claims that can be tested, with our findings.
    fn claims(&self) -> &[Claim];

    /// The blocks of each of the document's sections in the report.
    fn blocks(&self) -> Vec<Vec<Block>>;

    /// The document's number.
    fn number(&self) -> &'static str {
        self.words().words("document.number")
    }

    /// The document's topic, in a few words.
    fn name(&self) -> &'static str {
        self.words().words("document.name")
    }

    /// A detail about the document's source or its place in the report: `page` is its file in the report and `short` its name
    /// there; `title`, `by` and `address` are the document's own, if it has them.
    fn source(&self, part: &str) -> Option<&'static str> {
        self.words().text(&format!("document.{part}"))
    }

    /// The document's sections in the report. The first says what the document is about.
    fn sections(&self) -> Vec<Section> {
        let mut blocks = self.blocks();
        blocks[0].insert(0, Block::Text(self.words().words("intro.about").to_owned()));
        self.words()
            .titles()
            .zip(blocks)
            .map(|(title, blocks)| Section::new(title, blocks))
            .collect()
    }
}
