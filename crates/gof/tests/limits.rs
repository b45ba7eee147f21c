//! Sizes beyond all measure are refused, before there is room for them.

use gof::multinomial::{Statistic, exact, monte_carlo};
use gof::sequential::Mixture;
use gof::words::{Bits, Values};
use gof::{Cells, Error, battery, permutations};

#[test]
fn a_constructor_refuses_what_no_memory_holds() {
    for huge in [usize::MAX, usize::MAX / 8, 1 << 40] {
        assert!(matches!(Cells::uniform(huge), Err(Error::TooLarge { .. })), "{huge}");
        assert!(matches!(Mixture::uniform(huge, 1.0), Err(Error::TooLarge { .. })), "{huge}");
        assert!(battery::permutations(huge).is_err(), "{huge}");
        assert!(permutations::cycles(huge).is_err() && permutations::descents(huge).is_err(), "{huge}");
        assert!(permutations::ranks(huge).is_err() && permutations::cycle_types(huge).is_err(), "{huge}");
        assert!(permutations::PositionMatrix::new(huge).is_err(), "{huge}");
        assert!(permutations::PositionMatrix::in_blocks(huge, huge).is_err(), "{huge}");
        assert!(permutations::PositionMatrix::in_blocks(1 << 24, huge).is_err(), "{huge}");
    }
    assert!(Mixture::uniform(0, 1.0).is_err());
    assert!(permutations::rank_buckets(20, u32::MAX).is_err());
    assert!(Bits::top(u32::MAX, 32).is_err() && Bits::low(64, u32::MAX).is_err());
    assert!(Values::new(u32::MAX, 0).is_err());
}

/// A logarithm is kept for each number of items, so many are refused by their number, whatever the vectors are.
#[test]
fn an_exact_test_refuses_more_items_than_it_has_factorials_for() {
    let coin = Cells::uniform(2).unwrap();
    for counts in [[10_000_001, 0], [u64::MAX, 0], [u64::MAX, u64::MAX], [1 << 40, 1 << 40]] {
        let refused = |error: Option<Error>| matches!(error, Some(Error::TooLarge { .. }));
        assert!(refused(exact("coin", &counts, &coin, Statistic::Probability).err()), "{counts:?}");
        assert!(refused(monte_carlo("coin", &counts, &coin, Statistic::ChiSquare, 1, 1).err()), "{counts:?}");
    }
    assert!(monte_carlo("coin", &[5, 5], &coin, Statistic::ChiSquare, u64::MAX, 1).is_err());
}
