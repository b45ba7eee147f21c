//! What is seen of a game identifies it, for every game that exists.

use proptest::prelude::*;
use roguelab_rogue::atlas::{Atlas, GAMES, residue};
use roguelab_rogue::identities::Identities;
use roguelab_rogue::inverse::{Drawn, Fact, Table, count_starts, positions, residues, starts};
use roguelab_rogue::random::{get_rand, srrandom};
use roguelab_rogue::tables::{POTION_KINDS, RANGES, RING_KINDS, SCROLL_KINDS, WAND_KINDS};

/// Everything that can be seen in a game.
fn facts(game: &Identities) -> Vec<Fact> {
    let fact =
        |table, kind: &str, name: &str| Fact::parse(table, &format!("{kind}={name}")).unwrap();
    let mut facts = Vec::new();
    for (i, kind) in POTION_KINDS.iter().enumerate() {
        facts.push(fact(Table::Potion, kind, game.potion(i)));
    }
    for (i, kind) in WAND_KINDS.iter().enumerate() {
        facts.push(fact(
            if game.is_wood(i) {
                Table::Staff
            } else {
                Table::Wand
            },
            kind,
            game.wand(i),
        ));
    }
    for (i, kind) in RING_KINDS.iter().enumerate() {
        facts.push(fact(Table::Ring, kind, game.ring(i)));
    }
    for (i, kind) in SCROLL_KINDS.iter().enumerate() {
        facts.push(fact(Table::Scroll, kind, &game.scroll(i).to_string()));
    }
    facts
}

#[test]
fn the_residues_are_those_of_the_games_that_fit() {
    let atlas = Atlas::new();
    for seed in [0, 77, 28928, 32767] {
        let game = &atlas.games()[seed];
        let all = facts(game);
        assert_eq!(residues(&all).collect::<Vec<_>>(), [seed as u16]);
        let (healing, not) = (
            all[2],
            Fact::parse(Table::Potion, &format!("healing!={}", game.potion(2))).unwrap(),
        );
        let fitting: Vec<u16> = residues(&[healing]).collect();
        let naive = (0..GAMES as u16)
            .filter(|&i| atlas.games()[usize::from(i)].potions[2] == game.potions[2]);
        assert!(naive.eq(fitting.iter().copied()));
        assert_eq!(residues(&[not]).count(), GAMES - fitting.len());
        assert_eq!(residues(&[healing, not]).count(), 0);
    }
    assert_eq!(residues(&[]).count(), GAMES);
}

proptest! {
    #[test]
    fn draws_of_any_range_lead_back_to_their_game(
        seed: i32,
        skip in 0u64..300,
        ranges in prop::collection::vec(prop::sample::select(&RANGES[..]), 1..12),
    ) {
        let mut dice = srrandom(seed);
        for _ in 0..skip {
            get_rand(&mut dice, 0, 1);
        }
        let draw = |&(x, y): &(i32, i32)| Drawn::new(y, x, get_rand(&mut dice, x, y)).unwrap();
        let draws: Vec<Drawn> = ranges.iter().map(draw).collect();
        prop_assert_eq!(positions(residue(seed), &draws, skip, 1).next(), Some(skip));
        prop_assert!(positions(residue(seed), &draws, 0, 400).any(|at| at == skip));
    }

    #[test]
    fn every_start_seeds_one_of_the_games(games in prop::collection::vec(0u16..32768, 0..9), from: i32, width in 0i64..200_000) {
        let (from, to) = (i64::from(from), i64::from(from) + width);
        let times: Vec<i64> = starts(&games, from, to).collect();
        prop_assert!(times.is_sorted_by(|a, b| a < b));
        prop_assert!(times.iter().all(|&time| games.contains(&residue(time as i32)) && (from..=to).contains(&time)));
        prop_assert_eq!(count_starts(&games, from, to), times.len() as u64);
    }

    #[test]
    fn any_text_is_a_fact_or_an_error(text in ".{0,40}") {
        for table in [Table::Potion, Table::Scroll, Table::Wand, Table::Staff, Table::Ring] {
            prop_assert!(Fact::parse(table, &text).is_err() || text.contains('='));
        }
    }
}
