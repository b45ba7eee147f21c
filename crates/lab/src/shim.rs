//! Adapters between a program in any language and `roguelab check`: a stub for each op, and the protocol.
//!
//! A template for each language has the protocol; [`write()`] fills in the ops.

use std::fmt::Write as _;

use lockstep::{Argument, Domain, Op, Shows, Subject, Width};

/// A language that an adapter can be written in.
#[derive(Debug)]
pub struct Language {
    /// Its name, as given on a command line.
    pub name: &'static str,
    template: &'static str,
    /// What begins a comment, with the indentation of stubs.
    comment: &'static str,
    /// The stub of an op: `{op}` its name, `{parameters}` its parameters, each after `{, }` if that is there.
    stub: &'static str,
    parameter: &'static str,
    /// The line that calls it: `{name}`, `{op}`, `{count}` of arguments, and `{reads}`.
    row: &'static str,
    /// How argument `{i}` is read.
    reads: Types,
    /// The types of arguments.
    types: Types,
}

/// A text for each type of argument.
#[derive(Debug)]
struct Types {
    i32: &'static str,
    u32: &'static str,
    i64: &'static str,
    u64: &'static str,
    text: &'static str,
}

impl Types {
    const fn all(text: &'static str) -> Self {
        Self {
            i32: text,
            u32: text,
            i64: text,
            u64: text,
            text,
        }
    }

    fn of(&self, domain: &Domain) -> &'static str {
        match domain {
            Domain::Number {
                width: Width::I32, ..
            } => self.i32,
            Domain::Number {
                width: Width::U32, ..
            }
            | Domain::OneOf { numbers: true, .. } => self.u32,
            Domain::Number {
                width: Width::I64, ..
            } => self.i64,
            Domain::Number {
                width: Width::U64, ..
            } => self.u64,
            Domain::OneOf { numbers: false, .. } => self.text,
        }
    }
}

/// Every language.
pub static LANGUAGES: [Language; 8] = [
    Language {
        name: "python",
        template: include_str!("shim/adapter.py"),
        comment: "    # ",
        stub: "    def {op}(self{, parameters}):\n        return UNKNOWN\n",
        parameter: "{argument}",
        row: "    \"{name}\": (Game.{op},{ reads}),",
        reads: Types {
            text: "str",
            ..Types::all("int")
        },
        types: Types::all(""),
    },
    Language {
        name: "javascript",
        template: include_str!("shim/adapter.js"),
        comment: "  // ",
        stub: "  {op}({parameters}) {\n    return UNKNOWN;\n  }\n",
        parameter: "{argument}",
        row: "  {name}: ['{op}'{, reads}],",
        reads: Types {
            i32: "Number",
            u32: "Number",
            i64: "BigInt",
            u64: "BigInt",
            text: "String",
        },
        types: Types::all(""),
    },
    Language {
        name: "c",
        template: include_str!("shim/adapter.c"),
        comment: "// ",
        stub: "static void op_{op}({parameters|void}) {\n    unknown();\n}\n",
        parameter: "{type} {argument}",
        row: "    if (!strcmp(name, \"{name}\") && count == {count}) { op_{op}({reads}); return; }",
        reads: Types {
            i32: "(int32_t)strtol(a[{i}], NULL, 10)",
            u32: "(uint32_t)strtoul(a[{i}], NULL, 10)",
            i64: "strtoll(a[{i}], NULL, 10)",
            u64: "strtoull(a[{i}], NULL, 10)",
            text: "a[{i}]",
        },
        types: Types {
            i32: "int32_t",
            u32: "uint32_t",
            i64: "int64_t",
            u64: "uint64_t",
            text: "const char *",
        },
    },
    Language {
        name: "go",
        template: include_str!("shim/adapter.go"),
        comment: "// ",
        stub: "func (g *Game) op_{op}({parameters}) any {\n\treturn unknown\n}\n",
        parameter: "{argument} {type}",
        row: "\tcase \"{name} {count}\":\n\t\treturn g.op_{op}({reads})",
        reads: Types {
            i32: "int32(signed(a[{i}], 32))",
            u32: "uint32(unsigned(a[{i}], 32))",
            i64: "signed(a[{i}], 64)",
            u64: "unsigned(a[{i}], 64)",
            text: "a[{i}]",
        },
        types: Types {
            i32: "int32",
            u32: "uint32",
            i64: "int64",
            u64: "uint64",
            text: "string",
        },
    },
    Language {
        name: "java",
        template: include_str!("shim/adapter.java"),
        comment: "        // ",
        stub: "        String {op}({parameters}) {\n            return UNKNOWN;\n        }\n",
        parameter: "{type} {argument}",
        row: "            case \"{name} {count}\": return game.{op}({reads});",
        reads: Types {
            i32: "Integer.parseInt(a[{i}])",
            u32: "Long.parseLong(a[{i}])",
            i64: "Long.parseLong(a[{i}])",
            u64: "Long.parseUnsignedLong(a[{i}])",
            text: "a[{i}]",
        },
        types: Types {
            i32: "int",
            text: "String",
            ..Types::all("long")
        },
    },
    Language {
        name: "csharp",
        template: include_str!("shim/adapter.cs"),
        comment: "    // ",
        stub: "    public object {op}({parameters}) {\n        return Unknown;\n    }\n",
        parameter: "{type} {argument}",
        row: "            case \"{name} {count}\": return game.{op}({reads});",
        reads: Types {
            i32: "int.Parse(a[{i}])",
            u32: "uint.Parse(a[{i}])",
            i64: "long.Parse(a[{i}])",
            u64: "ulong.Parse(a[{i}])",
            text: "a[{i}]",
        },
        types: Types {
            i32: "int",
            u32: "uint",
            i64: "long",
            u64: "ulong",
            text: "string",
        },
    },
    Language {
        name: "rust",
        template: include_str!("shim/adapter.rs.txt"),
        comment: "    /// ",
        stub: "    fn op_{op}(&mut self{, parameters}) -> String {\n        unknown()\n    }\n",
        parameter: "{argument}: {type}",
        row: "            (\"{name}\", {count}) => self.op_{op}({reads}),",
        reads: Types {
            text: "a[{i}]",
            ..Types::all("read(a[{i}])")
        },
        types: Types {
            i32: "i32",
            u32: "u32",
            i64: "i64",
            u64: "u64",
            text: "&str",
        },
    },
    Language {
        name: "lua",
        template: include_str!("shim/adapter.lua"),
        comment: "-- ",
        stub: "function ops.{op}(game{, parameters})\n  return UNKNOWN\nend\n",
        parameter: "{argument}",
        row: "  {op} = { ops.{op}{, reads} },",
        reads: Types {
            text: "text",
            ..Types::all("integer")
        },
        types: Types::all(""),
    },
];

/// Names that mean something else in one of the languages or templates, in the order of the alphabet.
const RESERVED: &str = "a abstract and any arguments as assert async auto await base become bool boolean box break byte \
    case catch chan char checked class const constructor continue crate debugger decimal def default defer del delegate \
    delete do double draw elif else elseif end enum error eval event except exec explicit export extends extern \
    fallthrough false final finally fixed float fn for foreach from func function g game global go goto hash_code if impl \
    implements implicit import in inline instanceof int interface internal is lambda let local lock long loop macro map \
    match mod move mut namespace native new nil none nonlocal not notify null number object operator or out override \
    package params pass pow priv private protected pub public raise range read readonly ref register repeat reset \
    restrict rethrow return sbyte sealed select self short signed sizeof stackalloc static str strictfp string struct \
    super switch synchronized template texts then this throw throws trait transient true try type typedef typeof uint \
    ulong unchecked unknown unsafe unsigned unsized until use ushort using var virtual void volatile wait walrus where \
    while with words yield";

/// A name that every language takes.
fn safe(name: &str) -> String {
    if RESERVED.split_ascii_whitespace().any(|word| word == name) {
        format!("{name}_")
    } else {
        name.to_owned()
    }
}

/// Puts a list into a form: `{key}`, `{, key}` with a comma before if there are any, `{ key}` with a blank, and
/// `{key|other}` with another text if there are none.
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

/// The adapter of a subject. `argument` is what names the subject on a command line.
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

/// A text that ends no comment and begins no escape.
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
            .replace("{type}", language.types.of(domain));
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
        language
            .reads
            .of(&argument.domain)
            .replace("{i}", &i.to_string())
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

/// What an op does, takes and shows.
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
