//! The shortest failing list is one from which nothing can be taken.

use lockstep::{Basis, Chooser, parse_ops, replay, shrink};
use proptest::prelude::*;

use crate::toy::{Defect, Toy, ToyOp, random_ops};

fn fails(toy: &Toy, ops: &[ToyOp]) -> bool {
    !ops.is_empty()
        && replay(toy, Basis::Reference, Basis::Port, ops)
            .unwrap()
            .mismatch
            .is_some()
}

proptest! {
    #[test]
    fn a_shrunk_list_fails_and_passes_without_any_one_op(seed: u64, which in 0_usize..6) {
        let defects = [
            Defect::WordAt(3), Defect::ExtraAt(9), Defect::Discards(6), Defect::Increment, Defect::Name, Defect::Swapped,
        ];
        let toy = Toy::new(defects[which]);
        let ops = random_ops(&mut Chooser::new(seed));
        let found = replay(&toy, Basis::Reference, Basis::Port, &ops).unwrap().mismatch;
        prop_assert_eq!(found.is_some(), fails(&toy, &ops));
        let Some(found) = found else { return Ok(()) };
        let shortest: Vec<ToyOp> = parse_ops(&found.shortest.join("; ")).unwrap();
        prop_assert!(fails(&toy, &shortest));
        for left_out in 0..shortest.len() {
            let mut shorter = shortest.clone();
            shorter.remove(left_out);
            prop_assert!(!fails(&toy, &shorter), "{:?} fails without op {}", found.shortest, left_out);
        }
    }

    #[test]
    fn shrinking_keeps_the_order_and_what_matters(
        list in prop::collection::vec(0_u8..8, 0..60), needed in prop::collection::vec(0_u8..8, 1..4),
    ) {
        // A list fails where it first contains all that is needed, in order.
        let first_failure = |list: &[u8]| {
            let mut wanted = needed.iter().peekable();
            list.iter().position(|item| wanted.next_if_eq(&item).is_some() && wanted.peek().is_none())
        };
        let fails = first_failure(&list).is_some();
        let shortest = shrink(list.clone(), first_failure);
        prop_assert_eq!(shortest, if fails { needed.clone() } else { list });
    }
}

#[test]
fn what_can_be_left_out_only_later_is_left_out() {
    // 'b' needs its 'a', but neither is needed for 'c' to fail.
    let first_failure = |list: &[char]| {
        let needed = list.contains(&'a') || !list.contains(&'b');
        list.iter().position(|&item| item == 'c').filter(|_| needed)
    };
    assert_eq!(shrink(vec!['a', 'b', 'c'], first_failure), ['c']);
}

#[test]
fn shrinking_repeats_itself() {
    let list: Vec<u32> = (0..200).collect();
    // Two ways to fail: which one is left is decided by the order of the trials alone.
    let first_failure = |list: &[u32]| {
        let both = |a: u32, b: u32| {
            list.contains(&a)
                .then(|| list.iter().position(|&item| item == b))
                .flatten()
        };
        both(3, 150).into_iter().chain(both(70, 140)).min()
    };
    assert_eq!(
        shrink(list.clone(), first_failure),
        shrink(list, first_failure)
    );
}
