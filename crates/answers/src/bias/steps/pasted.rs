//! Shuffles as people have them in their programs: a loop over the places, and a swap of two entries of a list.

use std::collections::BTreeSet;

/// Words before a name that is declared.
const DECLARATIONS: [&str; 10] = [
    "let mut ",
    "let ",
    "const ",
    "var ",
    "int ",
    "size_t ",
    "auto ",
    "unsigned ",
    "uint32_t ",
    "local ",
];

/// Names that stand for the number of cards.
const LENGTHS: [&str; 6] = ["n", "N", "len", "length", "size", "count"];

/// The shuffle in our language, and whether its loop counts down; `None` if it has something that is not known.
pub(super) fn rewrite(text: &str) -> Option<(String, bool)> {
    let text = strip_function(text.trim())
        .strip_prefix("for")?
        .trim_start();
    if count_lists(text) > 1 {
        return None;
    }
    let (head, rest) = split_head(text)?;
    let body = rewrite_body(&replace_lengths(body_of_loop(rest)?))?;
    let head = read_head(&replace_lengths(head))?;
    let Range {
        first,
        last,
        is_down,
    } = head.range;
    Some((
        format!("for {} in {first}..{last}: {body}", head.name),
        is_down,
    ))
}

/// The text without the head of a function that has only a loop in it. A head in which a name gets a value is kept.
pub(super) fn strip_function(text: &str) -> &str {
    let begins = [
        "function ",
        "def ",
        "void ",
        "fn ",
        "pub fn ",
        "const ",
        "export ",
    ];
    let Some(at) = text.find("for ").or_else(|| text.find("for(")) else {
        return text;
    };
    let head = text[..at].trim_end();
    let values = head.matches('=').count();
    let is_head = begins.iter().any(|word| head.starts_with(word))
        && head.ends_with(['{', ':'])
        && !head.contains(';')
        && (values == 0 || values == 2 && head.contains(" = ") && head.contains("=>"));
    if is_head { &text[at..] } else { text }
}

/// The variable of a loop, and what it goes over.
struct Head {
    name: String,
    range: Range,
}

/// Numbers with both ends included.
struct Range {
    first: String,
    last: String,
    is_down: bool,
}

impl Range {
    fn up(first: &str, last: String) -> Self {
        Self {
            first: first.trim().to_owned(),
            last,
            is_down: false,
        }
    }

    fn reversed(self) -> Self {
        Self {
            first: self.last,
            last: self.first,
            is_down: !self.is_down,
        }
    }
}

/// The head of a loop, and the rest.
fn split_head(text: &str) -> Option<(&str, &str)> {
    if let Some(inner) = text.strip_prefix('(') {
        let end = super::closing(inner)?;
        return Some((&inner[..end], &inner[end + 1..]));
    }
    // Of Python it ends with a colon, of Rust with a brace.
    let end = text.find([':', '{'])?;
    Some((&text[..end], &text[end..]))
}

/// What is repeated, if nothing but a return comes after it.
fn body_of_loop(rest: &str) -> Option<&str> {
    if let Some(lines) = rest.strip_prefix(':') {
        return body_of_lines(lines);
    }
    let (body, after) = match rest.trim_start().strip_prefix('{') {
        Some(inner) => inner.split_once('}')?,
        None => rest.split_once(';')?,
    };
    (is_end(after) && !body.contains('{')).then_some(body)
}

/// The lines of Python that are further in than those that follow.
fn body_of_lines(lines: &str) -> Option<&str> {
    let depth = |line: &str| line.len() - line.trim_start().len();
    let (first, more) = lines.split_once('\n').unwrap_or((lines, ""));
    if !first.trim().is_empty() {
        return is_end(more).then_some(first);
    }
    let depth_of_body = depth(more.lines().find(|line| !line.trim().is_empty())?);
    let mut end = 0;
    for line in more.split_inclusive('\n') {
        if !line.trim().is_empty() && depth(line) < depth_of_body {
            break;
        }
        if !line.trim().is_empty() && depth(line) > depth_of_body {
            return None;
        }
        end += line.len();
    }
    (depth_of_body > 0 && is_end(&more[end..])).then(|| &more[..end])
}

/// Whether nothing but the end of a function comes.
fn is_end(text: &str) -> bool {
    let text = text.trim_matches(|c: char| c == '}' || c == ';' || c.is_whitespace());
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let returned = text.strip_prefix("return").map(str::trim);
    text.is_empty() || returned.is_some_and(|name| name.chars().all(is_plain))
}

fn read_head(head: &str) -> Option<Head> {
    if let Some((name, range)) = head.split_once(" in ") {
        let range = read_range(range.trim())?;
        let name = name.trim().to_owned();
        return Some(Head { name, range });
    }
    let mut parts = head.split(';').map(str::trim);
    let (start, end, step) = (parts.next()?, parts.next()?, parts.next()?);
    let (name, first) = undeclared(start).split_once('=')?;
    let (name, first) = (name.trim().to_owned(), first.trim().to_owned());
    let step: String = step.split_whitespace().collect();
    let is_down = [
        format!("{name}--"),
        format!("--{name}"),
        format!("{name}-=1"),
    ]
    .contains(&step);
    let is_up = [
        format!("{name}++"),
        format!("++{name}"),
        format!("{name}+=1"),
    ]
    .contains(&step);
    let end = end.strip_prefix(&name)?.trim();
    if is_down == is_up {
        return None;
    }
    let last = if let Some(bound) = end.strip_prefix(">=") {
        is_down.then(|| bound.trim().to_owned())
    } else if let Some(bound) = end.strip_prefix('>') {
        is_down.then(|| plus(bound, 1))
    } else if let Some(bound) = end.strip_prefix("<=") {
        is_up.then(|| bound.trim().to_owned())
    } else {
        let bound = end.strip_prefix('<')?;
        is_up.then(|| plus(bound, -1))
    };
    let range = Range {
        first,
        last: last?,
        is_down,
    };
    Some(Head { name, range })
}

/// The numbers of a range of Python or Rust.
fn read_range(range: &str) -> Option<Range> {
    if let Some(inner) = call(range, "reversed") {
        return Some(read_range(inner.trim())?.reversed());
    }
    if let Some(inner) = range.strip_suffix(".rev()") {
        return Some(read_range(inner.strip_prefix('(')?.strip_suffix(')')?)?.reversed());
    }
    if let Some(inner) = call(range, "range") {
        let parts: Vec<&str> = inner.split(',').map(str::trim).collect();
        return match parts[..] {
            [end] => Some(Range::up("0", plus(end, -1))),
            [first, end] => Some(Range::up(first, plus(end, -1))),
            [first, end, "-1"] => Some(Range::up(&plus(end, 1), first.to_owned()).reversed()),
            _ => None,
        };
    }
    let (first, end) = range.split_once("..")?;
    Some(match end.strip_prefix('=') {
        Some(last) => Range::up(first, last.trim().to_owned()),
        None => Range::up(first, plus(end, -1)),
    })
}

/// A bound and one more or one less.
fn plus(bound: &str, more: i64) -> String {
    let (bound, sign) = (bound.trim(), if more < 0 { '-' } else { '+' });
    match bound.parse::<i64>() {
        Ok(number) => (number + more).to_string(),
        Err(_) => format!("{bound} {sign} {}", more.abs()),
    }
}

/// What is in the parentheses of a call of this function.
fn call<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    text.strip_prefix(name)?
        .trim_start()
        .strip_prefix('(')?
        .strip_suffix(')')
}

/// The steps of a body.
fn rewrite_body(body: &str) -> Option<String> {
    let statements = body
        .split([';', '\n'])
        .map(str::trim)
        .filter(|text| !text.is_empty());
    let statements: Vec<&str> = statements.collect();
    let mut steps = Vec::new();
    let mut rest = &statements[..];
    while let [statement, after @ ..] = rest {
        rest = after;
        if let Some((one, other)) = read_swap(statement) {
            steps.push(format!("swap {one}, {other}"));
        } else if let [second, third, after @ ..] = rest
            && let Some((one, other)) = read_three_moves(statement, second, third)
        {
            rest = after;
            steps.push(format!("swap {one}, {other}"));
        } else {
            let (name, value) = undeclared(statement).split_once('=')?;
            if !super::is_name(name.trim()) || value.contains('[') {
                return None;
            }
            steps.push(format!("{} = {}", name.trim(), value.trim()));
        }
    }
    (!steps.is_empty()).then(|| steps.join("; "))
}

/// The places of a statement that swaps two entries.
fn read_swap(statement: &str) -> Option<(String, String)> {
    let places = indices(statement);
    if statement.contains('=') {
        let [a, b, c, d] = &places[..] else {
            return None;
        };
        return (a == d && b == c && !a.contains('(') && !b.contains('('))
            .then(|| (a.clone(), b.clone()));
    }
    let at = statement.find("swap")?;
    if let [one, other] = &places[..] {
        return Some((one.clone(), other.clone()));
    }
    let inner = statement[at..].split_once('(')?.1.strip_suffix(')')?;
    let (one, other) = super::split_places(inner)?;
    match super::split_places(other) {
        // The first argument is the list.
        Some((one, other)) => Some((one.trim().into(), other.trim().into())),
        None => Some((one.trim().into(), other.trim().into())),
    }
}

/// The places of a swap by way of a variable.
fn read_three_moves(first: &str, second: &str, third: &str) -> Option<(String, String)> {
    let (name, _) = undeclared(first).split_once('=')?;
    let (kept, moved, last) = (indices(first), indices(second), indices(third));
    let ([kept], [to, from], [last]) = (&kept[..], &moved[..], &last[..]) else {
        return None;
    };
    let is_same = third.split_once('=')?.1.trim() == name.trim();
    (is_same && kept == to && from == last && !from.contains('(') && !to.contains('('))
        .then(|| (to.clone(), from.clone()))
}

/// How many lists have entries or a length in a text.
fn count_lists(text: &str) -> usize {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut lists = BTreeSet::new();
    for mark in [
        "[", ".length", ".Length", ".Count", ".len()", ".size()", ".swap(",
    ] {
        for (at, _) in text.match_indices(mark) {
            let before = &text[..at];
            lists.insert(&before[before.trim_end_matches(is_part).len()..]);
        }
    }
    for (at, _) in text
        .match_indices("len(")
        .filter(|(at, _)| !text[..*at].ends_with(is_part))
    {
        let inner = text[at + "len(".len()..].split(')').next().unwrap_or("");
        lists.insert(&inner[inner.trim_end_matches(is_part).len()..]);
    }
    // A list in brackets has no name before it, nor has a length after parentheses.
    lists.iter().filter(|name| !name.is_empty()).count()
}

/// What is in brackets after a name, in order.
fn indices(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices('[') {
        let is_entry = text[..at].ends_with(|c: char| c.is_ascii_alphanumeric() || c == '_');
        if let Some(length) = text[at + 1..].find(']').filter(|_| is_entry) {
            found.push(text[at + 1..at + 1 + length].trim().to_owned());
        }
    }
    found
}

/// The text without the words of a declaration.
fn undeclared(text: &str) -> &str {
    let declaration = DECLARATIONS.iter().find_map(|word| text.strip_prefix(word));
    declaration.unwrap_or(text)
}

/// The text with `n` for the length of a list.
fn replace_lengths(text: &str) -> String {
    let mut replaced = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(|c: char| c.is_ascii_alphabetic() || c == '_') {
        let is_part = |c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '.');
        let end = rest[at..]
            .find(is_part)
            .map_or(rest.len(), |length| at + length);
        let (name, after) = (&rest[at..end], &rest[end..]);
        replaced += &rest[..at];
        let last = name.rsplit('.').next().unwrap_or(name);
        let is_length =
            ["length", "Length", "Count", "len", "size"].contains(&last) && name != last;
        if name == "len" && after.starts_with('(') {
            replaced.push('n');
            rest = after.split_once(')').map_or("", |(_, after)| after);
        } else if is_length {
            replaced.push('n');
            rest = after.strip_prefix("()").unwrap_or(after);
        } else {
            replaced += if LENGTHS.contains(&name) { "n" } else { name };
            rest = after;
        }
    }
    replaced + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loops_of_programs_are_read() {
        for (text, expected) in [
            (
                "for (let i = a.length - 1; i > 0; i--) { const j = Math.floor(Math.random() * (i + 1)); [a[i], a[j]] = [a[j], a[i]]; }",
                "for i in n - 1..1: j = Math.floor(Math.random() * (i + 1)); swap i, j",
            ),
            (
                "for (var i = 0; i < arr.length; i++) {\n  var j = Math.floor(Math.random() * arr.length);\n  var t = arr[i];\n  \
                 arr[i] = arr[j];\n  arr[j] = t;\n}",
                "for i in 0..n - 1: j = Math.floor(Math.random() * n); swap i, j",
            ),
            (
                "for i in range(len(deck) - 1, 0, -1):\n    j = random.randrange(i)\n    deck[i], deck[j] = deck[j], deck[i]",
                "for i in n - 1..1: j = random.randrange(i); swap i, j",
            ),
            (
                "for i in reversed(range(1, len(x))):\n    j = int(random.random() * (i + 1))\n    x[i], x[j] = x[j], x[i]",
                "for i in n - 1..1: j = int(random.random() * (i + 1)); swap i, j",
            ),
            (
                "for i in (1..cards.len()).rev() { let j = rng.random_range(0..=i); cards.swap(i, j); }",
                "for i in n - 1..1: j = rng.random_range(0..=i); swap i, j",
            ),
            (
                "function shuffle(a) {\n  for (let i = 0; i < a.length; i++) {\n    const j = rng.int(a.length);\n    [a[i], a[j]] = \
                 [a[j], a[i]];\n  }\n  return a;\n}",
                "for i in 0..n - 1: j = rng.int(n); swap i, j",
            ),
            (
                "def mix(a):\n    for i in range(len(a)):\n        j = randrange(len(a))\n        a[i], a[j] = a[j], a[i]\n    return a",
                "for i in 0..n - 1: j = randrange(n); swap i, j",
            ),
            (
                "const mix = (a) => { for (let i = 0; i < a.length; i++) { swap(a, i, draw(i + 1)); } return a; }",
                "for i in 0..n - 1: swap i, draw(i + 1)",
            ),
            (
                "for (int i = n - 1; i >= 1; --i) swap(a[i], a[rand() % (i + 1)]);",
                "for i in n - 1..1: swap i, rand() % (i + 1)",
            ),
        ] {
            let (found, is_down) = rewrite(text).unwrap();
            assert_eq!(
                (&*found, is_down),
                (expected, expected.contains("n - 1..1")),
                "{text}"
            );
        }
    }

    #[test]
    fn what_is_no_swap_is_not_read() {
        for text in [
            "for (let i = 0; i < n; i += 2) { [a[i], a[j]] = [a[j], a[i]]; }",
            "for (let i = 0; i < n; i++) { [a[i], a[j]] = [a[i], a[j]]; }",
            "for (let i = 0; i < n; i++) { [a[i], a[f()]] = [a[f()], a[i]]; }",
            "for (let i = 0; i < n; i++) { if (i) { swap(a[i], a[j]); } }",
            "for i in range(0, n, 2): swap(a, i, j)",
            "for x in list: print(x)",
            "for (let i = 0; i < n; i++) { [a[i], b[j]] = [b[j], a[i]]; }",
            "for (let i = 0; i < b.length; i++) { [a[i], a[j]] = [a[j], a[i]]; }",
            "for i in range(len(b)):\n    a[i], a[j] = a[j], a[i]",
            "function f(a, n = 3) { for (let i = 0; i < n; i++) { swap(a, i, draw(n)); } }",
            "function f(a) { const n = a.length - 1; for (let i = 0; i < n; i++) { swap(a, i, draw(n)); } }",
            "for (let i = 0; i < n; i++) { swap(a, i, draw(n)); } swap(a, 0, 1);",
            "for (let i = 0; i < n; i++) { swap(a, i, draw(n)); return a; swap(a, 0, 1); }",
            "for (let i = 0; i < n; i++) swap(a, i, draw(n)); swap(a, 0, 1);",
            "for i in range(n):\n    swap(a, i, draw(n))\nswap(a, 0, 1)",
            "for i in range(n): swap(a, i, draw(n))\nswap(a, 0, 1)",
            "for i in range(n):\n    if i > 2:\n        swap(a, i, draw(n))",
        ] {
            assert_eq!(rewrite(text), None, "{text}");
        }
    }
}
