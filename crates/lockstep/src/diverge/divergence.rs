//! One place where traces differ, as it is shown.

use std::fmt;

use super::cause::{Cause, counted};
use super::window::Alignment;
use crate::shown;
use crate::trace::Field;

/// Lines of a divergence that are shown of each trace, at most.
const SHOWN: usize = 8;
/// Characters of a line that are shown, at most.
const WIDTH: usize = 160;

/// Two lines that agree.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Pair {
    /// The number of the line in A, from 1.
    pub a: u64,
    /// The number in B.
    pub b: u64,
    /// What A has there.
    pub text: Vec<u8>,
}

/// What comes after a divergence.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Then {
    /// Both traces agree to their end.
    Agree {
        /// How many draws that are.
        draws: u64,
    },
    /// Both agree, and then differ again.
    Part {
        /// How many draws agree in between.
        draws: u64,
        /// The line of A where they differ again.
        a_line: u64,
        /// The line of B.
        b_line: u64,
    },
    /// They do not agree again within the window. Nothing after it is compared.
    Apart {
        /// The window, in lines; `None` if both end within it.
        window: Option<usize>,
    },
    /// One has ended, and the other has more than the window holds.
    Ended,
}

/// A place where two traces differ. Its `Display` shows the lines around it, what differs, the likely cause, and what comes
/// after it.
#[derive(Clone, Debug, PartialEq)]
pub struct Divergence {
    /// How many draws agree before it, since the traces began.
    pub agreed: u64,
    /// The line of A, from 1; one more than there are lines if it has ended.
    pub a_line: u64,
    /// The line of B.
    pub b_line: u64,
    /// The lines before it that agree.
    pub before: Vec<Pair>,
    /// The lines of A that are left out for the traces to agree again, by number; if they do not, the first few.
    pub a: Vec<(u64, Vec<u8>)>,
    /// The lines of B.
    pub b: Vec<(u64, Vec<u8>)>,
    /// The lines after it that agree.
    pub after: Vec<Pair>,
    /// In which fields the first two lines differ; none if one trace has ended.
    pub fields: Vec<Field>,
    /// What may have caused it, the likeliest first. Never empty.
    pub causes: Vec<Cause>,
    /// How many lines agree in their places, up to the end of the window, and of how many; for the first divergence only,
    /// and where some after it do.
    pub in_place: Option<(u64, u64)>,
    /// How the traces agree again.
    pub alignment: Option<Alignment>,
    /// What comes after it.
    pub then: Then,
}

/// A line for a person: escaped, and not too long.
pub(super) fn readable(text: &[u8]) -> String {
    shown(
        &String::from_utf8_lossy(text.trim_ascii_end()).replace('\t', " "),
        WIDTH,
    )
    .into_owned()
}

fn agreed(draws: u64) -> String {
    if draws == 1 {
        "1 draw agrees".into()
    } else {
        format!("{draws} draws agree")
    }
}

impl fmt::Display for Then {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Agree { draws: 0 } => f.write_str("both traces end"),
            Self::Agree { draws } => write!(f, "{} to the end of both", agreed(draws)),
            Self::Part {
                draws,
                a_line,
                b_line,
            } => {
                write!(
                    f,
                    "{}; the next difference is at line {a_line} of A and {b_line} of B",
                    agreed(draws)
                )
            }
            Self::Apart { window: None } => f.write_str("the traces do not agree again"),
            Self::Apart {
                window: Some(window),
            } => {
                write!(
                    f,
                    "the traces do not agree again within {window} lines, and are compared no further"
                )
            }
            Self::Ended => f.write_str("compared no further"),
        }
    }
}

impl Divergence {
    /// Whether all draws of the trace that ends agree with the other one, which goes on.
    pub fn is_prefix(&self) -> bool {
        self.agreed > 0 && matches!(self.causes[..], [Cause::Ended { .. }, ..])
    }
}

impl fmt::Display for Divergence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            a_line,
            b_line,
            before,
            after,
            a,
            b,
            ..
        } = self;
        writeln!(
            f,
            "line {a_line} of A, line {b_line} of B: {} before it",
            agreed(self.agreed)
        )?;
        let last = after
            .last()
            .map_or((a_line + SHOWN as u64, b_line + SHOWN as u64), |pair| {
                (pair.a, pair.b)
            });
        let width = last.0.max(last.1).to_string().len();
        writeln!(f, "  {:>width$} {:>width$}", "A", "B")?;
        let pairs = |f: &mut fmt::Formatter<'_>, pairs: &[Pair]| {
            let mut pairs = pairs.iter();
            pairs.try_for_each(|Pair { a, b, text }| {
                writeln!(f, "  {a:>width$} {b:>width$} = {}", readable(text))
            })
        };
        pairs(f, before)?;
        for (lines, sign) in [(a, '-'), (b, '+')] {
            for (number, text) in lines.iter().take(SHOWN) {
                let number = number.to_string();
                let (in_a, in_b) = if sign == '-' {
                    (&*number, "")
                } else {
                    ("", &*number)
                };
                writeln!(
                    f,
                    "  {in_a:>width$} {in_b:>width$} {sign} {}",
                    readable(text)
                )?;
            }
            if lines.len() > SHOWN {
                writeln!(
                    f,
                    "  {:>width$} {:>width$} {sign} ... {} more",
                    "",
                    "",
                    lines.len() - SHOWN
                )?;
            }
        }
        pairs(f, after)?;
        if !self.fields.is_empty() {
            let names: Vec<_> = self.fields.iter().map(|field| field.name()).collect();
            writeln!(f, "differ in: {}", names.join(", "))?;
        }
        if let Some((agree, of)) = self.in_place {
            writeln!(f, "{agree} of {of} draws agree line by line")?;
        }
        for (at, cause) in self.causes.iter().enumerate() {
            writeln!(
                f,
                "{}: {cause}",
                if at == 0 { cause.label() } else { "also" }
            )?;
        }
        match self.alignment {
            None => write!(f, "after it: ")?,
            Some(Alignment { a, b: 0 }) => write!(f, "without {} of A: ", counted(a, "line"))?,
            Some(Alignment { a: 0, b }) => write!(f, "without {} of B: ", counted(b, "line"))?,
            Some(Alignment { a, b }) if a == b => {
                write!(f, "without {} of each: ", counted(a, "line"))?;
            }
            Some(Alignment { a, b }) => {
                write!(
                    f,
                    "without {} of A and {} of B: ",
                    counted(a, "line"),
                    counted(b, "line")
                )?;
            }
        }
        write!(f, "{}", self.then)
    }
}
