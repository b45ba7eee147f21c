//! The claims of the document, and our findings.

use super::Amazing;
use super::facts::Fates;
use super::outcome::{certain, never};
use super::tilt::{SMALL, SURE};
use super::watch::{CORRECTED, RANDOM, SCAN};
use crate::claim::{Claim, Conclusion};
use crate::prelude::*;
use crate::prose::AMAZING as WORDS;

/// The claims, in the order of the report's sections.
pub(crate) fn of(amazing: &Amazing) -> Vec<Claim> {
    let Amazing {
        fate,
        endings,
        corner,
        tilt,
        bounding,
        ..
    } = amazing;
    let exact = fate.largest(RANDOM);
    let fates = &exact.fates;
    let (five, large) = (fate.sample(0, RANDOM), fate.largest_sample(RANDOM));
    let (scan, small_scan) = (fate.largest_sample(SCAN), fate.sample(0, SCAN));
    let ends = [(5, 1), (3, 2), (4, 2)].map(|(width, height)| endings.at(width, height));
    let mut thrown = corner.sizes.iter().rev();
    let elsewhere = corner
        .sizes
        .iter()
        .filter(|size| !never(&size.lost_elsewhere));
    let direction = bounding.direction();
    let halves = [RANDOM, SCAN, CORRECTED].map(|rules| tilt.halves(rules).map(ToString::to_string));
    let values = json!({
        "exact": exact,
        "five": five,
        "large": large,
        "cells": large.cells(),
        "explored": fate.exact.len(),
        "ends": ends.map(|end| [end.fails_percent(), end.size()]),
        "end_sizes": endings.exact.len(),
        "corrected": fate.largest(CORRECTED),
        "elsewhere": elsewhere.count(),
        "cases": corner.sizes.len(),
        "thrown": thrown.find(|size| size.rules == exact.rules).expect("it was explored"),
        "halves": halves,
        "tilt_size": tilt.largest_size(),
        "sure": SURE,
        "small": SMALL,
        "tries": large.tries(),
        "looks": scan.looks(),
        "random_draws": large.draws_per_cell(),
        "scan_draws": scan.draws_per_cell(),
        "small_tries": five.tries(),
        "small_looks": small_scan.looks(),
        "direction": direction,
    });
    let filled = WORDS.beside(amazing, values);
    // Whether an event never happens, under any rules and at any size that was explored.
    let nowhere = |event: fn(&Fates<Exact>) -> &Exact| {
        fate.exact
            .iter()
            .all(|chances| never(event(&chances.fates)))
    };
    let one_exit = nowhere(|fates| &fates.several_exits) && never(&fates.no_exit);
    let after_the_exit = nowhere(|fates| &fates.exit_out_of_reach)
        && nowhere(|fates| &fates.cycle)
        && certain(&fates.one_tree);
    let more_draws = large.draws_per_cell().to_f64() > scan.draws_per_cell().to_f64();
    filled.claims([
        ("one-path", Conclusion::of(certain(&fates.one_path))),
        ("every-cell", Conclusion::of(certain(&fates.one_tree))),
        ("one-exit", Conclusion::of(one_exit)),
        ("after-the-exit", Conclusion::of(after_the_exit)),
        ("figure", Conclusion::of(five.fates.right == five.mazes)),
        ("ends", Conclusion::held(endings.as_stated(), true)),
        (
            "begins-visited",
            Conclusion::of(never(&fates.thrown_to_unvisited)),
        ),
        (
            "restart-anywhere",
            Conclusion::of(!never(&fates.restart_on_start)),
        ),
        ("openings-stay", Conclusion::of(never(&fates.lost))),
        (
            "opens-its-way",
            Conclusion::of(nowhere(|fates| &fates.wrong)),
        ),
        (
            "scan-tilts",
            match tilt.sure(SCAN) {
                [true, true] if tilt.tilted(SCAN) => Conclusion::Confirmed,
                [false, false] => Conclusion::Refuted,
                _ => Conclusion::Refined,
            },
        ),
        (
            "random-corrects",
            match (tilt.sure(RANDOM), tilt.sure(CORRECTED)) {
                ([false, false], [false, false]) => Conclusion::Confirmed,
                ([false, false], _) => Conclusion::Refined,
                _ => Conclusion::Refuted,
            },
        ),
        ("restarts-spread", Conclusion::of(tilt.restarts_evened())),
        (
            "efficiency",
            Conclusion::held(large.tries().to_f64() < scan.looks().to_f64(), more_draws),
        ),
        ("floor", Conclusion::refined(!direction.is_fair())),
    ])
}
