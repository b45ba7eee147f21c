//! Bytes are numbers or permutations for `roguelab test`, or are refused.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let _ = lab::input::read_in_every_form(bytes);
});
