//! `roguelab trace diff`: where two traces differ.

mod mistakes;

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Result, anyhow};
use clap::Args;
use identify::mistakes::Cause;
use lockstep::diverge::{
    Comparison, DivergeError, Divergence, Fields, Settings, StatesDiffer, Tally,
};
use lockstep::trace::{Notation, TraceError};
use lockstep::{Half, shown};
use serde_json::json;

use crate::cli::Verdict;
use crate::cli::arguments::{Choice, one_of};
use crate::cli::output::{Output, print_json};
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
    (
        "trace",
        "columns, as `roguelab trace format` shows",
        Notation::Columns,
    ),
    ("words", "one word a line", Notation::Words),
    ("audit", "#12, 0 to 9: 7", Notation::Audit),
    ("json", "one JSON object a line", Notation::Json),
];

/// Compare two traces, draw by draw: where they first differ, and why
///
/// A is taken to be right, B is compared with it. `roguelab trace format` shows what a trace is: a line a draw, which any
/// program can print. Arguments, words and results are compared, each where both traces know it; so are states and the
/// events between draws. After a difference the traces are aligned again by leaving out lines, if the lines after it are
/// evidence enough, and compared on.
///
/// Exit codes: 0 they agree, 1 they differ, 2 one of them cannot be used.
#[derive(Args)]
#[expect(clippy::struct_excessive_bools, reason = "options of a command line")]
pub(in crate::cli) struct DiffArgs {
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
    let lines = text
        .parse()
        .ok()
        .filter(|&lines: &u32| lines as usize <= most);
    lines.ok_or_else(|| format!("a whole number of lines belongs here, {most} at most"))
}

impl DiffArgs {
    fn settings(&self) -> Settings {
        let compared = |field| !self.ignore.contains(&field);
        let fields = Fields {
            sites: self.strict,
            arguments: compared(Ignored::Arguments),
            words: compared(Ignored::Words),
            results: compared(Ignored::Results),
        };
        Settings {
            fields,
            window: self.window as usize,
            context: self.context as usize,
            notation: self.format,
        }
    }

    /// The error with the name of the file, as a compiler gives it.
    fn named(&self, error: &DivergeError) -> anyhow::Error {
        let path = if error.side == Half::Expected {
            &self.a
        } else {
            &self.b
        };
        match &error.error {
            TraceError::Line { line, fault } | TraceError::CutShort { line, fault } => {
                anyhow!("{}:{line}: {fault}", name(path))
            }
            error => anyhow!("{}: {error}", name(path)),
        }
    }
}

/// Text of a trace, to be shown.
fn text(bytes: &[u8]) -> String {
    if bytes.is_empty() {
        "nothing".into()
    } else {
        format!("`{}`", shown(&String::from_utf8_lossy(bytes), 160))
    }
}

/// `1 draw`, `2 draws`.
fn counted(count: u64, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// Where states or events differ.
fn states(
    StatesDiffer {
        agreed,
        places,
        first,
        events,
        texts,
    }: &StatesDiffer,
) -> String {
    let (what, place) = if *events {
        ("the events differ", "before the draw of")
    } else {
        ("the state differs", "in")
    };
    let more = if *places == 1 {
        String::new()
    } else {
        format!("; {places} such places in all")
    };
    let (a, b) = (text(&texts.0), text(&texts.1));
    format!(
        "draws agree, {what} after draw {agreed}, {place} line {} of A and {} of B: A has {a}, B has {b}{more}",
        first.0, first.1
    )
}

/// What was compared, in a line or two.
fn summary(tally: &Tally, strict: bool, more: bool) -> String {
    let Tally {
        agreed,
        met,
        divergences,
        ..
    } = tally;
    let found = counted(*divergences, "divergence");
    let places = match (divergences, more) {
        (0, _) if tally.states.is_some() => "the draws agree".into(),
        (0, _) => "the traces agree".into(),
        (_, false) => found,
        (_, true) => format!("{found} shown, and there are more: --all shows them"),
    };
    let mut text = format!(
        "{places}; {} agree{}",
        counted(*agreed, "draw"),
        if *agreed == 1 { "s" } else { "" }
    );
    if met < agreed {
        text += &format!(", {met} of them by a word or a result that both show");
    }
    if let Some(differ) = &tally.states {
        text += &format!("\n{}", states(differ));
    }
    for (one, other, count, none) in [
        ("A", "B", tally.events.0, tally.events.1),
        ("B", "A", tally.events.1, tally.events.0),
    ] {
        if count > 0 && none == 0 {
            text += &format!(
                "\n{one} has {}, and {other} has none: events are not compared",
                counted(count, "event")
            );
        }
    }
    if let Some(sites) = tally.sites.as_ref().filter(|_| !strict) {
        let (a, b) = (self::text(&sites.sites.0), self::text(&sites.sites.1));
        text += &format!(
            "\nsites differ in {} lines that agree, first in line {} of A ({a}) and {} of B ({b}); --strict compares them",
            sites.lines, sites.first.0, sites.first.1
        );
    }
    text
}

/// What a comparison found.
struct Findings {
    divergences: Vec<Divergence>,
    tally: Tally,
    /// Whether the traces differ again after the last divergence.
    more: bool,
    /// Whether all draws of one trace agree, and it ends before the other.
    is_prefix: bool,
    causes: Vec<Cause>,
    /// What made B, if that is certain.
    made: Option<String>,
}

impl Findings {
    /// Compares the traces, and hands over each divergence as soon as it is found.
    fn of(args: &DiffArgs, mut each: impl FnMut(&Divergence) -> Result<bool>) -> Result<Self> {
        let mut comparison = Comparison::new(open(&args.a)?, open(&args.b)?, args.settings());
        let mut divergences = Vec::new();
        let mut is_prefix = false;
        while (args.all || comparison.tally().divergences < args.max) && !is_prefix {
            let Some(divergence) = comparison
                .next_divergence()
                .map_err(|error| args.named(&error))?
            else {
                break;
            };
            is_prefix = comparison.tally().divergences == 1 && divergence.is_prefix();
            let go_on = each(&divergence)?;
            if args.json || is_prefix {
                divergences.push(divergence);
            }
            if !go_on {
                break;
            }
        }
        let tally = comparison.tally().clone();
        if tally.is_void() {
            let what = if tally.agreed == 0 {
                "neither of the traces has a draw"
            } else {
                "in no line do both show a word or a result that is compared"
            };
            return Err(anyhow!("nothing was compared: {what}"));
        }
        let differs = tally.divergences > 0 && !is_prefix;
        let causes = if differs {
            mistakes::causes(&args.a, &args.b, args.format)
        } else {
            Vec::new()
        };
        let alone = differs && causes.is_empty() && tally.agreed == 0;
        let made = alone
            .then(|| mistakes::made(&args.b, args.format))
            .flatten();
        Ok(Self {
            divergences,
            more: !is_prefix && comparison.differs_again(),
            tally,
            is_prefix,
            causes,
            made,
        })
    }

    /// Whether the traces agree, as far as is asked.
    const fn agree(&self, args: &DiffArgs) -> bool {
        (self.tally.divergences == 0 || (self.is_prefix && args.prefix))
            && self.tally.states.is_none()
    }
}

pub(super) fn run(args: &DiffArgs) -> Result<Verdict> {
    if is_stdin(&args.a) && is_stdin(&args.b) {
        return Err(anyhow!("only one of the traces can be standard input"));
    }
    if args.json {
        return as_json(args);
    }
    let mut out = Output::of_findings();
    let mut count = 0;
    let findings = Findings::of(args, |divergence| {
        if count == 0 {
            writeln!(
                out,
                "A (expected)  {}\nB (actual)    {}",
                name(&args.a),
                name(&args.b)
            )?;
        }
        count += 1;
        if count > 1 || !divergence.is_prefix() {
            writeln!(out, "\n{count}: {divergence}")?;
        }
        Ok(!out.is_closed())
    })?;
    if let Some(divergence) = findings.divergences.first().filter(|_| findings.is_prefix) {
        writeln!(out)?;
        out.verdict(format_args!(
            "all {} draws agree, then {}",
            divergence.agreed, divergence.causes[0]
        ))?;
        for cause in &divergence.causes[1..] {
            writeln!(out, "also: {cause}")?;
        }
        if let Some(differ) = &findings.tally.states {
            writeln!(out, "{}", states(differ))?;
        }
        if !args.prefix {
            writeln!(out, "--prefix accepts a trace that ends early")?;
        }
    } else {
        let mut text = told(&findings.causes);
        text.extend(findings.made.iter().map(|made| format!("{made}\n")));
        if count > 0 {
            write!(out, "\n{text}{}", if text.is_empty() { "" } else { "\n" })?;
        }
        out.verdict(format_args!(
            "{}",
            summary(&findings.tally, args.strict, findings.more)
        ))?;
    }
    Ok(Verdict::of(findings.agree(args)))
}

fn as_json(args: &DiffArgs) -> Result<Verdict> {
    let findings = Findings::of(args, |_| Ok(true))?;
    let lines = |lines: &[(u64, Vec<u8>)]| -> Vec<_> {
        let line = |(line, text): &(u64, Vec<u8>)| json!({ "line": line, "text": String::from_utf8_lossy(text).trim_end() });
        lines.iter().map(line).collect()
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
        "agree": findings.agree(args),
        "draws_agreed": findings.tally.agreed,
        "draws_compared": findings.tally.met,
        "ends_early": findings.is_prefix,
        "divergences": findings.divergences.iter().map(divergence).collect::<Vec<_>>(),
        "more": findings.more,
        "states": findings.tally.states.as_ref().map(states),
        "known_mistakes": causes_json(&findings.causes),
        "made": findings.made,
    });
    print_json("roguelab-diverge/1", document)?;
    Ok(Verdict::of(findings.agree(args)))
}
