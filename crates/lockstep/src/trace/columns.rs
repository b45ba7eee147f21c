//! The fields of the columns.

use std::fmt;

use super::fault::{Fault, MOST_FIELDS, fields};

/// A field of a line.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Field {
    /// The number of the draw.
    Index,
    /// The place where it is made.
    Site,
    /// Its first argument.
    Lo,
    /// Its second argument.
    Hi,
    /// The raw output of the generator.
    Word,
    /// The number that it gave.
    Result,
}

impl Field {
    /// All fields, in the order of the lines.
    pub const ALL: [Self; 6] = [
        Self::Index,
        Self::Site,
        Self::Lo,
        Self::Hi,
        Self::Word,
        Self::Result,
    ];

    /// Its name, as in the table of the format.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Index => "INDEX",
            Self::Site => "SITE",
            Self::Lo => "LO",
            Self::Hi => "HI",
            Self::Word => "WORD",
            Self::Result => "RESULT",
        }
    }
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The columns of a line of six fields if none are declared; a line of five lacks the first, and a line of a single field is a
/// word.
const WHOLE: [Option<Field>; 6] = [
    Some(Field::Index),
    Some(Field::Site),
    Some(Field::Lo),
    Some(Field::Hi),
    Some(Field::Word),
    Some(Field::Result),
];

/// The order of the columns and how many there are, if it is declared or a line has shown it.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(crate) struct Columns(Option<([Option<Field>; MOST_FIELDS], usize)>);

impl Columns {
    /// The columns that a comment declares, if it declares any.
    pub(super) fn read_declaration(comment: &[u8]) -> Result<Option<Self>, Fault> {
        let text = comment
            .strip_prefix(b"#")
            .unwrap_or(comment)
            .trim_ascii_start();
        let Some(colon) = text.iter().position(|&byte| byte == b':') else {
            return Ok(None);
        };
        let (key, list) = text.split_at(colon);
        if !key.trim_ascii_end().eq_ignore_ascii_case(b"columns") {
            return Ok(None);
        }
        let (found, count) = fields(&list[1..]);
        if count > MOST_FIELDS {
            return Err(Fault::fields(count, &format!("{MOST_FIELDS} at most")));
        }
        let mut columns = [None; MOST_FIELDS];
        for (place, name) in found[..count].iter().enumerate() {
            if *name == b"-" {
                continue;
            }
            let field = Field::ALL
                .into_iter()
                .find(|field| name.eq_ignore_ascii_case(field.name().as_bytes()));
            if field.is_none() || columns.contains(&field) {
                return Err(Fault::new(format!(
                    "`{}` cannot be declared here: columns are index, site, lo, hi, word, result, each once, and -",
                    String::from_utf8_lossy(name)
                )));
            }
            columns[place] = field;
        }
        if !columns.contains(&Some(Field::Word)) && !columns.contains(&Some(Field::Result)) {
            return Err(Fault::new(
                "neither word nor result is among the columns: there would be nothing to compare",
            ));
        }
        Ok(Some(Self(Some((columns, count)))))
    }

    /// The columns of a line with this many fields, and of all lines after it.
    #[inline]
    pub(super) fn with_count(&mut self, count: usize) -> Result<&[Option<Field>], Fault> {
        let (columns, known) = match (&mut self.0, count) {
            (Some((_, known)), _) if *known != count => {
                let wanted = format!("{known}, like the lines before it");
                return Err(Fault::fields(count, &wanted));
            }
            (Some(known), _) => known,
            (unknown, 6 | 5 | 1) => {
                let shown = match count {
                    1 => &WHOLE[4..5],
                    _ => &WHOLE[6 - count..],
                };
                let mut columns = [None; MOST_FIELDS];
                columns[..count].copy_from_slice(shown);
                unknown.insert((columns, count))
            }
            _ => {
                let wanted = "6 (INDEX SITE LO HI WORD RESULT), 5 (without INDEX) or 1 (WORD), unless # columns: declares others";
                return Err(Fault::fields(count, wanted));
            }
        };
        Ok(&columns[..*known])
    }
}
