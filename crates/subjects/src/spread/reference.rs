//! Spreads in C.

use foreign::reference::sequences;
use lockstep::{Seen, TypedSide};

use super::{LONGEST_SPREAD, Op, refused};

const _: () = assert!(LONGEST_SPREAD == sequences::LONGEST_SPREAD);

pub(super) struct Reference;

impl TypedSide for Reference {
    type Op = Op;

    fn apply(&mut self, op: &Op) -> Seen {
        let (Op::Spread { na, nb } | Op::Lazy { na, nb }) = *op;
        if let Some(refused) = refused(na, nb) {
            return refused;
        }
        match sequences::spread(na, nb) {
            Ok(sequence) => Seen::texts([sequence
                .into_iter()
                .map(|item| ['a', 'b'][usize::from(item)])
                .collect::<String>()]),
            Err(error) => Seen::texts([error.to_string()]),
        }
    }

    fn state(&self) -> String {
        "none".into()
    }
}
