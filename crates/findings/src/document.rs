//! The common form of all documents.

use crate::block::{Block, Section};
use crate::claim::Claim;
use crate::prose::Prose;

/// A document: its words, everything that is computed about it, and what its sections are made of.
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
            /// Its claims, and our findings.
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

/// The results of several functions that run at once, as pairs of the first and the rest.
macro_rules! join {
    ($one:expr, $other:expr) => {
        rayon::join($one, $other)
    };
    ($one:expr, $($more:expr),+) => {
        rayon::join($one, || join!($($more),+))
    };
}
pub(crate) use join;

/// A document, and what is known about it.
pub trait Document {
    /// Its words.
    fn words(&self) -> &'static Prose;

    /// Its claims that can be tested, and our findings.
    fn claims(&self) -> &[Claim];

    /// Its sections of the report.
    fn blocks(&self) -> Vec<Vec<Block>>;

    /// Its number.
    fn number(&self) -> &'static str {
        self.words().words("document.number")
    }

    /// Its topic, in a few words.
    fn name(&self) -> &'static str {
        self.words().words("document.name")
    }

    /// More about its place in the report: `page` is its file in the report and `short` its name there; `title`, `by` and
    /// `address` are those of the document, where it has them.
    fn source(&self, part: &str) -> Option<&'static str> {
        self.words().text(&format!("document.{part}"))
    }

    /// Its sections of the report. The first says what the document is about.
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
