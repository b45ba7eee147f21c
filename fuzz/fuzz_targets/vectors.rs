//! A text is checked as vectors, or is refused.
#![no_main]

use lab::vectors;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let _ = vectors::check(&String::from_utf8_lossy(bytes));
});
