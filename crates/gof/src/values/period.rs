//! Periods: whether a piece of the stream comes again.
//!
//! The test keeps a piece that a fair source would not repeat in its lifetime: long enough that there are at least `2^128` such
//! pieces. Every later place is compared with it, by the algorithm of Knuth, Morris and Pratt. One piece is the stream's first:
//! that finds a period as soon as a piece of it has come twice. Another is taken whenever the stream has doubled: that finds a
//! period that begins later, once the stream is three times as long as what comes before it, one period and a piece.
//!
//! The items of the place are independent of those kept, so they are equal with a chance of one in the number of possible
//! pieces: two pieces and `n` places have one in common with a chance of at most `2 n` times that. That is the p-value when one
//! is found; before, it is 1. Sources: Brent, *An improved Monte Carlo factorization algorithm*, BIT 20, 1980, 2, for the
//! doubling; Knuth, Morris and Pratt, SIAM Journal on Computing 6, 1977.

use crate::test::check_enough;
use crate::{Error, Outcome, PValue, Reference, Tail, Test};

/// A piece has at least this many bits.
const BITS: f64 = 128.0;

/// A piece has at most this many items.
const LONGEST: f64 = 65_536.0;

/// Looks for a piece that comes again.
pub struct Period {
    /// The bits of an item: two items are equal with a chance of `2^-bits`.
    bits: f64,
    /// How many items a piece has.
    length: usize,
    first: Piece,
    latest: Piece,
    items: u64,
    found: Option<Found>,
}

#[derive(Clone, Copy)]
struct Found {
    /// Where the piece that comes again began.
    start: u64,
    /// Where it comes again.
    again: u64,
}

struct Piece {
    /// After how many items the piece begins.
    start: u64,
    items: Vec<u32>,
    /// For each beginning of the piece, by length: the length of the longest shorter beginning with which it ends.
    back: Vec<usize>,
    /// How many items of the piece match the end of the stream.
    seen: usize,
}

impl Piece {
    const fn starting(start: u64) -> Self {
        Self {
            start,
            items: Vec::new(),
            back: Vec::new(),
            seen: 0,
        }
    }

    /// The length of the longest beginning with which `seen` items of the piece followed by `item` end.
    fn follow(&self, mut seen: usize, item: u32) -> usize {
        loop {
            if self.items[seen] == item {
                return seen + 1;
            } else if seen == 0 {
                return 0;
            }
            seen = self.back[seen - 1];
        }
    }

    /// Takes an item, and returns whether the piece ends with it, for the second time.
    #[inline]
    fn ends(&mut self, item: u32, length: usize) -> bool {
        if self.items.len() < length {
            let back = if self.items.is_empty() {
                0
            } else {
                self.follow(self.back[self.items.len() - 1], item)
            };
            self.items.push(item);
            self.back.push(back);
            return false;
        }
        self.seen = self.follow(self.seen, item);
        self.seen == length
    }
}

impl Period {
    /// The test for items of this many bits: two items are equal with a chance of `2^-bits`.
    ///
    /// # Errors
    /// [`Error::NothingToTest`] if that is so few that a piece would have more than 65,536 items.
    pub fn new(bits: f64) -> Result<Self, Error> {
        let length = (BITS / bits).ceil();
        if !(1.0..=LONGEST).contains(&length) {
            return Err(Error::NothingToTest("nearly all items are equal"));
        }
        let length = length as usize;
        Ok(Self {
            bits,
            length,
            first: Piece::starting(0),
            // Until the stream is twice as long as a piece, this is the first one.
            latest: Piece::starting(0),
            items: 0,
            found: None,
        })
    }
}

impl Test<u32> for Period {
    fn name(&self) -> &'static str {
        "period"
    }

    fn null(&self) -> String {
        format!(
            "items are independent and uniform: no {} of them come again in the same order",
            self.length
        )
    }

    #[inline]
    fn push(&mut self, item: &u32) {
        self.items += 1;
        if self.found.is_some() {
            return;
        }
        if self.items > 2 * self.latest.start.max(self.length as u64) {
            self.latest = Piece::starting(self.items - 1);
        }
        let again = self.items.saturating_sub(self.length as u64);
        if self.first.ends(*item, self.length) {
            self.found = Some(Found { start: 0, again });
        } else if self.latest.ends(*item, self.length) {
            self.found = Some(Found {
                start: self.latest.start,
                again,
            });
        }
    }

    fn items(&self) -> u64 {
        self.items
    }

    /// The length of a piece, twice.
    fn needed(&self) -> u64 {
        2 * self.length as u64
    }

    fn worst(&self) -> Option<String> {
        let Found { start, again } = self.found?;
        let length = self.length;
        Some(format!(
            "items {} to {} come again {} later",
            start + 1,
            start + length as u64,
            again - start
        ))
    }

    /// The statistic is how many items later a piece came again; zero if none did.
    fn outcome(&self) -> Result<Outcome, Error> {
        check_enough(self.items, self.needed())?;
        let (statistic, upper) =
            self.found
                .map_or((0.0, Tail::new(1.0)), |Found { start, again }| {
                    let places = (2 * (again + self.length as u64)) as f64;
                    let ln = places.ln() - self.length as f64 * self.bits * std::f64::consts::LN_2;
                    ((again - start) as f64, Tail::from_ln(ln))
                });
        let mean = 2.0 * self.items as f64 * (-(self.length as f64) * self.bits).exp2();
        let p = PValue::new(Tail::new(1.0), upper);
        Ok(Outcome {
            test: "period",
            items: self.items,
            statistic,
            reference: Reference::Poisson { mean },
            p,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fair::{Rng, fair};

    /// After how many items a stream with this period is caught, if the period begins after `before` other items.
    fn caught(bits: u32, before: u64, period: usize) -> (u64, Option<String>) {
        let mut random = fair(5);
        let mut item = || random.next_u32() >> (32 - bits);
        let cycle: Vec<u32> = (0..period).map(|_| item()).collect();
        let mut test = Period::new(bits.into()).unwrap();
        (0..before).for_each(|_| test.push(&item()));
        let place = (0..4 * (period as u64 + before) + 1000).find(|place| {
            test.push(&cycle[*place as usize % period]);
            test.items() >= test.needed() && test.outcome().unwrap().p.upper().value() < 1e-20
        });
        let later = format!(" {} later", test.outcome().unwrap().statistic);
        assert!(test.worst().unwrap().ends_with(&later), "{later}");
        (before + place.unwrap() + 1, test.worst())
    }

    #[test]
    fn a_period_is_found_when_it_has_come_twice() {
        for (bits, period) in [
            (1, 131_071),
            (1, 1000),
            (3, 5000),
            (8, 257),
            (1, 7),
            (16, 9),
        ] {
            let length = 128_u64.div_ceil(u64::from(bits));
            let (at, worst) = caught(bits, 0, period);
            assert!(
                at <= 2 * (period as u64).max(length) + length,
                "{bits} bits, period {period}: {at}"
            );
            let worst = worst.unwrap();
            let later: u64 = worst.split(' ').rev().nth(1).unwrap().parse().unwrap();
            assert!(later.is_multiple_of(period as u64), "{worst}");
            assert!(
                later == period as u64 || period < 2 * length as usize,
                "{worst}"
            );
        }
    }

    #[test]
    fn a_period_that_begins_late_is_found() {
        // A piece begins whenever the stream is twice as long as before the last one. It comes again if it is part of the
        // period, and the stream is long enough for one period and one piece of 64 items.
        for (before, piece) in [
            (65, "2049 to 2112"),
            (500, "2049 to 2112"),
            (1100, "2049 to 2112"),
            (3000, "4097 to 4160"),
        ] {
            let (at, worst) = caught(2, before, 1000);
            assert!(worst.unwrap().contains(piece));
            assert!(
                at <= 2 * before.max(1064) + 2 + 1064,
                "after {before}: {at}"
            );
        }
    }

    #[test]
    fn the_p_value_counts_two_pieces_at_every_place() {
        // 16 items of 8 bits are a piece of 128 bits. It comes again after 20 items, and is complete after 36.
        let mut test = Period::new(8.0).unwrap();
        (0..100).for_each(|item| test.push(&(item % 20)));
        let outcome = test.outcome().unwrap();
        assert_eq!((test.needed(), outcome.statistic), (32, 20.0));
        assert!(Period::new(0.0).is_err());
        let least = 2_f64.powi(-128);
        assert!((outcome.p.upper().value() / least - 72.0).abs() < 1e-6);
        let Reference::Poisson { mean } = outcome.reference else {
            panic!("the reference is a Poisson distribution");
        };
        assert!((mean / least - 200.0).abs() < 1e-6);
    }

    #[test]
    fn a_piece_is_found_wherever_it_comes() {
        // Compares with a naive search, for a piece whose parts resemble each other.
        let mut random = fair(6);
        for _ in 0..300 {
            let length = 1 + (random.next_u32() % 6) as usize;
            let stream: Vec<u32> = (0..200).map(|_| random.next_u32() & 1).collect();
            let mut piece = Piece::starting(0);
            for end in 0..stream.len() {
                let naive =
                    end >= 2 * length - 1 && stream[end + 1 - length..=end] == stream[..length];
                assert_eq!(
                    piece.ends(stream[end], length),
                    naive,
                    "{length}, {end}: {stream:?}"
                );
                if naive {
                    break;
                }
            }
        }
    }
}
