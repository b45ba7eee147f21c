//! Texts describe subjects, or are refused: `lab::fuzzing`.
#![no_main]

libfuzzer_sys::fuzz_target!(init: roguelab_fuzz::begin("subjects"), |bytes: &[u8]| roguelab_fuzz::feed("subjects", bytes));
