//! Inputs to `roguelab who`, in any form.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| roguelab_fuzz::run("who", bytes));
