//! Answers for people.

use std::fmt::Write as _;

use findings::number::grouped;
use identify::{Answer, Found, Numbers, Tried};

/// What was found, or what was tried.
pub(super) fn show(numbers: &Numbers, found: &Found) -> String {
    let mut text = String::new();
    for (i, answer) in found.answers.iter().enumerate() {
        if i > 0 {
            text.push('\n');
        }
        text += &of(answer);
    }
    if found.answers.is_empty() {
        text += &nothing(numbers, found);
    }
    text
}

/// Seed or state.
fn start(answer: &Answer) -> String {
    match (answer.seed, &answer.state) {
        (Some(seed), _) if seed < 1 << 32 => format!("seed {seed}"),
        (Some(seed), _) => format!("seed {seed:#x}"),
        (None, Some(state)) => {
            let words: Vec<String> = state.iter().take(SHOWN).map(|word| format!("{word:#x}")).collect();
            let more =
                if state.len() > SHOWN { format!(" and {} more words", state.len() - SHOWN) } else { String::new() };
            format!("from the state {}{more}", words.join(" "))
        }
        (None, None) => answer.parameters.clone().unwrap_or_default(),
    }
}

/// How many words of a state are shown.
const SHOWN: usize = 8;

/// What made the numbers, which are called so.
pub(super) fn sentence(numbers: &str, answer: &Answer) -> String {
    let matched = answer.evidence.matched as u64;
    let (first, last) = (grouped(answer.position + 1), grouped(answer.position + matched));
    let what = match (&answer.convention, answer.is_as_it_is()) {
        (None, _) => format!("outputs of a {}", answer.generator),
        (_, true) => format!("outputs {first} to {last} of {}", answer.generator),
        (_, false) => format!("made of the outputs of {} from output {first} on", answer.generator),
    };
    format!("{numbers} are {what}, {}: {}.", start(answer), answer.about)
}

fn of(answer: &Answer) -> String {
    let evidence = &answer.evidence;
    let mut text = format!("{}\n", sentence("These", answer));
    if let Some(convention) = answer.convention.as_ref().filter(|_| !answer.is_as_it_is()) {
        let _ = writeln!(text, "Each number is {convention}.");
    }
    if let (Some(parameters), true) = (&answer.parameters, answer.state.is_some() && answer.seed.is_none()) {
        let _ = writeln!(text, "Its parameters: {parameters}.");
    }
    if let Some(mistake) = &answer.mistake {
        let _ = writeln!(text, "The mistake: {mistake}");
    }
    let used = evidence.used as u64;
    let found = if answer.seed.is_some() { "the seed" } else { "it" };
    let _ = writeln!(
        text,
        "{} {} found {found}, {} predicted; the chance of a coincidence is {}.",
        grouped(used),
        if used == 1 { "number" } else { "numbers" },
        were(evidence.predicted()),
        power(evidence.chance)
    );
    if let Some(differs) = evidence.differs() {
        let _ = writeln!(text, "Number {} is not as predicted.", grouped(differs as u64));
    }
    if !answer.next.is_empty() {
        let _ = writeln!(text, "The next are {}.", answer.next.join(", "));
    }
    text
}

fn were(count: usize) -> String {
    if count == 1 { "1 was".into() } else { format!("{} were", grouped(count as u64)) }
}

fn power(log2: f64) -> String {
    // Never less than it is.
    format!("2^{}", log2.ceil() as i64)
}

fn nothing(numbers: &Numbers, found: &Found) -> String {
    let count = numbers.len() as u64;
    let mut text = format!(
        "No generator is named: none of those tried makes {}.\n",
        if count == 1 { "this number".into() } else { format!("these {} numbers beyond coincidence", grouped(count)) }
    );
    if let Some(complexity) = &found.complexity {
        let _ = writeln!(text, "Linear complexity: {complexity}.");
    }
    for (answer, more) in &found.fits {
        let numbers = if *more == 1 { "more number" } else { "more numbers" };
        let _ = writeln!(
            text,
            "{}, {}, fits, with a chance of coincidence up to {}; about {} {numbers} would tell.",
            answer.generator,
            start(answer),
            power(answer.evidence.chance),
            grouped(*more as u64),
        );
    }
    let (states, rest): (Vec<_>, Vec<_>) = found.tried.iter().partition(|tried| tried.what.starts_with("states of "));
    let (seeds, rest): (Vec<_>, Vec<_>) = rest.into_iter().partition(|tried| tried.what.starts_with("seeds of "));
    text += "Tried:\n";
    if !states.is_empty() {
        let (all, some): (Vec<&Tried>, Vec<&Tried>) = states.into_iter().partition(|tried| tried.all);
        for (what, tried) in [("all states", all), ("some states", some)] {
            let names: Vec<&str> = tried.iter().map(|tried| tried.what.trim_start_matches("states of ")).collect();
            if !names.is_empty() {
                let _ = writeln!(text, "- {what}, wherever the numbers begin, of {}", names.join(", "));
            }
        }
    }
    for tried in rest {
        let _ = writeln!(text, "- {}", tried.what);
    }
    if let Some(least) = seeds.iter().map(|tried| tried.candidates).reduce(f64::min) {
        let all: Vec<&str> =
            seeds.iter().filter(|tried| tried.all).map(|tried| tried.what.trim_start_matches("seeds of ")).collect();
        let _ =
            writeln!(text, "- at least the first {} seeds of {} generators", grouped(least.exp2() as u64), seeds.len());
        if !all.is_empty() {
            let _ = writeln!(
                text,
                "- all seeds, from their first output on and in the usual ways to make numbers of outputs, of {}",
                all.join(", ")
            );
        }
    }
    if found.stopped {
        text += "Interrupted: not all ways were tried.\n";
    } else if found.unfinished {
        text += "Time is over: --seconds goes on longer, --only tries fewer generators.\n";
    }
    text
}
