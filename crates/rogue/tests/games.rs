//! All games: the facts on which everything else rests, checked by running every one of them.

use std::collections::HashSet;

use roguelab_rogue::atlas::{Atlas, GAMES, residue};
use roguelab_rogue::identities::Identities;

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

/// The derivation is in `generators::closed_form`. Here every residue is drawn step by step, with each high bit of the seed set
/// alone and with some combinations of them.
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

/// So the modulus cannot be smaller either.
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
