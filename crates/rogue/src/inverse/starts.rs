//! When a game starts: its seed is the time in seconds, so it comes again every 32,768 seconds.

use alloc::vec::Vec;

use crate::atlas::GAMES;

/// The seconds from one start of a game to the next.
const ROUND: i64 = GAMES as i64;

/// Every time from `from` to `to`, both included, whose game is one of these residues, in order. Times are seconds since 1970;
/// the game converts them to `int`, which does not change their low 15 bits.
pub fn starts(residues: &[u16], from: i64, to: i64) -> impl Iterator<Item = i64> {
    let residues = sorted(residues);
    let last = if residues.is_empty() {
        i64::MIN
    } else {
        to.div_euclid(ROUND)
    };
    let times = move |round| {
        residues
            .clone()
            .into_iter()
            .map(move |residue| round * ROUND + i64::from(residue))
    };
    (from.div_euclid(ROUND)..=last)
        .flat_map(times)
        .filter(move |time| (from..=to).contains(time))
}

/// How many such times there are, at most `u64::MAX`: see [`starts`].
pub fn count_starts(residues: &[u16], from: i64, to: i64) -> u64 {
    // Whole rounds up to and including a time, counted from the residue.
    let up_to = |time: i128, residue: u16| (time - i128::from(residue)).div_euclid(ROUND.into());
    let each = |residue| up_to(to.into(), residue) - up_to(i128::from(from) - 1, residue);
    let count: i128 = sorted(residues)
        .into_iter()
        .map(each)
        .filter(|&count| count > 0)
        .sum();
    u64::try_from(count).unwrap_or(u64::MAX)
}

/// The residues of games, each once.
fn sorted(residues: &[u16]) -> Vec<u16> {
    let mut residues: Vec<u16> = residues
        .iter()
        .copied()
        .filter(|&residue| usize::from(residue) < GAMES)
        .collect();
    residues.sort_unstable();
    residues.dedup();
    residues
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_times_are_those_whose_low_bits_are_the_residue() {
        let residues = [32767, 5, 5, 100, 32768, u16::MAX];
        for (from, to) in [
            (-70_000, 70_000),
            (5, 5),
            (6, 99),
            (100, 32_767),
            (32_768, 32_772),
            (9, 3),
        ] {
            let naive: Vec<i64> = (from..=to)
                .filter(|time| residues.contains(&((time & 0x7fff) as u16)))
                .collect();
            assert_eq!(
                starts(&residues, from, to).collect::<Vec<_>>(),
                naive,
                "{from} to {to}"
            );
            assert_eq!(count_starts(&residues, from, to), naive.len() as u64);
        }
    }

    #[test]
    fn the_first_and_last_times_do_not_overflow() {
        assert_eq!(starts(&[0, 7], i64::MIN, i64::MAX).next(), Some(i64::MIN));
        assert_eq!(
            starts(&[7, 32767], i64::MAX - 5, i64::MAX).collect::<Vec<_>>(),
            [i64::MAX]
        );
        assert_eq!(count_starts(&[0], i64::MIN, i64::MAX), 1 << 49);
        let all: Vec<u16> = (0..GAMES as u16).collect();
        assert_eq!(
            count_starts(&all, i64::MIN, i64::MAX),
            u64::MAX,
            "one more does not fit"
        );
        assert_eq!(count_starts(&all, i64::MIN + 1, i64::MAX), u64::MAX);
        assert_eq!(count_starts(&all, i64::MIN + 2, i64::MAX), u64::MAX - 1);
        assert_eq!(starts(&[], i64::MIN, i64::MAX).next(), None);
    }
}
