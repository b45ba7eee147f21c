//! A text describes a subject with cases, or is refused.
#![no_main]

use lab::described::Described;
use lockstep::{Budget, Failure, Kind};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let Ok(described) = Described::read(&String::from_utf8_lossy(bytes)) else {
        return;
    };
    let budget = Budget {
        cases: 4,
        ..Budget::default()
    };
    for cases in Kind::ALL
        .into_iter()
        .filter_map(|kind| described.texts(kind, &budget))
    {
        cases
            .each(|_, ops| {
                ops.iter()
                    .try_for_each(|op| described.op(op).map(drop).map_err(|_| Failure::Empty))
            })
            .unwrap();
    }
});
