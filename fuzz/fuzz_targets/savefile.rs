//! Any bytes at all are either a save file of Rogue or a typed error: reading them never panics.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    // Either outcome is right. What is looked for is a panic, a hang or a huge allocation.
    let _ = rogue::savefile::read(bytes);
});
