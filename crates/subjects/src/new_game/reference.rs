//! The names of a new game, as Rogue's C draws them.

use foreign::reference::Session;
use lockstep::{Role, Seen, TypedSide};

use super::{Op, wand};
use crate::reference::{seen, session};
use crate::show_ring;

pub(super) struct Reference(Session);

impl Reference {
    pub(super) fn new(role: Role) -> Self {
        Self(session(role))
    }

    fn materials(&self) -> impl Iterator<Item = String> {
        let wands = self
            .0
            .wands()
            .into_iter()
            .zip(self.0.is_wood())
            .map(|(material, is_wood)| wand(&material, is_wood));
        wands.chain(self.0.rings())
    }
}

impl TypedSide for Reference {
    type Op = Op;

    fn apply(&mut self, op: &Op) -> Seen {
        let output = match *op {
            Op::Srrandom { seed } => {
                self.0.srrandom(seed);
                Seen::nothing()
            }
            Op::MixColors => {
                self.0.mix_colors();
                Seen::texts(self.0.potions())
            }
            Op::GetWandAndRingMaterials => {
                self.0.get_wand_and_ring_materials();
                Seen::texts(self.materials())
            }
            Op::MakeScrollTitles => {
                self.0.make_scroll_titles();
                Seen::texts(self.0.scrolls())
            }
            Op::NewGame { seed } => {
                self.0.new_game(seed);
                Seen::texts(
                    self.0
                        .potions()
                        .into_iter()
                        .chain(self.materials())
                        .chain(self.0.scrolls()),
                )
            }
            Op::Arrows => match self.0.get_rand(25, 35) {
                Ok(arrows) => Seen::number(arrows),
                Err(error) => Seen::texts([error.to_string()]),
            },
        };
        seen(&mut self.0, output)
    }

    fn state(&self) -> String {
        format!(
            "potions {}; ring {}",
            self.0.potions().join(","),
            show_ring(&self.0.ring())
        )
    }
}
