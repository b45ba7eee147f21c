//! Even separation: as a list, and item by item.

mod cases;
#[cfg(feature = "foreign")]
mod reference;

use grids::spread;
use lockstep::{Seen, Subject, TypedSide};

lockstep::ops! {
    /// An op on spreads.
    pub enum Op {
        /// na letters a and nb letters b, spread evenly, as one text. Fewer a than b: the two change roles, letters and
        /// all. No b: only a. As many: abab..., a first. Otherwise nb + 1 groups of a with one b between: small = na / (nb
        /// + 1) rounded down, large = small + 1; there are na - (nb + 1) * small large groups, the others are small; which
        /// group is which is spread(small groups, large groups) with small as the a.
        Spread { na: u32, nb: u32 } = "spread" => texts,
        /// The same, item by item: the port has two ways, which agree.
        Lazy { na: u32, nb: u32 } = "lazy" => texts,
    }
}

/// The most items that the C spreads.
const LONGEST_SPREAD: u32 = 10_000_000;

/// The subject.
pub struct EvenSpread;

/// The output for more items than the C spreads.
fn refused(na: u32, nb: u32) -> Option<Seen> {
    let served = na
        .checked_add(nb)
        .is_some_and(|total| total <= LONGEST_SPREAD);
    (!served).then(|| {
        Seen::texts([format!(
            "refused: {na} and {nb} are more than {LONGEST_SPREAD}"
        )])
    })
}

struct Port;

impl TypedSide for Port {
    type Op = Op;

    fn apply(&mut self, op: &Op) -> Seen {
        match *op {
            Op::Spread { na, nb } | Op::Lazy { na, nb } if refused(na, nb).is_some() => {
                refused(na, nb).unwrap_or_default()
            }
            Op::Spread { na, nb } => match spread::spread('a', 'b', na.into(), nb.into()) {
                Ok(sequence) => Seen::texts([sequence.into_iter().collect::<String>()]),
                Err(error) => Seen::texts([error.to_string()]),
            },
            Op::Lazy { na, nb } => match spread::spread_iter('a', 'b', na.into(), nb.into()) {
                Ok(sequence) => Seen::texts([sequence.collect::<String>()]),
                Err(error) => Seen::texts([error.to_string()]),
            },
        }
    }

    fn state(&self) -> String {
        "none".into()
    }
}

impl Subject for EvenSpread {
    facts!(
        "spread",
        "two kinds of item spread out evenly, as a list and one by one",
        Op,
        Box::new(Port),
        Box::new(reference::Reference),
        cases::CASES
    );
}
