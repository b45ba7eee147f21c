//! Words as draws: without arguments, each its own result.

use lockstep::trace::Call;
use zoo::sources::{self, Kind, Source};

use super::{Options, Sink};

/// Words that are made at once.
const BLOCK: usize = 1 << 12;

/// Whether a source gives words.
pub(super) fn is_traced(source: &Source) -> bool {
    matches!(source.kind(), Kind::Words { .. })
}

pub(super) fn words(name: &str, options: &Options, sink: &mut Sink) {
    let Some(source) = sources::find(name).filter(is_traced) else { return };
    let mut stream = source.open(options.seed);
    let mut block = [0; BLOCK];
    while !sink.is_full() {
        stream.fill(&mut block);
        for word in block {
            let (word, result) = (Some(word.into()), Some(word.into()));
            sink.draw("word", Call { word, result, ..Call::default() });
        }
    }
}
