//! Sizes that no memory can hold are refused before anything is allocated.

use gof::words::{Bits, Values};
use gof::{Cells, Error, battery, permutations};

#[test]
fn a_constructor_refuses_what_no_memory_holds() {
    for huge in [usize::MAX, usize::MAX / 8, 1 << 40] {
        assert!(
            matches!(Cells::uniform(huge), Err(Error::TooLarge { .. })),
            "{huge}"
        );
        assert!(battery::permutations(huge).is_err(), "{huge}");
        assert!(
            permutations::cycles(huge).is_err() && permutations::descents(huge).is_err(),
            "{huge}"
        );
        assert!(
            permutations::ranks(huge).is_err() && permutations::parity(huge).is_err(),
            "{huge}"
        );
        assert!(permutations::PositionMatrix::new(huge).is_err(), "{huge}");
        assert!(
            permutations::PositionMatrix::in_blocks(huge, huge).is_err(),
            "{huge}"
        );
        assert!(
            permutations::PositionMatrix::in_blocks(1 << 24, huge).is_err(),
            "{huge}"
        );
    }
    assert!(permutations::rank_buckets(20, u32::MAX).is_err());
    assert!(Bits::top(u32::MAX, 32).is_err() && Bits::low(64, u32::MAX).is_err());
    assert!(Values::new(u32::MAX, 0).is_err());
}
