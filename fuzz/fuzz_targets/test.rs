//! Items of every kind for `roguelab test`, and its counts, weights and laws.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| roguelab_fuzz::run("test", bytes));
