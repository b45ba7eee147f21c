//! Inputs made from others, where no fuzzer makes them.

use lockstep::Chooser;

/// Numbers at the ends of their types, as texts have them.
const NUMBERS: [&[u8]; 10] =
    [b"0", b"-1", b"1e308", b"-1.7e308", b"5e-324", b"1e999", b"255", b"4294967296", b"18446744073709551615", b"2.5"];

/// Random bytes, or a few changes to one of the seeds: bits, runs taken out, doubled or taken from another seed, numbers
/// replaced. No longer than `most`.
pub fn mutated(chooser: &mut Chooser, seeds: &[Vec<u8>], most: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    if seeds.is_empty() || chooser.below(4) == 0 {
        let length = chooser.below(most as u64 + 1) >> chooser.below(8);
        bytes.extend((0..length).map(|_| chooser.next_u64() as u8));
        return bytes;
    }
    bytes.extend_from_slice(chooser.pick::<Vec<u8>>(seeds));
    for _ in 0..=chooser.below(4) {
        let at = chooser.below(bytes.len() as u64 + 1) as usize;
        let end = (at + chooser.below(16) as usize).min(bytes.len());
        match chooser.below(6) {
            0 if at < bytes.len() => bytes[at] ^= 1 << chooser.below(8),
            1 if at < bytes.len() => bytes[at] = chooser.next_u64() as u8,
            2 => drop(bytes.drain(at..end)),
            3 => {
                let run = bytes[at..end].to_vec();
                bytes.splice(at..at, run);
            }
            4 => {
                let other = chooser.pick::<Vec<u8>>(seeds);
                let from = chooser.below(other.len() as u64 + 1) as usize;
                let to = (from + chooser.below(64) as usize).min(other.len());
                bytes.splice(at..end, other[from..to].iter().copied());
            }
            _ => replace_number(chooser, &mut bytes, at),
        }
    }
    bytes.truncate(most);
    bytes
}

/// Puts another number in the place of the first one behind a place.
fn replace_number(chooser: &mut Chooser, bytes: &mut Vec<u8>, at: usize) {
    let Some(start) = bytes[at..].iter().position(u8::is_ascii_digit).map(|digit| at + digit) else { return };
    let digits = bytes[start..].iter().take_while(|byte| byte.is_ascii_digit() || **byte == b'.').count();
    bytes.splice(start..start + digits, chooser.pick(&NUMBERS).iter().copied());
}
