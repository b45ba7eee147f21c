//! Any bytes are the save file of a game or a typed error: `lab::fuzzing`.
#![no_main]

libfuzzer_sys::fuzz_target!(init: roguelab_fuzz::begin("savefile"), |bytes: &[u8]| roguelab_fuzz::feed("savefile", bytes));
