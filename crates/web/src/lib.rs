//! The questions of roguelab in a browser: [`ask`] takes a question as JSON and an input as bytes, and replies in JSON.
//!
//! A reply has the program's text, the same JSON as the program prints with `--json`, and the command that says the same in a
//! terminal. The page in the folder `page` of this crate calls it in a Web Worker, through the few functions of `memory`.
//!
//! ```
//! use roguelab_web::{Outside, ask};
//!
//! // The first numbers of rand() in C on Windows.
//! let reply = ask(br#"{"ask": "who", "next": 2}"#, b"41 18467 6334 26500 19169 15724".to_vec(), Outside::default());
//! let reply: serde_json::Value = serde_json::from_slice(&reply)?;
//! assert_eq!(reply["answer"]["answers"][0]["generator"], "msvc-rand");
//! assert_eq!(reply["command"], "roguelab who --next 2 --numbers '41 18467 6334 26500 19169 15724'");
//! # Ok::<(), serde_json::Error>(())
//! ```
#![cfg_attr(not(target_arch = "wasm32"), forbid(unsafe_code))]

mod assertion;
mod command;
mod fair;
mod law;
#[cfg(target_arch = "wasm32")]
mod memory;
mod outside;
mod port;
mod question;
mod reply;
mod rogue;
mod who;

pub use generators::catalogue::Stream;
pub use gof::assertion::Drawn;
pub use outside::Outside;
pub use port::words;

use question::Question;
use reply::{Refusal, Reply};

/// Answers a question in JSON about an input. The reply is JSON, also if the question cannot be answered.
pub fn ask(question: &[u8], input: Vec<u8>, outside: Outside<'_>) -> Vec<u8> {
    write(answer(question, input, outside))
}

/// Checks an assertion in JSON about functions of the caller. `sample` gets the number of a function, from 0, and gives what that
/// function returns, or nothing to end the assertion. The reply has the verdict PASS or FAIL.
pub fn check(question: &[u8], sample: &mut dyn FnMut(usize) -> Option<Drawn>) -> Vec<u8> {
    write(assertion::check(question, sample))
}

fn write(reply: Result<Reply, Refusal>) -> Vec<u8> {
    let reply = reply.unwrap_or_else(Reply::refused);
    // A map with keys that are no texts would fail, and there is none.
    serde_json::to_vec(&reply).unwrap_or_default()
}

fn answer(question: &[u8], input: Vec<u8>, outside: Outside<'_>) -> Result<Reply, Refusal> {
    match serde_json::from_slice(question)? {
        Question::Who(question) => who::identify(&question, input, outside),
        Question::WhoDiffers(question) => who::compare(&question, input, outside),
        Question::Check(question) => port::check(&question, input, outside),
        Question::Words(question) => port::list_words(&question),
        Question::Generators {} => port::list_generators(),
        Question::Adapter(question) => port::write_adapter(&question),
        Question::Counts(question) => fair::judge_counts(&question),
        Question::Rate(question) => fair::judge_rate(&question),
        Question::Test(question) => fair::test_items(&question, input, outside),
        Question::TestAgainst(question) => fair::compare_streams(&question, input),
        Question::Bias(question) => law::law_of_rule(&question, outside),
        Question::Shuffle(question) => law::law_of_shuffle(&question),
        Question::Reach(question) => law::reach_of_state(&question),
        Question::Game(question) => rogue::name_game(&question),
        Question::Save(question) => rogue::read_save(&question, &input),
        Question::Find(question) => rogue::find_games(question, outside),
        Question::RogueNames {} => rogue::list_names(),
    }
}

#[cfg(test)]
mod tests;
