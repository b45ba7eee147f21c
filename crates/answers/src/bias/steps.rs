//! A shuffle that is written as swaps, such as `for i in n-1..1: j = draw(i + 1); swap i, j`.
//!
//! The places of a swap are rules of words of their own, or of `draw(k)`, a fair number below k. All arrangements are followed.

mod pasted;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::atomic::Ordering;

use exact::BigRational;
use exact::rational::{ratio, whole};
use exact::shuffles::{Arrangements, Swap};
use scan::Rule;

use super::error::{BiasError, Result};
use super::several::{Joined, Known};
use super::{Work, count_part};
use crate::rule::{KnownOfRule, RuleReading, read_rule};

/// The most swaps that are followed.
const MAX_SWAPS: usize = 100;

/// The most values of all draws of a swap together.
const MAX_WAYS: i64 = 1 << 16;

/// The longest text of a value, in which the values of names stand in full.
const MAX_TEXT: usize = 1000;

/// More bits than any draw has.
const DRAW_BITS: u32 = 20;

/// Why a text is not a shuffle. `Display` says it.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum StepsError {
    /// The head of a loop has another form.
    Head(String),
    /// A statement is neither a swap nor gives a name a value.
    Statement(String),
    /// An end of a loop or the bound of a draw is not a number.
    Number(String),
    /// A word or what was drawn for a name is used twice.
    Shared(String, String),
    /// It has both words and fair draws.
    Mixed,
    /// A card would be swapped with a place that the deck does not have.
    Outside {
        /// The swap, with its numbers.
        swap: String,
        /// The place.
        place: i64,
        /// How many cards there are.
        cards: usize,
    },
    /// A value of names that stand for values is too long.
    TooLong(String),
    /// There are too many swaps.
    TooMany,
    /// It is not said how many cards there are.
    NoCards,
}

impl fmt::Display for StepsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Head(head) => write!(
                f,
                "`{head}` is not a loop that is read: write `for i in n-1..1: swap i, draw(i + 1)`, with both ends included, or paste one \
                 that does nothing but swap entries of a list"
            ),
            Self::Statement(text) => write!(
                f,
                "`{text}` is no step of a shuffle: there are `swap PLACE, PLACE` and `j = VALUE`, with ; between them"
            ),
            Self::Number(text) => write!(
                f,
                "`{text}` is not a known number: loops have fixed ends, and draw(k) a fixed k from 1 on"
            ),
            Self::Shared(swap, name) => write!(
                f,
                "`{swap}`: {name} is used twice, but each place of each swap needs draws of its own, such as w0 and w1"
            ),
            Self::Mixed => f.write_str("a shuffle has words or fair draws, not both"),
            Self::Outside { swap, place, cards } => write!(
                f,
                "`{swap}` can give the place {place}, but the places of {cards} cards are 0 to {}",
                cards - 1
            ),
            Self::TooMany => write!(
                f,
                "a shuffle has at most {MAX_SWAPS} swaps, and ten draws in a turn of its loop"
            ),
            Self::TooLong(statement) => write!(
                f,
                "`{statement}`: its values are longer than {MAX_TEXT} characters in full"
            ),
            Self::NoCards => f.write_str("a shuffle needs -n N: how many cards"),
        }
    }
}

impl From<StepsError> for BiasError {
    fn from(error: StepsError) -> Self {
        Self::Steps(error)
    }
}

/// Whether a text would be a shuffle.
pub(super) fn looks_like_steps(text: &str) -> bool {
    let text = pasted::strip_function(text.trim());
    ["for ", "for(", "swap "]
        .iter()
        .any(|word| text.starts_with(word))
        || text.contains("; swap ")
}

/// How a loop of a program is read, if it is one, and whether it counts down.
pub(super) fn read_loop(text: &str) -> Option<(RuleReading, bool)> {
    let (rule, is_down) = pasted::rewrite(text)?;
    let reading = RuleReading {
        pasted: text.to_owned(),
        rule,
        bits: None,
        assumptions: Vec::new(),
    };
    Some((reading, is_down))
}

/// The arrangements of cards in order after some steps.
pub(super) struct Followed {
    pub(super) arrangements: Arrangements,
    /// The bits of the words that were drawn.
    pub(super) bits: BTreeSet<u32>,
}

/// The law of cards in order after these steps, for words of so many bits, or as many as usual; `None` if the counting was
/// stopped. If it is known whether a loop counts down, it does nothing if it would have to count the other way.
pub(super) fn follow(
    text: &str,
    is_down: Option<bool>,
    cards: usize,
    bits: Option<u32>,
    work: &Work<'_>,
) -> Result<Option<Followed>> {
    let mut follower = Follower {
        cards,
        bits,
        work,
        known: BTreeMap::new(),
        arrangements: Arrangements::in_order(cards)?,
        swaps: 0,
        values: Vec::new(),
        bounds: Vec::new(),
    };
    if text.contains("draw(") && names(text).any(is_random) {
        return Err(StepsError::Mixed.into());
    }
    let text = Rule::replace_name(text.trim(), "n", &cards.to_string());
    let Some(rest) = text.strip_prefix("for ") else {
        return Ok(follower.run(&text)?.then(|| follower.finish()));
    };
    let wrong = || StepsError::Head(rest.split(':').next().unwrap_or(rest).trim().to_owned());
    let (head, body) = rest.split_once(':').ok_or_else(wrong)?;
    let (name, range) = head.split_once(" in ").ok_or_else(wrong)?;
    let (first, last) = range.split_once("..").ok_or_else(wrong)?;
    let (first, last) = (constant(first)?, constant(last)?);
    if first.abs_diff(last) >= MAX_SWAPS as u64 {
        return Err(StepsError::TooMany.into());
    }
    if is_down.is_some_and(|is_down| if is_down { first < last } else { first > last }) {
        return Ok(Some(follower.finish()));
    }
    let mut i = first;
    loop {
        if !follower.run(&Rule::replace_name(body, name.trim(), &i.to_string()))? {
            return Ok(None);
        }
        if i == last {
            return Ok(Some(follower.finish()));
        }
        i += (last - first).signum();
    }
}

/// The number that an expression without words is.
fn constant(text: &str) -> Result<i64> {
    let rule = Rule::parse(text, 32, None)?.join()?;
    match rule.value.evaluate(&[]) {
        Some(number) if rule.parts.is_empty() && rule.until.is_none() => Ok(number),
        _ => Err(StepsError::Number(text.trim().to_owned()).into()),
    }
}

/// Follows the arrangements of a deck.
struct Follower<'a> {
    cards: usize,
    bits: Option<u32>,
    work: &'a Work<'a>,
    /// What is known of words, by their bits.
    known: BTreeMap<u32, Known>,
    arrangements: Arrangements,
    swaps: usize,
    /// The values of names in this turn of the loop.
    values: Vec<NamedValue>,
    /// The bounds of the fair draws of this turn, which are `w0`, `w1` and so on.
    bounds: Vec<i64>,
}

struct NamedValue {
    name: String,
    value: String,
    /// Whether a swap has used it.
    is_used: bool,
}

/// The numbers that a swap or a place can give, each with its chance.
type Chances<T> = BTreeMap<T, BigRational>;

impl Follower<'_> {
    fn finish(self) -> Followed {
        Followed {
            arrangements: self.arrangements,
            bits: self.known.into_keys().collect(),
        }
    }

    /// Takes the steps of one turn of the loop; `false` if the counting was stopped.
    fn run(&mut self, body: &str) -> Result<bool> {
        self.values.clear();
        self.bounds.clear();
        for statement in body.split(';') {
            let statement = statement.trim();
            if let Some(places) = statement.strip_prefix("swap ") {
                if !self.swap(statement, places)? {
                    return Ok(false);
                }
                continue;
            }
            let Some((name, value)) = statement
                .split_once('=')
                .filter(|(name, _)| is_name(name.trim()))
            else {
                return Err(StepsError::Statement(statement.to_owned()).into());
            };
            let name = name.trim().to_owned();
            let value = format!("({})", self.resolve(statement, value, false)?);
            self.values.retain(|other| other.name != name);
            self.values.push(NamedValue {
                name,
                value,
                is_used: false,
            });
        }
        Ok(true)
    }

    /// The text with the values of names and the words of draws. What was drawn for a name serves one swap.
    fn resolve(&mut self, statement: &str, text: &str, is_swap: bool) -> Result<String> {
        let mut text = self.replace_draws(text)?;
        for named in &mut self.values {
            if !names(&text).any(|name| name == named.name) {
                continue;
            }
            if named.is_used && names(&named.value).any(is_random) {
                return Err(StepsError::Shared(statement.to_owned(), named.name.clone()).into());
            }
            named.is_used |= is_swap;
            text = Rule::replace_name(&text, &named.name, &named.value);
            if text.len() > MAX_TEXT {
                return Err(StepsError::TooLong(statement.to_owned()).into());
            }
        }
        Ok(text.trim().to_owned())
    }

    fn swap(&mut self, swap: &str, places: &str) -> Result<bool> {
        self.swaps += 1;
        if self.swaps > MAX_SWAPS {
            return Err(StepsError::TooMany.into());
        }
        if self.work.stop.load(Ordering::Relaxed) {
            return Ok(false);
        }
        let places = self.resolve(swap, places, true)?;
        let Some((one, other)) = split_places(&places) else {
            return Err(StepsError::Statement(swap.to_owned()).into());
        };
        let chances = if self.bounds.is_empty() {
            self.chances_of_words(swap, one, other)?
        } else {
            Some(self.chances_of_draws(one, other)?)
        };
        let Some(chances) = chances else {
            return Ok(false);
        };
        let mut swaps = Vec::new();
        for ((i, j), chance) in chances {
            let (i, j) = (self.check_place(swap, i)?, self.check_place(swap, j)?);
            swaps.push(Swap { i, j, chance });
        }
        self.arrangements.swap(&swaps);
        Ok(true)
    }

    fn check_place(&self, swap: &str, place: i64) -> Result<usize> {
        let cards = self.cards;
        match usize::try_from(place) {
            Ok(place) if place < cards => Ok(place),
            _ => {
                let swap = swap.to_owned();
                Err(StepsError::Outside { swap, place, cards }.into())
            }
        }
    }

    /// The law of a swap of fair draws, over all their values.
    fn chances_of_draws(&self, one: &str, other: &str) -> Result<Chances<(i64, i64)>> {
        let rules = [
            Rule::parse(one, DRAW_BITS, None)?,
            Rule::parse(other, DRAW_BITS, None)?,
        ];
        let mut drawn: Vec<usize> = rules.iter().flat_map(Rule::words).collect();
        drawn.sort_unstable();
        drawn.dedup();
        // `w0`, the first draw, is the word with the number 1.
        let mut ways = 1;
        for word in &drawn {
            ways *= self.bounds[word - 1];
            if ways > MAX_WAYS {
                return Err(BiasError::TooManyCombinations);
            }
        }
        let mut chances = Chances::new();
        for way in 0..ways {
            let (mut words, mut left) = (vec![0; self.bounds.len() + 1], way);
            for &word in &drawn {
                words[word] = left % self.bounds[word - 1];
                left /= self.bounds[word - 1];
            }
            let [one, other] = [rules[0].evaluate(&words), rules[1].evaluate(&words)];
            let swap = one.zip(other).ok_or(BiasError::Undefined)?;
            *chances.entry(swap).or_insert_with(|| whole(0)) += ratio(1, ways);
        }
        Ok(chances)
    }

    /// The law of a swap whose places have words of their own; `None` if the counting was stopped.
    fn chances_of_words(
        &mut self,
        swap: &str,
        one: &str,
        other: &str,
    ) -> Result<Option<Chances<(i64, i64)>>> {
        let words: Vec<usize> = names(other).filter_map(word_number).collect();
        let shared = |name: &&str| word_number(name).is_some_and(|word| words.contains(&word));
        if let Some(word) = names(one).find(shared) {
            return Err(StepsError::Shared(swap.to_owned(), word.to_owned()).into());
        }
        let (Some(ones), Some(others)) = (self.law_of_place(one)?, self.law_of_place(other)?)
        else {
            return Ok(None);
        };
        let mut chances = Chances::new();
        for (i, of_one) in &ones {
            for (j, of_other) in &others {
                chances.insert((*i, *j), of_one * of_other);
            }
        }
        Ok(Some(chances))
    }

    /// The law of a rule of words, as it is written here or in a program; `None` if the counting was stopped.
    fn law_of_place(&mut self, text: &str) -> Result<Option<Chances<i64>>> {
        let (mut text, mut bits) = (text.to_owned(), self.bits);
        let usual = |text: &str, bits: Option<u32>| bits.unwrap_or_else(|| Rule::usual_bits(text));
        let given = KnownOfRule {
            bits,
            ..KnownOfRule::default()
        };
        if Rule::parse(&text, usual(&text, bits), None).is_err()
            && let Some(reading) = read_rule(&text, given)
        {
            (text, bits) = (reading.rule, bits.or(reading.bits));
        }
        let bits = usual(&text, bits);
        let rule = Rule::parse(&text, bits, None)?;
        let (mut unknown, work) = (Known::default(), self.work);
        let known = if names(&text).any(|name| word_number(name).is_some()) {
            self.known.entry(bits).or_default()
        } else {
            &mut unknown
        };
        let law = Joined::new(&rule, bits, known, &|formula| {
            count_part(formula, bits, work)
        })?;
        let chances = |law: Joined| {
            law.rows
                .into_iter()
                .map(|row| (row.number, row.chance))
                .collect()
        };
        Ok(law.map(chances))
    }

    /// The text with a word of its own in place of each `draw(k)`, whose bound is added.
    fn replace_draws(&mut self, text: &str) -> Result<String> {
        let mut replaced = String::new();
        let mut rest = text;
        while let Some(at) = rest.find("draw(") {
            let inner = &rest[at + "draw(".len()..];
            let end = closing(inner).unwrap_or(inner.len());
            let bound = constant(&inner[..end])?;
            if !(1..=MAX_WAYS).contains(&bound) {
                return Err(StepsError::Number(inner[..end].trim().to_owned()).into());
            }
            if self.bounds.len() == 10 {
                return Err(StepsError::TooMany.into());
            }
            replaced += &format!("{}w{}", &rest[..at], self.bounds.len());
            self.bounds.push(bound);
            rest = inner.get(end + 1..).unwrap_or("");
        }
        Ok(replaced + rest)
    }
}

/// The names in a text.
fn names(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|name| is_name(name))
}

fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.chars().all(|c| c.is_ascii_alphanumeric())
}

/// The number of a word, as a whole number or as a fraction: 0 for `w` and `u`.
fn word_number(name: &str) -> Option<usize> {
    match name.as_bytes() {
        [b'w' | b'u'] => Some(0),
        [b'w' | b'u', digit @ b'0'..=b'9'] => Some(usize::from(digit - b'0') + 1),
        _ => None,
    }
}

/// Whether a name is a word, or a die such as `d6`.
fn is_random(name: &str) -> bool {
    let is_die = |sides: &str| !sides.is_empty() && sides.bytes().all(|c| c.is_ascii_digit());
    word_number(name).is_some() || name.strip_prefix('d').is_some_and(is_die)
}

/// Splits at the comma that is not in parentheses.
fn split_places(text: &str) -> Option<(&str, &str)> {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            ',' if depth == 0 => return Some((&text[..at], &text[at + 1..])),
            _ => {}
        }
    }
    None
}

/// The place of the parenthesis that closes one before the text.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 1;
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use exact::shuffles;

    use super::*;
    use crate::bias::{Answer, Options, law, law_of_steps};

    fn follow_fair(text: &str, cards: usize) -> Arrangements {
        follow(text, None, cards, None, &Work::default())
            .unwrap()
            .unwrap()
            .arrangements
    }

    #[test]
    fn loops_of_known_shuffles_have_their_laws() {
        let naive = follow_fair("for i in 0..n-1: swap i, draw(n)", 6);
        assert_eq!(naive, shuffles::naive(6).unwrap());
        let never_itself = shuffles::never_itself(5).unwrap();
        for text in [
            "for i in 0..n - 1: j = draw(n - 1); j = if(j < i, j, j + 1); swap j, i",
            "for i in 0..n - 1: j = 1 + draw(n - 1); swap i, (i + j) % n",
        ] {
            assert_eq!(follow_fair(text, 5), never_itself, "{text}");
        }
        // Two neighbours, of which the first is drawn below 3.
        let neighbours = follow_fair("j = draw(3); swap j, j + 1", 4);
        assert_eq!(neighbours.chance(&[0, 2, 1, 3]), ratio(1, 3));
        let cycles = follow_fair("for k in n-1..1: swap k, draw(k)", 5);
        assert!(cycles.weights().count() == 24 && cycles.chance(&[1, 2, 3, 4, 0]) == ratio(1, 24));
        for fair in [
            "for i in n-1..1: swap i, draw(i + 1)",
            "for i in 0..n-2: swap i, i + draw(n - i)",
        ] {
            let fair = follow_fair(fair, 4);
            assert!(
                fair.weights()
                    .all(|(order, _)| fair.chance(order) == ratio(1, 24))
            );
        }
        let die = follow_fair("for i in n-1..1: swap i, d6 % (i + 1)", 3);
        assert!(
            die.weights()
                .all(|(order, _)| die.chance(order) == ratio(1, 6))
        );
        let two = follow_fair("swap 0, draw(3); swap 1, 2", 3);
        assert_eq!(two.chance(&[1, 2, 0]), ratio(1, 3));
    }

    #[test]
    fn loops_of_programs_do_nothing_for_one_card() {
        let options = Options {
            n: Some(1),
            ..Options::default()
        };
        let text = "for (let i = a.length - 1; i > 0; i--) { const j = Math.floor(Math.random() * i); [a[i], a[j]] = [a[j], a[i]] }";
        let law = law(text, &options, &Work::default())
            .unwrap()
            .unwrap()
            .to_string();
        assert!(law.contains("none: all are equally likely"), "{law}");
    }

    /// All pairs of words of six bits, by a loop of its own.
    #[test]
    fn words_are_weighed_as_all_of_them_count() {
        let mut counts = BTreeMap::<Vec<usize>, u32>::new();
        for (first, second) in (0..64).flat_map(|first| (0..64).map(move |second| (first, second)))
        {
            let mut cards = vec![0, 1, 2];
            cards.swap(2, first % 3);
            cards.swap(1, second * 2 / 64);
            *counts.entry(cards).or_default() += 1;
        }
        let options = Options {
            bits: Some(6),
            n: Some(3),
            ..Options::default()
        };
        let text = "swap 2, w % 3; j = Math.floor(Math.random() * 2); swap 1, j";
        let Some(Answer::One(law)) = law(text, &options, &Work::default()).unwrap() else {
            panic!("a law");
        };
        for class in &law.weights {
            for order in class.arrangements.iter().flatten() {
                assert_eq!(class.chance.0, ratio(counts[order], 64 * 64), "{order:?}");
            }
        }
        assert!(
            law.to_string().contains("3 cards, words of 6 bits"),
            "{law}"
        );
    }

    #[test]
    fn what_is_no_shuffle_is_refused_with_what_is_meant() {
        let options = Options {
            n: Some(4),
            ..Options::default()
        };
        for (text, part) in [
            (
                "for i in 1..n: swap i, draw(i)",
                "can give the place 4, but the places of 4 cards are 0 to 3",
            ),
            ("for i = 0: swap 0, 1", "is not a loop that is read"),
            ("for i in 0..w: swap 0, 1", "`w` is not a known number"),
            (
                "for i in 0..2: swap i, draw(i)",
                "`0` is not a known number",
            ),
            ("for i in 0..2: move i, 1", "is no step of a shuffle"),
            ("swap w % 4, w % 3", "w is used twice"),
            ("j = draw(4); swap 0, j; swap 1, j", "j is used twice"),
            ("swap 0, draw(2) + w % 2", "words or fair draws, not both"),
            ("for i in 0..9999: swap 0, 1", "at most 100 swaps"),
            ("swap 0, x", "nothing is called `x`"),
        ] {
            let error = law(text, &options, &Work::default())
                .unwrap_err()
                .to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
        let error = law("swap 0, 1", &Options::default(), &Work::default()).unwrap_err();
        assert_eq!(error.to_string(), "a shuffle needs -n N: how many cards");
    }

    const PIECES: [&str; 44] = [
        "for",
        "(",
        ")",
        "let ",
        "i",
        "j",
        "k",
        "=",
        ";",
        ":",
        "..",
        " in ",
        "range",
        "reversed",
        ".rev()",
        "0",
        "1",
        "7",
        "n",
        "-",
        "+",
        "<",
        ">",
        "--",
        "++",
        "{",
        "}",
        "swap ",
        "swap(",
        ",",
        "[",
        "]",
        "a[i]",
        "a.length",
        "len(",
        "draw(",
        "w",
        "u",
        "d6",
        "%",
        "é",
        "99999999999",
        "if(",
        "Math.floor(Math.random() * i)",
    ];

    proptest::proptest! {
        #[test]
        fn no_text_ends_in_a_panic(pieces in proptest::collection::vec(0..PIECES.len(), 1..24)) {
            let text: String = pieces.iter().map(|piece| PIECES[*piece]).collect();
            let options = Options {
                n: Some(3),
                bits: Some(6),
                ..Options::default()
            };
            for begin in ["", "for ", "for i in 0..2: ", "swap "] {
                let _ = law_of_steps(&format!("{begin}{text}"), &options, &Work::default());
            }
        }
    }
}
