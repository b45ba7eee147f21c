//! Digests of a finite domain, case by case: evidence that can be recomputed without the implementation it came from.
//!
//! The leaf of a case is the SHA-256 over the canonical bytes ([`Output::feed`]) of its outputs, in order. Neighbouring
//! cases make a chunk: its digest is the SHA-256 over their leaves. The root is the SHA-256 over the digests of the chunks.
//! Root and chunks are kept whole; of each leaf the first two bytes are kept, enough to say which case of a chunk that is
//! not as it should be differs first.

use std::fmt::{self, Write as _};
use std::num::NonZeroUsize;

use sha2::{Digest, Sha256};
use thiserror::Error;

use crate::cases::Cases;
use crate::guard::show;
use crate::output::{Output, hex};
use crate::pair::check_corner;
use crate::runner::Failure;
use crate::subject::{Corner, Subject};

/// The first two bytes of a leaf.
type Tag = [u8; 2];

/// Cases that stand together.
#[derive(Clone, Debug, Eq, PartialEq)]
struct Chunk {
    digest: [u8; 32],
    tags: Vec<Tag>,
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

impl DigestTree {
    /// The tree of these cases, each a list of outputs, with so many cases in a chunk.
    pub fn new<Case: IntoIterator<Item = Output>>(size: NonZeroUsize, cases: impl IntoIterator<Item = Case>) -> Self {
        let mut grower = Grower::new(size);
        for case in cases {
            grower.push(case);
        }
        grower.finish()
    }

    /// The tree of what a corner shows in these cases.
    ///
    /// # Errors
    ///
    /// [`Failure::NoCorner`], [`Failure::Missing`], or that of a list of cases that does not keep its promise.
    pub fn record<S: Subject + ?Sized>(
        subject: &S,
        corner: Corner,
        cases: Cases<S::Op>,
        size: NonZeroUsize,
    ) -> Result<Self, Failure> {
        check_corner(subject, corner)?;
        let mut grower = Grower::new(size);
        cases.each(|_, ops| -> Result<(), Failure> {
            let mut outputs = Vec::with_capacity(ops.len());
            show(subject, corner, &ops, |_, seen| outputs.push(seen.output))?;
            grower.push(outputs);
            Ok(())
        })?;
        Ok(grower.finish())
    }

    /// How many cases there are.
    pub fn cases(&self) -> usize {
        self.chunks.iter().map(|chunk| chunk.tags.len()).sum()
    }

    /// SHA-256 over the digests of the chunks.
    pub fn root(&self) -> [u8; 32] {
        let mut digest = Sha256::new();
        for chunk in &self.chunks {
            digest.update(chunk.digest);
        }
        digest.finalize().into()
    }

    /// Holds another tree against this one.
    ///
    /// # Errors
    ///
    /// [`TreeDifference`] with the first chunk that differs, and the case in it.
    pub fn compare(&self, actual: &Self) -> Result<(), TreeDifference> {
        let differs = |kind| Err(TreeDifference { size: self.size, kind });
        if self.size != actual.size {
            return differs(Difference::Size { actual: actual.size });
        }
        for (chunk, (expected, found)) in self.chunks.iter().zip(&actual.chunks).enumerate() {
            if expected != found {
                let same =
                    expected.tags.iter().zip(&found.tags).take_while(|(expected, found)| expected == found).count();
                // All tags of both are equal: two bytes were not enough, and the digest of the chunk is what tells.
                let case = (same < expected.tags.len().max(found.tags.len())).then_some(chunk * self.size.get() + same);
                let last = chunk * self.size.get() + expected.tags.len() - 1;
                let digests = [expected.digest, found.digest].map(|digest| hex(&digest));
                return differs(Difference::Chunk { chunk, last, case, digests });
            }
        }
        if self.cases() == actual.cases() {
            Ok(())
        } else {
            differs(Difference::Cases { expected: self.cases(), actual: actual.cases() })
        }
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
            let tags: String = tags.iter().map(|tag| hex(tag)).collect();
            writeln!(text, "{number} {} {tags}", hex(digest)).expect("a string takes everything");
        }
        text
    }

    /// The tree that [`to_text`](Self::to_text) wrote.
    ///
    /// # Errors
    ///
    /// [`TreeError`] with the line that cannot be read, or if the parts do not make up the whole.
    pub fn parse(text: &str) -> Result<Self, TreeError> {
        let mut lines = (1..).zip(text.lines()).filter(|(_, line)| !line.starts_with('#'));
        let line = |found: Option<(usize, &str)>, expected| {
            let (line, text) = found.unwrap_or_else(|| (text.lines().count() + 1, ""));
            TreeError::Line { line, expected, text: text.chars().take(100).collect() }
        };

        let first = lines.next();
        let sizes = first.and_then(|(_, text)| text.strip_prefix("cases ")?.split_once(" in chunks of "));
        let sizes = sizes.and_then(|(cases, size)| Some((cases.parse::<usize>().ok()?, size.parse().ok()?)));
        let (cases, size): (_, NonZeroUsize) = sizes.ok_or_else(|| line(first, "cases N in chunks of N"))?;
        let second = lines.next();
        let root = second.and_then(|(_, text)| bytes(text.strip_prefix("root ")?));
        let root: Vec<u8> = root.ok_or_else(|| line(second, "root SHA-256"))?;

        let mut chunks = Vec::new();
        for (number, text) in lines {
            let chunk = read_chunk(text, chunks.len()).filter(|chunk| (1..=size.get()).contains(&chunk.tags.len()));
            chunks.push(chunk.ok_or_else(|| line(Some((number, text)), "the next chunk's number, SHA-256 and tags"))?);
        }
        let tree = Self { size, chunks };
        let whole = tree.chunks.iter().rev().skip(1).all(|chunk| chunk.tags.len() == size.get());
        if tree.cases() == cases && tree.root()[..] == root && whole { Ok(tree) } else { Err(TreeError::Parts) }
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

/// Makes a tree, a case at a time.
struct Grower {
    tree: DigestTree,
    leaves: Sha256,
    tags: Vec<Tag>,
}

impl Grower {
    fn new(size: NonZeroUsize) -> Self {
        Self { tree: DigestTree { size, chunks: Vec::new() }, leaves: Sha256::new(), tags: Vec::new() }
    }

    fn push(&mut self, case: impl IntoIterator<Item = Output>) {
        let mut leaf = Sha256::new();
        for output in case {
            output.feed(&mut leaf);
        }
        let leaf: [u8; 32] = leaf.finalize().into();
        self.leaves.update(leaf);
        self.tags.push([leaf[0], leaf[1]]);
        if self.tags.len() == self.tree.size.get() {
            self.close();
        }
    }

    fn close(&mut self) {
        let digest = std::mem::take(&mut self.leaves).finalize().into();
        self.tree.chunks.push(Chunk { digest, tags: std::mem::take(&mut self.tags) });
    }

    fn finish(mut self) -> DigestTree {
        if !self.tags.is_empty() {
            self.close();
        }
        self.tree
    }
}

/// What differs.
#[derive(Clone, Debug, Eq, PartialEq)]
enum Difference {
    Size { actual: NonZeroUsize },
    Chunk { chunk: usize, last: usize, case: Option<usize>, digests: [String; 2] },
    Cases { expected: usize, actual: usize },
}

/// Two trees that are not the same. Its `Display` names the chunk, then the case.
#[derive(Clone, Debug, Eq, PartialEq, Error)]
pub struct TreeDifference {
    size: NonZeroUsize,
    kind: Difference,
}

impl TreeDifference {
    /// The first case that differs, where that can be told.
    pub fn case(&self) -> Option<usize> {
        match &self.kind {
            Difference::Chunk { case, .. } => *case,
            Difference::Cases { expected, actual } => Some(*expected.min(actual)),
            Difference::Size { .. } => None,
        }
    }
}

impl fmt::Display for TreeDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            Difference::Size { actual } => write!(f, "chunks of {} cases were expected, not of {actual}", self.size),
            Difference::Cases { expected, actual } => {
                write!(f, "{expected} cases were expected, and there are {actual}")
            }
            Difference::Chunk { chunk, last, case, digests: [expected, actual] } => {
                let first = chunk * self.size.get();
                write!(f, "chunk {chunk} (cases {first} to {last}) differs first, in ")?;
                match case {
                    Some(case) => write!(f, "case {case}")?,
                    None => f.write_str("a case that two bytes of its digest do not tell")?,
                }
                write!(f, ": expected {expected}, found {actual}")
            }
        }
    }
}

/// A text that is no tree.
#[derive(Clone, Debug, Eq, PartialEq, Error)]
#[non_exhaustive]
pub enum TreeError {
    /// A line cannot be read. Lines are counted from 1.
    #[error("line {line}: expected {expected}, not `{text}`")]
    Line {
        /// The line.
        line: usize,
        /// What belongs there.
        expected: &'static str,
        /// The beginning of what stands there.
        text: String,
    },
    /// Root, number of cases or length of a chunk do not go together: the text was changed by hand.
    #[error("the chunks do not make up the root and the number of cases: make the file anew")]
    Parts,
}

#[cfg(test)]
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
    #[cfg_attr(miri, ignore = "minutes under Miri")]
    fn a_changed_case_is_named_with_its_chunk() {
        for wrong in [0, 15, 16, 37, 99] {
            let changed = DigestTree::new(SIZE, (0..100).map(|case| outputs(if case == wrong { 1000 } else { case })));
            let difference = tree(100).compare(&changed).unwrap_err();
            assert_eq!(difference.case(), Some(wrong as usize));
            assert!(difference.to_string().starts_with(&format!("chunk {} ", wrong / 16)), "{difference}");
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "minutes under Miri")]
    fn a_missing_case_and_another_order_are_differences() {
        assert_eq!(tree(96).compare(&tree(95)).unwrap_err().case(), Some(95));
        assert_eq!(tree(96).compare(&tree(97)).unwrap_err().case(), Some(96));
        let turned = DigestTree::new(SIZE, (0..100).rev().map(outputs));
        assert_eq!(tree(100).compare(&turned).unwrap_err().case(), Some(0));
        assert!(tree(100).compare(&DigestTree::new(NonZeroUsize::MIN, (0..100).map(outputs))).is_err());
        assert_eq!(tree(100).compare(&tree(100)), Ok(()));
    }

    #[test]
    #[cfg_attr(miri, ignore = "minutes under Miri")]
    fn outputs_that_two_bytes_do_not_tell_still_differ() {
        let (mut expected, mut actual) = (tree(20), tree(20));
        expected.chunks[1].digest[31] ^= 1;
        actual.chunks[1].tags.clone_from(&expected.chunks[1].tags);
        let difference = expected.compare(&actual).unwrap_err();
        assert_eq!(difference.case(), None);
        assert!(difference.to_string().contains("chunk 1 (cases 16 to 19)"), "{difference}");
    }

    #[test]
    #[cfg_attr(miri, ignore = "minutes under Miri")]
    fn a_text_is_read_as_it_was_written_and_a_changed_one_is_refused() {
        for cases in [1, 16, 100] {
            let text = tree(cases).to_text("numbers", "reference", "make");
            assert_eq!(DigestTree::parse(&text), Ok(tree(cases)));
        }
        let text = tree(100).to_text("numbers", "reference", "make");
        let changed = |from: &str, to: &str| DigestTree::parse(&text.replacen(from, to, 1)).unwrap_err();
        assert_eq!(changed("cases 100", "cases 101"), TreeError::Parts);
        assert!(matches!(changed("\nroot ", "\nroof "), TreeError::Line { line: 7, .. }));
        assert!(matches!(changed("\n3 ", "\n4 "), TreeError::Line { line: 11, .. }));
        assert!(matches!(DigestTree::parse(""), Err(TreeError::Line { line: 1, .. })));
    }
}
