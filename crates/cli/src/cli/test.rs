//! The command `test`: opens its input, passes it to the tests, and prints what they found.

mod against;
mod arguments;
mod open;
mod state;
mod stream;
mod streams;

use std::io::Write as _;

use crate::ending::Ending;
use answers::arguments::parse_rate;
use anyhow::{Context as _, Error, Result};

pub(super) use arguments::TestArgs;

use super::output::{Output, print_answer};
use crate::clock::wall_time;
use crate::files::read;
use answers::read::{Block, Reader};
use answers::test::{self, End, InputNames, Item, Items, Report, Session, Source};

pub(super) fn run(args: &TestArgs) -> Result<Ending> {
    if !args.counts.is_empty() || args.rate.is_some() {
        return judge_counts(args);
    }
    if let Some(statistic) = args.limited_statistic() {
        let report = test::limit(statistic, args.alpha)?;
        print_answer(&report, test::LIMIT_SCHEMA, args.json)?;
        return Ok(report.verdict.map_or(Ending::Success, Ending::from));
    }
    if let Some(other) = &args.against {
        return against::run(args, other);
    }
    if args.list {
        let source = Source::new(&args.source()?, None)?;
        write!(
            Output::new(),
            "{}",
            test::list_tests(&source, &args.only(), args.is_long())?
        )?;
        return Ok(Ending::Success);
    }
    if let Some(command) = &args.streams {
        return streams::run(args, command);
    }
    let Some((mut source, input)) = open::source(args, &args.file)? else {
        return Ok(Ending::Interrupted);
    };
    match source.items {
        Items::Words { .. } | Items::Fractions { .. } => {
            let reader = source.numbers::<u64>(input);
            run_on(args, source, reader)
        }
        Items::Values { .. } => {
            let reader = source.numbers::<u32>(input);
            run_on(args, source, reader)
        }
        Items::Permutations { .. } => {
            let reader = read::named(&args.file, source.permutations(input))?;
            run_on(args, source, reader)
        }
    }
}

/// Runs the tests on items whose kind is known.
fn run_on<R: Reader + 'static>(args: &TestArgs, source: Source, reader: R) -> Result<Ending>
where
    <R::Block as Block>::Item: Item,
{
    let session = Session::new(source, args.options(), wall_time)?;
    stream::run(args, session, reader)
}

/// Judges counts or a rate.
fn judge_counts(args: &TestArgs) -> Result<Ending> {
    let report = match (&args.rate, args.chance) {
        (Some(rate), Some(chance)) => {
            let (hits, tries) = parse_rate(rate).map_err(Error::msg)?;
            test::rate(hits, tries, chance, args.alpha).with_context(|| format!("--rate {rate}"))?
        }
        _ => test::counts(&args.counts()?)?,
    };
    print_answer(&report, test::COUNTS_SCHEMA, args.json)?;
    Ok(report.verdict.into())
}

/// Prints a report on items, with what only the program knows.
fn show(args: &TestArgs, mut report: Report) -> Result<Ending> {
    report.input.origin = InputNames {
        file: Some(args.file.to_string_lossy().into()),
        against: (args.against.as_ref()).map(|file| file.to_string_lossy().into()),
        streams: args.streams.clone(),
        shown: args.from(),
    };
    report.again = Some(args.again(report.input.items));
    print_answer(&report, test::SCHEMA, args.json)?;
    if report.end == End::Stopped {
        return Ok(Ending::Interrupted);
    }
    Ok(report.verdict.into())
}
