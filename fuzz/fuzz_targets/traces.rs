//! Two texts with a byte of 0 between them are traces that are compared to their end, or are refused.
#![no_main]

use lockstep::diverge::compare;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let mut traces = bytes.splitn(2, |byte| *byte == 0);
    let (a, b) = (
        traces.next().unwrap_or_default(),
        traces.next().unwrap_or_default(),
    );
    if let Ok(Some(divergence)) = compare(a, b).map(|found| found.divergence) {
        let _ = divergence.to_string();
    }
});
