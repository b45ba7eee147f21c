//! What the document says, and what we found.

use super::Amazing;
use super::facts::Fates;
use super::outcome::{certain, never};
use super::tilt::{SMALL, SURE};
use super::watch::{CORRECTED, RANDOM, SCAN};
use crate::claim::{Claim, Verdict};
use crate::number::{Exact, grouped, share};
use crate::words::AMAZING as WORDS;

/// The claims, in the order of the report's sections.
pub(crate) fn of(amazing: &Amazing) -> Vec<Claim> {
    [
        mazes(amazing),
        walks(amazing),
        restarts(amazing),
        draws(amazing),
    ]
    .concat()
}

fn mazes(Amazing { fate, .. }: &Amazing) -> Vec<Claim> {
    let largest = fate.largest(RANDOM);
    let (size, fates) = (&largest.size(), &largest.fates);
    // Whether something never happens, under any rules and at any size that was explored.
    let nowhere = |event: fn(&Fates<Exact>) -> &Exact| {
        fate.exact
            .iter()
            .all(|chances| never(event(&chances.fates)))
    };
    let (five, large) = (fate.sample(0, RANDOM), fate.largest_sample(RANDOM));
    vec![
        WORDS.claim(
            "one-path",
            Verdict::of(certain(&fates.one_path)),
            &[("size", size), ("share", &fates.one_path.percent())],
        ),
        WORDS.claim(
            "every-cell",
            Verdict::of(certain(&fates.one_tree)),
            &[
                ("size", size),
                ("share", &fates.two_trees.percent()),
                ("large", &large.size()),
                ("two", &large.fates.two_trees),
                ("mazes", &grouped(large.mazes)),
                (
                    "cells",
                    &share(large.complete.out_of_reach, large.cells()).percent(),
                ),
            ],
        ),
        WORDS.claim(
            "one-exit",
            Verdict::of(nowhere(|fates| &fates.several_exits) && never(&fates.no_exit)),
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
        WORDS.claim(
            "after-the-exit",
            Verdict::of(
                nowhere(|fates| &fates.exit_out_of_reach)
                    && nowhere(|fates| &fates.cycle)
                    && certain(&fates.one_tree),
            ),
            &[
                ("size", size),
                ("share", &fates.two_trees.percent()),
                ("explored", &fate.exact.len()),
            ],
        ),
        WORDS.claim(
            "figure",
            Verdict::of(five.fates.right == five.mazes),
            &[
                ("right", &grouped(five.fates.right)),
                ("mazes", &grouped(five.mazes)),
                ("five", &five.size()),
                ("share", &share(five.fates.right, five.mazes).percent()),
                ("large", &large.size()),
                ("large_mazes", &grouped(large.mazes)),
                (
                    "large_share",
                    &share(large.fates.right, large.mazes).percent(),
                ),
            ],
        ),
    ]
}

fn walks(
    Amazing {
        fate,
        endings,
        corner,
        ..
    }: &Amazing,
) -> Vec<Claim> {
    let largest = fate.largest(RANDOM);
    let (size, fates) = (&largest.size(), &largest.fates);
    let [long, three, four] =
        [(5, 1), (3, 2), (4, 2)].map(|(width, height)| endings.at(width, height));
    let thrown = corner
        .sizes
        .iter()
        .rev()
        .find(|size| size.rules == largest.rules)
        .expect("it was explored");
    let lost_elsewhere = corner
        .sizes
        .iter()
        .filter(|size| !never(&size.lost_elsewhere))
        .count();
    vec![
        WORDS.claim(
            "ends",
            if endings.as_stated() {
                Verdict::Refined
            } else {
                Verdict::Refuted
            },
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
        WORDS.claim(
            "begins-visited",
            Verdict::of(never(&fates.thrown_to_unvisited)),
            &[
                ("size", size),
                ("thrown", &fates.thrown_to_unvisited.percent()),
                ("two", &fates.two_trees.percent()),
            ],
        ),
        WORDS.claim(
            "restart-anywhere",
            Verdict::of(!never(&fates.restart_on_start)),
            &[
                ("size", size),
                ("start", &fates.restart_on_start.fraction),
                (
                    "corrected",
                    &fate.largest(CORRECTED).fates.restart_on_start.percent(),
                ),
            ],
        ),
        WORDS.claim(
            "openings-stay",
            Verdict::of(never(&fates.lost)),
            &[
                ("size", size),
                ("lost", &fates.lost.percent()),
                ("elsewhere", &lost_elsewhere),
                ("cases", &corner.sizes.len()),
                ("joins", &thrown.lost_joins.percent()),
            ],
        ),
        WORDS.claim(
            "opens-its-way",
            Verdict::of(fate.exact.iter().all(|chances| never(&chances.fates.wrong))),
            &[("explored", &fate.exact.len())],
        ),
    ]
}

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
        WORDS.claim(
            "scan-tilts",
            match tilt.sure(SCAN) {
                [true, true] if tilt.tilted(SCAN) => Verdict::Confirmed,
                [false, false] => Verdict::Refuted,
                _ => Verdict::Refined,
            },
            &[
                ("openings", scan_openings),
                ("wall", scan_wall),
                ("mazes", &tilt.mazes),
                ("size", size),
                ("sure", &SURE),
                ("small", &SMALL),
            ],
        ),
        WORDS.claim(
            "random-corrects",
            match (tilt.sure(RANDOM), tilt.sure(CORRECTED)) {
                ([false, false], [false, false]) => Verdict::Confirmed,
                ([false, false], _) => Verdict::Refined,
                _ => Verdict::Refuted,
            },
            &[
                ("openings", random_openings),
                ("wall", random_wall),
                ("corrected_openings", corrected_openings),
                ("corrected_wall", corrected_wall),
                ("mazes", &tilt.mazes),
                ("size", size),
            ],
        ),
        WORDS.claim(
            "restarts-spread",
            Verdict::of(tilt.restarts_evened()),
            &[
                ("random", random_restarts),
                ("scan", scan_restarts),
                ("mazes", &tilt.mazes),
                ("size", size),
            ],
        ),
        WORDS.claim(
            "efficiency",
            if fewer_looks {
                Verdict::refined(more_draws)
            } else {
                Verdict::Refuted
            },
            &[
                ("large", &random.size()),
                ("tries", &random.tries().decimal(2)),
                ("looks", &scan.looks().decimal(2)),
                ("random", &random.draws_per_cell().decimal(2)),
                ("scan", &scan.draws_per_cell().decimal(2)),
                ("mazes", &random.mazes),
                ("small", &small_random.size()),
                ("small_mazes", &grouped(small_random.mazes)),
                ("small_tries", &small_random.tries().decimal(2)),
                ("small_looks", &small_scan.looks().decimal(2)),
            ],
        ),
    ]
}

fn draws(Amazing { bounding, .. }: &Amazing) -> Vec<Claim> {
    let (direction, moved) = (bounding.direction(), bounding.moved());
    vec![WORDS.claim(
        "floor",
        Verdict::refined(!direction.is_fair()),
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
