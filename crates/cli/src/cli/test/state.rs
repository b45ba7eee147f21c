//! `roguelab test --state`: a file from which a long run goes on after Ctrl-C or a crash.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};

use super::TestArgs;
use crate::files::{read, write};
use answers::read::{Block, Reader};
use answers::test::{Blocks, Item, Position, Session};

/// How old the file may become: a crash loses no more work.
const OLDEST: Duration = Duration::from_secs(60);

/// At the looks it is written sooner, but not at each of the first, which come at once.
const YOUNGEST: Duration = Duration::from_secs(1);

/// The file of --state, if one is given.
pub(super) struct StateFile<'a> {
    path: Option<&'a Path>,
    written: Instant,
}

impl<'a> StateFile<'a> {
    /// The file, from which the session goes on if there is one, and the blocks that are to be tested.
    pub(super) fn open<R: Reader>(
        args: &'a TestArgs,
        session: &mut Session<<R::Block as Block>::Item>,
        blocks: Blocks<R>,
    ) -> Result<(Self, Blocks<R>)>
    where
        <R::Block as Block>::Item: Item,
    {
        let file = Self {
            path: args.state.as_deref(),
            written: Instant::now(),
        };
        let Some(path) = file.path else {
            return Ok((file, blocks));
        };
        if !path.try_exists().unwrap_or(true) {
            if args.continued {
                bail!(
                    "--continued: there is no {} yet, and nothing to go on from: leave it out",
                    read::name(path)
                );
            }
            // What cannot be written or kept is said before the first item is read.
            write::whole(path, &session.save(Position::default())?)?;
            return Ok((file, blocks.with_digest()));
        }
        let position = session
            .restore(&read::bytes(path, read::STATE)?)
            .with_context(|| format!("--state {}", read::name(path)))?;
        if position.items == 0 {
            return Ok((file, blocks.with_digest()));
        }
        eprintln!("going on after {}", reached(position));
        Ok((file, blocks.resume(position, args.continued)))
    }

    /// Writes the file after Ctrl-C, and says how to go on.
    pub(super) fn stop<I: Item + ?Sized>(
        &mut self,
        session: &mut Session<I>,
        position: Position,
    ) -> Result<()> {
        self.write(session, position)?;
        if let Some(path) = self.path {
            let (path, reached) = (read::name(path), reached(position));
            eprintln!(
                "stopped after {reached}: the same command goes on, from {path}; add --continued if its input begins there"
            );
        }
        Ok(())
    }

    /// Writes the file if it is time to.
    pub(super) fn renew<I: Item + ?Sized>(
        &mut self,
        session: &mut Session<I>,
        position: Position,
        is_look: bool,
    ) -> Result<()> {
        let age = self.written.elapsed();
        if age > OLDEST || is_look && age > YOUNGEST {
            self.write(session, position)?;
        }
        Ok(())
    }

    /// Writes the file.
    pub(super) fn write<I: Item + ?Sized>(
        &mut self,
        session: &mut Session<I>,
        position: Position,
    ) -> Result<()> {
        if let Some(path) = self.path {
            write::whole(path, &session.save(position)?)?;
            self.written = Instant::now();
        }
        Ok(())
    }
}

fn reached(position: Position) -> String {
    format!("{} items, {} bytes", position.items, position.seen.bytes)
}
