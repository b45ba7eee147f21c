//! Words of a fixed number of bytes.

/// The order of a word's bytes.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(crate) enum Endian {
    /// The lowest byte first.
    #[default]
    Little,
    /// The highest byte first.
    Big,
}

/// The bytes of a word.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Width {
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
    /// How many bytes.
    pub(crate) const fn bytes(self) -> usize {
        match self {
            Self::One => 1,
            Self::Two => 2,
            Self::Four => 4,
            Self::Eight => 8,
        }
    }

    /// The words of these bytes; a part of one at the end is left out.
    pub(crate) fn words(self, bytes: &[u8], endian: Endian) -> Vec<u64> {
        gof::words::of_bytes(bytes, self.bytes(), endian == Endian::Big)
    }

    /// The floating-point number that a word of 4 or 8 bytes is.
    pub(crate) fn number(self, word: u64) -> f64 {
        match self {
            Self::Four => f32::from_bits(word as u32).into(),
            _ => f64::from_bits(word),
        }
    }
}
