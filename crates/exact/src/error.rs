//! The errors in the input.

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
    /// There are more low bits than a `u128` total can count (the limit is 127).
    #[error("{0} low bits are more than the 127 that can be counted")]
    TooManyBits(u32),
    /// Words have 1 to 64 random bits.
    #[error("words have 1 to 64 bits, not {0}")]
    WordBits(u32),
    /// The probabilities are negative or do not sum to one.
    #[error("the probabilities are negative or do not sum to one")]
    NotADistribution,
    /// The distributions are over different numbers of outcomes.
    #[error("the distributions must have equally many outcomes, not {left} and {right}")]
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
    #[error("{picks} distinct picks cannot be made from {items} items that can be drawn")]
    MorePicksThanItems {
        /// Picks asked for.
        picks: usize,
        /// Items of nonzero weight.
        items: u64,
    },
    /// An edge ends outside its graph.
    #[error("the graph has no vertex {0}")]
    NoSuchVertex(usize),
    /// The grid has more edges than a mask has bits.
    #[error("the grid has more than the 64 edges that a mask holds")]
    TooManyEdges,
    /// There are more spanning trees than can be listed.
    #[error("there are more than {0} spanning trees: too many to list")]
    TooManyTrees(u32),
    /// The computation is limited to fewer of something.
    #[error("{requested} {what} are too many: at most {limit} are computed exactly")]
    BeyondLimit {
        /// The things of which there are too many.
        what: &'static str,
        /// How many were requested.
        requested: u64,
        /// The limit.
        limit: u64,
    },
}
