//! Every case of the finite domains, held against the digests that the references left: no C compiler is needed.
//!
//! A case that differs is named with its chunk. The outputs are those that the subjects of the crate `lab` show.

use std::fs;

use lockstep::{DigestTree, Output};
use rogue::atlas::{Atlas, GAMES};
use rogue::identities::Identities;
use rogue::random::{get_rand, srrandom};
use rogue::tables::{GEMS, POTION_COLOURS, WAND_MATERIALS};

fn committed(subject: &str) -> DigestTree {
    let path = format!("{}/../../fixtures/trees/{subject}.txt", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    DigestTree::parse(&text).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn assert_equal<Case: IntoIterator<Item = Output>>(subject: &str, cases: impl IntoIterator<Item = Case>) {
    let expected = committed(subject);
    assert_eq!(expected.cases(), GAMES);
    let actual = DigestTree::new(64.try_into().unwrap(), cases);
    expected.compare(&actual).unwrap_or_else(|difference| panic!("{subject}: {difference}"));
}

/// The names as the subject shows them: potions, wands with what they are called, rings, scrolls.
fn names(game: &Identities) -> Output {
    let named = |table: &'static [&str], indices: &[u8]| -> Vec<String> {
        indices.iter().map(|&index| table[usize::from(index)].to_owned()).collect()
    };
    let mut names = named(&POTION_COLOURS, &game.potions);
    for (kind, material) in named(&WAND_MATERIALS, &game.wands).into_iter().enumerate() {
        names.push(format!("{material} {}", if game.is_wood(kind) { "staff" } else { "wand" }));
    }
    names.extend(named(&GEMS, &game.rings));
    names.extend(game.scrolls.iter().map(ToString::to_string));
    Output::Texts(names)
}

#[test]
fn every_game_equals_its_digest() {
    let atlas = Atlas::new();
    assert_equal(
        "new-game",
        (0..GAMES as i32).map(|seed| {
            let mut dice = srrandom(seed);
            Identities::of_draws(&mut dice);
            [names(atlas.game_of_seed(seed)), Output::Number(get_rand(&mut dice, 25, 35).into())]
        }),
    );
}

#[test]
fn the_first_draws_of_every_game_equal_their_digest() {
    assert_equal(
        "get_rand",
        (0..GAMES as i32).map(|seed| {
            let mut dice = srrandom(seed);
            [Output::Nothing, Output::Words((0..4096).map(|_| get_rand(&mut dice, 0, 0x3fff) as u32).collect())]
        }),
    );
}
