//! The first draws of a trace.

use std::io::Read;

use lockstep::trace::{Call, Reader};

/// How many draws are looked at.
const MAX_DRAWS: usize = 4096;

/// How many bytes of a trace are searched for the line that states its seed.
const HEADER_BYTES: u64 = 4096;

/// The first draws of a trace, and what its header says.
#[derive(Clone, Debug)]
pub struct TraceHead {
    /// The draws, each with its site.
    pub(super) draws: Vec<(String, Call)>,
    /// The subject and the seed in the header of a trace that we wrote.
    pub(super) origin: Option<(String, u64)>,
}

impl TraceHead {
    /// Reads the first draws. Lines that cannot be read were reported by the comparison.
    pub fn read(mut trace: impl Read) -> Self {
        let mut header = Vec::new();
        let _ = trace.by_ref().take(HEADER_BYTES).read_to_end(&mut header);
        let origin = read_origin(&header);
        let mut reader = Reader::new(header.as_slice().chain(trace));
        let mut draws = Vec::new();
        while draws.len() < MAX_DRAWS {
            let Ok(Some(line)) = reader.next_draw() else {
                break;
            };
            let site = line.site().map(String::from_utf8_lossy);
            draws.push((site.unwrap_or_default().into_owned(), line.call));
        }
        Self { draws, origin }
    }

    /// The words of the draws, if all are known.
    pub(super) fn words(&self) -> Option<Vec<u64>> {
        self.draws.iter().map(|(_, call)| call.word).collect()
    }
}

/// The subject and the seed in a header.
fn read_origin(header: &[u8]) -> Option<(String, u64)> {
    for line in String::from_utf8_lossy(header).lines() {
        if !line.starts_with('#') {
            return None;
        }
        let stated = line.strip_prefix("# subject: ");
        let Some((subject, rest)) = stated.and_then(|rest| rest.split_once(", seed ")) else {
            continue;
        };
        let end = rest.find(|c: char| c != '-' && !c.is_ascii_digit());
        if let Ok(seed) = rest[..end.unwrap_or(rest.len())].parse::<i128>() {
            return Some((subject.to_owned(), seed as u64));
        }
    }
    None
}
