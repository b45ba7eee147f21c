//! What was found, as it is shown and as it becomes JSON.

#![allow(clippy::ref_option, reason = "serde passes fields by reference")]

use identify::evidence::Contradiction;
use identify::reading::Reading;
use identify::{Complexity, Convention, Derivation, Found, Parameters, Tried, Why};
use serde::ser::{SerializeMap as _, SerializeSeq as _};
use serde::{Serialize, Serializer};

use super::Options;
use super::needs::Shown;
use super::written::NumberWriter;
use crate::json::as_optional_text;
use crate::read::sample::Sample;
use crate::seed::GivenSeed;

/// What made some numbers, or what was tried. `Display` says it in sentences; with `{:#}` without what was tried.
///
/// Numbers of 64 bits are hexadecimal texts in JSON, whose numbers are not exact at that size.
#[derive(Clone, Debug, Serialize)]
#[allow(clippy::struct_excessive_bools, reason = "the fields of its JSON")]
pub struct Answer {
    /// How many numbers there are.
    pub numbers: usize,
    /// A sentence about what was left out of the input, if anything was.
    #[serde(rename = "cut")]
    pub left_out: Option<String>,
    /// How the input was made from the numbers of a generator, in a sentence, if it was not as drawn.
    #[serde(rename = "shuffle")]
    pub reading: Option<String>,
    /// What makes the numbers, the likeliest first; empty if nothing is certain beyond coincidence.
    pub answers: Vec<Named>,
    /// How many other seeds or states make the numbers too, at least.
    pub others: usize,
    /// Generators that make the numbers, but may do so by coincidence.
    pub fits: Vec<Fit>,
    /// How much the numbers show and how much would be needed, if nothing is named.
    pub shown: Option<Shown>,
    /// About how many more numbers are needed, if there are too few for any answer.
    #[serde(rename = "more_numbers")]
    pub too_few: Option<usize>,
    /// What was tried, if nothing is named.
    #[serde(serialize_with = "tried_as_map")]
    pub tried: Vec<Tried>,
    /// What is known about the linear complexity of the numbers.
    #[serde(rename = "linear_complexity", serialize_with = "as_optional_text")]
    pub complexity: Option<Complexity>,
    /// Whether the time was over before all was tried.
    pub unfinished: bool,
    /// Whether the caller stopped the search.
    #[serde(rename = "interrupted")]
    pub stopped: bool,
    /// Whether all numbers are equal.
    #[serde(skip)]
    pub(super) are_equal: bool,
    /// Whether everything that was tried is listed.
    #[serde(skip)]
    pub(super) lists_tried: bool,
    /// The sentences of the readings that were tried, if there are several and none made the numbers.
    #[serde(skip)]
    pub(super) readings_tried: Vec<String>,
}

/// A generator that makes numbers, but may do so by coincidence.
#[derive(Clone, Debug, Serialize)]
pub struct Fit {
    /// The generator.
    #[serde(flatten)]
    pub named: Named,
    /// About how many more numbers would tell.
    pub more_numbers: usize,
    /// Of how many random inputs of this form about one is made by some state of the generator, where a state fits by no
    /// greater coincidence.
    pub one_in: Option<u64>,
}

/// A generator that makes the numbers, and how.
#[derive(Clone, Debug, Serialize)]
pub struct Named {
    /// The key of the generator in the catalogue, or the name of a family.
    pub generator: String,
    /// What the generator is.
    pub about: String,
    /// Its parameters, if they had to be found.
    #[serde(serialize_with = "as_optional_text")]
    pub parameters: Option<Parameters>,
    /// Numbers that are unknown among the given ones, with their places from 1 on.
    pub filled: Vec<(usize, String)>,
    /// The seed.
    #[serde(serialize_with = "optional_hexadecimal")]
    pub seed: Option<u64>,
    /// The time that is the seed, if times were given.
    pub time: Option<String>,
    /// What made the seed or the state of the text that was given.
    pub of_text: Option<OfText>,
    /// What begins with this seed or state if nobody seeds it.
    pub unseeded: Option<&'static str>,
    /// The state before the first number, if it was found but no seed was.
    #[serde(serialize_with = "state_in_hexadecimal")]
    pub state: Option<Vec<u64>>,
    /// How many outputs lie between the seed or state and the first number.
    pub position: u64,
    /// How numbers are made from outputs.
    #[serde(serialize_with = "as_optional_text")]
    pub convention: Option<Derivation>,
    /// Other outputs from which languages make the same numbers, and how.
    #[serde(serialize_with = "conventions_at")]
    pub or: Vec<(u64, Convention)>,
    /// Other generators with the same recurrence, which make the same numbers.
    pub alike: Vec<&'static str>,
    /// The mistake in the generator, if it has a known one.
    pub mistake: Option<String>,
    /// Why this is certain.
    pub evidence: Evidence,
    /// The numbers before the given ones, written like these.
    pub previous: Vec<String>,
    /// Why there are none.
    #[serde(serialize_with = "as_optional_text")]
    pub why_no_previous: Option<Why>,
    /// The numbers after the given ones, written like these.
    pub next: Vec<String>,
    /// Why there are none.
    #[serde(serialize_with = "as_optional_text")]
    pub why_no_next: Option<Why>,
    /// How many of the numbers before and after were asked for.
    #[serde(skip)]
    pub(super) wanted: Wanted,
    /// What the numbers before and after are, if they are not like the given ones.
    #[serde(skip)]
    pub(super) shown_as: &'static str,
    /// What is made of outputs: a number, or the fraction of a rule.
    #[serde(skip)]
    pub(super) noun: &'static str,
}

/// How many numbers around the given ones were asked for.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Wanted {
    pub(super) previous: usize,
    pub(super) next: usize,
}

/// What made a seed or a state of a text.
#[derive(Clone, Debug, Serialize)]
pub struct OfText {
    /// The text.
    pub text: String,
    /// What made it.
    pub by: &'static str,
}

/// Why an answer is certain.
#[derive(Clone, Debug, Serialize)]
pub struct Evidence {
    /// How many numbers are as the answer says.
    pub matched: usize,
    /// How many numbers fixed the seed or the state.
    pub used: usize,
    /// How many numbers were predicted after these.
    pub predicted: usize,
    /// How many bits the numbers tell.
    pub bits: f64,
    /// How many bits fixed the seed or the state.
    pub bits_used: f64,
    /// The places, from 1, of single numbers that are not as predicted.
    pub wrong: Vec<usize>,
    /// The place, from 1, from which on numbers are not as predicted.
    pub wrong_from: Option<usize>,
    /// The binary logarithm of the chance of a coincidence, over everything that was tried.
    pub log2_chance: f64,
    /// How many numbers there are.
    #[serde(skip)]
    pub(super) numbers: usize,
}

impl Answer {
    pub(super) fn new(
        sample: &Sample,
        found: &Found,
        reading: Option<&Reading>,
        base: Option<i64>,
        options: &Options,
    ) -> Self {
        let written = reading.map_or(&sample.written, |reading| &reading.written);
        let writer = NumberWriter {
            base: match reading {
                Some(reading) => reading.base.or(base).or(Some(0)),
                None => base,
            },
            written,
            are_shortest: options.are_shortest,
            texts: &sample.texts,
            text_count: sample.text_count,
            wanted: Wanted {
                previous: options.previous,
                next: options.next,
            },
            ..NumberWriter::of_numbers(&sample.numbers)
        };
        let mut answer = Self::of_found(found, &writer);
        for (named, found) in answer.answers.iter_mut().zip(&found.answers) {
            named.time = named.seed.and_then(|seed| options.time_of(seed));
            if let (Some(by), Some(GivenSeed::Text(text))) = (found.text, &options.seed) {
                let text = text.clone();
                named.of_text = Some(OfText { text, by });
            }
        }
        answer.left_out.clone_from(&sample.left_out);
        if found.answers.is_empty() {
            answer.shown = Shown::of(sample);
            if reading.is_some() && sample.lines.is_empty() {
                let ways = sample.all_readings().map(|reading| reading.way.to_string());
                answer.readings_tried = ways.collect();
            }
        } else {
            answer.reading = reading.map(|reading| reading.way.to_string());
            if let Some(rule) = &sample.rule {
                answer.reading = Some(rule.to_string());
            }
        }
        answer.lists_tried = options.all;
        answer
    }

    /// What was found for numbers that are written by this writer.
    pub(super) fn of_found(found: &Found, writer: &NumberWriter<'_>) -> Self {
        let answers = found.answers.iter();
        let fits = found.fits.iter();
        Self {
            numbers: writer.numbers.len(),
            left_out: None,
            reading: None,
            answers: answers.map(|answer| Named::new(answer, writer)).collect(),
            others: found.others,
            fits: fits
                .map(|(answer, more_numbers)| Fit {
                    named: Named::new(answer, writer),
                    more_numbers: *more_numbers,
                    one_in: answer.one_in,
                })
                .collect(),
            shown: None,
            too_few: found.too_few,
            tried: found.tried.clone(),
            complexity: found.complexity.clone(),
            unfinished: found.unfinished,
            stopped: found.stopped,
            are_equal: writer.numbers.are_equal(),
            lists_tried: false,
            readings_tried: Vec::new(),
        }
    }
}

impl Named {
    pub(super) fn new(answer: &identify::Answer, writer: &NumberWriter<'_>) -> Self {
        Self {
            generator: answer.generator.clone(),
            about: answer.about.clone(),
            parameters: answer.parameters.clone(),
            filled: writer.filled(answer),
            seed: answer.seed,
            time: None,
            of_text: None,
            unseeded: answer.unseeded().map(|unseeded| unseeded.about),
            state: answer.state.clone(),
            position: answer.position,
            convention: answer.derivation.clone(),
            or: answer.or.clone(),
            alike: answer.alike.clone(),
            mistake: answer.mistake.clone(),
            evidence: Evidence::new(&answer.evidence),
            previous: writer.previous(answer),
            why_no_previous: answer.previous.as_ref().err().copied(),
            next: writer.next(answer),
            why_no_next: answer.next.as_ref().err().copied(),
            wanted: writer.wanted,
            shown_as: writer.shown_as(),
            noun: writer.noun(),
        }
    }

    /// How numbers are made from outputs, unless each number is simply an output.
    pub(super) fn rule(&self) -> Option<&Derivation> {
        self.convention
            .as_ref()
            .filter(|derivation| !derivation.is_identity())
    }
}

impl Evidence {
    fn new(evidence: &identify::evidence::Evidence) -> Self {
        let (wrong, wrong_from) = match &evidence.contradiction {
            Contradiction::None => (Vec::new(), None),
            Contradiction::At(wrong) => (wrong.clone(), None),
            Contradiction::From(first) => (Vec::new(), Some(*first)),
        };
        let [bits, bits_used] = evidence.bits;
        Self {
            matched: evidence.matched,
            used: evidence.used,
            predicted: evidence.predicted(),
            bits,
            bits_used,
            wrong,
            wrong_from,
            log2_chance: evidence.chance,
            numbers: evidence.numbers,
        }
    }
}

fn optional_hexadecimal<S: Serializer>(
    word: &Option<u64>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match word {
        Some(word) => serializer.collect_str(&format_args!("{word:#x}")),
        None => serializer.serialize_none(),
    }
}

fn state_in_hexadecimal<S: Serializer>(
    state: &Option<Vec<u64>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match state {
        Some(state) => serializer.collect_seq(state.iter().map(|word| format!("{word:#x}"))),
        None => serializer.serialize_none(),
    }
}

/// Conventions as texts, each with the place of its first output.
fn conventions_at<S: Serializer>(
    conventions: &[(u64, Convention)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let texts = conventions.iter();
    serializer.collect_seq(texts.map(|(position, convention)| (position, convention.to_string())))
}

/// What was tried, with the conventions in alphabetical order.
fn tried_as_map<S: Serializer>(all: &[Tried], serializer: S) -> Result<S::Ok, S::Error> {
    /// One entry.
    struct Entry<'a>(&'a Tried);

    impl Serialize for Entry<'_> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let tried = self.0;
            let mut conventions: Vec<String> = Vec::new();
            conventions.extend(tried.conventions.iter().map(ToString::to_string));
            conventions.sort_unstable();
            let mut map = serializer.serialize_map(Some(4))?;
            map.serialize_entry("what", &tried.candidates.to_string())?;
            map.serialize_entry("log2_candidates", &tried.log2_count)?;
            map.serialize_entry("all", &tried.exhaustive)?;
            map.serialize_entry("conventions", &conventions)?;
            map.end()
        }
    }

    let mut entries = serializer.serialize_seq(Some(all.len()))?;
    for tried in all {
        entries.serialize_element(&Entry(tried))?;
    }
    entries.end()
}
