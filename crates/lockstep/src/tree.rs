//! Digests of a finite domain, case by case: evidence that can be recomputed without the implementation it came from.
//!
//! The leaf of a case is the SHA-256 of the canonical bytes ([`Output::feed`]) of its outputs, in order. Neighbouring
//! cases make a chunk: its digest is the SHA-256 of their leaves. The root is the SHA-256 of the digests of the chunks.
//! Root and chunks are kept whole; of each leaf only the first two bytes are kept, enough to say which case of a wrong
//! chunk differs first.

use std::fmt::Write as _;
use std::num::NonZeroUsize;

use sha2::{Digest, Sha256};
use thiserror::Error;

use crate::basis::Basis;
use crate::cases::Cases;
use crate::failure::Failure;
use crate::guard::show;
use crate::output::{Output, hex};
use crate::runner::check_basis;
use crate::subject::Subject;

/// Neighbouring cases: their digest, and the first two bytes of each leaf.
#[derive(Clone, Debug, Eq, PartialEq)]
struct Chunk {
    digest: [u8; 32],
    tags: Vec<[u8; 2]>,
}

/// The digests of a list of cases.
///
/// ```
/// use lockstep::{DigestTree, Output};
/// use std::num::NonZeroUsize;
///
/// let chunk = NonZeroUsize::new(4).unwrap();
/// let tree = |wrong| {
///     DigestTree::new(chunk, (0..10).map(|case| [Output::Number(if case == wrong { -1 } else { case })]))
/// };
/// let (expected, actual) = (tree(10), tree(6));
/// assert_eq!(DigestTree::parse(&expected.to_text("squares", "reference", "make"))?, expected);
/// let difference = expected.compare(&actual).unwrap_err().to_string();
/// assert!(difference.starts_with("chunk 1 (cases 4 to 7) differs first, in case 6"));
/// # Ok::<(), lockstep::TreeError>(())
/// ```
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct DigestTree {
    size: NonZeroUsize,
    chunks: Vec<Chunk>,
}

/// A text that is no tree, or two trees that differ: where, and what was expected there.
#[derive(Clone, Debug, Eq, PartialEq, Error)]
#[error("{0}")]
pub struct TreeError(String);

fn leaf(case: impl IntoIterator<Item = Output>) -> [u8; 32] {
    let mut digest = Sha256::new();
    case.into_iter().for_each(|output| output.feed(&mut digest));
    digest.finalize().into()
}

impl DigestTree {
    /// The tree of these cases, each a list of outputs, with so many cases in a chunk.
    pub fn new<Case: IntoIterator<Item = Output>>(size: NonZeroUsize, cases: impl IntoIterator<Item = Case>) -> Self {
        Self::of_leaves(size, &cases.into_iter().map(leaf).collect::<Vec<_>>())
    }

    /// The tree of what an implementation shows in these cases.
    ///
    /// # Errors
    /// As [`run`](crate::run), except for a mismatch.
    pub fn record<S: Subject + ?Sized>(
        subject: &S,
        basis: Basis,
        cases: Cases<S::Op>,
        size: NonZeroUsize,
    ) -> Result<Self, Failure> {
        check_basis(subject, basis)?;
        let mut leaves = Vec::new();
        cases.each(|_, ops| -> Result<(), Failure> {
            let mut case = Vec::with_capacity(ops.len());
            show(subject, basis, &ops, |_, seen| case.push(seen.output))?;
            leaves.push(leaf(case));
            Ok(())
        })?;
        Ok(Self::of_leaves(size, &leaves))
    }

    fn of_leaves(size: NonZeroUsize, leaves: &[[u8; 32]]) -> Self {
        let chunks = leaves.chunks(size.get()).map(|leaves| Chunk {
            digest: Sha256::digest(leaves.as_flattened()).into(),
            tags: leaves.iter().map(|leaf| [leaf[0], leaf[1]]).collect(),
        });
        Self { size, chunks: chunks.collect() }
    }

    /// How many cases it is of.
    pub fn cases(&self) -> usize {
        self.chunks.iter().map(|chunk| chunk.tags.len()).sum()
    }

    /// The digest of all cases.
    pub fn root(&self) -> [u8; 32] {
        let mut digest = Sha256::new();
        self.chunks.iter().for_each(|chunk| digest.update(chunk.digest));
        digest.finalize().into()
    }

    /// Compares another tree with this one.
    ///
    /// # Errors
    /// The first chunk that differs, and the case in it.
    pub fn compare(&self, actual: &Self) -> Result<(), TreeError> {
        let differs = |what| Err(TreeError(what));
        let size = self.size.get();
        if self.size != actual.size {
            return differs(format!("chunks of {size} cases were expected, not of {}", actual.size));
        }
        let mut chunks = self.chunks.iter().zip(&actual.chunks).enumerate();
        if let Some((chunk, (expected, found))) = chunks.find(|(_, (expected, found))| expected != found) {
            let same = expected.tags.iter().zip(&found.tags).take_while(|(expected, found)| expected == found).count();
            let first = chunk * size;
            // If all tags are equal, two bytes were not enough, and only the digest of the chunk tells.
            let which = if same < expected.tags.len().max(found.tags.len()) {
                format!("case {}", first + same)
            } else {
                "a case that two bytes of its digest do not tell".to_owned()
            };
            let last = first + expected.tags.len() - 1;
            let digests = format!("expected {}, found {}", hex(&expected.digest), hex(&found.digest));
            return differs(format!("chunk {chunk} (cases {first} to {last}) differs first, in {which}: {digests}"));
        }
        let (expected, found) = (self.cases(), actual.cases());
        if expected == found {
            return Ok(());
        }
        differs(format!("{expected} cases were expected, and there are {found}"))
    }

    /// The tree as text, which says what it is of and how it is read.
    pub fn to_text(&self, subject: &str, source: &str, command: &str) -> String {
        let mut text = format!(
            "# subject: {subject}\n# source: {source}\n# command: {command}\n\
             # form: root and SHA-256 over the chunks; then for each chunk its number, its SHA-256 over the leaves of its cases,\n\
             # and the first two bytes of each leaf, the SHA-256 over the canonical bytes of what the case shows\n\
             cases {} in chunks of {}\nroot {}\n",
            self.cases(),
            self.size,
            hex(&self.root()),
        );
        for (number, Chunk { digest, tags }) in self.chunks.iter().enumerate() {
            writeln!(text, "{number} {} {}", hex(digest), hex(tags.as_flattened())).expect("a String takes any text");
        }
        text
    }

    /// The tree that [`to_text`](Self::to_text) wrote.
    ///
    /// # Errors
    /// The line that cannot be read, or that the parts do not make up the whole.
    pub fn parse(text: &str) -> Result<Self, TreeError> {
        let mut lines = (1..).zip(text.lines()).filter(|(_, line)| !line.starts_with('#'));
        let wrong = |found: Option<(usize, &str)>, expected| {
            let (line, found) = found.unwrap_or_else(|| (text.lines().count() + 1, ""));
            let found: String = found.chars().take(100).collect();
            TreeError(format!("line {line}: expected {expected}, not `{found}`"))
        };
        let first = lines.next();
        let sizes = first.and_then(|(_, text)| text.strip_prefix("cases ")?.split_once(" in chunks of "));
        let sizes = sizes.and_then(|(cases, size)| Some((cases.parse::<usize>().ok()?, size.parse().ok()?)));
        let (cases, size): (_, NonZeroUsize) = sizes.ok_or_else(|| wrong(first, "cases N in chunks of N"))?;
        let second = lines.next();
        let root = second.and_then(|(_, text)| bytes(text.strip_prefix("root ")?));
        let root = root.ok_or_else(|| wrong(second, "root SHA-256"))?;

        let mut chunks = Vec::new();
        for (number, text) in lines {
            let chunk = read_chunk(text, chunks.len()).filter(|chunk| (1..=size.get()).contains(&chunk.tags.len()));
            let chunk = chunk.ok_or_else(|| wrong(Some((number, text)), "the next chunk's number, SHA-256 and tags"));
            chunks.push(chunk?);
        }
        let tree = Self { size, chunks };
        let whole = tree.chunks.iter().rev().skip(1).all(|chunk| chunk.tags.len() == size.get());
        if tree.cases() == cases && tree.root()[..] == root && whole {
            return Ok(tree);
        }
        Err(TreeError("the chunks do not make up the root and the number of cases: regenerate the file".into()))
    }
}

fn read_chunk(text: &str, number: usize) -> Option<Chunk> {
    let (digest, tags) = text.strip_prefix(&format!("{number} "))?.split_once(' ')?;
    let tags = bytes(tags)?;
    let (tags, []) = tags.as_chunks() else { return None };
    Some(Chunk { digest: bytes(digest)?.try_into().ok()?, tags: tags.to_vec() })
}

/// The bytes of a hexadecimal text.
fn bytes(text: &str) -> Option<Vec<u8>> {
    let digit = |byte: u8| char::from(byte).to_digit(16);
    let pair = |pair: &[u8]| Some((digit(pair[0])? << 4 | digit(*pair.get(1)?)?) as u8);
    text.as_bytes().chunks(2).map(pair).collect()
}

#[cfg(test)]
#[cfg(not(miri))]
mod tests {
    use super::*;

    const SIZE: NonZeroUsize = NonZeroUsize::new(16).unwrap();

    fn outputs(case: u32) -> [Output; 2] {
        [Output::Words(vec![case, case ^ 1]), Output::Nothing]
    }

    fn tree(cases: u32) -> DigestTree {
        DigestTree::new(SIZE, (0..cases).map(outputs))
    }

    #[test]
    fn a_difference_is_named_with_its_chunk_and_case() {
        let differs = |expected: &DigestTree, actual: &DigestTree, start: &str| {
            let difference = expected.compare(actual).unwrap_err().to_string();
            assert!(difference.starts_with(start), "{difference}");
        };
        for (wrong, start) in [
            (0, "chunk 0 (cases 0 to 15) differs first, in case 0: expected "),
            (15, "chunk 0 (cases 0 to 15) differs first, in case 15: "),
            (16, "chunk 1 (cases 16 to 31) differs first, in case 16: "),
            (99, "chunk 6 (cases 96 to 99) differs first, in case 99: "),
        ] {
            let changed = DigestTree::new(SIZE, (0..100).map(|case| outputs(if case == wrong { 1000 } else { case })));
            differs(&tree(100), &changed, start);
        }
        differs(&tree(96), &tree(95), "chunk 5 (cases 80 to 95) differs first, in case 95: ");
        differs(&tree(96), &tree(97), "96 cases were expected, and there are 97");
        let single = DigestTree::new(NonZeroUsize::MIN, (0..100).map(outputs));
        differs(&tree(100), &single, "chunks of 16 cases were expected, not of 1");
        assert_eq!(tree(100).compare(&tree(100)), Ok(()));

        // Two bytes of a leaf are not enough to tell which case differs.
        let mut changed = tree(20);
        changed.chunks[1].digest[31] ^= 1;
        differs(&tree(20), &changed, "chunk 1 (cases 16 to 19) differs first, in a case that two bytes");
    }

    #[test]
    fn a_text_is_read_as_it_was_written_and_a_changed_one_is_refused() {
        for cases in [1, 16, 100] {
            let text = tree(cases).to_text("numbers", "reference", "make");
            assert_eq!(DigestTree::parse(&text), Ok(tree(cases)));
        }
        let text = tree(100).to_text("numbers", "reference", "make");
        for (from, to, expected) in [
            ("cases 100", "cases 101", "the chunks do not make up the root"),
            ("\nroot ", "\nroof ", "line 7: expected root SHA-256, not `roof"),
            ("\n3 ", "\n4 ", "line 11: expected the next chunk's number"),
            (text.as_str(), "", "line 1: expected cases N in chunks of N, not ``"),
        ] {
            let error = DigestTree::parse(&text.replacen(from, to, 1)).unwrap_err().to_string();
            assert!(error.starts_with(expected), "{error}");
        }
    }
}
