//! Answers as JSON.

use identify::evidence::Contradiction;
use identify::{Answer, Convention, Found};
use serde_json::{Value, json};

use super::written::Writer;

/// The version of the document, which changes whenever a field changes its meaning or is removed.
pub(super) const SCHEMA: &str = "roguelab-who/2";

/// The document. Numbers of 64 bits are hexadecimal texts, because JSON numbers are not exact at that size.
pub(super) fn document(
    writer: &Writer<'_>,
    way: Option<&str>,
    cut: Option<&str>,
    found: &Found,
) -> Value {
    let answer = |answer: &Answer| self::answer(answer, writer);
    let fits = |(fit, more): &(Answer, usize)| {
        let mut value = answer(fit);
        value["more_numbers"] = json!(more);
        value
    };
    json!({
        "numbers": writer.numbers.len(),
        "cut": cut,
        "shuffle": way.filter(|_| !found.answers.is_empty()),
        "answers": found.answers.iter().map(answer).collect::<Vec<_>>(),
        "others": found.others,
        "fits": found.fits.iter().map(fits).collect::<Vec<_>>(),
        "more_numbers": found.too_few,
        "tried": found.tried.iter().map(|tried| json!({
            "what": tried.candidates.to_string(),
            "log2_candidates": tried.log2_count,
            "all": tried.exhaustive,
            "conventions": texts(&tried.conventions),
        })).collect::<Vec<_>>(),
        "linear_complexity": found.complexity.as_ref().map(ToString::to_string),
        "unfinished": found.unfinished,
        "interrupted": found.stopped,
    })
}

/// Conventions as texts, in alphabetical order.
fn texts(conventions: &[Convention]) -> Vec<String> {
    let mut texts: Vec<String> = conventions.iter().map(ToString::to_string).collect();
    texts.sort();
    texts
}

fn hexadecimal(word: u64) -> String {
    format!("{word:#x}")
}

fn answer(answer: &Answer, writer: &Writer<'_>) -> Value {
    let (wrong, wrong_from) = match &answer.evidence.contradiction {
        Contradiction::None => (&[][..], None),
        Contradiction::At(wrong) => (&wrong[..], None),
        Contradiction::From(first) => (&[][..], Some(first)),
    };
    json!({
        "generator": answer.generator,
        "about": answer.about,
        "parameters": answer.parameters.as_ref().map(ToString::to_string),
        "filled": writer.filled(answer),
        "seed": answer.seed.map(hexadecimal),
        "state": answer.state.as_ref().map(|state| state.iter().copied().map(hexadecimal).collect::<Vec<_>>()),
        "position": answer.position,
        "convention": answer.derivation.as_ref().map(ToString::to_string),
        "or": answer.or.iter().map(|(position, other)| json!([position, other.to_string()])).collect::<Vec<_>>(),
        "alike": answer.alike,
        "mistake": answer.mistake,
        "evidence": {
            "matched": answer.evidence.matched,
            "used": answer.evidence.used,
            "predicted": answer.evidence.predicted(),
            "bits": answer.evidence.bits[0],
            "bits_used": answer.evidence.bits[1],
            "wrong": wrong,
            "wrong_from": wrong_from,
            "log2_chance": answer.evidence.chance,
        },
        "previous": writer.previous(answer),
        "why_no_previous": answer.previous.as_ref().err().map(ToString::to_string),
        "next": writer.next(answer),
        "why_no_next": answer.next.as_ref().err().map(ToString::to_string),
    })
}
