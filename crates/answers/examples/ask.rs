//! Asks what made some numbers, and prints the answer as text and as JSON.
//!
//! `cargo run -p roguelab-answers --example ask -- 41 18467 6334 26500 19169 15724 11478 29358`

#![allow(
    clippy::disallowed_types,
    clippy::disallowed_macros,
    reason = "the program, not the library, has a clock and prints"
)]

use std::error::Error;
use std::time::Instant;

use roguelab_answers::who::{Control, Options, who};

fn main() -> Result<(), Box<dyn Error>> {
    let numbers: Vec<String> = std::env::args().skip(1).collect();
    let options = Options {
        next: 3,
        ..Options::default()
    };
    // The search ends after `options.time` by this clock. A search for times as seeds needs the date as well: see `Control`.
    let start = Instant::now();
    let control = Control {
        clock: &|| start.elapsed(),
        ..Control::default()
    };
    let answer = who(numbers.join(" ").into_bytes(), &options, control)?;
    print!("{answer}");
    println!("{}", serde_json::to_string_pretty(&answer)?);
    Ok(())
}
