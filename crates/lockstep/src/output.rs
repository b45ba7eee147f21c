//! The outputs of ops.

use std::fmt::{self, Write as _};

use sha2::{Digest, Sha256};

/// A list of more words is written as its length and digest.
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

/// A draw counted from the least value asked for, however the bounds are ordered: `5 10 8` is `0 5 3`.
#[derive(Eq, PartialEq)]
pub(crate) struct RelativeDraw {
    most: i128,
    value: i128,
}

/// The draws, counted from their least values. Draws are equal if these are.
pub(crate) fn relative_draws(draws: &[Drawn]) -> Vec<RelativeDraw> {
    let mut relative = Vec::with_capacity(draws.len());
    for &Drawn { lo, hi, value } in draws {
        relative.push(RelativeDraw {
            most: lo.abs_diff(hi).into(),
            value: i128::from(value) - i128::from(lo.min(hi)),
        });
    }
    relative
}

/// Whether two sides took the same draws, if both log them.
pub(crate) fn draws_agree(one: Option<&[Drawn]>, other: Option<&[Drawn]>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => one == other || relative_draws(one) == relative_draws(other),
        _ => true,
    }
}

/// The output of an op.
///
/// Its `Display` is the canonical form that digests are made of, on one line: `nothing`, a decimal number, `[1 2 3]`,
/// `["a" "b"]`; more than 16 words are their count and the SHA-256 of the words in little-endian order.
///
/// ```
/// use roguelab_lockstep::Output;
/// assert_eq!(Output::Words(vec![1, 2]).to_string(), "[1 2]");
/// assert_eq!(Output::Texts(vec!["blue ".into(), "a\"b".into()]).to_string(), r#"["blue " "a\"b"]"#);
/// assert!(Output::Words(vec![0; 17]).to_string().starts_with("17 words sha256 "));
/// ```
#[derive(Clone, Debug, Default, Eq, PartialEq, Hash)]
pub enum Output {
    /// No output: the op only changes the state.
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
}

impl Output {
    /// How many numbers, words or texts it holds.
    pub(crate) fn count(&self) -> usize {
        match self {
            Self::Nothing => 0,
            Self::Number(_) => 1,
            Self::Words(words) => words.len(),
            Self::Words64(words) => words.len(),
            Self::Texts(texts) => texts.len(),
        }
    }

    /// About how many bytes of memory it takes.
    pub(crate) fn bytes(&self) -> usize {
        match self {
            Self::Nothing | Self::Number(_) => 0,
            Self::Words(words) => size_of_val(&**words),
            Self::Words64(words) => size_of_val(&**words),
            Self::Texts(texts) => texts
                .iter()
                .map(|text| size_of_val(text) + text.len())
                .sum(),
        }
    }

    /// Feeds the canonical bytes to `digest`: a tag (0 nothing, 1 number, 2 words, 3 texts, 5 64-bit words),
    /// then, all little-endian, a number in 16 bytes; or the count in 8 bytes and each word in 4 or 8; or the count in
    /// 8 bytes and, for each text, its length in 8 bytes and its UTF-8.
    pub(crate) fn feed(&self, digest: &mut Sha256) {
        match self {
            Self::Nothing => digest.update([0]),
            Self::Number(number) => {
                let mut bytes = [1; 17];
                bytes[1..].copy_from_slice(&number.to_le_bytes());
                digest.update(bytes);
            }
            Self::Words(words) => {
                digest.update([2]);
                feed_length(words, digest);
                feed_words(words, u32::to_le_bytes, digest);
            }
            Self::Words64(words) => {
                digest.update([5]);
                feed_length(words, digest);
                feed_words(words, u64::to_le_bytes, digest);
            }
            Self::Texts(texts) => {
                digest.update([3]);
                feed_length(texts, digest);
                for text in texts {
                    feed_length(text.as_bytes(), digest);
                    digest.update(text);
                }
            }
        }
    }
}

fn feed_length<T>(list: &[T], digest: &mut Sha256) {
    digest.update((list.len() as u64).to_le_bytes());
}

/// In blocks: the digest takes a few bytes at a time much more slowly than a thousand.
fn feed_words<T: Copy, const N: usize>(
    words: &[T],
    bytes: impl Fn(T) -> [u8; N],
    digest: &mut Sha256,
) {
    for block in words.chunks(1024) {
        let block: Vec<[u8; N]> = block.iter().map(|&word| bytes(word)).collect();
        digest.update(block.as_flattened());
    }
}

impl fmt::Display for Output {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nothing => f.write_str("nothing"),
            Self::Number(number) => write!(f, "{number}"),
            Self::Words(words) => write_words(f, words, "words", u32::to_le_bytes),
            Self::Words64(words) => write_words(f, words, "words of 64 bits", u64::to_le_bytes),
            Self::Texts(texts) => bracketed(f, texts.iter().map(|text| format!("{text:?}"))),
        }
    }
}

fn write_words<T: Copy + fmt::Display, const N: usize>(
    f: &mut fmt::Formatter<'_>,
    words: &[T],
    what: &str,
    bytes: fn(T) -> [u8; N],
) -> fmt::Result {
    if words.len() <= READABLE_WORDS {
        return bracketed(f, words.iter().map(ToString::to_string));
    }
    let mut digest = Sha256::new();
    feed_words(words, bytes, &mut digest);
    write!(
        f,
        "{} {what} sha256 {}",
        words.len(),
        hex(&digest.finalize())
    )
}

fn bracketed(f: &mut fmt::Formatter<'_>, items: impl Iterator<Item = String>) -> fmt::Result {
    write!(f, "[{}]", items.collect::<Vec<_>>().join(" "))
}

/// Bytes in lowercase hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        // Writing to memory cannot fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// Everything that one op shows: its output and, from a side that logs them, the draws it took.
///
/// ```
/// use roguelab_lockstep::{Drawn, Seen};
/// let logged = |value| Seen::number(3).with_draws(vec![Drawn { lo: 0, hi: 9, value }]);
/// assert!(!logged(3).agrees(&logged(4)));
/// assert!(logged(3).agrees(&Seen::number(3)), "a side that logs no draws is compared by its output alone");
/// ```
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Seen {
    /// The output of the op.
    pub output: Output,
    /// The draws it took, in order; `None` from a side that does not log them.
    pub draws: Option<Vec<Drawn>>,
}

impl Seen {
    /// The result of an op that returned nothing.
    pub fn nothing() -> Self {
        Self::default()
    }

    /// The result of an op that returned a number.
    pub fn number(number: impl Into<i128>) -> Self {
        Output::Number(number.into()).into()
    }

    /// The result of an op that returned words.
    pub fn words(words: impl Into<Vec<u32>>) -> Self {
        Output::Words(words.into()).into()
    }

    /// The result of an op that returned 64-bit words.
    pub fn words64(words: impl Into<Vec<u64>>) -> Self {
        Output::Words64(words.into()).into()
    }

    /// The result of an op that returned texts.
    pub fn texts<T: Into<String>>(texts: impl IntoIterator<Item = T>) -> Self {
        Output::Texts(texts.into_iter().map(Into::into).collect()).into()
    }

    /// The same result, with the draws that were taken.
    #[must_use]
    pub fn with_draws(self, draws: Vec<Drawn>) -> Self {
        Self {
            draws: Some(draws),
            ..self
        }
    }

    /// Whether the draws are equal, if both sides log them.
    pub(crate) fn draws_agree(&self, other: &Self) -> bool {
        draws_agree(self.draws.as_deref(), other.draws.as_deref())
    }

    /// Whether draws and outputs are equal.
    pub fn agrees(&self, other: &Self) -> bool {
        self.draws_agree(other) && self.output == other.output
    }
}

impl From<Output> for Seen {
    fn from(output: Output) -> Self {
        Self {
            output,
            draws: None,
        }
    }
}
