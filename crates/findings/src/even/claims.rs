//! What the document says that can be tested, and what we found.

use super::Even;
use crate::number::{grouped, share};
use crate::{Claim, Verdict};

/// The claims, their verdicts computed from the numbers.
pub(super) fn of(even: &Even) -> Vec<Claim> {
    [sequences(even), recursion(even), lines(even)].concat()
}

fn sequences(even: &Even) -> Vec<Claim> {
    let Even { definition, evenness, steps, .. } = even;
    let (sequences, spread) = (definition.sum(|row| row.sequences), definition.sum(|row| row.spread));
    let (pairs, settled) = (definition.sum(|row| row.pairs), definition.sum(|row| row.settled));
    let palindromes = definition.sum(|row| row.palindromes);
    let longest = definition.lengths.len() - 1;
    let (all, worst) = (evenness.all(), &evenness.all().worst);
    let groups = &steps.sequence;
    let mut sorted = groups.sizes.clone();
    sorted.sort_unstable();
    let of_all = |id, claim, pairs| {
        Claim::new(
            id,
            Verdict::of(pairs == definition.pairs),
            claim,
            "True for {right} of {pairs} pairs of numbers up to {largest}.",
            &[("right", &grouped(pairs)), ("pairs", &grouped(definition.pairs)), ("largest", &definition.largest)],
        )
    };
    let tests = "cargo test -p grids --test spread every_spread_has_its_items_and_is_spread";
    vec![
        of_all("counts", "The sequence has as many of each item as were asked for.", definition.counts_right)
            .shown_by(tests),
        of_all("two-sizes", "The groups have at most two sizes, one apart.", definition.two_sizes).shown_by(tests),
        of_all("alone", "Items of the rarer kind never stand side by side.", definition.alone),
        Claim::new(
            "as-spread-as-possible",
            Verdict::of(definition.spread == definition.pairs && settled == pairs),
            "The sequence is as spread out as possible by the document's definition: none is more even.",
            "It fulfils the definition for {right} of {all} pairs of numbers up to {largest}. Of all {sequences} \
             sequences of up to {longest} items {spread} do: for {settled} of {pairs} pairs of numbers the \
             algorithm's, its reverse, and no other.",
            &[
                ("right", &grouped(definition.spread)),
                ("all", &grouped(definition.pairs)),
                ("largest", &definition.largest),
                ("sequences", &grouped(sequences)),
                ("longest", &longest),
                ("spread", &grouped(spread)),
                ("settled", &settled),
                ("pairs", &pairs),
            ],
        )
        .shown_by("cargo test -p grids --test spread only_the_spread_sequence_and_its_reverse_are_spread"),
        Claim::new(
            "settled",
            Verdict::refined(palindromes < pairs),
            "The definition settles what as spread out as possible means.",
            "Up to the direction: of {pairs} pairs of numbers with up to {longest} items, {palindromes} have one such \
             sequence; the others have two, each the reverse of the other.",
            &[("pairs", &pairs), ("longest", &longest), ("palindromes", &palindromes)],
        )
        .shown_by("cargo test -p grids --test spread palindromes_are_told_without_spreading"),
        Claim::new(
            "constant-rate",
            Verdict::of(all.least == all.pairs),
            "No sequence is more even by distance from a constant rate.",
            "For {beaten} of {pairs} pairs of numbers up to {largest} another sequence deviates less; {beyond} \
             ({share}) deviate by more than 1/2, which none needs to. The worst is ({na}, {nb}) with {deviation} \
             ({decimal}), where {least} is possible.",
            &[
                ("beaten", &grouped(all.pairs - all.least)),
                ("pairs", &grouped(all.pairs)),
                ("largest", &all.largest),
                ("beyond", &grouped(all.beyond_half)),
                ("share", &share(all.beyond_half, all.pairs).percent()),
                ("na", &worst.na),
                ("nb", &worst.nb),
                ("deviation", &worst.deviation.fraction),
                ("decimal", &worst.deviation.decimal(4)),
                ("least", &worst.least.fraction),
            ],
        ),
        Claim::new(
            "17-and-4",
            Verdict::of((groups.small, groups.large) == (3, 2) && sorted == [3, 3, 3, 4, 4]),
            "17 of one and 4 of the other make five groups, three of size 3 and two of size 4.",
            "{small} small groups and {large} large ones, in the order {sizes}.",
            &[("small", &groups.small), ("large", &groups.large), ("sizes", &format!("{:?}", groups.sizes))],
        )
        .shown_by("cargo test -p grids --doc spread"),
    ]
}

fn recursion(even: &Even) -> Vec<Claim> {
    let recursion = &even.recursion;
    let (part, work) = (&recursion.largest_part, &recursion.most_work);
    vec![
        Claim::new(
            "half",
            Verdict::of(recursion.above_half == 0),
            "The recursive call has at most half of the items of its caller.",
            "Not where the numbers differ by one: those calls, {above} of {calls}, have more, up to {items} of {total} \
             (calls that are one but not the other: {exceptions}). All but {not_last} of them are the last call.",
            &[
                ("above", &grouped(recursion.above_half)),
                ("calls", &grouped(recursion.calls)),
                ("items", &part.items),
                ("total", &(part.na + part.nb)),
                ("exceptions", &recursion.only_one_of_both),
                ("not_last", &recursion.above_half_not_last),
            ],
        )
        .shown_by("cargo test -p grids --test spread a_recursive_call_is_at_most_half_except_next_to_the_diagonal"),
        Claim::new(
            "work",
            Verdict::of(work.ratio.to_f64() <= 2.0),
            "The work is proportional to the number of items: all calls together have at most twice as many.",
            "At most {ratio} times as many over all pairs up to {largest}: {items} for {na} and {nb}.",
            &[
                ("ratio", &work.ratio.decimal(4)),
                ("largest", &recursion.largest),
                ("items", &work.items),
                ("na", &work.na),
                ("nb", &work.nb),
            ],
        )
        .shown_by("cargo test -p findings --lib even::recursion"),
    ]
}

fn lines(even: &Even) -> Vec<Claim> {
    let Even { evenness, steps, straightness, .. } = even;
    let [first, last, _] = &steps.example.attempts;
    let unlisted = steps.ordinals.iter().find(|ordinal| ordinal.direction == "northwest");
    let unlisted = unlisted.map_or(0, |ordinal| ordinal.targets);
    let document = &straightness.document;
    vec![
        Claim::new(
            "two-directions",
            Verdict::of(steps.two_directions == steps.targets && steps.fewest == steps.targets),
            "A straight line is made of steps in at most two directions, one cardinal and one ordinal.",
            "True for {right} of {targets} targets up to {reach} tiles away, and {fewest} lines have no more steps \
             than the longer of their extents.",
            &[
                ("right", &grouped(steps.two_directions)),
                ("targets", &grouped(steps.targets)),
                ("reach", &steps.reach),
                ("fewest", &grouped(steps.fewest)),
            ],
        )
        .shown_by("cargo test -p grids --test line every_line_leads_to_its_target_in_as_few_steps_as_can_be"),
        Claim::new(
            "ordinals",
            Verdict::of(unlisted == 0),
            "The ordinal directions are northeast, southeast and southwest (northeast is listed twice).",
            "There is also northwest: {lines} of {targets} lines go that way.",
            &[("lines", &grouped(unlisted)), ("targets", &grouped(steps.targets))],
        )
        .shown_by("cargo test -p grids --test line directions_are_their_offsets"),
        Claim::new(
            "counting",
            Verdict::of(steps.counted == steps.targets && steps.fewest == steps.targets),
            "Taking ordinal steps until the target is straight ahead, and cardinal ones from there, gives the number \
             of each.",
            "{right} of {targets} lines have as many ordinal steps as their shorter extent, and arrive.",
            &[("right", &grouped(steps.counted.min(steps.fewest))), ("targets", &grouped(steps.targets))],
        ),
        Claim::new(
            "example",
            Verdict::of(steps.example.as_the_document && last.squared.to_f64() < first.squared.to_f64()),
            "In the example of four ordinal and two cardinal steps the algorithm's line is straighter than the first \
             attempt.",
            "{last} deviates by {last_off} of a tile, {first} by {first_off}. The groups of the algorithm's steps have \
             the sizes {sizes}, and the groups of those {groups}.",
            &[
                ("last", &last.steps),
                ("last_off", &last.deviation.fraction),
                ("first", &first.steps),
                ("first_off", &first.deviation.fraction),
                ("sizes", &format!("{:?}", steps.example.group_sizes[0])),
                ("groups", &format!("{:?}", steps.example.group_sizes[1])),
            ],
        )
        .shown_by("cargo test -p grids --test line the_document_s_example_is_four_ordinal_steps_and_two_cardinal_ones"),
        Claim::new(
            "straight",
            Verdict::of(straightness.further == 0),
            "The line is as straight as possible.",
            "At {further} of {targets} targets Bresenham's line stays nearer to the true one. The document's deviates \
             by up to {distance} tiles, on the way to ({x}, {y}), Bresenham's by up to {bresenham}. (In itself it is \
             even: {balanced} of {sequences} sequences with up to {largest} of a kind are balanced.)",
            &[
                ("further", &grouped(straightness.further)),
                ("targets", &grouped(straightness.targets)),
                ("distance", &format!("{:.4}", document.distance)),
                ("x", &document.worst.0),
                ("y", &document.worst.1),
                ("bresenham", &format!("{:.4}", straightness.bresenham.distance)),
                ("balanced", &grouped(evenness.balanced)),
                ("sequences", &grouped(evenness.stretches_pairs)),
                ("largest", &evenness.stretches_largest),
            ],
        )
        .shown_by("cargo test -p grids --test line no_spread_line_strays_less_than_bresenham_s"),
    ]
}
