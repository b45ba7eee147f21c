//! `roguelab test --against`: whether two streams come from the same distribution.

use std::path::Path;

use anyhow::{Context as _, Result, bail};
use gof::same::{Compared, Pair};
use gof::{Tail, Verdict as Found, Verdict, holm};

use super::TestArgs;
use super::looks::{End, Finding, Findings};
use super::source::{Items, Source};
use super::stream::passed_over;
use super::table;
use super::verdict::Run;
use crate::files::read;
use crate::interrupt;
use answers::read::{Block, PermutationReader, Reader};

pub(super) fn run(args: &TestArgs, other: &Path) -> Result<Verdict> {
    if read::is_stdin(&args.file) && read::is_stdin(other) {
        bail!("both streams are standard input: name a FILE, or a file for --against");
    }
    let opened = Source::open(args, &args.file)?.zip(Source::open(args, other)?);
    let Some(((source, input), (second, other_input))) = opened else {
        return Ok(interrupt::stopped());
    };
    let what = source.to_string();
    if second.to_string() != what {
        bail!("one stream has {what}, the other {second}: give the --kind of both");
    }
    let inputs = [input, other_input];
    let refused = "such items cannot be compared";
    match &source.items {
        Items::Words { bits, .. } | Items::Fractions { bits, .. } => {
            let readers = inputs.map(|input| source.numbers::<u64>(input));
            let pair = Pair::<u64>::words(*bits).context(refused)?;
            compare(args, other, &what, readers, pair)
        }
        Items::Values { below, .. } => {
            let readers = inputs.map(|input| source.numbers::<u32>(input));
            let pair = Pair::<u32>::values(*below).context(refused)?;
            compare(args, other, &what, readers, pair)
        }
        Items::Permutations { base, .. } => {
            let [input, other_input] = inputs;
            let one = PermutationReader::new(input, *base, source.names.clone());
            let one = read::named(&args.file, one)?;
            // The second file must use the numbers or names of the first.
            let of_other = || format!("--against {}", read::name(other));
            let second = one.alike(other_input).with_context(of_other)?;
            let pair = Pair::<[u32]>::permutations(one.length()).context(refused)?;
            compare(args, other, &one.about(), [one, second], pair)
        }
    }
}

fn compare<R: Reader>(
    args: &TestArgs,
    other: &Path,
    what: &str,
    mut readers: [R; 2],
    mut pair: Pair<<R::Block as Block>::Item>,
) -> Result<Verdict> {
    let limit = args.limit.unwrap_or(u64::MAX);
    let names = [&args.file, other].map(read::name);
    let mut items = [0; 2];
    let mut ended = [false; 2];
    for (reader, name) in readers.iter_mut().zip(&names) {
        passed_over(reader, args.skip).with_context(|| name.clone())?;
    }
    while ended != [true; 2] {
        for stream in 0..2 {
            if ended[stream] {
                continue;
            }
            let block = readers[stream]
                .next_block(limit - items[stream])
                .with_context(|| names[stream].clone())?;
            items[stream] += block.count();
            ended[stream] = block.count() == 0;
            block.for_each(|item| {
                if stream == 0 {
                    pair.push_one(item);
                } else {
                    pair.push_other(item);
                }
            });
        }
    }
    let compared = pair
        .compared()
        .context("the two streams cannot be compared")?;
    let what = format!("{what}; {} and {}", items[0], items[1]);
    let bytes = readers.iter().map(|reader| reader.summary().bytes).sum();
    let findings = judged(compared, items, args.alpha);
    table::show(&Run {
        args,
        what,
        note: None,
        items: items[0] + items[1],
        bytes,
        end: End::Whole,
        findings,
        fact: None,
        origin: None,
        of: None,
    })
}

/// The verdicts according to Holm's procedure.
fn judged(compared: Vec<Compared>, items: [u64; 2], alpha: f64) -> Findings {
    let given = items[0] + items[1];
    let p =
        |compared: &Compared| Some(compared.outcome.p.two_sided()).filter(|p| !p.value().is_nan());
    let ps: Vec<Tail> = compared
        .iter()
        .map(|compared| p(compared).unwrap_or(Tail::new(1.0)))
        .collect();
    let adjusted = holm::adjust(&ps, &vec![1.0; ps.len()]).unwrap_or_default();
    let finding = |(compared, adjusted): (Compared, Tail)| Finding {
        test: compared.outcome.test.to_owned(),
        null: format!(
            "both streams are independent items of one distribution: {}",
            compared.counted
        ),
        items: given,
        read: compared.outcome.items,
        needed: 0,
        looks: 1,
        overall: p(&compared).map(|p| (p, given)),
        verdict: match p(&compared) {
            None => Found::Invalid,
            Some(_) if adjusted.log10() <= alpha.log10() => Found::Fail,
            Some(_) => Found::Pass,
        },
        worst: Some(compared.worst).filter(|worst| !worst.is_empty()),
        outcome: Ok(compared.outcome),
    };
    Findings {
        rows: compared.into_iter().zip(adjusted).map(finding).collect(),
    }
}
