//! The claims of a document, their verdicts, and how the verdicts were found.

use std::collections::BTreeMap;
use std::fmt::Display;

use serde::Serialize;

/// The verdict on a claim.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Conclusion {
    /// The claim holds.
    Confirmed,
    /// The claim does not hold.
    Refuted,
    /// The claim holds with a number, a limit or an exception that the document does not give.
    Refined,
}

impl Conclusion {
    /// Confirmed if the claim holds, otherwise refuted.
    pub const fn confirmed_if(holds: bool) -> Self {
        if holds {
            Self::Confirmed
        } else {
            Self::Refuted
        }
    }

    /// Refined if there is more to say than that the claim holds, otherwise confirmed.
    pub const fn refined_if(more: bool) -> Self {
        if more { Self::Refined } else { Self::Confirmed }
    }

    /// Refuted unless the claim holds, and refined if there is more to say.
    pub const fn refuted_unless(holds: bool, more: bool) -> Self {
        if holds {
            Self::refined_if(more)
        } else {
            Self::Refuted
        }
    }

    /// The word for the verdict.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Confirmed => "confirmed",
            Self::Refuted => "refuted",
            Self::Refined => "refined",
        }
    }
}

/// How many of these claims are confirmed, refined and refuted.
pub fn counts<'a>(claims: impl IntoIterator<Item = &'a Claim>) -> [usize; 3] {
    let mut counts = [0; 3];
    for claim in claims {
        counts[match claim.verdict {
            Conclusion::Confirmed => 0,
            Conclusion::Refined => 1,
            Conclusion::Refuted => 2,
        }] += 1;
    }
    counts
}

/// How a finding was made.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize)]
pub enum Mark {
    /// Computed in rationals, or counted over a whole finite domain.
    #[serde(rename = "exact")]
    Exact,
    /// Counted over the whole population of games that can happen.
    #[serde(rename = "counted")]
    Counted,
    /// A universal claim, checked on a part of its domain.
    #[serde(rename = "checked on")]
    CheckedOn,
    /// Sampled, from a fixed seed.
    #[serde(rename = "measured")]
    Measured,
}

impl Mark {
    /// All marks.
    pub const ALL: [Self; 4] = [Self::Exact, Self::Counted, Self::CheckedOn, Self::Measured];

    /// The word for the mark.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Counted => "counted",
            Self::CheckedOn => "checked on",
            Self::Measured => "measured",
        }
    }
}

/// A claim of a document, in our words, and our finding. Only `id`, `verdict`, `mark` and `values` are results; the rest is
/// wording.
#[derive(Serialize)]
pub struct Claim {
    /// The claim's name in the baseline, unique within the document.
    pub id: &'static str,
    /// The claim.
    pub claim: &'static str,
    /// The verdict.
    pub verdict: Conclusion,
    /// How the finding was made.
    #[serde(rename = "basis")]
    pub mark: Mark,
    /// The cases that were counted, checked or sampled; empty for an exact result.
    pub on: String,
    /// The numbers in the finding, by name, as they are shown.
    pub values: BTreeMap<&'static str, String>,
    /// The finding, with the values filled in.
    pub finding: String,
    /// A command that shows the finding; empty if nothing smaller than the whole report does.
    pub reproduce: &'static str,
}

impl Claim {
    /// How the finding was made, with the population, the part of the domain, or the sample.
    pub fn grounds(&self) -> String {
        match self.mark {
            Mark::Exact => "exact".to_owned(),
            Mark::Counted => format!("counted over {}", self.on),
            Mark::CheckedOn => format!("checked on {}", self.on),
            Mark::Measured => format!("measured: {}", self.on),
        }
    }
}

/// The numbers in a finding, by name, as they are shown.
pub(crate) fn values<const N: usize>(
    shown: [(&'static str, &dyn Display); N],
) -> BTreeMap<&'static str, String> {
    let mut values = BTreeMap::new();
    for (name, value) in shown {
        values.insert(name, value.to_string());
    }
    values
}
