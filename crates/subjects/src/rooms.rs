//! The rooms and halls of document 001.

use foreign::reference::maps;
use grids::grid::Tile;
use grids::rooms::{self, Dungeon, Room};
use lockstep::{Budget, Cases, Chooser, Corner, Kind, Missing, Seen, Side, Subject};

use super::arguments::{Length, words};
use super::dice::{CDice, PortDice, Rule, Seeded, line, refused, rows, unseeded};

words! {
    /// What joins rooms that no straight hall can join.
    pub enum Halls {
        /// Nothing.
        Straight = "straight",
        /// A hall with two turns.
        Turned = "turned",
    }
}

lockstep::ops! {
    /// An op on the map.
    pub enum RoomsOp {
        /// Seeds the dice.
        Srandom { initstate: u64, initseq: u64, rule: Rule } = "srandom",
        /// Dice of a generator with this state and increment.
        Raw { state: u64, inc: u64, rule: Rule } = "raw",
        /// A map of so many tiles: its rooms, the halls of each border, and rows of tiles.
        Rooms { width: Length, height: Length, halls: Halls } = "rooms",
    }
}

/// The subject.
pub struct RoomsAndHalls;

/// A map as both sides show it.
fn lines(rooms: &[[u32; 4]; 9], halls: &[Vec<[u32; 4]>; 12], open: &[bool], width: u32) -> Vec<String> {
    let mut lines: Vec<String> = rooms.iter().map(|room| line("room", room)).collect();
    lines.extend(halls.iter().map(|pieces| line("hall", pieces.iter().flatten())));
    lines.extend(rows(open, width));
    lines
}

struct Port(PortDice);

fn corners(room: &Room) -> [u32; 4] {
    [room.xl, room.yl, room.xh, room.yh].map(|side| side as u32)
}

fn port_lines(dungeon: &Dungeon) -> Vec<String> {
    let grid = dungeon.grid();
    let open: Vec<bool> = grid.rows().flatten().map(|&tile| tile == Tile::Floor).collect();
    let halls = dungeon.halls().each_ref().map(|pieces| pieces.iter().map(corners).collect());
    lines(&dungeon.rooms().each_ref().map(corners), &halls, &open, grid.width() as u32)
}

impl Side<RoomsOp> for Port {
    fn apply(&mut self, op: &RoomsOp) -> Seen {
        match *op {
            RoomsOp::Srandom { initstate, initseq, rule } => {
                self.0.restart(PortDice::srandom(initstate, initseq, rule))
            }
            RoomsOp::Raw { state, inc, rule } => self.0.restart(PortDice::raw(state, inc, rule)),
            RoomsOp::Rooms { width, height, halls } => self.0.map(|dice| {
                let halls = match halls {
                    Halls::Straight => rooms::Halls::Straight,
                    Halls::Turned => rooms::Halls::Turned,
                };
                rooms::generate(width.get() as usize, height.get() as usize, halls, dice)
                    .map_or_else(|_| refused(width, height), |dungeon| port_lines(&dungeon))
            }),
        }
    }

    fn state(&self) -> String {
        self.0.to_string()
    }
}

struct Reference(CDice);

impl Side<RoomsOp> for Reference {
    fn apply(&mut self, op: &RoomsOp) -> Seen {
        match *op {
            RoomsOp::Srandom { initstate, initseq, rule } => self.0.restart(CDice::srandom(initstate, initseq, rule)),
            RoomsOp::Raw { state, inc, rule } => self.0.restart(CDice::raw(state, inc, rule)),
            RoomsOp::Rooms { width, height, halls } => self.0.map(|dice| {
                let halls = match halls {
                    Halls::Straight => maps::Halls::Straight,
                    Halls::Turned => maps::Halls::Turned,
                };
                maps::rooms(width.get(), height.get(), halls, dice).map_or_else(
                    |_| refused(width, height),
                    |map| lines(&map.rooms, &map.halls, &map.tiles, width.get()),
                )
            }),
        }
    }

    fn state(&self) -> String {
        self.0.to_string()
    }
}

/// The document's generators and sizes.
const DOCUMENT: [(u64, u64); 2] = [(0x853c_49e6_748f_ea9b, 0xda3e_39cb_94b9_5bdb), (42, 109)];
const SIZES: [(u32, u32); 2] = [(80, 24), (60, 30)];

fn length(length: u32) -> Length {
    Length::new(length).expect("no longer than the references serve")
}

fn both_halls((width, height): (u32, u32)) -> impl Iterator<Item = RoomsOp> {
    let (width, height) = (length(width), length(height));
    Halls::ALL.iter().map(move |&halls| RoomsOp::Rooms { width, height, halls })
}

fn random_op(chooser: &mut Chooser) -> RoomsOp {
    let rule = *chooser.pick(Rule::ALL);
    match chooser.below(8) {
        0 => RoomsOp::Srandom { initstate: chooser.next_u64(), initseq: chooser.next_u64(), rule },
        1 => RoomsOp::Raw { state: chooser.next_u64(), inc: chooser.next_u64(), rule },
        _ => {
            let mut side = || length(chooser.between(5..=60) as u32);
            let (width, height) = (side(), side());
            RoomsOp::Rooms { width, height, halls: *chooser.pick(Halls::ALL) }
        }
    }
}

impl Subject for RoomsAndHalls {
    type Op = RoomsOp;

    fn name(&self) -> &'static str {
        "rooms"
    }

    fn about(&self) -> &'static str {
        "nine rooms and the halls between them, straight ones only or turned ones as well"
    }

    fn corners(&self) -> &'static [Corner] {
        &[Corner::Port, Corner::Reference]
    }

    fn side<'a>(&'a self, corner: Corner) -> Result<Box<dyn Side<RoomsOp> + 'a>, Missing> {
        Ok(match corner {
            Corner::Port => Box::new(Port(unseeded())),
            _ => Box::new(Reference(unseeded())),
        })
    }

    fn cases(&self, kind: Kind, budget: &Budget) -> Option<Cases<RoomsOp>> {
        Some(match kind {
            // The document's maps from its generators, each anew.
            Kind::Golden => {
                let maps = |(state, inc)| {
                    let start = RoomsOp::Raw { state, inc, rule: Rule::Haskell };
                    SIZES.into_iter().flat_map(both_halls).flat_map(|map| [start.clone(), map]).collect()
                };
                Cases::new(kind, DOCUMENT.len(), DOCUMENT.map(maps))
            }
            // The smallest sides, those too small, and the longest, by every rule.
            Kind::Edge => {
                let sizes = [(7, 7), (6, 7), (7, 6), (0, 0), (7, 200), (200, 7), (8, 9), (9, 8), (200, 200)];
                let case = move |&rule| {
                    let start = RoomsOp::Srandom { initstate: u64::MAX, initseq: 0, rule };
                    [start].into_iter().chain(sizes.into_iter().flat_map(both_halls)).collect()
                };
                Cases::new(kind, Rule::ALL.len(), Rule::ALL.iter().map(case))
            }
            // Every size from 7 by 7 to 30 by 30.
            Kind::Sweep => {
                let case = |height| (7..=30).flat_map(move |width| both_halls((width, height))).collect();
                Cases::new(kind, 24, (7..=30).map(case))
            }
            Kind::Random => Cases::random(budget, |chooser| (0..40).map(|_| random_op(chooser)).collect()),
            Kind::Exhaustive => return None,
        })
    }
}
