//! The numbers of traces and of draws.

use identify::Numbers;
use identify::numbers::Bounded;
use lockstep::trace::{Call, Reader};

use super::options::refuse_gap;
use super::{MAX_NUMBERS, Result, Sample};
use crate::read::Problem;

/// The words of a trace, or its draws if it has no words, and whether there are more than are looked at. Of a trace that seeds
/// again, they are those of the longest part between two seedings.
pub(super) fn read(bytes: &[u8]) -> Result<(Sample, bool)> {
    let mut reader = Reader::new(bytes);
    let mut seedings = seedings(bytes).into_iter().peekable();
    // The draws since each seeding, and the seed.
    let mut parts = vec![(Vec::new(), None)];
    let mut count = 0;
    while count < MAX_NUMBERS
        && let Some(line) = reader.next_draw()?
    {
        while let Some((_, seed)) = seedings.next_if(|(number, _)| *number < line.number) {
            parts.push((Vec::new(), seed));
        }
        count += 1;
        parts.last_mut().expect("a part").0.push(line.call);
    }
    let more = count == MAX_NUMBERS && reader.next_draw().map_or(true, |line| line.is_some());
    if count == 0 {
        return Err(Problem::NoDraws.into());
    }
    let longest = (0..parts.len())
        .rev()
        .max_by_key(|part| parts[*part].0.len());
    let before: usize = parts[..longest.unwrap_or(0)]
        .iter()
        .map(|(calls, _)| calls.len())
        .sum();
    let (calls, seed) = parts.swap_remove(longest.unwrap_or(0));
    let words: Vec<u64> = calls.iter().filter_map(|call| call.word).collect();
    refuse_gap(&words)?;
    let numbers = numbers_of_calls(&calls).ok_or(Problem::MixedTrace)?;
    let left_out = (calls.len() < count).then(|| {
        let (first, last) = (before + 1, before + calls.len());
        let of = if more { "the first " } else { "" };
        format!(
            "The trace seeds a generator between its draws: of {of}{count}, only {first} to {last} were looked at, the longest \
             part."
        )
    });
    let more = more && left_out.is_none();
    Ok((
        Sample {
            left_out,
            seed,
            ..Sample::as_drawn(numbers)
        },
        more,
    ))
}

/// The lines of a trace that seed a generator, from 1, with each seed that is a single number.
fn seedings(bytes: &[u8]) -> Vec<(u64, Option<i128>)> {
    let mut all = Vec::new();
    for (line, number) in bytes.split(|byte| *byte == b'\n').zip(1..) {
        if let Some(seeding) = line.strip_prefix(b"event seed ") {
            let text = String::from_utf8_lossy(seeding);
            let fields: Vec<&str> = text.split_whitespace().collect();
            let seed = match fields[..] {
                [_, seed] => seed.parse().ok(),
                _ => None,
            };
            all.push((number, seed));
        }
    }
    all
}

/// The words of calls, or the draws if a call has no word.
pub fn numbers_of_calls(calls: &[Call]) -> Option<Numbers> {
    if calls.is_empty() {
        return None;
    }
    let words: Option<Vec<u64>> = calls.iter().map(|call| call.word).collect();
    if let Some(words) = words {
        return Some(Numbers::words(words));
    }
    let draw = |call: &Call| bounded_draw(call.lo?, call.hi?, call.result?);
    calls
        .iter()
        .map(draw)
        .collect::<Option<_>>()
        .map(Numbers::Bounded)
}

/// A number drawn from a range whose ends may be in either order.
pub fn bounded_draw(lo: i64, hi: i64, result: i64) -> Option<Bounded> {
    let (lo, hi) = (lo.min(hi), lo.max(hi));
    let bound = hi.checked_sub(lo)?.checked_add(1)? as u64;
    let value = u64::try_from(result.checked_sub(lo)?)
        .ok()
        .filter(|value| *value < bound)?;
    Some(Bounded::new(value, bound))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trace_that_seeds_again_is_read_in_its_longest_part() {
        let trace = "# roguelab trace 1\n# columns: site lo hi word result\nevent seed srandom 42\nrandom - - 71876166 -\n\
            event seed srandom -7\nrandom - - 5 -\nrandom - - 6 -\nevent seed seed48 1 2 3\nrandom - - 9 -\n";
        let (sample, more) = read(trace.as_bytes()).unwrap();
        assert_eq!(
            (sample.numbers, sample.seed, more),
            (Numbers::words(vec![5, 6]), Some(-7), false)
        );
        assert!(sample.left_out.unwrap().contains("of 4, only 2 to 3 were"));
        // Several functions may be seeded before the first draw: the last seed counts.
        let one = trace.lines().take(4).collect::<Vec<_>>().join("\n");
        let (sample, _) = read(one.as_bytes()).unwrap();
        assert_eq!((sample.seed, sample.left_out), (Some(42), None));
    }
}
