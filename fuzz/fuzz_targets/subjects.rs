//! A text describes a subject with cases, or is refused. What is read is kept: run it with `-detect_leaks=0`.
#![no_main]

use lockstep::{Budget, Kind, Subject, TomlSubject};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let Ok(toml_subject) = TomlSubject::read(&text, &|_| false) else {
        return;
    };
    let subject: &dyn Subject = &toml_subject;
    let budget = Budget {
        cases: 4,
        ..Budget::default()
    };
    for cases in Kind::ALL
        .into_iter()
        .filter_map(|kind| subject.cases(kind, &budget))
    {
        for op in cases.flat_map(Result::unwrap) {
            subject.op(&op).unwrap();
        }
    }
});
