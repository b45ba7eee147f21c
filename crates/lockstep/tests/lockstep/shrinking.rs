//! In the shortest failing list, nothing can be left out.

use proptest::prelude::*;
use roguelab_lockstep::{Chooser, shrink};

use crate::toy::{Defect, difference, random_ops};

proptest! {
    #[test]
    fn a_shrunk_list_fails_and_passes_without_any_one_op(seed: u64, which in 0_usize..6) {
        let defects = [
            Defect::WordAt(3), Defect::ExtraAt(9), Defect::Discards(6), Defect::Increment, Defect::Name, Defect::Swapped,
        ];
        let fails = |ops: &[String]| difference(defects[which], &ops.join("; "));
        let Some(found) = fails(&random_ops(&mut Chooser::new(seed))) else { return Ok(()) };
        let shortest = found.shortest;
        prop_assert!(fails(&shortest).is_some());
        // An op that seeds is kept.
        for left_out in (0..shortest.len()).filter(|&at| shortest.len() > 1 && !shortest[at].starts_with("seed")) {
            let mut shorter = shortest.clone();
            shorter.remove(left_out);
            prop_assert!(fails(&shorter).is_none(), "{:?} fails without op {}", shortest, left_out);
        }
    }

}

#[test]
fn shortest_list_keeps_the_op_that_seeds() {
    let mut found = difference(Defect::WordAt(1), "seed 7; names; word; word").unwrap();
    assert_eq!(found.shortest, ["seed 7", "word"]);
    // The place is that in the case, not in the shortest list.
    found.seed = Some(3);
    let text = found.to_string();
    assert!(
        text.contains("  case      0, seed 0x0000000000000003, op 2\n  op        word\n"),
        "{text}"
    );
}

#[test]
fn what_can_be_left_out_only_later_is_left_out() {
    // 'b' needs its 'a', but 'c' fails without either.
    let first_failure = |list: &[char]| {
        let needed = list.contains(&'a') || !list.contains(&'b');
        list.iter().position(|&item| item == 'c').filter(|_| needed)
    };
    assert_eq!(shrink(vec!['a', 'b', 'c'], first_failure), ['c']);
    // Two of 'a' can only go together.
    let first_failure = |list: &[char]| {
        let even = list.iter().filter(|&&item| item == 'a').count() % 2 == 0;
        list.iter().position(|&item| item == 'c').filter(|_| even)
    };
    assert_eq!(shrink(vec!['a', 'a', 'b', 'c'], first_failure), ['c']);
}
