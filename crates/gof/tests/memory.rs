//! A test keeps no more of a long stream than of a short one.

use allocation_counter::measure;
use roguelab_gof::Test;
use roguelab_gof::words::permutation::Permutation;
use roguelab_gof::words::{Bits, Classified};

/// Runs Knuth's permutation test on this many words, in blocks of a thousand, and returns the most bytes held at once.
fn peak(words: u64) -> u64 {
    let held = measure(|| {
        let bits = Bits::top(32, 32).unwrap();
        let mut test =
            Classified::new("permutation", bits, Permutation::<6>::new(1 << 32).unwrap()).unwrap();
        let (mut word, mut block) = (1u64, [0u64; 1000]);
        for _ in 0..words / 1000 {
            block.fill_with(|| {
                word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                word >> 32
            });
            test.push_all(&block);
        }
        assert_eq!(test.outcome().unwrap().items, words / 6);
    });
    held.bytes_max
}

#[test]
fn memory_does_not_grow_with_the_stream() {
    let peaks = [60_000, 600_000, 6_000_000].map(peak);
    assert!(peaks[2] > 0);
    // For the shortest stream, the tail of the outcome takes the most memory.
    assert!(peaks[0] >= peaks[1] && peaks[1] == peaks[2], "{peaks:?}");
}
