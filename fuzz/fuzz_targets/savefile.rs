//! Bytes are a save file of Rogue, or are refused.
#![no_main]

use rogue::savefile;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Ok(game) = savefile::read(bytes) {
        let _ = game.canonical_line(0).to_string();
    }
    let _ = savefile::arrows(bytes);
});
