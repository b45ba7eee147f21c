//! Two traces are compared in memory that does not grow with their length.

use std::io::{self, Read};

use allocation_counter::measure;
use roguelab_lockstep::diverge::compare;

/// A trace of this many equal draws, made while it is read.
struct Draws {
    left: u64,
    at: usize,
}

impl Read for Draws {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        const LINE: &[u8] = b"get_rand 1 100 1592965215 11\n";
        let mut count = 0;
        while count < buffer.len() && self.left > 0 {
            let part = (LINE.len() - self.at).min(buffer.len() - count);
            buffer[count..count + part].copy_from_slice(&LINE[self.at..self.at + part]);
            count += part;
            self.at = (self.at + part) % LINE.len();
            self.left -= u64::from(self.at == 0);
        }
        Ok(count)
    }
}

/// Compares two traces of this many draws, and returns the most bytes held at once.
fn peak(draws: u64) -> u64 {
    let held = measure(|| {
        let [a, b] = [Draws { left: draws, at: 0 }, Draws { left: draws, at: 0 }];
        let found = compare(a, b).unwrap();
        assert!(found.divergence.is_none());
        assert_eq!(found.agreed, draws);
    });
    held.bytes_max
}

#[test]
fn memory_does_not_grow_with_the_traces() {
    let peaks = [10_000, 100_000, 1_000_000].map(peak);
    assert!(peaks[0] > 0);
    assert!(peaks.iter().all(|&peak| peak == peaks[0]), "{peaks:?}");
}
