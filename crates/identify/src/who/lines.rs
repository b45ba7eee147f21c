//! Numbers from several known seeds, such as a deck for each of four seeds.

use super::{
    Answer, Candidates, Derivation, Found, Next, Options, Parameters, Search, Tried, Why, catalogue,
};
use crate::convention::{Convention, Tape, ones};
use crate::evidence::Evidence;
use crate::numbers::Numbers;
use generators::catalogue::{Generator, Structure};

/// Searches for what makes, from each of these seeds, the numbers given with it, starting at the first output. The numbers can
/// be read in several ways, the same for all seeds. Returns the index of the reading, and what was found.
pub fn who_of_seeds(lines: &[(i128, Vec<Numbers>)], options: Options<'_>) -> (usize, Found) {
    let readings = lines.iter().map(|(_, each)| each.len()).min().unwrap_or(0);
    let mut found = Found::default();
    let is_negative = lines.iter().any(|(seed, _)| *seed < 0);
    // Count all that could be tried, whether before or after the answer.
    let mut tries = 0;
    for row in catalogue::all() {
        tries += (readings * treatments(row, is_negative).len()) as u64;
    }
    for reading in 0..readings {
        let of_reading: Vec<(i128, &Numbers)> = lines
            .iter()
            .map(|(seed, each)| (*seed, &each[reading]))
            .collect();
        let most = information(&of_reading);
        for row in catalogue::all() {
            let conventions = match of_reading.first() {
                Some((_, numbers)) if options.includes(row.key) => {
                    Search::new(numbers, options).conventions_for(row)
                }
                _ => Vec::new(),
            };
            for &negative in treatments(row, is_negative) {
                for &convention in &conventions {
                    let Some(mut bits) = all_made(row, &of_reading, convention, negative) else {
                        continue;
                    };
                    for (bits, most) in bits.iter_mut().zip(&most) {
                        *bits = bits.min(*most);
                    }
                    let count = bits.len();
                    // The seed is given, so no number is used up in finding it.
                    let tried = tries * conventions.len() as u64;
                    let evidence = Evidence::new(&vec![true; count], &bits, 0.0, tried);
                    if evidence.is_enough() {
                        let answer = answer_for(row, convention, evidence, options);
                        found.answers.push(answer);
                        return (reading, found);
                    }
                    let each = bits.first().copied().unwrap_or(0.0);
                    found.too_few = found.too_few.max(evidence.missing(each));
                }
            }
        }
    }
    found.tried.push(Tried {
        candidates: Candidates::SeedsOfLines,
        log2_count: 0.0,
        exhaustive: false,
        conventions: Vec::new(),
    });
    (0, found)
}

/// How a generator treats a negative seed.
#[derive(Clone, Copy, PartialEq)]
enum Negative {
    /// As the word that it is in two's complement.
    Word,
    /// As its remainder by the modulus of a multiplicative generator minus one, as JavaScript copies of Park and Miller's do.
    Remainder,
}

/// How a row may treat the seeds.
const fn treatments(row: &Generator, is_negative: bool) -> &'static [Negative] {
    if is_negative && modulus(row).is_some() {
        &[Negative::Word, Negative::Remainder]
    } else {
        &[Negative::Word]
    }
}

/// The most bits that each number has: the numbers of several seeds may resemble each other as much as those of one.
fn information(lines: &[(i128, &Numbers)]) -> Vec<f64> {
    let (mut words, mut fractions, mut bounded, mut width) =
        (Vec::new(), Vec::new(), Vec::new(), 0);
    for (_, numbers) in lines {
        match numbers {
            Numbers::Words { bits, values } => {
                width = width.max(*bits);
                words.extend(values);
            }
            Numbers::Fractions(values) | Numbers::Points(values) => fractions.extend(values),
            Numbers::Bounded(values) => bounded.extend(values),
            Numbers::Stepped(_) => {}
        }
    }
    // All lines have the same form.
    let all = match (words.is_empty(), fractions.is_empty()) {
        (false, _) => Numbers::Words {
            bits: width,
            values: words,
        },
        (_, false) => Numbers::Fractions(fractions),
        _ => Numbers::Bounded(bounded),
    };
    // How alike a few numbers below small bounds are can only be judged from all seeds together.
    if matches!(all, Numbers::Bounded(_)) {
        return all.information();
    }
    let each = lines.iter().flat_map(|(_, numbers)| numbers.information());
    each.zip(all.information())
        .map(|(one, of_all)| one.min(of_all))
        .collect()
}

/// The modulus of a multiplicative generator.
const fn modulus(row: &Generator) -> Option<u128> {
    match row.structure {
        Structure::Congruential {
            increment: 0,
            modulus,
            ..
        } => Some(modulus),
        _ => None,
    }
}

/// The bits that each number of each seed has by its convention, if all numbers are made that way.
fn all_made(
    row: &Generator,
    lines: &[(i128, &Numbers)],
    convention: Convention,
    negative: Negative,
) -> Option<Vec<f64>> {
    let (mut bits, mut seen) = (Vec::new(), Vec::new());
    for &(given, numbers) in lines {
        let seed = match (negative, modulus(row)) {
            (Negative::Remainder, Some(modulus)) => given.rem_euclid(modulus as i128 - 1) as u64,
            _ => row
                .taken(given)
                .unwrap_or(given as u64 & ones(row.seed_bits)),
        };
        if seed >= row.seeds() {
            return None;
        }
        let mut tape = Tape::new((row.seeded)(seed));
        if convention.matched(numbers, &mut tape, 0, usize::MAX) < numbers.len() {
            return None;
        }
        // What one seed gives twice is evidence once.
        let is_new = !seen.contains(&seed);
        seen.push(seed);
        for i in 0..numbers.len() {
            bits.push(if is_new {
                convention.information(numbers, i)
            } else {
                0.0
            });
        }
    }
    Some(bits)
}

fn answer_for(
    row: &Generator,
    convention: Convention,
    evidence: Evidence,
    options: Options<'_>,
) -> Answer {
    Answer {
        parameters: Some(Parameters::SeedsOfLines),
        derivation: Some(Derivation::Converted(vec![convention])),
        previous: why_none(options.previous),
        next: why_none(options.next),
        ..Answer::new(row.key, row.about, evidence)
    }
}

/// Numbers around the given ones, if this many are wanted.
const fn why_none(count: usize) -> Next {
    match count {
        0 => Ok(Vec::new()),
        _ => Err(Why::SeveralSeeds),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reading;

    fn deck(letters: &str) -> Vec<Numbers> {
        let cards: Vec<u64> = letters
            .bytes()
            .map(|letter| u64::from(letter - b'A'))
            .collect();
        let readings = reading::of_deck(&cards).unwrap();
        readings
            .into_iter()
            .map(|reading| reading.numbers)
            .collect()
    }

    /// The shuffles in the specification of `XForms` are named, and with one deck exchanged they are not.
    #[test]
    fn decks_of_several_seeds_are_named_if_all_are_right() {
        let decks = [
            (42, "BDFECA"),
            (-42, "EDACBF"),
            (1, "ECBDFA"),
            (11_111_111, "ADBCEF"),
        ];
        let mut lines = decks.map(|(seed, letters)| (seed, deck(letters)));
        let (reading, found) = who_of_seeds(&lines, Options::default());
        assert_eq!((reading, &*found.answers[0].generator), (0, "minstd-16807"));
        lines[3].1 = deck("ADBCFE");
        assert_eq!(who_of_seeds(&lines, Options::default()).1.answers, []);
    }

    #[test]
    fn numbers_that_are_alike_for_all_seeds_are_no_evidence() {
        let lines: Vec<(i128, Numbers)> = (0..40)
            .map(|seed| (seed, Numbers::words(vec![1_000_000 + seed as u64])))
            .collect();
        let lines: Vec<(i128, &Numbers)> = lines.iter().map(|(seed, one)| (*seed, one)).collect();
        assert!(information(&lines).iter().all(|bits| *bits < 1e-9));
    }
}
