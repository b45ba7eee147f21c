//! Port = fixture: `fixtures/documents/boss.json` holds outputs of the document's own code.

use std::fs;

use generators::draw::Tape;
use permute::directions::{TABLE, random_directions, table_directions};
use permute::draws::{draws_of, permutation_of};
use permute::listless::{Listless, ListlessIn};
use permute::printed::Collisions;
use permute::unrolled::{four, three, two};
use serde_json::Value;

fn document() -> Value {
    let path = format!("{}/../../fixtures/documents/boss.json", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    serde_json::from_str(&text).unwrap()
}

/// Numbers written as a row of digits.
fn digits(row: &str) -> Vec<u32> {
    row.chars().map(|digit| digit.to_digit(10).unwrap()).collect()
}

fn numbers(list: &Value) -> Vec<u32> {
    list.as_array().unwrap().iter().map(number).collect()
}

fn number(value: &Value) -> u32 {
    u32::try_from(value.as_u64().unwrap()).unwrap()
}

/// Calls `check(draws, permutation)` for each row of the document's table for `n`.
fn for_each_row(n: usize, check: impl Fn(&[u32], Vec<u32>)) {
    let document = document();
    let table = document["permutation_tables"][n.to_string()].as_object().unwrap();
    assert_eq!(table.len(), (1..=n).product::<usize>(), "every tuple of draws for n = {n} is in the table");
    for (draws, permutation) in table {
        check(&digits(draws), digits(permutation.as_str().unwrap()));
    }
}

fn listless_equals_the_document<const N: usize>() {
    for_each_row(N, |draws, permutation| {
        let mut tape = Tape::new(draws);
        assert_eq!(Listless::<N, _>::new(&mut tape).collect::<Vec<_>>(), permutation, "draws {draws:?}");
        assert!(tape.rest().is_empty());
    });
}

#[test]
fn listless_permutations_equal_the_document() {
    listless_equals_the_document::<1>();
    listless_equals_the_document::<2>();
    listless_equals_the_document::<3>();
    listless_equals_the_document::<4>();
}

#[test]
fn permutations_in_storage_equal_the_document() {
    for n in 1..=4 {
        for_each_row(n, |draws, permutation| {
            let mut storage = [7; 4];
            let numbers = ListlessIn::new(n as u32, &mut storage, Tape::new(draws)).unwrap();
            assert_eq!(numbers.collect::<Vec<_>>(), permutation, "draws {draws:?}");
        });
    }
}

#[test]
fn unrolled_permutations_equal_the_document_without_its_last_draw() {
    for_each_row(2, |draws, permutation| assert_eq!(two(&mut Tape::new(&draws[..1]))[..], permutation));
    for_each_row(3, |draws, permutation| assert_eq!(three(&mut Tape::new(&draws[..2]))[..], permutation));
    for_each_row(4, |draws, permutation| assert_eq!(four(&mut Tape::new(&draws[..3]))[..], permutation));
}

#[test]
fn draws_and_permutations_translate_as_in_the_document() {
    for n in 1..=4 {
        for_each_row(n, |draws, permutation| {
            assert_eq!(permutation_of(draws.to_vec()).as_deref(), Ok(&permutation[..]));
            assert_eq!(draws_of(permutation).as_deref(), Ok(draws));
        });
    }
}

#[test]
fn directions_equal_the_document() {
    let document = document();
    let rows = document["random_directions"].as_array().unwrap();
    assert_eq!(rows.len(), TABLE.len());
    for (at, row) in (0..).zip(rows) {
        let dirs = random_directions(&mut Tape::new(&numbers(&row["r"])));
        assert_eq!(u32::from(dirs.0), number(&row["byte"]), "{row}");
        assert_eq!(dirs.drawn().map(u32::from)[..], numbers(&row["d1_to_d4"]), "{row}");
        assert!(dirs.into_iter().map(u32::from).eq(numbers(&row["order_visited"])), "{row}");
        assert_eq!(table_directions(&mut Tape::new(&[at])), dirs, "the document's rows are in the order of the table");
    }
}

#[test]
fn the_second_number_of_the_example_equals_the_document() {
    let example = &document()["document_example"];
    let draws = [number(&example["r1"]), number(&example["r2"])];
    let second = Listless::<10, _>::new(Tape::new(&draws)).nth(1);
    assert_eq!(second, Some(number(&example["n2_expected"])));
}

#[test]
fn collisions_of_the_printed_formula_equal_those_counted_from_the_document() {
    let counted = &document()["prose_n3_without_plus1_collisions"];
    let collisions = Collisions::of(10).unwrap();
    assert_eq!(collisions.collisions, u128::from(number(&counted["collisions"])));
    assert_eq!(collisions.of, u128::from(number(&counted["of"])));
}
