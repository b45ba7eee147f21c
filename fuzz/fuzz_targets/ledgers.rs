//! A ledger is read as it is written, or refused: `lab::fuzzing`.
#![no_main]

libfuzzer_sys::fuzz_target!(init: roguelab_fuzz::begin("ledgers"), |bytes: &[u8]| roguelab_fuzz::feed("ledgers", bytes));
