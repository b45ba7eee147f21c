//! The arguments of `roguelab test`.

use std::fmt;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};
use clap::Args;

use super::super::arguments::{Choice, one_of};
use crate::input::{Bytes, Encoding, Endian, Width};

const EXAMPLES: &str = "Examples:\n  roguelab words rrandom --seed 42 | roguelab test --kind u31 --limit 10000000\n  \
    for i in $(seq 5000); do shuf -i 1-6 | paste -sd' '; done | roguelab test --permutations\n\nExit codes: 0 PASS; 1 \
    FAIL; 2 INVALID, or the input or the options cannot be used; 130 stopped by Ctrl-C, which shows what was found so far.";

/// How words are written.
#[derive(Clone, Copy, Eq, PartialEq)]
enum Kind {
    /// Words of a width, and their random bits.
    Binary(Width, u32),
    Text,
}

const KINDS: &[Choice<Kind>] = &[
    ("u8", "bytes", Kind::Binary(Width::One, 8)),
    ("u16", "words of 2 bytes", Kind::Binary(Width::Two, 16)),
    ("u31", "words of 4 bytes, all below 2^31", Kind::Binary(Width::Four, 31)),
    ("u32", "words of 4 bytes", Kind::Binary(Width::Four, 32)),
    ("u64", "words of 8 bytes", Kind::Binary(Width::Eight, 64)),
    (
        "text",
        "whole numbers, decimal or 0x..., separated by blanks, commas or line ends; # begins a comment",
        Kind::Text,
    ),
];

const ENDIANS: &[Choice<Endian>] =
    &[("little", "the lowest byte first", Endian::Little), ("big", "the highest byte first", Endian::Big)];

/// Test any generator: words, integers below a bound, or permutations, on standard input or in a file
///
/// Every test needs enough items: with fewer the verdict is INVALID, never FAIL. The verdicts are two-sided, so counts that
/// are too even fail too. The chance that a fair source fails any test is at most --alpha, for a length fixed beforehand.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(in super::super) struct TestArgs {
    /// The file; - is standard input
    #[arg(value_name = "FILE", default_value = "-")]
    pub(super) file: PathBuf,
    /// How the numbers are written [default: u32, or text for --below]
    #[arg(long, value_parser = one_of(KINDS), conflicts_with = "permutations")]
    kind: Option<Kind>,
    /// The order of the bytes of a word [default: little]
    #[arg(long, value_parser = one_of(ENDIANS), conflicts_with = "permutations")]
    endian: Option<Endian>,
    /// The random bits of a word in text [default: 32]
    #[arg(long, value_name = "BITS", conflicts_with_all = ["permutations", "below"],
        value_parser = clap::value_parser!(u32).range(8..=64))]
    bits: Option<u32>,
    /// The numbers are integers from 0 to N - 1
    #[arg(long, value_name = "N", conflicts_with = "permutations", value_parser = bound, allow_negative_numbers = true)]
    below: Option<u32>,
    /// The items are permutations, one a line; blanks or commas between the entries
    #[arg(long)]
    permutations: bool,
    /// Whether the entries of a permutation count from 0 or 1 [default: as in the first line]
    #[arg(long, value_name = "0|1", requires = "permutations", value_parser = clap::value_parser!(u32).range(0..=1))]
    base: Option<u32>,
    /// The chance that a fair source fails any of the tests
    #[arg(long, value_name = "CHANCE", default_value = "1e-6", value_parser = chance, allow_negative_numbers = true)]
    pub(super) alpha: f64,
    /// Read only this many items
    #[arg(long, value_name = "ITEMS", value_parser = clap::value_parser!(u64).range(1..))]
    limit: Option<u64>,
    /// Read only this many bytes, of binary words
    #[arg(long, value_name = "BYTES", conflicts_with_all = ["limit", "permutations"],
        value_parser = clap::value_parser!(u64).range(1..))]
    bytes: Option<u64>,
    /// Run only this test; may be given more than once
    #[arg(long, value_name = "TEST", value_delimiter = ',')]
    pub(super) only: Vec<String>,
    /// List the tests for such items and how many items each needs, and read nothing
    #[arg(long, conflicts_with = "json")]
    pub(super) list: bool,
    /// Print JSON instead of the table
    #[arg(long)]
    pub(super) json: bool,
}

fn bound(text: &str) -> Result<u32, String> {
    text.parse().ok().filter(|&bound| bound >= 2).ok_or_else(|| {
        format!("a whole number from 2 to {} belongs here; for all of 2^32 give --kind u32 without --below", u32::MAX)
    })
}

fn chance(text: &str) -> Result<f64, String> {
    let chance = text.parse::<f64>().ok().filter(|&chance| chance > 0.0 && chance < 1.0);
    chance.ok_or_else(|| "a chance belongs here, above 0 and below 1, like 1e-6".into())
}

#[derive(Clone, Copy)]
pub(super) enum Items {
    Words { bits: u32, encoding: Encoding },
    Values { below: u32, encoding: Encoding },
    Permutations { base: Option<u32> },
}

impl fmt::Display for Items {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let encoding = match self {
            Self::Words { bits, encoding } => {
                write!(f, "words of {bits} bits")?;
                encoding
            }
            Self::Values { below, encoding } => {
                write!(f, "integers below {below}")?;
                encoding
            }
            Self::Permutations { .. } => return f.write_str("permutations, as text"),
        };
        match encoding {
            Encoding::Text => f.write_str(", as text"),
            Encoding::Binary { width: Width::One, .. } => f.write_str(", in bytes"),
            Encoding::Binary { width, endian } => {
                let order = if *endian == Endian::Little { "little" } else { "big" };
                write!(f, ", in {} bytes, {order} endian", width.bytes())
            }
        }
    }
}

impl TestArgs {
    /// The items to read, if the options agree.
    pub(super) fn items(&self) -> Result<Items> {
        if self.permutations {
            return Ok(Items::Permutations { base: self.base });
        }
        let usual = if self.below.is_some() { Kind::Text } else { Kind::Binary(Width::Four, 32) };
        let kind = self.kind.unwrap_or(usual);
        let (encoding, bits) = match kind {
            Kind::Binary(width, bits) => {
                if self.bits.is_some() {
                    return Err(anyhow!("--bits is for --kind text: the other kinds say how many bits they have"));
                }
                (Encoding::Binary { width, endian: self.endian.unwrap_or(Endian::Little) }, bits)
            }
            Kind::Text if self.endian.is_some() => {
                return Err(anyhow!("--endian is for binary words: leave it out, or name a --kind of words"));
            }
            Kind::Text => (Encoding::Text, self.bits.unwrap_or(32)),
        };
        match self.below {
            Some(below) if matches!(kind, Kind::Binary(_, bits) if u64::from(below) > 1 << bits.min(32)) => {
                Err(anyhow!("words of {bits} bits do not reach all integers below {below}: name a wider --kind"))
            }
            Some(below) => Ok(Items::Values { below, encoding }),
            None => Ok(Items::Words { bits, encoding }),
        }
    }

    /// The most items that are taken.
    pub(super) fn limit(&self) -> Result<u64> {
        let Some(bytes) = self.bytes else { return Ok(self.limit.unwrap_or(u64::MAX)) };
        let (Items::Words { encoding, .. } | Items::Values { encoding, .. }) = self.items()? else {
            return Ok(u64::MAX);
        };
        let Encoding::Binary { width, .. } = encoding else {
            return Err(anyhow!("--bytes is for binary words: it might cut a number in text; give --limit"));
        };
        let size = width.bytes() as u64;
        if bytes % size != 0 {
            return Err(anyhow!(
                "{bytes} bytes are not a whole number of words of {size} bytes: give a multiple of {size}"
            ));
        }
        Ok(bytes / size)
    }

    /// The bytes to read, unless they would have to be typed.
    pub(super) fn input(&self, encoding: Encoding) -> Result<Bytes> {
        let typed = self.file == Path::new("-") && std::io::stdin().is_terminal();
        if typed && encoding != Encoding::Text {
            return Err(anyhow!(
                "binary words cannot be typed: name a FILE, pipe them in, or give --kind text; --help has examples"
            ));
        }
        super::open(&self.file)
    }

    /// The command that tests the same items again.
    pub(super) fn again(&self, items: u64) -> String {
        let mut command = vec!["roguelab test".to_owned()];
        let mut option = |name: &str, value: Option<String>| {
            command.extend(value.map(|value| format!("--{name} {value}")));
        };
        option("kind", self.kind.and_then(|kind| name(KINDS, kind)));
        option("endian", self.endian.and_then(|endian| name(ENDIANS, endian)));
        option("bits", self.bits.map(|bits| bits.to_string()));
        option("below", self.below.map(|below| below.to_string()));
        option("base", self.base.map(|base| base.to_string()));
        option("alpha", Some(format!("{:e}", self.alpha)));
        option("limit", Some(items.to_string()));
        for test in &self.only {
            option("only", Some(test.clone()));
        }
        command.extend(self.permutations.then(|| "--permutations".to_owned()));
        let file = self.file.to_string_lossy();
        // What begins with a dash would be taken for an option.
        command.extend((file != "-" && file.starts_with('-')).then(|| "--".to_owned()));
        command.push(quoted(&file));
        command.join(" ")
    }
}

fn name<T: Copy + PartialEq>(choices: &[Choice<T>], chosen: T) -> Option<String> {
    choices.iter().find(|choice| choice.2 == chosen).map(|choice| choice.0.to_owned())
}

/// As a shell takes it.
fn quoted(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./+=:,@%".contains(c);
    if !text.is_empty() && text.chars().all(plain) {
        text.to_owned()
    } else if text.chars().any(lockstep::is_obeyed) {
        let byte = |byte: &u8| match byte {
            b'\'' | b'\\' => format!("\\{}", char::from(*byte)),
            b' '..=b'~' => char::from(*byte).to_string(),
            byte => format!("\\x{byte:02x}"),
        };
        format!("$'{}'", text.as_bytes().iter().map(byte).collect::<String>())
    } else {
        format!("'{}'", text.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Command {
        #[command(flatten)]
        args: TestArgs,
    }

    fn parsed(arguments: &[&str]) -> TestArgs {
        Command::try_parse_from(["test"].iter().chain(arguments)).map_err(|error| error.to_string()).unwrap().args
    }

    #[test]
    fn the_command_that_does_it_again_is_parsed_as_the_same() {
        let given =
            ["--kind", "u16", "--endian", "big", "--below", "1000", "--alpha", "0.00025", "--only", "a,b", "it's"];
        let again = parsed(&given).again(77);
        assert_eq!(
            again,
            "roguelab test --kind u16 --endian big --below 1000 --alpha 2.5e-4 --limit 77 --only a --only b 'it'\\''s'"
        );
        let again = parsed(&["--permutations", "--base", "1", "--", "-x"]).again(5);
        assert_eq!(again, "roguelab test --base 1 --alpha 1e-6 --limit 5 --permutations -- -x");
        let words: Vec<_> = again.split(' ').skip(2).collect();
        assert_eq!(parsed(&words).again(5), again);
        assert_eq!(
            parsed(&["--kind", "text", "--bits", "9"]).again(1),
            "roguelab test --kind text --bits 9 --alpha 1e-6 --limit 1 -"
        );
    }
}
