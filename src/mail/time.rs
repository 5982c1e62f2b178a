//! Deadlines in letters: how long there is, and until when on the reader's own clock.

use chrono::TimeDelta;
use chrono_tz::Tz;

use super::Line;
use crate::clock::Moment;

/// How long the reader has for a decision.
#[derive(Clone, Debug)]
pub struct TimeLeft {
    /// `2 days and 23 hours`.
    pub left: Line,
    /// `Wednesday 4 March 2026, 13:00 CET`.
    pub until: Line,
    /// Until when the clock stands still, when it does so now.
    pub still_until: Option<Line>,
    /// What happens when time runs out, as a sentence.
    pub then: Line,
}

/// A moment on the reader's clock: `Wednesday 4 March 2026, 13:00 CET`.
pub fn on_clock(moment: Moment, zone: Tz) -> Line {
    let at = moment.with_timezone(&zone);
    let shown = at.format("%A %-d %B %Y, %H:%M %Z").to_string();
    // Many zones have no letters of their own, only a number.
    match shown.rsplit_once(' ') {
        Some((time, offset)) if offset.starts_with(['+', '-']) => {
            Line::new(&format!("{time} (UTC{offset})"))
        }
        _ => Line::new(&shown),
    }
}

/// A moment that is not long ago, on the reader's clock: `4 March, 13:00`.
pub fn shortly(moment: Moment, zone: Tz) -> Line {
    let at = moment.with_timezone(&zone);
    Line::new(&at.format("%-d %B, %H:%M").to_string())
}

/// A length of time in the two units that matter: `2 days and 23 hours`.
pub fn length(time: TimeDelta) -> Line {
    let minutes = time.num_minutes().max(0);
    let (days, hours, minutes) = (minutes / 1440, minutes / 60 % 24, minutes % 60);
    let parts = match (days, hours) {
        (0, 0) => [(minutes, "minute"), (0, "")],
        (0, _) => [(hours, "hour"), (minutes, "minute")],
        _ => [(days, "day"), (hours, "hour")],
    };
    let words: Vec<String> = parts
        .iter()
        .enumerate()
        .filter(|(at, (count, _))| *count > 0 || *at == 0)
        .map(|(_, (count, unit))| match count {
            1 => format!("1 {unit}"),
            _ => format!("{count} {unit}s"),
        })
        .collect();
    Line::new(&words.join(" and "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_said_in_two_units() {
        for (minutes, said) in [
            (0, "0 minutes"),
            (1, "1 minute"),
            (60, "1 hour"),
            (61, "1 hour and 1 minute"),
            (24 * 60, "1 day"),
            (71 * 60 + 59, "2 days and 23 hours"),
            (72 * 60 + 5, "3 days"),
        ] {
            assert_eq!(length(TimeDelta::minutes(minutes)).as_str(), said);
        }
    }

    #[test]
    fn moments_stand_on_the_readers_clock() -> Result<(), chrono::ParseError> {
        let at: Moment = "2026-03-04T12:00:00Z".parse()?;
        for (zone, shown) in [
            (Tz::Europe__Paris, "Wednesday 4 March 2026, 13:00 CET"),
            (Tz::UTC, "Wednesday 4 March 2026, 12:00 UTC"),
            (
                Tz::America__Sao_Paulo,
                "Wednesday 4 March 2026, 09:00 (UTC-03)",
            ),
        ] {
            assert_eq!(on_clock(at, zone).as_str(), shown);
        }
        Ok(())
    }
}
