//! Save files in the game's layout, for tests. The crate `cli` reads files written by the real game.

use rogue::identities::Identities;
use rogue::tables::POTION_VALUES;

struct Writer {
    bytes: Vec<u8>,
    key: (u32, u32),
    /// Titles are padded with blanks to this many bytes, without the NUL.
    width: usize,
}

impl Writer {
    fn number(&mut self, number: i16) {
        self.bytes.extend(number.to_le_bytes());
    }

    fn string(&mut self, text: &str) {
        self.number(text.len() as i16 + 1);
        for byte in text.bytes().chain([0]) {
            let next = (self.key.0 * self.key.1 + 9337) % 8887;
            self.key = (self.key.1, next);
            self.bytes.push(byte ^ next as u8);
        }
    }

    fn table(
        &mut self,
        kinds: usize,
        value: impl Fn(usize) -> i16,
        title: impl Fn(usize) -> String,
    ) {
        for kind in 0..kinds {
            self.number(value(kind));
            self.number(0);
            let (title, width) = (title(kind) + " ", self.width);
            self.string(&format!("{title:<width$}"));
        }
    }
}

/// A save file of this game, with `dungeon` in place of packs and dungeon, and the offset of its tables.
pub(crate) fn write(game: &Identities, login: &str, dungeon: &[u8]) -> (Vec<u8>, usize) {
    write_wide(game, login, dungeon, 0)
}

/// Like [`write`], with titles of at least this many bytes, without the NUL.
pub(crate) fn write_wide(
    game: &Identities,
    login: &str,
    dungeon: &[u8],
    width: usize,
) -> (Vec<u8>, usize) {
    let mut file = Writer {
        bytes: vec![1, 2, 0, 3, 0],
        key: (37, 7),
        width,
    };
    file.string("");
    file.string(login);
    file.number(0);
    file.bytes.extend(dungeon);
    let tables = file.bytes.len();
    file.table(
        14,
        |kind| POTION_VALUES[kind],
        |kind| game.potion(kind).into(),
    );
    file.table(13, |_| 505, |kind| game.scroll(kind).to_string());
    file.table(11, |_| 0, |kind| game.wand(kind).into());
    file.table(11, |_| 250, |kind| game.ring(kind).into());
    file.bytes.extend([7; 40]);
    (file.bytes, tables)
}
