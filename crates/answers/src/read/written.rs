//! How numbers are written.

/// The greatest length of a number, and of a text that is shown.
pub(super) const LONGEST: usize = 64;

/// The digits with which fractions are written: the most in any of them.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Digits {
    /// The number of digits after the point.
    pub after: u32,
    /// The number of digits from the first that is not 0.
    pub significant: u32,
}

impl Digits {
    /// The digits of a number such as `0.25` or `2.5E-01`.
    pub fn of(text: &[u8]) -> Self {
        let split = text
            .iter()
            .position(|byte| matches!(byte, b'e' | b'E'))
            .unwrap_or(text.len());
        let (number, exponent) = (&text[..split], text.get(split + 1..).unwrap_or(&[]));
        let exponent: i64 = str::from_utf8(exponent)
            .ok()
            .and_then(|text| text.parse().ok())
            .unwrap_or(0);
        let digits = |bytes: &[u8]| bytes.iter().filter(|byte| byte.is_ascii_digit()).count();
        let point = number
            .iter()
            .position(|byte| *byte == b'.')
            .map_or(0, |point| digits(&number[point..]) as i64);
        let first = number
            .iter()
            .position(|byte| (b'1'..=b'9').contains(byte))
            .unwrap_or(number.len());
        let count = |digits: i64| u32::try_from(digits.max(0)).unwrap_or(u32::MAX);
        Self {
            after: count(point.saturating_sub(exponent)),
            significant: digits(&number[first..]) as u32,
        }
    }

    /// The greater of each.
    #[must_use]
    pub fn max(self, other: Self) -> Self {
        Self {
            after: self.after.max(other.after),
            significant: self.significant.max(other.significant),
        }
    }
}

/// Parses an integer, decimal or hexadecimal after `0x`. A number too large for 64 bits stays too large.
pub fn parse_whole(text: &[u8]) -> Option<u128> {
    let (radix, digits) = match text {
        [b'0', b'x' | b'X', digits @ ..] => (16, digits),
        digits => (10, digits),
    };
    if digits.is_empty() || text.len() > LONGEST {
        return None;
    }
    let mut number = 0_u128;
    if digits.len() <= 16 {
        // No digit is lost, and 64-bit arithmetic is fast.
        let all = digits.iter().try_fold(0, |number: u64, &digit| {
            let digit = char::from(digit).to_digit(radix)?;
            Some(number * u64::from(radix) + u64::from(digit))
        });
        return all.map(u128::from);
    }
    for &digit in digits {
        let digit = char::from(digit).to_digit(radix)?;
        number = number
            .saturating_mul(radix.into())
            .saturating_add(digit.into());
    }
    Some(number)
}

/// Parses an integer with or without a sign.
pub fn parse_signed(text: &[u8]) -> Option<i128> {
    let (sign, size) = text.strip_prefix(b"-").map_or((1, text), |size| (-1, size));
    Some(sign * i128::try_from(parse_whole(size)?).ok()?)
}

/// Parses a number, with or without a point or an exponent.
pub(super) fn parse_real(text: &[u8]) -> Option<f64> {
    let short = str::from_utf8(text)
        .ok()
        .filter(|text| text.len() <= LONGEST);
    short.and_then(|text| text.parse().ok())
}

/// Input as text, escaped, and cut if they are long: the result does not depend on how many more have been read.
pub(super) fn show(bytes: &[u8]) -> String {
    let head = bytes.get(..LONGEST).unwrap_or(bytes);
    let text = str::from_utf8(head).map_or_else(|_| head.escape_ascii().to_string(), str::to_owned);
    let more = if head.len() < bytes.len() { "..." } else { "" };
    format!("{}{more}", lockstep::shown(&text, 4 * LONGEST))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_counted_with_exponents_and_without_the_zeros_before_them() {
        let of = |text: &str| Digits::of(text.as_bytes());
        assert_eq!(
            of("0.0123"),
            Digits {
                after: 4,
                significant: 3
            }
        );
        assert_eq!(
            of("1.230e-02"),
            Digits {
                after: 5,
                significant: 4
            }
        );
        assert_eq!(
            (of("5E-7"), of("0")),
            (
                Digits {
                    after: 7,
                    significant: 1
                },
                Digits::default()
            )
        );
    }
}
