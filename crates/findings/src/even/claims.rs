//! What the document says that can be tested.

use super::Even;
use super::recursion::but_for;
use crate::number::{grouped, share};
use crate::{Basis, Claim, Verdict};

/// The claims, their verdicts computed from the numbers.
pub(super) fn claims(even: &Even) -> Vec<Claim> {
    [sequences(even), recursion(even), lines(even)].concat()
}

const fn exact(claim: &'static str, verdict: Verdict, finding: String, reproduce: &'static str) -> Claim {
    Claim { claim, verdict, basis: Basis::Exact, finding, reproduce }
}

fn sequences(even: &Even) -> Vec<Claim> {
    let Even { definition, evenness, steps, .. } = even;
    let (sequences, spread) = (definition.sum(|row| row.sequences), definition.sum(|row| row.spread));
    let (pairs, settled) = (definition.sum(|row| row.pairs), definition.sum(|row| row.settled));
    let palindromes = definition.sum(|row| row.palindromes);
    let longest = definition.lengths.len() - 1;
    let (all, worst) = (evenness.all(), &evenness.all().worst);
    let groups = &steps.sequence;
    vec![
        exact(
            "The sequence has as many of each item as were asked for.",
            Verdict::of(definition.counts_right == definition.pairs),
            format!(
                "So it is for {} of {} pairs of numbers up to {}.",
                grouped(definition.counts_right),
                grouped(definition.pairs),
                definition.largest
            ),
            "cargo test -p grids --test spread every_spread_has_its_items_and_is_spread",
        ),
        exact(
            "The groups have at most two sizes, one apart.",
            Verdict::of(definition.two_sizes == definition.pairs),
            format!(
                "So it is for {} of {} pairs of numbers up to {}.",
                grouped(definition.two_sizes),
                grouped(definition.pairs),
                definition.largest
            ),
            "cargo test -p grids --test spread every_spread_has_its_items_and_is_spread",
        ),
        exact(
            "Items of the rarer kind never stand side by side.",
            Verdict::of(definition.alone == definition.pairs),
            format!(
                "So it is for {} of {} pairs of numbers up to {}.",
                grouped(definition.alone),
                grouped(definition.pairs),
                definition.largest
            ),
            "cargo xtask report",
        ),
        exact(
            "The sequence is as spread out as possible by the document's definition: none is more even.",
            Verdict::of(definition.spread == definition.pairs && settled == pairs),
            format!(
                "It fulfils the definition for {} of {} pairs of numbers up to {}. Of all {} sequences of up to {longest} items {} \
                 do: for {settled} of {pairs} pairs of numbers the algorithm's, its reverse, and no other.",
                grouped(definition.spread),
                grouped(definition.pairs),
                definition.largest,
                grouped(sequences),
                grouped(spread),
            ),
            "cargo test -p grids --test spread only_the_spread_sequence_and_its_reverse_are_spread",
        ),
        exact(
            "The definition settles what as spread out as possible means.",
            Verdict::refined(palindromes < pairs),
            format!(
                "Up to the direction: of {pairs} pairs of numbers with up to {longest} items, {palindromes} have one such sequence, \
                 the others two that are each other's reverse."
            ),
            "cargo test -p grids --test spread palindromes_are_told_without_spreading",
        ),
        exact(
            "No sequence is more even by distance from a constant rate.",
            Verdict::of(all.least == all.pairs),
            format!(
                "For {} of {} pairs of numbers up to {} another strays less; {} ({}) stray by more than 1/2, which none must. \
                 The worst is ({}, {}) with {} ({}), where {} is possible.",
                grouped(all.pairs - all.least),
                grouped(all.pairs),
                all.largest,
                grouped(all.beyond_half),
                share(all.beyond_half, all.pairs).percent(),
                worst.na,
                worst.nb,
                worst.deviation.fraction,
                worst.deviation.decimal(4),
                worst.least.fraction,
            ),
            "cargo xtask report",
        ),
        exact(
            "17 of one and 4 of the other make five groups, three of size 3 and two of size 4.",
            Verdict::of(
                (groups.small, groups.large) == (3, 2)
                    && groups.sizes.iter().filter(|&&size| size == 3).count() == 3
                    && groups.sizes.iter().filter(|&&size| size == 4).count() == 2
                    && groups.sizes.len() == 5,
            ),
            format!("{} small ones and {} large ones, in the order {:?}.", groups.small, groups.large, groups.sizes),
            "cargo test -p grids --doc spread",
        ),
    ]
}

fn recursion(even: &Even) -> Vec<Claim> {
    let recursion = &even.recursion;
    let (part, work) = (&recursion.largest_part, &recursion.most_work);
    vec![
        exact(
            "The recursive call has at most half of the items of its caller.",
            Verdict::of(recursion.above_half == 0),
            format!(
                "Not where the numbers differ by one: those calls{}, {} of {}, have more, up to {} of {}. Each is the last \
                 one{}.",
                but_for(recursion.only_one_of_both),
                grouped(recursion.above_half),
                grouped(recursion.calls),
                part.items,
                part.na + part.nb,
                but_for(recursion.above_half_not_last),
            ),
            "cargo test -p grids --test spread a_recursive_call_is_at_most_half_except_next_to_the_diagonal",
        ),
        exact(
            "The work is proportional to the number of items: all calls together have at most twice as many.",
            Verdict::of(work.ratio.to_f64() <= 2.0),
            format!(
                "At most {} times as many over all pairs up to {}: {} for {} and {}.",
                work.ratio.decimal(4),
                recursion.largest,
                work.items,
                work.na,
                work.nb
            ),
            "cargo test -p findings --lib even::recursion",
        ),
    ]
}

fn lines(even: &Even) -> Vec<Claim> {
    let Even { evenness, steps, straightness, .. } = even;
    let [first, last, _] = &steps.example.attempts;
    let listed = ["northeast", "southeast", "southwest"];
    let unlisted: Vec<_> = steps.ordinals.iter().filter(|ordinal| !listed.contains(&ordinal.direction)).collect();
    let document = &straightness.document;
    vec![
        exact(
            "A straight line is made of steps in at most two directions, one cardinal and one ordinal.",
            Verdict::of(steps.two_directions == steps.targets && steps.fewest == steps.targets),
            format!(
                "So it is for {} of {} targets up to {} tiles away, and {} lines have no more steps than the longer of their extents.",
                grouped(steps.two_directions),
                grouped(steps.targets),
                steps.reach,
                grouped(steps.fewest),
            ),
            "cargo test -p grids --test line every_line_leads_to_its_target_in_as_few_steps_as_can_be",
        ),
        exact(
            "The ordinal directions are northeast, southeast and southwest (northeast is listed twice).",
            Verdict::of(unlisted.iter().all(|ordinal| ordinal.targets == 0)),
            unlisted
                .iter()
                .map(|ordinal| {
                    let (lines, all) = (grouped(ordinal.targets), grouped(steps.targets));
                    format!("There is {} too: {lines} of {all} lines go that way.", ordinal.direction)
                })
                .collect::<Vec<_>>()
                .join(" "),
            "cargo test -p grids --test line directions_are_their_offsets",
        ),
        exact(
            "Taking ordinal steps until the target is straight ahead, and cardinal ones from there, gives the number of each.",
            Verdict::of(steps.counted == steps.targets && steps.fewest == steps.targets),
            format!(
                "{} of {} lines have as many ordinal steps as their shorter extent, and arrive.",
                grouped(steps.counted.min(steps.fewest)),
                grouped(steps.targets)
            ),
            "cargo xtask report",
        ),
        exact(
            "In the example of four ordinal and two cardinal steps the algorithm's line is straighter than the first attempt.",
            Verdict::of(steps.example.as_the_document && last.squared.to_f64() < first.squared.to_f64()),
            format!(
                "{} strays by {} of a tile, {} by {}; the groups of the former have the sizes {:?}, and those {:?}.",
                last.steps,
                last.deviation.fraction,
                first.steps,
                first.deviation.fraction,
                steps.example.group_sizes[0],
                steps.example.group_sizes[1],
            ),
            "cargo test -p grids --test line the_document_s_example_is_four_ordinal_steps_and_two_cardinal_ones",
        ),
        exact(
            "The line is as straight as possible.",
            Verdict::of(straightness.further == 0),
            format!(
                "At {} of {} targets Bresenham's line stays nearer to the true one. The document's goes up to {:.4} tiles away, on \
                 the way to ({}, {}), Bresenham's up to {:.4}. (It is straight within itself: {} of {} sequences up to {} of a kind are \
                 balanced.)",
                grouped(straightness.further),
                grouped(straightness.targets),
                document.distance,
                document.worst.0,
                document.worst.1,
                straightness.bresenham.distance,
                grouped(evenness.balanced),
                grouped(evenness.stretches_pairs),
                evenness.stretches_largest,
            ),
            "cargo test -p grids --test line no_spread_line_strays_less_than_bresenham_s",
        ),
    ]
}
