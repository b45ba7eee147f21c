//! Opens the input of `roguelab test`.

use std::io::{Cursor, IsTerminal as _, Read as _};
use std::path::Path;
use std::sync::atomic::Ordering;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};

use super::TestArgs;
use crate::files::read;
use crate::interrupt;
use answers::read::{Distribution, Encoding, Endian, Input, ItemKind};
use answers::test::{Guess, HEAD, Source, guess_encoding};

/// The source in a file or standard input, with its bytes, unless they would have to be typed. `None` after Ctrl-C.
pub(super) fn source(args: &TestArgs, path: &Path) -> Result<Option<(Source, Input)>> {
    let options = args.source()?;
    if !options.needs_guess() {
        let source = Source::new(&options, None)?;
        refuse_terminal(path, source.encoding == Encoding::Text)?;
        return Ok(Some((source, read::stream(path)?)));
    }
    refuse_terminal(path, false)?;
    // Options that contradict each other are refused before anything is read.
    let text = Guess {
        kind: ItemKind::Text,
        endian: Endian::Little,
    };
    Source::new(&options, Some(text))?;
    let Some((head, rest)) = read::named(path, peek(read::stream(path)?))? else {
        return Ok(None);
    };
    let guess = guess_encoding(&head, options.law == Distribution::Uniform);
    let source = Source::new(&options, guess)?;
    let input = read::timed(Cursor::new(head).chain(rest));
    Ok(Some((source, input)))
}

/// Refuses binary input that would have to be typed.
fn refuse_terminal(path: &Path, is_text: bool) -> Result<()> {
    if read::is_stdin(path) && std::io::stdin().is_terminal() && !is_text {
        bail!(
            "standard input is a terminal: name a FILE, pipe words in, or type numbers with --kind text; --help has examples"
        );
    }
    Ok(())
}

/// The first bytes, and the rest; `None` after Ctrl-C.
fn peek(mut input: Input) -> Result<Option<(Vec<u8>, Input)>> {
    let (send, receive) = mpsc::channel();
    // The thread is left behind if the input is silent.
    thread::Builder::new().spawn(move || {
        let mut head = Vec::new();
        let read = input.by_ref().take(HEAD as u64).read_to_end(&mut head);
        let _ = send.send(read.map(|_| (head, input)));
    })?;
    let stop = interrupt::flag();
    loop {
        match receive.recv_timeout(Duration::from_millis(50)) {
            Ok(read) => return Ok(Some(read.context("cannot read the input")?)),
            Err(_) if stop.load(Ordering::Relaxed) => return Ok(None),
            Err(_) => {}
        }
    }
}
