//! Is the port right?

use std::fmt;

use answers::arguments::{Named, find_name, seed, state};
use answers::check::{GivenStart, WORDS_SCHEMA, WordsVerdict, word_subjects, words_from_start};
use answers::seed::seed_of_number;
use answers::shim::{self, LANGUAGES};
use generators::catalogue::{self, Generator, Stream};
use serde::Serialize;

use crate::command::{Command, refuse_option};
use crate::outside::Outside;
use crate::question::{AdapterQuestion, CheckQuestion, WordsQuestion};
use crate::reply::{Refusal, Reply};

/// The version of the JSON of a [`GeneratorList`].
const LIST_SCHEMA: &str = "roguelab-page-generators/1";

/// The version of the JSON of an [`Adapter`].
const ADAPTER_SCHEMA: &str = "roguelab-page-adapter/1";

/// Finds the name of a generator, in which capital letters count as small ones.
fn find_generator(given: &str, names: &[Named]) -> Result<&'static str, Refusal> {
    find_name(given, names).map_err(|nearest| {
        let nearest = nearest.join(", ");
        Refusal::new(format!(
            "no generator is called `{given}`; the nearest names are {nearest}"
        ))
    })
}

/// Begins the words of a generator.
fn begin_words(name: &str, given: &str) -> Result<(&'static Generator, Stream), Refusal> {
    let mut names = Vec::new();
    for generator in catalogue::all() {
        names.push((generator.key, generator.about));
    }
    let name = find_generator(name, &names)?;
    let Some(generator) = catalogue::find(name) else {
        return Err(Refusal::new(format!("{name} has no words")));
    };
    let Ok(seed) = given.parse() else {
        let error = "it must be a whole number of at most 64 bits";
        return Err(refuse_option("--seed", given, &error));
    };
    let seed = seed_of_number(name, generator.seed_bits, seed)?;
    Ok((generator, (generator.seeded)(seed)))
}

/// The words of a generator from a seed.
///
/// # Errors
/// Why there are none, in a sentence.
pub fn words(generator: &str, seed: &str) -> Result<Stream, String> {
    match begin_words(generator, seed) {
        Ok((_, words)) => Ok(words),
        Err(refusal) => Err(refusal.argument_error),
    }
}

/// Compares words with those of a generator.
pub(crate) fn check(
    question: &CheckQuestion,
    input: Vec<u8>,
    outside: Outside<'_>,
) -> Result<Reply, Refusal> {
    let generator = question.generator.0.trim();
    if generator.is_empty() {
        return Err(Refusal::new("say which generator the words should be from"));
    }
    let mut names = Vec::new();
    for subject in word_subjects() {
        names.push((subject.name, subject.about));
    }
    let generator = find_generator(generator, &names)?;
    let mut command = Command::new("check");
    command.word(generator);
    let seed = command.option("--seed", &question.seed, seed)?;
    let state = command.option("--state", &question.state, state)?;
    let start = match (seed, state) {
        (Some(seed), None) => GivenStart::Seed(seed),
        (None, Some(state)) => GivenStart::State(state),
        _ => {
            return Err(Refusal::new(
                "say what the words were made from: a seed, or a state in its place",
            ));
        }
    };
    let rule: Option<String> = command.option("--rule", &question.rule, str::parse)?;
    let command = command.with_input("--words ", &question.file, &input);
    let text = String::from_utf8(input)
        .map_err(|_| Refusal::new("the words are no text: whole numbers are expected"))?;
    let rule = rule.as_deref();
    let report = outside
        .with_control(|control| words_from_start(generator, &start, rule, &text, control))?;
    let verdict = match report.verdict {
        WordsVerdict::Agrees => "agrees",
        WordsVerdict::Differs => "differs",
        WordsVerdict::Fractions => "fractions",
    };
    Ok(Reply::new(&report, WORDS_SCHEMA, command)?.with_verdict(verdict))
}

/// Lists words of a generator, one a line. The verdict says how many bits a word has.
pub(crate) fn list_words(question: &WordsQuestion) -> Result<Reply, Refusal> {
    let (generator, mut next) = begin_words(question.generator.0.trim(), question.seed.0.trim())?;
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

/// A generator whose words can be checked.
#[derive(Serialize)]
struct ListedGenerator {
    name: &'static str,
    about: &'static str,
    /// Whether the vector pack has a file of it.
    has_vectors: bool,
    /// Whether the words can be listed too.
    has_words: bool,
}

/// The generators whose words can be checked, and the languages of adapters.
#[derive(Serialize)]
struct GeneratorList {
    generators: Vec<ListedGenerator>,
    languages: Vec<&'static str>,
}

impl fmt::Display for GeneratorList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for ListedGenerator { name, about, .. } in &self.generators {
            writeln!(f, "{name}: {about}")?;
        }
        Ok(())
    }
}

/// Lists the generators whose words can be checked.
pub(crate) fn list_generators() -> Result<Reply, Refusal> {
    let languages = LANGUAGES.iter().map(|language| language.name).collect();
    let mut generators = Vec::new();
    for subject in word_subjects() {
        generators.push(ListedGenerator {
            name: subject.name,
            about: subject.about,
            has_vectors: subject.has_vectors,
            has_words: catalogue::find(subject.name).is_some(),
        });
    }
    let list = GeneratorList {
        generators,
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
        return Err(Refusal::new(format!("--lang {lang}: give one of {names}")));
    };
    let adapter = shim::write_by_name(generator, language)?;
    let mut command = Command::new("shim");
    command.word(generator);
    command.text("--lang");
    command.word(lang);
    Reply::new(&Adapter { adapter }, ADAPTER_SCHEMA, command.finish())
}
