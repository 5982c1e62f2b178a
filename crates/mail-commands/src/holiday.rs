//! The word `vacation`: holidays by mail.

use accounts::access::Caller;
use chrono::{NaiveDate, TimeDelta};
use common::texts::message;
use notices::answer::Answer;
use play::holidays::{self, Holiday};
use play::refusal::{Refusal, Result};

use crate::MailCommands;
use crate::days::{Day, day, days_of_a_month};
use crate::why::why;

/// A command about holidays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// List the current and coming holidays.
    List,
    /// End all holidays.
    Off,
    /// Take this many days, from today on.
    Days(u16),
    /// Take the days from now or a given day to another, both included.
    Until(Option<Day>, Day),
}

/// Words before the first day.
const FROM: [&str; 4] = ["from", "du", "von", "vom"];

/// Words before the last day.
const UNTIL: [&str; 8] = [
    "to", "until", "till", "through", "jusqu'au", "jusqu'à", "bis", "zum",
];

/// Words that only connect others.
const JOINS: [&str; 25] = [
    "from",
    "to",
    "until",
    "till",
    "through",
    "-",
    "for",
    "on",
    "the",
    "of",
    "and",
    "inclusive",
    "du",
    "au",
    "le",
    "et",
    "jusqu'au",
    "jusqu'à",
    "inclus",
    "von",
    "vom",
    "bis",
    "zum",
    "und",
    "einschließlich",
];

/// The units for a number of days, with their lengths in days.
const UNITS: [(&str, u16); 12] = [
    ("day", 1),
    ("days", 1),
    ("jour", 1),
    ("jours", 1),
    ("tag", 1),
    ("tage", 1),
    ("week", 7),
    ("weeks", 7),
    ("semaine", 7),
    ("semaines", 7),
    ("woche", 7),
    ("wochen", 7),
];

/// Reads the words after `vacation`; `None` if they are not a valid command.
pub fn read(rest: &str) -> Option<Wanted> {
    let rest = rest
        .to_lowercase()
        .replace('’', "'")
        .replace(['–', '—'], "-");
    let rest = apart(&rest);
    let words: Vec<&str> = rest
        .split([' ', '\t', ','])
        .filter(|word| !word.is_empty() && !JOINS.contains(word))
        .collect();
    let begins = rest.split_whitespace().next().unwrap_or_default();
    match words[..] {
        // A day of an unknown month.
        [count] if UNTIL.contains(&begins) && count.parse::<u16>().is_ok() => return None,
        [] if rest.trim().is_empty() => return Some(Wanted::List),
        ["off"] => return Some(Wanted::Off),
        [count] | [count, "days"] if count.parse::<u16>().is_ok() => {
            return Some(Wanted::Days(count.parse().ok().filter(|days| *days > 0)?));
        }
        [count, unit] => {
            if let Some((_, days)) = UNITS.iter().find(|(name, _)| *name == unit) {
                let count = match count {
                    "a" | "one" | "un" | "une" | "ein" | "eine" | "einen" => 1,
                    count => count.parse::<u16>().ok().filter(|count| *count > 0)?,
                };
                return Some(Wanted::Days(count.checked_mul(*days)?));
            }
        }
        _ => {}
    }
    if let Some((first, last)) = two_days(&rest).or_else(|| days_of_a_month(&words)) {
        return Some(Wanted::Until(Some(first), last));
    }
    let (first, rest) = day(&words)?;
    match rest {
        // The last day is missing.
        [] if FROM.contains(&begins) => None,
        [] => Some(Wanted::Until(None, first)),
        rest => match day(rest)? {
            (last, []) => Some(Wanted::Until(Some(first), last)),
            _ => None,
        },
    }
}

/// Reads two complete days with a word between them. Without that word, a weekday may belong to the
/// date after it.
fn two_days(rest: &str) -> Option<(Day, Day)> {
    let is_between = |word: &str| UNTIL.contains(&word) || matches!(word, "-" | "au");
    let words: Vec<&str> = rest.split([' ', '\t', ',']).collect();
    let at = words.iter().skip(1).position(|word| is_between(word))? + 1;
    let whole = |words: &[&str]| {
        let said = words.iter().copied();
        let said: Vec<&str> = said
            .filter(|it| !it.is_empty() && !JOINS.contains(it))
            .collect();
        day(&said)
            .filter(|(_, rest)| rest.is_empty())
            .map(|(day, _)| day)
    };
    Some((whole(&words[..at])?, whole(&words[at..])?))
}

/// Adds spaces around a hyphen between two days: `24.-27.12.`. Hyphens within a date stay.
fn apart(line: &str) -> String {
    let words = line.split(' ').map(|word| {
        let parts = word.split_once('-').filter(|(first, last)| {
            let is_number = |it: &str| it.starts_with(|c: char| c.is_ascii_digit());
            is_number(first) && is_number(last) && word.matches('-').count() == 1
        });
        parts.map_or_else(
            || word.to_owned(),
            |(first, last)| format!("{first} - {last}"),
        )
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Returns the first and the last day. The first is `None` if it is over.
fn days(first: Option<Day>, last: Day, today: NaiveDate) -> Option<(Option<NaiveDate>, NaiveDate)> {
    let Some(first) = first else {
        return Some((None, last.from(today)?));
    };
    if first.is_certain() || matches!(last, Day::Weekday(_)) {
        let begins = first.from(today)?;
        return Some((Some(begins), last.from(begins)?));
    }
    let last = last.from(today)?;
    let begins = first.before(last)?;
    let is_over = begins < today;
    Some(((!is_over).then_some(begins), last))
}

/// Carries out a command. A repeat after a crash takes no holiday twice.
pub async fn carry_out(
    app: &MailCommands,
    caller: &Caller,
    wanted: Wanted,
    answer: &mut Answer,
) -> Result<()> {
    let taken = holidays::list(app, caller).await?;
    let (first, last) = match wanted {
        Wanted::List => {
            tell(&taken.holidays, answer);
            answer.say(message("words-vacation-left").with("days", taken.left));
            return Ok(());
        }
        Wanted::Off => {
            for holiday in &taken.holidays {
                holidays::end(app, caller, &holiday.id).await?;
            }
            answer.say(message("words-vacation-off"));
            return Ok(());
        }
        Wanted::Days(days) => (None, taken.today + TimeDelta::days(i64::from(days) - 1)),
        Wanted::Until(first, last) => {
            let Some(days) = days(first, last, taken.today) else {
                answer.say(message("words-vacation-how"));
                return Ok(());
            };
            days
        }
    };
    let known = |holiday: &&Holiday| {
        holiday.first_day == first.unwrap_or(taken.today) && holiday.last_day == last
    };
    if let Some(holiday) = taken.holidays.iter().find(known) {
        tell(std::slice::from_ref(holiday), answer);
        answer.say(message("words-vacation-then"));
        return Ok(());
    }
    match holidays::take(app, caller, first, last).await {
        Ok(holiday) => {
            tell(&[holiday], answer);
            answer.say(message("words-vacation-then"));
        }
        Err(
            refusal @ (Refusal::HolidayNotAllowed(_)
            | Refusal::General(base::Refusal::RateLimited { .. })),
        ) => {
            answer.say(message("words-vacation-refused").with("why", why(&refusal)));
        }
        Err(refusal) => return Err(refusal),
    }
    Ok(())
}

fn tell(holidays: &[Holiday], answer: &mut Answer) {
    if holidays.is_empty() {
        answer.say(message("words-vacation-none"));
    }
    for holiday in holidays {
        let told = message("words-vacation-taken").with("first", holiday.first_day.to_string());
        answer.say(told.with("last", holiday.last_day.to_string()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn date(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    #[test]
    fn length_of_a_vacation_is_parsed() {
        for (rest, wanted) in [
            ("", Wanted::List),
            ("OFF", Wanted::Off),
            ("7", Wanted::Days(7)),
            ("7 days", Wanted::Days(7)),
            ("1 day", Wanted::Days(1)),
            ("for 2 weeks", Wanted::Days(14)),
            ("a week", Wanted::Days(7)),
            ("1 semaine", Wanted::Days(7)),
            ("10 jours", Wanted::Days(10)),
        ] {
            assert_eq!(read(rest), Some(wanted), "{rest}");
        }
    }

    #[test]
    fn dates_of_a_vacation_are_parsed() {
        let today = date("2026-12-20");
        for (rest, first, last) in [
            ("until 2027-01-03", None, "2027-01-03"),
            ("2026-12-20 to 2027-01-03", Some("2026-12-20"), "2027-01-03"),
            (
                "from 2026-12-20 until 2027-01-03",
                Some("2026-12-20"),
                "2027-01-03",
            ),
            ("24.12. to 27.12.", Some("2026-12-24"), "2026-12-27"),
            ("24.12 - 27.12", Some("2026-12-24"), "2026-12-27"),
            (
                "vom 24.12.2026 bis 3.1.2027",
                Some("2026-12-24"),
                "2027-01-03",
            ),
            ("24.12. to 3.1.", Some("2026-12-24"), "2027-01-03"),
            ("24/12 to 27/12", Some("2026-12-24"), "2026-12-27"),
            ("12/24 to 12/27", Some("2026-12-24"), "2026-12-27"),
            ("24 Dec to 3 January", Some("2026-12-24"), "2027-01-03"),
            (
                "December 24th, 2026 until Jan 3rd",
                Some("2026-12-24"),
                "2027-01-03",
            ),
            (
                "du 24 décembre au 1er janvier",
                Some("2026-12-24"),
                "2027-01-01",
            ),
            ("bis 3. Januar", None, "2027-01-03"),
            ("24.-27.12.", Some("2026-12-24"), "2026-12-27"),
            ("24.-27.12", Some("2026-12-24"), "2026-12-27"),
            ("24. - 27.12.2026", Some("2026-12-24"), "2026-12-27"),
            ("24.12.–3.1.", Some("2026-12-24"), "2027-01-03"),
            ("24/12-27/12", Some("2026-12-24"), "2026-12-27"),
            ("vom 1. bis 5. Januar", Some("2027-01-01"), "2027-01-05"),
            ("1–5 January", Some("2027-01-01"), "2027-01-05"),
            ("January 1-5", Some("2027-01-01"), "2027-01-05"),
            ("January 1 to 5, 2027", Some("2027-01-01"), "2027-01-05"),
            (
                "from the 1st to the 5th of January",
                Some("2027-01-01"),
                "2027-01-05",
            ),
            ("du 1er au 5 janvier", Some("2027-01-01"), "2027-01-05"),
            ("until Monday", None, "2026-12-21"),
            ("until Sunday", None, "2026-12-27"),
            ("bis Montag", None, "2026-12-21"),
            ("jusqu’à lundi", None, "2026-12-21"),
            ("jusqu’au mardi 5 janvier", None, "2027-01-05"),
            ("until Tue, 5 January", None, "2027-01-05"),
            ("Monday to Friday", Some("2026-12-21"), "2026-12-25"),
            ("from Friday until 3.1.", Some("2026-12-25"), "2027-01-03"),
            ("24 Dec to Monday", Some("2026-12-24"), "2026-12-28"),
        ] {
            let Some(Wanted::Until(begins, ends)) = read(rest) else {
                panic!("{rest}");
            };
            let wanted = Some((first.map(date), date(last)));
            assert_eq!(days(begins, ends, today), wanted, "{rest}");
        }
        for rest in [
            "days",
            "0",
            "-1",
            "soon",
            "1 2",
            "7 8 9",
            "1/2 to 3/4",
            "32.1.",
            "1.13.",
            "0 weeks",
            "24 to 27",
            "until 27",
            "from 24 Dec",
            "vom 24.12.",
            "from Monday",
            "until Mars",
            "27.-24.12.",
            "24-27",
            "7-10 days",
            "Monday or Tuesday",
            "next week",
        ] {
            assert_eq!(read(rest), None, "{rest}");
        }
        let Some(Wanted::Until(None, day)) = read("2026-02-30").or(read("30.2.2026")) else {
            panic!("it is read, and is no day of a calendar");
        };
        assert_eq!(day.from(today), None);
        // A holiday that has begun continues; it does not begin again in a year.
        let Some(Wanted::Until(begins, ends)) = read("24.12. to 3.1.") else {
            panic!("it is read");
        };
        for (today, begins_at) in [
            ("2026-12-24", Some("2026-12-24")),
            ("2026-12-25", None),
            ("2027-01-03", None),
        ] {
            let wanted = Some((begins_at.map(date), date("2027-01-03")));
            assert_eq!(days(begins, ends, date(today)), wanted, "{today}");
        }
    }
}
