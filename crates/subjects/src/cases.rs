//! The cases of subjects are data: a file in `cases/` for each. After a line `vectors` come the cases of the vector pack, in
//! the form of [`Subject::vectors`](lockstep::Subject::vectors).
//!
//! A line is a kind and its ops, separated by `;`, and each line is one case. `NAME = VALUES:` before the ops makes a case for
//! each of the values, in place of `{NAME}`; if there are several, the first changes slowest. A value is a text without blanks;
//! `A..B` and `A..B<<C` are the whole numbers from A to B - 1, the latter shifted left; `A,B = 1,2 3,4:` has two names. In
//! parentheses the same makes ops of one case. `let NAME = TEXT` puts the text for `$NAME` in later lines. `#` begins a
//! comment.
//!
//! The line `random` says how many ops a random case has. Each op is drawn from the lines below that begin with `-` and a
//! chance; the ops of a line `last` end the case. In these lines every op draws its own value for a variable: one of the listed
//! values, or a number (`u64`, `i64`, `u32`, `i32`, `below N`, `between A B`), changed from left to right by `>> N` (a shift by
//! a random number of bits below N), `shr N`, `+ N`, `min N` and `max N`. A variable in the line `random` is drawn before the
//! op's line.
use lockstep::{Budget, Cases, Chooser, Kind, split_ops};

/// The line before the cases of the vector pack.
const VECTORS: &str = "vectors\n";

/// The cases of the vector pack.
pub(crate) fn vectors(file: &'static str) -> &'static str {
    file.split_once(VECTORS).map_or("", |(_, vectors)| vectors)
}

/// The cases of a kind, if the file has any.
pub(crate) fn cases(file: &str, kind: Kind, budget: &Budget) -> Option<Cases> {
    let lines = lines(file);
    if kind == Kind::Random {
        let random = Random::read(&lines)?;
        return Some(Cases::random(budget, move |chooser| random.case(chooser)));
    }
    let head = format!("{kind}:");
    let of_kind = lines.iter().filter_map(|line| line.strip_prefix(&head));
    let templates: Vec<_> = of_kind.map(Template::read).collect();
    let count = templates.iter().map(Template::count).sum();
    let all = templates.into_iter().flat_map(|template| {
        let cases = 0..template.count();
        cases.map(move |index| split_ops(&template.at(index)))
    });
    (count > 0).then(|| Cases::new(kind, count, all))
}

/// The lines of a file, with names and parentheses expanded.
fn lines(file: &str) -> Vec<String> {
    const HEADS: [&str; 7] = [
        "golden:",
        "edge:",
        "sweep:",
        "exhaustive:",
        "random ",
        "- ",
        "last:",
    ];
    let file = file.split_once(VECTORS).map_or(file, |(cases, _)| cases);
    let (mut named, mut lines) = (Vec::<(String, String)>::new(), Vec::new());
    let is_line = |line: &&str| !line.is_empty() && !line.starts_with('#');
    for line in file.lines().filter(is_line) {
        let mut line = named.iter().fold(line.to_owned(), |line, (name, text)| {
            line.replace(name, text)
        });
        let name = line
            .strip_prefix("let ")
            .and_then(|rest| rest.split_once(" = "));
        if let Some((name, text)) = name {
            named.push((format!("${name}"), text.to_owned()));
            continue;
        }
        while let Some(end) = line.find(')') {
            let start = line[..end]
                .rfind('(')
                .expect("a parenthesis that closes is open");
            let ops = Template::read(&line[start + 1..end]);
            let ops: Vec<_> = (0..ops.count()).map(|index| ops.at(index)).collect();
            line.replace_range(start..=end, &ops.join(";"));
        }
        assert!(HEADS.iter().any(|head| line.starts_with(head)), "{line}");
        lines.push(line);
    }
    lines
}

/// Ops with variables: their names and values.
struct Template {
    variables: Vec<(String, Vec<String>)>,
    ops: String,
}

impl Template {
    fn read(text: &str) -> Self {
        let (variables, ops) = text.rsplit_once(':').unwrap_or(("", text));
        let read = |(names, list): (&str, &str)| (names.trim().to_owned(), values(list));
        Self {
            variables: variables
                .split(':')
                .filter_map(|one| one.split_once('='))
                .map(read)
                .collect(),
            ops: ops.to_owned(),
        }
    }

    fn count(&self) -> usize {
        self.variables
            .iter()
            .map(|(_, values)| values.len())
            .product()
    }

    fn at(&self, mut index: usize) -> String {
        self.variables
            .iter()
            .rev()
            .fold(self.ops.clone(), |ops, (names, values)| {
                let value = &values[index % values.len()];
                index /= values.len();
                with(&ops, names, value)
            })
    }
}

/// The text with values in place of variables.
fn with(text: &str, names: &str, values: &str) -> String {
    let both = names.split(',').zip(values.split(','));
    both.fold(text.to_owned(), |text, (name, value)| {
        text.replace(&format!("{{{name}}}"), value)
    })
}

fn number(text: &str) -> i128 {
    text.parse()
        .unwrap_or_else(|_| panic!("`{text}` is no number"))
}

fn values(list: &str) -> Vec<String> {
    let read = |value: &str| match value.split_once("..") {
        None => vec![value.to_owned()],
        Some((from, to)) => {
            let (to, by) = to.split_once("<<").unwrap_or((to, "0"));
            let numbers = number(from)..number(to);
            numbers.map(|one| (one << number(by)).to_string()).collect()
        }
    };
    list.split_whitespace().flat_map(read).collect()
}

/// How random cases are made.
struct Random {
    count: String,
    /// The variable that is chosen before the op, and its values.
    first: Option<(String, String)>,
    /// The ops, each with its weight.
    ops: Vec<(u64, String)>,
    last: Vec<String>,
}

impl Random {
    fn read(lines: &[String]) -> Option<Self> {
        let head = lines.iter().find_map(|line| line.strip_prefix("random "))?;
        let (count, first) = head.split_once(':').unwrap_or((head, ""));
        let owned = |(a, b): (&str, &str)| (a.trim().to_owned(), b.to_owned());
        let op = |line: &String| {
            let (weight, ops) = line.strip_prefix("- ")?.split_once(':')?;
            Some((weight.parse().ok()?, ops.to_owned()))
        };
        let last = lines.iter().filter_map(|line| line.strip_prefix("last:"));
        Some(Self {
            count: count.to_owned(),
            first: first.split_once('=').map(owned),
            ops: lines.iter().filter_map(op).collect(),
            last: last.flat_map(split_ops).collect(),
        })
    }

    fn case(&self, chooser: &mut Chooser) -> Vec<String> {
        let count = number(&chosen(&self.count, chooser));
        let mut ops: Vec<String> = (0..count).flat_map(|_| self.op(chooser)).collect();
        ops.extend(self.last.iter().cloned());
        ops
    }

    fn op(&self, chooser: &mut Chooser) -> Vec<String> {
        let first = self
            .first
            .as_ref()
            .map(|(name, list)| (name, chosen(list, chooser)));
        let all = self.ops.iter().map(|(weight, _)| weight).sum();
        let mut at = if self.ops.len() > 1 {
            chooser.below(all)
        } else {
            0
        };
        let is_it = |(weight, _): &&(u64, String)| {
            let is_it = at < *weight;
            at = at.saturating_sub(*weight);
            is_it
        };
        let (_, ops) = self.ops.iter().find(is_it).expect("the weights add up");
        let mut ops = first.map_or(ops.clone(), |(name, value)| with(ops, name, &value));
        while let Some((variable, rest)) = ops.split_once(':') {
            let (names, list) = variable.split_once('=').expect("a variable has values");
            ops = with(rest, names.trim(), &chosen(list, chooser));
        }
        split_ops(&ops)
    }
}

/// One of the values, or a random number.
fn chosen(list: &str, chooser: &mut Chooser) -> String {
    let words: Vec<_> = list.split_whitespace().collect();
    let (mut value, rest): (i128, &[&str]) = match &words[..] {
        ["u64", rest @ ..] => (chooser.next_u64().into(), rest),
        ["i64", rest @ ..] => (chooser.next_u64().cast_signed().into(), rest),
        ["u32", rest @ ..] => (chooser.any_u32().into(), rest),
        ["i32", rest @ ..] => (chooser.any_i32().into(), rest),
        ["below", n, rest @ ..] => (chooser.below(number(n) as u64).into(), rest),
        ["between", least, most, rest @ ..] => {
            let range = number(least) as i64..=number(most) as i64;
            (chooser.between(range).into(), rest)
        }
        _ => {
            return match &values(list)[..] {
                [only] => only.clone(),
                values => chooser.pick(values).clone(),
            };
        }
    };
    for change in rest.chunks_exact(2) {
        let by = number(change[1]);
        value = match change[0] {
            ">>" => value >> chooser.below(by as u64),
            "shr" => value >> by,
            "+" => value + by,
            "min" => value.min(by),
            _ => value.max(by),
        };
    }
    value.to_string()
}
