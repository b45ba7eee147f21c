//! The rooms and halls of document 001.

use foreign::reference::maps;
use generators::haskell::{HaskellDice, PCGen};
use grids::grid::Tile;
use grids::rooms::{self, Dungeon, Halls, Room};
use lockstep::trace::Trace;
use lockstep::{Budget, Cases, Chooser, Kind, Missing, Role, Seen, Side, Subject, TypedSide};

use super::arguments::{Length, words};
use super::dice::{CDice, DiceRule, PortDice, Seeded, line, refused, rows, unseeded};
use super::traced::{self, Traced};

words! {
    /// What joins rooms that no straight hall can join.
    pub struct HallsArgument(Halls) { Straight = "straight", Turned = "turned" }
}

lockstep::ops! {
    /// An op on the map.
    pub enum RoomsOp {
        /// Seeds the PCG32 of the subject pcg32 and chooses the rule by which a number below n is made. modulo: word % n.
        /// scaled: word * n / 2^32, rounded down. haskell: random_r(0, n - 1) of the subject haskell. Shows the state.
        Srandom { initstate: u64, initseq: u64, rule: DiceRule } = "srandom" => u64 [seeds],
        /// The same with a generator of this state and increment.
        Raw { state: u64, inc: u64, rule: DiceRule } = "raw" => u64 [seeds],
        /// Nine rooms and the halls across twelve borders: fixtures/vectors/README.md has the rules. If a side is below 7:
        /// one line `refused: no map is W by H`, no draw. Lines: nine times `room XL YL XH YH`; twelve times `hall` and its
        /// pieces, four numbers each; the rows, # rock and . floor; `state ` and the state of the generator in 16
        /// hexadecimal digits.
        Rooms { width: Length, height: Length, halls: HallsArgument } = "rooms" => texts [draws],
    }
}

/// The subject.
pub struct RoomsAndHalls;

/// A map as both sides show it.
fn lines(
    rooms: &[[u32; 4]; 9],
    halls: &[Vec<[u32; 4]>; 12],
    open: &[bool],
    width: u32,
) -> Vec<String> {
    let mut lines: Vec<String> = rooms.iter().map(|room| line("room", room)).collect();
    lines.extend(
        halls
            .iter()
            .map(|pieces| line("hall", pieces.iter().flatten())),
    );
    lines.extend(rows(open, width));
    lines
}

struct Port(PortDice);

fn corners(room: &Room) -> [u32; 4] {
    [room.xl, room.yl, room.xh, room.yh].map(|side| side as u32)
}

fn port_lines(dungeon: &Dungeon) -> Vec<String> {
    let grid = dungeon.grid();
    let open: Vec<bool> = grid
        .rows()
        .flatten()
        .map(|&tile| tile == Tile::Floor)
        .collect();
    let halls = dungeon
        .halls()
        .each_ref()
        .map(|pieces| pieces.iter().map(corners).collect());
    lines(
        &dungeon.rooms().each_ref().map(corners),
        &halls,
        &open,
        grid.width() as u32,
    )
}

impl TypedSide for Port {
    type Op = RoomsOp;

    fn apply(&mut self, op: &RoomsOp) -> Seen {
        match *op {
            RoomsOp::Srandom {
                initstate,
                initseq,
                rule,
            } => self.0.restart(PortDice::srandom(initstate, initseq, rule)),
            RoomsOp::Raw { state, inc, rule } => self.0.restart(PortDice::raw(state, inc, rule)),
            RoomsOp::Rooms {
                width,
                height,
                halls,
            } => self.0.map(|dice| {
                rooms::generate(width.get() as usize, height.get() as usize, halls.0, dice)
                    .map_or_else(|_| refused(width, height), |dungeon| port_lines(&dungeon))
            }),
        }
    }

    fn state(&self) -> String {
        self.0.to_string()
    }
}

struct Reference(CDice);

impl TypedSide for Reference {
    type Op = RoomsOp;

    fn apply(&mut self, op: &RoomsOp) -> Seen {
        match *op {
            RoomsOp::Srandom {
                initstate,
                initseq,
                rule,
            } => self.0.restart(CDice::srandom(initstate, initseq, rule)),
            RoomsOp::Raw { state, inc, rule } => self.0.restart(CDice::raw(state, inc, rule)),
            RoomsOp::Rooms {
                width,
                height,
                halls,
            } => self.0.map(|dice| {
                maps::rooms(width.get(), height.get(), halls.0 == Halls::Turned, dice).map_or_else(
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

fn both_halls((width, height): (u32, u32)) -> [String; 2] {
    ["straight", "turned"].map(|halls| format!("rooms {width} {height} {halls}"))
}

fn random_op(chooser: &mut Chooser) -> String {
    let rule = chooser.pick(DiceRule::ALL);
    let (op, [first, second]) = match chooser.below(8) {
        0 => ("srandom", [(); 2].map(|()| chooser.next_u64().to_string())),
        1 => ("raw", [(); 2].map(|()| chooser.next_u64().to_string())),
        _ => (
            "rooms",
            [(); 2].map(|()| chooser.between(5..=60).to_string()),
        ),
    };
    if op == "rooms" {
        return format!("{op} {first} {second} {}", chooser.pick(HallsArgument::ALL));
    }
    format!("{op} {first} {second} {rule}")
}

impl Subject for RoomsAndHalls {
    facts!(
        "rooms",
        "nine rooms and the halls between them, straight ones only or turned ones as well",
        RoomsOp,
        [Role::Port, Role::Reference],
        "rooms"
    );

    fn side<'a>(&'a self, role: Role) -> Result<Box<dyn Side + 'a>, Missing> {
        Ok(match role {
            Role::Port => Box::new(Port(unseeded())),
            _ => Box::new(Reference(unseeded())),
        })
    }

    fn trace(&self) -> Option<Trace> {
        Some(Trace {
            seed_bits: 64,
            takes: traced::MAP,
            write: |options, sink| {
                let size = traced::size(options, (80, 24))?;
                // Four numbers for the corners of each room, and then the halls.
                let dice = HaskellDice::new(PCGen::from(traced::port(options)));
                let mut traced = Traced {
                    dice,
                    first: ("corner", 4 * 9),
                    later: "hall",
                    chosen: "hall",
                    sink,
                };
                rooms::generate(
                    size.0 as usize,
                    size.1 as usize,
                    Halls::Straight,
                    &mut traced,
                )?;
                Ok(())
            },
        })
    }

    fn cases(&self, kind: Kind, budget: &Budget) -> Option<Cases> {
        Some(match kind {
            // The document's maps from its generators, each seeded again.
            Kind::Golden => {
                let maps = |(state, inc)| {
                    let start = format!("raw {state} {inc} haskell");
                    let maps = SIZES.into_iter().flat_map(both_halls);
                    maps.flat_map(|map| [start.clone(), map]).collect()
                };
                Cases::new(kind, DOCUMENT.len(), DOCUMENT.map(maps))
            }
            // The smallest sides, those too small, and the longest, by every rule.
            Kind::Edge => {
                let sizes = [
                    (7, 7),
                    (6, 7),
                    (7, 6),
                    (0, 0),
                    (7, 200),
                    (200, 7),
                    (8, 9),
                    (9, 8),
                    (200, 200),
                ];
                let case = move |rule| {
                    let start = format!("srandom {} 0 {rule}", u64::MAX);
                    let maps = sizes.into_iter().flat_map(both_halls);
                    std::iter::once(start).chain(maps).collect()
                };
                Cases::new(kind, DiceRule::ALL.len(), DiceRule::ALL.iter().map(case))
            }
            // Every size from 7 by 7 to 30 by 30.
            Kind::Sweep => {
                let case = |height| {
                    (7..=30)
                        .flat_map(|width| both_halls((width, height)))
                        .collect()
                };
                Cases::new(kind, 24, (7..=30).map(case))
            }
            Kind::Random => Cases::random(budget, |chooser| {
                (0..40).map(|_| random_op(chooser)).collect()
            }),
            Kind::Exhaustive => return None,
        })
    }
}
