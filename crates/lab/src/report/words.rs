//! What the report says of the project's own checks: `words.toml`, apart from the values that it shows.

use std::sync::LazyLock;

use findings::words::Words;

pub(crate) static WORDS: LazyLock<Words> =
    LazyLock::new(|| Words::parse(include_str!("words.toml")));
