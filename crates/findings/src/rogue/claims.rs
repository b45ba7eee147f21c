//! The claims of document 003, and our findings.

use rogue::atlas::GAMES;
use serde_json::json;

use super::{Rogue, materials};
use crate::claim::{Claim, Conclusion};
use crate::prose::ROGUE as WORDS;

pub(crate) fn of(rogue: &Rogue) -> Vec<Claim> {
    let Rogue {
        generator,
        seed,
        get_rand,
        mix_colors: colours,
        materials,
        titles,
        ..
    } = rogue;
    let (most, least) = materials::extremes(&materials.wands.uses);
    let table = generator.table_is_seed.map(|seed| seed.to_string());
    let values = json!({
        "games": GAMES,
        "swaps": colours.draws_per_game / 2,
        "most": most,
        "more": 100.0 * most.excess,
        "least": least,
        "less": -100.0 * least.excess,
        "table": table.as_deref().unwrap_or("no number"),
        "saved": generator.state_bits[1] - generator.state_bits[0],
        "quickest": get_rand.quickest(),
        "time": [seed.games / 3600, seed.games / 60 % 60, seed.games % 60],
    });
    let filled = WORDS.beside(rogue, values);
    let imperfect = Conclusion::held(colours.distances.total_variation.to_f64() > 0.0, true);
    let compared: u64 = generator.words_compared.iter().product();
    let chance_alone = most.excess < 0.01 && least.excess > -0.01;
    let all_differ = materials.games_without_repeat == GAMES as u64;
    filled.claims([
        ("32-swaps", Conclusion::of(colours.draws_per_game == 2 * 32)),
        ("keeps-colour", Conclusion::of(colours.kept > 0)),
        ("imperfect", imperfect),
        ("chance-alone", Conclusion::of(chance_alone)),
        ("no-repeats", Conclusion::of(all_differ)),
        ("same-title", Conclusion::of(titles.games_with_repeat > 0)),
        ("16-bits", Conclusion::of(seed.mask_bits == 16)),
        ("table", Conclusion::refined(table.is_some())),
        (
            "type-0",
            Conclusion::of(generator.type0_coin_period > 1 << 20),
        ),
        (
            "c-library",
            Conclusion::refined(generator.words_equal < compared),
        ),
        ("unpredictable", Conclusion::of(seed.bits == 32)),
        ("time", Conclusion::refined(seed.bits < 32)),
    ])
}
