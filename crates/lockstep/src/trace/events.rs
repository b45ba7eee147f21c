//! What happens in a program between two draws.

/// So many bytes of the events before one draw are kept as they are. Of those beyond there is a hash.
const KEPT: usize = 1024;

/// The events between two draws: lines that start with `event`.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Events {
    count: u64,
    text: Vec<u8>,
    hash: u64,
}

impl Events {
    /// Adds one. Blanks between its words count as one.
    pub(super) fn push(&mut self, event: &[u8]) {
        self.count += 1;
        let words = event
            .split(u8::is_ascii_whitespace)
            .filter(|word| !word.is_empty());
        for (at, word) in words.enumerate() {
            let before: &[u8] = if at > 0 { b" " } else { b"" };
            for &byte in before.iter().chain(word) {
                self.byte(byte);
            }
        }
        self.byte(b'\n');
    }

    fn byte(&mut self, byte: u8) {
        if self.text.len() < KEPT {
            self.text.push(byte);
        } else {
            // FNV-1a.
            self.hash = (self.hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    /// How many there are.
    pub const fn count(&self) -> u64 {
        self.count
    }

    /// Those that are kept, in their order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &[u8]> {
        self.text
            .strip_suffix(b"\n")
            .unwrap_or(&self.text)
            .split(|&byte| byte == b'\n')
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(events: &[&str]) -> Events {
        let mut all = Events::default();
        for event in events {
            all.push(event.as_bytes());
        }
        all
    }

    #[test]
    fn events_are_the_same_if_all_of_their_words_are() {
        assert_eq!(of(&["hp  12", "level 2"]), of(&["hp 12 ", "level\t2"]));
        assert_ne!(of(&["hp 12", "level 2"]), of(&["hp 12 level 2"]));
        assert_ne!(of(&["hp 12"]), of(&["hp 12", "hp 12"]));
        let long = "x".repeat(KEPT);
        assert_ne!(
            of(&[&long, "hp 1"]),
            of(&[&long, "hp 2"]),
            "what is not kept counts too"
        );
        assert_eq!(of(&[&long, &long]).text.len(), KEPT);
        assert_eq!(
            of(&["a b", "c"]).iter().collect::<Vec<_>>(),
            [b"a b".as_slice(), b"c"]
        );
    }
}
