//! Days as people write them, in English, French and German: `24.12.`, `24/12`, `24 Dec`, `1er janvier`.

use chrono::{Datelike, NaiveDate};

/// A day as people write it: without a year it is one of that name that is not over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Day {
    pub(super) year: Option<i32>,
    month: u32,
    day: u32,
}

impl Day {
    fn of(self, year: i32) -> Option<NaiveDate> {
        NaiveDate::from_ymd_opt(self.year.unwrap_or(year), self.month, self.day)
    }

    /// The day of the calendar, where there is one; without a year the first not before `first`.
    pub(super) fn from(self, first: NaiveDate) -> Option<NaiveDate> {
        // The next 29 February is at most eight years away.
        let mut days = (first.year()..=first.year() + 8).filter_map(|year| self.of(year));
        days.find(|day| self.year.is_some() || *day >= first)
    }

    /// The same; without a year the last not after `last`.
    pub(super) fn before(self, last: NaiveDate) -> Option<NaiveDate> {
        let years = (last.year() - 8..=last.year()).rev();
        let mut days = years.filter_map(|year| self.of(year));
        days.find(|day| self.year.is_some() || *day <= last)
    }
}

impl From<NaiveDate> for Day {
    fn from(date: NaiveDate) -> Day {
        Day {
            year: Some(date.year()),
            month: date.month(),
            day: date.day(),
        }
    }
}

/// How the months begin, in English, French and German.
const MONTHS: [&[&str]; 12] = [
    &["jan"],
    &["feb", "fév", "fev"],
    &["mar", "mär"],
    &["apr", "avr"],
    &["may", "mai"],
    &["jun", "juin"],
    &["jul", "juil"],
    &["aug", "aoû", "aou"],
    &["sep"],
    &["oct", "okt"],
    &["nov"],
    &["dec", "déc", "dez"],
];

/// Reads a day: `2026-12-24`, `24.12.`, `24.12.2026`, `24/12`, `24 dec`, `December 24th, 2026`. Answers what
/// follows it.
pub(super) fn day<'a, 'w>(words: &'a [&'w str]) -> Option<(Day, &'a [&'w str])> {
    let (first, rest) = words.split_first()?;
    if let Ok(date) = first.parse::<NaiveDate>() {
        return Some((date.into(), rest));
    }
    let numbers = |mark: char| -> Option<Vec<u32>> {
        let parts = first.trim_end_matches(mark).split(mark);
        let numbers = parts.map(|part| part.parse().ok());
        numbers
            .collect::<Option<Vec<u32>>>()
            .filter(|it| it.len() > 1)
    };
    let year = |year: u32| {
        i32::try_from(year)
            .ok()
            .filter(|year| (2000..3000).contains(year))
    };
    let of = |day: u32, month: u32, with: &[u32]| {
        let year = match with {
            [] => None,
            [it] => Some(year(*it)?),
            _ => return None,
        };
        let fits = (1..=31).contains(&day) && (1..=12).contains(&month);
        fits.then_some(Day { year, month, day })
    };
    if let Some([day, month, with @ ..]) = numbers('.').as_deref() {
        return Some((of(*day, *month, with)?, rest));
    }
    if let Some([one, other, with @ ..]) = numbers('/').as_deref() {
        // Which of the two is the month is not the same everywhere.
        return match (one <= &12, other <= &12) {
            (false, true) => Some((of(*one, *other, with)?, rest)),
            (true, false) => Some((of(*other, *one, with)?, rest)),
            (true, true) if one == other => Some((of(*one, *other, with)?, rest)),
            _ => None,
        };
    }
    let (second, rest) = rest.split_first()?;
    let (day, month) = match (number(first), number(second)) {
        (Some(day), None) => (day, named(second)?),
        (None, Some(day)) => (day, named(first)?),
        _ => return None,
    };
    let with_year = rest.split_first().and_then(|(word, rest)| {
        let year = word.parse().ok().and_then(year)?;
        Some((year, rest))
    });
    let (with, rest) = match with_year {
        Some((year, rest)) => (Some(year), rest),
        None => (None, rest),
    };
    let day = of(day, month, &[])?;
    Some((Day { year: with, ..day }, rest))
}

/// A day's number: `24`, `24.`, `24th`, `1er`.
fn number(word: &str) -> Option<u32> {
    let digits = word.trim_end_matches(|c: char| c == '.' || c.is_alphabetic());
    let end = &word[digits.len()..];
    let fits = ["", ".", "st", "nd", "rd", "th", "er"].contains(&end);
    digits.parse().ok().filter(|_| fits)
}

/// The number of the month that is called so.
fn named(word: &str) -> Option<u32> {
    let begins = |names: &&&[&str]| names.iter().any(|name| word.starts_with(name));
    let found = MONTHS.iter().position(|names| begins(&names))?;
    u32::try_from(found + 1).ok()
}
