//! Settings that neither the command line nor the environment gives: secrets in files of their own (`SMTP_URL_FILE`), and
//! the environment of a service in one file (`--env-file`). And settings in the environment that do not exist.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use clap::Command;

/// How alike two names are that are mistaken for one another (Jaro-Winkler).
const ALIKE: f64 = 0.9;

/// What the name of a setting ends with that names a file with the value.
const FILE: &str = "_FILE";

/// The environment, and what files add to it. It holds secrets: no `Debug`.
pub(super) struct Environment {
    given: HashMap<String, String>,
}

/// The file that `--env-file` names, and the other arguments. Those behind `--`, and those of the
/// command that `turnpike database` runs, are not ours.
pub(super) fn env_file(
    arguments: impl IntoIterator<Item = OsString>,
) -> (Option<PathBuf>, Vec<OsString>) {
    let mut arguments: Vec<OsString> = arguments.into_iter().collect();
    let runs_a_command = arguments.get(1).is_some_and(|it| it == "database");
    let mut at = 1;
    while let Some(argument) = arguments.get(at) {
        let argument = argument.to_str().unwrap_or_default();
        if let Some(file) = argument.strip_prefix("--env-file=") {
            let file = PathBuf::from(file);
            arguments.remove(at);
            return (Some(file), arguments);
        }
        at += match argument {
            "--env-file" if at + 1 < arguments.len() => {
                arguments.remove(at);
                let file = arguments.remove(at);
                return (Some(file.into()), arguments);
            }
            "--" => break,
            "--data-dir" if runs_a_command => 2,
            _ if runs_a_command && at > 1 && !argument.starts_with('-') => break,
            _ => 1,
        };
    }
    (None, arguments)
}

impl Environment {
    /// That of this process, and below it what stands in a file as systemd reads it (`EnvironmentFile=`).
    pub(super) fn read(file: Option<&Path>) -> Result<Environment, String> {
        let mut given = HashMap::new();
        if let Some(file) = file {
            let text = fs::read_to_string(file)
                .map_err(|error| format!("{} cannot be read: {error}.", file.display()))?;
            let assigned = assigned(&text).map_err(|line| {
                format!(
                    "{}, line {line}, is not valid. Write NAME=value, and close all quotes.",
                    file.display()
                )
            })?;
            given.extend(assigned);
        }
        given.extend(std::env::vars_os().filter_map(|(name, value)| {
            Some((name.into_string().ok()?, value.into_string().ok()?))
        }));
        Ok(Environment { given })
    }

    /// The same command, where settings that are not on the command line have the values given here. Names all faults.
    pub(super) fn completes(&self, command: Command) -> Result<Command, Vec<String>> {
        let mut faults = Vec::new();
        let mut values = BTreeMap::new();
        for (name, is_secret) in settings(&command) {
            match self.value(&name, is_secret) {
                Ok(Some(value)) => drop(values.insert(name, value)),
                Ok(None) => {}
                Err(fault) => faults.push(fault),
            }
        }
        match faults.is_empty() {
            true => Ok(completed(command, &values)),
            false => Err(faults),
        }
    }

    /// The value of a setting. A secret may stand in a file of its own.
    fn value(&self, name: &str, is_secret: bool) -> Result<Option<String>, String> {
        let value = self.given.get(name);
        let in_file = format!("{name}{FILE}");
        match (value, self.given.get(&in_file).filter(|_| is_secret)) {
            (Some(_), Some(_)) => Err(format!(
                "{name} and {in_file} are both set. Set only one of them."
            )),
            (None, Some(file)) => match fs::read_to_string(file) {
                Ok(value) => Ok(Some(value.trim_end_matches(['\r', '\n']).to_owned())),
                Err(error) => Err(format!(
                    "{in_file} names “{file}”, which cannot be read: {error}."
                )),
            },
            (value, None) => Ok(value.cloned()),
        }
    }

    /// The settings that do not exist, each in a sentence.
    pub(super) fn unknown(&self, command: &Command) -> Vec<String> {
        let known: BTreeSet<String> = settings(command)
            .into_iter()
            .flat_map(|(name, is_secret)| {
                let in_file = is_secret.then(|| format!("{name}{FILE}"));
                std::iter::once(name).chain(in_file)
            })
            .collect();
        let given: BTreeSet<&String> = self.given.keys().collect();
        given
            .into_iter()
            .filter(|name| name.starts_with("TURNPIKE_") && !known.contains(*name))
            .map(|name| {
                let own = |name: &str| name.trim_start_matches("TURNPIKE_").to_owned();
                let likeness = |it: &String| strsim::jaro_winkler(&own(it), &own(name));
                let nearest = known
                    .iter()
                    .max_by(|one, other| likeness(one).total_cmp(&likeness(other)))
                    .filter(|it| likeness(it) >= ALIKE);
                match nearest {
                    Some(nearest) => {
                        format!("{name} is not a setting. Did you mean {nearest}?")
                    }
                    None => format!("{name} is not a setting."),
                }
            })
            .collect()
    }
}

/// The settings of a command and those below it, and whether each is a secret.
fn settings(command: &Command) -> BTreeMap<String, bool> {
    let own = command.get_arguments().filter_map(|argument| {
        let name = argument.get_env()?.to_str()?.to_owned();
        Some((name, argument.is_hide_env_values_set()))
    });
    let below = command.get_subcommands().flat_map(settings);
    own.chain(below).collect()
}

fn completed(mut command: Command, values: &BTreeMap<String, String>) -> Command {
    let own: Vec<_> = command
        .get_arguments()
        .filter_map(|argument| {
            let name = argument.get_env()?.to_str()?;
            // What the environment has, the parser finds by itself.
            let value = values
                .get(name)
                .filter(|_| std::env::var_os(name).is_none())?;
            Some((argument.get_id().clone(), value.clone()))
        })
        .collect();
    for (id, value) in own {
        // The parser borrows defaults for ever. This is done once.
        let value: &'static str = value.leak();
        command = command.mut_arg(id, |it| it.default_value(value).hide_default_value(true));
    }
    let below: Vec<String> = command
        .get_subcommands()
        .map(|it| it.get_name().to_owned())
        .collect();
    for name in below {
        command = command.mut_subcommand(name, |it| completed(it, values));
    }
    command
}

/// Reads a settings file: one `NAME=value` a line, empty lines and comments.
///
/// # Errors
///
/// The number of the first line that is something else.
fn assigned(text: &str) -> Result<Vec<(String, String)>, usize> {
    let mut given = Vec::new();
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut lines = text.lines().zip(1_usize..);
    while let Some((line, number)) = lines.next() {
        let mut line = line.trim_start().to_owned();
        if line.is_empty() || line.starts_with(['#', ';']) {
            continue;
        }
        while goes_on(&line) {
            line.pop();
            line.push_str(lines.next().map_or("", |(next, _)| next));
        }
        let (name, value) = line.split_once('=').ok_or(number)?;
        let name = name.trim_end();
        let value = unquoted(value).filter(|_| is_name(name)).ok_or(number)?;
        given.push((name.to_owned(), value));
    }
    Ok(given)
}

/// Whether a line continues in the next one: it ends with an unescaped backslash.
fn goes_on(line: &str) -> bool {
    let backslashes = line.bytes().rev().take_while(|it| *it == b'\\');
    backslashes.count() % 2 == 1
}

/// Whether this is a valid name of a variable.
fn is_name(name: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    name.starts_with(|c: char| is_part(c) && !c.is_ascii_digit()) && name.chars().all(is_part)
}

/// Removes quotes and escapes from a value. Returns `None` if a quote is not closed.
fn unquoted(text: &str) -> Option<String> {
    let mut value = String::new();
    let mut rest = text.trim();
    while let Some(quote) = rest.chars().next().filter(|c| matches!(c, '"' | '\'')) {
        let mut chars = rest[1..].chars();
        loop {
            match chars.next()? {
                c if c == quote => break,
                '\\' if quote == '"' => match chars.next()? {
                    c @ ('"' | '\\' | '`' | '$') => value.push(c),
                    c => value.extend(['\\', c]),
                },
                c => value.push(c),
            }
        }
        rest = chars.as_str().trim_start();
    }
    let mut chars = rest.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => value.extend(chars.next()),
            c => value.push(c),
        }
    }
    Some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn env_file_is_read_as_systemd_reads_it() {
        for (text, values) in [
            ("SMTP_URL=smtp://a?b=c", &["smtp://a?b=c"][..]),
            ("A='Turnpike <games@x.y>' ", &["Turnpike <games@x.y>"]),
            ("A=Turnpike <games@x.y>", &["Turnpike <games@x.y>"]),
            ("A=\"$1\"", &["$1"]),
            ("A=", &[""]),
            ("# A=b", &[]),
            ("; A=b\\\n\n  \nA = b", &["b"]),
            ("\u{feff}A=b\r\nB=c\r\n", &["b", "c"]),
            (r#"A="a \"b\" \\ \$c \d""#, &[r#"a "b" \ $c \d"#]),
            (r"A='a \b'", &[r"a \b"]),
            (r"A=a\ \\b", &[r"a \b"]),
            ("A=a\\\nb\nB=\"c \\\nd\"", &["ab", "c d"]),
            ("A=a\\\\\nB=c", &["a\\", "c"]),
        ] {
            let given = assigned(text).unwrap();
            let given: Vec<&str> = given.iter().map(|(_, value)| &**value).collect();
            assert_eq!(given, values, "{text}");
        }
    }

    #[test]
    fn invalid_line_of_an_env_file_is_reported_by_number() {
        for (text, line) in [
            ("A=b\n\nexport B=c", 3),
            ("no equals here", 1),
            ("A=b\\\nc\n=d", 3),
            ("A=\"b\nB=c", 1),
            ("7UP=a", 1),
        ] {
            assert_eq!(assigned(text), Err(line), "{text}");
        }
    }

    #[test]
    fn env_file_is_accepted_before_arguments_of_other_programs() {
        let of = |arguments: &[&str]| {
            let (file, rest) = env_file(arguments.iter().map(OsString::from));
            (file.map(|it| it.display().to_string()), rest.len())
        };
        for arguments in [
            &["t", "--env-file", "f", "admin", "actions"][..],
            &["t", "--env-file=f", "admin", "actions"],
            &["t", "admin", "--env-file", "f", "actions"],
            &["t", "admin", "actions", "--env-file=f"],
            &["t", "database", "--env-file", "f", "psql"],
        ] {
            assert_eq!(of(arguments), (Some("f".to_owned()), 3), "{arguments:?}");
        }
        let others = ["t", "database", "--data-dir", "d", "--env-file=f", "x"];
        assert_eq!(of(&others), (Some("f".to_owned()), 5));
        for arguments in [
            &["t"][..],
            &["t", "serve", "--env-file"],
            &["t", "admin", "--", "--env-file", "f"],
            &["t", "database", "x", "--env-file", "f"],
            &["t", "database", "--data-dir", "d", "x", "--env-file=f"],
            &["t", "database", "--", "x", "--env-file=f"],
        ] {
            assert_eq!(of(arguments), (None, arguments.len()), "{arguments:?}");
        }
        let both = ["t", "--env-file=f", "database", "x", "--env-file=g"];
        assert_eq!(of(&both), (Some("f".to_owned()), 4));
    }
}
