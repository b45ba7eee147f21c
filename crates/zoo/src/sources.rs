//! Sources of randomness by key, for tests of their laws and `roguelab words`.
//!
//! A [`Source`] opens, for a seed, an endless [`Stream`] of items of one [`Kind`]. Where it is known, a source gives the exact
//! distribution of its items, seen through a [`View`]. The meaning of the seed decides what may be counted: different seeds of
//! a C generator give words that are affine functions of each other, so one long stream is one sample, but several seeds are
//! not independent samples. Thousands of short games and one long stream are different populations.
//!
//! ```
//! use roguelab_zoo::sources::{self, Kind};
//!
//! let source = sources::find("pcg32").unwrap();
//! let mut words = [0; 2];
//! source.open(42).fill(&mut words);
//! assert_eq!(source.kind, Kind::Words { bits: 32 });
//! assert_eq!(words, [0xa15c_02b7, 0x7b47_f409]);
//! ```

mod dungeons;
pub(crate) mod games;
pub(crate) mod generators;
mod kind;
pub(crate) mod law;
mod permutations;
pub mod stream;
mod view;

pub use kind::Kind;
pub use stream::Stream;
pub use view::View;

use crate::error::Result;
use exact::Distribution;

/// Makes a stream from a seed.
type Open = Box<dyn Fn(u64) -> Box<dyn Stream> + Send + Sync>;

/// Gives the exact distribution under a view, where it is known.
type Law = Box<dyn Fn(View) -> Result<Option<Distribution>> + Send + Sync>;

/// A source of random items.
pub struct Source {
    /// The name of the source, as given on a command line.
    pub key: String,
    /// A description, in a line.
    pub about: String,
    /// How many low bits of a seed the source uses: 32 or 64.
    pub seed_bits: u32,
    /// The kind of its items.
    pub kind: Kind,
    open: Open,
    law: Law,
}

impl Source {
    /// A source with seeds of 64 bits, and no known law.
    pub fn new(
        key: impl Into<String>,
        about: impl Into<String>,
        kind: Kind,
        open: impl Fn(u64) -> Box<dyn Stream> + Send + Sync + 'static,
    ) -> Self {
        let (key, about) = (key.into(), about.into());
        Self {
            key,
            about,
            seed_bits: 64,
            kind,
            open: Box::new(open),
            law: Box::new(|_| Ok(None)),
        }
    }

    /// The same source with seeds of 32 bits.
    fn with_short_seeds(self) -> Self {
        Self {
            seed_bits: 32,
            ..self
        }
    }

    /// The same source with an exact law.
    fn with_law(
        self,
        law: impl Fn(View) -> Result<Option<Distribution>> + Send + Sync + 'static,
    ) -> Self {
        Self {
            law: Box::new(law),
            ..self
        }
    }

    /// The stream for this seed.
    pub fn open(&self, seed: u64) -> Box<dyn Stream> {
        (self.open)(seed)
    }

    /// The exact distribution of the items over the cells of a view; `None` if it is not known, or if the view does not apply.
    ///
    /// # Errors
    /// If the exact computation fails: a defect of this program.
    pub fn law(&self, view: View) -> Result<Option<Distribution>> {
        (self.law)(view)
    }
}

/// All sources, except the broken ones, which are in [`crate::broken`].
pub fn all() -> Vec<Source> {
    [
        generators::all(),
        permutations::all(),
        games::all(),
        dungeons::all(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// The source with this key, if there is one.
pub fn find(key: &str) -> Option<Source> {
    all().into_iter().find(|source| source.key == key)
}

#[cfg(test)]
mod tests {

    use gof::{Cells, pearson};

    use super::*;

    /// Both tails of Pearson's chi-square of 100,000 items or more.
    fn tails(source: &Source, view: View, null: &Distribution, items: u32) -> (f64, f64) {
        let kind = source.kind;
        let (mut stream, mut item) = (source.open(2026), vec![0; kind.width()]);
        let mut counts = vec![0_u64; null.outcomes()];
        for _ in 0..items {
            stream.fill(&mut item);
            counts[view.cell(kind, &item).unwrap()] += 1;
        }
        let null = Cells::from_probabilities(null.to_f64s()).unwrap();
        let p = pearson::chi_square("law", &counts, &null).unwrap().p;
        (p.lower().value(), p.upper().value())
    }

    /// Each of about 60 fits fails with probability 2e-6 if its law is right; the seed is fixed.
    #[test]
    #[ignore = "slow: run in CI"]
    fn streams_have_their_laws() {
        let mut fits = 0;
        for source in all() {
            let views = match source.kind {
                Kind::Permutations { n: ..=6 } => vec![View::Rank, View::Favoured],
                Kind::Permutations { n } => vec![View::RankBuckets(50), View::Slot(n - 1)],
                _ => vec![View::Item],
            };
            for view in views {
                let Some(law) = source.law(view).unwrap() else {
                    continue;
                };
                let (lower, upper) = tails(&source, view, &law, 100_000);
                assert!(
                    lower.min(upper) > 1e-6,
                    "{} {view:?}: {lower:e}, {upper:e}",
                    source.key
                );
                fits += 1;
            }
        }
        assert!(fits >= 60, "{fits}");
    }

    #[test]
    fn a_stream_is_the_same_again_and_however_it_is_read() {
        for source in all() {
            let width = source.kind.width();
            let (mut whole, mut pieces) = (vec![0; 12 * width], vec![0; 12 * width]);
            source.open(7).fill(&mut whole);
            let mut stream = source.open(7);
            for piece in pieces.chunks_mut(3 * width) {
                stream.fill(piece);
            }
            assert_eq!(whole, pieces, "{}", source.key);
            assert!(
                whole.chunks(width).all(|item| source.kind.holds(item)),
                "{}",
                source.key
            );
        }
    }
}
