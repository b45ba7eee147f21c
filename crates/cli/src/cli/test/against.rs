//! `roguelab test --against`: whether two streams come from the same distribution.

use std::path::Path;

use crate::ending::Ending;
use anyhow::{Context as _, Result, bail};

use super::{TestArgs, open, show};
use crate::files::read;
use answers::read::{Block, Reader};
use answers::test::{Comparison, Item, Items, Source, skip_items};

pub(super) fn run(args: &TestArgs, other: &Path) -> Result<Ending> {
    if read::is_stdin(&args.file) && read::is_stdin(other) {
        bail!("both streams are standard input: name a FILE, or a file for --against");
    }
    let opened = open::source(args, &args.file)?.zip(open::source(args, other)?);
    let Some(((mut source, input), (second, other_input))) = opened else {
        return Ok(Ending::Interrupted);
    };
    source.refuse_other_kind(&second)?;
    let first_name = read::name(&args.file);
    let second_name = read::name(other);
    match source.items {
        Items::Words { .. } | Items::Fractions { .. } => {
            let first = Stream::new(first_name, source.numbers::<u64>(input));
            let second = Stream::new(second_name, source.numbers::<u64>(other_input));
            compare(args, &source, first, second)
        }
        Items::Values { .. } => {
            let first = Stream::new(first_name, source.numbers::<u32>(input));
            let second = Stream::new(second_name, source.numbers::<u32>(other_input));
            compare(args, &source, first, second)
        }
        Items::Permutations { .. } => {
            let first = read::named(&args.file, source.permutations(input))?;
            // The second file must use the numbers or names of the first.
            let second = first.alike(other_input);
            let second = second.with_context(|| format!("--against {second_name}"))?;
            let first = Stream::new(first_name, first);
            compare(args, &source, first, Stream::new(second_name, second))
        }
    }
}

/// One of the two streams.
struct Stream<R> {
    name: String,
    reader: R,
    items: u64,
    has_ended: bool,
}

impl<R: Reader> Stream<R> {
    const fn new(name: String, reader: R) -> Self {
        Self {
            name,
            reader,
            items: 0,
            has_ended: false,
        }
    }

    fn skip(&mut self, items: u64) -> Result<()> {
        skip_items(&mut self.reader, items).with_context(|| self.name.clone())
    }

    /// The next items, with which there are at most `limit`; none at the end.
    fn read(&mut self, limit: u64) -> Result<Option<R::Block>> {
        if self.has_ended {
            return Ok(None);
        }
        let block = self.reader.next_block(limit - self.items);
        let block = block.with_context(|| self.name.clone())?;
        self.items += block.count();
        self.has_ended = block.count() == 0;
        Ok(Some(block))
    }
}

fn compare<R: Reader>(
    args: &TestArgs,
    source: &Source,
    mut first: Stream<R>,
    mut second: Stream<R>,
) -> Result<Ending>
where
    <R::Block as Block>::Item: Item,
{
    let mut comparison = Comparison::new(source)?;
    let limit = args.limit.unwrap_or(u64::MAX);
    first.skip(args.skip)?;
    second.skip(args.skip)?;
    while !(first.has_ended && second.has_ended) {
        if let Some(block) = first.read(limit)? {
            comparison.push_first(&block);
        }
        if let Some(block) = second.read(limit)? {
            comparison.push_second(&block);
        }
    }
    let bytes = first.reader.summary().bytes + second.reader.summary().bytes;
    show(args, comparison.report(bytes, &args.options())?)
}
