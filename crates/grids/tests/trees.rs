//! Every even spread of up to 200 and 200 items, held against the digests that the reference left: no C compiler is
//! needed. A case, one number of `a`, is named with its chunk if it differs.

use std::fs;

use grids::spread::{spread, spread_iter};
use lockstep::{DigestTree, Output};

#[test]
fn every_spread_equals_its_digest() {
    let path = format!("{}/../../fixtures/trees/spread.txt", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let expected = DigestTree::parse(&text).unwrap_or_else(|error| panic!("{path}: {error}"));
    let show = |text: String| Output::Texts(vec![text]);
    let case = |na| {
        (0..=200).flat_map(move |nb| {
            let list = spread('a', 'b', na, nb).unwrap().into_iter().collect();
            [show(list), show(spread_iter('a', 'b', na, nb).unwrap().collect())]
        })
    };
    let actual = DigestTree::new(64.try_into().unwrap(), (0..=200).map(case));
    expected.compare(&actual).unwrap_or_else(|difference| panic!("spread: {difference}"));
}
