//! Other files and texts that commands read.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| roguelab_fuzz::run("other", bytes));
