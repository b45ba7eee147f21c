//! What a program took from the C library's generators, compared with what they give from its own seeds.

use std::fmt;
use std::io::BufRead;

use anyhow::{Context as _, Result, bail};
use generators::bsd_random::{BsdRandom, Kind, Seeding};

/// The words between two seedings of one generator.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Stretch {
    /// The generator, by its functions.
    pub functions: &'static str,
    /// The call that seeded it; none if the program did not.
    pub seeded: Option<String>,
    /// How many words of all generators came before.
    pub at: u64,
    /// Words that were taken.
    pub words: u64,
    /// The first of them that is not what the generator gives, from 0; none if all agree.
    pub differs: Option<u64>,
    /// What they were compared with; none if with nothing.
    pub compared: Option<&'static str>,
}

impl fmt::Display for Stretch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { functions, seeded, at, words, differs, compared } = self;
        let s = if *words == 1 { "" } else { "s" };
        let seeded = seeded.as_deref().unwrap_or("never seeded");
        write!(f, "{functions}: {seeded}, at draw {at}; then {words} word{s}")?;
        match (compared, differs) {
            (None, _) => f.write_str(", which were compared with nothing"),
            (Some(with), None) if *words > 0 => write!(f, ", all of them those of {with}"),
            (Some(_), None) => Ok(()),
            (Some(with), Some(first)) => write!(f, "; word {first} is not that of {with}"),
        }
    }
}

/// A generator as it should be.
enum Model {
    Additive(Box<BsdRandom>),
    Bits48(u64),
    Unknown,
}

impl Model {
    fn named(&self) -> Option<&'static str> {
        match self {
            Self::Additive(random) => Some(match random.kind() {
                Kind::Type0 => "glibc's random(), TYPE_0",
                Kind::Type1 => "glibc's random(), TYPE_1",
                Kind::Type2 => "glibc's random(), TYPE_2",
                Kind::Type3 => "glibc's random(), TYPE_3",
                Kind::Type4 => "glibc's random(), TYPE_4",
            }),
            Self::Bits48(_) => Some("the 48-bit generator of POSIX"),
            Self::Unknown => None,
        }
    }

    fn next(&mut self, function: &str) -> Option<u64> {
        match self {
            Self::Additive(random) => Some(random.next_word().into()),
            Self::Bits48(state) => {
                *state = (state.wrapping_mul(0x5_deec_e66d) + 11) & 0xffff_ffff_ffff;
                Some(match function {
                    "lrand48" => *state >> 17,
                    "mrand48" => *state >> 16,
                    _ => *state,
                })
            }
            Self::Unknown => None,
        }
    }
}

/// A generator: its name, the functions that draw from it or seed it, and its state before any seed.
type Known = (&'static str, &'static [&'static str], fn() -> Model);

/// The generators that are told apart.
const GENERATORS: [Known; 4] = [
    ("random(), rand()", &["random", "rand", "srandom", "srand", "initstate", "setstate"], || additive(Kind::Type3, 1)),
    ("random_r()", &["random_r", "srandom_r", "initstate_r", "setstate_r"], || Model::Unknown),
    ("drand48() and its kin", &["drand48", "lrand48", "mrand48", "srand48", "seed48", "lcong48"], || Model::Bits48(0)),
    ("arc4random()", &["arc4random", "arc4random_uniform"], || Model::Unknown),
];

fn additive(kind: Kind, seed: u32) -> Model {
    Model::Additive(Box::new(BsdRandom::new(kind, Seeding::Glibc, seed.cast_signed())))
}

/// The kind that `initstate` chooses for so many bytes of state.
fn kind_of(bytes: u64) -> Option<Kind> {
    let kinds = [(256, Kind::Type4), (128, Kind::Type3), (64, Kind::Type2), (32, Kind::Type1), (8, Kind::Type0)];
    kinds.into_iter().find(|(least, _)| bytes >= *least).map(|(_, kind)| kind)
}

/// Compares the trace of a process, as the recorder writes it.
///
/// # Errors
/// It cannot be read, or a line is none of the recorder's.
pub fn judge(trace: impl BufRead) -> Result<Vec<Stretch>> {
    let mut models = GENERATORS.map(|(_, _, unseeded)| unseeded());
    let mut kinds = [Kind::Type3; GENERATORS.len()];
    let mut current: [Option<usize>; GENERATORS.len()] = [None; GENERATORS.len()];
    let mut found: Vec<Stretch> = Vec::new();
    let mut draws = 0;
    for line in trace.lines() {
        let line = line.context("cannot read what was recorded")?;
        let fields: Vec<&str> = line.split_ascii_whitespace().collect();
        let (function, seeding) = match fields[..] {
            ["event", "seed", function, ..] | ["event", function, ..] => (function, true),
            [function, ..] => (function, false),
            [] => continue,
        };
        if function == "forked" {
            // Where the generators stand is known to the parent alone.
            models = GENERATORS.map(|_| Model::Unknown);
            continue;
        }
        let Some(place) = GENERATORS.iter().position(|(_, functions, _)| functions.contains(&function)) else {
            draws += u64::from(!seeding);
            continue;
        };
        let number = |at: usize| fields.get(at).and_then(|text| text.parse::<u64>().ok());
        if seeding {
            let seed = number(3);
            models[place] = match (function, seed) {
                ("srandom" | "srand" | "srandom_r", Some(seed)) => additive(kinds[place], seed as u32),
                ("initstate" | "initstate_r", Some(seed)) => match number(4).and_then(kind_of) {
                    Some(kind) => {
                        kinds[place] = kind;
                        additive(kind, seed as u32)
                    }
                    None => Model::Unknown,
                },
                ("srand48", Some(seed)) => Model::Bits48((seed & 0xffff_ffff) << 16 | 0x330e),
                ("seed48", Some(state)) => Model::Bits48(state),
                _ => Model::Unknown,
            };
            let arguments: Vec<&str> = fields.iter().skip(3).copied().collect();
            let call = format!("{function}({})", arguments.join(", "));
            current[place] = Some(open(&mut found, place, Some(call), draws, &models[place]));
            continue;
        }
        let at = current[place].unwrap_or_else(|| open(&mut found, place, None, draws, &models[place]));
        current[place] = Some(at);
        let (word, right) = (number(3), models[place].next(function));
        let stretch = &mut found[at];
        if right.is_some() && word != right && stretch.differs.is_none() {
            stretch.differs = Some(stretch.words);
        }
        if word.is_none() && fields.len() != 5 {
            bail!("`{}` is no line of the recorder", lockstep::shown(&line, 80));
        }
        stretch.words += 1;
        draws += 1;
    }
    Ok(found)
}

fn open(found: &mut Vec<Stretch>, place: usize, seeded: Option<String>, at: u64, model: &Model) -> usize {
    let functions = GENERATORS[place].0;
    found.push(Stretch { functions, seeded, at, words: 0, differs: None, compared: model.named() });
    found.len() - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn random(seed: i32, words: usize) -> Vec<String> {
        let mut random = BsdRandom::new(Kind::Type3, Seeding::Glibc, seed);
        (0..words).map(|_| format!("random - - {} -", random.next_word())).collect()
    }

    #[test]
    fn a_program_that_seeds_twice_has_two_stretches_that_agree() {
        let mut lines = vec!["event seed srandom 7".to_owned()];
        lines.extend(random(7, 50));
        lines.push("event seed srand 8".into());
        lines.extend(random(8, 3));
        let found = judge(lines.join("\n").as_bytes()).unwrap();
        let shown: Vec<String> = found.iter().map(ToString::to_string).collect();
        assert_eq!(
            shown,
            [
                "random(), rand(): srandom(7), at draw 0; then 50 words, all of them those of glibc's random(), TYPE_3",
                "random(), rand(): srand(8), at draw 50; then 3 words, all of them those of glibc's random(), TYPE_3",
            ]
        );
    }

    #[test]
    fn a_word_that_the_generator_does_not_give_is_named() {
        let mut lines = random(1, 50);
        lines[20] = "random - - 5 -".into();
        let found = judge(lines.join("\n").as_bytes()).unwrap();
        assert_eq!((found[0].seeded.as_deref(), found[0].differs, found.len()), (None, Some(20), 1));
    }

    #[test]
    fn what_has_no_seed_is_compared_with_nothing() {
        let text =
            "event forked\ndrand48 - - 5 -\narc4random - - 5 -\nevent setstate\nrandom - - 5 -\nerand48 - - 5 -\n";
        let found = judge(text.as_bytes()).unwrap();
        assert!(found.iter().all(|stretch| stretch.compared.is_none()));
        assert_eq!(found.iter().map(|stretch| stretch.words).collect::<Vec<_>>(), [1, 1, 1]);
    }
}
