//! Reads the description of a subject. An error names the line, the key, and what was expected.

use thiserror::Error;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::argument::{Argument, Domain, Op, Shows, Width};
use crate::operation::{declared, name, split_ops};
use crate::shown::{escaped, is_obeyed, shown};
use crate::side::RESET;

/// What is wrong with a description: the line, the key, and what was expected.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
#[error("{0}")]
pub struct DescriptionError(String);

type Result<T> = std::result::Result<T, DescriptionError>;

/// An error of this line.
fn wrong<T>(line: usize, why: impl std::fmt::Display) -> Result<T> {
    Err(DescriptionError(format!("line {line}: {why}")))
}

/// What a file says.
#[derive(Clone, Debug)]
pub(super) struct Description {
    pub(super) name: String,
    pub(super) about: String,
    pub(super) ops: Vec<Op>,
    pub(super) golden: Vec<Vec<String>>,
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
    let table = DeTable::parse(text).or_else(|error| {
        let line = error.span().map_or(1, |span| line(text, span.start));
        wrong(line, escaped(error.message()))
    })?;
    let file = Table {
        text,
        line: 1,
        what: "the file",
        entries: table.get_ref(),
    };
    file.only(&["name", "about", "golden", "op"])?;
    let name_of_it = file.need("name", "a name")?;
    let about = file.need("about", "a line of text")?;
    let mut description = Description {
        name: name_of_it.name()?.to_owned(),
        about: about.line_of_text()?,
        ops: Vec::new(),
        golden: Vec::new(),
    };
    if is_taken(&description.name) {
        return name_of_it.expected("a name that no built-in subject has");
    }
    let ops = &mut description.ops;
    for value in file.need("op", "a table [[op]] for each op")?.list()? {
        let op = op(&value.table("an op")?)?;
        if ops.iter().any(|known| known.name == op.name) {
            let why = format!("there are two ops `{}`: expected a name for each", op.name);
            return wrong(value.line, why);
        }
        ops.push(op);
    }
    for value in file.list_of("golden")? {
        let list = split_ops(value.string()?);
        let malformed = |why: &dyn std::fmt::Display| wrong(value.line, format!("`golden`: {why}"));
        for op in &list {
            if let Err(why) = declared(op, ops) {
                return malformed(&why);
            }
        }
        let Some(first) = list.first() else {
            return value.expected("ops separated by semicolons");
        };
        if let Some(seeds) = ops.iter().find(|op| op.seeds)
            && !ops.iter().any(|op| op.seeds && op.name == name(first))
        {
            return malformed(&format!(
                "expected an op that seeds first, such as `{}`, not `{first}`",
                seeds.form
            ));
        }
        description.golden.push(list);
    }
    Ok(description)
}

fn op(table: &Table<'_>) -> Result<Op> {
    table.only(&["name", "does", "arguments", "shows", "seeds", "draws"])?;
    let value = table.need("name", "a name")?;
    let name = value.name()?;
    if name == RESET {
        return value.expected("another name: `reset` begins every case");
    }
    let mut arguments: Vec<Argument> = Vec::new();
    let mut form = name.to_owned();
    for value in table.list_of("arguments")? {
        let argument = argument(&value.table("an argument")?)?;
        if arguments.iter().any(|known| known.name == argument.name) {
            let name = argument.name;
            let why = format!("there are two arguments `{name}`: expected a name for each");
            return wrong(value.line, why);
        }
        form = form + " " + &argument.name.to_uppercase();
        arguments.push(argument);
    }
    let shows = table.get("shows").map_or(Ok(Shows::Nothing), |shows| {
        shows.one_of(&SHOWS, Shows::name)
    })?;
    let flag = |key| table.get(key).map_or(Ok(false), |value| value.flag());
    let does = match table.get("does") {
        Some(does) => does.string()?.split_ascii_whitespace().collect::<Vec<_>>(),
        None => Vec::new(),
    };
    Ok(Op {
        name: name.to_owned().leak(),
        form: form.leak(),
        does: does.join(" ").leak(),
        arguments: arguments.leak(),
        shows,
        seeds: flag("seeds")?,
        draws: flag("draws")?,
    })
}

fn argument(table: &Table<'_>) -> Result<Argument> {
    table.only(&["name", "type", "least", "most", "cheap", "edges", "texts"])?;
    let name: &str = table.need("name", "a name")?.name()?.to_owned().leak();
    let only = |domain| Ok(Argument { name, domain });
    if table.get("texts").is_some() {
        let numbers = ["type", "least", "most", "cheap", "edges"];
        if let Some(key) = numbers.iter().find(|key| table.get(key).is_some()) {
            return wrong(
                table.line,
                format!(
                    "`{key}` is about numbers, and argument `{name}` has `texts`: leave one out"
                ),
            );
        }
        let texts = table.list_of("texts")?;
        let texts = texts.iter().map(Value::word).collect::<Result<Vec<_>>>()?;
        return only(Domain::OneOf {
            texts: texts.leak(),
            numbers: false,
        });
    }
    let width = table
        .get("type")
        .map(|width| width.one_of(&WIDTHS, Width::name))
        .transpose()?;
    let widest = width.map_or((i64::MIN.into(), u64::MAX.into()), Width::range);
    let number = |key: &str, (low, high): (i128, i128)| {
        table
            .get(key)
            .map(|value| value.number_within(low, high))
            .transpose()
    };
    let (least, most) = match (width, number("least", widest)?, number("most", widest)?) {
        (None, None, _) | (None, _, None) => {
            let why =
                format!("argument `{name}`: expected `type`, or `least` and `most`, or `texts`");
            return wrong(table.line, why);
        }
        (_, least, most) => (least.unwrap_or(widest.0), most.unwrap_or(widest.1)),
    };
    let fits = |width: &Width| width.range().0 <= least && most <= width.range().1;
    let width = match width.or_else(|| WIDTHS.into_iter().find(fits)) {
        Some(width) if least <= most => width,
        _ => {
            let why = format!(
                "argument `{name}`: expected `least` and `most` in this order, of one type"
            );
            return wrong(table.line, why);
        }
    };
    let edges = table.list_of("edges")?;
    let edges = edges.iter().map(|edge| edge.number_within(least, most));
    only(Domain::Number {
        width,
        least,
        most,
        cheap: number("cheap", (least, most))?.unwrap_or(most),
        edges: edges.collect::<Result<Vec<_>>>()?.leak(),
    })
}

fn line(text: &str, at: usize) -> usize {
    text.as_bytes()
        .iter()
        .take(at)
        .filter(|byte| **byte == b'\n')
        .count()
        + 1
}

struct Table<'a> {
    text: &'a str,
    line: usize,
    what: &'static str,
    entries: &'a DeTable<'a>,
}

impl<'a> Table<'a> {
    /// Refuses other keys.
    fn only(&self, keys: &[&str]) -> Result<()> {
        let Some(key) = self
            .entries
            .keys()
            .find(|key| !keys.contains(&key.get_ref().as_ref()))
        else {
            return Ok(());
        };
        let name = key.get_ref().as_ref();
        let near = keys
            .iter()
            .find(|known| strsim::levenshtein(known, name) <= 2);
        let meant = near
            .map(|known| format!(", did you mean `{known}`?"))
            .unwrap_or_default();
        let (name, keys, what) = (shown(name, LONGEST), keys.join(", "), self.what);
        let why = format!("`{name}`: no such key{meant}; the keys of {what} are: {keys}");
        wrong(line(self.text, key.span().start), why)
    }

    fn get(&self, key: &str) -> Option<Value<'a>> {
        self.entries
            .iter()
            .find(|(known, _)| known.get_ref() == key)
            .map(|(_, value)| Value::new(self.text, key, value))
    }

    fn need(&self, key: &str, expected: &str) -> Result<Value<'a>> {
        let why = || format!("{} has no `{key}`: expected {expected}", self.what);
        self.get(key).map_or_else(|| wrong(self.line, why()), Ok)
    }

    /// The values of a list, which has one at least; none without the key.
    fn list_of(&self, key: &str) -> Result<Vec<Value<'a>>> {
        self.get(key).map_or(Ok(Vec::new()), |value| value.list())
    }
}

struct Value<'a> {
    text: &'a str,
    key: String,
    line: usize,
    toml: &'a DeValue<'a>,
}

impl<'a> Value<'a> {
    fn new(text: &'a str, key: &str, value: &'a Spanned<DeValue<'a>>) -> Self {
        Self {
            text,
            key: key.to_owned(),
            line: line(text, value.span().start),
            toml: value.get_ref(),
        }
    }

    fn expected<T>(&self, what: &str) -> Result<T> {
        let given = match self.toml {
            DeValue::String(text) => format!("`{}`", shown(text, LONGEST)),
            DeValue::Integer(number) => format!("`{}`", shown(number.as_str(), LONGEST)),
            DeValue::Array(list) if list.is_empty() => "an empty list".into(),
            DeValue::Boolean(flag) => format!("`{flag}`"),
            DeValue::Array(_) => "a list".into(),
            DeValue::Table(_) => "a table".into(),
            DeValue::Float(_) | DeValue::Datetime(_) => format!("a {}", self.toml.type_str()),
        };
        let key = &self.key;
        wrong(self.line, format!("`{key}`: expected {what}, not {given}"))
    }

    /// What was read, or else an error that says what was expected.
    fn read<T>(&self, read: Option<T>, expected: &str) -> Result<T> {
        read.map_or_else(|| self.expected(expected), Ok)
    }

    fn string(&self) -> Result<&'a str> {
        self.read(self.toml.as_str(), "a text in quotes")
    }

    fn line_of_text(&self) -> Result<String> {
        let line = self.toml.as_str().filter(|text| !text.contains('\n'));
        self.read(line.map(str::to_owned), "one line of text in quotes")
    }

    /// A name that is one in most languages.
    fn name(&self) -> Result<&'a str> {
        let is_part = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        let is_name = |text: &&str| {
            text.len() <= LONGEST
                && text.starts_with(|c: char| c.is_ascii_lowercase())
                && text.chars().all(is_part)
        };
        self.read(
            self.toml.as_str().filter(is_name),
            "a name of at most 40 letters a to z, digits and _, a letter first",
        )
    }

    /// A text that is one argument of an op.
    fn word(&self) -> Result<&'static str> {
        let splits = |c: char| c.is_whitespace() || is_obeyed(c) || c == ';';
        let word = self.toml.as_str();
        let word = word.filter(|text| !text.is_empty() && !text.contains(splits));
        self.read(
            word.map(|word| &*word.to_owned().leak()),
            "texts in quotes, without blanks and semicolons",
        )
    }

    fn flag(&self) -> Result<bool> {
        self.read(self.toml.as_bool(), "true or false")
    }

    fn number_within(&self, least: i128, most: i128) -> Result<i128> {
        let number = self.toml.as_integer();
        let number =
            number.and_then(|number| i128::from_str_radix(number.as_str(), number.radix()).ok());
        let number = self.read(number, "a whole number")?;
        self.read(
            Some(number).filter(|number| (least..=most).contains(number)),
            &format!("a number from {least} to {most}"),
        )
    }

    fn one_of<T: Copy>(&self, all: &[T], name: fn(T) -> &'static str) -> Result<T> {
        let is_it = |one: &T| self.toml.as_str() == Some(name(*one));
        let names = all.iter().map(|one| format!("\"{}\"", name(*one)));
        let names = names.collect::<Vec<_>>().join(", ");
        self.read(all.iter().copied().find(is_it), &format!("one of {names}"))
    }

    /// A list that has an item.
    fn list(&self) -> Result<Vec<Self>> {
        let list = self.toml.as_array();
        let list = list.filter(|list| (1..=MOST).contains(&list.len()));
        let list = self.read(list, &format!("a list of 1 to {MOST}"))?;
        Ok(list
            .iter()
            .map(|value| Self::new(self.text, &self.key, value))
            .collect())
    }

    fn table(&self, what: &'static str) -> Result<Table<'a>> {
        Ok(Table {
            text: self.text,
            line: self.line,
            what,
            entries: self.read(self.toml.as_table(), "a table")?,
        })
    }
}
