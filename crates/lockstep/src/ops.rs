//! The macro that declares the ops of a subject.

/// Declares an enum of ops with their text forms: `Display`, `FromStr` and [`Operation`](crate::Operation).
///
/// Each variant has a doc comment that says what the op does; a name; arguments, each with a type that is an
/// [`ArgumentType`](crate::ArgumentType); after `=>` what the op shows ([`Shows`](crate::Shows)); and in brackets `seeds` if it
/// seeds the generator, and `draws` if it logs its draws. In a text the arguments follow the name, separated by blanks.
/// The enum derives `Clone`, `Debug` and `PartialEq`; attributes may derive more.
///
/// ```
/// use roguelab_lockstep::Operation;
///
/// roguelab_lockstep::ops! {
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
        // The descriptions are for implementers in any language, and `r[0]` in one is not a link.
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
                let mut given = text.split_ascii_whitespace();
                let op = match given.next() {
                    $(
                        ::core::option::Option::Some($text) => (|| ::core::option::Option::Some(Self::$variant {
                            $($( $arg: given.next()?.parse().ok()? ),+)?
                        }))(),
                    )+
                    _ => ::core::option::Option::None,
                };
                match (op, given.next()) {
                    (::core::option::Option::Some(op), ::core::option::Option::None) => ::core::result::Result::Ok(op),
                    _ => ::core::result::Result::Err($crate::ParseOpError::new(text, <Self as $crate::Operation>::OPS)),
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
        bytes[i] = if in_arguments {
            byte.to_ascii_uppercase()
        } else {
            byte
        };
        i += 1;
    }
    bytes
}
