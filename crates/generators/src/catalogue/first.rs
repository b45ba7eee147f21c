//! The first outputs of each row, in `first.txt`, as others published or printed them.

use std::format;
use std::string::{String, ToString};
use std::vec::Vec;

use super::{Generator, all, find};

type Line = [&'static str; 6];

fn lines() -> impl Iterator<Item = Line> {
    let lines = include_str!("first.txt").lines();
    lines.filter(|line| !line.starts_with('#')).map(|line| {
        let mut cells = line.split(" | ");
        core::array::from_fn(|_| cells.next().expect("a line has six cells"))
    })
}

/// The lines of a row.
pub(super) fn of(key: &str) -> impl Iterator<Item = Line> {
    lines().filter(move |line| line[0] == key)
}

/// An output as text; the shortest decimal form distinguishes doubles.
fn shown(form: &str, output: u64) -> String {
    let fraction = |value: f64| format!("{value:?}");
    let whole = output as f64;
    match form {
        "whole" => output.to_string(),
        ">> 32" => (output >> 32).to_string(),
        "& (2^32 - 1)" => (output & 0xffff_ffff).to_string(),
        "& 127" => (output & 127).to_string(),
        "* 255 >> 32" => ((output * 255) >> 32).to_string(),
        "% (2^31 - 1)" => (output % 0x7fff_ffff).to_string(),
        "/ 2^24, seven digits" => fraction((whole / 16_777_216. * 1e7 + 0.5) as u64 as f64 / 1e7),
        "/ (2^30 - 1)" => fraction(whole / 1_073_741_823.),
        "/ 2^32" => fraction(whole / 4_294_967_296.),
        "* 2.3283064365386963e-10" => fraction(whole * 2.328_306_436_538_696_3e-10),
        "/ 2^52" => fraction(whole / 4_503_599_627_370_496.),
        ">> 11 / 2^53" => fraction((output >> 11) as f64 / 9_007_199_254_740_992.),
        _ => panic!("{form} is unknown"),
    }
}

/// Whether the generator gives these outputs.
fn check([_, _, start, skipped, form, outputs]: Line, row: &Generator) -> Result<(), String> {
    let (way, words) = start.split_once(' ').expect("a start is a way and numbers");
    let words: Vec<u64> = words
        .split(' ')
        .map(|word| word.parse().expect("a word"))
        .collect();
    let stream = match way {
        "seed" => Some((row.seeded)(words[0])),
        "state" => row.from_state().map(|from_state| from_state(&words)),
        name => row.seeding(name).map(|seeded| seeded(words[0])),
    };
    let mut stream = stream.ok_or_else(|| format!("the row cannot begin at {start}"))?;
    for _ in 0..skipped.parse().expect("a number of outputs") {
        stream();
    }
    for theirs in outputs.split(' ') {
        let ours = shown(form, stream());
        if ours != theirs {
            return Err(format!("ours is {ours}, theirs is {theirs}"));
        }
    }
    Ok(())
}

#[test]
fn every_row_gives_the_outputs_that_it_says_others_have() {
    let wrong: Vec<_> = lines()
        .filter_map(|line| {
            let checked = find(line[0]).map_or(Err("no such row".into()), |row| check(line, row));
            Some((line[0], line[1], checked.err()?))
        })
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(all().filter(|row| of(row.key).next().is_some()).count() > 60);
}
