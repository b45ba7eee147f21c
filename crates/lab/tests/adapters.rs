//! The adapters that `roguelab shim` writes run in their languages, and subjects that users describe are compared; also the
//! workflows of `examples/ci`.
//!
//! Tests are named `language::fact (version)`. A language that is not on this machine is shown as ignored, with the
//! reason, whatever `ROGUELAB_ORACLES` says: a language is not an oracle. What starts an adapter of every language is slow, and
//! runs with `--include-ignored`; a page of docs fills in one in Python.

#[path = "suite/child.rs"]
mod child;
#[path = "suite/folders.rs"]
mod folders;
#[path = "suite/program.rs"]
#[allow(dead_code, reason = "not every test feeds a program")]
mod program;
#[path = "suite/trials.rs"]
mod trials;
#[path = "adapters/workflows.rs"]
mod workflows;

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use child::{ChildInTime as _, CommandInTime as _};
use lab::fixtures::root;
use libtest_mimic::{Arguments, Failed, Trial};
use program::{Said, run};
use subjects::registry::SUBJECTS;
use tempfile::TempDir;
use trials::holds;

type Outcome = Result<(), Failed>;

/// What holds of a language.
type Fact = fn(&Language) -> Outcome;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let empty: [(&str, Fact); 2] = [
        (
            "an_adapter_of_each_subject_leaves_every_op_out",
            leaves_every_op_out,
        ),
        (
            "an_adapter_of_a_described_subject_leaves_every_op_out",
            leaves_described_ops_out,
        ),
    ];
    let filled: (&str, Fact) = (
        "an_adapter_filled_in_for_pcg32_agrees_and_a_mistake_in_it_is_found",
        agrees_when_filled_in,
    );
    let slow = trials::slow(&arguments);
    let of_languages = LANGUAGES.iter().flat_map(|language| {
        let version = slow.clone().map_or_else(|| language.version(), Err);
        let facts = empty
            .into_iter()
            .chain((!language.fills.is_empty()).then_some(filled));
        facts
            .map(|(fact, check)| {
                let name = |said: &str| format!("{}::{fact} ({said})", language.name);
                match &version {
                    Ok(version) => Trial::test(name(version), move || check(language)),
                    Err(left_out) => {
                        Trial::test(name(left_out), move || check(language)).with_ignored_flag(true)
                    }
                }
            })
            .collect::<Vec<_>>()
    });
    let python = &LANGUAGES[0];
    let described = Trial::test(
        "python::a_described_subject_finds_the_first_difference",
        finds_the_first_difference,
    )
    .with_ignored_flag(python.version().is_err());
    let refused = Trial::test(
        "a_described_subject_needs_an_original_that_starts",
        needs_an_original,
    );
    let shown = Trial::test("a_described_subject_is_listed_with_its_ops", is_listed);
    let others = [described, refused, shown]
        .into_iter()
        .chain(workflows::trials(slow.as_ref()));
    trials::run(arguments, of_languages.chain(others).collect())
}

/// A language, and how an adapter in it is run.
struct Language {
    name: &'static str,
    file: &'static str,
    /// The command that shows a version.
    version: &'static [&'static str],
    /// The command that compiles, if there is one.
    compile: &'static [&'static str],
    run: &'static [&'static str],
    /// Pieces of the adapter of pcg32, each followed by the text that stands for the piece after it.
    fills: &'static [[&'static str; 3]],
    /// A piece of a filled adapter, and a mistake instead.
    mistake: [&'static str; 2],
}

static LANGUAGES: [Language; 8] = [
    Language {
        name: "python",
        file: "adapter.py",
        version: &["python3", "--version"],
        compile: &[],
        run: &["python3", "adapter.py"],
        fills: &[
            [
                "just started: `reset`",
                "\n\n",
                "\n        self.state = self.inc = 0\n\n",
            ],
            [
                "def srandom",
                "return UNKNOWN",
                "self.state, self.inc = 0, (2 * initseq + 1) % 2**64\n        self.random()\n        self.state = (self.state + initstate) % 2**64\n        self.random()\n        return self.state",
            ],
            [
                "def raw",
                "return UNKNOWN",
                "self.state, self.inc = state, inc\n        return state",
            ],
            [
                "def random(",
                "return UNKNOWN",
                "old = self.state\n        self.state = (6364136223846793005 * old + (self.inc | 1)) % 2**64\n        word = (old >> 18 ^ old) >> 27 & 0xFFFFFFFF\n        return (word >> (old >> 59) | word << (-(old >> 59) & 31)) & 0xFFFFFFFF",
            ],
            [
                "def randoms",
                "return UNKNOWN",
                "return [self.random() for _ in range(count)]",
            ],
            [
                "def boundedrand",
                "return UNKNOWN",
                "while (word := self.random()) < 2**32 % bound:\n            pass\n        return word % bound",
            ],
        ],
        mistake: ["old >> 18 ^ old", "old >> 17 ^ old"],
    },
    Language {
        name: "javascript",
        file: "adapter.js",
        version: &["node", "--version"],
        compile: &[],
        run: &["node", "adapter.js"],
        fills: &[
            [
                "constructor() {",
                "\n",
                "\n    this.state = this.inc = 0n;\n",
            ],
            [
                "  srandom(",
                "return UNKNOWN",
                "this.state = 0n;\n    this.inc = BigInt.asUintN(64, 2n * initseq + 1n);\n    this.random();\n    this.state = BigInt.asUintN(64, this.state + initstate);\n    this.random();\n    return this.state",
            ],
            [
                "  raw(",
                "return UNKNOWN",
                "[this.state, this.inc] = [state, inc];\n    return state",
            ],
            [
                "  random(",
                "return UNKNOWN",
                "const old = this.state;\n    this.state = BigInt.asUintN(64, 6364136223846793005n * old + (this.inc | 1n));\n    const word = Number(BigInt.asUintN(32, ((old >> 18n) ^ old) >> 27n));\n    const rot = Number(old >> 59n);\n    return ((word >>> rot) | (word << (-rot & 31))) >>> 0",
            ],
            [
                "  randoms(",
                "return UNKNOWN",
                "return Array.from({ length: count }, () => this.random())",
            ],
            [
                "  boundedrand(",
                "return UNKNOWN",
                "let word;\n    do word = this.random(); while (word < 2 ** 32 % bound);\n    return word % bound",
            ],
        ],
        mistake: ["old >> 18n", "old >> 17n"],
    },
    Language {
        name: "c",
        file: "adapter.c",
        version: &["cc", "--version"],
        compile: &["cc", "-Wall", "-Werror", "-o", "adapter", "adapter.c"],
        run: &["./adapter"],
        fills: &[
            [
                "as in a program just started. */\n",
                "static void reset(void) {",
                "static uint64_t state, inc;\nstatic uint32_t next(void) {\n    uint64_t old = state;\n    uint32_t word = (uint32_t)((old >> 18 ^ old) >> 27), rot = (uint32_t)(old >> 59);\n    state = old * 6364136223846793005u + (inc | 1);\n    return word >> rot | word << (-rot & 31);\n}\nstatic void reset(void) {\n    state = inc = 0;",
            ],
            [
                "void op_srandom",
                "unknown()",
                "state = 0;\n    inc = 2 * initseq + 1;\n    next();\n    state += initstate;\n    next();\n    unsigned_number(state)",
            ],
            [
                "void op_raw",
                "(uint64_t state, uint64_t inc) {\n    unknown()",
                "(uint64_t new_state, uint64_t new_inc) {\n    state = new_state;\n    inc = new_inc;\n    unsigned_number(state)",
            ],
            ["void op_random(", "unknown()", "number(next())"],
            [
                "void op_randoms",
                "unknown()",
                "list();\n    while (count--) word(next())",
            ],
            [
                "void op_boundedrand",
                "unknown()",
                "uint32_t word;\n    do word = next(); while (word < -bound % bound);\n    number(word % bound)",
            ],
        ],
        mistake: ["old >> 18", "old >> 17"],
    },
    Language {
        name: "go",
        file: "adapter.go",
        version: &["go", "version"],
        compile: &["go", "build", "-o", "adapter", "adapter.go"],
        run: &["./adapter"],
        fills: &[],
        mistake: ["", ""],
    },
    Language {
        name: "java",
        file: "Adapter.java",
        version: &["javac", "--version"],
        compile: &["javac", "Adapter.java"],
        run: &["java", "Adapter"],
        fills: &[
            [
                "static class Game {",
                "\n",
                "\n        long state, inc;\n        int next() {\n            long old = state;\n            state = old * 6364136223846793005L + (inc | 1);\n            return Integer.rotateRight((int) ((old >>> 18 ^ old) >>> 27), (int) (old >>> 59));\n        }\n",
            ],
            [
                "String srandom",
                "return UNKNOWN",
                "state = 0;\n            inc = 2 * initseq + 1;\n            next();\n            state += initstate;\n            next();\n            return unsigned(state)",
            ],
            [
                "String raw(",
                "return UNKNOWN",
                "this.state = state;\n            this.inc = inc;\n            return unsigned(state)",
            ],
            [
                "String random(",
                "return UNKNOWN",
                "return unsigned(Integer.toUnsignedLong(next()))",
            ],
            [
                "String randoms",
                "return UNKNOWN",
                "int[] all = new int[(int) count];\n            for (int i = 0; i < count; i++) all[i] = next();\n            return words(all)",
            ],
            [
                "String boundedrand",
                "return UNKNOWN",
                "long word;\n            do word = Integer.toUnsignedLong(next()); while (word < (1L << 32) % bound);\n            return number(word % bound)",
            ],
        ],
        mistake: ["old >>> 18", "old >>> 17"],
    },
    Language {
        name: "csharp",
        file: "adapter.cs",
        version: &["mcs", "--version"],
        compile: &["mcs", "-out:adapter.exe", "adapter.cs"],
        run: &["mono", "adapter.exe"],
        fills: &[],
        mistake: ["", ""],
    },
    Language {
        name: "rust",
        file: "adapter.rs",
        version: &["rustc", "--version"],
        compile: &[
            "rustc",
            "-Dwarnings",
            "--edition=2021",
            "-o",
            "adapter",
            "adapter.rs",
        ],
        run: &["./adapter"],
        fills: &[
            ["struct Game {", "\n", "\n    state: u64,\n    inc: u64,\n"],
            [
                "impl Game {",
                "\n",
                "\n    fn next(&mut self) -> u32 {\n        let old = self.state;\n        self.state = old.wrapping_mul(6364136223846793005).wrapping_add(self.inc | 1);\n        ((((old >> 18) ^ old) >> 27) as u32).rotate_right((old >> 59) as u32)\n    }\n",
            ],
            [
                "fn op_srandom",
                "unknown()",
                "(self.state, self.inc) = (0, initseq.wrapping_mul(2) + 1);\n        self.next();\n        self.state = self.state.wrapping_add(initstate);\n        self.next();\n        number(self.state)",
            ],
            [
                "fn op_raw",
                "unknown()",
                "(self.state, self.inc) = (state, inc);\n        number(state)",
            ],
            ["fn op_random(", "unknown()", "number(self.next())"],
            [
                "fn op_randoms",
                "unknown()",
                "words((0..count).map(|_| self.next()))",
            ],
            [
                "fn op_boundedrand",
                "unknown()",
                "loop {\n            let word = self.next();\n            if word >= bound.wrapping_neg() % bound {\n                return number(word % bound);\n            }\n        }",
            ],
        ],
        mistake: ["old >> 18", "old >> 17"],
    },
    Language {
        name: "lua",
        file: "adapter.lua",
        version: &["lua5.4", "-v"],
        compile: &[],
        run: &["lua5.4", "adapter.lua"],
        fills: &[],
        mistake: ["", ""],
    },
];

impl Language {
    /// The first line that the language says of itself, or why it does not.
    fn version(&self) -> Result<String, String> {
        let [program, arguments @ ..] = self.version else {
            return Err("no command".into());
        };
        let said = Command::new(program).args(arguments).output_in_time();
        let missing = |why: &dyn std::fmt::Display| {
            format!("skipped: {program} is not on this machine: {why}")
        };
        match said.map(Said::from) {
            Ok(said) if said.code == Some(0) => Ok((said.stdout + &said.stderr)
                .lines()
                .next()
                .unwrap_or_default()
                .to_owned()),
            Ok(said) => Err(missing(&said.stderr.trim())),
            Err(error) => Err(missing(&error)),
        }
    }

    /// The adapter of a subject.
    fn adapter(&self, subject: &str) -> Result<String, Failed> {
        let said = run(&["shim", subject, "--lang", self.name]);
        holds(said.code == Some(0), &said.all())?;
        Ok(said.stdout)
    }

    /// Compiles an adapter in a folder, and gives the command that runs it there.
    fn build(&self, text: &str, folder: &Path) -> Result<Vec<String>, Failed> {
        fs::write(folder.join(self.file), text)?;
        if let [compiler, arguments @ ..] = self.compile {
            let mut command = Command::new(compiler);
            // Go keeps what it has compiled in a folder of its own.
            command
                .args(arguments)
                .current_dir(folder)
                .env("GOCACHE", folder.join("cache"))
                .env("GO111MODULE", "off");
            let said = Said::from(command.output_in_time()?);
            holds(said.code == Some(0), &format!("{}\n{text}", said.all()))?;
        }
        Ok(self
            .run
            .iter()
            .map(|part| Self::placed(part, folder))
            .collect())
    }

    /// A part of the command, with the folder if it names a file there.
    fn placed(part: &str, folder: &Path) -> String {
        let path = folder.join(part.trim_start_matches("./"));
        if path.exists() {
            path.to_string_lossy().into_owned()
        } else {
            part.to_owned()
        }
    }

    /// The adapter of pcg32 with five of its seven ops.
    fn filled(&self) -> Result<String, Failed> {
        let mut text = self.adapter("pcg32")?;
        for [after, piece, instead] in self.fills {
            let start = text
                .find(after)
                .map(|start| start + after.len())
                .ok_or_else(|| format!("{after}:\n{text}"))?;
            let place = start
                + text[start..]
                    .find(piece)
                    .ok_or_else(|| format!("{after}{piece}:\n{text}"))?;
            text.replace_range(place..place + piece.len(), instead);
        }
        Ok(text)
    }
}

/// An op of each name, with its first golden arguments or with those of an edge.
fn answered(command: &[String], folder: &Path, ops: &[String]) -> Outcome {
    let mut program = Command::new(&command[0]);
    program.args(&command[1..]).current_dir(folder);
    let mut child = program
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let lines = format!("reset\n{}\nno_such_op\nreset\n", ops.join("\n"));
    let mut stdin = child.stdin.take().ok_or("no standard input")?;
    stdin.write_all(lines.as_bytes())?;
    drop(stdin);
    let said = Said::from(child.output_in_time()?);
    let expected = format!("nothing\n{}?\nnothing\n", "?\n".repeat(ops.len()));
    holds(
        said.code == Some(0) && said.stdout.replace('\r', "") == expected,
        &format!("{lines}\n{}", said.all()),
    )
}

/// Every op of a subject, with arguments that it takes.
fn ops(described: &lab::described::Described) -> Vec<String> {
    use lab::described::Domain;
    let argument = |argument: &lab::described::Argument| match &argument.domain {
        Domain::Number { most, .. } => most.to_string(),
        Domain::OneOf { texts, .. } => texts[0].clone(),
    };
    let op = |op: &lab::described::Op| {
        [
            vec![op.name.clone()],
            op.arguments.iter().map(argument).collect(),
        ]
        .concat()
        .join(" ")
    };
    described.ops.iter().map(op).collect()
}

/// Languages that compile slowly try a few subjects: those with arguments of every type, draws and texts.
fn leaves_every_op_out(language: &Language) -> Outcome {
    let slow = !language.compile.is_empty() && language.name != "c";
    for subject in SUBJECTS {
        if slow && !["pcg32", "new-game", "haskell"].contains(&subject.name()) {
            continue;
        }
        let folder = TempDir::new()?;
        let command = language.build(&language.adapter(subject.name())?, folder.path())?;
        answered(
            &command,
            folder.path(),
            &ops(&lab::described::Described::of(*subject)),
        )?;
    }
    Ok(())
}

/// Names that are reserved somewhere, and texts that end comments.
const HOSTILE: &str = r#"
name = "hostile"
about = "ends */ a comment, \"\"\" a text, and \\u a letter"
[[op]]
name = "class"
does = "A */ and a \"\"\" and a \\ at the end \\"
arguments = [{ name = "def", type = "u64" }, { name = "self", type = "i32" }, { name = "func", texts = ["a", "b"] }]
shows = "texts"
[[op]]
name = "end"
"#;

fn leaves_described_ops_out(language: &Language) -> Outcome {
    let folder = TempDir::new()?;
    let file = folder.path().join("hostile.toml");
    fs::write(&file, HOSTILE)?;
    let path = file.to_string_lossy().into_owned();
    let command = language.build(&language.adapter(&path)?, folder.path())?;
    answered(
        &command,
        folder.path(),
        &[
            "class 18446744073709551615 -2147483648 b".into(),
            "end".into(),
        ],
    )
}

fn agrees_when_filled_in(language: &Language) -> Outcome {
    let folder = TempDir::new()?;
    let text = language.filled()?;
    let check = |text: &str| -> Result<Said, Failed> {
        let command = language.build(text, folder.path())?;
        let mut arguments = vec!["check", "pcg32", "--timeout", "60", "--"];
        arguments.extend(command.iter().map(String::as_str));
        Ok(Said::from(
            program::roguelab(&arguments)
                .current_dir(folder.path())
                .output_in_time()?,
        ))
    };
    let said = check(&text)?;
    holds(
        said.code == Some(0) && said.stdout.contains("agrees with port"),
        &said.all(),
    )?;
    let wrong = text.replace(language.mistake[0], language.mistake[1]);
    let said = check(&wrong)?;
    holds(
        wrong != text && said.code == Some(1) && said.stdout.contains("differs from port"),
        &said.all(),
    )
}

fn example(file: &str) -> String {
    let folder: PathBuf = root().join("examples/own-subject");
    folder.join(file).to_string_lossy().into_owned()
}

fn finds_the_first_difference() -> Outcome {
    let [subject, original, port] = ["mygame.toml", "original.py", "port.py"].map(example);
    let expected = format!("python3 '{original}'");
    let against = |program: &str| {
        run(&[
            "check",
            &subject,
            "--expected",
            &expected,
            "--",
            "python3",
            program,
        ])
    };
    let said = against(&original);
    holds(
        said.code == Some(0) && said.stdout.contains("agrees with"),
        &said.all(),
    )?;
    let said = against(&port);
    let facts = ["differs from", "roll", "seed"];
    holds(
        said.code == Some(1) && facts.iter().all(|fact| said.stdout.contains(fact)),
        &said.all(),
    )
}

fn needs_an_original() -> Outcome {
    let subject = example("mygame.toml");
    for (expected, code, message) in [
        (
            None,
            2,
            "say which program is taken to be right, as in --expected ./original",
        ),
        (
            Some("'"),
            2,
            "--expected `'`: expected a command, with quotes in pairs",
        ),
        (
            Some("sh -c 'while read op; do echo 7; done'"),
            2,
            "`reset` was answered with 7, and `nothing` was expected",
        ),
        (
            Some("sh -c 'echo no state >&2; exit 3'"),
            2,
            "it wrote: no state",
        ),
        (
            Some("no-such-program-at-all"),
            2,
            "cannot start the expected side, `no-such-program-at-all`",
        ),
    ] {
        let mut arguments = vec!["check", &subject];
        arguments.extend(
            expected
                .into_iter()
                .flat_map(|expected| ["--expected", expected]),
        );
        arguments.extend(["--", "sh", "-c", "while read op; do echo nothing; done"]);
        let said = run(&arguments);
        holds(
            said.code == Some(code) && said.stderr.contains(message),
            &said.all(),
        )?;
    }
    Ok(())
}

fn is_listed() -> Outcome {
    let said = run(&["subjects", &example("mygame.toml")]);
    let listed = said
        .stdout
        .contains("  roll SIDES: shows u32\n    SIDES: 1 to 100\n");
    holds(
        said.code == Some(0) && listed && said.stdout.contains("golden 2, edge"),
        &said.all(),
    )
}
