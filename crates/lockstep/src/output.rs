//! What an op makes visible.

use std::fmt;

use sha2::{Digest, Sha256};

use crate::difference::Difference;

/// A list of words longer than this is written as its length and digest.
const READABLE_WORDS: usize = 16;

/// One bounded draw, as a side that logs them reports it.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct Drawn {
    /// The least value asked for.
    pub lo: i64,
    /// The greatest value asked for.
    pub hi: i64,
    /// The value given.
    pub value: i64,
}

/// What an op returned.
///
/// Displayed in its canonical form, one line, the one that fixtures hold: `nothing`, a decimal number, `[1 2 3]`,
/// `["a" "b"]`; more than 16 words are their count and the SHA-256 over the words in little-endian order.
///
/// ```
/// use lockstep::Output;
/// assert_eq!(Output::Words(vec![1, 2]).to_string(), "[1 2]");
/// assert_eq!(Output::Texts(vec!["blue ".into(), "a\"b".into()]).to_string(), r#"["blue " "a\"b"]"#);
/// assert!(Output::Words(vec![0; 17]).to_string().starts_with("17 words sha256 "));
/// ```
#[derive(Clone, Debug, Default, Eq, PartialEq, Hash)]
pub enum Output {
    /// Nothing: an op that only changes the state.
    #[default]
    Nothing,
    /// One number of any width and sign.
    Number(i128),
    /// A list of 32-bit words.
    Words(Vec<u32>),
    /// A list of 64-bit words.
    Words64(Vec<u64>),
    /// A list of texts.
    Texts(Vec<String>),
    /// None: the op panicked, and said this. It agrees with nothing, another panic included.
    Panic(String),
}

impl Output {
    /// Whether they are equal, and not panics.
    pub(crate) fn agrees(&self, other: &Self) -> bool {
        self == other && !matches!(self, Self::Panic(_))
    }

    /// How many numbers, words or texts it holds.
    pub fn count(&self) -> usize {
        match self {
            Self::Nothing | Self::Panic(_) => 0,
            Self::Number(_) => 1,
            Self::Words(words) => words.len(),
            Self::Words64(words) => words.len(),
            Self::Texts(texts) => texts.len(),
        }
    }

    /// Feeds the canonical bytes to `digest`: a tag (0 nothing, 1 number, 2 words, 3 texts, 4 panic, 5 64-bit words), then, all little-endian,
    /// the number in 16 bytes; or the length in 8 bytes and each word in 4, or in 8; or the length in 8 bytes and, for each
    /// text, its length in 8 bytes and its UTF-8.
    pub fn feed(&self, digest: &mut Sha256) {
        match self {
            Self::Nothing => digest.update([0]),
            Self::Number(number) => {
                let mut bytes = [1; 17];
                bytes[1..].copy_from_slice(&number.to_le_bytes());
                digest.update(bytes);
            }
            Self::Words(words) => {
                digest.update([2]);
                digest.update((words.len() as u64).to_le_bytes());
                feed_words(words, digest);
            }
            Self::Words64(words) => {
                digest.update([5]);
                digest.update((words.len() as u64).to_le_bytes());
                feed_words(&halves(words), digest);
            }
            Self::Texts(texts) => {
                digest.update([3]);
                digest.update((texts.len() as u64).to_le_bytes());
                for text in texts {
                    digest.update((text.len() as u64).to_le_bytes());
                    digest.update(text);
                }
            }
            Self::Panic(message) => {
                digest.update([4]);
                digest.update(message);
            }
        }
    }

    /// Its form, for a person: `nothing`, `a number`, `3 words`, `2 texts`.
    pub(crate) fn form(&self) -> String {
        match self {
            Self::Nothing => "nothing".to_owned(),
            Self::Number(number) => format!("the number {number}"),
            Self::Words(words) => format!("{} words", words.len()),
            Self::Words64(words) => format!("{} words of 64 bits", words.len()),
            Self::Texts(texts) => format!("{} texts", texts.len()),
            Self::Panic(message) => format!("a panic: {message}"),
        }
    }
}

/// Each word as its low half and its high half: in little-endian bytes the same.
fn halves(words: &[u64]) -> Vec<u32> {
    words.iter().flat_map(|&word| [word as u32, (word >> 32) as u32]).collect()
}

fn feed_words(words: &[u32], digest: &mut Sha256) {
    // In blocks: the digest takes four bytes at a time much more slowly than a thousand.
    let mut bytes = [0; 4096];
    for block in words.chunks(bytes.len() / 4) {
        for (place, word) in bytes.chunks_exact_mut(4).zip(block) {
            place.copy_from_slice(&word.to_le_bytes());
        }
        digest.update(&bytes[..4 * block.len()]);
    }
}

impl fmt::Display for Output {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nothing => f.write_str("nothing"),
            Self::Number(number) => write!(f, "{number}"),
            Self::Words(words) if words.len() > READABLE_WORDS => {
                let mut digest = Sha256::new();
                feed_words(words, &mut digest);
                write!(f, "{} words sha256 {}", words.len(), hex(&digest.finalize()))
            }
            Self::Words64(words) if words.len() > READABLE_WORDS => {
                let mut digest = Sha256::new();
                feed_words(&halves(words), &mut digest);
                write!(f, "{} words of 64 bits sha256 {}", words.len(), hex(&digest.finalize()))
            }
            Self::Words(words) => bracketed(f, words.iter()),
            Self::Words64(words) => bracketed(f, words.iter()),
            Self::Texts(texts) => bracketed(f, texts.iter().map(|text| format!("{text:?}"))),
            Self::Panic(message) => write!(f, "a panic: {message}"),
        }
    }
}

fn bracketed(f: &mut fmt::Formatter<'_>, items: impl Iterator<Item = impl fmt::Display>) -> fmt::Result {
    f.write_str("[")?;
    for (index, item) in items.enumerate() {
        write!(f, "{}{item}", if index == 0 { "" } else { " " })?;
    }
    f.write_str("]")
}

/// Bytes in lowercase hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    use fmt::Write as _;
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut text, byte| {
        write!(text, "{byte:02x}").expect("a String takes every text");
        text
    })
}

/// What one op made visible: its output and, from a side that logs them, the draws it took.
///
/// ```
/// use lockstep::{Drawn, Seen};
/// let logged = |value| Seen::number(3).with_draws(vec![Drawn { lo: 0, hi: 9, value }]);
/// assert!(!logged(3).agrees(&logged(4)));
/// assert!(logged(3).agrees(&Seen::number(3)), "a side that logs no draws is compared by its output alone");
/// ```
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Seen {
    /// What the op returned.
    pub output: Output,
    /// The draws it took, in order; `None` from a side that does not log them.
    pub draws: Option<Vec<Drawn>>,
}

impl Seen {
    /// An op that returned nothing.
    pub fn nothing() -> Self {
        Self::default()
    }

    /// An op that returned a number.
    pub fn number(number: impl Into<i128>) -> Self {
        Output::Number(number.into()).into()
    }

    /// An op that returned words.
    pub fn words(words: impl Into<Vec<u32>>) -> Self {
        Output::Words(words.into()).into()
    }

    /// An op that returned 64-bit words.
    pub fn words64(words: impl Into<Vec<u64>>) -> Self {
        Output::Words64(words.into()).into()
    }

    /// An op that returned texts.
    pub fn texts<T: Into<String>>(texts: impl IntoIterator<Item = T>) -> Self {
        Output::Texts(texts.into_iter().map(Into::into).collect()).into()
    }

    /// The same, with the draws that were taken.
    #[must_use]
    pub fn with_draws(self, draws: Vec<Drawn>) -> Self {
        Self { draws: Some(draws), ..self }
    }

    /// Whether the outputs are equal, and none is a panic, and, where both sides log draws, the draws are.
    pub fn agrees(&self, other: &Self) -> bool {
        let drawn_alike = match (&self.draws, &other.draws) {
            (Some(ours), Some(theirs)) => ours == theirs,
            _ => true,
        };
        drawn_alike && self.output.agrees(&other.output)
    }

    /// Where `actual` first differs from this one, the draws before the output; `None` if they agree.
    pub fn difference(&self, actual: &Self) -> Option<Difference> {
        Difference::between(self, actual)
    }
}

impl From<Output> for Seen {
    fn from(output: Output) -> Self {
        Self { output, draws: None }
    }
}
