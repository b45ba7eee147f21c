//! Mazes, rooms, even spreads and lines, on one grid.
//!
//! - [`grid`]: [`grid::Grid`], a rectangle of tiles; [`render`] shows it as text and as SVG, [`cells`] sees it as a
//!   maze.
//! - [`boss_maze`]: the maze of the document on permutations without lists (000).
//! - [`amazing`]: the maze of the document on the game Amazing (002).
//! - [`rooms`]: the dungeon of the document on PCG32 in Haskell (001).
//! - [`spread`] and [`line`](mod@line): even separation and the lines made of it, from the document of that name (004).
//!
//! The crate needs `alloc`, not `std`.
#![no_std]

extern crate alloc;

pub mod amazing;
pub mod boss_maze;
pub mod cells;
pub mod grid;
pub mod line;
pub mod render;
pub mod rooms;
pub mod spread;
