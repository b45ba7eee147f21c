//! Sizes that no memory can hold are refused before anything is allocated.

use gof::permutations::{PositionMatrix, cycles, descents, parity, rank_buckets, ranks};
use gof::words::{Bits, Values};
use gof::{Cells, Error, battery};

#[test]
fn a_constructor_refuses_what_no_memory_holds() {
    for huge in [usize::MAX, usize::MAX / 8, 1 << 40] {
        assert!(
            matches!(Cells::uniform(huge), Err(Error::TooLarge { .. })),
            "{huge}"
        );
        let made = [
            battery::permutations(huge).is_ok(),
            cycles(huge).is_ok(),
            descents(huge).is_ok(),
            ranks(huge).is_ok(),
            parity(huge).is_ok(),
            PositionMatrix::new(huge).is_ok(),
            PositionMatrix::in_blocks(huge, huge).is_ok(),
            PositionMatrix::in_blocks(1 << 24, huge).is_ok(),
        ];
        assert_eq!(made, [false; 8], "{huge}");
    }
    assert!(rank_buckets(20, u32::MAX).is_err());
    assert!(Bits::top(u32::MAX, 32).is_err() && Bits::low(64, u32::MAX).is_err());
    assert!(Values::new(u32::MAX, 0).is_err());
}
