//! The law as text, JSON and comma-separated values.

use exact::collisions::Class;
use exact::rational::{ratio, scientific, to_f64, whole};
use exact::{BigRational, BigUint};
use gof::power::Needed;
use lockstep::escaped;
use scan::formula::Outside;
use serde_json::{Value, json};

use super::BiasArgs;
use crate::bias::{Bias, Draws, Reach, shown};

/// The version of the document, which changes whenever a field changes its meaning or is removed.
pub(super) const SCHEMA: &str = "roguelab-bias/1";

/// The most weights in the table, from both ends.
const MOST_ROWS: usize = 16;

/// The most ranges in a row.
const MOST_RANGES: usize = 6;

fn ranges(ranges: &[(i64, i64)], all: bool) -> String {
    let range = |&(from, to): &(i64, i64)| {
        if from == to {
            from.to_string()
        } else {
            format!("{from} to {to}")
        }
    };
    let most = if all { ranges.len() } else { MOST_RANGES };
    let some: Vec<_> = ranges.iter().take(most).map(range).collect();
    some.join(", ") + if ranges.len() > most { ", ..." } else { "" }
}

/// The numbers of this weight.
fn numbers<'a>(bias: &'a Bias, weight: &BigUint) -> &'a [(i64, i64)] {
    let of = |numbers: &'a std::collections::BTreeMap<u128, _>| {
        u128::try_from(weight)
            .ok()
            .and_then(|weight| numbers.get(&weight))
    };
    bias.numbers
        .as_ref()
        .and_then(of)
        .map_or(&[], Vec::as_slice)
}

/// The number in full, if it is short.
fn natural(value: &BigUint) -> String {
    let full = value.to_string();
    if full.len() <= 24 {
        full
    } else {
        scientific(&whole(value.clone()), 4)
    }
}

fn chance(bias: &Bias, class: &Class) -> BigRational {
    ratio(class.weight.clone(), bias.law.total().clone())
}

fn row(bias: &Bias, class: &Class, all: bool) -> Vec<String> {
    let excess = bias.excess(&class.weight);
    let against = if *excess.numer() == 0.into() {
        "fair".into()
    } else {
        format!("{:+.4e}", to_f64(&excess))
    };
    let mut row = vec![
        natural(&class.outcomes),
        natural(&class.weight),
        scientific(&chance(bias, class), 6),
        against,
    ];
    if bias.numbers.is_some() {
        row.insert(0, ranges(numbers(bias, &class.weight), all));
    }
    row
}

/// How many rows of a long list are shown at each end.
pub(super) const fn ends(rows: usize, all: bool) -> usize {
    if all || rows <= MOST_ROWS {
        rows
    } else {
        MOST_ROWS / 2
    }
}

fn table(bias: &Bias, all: bool) -> String {
    let heads = [
        "how many",
        "weight of each",
        "chance of each",
        "against a fair one",
    ];
    let head: Vec<_> = bias
        .numbers
        .iter()
        .map(|_| bias.outcome)
        .chain(heads)
        .collect();
    let mut table = answers::table::table(&head, 0..0);
    let classes = bias.classes();
    let ends = ends(classes.len(), all);
    for (i, class) in classes.iter().enumerate() {
        if i < ends || i >= classes.len() - ends {
            table.add_row(row(bias, class, all));
        } else if i == ends {
            let dots = format!("... {} more weights", classes.len() - 2 * ends);
            table.add_row([dots]);
        }
    }
    table.trim_fmt()
}

/// How often a word is rejected, and the mean number of words per draw.
fn rejection(rejected: &(BigUint, BigUint)) -> (BigRational, BigRational) {
    let (rejected, words) = rejected;
    (
        ratio(rejected.clone(), words.clone()),
        ratio(words.clone(), words - rejected),
    )
}

pub(super) fn text(bias: &Bias, draws: &Draws, args: &BiasArgs) -> String {
    let mut text = format!(
        "{}\n{}; total weight {}\n\n{}\n\n",
        escaped(&bias.what),
        bias.mark,
        natural(bias.law.total()),
        table(bias, args.all)
    );
    let mut line = |name: &str, value: String| text += &format!("{name:<18} {value}\n");
    let variation = bias.law.total_variation();
    line("total variation", shown(&variation));
    let largest = bias.largest_ratio();
    line(
        "largest ratio",
        largest
            .as_ref()
            .map_or(format!("infinite: some {} never come", bias.outcome), shown),
    );
    let classes = bias.classes();
    match &classes[..] {
        [favoured, _, ..] if bias.numbers.is_some() => {
            let of = ranges(numbers(bias, &favoured.weight), false);
            line(
                "favoured",
                format!("{of} ({} of {})", favoured.outcomes, bias.law.outcomes()),
            );
        }
        [favoured, _, ..] => line(
            "favoured",
            format!(
                "{} of {} arrangements",
                natural(&favoured.outcomes),
                natural(&bias.law.outcomes())
            ),
        ),
        _ => line("favoured", "none: all are equally likely".into()),
    }
    if let Some(rejected) = &bias.rejected {
        let (chance, words) = rejection(rejected);
        line(
            "rejected",
            format!(
                "a word with chance {}; {} words a draw",
                shown(&chance),
                shown(&words)
            ),
        );
    }
    if let Some((Outside { count, word, value }, of)) = &bias.outside {
        let chance = ratio(*count, of.clone());
        line(
            "outside",
            format!(
                "with chance {}; the first is {value}, of the word {word}; all else is of the others",
                shown(&chance)
            ),
        );
    }
    text + &noticed(draws, args)
}

/// A sentence on how many draws it takes to notice the bias.
pub(super) fn noticed(draws: &Draws, args: &BiasArgs) -> String {
    let omnibus = match (draws.freedom, draws.omnibus) {
        (Some(freedom), Some(omnibus)) => {
            let degrees = if freedom == 1 { "degree" } else { "degrees" };
            format!("{freedom} {degrees} of freedom: {omnibus}")
        }
        _ if draws.optimal.draws.is_infinite() => "never".into(),
        _ => "too many cells".into(),
    };
    let before = match draws.freedom {
        Some(_) => "chi-square, ",
        None => "chi-square: ",
    };
    format!(
        "\nDraws to notice (alpha {:e}, power {}):\n  omnibus   {before}{omnibus}\n  optimal   likelihood ratio, knows these weights: {}",
        args.alpha, args.power, draws.optimal
    )
}

pub(super) fn noticed_json(draws: &Draws, args: &BiasArgs) -> Value {
    let finite = |needed: Needed| Some(needed.draws).filter(|draws| draws.is_finite());
    json!({
        "alpha": args.alpha,
        "power": args.power,
        "chi_square": { "freedom": draws.freedom, "draws": draws.omnibus.and_then(finite) },
        "likelihood_ratio": { "draws": finite(draws.optimal), "exact": draws.optimal.is_exact },
    })
}

pub(super) fn fraction(value: &BigRational) -> Value {
    json!({ "exact": value.to_string(), "value": to_f64(value) })
}

pub(super) fn json(bias: &Bias, draws: &Draws, args: &BiasArgs) -> Value {
    let class = |class: &Class| {
        json!({
            "numbers": bias.numbers.is_some().then(|| numbers(bias, &class.weight)),
            "how_many": class.outcomes.to_string(),
            "weight": class.weight.to_string(),
            "chance": fraction(&chance(bias, class)),
        })
    };
    let rejected = bias.rejected.as_ref().map(rejection);
    json!({
        "what": bias.what,
        "mark": bias.mark,
        "outcomes": bias.law.outcomes().to_string(),
        "total_weight": bias.law.total().to_string(),
        "weights": bias.classes().iter().map(class).collect::<Vec<_>>(),
        "total_variation": fraction(&bias.law.total_variation()),
        "largest_ratio": bias.largest_ratio().as_ref().map(fraction),
        "chi_square_per_draw": fraction(&bias.law.chi_square_per_draw()),
        "rejected": rejected.as_ref().map(|(chance, _)| fraction(chance)),
        "outside": bias.outside.as_ref().map(|(outside, of)| json!({
            "chance": fraction(&ratio(outside.count, of.clone())),
            "word": outside.word,
            "value": outside.value,
        })),
        "words_per_draw": rejected.as_ref().map(|(_, words)| fraction(words)),
        "draws_to_notice": noticed_json(draws, args),
    })
}

pub(super) fn reach_json(bits: u32, n: u32, reach: &Reach) -> Value {
    json!({
        "what": format!("arrangements of {n} cards that 2^{bits} states can reach"),
        "mark": "exact",
        "states": reach.states.to_string(),
        "arrangements": reach.arrangements.to_string(),
        "largest_share": fraction(&reach.share()),
        "largest_n": reach.largest,
    })
}

pub(super) fn reach(bits: u32, n: u32, reach: &Reach) -> String {
    let share = reach.share();
    let (states, all) = (natural(&reach.states), natural(&reach.arrangements));
    let some = if reach.largest >= n {
        "all can be reached".into()
    } else {
        format!("at most {states} of them can be reached")
    };
    format!(
        "{n} cards have {n}! = {all} arrangements; a generator has 2^{bits} = {states} states: {some}\n\
         largest share      {} (exact)\n\
         largest deck       {} cards: the largest n with n! <= 2^{bits}",
        if share.is_integer() {
            share.to_string()
        } else {
            scientific(&share, 4)
        },
        reach.largest
    )
}
