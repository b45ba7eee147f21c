//! The values of options as people write them, on a command line or in a form: each error says what is expected.

mod counted;

pub use counted::{GivenCounts, parse_counts, weight_lines};

use std::ops::RangeInclusive;

use exact::shuffles::RandomSort;
use generators::catalogue;
use identify::numbers::Bounded;

use crate::atlas::time;
use crate::bias::Shuffle;
use crate::read::{Endian, ItemKind, Width, parse_signed};
use crate::seed::GivenSeed;
use crate::test::dice_weights;

/// A choice: its name, its help and its value.
pub type Choice<T> = (&'static str, &'static str, T);

/// The possible byte orders of a binary word.
pub const ENDIANS: &[Choice<Endian>] = &[
    ("little", "the lowest byte first", Endian::Little),
    ("big", "the highest byte first", Endian::Big),
];

/// How numbers may be written. `who` reads traces as well.
pub const KINDS_AND_TRACE: &[Choice<ItemKind>] = &[
    ("u8", "bytes", ItemKind::Binary(Width::One, 8)),
    ("u16", "words of 2 bytes", ItemKind::Binary(Width::Two, 16)),
    (
        "u31",
        "words of 4 bytes, all below 2^31",
        ItemKind::Binary(Width::Four, 31),
    ),
    ("u32", "words of 4 bytes", ItemKind::Binary(Width::Four, 32)),
    (
        "u64",
        "words of 8 bytes",
        ItemKind::Binary(Width::Eight, 64),
    ),
    (
        "text",
        "whole numbers, decimal or 0x..., separated by blanks, commas, semicolons, brackets or line ends; # begins a comment",
        ItemKind::Text,
    ),
    (
        "float",
        "fractions from 0 up to 1 in text; `test` takes the top 32 bits of each, or --bits",
        ItemKind::Float,
    ),
    (
        "f32",
        "fractions from 0 up to 1 in 4 bytes; `test` takes the top 24 bits of each",
        ItemKind::Floats(Width::Four, 24),
    ),
    (
        "f64",
        "fractions from 0 up to 1 in 8 bytes; `test` takes the top 53 bits of each",
        ItemKind::Floats(Width::Eight, 53),
    ),
    (
        "trace",
        "the words or the draws of a trace, as `roguelab trace format` describes it",
        ItemKind::Trace,
    ),
];

/// How numbers may be written, except as a trace.
pub const KINDS: &[Choice<ItemKind>] = KINDS_AND_TRACE.split_last().unwrap().1;

/// The shuffles whose law is known.
pub const SHUFFLES: &[Choice<Shuffle>] = &[
    (
        "naive",
        "every place is swapped with a random place among all; up to 8 cards",
        Shuffle::Naive,
    ),
    (
        "never-itself",
        "every place is swapped with a random other place; up to 8 cards",
        Shuffle::NeverItself,
    ),
    (
        "sattolo",
        "Fisher-Yates in which no card may stay: it makes only cycles",
        Shuffle::Sattolo,
    ),
    (
        "riffle",
        "Gilbert, Shannon and Reeds's riffle, --times 7",
        Shuffle::Riffle,
    ),
    (
        "transpositions",
        "two random places are swapped, --times 33; up to 20 cards",
        Shuffle::Transpositions,
    ),
    (
        "overhand",
        "the deck is cut at each gap with chance 1/2, and the packets are put down in reverse, --times 1; up to 8 cards",
        Shuffle::Overhand,
    ),
    (
        "sort:insertion",
        "insertion sort in which each comparison is a coin: V8 until 2018; up to 8 cards",
        Shuffle::Sort(RandomSort::Insertion),
    ),
    (
        "sort:merge",
        "the same with merge sort: qsort of the GNU C library",
        Shuffle::Sort(RandomSort::Merge),
    ),
    (
        "sort:timsort",
        "the same with Timsort: V8 from 2018 on, CPython 3.11",
        Shuffle::Sort(RandomSort::Timsort),
    ),
];

/// A time limit in seconds.
pub fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text
        .parse::<f64>()
        .ok()
        .filter(|&seconds| seconds > 0.0 && seconds <= 3600.0);
    seconds.ok_or_else(|| "give seconds as a number above 0, at most 3600".into())
}

/// A probability that is neither 0 nor 1.
pub fn chance(text: &str) -> Result<f64, String> {
    let chance = text
        .parse::<f64>()
        .ok()
        .filter(|&chance| chance > 0.0 && chance < 1.0);
    chance.ok_or_else(|| "give a chance above 0 and below 1, like 1e-6".into())
}

/// Parses a number, with or without a sign.
pub fn finite(text: &str) -> Result<f64, String> {
    let number = text
        .trim()
        .parse()
        .ok()
        .filter(|number: &f64| number.is_finite());
    number.ok_or_else(|| "give a number, like 3.02".to_owned())
}

/// Parses a number from 0 on.
pub fn not_negative(text: &str) -> Result<f64, String> {
    let number = finite(text).ok().filter(|number| *number >= 0.0);
    number.ok_or_else(|| "give a number from 0 on, like 28.9".to_owned())
}

/// Parses a number above 0.
pub fn positive(text: &str) -> Result<f64, String> {
    let number = finite(text).ok().filter(|number| *number > 0.0);
    number.ok_or_else(|| "give a number above 0, like 10".to_owned())
}

/// Parses a seed, with or without a sign, decimal or hexadecimal.
pub fn seed(text: &str) -> Result<i128, String> {
    let least = i128::from(i64::MIN);
    let seed =
        parse_signed(text.as_bytes()).filter(|seed| (least..=u64::MAX.into()).contains(seed));
    seed.ok_or_else(|| "expected a whole number, as in 42, -1 or 0x2a".to_owned())
}

/// Parses a seed as a number, two seeds of which it is between, or a text. Quotes around a number make it a text.
pub fn given_seed(text: &str) -> Result<GivenSeed, String> {
    if parse_signed(text.as_bytes()).is_some() {
        return seed(text).map(GivenSeed::Number);
    }
    if let Some((from, to)) = text.split_once("..")
        && let (Some(from), Some(to)) = (parse_signed(from.as_bytes()), parse_signed(to.as_bytes()))
    {
        let (Ok(from), Ok(to)) = (u64::try_from(from), u64::try_from(to)) else {
            return Err("expected seeds from 0 to 2^64 - 1, as in 0..100000".to_owned());
        };
        if from > to {
            return Err(format!(
                "expected the lesser seed first, as in {to}..{from}"
            ));
        }
        return Ok(GivenSeed::Range(from..=to));
    }
    let quoted = text
        .strip_prefix('"')
        .and_then(|text| text.strip_suffix('"'));
    match quoted.unwrap_or(text) {
        "" => Err(
            "expected a number, as in 42, -1 or 0x2a, two of them, as in 0..100000, or a text"
                .to_owned(),
        ),
        text => Ok(GivenSeed::Text(text.to_owned())),
    }
}

/// Parses the words of a state, with commas between them.
pub fn state(text: &str) -> Result<Vec<u64>, String> {
    let mut words = Vec::new();
    for word in text.split(',') {
        let number = parse_signed(word.trim().as_bytes());
        let number = number.and_then(|number| u64::try_from(number).ok());
        words.push(number.ok_or("expected words with commas between them, as in 1,2,0x2a,4")?);
    }
    Ok(words)
}

/// Parses the first and the last of some times, in seconds since 1970. A last day is meant to its end.
pub fn times(text: &str) -> Result<RangeInclusive<u64>, String> {
    const EXAMPLE: &str =
        "expected two times from 1970 on, as in 2022-01-01..2022-12-31 or 1640995200..1672531199";
    let (from, to) = text.split_once("..").ok_or(EXAMPLE)?;
    let seconds = |text: &str| {
        let seconds = time::read(text.trim()).map_err(|why| format!("{text}: {why}"))?;
        u64::try_from(seconds).map_err(|_| EXAMPLE.to_owned())
    };
    let (first, mut last) = (seconds(from)?, seconds(to)?);
    let is_day = to.contains('-') && !to.contains(['T', ' ', ':']);
    if is_day {
        last += 24 * 60 * 60 - 1;
    }
    if first > last {
        return Err("expected the earlier time first".to_owned());
    }
    Ok(first..=last)
}

/// Parses how many dice there are, and how many sides each has.
pub fn dice(text: &str) -> Result<(u32, u64), String> {
    let (most, most_sides) = Bounded::MOST_DICE;
    split_dice(text)
        .filter(|(dice, sides)| (1..=most).contains(dice) && (2..=most_sides).contains(sides))
        .ok_or_else(|| format!("expected 1 to {most} dice of 2 to {most_sides} sides, as in 3d6"))
}

/// Parses how many dice are rolled, for the law of their sum.
pub fn rolled_dice(text: &str) -> Result<(u32, u64), String> {
    split_dice(text)
        .filter(|(dice, sides)| dice_weights(*dice, *sides).is_some())
        .ok_or_else(|| {
            "expected dice like 2d6, with at most 65536 sums and 2^64 ways to roll".to_owned()
        })
}

/// The number of dice and of their sides; d20 is one die.
fn split_dice(text: &str) -> Option<(u32, u64)> {
    let (dice, sides) = text.split_once('d')?;
    let dice = if dice.is_empty() {
        1
    } else {
        dice.parse().ok()?
    };
    Some((dice, sides.parse().ok()?))
}

/// Parses two numbers separated by a comma.
pub fn range(text: &str) -> Result<(f64, f64), String> {
    let numbers = text
        .split_once(',')
        .and_then(|(from, to)| Some((from.trim().parse().ok()?, to.trim().parse().ok()?)));
    numbers.ok_or_else(|| "expected two numbers with a comma between them, as in -5,5".to_owned())
}

/// Parses how many integers there are below a bound.
pub fn bound(text: &str) -> Result<u32, String> {
    text.parse()
        .ok()
        .filter(|&bound| bound >= 2)
        .ok_or_else(|| {
            format!(
                "give a whole number from 2 to {}; for all of 2^32 give --kind u32 without --below",
                u32::MAX
            )
        })
}

/// Parses how often an event came, and of how many tries.
pub fn parse_rate(given: &str) -> Result<(u64, u64), String> {
    let parsed = given
        .split_once('/')
        .and_then(|(hits, tries)| Some((hits.trim().parse().ok()?, tries.trim().parse().ok()?)));
    parsed.ok_or_else(|| {
        format!("--rate {given}: give how often the event came, and of how many tries, like 0/84")
    })
}

/// A list of weights or counts as integers: 99.4,0.6 becomes 994 and 6.
fn whole_list(given: &str) -> Option<Vec<String>> {
    let mut parts = Vec::new();
    let mut places = 0;
    for part in given.split(',') {
        let part = part.trim();
        let (whole, rest) = part.split_once('.').unwrap_or((part, ""));
        let mut digits = whole.bytes().chain(rest.bytes());
        if whole.is_empty() || !digits.all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        places = places.max(rest.len());
        parts.push((whole, rest));
    }
    if parts.len() < 2 {
        return None;
    }
    let integers = parts
        .iter()
        .map(|(whole, rest)| format!("{whole}{rest:0<places$}"));
    Some(integers.collect())
}

/// A word as a shell takes it, quoted if necessary.
pub fn quoted(text: &str) -> String {
    let mut characters = text.chars();
    if !text.is_empty() && characters.all(|c| c.is_ascii_alphanumeric() || "-_./+=:,@%".contains(c))
    {
        return text.to_owned();
    }
    if !text.chars().any(lockstep::is_obeyed) {
        return format!("'{}'", text.replace('\'', r"'\''"));
    }
    let mut quoted = "$'".to_owned();
    for byte in text.bytes() {
        match byte {
            b'\'' | b'\\' => quoted += &format!("\\{}", char::from(byte)),
            b' '..=b'~' => quoted.push(char::from(byte)),
            byte => quoted += &format!("\\x{byte:02x}"),
        }
    }
    quoted + "'"
}

/// A name, and what it is the name of.
pub type Named = (&'static str, &'static str);

/// Finds a name, in which capital letters count as small ones, or gives the nearest names.
///
/// # Errors
/// Five names: those of things in whose description it is come first, and then those that are most like it.
pub fn find_name(given: &str, names: &[Named]) -> Result<&'static str, Vec<&'static str>> {
    let all = names.iter().map(|(name, _)| *name);
    let mut nearest = lockstep::nearest(given, all);
    if let Some(name) = nearest.first()
        && name.eq_ignore_ascii_case(given)
    {
        return Ok(name);
    }
    let given = given.to_lowercase();
    let mut listed = Vec::new();
    for (name, about) in names {
        if about.to_lowercase().contains(&given) {
            listed.push(*name);
        }
    }
    nearest.retain(|name| !listed.contains(name));
    listed.append(&mut nearest);
    listed.truncate(5);
    Err(listed)
}

/// Checks that the name of a generator begins so.
pub fn generator_name(text: &str) -> Result<String, &'static str> {
    if catalogue::all().any(|row| row.key.starts_with(text)) {
        return Ok(text.to_owned());
    }
    Err("no generator's name begins with this; --list shows all names")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seed_is_a_number_a_range_or_a_text() {
        assert_eq!(given_seed("0x2a"), Ok(GivenSeed::Number(42)));
        assert_eq!(given_seed("-1"), Ok(GivenSeed::Number(-1)));
        assert_eq!(given_seed("7..0x10"), Ok(GivenSeed::Range(7..=16)));
        assert_eq!(given_seed("a..b"), Ok(GivenSeed::Text("a..b".into())));
        assert_eq!(given_seed("\"42\""), Ok(GivenSeed::Text("42".into())));
        for wrong in ["", "\"\"", "9..8", "-1..8", "99999999999999999999999"] {
            assert!(given_seed(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn last_day_of_given_times_is_meant_to_its_end() {
        // date -u -d 2022-01-01 +%s
        assert_eq!(
            times("2022-01-01..2022-12-31"),
            Ok(1_640_995_200..=1_672_531_199)
        );
        assert_eq!(
            times("1640995200..2022-01-01T01:00"),
            Ok(1_640_995_200..=1_640_998_800)
        );
        for wrong in [
            "2022-01-01",
            "2022-01-02..2022-01-01",
            "x..y",
            "1960-01-01..1961-01-01",
        ] {
            assert!(times(wrong).is_err(), "{wrong}");
        }
    }
}
