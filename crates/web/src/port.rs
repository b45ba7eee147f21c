//! Is the port right?

use std::fmt;

use answers::arguments::seed;
use answers::check::{WORDS_SCHEMA, WordSubject, WordsVerdict, word_subjects, words_from_seed};
use serde::Serialize;

use crate::command::Command;
use crate::outside::Outside;
use crate::question::CheckQuestion;
use crate::reply::{Refusal, Reply};

/// The version of the JSON of a [`GeneratorList`].
const LIST_SCHEMA: &str = "roguelab-page-generators/1";

/// Compares words with those of a generator.
pub(crate) fn check(
    question: &CheckQuestion,
    input: Vec<u8>,
    outside: Outside,
) -> Result<Reply, Refusal> {
    let generator = question.generator.0.trim();
    if generator.is_empty() {
        return Err(Refusal(
            "say which generator the words should be from".to_owned(),
        ));
    }
    let mut command = Command::new("check");
    command.word(generator);
    let Some(seed) = command.option("--seed", &question.seed, seed)? else {
        return Err(Refusal(
            "say what the words were made from: a seed".to_owned(),
        ));
    };
    let command = command.with_input("--words ", &question.file, &input);
    let text = String::from_utf8(input)
        .map_err(|_| Refusal("the words are no text: whole numbers are expected".to_owned()))?;
    let report =
        outside.with_control(|control| words_from_seed(generator, seed, &text, control))?;
    let verdict = match report.verdict {
        WordsVerdict::Agrees => "agrees",
        WordsVerdict::Differs => "differs",
        WordsVerdict::Fractions => "fractions",
    };
    Ok(Reply::new(&report, WORDS_SCHEMA, command)?.with_verdict(verdict))
}

/// The generators whose words can be checked.
#[derive(Serialize)]
struct GeneratorList {
    generators: Vec<WordSubject>,
}

impl fmt::Display for GeneratorList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for generator in &self.generators {
            writeln!(f, "{}: {}", generator.name, generator.about)?;
        }
        Ok(())
    }
}

/// Lists the generators whose words can be checked.
pub(crate) fn list_generators() -> Result<Reply, Refusal> {
    let generators = word_subjects();
    Reply::new(
        &GeneratorList { generators },
        LIST_SCHEMA,
        "roguelab subjects".to_owned(),
    )
}
