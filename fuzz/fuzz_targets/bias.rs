//! Rules of `roguelab bias` over few bits.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| roguelab_fuzz::run("bias", bytes));
