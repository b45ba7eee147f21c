//! Apt's source files, with one more component of the distribution's own archive in them.
//!
//! A component is added where the entry already has `main`: entries of other archives, of exact paths and of archives
//! that are switched off stay as they are. Apt warns, and no more, about an archive that does not have the component.

/// The two forms of a source file, told apart by the ending of its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// One entry a line, `deb [options] uri suite component...`, in files ending in `.list`.
    OneLine,
    /// Stanzas of `Field: value`, in files ending in `.sources`.
    Deb822,
}

impl Format {
    /// The form that apt takes a file of this name to have, if it reads it at all.
    pub fn of_name(name: &str) -> Option<Self> {
        let (stem, ending) = name.rsplit_once('.')?;
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
        if stem.is_empty() || !stem.chars().all(plain) {
            return None;
        }
        match ending {
            "list" => Some(Self::OneLine),
            "sources" => Some(Self::Deb822),
            _ => None,
        }
    }
}

/// The source file `text` with `component` beside `main`, lines ending in LF.
///
/// ```
/// use foreign::setup::sources::{Format, with_component};
///
/// let text = "deb http://deb.example.org/debian bookworm main # the mirror\n";
/// assert_eq!(
///     with_component(text, Format::OneLine, "non-free"),
///     "deb http://deb.example.org/debian bookworm main non-free # the mirror\n"
/// );
/// ```
pub fn with_component(text: &str, format: Format, component: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let altered: Vec<String> = match format {
        Format::OneLine => lines.iter().map(|line| entry(line, component)).collect(),
        Format::Deb822 => lines
            .split_inclusive(|line| line.trim().is_empty())
            .flat_map(|stanza| self::stanza(stanza, component))
            .collect(),
    };
    altered.iter().flat_map(|line| [line.as_str(), "\n"]).collect()
}

/// Whether a list of components lacks the new one and is one of a distribution's archive.
fn lacks(components: &str, component: &str) -> bool {
    let has = |wanted| components.split_whitespace().any(|word| word == wanted);
    has("main") && !has(component)
}

/// One line of the one-line form.
fn entry(line: &str, component: &str) -> String {
    let (body, comment) = match line.find('#') {
        Some(at) => line.split_at(at),
        None => (line, ""),
    };
    let components = || {
        let rest = body.trim_start().strip_prefix("deb")?.strip_prefix([' ', '\t'])?.trim_start();
        let rest = if rest.starts_with('[') { rest.split_once(']')?.1 } else { rest };
        // The address and the suite come first.
        let (_, rest) = rest.trim_start().split_once([' ', '\t'])?;
        let (_, rest) = rest.trim_start().split_once([' ', '\t'])?;
        Some(rest)
    };
    if !components().is_some_and(|components| lacks(components, component)) {
        return line.to_owned();
    }
    let gap = if comment.is_empty() { "" } else { " " };
    format!("{} {component}{gap}{comment}", body.trim_end())
}

/// The lines of one stanza of the deb822 form. A line that starts with a blank continues the field before it.
fn stanza(lines: &[&str], component: &str) -> Vec<String> {
    let field = |name: &str| {
        let is_start = |line: &&str| {
            line.split_once(':').is_some_and(|(key, _)| key.trim_end().eq_ignore_ascii_case(name))
                && !line.starts_with([' ', '\t', '#'])
        };
        let start = lines.iter().position(is_start)?;
        let continued = |line: &&&str| line.starts_with([' ', '\t', '#']) && !line.trim().is_empty();
        let end = start + 1 + lines[start + 1..].iter().take_while(continued).count();
        let first = lines[start].split_once(':').map_or("", |(_, value)| value);
        let rest = lines[start + 1..end].iter().filter(|line| !line.starts_with('#')).copied();
        Some((start, std::iter::once(first).chain(rest).collect::<Vec<_>>().join(" ")))
    };
    let mut altered: Vec<String> = lines.iter().map(|&line| line.to_owned()).collect();
    let disabled = field("Enabled").is_some_and(|(_, value)| {
        ["no", "false", "without", "off", "disable"].iter().any(|word| value.trim().eq_ignore_ascii_case(word))
    });
    if let Some((start, components)) = field("Components")
        && !disabled
        && lacks(&components, component)
    {
        // On the field's own line, in front of any continuation.
        altered[start] = format!("{} {component}", lines[start].trim_end());
    }
    altered
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one_line(text: &str) -> String {
        with_component(text, Format::OneLine, "non-free")
    }

    fn deb822(text: &str) -> String {
        with_component(text, Format::Deb822, "non-free")
    }

    #[test]
    fn an_entry_gains_the_component() {
        assert_eq!(
            one_line("deb http://a.example/debian trixie main\n"),
            "deb http://a.example/debian trixie main non-free\n"
        );
        assert_eq!(
            one_line("  deb\thttp://a.example/d\ttrixie\tmain contrib"),
            "  deb\thttp://a.example/d\ttrixie\tmain contrib non-free\n"
        );
    }

    #[test]
    fn options_of_an_entry_are_not_components() {
        let text = "deb [arch=amd64 signed-by=/keys/main.gpg] http://a.example/debian trixie main\n";
        assert_eq!(one_line(text), text.replace("main\n", "main non-free\n"));
    }

    #[test]
    fn entries_without_main_sources_and_comments_stay() {
        for text in [
            "deb http://a.example/debian trixie main non-free\n",
            "deb http://a.example/debian trixie contrib\n",
            "deb http://a.example/debian ./\n",
            "deb [trusted=yes] file:/srv/debs main/\n",
            "deb-src http://a.example/debian trixie main\n",
            "# deb http://a.example/debian trixie main\n",
            "debug main main main\n",
            "deb [unfinished http://a.example/debian trixie main\n",
            "\n",
            "",
        ] {
            assert_eq!(one_line(text), text);
        }
    }

    #[test]
    fn a_comment_behind_an_entry_stays_behind_it() {
        assert_eq!(
            one_line("deb http://a.example/d s main # non-free\n"),
            "deb http://a.example/d s main non-free # non-free\n"
        );
    }

    #[test]
    fn a_component_with_a_longer_name_is_another_one() {
        assert_eq!(
            one_line("deb http://a.example/d s main non-free-firmware"),
            "deb http://a.example/d s main non-free-firmware non-free\n"
        );
    }

    #[test]
    fn every_stanza_gains_the_component() {
        let text = "Types: deb\nURIs: http://a.example/debian\nSuites: s s-updates\nComponents: main\nSigned-By: /k.gpg\n\n\
                    # Security\nTypes: deb\nURIs: http://a.example/sec\nSuites: s-security\ncomponents : main contrib\n";
        let expected =
            text.replace("Components: main", "Components: main non-free").replace("contrib", "contrib non-free");
        assert_eq!(deb822(text), expected);
    }

    #[test]
    fn stanzas_that_are_off_or_complete_or_of_another_archive_stay() {
        for text in [
            "Enabled: no\nTypes: deb\nURIs: u\nSuites: s\nComponents: main\n",
            "Types: deb\nURIs: u\nSuites: s\nComponents: main\nEnabled: False\n",
            "Types: deb\nURIs: u\nSuites: s\nComponents: main contrib non-free\n",
            "Types: deb\nURIs: u\nSuites: s\nComponents:\n main\n# a remark\n non-free\n",
            "Types: deb\nURIs: u\nSuites: ./\n",
            "Types: deb\nURIs: u\nSuites: s\n# Components: main\n",
            "Types: deb\nURIs: u\nSuites: s\nComponents: partner\nSigned-By:\n Components: main\n .\n",
        ] {
            assert_eq!(deb822(text), text);
        }
    }

    #[test]
    fn one_disabled_stanza_does_not_switch_off_the_next() {
        let text = "Enabled: no\nComponents: main\n\nEnabled: yes\nComponents: main\n";
        assert_eq!(deb822(text), "Enabled: no\nComponents: main\n\nEnabled: yes\nComponents: main non-free\n");
    }

    #[test]
    fn continued_components_gain_one_on_the_first_line() {
        assert_eq!(deb822("Components:\n main\n contrib\n"), "Components: non-free\n main\n contrib\n");
    }

    #[test]
    fn carriage_returns_are_dropped() {
        assert_eq!(deb822("Types: deb\r\nComponents: main\r\n"), "Types: deb\nComponents: main non-free\n");
        assert_eq!(one_line("deb http://a.example/d s main\r\n"), "deb http://a.example/d s main non-free\n");
    }

    #[test]
    fn only_names_that_apt_reads_have_a_format() {
        assert_eq!(Format::of_name("debian.sources"), Some(Format::Deb822));
        assert_eq!(Format::of_name("a-b_c.d.list"), Some(Format::OneLine));
        for name in ["debian.sources.bak", "sources", "a b.list", ".list", "x.list~"] {
            assert_eq!(Format::of_name(name), None, "{name}");
        }
    }
}
