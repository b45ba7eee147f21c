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
            let cases = parts.edge_cases();
            Some(Cases::new(kind, cases.len(), cases))
        }
        CaseKind::Sweep => {
            let cases = (0..STEPS).map(move |step| parts.sweep_case(step));
            Some(Cases::new(kind, STEPS, cases))
        }
        CaseKind::Random => Some(Cases::random(budget, move |chooser| {
            parts.random_case(chooser)
        })),
        CaseKind::Golden | CaseKind::Exhaustive => None,
    }
}

/// The ops that seed, and the others.
struct Parts {
    seeds: Vec<Op>,
    others: Vec<Op>,
}

impl Parts {
    fn edge_cases(&self) -> Vec<Vec<String>> {
        let rest: Vec<String> = self.others.iter().flat_map(edge_ops).collect();
        if self.seeds.is_empty() {
            return vec![rest];
        }
        let mut cases = Vec::new();
        for seed in self.seeds.iter().flat_map(edge_ops) {
            let mut case = vec![seed];
            case.extend_from_slice(&rest);
            cases.push(case);
        }
        cases
    }

    fn sweep_case(&self, step: usize) -> Vec<String> {
        let mut ops = Vec::new();
        if !self.seeds.is_empty() {
            let seed = &self.seeds[step % self.seeds.len()];
            ops.push(sweep_op(seed, step, STEPS));
        }
        for turn in 0..TURNS {
            for op in &self.others {
                ops.push(sweep_op(op, step * TURNS + turn, STEPS * TURNS));
            }
        }
        ops
    }

    fn random_case(&self, chooser: &mut Chooser) -> Vec<String> {
        let Self { seeds, others } = self;
        let mut ops = Vec::new();
        if !seeds.is_empty() {
            ops.push(random_op(chooser.pick(seeds), chooser));
        }
        for _ in 0..=chooser.below(LENGTH) {
            let from = if others.is_empty() || !seeds.is_empty() && chooser.below(16) == 0 {
                seeds
            } else {
                others
            };
            ops.push(random_op(chooser.pick(from), chooser));
        }
        ops
    }
}

/// The op with the ends and edges of its arguments: in all combinations if these are few, otherwise each together with the
/// first and the last of the others.
fn edge_ops(op: &Op) -> Vec<String> {
    let mut points = Vec::new();
    let mut count = 1_usize;
    for argument in op.arguments {
        let values = edge_values(&argument.domain);
        count = count.saturating_mul(values.len());
        points.push(values);
    }
    let tuples = if count <= MOST_TUPLES {
        all_tuples(&points)
    } else {
        tuples_of_ends(&points)
    };
    let mut ops = Vec::new();
    for tuple in tuples {
        let mut text = op.name.to_owned();
        for argument in tuple {
            text.push(' ');
            text += argument;
        }
        ops.push(text);
    }
    ops
}

/// All combinations of values of each argument.
fn all_tuples(points: &[Vec<String>]) -> Vec<Vec<&str>> {
    let mut tuples = vec![Vec::new()];
    for values in points {
        let mut longer = Vec::new();
        for tuple in &tuples {
            for value in values {
                let mut tuple = tuple.clone();
                tuple.push(value.as_str());
                longer.push(tuple);
            }
        }
        tuples = longer;
    }
    tuples
}

/// Each value, once with the first values of the other arguments and once with their last ones.
fn tuples_of_ends(points: &[Vec<String>]) -> Vec<Vec<&str>> {
    let (mut first, mut last) = (Vec::new(), Vec::new());
    for values in points {
        first.extend(values.first().map(String::as_str));
        last.extend(values.last().map(String::as_str));
    }
    let mut tuples = Vec::new();
    for (place, values) in points.iter().enumerate() {
        for value in values {
            for ends in [&first, &last] {
                let mut tuple = ends.clone();
                tuple[place] = value;
                tuples.push(tuple);
            }
        }
    }
    tuples.sort_unstable();
    tuples.dedup();
    tuples
}

/// The op with arguments this far along the way through their domains. The number of steps is a power of two: an odd factor
/// takes each argument there in a different order.
fn sweep_op(op: &Op, step: usize, steps: usize) -> String {
    let mut text = op.name.to_owned();
    for (place, argument) in op.arguments.iter().enumerate() {
        let step = step * (2 * place + 1) % steps;
        text.push(' ');
        text += &value_at(&argument.domain, step, steps);
    }
    text
}

fn random_op(op: &Op, chooser: &mut Chooser) -> String {
    let mut text = op.name.to_owned();
    for argument in op.arguments {
        text.push(' ');
        text += &random_value(&argument.domain, chooser);
    }
    text
}

/// The ends and edges of a domain, and the numbers near the limits of types of 32 and 64 bits.
fn edge_values(domain: &Domain) -> Vec<String> {
    match domain {
        Domain::Number {
            least, most, edges, ..
        } => {
            let mut points = vec![*least, least + 1, -1, 0, 1, most - 1, *most];
            for power in [1 << 31, 1 << 32, 1 << 63] {
                points.extend([power - 1, power]);
            }
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
fn random_value(domain: &Domain, chooser: &mut Chooser) -> String {
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
