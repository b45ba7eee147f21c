//! Inputs that no generator of the catalogue made: true randomness, and numbers from people's lives.

use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};

use crate::read::ItemKind;
use crate::read::Width;
use crate::read::sample::{Sample, SampleOptions};

/// Random numbers: SHA-256 of a seed, a stream and a counter.
pub(super) struct Hashed {
    key: [u64; 2],
    count: u64,
}

impl Hashed {
    pub(super) const fn new(seed: u64, stream: u64) -> Self {
        Self {
            key: [seed, stream],
            count: 0,
        }
    }

    fn word(&mut self) -> u64 {
        let mut hash = Sha256::new();
        for word in [self.key[0], self.key[1], self.count] {
            hash.update(word.to_le_bytes());
        }
        self.count += 1;
        hash.finalize().as_slice()[..8]
            .iter()
            .fold(0, |word, byte| word << 8 | u64::from(*byte))
    }

    pub(super) fn below(&mut self, n: u64) -> u64 {
        ((u128::from(self.word()) * u128::from(n)) >> 64) as u64
    }

    pub(super) fn bits(&mut self, bits: u32) -> u64 {
        self.word() >> (64 - bits)
    }

    pub(super) fn choose<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len() as u64) as usize]
    }

    /// A count from 2 to about `most`, small ones as often as large ones.
    fn count(&mut self, most: u64) -> usize {
        let most = (most as f64).log2() * self.bits(32) as f64 / 2_f64.powi(32);
        (most.exp2() as usize).max(2)
    }
}

/// An input as a user gives it.
pub(super) struct Input {
    pub(super) what: String,
    pub(super) options: SampleOptions,
    pub(super) bytes: Vec<u8>,
    /// A seed that the user claims was used.
    pub(super) seed: Option<u64>,
}

impl Input {
    pub(super) fn new(
        what: impl Into<String>,
        kind: Option<ItemKind>,
        bytes: impl Into<Vec<u8>>,
    ) -> Self {
        let options = SampleOptions {
            kind,
            ..SampleOptions::default()
        };
        Self {
            what: what.into(),
            options,
            bytes: bytes.into(),
            seed: None,
        }
    }

    fn below(mut self, n: u64) -> Self {
        self.options.below = Some(n);
        self
    }
}

/// Numbers as text, separated in one of the usual ways, the last of which is JSON; some lines begin with their number.
fn text(random: &mut Hashed, numbers: impl IntoIterator<Item = String>) -> String {
    let separator = random.choose(&[",", " ", "\n", ", ", "\t", "},{\"x\":"]);
    let mut numbers: Vec<String> = numbers.into_iter().collect();
    if separator == "\n" && numbers.len() > 5 && random.below(2) == 0 {
        for (line, number) in numbers.iter_mut().enumerate() {
            *number = format!("{line}\t{number}");
        }
    }
    numbers.join(separator)
}

const BOUNDS: &[u64] = &[
    2,
    3,
    4,
    6,
    8,
    10,
    16,
    20,
    52,
    64,
    100,
    256,
    1000,
    1024,
    65_536,
    1_000_000,
    1_000_000_000_000,
    1 << 31,
    1 << 32,
    u64::MAX,
];

/// A rule, and the numbers that it makes of fractions.
type RuleOfFractions = (&'static str, fn(f64) -> i64);

const RULES: &[RuleOfFractions] = &[
    ("Math.round(Math.random() * 5 + 1)", |u| {
        (u * 5.0 + 1.5) as i64
    }),
    ("Math.floor(Math.random() * 100) % 7", |u| {
        (u * 100.0) as i64 % 7
    }),
    ("ceil(u * 20)", |u| (u * 20.0).ceil() as i64),
    ("random() < 0.3", |u| (u < 0.3).into()),
    ("rand() % 20 + 1", |u| (u * 20.0) as i64 + 1),
    ("6 - floor(w / 2^32 * 6)", |u| 6 - (u * 6.0) as i64),
];

/// The input with, for some texts, one number in four unknown.
pub(super) fn holed(mut input: Input, random: &mut Hashed) -> Input {
    let is_text = matches!(
        input.options.kind,
        None | Some(ItemKind::Text | ItemKind::Float)
    );
    let text = String::from_utf8_lossy(&input.bytes).into_owned();
    if is_text && !text.contains([':', '#', '-']) && random.below(4) == 0 {
        let tokens = text
            .split([',', ' ', '\n', '\t'])
            .filter(|token| !token.is_empty());
        let tokens = tokens.map(|token| if random.below(4) == 0 { "?" } else { token });
        let holed = tokens.collect::<Vec<_>>().join(" ");
        // Decks and normals must be complete.
        if Sample::read(&input.options, holed.clone().into()).is_ok() {
            input.what += ", with gaps";
            input.bytes = holed.into();
        }
    }
    input
}

/// True randomness, in one of the forms of input.
pub(super) fn random(random: &mut Hashed) -> Input {
    let count = random.count(2000);
    match random.below(14) {
        8 | 9 | 13 => pasted(random, count),
        11 => {
            let n = random.choose(&[10, 49, 52, 100, 1000]);
            let (size, base) = (2 + random.below(n.min(20) - 1), random.below(2));
            let mut hand = || {
                let mut left: Vec<u64> = (base..base + n).collect();
                let cards =
                    (0..size).map(|_| left.swap_remove(random.below(left.len() as u64) as usize));
                cards
                    .map(|card| card.to_string())
                    .collect::<Vec<_>>()
                    .join(" ")
            };
            let hands: Vec<String> = (0..count.min(50)).map(|_| hand()).collect();
            let mut input = Input::new(format!("hands of {size} from {n}"), None, hands.join("\n"));
            if random.below(2) == 0 {
                input.options.base = base as i64;
                input = input.below(n);
            }
            input
        }
        12 => {
            let names = ["rock", "paper", "scissors", "well", "fire"];
            let names = &names[..2 + random.below(4) as usize];
            let shown: Vec<String> = (0..count.max(20))
                .map(|_| random.choose(names).to_owned())
                .collect();
            Input::new(format!("{} names", names.len()), None, text(random, shown))
        }
        10 => {
            let (dice, sides) = random.choose(&[(2, 6), (3, 6), (2, 10), (5, 4), (10, 100)]);
            let mut sum = || (0..dice).map(|_| 1 + random.below(sides)).sum::<u64>();
            let shown: Vec<String> = (0..count).map(|_| sum().to_string()).collect();
            let mut input = Input::new(
                format!("{count} of {dice}d{sides}"),
                None,
                text(random, shown),
            );
            if random.below(3) > 0 {
                (input.options.dice, input.options.base) = (Some(dice as u32), 1);
                input = input.below(sides);
            }
            input
        }
        0..=2 => {
            let (bits, digits) = (
                random.choose(&[8, 16, 24, 31, 32, 48, 52, 53]),
                random.choose(&[2, 4, 6, 7, 9, 12, 16, 17, 0]),
            );
            let by = 2_f64.powi(bits as i32) - random.choose(&[0.0, 0.0, 1.0]);
            let fractions: Vec<f64> = (0..count).map(|_| random.bits(bits) as f64 / by).collect();
            let show = |fraction: &f64| match digits {
                0 => fraction.to_string(),
                // The fraction could be rounded to 1.
                digits => format!("{:.digits$}", fraction.min(0.99)),
            };
            let shown: Vec<String> = fractions.iter().map(show).collect();
            Input::new(
                format!("{count} fractions of {bits} bits, {digits} digits"),
                Some(ItemKind::Float),
                text(random, shown),
            )
        }
        3 | 4 => {
            let n = random.choose(BOUNDS);
            let base = random.choose(&[0, 0, 1, 2]) * (n / 2).min(1 << 40) as i64;
            let mut number = || i128::from(random.below(n)) - i128::from(base);
            let shown: Vec<String> = (0..count).map(|_| number().to_string()).collect();
            let shown = text(random, shown);
            let mut input = Input::new(format!("{count} numbers below {n}"), None, shown);
            input.options.base = -base;
            // For small numbers, nobody has to state the bound.
            if n > 1000 || random.below(2) > 0 {
                input = input.below(n);
            }
            input
        }
        5 => {
            let bits = random.choose(&[1, 2, 3, 8, 12, 15, 16, 24, 30, 31, 32, 48, 53, 63, 64]);
            let hexadecimal = random.below(2) == 1;
            let show = |word: u64| {
                if hexadecimal {
                    format!("{word:#x}")
                } else {
                    word.to_string()
                }
            };
            let shown: Vec<String> = (0..count).map(|_| show(random.bits(bits))).collect();
            let mut input = Input::new(
                format!("{count} words of {bits} bits"),
                None,
                text(random, shown),
            );
            // Some words are declared wider than they are.
            input.options.bits = random.choose(&[None, Some(bits), Some(64)]);
            input
        }
        6 => {
            let kinds = [Width::One, Width::Two, Width::Four, Width::Eight];
            let width = random.choose(&kinds);
            if width.bytes() >= 4 && random.below(2) == 1 {
                let fraction = |random: &mut Hashed| random.bits(24) as f64 / 2_f64.powi(24);
                let four = |value: f64| (value as f32).to_le_bytes().to_vec();
                let eight = |value: f64| value.to_le_bytes().to_vec();
                let bytes = (0..count)
                    .map(|_| fraction(random))
                    .flat_map(if width == Width::Four { four } else { eight });
                return Input::new(
                    format!("{count} fractions in {} bytes", width.bytes()),
                    Some(ItemKind::Floats(width, 24)),
                    bytes.collect::<Vec<_>>(),
                );
            }
            let bytes: Vec<u8> = (0..count * width.bytes())
                .map(|_| random.bits(8) as u8)
                .collect();
            Input::new(
                format!("{count} words in {} bytes", width.bytes()),
                Some(ItemKind::Binary(width, 8 * width.bytes() as u32)),
                bytes,
            )
        }
        _ => {
            let mut trace = lockstep::trace::HEADER.to_owned();
            for i in 0..count {
                let n = random.choose(&[2, 6, 10, 26, 100, 1000]);
                let _ = writeln!(trace, "{i} site 0 {} - {}", n - 1, random.below(n));
            }
            Input::new(format!("a trace of {count} draws"), None, trace)
        }
    }
}

/// Numbers that a rule makes of random fractions.
fn of_rule(random: &mut Hashed, count: usize) -> Input {
    let (rule, number) = random.choose(RULES);
    let mut shown = Vec::new();
    for _ in 0..count {
        let fraction = random.bits(53) as f64 / 2_f64.powi(53);
        shown.push(number(fraction).to_string());
    }
    let mut input = Input::new(format!("{count} numbers of {rule}"), None, shown.join(" "));
    input.options.rule = Some(rule.to_owned());
    input
}

/// True randomness in the forms in which people paste it.
fn pasted(random: &mut Hashed, count: usize) -> Input {
    if random.below(3) == 0 {
        return of_rule(random, count);
    }
    let (kind, digits) = (random.below(12), random.choose(&[1, 2, 4, 17]));
    // A single fraction may be asked about.
    let count = if kind == 8 { 1 } else { count };
    let shown: Vec<String> = (0..count)
        .map(|_| match kind {
            0 => (random.bits(32) as i32).to_string(),
            1 => (random.bits(64) as i64).to_string(),
            2 => format!("{:08x}", random.bits(32)),
            3 => char::from(b'A' + random.below(26) as u8).to_string(),
            4 => random.choose(&["true", "false"]).to_owned(),
            // Normals made from sixteen fractions, and a range.
            5 => {
                let parts = (0..16).map(|_| random.bits(48) as f64 / 2_f64.powi(48));
                format!("{:.digits$}", parts.sum::<f64>() - 8.0)
            }
            6 => format!("{:.digits$}", random.bits(53) as f64 / 2_f64.powi(50) - 3.0),
            7 => (u128::from(random.word()) << 64 | u128::from(random.word())).to_string(),
            8 => format!("{:.16}", (random.bits(53) | 1) as f64 / 2_f64.powi(53)),
            10 => {
                let letters = b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
                let one = |_| char::from(letters[random.below([16, 36, 62][count % 3]) as usize]);
                (0..12).map(one).collect()
            }
            11 => format!(
                "{:08x}-{:04x}-4{:03x}-8{:03x}-{:012x}",
                random.bits(32),
                random.bits(16),
                random.bits(12),
                random.bits(12),
                random.bits(48)
            ),
            // A die, two fractions, a word or a deck, with a known seed.
            _ => match count % 4 {
                0 => random.below(6).to_string(),
                1 => format!(
                    "{:.5} {:.5}",
                    (random.bits(16) as f64 / 65_536.0).min(0.99),
                    (random.bits(32) as f64 / 4_294_967_296.0).min(0.99)
                ),
                2 => random.bits(32).to_string(),
                _ => random
                    .choose(&["BDFECA", "EDACBF", "ECBDFA", "ADBCEF", "FEDCBA"])
                    .to_owned(),
            },
        })
        .collect();
    if kind == 9 {
        let lines = shown.iter().enumerate();
        let lines: Vec<String> = lines
            .map(|(seed, numbers)| format!("{seed}: {numbers}"))
            .collect();
        return Input::new(format!("{count} seeds and numbers"), None, lines.join("\n"));
    }
    let mut input = Input::new(
        format!("{count} of {}", shown[0]),
        None,
        text(random, shown),
    );
    // Nobody has to state a distribution for numbers that are not in [0, 1).
    match kind {
        5 | 6 if random.below(2) == 0 => {}
        5 => input.options.normal = Some((0.0, (16.0_f64 / 12.0).sqrt())),
        6 => input.options.range = Some((-3.0, 5.0)),
        _ => {}
    }
    if random.below(4) == 0 {
        let mut deck: Vec<usize> = (0..count.min(400)).collect();
        for i in (1..deck.len()).rev() {
            deck.swap(i, random.below(i as u64 + 1) as usize);
        }
        let shown: Vec<String> = deck.iter().map(usize::to_string).collect();
        input = Input::new(
            format!("a deck of {}", deck.len()),
            None,
            text(random, shown),
        );
    }
    input
}

/// What people typed when asked for random digits, and for random numbers from 1 to 100.
const TYPED: &str = include_str!("typed.txt");

/// The name of a kind of number from people's lives, and a function from the previous number and the place to the next.
type Life = (&'static str, fn(&mut Hashed, u64, u64) -> u64);

const WHOLE: [Life; 16] = [
    ("days in a row", |_, _, i| day(i)),
    ("dates", |random, _, _| day(random.below(8000))),
    ("times in order", |random, x, _| x + random.below(5000)),
    ("times", |random, _, _| {
        1_700_000_000 + random.below(30_000_000)
    }),
    ("prices in cents", |random, _, _| {
        100 * random.below(60) + random.choose(&[0, 49, 95, 99, 99, 99])
    }),
    ("grades", |random, _, _| grade(random)),
    ("temperatures in tenths", |random, _, i| {
        150 + (i / 10) % 60 + random.below(9)
    }),
    ("word lengths", |random, _, _| {
        random.choose(&[1, 2, 2, 3, 3, 3, 4, 4, 5, 6, 7, 8, 11])
    }),
    ("repeats of a number", |_, _, _| 42),
    ("steps", |_, _, i| 5 + i / 10),
    (
        "a number with an exception",
        |_, _, i| if i == 3 { 8 } else { 7 },
    ),
    ("squares", |_, _, i| i * i),
    ("a walk", |random, x, _| x + random.below(3) - 1),
    ("days of a week", |_, _, i| i % 7),
    ("numbers of telephones", |random, _, _| {
        5_550_000_000 + random.below(10_000_000)
    }),
    ("addresses of memory", |random, _, _| {
        0x7fff_0000_0000 + 16 * random.below(1 << 20)
    }),
];

const HUNDREDTHS: [Life; 2] = [
    ("grades as fractions", |random, _, _| grade(random)),
    ("twentieths", |random, _, _| 5 * random.below(20)),
];

const fn day(i: u64) -> u64 {
    20_000_000 + (i / 336) * 10_000 + (i / 28 % 12 + 1) * 100 + i % 28 + 1
}

fn grade(random: &mut Hashed) -> u64 {
    40 + (0..6).map(|_| random.below(60)).sum::<u64>() / 6
}

/// Numbers from people's lives, and whether they may be named as what they are.
pub(super) fn people(random: &mut Hashed) -> (Input, bool) {
    let (count, kind) = (random.count(2000), random.below(21) as usize);
    if kind == 16 {
        let typed = random.choose(&TYPED.lines().collect::<Vec<_>>());
        let input = Input::new("typed numbers", None, typed);
        return (input.below(random.choose(&[100, 1000, u64::MAX])), false);
    }
    let lives = |random: &mut Hashed, (what, number): Life| {
        let mut x = 1_600_000_000;
        let next = |i| {
            x = number(random, x, i);
            x
        };
        (what, (0..count as u64).map(next).collect::<Vec<_>>())
    };
    let mut options = None;
    let (what, numbers) = match kind {
        17 | 18 => {
            options = Some(ItemKind::Float);
            lives(random, HUNDREDTHS[kind - 17])
        }
        19 => {
            let mut numbers: Vec<u64> = (0..count).map(|_| random.bits(31)).collect();
            numbers.sort_unstable();
            ("numbers in order", numbers)
        }
        20 => {
            let count = count.min(60) as u32;
            let numbers = match random.below(3) {
                0 => (0..count).map(|i| 17 + 3 * u64::from(i)).collect(),
                1 => (0..count).map(|i| 1 << i).collect(),
                _ => (0..count)
                    .scan((1, 1), |pair, _| {
                        *pair = (pair.1, pair.0 + pair.1);
                        Some(pair.0)
                    })
                    .collect(),
            };
            ("counts, powers or Fibonacci's", numbers)
        }
        _ => lives(random, WHOLE[kind]),
    };
    let shown = numbers.iter().map(|number| match options {
        None => number.to_string(),
        Some(_) => format!("0.{number:02}"),
    });
    let shown = text(random, shown);
    (
        Input::new(format!("{count} {what}"), options, shown),
        kind == 20,
    )
}
