//! What document 003 says, and what we found.

use rogue::atlas::GAMES;

use super::{Rogue, materials};
use crate::number::{grouped, share};
use crate::{Claim, Verdict};

/// All claims, those on names first.
pub(super) fn of(rogue: &Rogue) -> Vec<Claim> {
    [names(rogue), generator(rogue)].concat()
}

fn names(rogue: &Rogue) -> Vec<Claim> {
    let Rogue { seed, mix_colors: colours, materials, titles, .. } = rogue;
    let (most, least) = materials::extremes(&materials.wands.uses);
    let games = &grouped(GAMES as u64);
    vec![
        Claim::new(
            "32-swaps",
            Verdict::of(colours.draws_per_game == 2 * 32),
            "mix_colors swaps two potions 32 times.",
            "The loop includes both its ends: it makes {draws} draws, that is {swaps} swaps.",
            &[("draws", &colours.draws_per_game), ("swaps", &(colours.draws_per_game / 2))],
        ),
        Claim::new(
            "keeps-colour",
            Verdict::of(colours.kept > 0),
            "Some potions may keep their colour, as a swap can undo another.",
            "A potion keeps its colour with probability {ideal} for ideal draws (a fair shuffle: {fair}). Over all \
             {games} games, {kept} of {potions} potions do.",
            &[
                ("ideal", &colours.keeps_ideal.decimal(6)),
                ("fair", &colours.keeps_fair.decimal(6)),
                ("games", games),
                ("kept", &grouped(colours.kept)),
                ("potions", &grouped(colours.potions)),
            ],
        ),
        Claim::new(
            "imperfect",
            if colours.distances.total_variation.to_f64() > 0.0 { Verdict::Refined } else { Verdict::Refuted },
            "So mix_colors is imperfect.",
            "With ideal draws the arrangement after {swaps} swaps is {distance} from uniform in total variation; \
             {thousandth} swaps would come within 0.001, {millionth} within 0.000001.",
            &[
                ("swaps", &(colours.draws_per_game / 2)),
                ("distance", &colours.distances.total_variation.decimal(6)),
                ("thousandth", &colours.distances.swaps_for_thousandth),
                ("millionth", &colours.distances.swaps_for_millionth),
            ],
        ),
        Claim::new(
            "chance-alone",
            Verdict::of(most.excess < 0.01 && least.excess > -0.01),
            "Drawing until an unused material comes leaves all names to chance alone.",
            "With ideal draws it would. But whether a number out of 30 is even is a coin toss, and there are only \
             {streams} sequences of coin tosses: over all games {most} comes {more} % more often than its fair share, \
             {least} {less} % less often. A wand is made of wood in {wood} of all cases, not in {rule} as the game's \
             rule alone would give.",
            &[
                ("streams", &seed.coin_streams),
                ("most", &most.name),
                ("more", &format!("{:.1}", 100.0 * most.excess)),
                ("least", &least.name),
                ("less", &format!("{:.1}", -100.0 * least.excess)),
                ("wood", &share(materials.wands.wooden, materials.wands.counted).percent()),
                ("rule", &materials.wands.wood_rule.percent()),
            ],
        ),
        Claim::new(
            "no-repeats",
            Verdict::of(materials.games_without_repeat == GAMES as u64),
            "No two wands of a game are of one material, nor two rings with one gem.",
            "True in {without} of {games} games.",
            &[("without", &grouped(materials.games_without_repeat)), ("games", games)],
        ),
        Claim::new(
            "same-title",
            Verdict::of(titles.games_with_repeat > 0),
            "Nothing keeps two scrolls from getting the same title.",
            "It happens with probability {ideal} for ideal draws, and in {with} of {games} games.",
            &[("ideal", &titles.repeated_ideal.decimal(6)), ("with", &titles.games_with_repeat), ("games", games)],
        ),
    ]
}

fn generator(rogue: &Rogue) -> Vec<Claim> {
    let Rogue { generator, seed, get_rand: bounded, .. } = rogue;
    let quickest = bounded.quickest();
    let table = generator.table_is_seed.unwrap_or(-1);
    vec![
        Claim::new(
            "16-bits",
            Verdict::of(seed.mask_bits == 16),
            "get_rand cuts a word down to 16 bits.",
            "To {bits} bits: over all games and {draws} draws each, the largest number it ever took a remainder of is \
             {largest}.",
            &[("bits", &seed.mask_bits), ("draws", &seed.masked_draws_per_game), ("largest", &seed.largest_masked)],
        ),
        Claim::new(
            "table",
            Verdict::refined(generator.table_is_seed.is_some()),
            "The table that is built into the generator is hazardous enough already.",
            if generator.table_is_seed.is_some() {
                "It is what seeding with {seed} produces: unseeded, the game is that of seed {seed}."
            } else {
                "No seed from 0 to 999 produces it ({seed})."
            },
            &[("seed", &table)],
        ),
        Claim::new(
            "type-0",
            Verdict::of(generator.type0_coin_period > 1 << 20),
            "Where memory is short, type 0 can stand in for type 3.",
            "It saves {saved} of {state} bits of state, but then coin tosses repeat after {coins} draws and get_rand \
             after {draws}.",
            &[
                ("saved", &(generator.state_bits[1] - generator.state_bits[0])),
                ("state", &generator.state_bits[1]),
                ("coins", &generator.type0_coin_period),
                ("draws", &grouped(generator.type0_draw_period)),
            ],
        ),
        Claim::new(
            "c-library",
            Verdict::refined(generator.words_equal < generator.words_compared[0] * generator.words_compared[1]),
            "The C library of today has a similar generator.",
            "The recurrence is the same (ours is compared with the C library's own, started from the same words), the \
             seeding is not: of {words} words from each of {seeds} seeds, {equal} are equal.",
            &[
                ("words", &generator.words_compared[1]),
                ("seeds", &grouped(generator.words_compared[0])),
                ("equal", &generator.words_equal),
            ],
        )
        .shown_by("cargo test -p lab --test conformance bsd-random"),
        Claim::new(
            "unpredictable",
            Verdict::of(seed.bits == 32),
            "The generator's numbers are hard to predict.",
            "Draws depend on the low {bits} bits of the seed and nothing else: there are {games} games, and {coins} \
             different sequences of coin tosses. (The bias of its bounded numbers is another matter: it shows first in \
             get_rand({low}, {high}), after {samples} draws.)",
            &[
                ("bits", &seed.bits),
                ("games", &grouped(seed.games)),
                ("coins", &seed.coin_streams),
                ("low", &quickest.low),
                ("high", &quickest.high),
                ("samples", &grouped(quickest.samples_to_notice.unwrap_or_default())),
            ],
        ),
        Claim::new(
            "time",
            Verdict::refined(seed.bits < 32),
            "The game is seeded with the time.",
            "With the time modulo {games} seconds: every game recurs after {hours} hours, {minutes} minutes and \
             {seconds} seconds.",
            &[
                ("games", &grouped(seed.games)),
                ("hours", &(seed.games / 3600)),
                ("minutes", &(seed.games / 60 % 60)),
                ("seconds", &(seed.games % 60)),
            ],
        ),
    ]
}
