//! Bounded numbers: `get_rand`, `rand_percent`, `coin_toss`.

use foreign::reference::Session;
use generators::draw::Recorder;
use lockstep::{Budget, Cases, Chooser, Corner, Drawn, Kind, Missing, Seen, Side, Subject};
use rogue::atlas::GAMES;
use rogue::random::{self, GameDice, coin_toss, get_rand, rand_percent};
use rogue::tables::RANGES;

use super::arguments::Count;
use super::{EDGE_SEEDS, ROGUE_CORNERS, seen, session, show_ring};

lockstep::ops! {
    /// An op on the game's dice.
    pub enum DrawOp {
        /// Seeds the generator.
        Srrandom { seed: i32 } = "srrandom",
        /// A number from X to Y.
        GetRand { x: i32, y: i32 } = "get_rand",
        /// That many such numbers.
        GetRands { x: i32, y: i32, count: Count } = "get_rands",
        /// Whether something of that percentage happens.
        RandPercent { percentage: i32 } = "rand_percent",
        /// Heads or tails.
        CoinToss = "coin_toss",
    }
}

/// The subject.
pub struct Draws;

/// What is shown for a range that the C cannot serve: one of 2^31 numbers or more, whose width is no `int`.
fn refused(x: i32, y: i32) -> Option<Seen> {
    let width = x.abs_diff(y);
    (width >= i32::MAX as u32).then(|| Seen::texts([format!("refused: {x} to {y} is wider than an int")]))
}

/// Runs `draw` on dice that write their draws down.
pub(super) fn recorded<T>(
    dice: &mut GameDice,
    draw: impl FnOnce(&mut dyn generators::draw::Draw) -> T,
) -> (T, Vec<Drawn>) {
    let mut draws = Vec::new();
    let note = |n: std::num::NonZeroU32, value| {
        draws.push(Drawn { lo: 0, hi: i64::from(n.get()) - 1, value: i64::from(value) });
    };
    let result = draw(&mut Recorder::new(dice, note));
    (result, draws)
}

struct Port(GameDice);

impl Side<DrawOp> for Port {
    fn apply(&mut self, op: &DrawOp) -> Seen {
        let (output, draws) = match *op {
            DrawOp::Srrandom { seed } => {
                self.0 = random::srrandom(seed);
                (Seen::nothing(), Vec::new())
            }
            DrawOp::GetRand { x, y } | DrawOp::GetRands { x, y, .. } if refused(x, y).is_some() => {
                return refused(x, y).unwrap_or_default();
            }
            DrawOp::GetRand { x, y } => {
                let (value, draws) = recorded(&mut self.0, |mut dice| get_rand(&mut dice, x, y));
                (Seen::number(value), draws)
            }
            DrawOp::GetRands { x, y, count } => {
                // Too many to note singly; the words show them all.
                let words: Vec<u32> = (0..count.get()).map(|_| get_rand(&mut self.0, x, y) as u32).collect();
                return Seen::words(words);
            }
            DrawOp::RandPercent { percentage } => {
                let (value, draws) = recorded(&mut self.0, |mut dice| rand_percent(&mut dice, percentage));
                (Seen::number(u8::from(value)), draws)
            }
            DrawOp::CoinToss => {
                let (value, draws) = recorded(&mut self.0, |mut dice| coin_toss(&mut dice));
                (Seen::number(u8::from(value)), draws)
            }
        };
        output.with_draws(draws)
    }

    fn state(&self) -> String {
        show_ring(&self.0.clone().words().ring())
    }
}

struct Reference(Session);

impl Side<DrawOp> for Reference {
    fn apply(&mut self, op: &DrawOp) -> Seen {
        let output = match *op {
            DrawOp::Srrandom { seed } => {
                self.0.srrandom(seed);
                Seen::nothing()
            }
            DrawOp::GetRand { x, y } | DrawOp::GetRands { x, y, .. } if refused(x, y).is_some() => {
                return refused(x, y).unwrap_or_default();
            }
            DrawOp::GetRand { x, y } => match self.0.get_rand(x, y) {
                Ok(value) => Seen::number(value),
                Err(error) => Seen::texts([error.to_string()]),
            },
            DrawOp::GetRands { x, y, count } => {
                let mut values = vec![0; count.get()];
                let words = match self.0.get_rands(x, y, &mut values) {
                    Ok(()) => Seen::words(values.into_iter().map(|value| value as u32).collect::<Vec<_>>()),
                    Err(error) => Seen::texts([error.to_string()]),
                };
                // The words show every draw; the log is emptied for the next op.
                self.0.forget_draws();
                return words;
            }
            DrawOp::RandPercent { percentage } => Seen::number(u8::from(self.0.rand_percent(percentage))),
            DrawOp::CoinToss => Seen::number(u8::from(self.0.coin_toss())),
        };
        seen(&mut self.0, output)
    }

    fn state(&self) -> String {
        show_ring(&self.0.ring())
    }
}

/// Every bit that a draw can see: the whole 14-bit range.
const WHOLE: (i32, i32) = (0, 0x3fff);

/// How many draws of every game are compared.
const DRAWS_OF_EVERY_GAME: Count = Count::new(4096).unwrap();

fn some_of_each(seed: i32) -> Vec<DrawOp> {
    let mut ops = vec![DrawOp::Srrandom { seed }];
    for (x, y) in RANGES {
        ops.extend([DrawOp::GetRand { x, y }, DrawOp::GetRand { x: y, y: x }, DrawOp::CoinToss]);
        ops.push(DrawOp::RandPercent { percentage: y });
    }
    ops
}

fn random_op(chooser: &mut Chooser) -> DrawOp {
    match chooser.below(8) {
        0 => DrawOp::Srrandom { seed: chooser.any_i32() },
        1 => DrawOp::RandPercent { percentage: chooser.between(-10..=110) as i32 },
        2 => DrawOp::CoinToss,
        3 => {
            let &(x, y) = chooser.pick(&RANGES);
            DrawOp::GetRand { x, y }
        }
        4 => {
            let (x, y) = (chooser.any_i32() >> 1, chooser.any_i32() >> 1);
            DrawOp::GetRand { x, y }
        }
        _ => {
            let x = chooser.between(-300..=300) as i32;
            DrawOp::GetRand { x, y: x + chooser.between(-200..=200) as i32 }
        }
    }
}

impl Subject for Draws {
    type Op = DrawOp;

    fn name(&self) -> &'static str {
        "get_rand"
    }

    fn about(&self) -> &'static str {
        "Rogue's bounded numbers: get_rand, rand_percent, coin_toss"
    }

    fn corners(&self) -> &'static [Corner] {
        &ROGUE_CORNERS
    }

    fn side<'a>(&'a self, corner: Corner) -> Result<Box<dyn Side<DrawOp> + 'a>, Missing> {
        Ok(match corner {
            Corner::Port => Box::new(Port(random::srrandom(1))),
            _ => Box::new(Reference(session(corner))),
        })
    }

    fn cases(&self, kind: Kind, budget: &Budget) -> Option<Cases<DrawOp>> {
        Some(match kind {
            Kind::Golden => Cases::new(kind, 3, [0, -1, 1_700_000_000].map(some_of_each)),
            // Ranges of one number, around the mask's 2^14, at the ends of int; those wider than an int are refused.
            Kind::Edge => {
                let ranges = [
                    (0, 0),
                    (7, 7),
                    (0, 0x3ffe),
                    WHOLE,
                    (0, 0x4000),
                    (-5, 5),
                    (i32::MIN, i32::MIN),
                    (i32::MAX, i32::MAX),
                    (i32::MIN, -2),
                    (1, i32::MAX),
                    (0, i32::MAX - 1),
                    (i32::MIN, i32::MIN + 1),
                ];
                let percentages = [i32::MIN, -1, 0, 1, 50, 99, 100, 101, i32::MAX];
                let ops = EDGE_SEEDS.map(|seed| {
                    let mut ops = vec![DrawOp::Srrandom { seed }];
                    for (x, y) in ranges {
                        ops.extend([DrawOp::GetRand { x, y }, DrawOp::GetRand { x: y, y: x }]);
                    }
                    ops.extend(percentages.map(|percentage| DrawOp::RandPercent { percentage }));
                    ops
                });
                Cases::new(kind, EDGE_SEEDS.len(), ops)
            }
            // Every width up to 400, and every percentage, on one long stream.
            Kind::Sweep => {
                let widths = (0..400).map(|y| {
                    vec![
                        DrawOp::Srrandom { seed: y },
                        DrawOp::GetRands { x: 0, y, count: Count::new(1000).expect("1000 is a count") },
                    ]
                });
                let percentages = (0..=100).map(|percentage| {
                    let mut ops = vec![DrawOp::Srrandom { seed: percentage }];
                    ops.extend(std::iter::repeat_n(DrawOp::RandPercent { percentage }, 100));
                    ops
                });
                Cases::new(kind, 501, widths.chain(percentages))
            }
            Kind::Random => Cases::random(budget, |chooser| (0..200).map(|_| random_op(chooser)).collect()),
            // Every seed there is, modulo 2^15: all 14 bits of its first draws.
            Kind::Exhaustive => {
                let (x, y) = WHOLE;
                let draws = DrawOp::GetRands { x, y, count: DRAWS_OF_EVERY_GAME };
                let game = move |seed| vec![DrawOp::Srrandom { seed }, draws.clone()];
                Cases::new(kind, GAMES, (0..GAMES as i32).map(game))
            }
        })
    }
}
