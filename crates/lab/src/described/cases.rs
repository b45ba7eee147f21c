//! The cases of a described subject.

use lockstep::{Budget, Cases, Chooser, Kind};

use super::{Described, Domain, Op};

/// How many combinations of arguments are all tried.
const MOST_TUPLES: usize = 64;

/// How many cases a sweep has.
const STEPS: usize = 64;

/// How often each op comes in a case of a sweep.
const TURNS: usize = 16;

/// How many ops a random case has after the first, at most.
const LENGTH: u64 = 32;

impl Described {
    /// The cases of a kind; `None` if there are none.
    ///
    /// Golden cases are those of the file. Edge cases have the ends and edges of all domains: one case for each way to
    /// seed, with each op in each way. A sweep walks through the domains in even steps. In each, an op that seeds comes
    /// first, if there is any.
    pub fn texts(&self, kind: Kind, budget: &Budget) -> Option<Cases<String>> {
        let golden = self.golden.clone();
        let described = self.clone();
        match kind {
            Kind::Golden => (!golden.is_empty()).then(|| Cases::new(kind, golden.len(), golden)),
            Kind::Edge => {
                let cases = self.edges();
                Some(Cases::new(kind, cases.len(), cases))
            }
            Kind::Sweep => Some(Cases::new(
                kind,
                STEPS,
                (0..STEPS).map(move |step| described.sweep(step)),
            )),
            Kind::Random => Some(Cases::random(budget, move |chooser| {
                described.random(chooser)
            })),
            Kind::Exhaustive => None,
        }
    }

    /// The ops that seed, and the others.
    fn parts(&self) -> (Vec<&Op>, Vec<&Op>) {
        self.ops.iter().partition(|op| op.seeds)
    }

    fn edges(&self) -> Vec<Vec<String>> {
        let (seeds, others) = self.parts();
        let rest: Vec<String> = others.iter().flat_map(|op| op.edges()).collect();
        if seeds.is_empty() {
            return vec![rest];
        }
        let case = |seed| [vec![seed], rest.clone()].concat();
        seeds.iter().flat_map(|op| op.edges()).map(case).collect()
    }

    fn sweep(&self, step: usize) -> Vec<String> {
        let (seeds, others) = self.parts();
        let seed = seeds
            .get(step % seeds.len().max(1))
            .map(|op| op.at(step, STEPS));
        let turns = (0..TURNS).flat_map(|turn| {
            others
                .iter()
                .map(move |op| op.at(step * TURNS + turn, STEPS * TURNS))
                .collect::<Vec<_>>()
        });
        seed.into_iter().chain(turns).collect()
    }

    fn random(&self, chooser: &mut Chooser) -> Vec<String> {
        let (seeds, others) = self.parts();
        let mut ops = Vec::new();
        if !seeds.is_empty() {
            ops.push(chooser.pick(&seeds).random(chooser));
        }
        for _ in 0..=chooser.below(LENGTH) {
            let from = if others.is_empty() || !seeds.is_empty() && chooser.below(16) == 0 {
                &seeds
            } else {
                &others
            };
            ops.push(chooser.pick(from).random(chooser));
        }
        ops
    }
}

impl Op {
    fn text(&self, arguments: impl IntoIterator<Item = String>) -> String {
        arguments
            .into_iter()
            .fold(self.name.clone(), |text, argument| text + " " + &argument)
    }

    /// With the ends and edges of its arguments: in all combinations if these are few, otherwise each beside the first
    /// and the last of the others.
    fn edges(&self) -> Vec<String> {
        let points: Vec<Vec<String>> = self
            .arguments
            .iter()
            .map(|argument| argument.domain.points())
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
            .map(|tuple| self.text(tuple.into_iter().cloned()))
            .collect()
    }

    /// With arguments so far along the way through their domains. The number of steps is a power of two: an odd factor
    /// takes each argument there in another order.
    fn at(&self, step: usize, steps: usize) -> String {
        let domains = self
            .arguments
            .iter()
            .map(|argument| &argument.domain)
            .enumerate();
        self.text(domains.map(|(place, domain)| domain.at(step * (2 * place + 1) % steps, steps)))
    }

    fn random(&self, chooser: &mut Chooser) -> String {
        self.text(
            self.arguments
                .iter()
                .map(|argument| argument.domain.random(chooser)),
        )
    }
}

impl Domain {
    /// Its ends and edges, and the numbers about which types of 32 and 64 bits change.
    fn points(&self) -> Vec<String> {
        match self {
            Self::Number {
                least, most, edges, ..
            } => {
                let mut points = vec![*least, least + 1, -1, 0, 1, most - 1, *most];
                points.extend(
                    [31, 32, 63]
                        .map(|bits| 1_i128 << bits)
                        .into_iter()
                        .flat_map(|power| [power - 1, power]),
                );
                points.extend(edges);
                points.retain(|point| (least..=most).contains(&point));
                points.sort_unstable();
                points.dedup();
                points.iter().map(ToString::to_string).collect()
            }
            Self::OneOf { texts, .. } => texts.clone(),
        }
    }

    fn at(&self, step: usize, steps: usize) -> String {
        match self {
            Self::Number { least, cheap, .. } => {
                (least + (cheap - least) * step as i128 / (steps as i128 - 1)).to_string()
            }
            Self::OneOf { texts, .. } => texts[step % texts.len()].clone(),
        }
    }

    /// An edge, or a number of any size: small ones come as often as large ones.
    fn random(&self, chooser: &mut Chooser) -> String {
        let (least, cheap, edges) = match self {
            Self::Number {
                least,
                cheap,
                edges,
                ..
            } => (*least, *cheap, edges),
            Self::OneOf { texts, .. } => return chooser.pick(texts).clone(),
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
}

#[cfg(test)]
mod tests {
    use super::*;

    const DICE: &str = r#"
        name = "dice"
        about = "dice"
        golden = ["seed 1; roll 6 wood", "seed 2; roll 6 bone"]
        [[op]]
        name = "seed"
        seeds = true
        arguments = [{ name = "seed", type = "u64" }]
        [[op]]
        name = "roll"
        arguments = [{ name = "sides", least = 1, most = 1000, cheap = 20, edges = [500] }, { name = "of", texts = ["wood", "bone"] }]
        shows = "u32"
    "#;

    /// The cases of a kind; that there are as many as promised is checked.
    fn cases(described: &Described, kind: Kind) -> Vec<Vec<String>> {
        let mut all = Vec::new();
        let cases = described.texts(kind, &Budget::default()).unwrap();
        cases
            .each(|_, ops| {
                all.push(ops);
                Ok::<(), lockstep::Failure>(())
            })
            .unwrap();
        all
    }

    #[test]
    fn every_kind_keeps_its_promise_begins_with_a_seed_and_has_only_ops() {
        let dice = Described::read(DICE).unwrap();
        for (kind, count) in [
            (Kind::Golden, 2),
            (Kind::Edge, 10),
            (Kind::Sweep, 64),
            (Kind::Random, 64),
        ] {
            let cases = cases(&dice, kind);
            assert_eq!(cases.len(), count, "{kind}");
            for ops in &cases {
                assert!(dice.seeds(&ops[0]), "{kind}: {ops:?}");
                for op in ops {
                    assert!(dice.op(op).is_ok(), "{op}");
                }
            }
        }
        assert!(dice.texts(Kind::Exhaustive, &Budget::default()).is_none());
    }

    #[test]
    fn edges_have_the_ends_of_every_domain_in_all_combinations() {
        let dice = Described::read(DICE).unwrap();
        let edges = cases(&dice, Kind::Edge);
        let seeds: Vec<&str> = edges.iter().map(|ops| ops[0].as_str()).collect();
        assert_eq!(seeds[..2], ["seed 0", "seed 1"]);
        assert_eq!(seeds.last(), Some(&"seed 18446744073709551615"));
        let rolls = [
            "1 wood",
            "1 bone",
            "2 wood",
            "2 bone",
            "500 wood",
            "500 bone",
            "999 wood",
            "999 bone",
            "1000 wood",
            "1000 bone",
        ];
        assert_eq!(edges[0][1..], rolls.map(|roll| format!("roll {roll}")));
    }

    #[test]
    fn sweeps_and_random_cases_reach_the_ends_of_what_is_cheap_and_only_edges_beyond() {
        let dice = Described::read(DICE).unwrap();
        for kind in [Kind::Sweep, Kind::Random] {
            let ops: Vec<String> = cases(&dice, kind).concat();
            let sides = |op: &String| op.strip_prefix("roll ")?.split(' ').next()?.parse().ok();
            let sides: Vec<u32> = ops.iter().filter_map(sides).collect();
            assert!((1..=20).all(|side| sides.contains(&side)), "{kind}");
            assert_eq!(sides.contains(&500), kind == Kind::Random);
            assert!(
                sides.iter().all(|side| *side <= 20 || *side == 500),
                "{kind}"
            );
        }
    }

    #[test]
    fn many_combinations_are_not_all_tried_and_without_a_seed_there_is_one_case() {
        let three = r#"
            name = "three"
            about = "three numbers"
            [[op]]
            name = "add"
            arguments = [{ name = "a", type = "i64" }, { name = "b", type = "i64" }, { name = "c", type = "i64" }]
            shows = "i64"
        "#;
        let edges = cases(&Described::read(three).unwrap(), Kind::Edge);
        let (least, most) = (i64::MIN, i64::MAX);
        assert_eq!(edges.len(), 1);
        assert_eq!(
            edges[0].len(),
            62,
            "each of 11 points in 3 places beside both ends, 4 of them twice"
        );
        for op in [
            format!("add {least} {least} {most}"),
            format!("add {most} 0 {most}"),
        ] {
            assert!(edges[0].contains(&op), "{op}");
        }
    }
}
