//! What document 003 says, and what we found.

use rogue::atlas::GAMES;

use super::{Rogue, materials};
use crate::number::{grouped, share};
use crate::{Basis, Claim, Verdict};

/// All claims, those on names first.
pub(super) fn of(rogue: &Rogue) -> Vec<Claim> {
    names(rogue).into_iter().chain(generator(rogue)).collect()
}

fn claim(claim: &'static str, verdict: Verdict, finding: String) -> Claim {
    Claim { claim, verdict, basis: Basis::Exact, finding, reproduce: "cargo xtask report" }
}

fn names(rogue: &Rogue) -> Vec<Claim> {
    let Rogue { seed, mix_colors: colours, materials, titles, .. } = rogue;
    let (most, least) = materials::extremes(&materials.wands.uses);
    vec![
        claim(
            "mix_colors swaps two potions 32 times.",
            Verdict::of(colours.draws_per_game == 2 * 32),
            format!(
                "The loop includes both its ends: it makes {} draws, that is {} swaps.",
                colours.draws_per_game,
                colours.draws_per_game / 2
            ),
        ),
        claim(
            "Some potions may keep their colour, as a swap can undo another.",
            Verdict::of(colours.kept > 0),
            format!(
                "A potion keeps its colour with probability {} for ideal draws (a fair shuffle: {}); in the {} games there \
                 are, {} of {} potions do.",
                colours.keeps_ideal.decimal(6),
                colours.keeps_fair.decimal(6),
                grouped(GAMES as u64),
                grouped(colours.kept),
                grouped(colours.potions),
            ),
        ),
        claim(
            "So mix_colors is imperfect.",
            if colours.distances.total_variation.to_f64() > 0.0 { Verdict::Refined } else { Verdict::Refuted },
            format!(
                "With ideal draws the arrangement after {} swaps is {} from uniform in total variation; {} swaps would come \
                 within 0.001, {} within 0.000001.",
                colours.draws_per_game / 2,
                colours.distances.total_variation.decimal(6),
                colours.distances.swaps_for_thousandth,
                colours.distances.swaps_for_millionth,
            ),
        ),
        claim(
            "Drawing until an unused material comes leaves all names to chance alone.",
            Verdict::of(most.excess < 0.01 && least.excess > -0.01),
            format!(
                "With ideal draws it would. But whether a number out of 30 is even is a coin toss, and there are {} sequences of \
                 those: over all games {} comes {:.1} % more often than its fair share, {} {:.1} % less often. A wand is of wood in \
                 {} of all cases, and not in {} as the game's rule alone would have it.",
                seed.coin_streams,
                most.name,
                100.0 * most.excess,
                least.name,
                -100.0 * least.excess,
                share(materials.wands.wooden, materials.wands.counted).percent(),
                materials.wands.wood_rule.percent(),
            ),
        ),
        claim(
            "No two wands of a game are of one material, nor two rings with one gem.",
            Verdict::of(materials.games_without_repeat == GAMES as u64),
            format!("So it is in {} of {} games.", grouped(materials.games_without_repeat), grouped(GAMES as u64)),
        ),
        claim(
            "Nothing keeps two scrolls from getting the same title.",
            Verdict::of(titles.games_with_repeat > 0),
            format!(
                "It happens with probability {} for ideal draws; in {} of {} games it does.",
                titles.repeated_ideal.decimal(6),
                titles.games_with_repeat,
                grouped(GAMES as u64),
            ),
        ),
    ]
}

fn generator(rogue: &Rogue) -> Vec<Claim> {
    let Rogue { generator, seed, get_rand: bounded, .. } = rogue;
    vec![
        claim(
            "get_rand cuts a word down to 16 bits.",
            Verdict::of(seed.mask_bits == 16),
            format!(
                "To {} bits: over all games and {} draws each, the largest number it ever took a remainder of is {}.",
                seed.mask_bits, seed.masked_draws_per_game, seed.largest_masked
            ),
        ),
        claim(
            "The table that is built into the generator is hazardous enough already.",
            Verdict::refined(generator.table_is_seed.is_some()),
            match generator.table_is_seed {
                Some(seed) => {
                    format!("It is what seeding with {seed} makes: unseeded, the game is that of seed {seed}.")
                }
                None => "It is not what seeding with a number below 1000 makes.".into(),
            },
        ),
        claim(
            "Where memory is short, type 0 can stand in for type 3.",
            Verdict::of(generator.type0_coin_period > 1 << 20),
            format!(
                "It saves {} of {} bits of state, and then coin tosses repeat after {}, get_rand after {} draws.",
                generator.state_bits[1] - generator.state_bits[0],
                generator.state_bits[1],
                generator.type0_coin_period,
                grouped(generator.type0_draw_period),
            ),
        ),
        Claim {
            reproduce: "cargo test -p lab --test conformance bsd-random",
            ..claim(
                "The C library of today has a similar generator.",
                Verdict::refined(generator.words_equal < generator.words_compared[0] * generator.words_compared[1]),
                format!(
                    "The recurrence is the same (ours is compared with the C library's own, started from the same words), the seeding \
                     is not: of {} words from each of {} seeds, {} are equal.",
                    generator.words_compared[1],
                    grouped(generator.words_compared[0]),
                    generator.words_equal,
                ),
            )
        },
        claim(
            "The generator's numbers are hard to predict.",
            Verdict::of(seed.bits == 32),
            format!(
                "Draws see the low {} bits of the seed and nothing else: there are {} games, and {} different sequences of \
                 coin tosses. (The bias of its bounded numbers is another matter: it shows first in get_rand({}, {}), after {} \
                 draws.)",
                seed.bits,
                grouped(seed.games),
                seed.coin_streams,
                bounded.quickest().low,
                bounded.quickest().high,
                grouped(bounded.quickest().samples_to_notice.unwrap_or_default()),
            ),
        ),
        claim(
            "The game is seeded with the time.",
            Verdict::refined(seed.bits < 32),
            format!(
                "With the time modulo {} seconds: every game comes again after {} hours, {} minutes and {} seconds.",
                grouped(seed.games),
                seed.games / 3600,
                seed.games / 60 % 60,
                seed.games % 60,
            ),
        ),
    ]
}
