//! What a player has seen of a game.

use rogue::inverse::{Drawn, Fact, Table};
use serde::Serialize;

use super::error::AtlasError;

/// What a player has seen: names as `KIND=NAME` or `KIND!=NAME`, and draws as `X,Y=RESULT`.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    /// The colours of potions.
    pub potions: Vec<String>,
    /// The titles of scrolls.
    pub scrolls: Vec<String>,
    /// The materials of wands.
    pub wands: Vec<String>,
    /// The woods of staffs.
    pub staffs: Vec<String>,
    /// The gems of rings.
    pub rings: Vec<String>,
    /// Draws; several in a text are consecutive.
    pub draws: Vec<String>,
}

/// What a player can have seen of a sort of things.
#[derive(Clone, Debug, Serialize)]
pub struct TableNames {
    /// The sort, such as potions, in the singular.
    pub what: &'static str,
    /// Its kinds.
    pub kinds: &'static [&'static str],
    /// The names that a kind may have; of scrolls the syllables of their titles.
    pub names: &'static [&'static str],
}

/// The kinds and the names of each sort of things; staffs are among the wands.
pub fn table_names() -> [TableNames; 4] {
    [Table::Potion, Table::Scroll, Table::Wand, Table::Ring].map(|table| TableNames {
        what: table.name(),
        kinds: table.kinds(),
        names: table.names(),
    })
}

impl Seen {
    /// The names that were seen.
    pub(super) fn read_facts(&self) -> Result<Vec<Fact>, AtlasError> {
        let mut facts = Vec::new();
        for (table, texts) in [
            (Table::Potion, &self.potions),
            (Table::Scroll, &self.scrolls),
            (Table::Wand, &self.wands),
            (Table::Staff, &self.staffs),
            (Table::Ring, &self.rings),
        ] {
            for text in texts {
                let fact = Fact::parse(table, text);
                facts.push(fact.map_err(|error| AtlasError::Fact(table, error))?);
            }
        }
        Ok(facts)
    }

    /// The draws that were seen.
    pub(super) fn read_draws(&self) -> Result<Vec<Drawn>, AtlasError> {
        let mut draws = Vec::new();
        for text in &self.draws {
            if text.trim().is_empty() {
                return Err(AtlasError::NotADraw(text.clone()));
            }
            for draw in text.split_whitespace() {
                let Some((x, y, result)) = split_draw(draw) else {
                    return Err(AtlasError::NotADraw(draw.to_owned()));
                };
                draws.push(Drawn::new(x, y, result).map_err(AtlasError::Draw)?);
            }
        }
        Ok(draws)
    }
}

/// The bounds of a draw and its result.
fn split_draw(text: &str) -> Option<(i32, i32, i32)> {
    let (bounds, result) = text.split_once([':', '='])?;
    let (x, y) = bounds.split_once(',')?;
    Some((
        x.trim().parse().ok()?,
        y.trim().parse().ok()?,
        result.trim().parse().ok()?,
    ))
}
