//! What the document says that can be tested, and what we found.

use super::printed::EXAMPLE;
use super::rules::Draws;
use super::rules::SIZE;
use super::{Boss, depth, fairness, sizes, tuples};
use crate::claim::{Claim, Verdict};
use crate::number::grouped;
use crate::words::BOSS as WORDS;

pub(crate) fn of(boss: &Boss) -> Vec<Claim> {
    [permutations(boss), mazes(boss), digging(boss)].concat()
}

fn permutations(boss: &Boss) -> Vec<Claim> {
    let Boss {
        tuples,
        printed,
        fairness,
        costs,
        ..
    } = boss;
    let (example, (matter, pairs)) = (printed.example(), tuples.pairs());
    let (directions, longest) = (&tuples.directions, tuples.longest());
    let (remainder, low_bits) = (
        fairness.longest(Draws::Remainder),
        fairness.longest(Draws::LowBits),
    );
    let (listless, list) = (
        costs.way("Listless", EXAMPLE),
        costs.way("fisher_yates, bytes", EXAMPLE),
    );
    vec![
        WORDS.claim(
            "bijection",
            Verdict::of(tuples.all_differ()),
            &[("tuples", &grouped(tuples.run())), ("longest", &longest.n)],
        ),
        WORDS.claim(
            "third-number",
            Verdict::of(example.collisions() == 0),
            &[
                ("repeats", &example.collisions()),
                ("triples", &example.triples),
                ("first", &example.first_again),
                ("second", &example.second_again),
                ("later", &example.by_later_equation),
                ("least", &printed.lengths[0].n),
                ("most", &printed.lengths[printed.lengths.len() - 1].n),
            ],
        ),
        WORDS.claim(
            "uniform",
            if fairness.ideally_uniform() {
                Verdict::refined(remainder.total_variation.to_f64() > 0.0)
            } else {
                Verdict::Refuted
            },
            &[
                ("longest", &fairness::LONGEST),
                ("n", &remainder.n),
                ("remainder", &fairness::small(&remainder.total_variation)),
                ("remainder_omnibus", &remainder.to_notice.omnibus),
                ("remainder_optimal", &remainder.to_notice.optimal),
                ("low_bits", &fairness::small(&low_bits.total_variation)),
                ("low_bits_omnibus", &low_bits.to_notice.omnibus),
                ("low_bits_optimal", &low_bits.to_notice.optimal),
                (
                    "alike",
                    &fairness
                        .spreads
                        .iter()
                        .filter(|spread| spread.equals_shuffle)
                        .count(),
                ),
                ("cases", &fairness.spreads.len()),
            ],
        ),
        WORDS.claim(
            "needs-all-draws",
            Verdict::of(matter == pairs),
            &[
                ("matter", &matter),
                ("pairs", &pairs),
                ("longest", &tuples::LONGEST_TRACED),
            ],
        ),
        WORDS.claim(
            "no-list",
            Verdict::refined(costs.general_keeps_as_much()),
            &[
                ("n", &EXAMPLE),
                ("bytes", &listless.bytes),
                ("draws", &listless.draws),
                ("list_bytes", &list.bytes),
                ("list_draws", &list.draws),
                ("directions", &costs.way("random_directions", 4).bytes),
            ],
        ),
        WORDS.claim(
            "one-length",
            Verdict::refined(tuples.sets_grow() && costs.a_place_for_each_draw()),
            &[
                ("sets", &longest.sets),
                ("n", &longest.n),
                ("rank", &permute::rank::MAX_LENGTH),
            ],
        ),
        WORDS.claim(
            "directions",
            Verdict::of(
                directions.bytes == directions.triples && directions.general == directions.triples,
            ),
            &[
                ("triples", &directions.triples),
                ("bytes", &directions.bytes),
                ("general", &directions.general),
            ],
        ),
    ]
}

fn mazes(boss: &Boss) -> Vec<Claim> {
    let Boss {
        costs,
        trees,
        depth,
        ..
    } = boss;
    let (shown, largest, documents) = (trees.shown(), trees.largest(), depth.documents());
    let low_bits = trees.without_list(Draws::LowBits);
    vec![
        WORDS.claim(
            "tree",
            Verdict::of(trees.all_trees() && depth.all_closed_trees()),
            &[
                ("grids", &trees.grids.len()),
                ("columns", &largest.columns),
                ("rows", &largest.rows),
                ("trees", &grouped(documents.closed_trees)),
                ("mazes", &grouped(documents.mazes)),
                ("width", &SIZE.0),
                ("height", &SIZE.1),
            ],
        ),
        WORDS.claim(
            "random-maze",
            Verdict::refined(shown.total_variation.to_f64() > 0.0),
            &[
                ("columns", &shown.columns),
                ("rows", &shown.rows),
                ("made", &shown.made),
                ("trees", &shown.trees),
                ("most", &shown.most.decimal(2)),
                ("distance", &shown.total_variation.decimal(4)),
                ("large_columns", &largest.columns),
                ("large_rows", &largest.rows),
                ("large_made", &grouped(largest.made as u64)),
                ("large_trees", &grouped(largest.trees as u64)),
            ],
        ),
        WORDS.claim(
            "same-mazes",
            if trees.orders_agree() {
                Verdict::refined(low_bits.from_other.to_f64() > 0.0)
            } else {
                Verdict::Refuted
            },
            &[
                ("apart", &fairness::small(&low_bits.from_other)),
                ("columns", &shown.columns),
                ("rows", &shown.rows),
                ("grids", &trees.grids.len()),
                ("large_columns", &largest.columns),
                ("large_rows", &largest.rows),
                ("from_ideal", &fairness::small(&low_bits.from_ideal)),
                ("draws", &grouped(costs.maze.draws_without as u64)),
                ("width", &SIZE.0),
                ("height", &SIZE.1),
            ],
        ),
    ]
}

fn digging(boss: &Boss) -> Vec<Claim> {
    let Boss { sizes, depth, .. } = boss;
    let documents = depth.documents();
    let (returns, from_most_recent) = depth.returns();
    let (explored, run) = sizes.counts();
    vec![
        WORDS.claim(
            "odd-size",
            Verdict::of(sizes.odd_alone_are_closed()),
            &[
                ("explored", &explored),
                ("all", &sizes::EXPLORED),
                ("run", &grouped(run)),
                ("one", &sizes::RUN),
            ],
        ),
        WORDS.claim(
            "most-recent",
            Verdict::of(returns == from_most_recent && returns > 0),
            &[
                ("recent", &grouped(from_most_recent)),
                ("returns", &grouped(returns)),
                ("mazes", &grouped(depth.mazes())),
                ("sizes", &depth::SIZES.len()),
            ],
        ),
        WORDS.claim(
            "recursion",
            Verdict::refined(depth.zeros == documents.cells),
            &[
                ("mazes", &grouped(documents.mazes)),
                ("width", &SIZE.0),
                ("height", &SIZE.1),
                ("mean", &documents.mean.percent()),
                ("cells", &documents.cells),
                ("most", &documents.most.percent()),
                ("zeros", &depth.zeros),
                ("calls", &(depth.zeros + 1)),
            ],
        ),
    ]
}
