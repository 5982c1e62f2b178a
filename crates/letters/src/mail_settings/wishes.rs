//! The settings for mail, and the decision when a mail is sent by its reader's settings.
//!
//! The functions are pure: time, settings and facts about the reader are arguments. An hour that
//! daylight saving skips counts as the moment of the change. If an hour occurs twice, a digest goes
//! out at the first, and quiet hours end at the second.

use chrono::{NaiveDate, NaiveTime, TimeDelta};
use chrono_tz::Tz;
use common::clock::Moment;
use common::notice::MailKind;
use play::clocks::calendar::moments;
use play::refusal::{Refusal, Result};
use serde::{Deserialize, Serialize};

/// When mails of a kind are sent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Delivery {
    /// At once.
    #[default]
    AtOnce,
    /// In one mail a day.
    Digest,
    /// Never.
    Off,
}

/// Hours without mail, in the player's time zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuietHours {
    /// The first quiet hour.
    pub from: u8,
    /// The first hour with mail again.
    pub to: u8,
}

/// A player's general settings. Missing fields in stored settings get their default.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Wishes {
    /// It is the player's turn.
    pub turns: Delivery,
    /// It is still the player's turn, and time runs.
    pub reminders: Delivery,
    /// Events around games.
    pub news: Delivery,
    /// A seat is reserved for the player, or offered to them.
    pub invitations: Delivery,
    /// The hour of the digest.
    pub digest_hour: u8,
    /// The hours without mail.
    pub quiet: Option<QuietHours>,
    /// Whether turn mails wait while the player is active in another client.
    pub wait_while_active: bool,
    /// Whether the server always replies to mails whose moves were played, even if the reply has no
    /// other news.
    pub answer_always: bool,
}

impl Default for Wishes {
    fn default() -> Wishes {
        Wishes {
            turns: Delivery::AtOnce,
            reminders: Delivery::AtOnce,
            news: Delivery::AtOnce,
            invitations: Delivery::AtOnce,
            digest_hour: 8,
            quiet: None,
            wait_while_active: true,
            answer_always: false,
        }
    }
}

impl Wishes {
    /// Returns the setting for this kind.
    pub const fn get(&self, kind: MailKind) -> Delivery {
        match kind {
            MailKind::Turns => self.turns,
            MailKind::Reminders => self.reminders,
            MailKind::News => self.news,
            MailKind::Invitations => self.invitations,
        }
    }

    /// Changes the setting for this kind.
    pub const fn want(&mut self, kind: MailKind, delivery: Delivery) {
        match kind {
            MailKind::Turns => self.turns = delivery,
            MailKind::Reminders => self.reminders = delivery,
            MailKind::News => self.news = delivery,
            MailKind::Invitations => self.invitations = delivery,
        }
    }

    pub(super) fn check(&self) -> Result<()> {
        let hours = [Some(self.digest_hour), self.quiet.map(|quiet| quiet.from)];
        let hours = hours.into_iter().chain([self.quiet.map(|quiet| quiet.to)]);
        if hours.flatten().any(|hour| hour > 23) {
            return Err(Refusal::out_of_range("hour", 0, 23));
        }
        if self.quiet.is_some_and(|quiet| quiet.from == quiet.to) {
            return Err(Refusal::invalid("why-quiet"));
        }
        Ok(())
    }
}

/// A player's settings for one game. `None` stands for the general setting.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct GameWishes {
    /// It is the player's turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turns: Option<Delivery>,
    /// It is still the player's turn, and time runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reminders: Option<Delivery>,
    /// Events around the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub news: Option<Delivery>,
}

impl GameWishes {
    /// Returns the game's own setting for this kind, if there is one.
    pub const fn get(&self, kind: MailKind) -> Option<Delivery> {
        match kind {
            MailKind::Turns => self.turns,
            MailKind::Reminders => self.reminders,
            MailKind::News => self.news,
            MailKind::Invitations => None,
        }
    }

    /// Resets this kind to the general setting.
    pub const fn forget(&mut self, kind: MailKind) {
        match kind {
            MailKind::Turns => self.turns = None,
            MailKind::Reminders => self.reminders = None,
            MailKind::News => self.news = None,
            MailKind::Invitations => {}
        }
    }
}

/// A postponed reminder must leave at least this much time before the deadline. Otherwise it is
/// sent now.
const LEFT_AT_LEAST: TimeDelta = TimeDelta::hours(1);

/// A turn mail waits at most this many times [`Facts::pause`] for an active player.
const MOST_PAUSES: i32 = 3;

/// The next digest is at least this far away, so that no mail waits for a digest that is being
/// written.
const DIGEST_AHEAD: TimeDelta = TimeDelta::minutes(1);

/// When a mail is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// Now.
    Now,
    /// Never: the player has turned it off.
    Never,
    /// Not before this time. Then the decision is made again.
    Later(Moment),
    /// In the digest at this time.
    Digest(Moment),
}

/// Facts about a mail and its reader.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    /// The current time.
    pub now: Moment,
    /// The kind.
    pub kind: MailKind,
    /// The time of the event.
    pub created_at: Moment,
    /// The deadline in a reminder.
    pub deadline: Option<Moment>,
    /// When the reader was last active in another client.
    pub seen: Option<Moment>,
    /// How long a turn mail waits for an active player.
    pub pause: TimeDelta,
}

/// Decides when a mail is sent. `delivery` is the setting for its kind, or the game's own setting.
pub fn when(wishes: &Wishes, delivery: Delivery, zone: Tz, facts: &Facts) -> When {
    let in_time = |at: Moment| {
        facts
            .deadline
            .is_none_or(|deadline| at + LEFT_AT_LEAST <= deadline)
    };
    match delivery {
        Delivery::Off => return When::Never,
        Delivery::Digest => {
            let at = next_digest(wishes.digest_hour, zone, facts.now);
            if in_time(at) {
                return When::Digest(at);
            }
        }
        Delivery::AtOnce => {}
    }
    let quiet = wishes
        .quiet
        .and_then(|quiet| quiet_until(quiet, zone, facts.now));
    if let Some(until) = quiet.filter(|until| in_time(*until)) {
        return When::Later(until);
    }
    if facts.kind == MailKind::Turns
        && wishes.wait_while_active
        && let Some(seen) = facts.seen
    {
        let until = (seen + facts.pause).min(facts.created_at + facts.pause * MOST_PAUSES);
        if until > facts.now {
            return When::Later(until);
        }
    }
    When::Now
}

/// Returns the next time at which the clocks of this zone show this hour, at least a minute ahead.
pub fn next_digest(hour: u8, zone: Tz, now: Moment) -> Moment {
    let today = now.with_timezone(&zone).date_naive();
    let from = now + DIGEST_AHEAD;
    (0..=2)
        .map(|days| moments(zone, (today + TimeDelta::days(days)).and_time(time(hour))).0)
        .find(|at| *at >= from)
        .unwrap_or(from)
}

/// Returns the end of the quiet hours that contain `now`, if there are any.
fn quiet_until(quiet: QuietHours, zone: Tz, now: Moment) -> Option<Moment> {
    let today = now.with_timezone(&zone).date_naive();
    let over_midnight = i64::from(quiet.to <= quiet.from);
    let stretch = |day: NaiveDate| {
        let morning = day + TimeDelta::days(over_midnight);
        let begins = moments(zone, day.and_time(time(quiet.from))).0;
        (begins, moments(zone, morning.and_time(time(quiet.to))).1)
    };
    (-1..=1)
        .map(|days| stretch(today + TimeDelta::days(days)))
        .find(|(begins, ends)| *begins <= now && now < *ends)
        .map(|(_, ends)| ends)
}

fn time(hour: u8) -> NaiveTime {
    NaiveTime::from_hms_opt(u32::from(hour.min(23)), 0, 0).unwrap_or(NaiveTime::MIN)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Moment {
        text.parse().unwrap()
    }

    fn facts(now: &str, kind: MailKind) -> Facts {
        Facts {
            now: at(now),
            kind,
            created_at: at(now),
            deadline: None,
            seen: None,
            pause: TimeDelta::minutes(5),
        }
    }

    #[test]
    fn digest_is_sent_at_its_hour_across_clock_changes() {
        let zone = Tz::Europe__Paris;
        for (now, hour, digest) in [
            ("2026-03-01T06:00:00Z", 8, "2026-03-01T07:00:00Z"),
            ("2026-03-01T06:59:30Z", 8, "2026-03-02T07:00:00Z"),
            ("2026-03-01T07:00:00Z", 8, "2026-03-02T07:00:00Z"),
            // The night in which the clocks go forward, and the one in which they go back.
            ("2026-03-28T07:00:00Z", 8, "2026-03-29T06:00:00Z"),
            ("2026-03-28T22:00:00Z", 2, "2026-03-29T01:00:00Z"),
            ("2026-10-24T20:00:00Z", 2, "2026-10-25T00:00:00Z"),
            ("2026-10-25T00:30:00Z", 2, "2026-10-26T01:00:00Z"),
        ] {
            assert_eq!(next_digest(hour, zone, at(now)), at(digest), "{now}");
        }
    }

    #[test]
    fn mail_in_quiet_hours_waits_until_their_end() {
        let wishes = Wishes {
            quiet: Some(QuietHours { from: 22, to: 7 }),
            ..Wishes::default()
        };
        let zone = Tz::Europe__Paris;
        for (now, then) in [
            ("2026-03-01T20:59:59Z", When::Now),
            (
                "2026-03-01T21:00:00Z",
                When::Later(at("2026-03-02T06:00:00Z")),
            ),
            (
                "2026-03-02T05:59:59Z",
                When::Later(at("2026-03-02T06:00:00Z")),
            ),
            ("2026-03-02T06:00:00Z", When::Now),
            (
                "2026-03-28T21:30:00Z",
                When::Later(at("2026-03-29T05:00:00Z")),
            ),
        ] {
            let facts = facts(now, MailKind::Turns);
            assert_eq!(when(&wishes, Delivery::AtOnce, zone, &facts), then, "{now}");
        }
    }

    #[test]
    fn reminder_is_sent_before_its_deadline_despite_quiet_hours() {
        let wishes = Wishes {
            quiet: Some(QuietHours { from: 22, to: 7 }),
            ..Wishes::default()
        };
        let mut facts = facts("2026-03-01T23:00:00Z", MailKind::Reminders);
        for (deadline, quiet, digest) in [
            (
                "2026-03-02T08:00:00Z",
                When::Later(at("2026-03-02T07:00:00Z")),
                When::Later(at("2026-03-02T07:00:00Z")),
            ),
            ("2026-03-02T07:59:00Z", When::Now, When::Now),
            (
                "2026-03-02T09:00:00Z",
                When::Later(at("2026-03-02T07:00:00Z")),
                When::Digest(at("2026-03-02T08:00:00Z")),
            ),
        ] {
            facts.deadline = Some(at(deadline));
            let decide = |delivery| when(&wishes, delivery, Tz::UTC, &facts);
            assert_eq!(decide(Delivery::AtOnce), quiet, "{deadline}");
            assert_eq!(decide(Delivery::Digest), digest, "{deadline}");
            assert_eq!(decide(Delivery::Off), When::Never);
        }
    }

    #[test]
    fn turn_mail_waits_for_an_active_player_up_to_15_minutes() {
        let wishes = Wishes::default();
        let mut facts = facts("2026-03-01T12:00:00Z", MailKind::Turns);
        let decide = |facts: &Facts| when(&wishes, Delivery::AtOnce, Tz::UTC, facts);
        assert_eq!(decide(&facts), When::Now);
        facts.seen = Some(at("2026-03-01T11:58:00Z"));
        assert_eq!(decide(&facts), When::Later(at("2026-03-01T12:03:00Z")));
        facts.now = at("2026-03-01T12:14:00Z");
        facts.seen = Some(facts.now);
        assert_eq!(decide(&facts), When::Later(at("2026-03-01T12:15:00Z")));
        facts.now = at("2026-03-01T12:15:00Z");
        facts.seen = Some(facts.now);
        assert_eq!(decide(&facts), When::Now);
        facts.kind = MailKind::News;
        facts.now = facts.created_at;
        assert_eq!(decide(&facts), When::Now);
    }
}
