//! The answers of a side to ops.

use std::fmt;
use std::time::Duration;

use crate::notation::read_draws;
use crate::output::{Drawn, Seen};
use crate::shown;

/// The answer to one line.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// An output, and perhaps draws.
    Seen(Seen),
    /// `-`: the op was performed, but what it shows cannot be seen; its draws perhaps can.
    Hidden(Option<Vec<Drawn>>),
    /// `?`: there is no such op, and nothing was done.
    Unknown,
    /// `!` and a text: the op failed.
    Error(String),
    /// A line that is not an answer, and why it is not.
    Garbage(String, String),
    /// An implementation panicked with this message.
    Panic(String),
    /// There is no line, and there will be none.
    Gone(Gone),
}

/// How much of a line that is not an answer is kept: it may reveal the mistake.
const LINE: usize = 4096;

/// Why no answer comes.
#[derive(Clone, Debug, PartialEq)]
pub enum Gone {
    /// No answer came in time.
    Hung {
        /// How long the wait was.
        waited: Duration,
        /// Whether something came after the input had ended.
        after_input: bool,
    },
    /// The process ended in this way, and another one, which it started, keeps its output open and writes nothing.
    LeftOpen(String),
    /// The process ended.
    Ended {
        /// Its exit code or signal.
        status: String,
        /// The line that it began and did not end.
        begun: Option<String>,
    },
    /// The process closed its output and runs on.
    Closed,
    /// A line has more than this many bytes.
    TooLong(usize),
    /// A signal asked us to stop.
    Stopped,
}

fn bytes_of_draws(draws: Option<&[Drawn]>) -> usize {
    draws.map_or(0, size_of_val)
}

impl Answer {
    /// Reads a line from a program, without its end.
    pub fn read(line: &str) -> Self {
        let line = line.trim();
        if line == "?" {
            return Self::Unknown;
        }
        if let Some(text) = line.strip_prefix('!') {
            return Self::Error(text.trim().to_owned());
        }
        // A number may begin with the same sign.
        if let Some(rest) = line.strip_prefix('-').map(str::trim_start)
            && (rest.is_empty() || rest.starts_with('|'))
        {
            return match read_draws(rest) {
                Ok(draws) => Self::Hidden(draws),
                Err(error) => Self::garbage(line, &error),
            };
        }
        match line.parse() {
            Ok(seen) => Self::Seen(seen),
            Err(error) => Self::garbage(line, &error),
        }
    }

    /// The kind of failure, in one word; an output is called `differs`.
    pub fn verdict(&self) -> &'static str {
        match self {
            Self::Seen(_) | Self::Hidden(_) | Self::Unknown => "differs",
            Self::Error(_) => "error",
            Self::Panic(_) => "panic",
            Self::Garbage(..) => "garbage",
            Self::Gone(Gone::Hung { .. }) => "hang",
            Self::Gone(Gone::Ended { status, .. } | Gone::LeftOpen(status)) => {
                if status.starts_with("signal") {
                    "crash"
                } else {
                    "exit"
                }
            }
            Self::Gone(Gone::Closed) => "closed",
            Self::Gone(Gone::TooLong(_)) => "too-long",
            Self::Gone(Gone::Stopped) => "stopped",
        }
    }

    /// About how many bytes of memory it takes.
    pub(crate) fn bytes(&self) -> usize {
        match self {
            Self::Seen(seen) => seen.output.bytes() + bytes_of_draws(seen.draws.as_deref()),
            Self::Hidden(draws) => bytes_of_draws(draws.as_deref()),
            Self::Error(text) | Self::Garbage(text, _) | Self::Panic(text) => text.len(),
            Self::Unknown | Self::Gone(_) => 0,
        }
    }

    /// Whether no answer came in time, so that asking again would cost as much time again.
    pub(crate) const fn is_late(&self) -> bool {
        matches!(self, Self::Gone(Gone::Hung { .. } | Gone::LeftOpen(_)))
    }

    fn garbage(line: &str, why: &impl ToString) -> Self {
        Self::Garbage(shown(line, LINE).into_owned(), why.to_string())
    }

    /// A phrase about the program that gave it, unless it is an output.
    pub fn trouble(&self) -> Option<String> {
        match self {
            Self::Seen(_) | Self::Hidden(_) => None,
            Self::Unknown => Some("does not have this op".to_owned()),
            Self::Error(text) if text.is_empty() => Some("answered with an error".to_owned()),
            Self::Error(text) => Some(format!("answered with an error: {}", shown(text, 200))),
            Self::Garbage(_, why) => Some(format!("gave an invalid answer: {why}")),
            Self::Panic(message) => Some(format!("panicked: {message}")),
            Self::Gone(gone) => Some(gone.to_string()),
        }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Seen(seen) => write!(f, "{}", seen.output),
            Self::Hidden(_) => f.write_str("-"),
            Self::Unknown => f.write_str("?"),
            Self::Error(text) => write!(f, "! {}", shown(text, 80)),
            Self::Panic(message) => write!(f, "a panic: {message}"),
            Self::Garbage(line, _) => write!(f, "`{}`", shown(line, 80)),
            Self::Gone(_) => f.write_str("no answer"),
        }
    }
}

impl fmt::Display for Gone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hung {
                waited,
                after_input: false,
            } => {
                write!(
                    f,
                    "hung: it gave no answer in {} seconds",
                    waited.as_secs_f64()
                )
            }
            Self::Hung {
                waited,
                after_input: true,
            } => write!(
                f,
                "hung: it gave no answer in {} seconds, and wrote something only once its input had ended; flush standard output \
                 after each answer, and answer each line before reading on to the end",
                waited.as_secs_f64()
            ),
            Self::LeftOpen(status) => {
                write!(f, "ended, but its output stays open: {status}")
            }
            Self::Ended {
                status,
                begun: None,
            } => write!(f, "ended before it answered: {status}"),
            Self::Ended {
                status,
                begun: Some(line),
            } => {
                write!(
                    f,
                    "ended before the end of a line, `{}`: {status}",
                    shown(line, 80)
                )
            }
            Self::Closed => f.write_str("closed its standard output, and runs on"),
            Self::TooLong(most) => write!(f, "wrote a line of more than {most} bytes"),
            Self::Stopped => f.write_str("was stopped by a signal to roguelab"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ended(status: &str) -> Answer {
        Answer::Gone(Gone::Ended {
            status: status.to_owned(),
            begun: None,
        })
    }

    #[test]
    fn each_answer_has_its_verdict_its_text_and_its_trouble() {
        for (answer, verdict, text, trouble) in [
            (Answer::read("7"), "differs", "7", None),
            (
                Answer::read("?"),
                "differs",
                "?",
                Some("does not have this op"),
            ),
            (
                Answer::read("!"),
                "error",
                "! ",
                Some("answered with an error"),
            ),
            (
                Answer::read("! no"),
                "error",
                "! no",
                Some("answered with an error: no"),
            ),
            (ended("signal 11"), "crash", "no answer", None),
            (ended("exit code 1"), "exit", "no answer", None),
        ] {
            assert_eq!(
                (answer.verdict(), answer.to_string().as_str()),
                (verdict, text)
            );
            let said = answer.trouble();
            assert!(trouble.is_none() || said.as_deref() == trouble, "{said:?}");
        }
    }

    #[test]
    fn each_form_of_answer_is_read() {
        let drawn = vec![Drawn {
            lo: 0,
            hi: 9,
            value: 7,
        }];
        for (line, answer) in [
            ("7\r", Answer::Seen(Seen::number(7))),
            ("-7", Answer::Seen(Seen::number(-7))),
            ("?", Answer::Unknown),
            ("-", Answer::Hidden(None)),
            ("- | 0 9 7", Answer::Hidden(Some(drawn))),
            ("! no room ", Answer::Error("no room".into())),
            ("!", Answer::Error(String::new())),
        ] {
            assert_eq!(Answer::read(line), answer, "{line}");
        }
        for line in ["", "hello", "? 7", "-x", "- 7", "- | 0"] {
            assert!(matches!(Answer::read(line), Answer::Garbage(..)), "{line}");
        }
    }
}
