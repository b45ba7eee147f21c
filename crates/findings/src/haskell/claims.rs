//! What the document says, and what we found.

use super::families::Family;
use super::{Haskell, MAP};
use crate::number::{Exact, grouped, share};
use crate::{Claim, Verdict};

pub(super) fn of(haskell: &Haskell) -> Vec<Claim> {
    [generator(haskell), splitting(haskell), drawing(haskell), rooms(haskell), halls(haskell)].concat()
}

fn generator(haskell: &Haskell) -> Vec<Claim> {
    let steps = &haskell.steps;
    vec![
        Claim::new(
            "steps",
            Verdict::of(steps.equal == steps.compared),
            "stepGen is the C function.",
            "{equal} of {compared} steps give the number, the state and the increment that the C function gives: \
             {generators} generators, with every rotation and each single bit among them.",
            &[
                ("equal", &grouped(steps.equal)),
                ("compared", &grouped(steps.compared)),
                ("generators", &grouped(steps.generators)),
            ],
        )
        .measured()
        .shown_by("cargo test -p findings --lib step_gen_is_the_c_function"),
        Claim::new(
            "next-even",
            Verdict::of(steps.is_even()),
            "next can give every Int32, and each as often as the others.",
            "For each of {rotations} rotations the map from state to output has rank {rank}, so {states} of the 2^64 \
             states give each number, and a full period has each of them once.",
            &[
                ("rotations", &steps.ranks.len()),
                ("rank", &steps.ranks.iter().min().copied().unwrap_or_default()),
                ("states", &grouped(steps.states_per_output)),
            ],
        )
        .shown_by("cargo test -p generators --test haskell outputs_have_full_rank_for_every_rotation"),
    ]
}

fn splitting(haskell: &Haskell) -> Vec<Claim> {
    let split = &haskell.split;
    let (siblings, families, likeness) = (split.siblings(), &split.families, &split.likenesses[0]);
    let [drawn, tree] = [Family::Drawn, Family::Tree].map(|family| families.of(family).increments);
    vec![
        Claim::new(
            "unrelated",
            Verdict::of(!split.is_related()),
            "split makes two unrelated generators.",
            "The right child's state is the left child's rotated by two: apart from a rotation, their first words \
             differ in at most {differ} of 32 bits. {visible} of the 64 bits of each increment are outputs of the \
             parent.",
            &[("differ", &likeness.may_differ), ("visible", &split.bits_visible)],
        )
        .shown_by("cargo test -p findings --lib children_are_related_to_their_parent_and_to_each_other"),
        Claim::new(
            "disconnected",
            // Independent words are further from chance once in a million pairs of lists.
            Verdict::of(siblings.z() < 5.0),
            "The two streams of a split are disconnected from each other.",
            "The first words of {pairs} pairs of siblings have {bits} of 32 bits in common, {bits_z} standard errors \
             above chance, and a Pearson coefficient of {pearson} ({pearson_z}). From the second words on no \
             comparison is further from chance than {later}.",
            &[
                ("pairs", &grouped(siblings.pairs)),
                ("bits", &format!("{:.3}", siblings.equal_bits)),
                ("bits_z", &format!("{:.1}", siblings.equal_bits_z)),
                ("pearson", &format!("{:.4}", siblings.pearson)),
                ("pearson_z", &format!("{:.1}", siblings.pearson_z)),
                ("later", &format!("{:.1}", split.largest_later_z())),
            ],
        )
        .measured(),
        Claim::new(
            "new-increments",
            Verdict::of(families.sharing.iter().all(|sharing| sharing.increments + sharing.states == 0)),
            "Children get wholly new increments and states.",
            "Of {children} children, {none} pairs share an increment if the parents were drawn or come from a tree of \
             splits. {increments} pairs do if the parents have one state and consecutive increments, {states} if they \
             have one increment and consecutive states (ideal: {ideal}).",
            &[
                ("children", &grouped(families.children)),
                ("none", &grouped(drawn + tree)),
                ("increments", &grouped(families.of(Family::Increments).increments)),
                ("states", &grouped(families.of(Family::States).increments)),
                ("ideal", &format!("{:.0e}", families.increments_ideal.to_f64())),
            ],
        )
        .measured()
        .shown_by("cargo test -p findings --lib neighbouring_parents_give_related_children"),
    ]
}

fn drawing(haskell: &Haskell) -> Vec<Claim> {
    let Haskell { made, bounded, .. } = haskell;
    let (worst, choice) = (bounded.worst(), bounded.worst_choice());
    vec![
        Claim::new(
            "random",
            Verdict::refined(made.words_taken != 1 || made.first_equal > 0),
            "random draws one number with next and makes a generator of it.",
            "It calls next {words} times, and the first word has no effect. Two such generators share each stream, \
             those made of x and x + 1 for even x: they step with one increment, and their first words are equal \
             ({equal} of {pairs} pairs tried).",
            &[("words", &made.words_taken), ("equal", &grouped(made.first_equal)), ("pairs", &grouped(made.pairs))],
        )
        .shown_by("cargo test -p findings --lib two_generators_made_at_random_share_each_stream_and_their_first_words"),
        Claim::new(
            "bounds",
            Verdict::refined(worst.ratio.to_f64() > 1.0),
            "randomR gives a number within its bounds, all alike.",
            "Fair for powers of two only. The worst of these ranges, with {numbers} numbers the widest that takes one \
             word, gives its likeliest number {ratio} times as often as its unlikeliest. A six-sided die is {die} from \
             uniform in total variation.",
            &[
                ("numbers", &grouped(u64::from(worst.high - worst.low) + 1)),
                ("ratio", &worst.ratio.fraction),
                ("die", &format!("{:.0e}", bounded.die().total_variation.to_f64())),
            ],
        )
        .shown_by("cargo test -p findings --lib the_worst_range_is_the_widest_of_one_word"),
        Claim::new(
            "overlap",
            Verdict::refined(choice.most > choice.least),
            "uniformMay picks any element of the overlap alike.",
            "Up to {more} of 2^53 Doubles more for one element than for another. The furthest from uniform of up to \
             {largest} elements is {elements} elements, by {distance} in total variation.",
            &[
                ("more", &bounded.choices.iter().map(|choice| choice.most - choice.least).max().unwrap_or_default()),
                ("largest", &bounded.choices.len()),
                ("elements", &choice.elements),
                ("distance", &format!("{:.0e}", choice.total_variation.to_f64())),
            ],
        ),
    ]
}

fn rooms(haskell: &Haskell) -> Vec<Claim> {
    let Haskell { layout, sizes, .. } = haskell;
    vec![
        Claim::new(
            "overflow",
            Verdict::refined(layout.most() != 2 || layout.least() < 0),
            "If three does not divide the map, the outer sectors overflow by a tile or two.",
            "Only on the right and at the bottom. As the border takes a tile there, the last sector is {least} to \
             {most} tiles larger than the others; it is smaller where three divides the size (all sizes from {from} to \
             {to}).",
            &[
                ("least", &layout.least()),
                ("most", &format!("{:+}", layout.most())),
                ("from", &layout.sizes[0]),
                ("to", &layout.sizes[1]),
            ],
        )
        .shown_by("cargo test -p findings --lib the_last_sector_is_one_smaller_equal_or_one_larger"),
        Claim::new(
            "least-size",
            // Nothing can refute a doubt. What more than every other dungeon has is an issue.
            Verdict::refined(2.0 * sizes.some.narrow.ideal.to_f64() > 1.0),
            "Rooms have no least size, and that may be no issue (the document is not sure).",
            "{narrow} of the dungeons on {width}x{height} have a room that is one tile wide or high, {single} a room \
             that is a single tile. In the first sector, {wide} of the rooms are one tile wide and {high} one tile \
             high.",
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
        Claim::new(
            "in-line",
            if aligned < 0.5 { Verdict::refined(straight > 0.5) } else { Verdict::Refuted },
            "Points picked in two rooms are likely not to be in line.",
            "They are in line in {aligned} % of cases. But the code looks for a row or column that the rooms share, \
             and {straight} % of neighbours have one ({width}x{height}).",
            &[
                ("aligned", &format!("{:.2}", 100.0 * aligned)),
                ("straight", &format!("{:.2}", 100.0 * straight)),
                ("width", &MAP.0),
                ("height", &MAP.1),
            ],
        ),
        Claim::new(
            "connected-straight",
            Verdict::of(own.connected.ideal.fraction == "1"),
            "All rooms are connected, as the code is left: with straight halls alone.",
            "With probability {connected} on {width}x{height}; of twelve halls {missing} are missing on average. \
             Sampled dungeons of {sizes} sizes agree within {z} standard errors.",
            &[
                ("connected", &own.connected.ideal.decimal(6)),
                ("width", &MAP.0),
                ("height", &MAP.1),
                ("missing", &own.missing.ideal.decimal(4)),
                ("sizes", &dungeons.maps.len()),
                ("z", &format!("{:.1}", dungeons.largest_z())),
            ],
        ),
        Claim::new(
            "connected-turned",
            Verdict::of(dungeons.sum(|map| map.turned_connected) == dungeons.all()),
            "All rooms are connected, as the prose describes it: with turned halls.",
            "{connected} of {all} sampled dungeons of {sizes} sizes are in one piece: every border has a hall from \
             room to room.",
            &[
                ("connected", &grouped(dungeons.sum(|map| map.turned_connected))),
                ("all", &grouped(dungeons.all())),
                ("sizes", &dungeons.maps.len()),
            ],
        )
        .measured()
        .shown_by("cargo test -p findings --lib turned_halls_always_join_all_rooms"),
        Claim::new(
            "player",
            Verdict::of(counted.player_in_rock == 0),
            "The player can start at (5, 5).",
            "In {rock} of {dungeons} sampled dungeons on {width}x{height} with straight halls that place is rock \
             (standard error {error} %).",
            &[
                ("rock", &share(counted.player_in_rock, counted.dungeons).percent()),
                ("dungeons", &grouped(counted.dungeons)),
                ("width", &MAP.0),
                ("height", &MAP.1),
                ("error", &format!("{:.2}", dungeons.player_error())),
            ],
        )
        .measured(),
    ]
}
