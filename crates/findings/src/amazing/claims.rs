//! What the document says, and what we found.

use super::Amazing;
use super::facts::Fates;
use super::outcome::{certain, never};
use super::tilt::{SMALL, SURE};
use super::watch::{CORRECTED, RANDOM, SCAN};
use crate::number::{Exact, grouped, share};
use crate::{Claim, Verdict};

/// The claims, in the order of the report's sections.
pub(super) fn of(amazing: &Amazing) -> Vec<Claim> {
    [mazes(amazing), walks(amazing), restarts(amazing), draws(amazing)].concat()
}

/// What a finished maze is like.
fn mazes(Amazing { fate, .. }: &Amazing) -> Vec<Claim> {
    let largest = fate.largest(RANDOM);
    let (size, fates) = (&largest.size(), &largest.fates);
    // Whether something never happens, under any rules and at any size that was explored.
    let nowhere = |event: fn(&Fates<Exact>) -> &Exact| fate.exact.iter().all(|chances| never(event(&chances.fates)));
    let (five, large) = (fate.sample(0, RANDOM), fate.largest_sample(RANDOM));
    vec![
        Claim::new(
            "one-path",
            Verdict::of(certain(&fates.one_path)),
            "The maze has one path from the start to the exit, and just one: that is guaranteed.",
            "With {size} cells and ideal draws {share} of all mazes do. The others have none, because the walk ends \
             with the last cell and not with an exit. There is never more than one path.",
            &[("size", size), ("share", &fates.one_path.percent())],
        ),
        Claim::new(
            "every-cell",
            Verdict::of(certain(&fates.one_tree)),
            "Every cell is on the tree of paths.",
            "With {size} cells {share} of all mazes are two separate trees. (Measured with {large}: {two} of {mazes} \
             mazes, and {cells} of all cells cannot be reached.)",
            &[
                ("size", size),
                ("share", &fates.two_trees.percent()),
                ("large", &large.size()),
                ("two", &large.fates.two_trees),
                ("mazes", &grouped(large.mazes)),
                ("cells", &share(large.complete.out_of_reach, large.cells()).percent()),
            ],
        ),
        Claim::new(
            "one-exit",
            Verdict::of(nowhere(|fates| &fates.several_exits) && never(&fates.no_exit)),
            "A maze gets exactly one exit.",
            "At most one: with {size} cells {share} of all mazes have none. (Measured: {few} of {mazes} mazes of \
             {five}, {many} of {large_mazes} of {large}.)",
            &[
                ("size", size),
                ("share", &fates.no_exit.percent()),
                ("few", &five.fates.no_exit),
                ("mazes", &grouped(five.mazes)),
                ("five", &five.size()),
                ("many", &large.fates.no_exit),
                ("large_mazes", &grouped(large.mazes)),
                ("large", &large.size()),
            ],
        ),
        Claim::new(
            "after-the-exit",
            Verdict::of(
                nowhere(|fates| &fates.exit_out_of_reach) && nowhere(|fates| &fates.cycle) && certain(&fates.one_tree),
            ),
            "Once there is an exit, what follows only extends the paths that are there, until all cells are visited.",
            "With {size} cells it starts a second tree in {share} of all runs. It never closes a cycle and never cuts \
             the exit off: both have probability 0 for all {explored} combinations of size and rules that were \
             explored.",
            &[("size", size), ("share", &fates.two_trees.percent()), ("explored", &fate.exact.len())],
        ),
        Claim::new(
            "figure",
            Verdict::of(five.fates.right == five.mazes),
            "A maze of the figures' size, 5x5, comes out as described.",
            "{right} of {mazes} mazes of {five} do ({share}): one tree, one exit. With {large} cells {large_share} do.",
            &[
                ("right", &grouped(five.fates.right)),
                ("mazes", &grouped(five.mazes)),
                ("five", &five.size()),
                ("share", &share(five.fates.right, five.mazes).percent()),
                ("large", &large.size()),
                ("large_share", &share(large.fates.right, large.mazes).percent()),
            ],
        )
        .measured(),
    ]
}

/// What happens on the way.
fn walks(Amazing { fate, endings, corner, .. }: &Amazing) -> Vec<Claim> {
    let largest = fate.largest(RANDOM);
    let (size, fates) = (&largest.size(), &largest.fates);
    let [long, three, four] = [(5, 1), (3, 2), (4, 2)].map(|(width, height)| endings.at(width, height));
    let thrown = corner.sizes.iter().rev().find(|size| size.rules == largest.rules).expect("it was explored");
    let lost_elsewhere = corner.sizes.iter().filter(|size| !never(&size.lost_elsewhere)).count();
    vec![
        Claim::new(
            "ends",
            if endings.as_stated() { Verdict::Refined } else { Verdict::Refuted },
            "The walk goes on until every cell is visited.",
            "From three rows on it does. With one row and two or more cells, or two rows and three or more, it may \
             draw for ever or read past its list: in {long} of all runs with {long_size}, {three} with {three_size}, \
             {four} with {four_size}. At none of the {sizes} sizes that were explored is that certain.",
            &[
                ("long", &long.fails_percent()),
                ("long_size", &long.size()),
                ("three", &three.fails_percent()),
                ("three_size", &three.size()),
                ("four", &four.fails_percent()),
                ("four_size", &four.size()),
                ("sizes", &endings.exact.len()),
            ],
        ),
        Claim::new(
            "begins-visited",
            Verdict::of(never(&fates.thrown_to_unvisited)),
            "Each path begins on a cell that was visited before, and so extends what there is.",
            "The exit moves the visitor to the upper left corner, with {size} cells in {thrown} of all runs although \
             it is not visited. That makes the second tree in {two} of all runs.",
            &[("size", size), ("thrown", &fates.thrown_to_unvisited.percent()), ("two", &fates.two_trees.percent())],
        ),
        Claim::new(
            "restart-anywhere",
            Verdict::of(!never(&fates.restart_on_start)),
            "A restart takes any visited cell that is not locked, all with the same chance.",
            "Neither the start nor the cell after it is ever drawn: with {size} cells a restart stands on the start \
             with probability {start} (corrected: in {corrected} of all runs).",
            &[
                ("size", size),
                ("start", &fates.restart_on_start.fraction),
                ("corrected", &fate.largest(CORRECTED).fates.restart_on_start.percent()),
            ],
        ),
        Claim::new(
            "openings-stay",
            Verdict::of(never(&fates.lost)),
            "Knocking out a wall of a cell leaves its other openings as they are.",
            "Moving up or left assigns the wall value: with {size} cells an opening is lost in {lost} of all runs; in \
             {elsewhere} of {cases} cases explored was it ever one outside the unvisited corner. In {joins} of all \
             runs it would have joined the two trees.",
            &[
                ("size", size),
                ("lost", &fates.lost.percent()),
                ("elsewhere", &lost_elsewhere),
                ("cases", &corner.sizes.len()),
                ("joins", &thrown.lost_joins.percent()),
            ],
        ),
        Claim::new(
            "opens-its-way",
            Verdict::of(fate.exact.iter().all(|chances| never(&chances.fates.wrong))),
            "A step opens the way it goes, and opens nothing else.",
            "A wrong opening has probability 0 for all {explored} combinations of size and rules that were explored: \
             moving right or down makes 3 of any wall value but 0, and never when only the way they go is open.",
            &[("explored", &fate.exact.len())],
        ),
    ]
}

/// Restarts by scan and at random.
fn restarts(Amazing { fate, tilt, .. }: &Amazing) -> Vec<Claim> {
    let (random, scan) = (fate.largest_sample(RANDOM), fate.largest_sample(SCAN));
    let (small_random, small_scan) = (fate.sample(0, RANDOM), fate.sample(0, SCAN));
    let fewer_looks = random.tries().to_f64() < scan.looks().to_f64();
    let more_draws = random.draws_per_cell().to_f64() > scan.draws_per_cell().to_f64();
    let [scan_openings, scan_wall, scan_restarts] = tilt.halves(SCAN);
    let [random_openings, random_wall, random_restarts] = tilt.halves(RANDOM);
    let [corrected_openings, corrected_wall, _] = tilt.halves(CORRECTED);
    let size = &tilt.largest_size();
    vec![
        Claim::new(
            "scan-tilts",
            match tilt.sure(SCAN) {
                [true, true] if tilt.tilted(SCAN) => Verdict::Confirmed,
                [false, false] => Verdict::Refuted,
                _ => Verdict::Refined,
            },
            "Restarts by scan make mazes that are more open near the top, with longer walls near the bottom.",
            "Top half / bottom half: openings of a cell {openings}, mean length of straight walls {wall}; {mazes} \
             mazes of {size} for each rule. A difference is taken as real from z = {sure} on, and as visible from d = \
             {small} on.",
            &[
                ("openings", scan_openings),
                ("wall", scan_wall),
                ("mazes", &tilt.mazes),
                ("size", size),
                ("sure", &SURE),
                ("small", &SMALL),
            ],
        )
        .measured(),
        Claim::new(
            "random-corrects",
            match (tilt.sure(RANDOM), tilt.sure(CORRECTED)) {
                ([false, false], [false, false]) => Verdict::Confirmed,
                ([false, false], _) => Verdict::Refined,
                _ => Verdict::Refuted,
            },
            "Random restarts correct that.",
            "Top half / bottom half: with the document's other rules openings of a cell {openings}, mean length of \
             straight walls {wall}; with its other bugs corrected {corrected_openings} and {corrected_wall}; {mazes} \
             mazes of {size} for each rule.",
            &[
                ("openings", random_openings),
                ("wall", random_wall),
                ("corrected_openings", corrected_openings),
                ("corrected_wall", corrected_wall),
                ("mazes", &tilt.mazes),
                ("size", size),
            ],
        )
        .measured(),
        Claim::new(
            "restarts-spread",
            Verdict::of(tilt.restarts_evened()),
            "Random restarts spread the places to go on from more evenly.",
            "Restarts for each cell, top half / bottom half: at random {random}, by scan {scan}; {mazes} mazes of \
             {size} for each rule.",
            &[("random", random_restarts), ("scan", scan_restarts), ("mazes", &tilt.mazes), ("size", size)],
        )
        .measured(),
        Claim::new(
            "efficiency",
            if fewer_looks { Verdict::refined(more_draws) } else { Verdict::Refuted },
            "Random restarts make the program more efficient.",
            "With {large} cells a restart takes {tries} tries where a scan looks at {looks} cells, but a maze takes \
             {random} random numbers for each cell instead of {scan} ({mazes} mazes each). With {small} cells it takes \
             {small_tries} tries against {small_looks} cells.",
            &[
                ("large", &random.size()),
                ("tries", &random.tries().decimal(2)),
                ("looks", &scan.looks().decimal(2)),
                ("random", &random.draws_per_cell().decimal(2)),
                ("scan", &scan.draws_per_cell().decimal(2)),
                ("mazes", &random.mazes),
                ("small", &small_random.size()),
                ("small_tries", &small_random.tries().decimal(2)),
                ("small_looks", &small_scan.looks().decimal(2)),
            ],
        )
        .measured(),
    ]
}

/// The random numbers.
fn draws(Amazing { bounding, .. }: &Amazing) -> Vec<Claim> {
    let (direction, moved) = (bounding.direction(), bounding.moved());
    vec![Claim::new(
        "floor",
        Verdict::refined(!direction.is_fair()),
        "floor(u * n) + 1 gives each of 1 to n equally often.",
        "Exactly so for 1, 2 and 4 directions. Of {choices} the likeliest comes {most} times in 2^{bits} and the \
         unlikeliest {least}. That moves the outcomes of {width}x{height} cells by {variation} in total variation.",
        &[
            ("choices", &direction.choices),
            ("most", &grouped(direction.most)),
            ("bits", &bounding.bits),
            ("least", &grouped(direction.least)),
            ("width", &moved.width),
            ("height", &moved.height),
            ("variation", &format!("{:.1e}", moved.variation.to_f64())),
        ],
    )]
}
