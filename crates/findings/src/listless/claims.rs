//! The claims of the document that can be tested, and our findings.

use super::printed::EXAMPLE;
use super::rules::{Draws, SIZE};
use super::{Listless, depth, fairness, sizes, tuples};
use crate::claim::{Claim, Conclusion, Mark, values};
use crate::number::{grouped, short};

/// The claims, in the order of the document.
pub(crate) fn find(listless: &Listless) -> Vec<Claim> {
    vec![
        bijection(listless),
        third_number(listless),
        uniform(listless),
        needs_all_draws(listless),
        no_list(listless),
        one_length(listless),
        directions(listless),
        tree(listless),
        random_maze(listless),
        same_mazes(listless),
        odd_size(listless),
        most_recent(listless),
        recursion(listless),
    ]
}

fn bijection(listless: &Listless) -> Claim {
    let tuples = grouped(listless.tuples.run());
    let longest = listless.tuples.longest().n;
    Claim {
        id: "bijection",
        claim: "Adding draws and wrapping around gives a permutation, and each tuple of draws gives a different one.",
        verdict: Conclusion::confirmed_if(listless.tuples.all_differ()),
        mark: Mark::CheckedOn,
        on: format!("every tuple of draws for 1 to {longest} numbers"),
        finding: format!("All {tuples} tuples were run: each gave a different permutation."),
        reproduce: "cargo test -p roguelab-permute --test bijection",
        values: values([("tuples", &tuples), ("longest", &longest)]),
    }
}

fn third_number(listless: &Listless) -> Claim {
    let lengths = &listless.printed.lengths;
    let example = listless.printed.example();
    let repeats = example.collisions();
    let triples = example.triples;
    let first = example.first_again;
    let second = example.second_again;
    let later = example.by_later_equation;
    let least = lengths[0].n;
    let most = lengths[lengths.len() - 1].n;
    Claim {
        id: "third-number",
        claim: "The third number is (r1 + (r2 + r3 + 1) % 9) % 10, as the text of its third step has it.",
        verdict: Conclusion::confirmed_if(repeats == 0),
        mark: Mark::Exact,
        on: String::new(),
        finding: format!(
            "{repeats} of {triples} triples of draws repeat a number ({first} the first, {second} the second); with n \
             numbers, 2 of every n - 1 do, for each n from {least} to {most}. By the list of equations that follows, \
             {later} do."
        ),
        reproduce: "cargo test -p roguelab-permute printed",
        values: values([
            ("repeats", &repeats),
            ("triples", &triples),
            ("first", &first),
            ("second", &second),
            ("later", &later),
            ("least", &least),
            ("most", &most),
        ]),
    }
}

fn uniform(listless: &Listless) -> Claim {
    let fairness = &listless.fairness;
    let by_remainder = fairness.longest(Draws::Remainder);
    let by_low_bits = fairness.longest(Draws::LowBits);
    let longest = fairness::LONGEST;
    let n = by_remainder.n;
    let remainder = short(by_remainder.total_variation.to_f64(), 3);
    let remainder_omnibus = &by_remainder.to_notice.omnibus;
    let remainder_optimal = &by_remainder.to_notice.optimal;
    let low_bits = short(by_low_bits.total_variation.to_f64(), 3);
    let low_bits_omnibus = &by_low_bits.to_notice.omnibus;
    let low_bits_optimal = &by_low_bits.to_notice.optimal;
    let alike = fairness
        .spreads
        .iter()
        .filter(|spread| spread.equals_shuffle)
        .count();
    let cases = fairness.spreads.len();
    Claim {
        id: "uniform",
        claim: "The result is a random permutation: every order is equally likely.",
        verdict: Conclusion::refuted_unless(
            fairness.ideally_uniform(),
            by_remainder.total_variation.to_f64() > 0.0,
        ),
        mark: Mark::CheckedOn,
        on: format!("every tuple of draws for 2 to {longest} numbers"),
        finding: format!(
            "With ideal draws this is exactly so. For {n} numbers the distance from uniform is {remainder} with the \
             remainder of 32 bits (noticed after {remainder_omnibus} permutations by a chi-square test, after \
             {remainder_optimal} by the optimal one) and {low_bits} with the remainder of 14 bits (after \
             {low_bits_omnibus} or {low_bits_optimal}). A Fisher-Yates shuffle, which also makes one permutation per \
             tuple, has the same set of probabilities in {alike} of {cases} cases."
        ),
        reproduce: "cargo test -p roguelab-findings --lib listless::fairness",
        values: values([
            ("longest", &longest),
            ("n", &n),
            ("remainder", &remainder),
            ("remainder_omnibus", &remainder_omnibus),
            ("remainder_optimal", &remainder_optimal),
            ("low_bits", &low_bits),
            ("low_bits_omnibus", &low_bits_omnibus),
            ("low_bits_optimal", &low_bits_optimal),
            ("alike", &alike),
            ("cases", &cases),
        ]),
    }
}

fn needs_all_draws(listless: &Listless) -> Claim {
    let matter = listless
        .tuples
        .dependence
        .iter()
        .map(|row| row.matter)
        .sum::<u64>();
    let pairs = listless
        .tuples
        .dependence
        .iter()
        .map(|row| row.pairs)
        .sum::<u64>();
    let longest = tuples::LONGEST_TRACED;
    Claim {
        id: "needs-all-draws",
        claim: "A number cannot be computed without all picks before it.",
        verdict: Conclusion::confirmed_if(matter == pairs),
        mark: Mark::CheckedOn,
        on: format!("every tuple of draws for 2 to {longest} numbers"),
        finding: format!(
            "In {matter} of {pairs} pairs of a number and a draw made no later, changing the draw can change the number."
        ),
        reproduce: "cargo test -p roguelab-findings --lib listless::tuples",
        values: values([
            ("matter", &matter),
            ("pairs", &pairs),
            ("longest", &longest),
        ]),
    }
}

fn no_list(listless: &Listless) -> Claim {
    let costs = &listless.costs;
    let without = costs.way("Listless", EXAMPLE);
    let list = costs.way("fisher_yates, bytes", EXAMPLE);
    let n = without.numbers;
    let bytes = without.bytes;
    let draws = without.draws;
    let list_bytes = list.bytes;
    let list_draws = list.draws;
    let directions = costs.way("random_directions", 4).bytes;
    Claim {
        id: "no-list",
        claim: "No list has to be allocated.",
        verdict: Conclusion::refined_if(costs.general_keeps_as_much()),
        mark: Mark::Exact,
        on: String::new(),
        finding: format!(
            "Nothing is allocated, but for {n} numbers {bytes} bytes and {draws} draws replace a list of {list_bytes} \
             bytes and {list_draws} draws. Only code written out for one known length has nothing to keep: four \
             directions take {directions} byte."
        ),
        reproduce: "cargo test -p roguelab-findings --lib listless::costs",
        values: values([
            ("n", &n),
            ("bytes", &bytes),
            ("draws", &draws),
            ("list_bytes", &list_bytes),
            ("list_draws", &list_draws),
            ("directions", &directions),
        ]),
    }
}

fn one_length(listless: &Listless) -> Claim {
    let tuples = &listless.tuples;
    let sets = tuples.longest().sets;
    let n = tuples.longest().n;
    let rank = permute::rank::MAX_LENGTH;
    Claim {
        id: "one-length",
        claim: "To do without a list, code must be written for one length.",
        verdict: Conclusion::refined_if(
            tuples.sets_grow() && listless.costs.a_place_for_each_draw(),
        ),
        mark: Mark::CheckedOn,
        on: format!("1 to {n} numbers"),
        finding: format!(
            "The state must distinguish the sets of numbers drawn so far, up to {sets} for {n} numbers and more for every \
             greater length, so no fixed size serves all. But a rank in 128 bits serves every length up to {rank}, and \
             storage that the caller provides serves any length."
        ),
        reproduce: "cargo test -p roguelab-findings --lib listless::tuples",
        values: values([("sets", &sets), ("n", &n), ("rank", &rank)]),
    }
}

fn directions(listless: &Listless) -> Claim {
    let directions = &listless.tuples.directions;
    let triples = directions.triples;
    let bytes = directions.bytes;
    let general = directions.general;
    Claim {
        id: "directions",
        claim: "Three draws make a permutation of the four directions, packed in a byte.",
        verdict: Conclusion::confirmed_if(bytes == triples && general == triples),
        mark: Mark::Exact,
        on: String::new(),
        finding: format!(
            "{triples} triples of draws give {bytes} different bytes; {general} of them hold the permutation that the \
             general method gives."
        ),
        reproduce: "cargo test -p roguelab-permute directions",
        values: values([
            ("triples", &triples),
            ("bytes", &bytes),
            ("general", &general),
        ]),
    }
}

fn tree(listless: &Listless) -> Claim {
    let large = listless.trees.largest();
    let documents = listless.depth.documents();
    let (width, height) = SIZE;
    let grids = listless.trees.grids.len();
    let columns = large.columns;
    let rows = large.rows;
    let trees = grouped(documents.closed_trees);
    let mazes = grouped(documents.mazes);
    Claim {
        id: "tree",
        claim: "The worm never crosses its own path: the maze is a tree.",
        verdict: Conclusion::confirmed_if(
            listless.trees.all_trees() && listless.depth.all_closed_trees(),
        ),
        mark: Mark::CheckedOn,
        on: format!(
            "every branch of the draws on {grids} grids, and {mazes} mazes from PCG32 with seeds 0, 1, 2, ..."
        ),
        finding: format!(
            "Over all draws, every maze on grids of up to {columns}x{rows} cells is a spanning tree; so are {trees} of \
             the sampled mazes of {width} by {height} tiles."
        ),
        reproduce: "cargo test -p roguelab-grids --test boss_maze trees",
        values: values([
            ("grids", &grids),
            ("columns", &columns),
            ("rows", &rows),
            ("trees", &trees),
            ("mazes", &mazes),
            ("width", &width),
            ("height", &height),
        ]),
    }
}

fn random_maze(listless: &Listless) -> Claim {
    let on = listless.trees.shown();
    let large = listless.trees.largest();
    let columns = on.columns;
    let rows = on.rows;
    let made = on.made;
    let trees = on.trees;
    let most = on.most.decimal(2);
    let distance = on.total_variation.decimal(4);
    let large_columns = large.columns;
    let large_rows = large.rows;
    let large_made = grouped(large.made as u64);
    let large_trees = grouped(large.trees as u64);
    Claim {
        id: "random-maze",
        claim: "Visiting the neighbours in random order makes a random maze.",
        verdict: Conclusion::refined_if(on.total_variation.to_f64() > 0.0),
        mark: Mark::Exact,
        on: String::new(),
        finding: format!(
            "Not every maze: on {columns}x{rows} cells {made} of {trees} spanning trees occur, the likeliest {most} times \
             as often as its fair share, and the distance from uniform is {distance}. On {large_columns}x{large_rows} \
             cells {large_made} of {large_trees} occur."
        ),
        reproduce: "cargo test -p roguelab-grids --test boss_maze only_trees_of_a_depth_first_search_are_made",
        values: values([
            ("columns", &columns),
            ("rows", &rows),
            ("made", &made),
            ("trees", &trees),
            ("most", &most),
            ("distance", &distance),
            ("large_columns", &large_columns),
            ("large_rows", &large_rows),
            ("large_made", &large_made),
            ("large_trees", &large_trees),
        ]),
    }
}

fn same_mazes(listless: &Listless) -> Claim {
    let trees = &listless.trees;
    let (on, large) = (trees.shown(), trees.largest());
    let under = trees.without_list(Draws::LowBits);
    let (width, height) = SIZE;
    let apart = short(under.from_other.to_f64(), 3);
    let columns = on.columns;
    let rows = on.rows;
    let grids = trees.grids.len();
    let large_columns = large.columns;
    let large_rows = large.rows;
    let from_ideal = short(under.from_ideal.to_f64(), 3);
    let draws = grouped(listless.costs.maze.draws_without as u64);
    Claim {
        id: "same-mazes",
        claim: "Directions without a list make the same mazes as shuffled ones.",
        verdict: Conclusion::refuted_unless(trees.orders_agree(), under.from_other.to_f64() > 0.0),
        mark: Mark::CheckedOn,
        on: format!(
            "every branch of the draws on {grids} grids of up to {large_columns}x{large_rows} cells"
        ),
        finding: format!(
            "With ideal draws every tree is equally likely under both. With the 14 low bits, and a Fisher-Yates shuffle \
             from the end (the document does not say which), the distributions of the two programs are {apart} apart on \
             {columns}x{rows} cells, and the one without a list is {from_ideal} from ideal draws. Both make {draws} draws \
             for a maze of {width} by {height} tiles."
        ),
        reproduce: "cargo test -p roguelab-grids --test boss_maze both_orders_make_each_tree_equally_often",
        values: values([
            ("apart", &apart),
            ("columns", &columns),
            ("rows", &rows),
            ("grids", &grids),
            ("large_columns", &large_columns),
            ("large_rows", &large_rows),
            ("from_ideal", &from_ideal),
            ("draws", &draws),
            ("width", &width),
            ("height", &height),
        ]),
    }
}

fn odd_size(listless: &Listless) -> Claim {
    let (explored, run) = listless.sizes.counts();
    let all = sizes::EXPLORED;
    let run = grouped(run);
    let one = sizes::RUN;
    Claim {
        id: "odd-size",
        claim: "The rectangle has to be of odd size.",
        verdict: Conclusion::confirmed_if(listless.sizes.odd_alone_are_closed()),
        mark: Mark::CheckedOn,
        on: format!(
            "{explored} sizes with every branch of the draws, and {run} with one maze each from PCG32 with seed 42"
        ),
        finding: format!(
            "For all draws at sizes up to {all}x{all}, and in one sampled maze of each size up to {one}x{one}, an even \
             width opens the border on the right, an even height opens it at the bottom, and nothing else does. All are \
             trees."
        ),
        reproduce: "cargo test -p roguelab-grids --test boss_maze even_sizes_open_the_border_at_the_right_and_at_the_bottom",
        values: values([
            ("explored", &explored),
            ("all", &all),
            ("run", &run),
            ("one", &one),
        ]),
    }
}

fn most_recent(listless: &Listless) -> Claim {
    let (all_returns, from_most_recent) = listless.depth.returns();
    let recent = grouped(from_most_recent);
    let returns = grouped(all_returns);
    let mazes = grouped(listless.depth.mazes());
    let sizes = depth::SIZES.len();
    Claim {
        id: "most-recent",
        claim: "From a dead end it goes back to the most recent place that has a direction left.",
        verdict: Conclusion::confirmed_if(all_returns == from_most_recent && all_returns > 0),
        mark: Mark::CheckedOn,
        on: format!("{mazes} mazes from PCG32, for each size with seeds 0, 1, 2, ..."),
        finding: format!("It did so {recent} of {returns} times, in mazes of {sizes} sizes."),
        reproduce: "cargo test -p roguelab-findings --lib listless::depth",
        values: values([
            ("recent", &recent),
            ("returns", &returns),
            ("mazes", &mazes),
            ("sizes", &sizes),
        ]),
    }
}

fn recursion(listless: &Listless) -> Claim {
    let documents = listless.depth.documents();
    let (width, height) = SIZE;
    let mazes = grouped(documents.mazes);
    let mean = documents.mean.percent();
    let cells = documents.cells;
    let most = documents.most.percent();
    let zeros = listless.depth.zeros;
    let calls = zeros + 1;
    Claim {
        id: "recursion",
        claim: "A recursive visit will do.",
        verdict: Conclusion::refined_if(zeros == cells),
        mark: Mark::Measured,
        on: format!("{mazes} mazes from PCG32 with seeds 0, 1, 2, ..."),
        finding: format!(
            "In mazes of {width} by {height} tiles the deepest call reaches {mean} of all {cells} cells on average and \
             {most} at most. With every draw 0 it reaches all {zeros}, so the stack must hold {calls} calls: one per \
             cell, and one for a neighbour that is refused."
        ),
        reproduce: "cargo test -p roguelab-findings --lib listless::depth",
        values: values([
            ("mazes", &mazes),
            ("width", &width),
            ("height", &height),
            ("mean", &mean),
            ("cells", &cells),
            ("most", &most),
            ("zeros", &zeros),
            ("calls", &calls),
        ]),
    }
}
