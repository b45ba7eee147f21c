//! The claims of a document as a table.

use findings::Document;
use findings::block::{self, Block};

/// The claims, with their verdicts and a command for each that has one.
pub(super) fn table(document: &dyn Document) -> Block {
    let rows = document.claims().iter().map(|claim| {
        let see = if claim.reproduce.is_empty() {
            String::new()
        } else {
            format!("`{}`", claim.reproduce)
        };
        [
            claim.claim.clone(),
            claim.verdict.name().to_owned(),
            claim.finding.clone(),
            claim.grounds(),
            see,
        ]
    });
    let caption = "What the document says, in our words; the verdict; what we found; how we know; and a command that shows it.";
    block::table(
        caption,
        [
            "claim",
            "verdict",
            "what we found",
            "how we know",
            "to see it",
        ],
        rows,
    )
}
