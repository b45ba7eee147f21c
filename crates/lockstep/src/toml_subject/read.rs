//! Reads the description of a subject. An error names the line, shows it, and says what was expected.

use std::ops::Range;

use serde::Deserialize;
use thiserror::Error;
use toml::Spanned;

use crate::argument::{Argument, Domain, Op, Shows, Width};
use crate::operation::{find_op, op_name, split_ops};
use crate::shown::{escaped, is_obeyed, shown};
use crate::side::RESET;

/// An error in a description: the line, and what was expected.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
#[error("{0}")]
pub struct DescriptionError(String);

type Result<T> = std::result::Result<T, DescriptionError>;

/// The contents of a file.
#[derive(Clone, Debug)]
pub(super) struct Description {
    pub(super) name: String,
    pub(super) about: String,
    pub(super) ops: Vec<Op>,
    pub(super) golden: Vec<Vec<String>>,
}

/// A text and its place in the file.
type Text = Spanned<String>;

/// Items and their place in the file; a list has at least one.
type Items<T> = Spanned<Vec<Spanned<T>>>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FileTable {
    name: Text,
    about: Text,
    golden: Option<Items<String>>,
    op: Option<Items<OpTable>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OpTable {
    name: Text,
    #[serde(default)]
    does: String,
    arguments: Option<Items<ArgumentTable>>,
    shows: Option<Text>,
    #[serde(default)]
    seeds: bool,
    #[serde(default)]
    draws: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ArgumentTable {
    name: Text,
    r#type: Option<Text>,
    least: Option<Spanned<i128>>,
    most: Option<Spanned<i128>>,
    cheap: Option<Spanned<i128>>,
    edges: Option<Items<i128>>,
    texts: Option<Items<String>>,
}

/// The most ops, arguments, texts, edges and golden cases.
const MOST: usize = 1000;

/// The most characters of a name.
const LONGEST: usize = 40;

const WIDTHS: [Width; 4] = [Width::I32, Width::U32, Width::I64, Width::U64];

const SHOWS: [Shows; 8] = [
    Shows::Nothing,
    Shows::i32,
    Shows::u32,
    Shows::i64,
    Shows::u64,
    Shows::Words,
    Shows::Words64,
    Shows::Texts,
];

/// Reads a description in TOML.
pub(super) fn read(text: &str, is_taken: &dyn Fn(&str) -> bool) -> Result<Description> {
    let source = Source(text);
    let file: FileTable = toml::from_str(text).or_else(|error| {
        let span = error.span().unwrap_or_default();
        source.fail(&span, escaped(error.message()))
    })?;
    let free = !is_taken(file.name.get_ref());
    let what = "a name that no built-in subject has";
    source.expect(&file.name, free, what)?;
    let line = !file.about.get_ref().contains('\n');
    source.expect(&file.about, line, "one line of text")?;
    let mut description = Description {
        name: source.name(&file.name)?.to_owned(),
        about: file.about.into_inner(),
        ops: Vec::new(),
        golden: Vec::new(),
    };
    let ops = &mut description.ops;
    for table in source.list(file.op.as_ref())? {
        let op = source.op(table.get_ref())?;
        let is_new = ops.iter().all(|known| known.name != op.name);
        source.expect(
            &table.get_ref().name,
            is_new,
            "a name of its own for each op",
        )?;
        ops.push(op);
    }
    if ops.is_empty() {
        return source.fail(&(0..0), "expected a table [[op]] for each op");
    }
    for case in source.list(file.golden.as_ref())? {
        let list = split_ops(case.get_ref());
        for op in &list {
            if let Err(why) = find_op(op, ops) {
                return source.fail(&case.span(), why);
            }
        }
        source.expect(case, !list.is_empty(), "ops separated by semicolons")?;
        if let Some(seeds) = ops.iter().find(|op| op.seeds) {
            let first = op_name(&list[0]);
            let seeded = ops.iter().any(|op| op.seeds && op.name == first);
            let what = format!("an op that seeds first, such as `{}`", seeds.form);
            source.expect(case, seeded, &what)?;
        }
        description.golden.push(list);
    }
    Ok(description)
}

fn is_part_of_name(c: char) -> bool {
    c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_'
}

/// The first type that holds both numbers.
fn narrowest_width(least: i128, most: i128) -> Option<Width> {
    for width in WIDTHS {
        let (low, high) = width.range();
        if low <= least && most <= high {
            return Some(width);
        }
    }
    None
}

/// Whether a text in an op ends before this character.
fn ends_text(c: char) -> bool {
    c.is_whitespace() || is_obeyed(c) || c == ';'
}

/// The text of the file.
struct Source<'a>(&'a str);

impl Source<'_> {
    /// An error about the line where this begins.
    fn fail<T>(&self, span: &Range<usize>, why: impl std::fmt::Display) -> Result<T> {
        let before = &self.0[..span.start];
        let number = before.matches('\n').count() + 1;
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        let line = self.0[start..].lines().next().unwrap_or_default();
        let line = shown(line.trim(), 2 * LONGEST);
        Err(DescriptionError(format!("line {number}, `{line}`: {why}")))
    }

    fn expect<T>(&self, given: &Spanned<T>, holds: bool, what: &str) -> Result<()> {
        if holds {
            return Ok(());
        }
        let given_text = shown(&self.0[given.span()], LONGEST);
        self.fail(
            &given.span(),
            format!("expected {what}, not `{given_text}`"),
        )
    }

    /// The items of a list, which must not be empty; no items if the list is absent.
    fn list<'t, T>(&self, list: Option<&'t Items<T>>) -> Result<&'t [Spanned<T>]> {
        let Some(list) = list else { return Ok(&[]) };
        let holds = (1..=MOST).contains(&list.get_ref().len());
        self.expect(list, holds, &format!("a list of 1 to {MOST}"))?;
        Ok(list.get_ref())
    }

    /// A name that is valid in most languages.
    fn name<'t>(&self, given: &'t Text) -> Result<&'t str> {
        let name = given.get_ref();
        let is_name = name.len() <= LONGEST
            && name.starts_with(|c: char| c.is_ascii_lowercase())
            && name.chars().all(is_part_of_name);
        let what = "a name of at most 40 letters a to z, digits and _, a letter first";
        self.expect(given, is_name, what)?;
        Ok(name)
    }

    fn one_of<T: Copy>(&self, given: &Text, all: &[T], name: fn(T) -> &'static str) -> Result<T> {
        let found = all.iter().find(|one| name(**one) == given.get_ref());
        let names: Vec<_> = all.iter().map(|one| name(*one)).collect();
        self.expect(
            given,
            found.is_some(),
            &format!("one of {}", names.join(", ")),
        )?;
        Ok(found.copied().unwrap_or(all[0]))
    }

    fn within(&self, given: &Spanned<i128>, least: i128, most: i128) -> Result<i128> {
        let holds = (least..=most).contains(given.get_ref());
        self.expect(given, holds, &format!("a number from {least} to {most}"))?;
        Ok(*given.get_ref())
    }

    fn op(&self, table: &OpTable) -> Result<Op> {
        let name = self.name(&table.name)?;
        let what = "another name: `reset` begins every case";
        self.expect(&table.name, name != RESET, what)?;
        let mut arguments: Vec<Argument> = Vec::new();
        let mut form = name.to_owned();
        for table in self.list(table.arguments.as_ref())? {
            let argument = self.argument(table)?;
            let is_new = arguments.iter().all(|known| known.name != argument.name);
            self.expect(
                &table.get_ref().name,
                is_new,
                "a name of its own for each argument",
            )?;
            form = form + " " + &argument.name.to_uppercase();
            arguments.push(argument);
        }
        let shows = match &table.shows {
            Some(shows) => self.one_of(shows, &SHOWS, Shows::name)?,
            None => Shows::Nothing,
        };
        let does: Vec<_> = table.does.split_ascii_whitespace().collect();
        Ok(Op {
            name: name.to_owned().leak(),
            form: form.leak(),
            does: does.join(" ").leak(),
            arguments: arguments.leak(),
            shows,
            seeds: table.seeds,
            draws: table.draws,
        })
    }

    fn argument(&self, given: &Spanned<ArgumentTable>) -> Result<Argument> {
        let table = given.get_ref();
        let name: &str = self.name(&table.name)?.to_owned().leak();
        let has_numbers = table.least.is_some()
            || table.most.is_some()
            || table.cheap.is_some()
            || table.r#type.is_some()
            || table.edges.is_some();
        if table.texts.is_some() {
            self.expect(
                given,
                !has_numbers,
                "either `texts` or the keys about numbers",
            )?;
            let mut texts: Vec<&'static str> = Vec::new();
            for text in self.list(table.texts.as_ref())? {
                let word = text.get_ref();
                let holds = !word.is_empty() && !word.contains(ends_text);
                self.expect(text, holds, "texts without blanks and semicolons")?;
                texts.push(word.clone().leak());
            }
            let domain = Domain::OneOf {
                texts: texts.leak(),
                numbers: false,
            };
            return Ok(Argument { name, domain });
        }
        let mut width = None;
        if let Some(name) = &table.r#type {
            width = Some(self.one_of(name, &WIDTHS, Width::name)?);
        }
        let has_ends = width.is_some() || table.least.is_some() && table.most.is_some();
        let what = "`type`, or `least` and `most`, or `texts`";
        self.expect(given, has_ends, what)?;
        let (low, high) = match width {
            Some(width) => width.range(),
            None => (i64::MIN.into(), u64::MAX.into()),
        };
        let (mut least, mut most) = (low, high);
        if let Some(given) = &table.least {
            least = self.within(given, low, high)?;
        }
        if let Some(given) = &table.most {
            most = self.within(given, low, high)?;
        }
        let width = width.or_else(|| narrowest_width(least, most));
        let what = "`least` and `most` in this order, of one type";
        self.expect(given, width.is_some() && least <= most, what)?;
        let given_edges = self.list(table.edges.as_ref())?;
        let mut cheap = most;
        if let Some(given) = &table.cheap {
            cheap = self.within(given, least, most)?;
        }
        let mut edges = Vec::new();
        for edge in given_edges {
            edges.push(self.within(edge, least, most)?);
        }
        let domain = Domain::Number {
            width: width.unwrap_or(Width::I64),
            least,
            most,
            cheap,
            edges: edges.leak(),
        };
        Ok(Argument { name, domain })
    }
}
