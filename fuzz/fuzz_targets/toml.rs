//! Any text is TOML of ours, written as it is read, or refused: `lab::fuzzing`.
#![no_main]

libfuzzer_sys::fuzz_target!(init: roguelab_fuzz::begin("toml"), |bytes: &[u8]| roguelab_fuzz::feed("toml", bytes));
