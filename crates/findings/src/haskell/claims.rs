//! What the document says, and what we found.

use super::Haskell;
use super::families::Family;
use super::layout::MAP;
use crate::claim::{Claim, Verdict};
use crate::number::{Exact, grouped, share};
use crate::words::HASKELL as WORDS;

pub(crate) fn of(haskell: &Haskell) -> Vec<Claim> {
    [
        generator(haskell),
        splitting(haskell),
        drawing(haskell),
        rooms(haskell),
        halls(haskell),
    ]
    .concat()
}

fn generator(haskell: &Haskell) -> Vec<Claim> {
    let steps = &haskell.steps;
    vec![
        WORDS.claim(
            "steps",
            Verdict::of(steps.equal == steps.compared),
            &[
                ("equal", &grouped(steps.equal)),
                ("compared", &grouped(steps.compared)),
                ("generators", &grouped(steps.generators)),
            ],
        ),
        WORDS.claim(
            "next-even",
            Verdict::of(steps.is_even()),
            &[
                ("rotations", &steps.ranks.len()),
                (
                    "rank",
                    &steps.ranks.iter().min().copied().unwrap_or_default(),
                ),
                ("states", &grouped(steps.states_per_output)),
            ],
        ),
    ]
}

fn splitting(haskell: &Haskell) -> Vec<Claim> {
    let split = &haskell.split;
    let (siblings, families, likeness) = (split.siblings(), &split.families, &split.likenesses[0]);
    let [drawn, tree] = [Family::Drawn, Family::Tree].map(|family| families.of(family).increments);
    vec![
        WORDS.claim(
            "unrelated",
            Verdict::of(!split.is_related()),
            &[
                ("differ", &likeness.may_differ),
                ("visible", &split.bits_visible),
                ("parents", &grouped(split.parents)),
            ],
        ),
        WORDS.claim(
            "disconnected", // Words with 16 equal bits could still be dependent: then a z of 5 or more refutes.
            Verdict::of(likeness.equal_bits_as_they_are.fraction == "16" && siblings.z() < 5.0),
            &[
                ("pairs", &grouped(siblings.pairs)),
                ("bits", &likeness.equal_bits_as_they_are.value),
                ("measured_bits", &format!("{:.3}", siblings.equal_bits)),
                ("pearson", &format!("{:.4}", siblings.pearson)),
                ("pearson_z", &format!("{:.1}", siblings.pearson_z)),
                ("later", &format!("{:.1}", split.largest_later_z())),
            ],
        ),
        WORDS.claim(
            "new-increments",
            Verdict::of(
                families
                    .sharing
                    .iter()
                    .all(|sharing| sharing.increments + sharing.states == 0),
            ),
            &[
                ("children", &grouped(families.children)),
                ("none", &grouped(drawn + tree)),
                (
                    "increments",
                    &grouped(families.of(Family::Increments).increments),
                ),
                ("states", &grouped(families.of(Family::States).increments)),
                (
                    "ideal",
                    &format!("{:.0e}", families.increments_ideal.to_f64()),
                ),
            ],
        ),
    ]
}

fn drawing(haskell: &Haskell) -> Vec<Claim> {
    let Haskell { made, bounded, .. } = haskell;
    let (worst, choice) = (bounded.worst(), bounded.worst_choice());
    vec![
        WORDS.claim(
            "random",
            Verdict::refined(made.words_taken != 1 || made.first_equal > 0),
            &[
                ("words", &made.words_taken),
                ("equal", &grouped(made.first_equal)),
                ("pairs", &grouped(made.pairs)),
            ],
        ),
        WORDS.claim(
            "bounds",
            Verdict::refined(worst.ratio.to_f64() > 1.0),
            &[
                ("numbers", &grouped(u64::from(worst.high - worst.low) + 1)),
                ("ratio", &worst.ratio.fraction),
                (
                    "die",
                    &format!("{:.0e}", bounded.die().total_variation.to_f64()),
                ),
            ],
        ),
        WORDS.claim(
            "overlap",
            Verdict::refined(choice.most > choice.least),
            &[
                (
                    "more",
                    &bounded
                        .choices
                        .iter()
                        .map(|choice| choice.most - choice.least)
                        .max()
                        .unwrap_or_default(),
                ),
                ("largest", &bounded.choices.len()),
                ("elements", &choice.elements),
                (
                    "distance",
                    &format!("{:.0e}", choice.total_variation.to_f64()),
                ),
            ],
        ),
    ]
}

fn rooms(haskell: &Haskell) -> Vec<Claim> {
    let Haskell { layout, sizes, .. } = haskell;
    vec![
        WORDS.claim(
            "overflow",
            Verdict::refined(layout.most() != 2 || layout.least() < 0),
            &[
                ("least", &layout.least()),
                ("most", &format!("{:+}", layout.most())),
                ("from", &layout.sizes[0]),
                ("to", &layout.sizes[1]),
            ],
        ),
        WORDS.claim(
            "least-size", // Nothing can refute a doubt. What more than every other dungeon has is an issue.
            Verdict::refined(2.0 * sizes.some.narrow.ideal.to_f64() > 1.0),
            &[
                ("narrow", &sizes.some.narrow.ideal.percent()),
                ("width", &MAP.0),
                ("height", &MAP.1),
                ("single", &sizes.some.single.ideal.percent()),
                ("wide", &sizes.widths[0].lengths[0].ideal.percent()),
                ("high", &sizes.heights[0].lengths[0].ideal.percent()),
            ],
        ),
    ]
}

fn mean(rows: &[Exact], columns: &[Exact]) -> f64 {
    let all = rows.iter().chain(columns);
    all.clone().map(Exact::to_f64).sum::<f64>() / all.count() as f64
}

fn halls(haskell: &Haskell) -> Vec<Claim> {
    let Haskell {
        joined, dungeons, ..
    } = haskell;
    let (own, detail, counted) = (joined.documents(), &joined.detail, dungeons.own());
    let aligned = mean(&detail.aligned_in_row, &detail.aligned_in_column);
    let straight = 1.0 - own.missing.ideal.to_f64() / 12.0;
    vec![
        WORDS.claim(
            "in-line",
            if aligned < 0.5 {
                Verdict::refined(straight > 0.5)
            } else {
                Verdict::Refuted
            },
            &[
                ("aligned", &format!("{:.2}", 100.0 * aligned)),
                ("straight", &format!("{:.2}", 100.0 * straight)),
                ("width", &MAP.0),
                ("height", &MAP.1),
            ],
        ),
        WORDS.claim(
            "connected-straight",
            Verdict::of(own.connected.ideal.fraction == "1"),
            &[
                ("connected", &own.connected.ideal.decimal(6)),
                ("width", &MAP.0),
                ("height", &MAP.1),
                ("missing", &own.missing.ideal.decimal(4)),
                ("sizes", &dungeons.maps.len()),
                ("dungeons", &grouped(dungeons.all())),
                ("z", &format!("{:.1}", dungeons.largest_z())),
            ],
        ),
        WORDS.claim(
            "connected-turned",
            Verdict::of(dungeons.sum(|map| map.turned_connected) == dungeons.all()),
            &[
                (
                    "connected",
                    &grouped(dungeons.sum(|map| map.turned_connected)),
                ),
                ("all", &grouped(dungeons.all())),
                ("sizes", &dungeons.maps.len()),
            ],
        ),
        WORDS.claim(
            "player",
            Verdict::of(counted.player_in_rock == 0),
            &[
                (
                    "rock",
                    &share(counted.player_in_rock, counted.dungeons).percent(),
                ),
                ("dungeons", &grouped(counted.dungeons)),
                ("width", &MAP.0),
                ("height", &MAP.1),
                ("error", &format!("{:.2}", dungeons.player_error())),
            ],
        ),
    ]
}
