//! What the document says, and what we found.

use super::Haskell;
use super::families::Family;
use super::{Claim, MAP};
use crate::number::{Exact, grouped, share};
use crate::{Basis, Verdict};

pub(super) fn claims(haskell: &Haskell) -> Vec<Claim> {
    let groups = [generator, splitting, drawing, rooms, halls];
    groups.into_iter().flat_map(|group| group(haskell)).collect()
}

fn generator(haskell: &Haskell) -> Vec<Claim> {
    let steps = &haskell.steps;
    vec![
        Claim {
            claim: "stepGen is the C function.",
            verdict: Verdict::of(steps.equal == steps.compared),
            basis: Basis::Measured,
            finding: format!(
                "{} of {} steps give the number, the state and the increment of the C: {} generators, with every \
                 rotation and each single bit among them.",
                grouped(steps.equal),
                grouped(steps.compared),
                grouped(steps.generators)
            ),
            reproduce: "cargo test -p findings --lib step_gen_is_the_c_function",
        },
        Claim {
            claim: "next can give every Int32, and each as often as the others.",
            verdict: Verdict::of(steps.is_even()),
            basis: Basis::Exact,
            finding: format!(
                "For each of {} rotations the map from state to output has rank {}, so every number comes of {} of the \
                 2^64 states, and a full period has each of them once.",
                steps.ranks.len(),
                steps.ranks.iter().min().copied().unwrap_or_default(),
                grouped(steps.states_per_output)
            ),
            reproduce: "cargo test -p generators --test haskell outputs_have_full_rank_for_every_rotation",
        },
    ]
}

fn splitting(haskell: &Haskell) -> Vec<Claim> {
    let split = &haskell.split;
    let (siblings, families, likeness) = (split.siblings(), &split.families, &split.likenesses[0]);
    vec![
        Claim {
            claim: "split makes two unrelated generators.",
            verdict: Verdict::of(!split.is_related()),
            basis: Basis::Exact,
            finding: format!(
                "The right child's state is the left child's, rotated by two: but for a rotation their first words \
                 differ in at most {} of 32 bits. {} of the 64 bits of each increment are outputs of the parent.",
                likeness.may_differ, split.bits_visible
            ),
            reproduce: "cargo test -p findings --lib children_are_related_to_their_parent_and_to_each_other",
        },
        Claim {
            claim: "The two streams of a split are disconnected from each other.",
            // Words that are independent are further from chance once in a million pairs of lists.
            verdict: Verdict::of(siblings.z() < 5.0),
            basis: Basis::Measured,
            finding: format!(
                "First words of {} pairs of siblings have {:.3} of 32 bits in common, {:.1} standard errors above \
                 chance, and a Pearson coefficient of {:.4} ({:.1}); from their second words on no comparison is \
                 further from chance than {:.1}.",
                grouped(siblings.pairs),
                siblings.equal_bits,
                siblings.equal_bits_z,
                siblings.pearson,
                siblings.pearson_z,
                split.largest_later_z()
            ),
            reproduce: "cargo xtask report",
        },
        Claim {
            claim: "Children get wholly new increments and states.",
            verdict: Verdict::of(families.sharing.iter().all(|sharing| sharing.increments + sharing.states == 0)),
            basis: Basis::Measured,
            finding: format!(
                "Of {} children, {} share an increment if the parents were drawn or come from a tree of splits; \
                 {} pairs do if the parents have one state and increments next to each other, {} if they have one increment \
                 and states next to each other (ideal: {:.0e}).",
                grouped(families.children),
                match families.of(Family::Drawn).increments + families.of(Family::Tree).increments {
                    0 => "no two".to_owned(),
                    pairs => format!("{} pairs", grouped(pairs)),
                },
                grouped(families.of(Family::Increments).increments),
                grouped(families.of(Family::States).increments),
                families.increments_ideal.to_f64()
            ),
            reproduce: "cargo test -p findings --lib neighbouring_parents_give_related_children",
        },
    ]
}

fn drawing(haskell: &Haskell) -> Vec<Claim> {
    let Haskell { made, bounded, .. } = haskell;
    let (worst, choice) = (bounded.worst(), bounded.worst_choice());
    vec![
        Claim {
            claim: "random draws one number with next and makes a generator of it.",
            verdict: Verdict::refined(made.words_taken != 1 || made.first_equal > 0),
            basis: Basis::Exact,
            finding: format!(
                "It calls next {} times and the first word has no part in it. Of such generators there are two to a \
                 stream, of x and x + 1 for even x: they step with one increment, and their first words are equal ({} \
                 of {} pairs tried).",
                made.words_taken,
                grouped(made.first_equal),
                grouped(made.pairs)
            ),
            reproduce: "cargo test -p findings --lib two_generators_made_at_random_share_each_stream_and_their_first_words",
        },
        Claim {
            claim: "randomR gives a number within its bounds, all alike.",
            verdict: Verdict::refined(worst.ratio.to_f64() > 1.0),
            basis: Basis::Exact,
            finding: format!(
                "Fair for powers of two only. Of the ranges looked at the worst, with {1} numbers the widest of one word, has \
                 the likeliest number {0} times as often as the unlikeliest. A die of six is {2:.0e} from uniform in total \
                 variation.",
                worst.ratio.fraction,
                grouped(u64::from(worst.high - worst.low) + 1),
                bounded.die().total_variation.to_f64()
            ),
            reproduce: "cargo test -p findings --lib the_worst_range_is_the_widest_of_one_word",
        },
        Claim {
            claim: "uniformMay picks any element of the overlap alike.",
            verdict: Verdict::refined(choice.most > choice.least),
            basis: Basis::Exact,
            finding: format!(
                "Up to {} of 2^53 Doubles more for one element than for another; the furthest from uniform, of up to \
                 {} elements, is {} elements, by {:.0e} in total variation.",
                bounded.choices.iter().map(|choice| choice.most - choice.least).max().unwrap_or_default(),
                bounded.choices.len(),
                choice.elements,
                choice.total_variation.to_f64()
            ),
            reproduce: "cargo xtask report",
        },
    ]
}

fn rooms(haskell: &Haskell) -> Vec<Claim> {
    let Haskell { layout, sizes, .. } = haskell;
    vec![
        Claim {
            claim: "If three does not divide the map, the outer sectors overflow by a tile or two.",
            verdict: Verdict::refined(layout.most() != 2 || layout.least() < 0),
            basis: Basis::Exact,
            finding: format!(
                "Only on the right and at the bottom, and as the rim takes a tile there, the last sector is {} to {:+} \
                 tiles larger than the others: smaller where three divides the size (all sizes from {} to {}).",
                layout.least(),
                layout.most(),
                layout.sizes[0],
                layout.sizes[1]
            ),
            reproduce: "cargo test -p findings --lib the_last_sector_is_one_smaller_equal_or_one_larger",
        },
        Claim {
            claim: "Rooms have no least size, and that may be no issue (the document is not sure).",
            // Nothing can refute a doubt. An issue is what more than every other dungeon has.
            verdict: Verdict::refined(2.0 * sizes.some.narrow.ideal.to_f64() > 1.0),
            basis: Basis::Exact,
            finding: format!(
                "{} of the dungeons on {}x{} have a room that is one tile wide or high, {} one that is a single tile; a \
                 room is one tile wide in {}, one tile high in {} of all cases (first sector).",
                sizes.some.narrow.ideal.percent(),
                MAP.0,
                MAP.1,
                sizes.some.single.ideal.percent(),
                sizes.widths[0].lengths[0].ideal.percent(),
                sizes.heights[0].lengths[0].ideal.percent()
            ),
            reproduce: "cargo xtask report",
        },
    ]
}

/// The mean of six probabilities.
fn mean(rows: &[Exact], columns: &[Exact]) -> f64 {
    let all = rows.iter().chain(columns);
    all.clone().map(Exact::to_f64).sum::<f64>() / all.count() as f64
}

fn halls(haskell: &Haskell) -> Vec<Claim> {
    let Haskell { joined, dungeons, .. } = haskell;
    let (own, detail, counted) = (joined.documents(), &joined.detail, dungeons.own());
    let aligned = mean(&detail.aligned_in_row, &detail.aligned_in_column);
    let straight = 1.0 - own.missing.ideal.to_f64() / 12.0;
    vec![
        Claim {
            claim: "Points picked in two rooms are likely not to be in line.",
            verdict: if aligned < 0.5 { Verdict::refined(straight > 0.5) } else { Verdict::Refuted },
            basis: Basis::Exact,
            finding: format!(
                "They are in line in {:.2} % of all cases. But the code looks for a row or column that the rooms share, \
                 and {:.2} % of neighbours have one ({}x{}).",
                100.0 * aligned,
                100.0 * straight,
                MAP.0,
                MAP.1
            ),
            reproduce: "cargo xtask report",
        },
        Claim {
            claim: "All rooms are connected, as the code is left: with straight halls alone.",
            verdict: Verdict::of(own.connected.ideal.fraction == "1"),
            basis: Basis::Exact,
            finding: format!(
                "With probability {} on {}x{}; of twelve halls {} are missing in the mean. Sampled dungeons of {} sizes \
                 agree within {:.1} standard errors.",
                own.connected.ideal.decimal(6),
                MAP.0,
                MAP.1,
                own.missing.ideal.decimal(4),
                dungeons.maps.len(),
                dungeons.largest_z()
            ),
            reproduce: "cargo xtask report",
        },
        Claim {
            claim: "All rooms are connected, as the prose describes it: with turned halls.",
            verdict: Verdict::of(dungeons.turned_connected() == dungeons.all()),
            basis: Basis::Measured,
            finding: format!(
                "{} of {} sampled dungeons of {} sizes are in one piece: every border has a hall from room to room.",
                grouped(dungeons.turned_connected()),
                grouped(dungeons.all()),
                dungeons.maps.len()
            ),
            reproduce: "cargo test -p findings --lib turned_halls_always_join_all_rooms",
        },
        Claim {
            claim: "The player can start at (5, 5).",
            verdict: Verdict::of(counted.player_in_rock == 0),
            basis: Basis::Measured,
            finding: format!(
                "In {} of {} sampled dungeons on {}x{} with straight halls that place is rock (standard error {:.2} %).",
                share(counted.player_in_rock, counted.dungeons).percent(),
                grouped(counted.dungeons),
                MAP.0,
                MAP.1,
                dungeons.player_error()
            ),
            reproduce: "cargo xtask report",
        },
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict::{Confirmed, Refined, Refuted};

    #[test]
    fn every_claim_that_the_document_makes_is_answered() {
        let haskell = Haskell::compute().unwrap();
        let verdict = |words: &str| {
            let found: Vec<_> = haskell.claims.iter().filter(|claim| claim.claim.contains(words)).collect();
            assert_eq!(found.len(), 1, "{words}");
            assert!(!found[0].finding.is_empty());
            (found[0].verdict, found[0].basis)
        };
        let (exact, measured) = (Basis::Exact, Basis::Measured);
        assert_eq!(verdict("stepGen is the C function"), (Confirmed, measured));
        assert_eq!(verdict("each as often as the others"), (Confirmed, exact));
        assert_eq!(verdict("unrelated generators"), (Refuted, exact));
        assert_eq!(verdict("streams of a split"), (Refuted, measured));
        assert_eq!(verdict("wholly new"), (Refuted, measured));
        assert_eq!(verdict("overflow by a tile or two"), (Refined, exact));
        assert_eq!(verdict("as the code is left"), (Refuted, exact));
        assert_eq!(verdict("as the prose describes"), (Confirmed, measured));
        assert_eq!(verdict("no least size"), (Refined, exact));
    }
}
