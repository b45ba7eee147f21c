//! A text is a statistical plan, verified or not, or is refused.
#![no_main]

use gof::Plan;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Ok(plan) = Plan::from_toml(&String::from_utf8_lossy(bytes)) {
        let _ = plan.verify();
    }
});
