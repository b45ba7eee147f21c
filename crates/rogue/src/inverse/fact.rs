//! Facts about a game's names that a player can see.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use core::fmt;

use crate::identities::Identities;
use crate::new_game::{ScrollTitle, is_wood};
use crate::tables::{
    GEMS, MOST_SYLLABLES, POTION_COLOURS, POTION_KINDS, RING_KINDS, SCROLL_KINDS, SYLLABLES,
    WAND_KINDS, WAND_MATERIALS,
};

/// The table of the game that a fact is about.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Table {
    /// Potions and their colours.
    Potion,
    /// Scrolls and their titles.
    Scroll,
    /// Wands and their materials, wood or metal.
    Wand,
    /// The wands that are made of wood, which the game calls staffs.
    Staff,
    /// Rings and their gems.
    Ring,
}

impl Table {
    /// The name of the table.
    pub const fn name(self) -> &'static str {
        ["potion", "scroll", "wand", "staff", "ring"][self as usize]
    }

    /// The kinds in the table.
    pub const fn kinds(self) -> &'static [&'static str] {
        match self {
            Self::Potion => &POTION_KINDS,
            Self::Scroll => &SCROLL_KINDS,
            Self::Wand | Self::Staff => &WAND_KINDS,
            Self::Ring => &RING_KINDS,
        }
    }

    /// The names that the kinds may have; for scrolls, the syllables of a title.
    pub const fn names(self) -> &'static [&'static str] {
        match self {
            Self::Potion => &POTION_COLOURS,
            // The first is never drawn.
            Self::Scroll => SYLLABLES.split_at(1).1,
            Self::Wand | Self::Staff => &WAND_MATERIALS,
            Self::Ring => &GEMS,
        }
    }
}

/// The name that a kind has, or does not have.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
enum Name {
    /// The index of a colour, a material or a gem.
    Index(u8),
    /// A title.
    Title(ScrollTitle),
}

/// One thing that is known about a game: a kind has a name, or does not have it.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub struct Fact {
    table: Table,
    kind: usize,
    name: Name,
    /// Whether the kind has the name.
    has: bool,
}

/// Why a text is not a fact about a game.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum FactError {
    /// A kind or a name that the game does not have.
    #[error("no {what} is called `{given}`")]
    Unknown {
        /// What was looked for: a kind of a table, a colour, a syllable...
        what: &'static str,
        /// The text.
        given: String,
        /// The names that exist.
        known: &'static [&'static str],
    },
    /// The text has another form, a staff is made of metal, or a title is too long or too short.
    #[error("{0}")]
    Other(String),
}

/// How many characters of a text are shown in an error.
const SHOWN: usize = 40;

/// The text, or its beginning.
fn shortened(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => text[..end].to_owned() + "...",
        None => text.to_owned(),
    }
}

/// Whether two texts have the same words, whatever their case; blanks and hyphens are between words.
fn same(one: &str, other: &str) -> bool {
    let [mut one, mut other] = [one, other].map(|text| {
        text.split(|c: char| c.is_whitespace() || c == '-')
            .filter(|word| !word.is_empty())
    });
    loop {
        match (one.next(), other.next()) {
            (None, None) => return true,
            (Some(one), Some(other)) if one.eq_ignore_ascii_case(other) => {}
            _ => return false,
        }
    }
}

/// The place of a text in a list.
fn find(
    what: &'static str,
    known: &'static [&'static str],
    given: &str,
) -> Result<usize, FactError> {
    let place = known.iter().position(|name| same(name, given));
    place.ok_or_else(|| FactError::Unknown {
        what,
        given: shortened(given),
        known,
    })
}

/// A kind without the `of` that the game puts before it.
fn without_of(kind: &str) -> &str {
    match kind.trim().split_once(char::is_whitespace) {
        Some((of, kind)) if of.eq_ignore_ascii_case("of") => kind.trim_start(),
        _ => kind.trim(),
    }
}

impl Fact {
    /// Reads `KIND=NAME` or `KIND!=NAME`: `healing=pink`, `identify='foo bar'`. Quotes around a title may be left out, `of`
    /// may stand before a kind, and blanks and hyphens between words are the same.
    ///
    /// # Errors
    /// If it has another form, or names something that the game does not have.
    pub fn parse(table: Table, text: &str) -> Result<Self, FactError> {
        let other = || {
            let text = shortened(text);
            let what =
                "is not a fact about a game: give KIND=NAME or KIND!=NAME, such as healing=pink";
            FactError::Other(format!("`{text}` {what}"))
        };
        let (kind, name) = text.split_once('=').ok_or_else(other)?;
        let (kind, has) = kind
            .strip_suffix('!')
            .map_or((kind, true), |kind| (kind, false));
        let (what_kind, what_name) = match table {
            Table::Potion => ("kind of potion", "colour"),
            Table::Scroll => ("kind of scroll", "syllable"),
            Table::Wand | Table::Staff => ("kind of wand", "material"),
            Table::Ring => ("kind of ring", "gem"),
        };
        let kind = find(what_kind, table.kinds(), without_of(kind))?;
        let name = name.trim();
        let name = if table == Table::Scroll {
            Name::Title(title(what_name, name)?)
        } else {
            Name::Index(find(what_name, table.names(), name)? as u8)
        };
        match name {
            Name::Index(material) if table == Table::Staff && !is_wood(material) => {
                let metal = WAND_MATERIALS[usize::from(material)];
                Err(FactError::Other(format!(
                    "a staff is made of wood, and {metal} is a metal: call it a wand"
                )))
            }
            _ => Ok(Self {
                table,
                kind,
                name,
                has,
            }),
        }
    }

    /// Whether the fact holds in a game with these names.
    pub fn holds(&self, game: &Identities) -> bool {
        let name = match self.table {
            Table::Potion => Name::Index(game.potions[self.kind]),
            Table::Scroll => Name::Title(game.scrolls[self.kind]),
            Table::Wand | Table::Staff => Name::Index(game.wands[self.kind]),
            Table::Ring => Name::Index(game.rings[self.kind]),
        };
        (name == self.name) == self.has
    }
}

fn title(what: &'static str, text: &str) -> Result<ScrollTitle, FactError> {
    let bare = text.trim_matches(|c| matches!(c, '\'' | '"'));
    let found = bare.split_whitespace().count();
    if !(2..=MOST_SYLLABLES).contains(&found) {
        let title = shortened(bare);
        return Err(FactError::Other(format!(
            "titles have 2 to {MOST_SYLLABLES} syllables, not {found} as `{title}`"
        )));
    }
    let mut title = ScrollTitle::default();
    for syllable in bare.split_whitespace() {
        title.push(1 + find(what, Table::Scroll.names(), syllable)? as u8);
    }
    Ok(title)
}

/// Shows a fact such as `potion of healing = pink`.
impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is = if self.has { "=" } else { "!=" };
        write!(
            f,
            "{} of {} {is} ",
            self.table.name(),
            self.table.kinds()[self.kind]
        )?;
        match self.name {
            // The index counts from the whole table, and scrolls are not among these.
            Name::Index(index) => f.write_str(self.table.names()[usize::from(index)]),
            Name::Title(title) => title.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn a_fact_is_shown_as_it_was_meant_and_what_the_game_does_not_have_is_named() {
        let tables = [
            Table::Potion,
            Table::Scroll,
            Table::Ring,
            Table::Staff,
            Table::Wand,
        ];
        for line in include_str!("facts.txt").lines() {
            let mut parts = line.split('|');
            let [name, text, shown] = [(); 3].map(|()| parts.next().unwrap());
            let table = tables.into_iter().find(|table| table.name() == name);
            let fact = Fact::parse(table.unwrap(), text);
            let said = fact.map_or_else(|error| error.to_string(), |fact| fact.to_string());
            assert_eq!(said, shown, "{text}");
        }
    }

    #[test]
    fn a_fact_holds_where_the_kind_has_the_name_and_its_denial_elsewhere() {
        let game = Identities::of_seed(0);
        for (text, holds) in [
            ("healing=blue", true),
            ("healing!=blue", false),
            ("healing=pink", false),
            ("healing!=pink", true),
        ] {
            let fact = Fact::parse(Table::Potion, text).unwrap();
            assert_eq!(fact.holds(&game), holds, "{text}");
            assert_eq!(
                super::super::residues(&[fact]).next() == Some(0),
                holds,
                "{text}"
            );
        }
    }
}
