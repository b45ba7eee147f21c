//! The cases of a described subject.

use crate::argument::{Domain, Op};
use crate::budget::Budget;
use crate::cases::{Cases, Chooser};
use crate::role::CaseKind;

/// Up to this many combinations of arguments are all tried.
const MOST_TUPLES: usize = 64;

/// How many cases a sweep has.
const STEPS: usize = 64;

/// How often each op comes in a case of a sweep.
const TURNS: usize = 16;

/// The most ops that a random case has after the first.
const LENGTH: u64 = 32;

/// The cases of a kind that follow from ops, beginning with an op that seeds, if there is one; `None` if there are no cases.
pub(super) fn cases(ops: &[Op], kind: CaseKind, budget: &Budget) -> Option<Cases> {
    let (seeds, others) = ops.iter().copied().partition(|op| op.seeds);
    let parts = Parts { seeds, others };
    match kind {
        CaseKind::Edge => {
            let cases = parts.edges();
            Some(Cases::new(kind, cases.len(), cases))
        }
        CaseKind::Sweep => Some(Cases::new(
            kind,
            STEPS,
            (0..STEPS).map(move |step| parts.sweep(step)),
        )),
        CaseKind::Random => Some(Cases::random(budget, move |chooser| parts.random(chooser))),
        CaseKind::Golden | CaseKind::Exhaustive => None,
    }
}

/// The ops that seed, and the others.
struct Parts {
    seeds: Vec<Op>,
    others: Vec<Op>,
}

impl Parts {
    fn edges(&self) -> Vec<Vec<String>> {
        let Self { seeds, others } = self;
        let rest: Vec<String> = others.iter().flat_map(edges).collect();
        if seeds.is_empty() {
            return vec![rest];
        }
        let case = |seed| [vec![seed], rest.clone()].concat();
        seeds.iter().flat_map(edges).map(case).collect()
    }

    fn sweep(&self, step: usize) -> Vec<String> {
        let Self { seeds, others } = self;
        let seed = seeds
            .get(step % seeds.len().max(1))
            .map(|op| at(op, step, STEPS));
        let turns = (0..TURNS).flat_map(|turn| {
            others
                .iter()
                .map(move |op| at(op, step * TURNS + turn, STEPS * TURNS))
                .collect::<Vec<_>>()
        });
        seed.into_iter().chain(turns).collect()
    }

    fn random(&self, chooser: &mut Chooser) -> Vec<String> {
        let Self { seeds, others } = self;
        let mut ops = Vec::new();
        if !seeds.is_empty() {
            ops.push(random(chooser.pick(seeds), chooser));
        }
        for _ in 0..=chooser.below(LENGTH) {
            let from = if others.is_empty() || !seeds.is_empty() && chooser.below(16) == 0 {
                seeds
            } else {
                others
            };
            ops.push(random(chooser.pick(from), chooser));
        }
        ops
    }
}

fn text(op: &Op, arguments: impl IntoIterator<Item = String>) -> String {
    arguments
        .into_iter()
        .fold(op.name.to_owned(), |text, argument| text + " " + &argument)
}

/// The op with the ends and edges of its arguments: in all combinations if these are few, otherwise each together with the
/// first and the last of the others.
fn edges(op: &Op) -> Vec<String> {
    let points: Vec<Vec<String>> = op
        .arguments
        .iter()
        .map(|argument| points(&argument.domain))
        .collect();
    let product = points
        .iter()
        .try_fold(1_usize, |product, points| product.checked_mul(points.len()));
    let mut tuples: Vec<Vec<&String>> = Vec::new();
    if product.is_some_and(|product| product <= MOST_TUPLES) {
        tuples.push(Vec::new());
        for points in &points {
            let longer = |tuple: &Vec<_>| -> Vec<Vec<_>> {
                points
                    .iter()
                    .map(|point| [tuple.clone(), vec![point]].concat())
                    .collect()
            };
            tuples = tuples.iter().flat_map(longer).collect();
        }
    } else {
        let ends: [Vec<&String>; 2] = [
            points.iter().filter_map(|p| p.first()).collect(),
            points.iter().filter_map(|p| p.last()).collect(),
        ];
        for (place, points) in points.iter().enumerate() {
            for point in points {
                for end in &ends {
                    let mut tuple = end.clone();
                    tuple[place] = point;
                    tuples.push(tuple);
                }
            }
        }
        tuples.sort();
        tuples.dedup();
    }
    tuples
        .into_iter()
        .map(|tuple| text(op, tuple.into_iter().cloned()))
        .collect()
}

/// The op with arguments this far along the way through their domains. The number of steps is a power of two: an odd factor
/// takes each argument there in a different order.
fn at(op: &Op, step: usize, steps: usize) -> String {
    let domains = op
        .arguments
        .iter()
        .map(|argument| &argument.domain)
        .enumerate();
    text(
        op,
        domains.map(|(place, domain)| value_at(domain, step * (2 * place + 1) % steps, steps)),
    )
}

fn random(op: &Op, chooser: &mut Chooser) -> String {
    text(
        op,
        op.arguments
            .iter()
            .map(|argument| any(&argument.domain, chooser)),
    )
}

/// The ends and edges of a domain, and the numbers near the limits of types of 32 and 64 bits.
fn points(domain: &Domain) -> Vec<String> {
    match domain {
        Domain::Number {
            least, most, edges, ..
        } => {
            let mut points = vec![*least, least + 1, -1, 0, 1, most - 1, *most];
            points.extend(
                [31, 32, 63]
                    .map(|bits| 1_i128 << bits)
                    .into_iter()
                    .flat_map(|power| [power - 1, power]),
            );
            points.extend(*edges);
            points.retain(|point| (least..=most).contains(&point));
            points.sort_unstable();
            points.dedup();
            points.iter().map(ToString::to_string).collect()
        }
        Domain::OneOf { texts, .. } => texts.iter().map(ToString::to_string).collect(),
    }
}

fn value_at(domain: &Domain, step: usize, steps: usize) -> String {
    match domain {
        Domain::Number { least, cheap, .. } => {
            (least + (cheap - least) * step as i128 / (steps as i128 - 1)).to_string()
        }
        Domain::OneOf { texts, .. } => texts[step % texts.len()].to_owned(),
    }
}

/// An edge, or a number of any size: small sizes are as frequent as large ones.
fn any(domain: &Domain, chooser: &mut Chooser) -> String {
    let (least, cheap, edges) = match domain {
        Domain::Number {
            least,
            cheap,
            edges,
            ..
        } => (*least, *cheap, edges),
        Domain::OneOf { texts, .. } => return (*chooser.pick(texts)).to_owned(),
    };
    if !edges.is_empty() && chooser.below(8) == 0 {
        return chooser.pick(edges).to_string();
    }
    let size = i128::from(chooser.next_u64() >> chooser.below(64));
    let near = match chooser.below(4) {
        0 => least + size,
        1 => cheap - size,
        2 => size,
        _ => -size,
    };
    if (least..=cheap).contains(&near) {
        return near.to_string();
    }
    (least + i128::from(chooser.next_u64()) % (cheap - least + 1)).to_string()
}
