//! The lowest bits of words, as unknowns over GF(2).

use core::ops::ControlFlow::{self, Break, Continue};

/// A linear form: the unknowns that it sums, a bit each, and at [`ONE`] a constant.
pub(super) type Form = u64;

/// The constant 1. The largest degree leaves one bit for it.
pub(super) const ONE: Form = 1 << 63;

/// The most unknowns.
const MOST: usize = 63;

/// The constraint that a carry puts on two lowest bits.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Carry {
    /// The lowest bits.
    pub(super) bits: [Form; 2],
    /// Whether both are 1; if not, at least one is 0.
    pub(super) both: bool,
}

/// Equations that cannot all hold.
#[derive(Debug)]
pub(super) struct Contradiction;

/// Why a search ended before all was tried.
#[derive(Debug)]
pub(super) enum End {
    /// The caller asked to stop.
    Enough,
    /// There were too many guesses without a solution.
    Spent,
}

/// How many guesses in a row may fail before the search is given up.
pub(super) const GUESSES: u32 = 1 << 15;

/// Linear equations. The row at place `i` has `i` as its highest unknown, and is 0.
#[derive(Clone, Debug)]
pub(super) struct Equations {
    rows: [Form; MOST],
    unknowns: usize,
}

impl Equations {
    /// Nothing is known yet.
    pub(super) const fn new(unknowns: usize) -> Self {
        Self {
            rows: [0; MOST],
            unknowns,
        }
    }

    /// The form as these equations leave it: two forms that are equal under them become the same.
    fn reduce(&self, mut form: Form) -> Form {
        let mut above = form & !ONE;
        while above != 0 {
            let unknown = above.ilog2();
            form ^= self.rows[unknown as usize];
            above = form & ((1 << unknown) - 1);
        }
        form
    }

    /// Adds the equation `form = 0`, and returns whether it said anything new.
    fn vanish(&mut self, form: Form) -> Result<bool, Contradiction> {
        let form = self.reduce(form);
        match form & !ONE {
            0 if form == ONE => Err(Contradiction),
            0 => Ok(false),
            unknowns => {
                self.rows[unknowns.ilog2() as usize] = form;
                Ok(true)
            }
        }
    }

    /// Adds all equations that follow from the carries one by one, until there is no new one.
    fn propagate(&mut self, carries: &[Carry]) -> Result<(), Contradiction> {
        loop {
            let mut new = false;
            for carry in carries {
                let [older, newer] = carry.bits;
                if carry.both {
                    new |= self.vanish(older ^ ONE)? | self.vanish(newer ^ ONE)?;
                } else {
                    let (f, g) = (self.reduce(older), self.reduce(newer));
                    if f == ONE {
                        new |= self.vanish(g)?;
                    } else if g == ONE {
                        new |= self.vanish(f)?;
                    }
                }
            }
            if !new {
                return Ok(());
            }
        }
    }

    /// A form that is still open, preferably of a carry that is not yet explained.
    fn open(&self, carries: &[Carry]) -> Option<Form> {
        let unexplained = |carry: &Carry| {
            let [f, g] = carry.bits.map(|bit| self.reduce(bit));
            (f != 0 && g != 0 && f ^ g != ONE).then_some(f)
        };
        let mut free = (0..self.unknowns).filter(|&i| self.rows[i] == 0);
        carries
            .iter()
            .filter(|carry| !carry.both)
            .find_map(unexplained)
            .or_else(|| free.next().map(|i| 1 << i))
    }

    /// Calls `found` with every solution, a bit for each unknown. It answers whether to go on, or `None` if the solution
    /// turns out to be wrong.
    pub(super) fn solve(
        self,
        carries: &[Carry],
        found: &mut dyn FnMut(u64) -> Option<ControlFlow<()>>,
    ) -> Result<(), End> {
        self.search(carries, &mut { GUESSES }, found)
    }

    fn search(
        mut self,
        carries: &[Carry],
        guesses: &mut u32,
        found: &mut dyn FnMut(u64) -> Option<ControlFlow<()>>,
    ) -> Result<(), End> {
        if self.propagate(carries).is_err() {
            return Ok(());
        }
        let Some(open) = self.open(carries) else {
            let value = |i: usize| u64::from(self.reduce(1 << i) == ONE) << i;
            match found((0..self.unknowns).map(value).sum()) {
                None => {}
                Some(Continue(())) => *guesses = GUESSES,
                Some(Break(())) => return Err(End::Enough),
            }
            return Ok(());
        };
        for value in [ONE, 0] {
            *guesses = guesses.checked_sub(1).ok_or(End::Spent)?;
            let mut tried = self.clone();
            if tried.vanish(open ^ value).is_ok() {
                tried.search(carries, guesses, found)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Constraints: not both the first and the second unknown are 1, not both the third and the fourth, and so on.
    fn pairs<const N: usize>() -> [Carry; N] {
        core::array::from_fn(|i| Carry {
            bits: [1 << (2 * i), 1 << (2 * i + 1)],
            both: false,
        })
    }

    #[test]
    fn every_solution_is_found_however_many_there_are() {
        let mut solutions = 0u32;
        let done = Equations::new(22).solve(&pairs::<11>(), &mut |low_bits| {
            assert_eq!(low_bits & low_bits >> 1 & 0x15_5555, 0, "{low_bits:b}");
            solutions += 1;
            Some(Continue(()))
        });
        assert!(done.is_ok());
        assert_eq!(solutions, 3u32.pow(11));
        assert!(solutions > GUESSES);
    }

    #[test]
    fn a_search_that_finds_nothing_ends() {
        let done = Equations::new(40).solve(&pairs::<20>(), &mut |_| None);
        assert!(matches!(done, Err(End::Spent)));
        // No two values of the last two unknowns fit, which shows only after the guesses for all others.
        let [x, y] = [1 << 40, 1 << 41];
        let never = [[x, y], [x ^ ONE, y], [x, y ^ ONE], [x ^ ONE, y ^ ONE]]
            .map(|bits| Carry { bits, both: false });
        let mut carries = [Carry::default(); 24];
        carries[..20].copy_from_slice(&pairs::<20>());
        carries[20..].copy_from_slice(&never);
        let done = Equations::new(42).solve(&carries, &mut |_| unreachable!());
        assert!(matches!(done, Err(End::Spent)));
        let done = Equations::new(42).solve(&never, &mut |_| unreachable!());
        assert!(done.is_ok(), "few guesses are enough here");
    }

    #[test]
    fn a_search_stops_when_asked_to() {
        let mut solutions = 0;
        let done = Equations::new(22).solve(&pairs::<11>(), &mut |_| {
            solutions += 1;
            Some(if solutions == 5 {
                Break(())
            } else {
                Continue(())
            })
        });
        assert!(matches!(done, Err(End::Enough)) && solutions == 5);
    }
}
