//! The port beside `fixtures/documents/permutation.json`, outputs of the document's own code, whichever way it is made.

use generators::draw::Tape;
use permute::directions::{TABLE, random_directions, table_directions};
use permute::draws::{draws_of, permutation_of};
use permute::listless::{Listless, ListlessIn};
use permute::unrolled::{four, three, two};
use serde_json::Value;

/// For each step of an op: the numbers that were drawn, and what it shows.
fn steps(op: &str) -> Vec<(Vec<u32>, Value)> {
    let path = format!(
        "{}/../../fixtures/documents/permutation.json",
        env!("CARGO_MANIFEST_DIR")
    );
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let document: Value = serde_json::from_str(&text).unwrap();
    let cases = document["cases"].as_array().unwrap();
    let steps = cases
        .iter()
        .flat_map(|case| case["steps"].as_array().unwrap());
    let step = |step: &Value| {
        let drawn = step["draws"].as_array().unwrap().iter();
        let draws = drawn.map(|draw| u32::try_from(draw[1].as_u64().unwrap()).unwrap());
        (draws.collect(), step["output"].clone())
    };
    steps.filter(|step| step["op"] == op).map(step).collect()
}

fn listless<const N: usize>(draws: &[u32]) -> Vec<u32> {
    let mut tape = Tape::new(draws);
    let numbers = Listless::<N, _>::new(&mut tape).collect();
    assert!(tape.rest().is_empty());
    numbers
}

#[test]
fn permutations_equal_the_document_however_they_are_made() {
    let steps = steps("permutation");
    assert_eq!(
        steps.len(),
        1 + 2 + 6 + 24,
        "every tuple of draws for 1 to 4 numbers is in the file"
    );
    for (draws, shown) in steps {
        let permutation: Vec<u32> = serde_json::from_value(shown["words"].clone()).unwrap();
        let n = draws.len();
        let but_the_last = &mut Tape::new(&draws[..n - 1]);
        let (numbers, unrolled) = match n {
            1 => (listless::<1>(&draws), vec![0]),
            2 => (listless::<2>(&draws), two(but_the_last).to_vec()),
            3 => (listless::<3>(&draws), three(but_the_last).to_vec()),
            _ => (listless::<4>(&draws), four(but_the_last).to_vec()),
        };
        let mut storage = [7; 4];
        let kept: Vec<u32> = ListlessIn::new(n as u32, &mut storage, Tape::new(&draws))
            .unwrap()
            .collect();
        let translated = permutation_of(draws.clone()).unwrap();
        assert_eq!(
            [numbers, unrolled, kept, translated],
            [(); 4].map(|()| permutation.clone()),
            "draws {draws:?}"
        );
        assert_eq!(draws_of(permutation), Ok(draws));
    }
}

#[test]
fn directions_equal_the_document() {
    let steps = steps("random_directions");
    assert_eq!(steps.len(), TABLE.len());
    for (at, (draws, shown)) in (0..).zip(steps) {
        let directions = random_directions(&mut Tape::new(&draws));
        assert_eq!(
            shown["u32"].as_u64(),
            Some(directions.0.into()),
            "{draws:?}"
        );
        assert_eq!(
            table_directions(&mut Tape::new(&[at])),
            directions,
            "the document's rows are in the order of the table"
        );
    }
}
