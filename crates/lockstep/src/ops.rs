//! The macro that declares an op with its text forms, and what its expansion calls.

use std::fmt::Display;
use std::str::{FromStr, SplitWhitespace};

use crate::argument::Op;
use crate::operation::ParseOpError;
use crate::shown;

/// Declares an enum of ops with their text forms: `Display`, `FromStr` and [`Operation`](crate::Operation).
///
/// Each variant has a doc comment, which says what the op does; a name; arguments, if it has any, each with a type that is an
/// [`ArgumentType`](crate::ArgumentType); after `=>` what the op shows ([`Shows`](crate::Shows)), if it shows anything; and in
/// brackets `seeds` if it seeds the generator, `draws` if it logs its draws. In a text the arguments follow the name, after
/// blanks. The enum derives `Clone`, `Debug` and `PartialEq`; attributes may derive more.
///
/// ```
/// use lockstep::Operation;
///
/// lockstep::ops! {
///     /// An op on Rogue's generator.
///     #[derive(Copy, Eq)]
///     pub enum RandomOp {
///         /// Seeds the generator.
///         Srrandom { seed: i32 } = "srrandom" [seeds],
///         /// One word.
///         Rrandom = "rrandom" => u32,
///         /// One bounded number.
///         GetRand { x: i32, y: i32 } = "get_rand" => i32 [draws],
///     }
/// }
///
/// assert_eq!(RandomOp::OPS.iter().map(|op| op.form).collect::<Vec<_>>(), ["srrandom SEED", "rrandom", "get_rand X Y"]);
/// assert_eq!((RandomOp::OPS[2].does, RandomOp::OPS[2].shows.name()), ("One bounded number.", "i32"));
/// assert_eq!(RandomOp::GetRand { x: 0, y: 13 }.to_string(), "get_rand 0 13");
/// assert_eq!("get_rand 0 13".parse(), Ok(RandomOp::GetRand { x: 0, y: 13 }));
/// assert_eq!(
///     "get_rand 0".parse::<RandomOp>().unwrap_err().to_string(),
///     "`get_rand 0`: expected `get_rand X Y`, which has 2 argument(s), not 1"
/// );
/// ```
#[macro_export]
macro_rules! ops {
    (
        $(#[$outer:meta])*
        $vis:vis enum $name:ident {
            $(
                $(#[doc = $about:literal])+
                $variant:ident $({ $( $arg:ident : $kind:ty ),+ $(,)? })? = $text:literal
                    $(=> $shows:ident)? $([ $($flag:ident),+ ])?
            ),+ $(,)?
        }
    ) => {
        $(#[$outer])*
        // The descriptions are for implementers in any language, and `r[0]` in one is no link.
        #[allow(rustdoc::broken_intra_doc_links)]
        #[derive(Clone, Debug, PartialEq)]
        $vis enum $name {
            $(
                $(#[doc = $about])+
                $variant $({ $(
                    #[doc = concat!("The argument `", stringify!($arg), "`.")]
                    $arg: $kind
                ),+ })?
            ),+
        }

        impl ::core::fmt::Display for $name {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                match self {
                    $(
                        Self::$variant { $($($arg),+)? } => {
                            f.write_str($text)?;
                            $($( ::core::write!(f, " {}", $arg)?; )+)?
                        }
                    )+
                }
                ::core::result::Result::Ok(())
            }
        }

        impl ::core::str::FromStr for $name {
            type Err = $crate::ParseOpError;

            fn from_str(text: &str) -> ::core::result::Result<Self, Self::Err> {
                // An enum without arguments never takes one.
                #[allow(unused_mut)]
                let mut piece = $crate::Piece::split(text, <Self as $crate::Operation>::OPS)?;
                match piece.name() {
                    $(
                        $text => ::core::result::Result::Ok(Self::$variant {
                            $($( $arg: piece.argument::<$kind>(::core::stringify!($kind))? ),+)?
                        }),
                    )+
                    _ => ::core::result::Result::Err(piece.unknown()),
                }
            }
        }

        impl $crate::Operation for $name {
            const OPS: &'static [$crate::Op] = &[
                $(
                    $crate::Op::new(
                        $text,
                        {
                            const FORM: &str = ::core::concat!($text $($(, " ", ::core::stringify!($arg))+)?);
                            const BYTES: [u8; FORM.len()] = $crate::upper_arguments(FORM);
                            match ::core::str::from_utf8(&BYTES) {
                                ::core::result::Result::Ok(form) => form,
                                ::core::result::Result::Err(_) => ::core::panic!("only ASCII letters were changed"),
                            }
                        },
                        ::core::concat!($($about),+),
                        &[$($( $crate::Argument {
                            name: ::core::stringify!($arg),
                            domain: <$kind as $crate::ArgumentType>::DOMAIN,
                        } ),+)?],
                        { #[allow(unused_variables)] let shows = $crate::Shows::Nothing; $( let shows = $crate::Shows::$shows; )? shows },
                    )$($( .$flag() )+)?
                ),+
            ];
        }
    };
}

/// The bytes of a form with everything after the name in capitals.
#[must_use]
pub const fn upper_arguments<const N: usize>(form: &str) -> [u8; N] {
    let mut bytes = [0; N];
    let mut in_arguments = false;
    let mut i = 0;
    while i < N {
        let byte = form.as_bytes()[i];
        in_arguments |= byte == b' ';
        bytes[i] = if in_arguments { byte.to_ascii_uppercase() } else { byte };
        i += 1;
    }
    bytes
}

/// The text of one op, taken apart.
#[derive(Debug)]
pub struct Piece<'a> {
    text: &'a str,
    ops: &'static [Op],
    op: &'static Op,
    read: usize,
    given: SplitWhitespace<'a>,
}

impl<'a> Piece<'a> {
    /// Finds the op of the text and checks the number of arguments.
    ///
    /// # Errors
    ///
    /// An empty text, an unknown name, or a wrong number of arguments.
    pub fn split(text: &'a str, ops: &'static [Op]) -> Result<Self, ParseOpError> {
        let text = text.trim();
        let mut given = text.split_whitespace();
        let name = given.next().ok_or_else(|| ParseOpError::Nothing { forms: forms(ops) })?;
        let op = ops.iter().find(|op| op.name == name).ok_or_else(|| unknown(text, name, ops))?;
        let (wanted, count) = (op.arguments.len(), given.clone().count());
        if wanted == count {
            Ok(Self { text, ops, op, read: 0, given })
        } else {
            Err(ParseOpError::Count { piece: piece_of(text), form: op.form, wanted, given: count })
        }
    }

    /// The name of the op.
    pub fn name(&self) -> &'static str {
        self.op.name
    }

    /// The next argument, read as a `T`, which an error calls `kind`.
    ///
    /// # Errors
    ///
    /// An argument that `T` cannot read.
    pub fn argument<T: FromStr<Err: Display>>(&mut self, kind: &'static str) -> Result<T, ParseOpError> {
        let argument = self.op.form.split_whitespace().nth(1 + self.read).unwrap_or_default();
        self.read += 1;
        let given = self.given.next().unwrap_or_default();
        given.parse().map_err(|why: T::Err| ParseOpError::Argument {
            piece: piece_of(self.text),
            form: self.op.form,
            argument,
            kind,
            given: piece_of(given),
            why: why.to_string(),
        })
    }

    /// The error that says that no op has this name.
    pub fn unknown(&self) -> ParseOpError {
        unknown(self.text, self.op.name, self.ops)
    }
}

fn unknown(text: &str, name: &str, ops: &'static [Op]) -> ParseOpError {
    let nearest = ops.iter().map(|op| op.name).min_by_key(|known| edits(name, known));
    ParseOpError::Unknown { piece: piece_of(text), nearest, forms: forms(ops) }
}

/// The forms of the ops, as an error lists them.
pub(crate) fn forms(ops: &[Op]) -> String {
    ops.iter().map(|op| op.form).collect::<Vec<_>>().join("; ")
}

/// As much of an op's text as an error shows.
fn piece_of(text: &str) -> String {
    shown(text, 80).into_owned()
}

/// The Levenshtein distance: how many letters to add, drop or replace to make one name of the other.
pub fn edits(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (i, a) in from.chars().enumerate() {
        let mut diagonal = i;
        row[0] = i + 1;
        for (j, &b) in to.iter().enumerate() {
            let replaced = diagonal + usize::from(a != b);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[to.len()]
}

#[cfg(test)]
mod tests {
    use super::edits;

    #[test]
    fn edits_are_counted() {
        assert_eq!(edits("", "abc"), 3);
        assert_eq!(edits("getrand", "get_rand"), 1);
        assert_eq!(edits("kitten", "sitting"), 3);
    }
}
