//! `roguelab man` and `roguelab completions`: manual pages and completions, made from the command line itself.

use std::fs;
use std::io::Write as _;
use std::path::PathBuf;

use crate::ending::Ending;
use anyhow::{Context as _, Result};
use clap::{Args, CommandFactory as _};
use clap_complete::Shell;
use clap_mangen::Man;

use super::output::Output;
use super::{Cli, help};
use crate::files::{read, write};

const INSTALL: &str = "`man` finds pages in ~/.local/share/man/man1, and those of all users in /usr/local/share/man/man1.";

/// Write the manual: a page for each command
#[derive(Args)]
#[command(after_help = INSTALL)]
pub(super) struct ManArgs {
    /// The command whose page is printed, as in `roguelab man atlas show` [default: roguelab itself]
    #[arg(value_name = "COMMAND", conflicts_with = "out")]
    command: Vec<String>,
    /// Write all pages to this folder
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
}

const COMPLETIONS: &str = "Bash reads the file if the package bash-completion is installed. Zsh needs `fpath+=~/.zfunc` before \
                           compinit in ~/.zshrc. Fish reads the file. For elvish add the output to ~/.config/elvish/rc.elv.";

/// Write completions of commands and options for a shell
#[derive(Args)]
#[command(after_help = COMPLETIONS)]
pub(super) struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

pub(super) fn completions(args: &CompletionsArgs) -> Result<Ending> {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut help::command(), "roguelab", &mut text);
    Output::new().write_all(&text)?;
    Ok(Ending::Success)
}

pub(super) fn man(args: &ManArgs) -> Result<Ending> {
    // In a manual page lines are filled, so each example becomes a paragraph.
    let mut root = help::with_examples(Cli::command(), "", "\n\n").disable_help_subcommand(true);
    root.build();
    if let Some(folder) = &args.out {
        write::check_folder(folder)?;
        // Pages of an earlier manual are replaced whole; pages of others may be beside them.
        let made = tempfile::tempdir().context("cannot make a temporary folder")?;
        clap_mangen::generate_to(root, &made).context("cannot write to a temporary folder")?;
        let pages = fs::read_dir(&made)?.map(|page| {
            let page = page?;
            Ok((
                folder.join(page.file_name()),
                fs::read_to_string(page.path())?,
            ))
        });
        let pages = pages.collect::<Result<Vec<_>>>()?;
        write::refuse_foreign(&pages, "\n.TH roguelab")?;
        write::all(&pages)?;
        let folder = read::name(folder);
        writeln!(
            Output::new(),
            "The pages are in {folder}; `man roguelab` is the first"
        )?;
        return Ok(Ending::Success);
    }
    let mut command = &root;
    for name in &args.command {
        let unknown = || format!("no command is called `{}`", lockstep::shown(name, 40));
        command = command.find_subcommand(name).with_context(unknown)?;
    }
    Man::new(command.clone()).render(&mut Output::new())?;
    Ok(Ending::Success)
}
