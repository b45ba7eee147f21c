//! The claims of document 003, and our findings.

use rogue::atlas::GAMES;

use super::{Rogue, materials};
use crate::claim::{Claim, Conclusion, Mark, values};
use crate::number::{grouped, share};

/// The claims, in the order of the document.
pub(crate) fn find(rogue: &Rogue) -> Vec<Claim> {
    vec![
        thirty_two_swaps(rogue),
        keeps_colour(rogue),
        imperfect(rogue),
        chance_alone(rogue),
        no_repeats(rogue),
        same_title(rogue),
        sixteen_bits(rogue),
        built_in_table(rogue),
        type_0(rogue),
        c_library(rogue),
        unpredictable(rogue),
        time(rogue),
    ]
}

fn all_games() -> String {
    grouped(GAMES as u64)
}

fn thirty_two_swaps(rogue: &Rogue) -> Claim {
    let draws = rogue.mix_colors.draws_per_game;
    let swaps = draws / 2;
    Claim {
        id: "32-swaps",
        claim: "mix_colors swaps two potions 32 times.",
        verdict: Conclusion::confirmed_if(draws == 2 * 32),
        mark: Mark::Exact,
        on: String::new(),
        finding: format!(
            "The loop includes both its ends: it makes {draws} draws, that is {swaps} swaps."
        ),
        reproduce: "cargo test -p roguelab-rogue mix_colors_takes_66_draws",
        values: values([("draws", &draws), ("swaps", &swaps)]),
    }
}

fn keeps_colour(rogue: &Rogue) -> Claim {
    let colours = &rogue.mix_colors;
    let ideal = colours.keeps_ideal.decimal(6);
    let fair = colours.keeps_fair.decimal(6);
    let games = all_games();
    let kept = grouped(colours.kept);
    let potions = grouped(colours.potions);
    Claim {
        id: "keeps-colour",
        claim: "Some potions may keep their colour, as a swap can undo another.",
        verdict: Conclusion::confirmed_if(colours.kept > 0),
        mark: Mark::Counted,
        on: format!("all {games} games; the probabilities are exact"),
        finding: format!(
            "A potion keeps its colour with probability {ideal} for ideal draws (a fair shuffle: {fair}). Over all games, \
             {kept} of {potions} potions do."
        ),
        reproduce: "cargo test -p roguelab-exact expected_fixed_points_follow_the_closed_form",
        values: values([
            ("ideal", &ideal),
            ("fair", &fair),
            ("games", &games),
            ("kept", &kept),
            ("potions", &potions),
        ]),
    }
}

fn imperfect(rogue: &Rogue) -> Claim {
    let distances = &rogue.mix_colors.distances;
    let swaps = rogue.mix_colors.draws_per_game / 2;
    let distance = distances.total_variation.decimal(6);
    let thousandth = distances.swaps_for_thousandth;
    let millionth = distances.swaps_for_millionth;
    Claim {
        id: "imperfect",
        claim: "So mix_colors is imperfect.",
        verdict: Conclusion::refuted_unless(distances.total_variation.to_f64() > 0.0, true),
        mark: Mark::Exact,
        on: String::new(),
        finding: format!(
            "With ideal draws the arrangement after {swaps} swaps is {distance} from uniform in total variation; \
             {thousandth} swaps would come within 0.001, {millionth} within 0.000001."
        ),
        reproduce: "roguelab bias --shuffle transpositions -n 14 --times 33",
        values: values([
            ("swaps", &swaps),
            ("distance", &distance),
            ("thousandth", &thousandth),
            ("millionth", &millionth),
        ]),
    }
}

fn chance_alone(rogue: &Rogue) -> Claim {
    let wands = &rogue.materials.wands;
    let (often, rarely) = materials::extremes(&wands.uses);
    let streams = rogue.seed.coin_streams;
    let most = often.name;
    let more = format!("{:.1}", 100.0 * often.excess);
    let games = all_games();
    let least = rarely.name;
    let less = format!("{:.1}", -100.0 * rarely.excess);
    let wood = share(wands.wooden, wands.counted).percent();
    let rule = wands.wood_rule.percent();
    Claim {
        id: "chance-alone",
        claim: "Drawing until an unused material comes leaves all names to chance alone.",
        verdict: Conclusion::confirmed_if(often.excess < 0.01 && rarely.excess > -0.01),
        mark: Mark::Counted,
        on: format!("all {games} games"),
        finding: format!(
            "With ideal draws it would. But whether a number out of 30 is even is a coin toss, and there are only \
             {streams} sequences of coin tosses: over all games {most} comes {more} % more often than its fair share, \
             {least} {less} % less often. A wand is made of wood in {wood} of all cases, not in {rule} as the game's rule \
             alone would give. (Cut-off: up to 1 % either way would count as chance alone.)"
        ),
        reproduce: "roguelab atlas find --wand fire=gold",
        values: values([
            ("streams", &streams),
            ("most", &most),
            ("more", &more),
            ("games", &games),
            ("least", &least),
            ("less", &less),
            ("wood", &wood),
            ("rule", &rule),
        ]),
    }
}

fn no_repeats(rogue: &Rogue) -> Claim {
    let without = grouped(rogue.materials.games_without_repeat);
    let games = all_games();
    Claim {
        id: "no-repeats",
        claim: "No two wands of a game have the same material, and no two rings the same gem.",
        verdict: Conclusion::confirmed_if(rogue.materials.games_without_repeat == GAMES as u64),
        mark: Mark::Counted,
        on: format!("all {games} games"),
        finding: format!("True in {without} games."),
        reproduce: "cargo test -p roguelab-rogue a_used_material_is_drawn_again",
        values: values([("without", &without), ("games", &games)]),
    }
}

fn same_title(rogue: &Rogue) -> Claim {
    let ideal = rogue.titles.repeated_ideal.decimal(6);
    let with = rogue.titles.games_with_repeat;
    let games = all_games();
    Claim {
        id: "same-title",
        claim: "Nothing keeps two scrolls from getting the same title.",
        verdict: Conclusion::confirmed_if(with > 0),
        mark: Mark::Counted,
        on: format!("all {games} games; the probability is exact"),
        finding: format!(
            "It happens with probability {ideal} for ideal draws, and in {with} games."
        ),
        reproduce: "roguelab atlas show 165",
        values: values([("ideal", &ideal), ("with", &with), ("games", &games)]),
    }
}

fn sixteen_bits(rogue: &Rogue) -> Claim {
    let bits = rogue.seed.mask_bits;
    let draws = rogue.seed.masked_draws_per_game;
    let games = grouped(rogue.seed.games);
    let largest = rogue.seed.largest_masked;
    Claim {
        id: "16-bits",
        claim: "get_rand cuts a word down to 16 bits.",
        verdict: Conclusion::confirmed_if(bits == 16),
        mark: Mark::Counted,
        on: format!("{draws} draws of each of all {games} games"),
        finding: format!(
            "It keeps {bits} bits: the largest number that it ever took a remainder of is {largest}."
        ),
        reproduce: "roguelab scan --subject rrandom --where 'get_rand(0, 0, 99999) > 16383' --to 32767",
        values: values([
            ("bits", &bits),
            ("draws", &draws),
            ("games", &games),
            ("largest", &largest),
        ]),
    }
}

fn built_in_table(rogue: &Rogue) -> Claim {
    let seed = match rogue.generator.table_is_seed {
        Some(seed) => seed.to_string(),
        None => "no number".to_owned(),
    };
    Claim {
        id: "table",
        claim: "The table that is built into the generator is hazardous enough already.",
        verdict: Conclusion::refined_if(rogue.generator.table_is_seed.is_some()),
        mark: Mark::Exact,
        on: String::new(),
        finding: format!(
            "It is what seeding with {seed} produces: unseeded, the game is that of seed {seed}."
        ),
        reproduce: "cargo test -p roguelab-generators the_unseeded_ring_starts_as_the_originals_table_does",
        values: values([("seed", &seed)]),
    }
}

fn type_0(rogue: &Rogue) -> Claim {
    let generator = &rogue.generator;
    let [type_0, state] = generator.state_bits;
    let saved = state - type_0;
    let coins = generator.type0_coin_period;
    let draws = grouped(generator.type0_draw_period);
    Claim {
        id: "type-0",
        claim: "Where memory is short, type 0 can stand in for type 3.",
        verdict: Conclusion::confirmed_if(coins > 1 << 20),
        mark: Mark::Exact,
        on: String::new(),
        finding: format!(
            "It saves {saved} of {state} bits of state, but then coin tosses repeat after {coins} draws and get_rand \
             after {draws}."
        ),
        reproduce: "roguelab scan --subject rrandom-type0 --where 'word(0) & 1 == word(1) & 1' --to 65535",
        values: values([
            ("saved", &saved),
            ("state", &state),
            ("coins", &coins),
            ("draws", &draws),
        ]),
    }
}

fn c_library(rogue: &Rogue) -> Claim {
    let [compared_seeds, words] = rogue.generator.words_compared;
    let seeds = grouped(compared_seeds);
    let equal = rogue.generator.words_equal;
    Claim {
        id: "c-library",
        claim: "The C library of today has a similar generator.",
        verdict: Conclusion::refined_if(equal < compared_seeds * words),
        mark: Mark::CheckedOn,
        on: format!("{words} words from each of the {seeds} seeds from 1 on"),
        finding: format!(
            "The recurrence is the same (ours is compared with the C library's own, started from the same words), but the \
             seeding differs: {equal} words are equal."
        ),
        reproduce: "cargo test -p roguelab-evidence --test conformance bsd-random",
        values: values([("words", &words), ("seeds", &seeds), ("equal", &equal)]),
    }
}

fn unpredictable(rogue: &Rogue) -> Claim {
    let quickest = rogue.get_rand.quickest();
    let bits = rogue.seed.bits;
    let games = grouped(rogue.seed.games);
    let coins = rogue.seed.coin_streams;
    let low = quickest.low;
    let high = quickest.high;
    let omnibus = &quickest.to_notice.omnibus;
    let optimal = &quickest.to_notice.optimal;
    Claim {
        id: "unpredictable",
        claim: "The generator's numbers are hard to predict.",
        verdict: Conclusion::confirmed_if(bits == 32),
        mark: Mark::Counted,
        on: format!("all {games} games"),
        finding: format!(
            "Draws depend on the low {bits} bits of the seed and nothing else: there are {games} games, and {coins} \
             different sequences of coin tosses. (The bias of its bounded numbers is another matter: it shows first in \
             get_rand({low}, {high}), after {omnibus} draws by a chi-square test, {optimal} by the optimal one.)"
        ),
        reproduce: "cargo test -p roguelab-rogue a_game_depends_only_on_its_seed_modulo_2_to_the_15",
        values: values([
            ("bits", &bits),
            ("games", &games),
            ("coins", &coins),
            ("low", &low),
            ("high", &high),
            ("omnibus", &omnibus),
            ("optimal", &optimal),
        ]),
    }
}

fn time(rogue: &Rogue) -> Claim {
    let period = rogue.seed.games;
    let games = grouped(period);
    let hours = period / 3600;
    let minutes = period / 60 % 60;
    let seconds = period % 60;
    Claim {
        id: "time",
        claim: "The game is seeded with the time.",
        verdict: Conclusion::refined_if(rogue.seed.bits < 32),
        mark: Mark::Exact,
        on: String::new(),
        finding: format!(
            "With the time modulo {games} seconds: every game recurs after {hours} hours, {minutes} minutes and {seconds} \
             seconds."
        ),
        reproduce: "cargo test -p roguelab-rogue every_start_seeds_one_of_the_games",
        values: values([
            ("games", &games),
            ("hours", &hours),
            ("minutes", &minutes),
            ("seconds", &seconds),
        ]),
    }
}
