//! The claims of the document that can be tested, and our findings.

use super::Even;
use super::definition::Definition;
use crate::claim::{Claim, Conclusion, Mark, values};
use crate::number::{grouped, share};

/// The claims, in the order of the report.
pub(crate) fn find(even: &Even) -> Vec<Claim> {
    vec![
        counts(&even.definition),
        two_sizes(&even.definition),
        alone(&even.definition),
        as_spread_as_possible(even),
        settled(even),
        constant_rate(even),
        seventeen_and_four(even),
        half(even),
        work(even),
        two_directions(even),
        ordinals(even),
        counting(even),
        example(even),
        straight(even),
    ]
}

/// A claim about the sequences of all pairs of numbers, which is true for so many of them.
fn about_all_pairs(
    definition: &Definition,
    id: &'static str,
    claim: &'static str,
    right: u64,
    reproduce: &'static str,
) -> Claim {
    let verdict = Conclusion::confirmed_if(right == definition.pairs);
    let (right, pairs) = (grouped(right), grouped(definition.pairs));
    let largest = definition.largest;
    Claim {
        id,
        claim,
        verdict,
        mark: Mark::CheckedOn,
        on: format!("all {pairs} pairs of numbers up to {largest}"),
        finding: format!("True for {right} pairs."),
        reproduce,
        values: values([("right", &right), ("pairs", &pairs), ("largest", &largest)]),
    }
}

fn counts(definition: &Definition) -> Claim {
    about_all_pairs(
        definition,
        "counts",
        "The sequence has as many of each item as were asked for.",
        definition.counts_right,
        "roguelab check spread --actual port --ops 'spread 17 4'",
    )
}

fn two_sizes(definition: &Definition) -> Claim {
    about_all_pairs(
        definition,
        "two-sizes",
        "The groups have at most two sizes, one apart.",
        definition.two_sizes,
        "roguelab check spread --actual port --ops 'spread 17 4'",
    )
}

fn alone(definition: &Definition) -> Claim {
    about_all_pairs(
        definition,
        "alone",
        "Items of the rarer kind never stand side by side.",
        definition.alone,
        "roguelab check spread --actual port --ops 'spread 4 17'",
    )
}

fn as_spread_as_possible(even: &Even) -> Claim {
    let definition = &even.definition;
    let right = grouped(definition.spread);
    let all = grouped(definition.pairs);
    let largest = definition.largest;
    let sequences = grouped(definition.sum(|row| row.sequences));
    let longest = definition.longest();
    let spread = grouped(definition.sum(|row| row.spread));
    let settled = definition.sum(|row| row.settled);
    let pairs = definition.sum(|row| row.pairs);
    Claim {
        id: "as-spread-as-possible",
        claim: "The sequence is as spread out as possible by the document's definition: none is more even.",
        verdict: Conclusion::confirmed_if(
            definition.spread == definition.pairs && settled == pairs,
        ),
        mark: Mark::CheckedOn,
        on: format!(
            "{all} pairs of numbers up to {largest}, and all {sequences} sequences of up to {longest} items"
        ),
        finding: format!(
            "It fulfils the definition for {right} of the pairs. Of all sequences {spread} fulfil it: for {settled} of \
             {pairs} pairs of numbers, the algorithm's, its reverse, and no other."
        ),
        reproduce: "cargo test -p roguelab-grids --test spread a_swapped_pair_of_neighbours_is_no_longer_spread",
        values: values([
            ("right", &right),
            ("all", &all),
            ("largest", &largest),
            ("sequences", &sequences),
            ("longest", &longest),
            ("spread", &spread),
            ("settled", &settled),
            ("pairs", &pairs),
        ]),
    }
}

fn settled(even: &Even) -> Claim {
    let pairs = even.definition.sum(|row| row.pairs);
    let longest = even.definition.longest();
    let palindromes = even.definition.sum(|row| row.palindromes);
    Claim {
        id: "settled",
        claim: "The definition settles what as spread out as possible means.",
        verdict: Conclusion::refined_if(palindromes < pairs),
        mark: Mark::CheckedOn,
        on: format!("{pairs} pairs of numbers with up to {longest} items"),
        finding: format!(
            "It does, up to the direction: {palindromes} pairs have one such sequence; the others have two, each the \
             reverse of the other."
        ),
        reproduce: "cargo test -p roguelab-grids --test spread palindromes_are_told_without_spreading",
        values: values([
            ("pairs", &pairs),
            ("longest", &longest),
            ("palindromes", &palindromes),
        ]),
    }
}

fn constant_rate(even: &Even) -> Claim {
    let all = even.evenness.largest();
    let worst = &all.worst;
    let beaten = grouped(all.pairs - all.least);
    let pairs = grouped(all.pairs);
    let largest = all.largest;
    let beyond = grouped(all.beyond_half);
    let share = share(all.beyond_half, all.pairs).percent();
    let na = worst.na;
    let nb = worst.nb;
    let deviation = &worst.deviation.fraction;
    let decimal = worst.deviation.decimal(4);
    let least = &worst.least.fraction;
    Claim {
        id: "constant-rate",
        claim: "No sequence is more even by distance from a constant rate.",
        verdict: Conclusion::confirmed_if(all.least == all.pairs),
        mark: Mark::Exact,
        on: String::new(),
        finding: format!(
            "For {beaten} of {pairs} pairs of numbers up to {largest} another sequence deviates less; {beyond} ({share}) \
             deviate by more than 1/2, which none needs to. The worst is ({na}, {nb}) with {deviation} ({decimal}), where \
             {least} is possible."
        ),
        reproduce: "cargo test -p roguelab-findings --lib no_sequence_strays_less_than_the_least_deviation",
        values: values([
            ("beaten", &beaten),
            ("pairs", &pairs),
            ("largest", &largest),
            ("beyond", &beyond),
            ("share", &share),
            ("na", &na),
            ("nb", &nb),
            ("deviation", &deviation),
            ("decimal", &decimal),
            ("least", &least),
        ]),
    }
}

fn seventeen_and_four(even: &Even) -> Claim {
    let groups = &even.steps.sequence;
    let mut sorted = groups.sizes.clone();
    sorted.sort_unstable();
    let small = groups.small;
    let large = groups.large;
    let sizes = format!("{:?}", groups.sizes);
    Claim {
        id: "17-and-4",
        claim: "17 of one and 4 of the other make five groups, three of size 3 and two of size 4.",
        verdict: Conclusion::confirmed_if((small, large) == (3, 2) && sorted == [3, 3, 3, 4, 4]),
        mark: Mark::Exact,
        on: String::new(),
        finding: format!("{small} small groups and {large} large ones, in the order {sizes}."),
        reproduce: "cargo test -p roguelab-grids --doc spread",
        values: values([("small", &small), ("large", &large), ("sizes", &sizes)]),
    }
}

fn half(even: &Even) -> Claim {
    let recursion = &even.recursion;
    let above = grouped(recursion.above_half);
    let calls = grouped(recursion.calls);
    let largest = recursion.largest;
    let items = recursion.largest_part.items;
    let total = recursion.largest_part.na + recursion.largest_part.nb;
    let exceptions = recursion.only_one_of_both;
    let not_last = recursion.above_half_not_last;
    let last = match not_last {
        0 => "Each of them is the last call.".to_owned(),
        _ => format!("All but {not_last} of them are the last call."),
    };
    Claim {
        id: "half",
        claim: "The recursive call has at most half of the items of its caller.",
        verdict: Conclusion::confirmed_if(recursion.above_half == 0),
        mark: Mark::Exact,
        on: String::new(),
        finding: format!(
            "Not where the numbers differ by one: those calls, {above} of {calls} for all pairs up to {largest}, have \
             more, up to {items} of {total} items (exceptions either way: {exceptions}). {last}"
        ),
        reproduce: "cargo test -p roguelab-findings --lib even::recursion",
        values: values([
            ("above", &above),
            ("calls", &calls),
            ("largest", &largest),
            ("items", &items),
            ("total", &total),
            ("exceptions", &exceptions),
            ("not_last", &not_last),
        ]),
    }
}

fn work(even: &Even) -> Claim {
    let recursion = &even.recursion;
    let ratio = recursion.most_work.ratio.decimal(4);
    let largest = recursion.largest;
    let items = recursion.most_work.items;
    let na = recursion.most_work.na;
    let nb = recursion.most_work.nb;
    Claim {
        id: "work",
        claim: "The work is proportional to the number of items: all calls together have at most twice as many.",
        verdict: Conclusion::confirmed_if(recursion.most_work.ratio.to_f64() <= 2.0),
        mark: Mark::CheckedOn,
        on: format!("all pairs of numbers up to {largest}"),
        finding: format!("At most {ratio} times as many: {items} for {na} and {nb}."),
        reproduce: "cargo test -p roguelab-findings --lib even::recursion",
        values: values([
            ("ratio", &ratio),
            ("largest", &largest),
            ("items", &items),
            ("na", &na),
            ("nb", &nb),
        ]),
    }
}

fn two_directions(even: &Even) -> Claim {
    let steps = &even.steps;
    let right = grouped(steps.two_directions);
    let targets = grouped(steps.targets);
    let reach = steps.reach;
    let fewest = grouped(steps.fewest);
    Claim {
        id: "two-directions",
        claim: "A straight line is made of steps in at most two directions, one cardinal and one ordinal.",
        verdict: Conclusion::confirmed_if(
            steps.two_directions == steps.targets && steps.fewest == steps.targets,
        ),
        mark: Mark::CheckedOn,
        on: format!("{targets} targets up to {reach} tiles away"),
        finding: format!(
            "True for {right} targets, and {fewest} lines have no more steps than the longer of their extents."
        ),
        reproduce: "cargo test -p roguelab-grids --test line every_line_leads_to_its_target_in_as_few_steps_as_can_be",
        values: values([
            ("right", &right),
            ("targets", &targets),
            ("reach", &reach),
            ("fewest", &fewest),
        ]),
    }
}

fn ordinals(even: &Even) -> Claim {
    let steps = &even.steps;
    let unlisted = steps.lines_towards("northwest");
    let lines = grouped(unlisted);
    let targets = grouped(steps.targets);
    Claim {
        id: "ordinals",
        claim: "The ordinal directions are northeast, southeast and southwest (northeast is listed twice).",
        verdict: Conclusion::confirmed_if(unlisted == 0),
        mark: Mark::Exact,
        on: String::new(),
        finding: format!("There is also northwest: {lines} of {targets} lines go that way."),
        reproduce: "cargo test -p roguelab-grids --test line directions_are_their_offsets",
        values: values([("lines", &lines), ("targets", &targets)]),
    }
}

fn counting(even: &Even) -> Claim {
    let steps = &even.steps;
    let right = grouped(steps.counted.min(steps.fewest));
    let targets = grouped(steps.targets);
    let reach = steps.reach;
    Claim {
        id: "counting",
        claim: "Taking ordinal steps until the target is straight ahead, and cardinal ones from there, gives the number of \
         each.",
        verdict: Conclusion::confirmed_if(
            steps.counted == steps.targets && steps.fewest == steps.targets,
        ),
        mark: Mark::CheckedOn,
        on: format!("{targets} targets up to {reach} tiles away"),
        finding: format!(
            "{right} lines have as many ordinal steps as their shorter extent, and arrive."
        ),
        reproduce: "cargo test -p roguelab-grids --test line every_line_leads_to_its_target_in_as_few_steps_as_can_be",
        values: values([("right", &right), ("targets", &targets), ("reach", &reach)]),
    }
}

fn example(even: &Even) -> Claim {
    let example = &even.steps.example;
    let [attempt, algorithm] = &example.attempts;
    let last = &algorithm.steps;
    let last_off = &algorithm.deviation.fraction;
    let first = &attempt.steps;
    let first_off = &attempt.deviation.fraction;
    let sizes = format!("{:?}", example.group_sizes[0]);
    let groups = format!("{:?}", example.group_sizes[1]);
    Claim {
        id: "example",
        claim: "In the example of four ordinal and two cardinal steps the algorithm's line is straighter than the first \
         attempt.",
        verdict: Conclusion::confirmed_if(
            example.as_the_document && algorithm.squared.to_f64() < attempt.squared.to_f64(),
        ),
        mark: Mark::Exact,
        on: String::new(),
        finding: format!(
            "{last} deviates by {last_off} of a tile, {first} by {first_off}. The groups of the algorithm's steps have \
             the sizes {sizes}, and the groups of those {groups}."
        ),
        reproduce: "cargo test -p roguelab-grids --test line the_document_s_example_is_four_ordinal_steps_and_two_cardinal_ones",
        values: values([
            ("last", &last),
            ("last_off", &last_off),
            ("first", &first),
            ("first_off", &first_off),
            ("sizes", &sizes),
            ("groups", &groups),
        ]),
    }
}

fn straight(even: &Even) -> Claim {
    let lines = &even.straightness;
    let further = grouped(lines.further);
    let targets = grouped(lines.targets);
    let distance = format!("{:.4}", lines.document.distance);
    let x = lines.document.worst.0;
    let y = lines.document.worst.1;
    let bresenham = format!("{:.4}", lines.bresenham.distance);
    let balanced = grouped(even.evenness.balanced);
    let sequences = grouped(even.evenness.stretches_pairs);
    let largest = even.evenness.stretches_largest;
    Claim {
        id: "straight",
        claim: "The line is as straight as possible.",
        verdict: Conclusion::confirmed_if(lines.further == 0),
        mark: Mark::Exact,
        on: String::new(),
        finding: format!(
            "At {further} of {targets} targets Bresenham's line stays nearer to the true one. The document's deviates by \
             up to {distance} tiles, on the way to ({x}, {y}), Bresenham's by up to {bresenham}. (In itself it is even: \
             {balanced} of {sequences} sequences with up to {largest} of a kind are balanced.)"
        ),
        reproduce: "cargo test -p roguelab-grids --test line bresenham_s_line_is_the_true_one_rounded",
        values: values([
            ("further", &further),
            ("targets", &targets),
            ("distance", &distance),
            ("x", &x),
            ("y", &y),
            ("bresenham", &bresenham),
            ("balanced", &balanced),
            ("sequences", &sequences),
            ("largest", &largest),
        ]),
    }
}
