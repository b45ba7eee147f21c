//! A difference that explains itself.

use std::error::Error;
use std::fmt;

use crate::answer::Answer;
use crate::hint::Hint;
use crate::output::Seen;
use crate::role::CaseKind;

/// The first difference between two sides of a subject, at the end of the shortest list of ops that shows it. Its `Display`
/// shows everything, on several lines.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// The kind of failure, in one word: `differs`, `error`, `panic`, `garbage`, `hang`, `crash`, `exit`, `closed` or
    /// `too-long`.
    pub verdict: &'static str,
    /// The name of the subject.
    pub subject: String,
    /// Where the op list comes from; `None` for a list given by hand.
    pub kind: Option<CaseKind>,
    /// The seed from which the op lists were made, if there is one.
    pub seed: Option<u64>,
    /// The number of the op list that failed, from 0.
    pub case: usize,
    /// The place of the first op of that list that failed, from 0.
    pub op_of_case: usize,
    /// The names of the expected side and of the side under test.
    pub names: [String; 2],
    /// What happened to the side under test, if it gave no output.
    pub trouble: Option<String>,
    /// The output of the expected side.
    pub expected: Seen,
    /// The output of the side under test.
    pub actual: Seen,
    /// The states after the op, each empty if it cannot be seen; they are shown if both can be seen.
    pub states: [String; 2],
    /// Hints at the cause.
    pub hints: Vec<Hint>,
    /// The shortest op list that fails: it passes if any one op is left out, except one that seeds.
    pub shortest: Vec<String>,
    /// Whether it is; if not, it was not shortened, because the program gives no answer in time.
    pub is_shortest: bool,
    /// The command that runs the shortest list again.
    pub replay: String,
    /// Other observations.
    pub notes: Vec<String>,
    /// The end of what the program wrote to standard error.
    pub errors: String,
    /// The ops of the case that failed, repeats of its last one, and after `reset` more ops, each with the answer of the side
    /// under test, as long as there was one.
    pub transcript: Vec<(String, Answer)>,
}

impl Difference {
    /// The command of `roguelab` that runs the shortest list again on implementations of a subject that it knows.
    pub fn command(&self) -> String {
        let Self {
            subject,
            names: [expected, actual],
            shortest,
            ..
        } = self;
        let ops = shell_word(&shortest.join("; "));
        format!("roguelab check {subject} --expected {expected} --actual {actual} --ops {ops}")
    }
}

/// One word of a POSIX shell.
///
/// ```
/// assert_eq!(roguelab_lockstep::shell_word("say it's"), r"'say it'\''s'");
/// ```
pub fn shell_word(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            subject,
            names: [expected, actual],
            case,
            ..
        } = self;
        match &self.trouble {
            Some(trouble) => write!(f, "{subject}: {actual} {trouble}"),
            None => write!(f, "{subject}: {actual} differs from {expected}"),
        }?;
        match self.kind {
            Some(kind) => write!(f, "\n  case      {case} of kind {kind}")?,
            None if self.seed.is_some() => write!(f, "\n  case      {case}")?,
            None => {}
        }
        if let Some(seed) = self.seed {
            write!(f, ", seed {seed:#018x}")?;
        }
        if self.kind.is_some() || self.seed.is_some() {
            write!(f, ", op {}", self.op_of_case)?;
        }
        let ops = self.shortest.len();
        let op = self.shortest.last().map_or("", String::as_str);
        writeln!(f, "\n  op        {op}")?;
        let difference = match self.trouble {
            Some(_) => format!("expected  {}", self.expected.output),
            None => self.expected.difference(&self.actual).unwrap_or_default(),
        };
        for line in difference.lines() {
            writeln!(f, "  {line}")?;
        }
        // The state of one side alone is not informative.
        if self.states.iter().all(|state| !state.is_empty()) {
            for (name, state) in self.names.iter().zip(&self.states) {
                writeln!(f, "  state of {name}: {state}")?;
            }
        }
        for hint in &self.hints {
            writeln!(f, "  hint      {hint}")?;
        }
        let called = if self.is_shortest {
            "shortest"
        } else {
            "ops     "
        };
        writeln!(
            f,
            "  {called}  {ops} op{}: {}",
            if ops == 1 { "" } else { "s" },
            self.shortest.join("; ")
        )?;
        write!(f, "  replay    {}", self.replay)
    }
}

impl Error for Difference {}
