//! Numbers and permutations are read the same however they are cut into reads: `lab::fuzzing`.
#![no_main]

libfuzzer_sys::fuzz_target!(init: roguelab_fuzz::begin("numbers"), |bytes: &[u8]| roguelab_fuzz::feed("numbers", bytes));
