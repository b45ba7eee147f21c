//! Equations over GF(2).

/// Equations, each a sum of unknowns and its value, reduced so that each has a different last unknown.
pub(super) struct System {
    /// The equations, indexed by their last unknown.
    rows: Vec<Option<(Vec<u64>, Vec<u64>)>>,
    /// The number of words in a right side.
    right: usize,
    rank: usize,
}

/// Whether an added equation is new, follows from the others, or contradicts them.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Added {
    New,
    Redundant,
    Contradiction,
}

fn add(to: &mut [u64], from: &[u64]) {
    for (to, from) in to.iter_mut().zip(from) {
        *to ^= from;
    }
}

fn last(bits: &[u64]) -> Option<usize> {
    let i = bits.iter().rposition(|word| *word != 0)?;
    Some(64 * i + 63 - bits[i].leading_zeros() as usize)
}

impl System {
    /// A system without equations in this many unknowns; the right sides have `right` bits.
    pub(super) fn new(unknown: usize, right: usize) -> Self {
        Self {
            rows: vec![None; unknown],
            right: right.div_ceil(64),
            rank: 0,
        }
    }

    pub(super) const fn rank(&self) -> usize {
        self.rank
    }

    pub(super) fn add(&mut self, mut left: Vec<u64>, mut right: Vec<u64>) -> Added {
        while let Some(i) = last(&left) {
            if let Some(row) = &self.rows[i] {
                add(&mut left, &row.0);
                add(&mut right, &row.1);
            } else {
                self.rows[i] = Some((left, right));
                self.rank += 1;
                return Added::New;
            }
        }
        if right.iter().all(|word| *word == 0) {
            Added::Redundant
        } else {
            Added::Contradiction
        }
    }

    /// The values of the unknowns, with free unknowns set to 0.
    pub(super) fn solution(&self) -> Vec<Vec<u64>> {
        let mut solved: Vec<Vec<u64>> = Vec::with_capacity(self.rows.len());
        for (i, row) in self.rows.iter().enumerate() {
            let mut value = vec![0; self.right];
            if let Some((left, right)) = row {
                value.clone_from(right);
                for j in (0..i).filter(|j| left[j / 64] >> (j % 64) & 1 == 1) {
                    add(&mut value, &solved[j]);
                }
            }
            solved.push(value);
        }
        solved
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_system_is_solved_and_a_contradiction_noticed() {
        // x0 + x2 = 1, x1 + x2 = 0, x2 = 1
        let mut system = System::new(3, 1);
        for (left, right) in [(0b101, 1), (0b110, 0), (0b100, 1)] {
            assert_eq!(system.add(vec![left], vec![right]), Added::New);
        }
        assert_eq!(system.solution(), [[0], [1], [1]]);
        assert_eq!(system.add(vec![0b011], vec![1]), Added::Redundant);
        assert_eq!(system.add(vec![0b011], vec![0]), Added::Contradiction);
        assert_eq!(system.rank(), 3);
    }
}
