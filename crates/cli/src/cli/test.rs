//! The command `test`: what the source is, its battery, the looks at it, the verdict, and how that is printed.

mod against;
mod arguments;
mod battery;
mod counts;
mod facts;
mod json;
mod kind;
mod looks;
mod neighbours;
mod source;
mod stream;
mod streams;
mod table;
mod verdict;

use anyhow::Result;
use gof::Verdict;

pub(super) use arguments::TestArgs;
use battery::{Item, chosen, list};
use source::{Items, Source};

use crate::files::read;
use crate::interrupt;
use answers::read::{Block, PermutationReader, Reader};

pub(super) fn run(args: &TestArgs) -> Result<Verdict> {
    if !args.counts.is_empty() || args.rate.is_some() {
        return counts::run(args);
    }
    if let Some(other) = &args.against {
        return against::run(args, other);
    }
    if args.list || args.streams.is_some() {
        let source = Source::new(args, None)?;
        return match &args.streams {
            Some(command) => streams::run(args, &source, command),
            None => listed(args, &source),
        };
    }
    let Some((source, input)) = Source::open(args, &args.file)? else {
        return Ok(interrupt::stopped());
    };
    match &source.items {
        Items::Words { .. } | Items::Fractions { .. } => {
            run_on(args, &source, source.numbers::<u64>(input))
        }
        Items::Values { .. } => run_on(args, &source, source.numbers::<u32>(input)),
        Items::Permutations { base, .. } => {
            let permutations = PermutationReader::new(input, *base, source.names.clone());
            let permutations = read::named(&args.file, permutations)?;
            let (base, length) = (*base, permutations.length() as u32);
            let (what, names) = (permutations.about(), source.names);
            let source = Source {
                items: Items::Permutations { base, length },
                names,
                ..source
            };
            let tests = chosen(&source.items, &args.only())?;
            stream::test(args, &source, what, permutations, tests, None)
        }
    }
}

/// Runs the tests on numbers whose kind is already known.
fn run_on<R: Reader + 'static>(args: &TestArgs, source: &Source, reader: R) -> Result<Verdict>
where
    <R::Block as Block>::Item: Item,
{
    let tests = chosen(&source.items, &args.only())?;
    stream::test(args, source, source.to_string(), reader, tests, None)
}

fn listed(args: &TestArgs, source: &Source) -> Result<Verdict> {
    let (what, only) = (source.to_string(), args.only());
    match &source.items {
        Items::Words { .. } | Items::Fractions { .. } => list::<u64>(&what, &source.items, &only),
        Items::Values { .. } => list::<u32>(&what, &source.items, &only),
        Items::Permutations { length, .. } => {
            let what = format!("permutations of {length}, as an example");
            list::<[u32]>(&what, &source.items, &only)
        }
    }
}
