//! Words, answers of programs and descriptions for `roguelab check`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| roguelab_fuzz::run("check", bytes));
