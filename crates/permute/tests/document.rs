//! The port beside `fixtures/documents/boss.json`, outputs of the document's own code.

use generators::draw::Tape;
use permute::directions::{TABLE, random_directions, table_directions};
use permute::draws::{draws_of, permutation_of};
use permute::listless::{Listless, ListlessIn};
use permute::unrolled::{four, three, two};
use serde_json::{Value, json};

fn document() -> Value {
    let path = format!(
        "{}/../../fixtures/documents/boss.json",
        env!("CARGO_MANIFEST_DIR")
    );
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    serde_json::from_str(&text).unwrap()
}

/// Numbers written as a row of digits.
fn digits(row: &str) -> Vec<u32> {
    row.chars()
        .map(|digit| digit.to_digit(10).unwrap())
        .collect()
}

fn number(value: &Value) -> u32 {
    u32::try_from(value.as_u64().unwrap()).unwrap()
}

fn listless<const N: usize>(draws: &[u32]) -> Vec<u32> {
    let mut tape = Tape::new(draws);
    let numbers = Listless::<N, _>::new(&mut tape).collect();
    assert!(tape.rest().is_empty());
    numbers
}

#[test]
fn permutations_equal_the_document_however_they_are_made() {
    let document = document();
    for n in 1..=4 {
        let table = document["permutation_tables"][n.to_string()]
            .as_object()
            .unwrap();
        assert_eq!(
            table.len(),
            (1..=n).product::<usize>(),
            "every tuple of draws for n = {n} is in the table"
        );
        for (row, permutation) in table {
            let (draws, permutation) = (digits(row), digits(permutation.as_str().unwrap()));
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
                "draws {row}"
            );
            assert_eq!(draws_of(permutation), Ok(draws));
        }
    }
    let example = &document["document_example"];
    let draws = [number(&example["r1"]), number(&example["r2"])];
    assert_eq!(
        Listless::<10, _>::new(Tape::new(&draws)).nth(1),
        Some(number(&example["n2_expected"]))
    );
}

#[test]
fn directions_equal_the_document() {
    let document = document();
    let rows = document["random_directions"].as_array().unwrap();
    assert_eq!(rows.len(), TABLE.len());
    for (at, row) in (0..).zip(rows) {
        let draws: Vec<u32> = row["r"].as_array().unwrap().iter().map(number).collect();
        let dirs = random_directions(&mut Tape::new(&draws));
        assert_eq!(json!(dirs.0), row["byte"], "{row}");
        assert_eq!(
            (json!(dirs.drawn()), json!(dirs.visited())),
            (row["d1_to_d4"].clone(), row["order_visited"].clone())
        );
        assert_eq!(
            table_directions(&mut Tape::new(&[at])),
            dirs,
            "the document's rows are in the order of the table"
        );
    }
}
