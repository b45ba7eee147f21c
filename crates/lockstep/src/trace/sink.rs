//! Where the lines of a trace are written. A trace ends without an error when its reader has gone.

use std::io::{self, ErrorKind, Write};

use super::{Call, HEADER};

/// How many bytes are written at once.
const BLOCK: usize = 1 << 16;

/// Numbers draws, and writes them up to a limit.
pub struct Sink<'a> {
    out: &'a mut dyn Write,
    block: Vec<u8>,
    index: u64,
    limit: Option<u64>,
    failed: Option<io::Error>,
}

impl<'a> Sink<'a> {
    /// A sink that starts with the header, and a comment.
    pub fn new(out: &'a mut dyn Write, comment: &str, limit: Option<u64>) -> Self {
        Self {
            out,
            block: format!("{HEADER}# {comment}\n").into(),
            index: 0,
            limit,
            failed: None,
        }
    }

    /// Writes a draw, unless the limit is reached or something has failed.
    pub fn draw(&mut self, site: &str, call: Call) {
        if self.is_full() {
            return;
        }
        Call {
            index: Some(self.index),
            ..call
        }
        .write(site, &mut self.block);
        self.index += 1;
        if self.block.len() >= BLOCK {
            self.write_block();
        }
    }

    /// Whether no more is written.
    pub fn is_full(&self) -> bool {
        self.failed.is_some() || self.limit.is_some_and(|limit| self.index >= limit)
    }

    fn write_block(&mut self) {
        self.failed = self.out.write_all(&self.block).err();
        self.block.clear();
    }

    /// Writes the rest.
    ///
    /// # Errors
    /// If something could not be written, now or before.
    pub fn finish(mut self) -> io::Result<()> {
        if self.failed.is_none() {
            self.write_block();
        }
        let done = match self.failed.take() {
            Some(error) => Err(error),
            None => self.out.flush(),
        };
        match done {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
            done => done,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A writer that accepts one block.
    struct Closed {
        taken: usize,
        then: ErrorKind,
    }

    impl Write for Closed {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            if self.taken > 0 {
                return Err(self.then.into());
            }
            self.taken = bytes.len();
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_closed_pipe_ends_a_trace_quietly_and_a_full_disk_does_not() {
        for (then, quiet) in [
            (ErrorKind::BrokenPipe, true),
            (ErrorKind::StorageFull, false),
        ] {
            let mut closed = Closed { taken: 0, then };
            let mut sink = Sink::new(&mut closed, "endless", None);
            while !sink.is_full() {
                sink.draw("word", Call::default());
            }
            assert_eq!(sink.finish().is_ok(), quiet);
            assert!(closed.taken >= BLOCK);
        }
    }

    #[test]
    fn draws_are_numbered_up_to_the_limit() {
        let mut out = Vec::new();
        let mut sink = Sink::new(&mut out, "two", Some(2));
        while !sink.is_full() {
            sink.draw("word", Call::default());
        }
        sink.finish().unwrap();
        assert!(out.ends_with(b"# two\n0 word - - - -\n1 word - - - -\n"));
    }
}
