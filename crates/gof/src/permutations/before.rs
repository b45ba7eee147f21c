//! A list and the one before: how a shuffle moves what it is given.
//!
//! Under the null hypothesis a permutation is uniform whatever came before it. So are the places to which it moves the items
//! of the list before, in their order there: a permutation too, to which any test of permutations applies.

use super::{Validity, adjacent_pairs, descents};
use crate::test::Made;
use crate::{Counted, Error, Outcome, Test};

/// Rising sequences: how often an item that followed another stands before it now, by the Eulerian numbers. A riffle at most
/// doubles the sequences. Source: Bayer and Diaconis, *Trailing the dovetail shuffle to its lair*, 1992.
///
/// # Errors
/// As [`descents`].
pub fn rising_sequences(n: usize) -> Made<[u32]> {
    Ok(Box::new(Moved::new("rising-sequences", n, descents(n)?)))
}

/// Items that follow the same item as before, by the law of [`adjacent_pairs`].
///
/// # Errors
/// As [`adjacent_pairs`].
pub fn kept_pairs(n: usize) -> Made<[u32]> {
    Ok(Box::new(Moved::new("kept-pairs", n, adjacent_pairs(n)?)))
}

/// Gives to a test the places of the items of the list before.
struct Moved {
    name: &'static str,
    test: Counted<[u32]>,
    before: Vec<u32>,
    place_of: Vec<u32>,
    places: Vec<u32>,
    items: u64,
    impossible: bool,
    validity: Validity,
}

impl Moved {
    fn new(name: &'static str, n: usize, test: Counted<[u32]>) -> Self {
        Self {
            name,
            test,
            before: Vec::new(),
            place_of: vec![0; n],
            places: Vec::new(),
            items: 0,
            impossible: false,
            validity: Validity::new(n),
        }
    }
}

impl Test<[u32]> for Moved {
    fn name(&self) -> &'static str {
        self.name
    }

    fn null(&self) -> String {
        let null = self.test.null();
        format!("places of the items of the list before, {null}")
    }

    fn push(&mut self, list: &[u32]) {
        self.items += 1;
        if !self.validity.is_permutation(list) {
            self.impossible = true;
            return;
        }
        (0..)
            .zip(list)
            .for_each(|(place, item)| self.place_of[*item as usize] = place);
        if !self.before.is_empty() {
            self.places.clear();
            let places = self.before.iter();
            self.places
                .extend(places.map(|item| self.place_of[*item as usize]));
            self.test.push(&self.places);
        }
        self.before.clear();
        self.before.extend_from_slice(list);
    }

    fn items(&self) -> u64 {
        self.items
    }

    fn needed(&self) -> u64 {
        1 + self.test.needed()
    }

    fn worst(&self) -> Option<String> {
        let worst = self.test.worst()?;
        Some(format!("places of the items of the list before: {worst}"))
    }

    fn outcome(&self) -> Result<Outcome, Error> {
        let outcome = self.test.outcome().map_err(|error| match error {
            Error::TooFew { .. } => Error::TooFew {
                have: self.items,
                need: self.needed(),
            },
            error => error,
        })?;
        Ok(Outcome {
            test: self.name,
            ..outcome
        }
        .refuted_if(self.impossible))
    }
}
