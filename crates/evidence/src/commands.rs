//! The command line of `evidence`, which `cargo xtask` starts. Exit codes are those of [`roguelab`](cli::cli).

mod bless;
mod doctor;
mod game;
mod report;
mod wild;

use std::io::{BufWriter, ErrorKind, Write as _};
use std::process::ExitCode;

use anyhow::{Result, bail};
use clap::{CommandFactory as _, Parser, Subcommand};
use cli::cli::commands::bar;
use cli::cli::{GlobalArgs, carry_out, parse};
use cli::ending::Ending;
use cli::files::write;

use crate::fixtures::checkout;

/// What only a checkout of roguelab needs
#[derive(Parser)]
#[command(name = "roguelab", bin_name = "cargo xtask")]
struct Cli {
    #[command(flatten)]
    global: GlobalArgs,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Run all comparisons, compute all findings, print a summary and write the report
    Report(report::ReportArgs),
    /// Regenerate the fixtures, and fail if they are not the committed ones
    Gate,
    /// Regenerate the fixtures from the references and oracles
    Bless,
    /// Install missing oracles with apt-get, as root; as another user, print the command that does it
    Setup {
        /// Accept the licence of the real game, which may not be sold
        #[arg(long)]
        accept_licence: bool,
    },
    /// Show which oracles and tools this machine has, and what each of them proves
    Doctor {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Play the real game and compare its names with the port's
    Game(game::GameArgs),
    Wild(wild::WildArgs),
    /// Measure again how soon the generators of docs/detection.md fail, and write that page
    Detection {
        /// Test at most 2 to this power bytes of each generator
        #[arg(long, value_name = "POWER", default_value_t = 30, value_parser = clap::value_parser!(u32).range(10..=40))]
        log2_bytes: u32,
        /// Write the words of a generator of the second table to standard output, without end, and measure nothing
        #[arg(long, value_name = "NAME")]
        stream: Option<String>,
        /// The seed of that generator
        #[arg(long, value_name = "SEED", default_value_t = 1, requires = "stream")]
        seed: u64,
    },
}

/// Parses the arguments, runs the command and returns its exit code.
pub fn main() -> ExitCode {
    let arguments: Cli = parse(Cli::command());
    carry_out(&arguments.global, || run(arguments.command))
}

fn run(command: Command) -> Result<Ending> {
    match command {
        Command::Report(args) => report::run(&args),
        Command::Gate => bless::gate(),
        Command::Bless => bless::bless(),
        Command::Setup { accept_licence } => doctor::setup(accept_licence),
        Command::Doctor { json } => doctor::run(json),
        Command::Game(args) => game::run(&args),
        Command::Wild(args) => wild::run(&args),
        Command::Detection {
            log2_bytes,
            stream: None,
            ..
        } => detection(1 << log2_bytes),
        Command::Detection {
            stream: Some(name),
            seed,
            ..
        } => write_stream(&name, seed),
    }
}

fn detection(bytes: u64) -> Result<Ending> {
    let page = checkout("detection")?.join("docs/detection.md");
    let bar = bar(zoo::detection::generators_on_page(), "testing");
    let text = zoo::detection::page(bytes, &|| bar.inc(1))?;
    bar.finish_and_clear();
    write::whole(&page, text.as_bytes())?;
    Ok(Ending::Success)
}

/// Writes words of a generator of the second table, the lowest byte first, until nobody reads them.
fn write_stream(name: &str, seed: u64) -> Result<Ending> {
    let Some(generator) = zoo::detection::unseen_generators().find(|of| of.name == name) else {
        bail!("no generator of the second table of docs/detection.md is called {name:?}");
    };
    let mut words = generator.open(seed);
    let bytes = generator.bits as usize / 8;
    let mut out = BufWriter::with_capacity(1 << 16, std::io::stdout().lock());
    loop {
        match out.write_all(&words().to_le_bytes()[..bytes]) {
            Ok(()) => {}
            Err(error) if error.kind() == ErrorKind::BrokenPipe => return Ok(Ending::Success),
            Err(error) => return Err(error.into()),
        }
    }
}
