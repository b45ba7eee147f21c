//! Bytes as what programs and people outside give: answers of a program, numbers for `who`, the description of a subject.

use std::fs;

use identify::{Numbers, Options, who};
use lockstep::program::Answer;
use lockstep::{Budget, Kind};

use super::{Bytes, Defect, defect};
use crate::asked::{self, Form};
use crate::described::Described;
use crate::fixtures::root;
use crate::input::{Endian, Width};
use crate::shim::{self, LANGUAGES};

/// Each line is an answer. What is an output is read as it is written; what is none has a reason.
pub(super) fn answers(bytes: &[u8]) -> Result<(), Defect> {
    for line in String::from_utf8_lossy(bytes).lines() {
        let answer = Answer::read(line);
        if let Answer::Seen(seen) = &answer
            && Answer::read(&seen.to_string()) != answer
        {
            return Err(defect(format!("`{line}` is written as `{seen}`, and read differently")));
        }
        let outputs = matches!(answer, Answer::Seen(_) | Answer::Hidden(_));
        if outputs == answer.trouble().is_some_and(|trouble| !trouble.trim().is_empty()) {
            return Err(defect(format!("`{line}` has the trouble {:?}", answer.trouble())));
        }
        if answer.to_string().contains('\n') || answer.verdict().is_empty() {
            return Err(defect(format!("`{line}` is shown as {answer}")));
        }
    }
    Ok(())
}

pub(super) fn answer_seeds() -> Vec<Vec<u8>> {
    let lines = [
        "7\n-7\n0xff\nnothing\n?\n-\n! no room",
        "[1 2 3] | 0 9 7, 1 6 3\n[4294967296]\n[]\n- | -5 5 0",
        r#"["blue" "a \"b\" \u{1f}"] | 0 9 7"#,
    ];
    lines.map(|lines| lines.as_bytes().to_vec()).to_vec()
}

/// Generators of several structures, each soon asked.
const ASKED: [&str; 6] = ["msvc-rand", "minstd-16807", "xorshift32", "splitmix64", "dotnet-random", "pcg32-zero"];

/// The first three bytes say what the others are. Numbers are in their range, no more than there are bytes, and what is found
/// says no more of them than there is.
pub(super) fn numbers(bytes: &[u8]) -> Result<(), Defect> {
    let mut head = Bytes(bytes);
    let (kind, size, only) = (head.next(), head.next(), head.next());
    let width = [Width::One, Width::Two, Width::Four, Width::Eight][usize::from(size % 4)];
    let kinds = [
        None,
        Some(asked::Kind::Text),
        Some(asked::Kind::Float),
        Some(asked::Kind::Trace),
        Some(asked::Kind::Binary(width)),
    ];
    let floats = Some(asked::Kind::Floats(width)).filter(|_| size % 4 > 1);
    let form = Form {
        kind: if kind % 8 == 5 { floats } else { kinds[usize::from(kind % 8) % kinds.len()] },
        endian: if size & 4 == 0 { Endian::Little } else { Endian::Big },
        bits: (kind & 0x08 != 0).then_some(1 + u32::from(size % 64)),
        below: (kind & 0x18 == 0x10).then_some(2 + u64::from(size)),
        base: u64::from(only >> 6),
    };
    let asked = match asked::read(&form, head.0.to_vec()) {
        Ok(asked) => asked,
        Err(error) if format!("{error:#}").trim().is_empty() => return Err(defect("an error says nothing")),
        Err(_) => return Ok(()),
    };
    let numbers = asked.numbers;
    let in_range = match &numbers {
        Numbers::Words { bits, values } => values.iter().all(|value| value >> (bits - 1) <= 1),
        Numbers::Bounded(values) => values.iter().all(|number| number.value < number.bound),
        Numbers::Fractions(values) => {
            values.iter().all(|number| (0.0..=1.0).contains(&number.value) && number.within > 0.0)
        }
    };
    if !in_range || numbers.len() > bytes.len() || asked.cut.is_some() {
        return Err(defect(format!("they are read as {numbers:?}")));
    }
    let only = ASKED[usize::from(only) % ASKED.len()];
    let found = who(&numbers, Options { time: None, quick: true, within: 20, only: Some(only), ..Options::default() });
    let fits = found.fits.iter().map(|(answer, _)| answer);
    for answer in found.answers.iter().chain(fits) {
        let evidence = &answer.evidence;
        if evidence.matched > numbers.len() || evidence.used > evidence.matched || evidence.chance.is_nan() {
            return Err(defect(format!("{answer:?} of {} numbers", numbers.len())));
        }
    }
    Ok(())
}

pub(super) fn number_seeds() -> Vec<Vec<u8>> {
    let text: [(&[u8], &str); 5] = [
        (b"\x01\x00\x00", "41 18467 6334 26500 19169 15724 11478 29358"),
        (b"\x11\x04\x00", "5,5,4,4,5,4,0,0,4,2,3,5 # dice"),
        (b"\x02\x00\x02", "0.8444218515250481 0.7579544029403025\n0.420571580830845"),
        (b"\x00\x00\x01", "16807 282475249 1622650073 984943658 1144108930"),
        (b"\x03\x00\x03", "# roguelab trace 1\n0 site 1 6 5 5\n1 site 1 100 - 37\n"),
    ];
    let mut seeds: Vec<Vec<u8>> = text.iter().map(|(head, text)| [head, text.as_bytes()].concat()).collect();
    seeds.push([&b"\x04\x02\x02"[..], &[0, 1, 2, 3, 250, 251, 252, 253]].concat());
    seeds.push([&b"\x05\x03\x03"[..], &0.25_f64.to_le_bytes(), &f64::NAN.to_le_bytes()].concat());
    seeds
}

/// A text describes a subject whose cases have only its ops, and of which every adapter is written; or is refused with a reason.
pub(super) fn subjects(bytes: &[u8]) -> Result<(), Defect> {
    let text = String::from_utf8_lossy(bytes);
    let described = match Described::read(&text) {
        Ok(described) => described,
        Err(error) if format!("{error:#}").trim().is_empty() => return Err(defect("an error says nothing")),
        Err(_) => return Ok(()),
    };
    let budget = Budget { cases: 4, ..Budget::default() };
    for cases in Kind::ALL.into_iter().filter_map(|kind| described.texts(kind, &budget)) {
        let visited = cases.each(|case, ops| match ops.iter().find(|op| described.op(op).is_err()) {
            Some(op) => Err(lockstep::Failure::Invalid(format!("case {case} has `{op}`"))),
            None => Ok(()),
        });
        if let Err(error) = visited {
            return Err(defect(error.to_string()));
        }
    }
    for language in &LANGUAGES {
        let adapter = shim::write(&described, "subject.toml", language);
        if let Some(op) = described.ops.iter().find(|op| !adapter.contains(&op.name)) {
            return Err(defect(format!("the adapter in {} lacks `{}`", language.name, op.name)));
        }
    }
    Ok(())
}

pub(super) fn subject_seeds() -> Vec<Vec<u8>> {
    let example = fs::read(root().join("examples/own-subject/mygame.toml")).unwrap_or_default();
    let small = b"name = \"a\"\nabout = \"b\"\n[[op]]\nname = \"seed\"\ndoes = \"c\"\nseeds = true\narguments = [{ name = \"s\", \
                  type = \"i64\", cheap = 9, edges = [-1] }]\n[[op]]\nname = \"of\"\ndoes = \"d\"\narguments = [{ name = \
                  \"k\", texts = [\"x\", \"y\"] }]\nshows = \"words\"\n";
    vec![example, small.to_vec()]
}
