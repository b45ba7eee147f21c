//! The claims of the document, and our findings.

use super::Haskell;
use super::families::{Family, Sharing};
use super::layout::MAP;
use crate::claim::{Claim, Conclusion, Mark, values};
use crate::number::{Exact, grouped, share};

/// The claims, in the order of the document.
pub(crate) fn find(haskell: &Haskell) -> Vec<Claim> {
    vec![
        steps(haskell),
        next_even(haskell),
        unrelated(haskell),
        disconnected(haskell),
        new_increments(haskell),
        random(haskell),
        bounds(haskell),
        overlap(haskell),
        overflow(haskell),
        least_size(haskell),
        in_line(haskell),
        connected_straight(haskell),
        connected_turned(haskell),
        player(haskell),
    ]
}

fn steps(haskell: &Haskell) -> Claim {
    let equal = grouped(haskell.steps.equal);
    let compared = grouped(haskell.steps.compared);
    let generators = grouped(haskell.steps.generators);
    Claim {
        id: "steps",
        claim: "stepGen is the C function.",
        verdict: Conclusion::confirmed_if(haskell.steps.equal == haskell.steps.compared),
        mark: Mark::CheckedOn,
        on: format!("{generators} generators"),
        finding: format!(
            "{equal} of {compared} steps give the number, the state and the increment that the C function gives: \
             generators with every rotation and each single bit, and others drawn from PCG32 with seed 1."
        ),
        reproduce: "cargo test -p roguelab-evidence --test conformance haskell",
        values: values([
            ("equal", &equal),
            ("compared", &compared),
            ("generators", &generators),
        ]),
    }
}

fn next_even(haskell: &Haskell) -> Claim {
    let steps = &haskell.steps;
    let rotations = steps.ranks.len();
    let rank = steps.ranks.iter().min().copied().unwrap_or_default();
    let states = grouped(steps.states_per_output);
    Claim {
        id: "next-even",
        claim: "next can give every Int32, and each as often as the others.",
        verdict: Conclusion::confirmed_if(steps.is_even()),
        mark: Mark::Exact,
        on: String::new(),
        finding: format!(
            "For each of {rotations} rotations the map from state to output has rank {rank}, so {states} of the 2^64 \
             states give each number, and a full period has each of them once."
        ),
        reproduce: "cargo test -p roguelab-generators --doc output_rank",
        values: values([
            ("rotations", &rotations),
            ("rank", &rank),
            ("states", &states),
        ]),
    }
}

fn unrelated(haskell: &Haskell) -> Claim {
    let split = &haskell.split;
    let differ = split.likenesses[0].may_differ;
    let visible = split.bits_visible;
    let parents = grouped(split.parents);
    Claim {
        id: "unrelated",
        claim: "split makes two unrelated generators.",
        verdict: Conclusion::confirmed_if(!split.is_related()),
        mark: Mark::CheckedOn,
        on: format!("{parents} parents, drawn from PCG32 with seed 1"),
        finding: format!(
            "The right child's state is the left child's rotated by two: apart from a rotation, their first words differ \
             in at most {differ} of 32 bits. {visible} of the 64 bits of each increment are outputs of the parent."
        ),
        reproduce: "cargo test -p roguelab-generators children_stand_at_rotations_of_the_state_four_steps_on",
        values: values([
            ("differ", &differ),
            ("visible", &visible),
            ("parents", &parents),
        ]),
    }
}

fn disconnected(haskell: &Haskell) -> Claim {
    let split = &haskell.split;
    let siblings = split.siblings();
    let likeness = &split.likenesses[0];
    let pairs = grouped(siblings.pairs);
    let bits = &likeness.equal_bits_as_they_are.value;
    let measured_bits = format!("{:.3}", siblings.equal_bits);
    let pearson = format!("{:.4}", siblings.pearson);
    let pearson_z = format!("{:.1}", siblings.pearson_z);
    let later = format!("{:.1}", split.largest_later_z());
    Claim {
        id: "disconnected",
        claim: "The two streams of a split are disconnected from each other.",
        verdict: // Words with 16 equal bits could still be dependent: a z of 5 or more refutes the claim.
        Conclusion::confirmed_if(
            likeness.equal_bits_as_they_are.fraction == "16" && siblings.z() < 5.0,
        ),
        mark: Mark::Exact,
        on: String::new(),
        finding: format!(
            "Over all 2^64 states, the first words of siblings have {bits} of 32 bits in common on average, where \
             unrelated words have 16. (Measured on {pairs} pairs, PCG32 with seed 1: {measured_bits} bits, and a Pearson \
             coefficient of {pearson}, {pearson_z} standard errors from 0. From the second words on, no comparison is \
             further from chance than {later} of them.)"
        ),
        reproduce: "cargo test -p roguelab-findings --lib siblings_have_so_many_equal_bits_on_average",
        values: values([("pairs", &pairs), ("bits", &bits), ("measured_bits", &measured_bits), ("pearson", &pearson), ("pearson_z", &pearson_z), ("later", &later)]),
    }
}

fn new_increments(haskell: &Haskell) -> Claim {
    let families = &haskell.split.families;
    let children = grouped(families.children);
    let none = grouped(
        families.sharing_of(Family::Drawn).increments
            + families.sharing_of(Family::Tree).increments,
    );
    let increments = grouped(families.sharing_of(Family::Increments).increments);
    let states = grouped(families.sharing_of(Family::States).increments);
    let ideal = format!("{:.0e}", families.increments_ideal.to_f64());
    Claim {
        id: "new-increments",
        claim: "Children get wholly new increments and states.",
        verdict: Conclusion::confirmed_if(!families.sharing.iter().any(Sharing::occurs)),
        mark: Mark::Measured,
        on: format!(
            "{children} children of each of six families of parents, drawn from PCG32 with seed 1 or consecutive"
        ),
        finding: format!(
            "{none} pairs of children share an increment if the parents were drawn or come from a tree of splits. \
             {increments} pairs do if the parents have one state and consecutive increments, {states} if they have one \
             increment and consecutive states (ideal: {ideal})."
        ),
        reproduce: "cargo test -p roguelab-findings --lib haskell::families",
        values: values([
            ("children", &children),
            ("none", &none),
            ("increments", &increments),
            ("states", &states),
            ("ideal", &ideal),
        ]),
    }
}

fn random(haskell: &Haskell) -> Claim {
    let made = &haskell.made;
    let words = made.words_taken;
    let equal = grouped(made.first_equal);
    let pairs = grouped(made.pairs);
    Claim {
        id: "random",
        claim: "random draws one number with next and makes a generator of it.",
        verdict: Conclusion::refined_if(made.words_taken != 1 || made.first_equal > 0),
        mark: Mark::CheckedOn,
        on: format!("{pairs} pairs, drawn from PCG32 with seed 1"),
        finding: format!(
            "It calls next {words} times, and the first word has no effect. Two such generators share each stream: those \
             made of x and x + 1, for even x, step with the same increment, and their first words are equal ({equal} \
             times)."
        ),
        reproduce: "",
        values: values([("words", &words), ("equal", &equal), ("pairs", &pairs)]),
    }
}

fn bounds(haskell: &Haskell) -> Claim {
    let worst = haskell.bounded.worst();
    let six_sides = &haskell.bounded.die().total_variation;
    let numbers = grouped(u64::from(worst.high - worst.low) + 1);
    let ratio = &worst.ratio.fraction;
    let die = format!("{:.0e}", six_sides.to_f64());
    Claim {
        id: "bounds",
        claim: "randomR gives a number within its bounds, all alike.",
        verdict: Conclusion::refined_if(worst.ratio.to_f64() > 1.0),
        mark: Mark::Exact,
        on: String::new(),
        finding: format!(
            "It is fair for powers of two only. The worst of these ranges, with {numbers} numbers the widest that takes \
             one word, gives its likeliest number {ratio} times as often as its unlikeliest. A six-sided die is {die} \
             from uniform in total variation."
        ),
        reproduce: "roguelab bias randomR -n 6",
        values: values([("numbers", &numbers), ("ratio", &ratio), ("die", &die)]),
    }
}

fn overlap(haskell: &Haskell) -> Claim {
    let choices = &haskell.bounded.choices;
    let choice = haskell.bounded.worst_choice();
    let mut more = 0;
    for choice in choices {
        more = more.max(choice.most - choice.least);
    }
    let largest = choices.len();
    let elements = choice.elements;
    let distance = format!("{:.0e}", choice.total_variation.to_f64());
    Claim {
        id: "overlap",
        claim: "uniformMay picks any element of the overlap alike.",
        verdict: Conclusion::refined_if(choice.most > choice.least),
        mark: Mark::Exact,
        on: String::new(),
        finding: format!(
            "One element has up to {more} of 2^53 Doubles more than another. Of choices from up to {largest} elements, \
             the one from {elements} is furthest from uniform, by {distance} in total variation."
        ),
        reproduce: "roguelab bias uniformMay -n 24",
        values: values([
            ("more", &more),
            ("largest", &largest),
            ("elements", &elements),
            ("distance", &distance),
        ]),
    }
}

fn overflow(haskell: &Haskell) -> Claim {
    let layout = &haskell.layout;
    let [from, to] = layout.sizes;
    let least = layout.least_excess();
    let most = format!("{:+}", layout.largest_excess());
    Claim {
        id: "overflow",
        claim: "If three does not divide the map, the outer sectors overflow by a tile or two.",
        verdict: Conclusion::refined_if(layout.largest_excess() != 2 || layout.least_excess() < 0),
        mark: Mark::CheckedOn,
        on: format!("all widths and heights from {from} to {to}"),
        finding: format!(
            "They do only on the right and at the bottom. As the border takes a tile there, the last sector is {least} to \
             {most} tiles larger than the others; it is smaller where three divides the size."
        ),
        reproduce: "cargo test -p roguelab-grids --test rooms the_last_sectors_are_up_to_two_tiles_larger",
        values: values([
            ("least", &least),
            ("most", &most),
            ("from", &from),
            ("to", &to),
        ]),
    }
}

fn least_size(haskell: &Haskell) -> Claim {
    let sizes = &haskell.sizes;
    let (width, height) = MAP;
    let narrow = sizes.some.narrow.ideal.percent();
    let single = sizes.some.single.ideal.percent();
    let wide = sizes.widths[0].lengths[0].ideal.percent();
    let high = sizes.heights[0].lengths[0].ideal.percent();
    Claim {
        id: "least-size",
        claim: "Rooms have no least size, and that may be no issue (the document is not sure).",
        verdict: // Nothing can refute a doubt. If more than half of all dungeons have a narrow room, that is an issue.
        Conclusion::refined_if(2.0 * sizes.some.narrow.ideal.to_f64() > 1.0),
        mark: Mark::Exact,
        on: String::new(),
        finding: format!(
            "{narrow} of the dungeons on {width}x{height} have a room that is one tile wide or high, {single} a room that \
             is a single tile. In the first sector, {wide} of the rooms are one tile wide and {high} one tile high. \
             (Cut-off: more than every other dungeon would count as an issue.)"
        ),
        reproduce: "cargo test -p roguelab-findings --lib some_room_is_as_counted_over_all_cases",
        values: values([("narrow", &narrow), ("width", &width), ("height", &height), ("single", &single), ("wide", &wide), ("high", &high)]),
    }
}

fn in_line(haskell: &Haskell) -> Claim {
    let detail = &haskell.joined.detail;
    let points = mean(&detail.aligned_in_row, &detail.aligned_in_column);
    // Twelve pairs of rooms are neighbours.
    let rooms = 1.0 - haskell.joined.documents().missing.ideal.to_f64() / 12.0;
    let (width, height) = MAP;
    let aligned = format!("{:.2}", 100.0 * points);
    let straight = format!("{:.2}", 100.0 * rooms);
    Claim {
        id: "in-line",
        claim: "Points picked in two rooms are likely not to be in line.",
        verdict: Conclusion::refuted_unless(points < 0.5, rooms > 0.5),
        mark: Mark::Exact,
        on: String::new(),
        finding: format!(
            "They are in line in {aligned} % of cases. But the code looks for a row or column that the rooms share, and \
             {straight} % of neighbours have one ({width}x{height}). (Cut-off: likely is more than half of the cases.)"
        ),
        reproduce: "cargo test -p roguelab-findings --lib points_in_rooms_of_two_tiles_are_aligned_every_other_time",
        values: values([
            ("aligned", &aligned),
            ("straight", &straight),
            ("width", &width),
            ("height", &height),
        ]),
    }
}

fn connected_straight(haskell: &Haskell) -> Claim {
    let own = haskell.joined.documents();
    let all = &haskell.dungeons;
    let (width, height) = MAP;
    let connected = own.connected.ideal.decimal(6);
    let missing = own.missing.ideal.decimal(4);
    let sizes = all.maps.len();
    let dungeons = grouped(all.dungeons());
    let z = format!("{:.1}", all.largest_z());
    Claim {
        id: "connected-straight",
        claim: "All rooms are connected by the final code, with straight halls alone.",
        verdict: Conclusion::confirmed_if(own.connected.ideal.fraction == "1"),
        mark: Mark::Exact,
        on: String::new(),
        finding: format!(
            "They are with probability {connected} on {width}x{height}; of twelve halls {missing} are missing on average. \
             (Measured on {dungeons} dungeons of {sizes} sizes, seeds 0 to 15: within {z} standard errors of that.)"
        ),
        reproduce: "roguelab draw rooms --seed 0",
        values: values([
            ("connected", &connected),
            ("width", &width),
            ("height", &height),
            ("missing", &missing),
            ("sizes", &sizes),
            ("dungeons", &dungeons),
            ("z", &z),
        ]),
    }
}

fn connected_turned(haskell: &Haskell) -> Claim {
    let dungeons = &haskell.dungeons;
    let connected = grouped(dungeons.turned_connected());
    let all = grouped(dungeons.dungeons());
    let sizes = dungeons.maps.len();
    Claim {
        id: "connected-turned",
        claim: "All rooms are connected as the prose describes it, with turned halls.",
        verdict: Conclusion::confirmed_if(dungeons.turned_connected() == dungeons.dungeons()),
        mark: Mark::CheckedOn,
        on: format!(
            "{all} dungeons of {sizes} sizes, from generators made of PCG32 with seeds 16 to 31"
        ),
        finding: format!(
            "{connected} dungeons are in one piece: every border has a hall from room to room."
        ),
        reproduce: "roguelab draw rooms --halls turned --seed 0",
        values: values([("connected", &connected), ("all", &all), ("sizes", &sizes)]),
    }
}

fn player(haskell: &Haskell) -> Claim {
    let counted = haskell.dungeons.own();
    let (width, height) = MAP;
    let rock = share(counted.player_in_rock, counted.dungeons).percent();
    let dungeons = grouped(counted.dungeons);
    let error = format!("{:.2}", haskell.dungeons.player_error());
    Claim {
        id: "player",
        claim: "The player can start at (5, 5).",
        verdict: Conclusion::confirmed_if(counted.player_in_rock == 0),
        mark: Mark::Measured,
        on: format!("{dungeons} dungeons, from generators made of PCG32 with seeds 0 to 15"),
        finding: format!(
            "In {rock} of the dungeons on {width}x{height} with straight halls that place is rock (standard error {error} \
             %)."
        ),
        reproduce: "roguelab draw rooms --seed 0",
        values: values([
            ("rock", &rock),
            ("dungeons", &dungeons),
            ("width", &width),
            ("height", &height),
            ("error", &error),
        ]),
    }
}

fn mean(rows: &[Exact], columns: &[Exact]) -> f64 {
    let all = rows.iter().chain(columns);
    all.clone().map(Exact::to_f64).sum::<f64>() / all.count() as f64
}
