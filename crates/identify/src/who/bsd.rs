//! BSD's random(3), types 1 to 4 in all seedings, from whole words. Type 0 is linear congruential.

use std::ops::ControlFlow;

use generators::bsd_random::{BsdRandom, Kind, Seeding};
use generators::inverse::{
    enough_words, seed_of_state, seeds_before_words, seeds_of_words, states_of_words,
};

use super::{Candidate, Candidates, Search};
use crate::convention::{Convention, ones};
use crate::numbers::Numbers;
use generators::catalogue::{Generator, Stream};

/// How many steps back the seeds of states are looked for, in total.
const BACK: u64 = 1_000_000;

/// The base-2 logarithm of the seeds of all seedings, at up to this many places.
const SEEDS: f64 = 32.0 + 2.0 + 10.0;

/// How many states, or seeds at one place, are tried.
const MOST: usize = 64;

/// The row of the catalogue for this type and seeding, if it is among those searched.
fn row(search: &Search<'_>, kind: Kind, seeding: Seeding) -> Option<&'static Generator> {
    let library = match seeding {
        Seeding::Weak => "bsd",
        Seeding::Glibc => "glibc",
        Seeding::Libc5 => "libc5",
    };
    let of_type = if kind == Kind::Type3 {
        String::new()
    } else {
        format!("-type-{}", kind as u8)
    };
    let key = format!("random-{library}{of_type}");
    search.rows().into_iter().find(|row| row.key == key)
}

fn stream(mut random: BsdRandom) -> Stream {
    Box::new(move || random.next_word().into())
}

pub(super) fn find_seeds_and_states(search: &mut Search<'_>) {
    let Numbers::Words { values, .. } = search.numbers else {
        return;
    };
    let words: Vec<u32> = values
        .iter()
        .filter(|word| **word <= ones(31))
        .map(|word| *word as u32)
        .collect();
    let convention = Convention::all(search.numbers, 31, 1 << 31)
        .into_iter()
        .next();
    let Some(convention) = convention.filter(|_| words.len() == values.len() && words.len() > 1)
    else {
        return;
    };
    let kinds = [Kind::Type1, Kind::Type2, Kind::Type3, Kind::Type4];
    let within = search.options.within;
    // Try the first place first: two words are enough if nothing came before them.
    for (places, kind) in [0..=0, 1..=within]
        .into_iter()
        .flat_map(|places| kinds.map(|kind| (places.clone(), kind)))
    {
        let Some(row) = row(search, kind, Seeding::Weak) else {
            continue;
        };
        search.tries += 1;
        let candidates = 32.0 + (places.clone().count() as f64).log2();
        for position in places {
            let Ok(seeds) = seeds_of_words(kind, position, &words[..words.len().min(8)]) else {
                continue;
            };
            for seed in seeds.take(MOST).map(|seed| u64::from(seed as u32)) {
                search.consider(&Candidate {
                    seed: Some(seed),
                    position,
                    ..Candidate::new(row, &|| (row.seeded)(seed), convention, candidates)
                });
            }
            if search.is_over() {
                return;
            }
        }
        search.record_tried(Candidates::SeedsBefore(row.key, within), 32.0, true, &[]);
    }
    for kind in kinds {
        let rows = Seeding::ALL.map(|seeding| row(search, kind, seeding));
        let (Some(any), degree) = (rows.into_iter().flatten().next(), kind.degree()) else {
            continue;
        };
        if words.len() <= degree {
            continue;
        }
        search.tries += 1;
        // Any seed comes before a state, which all seedings share; the words may not even determine it.
        let mut seeds = Vec::new();
        seeds_before_words(kind, &words, within, &mut |found| seeds.push(found));
        for found in seeds {
            let Some(row) = rows[found.seeding as usize] else {
                continue;
            };
            let seed = u64::from(found.seed as u32);
            search.consider(&Candidate {
                seed: Some(seed),
                position: found.index,
                ..Candidate::new(row, &|| (row.seeded)(seed), convention, SEEDS)
            });
        }
        if search.is_over() {
            return;
        }
        let mut states = Vec::new();
        let enough = enough_words(kind) + degree;
        let solved = states_of_words(kind, &words[..words.len().min(enough)], &mut |state| {
            states.push(state.before);
            if states.len() < MOST {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
        let all = solved.is_ok() && states.len() < MOST;
        // The low bits that the outputs lack are part of the state.
        let candidates = 32.0 * degree as f64;
        search.record_tried(Candidates::StatesOfBsd(kind as u8), candidates, all, &[]);
        let back = (BACK / states.len().max(1) as u64).max(within);
        for state in states {
            let seeded = seed_of_state(&state, back);
            let row = seeded.map_or(Some(any), |found| rows[found.seeding as usize]);
            let Some(row) = row else { continue };
            let seed = seeded.map(|found| u64::from(found.seed as u32));
            search.consider(&Candidate {
                seed,
                state: Some(
                    state
                        .save()
                        .words()
                        .iter()
                        .map(|word| u64::from(*word))
                        .collect(),
                ),
                position: seeded.map_or(0, |found| found.index),
                settled: all || seed.is_some(),
                ..Candidate::new(
                    row,
                    &|| seed.map_or_else(|| stream(state.clone()), row.seeded),
                    convention,
                    candidates,
                )
            });
        }
        if search.is_over() {
            return;
        }
    }
}
