//! The stream of all public games.
//!
//! A hint names the game to read, so a look costs as much as the games that have changed. The hints
//! wait in one buffer for all streams of the process ([`base::listeners::Hinted`]), and a stream
//! keeps only its position in it. If hints may have been lost, or are more than the buffer holds,
//! the stream surveys all games that have changed meanwhile: each once, in its current state.
//!
//! The cursor is a time: the changes before it were sent. A change may become visible after later
//! ones, so a survey begins a little earlier. It may repeat states, and never misses the latest
//! one.

use std::collections::{HashSet, VecDeque};
use std::fmt::{self, Display, Formatter};
use std::str::FromStr;
use std::time::Duration;

use accounts::access::Caller;
use base::listeners::Hinted;
use chrono::{Datelike, TimeDelta};
use common::clock::Moment;
use common::ids::{GameId, NoId};
use play::refusal::Result;
use play::store::lists::{self, Followed};
use tokio::sync::Semaphore;
use tokio::sync::broadcast::error::TryRecvError;
use tokio::time::Instant;

use crate::Integrations;
use crate::streams::followed::{self, News};
use crate::streams::{Found, Print, Source, spread};

/// The most games in one look.
const PAGE: usize = 100;

/// How long after its time a change may become visible.
const LATE: TimeDelta = TimeDelta::seconds(30);

/// How many of the last states sent are not sent again. A hint may also come for a change that the
/// stream does not show, such as a chat message.
const REMEMBERED: usize = 1_000;

/// How often a stream makes a survey, for the case that a hint was lost unnoticed with its node. A
/// survey reads all running games.
const CHECKED: Duration = Duration::from_secs(300);

/// The oldest cursor that a stream resumes. After it, the stream begins anew.
const OLDEST: TimeDelta = TimeDelta::days(1);

/// One survey reads at a time: many at once would hold the connections that other streams need.
static SURVEYS: Semaphore = Semaphore::const_new(1);

/// The position of a reader in the stream: the changes before this time were sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cursor(Moment);

impl Display for Cursor {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "t{}", self.0.timestamp_micros())
    }
}

impl FromStr for Cursor {
    type Err = NoId;

    fn from_str(text: &str) -> Result<Cursor, NoId> {
        let micros = text.strip_prefix('t').and_then(|it| it.parse().ok());
        let at = micros.and_then(Moment::from_timestamp_micros).ok_or(NoId)?;
        // PostgreSQL may be unable to store times outside these years.
        (1971..10_000)
            .contains(&at.year())
            .then_some(Cursor(at))
            .ok_or(NoId)
    }
}

/// A look at all games that have changed, page by page.
struct Survey {
    /// The last game read: when it changed, and its id.
    after: (Moment, String),
    /// The earliest time of a cursor.
    least: Moment,
    /// When the survey began.
    begun: Moment,
}

/// The content of the stream.
pub(super) struct PublicSource {
    /// The time of the cursor.
    since: Moment,
    /// Whether the stream has begun without a cursor and has not sent one.
    is_new: bool,
    hinted: Hinted,
    /// The running survey.
    survey: Option<Survey>,
    /// Whether hints are missing since the last survey.
    is_behind: bool,
    /// When the last survey began.
    surveyed: Moment,
    /// The time of the next survey.
    due: Instant,
    /// Hashes of the last states sent, and when.
    told: VecDeque<(Print, Moment)>,
}

impl PublicSource {
    /// Begins after this cursor, or with the changes from now on.
    pub(super) fn after(app: &Integrations, cursor: Option<Cursor>) -> PublicSource {
        // Before the time is read, so that no change is missed in between.
        let hinted = app.listeners.hinted();
        let oldest = app.clock.now() - OLDEST;
        let cursor = cursor.filter(|it| it.0 > oldest);
        let since = cursor.map_or_else(|| app.clock.now(), |it| it.0);
        PublicSource {
            since,
            is_new: cursor.is_none(),
            hinted,
            survey: None,
            is_behind: cursor.is_some(),
            surveyed: since,
            due: Instant::now() + spread(CHECKED),
            told: VecDeque::new(),
        }
    }

    /// Begins a survey of the changes since the last one. Without missing hints, it leaves out the
    /// times of which the stream no longer knows what it has sent.
    fn begin_survey(&mut self, now: Moment) {
        // It knows all states that it has sent until it forgets the first one.
        let forgets = self.told.len() == REMEMBERED;
        let known = self.told.front().filter(|_| forgets && !self.is_behind);
        let known = known.map(|(_, at)| *at);
        let least = self.surveyed.max(known.unwrap_or(self.surveyed));
        let least = least.min(self.since);
        self.survey = Some(Survey {
            after: (least - LATE, String::new()),
            least,
            begun: now,
        });
        self.is_behind = false;
        self.due = Instant::now() + spread(CHECKED);
    }

    /// Returns the next games that hints name, at most a page, and whether there may be more.
    fn next_hinted(&mut self) -> (Vec<GameId>, bool) {
        let mut games = HashSet::new();
        while games.len() < PAGE {
            match self.hinted.try_recv() {
                Ok(Some(game)) => {
                    games.insert(game);
                }
                Ok(None) => self.is_behind = true,
                Err(TryRecvError::Lagged(_)) => {
                    self.is_behind = true;
                    self.hinted = self.hinted.resubscribe();
                }
                Err(TryRecvError::Empty | TryRecvError::Closed) => {
                    return (games.into_iter().collect(), false);
                }
            }
        }
        (games.into_iter().collect(), true)
    }

    /// Returns the states that were not among the last ones sent, each with the cursor after it.
    fn news(
        &mut self,
        games: Vec<Followed>,
        now: Moment,
        cursor: impl Fn(&Followed) -> Moment,
    ) -> Vec<(News, followed::Cursor)> {
        let mut news = Vec::new();
        for game in games {
            let print = followed::stands(&game);
            if self.told.iter().any(|(told, _)| *told == print) {
                continue;
            }
            self.told.push_back((print, now));
            if self.told.len() > REMEMBERED {
                self.told.pop_front();
            }
            let cursor = followed::Cursor::Public(Cursor(cursor(&game)));
            news.push((News::Game(Box::new(game)), cursor));
        }
        news
    }

    /// Returns the next page of the survey. The games come in the order of their changes.
    async fn page(
        &mut self,
        app: &Integrations,
        survey: Survey,
        now: Moment,
    ) -> Result<Vec<(News, followed::Cursor)>> {
        let mut conn = app.db.get().await?;
        let found = lists::listed_since(&mut conn, &survey.after, now, PAGE as i64).await?;
        drop(conn);
        let last = found.last().filter(|_| found.len() == PAGE);
        let after = last.map(|last| (last.changed_at, last.id.to_string()));
        let news = self.news(found, now, |game| game.changed_at.max(survey.least));
        match after {
            Some(after) => self.survey = Some(Survey { after, ..survey }),
            None => (self.since, self.surveyed) = (survey.begun, survey.begun),
        }
        Ok(news)
    }
}

impl Source for PublicSource {
    type News = (News, followed::Cursor);

    fn was_away(&mut self) {
        // The look that failed may have taken hints.
        self.is_behind = true;
    }

    async fn look(
        &mut self,
        app: &Integrations,
        _caller: Option<&Caller>,
    ) -> Result<Found<Self::News>> {
        if std::mem::take(&mut self.is_new) {
            // With this cursor, a reader can resume even before the first change.
            let cursor = followed::Cursor::Public(Cursor(self.since));
            let news = vec![(News::Ready(self.since), cursor)];
            return Ok(Found { news, more: true });
        }
        let now = app.clock.now();
        if let Some(survey) = self.survey.take() {
            let Ok(_turn) = SURVEYS.try_acquire() else {
                self.survey = Some(survey);
                let news = Vec::new();
                return Ok(Found { news, more: false });
            };
            let news = self.page(app, survey, now).await?;
            return Ok(Found { news, more: true });
        }
        let (ids, more) = self.next_hinted();
        if self.is_behind || self.due <= Instant::now() {
            self.begin_survey(now);
            return Ok(Found {
                news: Vec::new(),
                more: true,
            });
        }
        let mut found = Vec::new();
        if !ids.is_empty() {
            let mut conn = app.db.get().await?;
            found = lists::listed_among(&mut conn, &ids, now).await?;
        }
        let (since, earliest) = (self.since, self.since - LATE);
        found.retain(|game| game.changed_at >= earliest);
        let mut news = self.news(found, now, |_| since);
        if !more {
            self.since = now;
        }
        if let Some((_, cursor)) = news.last_mut() {
            *cursor = followed::Cursor::Public(Cursor(self.since));
        }
        Ok(Found { news, more })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cursor_of_public_games_round_trips() {
        let text = "t1772366400000000";
        assert_eq!(text.parse::<Cursor>().unwrap().to_string(), text);
        for text in ["", "t", "1772366400000000", "t-1", "t9223372036854775807"] {
            assert!(text.parse::<Cursor>().is_err(), "{text}");
        }
    }
}
