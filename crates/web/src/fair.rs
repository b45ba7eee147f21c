//! Is it fair?

use answers::arguments::{
    ENDIANS, KINDS, bound, chance, parse_counts, parse_rate, rolled_dice, weight_lines,
};
use answers::read::{Distribution, Input, Names, names, weights};
use answers::test::{
    self, COUNTS_SCHEMA, CountsOptions, ExpectedLaw, InputNames, Note, Options, SourceOptions,
};

use crate::command::{Command, file_name, one_of, whole, whole32};
use crate::outside::Outside;
use crate::question::{CountsQuestion, RateQuestion, TestQuestion, Text};
use crate::reply::{Refusal, Reply};

/// The chance of a false alarm.
fn alpha(command: &mut Command, text: &Text) -> Result<f64, Refusal> {
    let given = command.option("--alpha", text, chance)?;
    Ok(given.unwrap_or(Options::default().alpha))
}

/// Weights, with the names of the values if there are any.
type WeightTable = (Vec<u64>, Option<Names>);

/// Parses weights: a list, or a weight, or a name and its weight, on each line.
pub(crate) fn parse_weights(text: &str) -> Result<WeightTable, String> {
    let table = weight_lines(text).unwrap_or_else(|| text.to_owned());
    let table = weights(Input::of_bytes(table.into_bytes()));
    let table = table.map_err(|error| {
        format!(
            "{error}; give a list like 95,4,1 or 99.4,0.6, or a name and its weight on each line"
        )
    })?;
    if table.0.iter().filter(|weight| **weight > 0).count() < 2 {
        return Err("at least two weights must be above 0".to_owned());
    }
    Ok(table)
}

/// Adds the option of weights, of which several lines are in a file, and parses it.
fn weight_table(command: &mut Command, text: &Text) -> Result<Option<WeightTable>, Refusal> {
    if weight_lines(text.0.trim()).is_some() || text.0.trim().is_empty() {
        return command.option("--weights", text, parse_weights);
    }
    command.text("--weights weights.txt");
    let table = parse_weights(text.0.trim());
    table
        .map(Some)
        .map_err(|error| Refusal::new(format!("--weights: {error}")))
}

/// Adds the option of names, which are in a file, and parses it.
fn symbol_names(command: &mut Command, text: &Text) -> Result<Option<Names>, Refusal> {
    if text.0.trim().is_empty() {
        return Ok(None);
    }
    command.text("--symbols names.txt");
    let names = names(Input::of_bytes(text.0.clone().into_bytes()));
    names
        .map(Some)
        .map_err(|error| Refusal::new(format!("--symbols: {error}")))
}

/// Parses a number of items.
fn number(option: &str, text: &Text) -> Result<Option<u64>, Refusal> {
    let text = text.0.trim();
    if text.is_empty() {
        return Ok(None);
    }
    let refused = |_| Refusal::new(format!("{option} {text}: give a number of items"));
    text.parse().map(Some).map_err(refused)
}

/// Judges how often each value came.
pub(crate) fn judge_counts(question: &CountsQuestion) -> Result<Reply, Refusal> {
    let mut command = Command::new("test");
    let mut runs = Vec::new();
    let of = number("--of", &question.of)?;
    for counts in &question.counts {
        if counts.trim().contains('\n') {
            command.text("--counts counts.csv");
        } else {
            command.text("--counts");
            command.word(counts);
        }
        runs.push(parse_counts(counts, of).map_err(Refusal::new)?);
    }
    if let Some(of) = of {
        command.text(&format!("--of {of}"));
    }
    let mut expected = ExpectedLaw::Equal;
    if let Some((weights, names)) = weight_table(&mut command, &question.weights)? {
        expected = ExpectedLaw::Weights {
            weights,
            names: names.map(|names| names.list()),
            given: question.weights.0.trim().to_owned(),
        };
    }
    if let Some((dice, sides)) = command.option("--dice", &question.dice, rolled_dice)? {
        if expected != ExpectedLaw::Equal {
            return Err(Refusal::new("give --weights or --dice, not both"));
        }
        expected = ExpectedLaw::of_dice(dice, sides)?;
    }
    let drawn = number("--drawn", &question.drawn)?;
    if let Some(drawn) = drawn {
        command.text(&format!("--drawn {drawn}"));
    }
    let options = CountsOptions {
        drawn,
        ..CountsOptions::new(runs, expected, alpha(&mut command, &question.alpha)?)?
    };
    let report = test::counts(&options)?;
    let reply = Reply::new(&report, COUNTS_SCHEMA, command.finish())?;
    let tally = test::tally_counts(&options)?;
    Ok(reply.with_verdict(report.verdict).with_tally(tally))
}

/// Judges how often an event came.
pub(crate) fn judge_rate(question: &RateQuestion) -> Result<Reply, Refusal> {
    let mut command = Command::new("test");
    let rate = question.rate.0.trim();
    command.text("--rate");
    command.word(rate);
    let (hits, tries) = parse_rate(rate).map_err(Refusal::new)?;
    let Some(chance) = command.option("--chance", &question.chance, chance)? else {
        return Err(Refusal::new("say with which chance the event comes"));
    };
    let report = test::rate(hits, tries, chance, alpha(&mut command, &question.alpha)?)?;
    let reply = Reply::new(&report, COUNTS_SCHEMA, command.finish())?;
    let tally = test::tally_hits(hits, tries, chance);
    Ok(reply.with_verdict(report.verdict).with_tally(tally))
}

/// How items are read and tested.
struct TestSetup {
    source: SourceOptions,
    options: Options,
    /// The options in the command, but for the limit.
    again: String,
}

/// Reads the options of a test, which are also written into the command.
fn read_options(question: &TestQuestion, command: &mut Command) -> Result<TestSetup, Refusal> {
    let normal = command.option("--normal=", &question.normal, Distribution::normal)?;
    let exponential = command.option(
        "--exponential=",
        &question.exponential,
        Distribution::exponential,
    )?;
    let table = weight_table(command, &question.weights)?;
    let symbols = symbol_names(command, &question.symbols)?;
    let source = SourceOptions {
        kind: command.option("--kind", &question.kind, one_of(KINDS))?,
        endian: command.option("--endian", &question.endian, one_of(ENDIANS))?,
        bits: command.option("--bits", &question.bits, whole32(8..=64))?,
        below: command.option("--below", &question.below, bound)?,
        base: command.option("--base", &question.base, whole32(0..=u32::MAX))?,
        weights: table.as_ref().map(|(weights, _)| weights.clone()),
        names: table
            .as_ref()
            .and_then(|(_, names)| names.clone())
            .or(symbols),
        permutations: command.flag("--permutations", question.permutations),
        law: normal.or(exponential).unwrap_or_default(),
    };
    let said = [
        (source.below.is_some(), "--below"),
        (table.is_some(), "--weights"),
        (source.permutations, "--permutations"),
        (normal.is_some(), "--normal"),
        (exponential.is_some(), "--exponential"),
    ];
    let mut said = said.iter().filter(|(is_said, _)| *is_said);
    if let (Some((_, one)), Some((_, other))) = (said.next(), said.next()) {
        return Err(Refusal::new(format!(
            "{one} and {other} contradict each other: give one of them"
        )));
    }
    let only = command.option("--only", &question.only, |text| {
        Ok::<_, String>(text.to_owned())
    })?;
    let mut options = Options {
        alpha: alpha(command, &question.alpha)?,
        only: only.into_iter().collect(),
        ..Options::default()
    };
    let skip = command.option("--skip", &question.skip, whole(0..=u64::MAX))?;
    options.skip = skip.unwrap_or(0);
    let again = command.again();
    options.limit = command.option("--limit", &question.limit, whole(1..=u64::MAX))?;
    Ok(TestSetup {
        source,
        options,
        again,
    })
}

/// Tests the items of an input.
pub(crate) fn test_items(
    question: &TestQuestion,
    input: Vec<u8>,
    outside: Outside<'_>,
) -> Result<Reply, Refusal> {
    let mut command = Command::new("test");
    let TestSetup {
        source,
        mut options,
        again,
    } = read_options(question, &mut command)?;
    let command = command.with_input("", &question.file, &input);
    let given = input.clone();
    let tested = outside.with_control(|control| test::test(input, &source, &options, control));
    let mut report = tested?;
    if let (Some(note @ Note::Dice { .. }), "") = (&report.input.note, question.kind.0.as_str()) {
        return Err(Refusal::new(format!(
            "{note}; if they are words of 32 bits all the same, give --kind text"
        )));
    }
    let file = question.file.0.clone();
    let is_typed = file.is_empty();
    report.input.origin = InputNames {
        shown: if is_typed {
            "standard input".to_owned()
        } else {
            file.clone()
        },
        file: Some(if is_typed { "-".to_owned() } else { file }),
        ..InputNames::default()
    };
    report.again = Some(format!(
        "roguelab test --limit {}{again}",
        report.input.items
    ));
    // The picture shows what was tested.
    options.limit = Some(report.input.items);
    let tally = test::tally(given, &source, &options)?;
    let reply = Reply::new(&report, test::SCHEMA, command)?;
    Ok(reply.with_verdict(report.verdict).with_tally(tally))
}

/// Tests whether two streams come from one distribution.
pub(crate) fn compare_streams(
    question: &TestQuestion,
    mut input: Vec<u8>,
) -> Result<Reply, Refusal> {
    let mut command = Command::new("test");
    let TestSetup {
        source,
        options,
        again,
    } = read_options(question, &mut command)?;
    if !options.only.is_empty() || source.weights.is_some() {
        return Err(Refusal::new(
            "two streams are compared in every way, without weights: leave --only and --weights out",
        ));
    }
    let file = file_name(&question.file, "numbers.txt");
    let other = file_name(&question.other, "other.txt");
    let streams = format!("{file} --against {other}");
    command.text(&streams);
    let second = input.split_off(question.first.min(input.len()));
    let mut report = test::compare(input, second, &source, &options)?;
    report.input.origin = InputNames {
        shown: format!("{file} against {other}"),
        file: Some(file),
        against: Some(other),
        ..InputNames::default()
    };
    let items = report.input.items;
    report.again = Some(format!("roguelab test --limit {items}{again} {streams}"));
    let reply = Reply::new(&report, test::SCHEMA, command.finish())?;
    Ok(reply.with_verdict(report.verdict))
}
