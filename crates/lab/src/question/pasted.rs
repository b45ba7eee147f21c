//! What people paste, as text that the readers of numbers take: signs, letters, words for truth, brackets and R's indices.

use std::fmt::Write as _;

use anyhow::{Result, anyhow, bail};
use identify::reading::Decimal;
use lockstep::shown;

/// A text, and what was seen of its numbers while it was rewritten.
#[derive(Debug, Default, Eq, PartialEq)]
pub(super) struct Pasted {
    pub(super) text: Vec<u8>,
    /// The bits of a word, if integers had a sign.
    pub(super) bits: Option<u32>,
    /// The bound, if letters or truths were counted.
    pub(super) below: Option<u64>,
    /// Whether it is each whole number from 0 on once: from 1 on they were made to count from 0.
    pub(super) is_deck: bool,
    /// The numbers, if one of them has more than 64 bits.
    pub(super) wide: Vec<u128>,
    /// Whether all fractions are doubles of 32 bits in their shortest form.
    pub(super) is_single: bool,
}

/// What was said of the text.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Said<'a> {
    /// The characters that are counted from 0.
    pub(super) alphabet: Option<&'a str>,
    /// The bound that was given, if one was.
    pub(super) below: Option<u64>,
    /// Whether the bits of a word were given.
    pub(super) has_bits: bool,
}

/// So many characters of 0 and 1 without a blank are coins, and no number.
const COINS: usize = 16;

/// So few cards are in order by chance.
const LEAST_CARDS: usize = 6;

/// Rewrites a text. What is not recognised stays as it is, and is refused when it is read.
///
/// # Errors
/// A character that is not in the alphabet.
pub(super) fn rewritten(bytes: Vec<u8>, said: Said<'_>) -> Result<Pasted> {
    let Ok(text) = std::str::from_utf8(&bytes) else {
        return Ok(as_it_is(bytes));
    };
    if let Some(alphabet) = said.alphabet {
        return letters(text, alphabet);
    }
    let is_rewritten = is_indexed(text) || unwrapped(text).len() < text.len();
    let tokens = tokens(text);
    let Some(first) = tokens.first() else {
        return Ok(as_it_is(bytes));
    };
    let is_open = said.below.is_none() && !said.has_bits;
    let truth = |token: &&str| {
        ["false", "true"]
            .iter()
            .position(|truth| token.eq_ignore_ascii_case(truth))
    };
    if let Some(truths) = tokens.iter().map(truth).collect::<Option<Vec<_>>>() {
        return Ok(coins(&truths));
    }
    let joined = tokens.concat();
    let coin = |c: char| match c {
        '0' | 'T' => Some(0),
        '1' | 'H' => Some(1),
        _ => None,
    };
    if (first.len() >= COINS || joined.starts_with(['H', 'T']))
        && (is_open || said.below == Some(2))
        && let Some(tossed) = joined.chars().map(coin).collect::<Option<Vec<usize>>>()
    {
        return Ok(coins(&tossed));
    }
    if tokens.iter().all(|token| is_letter(token)) || tokens.len() == 1 && is_word(first) {
        return of_letters(&joined);
    }
    if let Some(words) = signed(&tokens) {
        return Ok(words);
    }
    if is_open && is_hexadecimal(&tokens) {
        let mut text = String::new();
        for token in &tokens {
            let _ = writeln!(text, "0x{token}");
        }
        return Ok(Pasted {
            text: text.into(),
            ..Pasted::default()
        });
    }
    if is_open && let Some(text) = deck(&tokens) {
        return Ok(Pasted {
            text,
            is_deck: true,
            ..Pasted::default()
        });
    }
    if is_open && let Some(wide) = wide(&tokens) {
        return Ok(Pasted {
            wide,
            ..Pasted::default()
        });
    }
    let is_single = is_single(&tokens);
    let text = if is_rewritten {
        tokens.join("\n").into()
    } else {
        bytes
    };
    Ok(Pasted {
        is_single,
        ..as_it_is(text)
    })
}

/// The lines of a text, without comments.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines()
        .map(|line| line.split('#').next().unwrap_or_default().trim())
        .filter(|line| !line.is_empty())
}

/// Whether each line begins as R's do, and has more after it.
fn is_indexed(text: &str) -> bool {
    lines(text).all(|line| {
        let mut tokens = line.split_whitespace();
        tokens.next().is_some_and(is_index) && tokens.next().is_some()
    })
}

/// What torch and numpy print in the brackets of `tensor([...])` and `array([...])`; any other text as it is.
fn unwrapped(text: &str) -> &str {
    let start = text.trim_start();
    let inner = ["tensor(", "array("]
        .into_iter()
        .find_map(|name| start.strip_prefix(name));
    inner
        .and_then(|inner| inner.rsplit_once(']'))
        .map_or(text, |(numbers, _)| numbers)
}

/// What stands between blanks, commas, brackets and quotation marks, without comments and R's indices.
pub(super) fn tokens(text: &str) -> Vec<&str> {
    let text = unwrapped(text);
    let from = usize::from(is_indexed(text));
    lines(text)
        .flat_map(|line| line.split_whitespace().skip(from))
        .flat_map(|token| token.split(|c: char| ",;|[](){}\"'".contains(c)))
        .filter(|token| !token.is_empty())
        .collect()
}

/// A number, and a unit of its last digit.
///
/// # Errors
/// A text that is no number.
pub(super) fn decimal(token: &str) -> Result<Decimal> {
    let value: f64 = token
        .parse()
        .ok()
        .filter(|number: &f64| number.is_finite())
        .ok_or_else(|| anyhow!("`{}` is not a number", shown(token, 60)))?;
    let (mantissa, exponent) = token.split_once(['e', 'E']).unwrap_or((token, "0"));
    let after = mantissa.split_once('.').map_or(0, |(_, after)| after.len()) as f64;
    let exponent = exponent.parse::<f64>().unwrap_or(0.0);
    let last = 10_f64.powf(exponent - after);
    Ok(Decimal { value, last })
}

/// The numbers of a text, a line each, and the places among all at which there is a `?` for one that is not known.
pub(super) fn gaps(text: &str) -> (String, Vec<usize>) {
    let tokens = tokens(text);
    let places = (0..tokens.len()).filter(|i| tokens[*i] == "?").collect();
    let known = tokens.into_iter().filter(|token| *token != "?");
    (
        known.fold(String::new(), |text, token| text + token + "\n"),
        places,
    )
}

fn as_it_is(text: Vec<u8>) -> Pasted {
    Pasted {
        text,
        ..Pasted::default()
    }
}

/// R begins each line of numbers with the index of its first, as in `[8]`.
fn is_index(token: &str) -> bool {
    token
        .strip_prefix('[')
        .and_then(|token| token.strip_suffix(']'))
        .is_some_and(|index| !index.is_empty() && index.bytes().all(|byte| byte.is_ascii_digit()))
}

fn is_letter(token: &str) -> bool {
    token.len() == 1 && is_word(token)
}

fn is_word(token: &str) -> bool {
    token.bytes().all(|byte| byte.is_ascii_alphabetic())
}

fn coins(tossed: &[usize]) -> Pasted {
    let digits = tossed
        .iter()
        .map(|side| if *side == 0 { "0\n" } else { "1\n" });
    Pasted {
        text: digits.collect::<String>().into(),
        below: Some(2),
        ..Pasted::default()
    }
}

/// Each character of an alphabet as its place in it.
fn letters(text: &str, alphabet: &str) -> Result<Pasted> {
    let alphabet: Vec<char> = alphabet.chars().collect();
    if alphabet.len() < 2 {
        bail!("--alphabet: give at least two characters, each of which stands for its place");
    }
    let is_between = |c: &char| c.is_whitespace() || ",;|[](){}\"'".contains(*c);
    let mut places = String::new();
    for (at, c) in text.chars().enumerate() {
        match alphabet.iter().position(|&letter| letter == c) {
            Some(place) => {
                let _ = writeln!(places, "{place}");
            }
            None if is_between(&c) => {}
            None => bail!(
                "character {} is `{}`, which is not in the alphabet `{}`",
                at + 1,
                shown(&c.to_string(), 4),
                shown(&alphabet.iter().collect::<String>(), 80)
            ),
        }
    }
    Ok(Pasted {
        text: places.into(),
        below: Some(alphabet.len() as u64),
        ..Pasted::default()
    })
}

/// Letters of which nobody said what they stand for: a deck, if each up to the last one is there once; otherwise places in the
/// Latin alphabet.
fn of_letters(letters: &str) -> Result<Pasted> {
    let latin = |first: u8| (first..first + 26).map(char::from).collect::<String>();
    let alphabet = if letters.bytes().all(|byte| byte.is_ascii_uppercase()) {
        latin(b'A')
    } else if letters.bytes().all(|byte| byte.is_ascii_lowercase()) {
        latin(b'a')
    } else {
        bail!(
            "letters of both cases: say with --alphabet which there are, in order, as in --alphabet aAbB"
        )
    };
    let mut pasted = self::letters(letters, &alphabet)?;
    let text = String::from_utf8_lossy(&pasted.text).into_owned();
    let places: Vec<&str> = text.lines().collect();
    if let Some(deck) = deck(&places) {
        pasted.text = deck;
        pasted.below = None;
        pasted.is_deck = true;
    }
    Ok(pasted)
}

/// Integers, at least one of which is negative, as words of 32 or 64 bits.
fn signed(tokens: &[&str]) -> Option<Pasted> {
    if !tokens.iter().any(|token| token.starts_with('-')) {
        return None;
    }
    let numbers: Vec<i64> = tokens
        .iter()
        .map(|token| token.parse().ok())
        .collect::<Option<_>>()?;
    let bits = if numbers.iter().all(|&number| i32::try_from(number).is_ok()) {
        32
    } else {
        64
    };
    let mut text = String::new();
    for number in numbers {
        let _ = writeln!(text, "{}", number as u64 & (u64::MAX >> (64 - bits)));
    }
    Some(Pasted {
        text: text.into(),
        bits: Some(bits),
        ..Pasted::default()
    })
}

/// Whether all are words of 8 or 16 hexadecimal digits, not all of them decimal ones.
fn is_hexadecimal(tokens: &[&str]) -> bool {
    let all = |test: fn(u8) -> bool| tokens.iter().all(|token| token.bytes().all(test));
    matches!(tokens[0].len(), 8 | 16)
        && tokens.iter().all(|token| token.len() == tokens[0].len())
        && all(|byte| byte.is_ascii_hexdigit())
        && !all(|byte| byte.is_ascii_digit())
}

/// The numbers, if one of them has more than 64 bits and none more than 128.
fn wide(tokens: &[&str]) -> Option<Vec<u128>> {
    // Most texts are out at their first number.
    let is_wide = |token: &&str| token.len() > 19;
    if !tokens.iter().any(is_wide) || tokens.iter().any(|token| token.contains('.')) {
        return None;
    }
    let number = |token: &&str| match token.strip_prefix("0x") {
        Some(digits) => u128::from_str_radix(digits, 16).ok(),
        None => token.parse().ok(),
    };
    let numbers: Vec<u128> = tokens.iter().map(number).collect::<Option<_>>()?;
    let is_any = numbers.iter().any(|&number| number > u64::MAX.into());
    is_any.then_some(numbers)
}

/// The numbers from 0 on, if these are each of them once, or each from 1 on.
fn deck(tokens: &[&str]) -> Option<Vec<u8>> {
    let numbers: Vec<usize> = tokens
        .iter()
        .map(|token| token.parse().ok())
        .collect::<Option<_>>()?;
    let base = *numbers.iter().min()?;
    let mut seen = vec![false; numbers.len()];
    let is_new = |number: &usize| {
        let seen = seen.get_mut(number - base);
        seen.is_some_and(|seen| !std::mem::replace(seen, true))
    };
    if base > 1 || numbers.len() < LEAST_CARDS || !numbers.iter().all(is_new) {
        return None;
    }
    let mut text = String::new();
    for number in numbers {
        let _ = writeln!(text, "{}", number - base);
    }
    Some(text.into())
}

/// Whether these fractions are all what a language prints of numbers of 32 bits: the fewest digits that tell them from others, so
/// that some have more digits than any such number needs to be printed right, and none more than it can need; or all its digits.
pub(super) fn is_single(tokens: &[&str]) -> bool {
    let is_whole = |token: &&str| {
        token.contains('.')
            && token
                .parse::<f32>()
                .is_ok_and(|single| token.parse() == Ok(f64::from(single)))
    };
    let digits = |token: &&str| {
        let mantissa = token.split(['e', 'E']).next().unwrap_or_default();
        mantissa
            .trim_start_matches(['-', '0', '.'])
            .bytes()
            .filter(u8::is_ascii_digit)
            .count()
    };
    let is_shortest = |token: &&str| {
        token.contains('.')
            && token
                .parse::<f32>()
                .is_ok_and(|single| token.parse::<f64>() == single.to_string().parse())
    };
    // Most texts are out at their first number.
    let is_digits = |digits: usize| (7..=9).contains(&digits);
    tokens.iter().all(is_shortest) && is_digits(tokens.iter().map(digits).max().unwrap_or(0))
        || tokens.iter().all(is_whole)
}
