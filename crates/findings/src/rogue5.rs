//! Rogue 3.6 and 5.x: the cycles of their generator.
//!
//! 3.6 is run from every start, since only the low 15 bits of its seed count. For 5.x, the periods of the lowest bits are
//! counted.

use generators::rogue_lcg::{Rogue3, Rogue5};

use crate::claim::Conclusion;
use crate::prelude::*;

/// The number of states of 3.6, which are the low 15 bits of a seed.
const STATES: usize = 1 << 15;

/// The number of bits, in a word of 5.x, whose period is counted.
const COUNTED: u32 = 4;

/// The least period of a sequence that is at least twice as long as its longest possible period; all periods here are powers of
/// two.
fn period(sequence: &[u32]) -> usize {
    let periods = (0..usize::BITS)
        .map(|log| 1 << log)
        .take_while(|period| 2 * period <= sequence.len());
    let repeats = |&period: &usize| {
        sequence[period..]
            .iter()
            .zip(sequence)
            .all(|(later, earlier)| later == earlier)
    };
    periods.into_iter().find(repeats).unwrap_or(0)
}

fn bit(words: &[u32], bit: u32) -> Vec<u32> {
    words.iter().map(|word| word >> bit & 1).collect()
}

/// The number of rings on which the states of 3.6 lie.
fn rings() -> usize {
    let mut seen = vec![false; STATES];
    let mut rings = 0;
    for start in 0..STATES {
        rings += usize::from(!seen[start]);
        let mut game = Rogue3::new(start as i32);
        while !std::mem::replace(&mut seen[game.seed() as usize % STATES], true) {
            game.next_word();
        }
    }
    rings
}

impl RogueLcg {
    /// Computes everything about the generator.
    pub fn compute() -> Self {
        let (mut old, mut new) = (Rogue3::new(1), Rogue5::new(1));
        let words: Vec<u32> = (0..2 * STATES).map(|_| old.next_word()).collect();
        let tosses: Vec<i32> = {
            let mut game = Rogue3::new(1);
            (0..STATES).map(|_| game.rnd(2)).collect()
        };
        let high: Vec<u32> = (0..2 << (16 + COUNTED)).map(|_| new.next_word()).collect();
        let mut all = Self {
            claims: Vec::new(),
            rings: rings(),
            periods_of_3_6: (0..14).map(|k| period(&bit(&words, k))).collect(),
            periods_of_5: (0..COUNTED).map(|k| period(&bit(&high, k))).collect(),
        };
        let more = json!({
            "states": STATES,
            "period": period(&words),
            "heads": tosses.iter().filter(|&&toss| toss == 1).count(),
            "tosses": format!("{:?}", &tosses[..4]),
            "word": Rogue5::PERIOD,
            "shift": all.periods_of_5[0].ilog2(),
        });
        let filled = WORDS.beside(&all, more);
        let [old, new] = [
            all.periods_of_3_6[0] < STATES,
            all.periods_of_5[0] < u32::MAX as usize,
        ];
        all.claims = filled.claims([
            ("seeds", Conclusion::Refuted),
            ("coin-of-3-6", Conclusion::refined(old)),
            ("coin-of-5", Conclusion::refined(new)),
        ]);
        all
    }
}

document! {
    RogueLcg, RINGS, {
        /// The number of rings on which the states of 3.6 lie.
        rings: usize,
        /// The period of each bit in a word of 3.6, the lowest first.
        periods_of_3_6: Vec<usize>,
        /// The periods of the lowest bits in a word of 5.x.
        periods_of_5: Vec<usize>,
    }, |it| [it.blocks()]
}

impl RogueLcg {
    fn blocks(&self) -> Vec<Block> {
        let shown = rows(self.periods_of_3_6.iter().enumerate(), |(bit, &period)| {
            let new = self.periods_of_5.get(bit);
            let new = new.map_or_else(|| "not counted".into(), |&period| grouped(period as u64));
            [bit.to_string(), grouped(period as u64), new]
        });
        let more = json!({ "shown": shown });
        WORDS.beside(self, more).blocks("periods", [])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_period_is_the_least_and_there_may_be_none() {
        assert_eq!(period(&[1, 2, 1, 2, 1, 2, 1, 2]), 2);
        assert_eq!(period(&[5; 8]), 1);
        assert_eq!(period(&[1, 2, 3, 4, 5, 6, 7, 8]), 0);
    }
}
