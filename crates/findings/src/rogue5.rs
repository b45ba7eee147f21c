//! Rogue 3.6 and 5.x: the cycles of their generator.
//!
//! 3.6 is run from every start, since only the low 15 bits of its seed count. For 5.x, the periods of the lowest bits are
//! counted.

use generators::rogue_lcg::{Rogue3, Rogue5};

use crate::claim::{Conclusion, Mark, values};
use crate::prelude::*;

/// The number of states of 3.6, which are the low 15 bits of a seed.
const STATES: usize = 1 << 15;

/// The number of bits, in a word of 5.x, whose period is counted.
const COUNTED: u32 = 4;

/// The least period of a sequence that is at least twice as long as its longest possible period; all periods here are powers of
/// two.
fn period(sequence: &[u32]) -> usize {
    let mut period = 1;
    while 2 * period <= sequence.len() {
        if sequence[period..] == sequence[..sequence.len() - period] {
            return period;
        }
        period *= 2;
    }
    0
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

/// Everything that is computed about the generator.
#[derive(Serialize)]
pub struct RogueLcg {
    /// What we say of the generator.
    pub claims: Vec<Claim>,
    /// The number of rings on which the states of 3.6 lie.
    pub rings: usize,
    /// The period of each bit in a word of 3.6, the lowest first.
    pub periods_of_3_6: Vec<usize>,
    /// The periods of the lowest bits in a word of 5.x.
    pub periods_of_5: Vec<usize>,
}

impl RogueLcg {
    /// Computes everything about the generator.
    pub fn compute() -> Self {
        let (mut old, mut new) = (Rogue3::new(1), Rogue5::new(1));
        let words: Vec<u32> = (0..2 * STATES).map(|_| old.next_word()).collect();
        let high: Vec<u32> = (0..2 << (16 + COUNTED)).map(|_| new.next_word()).collect();
        let mut all = Self {
            claims: Vec::new(),
            rings: rings(),
            periods_of_3_6: (0..14).map(|k| period(&bit(&words, k))).collect(),
            periods_of_5: (0..COUNTED).map(|k| period(&bit(&high, k))).collect(),
        };
        let period_of_words = grouped(period(&words) as u64);
        all.claims = vec![
            all.seeds(&period_of_words),
            all.coin_of_3_6(&period_of_words),
            all.coin_of_5(),
        ];
        all
    }

    fn seeds(&self, period: &str) -> Claim {
        let states = grouped(STATES as u64);
        let rings = self.rings;
        Claim {
            id: "seeds",
            claim: "A game of Rogue 3.6 depends on all 32 bits of its seed.",
            verdict: Conclusion::Refuted,
            mark: Mark::Counted,
            on: format!("all {states} states, each of them a game"),
            finding: format!(
                "Its words are bits 1 to 14 of the seed, and those depend on the low 15 bits only: {states} games. All states lie \
                 on {rings} ring, so each game is the same sequence of {period} words, begun at another place."
            ),
            reproduce: "cargo test -p roguelab-generators --lib rogue_lcg",
            values: values([
                ("games", &states),
                ("states", &states),
                ("rings", &rings),
                ("period", &period),
            ]),
        }
    }

    fn coin_of_3_6(&self, words: &str) -> Claim {
        let mut game = Rogue3::new(1);
        let all_tosses: Vec<i32> = (0..STATES).map(|_| game.rnd(2)).collect();
        let heads = all_tosses.iter().filter(|&&toss| toss == 1).count();
        let heads = grouped(heads as u64);
        let tosses = format!("{:?}", &all_tosses[..4]);
        let period = grouped(STATES as u64);
        let coin = self.periods_of_3_6[0];
        Claim {
            id: "coin-of-3-6",
            claim: "rnd(2) is a fair coin in Rogue 3.6.",
            verdict: Conclusion::refined_if(coin < STATES),
            mark: Mark::Counted,
            on: format!("a whole period of {period} tosses, which every game is part of"),
            finding: format!(
                "Each side comes {heads} times, but the sequence repeats after {coin} tosses: every seed gives {tosses} over and \
                 over, begun at another place. A word itself repeats after {words}."
            ),
            reproduce: "cargo test -p roguelab-generators --lib rogue_lcg",
            values: values([
                ("heads", &heads),
                ("period", &period),
                ("coin", &coin),
                ("tosses", &tosses),
                ("words", &words),
            ]),
        }
    }

    fn coin_of_5(&self) -> Claim {
        let [coin, four] = [self.periods_of_5[0], self.periods_of_5[1]];
        let shift = coin.ilog2();
        let verdict = Conclusion::refined_if(coin < u32::MAX as usize);
        let [coin, four, word] = [coin as u64, four as u64, Rogue5::PERIOD].map(grouped);
        Claim {
            id: "coin-of-5",
            claim: "Rogue 5.x corrects this: it takes the high 16 bits of the seed.",
            verdict,
            mark: Mark::Exact,
            on: String::new(),
            finding: format!(
                "rnd(2) repeats after {coin} draws, rnd(4) after {four}, and the whole word only after {word}: bit k of a word has \
                 period 2^(k + {shift})."
            ),
            reproduce: "cargo test -p roguelab-generators --lib rogue_lcg",
            values: values([
                ("coin", &coin),
                ("four", &four),
                ("word", &word),
                ("shift", &shift),
            ]),
        }
    }
}

impl Document for RogueLcg {
    fn about(&self) -> About {
        About {
            number: "005",
            name: "the generator of Rogue 3.6 and 5.x (a subject of ours, not one of the five documents)",
            page: "rogue5.html",
            short: "Rogue 3.6 and 5.x",
            source: None,
        }
    }

    fn claims(&self) -> &[Claim] {
        &self.claims
    }

    fn sections(&self) -> Vec<Section> {
        let rings = text(
            "The generator steps seed = 11109 * seed + 13849 modulo 2^32. Its multiplier is 1 modulo 4 and its increment odd, so by \
             Hull and Dobell (1962) every power of two that divides the modulus has full period: bit k of the seed repeats after \
             2^(k + 1) steps.",
        );
        vec![Section::new(
            "The rings of the generator of Rogue 3.6 and 5.x",
            vec![rings],
        )]
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
