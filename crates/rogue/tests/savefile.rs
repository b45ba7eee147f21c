//! The save file: what was written can be read, and no bytes make the reader panic.

// `writer` is also compiled in the program's tests, where the crate has the workspace's name for it.
extern crate roguelab_rogue as rogue;

mod writer;

use proptest::prelude::*;
use rogue::identities::Identities;
use rogue::savefile;
use writer::{write, write_wide};

fn small() -> (Identities, Vec<u8>, usize) {
    let game = Identities::of_seed(5);
    let (bytes, tables) = write(&game, "player", &[100, 0, 0, 0, 3]);
    (game, bytes, tables)
}

/// The end of the last table.
fn end(bytes: &[u8]) -> usize {
    bytes.len() - 40
}

#[test]
fn a_file_cut_short_anywhere_is_refused() {
    let (game, bytes, _) = small();
    for len in 0..end(&bytes) {
        assert!(
            savefile::read(&bytes[..len]).is_err(),
            "the first {len} bytes"
        );
    }
    assert!(
        savefile::read(&bytes[..end(&bytes)])
            .unwrap()
            .same_names(&game)
    );
}

#[test]
fn no_single_flipped_bit_gives_other_names() {
    let (game, bytes, tables) = small();
    let mut refused = 0;
    for bit in 0..8 * bytes.len() {
        let mut flipped = bytes.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        match savefile::read(&flipped) {
            Ok(read) => assert!(read.same_names(&game), "bit {bit}"),
            Err(_) => refused += 1,
        }
    }
    // Two bytes in each of 35 records, the values of scrolls, wands and rings, are not read.
    assert!(
        refused >= 8 * (end(&bytes) - tables - 2 * 35),
        "only {refused} of all flips were refused"
    );
}

#[test]
fn what_no_new_game_writes_is_refused_with_the_reason() {
    let refused = |bytes: &[u8]| savefile::read(bytes).unwrap_err().to_string();
    let empty = refused(&[0; 9]);
    assert!(
        empty.starts_with("byte 5 of the save file gives a string of 0 bytes"),
        "no room for the NUL: {empty}"
    );
    let (mut game, mut bytes, tables) = small();
    bytes[tables + 2] = 1;
    let played = refused(&bytes);
    assert!(
        played.starts_with(&format!(
            "record 0 of the potions, at byte {tables}, has status 1,"
        )),
        "{played}"
    );
    game.potions[3] = game.potions[1];
    let repeated = refused(&write(&game, "player", &[]).0);
    assert!(
        repeated.starts_with("record 3 of the potions") && repeated.contains(" as one before it"),
        "{repeated}"
    );
}

#[test]
fn the_longest_title_has_64_bytes_with_its_nul() {
    let game = Identities::of_seed(5);
    let read = |width| savefile::read(&write_wide(&game, "player", &[], width).0);
    assert!(read(63).unwrap().same_names(&game));
    assert!(read(64).is_err());
}

/// Five records with the letters a to e, the last one with this quantity.
fn pack(arrows: i16) -> Vec<u8> {
    let mut pack = vec![0; 5 * 72];
    for (i, record) in pack.chunks_exact_mut(72).enumerate() {
        record[16] = 1;
        record[18] = b'a' + i as u8;
    }
    pack[4 * 72 + 16..][..2].copy_from_slice(&arrows.to_le_bytes());
    pack
}

#[test]
fn arrows_are_the_quantity_of_the_fifth_thing_in_the_pack() {
    let game = Identities::of_seed(5);
    for arrows in [31, 0x1234, -2] {
        let dungeon = [vec![7; 101], pack(arrows), vec![7; 300]].concat();
        assert_eq!(
            savefile::arrows(&write(&game, "player", &dungeon).0),
            Some(arrows)
        );
    }
}

#[test]
fn no_pack_or_two_packs_give_no_arrows() {
    let game = Identities::of_seed(5);
    for dungeon in [
        vec![7; 800],
        [pack(31), pack(30)].concat(),
        pack(31)[..4 * 72 + 18].to_vec(),
    ] {
        assert_eq!(savefile::arrows(&write(&game, "player", &dungeon).0), None);
    }
    let mut relettered = pack(31);
    relettered[2 * 72 + 18] = b'x';
    assert_eq!(savefile::arrows(&relettered), None);
}

proptest! {
    #[test]
    fn what_is_written_is_read(seed: i32, login in "[a-z]{0,30}", dungeon in prop::collection::vec(any::<u8>(), 0..3000)) {
        let game = Identities::of_seed(seed);
        let read = savefile::read(&write(&game, &login, &dungeon).0).unwrap();
        prop_assert!(read.same_names(&game));
        prop_assert_eq!(read.draws, None);
    }

    #[test]
    fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..4000)) {
        let _ = savefile::read(&bytes);
    }
}
