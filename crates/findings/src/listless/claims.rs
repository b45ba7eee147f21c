//! The claims of the document that can be tested, and our findings.

use serde_json::json;

use super::printed::EXAMPLE;
use super::rules::{Draws, SIZE};
use super::{Listless, depth, fairness, sizes, tuples};
use crate::claim::{Claim, Conclusion};
use crate::prose::LISTLESS as WORDS;

pub(crate) fn of(listless: &Listless) -> Vec<Claim> {
    let Listless {
        tuples,
        printed,
        fairness,
        costs,
        trees,
        depth,
        sizes,
        ..
    } = listless;
    let (example, (matter, pairs)) = (printed.example(), tuples.pairs());
    let directions = &tuples.directions;
    let remainder = fairness.longest(Draws::Remainder);
    let alike = fairness
        .spreads
        .iter()
        .filter(|spread| spread.equals_shuffle);
    let (on, documents) = (trees.shown(), depth.documents());
    let under = trees.without_list(Draws::LowBits);
    let (returns, from_most_recent) = depth.returns();
    let (explored, run) = sizes.counts();
    let values = json!({
        "run": tuples.run(),
        "longest": tuples.longest(),
        "collisions": example.collisions(),
        "example": example,
        "weighed": fairness::LONGEST,
        "remainder": remainder,
        "low_bits": fairness.longest(Draws::LowBits),
        "alike": alike.count(),
        "cases": fairness.spreads.len(),
        "matter": matter,
        "pairs": pairs,
        "traced": tuples::LONGEST_TRACED,
        "listless": costs.way("Listless", EXAMPLE),
        "list": costs.way("fisher_yates, bytes", EXAMPLE),
        "four": costs.way("random_directions", 4),
        "rank": permute::rank::MAX_LENGTH,
        "grids": trees.grids.len(),
        "large": trees.largest(),
        "documents": documents,
        "width": SIZE.0,
        "height": SIZE.1,
        "on": on,
        "under": under,
        "explored": explored,
        "all": sizes::EXPLORED,
        "run_sizes": run,
        "one": sizes::RUN,
        "recent": from_most_recent,
        "returns": returns,
        "mazes": depth.mazes(),
        "depth_sizes": depth::SIZES.len(),
        "calls": depth.zeros + 1,
    });
    let filled = WORDS.beside(listless, values);
    let unfair = remainder.total_variation.to_f64() > 0.0;
    let four = directions.bytes == directions.triples && directions.general == directions.triples;
    let one_length = tuples.sets_grow() && costs.a_place_for_each_draw();
    let apart = under.from_other.to_f64() > 0.0;
    filled.claims([
        ("bijection", Conclusion::of(tuples.all_differ())),
        ("third-number", Conclusion::of(example.collisions() == 0)),
        (
            "uniform",
            Conclusion::held(fairness.ideally_uniform(), unfair),
        ),
        ("needs-all-draws", Conclusion::of(matter == pairs)),
        (
            "no-list",
            Conclusion::refined(costs.general_keeps_as_much()),
        ),
        ("one-length", Conclusion::refined(one_length)),
        ("directions", Conclusion::of(four)),
        (
            "tree",
            Conclusion::of(trees.all_trees() && depth.all_closed_trees()),
        ),
        (
            "random-maze",
            Conclusion::refined(on.total_variation.to_f64() > 0.0),
        ),
        ("same-mazes", Conclusion::held(trees.orders_agree(), apart)),
        ("odd-size", Conclusion::of(sizes.odd_alone_are_closed())),
        (
            "most-recent",
            Conclusion::of(returns == from_most_recent && returns > 0),
        ),
        (
            "recursion",
            Conclusion::refined(depth.zeros == documents.cells),
        ),
    ])
}
