//! The names of a new game: `mix_colors`, `get_wand_and_ring_materials`, `make_scroll_titles`.

use foreign::reference::Session;
use lockstep::{Budget, Cases, Chooser, Corner, Kind, Missing, Seen, Side, Subject};
use rogue::atlas::GAMES;
use rogue::new_game::{Materials, ScrollTitle, get_wand_and_ring_materials, make_scroll_titles, mix_colors};
use rogue::random::{self, GameDice, get_rand};
use rogue::tables::{GEMS, POTION_COLOURS, POTIONS, SCROLLS, WAND_MATERIALS, WANDS};

use super::draws::recorded;
use super::{EDGE_SEEDS, ROGUE_CORNERS, seen, session, show_ring};

lockstep::ops! {
    /// An op on a game that is about to begin.
    pub enum NewGameOp {
        /// Seeds the generator.
        Srrandom { seed: i32 } = "srrandom",
        /// Mixes the colours as they are, and shows them.
        MixColors = "mix_colors",
        /// Draws and shows the materials of wands, whether they are wood, and the gems of rings.
        GetWandAndRingMaterials = "get_wand_and_ring_materials",
        /// Draws and shows the titles of scrolls.
        MakeScrollTitles = "make_scroll_titles",
        /// A whole new game: seeds, and draws and shows all tables from their beginnings.
        NewGame { seed: i32 } = "new_game",
        /// A number from 25 to 35: what the real game draws next, for the arrows in the pack.
        Arrows = "arrows",
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
    indices.iter().map(|&index| table[usize::from(index)].to_owned())
}

/// A wand as both sides show it.
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

impl Side<NewGameOp> for Port {
    fn apply(&mut self, op: &NewGameOp) -> Seen {
        let (dice, potions) = (&mut self.dice, &mut self.potions);
        let (output, draws) = match *op {
            NewGameOp::Srrandom { seed } => {
                *dice = random::srrandom(seed);
                (Seen::nothing(), Vec::new())
            }
            NewGameOp::MixColors => {
                let ((), draws) = recorded(dice, |mut dice| mix_colors(&mut dice, potions));
                (Seen::texts(names(potions, &POTION_COLOURS)), draws)
            }
            NewGameOp::GetWandAndRingMaterials => {
                let (drawn, draws) = recorded(dice, |mut dice| get_wand_and_ring_materials(&mut dice));
                (Seen::texts(materials(&drawn)), draws)
            }
            NewGameOp::MakeScrollTitles => {
                let (scrolls, draws) = recorded(dice, |mut dice| make_scroll_titles(&mut dice));
                (Seen::texts(titles(scrolls)), draws)
            }
            NewGameOp::NewGame { seed } => {
                *dice = random::srrandom(seed);
                *potions = unmixed();
                let ((drawn, scrolls), draws) = recorded(dice, |mut dice| {
                    mix_colors(&mut dice, potions);
                    (get_wand_and_ring_materials(&mut dice), make_scroll_titles(&mut dice))
                });
                let all = names(potions, &POTION_COLOURS).chain(materials(&drawn)).chain(titles(scrolls));
                (Seen::texts(all), draws)
            }
            NewGameOp::Arrows => {
                let (arrows, draws) = recorded(dice, |mut dice| get_rand(&mut dice, 25, 35));
                (Seen::number(arrows), draws)
            }
        };
        output.with_draws(draws)
    }

    fn state(&self) -> String {
        let potions: Vec<_> = names(&self.potions, &POTION_COLOURS).collect();
        format!("potions {}; ring {}", potions.join(","), show_ring(&self.dice.clone().words().ring()))
    }
}

struct Reference(Session);

impl Reference {
    fn materials(&self) -> impl Iterator<Item = String> {
        let wands =
            self.0.wands().into_iter().zip(self.0.is_wood()).map(|(material, is_wood)| wand(&material, is_wood));
        wands.chain(self.0.rings())
    }
}

impl Side<NewGameOp> for Reference {
    fn apply(&mut self, op: &NewGameOp) -> Seen {
        let output = match *op {
            NewGameOp::Srrandom { seed } => {
                self.0.srrandom(seed);
                Seen::nothing()
            }
            NewGameOp::MixColors => {
                self.0.mix_colors();
                Seen::texts(self.0.potions())
            }
            NewGameOp::GetWandAndRingMaterials => {
                self.0.get_wand_and_ring_materials();
                Seen::texts(self.materials())
            }
            NewGameOp::MakeScrollTitles => {
                self.0.make_scroll_titles();
                Seen::texts(self.0.scrolls())
            }
            NewGameOp::NewGame { seed } => {
                self.0.new_game(seed);
                Seen::texts(self.0.potions().into_iter().chain(self.materials()).chain(self.0.scrolls()))
            }
            NewGameOp::Arrows => match self.0.get_rand(25, 35) {
                Ok(arrows) => Seen::number(arrows),
                Err(error) => Seen::texts([error.to_string()]),
            },
        };
        seen(&mut self.0, output)
    }

    fn state(&self) -> String {
        format!("potions {}; ring {}", self.0.potions().join(","), show_ring(&self.0.ring()))
    }
}

/// The game's order, one function at a time.
fn in_order(seed: i32) -> Vec<NewGameOp> {
    vec![
        NewGameOp::Srrandom { seed },
        NewGameOp::MixColors,
        NewGameOp::GetWandAndRingMaterials,
        NewGameOp::MakeScrollTitles,
        NewGameOp::Arrows,
    ]
}

fn random_op(chooser: &mut Chooser) -> NewGameOp {
    match chooser.below(6) {
        0 => NewGameOp::Srrandom { seed: chooser.any_i32() },
        1 => NewGameOp::MixColors,
        2 => NewGameOp::GetWandAndRingMaterials,
        3 => NewGameOp::MakeScrollTitles,
        4 => NewGameOp::NewGame { seed: chooser.any_i32() },
        _ => NewGameOp::Arrows,
    }
}

impl Subject for NewGame {
    type Op = NewGameOp;

    fn name(&self) -> &'static str {
        "new-game"
    }

    fn about(&self) -> &'static str {
        "the four tables of names that Rogue draws for a new game"
    }

    fn corners(&self) -> &'static [Corner] {
        &ROGUE_CORNERS
    }

    fn side<'a>(&'a self, corner: Corner) -> Result<Box<dyn Side<NewGameOp> + 'a>, Missing> {
        Ok(match corner {
            Corner::Port => Box::new(Port { dice: random::srrandom(1), potions: unmixed() }),
            _ => Box::new(Reference(session(corner))),
        })
    }

    fn cases(&self, kind: Kind, budget: &Budget) -> Option<Cases<NewGameOp>> {
        Some(match kind {
            Kind::Golden => Cases::new(kind, 4, [0, 1, -1, 1_700_000_000].map(in_order)),
            Kind::Edge => Cases::new(kind, EDGE_SEEDS.len(), EDGE_SEEDS.map(in_order)),
            // In any order and more than once: the colours are mixed further from where they are.
            Kind::Random => Cases::random(budget, |chooser| (0..40).map(|_| random_op(chooser)).collect()),
            // Every game there is.
            Kind::Exhaustive => Cases::new(
                kind,
                GAMES,
                (0..GAMES as i32).map(|seed| vec![NewGameOp::NewGame { seed }, NewGameOp::Arrows]),
            ),
            Kind::Sweep => return None,
        })
    }
}
