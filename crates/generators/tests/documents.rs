//! PCG32 beside the outputs of the document's own code, in `fixtures/documents/pcg32.json`.

use generators::pcg32::Pcg32;
use serde_json::Value;

/// The generators the document's code ran, each with its outputs.
fn runs() -> Vec<(Pcg32, Value)> {
    let path = format!("{}/../../fixtures/documents/pcg32.json", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let mut document: Value = serde_json::from_str(&text).unwrap();
    let runs = document["generators"].as_array_mut().unwrap();
    assert_eq!(runs.len(), 6, "the document's code ran with six generators");
    let start = |run: &Value| match run["kind"].as_str().unwrap() {
        "srandom" => Pcg32::srandom(hex(&run["args"][0]), hex(&run["args"][1])),
        "raw" => Pcg32::new_raw(hex(&run["args"][0]), hex(&run["args"][1])),
        kind => panic!("no seeding is called {kind}"),
    };
    runs.iter_mut().map(|run| (start(run), run.take())).collect()
}

fn hex(value: &Value) -> u64 {
    u64::from_str_radix(value.as_str().unwrap().strip_prefix("0x").unwrap(), 16).unwrap()
}

fn assert_words(pcg: &mut Pcg32, document: &Value, least: usize) {
    let document: Vec<u64> = document.as_array().unwrap().iter().map(|word| word.as_u64().unwrap()).collect();
    assert!(document.len() >= least);
    let port: Vec<u64> = document.iter().map(|_| u64::from(pcg.next_word())).collect();
    assert_eq!(port, document);
}

#[test]
fn seeding_equals_the_document() {
    for (pcg, run) in runs() {
        assert_eq!((pcg.state(), pcg.inc()), (hex(&run["state"]), hex(&run["inc"])));
    }
}

#[test]
fn words_equal_the_document() {
    for (mut pcg, run) in runs() {
        assert_words(&mut pcg, &run["first64"], 64);
        assert_eq!(pcg.state(), hex(&run["state_after_64"]));
    }
}

#[test]
fn long_jumps_equal_the_document() {
    for (start, run) in runs() {
        let mut pcg = start.clone();
        pcg.advance(1 << 40);
        assert_eq!(pcg.state(), hex(&run["advance_2pow40"]["state"]));
        assert_words(&mut pcg, &run["advance_2pow40"]["next8"], 8);
        let mut pcg = start;
        pcg.advance(1_000_000);
        assert_eq!(pcg.state(), hex(&run["advance_1000000_state"]));
    }
}

#[test]
fn one_step_back_equals_the_document() {
    for (mut pcg, run) in runs() {
        pcg.step_back();
        assert_eq!(pcg.state(), hex(&run["state_one_step_back"]));
    }
}
