//! `roguelab draw rooms`.

use std::io::{self, IsTerminal, StdinLock, Write};

use anyhow::{Context, Result};
use clap::Args;
use console::{Key, Term};
use generators::haskell::{HaskellDice, PCGen};
use grids::rooms::{Dungeon, Halls, SMALLEST, generate};

use super::dialogue::read_line;
use super::{MOST_TILES, ShowArgs, check_size};
use crate::cli::Verdict;
use crate::cli::arguments::{Choice, SeedArgs, one_of, side};
use crate::cli::output::Output;

/// Not written as `Option` below, where clap would take it for an option that may be absent.
type Joined = Option<Halls>;

const HALLS: &[Choice<Joined>] = &[
    ("none", "rooms alone", None),
    (
        "straight",
        "where two rooms share a column or a row, as in the document's code",
        Some(Halls::Straight),
    ),
    (
        "turned",
        "with two turns where they share none, as in the document's prose",
        Some(Halls::Turned),
    ),
];

#[derive(Args)]
pub(in crate::cli) struct RoomsArgs {
    /// Columns of tiles, at least 7
    #[arg(short = 'W', long, value_parser = side, allow_negative_numbers = true, default_value = "80")]
    width: usize,
    /// Rows of tiles, at least 7
    #[arg(short = 'H', long, value_parser = side, allow_negative_numbers = true, default_value = "24")]
    height: usize,
    /// The halls between rooms
    #[arg(long, value_parser = one_of(HALLS), default_value = "straight")]
    halls: Joined,
    /// Draw another with each r, space or return; q or Esc ends. If input is not a terminal, each line is a key
    #[arg(long, conflicts_with = "svg")]
    again: bool,
    #[command(flatten)]
    seed: SeedArgs,
    #[command(flatten)]
    show: ShowArgs,
}

/// The meaning of a key.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Answer {
    Again,
    End,
    Interrupt,
}

/// `None` for a key without meaning.
fn answer(key: &Key) -> Option<Answer> {
    match key {
        Key::Char('r' | 'R' | ' ') | Key::Enter => Some(Answer::Again),
        Key::Char('q' | 'Q' | '\u{4}') | Key::Escape => Some(Answer::End),
        Key::CtrlC => Some(Answer::Interrupt),
        _ => None,
    }
}

/// The source of answers.
enum Keys {
    Terminal(Term),
    Lines(StdinLock<'static>),
}

impl Keys {
    fn new() -> Self {
        if io::stdin().is_terminal() && io::stdout().is_terminal() {
            Self::Terminal(Term::stdout())
        } else {
            Self::Lines(io::stdin().lock())
        }
    }

    fn next(&mut self) -> io::Result<Answer> {
        loop {
            let key = match self {
                Self::Terminal(terminal) => terminal.read_key_raw()?,
                Self::Lines(input) => match read_line(input)? {
                    None => return Ok(Answer::End),
                    Some(line) => line.chars().next().map_or(Key::Enter, Key::Char),
                },
            };
            if let Some(answer) = answer(&key) {
                return Ok(answer);
            }
        }
    }
}

impl RoomsArgs {
    pub(super) fn run(&self) -> Result<Verdict> {
        check_size(self.width, self.height, SMALLEST, MOST_TILES, "tiles")?;
        let seed = self.seed.settle();
        let mut dice = HaskellDice::new(PCGen::from(seed.generator()));
        let caption = |dungeon: &Dungeon| {
            let regions = dungeon.grid().regions();
            let apart = if regions == 1 {
                "connected".into()
            } else {
                format!("in {regions} parts")
            };
            format!("rooms, {} by {}: {seed}; {apart}", self.width, self.height)
        };
        let mut draw = || generate(self.width, self.height, self.halls, &mut dice);
        if !self.again {
            let dungeon = draw()?;
            return self
                .show
                .show(&caption(&dungeon), dungeon.grid().ascii('.'), || {
                    Ok(dungeon.grid().clone())
                });
        }
        let (mut out, mut keys) = (Output::new(), Keys::new());
        for number in 1.. {
            let dungeon = draw()?;
            write!(
                out,
                "{}, dungeon {number}\n{}",
                caption(&dungeon),
                dungeon.grid().ascii('.')
            )?;
            if let Keys::Terminal(_) = keys {
                writeln!(out, "r: another, q: end")?;
            }
            out.flush()?;
            if out.is_closed() {
                break;
            }
            match keys.next().context("cannot read a key")? {
                Answer::Again => {}
                Answer::End => break,
                Answer::Interrupt => return Ok(Verdict::Stopped),
            }
        }
        Ok(Verdict::Passed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_as_the_help_says() {
        for key in [Key::Char('r'), Key::Char(' '), Key::Enter] {
            assert_eq!(answer(&key), Some(Answer::Again), "{key:?}");
        }
        for key in [Key::Char('q'), Key::Escape] {
            assert_eq!(answer(&key), Some(Answer::End), "{key:?}");
        }
        assert_eq!(answer(&Key::CtrlC), Some(Answer::Interrupt));
        assert_eq!(answer(&Key::Char('x')), None);
    }
}
