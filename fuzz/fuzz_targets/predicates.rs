//! A text is a predicate, which is read the same from its canonical form, or is refused; it may be a rule, too.
#![no_main]

use scan::formula::Formula;
use scan::{Predicate, Seeded};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    for source in Seeded::NAMES
        .into_iter()
        .filter_map(|name| Seeded::find(name, None).ok())
    {
        if let Ok(predicate) = Predicate::parse(&text, source) {
            assert_eq!(
                Predicate::parse(&predicate.to_string(), source),
                Ok(predicate)
            );
        }
    }
    if let Ok(rule) = Formula::parse(&text, 7, Some(6))
        && rule.runs() <= 128
    {
        let _ = rule.count(1, &false.into(), &|_| ());
    }
});
