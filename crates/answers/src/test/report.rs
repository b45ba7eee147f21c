//! What was found about a stream of items, as it is shown and as it becomes JSON.

use gof::Verdict;
use gof::observed::Evidence;
use serde::{Serialize, Serializer};

use super::facts::Fact;
use super::findings::Findings;
use super::json::as_optional_evidence;
use super::judgement::{Effect, Judgement, cautious_evidence};
use super::notes::Note;
use super::source::Items;
use crate::json::{as_optional_text, as_text};

/// The version of the JSON of a [`Report`], which changes whenever a field changes its meaning or is removed.
pub const SCHEMA: &str = "roguelab-test/3";

/// When there are looks, and what they cost.
const LOOKS: &str = "at 256 items, every doubling and the end; the j-th at a test has the share 1/(j (j + 1)) of its alpha, the \
    only one all of it";

/// Why reading stopped.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum End {
    /// The stream ended, or its limit was reached.
    Whole,
    /// A test failed at a look.
    Failed,
    /// The user stopped it.
    Stopped,
}

/// What was found about a stream of items. `Display` says it in tables and sentences; with `{:#}` only its verdict, without the
/// end of the line.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// What was tested.
    pub input: InputReport,
    /// The chance of any false alarm.
    pub alpha: f64,
    method: &'static str,
    sides: &'static str,
    looks: &'static str,
    /// Why reading stopped.
    #[serde(flatten, serialize_with = "end_as_fields")]
    pub end: End,
    /// The verdict over all tests.
    #[serde(serialize_with = "as_text")]
    pub verdict: Verdict,
    /// How strong the evidence against the source is, if there is any p-value. It is not strong only because alpha is great.
    #[serde(serialize_with = "as_optional_evidence")]
    pub evidence: Option<Evidence>,
    /// How many items in total would decide weak evidence, if the proportions stay the same.
    pub items_to_decide: Option<u64>,
    /// The effects that this number of items excludes.
    #[serde(serialize_with = "as_optional_text")]
    pub excluded: Option<Effect>,
    /// The values that the test of frequencies counts as one, in groups.
    pub pooled: Option<Vec<Vec<usize>>>,
    /// A plain fact about the items, if a test fails and there is one.
    #[serde(serialize_with = "as_optional_text")]
    pub fact: Option<Fact>,
    /// A sentence about what made the first items, if a test fails and the origin is certain.
    #[serde(rename = "made")]
    pub origin: Option<String>,
    /// How many more items there must be until every test has enough.
    pub more_needed: u64,
    /// The command that repeats the run, which the caller gives.
    pub again: Option<String>,
    /// The results of the tests.
    #[serde(rename = "tests")]
    pub findings: Findings,
    /// The kind of items; `None` if two streams are compared.
    #[serde(skip)]
    pub(super) items: Option<Items>,
}

/// What was tested.
#[derive(Clone, Debug, Default, Serialize)]
pub struct InputReport {
    /// Where the items come from, which the caller gives.
    #[serde(flatten)]
    pub origin: InputNames,
    /// A description of the items.
    pub what: String,
    /// How many items were tested.
    pub items: u64,
    /// How many bytes they take.
    pub bytes: u64,
    /// How many items were skipped.
    pub skipped: u64,
    /// What is odd about the items.
    #[serde(serialize_with = "as_optional_text")]
    pub note: Option<Note>,
}

/// Where items come from.
#[derive(Clone, Debug, Default, Serialize)]
pub struct InputNames {
    /// The file.
    pub file: Option<String>,
    /// The file that it is compared with.
    pub against: Option<String>,
    /// The command or the source that gives the words of each seed.
    pub streams: Option<String>,
    /// All of these in a sentence.
    #[serde(skip)]
    pub shown: String,
}

impl Report {
    /// A report on an input, by its findings.
    pub(super) fn new(
        input: InputReport,
        items: Option<Items>,
        findings: Findings,
        end: End,
        options: &super::Options,
    ) -> Self {
        let alpha = options.alpha;
        let judgement = Judgement {
            items: items.as_ref(),
            findings: &findings,
            alpha,
        };
        let strongest = judgement.strongest();
        Self {
            input,
            alpha,
            method: "Holm",
            sides: "both",
            looks: LOOKS,
            end,
            verdict: findings.verdict(options.strict),
            evidence: strongest.map(|strongest| cautious_evidence(strongest.p, alpha)),
            items_to_decide: judgement.items_to_decide(),
            excluded: judgement.excluded(),
            pooled: judgement.pooled(),
            fact: None,
            origin: None,
            more_needed: findings.more(),
            again: None,
            items,
            findings,
        }
    }

    /// What the findings say together.
    pub(super) const fn judgement(&self) -> Judgement<'_> {
        Judgement {
            items: self.items.as_ref(),
            findings: &self.findings,
            alpha: self.alpha,
        }
    }
}

#[allow(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes fields by reference"
)]
fn end_as_fields<S: Serializer>(end: &End, serializer: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Fields {
        stopped: bool,
        stopped_at_failure: bool,
    }
    let fields = Fields {
        stopped: *end == End::Stopped,
        stopped_at_failure: *end == End::Failed,
    };
    fields.serialize(serializer)
}
