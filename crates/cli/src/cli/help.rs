//! The commands, grouped by what people want from them, each with examples for its help and its manual page.

use clap::{Command, CommandFactory as _};

use super::Cli;

/// Groups of commands, in the order of `roguelab --help` and named by the questions that they answer, with two blanks before
/// each command and four before each of its examples. The test `command_help` parses all examples, and runs those that need
/// nothing else.
const EXAMPLES: &str = include_str!("examples.txt");

/// The examples of a command, such as `atlas show`.
fn examples(command: &str) -> Vec<&'static str> {
    let lines = EXAMPLES
        .lines()
        .skip_while(|line| line.strip_prefix("  ") != Some(command));
    lines
        .skip(1)
        .map_while(|line| line.strip_prefix("    "))
        .collect()
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
    for line in EXAMPLES.lines().skip(1).filter(|line| !line.is_empty()) {
        let sub = line
            .strip_prefix("  ")
            .and_then(|name| command.find_subcommand(name));
        if let Some((sub, about)) = sub.and_then(|sub| Some((sub, sub.get_about()?))) {
            text += &format!("  {name}{:<12}{name:#} {about}\n", sub.get_name());
        } else if !line.starts_with(' ') {
            text += &format!("\n{head}{line}{head:#}\n");
        }
    }
    text + &format!("\n{head}Options:{head:#}\n{{options}}{{after-help}}")
}
