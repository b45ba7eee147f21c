//! What the document says that can be tested, and what we found.

use super::printed::EXAMPLE;
use super::rules::Draws;
use super::{Boss, SIZE, depth, fairness, sizes};
use crate::number::grouped;
use crate::{Basis, Claim, Verdict};

/// A claim and a command that shows what became of it.
const fn exact(claim: &'static str, verdict: Verdict, finding: String, reproduce: &'static str) -> Claim {
    Claim { claim, verdict, basis: Basis::Exact, finding, reproduce }
}

/// How many permutations show the bias.
fn to_notice(spread: &fairness::Spread) -> String {
    spread.to_notice.as_ref().map_or("never".into(), |permutations| format!("{permutations} permutations"))
}

pub(super) fn of(boss: &Boss) -> Vec<Claim> {
    let mut claims = permutations(boss);
    claims.extend(trees(boss));
    claims.extend(digging(boss));
    claims
}

fn permutations(boss: &Boss) -> Vec<Claim> {
    let Boss { tuples, printed, fairness, costs, .. } = boss;
    let (example, (matter, pairs)) = (printed.example(), tuples.pairs());
    let (directions, longest) = (&tuples.directions, tuples.longest());
    let (remainder, low_bits) = (fairness.longest(Draws::Remainder), fairness.longest(Draws::LowBits));
    let (listless, list) = (costs.way("Listless", EXAMPLE), costs.way("fisher_yates, bytes", EXAMPLE));
    vec![
        exact(
            "Adding draws and wrapping around gives a permutation, and each tuple of draws another one.",
            Verdict::of(tuples.all_differ()),
            format!(
                "All {} tuples for 1 to {} numbers were run: as many different permutations.",
                grouped(tuples.run()),
                longest.n
            ),
            "cargo test -p permute --test bijection",
        ),
        exact(
            "The third number is (r1 + (r2 + r3 + 1) % 9) % 10, as the text of its third step has it.",
            Verdict::of(example.collisions() == 0),
            format!(
                "{} of {} triples of draws repeat a number ({} the first, {} the second), in general 2 of n - 1; by the list of \
                 equations that follows {}.",
                example.collisions(),
                example.triples,
                example.first_again,
                example.second_again,
                match example.by_later_equation {
                    0 => "none does".to_owned(),
                    repeats => format!("{repeats} do"),
                }
            ),
            "cargo test -p permute printed",
        ),
        exact(
            "The result is a random permutation: every order is equally likely.",
            if fairness.ideally_uniform() {
                Verdict::refined(remainder.total_variation.to_f64() > 0.0)
            } else {
                Verdict::Refuted
            },
            format!(
                "With ideal draws exactly so, for 2 to {} numbers. With the remainder of 32 bits the distance to uniform is {} for {} \
                 numbers (to notice: {}), of 14 bits {} (to notice: {}). A shuffle by Fisher and Yates, which too makes one permutation of each tuple, is {} unfair.",
                fairness::LONGEST,
                fairness::small(&remainder.total_variation),
                remainder.n,
                to_notice(remainder),
                fairness::small(&low_bits.total_variation),
                to_notice(low_bits),
                if fairness.equals_shuffle() { "exactly as" } else { "differently" }
            ),
            "cargo test -p findings --lib boss::fairness",
        ),
        exact(
            "A number cannot be computed without all picks before it.",
            Verdict::of(matter == pairs),
            format!(
                "In {matter} of {pairs} pairs of a number and a draw up to its own, another draw can make another number."
            ),
            "cargo test -p findings --lib boss::tuples",
        ),
        exact(
            "No list has to be allocated.",
            Verdict::refined(costs.general_keeps_as_much()),
            format!(
                "Nothing is allocated, but for {} numbers {} bytes and {} draws take the place of a list of {} bytes and {} draws. Only \
                 written out for a known length there is nothing to keep: four directions are {} byte.",
                EXAMPLE,
                listless.bytes,
                listless.draws,
                list.bytes,
                list.draws,
                costs.way("random_directions", 4).bytes
            ),
            "cargo test -p findings --lib boss::costs",
        ),
        exact(
            "To do without a list, code must be written for one length.",
            Verdict::refined(tuples.sets_grow() && costs.a_place_for_each_draw()),
            format!(
                "What is kept has to tell the sets of numbers apart that can have come, up to {} for {} numbers and more with every \
                 length: nothing of one size serves all. But a rank in 128 bits serves every length up to {}, and storage from \
                 the caller any.",
                longest.sets,
                longest.n,
                permute::rank::MAX_LENGTH
            ),
            "cargo test -p findings --lib boss::tuples",
        ),
        exact(
            "Three draws make a permutation of the four directions, packed in a byte.",
            Verdict::of(directions.bytes == directions.triples && directions.general == directions.triples),
            format!(
                "{} triples of draws give {} different bytes, {} of them the permutation that the general way gives.",
                directions.triples, directions.bytes, directions.general
            ),
            "cargo test -p permute directions",
        ),
    ]
}

fn trees(boss: &Boss) -> Vec<Claim> {
    let Boss { costs, trees, depth, .. } = boss;
    let (shown, largest, documents) = (trees.shown(), trees.largest(), depth.documents());
    let low_bits = trees.without_list(Draws::LowBits);
    vec![
        exact(
            "The worm never crosses its own path: the maze is a tree.",
            Verdict::of(trees.all_trees() && depth.all_closed_trees()),
            format!(
                "Every maze of {} grids of cells up to {}x{} is a spanning tree, over all draws; and, measured, {} of {} of {} by {}.",
                trees.grids.len(),
                largest.columns,
                largest.rows,
                grouped(documents.closed_trees),
                grouped(documents.mazes),
                SIZE.0,
                SIZE.1
            ),
            "cargo test -p grids --test boss_maze trees",
        ),
        exact(
            "Visiting the neighbours in random order makes a random maze.",
            Verdict::refined(shown.total_variation.to_f64() > 0.0),
            format!(
                "Not every maze: on {}x{} cells {} of {} spanning trees come, the likeliest {} times as often as its share, at a \
                 distance of {} from uniform; on {}x{} cells {} of {}.",
                shown.columns,
                shown.rows,
                shown.made,
                shown.trees,
                shown.most.decimal(2),
                shown.total_variation.decimal(4),
                largest.columns,
                largest.rows,
                grouped(largest.made as u64),
                grouped(largest.trees as u64)
            ),
            "cargo test -p grids --test boss_maze only_trees_of_a_depth_first_search_are_made",
        ),
        exact(
            "Directions without a list make the same mazes as shuffled ones.",
            if trees.orders_agree() { Verdict::refined(low_bits.from_other.to_f64() > 0.0) } else { Verdict::Refuted },
            format!(
                "With ideal draws each tree comes exactly as often. With 14 low bits, and Fisher and Yates's shuffle from the end (the \
                 document does not say which), the two programs are {} apart on {}x{} cells, the one without a list {} from what \
                 ideal draws make. Both make {} draws for a maze of {} by {}.",
                fairness::small(&low_bits.from_other),
                shown.columns,
                shown.rows,
                fairness::small(&low_bits.from_ideal),
                grouped(costs.maze.draws_without as u64),
                SIZE.0,
                SIZE.1
            ),
            "cargo test -p grids --test boss_maze both_orders_make_each_tree_equally_often",
        ),
    ]
}

fn digging(boss: &Boss) -> Vec<Claim> {
    let Boss { sizes, depth, .. } = boss;
    let documents = depth.documents();
    let (returns, from_most_recent) = depth.returns();
    let (explored, run) = sizes.counts();
    vec![
        exact(
            "The rectangle has to be of odd size.",
            Verdict::of(sizes.odd_alone_are_closed()),
            format!(
                "For all draws at {explored} sizes up to {0}x{0}, and, measured, in one maze of each of {2} up to {1}x{1}: an even width opens the \
                 border on the right, an even height at the bottom, nothing else does. All are trees.",
                sizes::EXPLORED,
                sizes::RUN,
                grouped(run)
            ),
            "cargo test -p grids --test boss_maze even_sizes_open_the_border_at_the_right_and_at_the_bottom",
        ),
        Claim {
            basis: Basis::Measured,
            ..exact(
                "From a dead end it goes back to the most recent place that has a direction left.",
                Verdict::of(returns == from_most_recent && returns > 0),
                format!(
                    "So it did {} of {} times, in {} mazes of {} sizes.",
                    grouped(from_most_recent),
                    grouped(returns),
                    grouped(depth.mazes()),
                    depth::SIZES.len()
                ),
                "cargo test -p findings --lib boss::depth",
            )
        },
        Claim {
            basis: Basis::Measured,
            ..exact(
                "A recursive visit will do.",
                Verdict::refined(depth.zeros == documents.cells),
                format!(
                    "In {} mazes of {} by {} the deepest call is {} of all {} cells deep on average and {} at most; with every draw 0 it \
                     is all {}, so the stack has to hold {} calls: one for each cell, and one for a \
                     neighbour that it refuses.",
                    grouped(documents.mazes),
                    SIZE.0,
                    SIZE.1,
                    documents.mean.percent(),
                    documents.cells,
                    documents.most.percent(),
                    depth.zeros,
                    depth.zeros + 1
                ),
                "cargo test -p findings --lib boss::depth",
            )
        },
    ]
}
