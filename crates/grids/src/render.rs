//! How a grid is shown: as ASCII, as joined walls, as SVG.
//!
//! Each rendering is a value that is written by formatting it, so a large grid needs no string of its size. The texts
//! have one line per row, and the last line ends with a line feed too.
//!
//! ```
//! use roguelab_grids::grid::{Grid, Tile};
//!
//! let mut grid = Grid::new(5, 3, Tile::Wall)?;
//! grid.fill_rect((1, 1), (3, 1), Tile::Floor);
//! assert_eq!(grid.text().to_string(), "┏━━━┓\n┃   ┃\n┗━━━┛\n");
//! # Ok::<(), roguelab_grids::grid::SizeError>(())
//! ```

use alloc::vec::Vec;
use core::fmt::{self, Display, Formatter, Write};

use crate::grid::{Grid, Tile};

/// A wall's character, by the walls around it: up adds 8, left 4, down 2 and right 1. A wall alone is not shown.
const WALLS: [char; 16] = [
    ' ', '━', '┃', '┏', '━', '━', '┓', '┳', '┃', '┗', '┃', '┣', '┛', '┻', '┫', '╋',
];

impl Grid {
    /// The grid in ASCII: `#` for walls, `floor` for floor; marks are their letters.
    pub fn ascii(&self, floor: char) -> impl Display {
        let wall = |_, _| '#';
        Text {
            grid: self,
            wall,
            floor,
        }
    }

    /// The grid in box-drawing characters that join each wall to those beside it, with blanks for floor; marks are their letters.
    ///
    /// Source: `make_adjoining_walls` in the document on permutations without lists (000). As there, a wall without a wall
    /// beside it is a blank.
    pub fn text(&self) -> impl Display {
        let is_wall = |x, y| self.get(x, y) == Some(Tile::Wall);
        // The index before the first one wraps and is outside, like the index after the last one.
        let wall = move |x: usize, y: usize| {
            let around = [
                (x, y.wrapping_sub(1)),
                (x.wrapping_sub(1), y),
                (x, y + 1),
                (x + 1, y),
            ];
            WALLS[around
                .into_iter()
                .fold(0, |uldr, (x, y)| uldr << 1 | usize::from(is_wall(x, y)))]
        };
        Text {
            grid: self,
            wall,
            floor: ' ',
        }
    }

    /// The grid as one `<svg>` element that needs nothing else: a tile is one unit, walls are one path in the current colour,
    /// floor is a shade of it, marks are text.
    pub fn svg(&self) -> impl Display {
        Svg { grid: self }
    }
}

/// A grid as lines of characters; a wall's character depends on its place.
struct Text<'a, F> {
    grid: &'a Grid,
    wall: F,
    floor: char,
}

impl<F: Fn(usize, usize) -> char> Display for Text<'_, F> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (y, row) in self.grid.rows().enumerate() {
            for (x, &tile) in row.iter().enumerate() {
                f.write_char(match tile {
                    Tile::Wall => (self.wall)(x, y),
                    Tile::Floor => self.floor,
                    Tile::Mark(mark) => mark,
                })?;
            }
            f.write_char('\n')?;
        }
        Ok(())
    }
}

/// A grid as an SVG element.
struct Svg<'a> {
    grid: &'a Grid,
}

impl Display for Svg<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (width, height) = (self.grid.width(), self.grid.height());
        write!(
            f,
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" fill="currentColor">"#
        )?;
        write!(
            f,
            r#"<rect width="{width}" height="{height}" fill-opacity=".06"/>"#
        )?;
        f.write_str(r#"<path shape-rendering="crispEdges" d=""#)?;
        self.walls(f)?;
        f.write_str(r#""/>"#)?;
        self.marks(f)?;
        f.write_str("</svg>")
    }
}

impl Svg<'_> {
    /// The walls as rectangles that do not overlap: a run to the right as far as it goes, then down as long as the whole run
    /// goes on.
    fn walls(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let width = self.grid.width();
        let mut to_draw: Vec<bool> = self
            .grid
            .rows()
            .flatten()
            .map(|&tile| tile == Tile::Wall)
            .collect();
        for first in 0..to_draw.len() {
            if !to_draw[first] {
                continue;
            }
            let (x, y) = (first % width, first / width);
            let across = to_draw[first..first + width - x]
                .iter()
                .take_while(|&&wall| wall)
                .count();
            let runs = (first..to_draw.len()).step_by(width);
            let down = runs
                .clone()
                .take_while(|&run| to_draw[run..][..across].iter().all(|&wall| wall))
                .count();
            runs.take(down)
                .for_each(|run| to_draw[run..][..across].fill(false));
            write!(f, "M{x} {y}h{across}v{down}h-{across}z")?;
        }
        Ok(())
    }

    fn marks(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut open = false;
        for (y, row) in self.grid.rows().enumerate() {
            for (x, &tile) in row.iter().enumerate() {
                let Tile::Mark(mark) = tile else { continue };
                if !open {
                    f.write_str(
                        r#"<g font-family="monospace" font-size=".9" text-anchor="middle">"#,
                    )?;
                    open = true;
                }
                // .8 is where a letter in the middle of its tile stands.
                write!(f, r#"<text x="{x}.5" y="{y}.8">"#)?;
                match mark {
                    '<' => f.write_str("&lt;"),
                    '>' => f.write_str("&gt;"),
                    '&' => f.write_str("&amp;"),
                    // XML has no such characters, not even escaped.
                    control
                        if control.is_control() || matches!(control, '\u{fffe}' | '\u{ffff}') =>
                    {
                        f.write_char(char::REPLACEMENT_CHARACTER)
                    }
                    letter => f.write_char(letter),
                }?;
                f.write_str("</text>")?;
            }
        }
        if open { f.write_str("</g>") } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::{String, ToString};
    use alloc::vec;

    use super::*;

    /// Reads a grid from its ASCII.
    fn grid(rows: &[&str]) -> Grid {
        let mut grid = Grid::new(rows[0].len(), rows.len(), Tile::Wall).unwrap();
        for (y, row) in rows.iter().enumerate() {
            for (x, tile) in row.chars().enumerate() {
                let tile = match tile {
                    '#' => Tile::Wall,
                    ' ' => Tile::Floor,
                    mark => Tile::Mark(mark),
                };
                assert!(grid.set(x, y, tile));
            }
        }
        grid
    }

    #[test]
    fn all_sixteen_walls_are_joined() {
        let rows = [
            "#####", "#   #", "# # #", "#####", "# # #", "## ##", "#   #", "#####",
        ];
        let text = "┏━━━┓\n┃   ┃\n┃ ┃ ┃\n┣━╋━┫\n┃ ┃ ┃\n┣━ ━┫\n┃   ┃\n┗━━━┛\n";
        assert_eq!(grid(&rows).text().to_string(), text);
        assert_eq!(
            grid(&["###", " # ", "###"]).text().to_string(),
            "━┳━\n ┃ \n━┻━\n"
        );
        assert_eq!(
            grid(&["   ", " # ", "   "]).text().to_string(),
            "   \n   \n   \n",
            "alone"
        );
    }

    #[test]
    fn ascii_shows_what_was_laid() {
        let rows = ["#####", "#@ >#", "#####"];
        assert_eq!(
            grid(&rows).ascii(' ').to_string(),
            rows.map(|row| String::from(row) + "\n").concat()
        );
        assert_eq!(grid(&["# @"]).ascii('.').to_string(), "#.@\n");
    }

    /// How often the rectangles of a path cover each tile.
    fn covered(svg: &str, width: usize, height: usize) -> Vec<u32> {
        let path = svg
            .split_once(" d=\"")
            .unwrap()
            .1
            .split_once('"')
            .unwrap()
            .0;
        let mut covered = vec![0; width * height];
        for rectangle in path.split_terminator('z') {
            let numbers: Vec<usize> = rectangle
                .split(|c: char| !c.is_ascii_digit())
                .filter_map(|number| number.parse().ok())
                .collect();
            let [x, y, across, down, back] = numbers[..] else {
                panic!("{rectangle}")
            };
            assert_eq!(across, back);
            for at in (y..y + down).flat_map(|y| (x..x + across).map(move |x| y * width + x)) {
                covered[at] += 1;
            }
        }
        covered
    }

    #[test]
    fn svg_covers_each_wall_once_and_nothing_else() {
        for rows in [
            &["#####", "# # #", "# ###", "###  "][..],
            &["#"],
            &[" "],
            &["##", "##"],
            &["# #", "###", "# #"],
        ] {
            let grid = grid(rows);
            let walls: Vec<u32> = rows
                .concat()
                .chars()
                .map(|tile| u32::from(tile == '#'))
                .collect();
            assert_eq!(
                covered(&grid.svg().to_string(), grid.width(), grid.height()),
                walls,
                "{rows:?}"
            );
        }
    }

    #[test]
    fn svg_escapes_marks() {
        let mut grid = Grid::new(6, 1, Tile::Floor).unwrap();
        for (x, mark) in "<&>\"\u{1}\u{ffff}".chars().enumerate() {
            grid.set(x, 0, Tile::Mark(mark));
        }
        let svg = grid.svg().to_string();
        assert_eq!(svg.matches("<g ").count(), 1);
        let letters: Vec<&str> = svg
            .split("</text>")
            .filter_map(|text| Some(text.rsplit_once("8\">")?.1))
            .collect();
        assert_eq!(
            letters,
            ["&lt;", "&amp;", "&gt;", "\"", "\u{fffd}", "\u{fffd}"]
        );
    }
}
