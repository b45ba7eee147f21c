//! Bytes as a save file.

use rogue::atlas::GAMES;
use rogue::identities::Identities;
use rogue::savefile;
use rogue::tables::POTION_VALUES;

use super::Defect;

/// The target. Two bytes alone say which game is written, and must be read back; any more are read as they are.
pub(super) fn read(bytes: &[u8]) -> Result<(), Defect> {
    if let &[low, high] = bytes {
        let seed = i32::from(u16::from_le_bytes([low, high]));
        let game = Identities::of_seed(seed);
        let names = |game: &Identities| game.canonical_line(0).to_string();
        return match savefile::read(&written(&game)) {
            Ok(found) if names(&found) == names(&game) => Ok(()),
            other => Err(Defect(format!("the names of the game of seed {seed} are read as {other:?}"))),
        };
    }
    // An error is as good an answer as names; but names must have a text.
    if let Ok(game) = savefile::read(bytes) {
        let _ = game.canonical_line(0).to_string();
    }
    Ok(())
}

/// Some games, whole and to be written.
pub(super) fn seeds() -> Vec<Vec<u8>> {
    let residues = [0, 1, (GAMES / 2) as u16, (GAMES - 1) as u16];
    let whole = residues.iter().map(|&residue| written(&Identities::of_seed(residue.into())));
    whole.chain(residues.iter().map(|residue| residue.to_le_bytes().to_vec())).collect()
}

/// Writes strings as the game hides them: each byte exclusive-ored with a running key.
struct Writer {
    bytes: Vec<u8>,
    key: [u32; 2],
}

impl Writer {
    fn string(&mut self, text: &str) {
        self.bytes.extend((text.len() as u16 + 1).to_le_bytes());
        for byte in text.bytes().chain([0]) {
            let next = (self.key[0] * self.key[1] + 9337) % 8887;
            self.key = [self.key[1], next];
            self.bytes.push(byte ^ next as u8);
        }
    }

    fn record(&mut self, value: i16, title: &str) {
        self.bytes.extend(value.to_le_bytes());
        self.bytes.extend([0, 0]);
        self.string(&format!("{title} "));
    }
}

/// A save file with the names of a game, and with next to nothing where packs and dungeon are.
fn written(game: &Identities) -> Vec<u8> {
    let mut writer = Writer { bytes: vec![0; 5], key: [37, 7] };
    writer.string("");
    writer.string("player");
    writer.bytes.extend([0; 40]);
    for (kind, value) in POTION_VALUES.into_iter().enumerate() {
        writer.record(value, game.potion(kind));
    }
    for kind in 0..game.scrolls.len() {
        writer.record(0, &game.scroll(kind).to_string());
    }
    for kind in 0..game.wands.len() {
        writer.record(0, game.wand(kind));
    }
    for kind in 0..game.rings.len() {
        writer.record(0, game.ring(kind));
    }
    writer.bytes
}
