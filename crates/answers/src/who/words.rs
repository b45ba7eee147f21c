//! Answers in English.

use std::fmt;

use identify::Tried;

use super::answer::{Answer, Evidence, Named};
use crate::number::{counted, grouped};

/// How many words of a state, or things in a list, are shown.
const SHOWN: usize = 8;

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, answer) in self.answers.iter().enumerate() {
            if i > 0 {
                writeln!(f)?;
            }
            answer.describe(f)?;
        }
        if self.others > 0 {
            let others = if self.others == 1 {
                "other seed or state makes"
            } else {
                "other seeds or states make"
            };
            writeln!(
                f,
                "At least {} {others} these numbers too (see --all).",
                self.others
            )?;
        }
        if self.answers.is_empty() {
            self.describe_nothing(f)?;
        }
        if let Some(reading) = &self.reading {
            writeln!(f, "{reading}")?;
        }
        if let Some(left_out) = &self.left_out {
            writeln!(f, "{left_out}")?;
        }
        Ok(())
    }
}

impl Answer {
    /// Says what was tried, and what would help.
    fn describe_nothing(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = grouped(self.numbers as u64);
        if self.tried.is_empty() && self.are_equal {
            writeln!(
                f,
                "The {count} numbers are all equal: they say nothing about what made them."
            )?;
            return self.describe_readings(f);
        }
        let these = match self.numbers {
            0 | 1 => "what was given".to_owned(),
            _ => format!("these {count} numbers"),
        };
        writeln!(
            f,
            "No generator is named: none of those tried makes {these} beyond coincidence."
        )?;
        if let Some(complexity) = &self.complexity {
            writeln!(f, "Linear complexity: {complexity}.")?;
        }
        if let (Some(more), true) = (self.too_few, self.fits.is_empty()) {
            let more = counted(grouped(more as u64), "more number");
            writeln!(
                f,
                "There are too few numbers: some seeds fit, as some would fit any {count}. About {more} would tell."
            )?;
        }
        for fit in &self.fits {
            writeln!(
                f,
                "{}, {}, fits, with a chance of coincidence up to {}; about {} would tell.",
                fit.named.generator,
                describe_start(&fit.named),
                power_of_two(fit.named.evidence.log2_chance),
                counted(grouped(fit.more_numbers as u64), "more number"),
            )?;
        }
        if f.alternate() {
            return Ok(());
        }
        self.describe_tried(f)?;
        if self.stopped {
            writeln!(f, "Interrupted: not all ways were tried.")?;
        } else if self.unfinished {
            writeln!(
                f,
                "Stopped at the time limit: raise it with --seconds, or try fewer generators with --only."
            )?;
        }
        self.describe_readings(f)
    }

    /// Lists what was tried.
    fn describe_tried(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.tried.is_empty() {
            return writeln!(f, "Nothing was tried to its end.");
        }
        writeln!(f, "Tried:")?;
        for (what, exhaustive) in [("all states", true), ("some states", false)] {
            let states = self.names_of_tried(|tried| {
                tried.candidates.are_states() && tried.exhaustive == exhaustive
            });
            if !states.is_empty() {
                writeln!(
                    f,
                    "- {what}, wherever the numbers begin, in the ways that --json lists, of {}",
                    states.join(", ")
                )?;
            }
        }
        for tried in &self.tried {
            if !tried.candidates.are_states() && !tried.candidates.are_first_seeds() {
                writeln!(f, "- {}", tried.candidates)?;
            }
        }
        let seeds = self.names_of_tried(|tried| tried.candidates.are_first_seeds());
        if seeds.is_empty() {
            return Ok(());
        }
        let mut least = f64::INFINITY;
        for tried in &self.tried {
            if tried.candidates.are_first_seeds() {
                least = least.min(tried.log2_count);
            }
        }
        writeln!(
            f,
            "- at least the first {} seeds of {}",
            grouped(least.exp2() as u64),
            counted(seeds.len(), "generator")
        )?;
        let all =
            self.names_of_tried(|tried| tried.candidates.are_first_seeds() && tried.exhaustive);
        if !all.is_empty() {
            writeln!(
                f,
                "- all seeds, from their first output on and in the usual ways to make numbers of outputs, of {}",
                all.join(", ")
            )?;
        }
        Ok(())
    }

    /// What those of the candidates are of that pass a test.
    fn names_of_tried(&self, test: impl Fn(&Tried) -> bool) -> Vec<String> {
        let tried = self.tried.iter().filter(|tried| test(tried));
        tried.map(|tried| tried.candidates.name()).collect()
    }

    /// Lists the readings that were tried.
    fn describe_readings(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.readings_tried[..] {
            _ if f.alternate() => Ok(()),
            [] => Ok(()),
            [only] => writeln!(f, "{only}"),
            several => {
                writeln!(
                    f,
                    "{} ways to read these as numbers of a generator were tried, not each in all of the ways above, such as:",
                    several.len()
                )?;
                for reading in several.iter().take(SHOWN) {
                    writeln!(f, "- {reading}")?;
                }
                Ok(())
            }
        }
    }
}

/// The seed or the state.
fn describe_start(named: &Named) -> String {
    match (named.seed, &named.state, &named.parameters) {
        (Some(seed), ..) if seed < 1 << 32 => format!("seed {seed}"),
        (Some(seed), ..) => format!("seed {seed:#x}"),
        (None, Some(state), _) => {
            let mut text = "from the state".to_owned();
            for word in state.iter().take(SHOWN) {
                text += &format!(" {word:#x}");
            }
            if state.len() > SHOWN {
                text += &format!(" and {} more words", state.len() - SHOWN);
            }
            text
        }
        (None, None, Some(parameters)) => parameters.to_string(),
        (None, None, None) => String::new(),
    }
}

/// A sentence about what made numbers, which it calls by this name.
pub(super) fn describe_origin(subject: &str, named: &Named) -> String {
    let evidence = &named.evidence;
    let outputs = match evidence.wrong_from {
        Some(first) => first - 1,
        None => evidence.numbers,
    };
    let first = grouped(named.position + 1);
    let last = grouped(named.position + outputs as u64);
    let numbers = match evidence.wrong_from {
        Some(first) => format!("The first {} numbers", grouped(first as u64 - 1)),
        None if evidence.wrong.is_empty() => subject.to_owned(),
        None => format!(
            "All but {} of these {} numbers",
            grouped(evidence.wrong.len() as u64),
            grouped(evidence.numbers as u64)
        ),
    };
    let generator = &named.generator;
    let article = if !generator.contains(' ') {
        ""
    } else if generator.starts_with(['a', 'e', 'i', 'o', 'u']) {
        "an "
    } else {
        "a "
    };
    let what = match (&named.convention, named.rule()) {
        (None, _) => format!("outputs of {article}{generator}"),
        (_, None) => format!("outputs {first} to {last} of {article}{generator}"),
        (_, Some(_)) => {
            format!("made of the outputs of {article}{generator} from output {first} on")
        }
    };
    format!(
        "{numbers} are {what}, {}: {}.",
        describe_start(named),
        named.about
    )
}

impl Named {
    /// Says what made the numbers, why that is certain, and which numbers are around them.
    fn describe(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", describe_origin("These", self))?;
        if let Some(rule) = self.rule() {
            writeln!(f, "Each number is {rule}.")?;
        }
        for (position, convention) in &self.or {
            writeln!(
                f,
                "Or each is made of the outputs from {} on: {convention}.",
                grouped(position + 1)
            )?;
        }
        if let (Some(parameters), Some(_), None) = (&self.parameters, &self.state, self.seed) {
            writeln!(f, "Its parameters: {parameters}.")?;
        }
        if let Some(mistake) = &self.mistake {
            writeln!(f, "The mistake: {mistake}")?;
        }
        self.describe_evidence(f)?;
        if !self.alike.is_empty() {
            let have = if self.alike.len() == 1 { "has" } else { "have" };
            writeln!(
                f,
                "{} {have} the same recurrence and would make the same numbers.",
                join_shown(&self.alike),
            )?;
        }
        if !self.filled.is_empty() {
            let mut filled = Vec::new();
            for (place, number) in &self.filled {
                filled.push(format!("number {} is {number}", grouped(*place as u64)));
            }
            writeln!(f, "Of those that are not known, {}.", join_shown(&filled))?;
        }
        self.evidence.describe_contradiction(f)?;
        self.describe_previous(f)?;
        self.describe_next(f)
    }

    /// Says how many numbers fixed the answer, and how many it predicted.
    fn describe_evidence(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let evidence = &self.evidence;
        let fixed = match (self.seed, &self.state) {
            (Some(_), _) => "the seed",
            (None, Some(_)) => "the state",
            (None, None) => "the parameters",
        };
        match (evidence.used, evidence.predicted) {
            (_, all) if self.parameters.is_some() && evidence.bits_used == 0.0 => {
                write!(f, "All {} numbers are as predicted", grouped(all as u64))?;
            }
            (_, 0) => write!(
                f,
                "The numbers tell {} bits: {} fixed {fixed}, and the others are as predicted",
                grouped(evidence.bits as u64),
                grouped(evidence.bits_used as u64)
            )?,
            (used, rest) => {
                match used {
                    1 => write!(f, "The first number")?,
                    _ => write!(f, "The first {} numbers", grouped(used as u64))?,
                }
                write!(f, " fixed {fixed} and predicted ")?;
                match rest {
                    1 => write!(f, "the next one")?,
                    _ => write!(f, "{} others", grouped(rest as u64))?,
                }
            }
        }
        writeln!(
            f,
            ". The chance of a coincidence, over all that was tried, is {}.",
            power_of_two(evidence.log2_chance)
        )
    }

    fn describe_previous(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(why) = self.why_no_previous {
            return writeln!(f, "The numbers before cannot be computed: {why}.");
        }
        let numbers = self.previous.join(", ");
        match self.previous.len() {
            _ if self.wanted.previous == 0 => Ok(()),
            0 => writeln!(f, "The numbers before are not certain in any digit."),
            1 => writeln!(f, "The one before{} is {numbers}.", self.shown_as),
            count => writeln!(
                f,
                "The {} before{} are {numbers}.",
                grouped(count as u64),
                self.shown_as
            ),
        }
    }

    fn describe_next(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(why) = self.why_no_next {
            return writeln!(f, "The next numbers cannot be predicted: {why}.");
        }
        if self.wanted.next == 0 {
            return Ok(());
        }
        if self.next.is_empty() {
            return writeln!(f, "The numbers after are not certain in any digit.");
        }
        let be = if self.next.len() == 1 { "is" } else { "are" };
        let numbers = self.next.join(", ");
        write!(f, "The next{} {be} {numbers}", self.shown_as)?;
        if self.next.len() < self.wanted.next {
            write!(f, "; those after them are not certain")?;
        }
        writeln!(f, ".")
    }
}

impl Evidence {
    /// Says which numbers are not as predicted.
    fn describe_contradiction(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(first) = self.wrong_from {
            let rest = if first < self.numbers {
                ", nor are most of those after it"
            } else {
                ""
            };
            let first = grouped(first as u64);
            return writeln!(f, "Number {first} is not as predicted{rest}.");
        }
        if self.wrong.is_empty() {
            return Ok(());
        }
        let mut places = Vec::new();
        for place in &self.wrong {
            places.push(grouped(*place as u64));
        }
        let noun = if places.len() == 1 {
            "number"
        } else {
            "numbers"
        };
        writeln!(f, "Not as predicted: {noun} {}.", join_shown(&places))
    }
}

/// Several items in a list, or the first few if there are many.
fn join_shown(items: &[impl AsRef<str>]) -> String {
    let shown: Vec<&str> = items.iter().take(SHOWN).map(AsRef::as_ref).collect();
    match &shown[..] {
        shown if shown.len() < items.len() => {
            format!(
                "{} and {} more",
                shown.join(", "),
                items.len() - shown.len()
            )
        }
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        shown => shown.concat(),
    }
}

/// A power of two by its logarithm, rounded up so that it never says less.
fn power_of_two(log2: f64) -> String {
    format!("2^{}", log2.ceil() as i64)
}
