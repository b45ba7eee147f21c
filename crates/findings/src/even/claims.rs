//! The claims of the document that can be tested, and our findings.

use serde_json::json;

use super::Even;
use crate::claim::{Claim, Conclusion};
use crate::prose::EVEN as WORDS;

/// The claims, their verdicts computed from the numbers.
pub(crate) fn of(even: &Even) -> Vec<Claim> {
    let Even {
        definition,
        evenness,
        recursion,
        steps,
        straightness,
        ..
    } = even;
    let (pairs, settled) = (
        definition.sum(|row| row.pairs),
        definition.sum(|row| row.settled),
    );
    let palindromes = definition.sum(|row| row.palindromes);
    let (all, groups, part) = (evenness.all(), &steps.sequence, &recursion.largest_part);
    let mut sorted = groups.sizes.clone();
    sorted.sort_unstable();
    let [first, last, _] = &steps.example.attempts;
    let unlisted = steps
        .ordinals
        .iter()
        .find(|ordinal| ordinal.direction == "northwest");
    let unlisted = unlisted.map_or(0, |ordinal| ordinal.targets);
    let [sizes, grouped] = &steps.example.group_sizes;
    let lists = [&groups.sizes, sizes, grouped].map(|sizes| format!("{sizes:?}"));
    let values = json!({
        "sequences": definition.sum(|row| row.sequences),
        "spread": definition.sum(|row| row.spread),
        "longest": definition.lengths.len() - 1,
        "settled": settled,
        "pairs": pairs,
        "palindromes": palindromes,
        "all": all,
        "beaten": all.pairs - all.least,
        "lists": lists,
        "total": part.na + part.nb,
        "unlisted": unlisted,
        "counted": steps.counted.min(steps.fewest),
    });
    let filled = WORDS.beside(even, values);
    let of_all = |id, right: u64| (id, Conclusion::of(right == definition.pairs));
    let as_spread = definition.spread == definition.pairs && settled == pairs;
    let example = steps.example.as_the_document && last.squared.to_f64() < first.squared.to_f64();
    let of_targets =
        |right: u64| Conclusion::of(right == steps.targets && steps.fewest == steps.targets);
    let as_grouped = (groups.small, groups.large) == (3, 2) && sorted == [3, 3, 3, 4, 4];
    filled.claims([
        of_all("counts", definition.counts_right),
        of_all("two-sizes", definition.two_sizes),
        of_all("alone", definition.alone),
        ("as-spread-as-possible", Conclusion::of(as_spread)),
        ("settled", Conclusion::refined(palindromes < pairs)),
        ("constant-rate", Conclusion::of(all.least == all.pairs)),
        ("17-and-4", Conclusion::of(as_grouped)),
        ("half", Conclusion::of(recursion.above_half == 0)),
        (
            "work",
            Conclusion::of(recursion.most_work.ratio.to_f64() <= 2.0),
        ),
        ("two-directions", of_targets(steps.two_directions)),
        ("ordinals", Conclusion::of(unlisted == 0)),
        ("counting", of_targets(steps.counted)),
        ("example", Conclusion::of(example)),
        ("straight", Conclusion::of(straightness.further == 0)),
    ])
}
