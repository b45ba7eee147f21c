//! Whether a maze is what the document says: one path, one tree, one exit.

use super::facts::Fates;
use super::outcome::{Small, fates};
use super::picture;
use super::sampled::{Sample, dice};
use super::watch::{Event, RANDOM, RULES, Watch};
use crate::prelude::*;
use crate::prose::AMAZING as WORDS;

#[derive(Serialize)]
pub struct Fate {
    pub exact: Vec<Chances>,
    pub sampled: Vec<Sample>,
    #[serde(skip)]
    pub(crate) pictures: String,
}

#[derive(Serialize)]
pub struct Chances {
    pub width: usize,
    pub height: usize,
    pub rules: &'static str,
    pub states: u64,
    pub fates: Fates<Exact>,
}

impl Chances {
    pub fn size(&self) -> String {
        format!("{}x{}", self.width, self.height)
    }
}

pub(crate) const PICTURE: (usize, usize) = (12, 12);

impl Fate {
    pub(super) fn compute(small: &[Small]) -> crate::error::Result<Self> {
        let exact = small.iter().flat_map(|small| {
            small.by_rules().map(|(rules, explored)| Chances {
                width: small.width,
                height: small.height,
                rules,
                states: explored.states(),
                fates: fates(explored),
            })
        });
        Ok(Self {
            exact: exact.collect(),
            sampled: Sample::all()?,
            pictures: pictures(),
        })
    }

    /// The largest size that is computed exactly, under the rules at this place of [`RULES`].
    pub(crate) fn largest(&self, rules: usize) -> &Chances {
        &self.exact[self.exact.len() - RULES.len() + rules]
    }

    /// The sampled size at this place, under the rules at this place.
    pub(crate) fn sample(&self, size: usize, rules: usize) -> &Sample {
        &self.sampled[size * RULES.len() + rules]
    }

    /// The largest sampled size, under the rules at this place.
    pub(super) fn largest_sample(&self, rules: usize) -> &Sample {
        self.sample(self.sampled.len() / RULES.len() - 1, rules)
    }

    pub(super) fn blocks(&self) -> Vec<Block> {
        let shown = rows(
            &self.sampled,
            |sample| json!({ "of": sample, "cells": sample.cells() }),
        );
        let more = json!({
            "shown": shown,
            "width": PICTURE.0,
            "height": PICTURE.1,
            "small": self.sample(0, RANDOM),
        });
        WORDS
            .beside(self, more)
            .blocks("fate", [self.pictures.clone()])
    }
}

/// The mazes of the first seeds that are right, lack an exit, and have two trees.
fn pictures() -> String {
    let made = |seed| {
        let mut draws = dice(seed);
        let mut watch =
            Watch::begin(PICTURE.0, PICTURE.1, RULES[RANDOM].1, &mut draws).expect("it is a size");
        while !matches!(watch.step(&mut draws), Event::Ended(_)) {}
        watch.walk.into_maze()
    };
    let kinds: [(&str, usize, usize); 3] = [
        ("right", 1, 1),
        ("without an exit", 1, 0),
        ("two trees", 2, 1),
    ];
    let first = |(label, components, exits)| {
        let of_kind = |maze: &grids::amazing::Amazing| {
            let analysis = maze.analysis();
            (analysis.components, analysis.exit_columns.len()) == (components, exits)
        };
        (0..1000)
            .map(made)
            .find(of_kind)
            .map(|maze| picture::maze(label, &maze))
            .unwrap_or_default()
    };
    kinds.into_iter().map(first).collect()
}
