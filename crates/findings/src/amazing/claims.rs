//! What the document says, and what we found.

use super::Amazing;
use super::facts::Fates;
use super::outcome::{certain, never};
use super::rows::Measure;
use super::watch::{MENDED, RANDOM, SCAN};
use crate::number::{Exact, grouped, share};
use crate::{Basis, Claim, Verdict};

/// Where most numbers are.
const REPORT: &str = "cargo xtask report";

fn exact(claim: &'static str, verdict: Verdict, finding: String, reproduce: &'static str) -> Claim {
    Claim { claim, verdict, basis: Basis::Exact, finding, reproduce }
}

fn measured(claim: &'static str, verdict: Verdict, finding: String) -> Claim {
    Claim { basis: Basis::Measured, ..exact(claim, verdict, finding, REPORT) }
}

/// The claims, in the order of the report's sections.
pub(super) fn of(amazing: &Amazing) -> Vec<Claim> {
    [mazes(amazing), walks(amazing), restarts(amazing), draws(amazing)].concat()
}

/// What a finished maze is like.
fn mazes(Amazing { fate, .. }: &Amazing) -> Vec<Claim> {
    let largest = fate.largest(RANDOM);
    let (size, fates) = (largest.size(), &largest.fates);
    // Whether something never happens, under no rules and at no size that was explored.
    let nowhere = |event: fn(&Fates<Exact>) -> &Exact| fate.exact.iter().all(|chances| never(event(&chances.fates)));
    let (five, large) = (fate.sample(0, RANDOM), fate.largest_sample(RANDOM));
    vec![
        exact(
            "The maze has one path from the start to the exit, and just one: that is guaranteed.",
            Verdict::of(certain(&fates.one_path)),
            format!(
                "With {size} cells and ideal draws {} of all mazes have; the others have none, for the walk ends with the last cell \
                 and not with an exit. More than one path there never is.",
                fates.one_path.percent(),
            ),
            REPORT,
        ),
        exact(
            "Every cell is on the tree of paths.",
            Verdict::of(certain(&fates.one_tree)),
            format!(
                "With {size} cells {} of all mazes are in two trees that are not joined. (Measured with {}: {} of {} mazes, and {} of \
                 all cells cannot be reached.)",
                fates.two_trees.percent(),
                large.size(),
                large.fates.two_trees,
                grouped(large.mazes),
                share(large.complete.out_of_reach, large.cells()).percent(),
            ),
            REPORT,
        ),
        exact(
            "A maze gets exactly one exit.",
            Verdict::of(nowhere(|fates| &fates.several_exits) && never(&fates.no_exit)),
            format!(
                "At most one: with {size} cells {} of all mazes have none. (Measured: {} of {} mazes of {}, {} of {} of {}.)",
                fates.no_exit.percent(),
                five.fates.no_exit,
                grouped(five.mazes),
                five.size(),
                large.fates.no_exit,
                grouped(large.mazes),
                large.size(),
            ),
            REPORT,
        ),
        exact(
            "Once there is an exit, what follows only extends the paths that are there, until all cells are visited.",
            Verdict::of(
                nowhere(|fates| &fates.exit_out_of_reach) && nowhere(|fates| &fates.cycle) && certain(&fates.one_tree),
            ),
            format!(
                "With {size} cells it begins a second tree in {} of all runs. It never closes a circle and never cuts the exit off: \
                 both have probability 0 at all {} sizes and rules that were explored.",
                fates.two_trees.percent(),
                fate.exact.len()
            ),
            REPORT,
        ),
        measured(
            "A maze of the figures' size, 5x5, comes out as described.",
            Verdict::of(five.fates.right == five.mazes),
            format!(
                "{} of {} mazes of {} do ({}): one tree, one exit. With {} it is {}.",
                grouped(five.fates.right),
                grouped(five.mazes),
                five.size(),
                share(five.fates.right, five.mazes).percent(),
                large.size(),
                share(large.fates.right, large.mazes).percent(),
            ),
        ),
    ]
}

/// What happens on the way.
fn walks(Amazing { fate, endings, corner, .. }: &Amazing) -> Vec<Claim> {
    let largest = fate.largest(RANDOM);
    let (size, fates) = (largest.size(), &largest.fates);
    let failing: Vec<_> = [(5, 1), (3, 2), (4, 2)]
        .into_iter()
        .filter_map(|(width, height)| endings.at(width, height))
        .map(|size| format!("{} with {}", size.fails_percent(), size.size()))
        .collect();
    let thrown = corner.sizes.iter().rev().find(|size| size.rules == largest.rules);
    let elsewhere = corner.sizes.iter().all(|size| never(&size.lost_elsewhere));
    vec![
        exact(
            "The walk goes on until every cell is visited.",
            if endings.as_stated() { Verdict::Refined } else { Verdict::Refuted },
            format!(
                "From three rows on it does. With one row and two or more cells, or two rows and three or more, it may draw for ever or \
                 read past its list: {} of all runs; certain it is at none of the {} sizes that were explored.",
                failing.join(", "),
                endings.exact.len(),
            ),
            REPORT,
        ),
        exact(
            "Each path begins on a cell that was visited before, and so extends what there is.",
            Verdict::of(never(&fates.thrown_to_unvisited)),
            format!(
                "The exit throws the visitor to the upper left corner, with {size} cells in {} of all runs although it is not visited. \
                 That makes the second tree in {} of all runs.",
                fates.thrown_to_unvisited.percent(),
                fates.two_trees.percent(),
            ),
            REPORT,
        ),
        exact(
            "A restart takes any visited cell that is not locked, all with the same chance.",
            Verdict::of(!never(&fates.restart_on_start)),
            format!(
                "Neither the start nor the cell after it is ever drawn: with {size} cells a restart stands on the start with \
                 probability {} (mended: {} of all runs).",
                fates.restart_on_start.fraction,
                fate.largest(MENDED).fates.restart_on_start.percent(),
            ),
            REPORT,
        ),
        exact(
            "Knocking out a wall of a cell leaves its other openings as they are.",
            Verdict::of(never(&fates.lost)),
            format!(
                "Up and left assign the wall value: with {size} cells an opening is lost in {} of all runs, {}. In {} it would have \
                 joined the two trees.",
                fates.lost.percent(),
                if elsewhere { "always the unvisited corner's" } else { "and not only the corner's" },
                thrown.map(|size| size.lost_joins.percent()).unwrap_or_default(),
            ),
            REPORT,
        ),
        exact(
            "A step opens the way it goes, and opens nothing else.",
            Verdict::of(fate.exact.iter().all(|chances| never(&chances.fates.wrong))),
            format!(
                "A wrong opening has probability 0 at all {} sizes and rules that were explored: right and down make 3 of any \
                 wall value but 0, and never when only the way they go is open.",
                fate.exact.len()
            ),
            REPORT,
        ),
    ]
}

/// Scan against random restarts.
fn restarts(Amazing { fate, tilt, .. }: &Amazing) -> Vec<Claim> {
    let measures = [Measure::Openings, Measure::Wall];
    let (random, scan) = (fate.largest_sample(RANDOM), fate.largest_sample(SCAN));
    let fewer_looks = random.tries().to_f64() < scan.looks().to_f64();
    let more_draws = random.draws_per_cell().to_f64() > scan.draws_per_cell().to_f64();
    vec![
        measured(
            "Restarts by scan make mazes that are more open near the top, with longer walls near the bottom.",
            match tilt.sure(SCAN) {
                [true, true] if tilt.tilted(SCAN) => Verdict::Confirmed,
                [false, false] => Verdict::Refuted,
                _ => Verdict::Refined,
            },
            format!("{}: {}; {}.", tilt.told(SCAN), tilt.words(SCAN, &measures), tilt.samples()),
        ),
        measured(
            "Random restarts mend that.",
            match (tilt.sure(RANDOM), tilt.sure(MENDED)) {
                ([false, false], [false, false]) => Verdict::Confirmed,
                ([false, false], _) => Verdict::Refined,
                _ => Verdict::Refuted,
            },
            format!(
                "With the document's other rules: {}: {}. With its other bugs mended: {}: {}. {}{}.",
                tilt.told(RANDOM),
                tilt.words(RANDOM, &measures),
                tilt.told(MENDED),
                tilt.words(MENDED, &measures),
                if tilt.sure(RANDOM) == tilt.sure(MENDED) { "" } else { "So it is not the restarts alone; " },
                tilt.samples()
            ),
        ),
        measured(
            "Random restarts spread the places to go on from more evenly.",
            Verdict::of(tilt.restarts_evened()),
            format!(
                "By random restarts: {}; by scan: {}; {}.",
                tilt.words(RANDOM, &[Measure::Restarts]),
                tilt.words(SCAN, &[Measure::Restarts]),
                tilt.samples()
            ),
        ),
        measured(
            "Random restarts make the program more efficient.",
            if fewer_looks { Verdict::refined(more_draws) } else { Verdict::Refuted },
            format!(
                "With {} cells a restart takes {} tries where a scan looks at {} cells, but a maze takes {} random numbers for each cell \
                 and not {} ({} mazes each). With {} it is {} tries and {} cells.",
                random.size(),
                random.tries().decimal(2),
                scan.looks().decimal(2),
                random.draws_per_cell().decimal(2),
                scan.draws_per_cell().decimal(2),
                random.mazes,
                fate.sample(0, RANDOM).size(),
                fate.sample(0, RANDOM).tries().decimal(2),
                fate.sample(0, SCAN).looks().decimal(2),
            ),
        ),
    ]
}

/// The random numbers.
fn draws(Amazing { bounding, .. }: &Amazing) -> Vec<Claim> {
    let (direction, moved) = (bounding.direction(), bounding.moved());
    vec![exact(
        "floor(u * n) + 1 gives each of 1 to n equally often.",
        Verdict::refined(!direction.is_fair()),
        format!(
            "Exactly so for 1, 2 and 4 directions; of {} the likeliest comes {} times in 2^{} and the unlikeliest {}. That moves the \
             outcomes of {}x{} cells by {:.1e} in total variation.",
            direction.choices,
            grouped(direction.most),
            bounding.bits,
            grouped(direction.least),
            moved.width,
            moved.height,
            moved.variation.to_f64(),
        ),
        REPORT,
    )]
}
