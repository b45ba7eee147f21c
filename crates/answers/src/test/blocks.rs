//! The items of an input, in blocks, and how far it was read.

use gof::looks;
use gof::state::{Kept, State};

use super::{Options, TestError};
use crate::read::{Block, InputSummary, Reader};

/// How far an input was read.
#[derive(Clone, Copy, Debug, Default)]
pub struct Position {
    /// How many items were tested.
    pub items: u64,
    /// What was read of the input.
    pub seen: InputSummary,
    /// A digest of the items, if it is kept.
    digest: u64,
}

impl Kept for Position {
    fn keep(&mut self, state: &mut State) {
        self.items.keep(state);
        self.digest.keep(state);
        self.seen.bytes.keep(state);
        self.seen.union.keep(state);
        self.seen.digits.after.keep(state);
        self.seen.digits.significant.keep(state);
    }
}

/// Where a run goes on that was stopped.
#[derive(Clone, Copy)]
enum Resumed {
    /// At the next item of an input that begins there.
    Here,
    /// At this position of an input that comes again from its beginning.
    After(Position),
}

/// The items of a reader that are to be tested, in blocks none of which extends past a look.
pub struct Blocks<R> {
    reader: R,
    skip: u64,
    limit: u64,
    position: Position,
    /// What was read before this input.
    earlier: InputSummary,
    resumed: Resumed,
    has_digest: bool,
    has_ended: bool,
}

/// A block, and how far the input was read with it.
#[derive(Debug)]
pub struct ReadBlock<B> {
    /// The items.
    pub block: B,
    /// The end of the block.
    pub position: Position,
}

impl<R: Reader> Blocks<R> {
    /// The items that are to be tested.
    pub fn new(reader: R, options: &Options) -> Self {
        Self {
            reader,
            skip: options.skip,
            limit: options.limit.unwrap_or(u64::MAX),
            position: Position::default(),
            earlier: InputSummary::default(),
            resumed: Resumed::Here,
            has_digest: false,
            has_ended: false,
        }
    }

    /// The same items with a digest, by which a run that goes on later tells that it reads the same input.
    #[must_use]
    pub fn with_digest(mut self) -> Self {
        self.has_digest = true;
        self
    }

    /// The items after this position of an input that begins with the first item, or with the next one.
    #[must_use]
    pub fn resume(mut self, position: Position, begins_with_next: bool) -> Self {
        if begins_with_next {
            (self.skip, self.earlier, self.position) = (0, position.seen, position);
        } else {
            self.resumed = Resumed::After(position);
        }
        self.with_digest()
    }

    /// The position from which these items come.
    pub const fn position(&self) -> Position {
        match self.resumed {
            Resumed::Here => self.position,
            Resumed::After(position) => position,
        }
    }

    /// Reads on to a position, where the items before must be those that were read the first time.
    fn pass_over(&mut self, saved: Position) -> Result<(), TestError> {
        while self.position.items < saved.items {
            let block = self.reader.next_block(saved.items - self.position.items)?;
            if block.count() == 0 {
                let (items, tested) = (self.position.items, saved.items);
                return Err(TestError::EndsBeforeState { items, tested });
            }
            self.advance(&block);
        }
        if self.position.digest != saved.digest {
            let tested = saved.items;
            return Err(TestError::OtherItems { tested });
        }
        Ok(())
    }

    fn advance(&mut self, block: &R::Block) {
        if self.has_digest {
            self.position.digest = block.digest(self.position.digest);
        }
        self.position.items += block.count();
        self.position.seen = self.earlier.plus(self.reader.summary());
    }

    /// The next items; none at the end.
    fn read(&mut self) -> Result<Option<ReadBlock<R::Block>>, TestError> {
        skip_items(&mut self.reader, std::mem::take(&mut self.skip))?;
        if let Resumed::After(saved) = std::mem::replace(&mut self.resumed, Resumed::Here) {
            self.pass_over(saved)?;
        }
        let end = looks::next(self.position.items).min(self.limit);
        let most = end.saturating_sub(self.position.items);
        if most == 0 {
            return Ok(None);
        }
        let block = self.reader.next_block(most)?;
        self.advance(&block);
        let position = self.position;
        Ok((block.count() > 0).then_some(ReadBlock { block, position }))
    }
}

impl<R: Reader> Iterator for Blocks<R> {
    type Item = Result<ReadBlock<R::Block>, TestError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.has_ended {
            return None;
        }
        let read = self.read().transpose();
        self.has_ended = !matches!(read, Some(Ok(_)));
        read
    }
}

/// Reads on past this many items.
pub fn skip_items(reader: &mut impl Reader, skip: u64) -> Result<(), TestError> {
    let mut left = skip;
    while left > 0 {
        let count = reader.next_block(left)?.count();
        if count == 0 {
            let items = skip - left;
            return Err(TestError::NothingAfterSkipped { items, skip });
        }
        left -= count;
    }
    Ok(())
}
