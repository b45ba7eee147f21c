//! Two texts with a byte of 0 between them are traces that are compared to their end, or are refused.
#![no_main]

use lockstep::diverge::{Comparison, Settings};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let mut traces = bytes.splitn(2, |byte| *byte == 0);
    let (a, b) = (
        traces.next().unwrap_or_default(),
        traces.next().unwrap_or_default(),
    );
    let mut comparison = Comparison::new(a, b, Settings::default());
    while let Ok(Some(divergence)) = comparison.next_divergence() {
        let _ = divergence.to_string();
    }
});
