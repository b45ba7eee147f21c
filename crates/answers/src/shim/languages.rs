//! The languages that adapters are written in.
//!
//! Each has a template in this folder, in which `@STUBS@` and `@ROWS@` stand for the ops.

/// A language in which an adapter can be written.
#[derive(Debug)]
pub struct Language {
    /// The name of the language, as given on a command line.
    pub name: &'static str,
    /// The text with the protocol.
    pub(super) template: &'static str,
    /// What begins a comment, with the indentation of stubs.
    pub(super) comment: &'static str,
    /// The stub of an op: `{op}` its name, `{parameters}` its parameters, each after `{, }` if that is there.
    pub(super) stub: &'static str,
    /// A parameter: `{argument}` its name, `{type}` its type.
    pub(super) parameter: &'static str,
    /// The line that calls the stub: `{name}`, `{op}`, `{count}` of arguments, and `{reads}`.
    pub(super) row: &'static str,
    /// How argument `{i}` is read, if it is an i32, u32, i64, u64, or a text.
    pub(super) reads: [&'static str; 5],
    /// The types of arguments, in the same order.
    pub(super) types: [&'static str; 5],
}

/// All languages.
#[rustfmt::skip]
pub static LANGUAGES: [Language; 8] = [
    Language {
        name: "python",
        template: include_str!("adapter.py"),
        comment: "    # ",
        stub: "    def {op}(self{, parameters}):\n        return UNKNOWN\n",
        parameter: "{argument}",
        row: r#"    "{name}": (Game.{op},{ reads}),"#,
        reads: ["int", "int", "int", "int", "str"],
        types: ["", "", "", "", ""],
    },
    Language {
        name: "javascript",
        template: include_str!("adapter.js"),
        comment: "  // ",
        stub: "  {op}({parameters}) {\n    return UNKNOWN;\n  }\n",
        parameter: "{argument}",
        row: "  {name}: ['{op}'{, reads}],",
        reads: ["Number", "Number", "BigInt", "BigInt", "String"],
        types: ["", "", "", "", ""],
    },
    Language {
        name: "c",
        template: include_str!("adapter.c"),
        comment: "// ",
        stub: "static void op_{op}({parameters|void}) {\n    unknown();\n}\n",
        parameter: "{type} {argument}",
        row: r#"    if (!strcmp(name, "{name}") && count == {count}) { op_{op}({reads}); return; }"#,
        reads: [
            "(int32_t)strtol(a[{i}], NULL, 10)",
            "(uint32_t)strtoul(a[{i}], NULL, 10)",
            "strtoll(a[{i}], NULL, 10)",
            "strtoull(a[{i}], NULL, 10)",
            "a[{i}]",
        ],
        types: ["int32_t", "uint32_t", "int64_t", "uint64_t", "const char *"],
    },
    Language {
        name: "go",
        template: include_str!("adapter.go"),
        comment: "// ",
        stub: "func (g *Game) op_{op}({parameters}) any {\n\treturn unknown\n}\n",
        parameter: "{argument} {type}",
        row: "\tcase \"{name} {count}\":\n\t\treturn g.op_{op}({reads})",
        reads: [
            "int32(signed(a[{i}], 32))",
            "uint32(unsigned(a[{i}], 32))",
            "signed(a[{i}], 64)",
            "unsigned(a[{i}], 64)",
            "a[{i}]",
        ],
        types: ["int32", "uint32", "int64", "uint64", "string"],
    },
    Language {
        name: "java",
        template: include_str!("adapter.java"),
        comment: "        // ",
        stub: "        String {op}({parameters}) {\n            return UNKNOWN;\n        }\n",
        parameter: "{type} {argument}",
        row: r#"            case "{name} {count}": return game.{op}({reads});"#,
        reads: [
            "Integer.parseInt(a[{i}])",
            "Long.parseLong(a[{i}])",
            "Long.parseLong(a[{i}])",
            "Long.parseUnsignedLong(a[{i}])",
            "a[{i}]",
        ],
        types: ["int", "long", "long", "long", "String"],
    },
    Language {
        name: "csharp",
        template: include_str!("adapter.cs"),
        comment: "    // ",
        stub: "    public object {op}({parameters}) {\n        return Unknown;\n    }\n",
        parameter: "{type} {argument}",
        row: r#"            case "{name} {count}": return game.{op}({reads});"#,
        reads: ["int.Parse(a[{i}])", "uint.Parse(a[{i}])", "long.Parse(a[{i}])", "ulong.Parse(a[{i}])", "a[{i}]"],
        types: ["int", "uint", "long", "ulong", "string"],
    },
    Language {
        name: "rust",
        template: include_str!("adapter.rs.txt"),
        comment: "    /// ",
        stub: "    fn op_{op}(&mut self{, parameters}) -> String {\n        unknown()\n    }\n",
        parameter: "{argument}: {type}",
        row: r#"            ("{name}", {count}) => self.op_{op}({reads}),"#,
        reads: ["read(a[{i}])", "read(a[{i}])", "read(a[{i}])", "read(a[{i}])", "a[{i}]"],
        types: ["i32", "u32", "i64", "u64", "&str"],
    },
    Language {
        name: "lua",
        template: include_str!("adapter.lua"),
        comment: "-- ",
        stub: "function ops.{op}(game{, parameters})\n  return UNKNOWN\nend\n",
        parameter: "{argument}",
        row: r#"  ["{name}"] = { ops.{op}{, reads} },"#,
        reads: ["integer", "integer", "integer", "integer", "text"],
        types: ["", "", "", "", ""],
    },
];

/// Names that mean something else in one of the languages or templates, in the order of the alphabet.
pub(super) const RESERVED: &str = "\
    a abstract and any arguments as assert async auto await base become bool boolean box break byte case catch chan char \
    checked class const constructor continue crate debugger decimal def default defer del delegate delete do double draw \
    elif else elseif end enum error eval event except exec explicit export extends extern fallthrough false final finally \
    fixed float fn for foreach from func function g game global go goto hash_code if impl implements implicit import in \
    inline instanceof int interface internal is lambda let local lock long loop macro map match mod move mut namespace \
    native new nil none nonlocal not notify null number object operator or out override package params pass pow priv \
    private protected pub public raise range read readonly ref register repeat reset restrict rethrow return sbyte sealed \
    select self short signed sizeof stackalloc static str strictfp string struct super switch synchronized template texts \
    then this throw throws trait transient true try type typedef typeof uint ulong unchecked unknown unsafe unsigned \
    unsized until use ushort using var virtual void volatile wait walrus where while with words yield";
