//! What the document says that can be tested, and what we found.

use std::fmt::Display;

use super::Even;
use crate::claim::{Claim, Verdict};
use crate::number::{grouped, share};
use crate::words::EVEN as WORDS;

/// The claims, their verdicts computed from the numbers.
pub(crate) fn of(even: &Even) -> Vec<Claim> {
    [sequences(even), recursion(even), lines(even)].concat()
}

fn sequences(even: &Even) -> Vec<Claim> {
    let Even {
        definition,
        evenness,
        steps,
        ..
    } = even;
    let (sequences, spread) = (
        definition.sum(|row| row.sequences),
        definition.sum(|row| row.spread),
    );
    let (pairs, settled) = (
        definition.sum(|row| row.pairs),
        definition.sum(|row| row.settled),
    );
    let palindromes = definition.sum(|row| row.palindromes);
    let longest = definition.lengths.len() - 1;
    let (all, worst) = (evenness.all(), &evenness.all().worst);
    let groups = &steps.sequence;
    let mut sorted = groups.sizes.clone();
    sorted.sort_unstable();
    let of_all = |id, pairs| {
        let values: [(_, &dyn Display); 3] = [
            ("right", &grouped(pairs)),
            ("pairs", &grouped(definition.pairs)),
            ("largest", &definition.largest),
        ];
        WORDS.claim(id, Verdict::of(pairs == definition.pairs), &values)
    };
    vec![
        of_all("counts", definition.counts_right),
        of_all("two-sizes", definition.two_sizes),
        of_all("alone", definition.alone),
        WORDS.claim(
            "as-spread-as-possible",
            Verdict::of(definition.spread == definition.pairs && settled == pairs),
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
        ),
        WORDS.claim(
            "settled",
            Verdict::refined(palindromes < pairs),
            &[
                ("pairs", &pairs),
                ("longest", &longest),
                ("palindromes", &palindromes),
            ],
        ),
        WORDS.claim(
            "constant-rate",
            Verdict::of(all.least == all.pairs),
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
        WORDS.claim(
            "17-and-4",
            Verdict::of((groups.small, groups.large) == (3, 2) && sorted == [3, 3, 3, 4, 4]),
            &[
                ("small", &groups.small),
                ("large", &groups.large),
                ("sizes", &format!("{:?}", groups.sizes)),
            ],
        ),
    ]
}

fn recursion(even: &Even) -> Vec<Claim> {
    let recursion = &even.recursion;
    let (part, work) = (&recursion.largest_part, &recursion.most_work);
    vec![
        WORDS.claim(
            "half",
            Verdict::of(recursion.above_half == 0),
            &[
                ("above", &grouped(recursion.above_half)),
                ("calls", &grouped(recursion.calls)),
                ("largest", &recursion.largest),
                ("items", &part.items),
                ("total", &(part.na + part.nb)),
                ("exceptions", &recursion.only_one_of_both),
                ("not_last", &recursion.above_half_not_last),
            ],
        ),
        WORDS.claim(
            "work",
            Verdict::of(work.ratio.to_f64() <= 2.0),
            &[
                ("ratio", &work.ratio.decimal(4)),
                ("largest", &recursion.largest),
                ("items", &work.items),
                ("na", &work.na),
                ("nb", &work.nb),
            ],
        ),
    ]
}

fn lines(even: &Even) -> Vec<Claim> {
    let Even {
        evenness,
        steps,
        straightness,
        ..
    } = even;
    let [first, last, _] = &steps.example.attempts;
    let unlisted = steps
        .ordinals
        .iter()
        .find(|ordinal| ordinal.direction == "northwest");
    let unlisted = unlisted.map_or(0, |ordinal| ordinal.targets);
    let document = &straightness.document;
    vec![
        WORDS.claim(
            "two-directions",
            Verdict::of(steps.two_directions == steps.targets && steps.fewest == steps.targets),
            &[
                ("right", &grouped(steps.two_directions)),
                ("targets", &grouped(steps.targets)),
                ("reach", &steps.reach),
                ("fewest", &grouped(steps.fewest)),
            ],
        ),
        WORDS.claim(
            "ordinals",
            Verdict::of(unlisted == 0),
            &[
                ("lines", &grouped(unlisted)),
                ("targets", &grouped(steps.targets)),
            ],
        ),
        WORDS.claim(
            "counting",
            Verdict::of(steps.counted == steps.targets && steps.fewest == steps.targets),
            &[
                ("right", &grouped(steps.counted.min(steps.fewest))),
                ("targets", &grouped(steps.targets)),
                ("reach", &steps.reach),
            ],
        ),
        WORDS.claim(
            "example",
            Verdict::of(
                steps.example.as_the_document && last.squared.to_f64() < first.squared.to_f64(),
            ),
            &[
                ("last", &last.steps),
                ("last_off", &last.deviation.fraction),
                ("first", &first.steps),
                ("first_off", &first.deviation.fraction),
                ("sizes", &format!("{:?}", steps.example.group_sizes[0])),
                ("groups", &format!("{:?}", steps.example.group_sizes[1])),
            ],
        ),
        WORDS.claim(
            "straight",
            Verdict::of(straightness.further == 0),
            &[
                ("further", &grouped(straightness.further)),
                ("targets", &grouped(straightness.targets)),
                ("distance", &format!("{:.4}", document.distance)),
                ("x", &document.worst.0),
                ("y", &document.worst.1),
                (
                    "bresenham",
                    &format!("{:.4}", straightness.bresenham.distance),
                ),
                ("balanced", &grouped(evenness.balanced)),
                ("sequences", &grouped(evenness.stretches_pairs)),
                ("largest", &evenness.stretches_largest),
            ],
        ),
    ]
}
