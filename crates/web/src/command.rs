//! The command line that says the same as a question, written while the options of the question are read.

use std::fmt::{self, Display};
use std::ops::RangeInclusive;

use answers::arguments::{Choice, quoted};
use answers::read::parse_whole;

use crate::question::Text;
use crate::reply::Refusal;

/// How many bytes of input a command line may contain.
const MAX_INLINE: usize = 4000;

/// A command line that is being written.
pub(crate) struct Command(String);

impl Command {
    pub(crate) fn new(name: &str) -> Self {
        Self(format!("roguelab {name}"))
    }

    /// Adds a word.
    pub(crate) fn word(&mut self, word: &str) {
        self.0 += &format!(" {}", quoted(word));
    }

    /// Adds an option without a value, if it is set.
    pub(crate) fn flag(&mut self, name: &str, is_set: bool) -> bool {
        if is_set {
            self.0 += &format!(" {name}");
        }
        is_set
    }

    /// Adds an option, if it has a text, and parses it. A name may end in an equals sign.
    pub(crate) fn option<T, E: Display>(
        &mut self,
        name: &str,
        text: &Text,
        parse: impl FnOnce(&str) -> Result<T, E>,
    ) -> Result<Option<T>, Refusal> {
        let text = text.0.trim();
        if text.is_empty() {
            return Ok(None);
        }
        let blank = if name.ends_with('=') { "" } else { " " };
        self.0 += &format!(" {name}{blank}{}", quoted(text));
        match parse(text) {
            Ok(value) => Ok(Some(value)),
            Err(error) => Err(refuse_option(name, text, &error)),
        }
    }

    /// Adds a text that is quoted already.
    pub(crate) fn text(&mut self, text: &str) {
        self.0 += &format!(" {text}");
    }

    /// The options so far, each after a blank, for a command that says `test` again.
    pub(crate) fn again(&self) -> String {
        let options = self.0.strip_prefix("roguelab test");
        options.unwrap_or_default().to_owned()
    }

    pub(crate) fn finish(self) -> String {
        self.0
    }

    /// The command with its input: from a file, or from a pipe if it was typed and is short.
    pub(crate) fn with_input(self, option: &str, file: &Text, input: &[u8]) -> String {
        match quoted_input(file, input) {
            Some(text) => format!("printf '%s\\n' {text} | {}", self.0),
            None => format!("{} {option}{}", self.0, file_name(file, "numbers.txt")),
        }
    }
}

/// An option whose value cannot be read.
struct BadOption<'a> {
    name: &'a str,
    text: &'a str,
    error: &'a dyn Display,
}

impl Display for BadOption<'_> {
    /// As the program calls the option or, with `{:#}`, as a function calls its argument.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, text, error } = self;
        if f.alternate() {
            let name = name.trim_start_matches('-');
            return write!(f, "{name} is {text}: {error}");
        }
        write!(f, "{name} {text}: {error}")
    }
}

/// Refuses the value of an option. Its name may end in an equals sign.
pub(crate) fn refuse_option(name: &str, text: &str, error: &dyn Display) -> Refusal {
    let name = name.trim_end_matches('=');
    Refusal::new(BadOption { name, text, error })
}

/// What was typed, quoted for a shell, if it is short and a terminal obeys nothing in it.
pub(crate) fn quoted_input(file: &Text, input: &[u8]) -> Option<String> {
    let text = str::from_utf8(input).ok()?.trim_end_matches('\n');
    let is_shown = |c: char| matches!(c, ' '..='~' | '\n' | '\t') || c.is_alphanumeric();
    if !file.0.is_empty() || text.len() > MAX_INLINE || !text.chars().all(is_shown) {
        return None;
    }
    Some(format!("'{}'", text.replace('\'', r"'\''")))
}

/// The name of the file of an input, or this one for what was typed.
pub(crate) fn file_name(file: &Text, typed: &str) -> String {
    if file.0.is_empty() {
        return typed.to_owned();
    }
    quoted(&file.0)
}

/// Parses a whole number in a range.
pub(crate) fn whole(range: RangeInclusive<u64>) -> impl Fn(&str) -> Result<u64, String> {
    move |text| {
        let number = parse_whole(text.as_bytes()).and_then(|number| u64::try_from(number).ok());
        number
            .filter(|number| range.contains(number))
            .ok_or_else(|| {
                format!(
                    "give a whole number from {} to {}",
                    range.start(),
                    range.end()
                )
            })
    }
}

/// Parses a whole number of 32 bits in a range.
pub(crate) fn whole32(range: RangeInclusive<u32>) -> impl Fn(&str) -> Result<u32, String> {
    let parse = whole(u64::from(*range.start())..=u64::from(*range.end()));
    // The end of the range has 32 bits.
    move |text| parse(text).map(|number| number as u32)
}

/// Parses the name of a choice.
pub(crate) fn one_of<T: Copy>(choices: &[Choice<T>]) -> impl Fn(&str) -> Result<T, String> {
    move |text| {
        if let Some((_, _, value)) = choices.iter().find(|choice| choice.0 == text) {
            return Ok(*value);
        }
        let mut names = Vec::new();
        for (name, ..) in choices {
            names.push(*name);
        }
        Err(format!("give one of {}", names.join(", ")))
    }
}
