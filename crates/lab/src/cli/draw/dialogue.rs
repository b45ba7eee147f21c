//! `roguelab draw dialogue`: the dialogue of document 002.

use std::io::{self, BufRead, Read, Write};

use anyhow::{Context, Result, anyhow};
use clap::Args;
use generators::bounding::Scaled;
use generators::draw::Dice;
use generators::pcg32::Pcg32;
use gof::Verdict;
use grids::amazing::{Amazing, AmazingError, Restart};

use crate::cli::arguments::{Choice, MOST_TILES, Seed, SeedArgs, one_of};
use crate::cli::output::Output;

const BANNER: [&str; 4] = [
    "AMAZING PROGRAM",
    "CREATIVE COMPUTING - MORRISTOWN, NEW JERSEY",
    "Original program credit: Jack Hauber of Windsor, Connecticut",
    "Javascript port: David Whitney, Oklahoma City, OK",
];
const QUESTION: &str = "WHAT ARE YOUR WIDTH AND LENGTH?";
const REFUSAL: &str = "MEANINGLESS DIMENSIONS. TRY AGAIN.";

/// The most cells of a maze, four tiles each.
pub(super) const MOST_CELLS: usize = MOST_TILES / 4;

/// No valid answer is longer.
const LONGEST_LINE: u64 = 4096;

const RESTARTS: &[Choice<Restart>] = &[
    (
        "random",
        "at a random visited cell, as in the document",
        Restart::RandomVisited,
    ),
    (
        "scan",
        "at the next visited cell, as in the BASIC program",
        Restart::Scan,
    ),
];

/// How the maze is carved.
#[derive(Args)]
pub(super) struct RuleArgs {
    /// Where to continue after a dead end
    #[arg(long, value_parser = one_of(RESTARTS), default_value = "random")]
    restart: Restart,
    /// Without the document's bugs: always one tree and one exit
    #[arg(long, conflicts_with = "restart")]
    corrected: bool,
}

impl RuleArgs {
    /// A maze, or where the document's program hangs or crashes.
    pub(super) fn generate(
        &self,
        width: usize,
        height: usize,
        seed: Seed,
    ) -> Result<Amazing, AmazingError> {
        let dice = &mut Dice::<Pcg32, Scaled>::new(seed.generator());
        if self.corrected {
            Ok(Amazing::corrected(width, height, dice)?)
        } else {
            Amazing::generate(width, height, self.restart, dice)
        }
    }
}

/// The error with what to try.
pub(super) fn explained(error: AmazingError, seed: Seed) -> anyhow::Error {
    let here = match &error {
        AmazingError::Endless(_) => "the document's program hangs here",
        AmazingError::PastTheList(_) => "the document's program crashes here",
        _ => return error.into(),
    };
    anyhow!("{error}; {here}. Try another seed than {seed}, or --restart scan, or --corrected")
}

/// Run the dialogue of document 002: ask for width and length, separated by a comma, and print the maze
///
/// As in the document, blanks before a number and anything after it are ignored. Both must be at least 1; the document's program
/// goes on if only one of them is a number. The seed is printed to standard error.
#[derive(Args)]
pub(in crate::cli) struct DialogueArgs {
    #[command(flatten)]
    seed: SeedArgs,
    #[command(flatten)]
    rules: RuleArgs,
}

/// JavaScript's `parseInt`; `None` is `NaN`, and large numbers saturate.
fn parse_int(text: &str) -> Option<i64> {
    // A byte order mark is a blank there.
    let text = text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    let (sign, text) = match text.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    let hexadecimal = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
    let (radix, text) = hexadecimal.map_or((10, text), |digits| (16, digits));
    let digits = text.chars().map_while(|c| c.to_digit(radix));
    let append = |number: i64, digit| {
        number
            .saturating_mul(radix.into())
            .saturating_add(i64::from(digit))
    };
    digits
        .fold(None, |number, digit| {
            Some(append(number.unwrap_or(0), digit))
        })
        .map(|number| sign * number)
}

/// Width and height, if the answer is two numbers of at least 1.
fn dimensions(answer: &str) -> Option<(usize, usize)> {
    let (width, height) = answer
        .split_once(',')
        .filter(|(_, height)| !height.contains(','))?;
    let side = |text| {
        parse_int(text)
            .filter(|&number| number >= 1)
            .and_then(|number| usize::try_from(number).ok())
    };
    Some((side(width)?, side(height)?))
}

/// A line without its end, cut if it is too long; `None` at the end of the input.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    if input
        .by_ref()
        .take(LONGEST_LINE)
        .read_until(b'\n', &mut line)?
        == 0
    {
        return Ok(None);
    }
    if line.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
    }
    Ok(Some(
        String::from_utf8_lossy(&line)
            .trim_end_matches(['\n', '\r'])
            .to_owned(),
    ))
}

/// Asks until the answer makes sense; `None` if the input ends.
fn ask(input: &mut impl BufRead, out: &mut Output) -> Result<Option<(usize, usize)>> {
    while !out.is_closed() {
        writeln!(out, "{QUESTION}")?;
        out.flush()?;
        let Some(answer) = read_line(input).context("cannot read the answer")? else {
            break;
        };
        match dimensions(&answer) {
            Some((width, height))
                if width
                    .checked_mul(height)
                    .is_some_and(|cells| cells <= MOST_CELLS) =>
            {
                return Ok(Some((width, height)));
            }
            Some(_) => writeln!(out, "{REFUSAL} (A MAZE HAS AT MOST {MOST_CELLS} CELLS.)")?,
            None => writeln!(out, "{REFUSAL}")?,
        }
    }
    Ok(None)
}

pub(super) fn run(args: &DialogueArgs) -> Result<Verdict> {
    let mut out = Output::new();
    for line in BANNER {
        writeln!(out, "{line}")?;
    }
    let Some((width, height)) = ask(&mut io::stdin().lock(), &mut out)? else {
        return Ok(Verdict::Pass);
    };
    let seed = args.seed.settle();
    match args.rules.generate(width, height, seed) {
        Ok(maze) => write!(out, "{maze}")?,
        Err(error) => {
            // The document prints the top of the maze before it carves it.
            if let AmazingError::Endless(walk) | AmazingError::PastTheList(walk) = &error {
                writeln!(
                    out,
                    "{}",
                    walk.maze().text().lines().next().unwrap_or_default()
                )?;
            }
            return Err(explained(error, seed));
        }
    }
    out.flush()?;
    eprintln!("{seed}");
    Ok(Verdict::Pass)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_javascript_reads_them() {
        let read = [
            ("23", Some(23)),
            (" \t\u{feff}7 ", Some(7)),
            ("12abc", Some(12)),
            ("1e3", Some(1)),
            ("5.9", Some(5)),
            ("0x1F", Some(31)),
            ("0x", None),
            ("-4", Some(-4)),
            ("+4", Some(4)),
            ("- 4", None),
            ("", None),
            ("four", None),
            ("99999999999999999999", Some(i64::MAX)),
        ];
        for (text, number) in read {
            assert_eq!(parse_int(text), number, "{text:?}");
        }
    }
}
