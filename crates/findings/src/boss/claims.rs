//! What the document says that can be tested, and what we found.

use super::printed::EXAMPLE;
use super::rules::Draws;
use super::{Boss, SIZE, depth, fairness, sizes};
use crate::number::grouped;
use crate::{Claim, Verdict};

/// How many permutations show the bias.
fn to_notice(spread: &fairness::Spread) -> &str {
    spread.to_notice.as_deref().unwrap_or("infinitely many")
}

pub(super) fn of(boss: &Boss) -> Vec<Claim> {
    [permutations(boss), mazes(boss), digging(boss)].concat()
}

fn permutations(boss: &Boss) -> Vec<Claim> {
    let Boss { tuples, printed, fairness, costs, .. } = boss;
    let (example, (matter, pairs)) = (printed.example(), tuples.pairs());
    let (directions, longest) = (&tuples.directions, tuples.longest());
    let (remainder, low_bits) = (fairness.longest(Draws::Remainder), fairness.longest(Draws::LowBits));
    let (listless, list) = (costs.way("Listless", EXAMPLE), costs.way("fisher_yates, bytes", EXAMPLE));
    vec![
        Claim::new(
            "bijection",
            Verdict::of(tuples.all_differ()),
            "Adding draws and wrapping around gives a permutation, and each tuple of draws gives a different one.",
            "All {tuples} tuples for 1 to {longest} numbers were run: each gave a different permutation.",
            &[("tuples", &grouped(tuples.run())), ("longest", &longest.n)],
        )
        .shown_by("cargo test -p permute --test bijection"),
        Claim::new(
            "third-number",
            Verdict::of(example.collisions() == 0),
            "The third number is (r1 + (r2 + r3 + 1) % 9) % 10, as the text of its third step has it.",
            "{repeats} of {triples} triples of draws repeat a number ({first} the first, {second} the second), in \
             general 2 of n - 1. By the list of equations that follows, {later} do.",
            &[
                ("repeats", &example.collisions()),
                ("triples", &example.triples),
                ("first", &example.first_again),
                ("second", &example.second_again),
                ("later", &example.by_later_equation),
            ],
        )
        .shown_by("cargo test -p permute printed"),
        Claim::new(
            "uniform",
            if fairness.ideally_uniform() {
                Verdict::refined(remainder.total_variation.to_f64() > 0.0)
            } else {
                Verdict::Refuted
            },
            "The result is a random permutation: every order is equally likely.",
            "With ideal draws this is exactly so for 2 to {longest} numbers. For {n} numbers the distance from uniform \
             is {remainder} with the remainder of 32 bits (noticed after {remainder_notice} permutations) and \
             {low_bits} with the remainder of 14 bits (noticed after {low_bits_notice}). A Fisher-Yates shuffle, which \
             also makes one permutation per tuple, has the same set of probabilities in {alike} of {cases} cases.",
            &[
                ("longest", &fairness::LONGEST),
                ("n", &remainder.n),
                ("remainder", &fairness::small(&remainder.total_variation)),
                ("remainder_notice", &to_notice(remainder)),
                ("low_bits", &fairness::small(&low_bits.total_variation)),
                ("low_bits_notice", &to_notice(low_bits)),
                ("alike", &fairness.spreads.iter().filter(|spread| spread.equals_shuffle).count()),
                ("cases", &fairness.spreads.len()),
            ],
        )
        .shown_by("cargo test -p findings --lib boss::fairness"),
        Claim::new(
            "needs-all-draws",
            Verdict::of(matter == pairs),
            "A number cannot be computed without all picks before it.",
            "In {matter} of {pairs} pairs of a number and a draw made no later, changing the draw can change the \
             number.",
            &[("matter", &matter), ("pairs", &pairs)],
        )
        .shown_by("cargo test -p findings --lib boss::tuples"),
        Claim::new(
            "no-list",
            Verdict::refined(costs.general_keeps_as_much()),
            "No list has to be allocated.",
            "Nothing is allocated, but for {n} numbers {bytes} bytes and {draws} draws replace a list of {list_bytes} \
             bytes and {list_draws} draws. Only code written out for one known length has nothing to keep: four \
             directions are {directions} byte.",
            &[
                ("n", &EXAMPLE),
                ("bytes", &listless.bytes),
                ("draws", &listless.draws),
                ("list_bytes", &list.bytes),
                ("list_draws", &list.draws),
                ("directions", &costs.way("random_directions", 4).bytes),
            ],
        )
        .shown_by("cargo test -p findings --lib boss::costs"),
        Claim::new(
            "one-length",
            Verdict::refined(tuples.sets_grow() && costs.a_place_for_each_draw()),
            "To do without a list, code must be written for one length.",
            "The state must distinguish the sets of numbers drawn so far, up to {sets} for {n} numbers and more for \
             every greater length, so no fixed size serves all. But a rank in 128 bits serves every length up to \
             {rank}, and storage from the caller any length.",
            &[("sets", &longest.sets), ("n", &longest.n), ("rank", &permute::rank::MAX_LENGTH)],
        )
        .shown_by("cargo test -p findings --lib boss::tuples"),
        Claim::new(
            "directions",
            Verdict::of(directions.bytes == directions.triples && directions.general == directions.triples),
            "Three draws make a permutation of the four directions, packed in a byte.",
            "{triples} triples of draws give {bytes} different bytes; {general} of them hold the permutation that the \
             general method gives.",
            &[("triples", &directions.triples), ("bytes", &directions.bytes), ("general", &directions.general)],
        )
        .shown_by("cargo test -p permute directions"),
    ]
}

fn mazes(boss: &Boss) -> Vec<Claim> {
    let Boss { costs, trees, depth, .. } = boss;
    let (shown, largest, documents) = (trees.shown(), trees.largest(), depth.documents());
    let low_bits = trees.without_list(Draws::LowBits);
    vec![
        Claim::new(
            "tree",
            Verdict::of(trees.all_trees() && depth.all_closed_trees()),
            "The worm never crosses its own path: the maze is a tree.",
            "Over all draws, every maze on {grids} grids of up to {columns}x{rows} cells is a spanning tree; so are \
             {trees} of {mazes} sampled mazes of {width} by {height} tiles (measured).",
            &[
                ("grids", &trees.grids.len()),
                ("columns", &largest.columns),
                ("rows", &largest.rows),
                ("trees", &grouped(documents.closed_trees)),
                ("mazes", &grouped(documents.mazes)),
                ("width", &SIZE.0),
                ("height", &SIZE.1),
            ],
        )
        .shown_by("cargo test -p grids --test boss_maze trees"),
        Claim::new(
            "random-maze",
            Verdict::refined(shown.total_variation.to_f64() > 0.0),
            "Visiting the neighbours in random order makes a random maze.",
            "Not every maze: on {columns}x{rows} cells {made} of {trees} spanning trees occur, the likeliest {most} \
             times as often as its fair share, and the distance from uniform is {distance}. On \
             {large_columns}x{large_rows} cells {large_made} of {large_trees} occur.",
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
        )
        .shown_by("cargo test -p grids --test boss_maze only_trees_of_a_depth_first_search_are_made"),
        Claim::new(
            "same-mazes",
            if trees.orders_agree() { Verdict::refined(low_bits.from_other.to_f64() > 0.0) } else { Verdict::Refuted },
            "Directions without a list make the same mazes as shuffled ones.",
            "With ideal draws every tree is equally likely under both. With the 14 low bits, and a Fisher-Yates \
             shuffle from the end (the document does not say which), the distributions of the two programs are {apart} \
             apart on {columns}x{rows} cells, and the one without a list is {from_ideal} from ideal draws. Both make \
             {draws} draws for a maze of {width} by {height} tiles.",
            &[
                ("apart", &fairness::small(&low_bits.from_other)),
                ("columns", &shown.columns),
                ("rows", &shown.rows),
                ("from_ideal", &fairness::small(&low_bits.from_ideal)),
                ("draws", &grouped(costs.maze.draws_without as u64)),
                ("width", &SIZE.0),
                ("height", &SIZE.1),
            ],
        )
        .shown_by("cargo test -p grids --test boss_maze both_orders_make_each_tree_equally_often"),
    ]
}

fn digging(boss: &Boss) -> Vec<Claim> {
    let Boss { sizes, depth, .. } = boss;
    let documents = depth.documents();
    let (returns, from_most_recent) = depth.returns();
    let (explored, run) = sizes.counts();
    vec![
        Claim::new(
            "odd-size",
            Verdict::of(sizes.odd_alone_are_closed()),
            "The rectangle has to be of odd size.",
            "For all draws at {explored} sizes up to {all}x{all}, and in one sampled maze of each of {run} sizes up to \
             {one}x{one} (measured), an even width opens the border on the right, an even height opens it at the \
             bottom, and nothing else does. All are trees.",
            &[("explored", &explored), ("all", &sizes::EXPLORED), ("run", &grouped(run)), ("one", &sizes::RUN)],
        )
        .shown_by("cargo test -p grids --test boss_maze even_sizes_open_the_border_at_the_right_and_at_the_bottom"),
        Claim::new(
            "most-recent",
            Verdict::of(returns == from_most_recent && returns > 0),
            "From a dead end it goes back to the most recent place that has a direction left.",
            "It did so {recent} of {returns} times, in {mazes} mazes of {sizes} sizes.",
            &[
                ("recent", &grouped(from_most_recent)),
                ("returns", &grouped(returns)),
                ("mazes", &grouped(depth.mazes())),
                ("sizes", &depth::SIZES.len()),
            ],
        )
        .measured()
        .shown_by("cargo test -p findings --lib boss::depth"),
        Claim::new(
            "recursion",
            Verdict::refined(depth.zeros == documents.cells),
            "A recursive visit will do.",
            "In {mazes} mazes of {width} by {height} tiles the deepest call reaches {mean} of all {cells} cells on \
             average and {most} at most. With every draw 0 it reaches all {zeros}, so the stack must hold {calls} \
             calls: one per cell, and one for a neighbour that is refused.",
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
        )
        .measured()
        .shown_by("cargo test -p findings --lib boss::depth"),
    ]
}
