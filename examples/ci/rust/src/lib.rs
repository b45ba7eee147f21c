//! A deck and a loot table.

/// Shuffles the deck. `word` gives random words.
pub fn shuffle<T>(deck: &mut [T], mut word: impl FnMut() -> u32) {
    for i in (1..deck.len()).rev() {
        deck.swap(i, below(i + 1, word()));
    }
}

/// What a chest holds: nothing, a potion, or a ring.
pub fn loot(word: u32) -> usize {
    match below(100, word) {
        0..95 => 0,
        95..99 => 1,
        _ => 2,
    }
}

fn below(n: usize, word: u32) -> usize {
    (u64::from(word) * n as u64 >> 32) as usize
}
