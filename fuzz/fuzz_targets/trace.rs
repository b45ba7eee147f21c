//! Two traces for `roguelab trace diff`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| roguelab_fuzz::run("trace", bytes));
