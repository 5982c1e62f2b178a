//! Deadlines in letters: the time left, and the end in the reader's time zone.

use std::fmt::Display;

use chrono::{DateTime, Datelike, Locale, TimeDelta, TimeZone};
use chrono_tz::Tz;
use common::clock::Moment;
use common::texts;
use rules::{Language, Word};

use super::Line;

/// The time left for a decision.
#[derive(Clone, Debug)]
pub struct TimeLeft {
    /// The duration: `2 days and 23 hours`.
    pub left: Line,
    /// The end: `Wednesday 4 March 2026, 13:00 CET`.
    pub until: Line,
    /// The time until which the clock is paused, if it is paused.
    pub still_until: Option<Line>,
    /// A sentence about what happens when the time runs out.
    pub then: Line,
}

/// Formats a moment in the reader's time zone: `Wednesday 4 March 2026, 13:00 CET`.
pub fn on_clock(moment: Moment, zone: Tz, language: Language) -> Line {
    let at = moment.with_timezone(&zone);
    let shown = format(&at, "date-on-clock", language);
    // Many time zones have no abbreviation, only a number.
    match shown.rsplit_once(' ') {
        Some((time, offset)) if offset.starts_with(['+', '-']) => {
            Line::new(&format!("{time} (UTC{offset})"))
        }
        _ => Line::new(&shown),
    }
}

/// Formats a recent moment in the reader's time zone: `4 March, 13:00`.
pub fn shortly(moment: Moment, zone: Tz, language: Language) -> Line {
    let at = moment.with_timezone(&zone);
    Line::new(&format(&at, "date-shortly", language))
}

/// Formats a moment in UTC: `1 March 2026, 12:15 UTC`.
pub fn written(moment: &Moment, language: Language) -> Line {
    Line::new(&format(moment, "date-written", language))
}

/// Formats a moment, with the names of months and days in this language.
fn format<Z: TimeZone>(at: &DateTime<Z>, pattern: &'static str, language: Language) -> String
where
    Z::Offset: Display,
{
    let said = |id| texts::message(id).to(language);
    // In French, the first of a month is an ordinal number; the other days are not.
    let day = said(if at.day() == 1 {
        "date-first"
    } else {
        "date-day"
    });
    let locale = Locale::try_from(said("date-locale").as_str()).unwrap_or(Locale::en_GB);
    let pattern = texts::message(pattern).with("day", day).to(language);
    at.format_localized(&pattern, locale).to_string()
}

/// Formats a duration in its two largest units: `2 days and 23 hours`. Rounds to the nearest
/// minute, from a day on to the nearest hour: a mail seconds after the move says `3 days`.
pub fn length(time: TimeDelta, language: Language) -> Line {
    const DAY: i64 = 24 * 60;
    let minutes = match ((time.num_seconds() + 30) / 60).max(0) {
        minutes @ DAY.. => minutes + 30,
        minutes => minutes,
    };
    let (days, hours, minutes) = (minutes / 1440, minutes / 60 % 24, minutes % 60);
    let parts = match (days, hours) {
        (0, 0) => vec![(minutes, "minutes")],
        (0, _) => vec![(hours, "hours"), (minutes, "minutes")],
        _ => vec![(days, "days"), (hours, "hours")],
    };
    let words = parts
        .into_iter()
        .enumerate()
        .filter(|(at, (count, _))| *count > 0 || *at == 0)
        .map(|(_, (count, unit))| texts::message(unit).with("n", count));
    Line::new(&Word::and(words).to(language))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_written_in_at_most_two_units() {
        for (minutes, english, french) in [
            (0, "0 minutes", "0 minute"),
            (1, "1 minute", "1 minute"),
            (60, "1 hour", "1 heure"),
            (61, "1 hour and 1 minute", "1 heure et 1 minute"),
            (24 * 60, "1 day", "1 jour"),
            (70 * 60 + 59, "2 days and 23 hours", "2 jours et 23 heures"),
            (71 * 60 + 59, "3 days", "3 jours"),
            (72 * 60 + 5, "3 days", "3 jours"),
        ] {
            let length = |language| length(TimeDelta::minutes(minutes), language);
            assert_eq!(length(Language::English).as_str(), english);
            assert_eq!(length(Language::French).as_str(), french);
        }
    }

    #[test]
    fn moments_are_written_in_the_time_zone_of_the_reader() -> Result<(), chrono::ParseError> {
        let at: Moment = "2026-03-04T12:00:00Z".parse()?;
        for (zone, shown) in [
            (Tz::Europe__Paris, "Wednesday 4 March 2026, 13:00 CET"),
            (Tz::UTC, "Wednesday 4 March 2026, 12:00 UTC"),
            (
                Tz::America__Sao_Paulo,
                "Wednesday 4 March 2026, 09:00 (UTC-03)",
            ),
        ] {
            assert_eq!(on_clock(at, zone, Language::English).as_str(), shown);
        }
        assert_eq!(
            on_clock(at, Tz::Europe__Paris, Language::French).as_str(),
            "mercredi 4 mars 2026, 13:00 CET"
        );
        assert_eq!(
            on_clock(at, Tz::Europe__Paris, Language::German).as_str(),
            "Mittwoch, 4. März 2026, 13:00 CET"
        );
        assert!(Language::ALL.iter().all(|language| {
            Locale::try_from(texts::message("date-locale").to(*language).as_str()).is_ok()
        }));
        Ok(())
    }
}
