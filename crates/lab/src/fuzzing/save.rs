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

/// A save file with the names of a game, and with next to nothing where packs and dungeon are.
fn written(game: &Identities) -> Vec<u8> {
    let (mut bytes, mut key) = (vec![0; 5], [37_u32, 7]);
    // The game hides strings: each byte is exclusive-ored with a running key.
    let mut string = |bytes: &mut Vec<u8>, text: &str| {
        bytes.extend((text.len() as u16 + 1).to_le_bytes());
        for byte in text.bytes().chain([0]) {
            key = [key[1], (key[0] * key[1] + 9337) % 8887];
            bytes.push(byte ^ key[1] as u8);
        }
    };
    string(&mut bytes, "");
    string(&mut bytes, "player");
    bytes.extend([0; 40]);
    let potions = POTION_VALUES.into_iter().enumerate().map(|(kind, value)| (value, game.potion(kind).to_owned()));
    let scrolls = (0..game.scrolls.len()).map(|kind| (0, game.scroll(kind).to_string()));
    let wands = (0..game.wands.len()).map(|kind| (0, game.wand(kind).to_owned()));
    let rings = (0..game.rings.len()).map(|kind| (0, game.ring(kind).to_owned()));
    for (value, title) in potions.chain(scrolls).chain(wands).chain(rings) {
        bytes.extend(i16::to_le_bytes(value));
        bytes.extend([0, 0]);
        string(&mut bytes, &format!("{title} "));
    }
    bytes
}
