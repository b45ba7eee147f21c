//! What came out of a walk, explored or sampled: the facts, and the events that are asked about.

use grids::amazing::End;
use serde::Serialize;

use super::watch::{Landing, Marks, Watch};

#[derive(Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub struct Facts {
    pub end: End,
    pub exits: usize,
    pub components: usize,
    pub cycle: bool,
    pub exit_reachable: bool,
    /// Whether an opening leads out through the last column.
    pub leak: bool,
    pub out_of_reach: usize,
    pub marks: Marks,
}

impl Facts {
    pub fn new(end: End, watch: &Watch) -> Self {
        let maze = watch.walk.maze();
        let analysis = maze.analysis();
        Self {
            end,
            exits: analysis.exit_columns.len(),
            components: analysis.components,
            cycle: analysis.has_cycle,
            exit_reachable: analysis.exit_reachable_from_start,
            leak: analysis.east_openings_on_last_column > 0,
            out_of_reach: maze.width() * maze.height() - analysis.cells_reachable_from_start,
            marks: watch.marks.clone(),
        }
    }

    pub fn complete(&self) -> bool {
        self.end == End::Complete
    }

    /// Whether all cells are connected, with a single path between any two.
    pub fn one_tree(&self) -> bool {
        self.components == 1 && !self.cycle
    }
}

/// One number for each event: a probability, or a count.
#[derive(Serialize)]
pub struct Fates<T> {
    pub right: T,
    /// All cells are visited, and exactly one path leads from the start out of the maze.
    pub one_path: T,
    /// All cells are visited, in one tree, with or without an exit.
    pub one_tree: T,
    pub no_exit: T,
    pub several_exits: T,
    pub exit_out_of_reach: T,
    /// All cells are visited, but in two trees that are not joined.
    pub two_trees: T,
    pub cycle: T,
    pub endless: T,
    pub past_the_list: T,
    /// The exit throws the visitor to the upper left corner, which is not visited.
    pub thrown_to_unvisited: T,
    pub lost: T,
    /// An opening is made where the visitor does not go.
    pub wrong: T,
    pub restart_on_start: T,
}

impl<T> Fates<T> {
    pub fn ask(ask: impl Fn(&dyn Fn(&Facts) -> bool) -> T) -> Self {
        Self {
            right: ask(&|facts| facts.complete() && facts.one_tree() && facts.exits == 1),
            one_path: ask(&|facts| {
                facts.complete() && facts.exits == 1 && facts.exit_reachable && !facts.cycle
            }),
            one_tree: ask(&|facts| facts.complete() && facts.one_tree()),
            no_exit: ask(&|facts| facts.complete() && facts.exits == 0),
            several_exits: ask(&|facts| facts.exits > 1),
            exit_out_of_reach: ask(&|facts| facts.exits > 0 && !facts.exit_reachable),
            two_trees: ask(&|facts| facts.complete() && facts.components == 2),
            cycle: ask(&|facts| facts.cycle),
            endless: ask(&|facts| facts.end == End::Endless),
            past_the_list: ask(&|facts| facts.end == End::PastTheList),
            thrown_to_unvisited: ask(&|facts| facts.marks.thrown == Some(Landing::Unvisited)),
            lost: ask(&|facts| !facts.marks.lost.is_empty()),
            wrong: ask(&|facts| facts.marks.wrong || facts.leak),
            restart_on_start: ask(&|facts| facts.marks.from_start),
        }
    }
}
