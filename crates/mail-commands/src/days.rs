//! Dates as people write them, in English, French and German: `24.12.`, `24/12`, `24 Dec`, `1er
//! janvier`.

use chrono::{Datelike, Days, NaiveDate, Weekday};

/// A day as people write it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Day {
    /// A day of a month. Without a year, the first one that is not over.
    Date {
        year: Option<i32>,
        month: u32,
        day: u32,
    },
    /// The next day with this name, from tomorrow on.
    Weekday(Weekday),
}

impl Day {
    /// Whether only one calendar day is possible for a date, regardless of the context.
    pub(super) const fn is_certain(self) -> bool {
        !matches!(self, Day::Date { year: None, .. })
    }

    fn of(self, wanted: i32) -> Option<NaiveDate> {
        match self {
            Day::Date { year, month, day } => {
                NaiveDate::from_ymd_opt(year.unwrap_or(wanted), month, day)
            }
            Day::Weekday(_) => None,
        }
    }

    /// Returns the calendar day, if it exists. Without a year, the first one on or after `first`.
    pub(super) fn from(self, first: NaiveDate) -> Option<NaiveDate> {
        if let Day::Weekday(name) = self {
            let next = (1..=7).filter_map(|n| first.checked_add_days(Days::new(n)));
            return next.into_iter().find(|day| day.weekday() == name);
        }
        // The next 29 February is at most eight years away.
        let mut days = (first.year()..=first.year() + 8).filter_map(|year| self.of(year));
        days.find(|day| self.is_certain() || *day >= first)
    }

    /// Like `from`, but without a year returns the last one on or before `last`.
    pub(super) fn before(self, last: NaiveDate) -> Option<NaiveDate> {
        let years = (last.year() - 8..=last.year()).rev();
        let mut days = years.filter_map(|year| self.of(year));
        days.find(|day| self.is_certain() || *day <= last)
    }
}

impl From<NaiveDate> for Day {
    fn from(date: NaiveDate) -> Day {
        Day::Date {
            year: Some(date.year()),
            month: date.month(),
            day: date.day(),
        }
    }
}

/// The names of the weekdays, in English, French and German.
const WEEKDAYS: [(Weekday, &[&str]); 7] = [
    (Weekday::Mon, &["monday", "mon", "lundi", "montag"]),
    (Weekday::Tue, &["tuesday", "tue", "mardi", "dienstag"]),
    (Weekday::Wed, &["wednesday", "wed", "mercredi", "mittwoch"]),
    (Weekday::Thu, &["thursday", "thu", "jeudi", "donnerstag"]),
    (Weekday::Fri, &["friday", "fri", "vendredi", "freitag"]),
    (
        Weekday::Sat,
        &["saturday", "sat", "samedi", "samstag", "sonnabend"],
    ),
    (Weekday::Sun, &["sunday", "sun", "dimanche", "sonntag"]),
];

/// The beginnings of the months' names, in English, French and German.
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

/// Reads a day: `2026-12-24`, `24.12.`, `24.12.2026`, `24/12`, `24 dec`, `December 24th, 2026`.
/// Also returns the remaining words. A weekday before a date is ignored; alone it is the day.
pub(super) fn day<'a, 'w>(words: &'a [&'w str]) -> Option<(Day, &'a [&'w str])> {
    let (first, rest) = words.split_first()?;
    let weekday = WEEKDAYS.iter().find(|(_, names)| names.contains(first));
    if let Some((name, _)) = weekday {
        let is_dated = rest
            .first()
            .is_some_and(|it| number(it).is_some() || date(rest).is_some());
        return match is_dated {
            true => date(rest),
            false => Some((Day::Weekday(*name), rest)),
        };
    }
    date(words)
}

/// Reads two days of one month that is named once: `24. 27.12.`, `1. 5. Dezember`, `December 1 5`.
pub(super) fn days_of_a_month(words: &[&str]) -> Option<(Day, Day)> {
    let with_day = |it: Day, wanted: u32| match it {
        Day::Date { year, month, day } => Some((
            Day::Date {
                year,
                month,
                day: wanted,
            },
            day,
        )),
        Day::Weekday(_) => None,
    };
    let (first, rest) = words.split_first()?;
    if let (Some(begins), Some((last, []))) = (number(first), date(rest)) {
        let (first, ends) = with_day(last, begins)?;
        return (begins < ends).then_some((first, last));
    }
    let (first, rest) = date(words)?;
    let (last, year) = match rest {
        [last] => (last, None),
        [last, year] => (last, Some(year.parse().ok().and_then(full_year)?)),
        _ => return None,
    };
    let (last, begins) = with_day(first, number(last)?)?;
    let (
        Day::Date {
            day: ends, month, ..
        },
        Some(year),
    ) = (last, year)
    else {
        let ends = matches!(last, Day::Date { day, .. } if begins < day);
        return ends.then_some((first, last));
    };
    let of = |day| Day::Date {
        year: Some(year),
        month,
        day,
    };
    (begins < ends).then_some((of(begins), of(ends)))
}

/// Accepts a year with four digits.
fn full_year(year: u32) -> Option<i32> {
    i32::try_from(year)
        .ok()
        .filter(|year| (2000..3000).contains(year))
}

/// Reads a day of a month.
fn date<'a, 'w>(words: &'a [&'w str]) -> Option<(Day, &'a [&'w str])> {
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
    let of = |day: u32, month: u32, with: &[u32]| {
        let year = match with {
            [] => None,
            [it] => Some(full_year(*it)?),
            _ => return None,
        };
        let fits = (1..=31).contains(&day) && (1..=12).contains(&month);
        fits.then_some(Day::Date { year, month, day })
    };
    if let Some([day, month, with @ ..]) = numbers('.').as_deref() {
        return Some((of(*day, *month, with)?, rest));
    }
    if let Some([one, other, with @ ..]) = numbers('/').as_deref() {
        // Countries differ in which of the two is the month.
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
        let year = word.parse().ok().and_then(full_year)?;
        Some((year, rest))
    });
    let (year, rest) = match with_year {
        Some((year, rest)) => (Some(year), rest),
        None => (None, rest),
    };
    of(day, month, &[])?;
    Some((Day::Date { year, month, day }, rest))
}

/// Reads a day's number: `24`, `24.`, `24th`, `1er`.
fn number(word: &str) -> Option<u32> {
    let digits = word.trim_end_matches(|c: char| c == '.' || c.is_alphabetic());
    let end = &word[digits.len()..];
    let fits = ["", ".", "st", "nd", "rd", "th", "er"].contains(&end);
    digits.parse().ok().filter(|_| fits)
}

/// Returns the number of the month with this name.
fn named(word: &str) -> Option<u32> {
    let begins = |names: &&&[&str]| names.iter().any(|name| word.starts_with(name));
    let found = MONTHS.iter().position(|names| begins(&names))?;
    u32::try_from(found + 1).ok()
}
