//! Sources of randomness by key, for `roguelab words` and for tests of tests.
//!
//! A [`Source`] opens, for a seed, an endless [`Stream`] of items of one [`ItemKind`]. The meaning of the seed decides what may
//! be counted: different seeds of a C generator give words that are affine functions of each other, so one long stream is one
//! sample, but several seeds are not independent samples. Thousands of short games and one long stream are different
//! populations.
//!
//! ```
//! use roguelab_zoo::sources::{self, ItemKind};
//!
//! let source = sources::find("pcg32").unwrap();
//! let mut words = [0; 2];
//! source.open(42).fill(&mut words);
//! assert_eq!(source.kind, ItemKind::Words { bits: 32 });
//! assert_eq!(words, [0xa15c_02b7, 0x7b47_f409]);
//! ```

mod dungeons;
pub(crate) mod games;
pub(crate) mod generators;
mod kind;
#[cfg(test)]
pub(crate) mod laws;
mod permutations;
pub mod stream;

pub use kind::ItemKind;
pub use stream::Stream;

use std::sync::LazyLock;

use crate::broken;
use crate::error::Result;
use exact::Distribution;

/// Makes a stream from a seed.
type Open = Box<dyn Fn(u64) -> Box<dyn Stream> + Send + Sync>;

/// Computes the exact distribution of the items.
type Law = Box<dyn Fn() -> Result<Distribution> + Send + Sync>;

/// A source of random items.
pub struct Source {
    /// The name of the source, as given on a command line.
    pub key: String,
    /// A description, in a line.
    pub about: String,
    /// What is wrong with the source, if it is one of [`crate::broken`].
    pub flaw: Option<&'static str>,
    /// How many low bits of a seed the source uses: 32 or 64.
    pub seed_bits: u32,
    /// The kind of its items.
    pub kind: ItemKind,
    open: Open,
    law: Option<Law>,
}

impl Source {
    /// A source with seeds of 64 bits, no flaw, and no known law.
    pub fn new(
        key: impl Into<String>,
        about: impl Into<String>,
        kind: ItemKind,
        open: impl Fn(u64) -> Box<dyn Stream> + Send + Sync + 'static,
    ) -> Self {
        Self {
            key: key.into(),
            about: about.into(),
            flaw: None,
            seed_bits: 64,
            kind,
            open: Box::new(open),
            law: None,
        }
    }

    /// The same source with a law.
    pub(crate) fn with_law(
        self,
        law: impl Fn() -> Result<Distribution> + Send + Sync + 'static,
    ) -> Self {
        Self {
            law: Some(Box::new(law)),
            ..self
        }
    }

    /// The stream for this seed.
    pub fn open(&self, seed: u64) -> Box<dyn Stream> {
        (self.open)(seed)
    }

    /// The exact distribution of the values, or of the ranks of the permutations; `None` if it is not known.
    ///
    /// # Errors
    /// If the exact computation fails: a defect of this program.
    pub fn law(&self) -> Result<Option<Distribution>> {
        self.law.as_ref().map(|law| law()).transpose()
    }

    /// The key of a broken source without the prefix that all of them have; any other key as it is.
    pub fn name(&self) -> &str {
        self.key.strip_prefix(broken::PREFIX).unwrap_or(&self.key)
    }

    /// The description, followed by the flaw.
    pub fn description(&self) -> String {
        match self.flaw {
            Some(flaw) => format!("{}: {flaw}", self.about),
            None => self.about.clone(),
        }
    }
}

/// All sources, the broken ones last.
pub fn all() -> &'static [Source] {
    static SOURCES: LazyLock<Vec<Source>> = LazyLock::new(|| {
        let mut sources = generators::all();
        sources.extend(permutations::all());
        sources.extend(games::all());
        sources.extend(dungeons::all());
        sources.extend(broken::make_all());
        sources
    });
    &SOURCES
}

/// The source with this key, if there is one.
pub fn find(key: &str) -> Option<&'static Source> {
    all().iter().find(|source| source.key == key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_is_the_same_again_and_however_it_is_read() {
        for source in all() {
            let width = source.kind.width();
            let (mut whole, mut pieces) = (vec![0; 1000 * width], vec![0; 1000 * width]);
            source.open(3).fill(&mut whole);
            let mut stream = source.open(3);
            for piece in pieces.chunks_mut(3 * width) {
                stream.fill(piece);
            }
            assert_eq!(whole, pieces, "{}", source.key);
            let are_items = whole.chunks(width).all(|item| source.kind.holds(item));
            assert!(are_items, "{}", source.key);
        }
    }
}
