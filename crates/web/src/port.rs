//! Is the port right?

use std::fmt;

use answers::arguments::seed;
use answers::check::{WORDS_SCHEMA, WordSubject, WordsVerdict, word_subjects, words_from_seed};
use answers::seed::seed_of_number;
use answers::shim::{self, LANGUAGES};
use generators::catalogue;
use serde::Serialize;

use crate::command::Command;
use crate::outside::Outside;
use crate::question::{AdapterQuestion, CheckQuestion, WordsQuestion};
use crate::reply::{Refusal, Reply};

/// The version of the JSON of a [`GeneratorList`].
const LIST_SCHEMA: &str = "roguelab-page-generators/1";

/// The version of the JSON of an [`Adapter`].
const ADAPTER_SCHEMA: &str = "roguelab-page-adapter/1";

/// Compares words with those of a generator.
pub(crate) fn check(
    question: &CheckQuestion,
    input: Vec<u8>,
    outside: Outside<'_>,
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

/// Lists words of a generator, one a line. The verdict says how many bits a word has.
pub(crate) fn list_words(question: &WordsQuestion) -> Result<Reply, Refusal> {
    let name = question.generator.0.trim();
    let Some(generator) = catalogue::find(name) else {
        return Err(Refusal(format!(
            "no generator is called `{name}`: `roguelab subjects` lists them"
        )));
    };
    let given = question.seed.0.trim();
    let Ok(seed) = given.parse() else {
        return Err(Refusal(format!(
            "the seed is `{given}`: it must be a whole number"
        )));
    };
    let seed = seed_of_number(name, generator.seed_bits, seed)?;
    let mut next = (generator.seeded)(seed);
    for _ in 0..question.skip {
        next();
    }
    let mut text = String::new();
    for _ in 0..question.number {
        text += &format!("{}\n", next());
    }
    let reply = Reply {
        text,
        ..Reply::default()
    };
    Ok(reply.with_verdict(generator.bits))
}

/// The generators whose words can be checked, and the languages of adapters.
#[derive(Serialize)]
struct GeneratorList {
    generators: Vec<WordSubject>,
    languages: Vec<&'static str>,
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
    let languages = LANGUAGES.iter().map(|language| language.name).collect();
    let list = GeneratorList {
        generators: word_subjects(),
        languages,
    };
    Reply::new(&list, LIST_SCHEMA, "roguelab subjects".to_owned())
}

/// The text of an adapter.
#[derive(Serialize)]
struct Adapter {
    adapter: String,
}

impl fmt::Display for Adapter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.adapter)
    }
}

/// Writes an adapter for a generator in a language.
pub(crate) fn write_adapter(question: &AdapterQuestion) -> Result<Reply, Refusal> {
    let (generator, lang) = (question.generator.0.trim(), question.lang.0.trim());
    let Some(language) = shim::find(lang) else {
        let names: Vec<_> = LANGUAGES.iter().map(|language| language.name).collect();
        let names = names.join(", ");
        return Err(Refusal(format!("--lang {lang}: give one of {names}")));
    };
    let adapter = shim::write_by_name(generator, language)?;
    let mut command = Command::new("shim");
    command.word(generator);
    command.text("--lang");
    command.word(lang);
    Reply::new(&Adapter { adapter }, ADAPTER_SCHEMA, command.finish())
}
