//! Answers in English.

use std::fmt;

use identify::{Candidates, Tried};
use lockstep::shown;

use super::answer::{Answer, Evidence, Named, OfText};
use super::needs::Shown;
use crate::number::{counted, grouped};
use crate::read::sample::MAX_NUMBERS;

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
            return match &self.readings_tried[..] {
                [only] if !f.alternate() => writeln!(f, "{only}"),
                _ => Ok(()),
            };
        }
        let these = match self.numbers {
            0 | 1 => "what was given".to_owned(),
            _ => format!("these {count} numbers"),
        };
        writeln!(
            f,
            "No generator is named: none of those tried makes {these} beyond coincidence."
        )?;
        if !f.alternate() {
            self.describe_shown(f)?;
        }
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
            let (generator, start) = (&fit.named.generator, describe_start(&fit.named));
            let more = counted(grouped(fit.more_numbers as u64), "more number");
            match fit.one_in {
                Some(one_in) => write!(
                    f,
                    "{generator}, {start}, fits, as some state of it fits one in {} such inputs; about {more} would tell.",
                    grouped(one_in)
                )?,
                None => write!(
                    f,
                    "{generator}, {start}, fits, with a chance of coincidence up to {}; about {more} would tell.",
                    power_of_two(fit.named.evidence.log2_chance)
                )?,
            }
            if !fit.named.next.is_empty() {
                write!(
                    f,
                    " If so, the next would be {}.",
                    fit.named.next.join(", ")
                )?;
            }
            writeln!(f)?;
        }
        if f.alternate() {
            return Ok(());
        }
        if self.tried.is_empty() {
            writeln!(f, "Nothing was tried to its end.")?;
        } else if self.lists_tried {
            self.list_tried(f)?;
        } else {
            self.sum_up_tried(f)?;
        }
        if self.stopped {
            writeln!(f, "Interrupted: not all ways were tried.")?;
        } else if self.unfinished {
            writeln!(f, "Stopped at the time limit: not everything was tried.")?;
        }
        self.describe_readings(f)
    }

    /// Says how much the numbers show, how much would be needed, and what to try next.
    fn describe_shown(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(shown) = &self.shown else {
            return Ok(());
        };
        write!(
            f,
            "{} about {}. A seed below 2^32 takes about {}",
            if self.numbers == 1 {
                "It shows"
            } else {
                "They show"
            },
            counted(grouped(shown.bits as u64), "bit"),
            grouped(shown.bits_for_seed as u64)
        )?;
        for (i, needed) in shown.numbers_for_states.iter().enumerate() {
            let numbers = grouped(needed.numbers as u64);
            if i == 0 {
                write!(
                    f,
                    ", any state of {} about {numbers} such numbers in a row",
                    needed.key
                )?;
            } else {
                write!(f, ", of {} {numbers}", needed.key)?;
            }
        }
        writeln!(f, ".")?;
        let mut steps = Vec::new();
        steps.extend(self.more_numbers_wanted(shown));
        steps.push(if self.unfinished {
            "more --seconds, or --only with the generator that you suspect".to_owned()
        } else {
            "--within, if many outputs may have come before these".to_owned()
        });
        writeln!(f, "To try next: {}.", steps.join("; or "))
    }

    /// How many more numbers are worth giving, and what for.
    fn more_numbers_wanted(&self, shown: &Shown) -> Option<String> {
        if self.too_few.is_some() || !self.fits.is_empty() {
            return None;
        }
        if shown.bits < shown.bits_for_seed {
            let each = shown.bits / self.numbers as f64;
            let more = ((shown.bits_for_seed - shown.bits) / each).ceil() as u64;
            let more = counted(grouped(more), "more number");
            return Some(format!(
                "about {more} in a row, as these may be too few for a seed"
            ));
        }
        let mut all = shown.numbers_for_states.iter();
        let needed = all.find(|needed| needed.numbers > self.numbers)?;
        let more = (needed.numbers - self.numbers) as u64;
        (needed.numbers <= MAX_NUMBERS).then(|| {
            let more = counted(grouped(more), "more number");
            format!("about {more} in a row, for any state of {}", needed.key)
        })
    }

    /// Sums up what was tried, with nothing in it that was not.
    fn sum_up_tried(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        let states = self.names_of_tried(|tried| tried.candidates.are_states() && tried.exhaustive);
        if !states.is_empty() {
            let generators = counted(states.len(), "generator");
            parts.push(format!(
                "all states of {generators}, by some ways to make numbers of outputs"
            ));
        }
        parts.extend(self.first_seeds());
        parts.extend(self.given_seed());
        parts.extend(self.given_seeds());
        if parts.is_empty() {
            return writeln!(f, "What was tried is listed with --all.");
        }
        writeln!(
            f,
            "Tried, among others: {}. --all lists the rest.",
            parts.join("; ")
        )
    }

    /// The least of the numbers of candidates of one kind that were tried, and of how many generators; `None` if none were.
    fn least_tried(&self, is_kind: fn(Candidates) -> bool) -> Option<(u64, String)> {
        let (mut least, mut generators) = (f64::INFINITY, 0);
        for tried in self.tried.iter().filter(|tried| is_kind(tried.candidates)) {
            least = least.min(tried.log2_count);
            generators += 1;
        }
        (generators > 0).then(|| {
            let generators = counted(generators, "generator");
            (least.exp2().round() as u64, generators)
        })
    }

    /// The least number of first seeds that were tried, and of how many generators.
    fn first_seeds(&self) -> Option<String> {
        let (least, generators) = self.least_tried(|one| matches!(one, Candidates::Seeds(_)))?;
        Some(format!(
            "at least the first {} seeds of {generators}, from their first output on",
            grouped(least)
        ))
    }

    /// The places at which the given seed was tried, and with how many generators.
    fn given_seed(&self) -> Option<String> {
        let (least, generators) =
            self.least_tried(|one| matches!(one, Candidates::PlacesOfGivenSeed(_)))?;
        Some(format!(
            "the given seed of {generators}, from each of the first {} outputs on",
            grouped(least)
        ))
    }

    /// How many of the given seeds were tried, and of how many generators.
    fn given_seeds(&self) -> Option<String> {
        let (least, generators) =
            self.least_tried(|one| matches!(one, Candidates::GivenSeeds(_)))?;
        Some(format!(
            "at least {} of the given seeds of {generators}, the last ones, from their first output on",
            grouped(least)
        ))
    }

    /// Lists what was tried.
    fn list_tried(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
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
            let is_summed_up = tried.candidates.are_states()
                || tried.candidates.are_first_seeds()
                || matches!(
                    tried.candidates,
                    Candidates::PlacesOfGivenSeed(_) | Candidates::GivenSeeds(_)
                );
            if !is_summed_up {
                writeln!(f, "- {}", tried.candidates)?;
            }
        }
        let seeds = [self.given_seed(), self.given_seeds(), self.first_seeds()];
        for seeds in seeds.into_iter().flatten() {
            writeln!(f, "- {seeds}")?;
        }
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
            several if !self.lists_tried => writeln!(
                f,
                "{} ways to read these as numbers of a generator were tried, not each with all of this.",
                several.len()
            ),
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

/// The seed or the state, and where it comes from.
fn describe_start(named: &Named) -> String {
    let start = describe_seed_or_state(named);
    if let Some(time) = &named.time {
        return format!("{start} ({time})");
    }
    match &named.of_text {
        Some(OfText { text, by }) if start.is_empty() => {
            format!("seeded with the text `{}` as by {by}", shown(text, 40))
        }
        Some(OfText { text, by }) => {
            format!(
                "{start}, which {by} makes of the text `{}`",
                shown(text, 40)
            )
        }
        None => start,
    }
}

fn describe_seed_or_state(named: &Named) -> String {
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
    } else if generator.starts_with(['a', 'e', 'i', 'o', 'u', 'x']) {
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
            writeln!(f, "Each {} is {rule}.", self.noun)?;
        }
        if let Some(unseeded) = self.unseeded {
            writeln!(f, "So begins, if nobody seeds it, {unseeded}.")?;
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
            (None, None) if self.of_text.is_some() => "the seed",
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
