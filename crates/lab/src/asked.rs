//! The numbers from outside.

use std::io::{Cursor, Read as _};

use anyhow::{Context as _, Result, anyhow, bail};
use identify::Numbers;
use identify::numbers::{Bounded, Fraction};
use lockstep::trace;

use super::{Kind, WhoArgs};
use crate::files::read;
use crate::input::{self, Domain, Encoding, Reader as _, Width};

/// How many numbers are looked at: any generator shows itself in fewer.
const MOST: usize = 1 << 17;

/// No text of so many numbers is longer.
const MOST_BYTES: u64 = 64 << 20;

pub(super) fn read(args: &WhoArgs) -> Result<Numbers> {
    let bytes = match &args.numbers {
        Some(numbers) => numbers.clone().into_bytes(),
        None => bytes(args)?,
    };
    let kind = args.kind.unwrap_or_else(|| guessed(&bytes, args.below.is_some()));
    match kind {
        Kind::Trace if args.below.is_some() || args.bits.is_some() => {
            bail!("a trace says itself what its numbers are: leave out --below and --bits")
        }
        Kind::Trace => of_trace(&bytes),
        Kind::Float => fractions(args, bytes, Encoding::Text),
        Kind::Floats(width) => fractions(args, bytes, Encoding::Binary { width, endian: args.endian }),
        Kind::Text => whole(args, bytes, Encoding::Text),
        Kind::Binary(width) => whole(args, bytes, Encoding::Binary { width, endian: args.endian }),
    }
}

/// The file, as far as it is looked at.
fn bytes(args: &WhoArgs) -> Result<Vec<u8>> {
    let name = read::name(&args.file);
    let mut bytes = Vec::new();
    let limit = match args.kind {
        Some(Kind::Binary(width) | Kind::Floats(width)) => (MOST * width.bytes()) as u64,
        _ => MOST_BYTES,
    };
    if read::is_stdin(&args.file) {
        std::io::stdin().lock().take(limit).read_to_end(&mut bytes)
    } else {
        std::fs::File::open(&args.file).and_then(|file| file.take(limit).read_to_end(&mut bytes))
    }
    .with_context(|| format!("cannot read {name}"))?;
    Ok(bytes)
}

/// What a text is, if nobody says so: by its first line that is not empty.
fn guessed(bytes: &[u8], bounded: bool) -> Kind {
    let head = &bytes[..bytes.len().min(1 << 12)];
    if head.starts_with(b"# roguelab trace") {
        return Kind::Trace;
    }
    let mut lines =
        head.split(|byte| *byte == b'\n').map(|line| line.split(|byte| *byte == b'#').next().unwrap_or(&[]));
    if !bounded && lines.any(|line| line.contains(&b'.')) { Kind::Float } else { Kind::Text }
}

fn items(bytes: Vec<u8>, encoding: Encoding, domain: Domain) -> Result<(Vec<u64>, input::Seen)> {
    let mut reader = input::Numbers::<u64>::new(Box::new(Cursor::new(bytes)), encoding, domain);
    let mut all = Vec::new();
    while all.len() < MOST {
        let block = reader.block((MOST - all.len()) as u64)?;
        if block.is_empty() {
            break;
        }
        all.extend(block);
    }
    Ok((all, reader.seen()))
}

fn whole(args: &WhoArgs, bytes: Vec<u8>, encoding: Encoding) -> Result<Numbers> {
    if let Some(below) = args.below {
        let last = args.base.checked_add(below - 1).ok_or_else(|| anyhow!("--base and --below go beyond 64 bits"))?;
        let (values, _) = items(bytes, encoding, Domain::Whole { first: args.base, last })?;
        return Numbers::below(below, &values).ok_or_else(|| anyhow!("a number is not below {below}"));
    }
    let most = args.bits.map_or(u64::MAX, |bits| u64::MAX >> (64 - bits));
    let (values, _) = items(bytes, encoding, Domain::up_to(most))?;
    Ok(match args.bits {
        Some(bits) => Numbers::Words { bits, values },
        None => Numbers::words(values),
    })
}

fn fractions(args: &WhoArgs, bytes: Vec<u8>, encoding: Encoding) -> Result<Numbers> {
    const BITS: u32 = 53;
    if args.below.is_some() || args.bits.is_some() {
        bail!("--below and --bits are for whole numbers: leave them out for fractions");
    }
    let (values, seen) = items(bytes, encoding, Domain::Fractions { bits: BITS })?;
    let digits = match encoding {
        Encoding::Text => seen.decimals,
        Encoding::Binary { width: Width::Four, .. } => 7,
        Encoding::Binary { .. } => BITS,
    };
    let fraction = |value: u64| Fraction::printed(value as f64 / (1_u64 << BITS) as f64, digits);
    Ok(Numbers::Fractions(values.into_iter().map(fraction).collect()))
}

/// The words of a trace, or its draws if it has none.
fn of_trace(bytes: &[u8]) -> Result<Numbers> {
    let mut reader = trace::Reader::new(bytes);
    let mut calls = Vec::new();
    while calls.len() < MOST
        && let Some(line) = reader.next_draw()?
    {
        calls.push(line.call);
    }
    from_calls(&calls).ok_or_else(|| {
        anyhow!("in the trace some lines have no word, and some no LO, HI and RESULT: words or draws are needed in all")
    })
}

/// The words of calls, or their draws if one has none.
fn from_calls(calls: &[trace::Call]) -> Option<Numbers> {
    if calls.is_empty() {
        return None;
    }
    let words: Option<Vec<u64>> = calls.iter().map(|call| call.word).collect();
    if let Some(words) = words {
        return Some(Numbers::words(words));
    }
    let draw = |call: &trace::Call| {
        let (lo, hi, result) = (call.lo?, call.hi?, call.result?);
        let (lo, hi) = (lo.min(hi), lo.max(hi));
        let bound = hi.checked_sub(lo)?.checked_add(1)? as u64;
        let value = u64::try_from(result.checked_sub(lo)?).ok().filter(|value| *value < bound)?;
        Some(Bounded { value, bound })
    };
    calls.iter().map(draw).collect::<Option<_>>().map(Numbers::Bounded)
}
