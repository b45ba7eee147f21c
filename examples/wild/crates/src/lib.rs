//! The protocol of `roguelab check` (docs/protocol.md): a line in, a line out.

use std::io::{BufRead as _, Write as _};

/// What an op shows.
pub enum Shown {
    /// It shows nothing.
    Nothing,
    /// It cannot be seen.
    Hidden,
    /// A number.
    Number(u64),
    /// Words.
    Words(Vec<u32>),
}

/// Reads an argument: 64 bits, of a negative number those of its complement.
pub fn number(text: &str) -> u64 {
    let parsed = match text.strip_prefix("0x") {
        Some(hex) => u64::from_str_radix(hex, 16).ok(),
        None => text.parse::<i128>().ok().map(|value| value as u64),
    };
    parsed.unwrap_or_else(|| panic!("no number: {text}"))
}

/// As many words of `next` as `count` says.
pub fn words(count: u64, next: impl FnMut() -> u32) -> Shown {
    Shown::Words(std::iter::repeat_with(next).take(count as usize).collect())
}

/// Answers each op with what `apply` says of its name and arguments; nothing for an op it does not have.
pub fn serve(mut apply: impl FnMut(&str, &[u64]) -> Option<Shown>) {
    let mut input = std::io::BufReader::new(std::io::stdin());
    let mut output = std::io::BufWriter::new(std::io::stdout());
    let mut line = String::new();
    while input.read_line(&mut line).expect("the input can be read") > 0 {
        let mut parts = line.split_ascii_whitespace();
        let name = parts.next().unwrap_or_default();
        let written = match apply(name, &parts.map(number).collect::<Vec<_>>()) {
            None => writeln!(output, "?"),
            Some(Shown::Nothing) => writeln!(output, "nothing"),
            Some(Shown::Hidden) => writeln!(output, "-"),
            Some(Shown::Number(value)) => writeln!(output, "{value}"),
            Some(Shown::Words(words)) => {
                let words: Vec<_> = words.iter().map(u32::to_string).collect();
                writeln!(output, "[{}]", words.join(" "))
            }
        };
        written.expect("the output can be written");
        line.clear();
        if input.buffer().is_empty() {
            output.flush().expect("the output can be written");
        }
    }
}
