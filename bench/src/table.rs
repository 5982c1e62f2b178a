//! The results, their table, and the targets for each line.

use serde::Serialize;

use crate::load::{Measured, median};
use crate::pgbench::Script;

/// The figures by name, in the order of the measurements; one for each round.
#[derive(Default)]
pub(crate) struct Results {
    measured: Vec<(String, Vec<Measured>)>,
    numbers: Vec<(String, Vec<f64>)>,
}

/// The figures of one measurement.
#[derive(Serialize)]
struct Told<T> {
    what: String,
    median: T,
    rounds: Vec<T>,
}

/// All figures.
#[derive(Serialize)]
pub(crate) struct Figures {
    requests: Vec<Told<Measured>>,
    others: Vec<Told<f64>>,
}

impl Results {
    /// Adds and prints the result of a round.
    pub(crate) fn add(&mut self, what: &str, one: Measured) {
        let latency = one.latency.map_or_else(String::new, |it| {
            format!(
                "; half within {:.2} ms, 99 % within {:.1}, all within {:.0}",
                it.p50, it.p99, it.max
            )
        });
        eprintln!(
            "{what:<40} {:>8.0} a second; CPU of server {:.0}, PostgreSQL {:.0}, client {:.0} µs{latency}",
            one.a_second, one.server, one.postgres, one.client
        );
        push(&mut self.measured, what, one);
    }

    /// Adds and prints a figure of another kind.
    pub(crate) fn note(&mut self, what: &str, number: f64) {
        eprintln!("{what:<40} {number:>8.1}");
        push(&mut self.numbers, what, number);
    }

    /// Returns the medians of a measurement.
    pub(crate) fn of(&self, what: &str) -> Option<Measured> {
        find(&self.measured, what).map(Measured::median)
    }

    /// Returns the median of a figure of another kind.
    pub(crate) fn number(&self, what: &str) -> Option<f64> {
        find(&self.numbers, what).map(|all| median(all.to_vec()))
    }

    /// Returns all figures.
    pub(crate) fn figures(&self) -> Figures {
        Figures {
            requests: told(&self.measured, Measured::median),
            others: told(&self.numbers, |all| median(all.to_vec())),
        }
    }
}

fn push<T>(all: &mut Vec<(String, Vec<T>)>, what: &str, one: T) {
    match all.iter_mut().find(|(name, _)| name == what) {
        Some((_, rounds)) => rounds.push(one),
        None => all.push((what.to_owned(), vec![one])),
    }
}

fn find<'a, T>(all: &'a [(String, Vec<T>)], what: &str) -> Option<&'a [T]> {
    let found = all.iter().find(|(name, _)| name == what);
    found.map(|(_, rounds)| &**rounds)
}

fn told<T: Copy>(all: &[(String, Vec<T>)], median: impl Fn(&[T]) -> T) -> Vec<Told<T>> {
    let one = |(what, rounds): &(String, Vec<T>)| Told {
        what: what.clone(),
        median: median(rounds),
        rounds: rounds.clone(),
    };
    all.iter().map(one).collect()
}

/// The target for a figure.
#[derive(Clone, Copy, Serialize)]
pub(crate) enum Asked {
    /// At least this much: the required value, and the aim.
    AtLeast(f64, f64),
    /// At most this much: the required value, and the aim.
    AtMost(f64, f64),
}

/// A line of the table.
#[derive(Serialize)]
pub(crate) struct Row {
    what: String,
    value: String,
    sql: String,
    /// The decisive figure: the ratio, or the value itself if there is no counterpart in SQL.
    figure: Option<f64>,
    /// Whether that is a ratio.
    is_ratio: bool,
    asked: Option<Asked>,
}

impl Row {
    fn new(what: &str, value: String) -> Row {
        Row {
            what: what.to_owned(),
            value,
            sql: String::new(),
            figure: None,
            is_ratio: false,
            asked: None,
        }
    }

    /// Creates a line for a figure with a target.
    pub(crate) fn figure(what: &str, value: Option<f64>, unit: &str, asked: Asked) -> Row {
        Row {
            figure: value,
            asked: Some(asked),
            ..Row::new(
                what,
                value.map_or("–".to_owned(), |value| format!("{}{unit}", round(value))),
            )
        }
    }

    /// Creates a line for the ratio of two rates in the same run, with a target.
    pub(crate) fn ratio(what: &str, rates: [Option<f64>; 2], must: f64, aim: f64) -> Row {
        Row {
            asked: Some(Asked::AtLeast(must, aim)),
            ..Row::compared(what, rates)
        }
    }

    /// Creates a line for the ratio of two rates without a target.
    pub(crate) fn compared(what: &str, rates: [Option<f64>; 2]) -> Row {
        let [ours, theirs] = rates;
        let told = |rate: Option<f64>| rate.map_or("–".to_owned(), round);
        Row {
            sql: told(theirs),
            figure: ours.zip(theirs).map(|(ours, theirs)| ours / theirs),
            is_ratio: true,
            ..Row::new(what, told(ours))
        }
    }

    fn verdict(&self) -> &'static str {
        match (self.figure, self.asked) {
            (Some(it), Some(Asked::AtLeast(_, aim))) if it >= aim => "aim",
            (Some(it), Some(Asked::AtLeast(must, _))) if it >= must => "yes",
            (Some(it), Some(Asked::AtMost(_, aim))) if it <= aim => "aim",
            (Some(it), Some(Asked::AtMost(must, _))) if it <= must => "yes",
            (Some(_), Some(_)) => "no",
            _ => "",
        }
    }
}

/// Returns the lines for the results of the SQL and of the server.
pub(crate) fn rows(sql: &Results, ours: &Results) -> Vec<Row> {
    let rate = |what: &str| ours.of(what).map(|it| it.a_second);
    let script = |script: Script| sql.of(script.name()).map(|it| it.a_second);
    let (moves, look) = (ours.of(MOVES), ours.of(LOOK));
    let played = rate(MOVES);
    let selected = script(Script::Select);
    let of = |it: Option<Measured>, figure: fn(Measured) -> f64| it.map(figure);
    let megabytes = |what: &str| ours.number(what);
    let mut rows = vec![
        Row::ratio(
            "moves/s ÷ textbook transaction",
            [played, script(Script::Textbook)],
            4.0,
            6.0,
        ),
        Row::ratio(
            "moves/s ÷ one statement, jsonb",
            [played, script(Script::Jsonb)],
            2.5,
            3.5,
        ),
        Row::ratio(
            "moves/s ÷ one statement, bytes",
            [played, script(Script::Bytea)],
            0.9,
            1.3,
        ),
        Row::ratio(
            "GET of a game ÷ SELECT … WHERE id",
            [rate(LOOK), selected],
            0.7,
            1.2,
        ),
        match rate(UNCHANGED) {
            None => Row::new("the same, unchanged (304)", "no ETag".to_owned()),
            rate => Row::ratio("the same, unchanged (304)", [rate, selected], 1.5, 2.5),
        },
        Row::figure(
            "server CPU a move",
            of(moves, |it| it.server),
            " µs",
            Asked::AtMost(60.0, 30.0),
        ),
        Row::figure(
            "server CPU a GET",
            of(look, |it| it.server),
            " µs",
            Asked::AtMost(50.0, 25.0),
        ),
        Row::figure(
            "PostgreSQL CPU a move",
            of(moves, |it| it.postgres),
            " µs",
            Asked::AtMost(60.0, 40.0),
        ),
        Row::figure(
            "PostgreSQL CPU a GET",
            of(look, |it| it.postgres),
            " µs",
            Asked::AtMost(30.0, 15.0),
        ),
    ];
    let pictures = ours.of(PICTURES);
    rows.extend([
        Row::figure(
            "CPU of the server a turn mail with picture",
            of(pictures, |it| it.server / 1e3),
            " ms",
            Asked::AtMost(8.0, 4.0),
        ),
        Row::new(
            "turn mails with picture a second; size",
            match (pictures, ours.number(SIZE)) {
                (Some(it), Some(size)) => format!("{}; {size:.0} kB", round(it.a_second)),
                _ => "–".to_owned(),
            },
        ),
        Row::figure(
            "mails without picture a second",
            rate(PLAIN),
            "",
            Asked::AtLeast(1_000.0, 3_000.0),
        ),
        Row::figure(
            "superseded notices dropped a second",
            rate(SUPERSEDED),
            "",
            Asked::AtLeast(20_000.0, 50_000.0),
        ),
        Row {
            sql: String::new(),
            ..Row::ratio(
                "moves/s with the mail worker in the process ÷ without",
                [rate(WITH_MAIL), rate(WITHOUT_MAIL)],
                0.9,
                0.97,
            )
        },
        Row::figure(
            "memory after the start",
            megabytes(MEMORY),
            " MB",
            Asked::AtMost(36.0, 20.0),
        ),
        Row::figure(
            "memory after all games were touched",
            megabytes(TOUCHED),
            " MB",
            Asked::AtMost(96.0, 64.0),
        ),
        Row::figure(
            "start to first answer",
            megabytes(START),
            " ms",
            Asked::AtMost(60.0, 40.0),
        ),
        Row::figure(
            "the same with its private PostgreSQL",
            megabytes(PRIVATE),
            " ms",
            Asked::AtMost(60.0, 40.0),
        ),
    ]);
    rows
}

/// Prints the table in Markdown, and below it all kinds of requests.
pub(crate) fn print(rows: &[Row], all: [&Results; 2]) {
    println!("| what | value | SQL in the same run | ratio | must | aim | ok? |");
    println!("| --- | --- | --- | --- | --- | --- | --- |");
    for row in rows {
        let Row {
            what, value, sql, ..
        } = row;
        let ratio = row.figure.filter(|_| row.is_ratio);
        let ratio = ratio.map_or_else(String::new, |ratio| format!("{ratio:.2}"));
        let [must, aim] = match row.asked {
            Some(Asked::AtLeast(must, aim) | Asked::AtMost(must, aim)) => {
                [must, aim].map(|it| it.to_string())
            }
            None => Default::default(),
        };
        println!(
            "| {what} | {value} | {sql} | {ratio} | {must} | {aim} | {} |",
            row.verdict()
        );
    }
    println!();
    println!(
        "| request | a second | p50 ms | p99 ms | max ms | CPU µs: server | PostgreSQL | client |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- | --- |");
    for (what, rounds) in all.iter().flat_map(|it| &it.measured) {
        let it = Measured::median(rounds);
        let [p50, p99, max] = it.latency.map_or_else(Default::default, |latency| {
            [latency.p50, latency.p99, latency.max].map(|it| format!("{it:.1}"))
        });
        println!(
            "| {what} | {} | {p50} | {p99} | {max} | {} | {} | {} |",
            round(it.a_second),
            round(it.server),
            round(it.postgres),
            round(it.client)
        );
    }
}

fn round(number: f64) -> String {
    if number < 2.0 {
        format!("{number:.2}")
    } else if number < 20.0 {
        format!("{number:.1}")
    } else {
        format!("{number:.0}")
    }
}

/// Moves of the most important game.
pub(crate) const MOVES: &str = "moves of thats-life";
/// The same moves on a freshly started process, while no process sends mails.
pub(crate) const WITHOUT_MAIL: &str = "moves of thats-life, by another process";
/// The same moves with the mail worker in the same process.
pub(crate) const WITH_MAIL: &str = "moves of thats-life, mails being sent";
/// A game, read by its id.
pub(crate) const LOOK: &str = "GET of a game";
/// A game, read by a client that has the current version.
pub(crate) const UNCHANGED: &str = "GET of a game, unchanged";
/// Turn mails.
pub(crate) const PICTURES: &str = "turn mails with picture";
/// The size of turn mails, in kilobytes.
pub(crate) const SIZE: &str = "size of such a mail, in kB";
/// The share of turn mails with a picture.
pub(crate) const SHARE: &str = "of turn mails, with a picture";
/// Mails without a picture, about cancelled games.
pub(crate) const PLAIN: &str = "mails without picture";
/// Notices of turns that are over.
pub(crate) const SUPERSEDED: &str = "superseded notices";
/// Memory after the start, in megabytes.
pub(crate) const MEMORY: &str = "memory after the start, in MB";
/// Memory after a turn and a read in each game, in megabytes.
pub(crate) const TOUCHED: &str = "memory after all games were touched, in MB";
/// The time from the start to the first response, in milliseconds.
pub(crate) const START: &str = "start to first answer, in ms";
/// The same time for a server with its own PostgreSQL.
pub(crate) const PRIVATE: &str = "the same with a private PostgreSQL, in ms";
