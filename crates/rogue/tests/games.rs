//! All games: the facts that everything else rests on, by running every one of them.

use std::collections::HashSet;

use generators::draw::Recorder;
use rogue::atlas::{Atlas, GAMES, residue};
use rogue::identities::Identities;
use rogue::new_game::{SWAPS, get_wand_and_ring_materials, mix_colors};
use rogue::random::srrandom;
use rogue::tables::POTIONS;

#[test]
fn every_game_dealt_in_one_go_equals_the_game_drawn_step_by_step() {
    for seed in 0..GAMES as i32 {
        assert_eq!(
            Identities::deal(seed),
            Identities::of_seed(seed),
            "seed {seed}"
        );
    }
}

/// The derivation is in `generators::closed_form`. Here: every residue, with each high bit of the seed set alone and with
/// some mixtures of them, drawn step by step.
#[test]
fn a_game_depends_only_on_its_seed_modulo_2_to_the_15() {
    let atlas = Atlas::new();
    let single = (15..32).map(|bit| 1u32 << bit);
    let mixed = (1..=8u32).map(|i| i.wrapping_mul(0x9e37_79b9) & !0x7fff);
    for high in single.chain(mixed) {
        for low in 0..GAMES as u32 {
            let seed = (high | low) as i32;
            assert_eq!(u32::from(residue(seed)), low);
            assert_eq!(
                &Identities::of_seed(seed),
                atlas.game_of_seed(seed),
                "seed {seed}"
            );
        }
    }
}

/// So the modulus cannot be smaller, either.
#[test]
fn no_two_games_have_the_same_names() {
    let atlas = Atlas::new();
    let names = |game: &Identities| (game.potions, game.wands, game.rings, game.scrolls);
    assert_eq!(
        atlas
            .games()
            .iter()
            .map(names)
            .collect::<HashSet<_>>()
            .len(),
        GAMES
    );
}

/// `deal` reads its words from an array of 200: no game may need more.
#[test]
fn the_longest_game_takes_192_draws() {
    assert_eq!(
        Atlas::new()
            .games()
            .iter()
            .filter_map(|game| game.draws)
            .max(),
        Some(192)
    );
}

/// Games that are dealt together look at 64 draws for wands and rings.
#[test]
fn the_materials_take_64_draws_at_most() {
    let materials = |seed| {
        let mut draws = 0;
        let mut dice = Recorder::new(srrandom(seed), |_, _| draws += 1);
        mix_colors(&mut dice, &mut [0; POTIONS]);
        get_wand_and_ring_materials(&mut dice);
        draws - 2 * SWAPS
    };
    assert_eq!((0..GAMES as i32).map(materials).max(), Some(64));
}
