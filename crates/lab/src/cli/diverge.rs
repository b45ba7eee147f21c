//! `roguelab diverge`: where two traces differ.

mod mistakes;

use std::io::{Read, Write};
use std::path::PathBuf;

use anyhow::{Result, anyhow};
use clap::Args;
use identify::mistakes::Cause;
use lockstep::diverge::{Comparison, DivergeError, Divergence, Fields, Settings, StatesDiffer, Tally};
use lockstep::trace::{Notation, TraceError};
use lockstep::{Half, shown};
use serde_json::json;

use super::Verdict;
use super::arguments::{Choice, one_of};
use super::output::{Output, print_json};
use crate::files::read::{is_stdin, name, open};
use crate::mistakes::{causes_json, told};

/// What can be left out of the comparison.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Ignored {
    Arguments,
    Words,
    Results,
}

const IGNORED: &[Choice<Ignored>] = &[
    ("arguments", "LO and HI", Ignored::Arguments),
    ("words", "WORD", Ignored::Words),
    ("results", "RESULT", Ignored::Results),
];

const NOTATIONS: &[Choice<Notation>] = &[
    ("trace", "columns, as `roguelab trace --format` shows", Notation::Columns),
    ("words", "one word a line", Notation::Words),
    ("audit", "#12, 0 to 9: 7", Notation::Audit),
    ("json", "one JSON object a line", Notation::Json),
];

/// Compare two traces, draw by draw: where they first differ, and why
///
/// A is taken to be right, B is compared with it. `roguelab trace --format` shows what a trace is: a line a draw, which any
/// program can print. Arguments, words and results are compared, each where both traces know it; so are states and the
/// events between draws. After a difference the traces are aligned again by leaving out lines, if the lines after it are
/// evidence enough, and compared on.
///
/// Exit codes: 0 they agree, 1 they differ, 2 one of them cannot be used.
#[derive(Args)]
#[expect(clippy::struct_excessive_bools, reason = "options of a command line")]
pub(super) struct DivergeArgs {
    /// The trace that is taken to be right; - is standard input
    a: PathBuf,
    /// The trace that is compared with it; - is standard input
    b: PathBuf,
    /// A difference of sites is a divergence too
    #[arg(long)]
    strict: bool,
    /// Accept a trace that ends early, if all of its draws agree
    #[arg(long)]
    prefix: bool,
    /// How both traces are written; otherwise each is told from its first lines
    #[arg(long, value_parser = one_of(NOTATIONS))]
    format: Option<Notation>,
    /// Leave this out of the comparison; may be given more than once
    #[arg(long, value_name = "FIELD", value_parser = one_of(IGNORED))]
    ignore: Vec<Ignored>,
    /// Lines that agree to show before and after a difference
    #[arg(short = 'C', long, value_name = "LINES", default_value_t = 3, value_parser = lines)]
    context: u32,
    /// Lines to look ahead for a place where the traces agree again
    #[arg(long, value_name = "LINES", default_value_t = 4096, value_parser = lines)]
    window: u32,
    /// How many divergences to show
    #[arg(long, value_name = "COUNT", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    max: u64,
    /// Show all divergences
    #[arg(long, conflicts_with = "max")]
    all: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

fn lines(text: &str) -> Result<u32, String> {
    let most = Settings::MOST_WINDOW;
    let lines = text.parse().ok().filter(|&lines: &u32| lines as usize <= most);
    lines.ok_or_else(|| format!("a whole number of lines belongs here, {most} at most"))
}

impl DivergeArgs {
    fn settings(&self) -> Settings {
        let compared = |field| !self.ignore.contains(&field);
        let fields = Fields {
            sites: self.strict,
            arguments: compared(Ignored::Arguments),
            words: compared(Ignored::Words),
            results: compared(Ignored::Results),
        };
        Settings { fields, window: self.window as usize, context: self.context as usize, notation: self.format }
    }

    /// The error with the name of the file, as a compiler gives it.
    fn named(&self, error: &DivergeError) -> anyhow::Error {
        let path = if error.side == Half::Expected { &self.a } else { &self.b };
        match &error.error {
            TraceError::Line { line, fault } => anyhow!("{}:{line}: {fault}", name(path)),
            error => anyhow!("{}: {error}", name(path)),
        }
    }
}

/// Text of a trace, to be shown.
fn text(bytes: &[u8]) -> String {
    if bytes.is_empty() { "nothing".into() } else { format!("`{}`", shown(&String::from_utf8_lossy(bytes), 160)) }
}

/// Where states or events differ.
fn states(StatesDiffer { agreed, places, first, events, texts }: &StatesDiffer) -> String {
    let (what, place) = if *events { ("the events", "before the draw of") } else { ("the state", "in") };
    let more = if *places == 1 { String::new() } else { format!("; {places} such places in all") };
    format!(
        "draws agree, {what} differ{} after draw {agreed}, {place} line {} of A and {} of B: A has {}, B has {}{more}",
        if *events { "" } else { "s" },
        first.0,
        first.1,
        text(&texts.0),
        text(&texts.1)
    )
}

/// What was compared, in a line or two.
fn summary(tally: &Tally, strict: bool, more: bool) -> String {
    let Tally { agreed, met, divergences, .. } = tally;
    let places = match (divergences, more) {
        (0, _) if tally.states.is_some() => "the draws agree".into(),
        (0, _) => "the traces agree".into(),
        (1, false) => "1 divergence".into(),
        (1, true) => "1 divergence shown, and there are more: --all shows them".into(),
        (count, false) => format!("{count} divergences"),
        (count, true) => format!("{count} divergences shown, and there are more: --all shows them"),
    };
    let agree = if *agreed == 1 { "draw agrees" } else { "draws agree" };
    let mut text = format!("{places}; {agreed} {agree}");
    if met < agreed {
        text += &format!(", {met} of them by a word or a result that both show");
    }
    if let Some(differ) = &tally.states {
        text += &format!("\n{}", states(differ));
    }
    for (one, other, count) in [("A", "B", tally.events.0), ("B", "A", tally.events.1)] {
        if count > 0 && (tally.events.0 == 0 || tally.events.1 == 0) {
            text +=
                &format!("\n{one} has {count} event{}, {other} none: not compared", if count == 1 { "" } else { "s" });
        }
    }
    if let Some(sites) = tally.sites.as_ref().filter(|_| !strict) {
        let [a, b] =
            [&sites.sites.0, &sites.sites.1].map(|site| shown(&String::from_utf8_lossy(site), 160).into_owned());
        let (line_a, line_b) = sites.first;
        text += &format!(
            "\nsites differ in {} lines that agree, first in line {line_a} of A (`{a}`) and {line_b} of B (`{b}`); \
             --strict compares them",
            sites.lines
        );
    }
    text
}

pub(super) fn run(args: &DivergeArgs) -> Result<Verdict> {
    if is_stdin(&args.a) && is_stdin(&args.b) {
        return Err(anyhow!("only one of the traces can be standard input"));
    }
    let mut comparison = Comparison::new(open(&args.a)?, open(&args.b)?, args.settings());
    if args.json {
        return as_json(args, comparison);
    }
    let mut out = Output::of_findings();
    let (mut shown, mut prefix) = (0, None);
    while args.all || shown < args.max {
        let Some(divergence) = comparison.next_divergence().map_err(|error| args.named(&error))? else { break };
        if shown == 0 {
            writeln!(out, "A (expected)  {}\nB (actual)    {}", name(&args.a), name(&args.b))?;
        }
        if shown == 0 && divergence.is_prefix() {
            let ended = divergence.causes.first().map(ToString::to_string).unwrap_or_default();
            writeln!(out)?;
            out.verdict(format_args!("all {} draws agree, then {ended}", divergence.agreed))?;
            for cause in &divergence.causes[1..] {
                writeln!(out, "also: {cause}")?;
            }
            prefix = Some(divergence.agreed);
            break;
        }
        shown += 1;
        writeln!(out, "\n{shown}: {divergence}")?;
        if out.is_closed() {
            break;
        }
    }
    let tally = comparison.tally();
    refuse_void(tally)?;
    if prefix.is_some() {
        let states = tally.states.as_ref().map(states);
        if let Some(states) = &states {
            writeln!(out, "{states}")?;
        }
        if !args.prefix {
            writeln!(out, "--prefix accepts a trace that ends early")?;
        }
        return Ok(Verdict::of(args.prefix && states.is_none()));
    }
    if shown > 0 {
        let causes = mistakes::causes(&args.a, &args.b, args.format);
        let mut text = told(&causes);
        text.extend(made(args, tally, &causes).map(|made| made + "\n"));
        let gap = if text.is_empty() { "" } else { "\n" };
        write!(out, "\n{text}{gap}")?;
    }
    out.verdict(format_args!("{}", summary(tally, args.strict, comparison.differs_again())))?;
    Ok(Verdict::of(shown == 0 && tally.states.is_none()))
}

/// What made B, if that is certain, nothing explains it, and not one draw agrees.
fn made(args: &DivergeArgs, tally: &Tally, causes: &[Cause]) -> Option<String> {
    (causes.is_empty() && tally.agreed == 0).then(|| mistakes::made(&args.b, args.format)).flatten()
}

fn refuse_void(tally: &Tally) -> Result<()> {
    if !tally.is_void() {
        return Ok(());
    }
    let what = if tally.agreed == 0 {
        "neither of the traces has a draw"
    } else {
        "in no line do both show a word or a result that is compared"
    };
    Err(anyhow!("nothing was compared: {what}"))
}

fn as_json<A: Read, B: Read>(args: &DivergeArgs, mut comparison: Comparison<A, B>) -> Result<Verdict> {
    let mut found: Vec<Divergence> = Vec::new();
    while args.all || (found.len() as u64) < args.max {
        let Some(divergence) = comparison.next_divergence().map_err(|error| args.named(&error))? else { break };
        found.push(divergence);
        if found[0].is_prefix() {
            break;
        }
    }
    let tally = comparison.tally();
    refuse_void(tally)?;
    let is_prefix = found.first().is_some_and(Divergence::is_prefix);
    let agree = (found.is_empty() || (is_prefix && args.prefix)) && tally.states.is_none();
    let causes =
        if found.is_empty() || is_prefix { Vec::new() } else { mistakes::causes(&args.a, &args.b, args.format) };
    let lines = |lines: &[(u64, Vec<u8>)]| -> Vec<_> {
        lines
            .iter()
            .map(|(line, text)| json!({ "line": line, "text": String::from_utf8_lossy(text).trim_end() }))
            .collect()
    };
    let divergence = |divergence: &Divergence| {
        json!({
            "agreed": divergence.agreed,
            "a_line": divergence.a_line,
            "b_line": divergence.b_line,
            "differ_in": divergence.fields.iter().map(|field| field.name()).collect::<Vec<_>>(),
            "a": lines(&divergence.a),
            "b": lines(&divergence.b),
            "causes": divergence.causes.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "then": divergence.then.to_string(),
        })
    };
    let document = json!({
        "a": name(&args.a),
        "b": name(&args.b),
        "agree": agree,
        "draws_agreed": tally.agreed,
        "draws_compared": tally.met,
        "ends_early": is_prefix,
        "divergences": found.iter().map(divergence).collect::<Vec<_>>(),
        "more": !is_prefix && comparison.differs_again(),
        "states": tally.states.as_ref().map(states),
        "known_mistakes": causes_json(&causes),
        "made": if found.is_empty() || is_prefix { None } else { made(args, tally, &causes) },
    });
    print_json("roguelab-diverge/1", document)?;
    Ok(Verdict::of(agree))
}
