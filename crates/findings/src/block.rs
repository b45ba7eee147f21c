//! The blocks of a page in the report. Markdown and HTML are written from the same blocks.

/// A section: a heading and the blocks below it.
#[derive(Clone, Debug)]
pub struct Section {
    /// The heading.
    pub title: String,
    /// The blocks below the heading.
    pub blocks: Vec<Block>,
}

impl Section {
    /// A section.
    pub fn new(title: impl Into<String>, blocks: Vec<Block>) -> Self {
        Self {
            title: title.into(),
            blocks,
        }
    }
}

/// A piece of a section.
#[derive(Clone, Debug)]
pub enum Block {
    /// Running text. Words between backquotes are code.
    Text(String),
    /// A table.
    Table(Table),
    /// A picture.
    Figure(Figure),
}

/// A table of text cells; a column of numbers is aligned right.
#[derive(Clone, Debug)]
pub struct Table {
    /// What the table shows, and how its numbers were found.
    pub caption: String,
    /// The headings of the columns.
    pub head: Vec<String>,
    /// The rows, each as long as the head.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// Whether every cell of a column is a number, and so is aligned right.
    pub fn is_numeric(&self, column: usize) -> bool {
        self.rows.iter().all(|row| is_number(&row[column]))
    }
}

fn is_number(cell: &str) -> bool {
    ["", "never"].contains(&cell) || cell.starts_with(|c: char| c.is_ascii_digit() || c == '-')
}

/// A picture.
#[derive(Clone, Debug)]
pub struct Figure {
    /// What the picture shows.
    pub caption: String,
    /// The picture: one `svg` element, or several to stand side by side.
    pub svg: String,
}

/// Running text.
pub fn text(text: impl Into<String>) -> Block {
    Block::Text(text.into())
}

/// A table with these headings and rows.
pub fn table<const N: usize>(
    caption: impl Into<String>,
    head: [&str; N],
    rows: impl IntoIterator<Item = [String; N]>,
) -> Block {
    Block::Table(Table {
        caption: caption.into(),
        head: head.map(str::to_owned).to_vec(),
        rows: rows.into_iter().map(Vec::from).collect(),
    })
}
