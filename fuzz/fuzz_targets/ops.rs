//! The implementations of a subject agree over any ops: `lab::fuzzing`.
#![no_main]

libfuzzer_sys::fuzz_target!(init: roguelab_fuzz::begin("ops"), |bytes: &[u8]| roguelab_fuzz::feed("ops", bytes));
