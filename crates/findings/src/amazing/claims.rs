//! The claims of the document, and our findings.

use super::Amazing;
use super::endings::Ending;
use super::facts::Fates;
use super::fate::Fate;
use super::outcome::{certain, never};
use super::tilt::{SMALL, SURE};
use super::watch::{CORRECTED, RANDOM, SCAN};
use crate::claim::{Claim, Conclusion, Mark, values};
use crate::number::{Exact, grouped};

/// The claims, in the order of the report's sections.
pub(crate) fn find(amazing: &Amazing) -> Vec<Claim> {
    vec![
        one_path(amazing),
        every_cell(amazing),
        one_exit(amazing),
        after_the_exit(amazing),
        figure(amazing),
        ends(amazing),
        begins_visited(amazing),
        restart_anywhere(amazing),
        openings_stay(amazing),
        opens_its_way(amazing),
        scan_tilts(amazing),
        random_corrects(amazing),
        restarts_spread(amazing),
        efficiency(amazing),
        floor(amazing),
    ]
}

/// Whether an event never happens, under any rules and at any size that was explored.
fn never_happens(fate: &Fate, event: fn(&Fates<Exact>) -> &Exact) -> bool {
    fate.exact
        .iter()
        .all(|chances| never(event(&chances.fates)))
}

fn one_path(amazing: &Amazing) -> Claim {
    let exact = amazing.fate.largest(RANDOM);
    let size = exact.size();
    let share = exact.fates.one_path.percent();
    Claim {
        id: "one-path",
        claim: "The maze has one path from the start to the exit, and just one: that is guaranteed.",
        verdict: Conclusion::confirmed_if(certain(&exact.fates.one_path)),
        mark: Mark::Exact,
        on: String::new(),
        finding: format!(
            "With {size} cells and ideal draws {share} of all mazes do. The others have no path, because the walk ends \
             with the last cell, with or without an exit. Nothing that was explored has more than one path."
        ),
        reproduce: "roguelab draw amazing -W 3 -H 3 --seed 1",
        values: values([("size", &size), ("share", &share)]),
    }
}

fn every_cell(amazing: &Amazing) -> Claim {
    let exact = amazing.fate.largest(RANDOM);
    let sample = amazing.fate.largest_sample(RANDOM);
    let size = exact.size();
    let share = exact.fates.two_trees.percent();
    let large = sample.size();
    let two = sample.fates.two_trees;
    let mazes = grouped(sample.mazes);
    let cells = sample.share_out_of_reach();
    Claim {
        id: "every-cell",
        claim: "Every cell is on the tree of paths.",
        verdict: Conclusion::confirmed_if(certain(&exact.fates.one_tree)),
        mark: Mark::Exact,
        on: String::new(),
        finding: format!(
            "With {size} cells {share} of all mazes are two separate trees. (Measured with {large}, seeds 0, 1, 2, ...: \
             {two} of {mazes} mazes, and {cells} of all cells cannot be reached.)"
        ),
        reproduce: "roguelab draw amazing -W 3 -H 3 --seed 2",
        values: values([
            ("size", &size),
            ("share", &share),
            ("large", &large),
            ("two", &two),
            ("mazes", &mazes),
            ("cells", &cells),
        ]),
    }
}

fn one_exit(amazing: &Amazing) -> Claim {
    let exact = amazing.fate.largest(RANDOM);
    let few_cells = amazing.fate.sample(0, RANDOM);
    let many_cells = amazing.fate.largest_sample(RANDOM);
    let size = exact.size();
    let share = exact.fates.no_exit.percent();
    let few = few_cells.fates.no_exit;
    let mazes = grouped(few_cells.mazes);
    let five = few_cells.size();
    let many = many_cells.fates.no_exit;
    let large_mazes = grouped(many_cells.mazes);
    let large = many_cells.size();
    Claim {
        id: "one-exit",
        claim: "A maze gets exactly one exit.",
        verdict: Conclusion::confirmed_if(
            never_happens(&amazing.fate, |fates| &fates.several_exits)
                && never(&exact.fates.no_exit),
        ),
        mark: Mark::Exact,
        on: String::new(),
        finding: format!(
            "At most one: with {size} cells {share} of all mazes have none. (Measured, seeds 0, 1, 2, ...: {few} of \
             {mazes} mazes of {five} and {many} of {large_mazes} of {large} have none.)"
        ),
        reproduce: "roguelab draw amazing -W 3 -H 3 --seed 1",
        values: values([
            ("size", &size),
            ("share", &share),
            ("few", &few),
            ("mazes", &mazes),
            ("five", &five),
            ("many", &many),
            ("large_mazes", &large_mazes),
            ("large", &large),
        ]),
    }
}

fn after_the_exit(amazing: &Amazing) -> Claim {
    let fate = &amazing.fate;
    let exact = fate.largest(RANDOM);
    let holds = never_happens(fate, |fates| &fates.exit_out_of_reach)
        && never_happens(fate, |fates| &fates.cycle)
        && certain(&exact.fates.one_tree);
    let size = exact.size();
    let share = exact.fates.two_trees.percent();
    let explored = fate.exact.len();
    Claim {
        id: "after-the-exit",
        claim: "Once there is an exit, what follows only extends the paths that are there, until all cells are visited.",
        verdict: Conclusion::confirmed_if(holds),
        mark: Mark::Exact,
        on: String::new(),
        finding: format!(
            "With {size} cells it starts a second tree in {share} of all runs. It never closes a cycle and never cuts the \
             exit off: both have probability 0 for all {explored} combinations of size and rules that were explored."
        ),
        reproduce: "roguelab draw amazing -W 3 -H 3 --seed 2",
        values: values([("size", &size), ("share", &share), ("explored", &explored)]),
    }
}

fn figure(amazing: &Amazing) -> Claim {
    let few_cells = amazing.fate.sample(0, RANDOM);
    let many_cells = amazing.fate.largest_sample(RANDOM);
    let right = grouped(few_cells.fates.right);
    let mazes = grouped(few_cells.mazes);
    let five = few_cells.size();
    let share = few_cells.share_right();
    let large = many_cells.size();
    let large_mazes = grouped(many_cells.mazes);
    let large_share = many_cells.share_right();
    Claim {
        id: "figure",
        claim: "A maze of the figures' size, 5x5, comes out as described.",
        verdict: Conclusion::confirmed_if(few_cells.fates.right == few_cells.mazes),
        mark: Mark::Measured,
        on: format!(
            "{mazes} mazes of {five}, {large_mazes} of {large}, from PCG32 with seeds 0, 1, 2, ..."
        ),
        finding: format!(
            "{right} mazes of {five} do ({share}): one tree, one exit. With {large} cells {large_share} do."
        ),
        reproduce: "roguelab draw amazing -W 5 -H 5 --seed 2",
        values: values([
            ("right", &right),
            ("mazes", &mazes),
            ("five", &five),
            ("share", &share),
            ("large", &large),
            ("large_mazes", &large_mazes),
            ("large_share", &large_share),
        ]),
    }
}

fn ends(amazing: &Amazing) -> Claim {
    let endings = &amazing.endings;
    let [(long, long_size), (three, three_size), (four, four_size)] =
        [(5, 1), (3, 2), (4, 2)].map(|(width, height)| {
            let ending: &Ending = endings.at(width, height);
            (ending.fails_percent(), ending.size())
        });
    let sizes = endings.exact.len();
    Claim {
        id: "ends",
        claim: "The walk goes on until every cell is visited.",
        verdict: Conclusion::refuted_unless(endings.as_stated(), true),
        mark: Mark::CheckedOn,
        on: format!("every branch of the draws at {sizes} sizes"),
        finding: format!(
            "From three rows on it does. With one row and two or more cells, or two rows and three or more, it may draw \
             for ever or read past its list: in {long} of all runs with {long_size}, {three} with {three_size}, {four} \
             with {four_size}. At no size that was explored is that certain. (The section on this says why three rows are \
             enough.)"
        ),
        reproduce: "cargo test -p roguelab-findings --lib only_one_and_two_rows_can_be_cut",
        values: values([
            ("long", &long),
            ("long_size", &long_size),
            ("three", &three),
            ("three_size", &three_size),
            ("four", &four),
            ("four_size", &four_size),
            ("sizes", &sizes),
        ]),
    }
}

fn begins_visited(amazing: &Amazing) -> Claim {
    let exact = amazing.fate.largest(RANDOM);
    let size = exact.size();
    let thrown = exact.fates.thrown_to_unvisited.percent();
    let two = exact.fates.two_trees.percent();
    Claim {
        id: "begins-visited",
        claim: "Each path begins on a cell that was visited before, and so extends what there is.",
        verdict: Conclusion::confirmed_if(never(&exact.fates.thrown_to_unvisited)),
        mark: Mark::Exact,
        on: String::new(),
        finding: format!(
            "The exit moves the visitor to the upper left corner. With {size} cells that corner is unvisited in {thrown} \
             of all runs, which makes the second tree in {two} of all runs."
        ),
        reproduce: "cargo test -p roguelab-findings --lib a_second_tree_is_out_of_reach",
        values: values([("size", &size), ("thrown", &thrown), ("two", &two)]),
    }
}

fn restart_anywhere(amazing: &Amazing) -> Claim {
    let exact = amazing.fate.largest(RANDOM);
    let size = exact.size();
    let start = &exact.fates.restart_on_start.fraction;
    let corrected = amazing
        .fate
        .largest(CORRECTED)
        .fates
        .restart_on_start
        .percent();
    Claim {
        id: "restart-anywhere",
        claim: "A restart takes any visited cell that is not locked, all with the same chance.",
        verdict: Conclusion::confirmed_if(!never(&exact.fates.restart_on_start)),
        mark: Mark::Exact,
        on: String::new(),
        finding: format!(
            "Neither the start nor the cell after it is ever drawn: with {size} cells a restart is at the start with \
             probability {start} (corrected: in {corrected} of all runs)."
        ),
        reproduce: "",
        values: values([
            ("size", &size),
            ("start", &start),
            ("corrected", &corrected),
        ]),
    }
}

fn openings_stay(amazing: &Amazing) -> Claim {
    let exact = amazing.fate.largest(RANDOM);
    let sizes = &amazing.corner.sizes;
    let thrown = amazing.corner.largest(exact.rules);
    let size = exact.size();
    let lost = exact.fates.lost.percent();
    let elsewhere = sizes
        .iter()
        .filter(|size| !never(&size.lost_elsewhere))
        .count();
    let cases = sizes.len();
    let joins = thrown.lost_joins.percent();
    Claim {
        id: "openings-stay",
        claim: "Knocking out a wall of a cell leaves its other openings as they are.",
        verdict: Conclusion::confirmed_if(never(&exact.fates.lost)),
        mark: Mark::Exact,
        on: String::new(),
        finding: format!(
            "Moving up or left assigns the wall value: with {size} cells an opening is lost in {lost} of all runs; it was \
             outside the unvisited corner in {elsewhere} of {cases} cases explored. In {joins} of all runs it would have \
             joined the two trees."
        ),
        reproduce: "cargo test -p roguelab-grids --test amazing going_up_into_the_unvisited_corner_closes_its_east_side",
        values: values([
            ("size", &size),
            ("lost", &lost),
            ("elsewhere", &elsewhere),
            ("cases", &cases),
            ("joins", &joins),
        ]),
    }
}

fn opens_its_way(amazing: &Amazing) -> Claim {
    let explored = amazing.fate.exact.len();
    Claim {
        id: "opens-its-way",
        claim: "A step opens the way it goes, and opens nothing else.",
        verdict: Conclusion::confirmed_if(never_happens(&amazing.fate, |fates| &fates.wrong)),
        mark: Mark::CheckedOn,
        on: format!("every branch of the draws for {explored} combinations of size and rules"),
        finding: "A wrong opening has probability 0 in every combination: moving right or down turns any wall value but 0 into \
         3, but never does so where only its own way is already open."
            .to_owned(),
        reproduce: "cargo test -p roguelab-findings --lib setting_both_sides_is_wrong_where_the_way_was_open",
        values: values([("explored", &explored)]),
    }
}

fn scan_tilts(amazing: &Amazing) -> Claim {
    let tilt = &amazing.tilt;
    let [openings, wall, _] = tilt.halves(SCAN);
    let mazes = tilt.mazes;
    let size = tilt.largest_size();
    let sure = SURE;
    let small = SMALL;
    Claim {
        id: "scan-tilts",
        claim: "Restarts by scan make mazes that are more open near the top, with longer walls near the bottom.",
        verdict: match tilt.sure(SCAN) {
            [true, true] if tilt.tilted(SCAN) => Conclusion::Confirmed,
            [false, false] => Conclusion::Refuted,
            _ => Conclusion::Refined,
        },
        mark: Mark::Measured,
        on: format!("{mazes} mazes for each rule, from PCG32 with seeds 0, 1, 2, ..."),
        finding: format!(
            "Top half / bottom half: openings of a cell {openings}, mean length of straight walls {wall}, in mazes of \
             {size}. The verdict is by a cut-off: a difference is taken as real from z = {sure} on, and as visible from d \
             = {small} on."
        ),
        reproduce: "",
        values: values([
            ("openings", &openings),
            ("wall", &wall),
            ("mazes", &mazes),
            ("size", &size),
            ("sure", &sure),
            ("small", &small),
        ]),
    }
}

fn random_corrects(amazing: &Amazing) -> Claim {
    let tilt = &amazing.tilt;
    let [openings, wall, _] = tilt.halves(RANDOM);
    let [corrected_openings, corrected_wall, _] = tilt.halves(CORRECTED);
    let mazes = tilt.mazes;
    let size = tilt.largest_size();
    Claim {
        id: "random-corrects",
        claim: "Random restarts correct that.",
        verdict: match (tilt.sure(RANDOM), tilt.sure(CORRECTED)) {
            ([false, false], [false, false]) => Conclusion::Confirmed,
            ([false, false], _) => Conclusion::Refined,
            _ => Conclusion::Refuted,
        },
        mark: Mark::Measured,
        on: format!("{mazes} mazes for each rule, from PCG32 with seeds 0, 1, 2, ..."),
        finding: format!(
            "Top half / bottom half: with the document's other rules openings of a cell {openings}, mean length of \
             straight walls {wall}; with its other bugs corrected {corrected_openings} and {corrected_wall}, in mazes of \
             {size}. The verdict is by the same cut-off."
        ),
        reproduce: "",
        values: values([
            ("openings", &openings),
            ("wall", &wall),
            ("corrected_openings", &corrected_openings),
            ("corrected_wall", &corrected_wall),
            ("mazes", &mazes),
            ("size", &size),
        ]),
    }
}

fn restarts_spread(amazing: &Amazing) -> Claim {
    let tilt = &amazing.tilt;
    let [_, _, random] = tilt.halves(RANDOM);
    let [_, _, scan] = tilt.halves(SCAN);
    let mazes = tilt.mazes;
    let size = tilt.largest_size();
    Claim {
        id: "restarts-spread",
        claim: "Random restarts spread the places to go on from more evenly.",
        verdict: Conclusion::confirmed_if(tilt.restarts_evened()),
        mark: Mark::Measured,
        on: format!("{mazes} mazes for each rule, from PCG32 with seeds 0, 1, 2, ..."),
        finding: format!(
            "Restarts for each cell, top half / bottom half: at random {random}, by scan {scan}, in mazes of {size}. The \
             verdict is by the same cut-off."
        ),
        reproduce: "",
        values: values([
            ("random", &random),
            ("scan", &scan),
            ("mazes", &mazes),
            ("size", &size),
        ]),
    }
}

fn efficiency(amazing: &Amazing) -> Claim {
    let fate = &amazing.fate;
    let (few_random, few_scan) = (fate.sample(0, RANDOM), fate.sample(0, SCAN));
    let (many_random, many_scan) = (fate.largest_sample(RANDOM), fate.largest_sample(SCAN));
    let fewer_looks = many_random.tries().to_f64() < many_scan.looks().to_f64();
    let more_draws = many_random.draws_per_cell().to_f64() > many_scan.draws_per_cell().to_f64();
    let large = many_random.size();
    let tries = many_random.tries().decimal(2);
    let looks = many_scan.looks().decimal(2);
    let random = many_random.draws_per_cell().decimal(2);
    let scan = many_scan.draws_per_cell().decimal(2);
    let mazes = many_random.mazes;
    let small = few_random.size();
    let small_mazes = grouped(few_random.mazes);
    let small_tries = few_random.tries().decimal(2);
    let small_looks = few_scan.looks().decimal(2);
    Claim {
        id: "efficiency",
        claim: "Random restarts make the program more efficient.",
        verdict: Conclusion::refuted_unless(fewer_looks, more_draws),
        mark: Mark::Measured,
        on: format!(
            "{mazes} mazes of {large}, {small_mazes} of {small}, from PCG32 with seeds 0, 1, 2, ..."
        ),
        finding: format!(
            "With {large} cells a restart takes {tries} tries where a scan looks at {looks} cells, but a maze takes \
             {random} random numbers for each cell instead of {scan}. With {small} cells it takes {small_tries} tries \
             against {small_looks} cells."
        ),
        reproduce: "",
        values: values([
            ("large", &large),
            ("tries", &tries),
            ("looks", &looks),
            ("random", &random),
            ("scan", &scan),
            ("mazes", &mazes),
            ("small", &small),
            ("small_mazes", &small_mazes),
            ("small_tries", &small_tries),
            ("small_looks", &small_looks),
        ]),
    }
}

fn floor(amazing: &Amazing) -> Claim {
    let bounding = &amazing.bounding;
    let direction = bounding.direction();
    let [outcomes] = &bounding.outcomes;
    let choices = direction.choices;
    let most = grouped(direction.most);
    let bits = bounding.bits;
    let least = grouped(direction.least);
    let width = outcomes.width;
    let height = outcomes.height;
    let variation = format!("{:.1e}", outcomes.variation.to_f64());
    Claim {
        id: "floor",
        claim: "floor(u * n) + 1 gives each of 1 to n equally often.",
        verdict: Conclusion::refined_if(!direction.is_fair()),
        mark: Mark::Exact,
        on: String::new(),
        finding: format!(
            "If u is a word of {bits} bits over 2^{bits}, as our port draws it, that is exactly so for 1, 2 and 4 \
             directions; of {choices} the likeliest comes {most} times in 2^{bits} and the unlikeliest {least}. \
             (`Math.random` has more bits, 52 or 53 in the engines of today, so its differences are smaller by a million \
             times or more; it was not counted.) That moves the outcomes of {width}x{height} cells by {variation} in \
             total variation."
        ),
        reproduce: "roguelab bias 'floor(w / 2^32 * 3) + 1'",
        values: values([
            ("choices", &choices),
            ("most", &most),
            ("bits", &bits),
            ("least", &least),
            ("width", &width),
            ("height", &height),
            ("variation", &variation),
        ]),
    }
}
