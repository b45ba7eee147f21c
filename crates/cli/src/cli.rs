//! The command line of `roguelab`.
//!
//! Exit codes: 0 success, 1 a check failed, 2 the command could not be carried out, 130 stopped by Ctrl-C.

pub mod arguments;
mod atlas;
mod bias;
mod check;
pub mod commands;
mod draw;
mod help;
mod man;
pub mod output;
mod scan;
mod shim;
mod test;
mod trace;
mod vectors;
mod who;
mod words;

use std::borrow::Cow;
use std::ffi::OsString;
use std::io::{self, ErrorKind, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::LazyLock;

use crate::ending::Ending;
use ::scan::ranks::Engines;
use clap::{Args, ColorChoice, FromArgMatches, Parser, Subcommand};
use lockstep::escaped;

use crate::interrupt;

/// Is the port faithful, is it fair, and what made these numbers?
#[derive(Parser)]
#[command(name = "roguelab", version, after_help = EXIT_CODES)]
struct Cli {
    #[command(flatten)]
    global: GlobalArgs,
    #[command(subcommand)]
    command: Command,
}

/// The options that every command takes.
#[derive(Args)]
pub struct GlobalArgs {
    /// When to use colour; auto means on a terminal, unless `NO_COLOR` is set
    #[arg(long, value_name = "WHEN", global = true, default_value = "auto", help_heading = GLOBAL)]
    color: ColorChoice,
    /// Print only the verdict, without progress
    #[arg(short, long, global = true, help_heading = GLOBAL)]
    quiet: bool,
}

/// The heading of the options that every command takes.
const GLOBAL: &str = "Global options";

const EXIT_CODES: &str = "Exit codes: 0 success; 1 a check failed; 2 wrong usage, a file that cannot be read or written, a \
    program or library that is missing, or too little data; 128 plus the number of the signal that stopped the program: 130 \
    for Ctrl-C.";

#[derive(Subcommand)]
enum Command {
    Check(check::CheckArgs),
    Shim(shim::ShimArgs),
    /// Record the draws of a subject or a program, one on each line, and compare two such traces
    #[command(subcommand)]
    Trace(trace::TraceCommand),
    /// Write test vectors for ports to other languages, or check the vectors that a port has written
    #[command(subcommand)]
    Vectors(vectors::VectorsCommand),
    /// List the subjects with their implementations and ops
    Subjects {
        /// Show only this subject, or this description in TOML
        subject: Option<String>,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    Test(test::TestArgs),
    Bias(bias::BiasArgs),
    Words(words::WordsArgs),
    Who(who::WhoArgs),
    Scan(scan::ScanArgs),
    /// Look up the 32,768 games of Rogue: names, draws, save files
    #[command(subcommand)]
    Atlas(AtlasCommand),
    /// Draw a maze, a dungeon or a line as text or SVG
    #[command(subcommand)]
    Draw(draw::DrawCommand),
    #[command(hide = true)]
    Man(man::ManArgs),
    #[command(hide = true)]
    Completions(man::CompletionsArgs),
}

#[derive(Args)]
struct DrawsArgs {
    /// The seed: any number that fits a C int
    #[arg(allow_negative_numbers = true, value_parser = seed)]
    seed: i32,
    /// How many draws
    #[arg(short = 'n', long, default_value_t = 20)]
    number: u32,
    /// The bounds of the draws, inclusive
    #[arg(long, num_args = 2, value_names = ["X", "Y"], allow_negative_numbers = true,
        default_values_t = [1, 100], overrides_with = "range")]
    range: Vec<i32>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Subcommand)]
enum AtlasCommand {
    Find(Box<atlas::FindArgs>),
    /// Show the first draws of a game
    Draws(DrawsArgs),
    /// Show the names in a save file of the real game
    Save {
        /// The file
        file: PathBuf,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Print the canonical dump: a line for each game, in the order of the seeds
    Dump,
    /// Show the names of one game
    Show {
        /// The seed: any number that fits a C int
        #[arg(allow_negative_numbers = true, value_parser = seed)]
        seed: i32,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
}

fn seed(text: &str) -> Result<i32, String> {
    text.parse().map_err(|_| {
        format!(
            "a seed is a C int: a whole number from {} to {}",
            i32::MIN,
            i32::MAX
        )
    })
}

/// A message of clap's in which a range, as in `0 is not in 1..=8`, is in plain words.
fn with_plain_range(message: &str) -> Option<String> {
    let (before, range) = message.split_once(" is not in ")?;
    let (range, after) = range.split_once('\n')?;
    let (from, to) = range.split_once("..=")?;
    Some(format!("{before} is not from {from} to {to}\n{after}"))
}

/// Ends the program as clap does, but escapes a message that contains terminal escapes, and says when help is lost.
fn refused(error: &clap::Error) -> ! {
    if !error.use_stderr() {
        match error.print().and_then(|()| io::stdout().flush()) {
            Err(lost) if lost.kind() != ErrorKind::BrokenPipe => {
                eprintln!("roguelab: cannot write to standard output: {lost}");
                std::process::exit(2)
            }
            _ => std::process::exit(0),
        }
    }
    let message = error.to_string();
    let plain = with_plain_range(&message);
    match escaped(plain.as_deref().unwrap_or(&message)) {
        Cow::Borrowed(_) if plain.is_none() => error.exit(),
        safe => {
            eprint!("{safe}");
            std::process::exit(error.exit_code())
        }
    }
}

/// The command line, with examples in every help; the manual and the completions are made from it.
pub fn command() -> clap::Command {
    help::command()
}

/// Parses the arguments of this program, or ends it.
pub fn parse<P: FromArgMatches>(command: clap::Command) -> P {
    parse_arguments(command, std::env::args_os().collect())
}

/// Parses arguments, or ends the program. `--color` must be known first, because it decides whether help and errors are coloured.
fn parse_arguments<P: FromArgMatches>(command: clap::Command, arguments: Vec<OsString>) -> P {
    let colour = arguments
        .iter()
        .zip(arguments.iter().skip(1).map(Some).chain([None]))
        .find_map(|(this, next)| {
            let this = this.to_str()?;
            let value = if this == "--color" {
                next?.to_str()?
            } else {
                this.strip_prefix("--color=")?
            };
            value.parse().ok()
        });
    command
        .color(colour.unwrap_or_default())
        .try_get_matches_from(arguments)
        .and_then(|matches| P::from_arg_matches(&matches))
        .unwrap_or_else(|error| refused(&error))
}

/// Applies the global options, runs a command, and returns the exit code for its verdict or its error.
pub fn carry_out(global: &GlobalArgs, run: impl FnOnce() -> anyhow::Result<Ending>) -> ExitCode {
    ExitCode::from(run_to_end(global, run))
}

fn run_to_end(global: &GlobalArgs, run: impl FnOnce() -> anyhow::Result<Ending>) -> u8 {
    output::set(global.quiet, global.color);
    if let Err(error) = interrupt::listen() {
        eprintln!("roguelab: cannot listen for signals: {error}");
        return 2;
    }
    let done = run();
    lockstep::program::end_all();
    match done {
        Ok(_) if output::was_lost() => 2,
        Ok(ending) => ending.exit_code(),
        Err(error) => {
            eprintln!("roguelab: {}", escaped(&format!("{error:#}")));
            2
        }
    }
}

/// Parses the arguments, runs the command and returns its exit code.
pub fn main() -> ExitCode {
    main_with(Engines::default())
}

/// Like [`main`], with these engines for scans.
pub fn main_with(engines: Engines) -> ExitCode {
    ExitCode::from(run_arguments(std::env::args_os().collect(), engines))
}

/// Like [`main`], for these arguments, of which the first is the program. Returns the exit code.
pub fn main_of(arguments: Vec<OsString>) -> u8 {
    run_arguments(arguments, Engines::default())
}

fn run_arguments(arguments: Vec<OsString>, engines: Engines) -> u8 {
    let cli: Cli = parse_arguments(command(), arguments);
    run_to_end(&cli.global, || {
        if let Command::Check(_) | Command::Trace(_) = &cli.command {
            lockstep::program::adopt_orphans();
        }
        run(cli.command, engines)
    })
}

/// Runs a command and returns its verdict. Only fuzz targets call this: standard output may be lost.
pub fn fuzzed(arguments: &[&str]) -> anyhow::Result<Ending> {
    static COMMAND: LazyLock<clap::Command> = LazyLock::new(command);
    let cli = Cli::from_arg_matches(&COMMAND.clone().try_get_matches_from(arguments)?)?;
    run(cli.command, Engines::default())
}

fn run(command: Command, engines: Engines) -> anyhow::Result<Ending> {
    match command {
        Command::Check(args) => check::run(&args),
        Command::Shim(args) => shim::run(&args),
        Command::Trace(command) => trace::run(&command),
        Command::Vectors(command) => vectors::run(&command),
        Command::Subjects { subject, json } => commands::subjects(subject.as_deref(), json),
        Command::Test(args) => test::run(&args),
        Command::Bias(args) => bias::run(&args),
        Command::Words(args) => words::run(&args),
        Command::Who(args) => who::run(&args),
        Command::Scan(args) => scan::run(&args, engines),
        Command::Atlas(AtlasCommand::Find(args)) => atlas::find(&args),
        Command::Atlas(AtlasCommand::Draws(args)) => commands::draws(&args),
        Command::Atlas(AtlasCommand::Save { file, json }) => atlas::save(&file, json),
        Command::Atlas(AtlasCommand::Dump) => commands::dump(),
        Command::Atlas(AtlasCommand::Show { seed, json }) => atlas::show(seed, json),
        Command::Draw(command) => draw::run(&command),
        Command::Man(args) => man::man(&args),
        Command::Completions(args) => man::completions(&args),
    }
}
