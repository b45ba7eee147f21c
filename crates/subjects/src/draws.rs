//! Bounded numbers: `get_rand`, `rand_percent`, `coin_toss`.

mod cases;
#[cfg(feature = "foreign")]
mod reference;

use std::num::NonZeroU32;

use generators::bsd_random::Type3;
use generators::draw::{Dice, Draw, Recorder, Words};
use lockstep::trace::{Call, Sink};
use lockstep::{Seen, Subject, TypedSide};

use rogue::random::{self, GameDice, Rule, coin_toss, get_rand, rand_percent};

use super::arguments::Count;
use super::dice::drawn;
use super::show_ring;

lockstep::ops! {
    /// An op on the game's dice.
    pub enum Op {
        /// Seeds the generator of the subject rrandom.
        Srrandom { seed: i32 } = "srrandom" [seeds],
        /// A number from x to y, both included; if x > y they change places. One word of rrandom: x + (word & 16383) % (y -
        /// x + 1). Only ranges of fewer than 2^31 numbers come here.
        GetRand { x: i32, y: i32 } = "get_rand" => i32 [draws],
        /// As many numbers of get_rand(x, y) as count says, as words: a negative one plus 2^32.
        GetRands { x: i32, y: i32, count: Count } = "get_rands" => words,
        /// 1 if get_rand(1, 100) <= percentage, otherwise 0; the number is drawn in every case.
        RandPercent { percentage: i32 } = "rand_percent" => u32 [draws],
        /// The lowest bit of one word of rrandom; a draw below 2.
        CoinToss = "coin_toss" => u32 [draws],
    }
}

/// The subject.
pub struct Draws;

/// The output for a range that the C cannot serve: a range of 2^31 numbers or more, whose width does not fit an `int`.
fn refused(x: i32, y: i32) -> Option<Seen> {
    let width = x.abs_diff(y);
    (width >= i32::MAX as u32)
        .then(|| Seen::texts([format!("refused: {x} to {y} is wider than an int")]))
}

/// The result of `draw`, with the draws it takes.
pub(super) fn recorded(dice: &mut GameDice, draw: impl FnOnce(&mut dyn Draw) -> Seen) -> Seen {
    let mut draws = Vec::new();
    let seen = draw(&mut Recorder::new(dice, |n: NonZeroU32, value| {
        draws.push(drawn(n.get(), value));
    }));
    seen.with_draws(draws)
}

struct Port(GameDice);

impl TypedSide for Port {
    type Op = Op;

    fn apply(&mut self, op: &Op) -> Seen {
        let dice = &mut self.0;
        match *op {
            Op::Srrandom { seed } => {
                *dice = random::srrandom(seed);
                Seen::nothing().with_draws(Vec::new())
            }
            Op::GetRand { x, y } | Op::GetRands { x, y, .. } if refused(x, y).is_some() => {
                refused(x, y).unwrap_or_default()
            }
            Op::GetRand { x, y } => {
                recorded(dice, |mut dice| Seen::number(get_rand(&mut dice, x, y)))
            }
            // There are too many to log one by one; the words show them all.
            Op::GetRands { x, y, count } => count.words(|| get_rand(dice, x, y) as u32),
            Op::RandPercent { percentage } => recorded(dice, |mut dice| {
                Seen::number(u8::from(rand_percent(&mut dice, percentage)))
            }),
            Op::CoinToss => recorded(dice, |mut dice| {
                Seen::number(u8::from(coin_toss(&mut dice)))
            }),
        }
    }

    fn state(&self) -> String {
        show_ring(&self.0.clone().words().ring())
    }
}

/// A generator that remembers its last word.
pub(super) struct Remembering {
    words: Type3,
    pub(super) last: u32,
}

impl Remembering {
    pub(super) const fn srrandom(seed: i32) -> Self {
        Self {
            words: Type3::srrandom(seed),
            last: 0,
        }
    }
}

impl Words for Remembering {
    type Word = u32;
    const BITS: u32 = <Type3 as Words>::BITS;

    fn next_word(&mut self) -> u32 {
        self.last = self.words.next_word();
        self.last
    }
}

impl Subject for Draws {
    facts!(
        "get_rand",
        "Rogue's bounded numbers: get_rand, rand_percent, coin_toss",
        Op,
        crate::reference::ROLES,
        Box::new(Port(random::srrandom(1))),
        role => Box::new(reference::Reference::new(role)),
        cases::CASES
    );

    fn trace(&self) -> Option<fn(i32, &mut Sink<'_>)> {
        Some(|seed, sink| {
            let mut dice = Dice::<_, Rule>::new(Remembering::srrandom(seed));
            while !sink.is_full() {
                let result = get_rand(&mut dice, 1, 100);
                let call = Call {
                    index: None,
                    lo: Some(1),
                    hi: Some(100),
                    word: Some(dice.words().last.into()),
                    result: Some(result.into()),
                };
                sink.draw("get_rand", call);
            }
        })
    }
}
