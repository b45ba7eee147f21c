//! Rogue's draws.

use std::num::NonZeroU32;

use anyhow::{Result, anyhow};
use foreign::reference::{Session, WordSize};
use generators::bsd_random::Type3;
use generators::draw::{Dice, Draw, Words};
use lockstep::Drawn;
use lockstep::trace::Call;
use rogue::new_game::{get_wand_and_ring_materials, make_scroll_titles, mix_colors};
use rogue::random::{Rule, get_rand};
use rogue::tables::POTIONS;

use super::{Corner, Options, Sink};

/// A call of `get_rand`: its site, LO and HI.
type Site = (&'static str, i32, i32);

/// The calls that each step of a new game makes, in the order of the steps. Those of a step differ in their width, so a
/// draw tells which of them it is; that these are the arguments of the C is tested.
const STEPS: [&[Site]; 4] = [
    &[("mix_colors", 0, 13)],
    &[("wands", 0, 29), ("rings", 0, 13)],
    &[("scrolls", 2, 5), ("scrolls", 1, 39)],
    &[("arrows", 25, 35)],
];

/// A generator that remembers its last word.
struct Remembering {
    words: Type3,
    last: u32,
}

impl Remembering {
    const fn srrandom(seed: i32) -> Self {
        Self { words: Type3::srrandom(seed), last: 0 }
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

/// The game's dice, every draw written down as a call of one of the sites.
struct Traced<'s, 'o> {
    dice: Dice<Remembering, Rule>,
    sites: &'static [Site],
    sink: &'s mut Sink<'o>,
}

impl Draw for Traced<'_, '_> {
    fn draw(&mut self, n: NonZeroU32) -> u32 {
        let value = self.dice.draw(n);
        let width = |&&(_, lo, hi): &&Site| hi.abs_diff(lo).checked_add(1) == Some(n.get());
        let (site, lo, hi) = self.sites.iter().find(width).copied().unwrap_or(("-", 0, n.get() as i32 - 1));
        let least = lo.min(hi);
        let call = Call {
            index: None,
            lo: Some(lo.into()),
            hi: Some(hi.into()),
            word: Some(self.dice.words().last.into()),
            result: Some(i64::from(least) + i64::from(value)),
        };
        self.sink.draw(site, call);
        value
    }
}

/// What the C noted, as calls of these sites.
fn write_noted(draws: &[Drawn], sites: &[Site], sink: &mut Sink) {
    for &Drawn { lo, hi, value } in draws {
        let site = sites.iter().find(|&&(_, x, y)| (lo, hi) == (x.into(), y.into())).map_or("-", |site| site.0);
        let [lo, hi, result] = [lo, hi, value].map(Some);
        sink.draw(site, Call { lo, hi, result, ..Call::default() });
    }
}

pub(super) fn new_game(options: &Options, sink: &mut Sink) {
    let seed = options.seed as i32;
    match options.corner {
        Corner::Port => {
            let mut traced = Traced { dice: Dice::new(Remembering::srrandom(seed)), sites: STEPS[0], sink };
            mix_colors(&mut traced, &mut [0; POTIONS]);
            traced.sites = STEPS[1];
            get_wand_and_ring_materials(&mut traced);
            traced.sites = STEPS[2];
            make_scroll_titles(&mut traced);
            traced.sites = STEPS[3];
            get_rand(&mut traced, 25, 35);
        }
        Corner::Reference => {
            // The build with 32-bit words is the one that notes draws.
            let mut session = Session::begin(WordSize::Bits32);
            session.srrandom(seed);
            let steps: [fn(&mut Session); 4] =
                [Session::mix_colors, Session::get_wand_and_ring_materials, Session::make_scroll_titles, |session| {
                    // A range of eleven numbers is never refused.
                    let _ = session.get_rand(25, 35);
                }];
            for (step, sites) in steps.into_iter().zip(STEPS) {
                step(&mut session);
                write_noted(&session.take_draws().unwrap_or_default(), sites, sink);
            }
        }
    }
}

pub(super) fn get_rands(options: &Options, sink: &mut Sink) -> Result<()> {
    let (x, y) = options.range;
    if x.abs_diff(y) >= i32::MAX as u32 {
        return Err(anyhow!("{x} to {y} is wider than an int: the game cannot draw from it"));
    }
    let seed = options.seed as i32;
    let call = |word, result: i32| Call {
        index: None,
        lo: Some(x.into()),
        hi: Some(y.into()),
        word,
        result: Some(result.into()),
    };
    match options.corner {
        Corner::Port => {
            let mut dice = Dice::<_, Rule>::new(Remembering::srrandom(seed));
            while !sink.is_full() {
                let value = get_rand(&mut dice, x, y);
                sink.draw("get_rand", call(Some(dice.words().last.into()), value));
            }
        }
        Corner::Reference => {
            let mut session = Session::begin(WordSize::Bits32);
            session.srrandom(seed);
            let mut values = [0; 4096];
            while !sink.is_full() {
                session.get_rands(x, y, &mut values)?;
                session.forget_draws();
                for &value in &values {
                    sink.draw("get_rand", call(None, value));
                }
            }
        }
    }
    Ok(())
}
