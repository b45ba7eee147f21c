//! `roguelab words`: writes a source's stream to a pipe.

use std::io::{self, IsTerminal, Write};

use crate::ending::Ending;
use answers::read::parse_signed;
use answers::seed::seed_of_number;
use answers::table::table;
use anyhow::{Result, anyhow, bail};
use clap::{ArgGroup, Args};
use generators::rule::Rule;
use lockstep::nearest;
use serde_json::json;
use zoo::sources::{ItemKind, Source, Stream, stream};

use super::arguments::{Choice, fresh_seed, one_of};
use super::output::{Output, print_json};
use crate::words::sources;

/// How items are written.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Format {
    /// Decimal numbers, one item on each line.
    Text,
    /// Binary numbers of this many bytes, little-endian.
    Binary(usize),
}

const FORMATS: &[Choice<Format>] = &[
    (
        "text",
        "decimal, one on each line; permutations are always written as text, with blanks between numbers",
        Format::Text,
    ),
    (
        "u8",
        "the highest 8 bits of each word; values as they are",
        Format::Binary(1),
    ),
    (
        "u16le",
        "the highest 16 bits of each word; values as they are",
        Format::Binary(2),
    ),
    (
        "u32le",
        "each word in 4 bytes, also one of 31 bits",
        Format::Binary(4),
    ),
    (
        "u64le",
        "two words of 32 bits, the first one low; values as they are",
        Format::Binary(8),
    ),
];

const RULES: &[Choice<Rule>] = &[
    (
        "threshold",
        "the remainder, with words redrawn that would make it unfair",
        Rule::Reject { lowest: true },
    ),
    (
        "modulo",
        "the remainder of the word",
        Rule::Modulo { shift: 0, bits: 32 },
    ),
    (
        "low-bits",
        "the remainder of the low 14 bits, as Rogue draws",
        Rule::Modulo { shift: 0, bits: 14 },
    ),
    (
        "scaled",
        "the word as a fraction, times the bound, rounded down",
        Rule::Multiply,
    ),
];

/// Write the stream of a source of randomness to standard output, endless or -n items long
///
/// The output is meant for a pipe: `roguelab words rrandom --seed 42 | roguelab test --kind u31`. It is binary by default, 4
/// bytes for each word, little-endian; permutations are text. It stops quietly when the reader closes the pipe.
#[derive(Args)]
#[command(group = ArgGroup::new("what").required(true).args(["subject", "list"]))]
pub(super) struct WordsArgs {
    /// The source, or zoo/ and the name of a broken source; --list shows both
    #[arg(value_name = "SUBJECT")]
    subject: Option<String>,
    /// List the sources
    #[arg(long)]
    list: bool,
    /// The seed, decimal or 0x...; by default a fresh one from the operating system, shown on standard error
    #[arg(long, value_name = "S", value_parser = seed, allow_negative_numbers = true)]
    seed: Option<i128>,
    /// How many items to write
    #[arg(short = 'n', long, value_name = "COUNT")]
    number: Option<u64>,
    /// How to write them
    #[arg(short, long, value_parser = one_of(FORMATS))]
    format: Option<Format>,
    /// Bound the words: write numbers from 0 to N - 1
    #[arg(long, value_name = "N")]
    below: Option<u32>,
    /// How words are bounded
    #[arg(long, value_parser = one_of(RULES), default_value = "threshold", requires = "below")]
    rule: Rule,
    /// With --list: print JSON
    #[arg(long, requires = "list")]
    json: bool,
}

pub(super) fn seed(text: &str) -> Result<i128, String> {
    parse_signed(text.as_bytes())
        .ok_or_else(|| "a seed is a whole number, decimal or 0x...".to_owned())
}

/// The source of this name.
pub(super) fn find(name: &str) -> Result<&'static Source> {
    if let Some(source) = sources().find(|source| source.key == name) {
        return Ok(source);
    }
    let names = nearest(name, sources().map(|source| source.key.as_str()));
    Err(anyhow!(
        "no source is called `{name}`; the nearest are: {}; roguelab words --list shows all",
        names[..3].join(", ")
    ))
}

fn seed_for(source: &Source, given: Option<i128>) -> Result<u64> {
    let Some(seed) = given else {
        let fresh = fresh_seed() & (u64::MAX >> (64 - source.seed_bits.clamp(1, 64)));
        eprintln!("--seed {fresh:#x}");
        return Ok(fresh);
    };
    Ok(seed_of_number(&source.key, source.seed_bits, seed)?)
}

/// The items of a source, bounded if a bound is given.
fn opened(
    source: &Source,
    seed: u64,
    below: Option<u32>,
    rule: Rule,
) -> Result<(ItemKind, Box<dyn Stream>)> {
    let stream = source.open(seed);
    let Some(below) = below else {
        return Ok((source.kind, stream));
    };
    let ItemKind::Words { bits } = source.kind else {
        bail!(
            "--below bounds words, and {} gives {}: leave it out",
            source.key,
            source.kind
        );
    };
    Ok((
        ItemKind::Values { below },
        stream::bounded(stream, bits, below, rule)?,
    ))
}

/// Turns items into bytes.
struct Writer {
    kind: ItemKind,
    format: Format,
}

impl Writer {
    fn new(kind: ItemKind, format: Option<Format>) -> Result<Self> {
        let permutations = matches!(kind, ItemKind::Permutations { .. });
        let format = format.unwrap_or(if permutations {
            Format::Text
        } else {
            Format::Binary(4)
        });
        let writer = Self { kind, format };
        let refused = |why: String| Err(anyhow!(why));
        match (format, kind) {
            (Format::Text, _) => Ok(writer),
            (_, ItemKind::Permutations { .. }) => {
                refused("permutations are written as text: use --format text".into())
            }
            (Format::Binary(8), ItemKind::Words { bits }) if bits < 32 => refused(format!(
                "two words of {bits} bits do not fill 64: use --format u32le, and read them as u{bits}"
            )),
            (Format::Binary(bytes), ItemKind::Words { bits })
                if bits < 8 * bytes.min(4) as u32 - 1 =>
            {
                refused(format!(
                    "words of {bits} bits do not fill {bytes} bytes: use --format text"
                ))
            }
            (
                Format::Binary(bytes),
                ItemKind::Values { below: cells } | ItemKind::Classes { cells },
            ) if u64::from(cells) > 1 << (8 * bytes.min(4)) => refused(format!(
                "{kind} do not fit {bytes} bytes: use --format u32le or text"
            )),
            _ => Ok(writer),
        }
    }

    /// How many numbers of the stream make one item of the output.
    fn numbers(&self) -> usize {
        match (self.format, self.kind) {
            (Format::Binary(8), ItemKind::Words { .. }) => 2,
            _ => self.kind.width(),
        }
    }

    /// Appends whole items.
    fn write(&self, numbers: &[u32], out: &mut Vec<u8>) {
        match self.format {
            Format::Text => self.write_text(numbers, out),
            Format::Binary(8) => {
                for numbers in numbers.chunks_exact(self.numbers()) {
                    let wide = numbers.iter().rev();
                    let wide = wide.fold(0, |wide: u64, &number| wide << 32 | u64::from(number));
                    out.extend(wide.to_le_bytes());
                }
            }
            Format::Binary(bytes) => {
                for &number in numbers {
                    let number = self.narrowed(number, 8 * bytes as u32);
                    out.extend(&number.to_le_bytes()[..bytes]);
                }
            }
        }
    }

    /// The highest bits of a word; any other number unchanged.
    const fn narrowed(&self, number: u32, to: u32) -> u32 {
        match self.kind {
            ItemKind::Words { bits } => number >> bits.saturating_sub(to),
            _ => number,
        }
    }

    fn write_text(&self, numbers: &[u32], out: &mut Vec<u8>) {
        for item in numbers.chunks_exact(self.numbers()) {
            for (i, number) in item.iter().enumerate() {
                let blank = if i == 0 { "" } else { " " };
                // Writing to a vector cannot fail.
                let _ = write!(out, "{blank}{number}");
            }
            out.push(b'\n');
        }
    }
}

/// How many numbers are made at a time.
const BLOCK: usize = 1 << 14;

fn list(as_json: bool) -> Result<Ending> {
    if as_json {
        let mut rows = Vec::new();
        for source in sources() {
            rows.push(json!({
                "name": source.key,
                "kind": source.kind.to_string(),
                "about": source.description(),
            }));
        }
        print_json("roguelab-words-list/1", json!({ "sources": rows }))?;
        return Ok(Ending::Success);
    }
    let mut table = table(&[], 0..0);
    for source in sources() {
        let kind = source.kind.to_string();
        table.add_row([source.key.clone(), kind, source.description()]);
    }
    writeln!(Output::new(), "{}", table.trim_fmt())?;
    Ok(Ending::Success)
}

/// Whether standard output was closed at the start: Rust has then opened the null device, for reading as well, as a redirection
/// does not.
#[cfg(unix)]
fn is_closed() -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let stdout = io::stdout();
    let is_read = rustix::fs::fcntl_getfl(&stdout)
        .is_ok_and(|flags| flags.contains(rustix::fs::OFlags::RDWR));
    let device = rustix::fs::fstat(&stdout).map(|found| found.st_rdev);
    let null = std::fs::metadata("/dev/null").map(|found| found.rdev());
    is_read && matches!((device, null), (Ok(device), Ok(null)) if device == null)
}

#[cfg(not(unix))]
const fn is_closed() -> bool {
    false
}

pub(super) fn run(args: &WordsArgs) -> Result<Ending> {
    let Some(name) = &args.subject else {
        return list(args.json);
    };
    let source = find(name)?;
    let stream = |seed| opened(source, seed, args.below, args.rule);
    let writer = Writer::new(stream(0)?.0, args.format)?;
    if writer.format != Format::Text && io::stdout().is_terminal() {
        bail!(
            "the stream is binary and would garble the terminal: pipe it into a program, or use --format text"
        );
    }
    if args.number.is_none() && is_closed() {
        bail!(
            "standard output is closed or the null device, and the stream has no end: give -n COUNT, or a pipe"
        );
    }
    let (_, mut stream) = stream(seed_for(source, args.seed)?)?;
    let per_item = writer.numbers();
    let mut block = vec![0; (BLOCK / per_item).max(1) * per_item];
    let mut bytes = Vec::new();
    let mut left = args.number;
    let mut out = Output::new();
    while left != Some(0) && !out.is_closed() {
        let whole = block.len() / per_item;
        let items = left.map_or(whole, |left| {
            usize::try_from(left).map_or(whole, |left| left.min(whole))
        });
        let block = &mut block[..items * per_item];
        stream.fill(block);
        bytes.clear();
        writer.write(block, &mut bytes);
        out.write_all(&bytes)?;
        left = left.map(|left| left - items as u64);
    }
    out.flush()?;
    Ok(Ending::Success)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(kind: ItemKind, format: Format, numbers: &[u32]) -> Vec<u8> {
        let mut bytes = Vec::new();
        Writer::new(kind, Some(format))
            .unwrap()
            .write(numbers, &mut bytes);
        bytes
    }

    #[test]
    fn narrow_formats_keep_the_highest_bits_of_a_word_and_a_whole_value() {
        let words = |bits| ItemKind::Words { bits };
        assert_eq!(
            written(words(32), Format::Binary(1), &[0xa15c_02b7]),
            [0xa1]
        );
        assert_eq!(
            written(words(31), Format::Binary(1), &[0x7fff_ffff, 0x0080_0000]),
            [0xff, 0x01]
        );
        assert_eq!(
            written(words(32), Format::Binary(2), &[0xa15c_02b7]),
            [0x5c, 0xa1]
        );
        assert_eq!(
            written(
                ItemKind::Values { below: 256 },
                Format::Binary(1),
                &[255, 7]
            ),
            [255, 7]
        );
    }

    #[test]
    fn words_of_64_bits_are_two_with_the_first_one_low() {
        let words = ItemKind::Words { bits: 32 };
        assert_eq!(
            written(words, Format::Binary(8), &[0x0302_0100, 0x0706_0504]),
            [0, 1, 2, 3, 4, 5, 6, 7]
        );
        assert_eq!(
            written(ItemKind::Values { below: 9 }, Format::Binary(8), &[8]),
            [8, 0, 0, 0, 0, 0, 0, 0]
        );
    }
}
