//! What `roguelab who` is asked about, in any form.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| roguelab_fuzz::run("who", bytes));
