//! What document 003 says, and what we found.

use rogue::atlas::GAMES;

use super::{Rogue, materials};
use crate::claim::{Claim, Verdict};
use crate::number::{grouped, share};
use crate::words::ROGUE as WORDS;

pub(crate) fn of(rogue: &Rogue) -> Vec<Claim> {
    [names(rogue), generator(rogue)].concat()
}

fn names(rogue: &Rogue) -> Vec<Claim> {
    let Rogue {
        seed,
        mix_colors: colours,
        materials,
        titles,
        ..
    } = rogue;
    let (most, least) = materials::extremes(&materials.wands.uses);
    let games = &grouped(GAMES as u64);
    vec![
        WORDS.claim(
            "32-swaps",
            Verdict::of(colours.draws_per_game == 2 * 32),
            &[
                ("draws", &colours.draws_per_game),
                ("swaps", &(colours.draws_per_game / 2)),
            ],
        ),
        WORDS.claim(
            "keeps-colour",
            Verdict::of(colours.kept > 0),
            &[
                ("ideal", &colours.keeps_ideal.decimal(6)),
                ("fair", &colours.keeps_fair.decimal(6)),
                ("games", games),
                ("kept", &grouped(colours.kept)),
                ("potions", &grouped(colours.potions)),
            ],
        ),
        WORDS.claim(
            "imperfect",
            if colours.distances.total_variation.to_f64() > 0.0 {
                Verdict::Refined
            } else {
                Verdict::Refuted
            },
            &[
                ("swaps", &(colours.draws_per_game / 2)),
                ("distance", &colours.distances.total_variation.decimal(6)),
                ("thousandth", &colours.distances.swaps_for_thousandth),
                ("millionth", &colours.distances.swaps_for_millionth),
            ],
        ),
        WORDS.claim(
            "chance-alone",
            Verdict::of(most.excess < 0.01 && least.excess > -0.01),
            &[
                ("streams", &seed.coin_streams),
                ("most", &most.name),
                ("more", &format!("{:.1}", 100.0 * most.excess)),
                ("games", games),
                ("least", &least.name),
                ("less", &format!("{:.1}", -100.0 * least.excess)),
                (
                    "wood",
                    &share(materials.wands.wooden, materials.wands.counted).percent(),
                ),
                ("rule", &materials.wands.wood_rule.percent()),
            ],
        ),
        WORDS.claim(
            "no-repeats",
            Verdict::of(materials.games_without_repeat == GAMES as u64),
            &[
                ("without", &grouped(materials.games_without_repeat)),
                ("games", games),
            ],
        ),
        WORDS.claim(
            "same-title",
            Verdict::of(titles.games_with_repeat > 0),
            &[
                ("ideal", &titles.repeated_ideal.decimal(6)),
                ("with", &titles.games_with_repeat),
                ("games", games),
            ],
        ),
    ]
}

fn generator(rogue: &Rogue) -> Vec<Claim> {
    let Rogue {
        generator,
        seed,
        get_rand: bounded,
        ..
    } = rogue;
    let quickest = bounded.quickest();
    let table = generator
        .table_is_seed
        .map_or("no number".to_owned(), |seed| seed.to_string());
    vec![
        WORDS.claim(
            "16-bits",
            Verdict::of(seed.mask_bits == 16),
            &[
                ("bits", &seed.mask_bits),
                ("draws", &seed.masked_draws_per_game),
                ("games", &grouped(seed.games)),
                ("largest", &seed.largest_masked),
            ],
        ),
        WORDS.claim(
            "table",
            Verdict::refined(generator.table_is_seed.is_some()),
            &[("seed", &table)],
        ),
        WORDS.claim(
            "type-0",
            Verdict::of(generator.type0_coin_period > 1 << 20),
            &[
                (
                    "saved",
                    &(generator.state_bits[1] - generator.state_bits[0]),
                ),
                ("state", &generator.state_bits[1]),
                ("coins", &generator.type0_coin_period),
                ("draws", &grouped(generator.type0_draw_period)),
            ],
        ),
        WORDS.claim(
            "c-library",
            Verdict::refined(
                generator.words_equal < generator.words_compared[0] * generator.words_compared[1],
            ),
            &[
                ("words", &generator.words_compared[1]),
                ("seeds", &grouped(generator.words_compared[0])),
                ("equal", &generator.words_equal),
            ],
        ),
        WORDS.claim(
            "unpredictable",
            Verdict::of(seed.bits == 32),
            &[
                ("bits", &seed.bits),
                ("games", &grouped(seed.games)),
                ("coins", &seed.coin_streams),
                ("low", &quickest.low),
                ("high", &quickest.high),
                ("omnibus", &quickest.to_notice.omnibus),
                ("optimal", &quickest.to_notice.optimal),
            ],
        ),
        WORDS.claim(
            "time",
            Verdict::refined(seed.bits < 32),
            &[
                ("games", &grouped(seed.games)),
                ("hours", &(seed.games / 3600)),
                ("minutes", &(seed.games / 60 % 60)),
                ("seconds", &(seed.games % 60)),
            ],
        ),
    ]
}
