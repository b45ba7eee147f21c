//! Bytes as the items of `roguelab test`: text, binary words, permutations.

use std::collections::BTreeSet;
use std::io::{self, Read};

use super::{Bytes, Defect, defect};
use crate::input::{Block, Domain, Encoding, Endian, Numbers, Permutations, Reader, Width};

/// The target. The first bytes say what the others are; however they are cut into reads and blocks, the same items or the
/// same error come out, no more of them than there are bytes, and all in range. Items written as text are read as the same.
pub(super) fn read(bytes: &[u8]) -> Result<(), Defect> {
    let mut head = Bytes(bytes);
    let (kind, size) = (head.next(), head.next());
    let width = [Width::One, Width::Two, Width::Four, Width::Eight][usize::from(size % 4)];
    let endian = if size & 4 == 0 { Endian::Little } else { Endian::Big };
    let binary = Encoding::Binary { width, endian };
    let bits = 8 + u32::from(size >> 3);
    let largest = u64::MAX >> (64 - bits);
    let (words, values) = (Domain::up_to(largest), Domain::up_to(size.into()));
    let dice = Domain::Whole { first: 7, last: 7 + u64::from(size) };
    match kind % 8 {
        0 => numbers::<u64>(head.0, Encoding::Text, &words, largest),
        1 => numbers::<u64>(head.0, binary, &words, largest),
        2 => numbers::<u32>(head.0, Encoding::Text, &values, size.into()),
        3 => numbers::<u32>(head.0, binary, &values, size.into()),
        5 => numbers::<u64>(head.0, Encoding::Text, &Domain::Fractions { bits }, largest),
        6 => numbers::<u64>(head.0, binary, &Domain::Fractions { bits }, largest),
        7 => numbers::<u32>(head.0, Encoding::Text, &dice, size.into()),
        _ => permutations(head.0, [None, Some(0), Some(1)][usize::from(size % 3)]),
    }
}

/// Gives one byte at a time.
struct Slow(io::Cursor<Vec<u8>>);

impl Read for Slow {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let most = buffer.len().min(1);
        self.0.read(&mut buffer[..most])
    }
}

fn fast(bytes: &[u8]) -> crate::input::Bytes {
    Box::new(io::Cursor::new(bytes.to_vec()))
}

fn slow(bytes: &[u8]) -> crate::input::Bytes {
    Box::new(Slow(io::Cursor::new(bytes.to_vec())))
}

/// All items, in blocks of at most so many.
fn all<R: Reader, T>(
    reader: anyhow::Result<R>,
    most: u64,
    item: impl Fn(&<R::Block as Block>::Item) -> T,
) -> Result<Vec<T>, String> {
    let mut reader = reader.map_err(|error| error.to_string())?;
    let mut items = Vec::new();
    loop {
        let block = reader.block(most).map_err(|error| error.to_string())?;
        if block.count() == 0 {
            return Ok(items);
        }
        block.for_each(|one| items.push(item(one)));
    }
}

fn numbers<T: TryFrom<u64> + Into<u64> + Copy + Send + Sync + 'static>(
    bytes: &[u8],
    encoding: Encoding,
    domain: &Domain,
    largest: u64,
) -> Result<(), Defect> {
    let read = |input, encoding, domain: &Domain, most| {
        all(Ok(Numbers::<T>::new(input, encoding, domain.clone())), most, |&item: &T| item.into())
    };
    let found = read(fast(bytes), encoding, domain, u64::MAX);
    if read(slow(bytes), encoding, domain, 3) != found {
        return Err(defect("items depend on how they are read"));
    }
    let Ok(items) = found else { return Ok(()) };
    if items.len() > bytes.len() || items.iter().any(|&item| item > largest) {
        return Err(defect(format!("{} items of {} bytes, or one beyond {largest}", items.len(), bytes.len())));
    }
    let text = items.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
    if !items.is_empty()
        && read(fast(text.as_bytes()), Encoding::Text, &Domain::up_to(largest), u64::MAX).as_ref() != Ok(&items)
    {
        return Err(defect(format!("written as text, {items:?} are read as others")));
    }
    Ok(())
}

fn permutations(bytes: &[u8], base: Option<u32>) -> Result<(), Defect> {
    let read = |input, base, most| all(Permutations::new(input, base, None), most, <[u32]>::to_vec);
    let found = read(fast(bytes), base, u64::MAX);
    if read(slow(bytes), base, 3) != found {
        return Err(defect("permutations depend on how they are read"));
    }
    let Ok(rows) = found else { return Ok(()) };
    let Some(length) = rows.first().map(Vec::len) else { return Err(defect("an empty input is no error")) };
    for row in &rows {
        let entries: BTreeSet<_> = row.iter().collect();
        if row.len() != length || entries.len() != length || entries.last().is_none_or(|last| **last as usize >= length)
        {
            return Err(defect(format!("{row:?} is taken for a permutation of {length}")));
        }
    }
    let lines = rows.iter().map(|row| row.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ") + "\n");
    if read(fast(lines.collect::<String>().as_bytes()), Some(0), u64::MAX).as_ref() != Ok(&rows) {
        return Err(defect(format!("written as text, {rows:?} are read as others")));
    }
    Ok(())
}

/// Some of each kind, right and wrong.
pub(super) fn seeds() -> Vec<Vec<u8>> {
    let text: &[&[u8]] = &[b"1, 2\t0x1F#3 4\r\n\n255 0", b"\xef\xbb\xbf7 8", b"18446744073709551615", b"1 x", b""];
    let words: &[&[u8]] = &[b"\x01\x02\x03\x04\x05\x06\x07\x08", b"\xff\xff\xff\xff\x00"];
    let fractions: &[&[u8]] = &[b"0.5, .25 1e-3\n0 0.999", b"0.5 1", b"-0.5", b"NaN", b"\0\0\0\x3f\0\0\x80\x3f"];
    let rows: &[&[u8]] = &[
        b"[2, 0, 1]\n(0 1 2)",
        b"'K H' Q \"J\"\nJ Q 'K H'\n",
        b"A A",
        b"2 0 1\n0,1,2\n\n# and\n1, 0, 2",
        b"1 2 3\n3 2 1\n",
        b"0 1\n0 0\n",
        b"0 1 2\n0 1\n",
    ];
    let of = |kinds: &[u8], texts: &[&[u8]]| -> Vec<Vec<u8>> {
        let sizes = [0_u8, 1, 2, 3, 6, 0xff];
        let heads = kinds.iter().flat_map(|&kind| sizes.map(|size| [kind, size]));
        heads.flat_map(|head| texts.iter().map(move |text| [&head[..], text].concat())).collect()
    };
    [of(&[0, 2, 7], text), of(&[1, 3], words), of(&[4], rows), of(&[5, 6], fractions)].concat()
}
