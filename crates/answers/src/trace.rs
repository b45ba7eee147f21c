//! Where two traces of draws differ, and why.
//!
//! The runner of `lockstep` compares two traces ([`compare`]); [`explain`] says what a difference means, and looks for its cause in
//! the first draws of both.

mod formulas;
mod head;
mod mistakes;

use std::fmt;

use identify::Control;
use lockstep::diverge::{Comparison, Divergence};
use serde::Serialize;

pub use head::TraceHead;
pub use lockstep::diverge::{DivergeError, compare};

use crate::check::Causes;

/// The version of the JSON of a [`TraceDifference`], which changes whenever a field changes its meaning or is removed.
pub const SCHEMA: &str = "roguelab-diverge/2";

/// Nothing was compared.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum VoidComparison {
    /// The traces have no draws.
    NoDraws,
    /// No two draws both show a word or a result.
    NothingInCommon,
}

impl std::error::Error for VoidComparison {}

impl fmt::Display for VoidComparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self {
            Self::NoDraws => "neither of the traces has a draw",
            Self::NothingInCommon => "no two draws that were compared both show a word or a result",
        };
        write!(f, "nothing was compared: {what}")
    }
}

/// The names of two traces, and whether the second may end early.
#[derive(Clone, Debug)]
pub struct Options {
    /// The trace that is taken to be right.
    pub a: String,
    /// The trace that is compared with it.
    pub b: String,
    /// Whether a trace may end early, if all of its draws agree.
    pub accepts_prefix: bool,
}

/// How two traces differ. `Display` says it in lines; with `{:#}` the verdict alone.
#[derive(Clone, Debug, Serialize)]
pub struct TraceDifference {
    /// The name of the trace that is taken to be right.
    pub a: String,
    /// The name of the other one.
    pub b: String,
    /// Whether they agree, or one ends early where that is accepted.
    pub agree: bool,
    /// How many draws agree.
    pub draws_agreed: u64,
    /// How many of them show a word or a result in both traces.
    pub draws_compared: u64,
    /// Whether all draws of one trace agree, and the other goes on.
    pub ends_early: bool,
    /// The first difference.
    pub divergence: Option<DivergencePlace>,
    /// The known mistakes that explain the words or the results of the second trace.
    pub known_mistakes: Causes,
    /// How each site makes results from words, where the two traces do so in different ways.
    pub formulas: Vec<String>,
    /// What made the second trace, if that is certain and nothing else explains it.
    #[serde(rename = "made")]
    pub origin: Option<String>,
    #[serde(skip)]
    comparison: Comparison,
    #[serde(skip)]
    accepts_prefix: bool,
}

/// The first place where two traces differ.
#[derive(Clone, Debug, Serialize)]
pub struct DivergencePlace {
    /// How many draws agree before it.
    pub agreed: u64,
    /// The line of the first trace, from 1.
    pub a_line: u64,
    /// The line of the second trace, from 1.
    pub b_line: u64,
    /// The fields in which the two lines differ.
    pub differ_in: Vec<&'static str>,
    /// The lines of the first trace that are left out so that the traces agree again.
    pub a: Vec<TraceLine>,
    /// The lines of the second trace, in the same way.
    pub b: Vec<TraceLine>,
    /// What explains the difference.
    pub causes: Vec<String>,
    /// What comes after it.
    pub then: String,
}

/// A line of a trace.
#[derive(Clone, Debug, Serialize)]
pub struct TraceLine {
    /// Its number, from 1.
    pub line: u64,
    /// Its text.
    pub text: String,
}

impl DivergencePlace {
    fn new(divergence: &Divergence) -> Self {
        Self {
            agreed: divergence.agreed,
            a_line: divergence.a_line,
            b_line: divergence.b_line,
            differ_in: divergence.fields.iter().map(|field| field.name()).collect(),
            a: lines_as_text(&divergence.a),
            b: lines_as_text(&divergence.b),
            causes: divergence.causes.iter().map(ToString::to_string).collect(),
            then: divergence.then.to_string(),
        }
    }
}

fn lines_as_text(lines: &[(u64, Vec<u8>)]) -> Vec<TraceLine> {
    let mut texts = Vec::with_capacity(lines.len());
    for (line, text) in lines {
        texts.push(TraceLine {
            line: *line,
            text: String::from_utf8_lossy(text).trim_end().to_owned(),
        });
    }
    texts
}

/// Says how two traces differ. Causes are looked for in the first draws of both, or of the second alone, as far as these are
/// given.
pub fn explain(
    comparison: Comparison,
    head_of_a: Option<&TraceHead>,
    head_of_b: Option<&TraceHead>,
    options: Options,
    control: Control<'_>,
) -> Result<TraceDifference, VoidComparison> {
    if comparison.is_void() {
        return Err(match comparison.agreed {
            0 => VoidComparison::NoDraws,
            _ => VoidComparison::NothingInCommon,
        });
    }
    let ends_early = comparison.is_prefix();
    let mut known_mistakes = Causes::default();
    let mut formulas = Vec::new();
    let mut origin = None;
    if let Some(b) = head_of_b
        && comparison.divergence.is_some()
        && !ends_early
    {
        if let Some(a) = head_of_a {
            known_mistakes = mistakes::find_causes(a, b);
            formulas = formulas::compare_sites(a, b);
        }
        if known_mistakes.is_empty() && comparison.agreed == 0 {
            origin = mistakes::name_origin(b, control);
        }
    }
    Ok(TraceDifference {
        a: options.a,
        b: options.b,
        agree: comparison.divergence.is_none() || ends_early && options.accepts_prefix,
        draws_agreed: comparison.agreed,
        draws_compared: comparison.met,
        ends_early,
        divergence: comparison.divergence.as_ref().map(DivergencePlace::new),
        known_mistakes,
        formulas,
        origin,
        comparison,
        accepts_prefix: options.accepts_prefix,
    })
}

impl TraceDifference {
    /// The verdict in a line.
    fn finding(&self) -> String {
        if let (Some(divergence), true) = (&self.comparison.divergence, self.ends_early) {
            return format!(
                "all {} draws agree, then {}",
                divergence.agreed, divergence.causes[0]
            );
        }
        let agreed = self.draws_agreed;
        let differ = if self.divergence.is_none() {
            "agree"
        } else {
            "differ"
        };
        let mut text = match agreed {
            1 => format!("the traces {differ}; 1 draw agrees"),
            _ => format!("the traces {differ}; {agreed} draws agree"),
        };
        let compared = self.draws_compared;
        if compared < agreed {
            text += &format!(", {compared} of them by a word or a result that both show");
        }
        let renamed = self.comparison.renamed;
        if renamed > 0 {
            text += &format!("; the SITE of {renamed} differs, which is not compared");
        }
        text
    }
}

impl fmt::Display for TraceDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            return f.write_str(&self.finding());
        }
        let Some(divergence) = &self.comparison.divergence else {
            return writeln!(f, "{}", self.finding());
        };
        writeln!(f, "A (expected)  {}\nB (actual)    {}\n", self.a, self.b)?;
        if self.ends_early {
            writeln!(f, "{}", self.finding())?;
            if !self.accepts_prefix {
                writeln!(f, "--prefix accepts a trace that ends early")?;
            }
            return Ok(());
        }
        writeln!(f, "{divergence}\n")?;
        for formula in &self.formulas {
            writeln!(f, "likely cause: {formula}\n")?;
        }
        write!(f, "{}", self.known_mistakes)?;
        if let Some(origin) = &self.origin {
            writeln!(f, "{origin}")?;
        }
        if !self.known_mistakes.is_empty() || self.origin.is_some() {
            writeln!(f)?;
        }
        writeln!(f, "{}", self.finding())
    }
}
