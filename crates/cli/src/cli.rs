//! The command line of `roguelab`.
//!
//! Exit codes: 0 success, 1 a check failed, 2 the command could not be carried out, 130 stopped by Ctrl-C.

mod arguments;
mod atlas;
mod bias;
mod bless;
mod check;
mod commands;
mod doctor;
mod draw;
mod game;
mod gate;
mod help;
mod man;
mod output;
mod plan;
mod scan;
mod shim;
mod test;
mod trace;
mod vectors;
mod who;
mod wild;
mod words;

use std::borrow::Cow;
use std::io::{self, ErrorKind, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::LazyLock;

use ::scan::ranks::Engines;
use clap::{Args, ColorChoice, FromArgMatches as _, Parser, Subcommand};
use gof::Verdict;
use lockstep::escaped;

use crate::fixtures::output_folder;
use crate::interrupt;

/// Is the port faithful, is it fair, and what made these numbers?
#[derive(Parser)]
#[command(name = "roguelab", version, after_help = EXIT_CODES)]
struct Cli {
    /// When to use colour; auto means on a terminal, unless `NO_COLOR` is set
    #[arg(long, value_name = "WHEN", global = true, default_value = "auto", help_heading = GLOBAL)]
    color: ColorChoice,
    /// Print only the verdict, without progress
    #[arg(short, long, global = true, help_heading = GLOBAL)]
    quiet: bool,
    #[command(subcommand)]
    command: Command,
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
    Gate(gate::GateArgs),
    /// Show which oracles and tools this machine has, and what each of them proves
    Doctor {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    Test(test::TestArgs),
    Bias(bias::BiasArgs),
    Words(words::WordsArgs),
    /// Run all comparisons, compute all findings, print a summary and write the report
    Report(ReportArgs),
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
    /// Commands that only a checkout of the repository needs: `cargo xtask` calls these
    #[command(subcommand, hide = true)]
    Checkout(CheckoutCommand),
}

/// The tasks of `cargo xtask` that need the program.
#[derive(Subcommand)]
enum CheckoutCommand {
    Bless(bless::BlessArgs),
    Plan(plan::PlanArgs),
    Wild(wild::WildArgs),
    /// Measure again how soon the generators of docs/detection.md fail, and write that page
    Detection {
        /// Test at most 2 to this power bytes of each generator
        #[arg(long, value_name = "POWER", default_value_t = 30, value_parser = clap::value_parser!(u32).range(10..=40))]
        log2_bytes: u32,
    },
    /// Play the real game and compare its names with the port's
    Game(GameArgs),
    /// Install missing oracles with apt-get, as root; as another user, print the command that does it
    Setup {
        /// Accept the licence of the real game, which may not be sold
        #[arg(long)]
        accept_licence: bool,
    },
}

#[derive(Args)]
struct ReportArgs {
    /// The folder to write to: a new or empty one, or one with an earlier report
    #[arg(long, default_value_os_t = output_folder("report"))]
    out: PathBuf,
    /// Print every comparison and every claim, instead of one screen
    #[arg(long)]
    all: bool,
    /// Print report.json
    #[arg(long)]
    json: bool,
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

#[derive(Args)]
struct GameArgs {
    /// How many games, spread evenly over all residues
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u16).range(1..=32768))]
    seeds: u16,
    /// All 32,768 games, which takes some minutes
    #[arg(long, conflicts_with = "seeds")]
    all: bool,
    /// Start each game again K times 32,768 seconds later, where it must show the same; may be given several times
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    shift: Vec<u32>,
    /// The time limit of a game in seconds
    #[arg(long, default_value_t = 10.0, value_parser = arguments::seconds)]
    deadline: f64,
    /// Keep the save files in this folder, each named after its residue
    #[arg(long, value_name = "FOLDER")]
    saves: Option<PathBuf>,
    /// With --all: if all games agree, write the evidence to this file
    #[arg(long, value_name = "FILE")]
    evidence: Option<PathBuf>,
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

/// The parsed arguments. `--color` must be known first, because it decides whether help and errors are coloured.
fn parsed() -> Result<Cli, clap::Error> {
    let arguments: Vec<_> = std::env::args_os().collect();
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
    let command = command().color(colour.unwrap_or_default());
    Cli::from_arg_matches(&command.try_get_matches_from(arguments)?)
}

/// Parses the arguments, runs the command and returns its exit code.
pub fn main() -> ExitCode {
    main_with(Engines::default())
}

/// Like [`main`], with these engines for scans.
pub fn main_with(engines: Engines) -> ExitCode {
    let cli = parsed().unwrap_or_else(|error| refused(&error));
    output::set(cli.quiet, cli.color);
    if let Err(error) = interrupt::listen() {
        eprintln!("roguelab: cannot listen for signals: {error}");
        return ExitCode::from(2);
    }
    if let Command::Check(_) | Command::Trace(_) = &cli.command {
        lockstep::program::adopt_orphans();
    }
    let done = run(cli.command, engines);
    lockstep::program::end_all();
    match done {
        Ok(_) if output::was_lost() => ExitCode::from(2),
        Ok(verdict) => ExitCode::from(interrupt::exit_code(verdict)),
        Err(error) => {
            eprintln!("roguelab: {}", escaped(&format!("{error:#}")));
            ExitCode::from(2)
        }
    }
}

/// Runs a command and returns its verdict. Only fuzz targets call this: standard output may be lost.
pub fn fuzzed(arguments: &[&str]) -> anyhow::Result<Verdict> {
    static COMMAND: LazyLock<clap::Command> = LazyLock::new(command);
    let cli = Cli::from_arg_matches(&COMMAND.clone().try_get_matches_from(arguments)?)?;
    run(cli.command, Engines::default())
}

fn run(command: Command, engines: Engines) -> anyhow::Result<Verdict> {
    match command {
        Command::Check(args) => check::run(&args),
        Command::Shim(args) => shim::run(&args),
        Command::Trace(command) => trace::run(&command),
        Command::Vectors(command) => vectors::run(&command),
        Command::Subjects { subject, json } => commands::subjects(subject.as_deref(), json),
        Command::Gate(args) => gate::run(&args),
        Command::Doctor { json } => doctor::run(json),
        Command::Test(args) => test::run(&args),
        Command::Bias(args) => bias::run(&args),
        Command::Words(args) => words::run(&args),
        Command::Report(args) => commands::report(&args),
        Command::Who(args) => who::run(&args),
        Command::Scan(args) => scan::run(&args, engines),
        Command::Atlas(AtlasCommand::Find(args)) => atlas::find(&args),
        Command::Atlas(AtlasCommand::Draws(args)) => commands::draws(&args),
        Command::Atlas(AtlasCommand::Save { file, json }) => commands::save(&file, json),
        Command::Atlas(AtlasCommand::Dump) => commands::dump(),
        Command::Atlas(AtlasCommand::Show { seed, json }) => commands::show(seed, json),
        Command::Draw(command) => draw::run(&command),
        Command::Man(args) => man::man(&args),
        Command::Completions(args) => man::completions(&args),
        Command::Checkout(CheckoutCommand::Bless(args)) => bless::run(&args),
        Command::Checkout(CheckoutCommand::Plan(args)) => plan::run(&args),
        Command::Checkout(CheckoutCommand::Wild(args)) => wild::run(&args),
        Command::Checkout(CheckoutCommand::Detection { log2_bytes }) => {
            commands::detection(1 << log2_bytes)
        }
        Command::Checkout(CheckoutCommand::Game(args)) => game::run(&args),
        Command::Checkout(CheckoutCommand::Setup { accept_licence }) => {
            doctor::setup(accept_licence)
        }
    }
}
