//! Answers as text.

use std::fmt::Write as _;

use findings::number::grouped;
use identify::evidence::Contradiction;
use identify::{Answer, Found, Numbers, Tried};

use super::written::Writer;
use crate::cli::output::{counted, is_quiet};

/// The answers or, if there are none, what was tried.
pub(super) fn show(writer: &Writer<'_>, found: &Found) -> String {
    let mut text = String::new();
    for (i, answer) in found.answers.iter().enumerate() {
        if i > 0 {
            text.push('\n');
        }
        text += &of(answer, writer);
    }
    if found.others > 0 {
        let others = if found.others == 1 {
            "other seed or state makes"
        } else {
            "other seeds or states make"
        };
        let _ = writeln!(
            text,
            "At least {} {others} these numbers too (see --all).",
            found.others
        );
    }
    if found.answers.is_empty() {
        text += &nothing(writer.numbers, found);
    }
    text
}

/// The seed or the state.
fn start(answer: &Answer) -> String {
    match (answer.seed, &answer.state) {
        (Some(seed), _) if seed < 1 << 32 => format!("seed {seed}"),
        (Some(seed), _) => format!("seed {seed:#x}"),
        (None, Some(state)) => {
            let words: Vec<String> = state
                .iter()
                .take(SHOWN)
                .map(|word| format!("{word:#x}"))
                .collect();
            let more = if state.len() > SHOWN {
                format!(" and {} more words", state.len() - SHOWN)
            } else {
                String::new()
            };
            format!("from the state {}{more}", words.join(" "))
        }
        (None, None) => answer
            .parameters
            .as_ref()
            .map_or_else(String::new, ToString::to_string),
    }
}

/// How many words of a state are shown.
const SHOWN: usize = 8;

/// A sentence about what made the numbers, using this name for them.
pub(super) fn sentence(numbers: &str, answer: &Answer) -> String {
    let evidence = &answer.evidence;
    let outputs = match evidence.contradiction {
        Contradiction::From(first) => first - 1,
        _ => evidence.numbers,
    };
    let (first, last) = (
        grouped(answer.position + 1),
        grouped(answer.position + outputs as u64),
    );
    let numbers = match &evidence.contradiction {
        Contradiction::None => numbers.to_owned(),
        Contradiction::At(wrong) => {
            format!(
                "All but {} of these {} numbers",
                grouped(wrong.len() as u64),
                grouped(evidence.numbers as u64)
            )
        }
        Contradiction::From(first) => format!("The first {} numbers", grouped(*first as u64 - 1)),
    };
    let generator = &answer.generator;
    let article = if !generator.contains(' ') {
        ""
    } else if generator.starts_with(['a', 'e', 'i', 'o', 'u']) {
        "an "
    } else {
        "a "
    };
    let what = match (&answer.derivation, answer.is_as_it_is()) {
        (None, _) => format!("outputs of {article}{generator}"),
        (_, true) => format!("outputs {first} to {last} of {article}{generator}"),
        (_, false) => format!("made of the outputs of {article}{generator} from output {first} on"),
    };
    format!("{numbers} are {what}, {}: {}.", start(answer), answer.about)
}

fn of(answer: &Answer, writer: &Writer<'_>) -> String {
    let evidence = &answer.evidence;
    let mut text = format!("{}\n", sentence("These", answer));
    if let Some(convention) = answer.rule() {
        let _ = writeln!(text, "Each number is {convention}.");
    }
    for (position, convention) in &answer.or {
        let _ = writeln!(
            text,
            "Or each is made of the outputs from {} on: {convention}.",
            grouped(position + 1)
        );
    }
    if let (Some(parameters), true) = (
        &answer.parameters,
        answer.state.is_some() && answer.seed.is_none(),
    ) {
        let _ = writeln!(text, "Its parameters: {parameters}.");
    }
    if let Some(mistake) = &answer.mistake {
        let _ = writeln!(text, "The mistake: {mistake}");
    }
    text += &predicted(answer);
    if !answer.alike.is_empty() {
        let _ = writeln!(
            text,
            "{} {} the same recurrence and would make the same numbers.",
            list(&answer.alike),
            if answer.alike.len() == 1 {
                "has"
            } else {
                "have"
            }
        );
    }
    if !answer.filled.is_empty() {
        let filled = writer.filled(answer).into_iter();
        let filled: Vec<String> = filled
            .map(|(place, number)| format!("number {} is {number}", grouped(place as u64)))
            .collect();
        let _ = writeln!(text, "Of those that are not known, {}.", list(&filled));
    }
    match &evidence.contradiction {
        Contradiction::None => {}
        Contradiction::At(wrong) => {
            let wrong: Vec<String> = wrong.iter().map(|place| grouped(*place as u64)).collect();
            let _ = writeln!(
                text,
                "Not as predicted: {} {}.",
                if wrong.len() == 1 {
                    "number"
                } else {
                    "numbers"
                },
                list(&wrong)
            );
        }
        Contradiction::From(first) => {
            let rest = if *first < evidence.numbers {
                ", nor are most of those after it"
            } else {
                ""
            };
            let _ = writeln!(
                text,
                "Number {} is not as predicted{rest}.",
                grouped(*first as u64)
            );
        }
    }
    let sides = [
        (
            "before",
            writer.previous,
            &answer.previous,
            writer.previous(answer),
        ),
        ("after", writer.next, &answer.next, writer.next(answer)),
    ];
    for (side, wanted, numbers, shown) in sides {
        let what = writer.what();
        let be = if shown.len() == 1 { "is" } else { "are" };
        let joined = match (side, shown.len() < wanted) {
            ("after", true) => shown.join(", ") + "; those after them are not certain",
            _ => shown.join(", "),
        };
        let _ = match (side, numbers) {
            (_, Ok(_)) if wanted == 0 => Ok(()),
            ("before", Err(why)) => writeln!(text, "The numbers before cannot be computed: {why}."),
            (_, Err(why)) => writeln!(text, "The next numbers cannot be predicted: {why}."),
            (_, Ok(_)) if shown.is_empty() => {
                writeln!(text, "The numbers {side} are not certain in any digit.")
            }
            ("before", _) => {
                let which = match shown.len() {
                    1 => "one".to_owned(),
                    several => grouped(several as u64),
                };
                writeln!(text, "The {which} before{what} {be} {joined}.")
            }
            _ => writeln!(text, "The next{what} {be} {joined}."),
        };
    }
    text
}

/// A sentence about how many numbers fixed the answer, and how many it predicted.
fn predicted(answer: &Answer) -> String {
    let evidence = &answer.evidence;
    let fixed = match (answer.seed, &answer.state) {
        (Some(_), _) => "the seed",
        (None, Some(_)) => "the state",
        (None, None) => "the parameters",
    };
    let predicted = match (evidence.used, evidence.predicted()) {
        (_, all) if answer.parameters.is_some() && evidence.bits[1] == 0.0 => {
            format!("All {} numbers are as predicted", grouped(all as u64))
        }
        (_, 0) => {
            let [all, used] = evidence.bits.map(|bits| grouped(bits as u64));
            format!(
                "The numbers tell {all} bits: {used} fixed {fixed}, and the others are as predicted"
            )
        }
        (used, rest) => {
            let first = match used {
                1 => "The first number".to_owned(),
                _ => format!("The first {} numbers", grouped(used as u64)),
            };
            let others = if rest == 1 {
                "the next one".into()
            } else {
                format!("{} others", grouped(rest as u64))
            };
            format!("{first} fixed {fixed} and predicted {others}")
        }
    };
    format!(
        "{predicted}. The chance of a coincidence, over all that was tried, is {}.\n",
        power(evidence.chance)
    )
}

/// Several items in a list, or the first few if there are many.
fn list(things: &[impl AsRef<str>]) -> String {
    let shown: Vec<&str> = things.iter().take(SHOWN).map(AsRef::as_ref).collect();
    match &shown[..] {
        shown if shown.len() < things.len() => format!(
            "{} and {} more",
            shown.join(", "),
            things.len() - shown.len()
        ),
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        shown => shown.concat(),
    }
}

fn power(log2: f64) -> String {
    // Round up, so that it never says less.
    format!("2^{}", log2.ceil() as i64)
}

fn nothing(numbers: &Numbers, found: &Found) -> String {
    let count = numbers.len() as u64;
    if found.tried.is_empty() && numbers.are_equal() {
        return format!(
            "The {} numbers are all equal: they say nothing about what made them.\n",
            grouped(count)
        );
    }
    let these = match count {
        0 | 1 => "what was given".to_owned(),
        _ => format!("these {} numbers", grouped(count)),
    };
    let mut text =
        format!("No generator is named: none of those tried makes {these} beyond coincidence.\n");
    if let Some(complexity) = &found.complexity {
        let _ = writeln!(text, "Linear complexity: {complexity}.");
    }
    if let (Some(more), true) = (found.too_few, found.fits.is_empty()) {
        let _ = writeln!(
            text,
            "There are too few numbers: some seeds fit, as some would fit any {}. About {} would tell.",
            grouped(count),
            counted(grouped(more as u64), "more number")
        );
    }
    for (answer, more) in &found.fits {
        let _ = writeln!(
            text,
            "{}, {}, fits, with a chance of coincidence up to {}; about {} would tell.",
            answer.generator,
            start(answer),
            power(answer.evidence.chance),
            counted(grouped(*more as u64), "more number"),
        );
    }
    if is_quiet() {
        return text;
    }
    text += if found.tried.is_empty() {
        "Nothing was tried to its end.\n"
    } else {
        "Tried:\n"
    };
    for (what, exhaustive) in [("all states", true), ("some states", false)] {
        let states =
            |tried: &&Tried| tried.candidates.are_states() && tried.exhaustive == exhaustive;
        let names = names(found.tried.iter().filter(states));
        if !names.is_empty() {
            let _ = writeln!(
                text,
                "- {what}, wherever the numbers begin, in the ways that --json lists, of {names}"
            );
        }
    }
    for tried in &found.tried {
        if !tried.candidates.are_states() && !tried.candidates.are_first_seeds() {
            let _ = writeln!(text, "- {}", tried.candidates);
        }
    }
    let first_seeds = |tried: &&Tried| tried.candidates.are_first_seeds();
    let seeds = found.tried.iter().filter(first_seeds);
    let least = seeds.clone().map(|tried| tried.log2_count).reduce(f64::min);
    if let Some(least) = least {
        let _ = writeln!(
            text,
            "- at least the first {} seeds of {}",
            grouped(least.exp2() as u64),
            counted(seeds.clone().count(), "generator")
        );
        let all = names(seeds.filter(|tried| tried.exhaustive));
        if !all.is_empty() {
            let _ = writeln!(
                text,
                "- all seeds, from their first output on and in the usual ways to make numbers of outputs, of {all}"
            );
        }
    }
    if found.stopped {
        text += "Interrupted: not all ways were tried.\n";
    } else if found.unfinished {
        text += "Stopped at the time limit: raise it with --seconds, or try fewer generators with --only.\n";
    }
    text
}

/// What the candidates are of, with commas between them.
fn names<'a>(tried: impl Iterator<Item = &'a Tried>) -> String {
    let names: Vec<String> = tried.map(|tried| tried.candidates.name()).collect();
    names.join(", ")
}
