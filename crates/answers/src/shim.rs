//! Adapters between a program in any language and `roguelab check`: a stub for each op, and the protocol.
//!
//! A template for each language contains the protocol; [`write()`] fills in the ops.

mod languages;

use std::fmt::Write as _;

use lockstep::{Argument, Domain, Op, Shows, Subject, Width};
use subjects::registry::{self, UnknownSubject};

pub use languages::{LANGUAGES, Language};

use languages::RESERVED;

/// The language with this name.
pub fn find(name: &str) -> Option<&'static Language> {
    LANGUAGES.iter().find(|language| language.name == name)
}

/// The text for the type of an argument with this domain.
fn text_of_type(types: &[&'static str; 5], domain: &Domain) -> &'static str {
    let place = match domain {
        Domain::Number { width, .. } => *width as usize,
        Domain::OneOf { numbers: true, .. } => Width::U32 as usize,
        Domain::OneOf { numbers: false, .. } => 4,
    };
    types[place]
}

/// A name that is valid in every language.
fn safe(name: &str) -> String {
    if RESERVED.split(' ').any(|word| word == name) {
        format!("{name}_")
    } else {
        name.to_owned()
    }
}

/// Inserts a list into a form: `{key}`, `{, key}` with a comma before a list that is not empty, `{ key}` with a blank, and
/// `{key|other}` with another text for an empty list.
fn with_list(form: &str, key: &str, items: &[String]) -> String {
    let list = items.join(", ");
    let (comma, blank, other) = if items.is_empty() {
        (String::new(), String::new(), "void".to_owned())
    } else {
        (format!(", {list}"), format!(" {list}"), list.clone())
    };
    form.replace(&format!("{{, {key}}}"), &comma)
        .replace(&format!("{{ {key}}}"), &blank)
        .replace(&format!("{{{key}|void}}"), &other)
        .replace(&format!("{{{key}}}"), &list)
}

/// The adapter for a subject by its name.
///
/// # Errors
/// If there is none.
pub fn write_by_name(name: &str, language: &Language) -> Result<String, UnknownSubject> {
    Ok(write(registry::find(name)?, name, language))
}

/// The adapter for a subject. `argument` names the subject on a command line.
pub fn write(subject: &dyn Subject, argument: &str, language: &Language) -> String {
    let ops = subject.ops().iter();
    let stubs: Vec<_> = ops
        .clone()
        .map(|op| stub(op, subject.does(op), language))
        .collect();
    let rows: Vec<_> = ops.map(|op| row(op, language)).collect();
    let one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut text = String::new();
    for line in language.template.lines() {
        match line {
            "@STUBS@" => text += &stubs.join("\n"),
            "@ROWS@" => text += &(rows.join("\n") + "\n"),
            line => {
                let line = line.replace("@SUBJECT@", &one_line(subject.name()));
                let line = line.replace("@ARGUMENT@", &harmless(&one_line(argument)));
                text += &(line.replace("@ABOUT@", &harmless(&one_line(subject.about()))) + "\n");
            }
        }
    }
    text
}

/// The text made safe for comments: it ends no comment and begins no escape.
fn harmless(text: &str) -> String {
    lockstep::escaped(text)
        .replace("*/", "* /")
        .replace("\"\"\"", "\"\"")
        .replace('\\', "/")
}

fn stub(op: &Op, does: &str, language: &Language) -> String {
    let mut text = String::new();
    for line in documentation(op, does) {
        let comment = format!("{}{}", language.comment, harmless(&line));
        let _ = writeln!(text, "{}", comment.trim_end());
    }
    let parameter = |Argument { name, domain }: &Argument| {
        let filled = language
            .parameter
            .replace("{type}", text_of_type(&language.types, domain));
        filled
            .replace("* {", "*{")
            .replace("{argument}", &safe(name))
    };
    let parameters: Vec<_> = op.arguments.iter().map(parameter).collect();
    text + &with_list(
        &language.stub.replace("{op}", &safe(op.name)),
        "parameters",
        &parameters,
    )
}

fn row(op: &Op, language: &Language) -> String {
    let read = |(i, argument): (usize, &Argument)| {
        text_of_type(&language.reads, &argument.domain).replace("{i}", &i.to_string())
    };
    let reads: Vec<_> = op.arguments.iter().enumerate().map(read).collect();
    let row = language
        .row
        .replace("{name}", op.name)
        .replace("{op}", &safe(op.name));
    with_list(
        &row.replace("{count}", &op.arguments.len().to_string()),
        "reads",
        &reads,
    )
}

/// A comment on what an op does, takes and shows.
fn documentation(op: &Op, does: &str) -> Vec<String> {
    let mut lines = vec![op.form.to_owned()];
    for line in does.lines() {
        lines.extend(wrapped(line.trim()));
    }
    for Argument { name, domain } in op.arguments {
        lines.extend(wrapped(&format!("{}: {domain}", name.to_uppercase())));
    }
    let shows = match op.shows {
        Shows::Nothing => "nothing".into(),
        Shows::Number(width) => format!("a number ({})", width.name()),
        Shows::Words => "a list of words of 32 bits".into(),
        Shows::Words64 => "a list of words of 64 bits".into(),
        Shows::Texts => "a list of texts".to_owned(),
    };
    let seeds = if op.seeds { "; seeds" } else { "" };
    let draws = if op.draws {
        "; its draws are known"
    } else {
        ""
    };
    lines.push(format!("Shows {shows}{seeds}{draws}."));
    lines
}

fn wrapped(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + word.chars().count() < 100 => {
                *line += &format!(" {word}");
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}
