//! Bytes are numbers that `who` can be asked about, or refused: `lab::fuzzing`.
#![no_main]

libfuzzer_sys::fuzz_target!(init: roguelab_fuzz::begin("who"), |bytes: &[u8]| roguelab_fuzz::feed("who", bytes));
