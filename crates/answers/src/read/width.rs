//! Binary words of a fixed number of bytes.

/// The byte order of a word.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Endian {
    /// The lowest byte comes first.
    #[default]
    Little,
    /// The highest byte comes first.
    Big,
}

/// The number of bytes in a word.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Width {
    /// 8 bits.
    One,
    /// 16 bits.
    Two,
    /// 32 bits.
    Four,
    /// 64 bits.
    Eight,
}

impl Width {
    /// The number of bytes.
    pub const fn bytes(self) -> usize {
        match self {
            Self::One => 1,
            Self::Two => 2,
            Self::Four => 4,
            Self::Eight => 8,
        }
    }

    /// The words in these bytes; an incomplete word at the end is left out.
    pub fn words(self, bytes: &[u8], endian: Endian) -> Vec<u64> {
        gof::words::read_words(bytes, self.bytes(), endian == Endian::Big)
    }

    /// The floating-point number in a word of 4 or 8 bytes.
    pub fn number(self, word: u64) -> f64 {
        match self {
            Self::Four => f32::from_bits(word as u32).into(),
            _ => f64::from_bits(word),
        }
    }
}
