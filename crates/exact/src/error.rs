//! What can be wrong with the input.

/// Input that has no answer.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A set of outcomes, items or letters is empty.
    #[error("there are no outcomes")]
    NoOutcomes,
    /// Every outcome has weight zero.
    #[error("every outcome has weight zero")]
    ZeroTotal,
    /// The weights sum to more than a `u128` holds.
    #[error("the weights sum to more than 2^128 - 1")]
    TotalTooLarge,
    /// More low bits than a `u128` total can count (the limit is 127).
    #[error("{0} low bits are more than the 127 that can be counted")]
    TooManyBits(u32),
    /// Words have 1 to 64 random bits.
    #[error("words of {0} bits: a word has 1 to 64")]
    WordBits(u32),
    /// The probabilities are negative or do not sum to one.
    #[error("the probabilities are negative or do not sum to one")]
    NotADistribution,
    /// Two distributions over different numbers of outcomes.
    #[error("the distributions have {left} and {right} outcomes")]
    DifferentLengths {
        /// Outcomes of the first.
        left: usize,
        /// Outcomes of the second.
        right: usize,
    },
    /// An outcome that the first distribution gives and the second never does: the distance is infinite.
    #[error("outcome {0} has probability zero under the second distribution only")]
    ImpossibleOutcome(usize),
    /// More distinct picks are asked for than there are items that can be drawn: the loop would never end.
    #[error("{picks} picks from {items} items that can be drawn")]
    MorePicksThanItems {
        /// Picks asked for.
        picks: usize,
        /// Items of nonzero weight.
        items: u64,
    },
    /// An edge ends outside its graph.
    #[error("the graph has no vertex {0}")]
    NoSuchVertex(usize),
    /// A grid with more edges than a mask has bits.
    #[error("the grid has more than the 64 edges that a mask holds")]
    TooManyEdges,
    /// More spanning trees than are listed.
    #[error("there are more than {0} spanning trees: too many to list")]
    TooManyTrees(u32),
    /// More of something than is computed for.
    #[error("{asked} {what}: this is exact up to {limit}")]
    BeyondLimit {
        /// Of what.
        what: &'static str,
        /// How many.
        asked: u64,
        /// The limit.
        limit: u64,
    },
}
