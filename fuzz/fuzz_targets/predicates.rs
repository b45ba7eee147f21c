//! Any text is a predicate, read the same from its canonical form, or refused at a place: `lab::fuzzing`.
#![no_main]

libfuzzer_sys::fuzz_target!(init: roguelab_fuzz::begin("predicates"), |bytes: &[u8]| roguelab_fuzz::feed("predicates", bytes));
