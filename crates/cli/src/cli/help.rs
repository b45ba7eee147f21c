//! The commands, grouped by what people want from them, each with examples for its help and its manual page.

use clap::{Command, CommandFactory as _};

use super::Cli;

/// A group of commands, named by the question that they answer.
struct Group {
    question: &'static str,
    commands: &'static [CommandExamples],
}

/// The path of a command, such as `atlas show`, and its examples.
type CommandExamples = (&'static str, &'static [&'static str]);

/// The commands in the order of `roguelab --help`. A test parses all examples, and runs those that need nothing else.
const GROUPS: &[Group] = &[
    Group {
        question: "Is the port faithful?",
        commands: &[
            (
                "check",
                &[
                    "roguelab check get_rand -- python3 port.py",
                    "roguelab check get_rand --ops 'srrandom 5; get_rand 1 100' -- python3 port.py",
                    "roguelab check new-game --actual port --ops 'srrandom 5; mix_colors'",
                    "roguelab words pcg32 --seed 42 -n 100 --format text | roguelab check pcg32 --seed 42",
                ],
            ),
            (
                "shim",
                &[
                    "roguelab shim get_rand --lang python --out port.py",
                    "roguelab shim pcg32 --lang rust",
                ],
            ),
            (
                "trace",
                &[
                    "roguelab trace record get_rand --seed 5 -n 100 --out right.trace",
                    "roguelab trace exec --out game.trace -- ./game",
                    "roguelab trace diff right.trace mine.trace",
                ],
            ),
            (
                "trace record",
                &[
                    "roguelab trace record get_rand --seed 5 -n 100 --out right.trace",
                    "roguelab trace record new-game --seed 42",
                ],
            ),
            (
                "trace exec",
                &[
                    "roguelab trace exec -- ./game",
                    "roguelab trace exec --keys q --out game.trace -- ./game",
                ],
            ),
            (
                "trace diff",
                &[
                    "roguelab trace diff right.trace mine.trace",
                    "roguelab trace record get_rand --seed 6 -n 100 | roguelab trace diff right.trace - --json",
                ],
            ),
            (
                "trace format",
                &[
                    "roguelab trace format",
                    "roguelab trace format | head -n 20",
                ],
            ),
            (
                "vectors",
                &[
                    "roguelab vectors write pack --subject pcg32",
                    "roguelab vectors check pack",
                ],
            ),
            (
                "vectors write",
                &[
                    "roguelab vectors write pack",
                    "roguelab vectors write pack --subject pcg32",
                ],
            ),
            (
                "vectors check",
                &[
                    "roguelab vectors check pack",
                    "roguelab vectors check mine.json --all",
                ],
            ),
            (
                "subjects",
                &["roguelab subjects", "roguelab subjects get_rand --json"],
            ),
        ],
    },
    Group {
        question: "Is it fair?",
        commands: &[
            (
                "test",
                &[
                    "roguelab words pcg32 --seed 42 | roguelab test --limit 1000000",
                    "for i in $(seq 5000); do shuf -i 1-6 | paste -sd' '; done | roguelab test --permutations",
                    "my-game --rolls | roguelab test --below 6 --base 1",
                    "roguelab test --counts 103,411,9486 --weights 1,4,95",
                ],
            ),
            (
                "bias",
                &[
                    "roguelab bias 'w % 100'",
                    "roguelab bias 'floor(w / 2^32 * 52)'",
                    "roguelab bias lemire --bits 64 -n 52",
                    "roguelab bias --shuffle riffle --times 7 -n 52",
                ],
            ),
            (
                "words",
                &[
                    "roguelab words --list",
                    "roguelab words rrandom --seed 42 -n 10 --format text",
                    "roguelab words pcg32 --seed 42 -n 100000 --below 6 --format text | roguelab test --below 6",
                ],
            ),
        ],
    },
    Group {
        question: "What made these numbers?",
        commands: &[
            (
                "who",
                &[
                    "roguelab who 41 18467 6334 26500 19169",
                    "my-game --rolls | roguelab who --below 6 --base 1",
                    "roguelab words rrandom --seed 42 -n 8 --format text | roguelab who --next 4",
                    "node -e 'for (let i = 0; i < 8; i++) console.log(Math.random())' | roguelab who",
                ],
            ),
            (
                "scan",
                &[
                    "roguelab scan --subject rrandom --where 'word(0) % 6 == 3 && get_rand(1, 1, 100) == 42' --to 999999",
                    "roguelab scan --subject pcg32 --stream 7 --where 'word(0) >> 8 == word(1) >> 8' --to 99999999 --json",
                ],
            ),
        ],
    },
    Group {
        question: "Look up a game, draw a maze",
        commands: &[
            (
                "atlas",
                &[
                    "roguelab atlas show 1234",
                    "roguelab atlas find --potion healing=pink --ring stealth=opal",
                ],
            ),
            (
                "atlas find",
                &[
                    "roguelab atlas find --potion healing=pink --ring stealth=opal",
                    r#"roguelab atlas find --scroll "identify='swerr blorp oh caca'" --from 2026-01-01"#,
                    "roguelab atlas find --draw '1,100=96 1,100=26 1,100=93' --within 1000",
                ],
            ),
            (
                "atlas show",
                &["roguelab atlas show 1234", "roguelab atlas show -5 --json"],
            ),
            (
                "atlas dump",
                &[
                    "roguelab atlas dump | head -n 3",
                    "roguelab atlas dump | sha256sum",
                ],
            ),
            (
                "atlas draws",
                &[
                    "roguelab atlas draws 0",
                    "roguelab atlas draws 1234 -n 5 --range 1 6",
                ],
            ),
            (
                "atlas save",
                &[
                    "roguelab atlas save rogue.save",
                    "roguelab atlas save rogue.save --json",
                ],
            ),
            (
                "draw",
                &["roguelab draw maze --seed 1", "roguelab draw line 10 4"],
            ),
            (
                "draw maze",
                &[
                    "roguelab draw maze --seed 1 -W 41 -H 11",
                    "roguelab draw maze --seed 1 --svg maze.svg",
                ],
            ),
            (
                "draw amazing",
                &[
                    "roguelab draw amazing --seed 1",
                    "roguelab draw amazing --seed 1 --corrected -W 10 -H 5",
                ],
            ),
            (
                "draw rooms",
                &[
                    "roguelab draw rooms --seed 1",
                    "roguelab draw rooms --seed 1 --halls turned",
                ],
            ),
            (
                "draw line",
                &[
                    "roguelab draw line 10 4",
                    "roguelab draw line 10 4 --by bresenham --svg line.svg",
                ],
            ),
        ],
    },
];

/// The examples of a command.
fn examples(path: &str) -> &'static [&'static str] {
    let mut commands = GROUPS.iter().flat_map(|group| group.commands);
    let found = commands.find(|command| command.0 == path);
    found.map_or(&[], |command| command.1)
}

/// The whole command line, with examples in every help.
pub(super) fn command() -> Command {
    let command = with_examples(Cli::command(), "", "\n  ");
    let template = template(&command);
    command.help_template(template)
}

/// The command with this text before each of its examples.
pub(super) fn with_examples(command: Command, path: &str, before: &str) -> Command {
    let examples = examples(path);
    let command = command.mut_subcommands(|sub| {
        let path = format!("{path} {}", sub.get_name());
        with_examples(sub, path.trim_start(), before)
    });
    if examples.is_empty() {
        return command;
    }
    let notes = command
        .get_after_help()
        .map(|notes| format!("\n\n{notes}"))
        .unwrap_or_default();
    command.after_help(format!("Examples:{before}{}{notes}", examples.join(before)))
}

/// The text of `roguelab --help`, with the commands in groups.
fn template(command: &Command) -> String {
    let head = command.get_styles().get_header();
    let name = command.get_styles().get_literal();
    let mut text =
        "{about}\n\n{usage-heading} {usage}\n\nroguelab COMMAND --help explains a command and has examples.\n"
            .to_owned();
    for group in GROUPS {
        text += &format!("\n{head}{}{head:#}\n", group.question);
        for (path, _) in group.commands {
            let sub = command.find_subcommand(path);
            if let Some((sub, about)) = sub.and_then(|sub| Some((sub, sub.get_about()?))) {
                text += &format!("  {name}{:<12}{name:#} {about}\n", sub.get_name());
            }
        }
    }
    text + &format!("\n{head}Options:{head:#}\n{{options}}{{after-help}}")
}
