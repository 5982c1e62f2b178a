//! The word `vacation`: holidays by mail.

use chrono::{NaiveDate, TimeDelta};

use super::why::why;
use crate::refusal::{Refusal, Result};
use crate::service::App;
use crate::service::access::Caller;
use crate::service::holidays::{self, Holiday};
use crate::service::notices::answer::Answer;
use crate::texts::message;

/// What is said of holidays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// To see those that are not over.
    List,
    /// None any more.
    Off,
    /// So many days, from today on.
    Days(u16),
    /// From now, or from a day on, to another; both included.
    Until(Option<NaiveDate>, NaiveDate),
}

/// Reads what follows the word; `None` when it says nothing that can be done.
pub(super) fn read(rest: &str) -> Option<Wanted> {
    let rest = rest.to_lowercase();
    let words: Vec<&str> = rest
        .split_whitespace()
        .filter(|word| !["from", "to", "until", "-", "day", "days"].contains(word))
        .collect();
    let day = |word: &str| word.parse::<NaiveDate>().ok();
    match words[..] {
        [] if rest.is_empty() => Some(Wanted::List),
        ["off"] => Some(Wanted::Off),
        [one] => day(one)
            .map(|last| Wanted::Until(None, last))
            .or_else(|| Some(Wanted::Days(one.parse().ok().filter(|days| *days > 0)?))),
        [first, last] => Some(Wanted::Until(Some(day(first)?), day(last)?)),
        _ => None,
    }
}

/// Does what a line says. Dealt with again, after a crash, it takes no holiday twice.
pub(super) async fn carry_out(
    app: &App,
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
        Wanted::Until(first, last) => (first, last),
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
        Err(refusal @ (Refusal::NoHoliday(_) | Refusal::TooMany { .. })) => {
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

    #[test]
    fn days_are_read_in_several_ways() {
        let day = |text: &str| text.parse::<NaiveDate>().ok();
        let last = day("2027-01-03").unwrap();
        for (rest, wanted) in [
            ("", Wanted::List),
            ("OFF", Wanted::Off),
            ("7", Wanted::Days(7)),
            ("7 days", Wanted::Days(7)),
            ("until 2027-01-03", Wanted::Until(None, last)),
            (
                "2026-12-20 to 2027-01-03",
                Wanted::Until(day("2026-12-20"), last),
            ),
            (
                "from 2026-12-20 until 2027-01-03",
                Wanted::Until(day("2026-12-20"), last),
            ),
        ] {
            assert_eq!(read(rest), Some(wanted), "{rest}");
        }
        for rest in ["days", "0", "-1", "soon", "1 2", "2026-02-30", "7 8 9"] {
            assert_eq!(read(rest), None, "{rest}");
        }
    }
}
