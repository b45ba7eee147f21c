//! Questions as the page asks them.

use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::{Value, json};

use super::{Drawn, Outside, ask, check};

/// A clock by which a hundredth of a second passes from call to call, so that a search ends after so many steps.
fn ticking() -> f64 {
    static TICKS: AtomicU32 = AtomicU32::new(0);
    f64::from(TICKS.fetch_add(1, Ordering::Relaxed)) * 10.0
}

fn reply(question: &Value, input: &str) -> Value {
    let outside = Outside {
        now_ms: ticking,
        ..Outside::default()
    };
    let reply = ask(question.to_string().as_bytes(), input.into(), outside);
    serde_json::from_slice(&reply).unwrap()
}

#[test]
#[allow(clippy::too_many_lines, reason = "a row for each question")]
fn each_question_has_its_answer_and_its_command() {
    // The first outputs of rand() in C on Windows, and of PCG32's demonstration, are published; a die that is thrown 60 times
    // shows each face ten times on average.
    let pcg = "2707161783 2068313097 3122475824";
    for (question, input, verdict, field, value, command) in [
        (
            json!({"ask": "who", "below": 32768}),
            "41 18467 6334 26500 19169 15724",
            json!("found"),
            "/answers/0/seed",
            json!("0x1"),
            "roguelab who --below 32768 --numbers '41 18467 6334 26500 19169 15724'",
        ),
        (
            json!({"ask": "who-differs", "first": 5, "seconds": 1}),
            "1 2 31 2 3",
            json!("found"),
            "/difference/0",
            json!("A and B do not differ."),
            "roguelab who --seconds 1 --numbers '1 2 3' --numbers '1 2 3'",
        ),
        (
            json!({"ask": "check", "generator": "pcg32", "seed": "42"}),
            pcg,
            json!("agrees"),
            "/words",
            json!(3),
            "printf '%s\\n' '2707161783 2068313097 3122475824' | roguelab check pcg32 --seed 42",
        ),
        (
            // xor128() in Marsaglia's paper.
            json!({"ask": "check", "generator": "xorshift128", "state": "123456789,362436069,521288629,88675123"}),
            "3701687786 458299110",
            json!("agrees"),
            "/words",
            json!(2),
            "printf '%s\\n' '3701687786 458299110' | roguelab check xorshift128 --state 123456789,362436069,521288629,88675123",
        ),
        (
            json!({"ask": "counts", "counts": ["8,13,6,11,14,8"], "alpha": "0.01"}),
            "",
            json!("PASS"),
            "/items",
            json!(60),
            "roguelab test --counts 8,13,6,11,14,8 --alpha 0.01",
        ),
        (
            json!({"ask": "counts", "counts": ["sum,count\n2,3\n12,1\n7,9"], "dice": "2d6"}),
            "",
            json!("PASS"),
            "/what",
            json!("13 items of 11 values, the sums of 2d6"),
            "roguelab test --counts counts.csv --dice 2d6",
        ),
        (
            json!({"ask": "counts", "counts": ["b=30%,a=70%"], "of": 10, "weights": "a=1,b=1"}),
            "",
            json!("PASS"),
            "/worst",
            json!("b came 3 times instead of 5.0"),
            "roguelab test --counts b=30%,a=70% --of 10 --weights a=1,b=1",
        ),
        (
            json!({"ask": "rate", "rate": "0/84", "chance": 0.5}),
            "",
            json!("FAIL"),
            "/schema",
            json!("roguelab-counts/1"),
            "roguelab test --rate 0/84 --chance 0.5",
        ),
        (
            json!({"ask": "test", "below": 2, "file": "coin.txt"}),
            "0 1 0 1",
            json!("INVALID"),
            "/input/items",
            json!(4),
            "roguelab test --below 2 coin.txt",
        ),
        (
            json!({"ask": "test", "symbols": "a b c", "limit": 2}),
            "a b b",
            json!("INVALID"),
            "/again",
            json!("roguelab test --limit 2 --symbols names.txt"),
            "printf '%s\\n' 'a b b' | roguelab test --symbols names.txt --limit 2",
        ),
        (
            json!({"ask": "test-against", "below": 6, "base": 1, "first": 12, "other": "port.txt"}),
            "1 2 3 4 5 6 1 2 3 4 5 6",
            json!("PASS"),
            "/input/what",
            json!("integers from 1 to 6, as text; 6 and 6"),
            "roguelab test --below 6 --base 1 numbers.txt --against port.txt",
        ),
        (
            json!({"ask": "adapter", "generator": "pcg32", "lang": "lua"}),
            "",
            json!(null),
            "/schema",
            json!("roguelab-page-adapter/1"),
            "roguelab shim pcg32 --lang lua",
        ),
        (
            json!({"ask": "bias", "rule": "w % n", "n": 6, "bits": 8}),
            "",
            json!(null),
            "/schema",
            json!("roguelab-bias/1"),
            "roguelab bias 'w % n' -n 6 --bits 8",
        ),
        (
            json!({"ask": "shuffle", "shuffle": "naive", "n": "3", "all": true}),
            "",
            json!(null),
            "/schema",
            json!("roguelab-bias/1"),
            "roguelab bias --shuffle naive -n 3 --all",
        ),
        (
            json!({"ask": "reach", "state-bits": 32, "n": 52}),
            "",
            json!(null),
            "/schema",
            json!("roguelab-bias/1"),
            "roguelab bias --state-bits 32 -n 52",
        ),
        // The C reference names seed 0's potion of healing so.
        (
            json!({"ask": "game", "seed": "0"}),
            "",
            json!(null),
            "/names/2/called",
            json!("blue"),
            "roguelab atlas show 0",
        ),
        (
            json!({"ask": "find", "potion": ["healing!=pink"], "ring": ["slow digestion=opal"], "from": 1_700_000_000}),
            "",
            json!(null),
            "/from",
            json!("2023-11-14 22:13:20 +00:00"),
            "roguelab atlas find --potion 'healing!=pink' --ring 'slow digestion=opal' --from 1700000000",
        ),
    ] {
        let reply = reply(&question, input);
        assert_eq!(reply["error"], json!(null), "{question}");
        assert_eq!(reply["verdict"], verdict, "{question}: {reply}");
        assert_eq!(
            reply["answer"].pointer(field),
            Some(&value),
            "{question}: {reply}"
        );
        assert_eq!(reply["command"], command, "{question}");
        assert!(
            reply["text"]
                .as_str()
                .is_some_and(|text| text.ends_with('\n')),
            "{reply}"
        );
    }
}

#[test]
fn a_question_that_cannot_be_answered_is_refused_in_a_sentence() {
    for (question, input, error) in [
        (json!({"ask": "wo"}), "", "unknown variant `wo`"),
        (json!({"ask": "who", "belw": 6}), "", "unknown field `belw`"),
        (
            json!({"ask": "who", "below": 1}),
            "1 2",
            "--below 1: give a whole number from 2 to ",
        ),
        (
            json!({"ask": "who", "below": 6, "dice": "2d6"}),
            "1 2",
            "--below and --dice contradict",
        ),
        (
            json!({"ask": "who", "only": "xyz"}),
            "1 2",
            "--only xyz: no generator's name begins",
        ),
        (json!({"ask": "who"}), "1", "one number"),
        (
            json!({"ask": "check", "generator": "pcg23", "seed": 1}),
            "1",
            "no generator is called `pcg23`; the nearest names are pcg32, ",
        ),
        (
            json!({"ask": "check", "generator": "pcg32"}),
            "1",
            "say what the words were made from",
        ),
        (
            json!({"ask": "test", "weights": "1,0"}),
            "1",
            "--weights 1,0: at least two weights",
        ),
        (
            json!({"ask": "test", "below": 6, "permutations": true}),
            "1",
            "--below and --permutations",
        ),
        (
            json!({"ask": "counts", "counts": ["1;2"]}),
            "",
            "--counts 1;2: give how often",
        ),
        (
            json!({"ask": "test", "weights": "gold 5\nring x"}),
            "gold",
            "--weights: line 2: `x` is not a weight",
        ),
        (
            json!({"ask": "adapter", "generator": "pcg32", "lang": "cobol"}),
            "",
            "--lang cobol: give one of python,",
        ),
        (
            json!({"ask": "shuffle", "shuffle": "faro", "n": 3}),
            "",
            "--shuffle faro: give one of naive,",
        ),
        (
            json!({"ask": "game", "seed": 2_147_483_648_u32}),
            "",
            "`2147483648` is not a seed",
        ),
        (
            json!({"ask": "find", "potion": ["healing=pnik"]}),
            "",
            "--potion: no colour is called `pnik`; the nearest are: pink",
        ),
        (json!({"ask": "save"}), "no game", "save file"),
        (
            json!({"ask": "check", "generator": "mersenne", "seed": 1}),
            "1",
            "the nearest names are mt19937",
        ),
    ] {
        let reply = reply(&question, input);
        let said = reply["error"].as_str().unwrap_or_default();
        assert!(said.contains(error), "{question}: {reply}");
        // To those who call a function, no option has dashes.
        let said = reply["argument_error"].as_str().unwrap_or_default();
        assert!(!said.contains("--"), "{question}: {reply}");
        assert_eq!(reply["answer"], json!(null));
    }
}

#[test]
fn options_are_arguments_to_those_who_call_a_function() {
    for (question, error) in [
        (
            json!({"ask": "who", "below": 1}),
            "below is 1: give a whole number from 2 to 18446744073709551615",
        ),
        (
            json!({"ask": "who", "below": 6, "dice": "2d6"}),
            "below and dice contradict each other: give one of them",
        ),
        (
            json!({"ask": "bias", "rule": "w % n", "n": 0}),
            "n is 0: give a whole number from 1 to 4194304",
        ),
        (
            json!({"ask": "check", "generator": "pcg32", "seed": "x--1"}),
            "seed is x--1: expected a whole number, as in 42, -1 or 0x2a",
        ),
    ] {
        assert_eq!(reply(&question, "1 2")["argument_error"], error);
    }
}

#[test]
fn a_picture_has_what_was_given() {
    let counts = reply(
        &json!({"ask": "counts", "counts": ["1,2", "3,4"], "weights": "1,4"}),
        "",
    );
    let values = &counts["tally"]["values"];
    assert_eq!(values[1]["count"], 6);
    // Four fifths of 10.
    assert_eq!(values[1]["expected"], 8.0);
    let question = json!({"ask": "test", "weights": "gold 95\nring 5"});
    let loot = reply(&question, "gold ring gold");
    assert_eq!(loot["tally"]["values"][1]["name"], "ring");
    let decks = reply(
        &json!({"ask": "test", "permutations": true}),
        "1 2 3\n3 1 2\n",
    );
    // Of the first entry: once in the first place, once in the second.
    assert_eq!(decks["tally"]["places"][0], json!([1, 1, 0]));
    let naive = reply(&json!({"ask": "shuffle", "shuffle": "naive", "n": 2}), "");
    assert_eq!(naive["answer"]["places"][0][0]["exact"], "1/2");
}

#[test]
fn the_list_has_every_generator_with_words() {
    let reply = reply(&json!({"ask": "generators"}), "");
    let list = reply["answer"]["generators"].as_array().unwrap();
    for name in ["pcg32", "mt19937", "msvc-rand"] {
        assert!(list.iter().any(|row| row["name"] == name), "{name}");
    }
}

#[test]
fn a_command_with_input_that_a_terminal_obeys_names_a_file() {
    let question = json!({"ask": "test", "kind": "text"});
    let command = reply(&question, "1 2 3 # \u{7}")["command"].clone();
    assert_eq!(command, "roguelab test --kind text numbers.txt");
    let command = reply(&question, "1 2 # it's\n")["command"].clone();
    assert_eq!(
        command,
        "printf '%s\\n' '1 2 # it'\\''s' | roguelab test --kind text"
    );
}

/// Checks draws below 6 of which those at the given places are replaced.
fn check_draws(replace: impl Fn(u64) -> Option<Option<Drawn>>) -> (Value, u64) {
    let question = json!({"about": {"draws": {"below": 6}}, "false-alarms": 1e-9, "power": 0.999, "against": 0.05, "seed": "1",
        "replay": "again"});
    let mut calls = 0_u64;
    let reply = check(question.to_string().as_bytes(), &mut |source| {
        assert_eq!(source, 0);
        calls += 1;
        // The high bits of the outputs of splitmix64.
        let mut word = calls.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        let fair = (i128::from(word ^ word >> 31) * 6) >> 64;
        replace(calls).unwrap_or(Some(Drawn::Integer(fair)))
    });
    (serde_json::from_slice(&reply).unwrap(), calls)
}

#[test]
fn an_assertion_asks_its_host_for_samples() {
    let (fair, samples) = check_draws(|_| None);
    assert_eq!(fair["verdict"], "PASS", "{fair}");
    assert!(samples > 1000);
    let (biased, _) = check_draws(|call| (call % 2 == 0).then_some(Some(Drawn::Integer(3))));
    assert_eq!(biased["verdict"], "FAIL");
    assert!(biased["text"].as_str().unwrap().ends_with("replay: again"));
    // Nothing ends it at once, and so does what is no integer.
    for ending in [None, Some(Drawn::Number(0.5))] {
        let (ended, calls) = check_draws(|call| (call == 100).then(|| ending.clone()));
        assert_eq!((ended["verdict"].as_str(), calls), (Some("FAIL"), 100));
    }
}
