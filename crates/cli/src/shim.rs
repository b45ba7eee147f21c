//! Adapters between a program in any language and `roguelab check`: a stub for each op, and the protocol.
//!
//! A template for each language contains the protocol; [`write()`] fills in the ops.

use std::fmt::Write as _;
use std::sync::LazyLock;

use lockstep::{Argument, Domain, Op, Shows, Subject, Width};
use serde::Deserialize;

/// The languages and their templates, as in `shim/languages.toml`.
#[derive(Deserialize)]
struct Languages {
    reserved: String,
    language: Vec<Language>,
}

/// A language in which an adapter can be written, as in `shim/languages.toml`.
#[derive(Debug, Deserialize)]
pub struct Language {
    /// The name of the language, as given on a command line.
    pub name: String,
    comment: String,
    stub: String,
    parameter: String,
    row: String,
    reads: [String; 5],
    types: [String; 5],
}

static LANGUAGES: LazyLock<Languages> = LazyLock::new(|| {
    toml::from_str(include_str!("shim/languages.toml")).expect("the languages are well formed")
});

/// All languages.
pub fn languages() -> &'static [Language] {
    &LANGUAGES.language
}

/// The text for the type of an argument with this domain.
fn of<'a>(types: &'a [String; 5], domain: &Domain) -> &'a str {
    let place = match domain {
        Domain::Number { width, .. } => *width as usize,
        Domain::OneOf { numbers: true, .. } => Width::U32 as usize,
        Domain::OneOf { numbers: false, .. } => 4,
    };
    &types[place]
}

impl Language {
    fn template(&self) -> &'static str {
        match &*self.name {
            "python" => include_str!("shim/adapter.py"),
            "javascript" => include_str!("shim/adapter.js"),
            "c" => include_str!("shim/adapter.c"),
            "go" => include_str!("shim/adapter.go"),
            "java" => include_str!("shim/adapter.java"),
            "csharp" => include_str!("shim/adapter.cs"),
            "rust" => include_str!("shim/adapter.rs.txt"),
            "lua" => include_str!("shim/adapter.lua"),
            other => unreachable!("{other} has no template"),
        }
    }
}

/// A name that is valid in every language.
fn safe(name: &str) -> String {
    if LANGUAGES
        .reserved
        .split_ascii_whitespace()
        .any(|word| word == name)
    {
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
    for line in language.template().lines() {
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
            .replace("{type}", of(&language.types, domain));
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
        of(&language.reads, &argument.domain).replace("{i}", &i.to_string())
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
