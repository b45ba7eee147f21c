//! The commands by what people want of them, each with examples for its help and its page of the manual.

use clap::{Command, CommandFactory as _};

use super::Cli;

/// A command and its examples. The test `command_help` parses all of them, and runs those that need nothing else.
type Row = (&'static str, &'static [&'static str]);

/// Groups of commands, in the order of `roguelab --help`: by the questions that they answer.
const GROUPS: [(&str, &[Row]); 4] = [
    (
        "Is the port faithful?",
        &[
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
                    "roguelab trace record --list",
                    "roguelab trace record get_rand --seed 5 -n 100 --out right.trace",
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
            (
                "gate",
                &[
                    "roguelab gate",
                    "roguelab gate --section statistics",
                    "roguelab gate --regenerate --quiet",
                ],
            ),
            (
                "doctor",
                &[
                    "roguelab doctor",
                    "ROGUELAB_ORACLES=require roguelab doctor --quiet",
                ],
            ),
        ],
    ),
    (
        "Is it fair?",
        &[
            (
                "test",
                &[
                    "roguelab words pcg32 --seed 42 | roguelab test --limit 1000000",
                    "for i in $(seq 5000); do shuf -i 1-6 | paste -sd' '; done | roguelab test --permutations",
                    "my-game --rolls | roguelab test --below 6 --base 1",
                    "my-game --drops | roguelab test --weights 95,4,1",
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
            (
                "report",
                &["roguelab report", "roguelab report --out report"],
            ),
        ],
    ),
    (
        "What made these numbers?",
        &[
            (
                "who",
                &[
                    "roguelab who --numbers 41,18467,6334,26500,19169",
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
    ),
    (
        "Look up a game, draw a maze",
        &[
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
                    "roguelab atlas find --scroll \"identify='swerr blorp oh caca'\" --from 2026-01-01",
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
            (
                "draw dialogue",
                &[
                    "roguelab draw dialogue",
                    "echo 23,7 | roguelab draw dialogue --seed 1 --restart scan",
                ],
            ),
        ],
    ),
];

/// The examples of a command, `atlas show` for instance.
pub(super) fn examples(command: &str) -> &'static [&'static str] {
    let rows = GROUPS.iter().flat_map(|(_, rows)| *rows);
    rows.into_iter()
        .find(|row| row.0 == command)
        .map_or(&[], |row| row.1)
}

/// The whole command line, with examples in every help.
pub(super) fn command() -> Command {
    let command = with_examples(Cli::command(), "");
    let template = template(&command);
    command.help_template(template)
}

fn with_examples(command: Command, path: &str) -> Command {
    let examples = examples(path);
    let command = command.mut_subcommands(|sub| {
        let path = format!("{path} {}", sub.get_name());
        with_examples(sub, path.trim_start())
    });
    if examples.is_empty() {
        return command;
    }
    let notes = command
        .get_after_help()
        .map(|notes| format!("\n\n{notes}"))
        .unwrap_or_default();
    command.after_help(format!("Examples:\n  {}{notes}", examples.join("\n  ")))
}

/// What `roguelab --help` shows, with the commands in groups.
fn template(command: &Command) -> String {
    let head = command.get_styles().get_header();
    let name = command.get_styles().get_literal();
    let mut text =
        "{about}\n\n{usage-heading} {usage}\n\nroguelab COMMAND --help explains a command and has examples.\n"
            .to_owned();
    for (group, rows) in GROUPS {
        text += &format!("\n{head}{group}{head:#}\n");
        for (command, about) in rows
            .iter()
            .filter_map(|row| Some((row.0, command.find_subcommand(row.0)?.get_about()?)))
        {
            text += &format!("  {name}{command:<12}{name:#} {about}\n");
        }
    }
    text + &format!("\n{head}Options:{head:#}\n{{options}}{{after-help}}")
}
