//! The names of a new game: `mix_colors`, `get_wand_and_ring_materials`, `make_scroll_titles`.

mod cases;
#[cfg(feature = "foreign")]
mod reference;

use std::num::NonZeroU32;

use generators::draw::{Dice, Draw};
use lockstep::trace::{Call, Sink};
use lockstep::{Seen, Subject, TypedSide};

use rogue::new_game::{
    Materials, ScrollTitle, get_wand_and_ring_materials, make_scroll_titles, mix_colors,
};
use rogue::random::{self, GameDice, Rule, get_rand};
use rogue::tables::{GEMS, POTION_COLOURS, POTIONS, SCROLLS, SYLLABLES, WAND_MATERIALS, WANDS};

use super::draws::{Remembering, recorded};
use super::show_ring;

lockstep::ops! {
    /// An op on a game that is about to begin.
    pub enum Op {
        /// Seeds the generator of the subject rrandom. The colours stay as they are mixed.
        Srrandom { seed: i32 } = "srrandom" [seeds],
        /// 33 times, not 32: draws j and then k with get_rand(0, 13), and swaps the colours at j and k. Shows the 14
        /// colours. At the start of a case they are in the order of the table potion_colours; the next call begins where
        /// this one ended.
        MixColors = "mix_colors" => texts [draws],
        /// For each of 11 wands draws get_rand(0, 29) until the number has not come before in this call: its material in
        /// the table wand_materials. Then for each of 11 rings get_rand(0, 13) in the same way, with marks of its own: its
        /// gem in the table gems. Shows the wands, `MATERIAL staff` if the number is above 14 and `MATERIAL wand` if not,
        /// and then the gems.
        GetWandAndRingMaterials = "get_wand_and_ring_materials" => texts [draws],
        /// For each of 13 scrolls draws how many syllables with get_rand(2, 5), then each with get_rand(1, 39), its place
        /// in the table syllables. Shows the titles: syllables with blanks between, in single quotes.
        MakeScrollTitles = "make_scroll_titles" => texts [draws],
        /// Seeds, puts the colours in the order of the table, and does mix_colors, get_wand_and_ring_materials and
        /// make_scroll_titles. Shows all they show, 49 texts.
        NewGame { seed: i32 } = "new_game" => texts [seeds, draws],
        /// get_rand(25, 35): what the real game draws next.
        Arrows = "arrows" => i32 [draws],
    }
}

/// The subject.
pub struct NewGame;

/// The colours before they are mixed, as indices.
fn unmixed() -> [u8; POTIONS] {
    std::array::from_fn(|slot| slot as u8)
}

struct Port {
    dice: GameDice,
    potions: [u8; POTIONS],
}

fn names<'a>(indices: &'a [u8], table: &'a [&'a str]) -> impl Iterator<Item = String> + 'a {
    indices
        .iter()
        .map(|&index| table[usize::from(index)].to_owned())
}

/// A wand, in the form that both sides show.
fn wand(material: &str, is_wood: bool) -> String {
    format!("{material} {}", if is_wood { "staff" } else { "wand" })
}

fn materials(materials: &Materials) -> impl Iterator<Item = String> {
    let wands = (0..WANDS).map(|kind| {
        let material = WAND_MATERIALS[usize::from(materials.wands[kind])];
        wand(material, materials.is_wood(kind))
    });
    wands.chain(names(&materials.rings, &GEMS))
}

fn titles(scrolls: [ScrollTitle; SCROLLS]) -> impl Iterator<Item = String> {
    scrolls.into_iter().map(|title| title.to_string())
}

impl TypedSide for Port {
    type Op = Op;

    fn apply(&mut self, op: &Op) -> Seen {
        let (dice, potions) = (&mut self.dice, &mut self.potions);
        match *op {
            Op::Srrandom { seed } => {
                *dice = random::srrandom(seed);
                Seen::nothing().with_draws(Vec::new())
            }
            Op::MixColors => recorded(dice, |mut dice| {
                mix_colors(&mut dice, potions);
                Seen::texts(names(potions, &POTION_COLOURS))
            }),
            Op::GetWandAndRingMaterials => recorded(dice, |mut dice| {
                Seen::texts(materials(&get_wand_and_ring_materials(&mut dice)))
            }),
            Op::MakeScrollTitles => recorded(dice, |mut dice| {
                Seen::texts(titles(make_scroll_titles(&mut dice)))
            }),
            Op::NewGame { seed } => {
                *dice = random::srrandom(seed);
                *potions = unmixed();
                recorded(dice, |mut dice| {
                    mix_colors(&mut dice, potions);
                    let drawn = get_wand_and_ring_materials(&mut dice);
                    let scrolls = make_scroll_titles(&mut dice);
                    let colours = names(potions, &POTION_COLOURS);
                    Seen::texts(colours.chain(materials(&drawn)).chain(titles(scrolls)))
                })
            }
            Op::Arrows => recorded(dice, |mut dice| Seen::number(get_rand(&mut dice, 25, 35))),
        }
    }

    fn state(&self) -> String {
        let potions: Vec<_> = names(&self.potions, &POTION_COLOURS).collect();
        format!(
            "potions {}; ring {}",
            potions.join(","),
            show_ring(&self.dice.clone().words().ring())
        )
    }
}

/// A call of `get_rand` in the program.
struct Site {
    name: &'static str,
    lo: i32,
    hi: i32,
}

impl Site {
    /// How many numbers the call draws from.
    const fn width(&self) -> u32 {
        self.hi.abs_diff(self.lo) + 1
    }
}

const fn site(name: &'static str, lo: i32, hi: i32) -> Site {
    Site { name, lo, hi }
}

/// The calls that each step of a new game makes, in the order of the steps. The calls of a step differ in their width, so a
/// draw identifies its call; a test checks that these are the arguments of the C.
const STEPS: [&[Site]; 4] = [
    &[site("mix_colors", 0, 13)],
    &[site("wands", 0, 29), site("rings", 0, 13)],
    &[site("scrolls", 2, 5), site("scrolls", 1, 39)],
    &[site("arrows", 25, 35)],
];

/// The game's dice, which write every draw to a trace as a call from one of the sites.
struct Traced<'s, 'o> {
    dice: Dice<Remembering, Rule>,
    sites: &'static [Site],
    sink: &'s mut Sink<'o>,
}

impl Draw for Traced<'_, '_> {
    fn draw(&mut self, n: NonZeroU32) -> u32 {
        let value = self.dice.draw(n);
        let unknown = site("-", 0, n.get() as i32 - 1);
        let mut sites = self.sites.iter();
        let site = sites
            .find(|site| site.width() == n.get())
            .unwrap_or(&unknown);
        let call = Call {
            index: None,
            lo: Some(site.lo.into()),
            hi: Some(site.hi.into()),
            word: Some(self.dice.words().last.into()),
            result: Some(i64::from(site.lo) + i64::from(value)),
        };
        self.sink.draw(site.name, call);
        value
    }
}

impl Subject for NewGame {
    facts!(
        "new-game",
        "the four tables of names that Rogue draws for a new game",
        Op,
        crate::reference::ROLES,
        Box::new(Port {
            dice: random::srrandom(1),
            potions: unmixed(),
        }),
        role => Box::new(reference::Reference::new(role)),
        cases::CASES
    );

    fn trace(&self) -> Option<fn(i32, &mut Sink<'_>)> {
        Some(|seed, sink| {
            let mut traced = Traced {
                dice: Dice::new(Remembering::srrandom(seed)),
                sites: STEPS[0],
                sink,
            };
            mix_colors(&mut traced, &mut unmixed());
            traced.sites = STEPS[1];
            get_wand_and_ring_materials(&mut traced);
            traced.sites = STEPS[2];
            make_scroll_titles(&mut traced);
            traced.sites = STEPS[3];
            get_rand(&mut traced, 25, 35);
        })
    }

    fn tables(&self) -> &[(&'static str, &'static [&'static str])] {
        &[
            ("gems", &GEMS),
            ("potion_colours", &POTION_COLOURS),
            ("syllables", &SYLLABLES),
            ("wand_materials", &WAND_MATERIALS),
        ]
    }
}
