//! Counts and weights as people have them: lists, with names, in percent, or a table with a header.

/// How often each value came, as given.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct GivenCounts {
    /// How often each value came.
    pub counts: Vec<u64>,
    /// The names of the values, if they have names.
    pub names: Option<Vec<String>>,
    /// The weights of the values, if a table has a column of them.
    pub weights: Option<Vec<u64>>,
}

/// What a column of a table holds, by its name in the first line.
const COUNT_COLUMNS: [&str; 6] = ["count", "counts", "observed", "times", "frequency", "rolls"];
const WEIGHT_COLUMNS: [&str; 6] = [
    "weight",
    "weights",
    "expected",
    "chance",
    "chances",
    "probability",
];

/// Parses how often each value came: a list, with or without names, or a table of several lines. Percentages need the total.
pub fn parse_counts(given: &str, total: Option<u64>) -> Result<GivenCounts, String> {
    let refused = |why: &str| format!("--counts {}: {why}", given.trim());
    if given.trim().contains('\n') {
        if total.is_some() {
            return Err("--of: a table has counts, not percentages".to_owned());
        }
        return parse_table(given).map_err(|why| format!("--counts: {why}"));
    }
    let form = "give how often each value came, like 103,411,9486 or common=3500,rare=1260";
    let entries = split_names(given).ok_or_else(|| refused(form))?;
    let values: Vec<&str> = entries.iter().map(|entry| entry.value).collect();
    let mut counts = Vec::new();
    if values.iter().all(|value| value.ends_with('%')) {
        let total =
            total.ok_or_else(|| refused("percentages need the number of items: add --of"))?;
        counts = counts_of_percentages(&values, total).map_err(|why| refused(&why))?;
    } else {
        for value in values {
            counts.push(value.parse().map_err(|_| refused(form))?);
        }
        let sum: u128 = counts.iter().map(|count| u128::from(*count)).sum();
        if let Some(total) = total
            && sum != u128::from(total)
        {
            return Err(refused(&format!("the counts sum to {sum}, not to {total}")));
        }
    }
    Ok(GivenCounts {
        counts,
        names: names_of(&entries),
        weights: None,
    })
}

/// A value of a list, and its name, which is empty if there is none.
struct ListEntry<'a> {
    name: &'a str,
    value: &'a str,
}

/// The entries of a list of two or more, of which all have names or none has.
fn split_names(given: &str) -> Option<Vec<ListEntry<'_>>> {
    let mut entries = Vec::new();
    for part in given.split(',') {
        let (name, value) = part.rsplit_once('=').unwrap_or(("", part));
        let (name, value) = (name.trim(), value.trim());
        entries.push(ListEntry { name, value });
    }
    let named = entries.iter().filter(|entry| !entry.name.is_empty());
    let (named, all) = (named.count(), given.matches('=').count());
    let is_whole = (named == 0 && all == 0) || named == entries.len();
    (entries.len() >= 2 && is_whole).then_some(entries)
}

fn names_of(entries: &[ListEntry<'_>]) -> Option<Vec<String>> {
    let names = entries.iter().map(|entry| entry.name.to_owned());
    (!entries[0].name.is_empty()).then(|| names.collect())
}

/// The counts of which these are the rounded percentages, if they are the only ones.
fn counts_of_percentages(percentages: &[&str], total: u64) -> Result<Vec<u64>, String> {
    let mut counts = Vec::new();
    for percentage in percentages {
        let refused = || format!("`{percentage}` is not a percentage");
        let number = percentage.trim_end_matches('%').trim_end();
        let (whole, places) = number.split_once('.').unwrap_or((number, ""));
        let digits = format!("{whole}{places}");
        if whole.is_empty()
            || digits.len() > 18
            || !digits.bytes().all(|byte| byte.is_ascii_digit())
        {
            return Err(refused());
        }
        let digits: u128 = digits.parse().map_err(|_| refused())?;
        // The percentage is from `digits - 1/2` to `digits + 1/2` in units of its last place.
        let (items, units) = (u128::from(total), 200 * 10_u128.pow(places.len() as u32));
        let least = (items * (2 * digits).saturating_sub(1)).div_ceil(units);
        let most = items * (2 * digits + 1) / units;
        match (least.cmp(&most), u64::try_from(least)) {
            (std::cmp::Ordering::Equal, Ok(count)) => counts.push(count),
            (std::cmp::Ordering::Less, _) => {
                return Err(format!(
                    "{percentage} of {total} are from {least} to {most}: give the counts, or more digits"
                ));
            }
            _ => return Err(format!("no count is {percentage} of {total}")),
        }
    }
    let sum: u128 = counts.iter().map(|count| u128::from(*count)).sum();
    if sum != u128::from(total) {
        return Err(format!(
            "the percentages are of {sum} items, not of {total}"
        ));
    }
    Ok(counts)
}

/// A list of weights, with or without names and percent signs, as the lines of a table of them; `None` if it is no such list.
pub fn weight_lines(given: &str) -> Option<String> {
    let entries = split_names(given)?;
    let values: Vec<&str> = entries
        .iter()
        .map(|entry| entry.value.trim_end_matches('%'))
        .collect();
    let weights = super::whole_list(&values.join(","))?;
    let mut lines = String::new();
    for (entry, weight) in entries.iter().zip(weights) {
        if entry.name.contains(['"', '\'']) {
            return None;
        }
        if !entry.name.is_empty() {
            lines += &format!("'{}' ", entry.name);
        }
        lines += &format!("{weight}\n");
    }
    Some(lines)
}

/// Parses a table: a count, or a name and its count, on each line. With more columns the first line names that of the counts;
/// another may hold weights.
fn parse_table(text: &str) -> Result<GivenCounts, String> {
    let mut rows = Vec::new();
    let mut separator = None;
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim().trim_start_matches('\u{feff}');
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let separator = *separator.get_or_insert_with(|| separator_of(line));
        rows.push((number, split_line(line, separator)));
    }
    let Some((_, first)) = rows.first() else {
        return Err("the table is empty".to_owned());
    };
    let columns = first.len();
    for (number, row) in &rows {
        if row.len() != columns {
            return Err(format!(
                "line {number} has {} entries, and the first {columns}",
                row.len()
            ));
        }
    }
    let has_header = rows.len() > 1
        && (0..columns).any(|column| !is_number(&first[column]) && is_number(&rows[1].1[column]));
    let header = if has_header {
        rows.remove(0).1
    } else {
        Vec::new()
    };
    let table = Table { header, rows };
    let counts = table.column_of_counts(columns)?;
    let weights = table.column_named(&WEIGHT_COLUMNS);
    let mut given = GivenCounts::default();
    for (number, row) in &table.rows {
        let count = row[counts].parse();
        given
            .counts
            .push(count.map_err(|_| format!("line {number}: `{}` is not a count", row[counts]))?);
    }
    if let Some(weights) = weights {
        let column: Vec<&str> = table
            .rows
            .iter()
            .map(|(_, row)| row[weights].trim_end_matches('%'))
            .collect();
        let whole = super::whole_list(&column.join(",")).unwrap_or_default();
        let parsed: Result<Vec<u64>, _> = whole.iter().map(|weight| weight.parse()).collect();
        given.weights = Some(
            parsed
                .ok()
                .filter(|weights| !weights.is_empty())
                .ok_or("the weights must be numbers from 0 on")?,
        );
    }
    if let Some(names) = (0..columns).find(|column| *column != counts && Some(*column) != weights) {
        given.names = Some(
            table
                .rows
                .iter()
                .map(|(_, row)| row[names].clone())
                .collect(),
        );
    }
    Ok(given)
}

/// The lines of a table, with their numbers, after the names of its columns, if it has these.
struct Table {
    header: Vec<String>,
    rows: Vec<(usize, Vec<String>)>,
}

impl Table {
    fn column_named(&self, names: &[&str]) -> Option<usize> {
        for name in names {
            let mut columns = self.header.iter();
            if let Some(column) = columns.position(|column| column.eq_ignore_ascii_case(name)) {
                return Some(column);
            }
        }
        None
    }

    fn column_of_counts(&self, columns: usize) -> Result<usize, String> {
        if let Some(column) = self.column_named(&COUNT_COLUMNS) {
            return Ok(column);
        }
        let weights = self.column_named(&WEIGHT_COLUMNS);
        let mut numeric = Vec::new();
        for column in (0..columns).filter(|column| Some(*column) != weights) {
            if self.rows.iter().all(|(_, row)| is_number(&row[column])) {
                numeric.push(column);
            }
        }
        match numeric[..] {
            [column] => Ok(column),
            [] => Err("no column has a number in each line".to_owned()),
            _ => Err("several columns have numbers: name the one of the counts `count` in the first line".to_owned()),
        }
    }
}

fn separator_of(line: &str) -> char {
    for separator in ['\t', ';', ','] {
        if line.contains(separator) {
            return separator;
        }
    }
    ' '
}

/// The entries of a line; quotes may hold the separator.
fn split_line(line: &str, separator: char) -> Vec<String> {
    let (mut entries, mut entry, mut quoted) = (Vec::new(), String::new(), false);
    for c in line.chars() {
        if c == '"' {
            quoted = !quoted;
        } else if c == separator && !quoted {
            entries.push(entry.trim().to_owned());
            entry.clear();
        } else {
            entry.push(c);
        }
    }
    entries.push(entry.trim().to_owned());
    if separator == ' ' {
        entries.retain(|entry| !entry.is_empty());
    }
    entries
}

fn is_number(text: &str) -> bool {
    let text = text.trim_end_matches('%');
    text.starts_with(|c: char| c.is_ascii_digit()) && text.parse::<f64>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(names: &[&str], counts: &[u64]) -> GivenCounts {
        GivenCounts {
            counts: counts.to_vec(),
            names: Some(names.iter().map(|name| (*name).to_owned()).collect()),
            weights: None,
        }
    }

    #[test]
    fn lists_have_names_or_none() {
        let plain = GivenCounts {
            counts: vec![103, 411, 9486],
            ..GivenCounts::default()
        };
        assert_eq!(parse_counts("103, 411,9486", None), Ok(plain.clone()));
        assert_eq!(parse_counts("103,411,9486", Some(10_000)), Ok(plain));
        let expected = named(&["common", "very rare"], &[3500, 1260]);
        assert_eq!(
            parse_counts("common=3500, very rare = 1260", None),
            Ok(expected)
        );
        for wrong in ["5", "a=1,2", "1,2.5", "1,-2", "=1,=2", "a=1", "a=,b=2", ""] {
            let error = parse_counts(wrong, None).unwrap_err();
            assert!(
                error.contains("give how often each value came"),
                "{wrong}: {error}"
            );
        }
        let error = parse_counts("1,2", Some(4)).unwrap_err();
        assert!(error.ends_with("the counts sum to 3, not to 4"), "{error}");
    }

    #[test]
    fn percentages_are_counts_only_where_one_count_fits_each() {
        // 3500 of 4760 are 73.529 %, 1260 are 26.471 %.
        let found = parse_counts("73.53%,26.47%", Some(4760)).unwrap();
        assert_eq!(found.counts, [3500, 1260]);
        assert_eq!(
            parse_counts("a=0%,b=100%", Some(7)),
            Ok(named(&["a", "b"], &[0, 7]))
        );
        for (list, total, why) in [
            (
                "73.5%,26.5%",
                4760,
                "73.5% of 4760 are from 3497 to 3500: give the counts, or more digits",
            ),
            ("50%,51%", 10, "no count is 51% of 10"),
            ("50%,40%", 10, "the percentages are of 9 items, not of 10"),
            ("50%,x%", 10, "`x%` is not a percentage"),
        ] {
            let error = parse_counts(list, Some(total)).unwrap_err();
            assert!(error.ends_with(why), "{error}");
        }
        let error = parse_counts("50%,50%", None).unwrap_err();
        assert!(
            error.ends_with("percentages need the number of items: add --of"),
            "{error}"
        );
    }

    #[test]
    fn a_table_has_a_column_of_counts_and_may_have_names_and_weights() {
        let drops = named(&["magic ring", "gold"], &[5, 95]);
        for text in [
            "item,count\nmagic ring,5\ngold,95\n",
            "\u{feff}Item;Count\r\n\"magic ring\";5\r\ngold;95\r\n",
            "item\tdropped\n# twice\nmagic ring\t5\n\ngold\t95",
            "magic ring,5\ngold,95",
            "\"magic ring\" 5\ngold 95",
        ] {
            assert_eq!(parse_table(text), Ok(drops.clone()), "{text}");
        }
        let weighted = GivenCounts {
            weights: Some(vec![75, 925]),
            ..drops
        };
        assert_eq!(
            parse_table("chance,count,item\n7.5%,5,magic ring\n92.5%,95,gold"),
            Ok(weighted)
        );
        let faces = parse_table("face,rolls\n1,12\n2,8\n").unwrap();
        assert_eq!(faces, named(&["1", "2"], &[12, 8]));
        assert_eq!(parse_table("3\n4\n").unwrap().counts, [3, 4]);
        for (text, why) in [
            (
                "1,12\n2,8\n",
                "several columns have numbers: name the one of the counts `count` in the first line",
            ),
            ("a,b\nc,d\n", "no column has a number in each line"),
            ("a,1\nb\n", "line 2 has 1 entries, and the first 2"),
            ("item,count\na,1\nb,x\n", "line 3: `x` is not a count"),
            ("item,count\na,1\nb,2.5\n", "line 3: `2.5` is not a count"),
            (
                "item,count,weight\na,1,-1\nb,2,2\n",
                "the weights must be numbers from 0 on",
            ),
            ("# nothing\n", "the table is empty"),
        ] {
            assert_eq!(parse_table(text).unwrap_err(), why, "{text}");
        }
    }

    #[test]
    fn weights_may_have_names_and_percent_signs() {
        assert_eq!(
            weight_lines("common=99.5%,very rare=0.5%").unwrap(),
            "'common' 995\n'very rare' 05\n"
        );
        assert_eq!(weight_lines("95,4,1").unwrap(), "95\n4\n1\n");
        assert_eq!(weight_lines("weights.txt"), None);
    }
}
