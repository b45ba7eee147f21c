//! Bytes as two traces, with a byte of 0 between them.

use lockstep::diverge::{Comparison, Settings};
use lockstep::trace::{Call, HEADER, Options, Reader};

use super::Defect;
use crate::trace;

/// More divergences than an input has lines.
const MOST_DIVERGENCES: usize = 4096;

/// The target. A trace that can be read is read the same after it was written, and does not differ from itself; two of them
/// are compared to the end.
pub(super) fn compare(bytes: &[u8]) -> Result<(), Defect> {
    let mut traces = bytes.splitn(2, |byte| *byte == 0);
    let (a, b) = (traces.next().unwrap_or_default(), traces.next().unwrap_or_default());
    for trace in [a, b] {
        let Some(draws) = read(trace) else { continue };
        let mut written = HEADER.as_bytes().to_vec();
        for (call, site) in &draws {
            call.write(site, &mut written);
        }
        if read(&written).as_ref() != Some(&draws) {
            return Err(Defect(format!("written as `{}`, it is read differently", written.escape_ascii())));
        }
        if divergences(trace, trace)? != Some(0) {
            return Err(Defect(String::from("a trace differs from itself")));
        }
    }
    divergences(a, b).map(drop)
}

/// Every draw and its site, or nothing if this is no trace.
fn read(trace: &[u8]) -> Option<Vec<(Call, String)>> {
    let mut reader = Reader::new(trace);
    let mut draws = Vec::new();
    while let Some(line) = reader.next_draw().ok()? {
        // A site that is no text, or has a blank or a control character in it, is written as unknown.
        let site = line.site().and_then(|site| str::from_utf8(site).ok()).unwrap_or_default();
        let site = if site.bytes().any(|byte| byte.is_ascii_control() || byte == b' ') { "" } else { site };
        draws.push((line.call, site.to_owned()));
    }
    Some(draws)
}

/// How often two traces differ; nothing if one cannot be read.
fn divergences(a: &[u8], b: &[u8]) -> Result<Option<usize>, Defect> {
    let mut comparison = Comparison::new(a, b, Settings::default());
    for count in 0..MOST_DIVERGENCES {
        match comparison.next_divergence() {
            Ok(Some(divergence)) if divergence.to_string().trim().is_empty() => {
                return Err(Defect(String::from("a divergence says nothing")));
            }
            Ok(Some(_)) => {}
            Ok(None) => return Ok(Some(count)),
            Err(_) => return Ok(None),
        }
    }
    Err(Defect(String::from("there are more divergences than lines")))
}

/// Of every subject some draws, once beside the same without the third of them.
pub(super) fn seeds() -> Vec<Vec<u8>> {
    let options = Options { limit: Some(12), ..Options::default() };
    let mut seeds = Vec::new();
    for subject in trace::all() {
        let mut text = Vec::new();
        if subject.write(&options, &mut text).is_err() {
            continue;
        }
        let lines: Vec<&[u8]> = text.split_inclusive(|byte| *byte == b'\n').collect();
        let draw = lines.iter().position(|line| line.first() != Some(&b'#')).unwrap_or_default() + 2;
        let shorter: Vec<u8> =
            lines.iter().enumerate().filter(|(i, _)| *i != draw).flat_map(|(_, line)| *line).copied().collect();
        seeds.push([text.as_slice(), &[0], &shorter].concat());
        seeds.push(text);
    }
    seeds
}
