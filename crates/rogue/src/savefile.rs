//! The names of a game, read from a save file of the real one.
//!
//! The file is little endian. A string is an `i16` length, its NUL counted, and that many bytes, each exclusive-ored with
//! a running key that only strings advance. First come a byte, two `i16`, two strings (hunger and the player's login name)
//! and an `i16`; then packs and the dungeon, whose size varies; then the tables of potions, scrolls, wands and rings. A
//! record of a table is an `i16` value, a `u16` status and the string of its title. The tables are found by the values of
//! the potions.
//!
//! ```
//! let error = roguelab_rogue::savefile::read(b"no save file").unwrap_err();
//! assert!(error.to_string().ends_with("it is cut short, or is not a save file"));
//! ```

use alloc::format;
use alloc::string::String;

use crate::identities::Identities;
use crate::new_game::ScrollTitle;
use crate::tables::{
    GEMS, MOST_SYLLABLES, POTION_COLOURS, POTION_VALUES, POTIONS, RINGS, SCROLLS, SYLLABLES,
    WAND_MATERIALS, WANDS,
};

/// An error in a name that no new game gives.
const UNKNOWN: &str = ", a name the game does not give";

/// Room for a title in the game, its NUL included.
const TITLE_BYTES: usize = 64;

/// Why bytes are not a save file of a new game. Offsets count bytes from the start of the file.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("{0}")]
pub struct SaveFileError(String);

/// The names that a save file of a new game holds.
///
/// # Errors
/// If the bytes are not such a file: the error says what is wrong and where. No bytes make this function panic.
pub fn read(bytes: &[u8]) -> Result<Identities, SaveFileError> {
    let mut reader = Reader {
        bytes,
        at: 0,
        key: Key::START,
    };
    reader.take::<5>("its first numbers")?;
    reader.skip_string("the hunger string")?;
    reader.skip_string("the login name")?;
    reader.take::<2>("its first numbers")?;

    // The packs and the dungeon hold no strings, so the key stands still until the tables begin.
    let mut tables = (reader.at..bytes.len()).map(|at| Reader {
        at,
        ..reader.clone()
    });
    let mut reader = tables.find(Reader::starts_potions).ok_or_else(|| {
        SaveFileError(format!(
            "no table of potions in {} bytes: the save file is cut short, damaged, or not of this game",
            bytes.len()
        ))
    })?;

    let potions = reader.names::<POTIONS>("potions", &POTION_COLOURS)?;
    let scrolls = reader.scrolls()?;
    let wands = reader.names::<WANDS>("wands", &WAND_MATERIALS)?;
    let rings = reader.names::<RINGS>("rings", &GEMS)?;
    Ok(Identities {
        potions,
        wands,
        rings,
        scrolls,
        draws: None,
    })
}

/// A record of a pack, as the game holds it in memory on a 64-bit machine: two words of 8 bytes (flags, and the address of
/// its damage), then numbers of 16 bits, the first its quantity, the second its letter.
const RECORD_BYTES: usize = 72;
const QUANTITY: usize = 16;
const LETTER: usize = 18;

/// The arrows in the player's pack, `get_rand(25, 35)`: the first number that a new game draws after the names.
///
/// A new player carries food, armour, a mace, a bow and the arrows, under the letters a to e in this order; the pack is found
/// by those. `None` if there is no such pack, or more than one. A pack is written as it lies in memory, so its layout is that of
/// 64-bit machines.
///
/// ```
/// assert_eq!(roguelab_rogue::savefile::arrows(b"no save file"), None);
/// ```
pub fn arrows(bytes: &[u8]) -> Option<i16> {
    let number = |record: &[u8], at: usize| i16::from_le_bytes([record[at], record[at + 1]]);
    let lettered = |pack: &&[u8]| {
        pack.chunks_exact(RECORD_BYTES)
            .zip(b'a'..)
            .all(|(record, letter)| number(record, LETTER) == i16::from(letter))
    };
    let mut packs = bytes.windows(5 * RECORD_BYTES).filter(lettered);
    let pack = packs.next().filter(|_| packs.next().is_none())?;
    Some(number(&pack[4 * RECORD_BYTES..], QUANTITY))
}

/// The running key that strings are exclusive-ored with.
#[derive(Clone)]
struct Key {
    first: u32,
    second: u32,
}

impl Key {
    const START: Self = Self {
        first: 37,
        second: 7,
    };

    fn next(&mut self) -> u8 {
        let third = (self.first * self.second + 9337) % 8887;
        (self.first, self.second) = (self.second, third);
        third as u8
    }
}

#[derive(Clone)]
struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    key: Key,
}

impl<'a> Reader<'a> {
    fn truncated(&self, what: &'static str) -> SaveFileError {
        let (len, at) = (self.bytes.len(), self.at);
        SaveFileError(format!(
            "the save file has {len} bytes and ends inside {what} at byte {at}: it is cut short, or is not a save file"
        ))
    }

    fn take<const N: usize>(&mut self, what: &'static str) -> Result<[u8; N], SaveFileError> {
        let rest = self
            .bytes
            .get(self.at..)
            .and_then(|rest| rest.first_chunk());
        let taken = *rest.ok_or_else(|| self.truncated(what))?;
        self.at += N;
        Ok(taken)
    }

    fn number(&mut self, what: &'static str) -> Result<i16, SaveFileError> {
        self.take(what).map(i16::from_le_bytes)
    }

    /// The bytes of a string, its NUL included, still hidden.
    fn raw_string(&mut self, what: &'static str) -> Result<&'a [u8], SaveFileError> {
        let at = self.at;
        let found = self.number(what)?;
        let len = usize::try_from(found).ok().filter(|&len| len > 0).ok_or_else(|| {
            SaveFileError(format!(
                "byte {at} of the save file gives a string of {found} bytes instead of 1 to 32767: the file is damaged"
            ))
        })?;
        let raw = self
            .bytes
            .get(self.at..self.at + len)
            .ok_or_else(|| self.truncated(what))?;
        self.at += len;
        Ok(raw)
    }

    fn skip_string(&mut self, what: &'static str) -> Result<(), SaveFileError> {
        for _ in self.raw_string(what)? {
            self.key.next();
        }
        Ok(())
    }

    /// Whether the table of potions begins here: fourteen records with the values of potions.
    fn starts_potions(&self) -> bool {
        let mut reader = self.clone();
        POTION_VALUES.iter().all(|&value| {
            reader.number("a value").is_ok_and(|found| found == value)
                && reader.number("a status").is_ok()
                && reader
                    .raw_string("a title")
                    .is_ok_and(|title| title.len() <= TITLE_BYTES)
        })
    }

    /// The title of the next record, without trailing blanks and NUL, as `meaning` understands it.
    fn title<T>(
        &mut self,
        table: &'static str,
        slot: usize,
        meaning: impl FnOnce(&str) -> Result<T, &'static str>,
    ) -> Result<T, SaveFileError> {
        let at = self.at;
        let wrong = |problem: String| {
            SaveFileError(format!(
                "record {slot} of the {table}, at byte {at}, {problem}"
            ))
        };
        self.number("a value")?;
        let status = self.number("a status")? as u16;
        if status != 0 {
            return Err(wrong(format!(
                "has status {status}, and in a new game it is 0: this game has been played"
            )));
        }
        let raw = self.raw_string("a title")?;
        let mut text = String::new();
        for &byte in raw {
            text.push(char::from(byte ^ self.key.next()));
        }
        let title = text
            .strip_suffix('\0')
            .filter(|title| title.chars().all(|c| c == ' ' || c.is_ascii_graphic()));
        let no_text = || wrong("has a title that is not text: the save file is damaged".into());
        let title = title.ok_or_else(no_text)?.trim_end_matches(' ');
        meaning(title).map_err(|problem| wrong(format!("is called {title:?}{problem}")))
    }

    /// A table whose names are entries of `choices`, each used at most once.
    fn names<const KINDS: usize>(
        &mut self,
        table: &'static str,
        choices: &[&str],
    ) -> Result<[u8; KINDS], SaveFileError> {
        let mut names = [0; KINDS];
        for slot in 0..KINDS {
            names[slot] = self.title(table, slot, |title| {
                match choices
                    .iter()
                    .position(|&choice| choice == title)
                    .map(|index| index as u8)
                {
                    None => Err(UNKNOWN),
                    Some(index) if names[..slot].contains(&index) => {
                        Err(" as one before it: the save file is damaged")
                    }
                    Some(index) => Ok(index),
                }
            })?;
        }
        Ok(names)
    }

    fn scrolls(&mut self) -> Result<[ScrollTitle; SCROLLS], SaveFileError> {
        let mut scrolls = [ScrollTitle::default(); SCROLLS];
        for (slot, scroll) in scrolls.iter_mut().enumerate() {
            *scroll = self.title("scrolls", slot, |title| scroll_title(title).ok_or(UNKNOWN))?;
        }
        Ok(scrolls)
    }
}

/// Reads two to five syllables in quotes.
fn scroll_title(text: &str) -> Option<ScrollTitle> {
    let mut title = ScrollTitle::default();
    for word in text.strip_prefix('\'')?.strip_suffix('\'')?.split(' ') {
        if title.syllables().len() == MOST_SYLLABLES {
            return None;
        }
        // Syllable 0 is never drawn: its text means the other syllable that reads the same.
        let syllable = (1..SYLLABLES.len()).find(|&syllable| SYLLABLES[syllable] == word)?;
        title.push(syllable as u8);
    }
    (title.syllables().len() >= 2).then_some(title)
}
