//! A line of a program is an answer, which is written as it is read, or is said to be none.
#![no_main]

use lockstep::program::Answer;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    for line in String::from_utf8_lossy(bytes).lines() {
        let answer = Answer::read(line);
        if let Answer::Seen(seen) = &answer {
            assert_eq!(Answer::read(&seen.to_string()), answer);
        }
    }
});
