//! `roguelab man` and `roguelab completions`: pages and completions, made of the command line itself.

use std::io::Write as _;
use std::path::PathBuf;

use anyhow::{Context as _, Result, bail};
use clap::{Args, Command, CommandFactory as _};
use clap_complete::Shell;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};

use super::output::Output;
use super::{Cli, Verdict, help};
use crate::files::{read, write};

const INSTALL: &str = "`man` finds pages in ~/.local/share/man/man1, and those of all users in /usr/local/share/man/man1.";

/// Write the manual: a page for each command
#[derive(Args)]
#[command(after_help = INSTALL)]
pub(super) struct ManArgs {
    /// The command whose page is printed, as in `roguelab man atlas show`; without one that of roguelab
    #[arg(value_name = "COMMAND", conflicts_with = "out")]
    command: Vec<String>,
    /// Write all pages to this folder
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
}

const COMPLETIONS: &str = "Bash reads the file when it is there, with the package bash-completion. Zsh needs `fpath+=~/.zfunc` before \
                           compinit in ~/.zshrc. Fish reads the file. For elvish add the output to ~/.config/elvish/rc.elv.";

/// Write completions of commands and options for a shell
#[derive(Args)]
#[command(after_help = COMPLETIONS)]
pub(super) struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

pub(super) fn completions(args: &CompletionsArgs) -> Result<Verdict> {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut help::command(), "roguelab", &mut text);
    Output::new().write_all(&text)?;
    Ok(Verdict::Passed)
}

pub(super) fn man(args: &ManArgs) -> Result<Verdict> {
    let mut root = Cli::command().disable_help_subcommand(true);
    root.build();
    if let Some(folder) = &args.out {
        let mut files = Vec::new();
        pages(&root, "", &mut |name, page| {
            files.push((folder.join(name), page));
        })?;
        write::all(&files)?;
        writeln!(
            Output::new(),
            "{} pages are in {}; `man roguelab` is the first",
            files.len(),
            read::name(folder)
        )?;
        return Ok(Verdict::Passed);
    }
    let mut command = &root;
    for name in &args.command {
        let names: Vec<_> = command.get_subcommands().map(Command::get_name).collect();
        let Some(sub) = command.find_subcommand(name) else {
            bail!(
                "no command is called `{}`; there are: {}",
                lockstep::shown(name, 40),
                names.join(", ")
            );
        };
        command = sub;
    }
    write!(Output::new(), "{}", page(command, &args.command.join(" "))?)?;
    Ok(Verdict::Passed)
}

/// The pages of a command and of those below it, each with the name of its file.
fn pages(command: &Command, path: &str, each: &mut dyn FnMut(String, String)) -> Result<()> {
    each(
        Man::new(command.clone()).get_filename(),
        page(command, path)?,
    );
    for sub in command.get_subcommands().filter(|sub| !sub.is_hide_set()) {
        pages(sub, format!("{path} {}", sub.get_name()).trim_start(), each)?;
    }
    Ok(())
}

/// A page. Examples and notes are put by us: the notes of a command would be one paragraph with its examples.
fn page(command: &Command, path: &str) -> Result<String> {
    let man = Man::new(command.clone()).source(format!("roguelab {}", env!("CARGO_PKG_VERSION")));
    let mut text = Vec::new();
    man.render_title(&mut text)?;
    man.render_name_section(&mut text)?;
    man.render_synopsis_section(&mut text)?;
    man.render_description_section(&mut text)?;
    man.render_options_section(&mut text)?;
    if command.has_subcommands() {
        man.render_subcommands_section(&mut text)?;
    }
    let mut roff = Roff::new();
    let examples = help::examples(path);
    if !examples.is_empty() {
        roff.control("SH", ["EXAMPLES"]).control("nf", []);
        for example in examples {
            roff.text([roman(*example)]);
        }
        roff.control("fi", []);
    }
    if let Some(notes) = command.get_after_help() {
        roff.control("SH", ["NOTES"]);
        for note in notes.to_string().split("\n\n") {
            roff.control("PP", []).text([roman(note)]);
        }
    }
    if !path.is_empty() {
        roff.control("SH", ["SEE ALSO"])
            .text([roman("roguelab(1)")]);
    }
    roff.to_writer(&mut text)?;
    String::from_utf8(text).context("a page is text")
}
