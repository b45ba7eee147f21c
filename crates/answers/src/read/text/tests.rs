use std::time::Duration;

use super::*;

/// Gives one byte at a time.
struct Slow(&'static [u8]);

impl Read for Slow {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(&mut buffer[..1])
    }
}

fn tokens(input: Input) -> Vec<Token> {
    let mut scanner = Scanner::new(input, Domain::up_to(u64::MAX));
    let mut tokens = Vec::new();
    while tokens.last() != Some(&Token::End) {
        tokens.push(scanner.next().unwrap());
    }
    tokens
}

fn at_once(text: &[u8]) -> Input {
    Input::of_bytes(text.to_vec())
}

fn slow(text: &'static [u8]) -> Input {
    Input::new(Slow(text), || Duration::ZERO)
}

#[test]
fn numbers_are_decimal_or_hexadecimal_with_anything_usual_between() {
    use Token::{End, Line, Number};
    let text = b"\xef\xbb\xbf1, 2\t0x1F#3 4\r\n\n# 5\n0XaB,18446744073709551615 007";
    let expected = [
        Number(1),
        Number(2),
        Number(31),
        Line,
        Line,
        Line,
        Number(0xab),
        Number(u64::MAX),
        Number(7),
        End,
    ];
    assert_eq!(tokens(at_once(text)), expected);
    assert_eq!(
        tokens(slow(text)),
        expected,
        "however the text is cut into reads"
    );
}

#[test]
fn what_languages_print_around_numbers_is_no_number() {
    use Token::Number;
    for text in [
        &b"[1] 4 2\n[3] 7"[..],
        b" [1] 4 2 # R\n[10] 7\n",
        b"tensor([4, 2,\n 7], dtype=torch.int32, device='cuda:0')\n",
        b"array([4, 2], dtype=uint8)\n7",
        b"[np.uint32(4), np.float64(2),\n np.int64(7)]",
        b"{\"4\"; '2'|'7'}",
        b"[4] \n[2], [7]",
    ] {
        for input in [at_once(text), slow(text)] {
            let mut numbers = tokens(input);
            numbers.retain(|token| matches!(token, Number(_)));
            let text = String::from_utf8_lossy(text);
            assert_eq!(numbers, [Number(4), Number(2), Number(7)], "{text}");
        }
    }
}

#[test]
fn a_number_across_two_buffers_is_one_number() {
    let text = [&vec![b' '; BUFFER - 2][..], b"12345 6"].concat();
    assert_eq!(
        tokens(Input::of_bytes(text)),
        [Token::Number(12345), Token::Number(6), Token::End]
    );
}

fn error(text: &'static [u8], largest: u64) -> String {
    error_of(at_once(text), largest)
}

fn error_of(input: Input, largest: u64) -> String {
    let mut scanner = Scanner::new(input, Domain::up_to(largest));
    loop {
        match scanner.next() {
            Ok(Token::End) => panic!("no error in it"),
            Ok(_) => {}
            Err(error) => return error.to_string(),
        }
    }
}

#[test]
fn what_is_no_number_is_shown_with_its_place() {
    assert!(error(b"1 2\n 3, 4x 5\n", 9).starts_with("line 2, column 5: `4x` is not a number"));
    assert!(error(b"-1", 9).starts_with("line 1, column 1: -1 is out of range"));
    for text in [
        &b"0x"[..],
        b"1.5",
        b"1e3",
        b"1'000",
        b"+1",
        b"\xff\xfe",
        "\u{663}".as_bytes(),
        &[b'1'; 5000],
    ] {
        assert!(
            error(text, 9).starts_with("line 1, column 1: `"),
            "{text:?}"
        );
    }
    assert!(
        error(b"\xef\xbb\xbf x", 9).starts_with("line 1, column 2: `x`"),
        "the mark has no column"
    );
    assert!(error(&[b'z'; 5000], 9).len() < 300);
}

#[test]
fn a_fraction_of_too_many_digits_is_refused_however_it_is_cut_into_reads() {
    let text: &[u8] = b"0.1111111111111111111111111111111111111111111111111111111111111111111";
    let [at_once, slow] = [at_once(text), slow(text)].map(|input| {
        let mut scanner = Scanner::new(
            input,
            Domain::Fractions {
                bits: 53,
                law: super::super::Distribution::Uniform,
            },
        );
        scanner.next().unwrap_err().to_string()
    });
    assert!(at_once.contains("is not a number"), "{at_once}");
    assert_eq!(slow, at_once);
}

#[test]
fn a_number_out_of_range_is_shown_with_its_place_and_the_range() {
    let found = error(b"# heads\n10\n11\n", 10);
    assert!(
        found.starts_with("line 3, column 1: 11 is out of range: it must be from 0 to 10"),
        "{found}"
    );
    assert!(
        error(b"18446744073709551616", u64::MAX).contains("18446744073709551616 is out of range")
    );
    assert!(
        error(b"0x10000000000000000", u64::MAX).contains("0x10000000000000000 is out of range")
    );
}
