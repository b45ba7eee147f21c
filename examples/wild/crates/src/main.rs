//! Answers for any crate in `fixtures/wild.toml`, in the protocol of `roguelab check` (`docs/protocol.md`): a line in, a line
//! out. The argument is the number of the port. `cargo xtask wild` writes the function `port` from the table: for each port its
//! lines of setup, and an expression for each op, whose arguments are `u64`.
//! setup, and an expression for each op, whose arguments are `u64`.

use std::io::{BufRead as _, Write as _};

/// What an op shows: a number, or a list of numbers; `()` is hidden.
trait Shown {
    fn shown(&self) -> String;
}

impl Shown for () {
    fn shown(&self) -> String {
        "-".into()
    }
}

macro_rules! numbers {
    ($($number:ty)*) => {
        $(impl Shown for $number {
            fn shown(&self) -> String {
                self.to_string()
            }
        })*
    };
}

numbers!(u32 i32 u64);

impl<T: Shown> Shown for Vec<T> {
    fn shown(&self) -> String {
        let shown: Vec<_> = self.iter().map(Shown::shown).collect();
        format!("[{}]", shown.join(" "))
    }
}

/// The words of splitmix64 with which the catalogue fills states.
#[allow(dead_code)]
fn splitmix64<const N: usize>(mut seed: u64) -> [u64; N] {
    std::array::from_fn(|_| {
        seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (seed ^ seed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    })
}

/// Words filled in one after another by 1812433253 x + 1, as Unity's seeding does.
#[allow(dead_code)]
fn filled<const N: usize>(seed: u64) -> [u32; N] {
    let mut word = seed as u32;
    std::array::from_fn(|_| {
        let next = word.wrapping_mul(1_812_433_253).wrapping_add(1);
        std::mem::replace(&mut word, next)
    })
}

/// Answers each op with what `apply` returns for its name and arguments, which is nothing for an op that it does not have.
fn serve(mut apply: impl FnMut(&str, &[u64]) -> Option<String>) {
    let mut answer = |line: &str| {
        let mut parts = line.split_ascii_whitespace();
        let op = parts.next().unwrap_or_default();
        // Every case seeds first.
        if op == "reset" {
            return "nothing".into();
        }
        let number = |text: &str| match text.strip_prefix("0x") {
            Some(hex) => u64::from_str_radix(hex, 16).ok(),
            // A negative number is taken as its bits in two's complement.
            None => text.parse::<i128>().ok().map(|value| value as u64),
        };
        let numbers: Vec<u64> = parts.map(|part| number(part).expect("a number")).collect();
        let shown = match (op.strip_suffix('s'), &numbers[..]) {
            // `nexts 8` is `next`, eight times.
            (Some(one), &[count]) => {
                let words: Option<Vec<_>> = (0..count).map(|_| apply(one, &[])).collect();
                words.map(|words| format!("[{}]", words.join(" ")))
            }
            _ => apply(op, &numbers),
        };
        shown.unwrap_or_else(|| "?".into())
    };
    let mut input = std::io::BufReader::new(std::io::stdin());
    let mut output = std::io::BufWriter::new(std::io::stdout());
    let mut line = String::new();
    while input.read_line(&mut line).expect("the input can be read") > 0 {
        writeln!(output, "{}", answer(&line)).expect("the output can be written");
        line.clear();
        if input.buffer().is_empty() {
            output.flush().expect("the output can be written");
        }
    }
}

include!(env!("PORTS"));

fn main() {
    let number = std::env::args().nth(1).and_then(|number| number.parse().ok());
    port(number.expect("the number of a port"));
}
