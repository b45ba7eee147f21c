//! Is the port right? Words or answers of a port, compared with those of a subject, and the cause of the first difference.
//!
//! [`words`] judges a list of words by itself. [`Comparison`] is what the runner of `lockstep` found about a program or another
//! implementation, with its cause.

mod causes;
mod comparison;
mod numbers;
mod recognised;
mod words;

pub use causes::{Causes, Transcript, cause_of_shuffles, output_as_texts};
pub use comparison::{COMPARISON_SCHEMA, Comparison, Counts, Failed, explain_difference};
pub use numbers::read_numbers_of_rule;
pub use recognised::state_op;
pub use words::{
    GivenStart, GivenWords, WORDS_SCHEMA, WordSubject, WordsDifference, WordsError, WordsFailure,
    WordsReport, WordsVerdict, read_words, seed_op, word_subjects, words, words_from_start,
};
