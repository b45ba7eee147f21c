//! Rooms and halls: what the document's text promises. The program compares them with the outputs of its code.

use std::num::NonZeroU32;

use proptest::prelude::*;
use roguelab_generators::bounding::Modulo;
use roguelab_generators::draw::{Dice, Draw};
use roguelab_generators::pcg32::Pcg32;
use roguelab_grids::grid::{MAX_TILES, Tile};
use roguelab_grids::rooms::{
    Dungeon, Halls, Room, RoomsError, SMALLEST, SMALLEST_BLOB, blob, generate, sectors,
};

fn dice(seed: u64) -> Dice<Pcg32, Modulo> {
    Dice::new(Pcg32::srandom(seed, 1))
}

/// The sectors on both sides of borders 1 to 12, counted from 0.
const NEIGHBOURS: [(usize, usize); 12] = [
    (0, 1),
    (1, 2),
    (3, 4),
    (4, 5),
    (6, 7),
    (7, 8),
    (0, 3),
    (3, 6),
    (1, 4),
    (4, 7),
    (2, 5),
    (5, 8),
];

fn within(inner: &Room, outer: &Room) -> bool {
    inner.xl >= outer.xl && inner.xh <= outer.xh && inner.yl >= outer.yl && inner.yh <= outer.yh
}

fn meet(one: &Room, other: &Room) -> bool {
    one.xl <= other.xh && other.xl <= one.xh && one.yl <= other.yh && other.yl <= one.yh
}

/// What must hold for every dungeon, however it was drawn.
fn assert_sound(dungeon: &Dungeon, halls: Option<Halls>) {
    let (width, height) = (dungeon.grid().width(), dungeon.grid().height());
    for (room, sector) in dungeon.rooms().iter().zip(sectors(width, height).unwrap()) {
        assert!(within(room, &sector), "{room:?} leaves {sector:?}");
    }
    for (pieces, (first, second)) in dungeon.halls().iter().zip(NEIGHBOURS) {
        let (first, second) = (dungeon.rooms()[first], dungeon.rooms()[second]);
        let share_a_row_or_column =
            if first.xh < second.xl && second.yl <= first.yh && first.yl <= second.yh {
                true
            } else {
                first.yh < second.yl && second.xl <= first.xh && first.xl <= second.xh
            };
        let expected = match halls {
            Some(_) if share_a_row_or_column => 1,
            None | Some(Halls::Straight) => 0,
            Some(Halls::Turned) => 3,
        };
        assert_eq!(pieces.len(), expected, "{first:?} and {second:?}");
        // A chain of pieces from room to room.
        let chain: Vec<Room> = [first]
            .into_iter()
            .chain(pieces.iter().copied())
            .chain([second])
            .collect();
        assert!(
            pieces.is_empty() || chain.windows(2).all(|pair| meet(&pair[0], &pair[1])),
            "{chain:?}"
        );
        assert!(
            pieces
                .iter()
                .all(|piece| piece.width() == 1 || piece.height() == 1),
            "{pieces:?}"
        );
    }
    // Exactly the rooms and halls are open, and the rim is closed.
    let open: Vec<Room> = dungeon
        .rooms()
        .iter()
        .chain(dungeon.halls().iter().flatten())
        .copied()
        .collect();
    for y in 0..height {
        for x in 0..width {
            let dug = open.iter().any(|room| {
                within(
                    &Room {
                        xl: x,
                        yl: y,
                        xh: x,
                        yh: y,
                    },
                    room,
                )
            });
            assert_eq!(
                dungeon.grid().get(x, y),
                Some(if dug { Tile::Floor } else { Tile::Wall }),
                "({x}, {y})"
            );
        }
    }
    assert_eq!(dungeon.grid().open_sides().next(), None);
}

/// The document says: outer edges might overflow by a tile or two.
#[test]
fn the_last_sectors_are_up_to_two_tiles_larger() {
    let widths = |width| {
        sectors(width, 9).unwrap()[..3]
            .iter()
            .map(Room::width)
            .collect::<Vec<_>>()
    };
    assert_eq!(
        widths(9),
        [2, 2, 1],
        "the rim takes a tile of the last sector"
    );
    assert_eq!(widths(10), [2, 2, 2]);
    assert_eq!(widths(11), [2, 2, 3]);
    for size in SMALLEST..200 {
        let all = sectors(size, 300 - size).unwrap();
        assert_eq!(all[8].xh, size - 2);
        assert_eq!(all[8].yh, 298 - size);
        assert_eq!(all[8].height(), all[8].yh - all[8].yl + 1);
        assert!(
            all.iter()
                .all(|sector| sector.xl <= sector.xh && sector.yl <= sector.yh)
        );
    }
}

/// A tape that continues with zeros, and reduces numbers that are too large by a remainder.
struct Scripted(Vec<u32>);

impl Draw for Scripted {
    fn draw(&mut self, n: NonZeroU32) -> u32 {
        if self.0.is_empty() {
            0
        } else {
            self.0.remove(0) % n
        }
    }
}

#[test]
fn maps_without_a_place_for_every_room_are_errors() {
    for (width, height) in [(0, 0), (6, 7), (7, 6), (usize::MAX, 6)] {
        let error = RoomsError::TooSmall {
            width,
            height,
            smallest: SMALLEST,
        };
        assert_eq!(
            generate(width, height, Halls::Turned, &mut dice(1)),
            Err(error)
        );
        assert_eq!(sectors(width, height), Err(error));
        let error = RoomsError::TooSmall {
            width,
            height,
            smallest: SMALLEST_BLOB,
        };
        assert_eq!(blob(width, height, &mut dice(1)), Err(error));
    }
    assert!(blob(20, 21, &mut dice(1)).is_err() && blob(21, 21, &mut dice(1)).is_ok());
    for (width, height) in [(usize::MAX, usize::MAX), (MAX_TILES / 7 + 1, 7)] {
        assert!(matches!(
            generate(width, height, Halls::Turned, &mut dice(1)),
            Err(RoomsError::TooLarge(_))
        ));
        assert!(sectors(width, height).is_ok());
    }
}

#[test]
fn rooms_without_halls_are_apart_and_of_several_sizes() {
    let dungeon = generate(30, 30, None, &mut dice(1)).unwrap();
    assert!(!dungeon.connected());
    assert!(dungeon.rooms().iter().any(|room| room.width() > 1));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_size_and_every_tape_of_draws_gives_a_sound_map(
        width in 0..70usize,
        height in 0..70usize,
        tape in prop::collection::vec(any::<u32>(), 0..90),
    ) {
        for halls in [None, Some(Halls::Straight), Some(Halls::Turned)] {
            match generate(width, height, halls, &mut Scripted(tape.clone())) {
                Ok(dungeon) => {
                    assert_sound(&dungeon, halls);
                    prop_assert!(halls != Some(Halls::Turned) || dungeon.connected());
                }
                Err(_) => prop_assert!(width < SMALLEST || height < SMALLEST),
            }
        }
        let blob = blob(width, height, &mut Scripted(tape));
        prop_assert_eq!(blob.is_ok(), width >= SMALLEST_BLOB && height >= SMALLEST_BLOB);
    }
}
