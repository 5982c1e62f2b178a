//! The stream of a game: log entries, changes of the game's state, and chat.
//!
//! The cursor has a part for each. Entries and messages are numbered in the database, so the stream
//! sends each exactly once and in order. It sends the state when it differs from the last state
//! sent. It may skip intermediate states, but never the latest one.

use std::fmt::{self, Display, Formatter, Write};
use std::str::FromStr;

use accounts::access::Caller;
use base::listeners::Topic;
use common::ids::{GameId, NoId, PlayerId};
use db::sets::Room;
use play::clocks::shown::seat_times;
use play::look::{self, Log, Look};
use play::refusal::{Refusal, Result};
use rules::Language;
use sha2::{Digest, Sha256};
use social::chat::{self, Message};

use crate::Integrations;
use crate::streams::{Following, Found, Reader, Source};

/// The most entries, or messages, in one page.
const PAGE: usize = 100;

/// The chat rooms, in the order of the cursor.
const ROOMS: [Room; 2] = [Room::Table, Room::Spectators];

/// The position of a reader in the stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cursor {
    /// The number of the last entry; `None` if the setup has not been sent.
    log: Option<u64>,
    /// The numbers of the last messages, by room.
    heard: [i64; ROOMS.len()],
    /// A hash of the last state sent.
    stood: Option<u32>,
}

impl Display for Cursor {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.log {
            Some(n) => write!(f, "{n}")?,
            None => write!(f, "-")?,
        }
        let [table, spectators] = self.heard;
        write!(f, ".{table}.{spectators}.")?;
        match self.stood {
            Some(hash) => write!(f, "{hash:08x}"),
            None => write!(f, "-"),
        }
    }
}

impl FromStr for Cursor {
    type Err = NoId;

    fn from_str(text: &str) -> Result<Cursor, NoId> {
        let parts: Vec<&str> = text.split('.').collect();
        let [log, table, spectators, stood] = parts[..] else {
            return Err(NoId);
        };
        let number = |text: &str| text.parse::<u32>().map(i64::from).map_err(|_| NoId);
        let but = |text: &str, radix| match text {
            "-" => Ok(None),
            _ => u32::from_str_radix(text, radix).map(Some).map_err(|_| NoId),
        };
        Ok(Cursor {
            log: but(log, 10)?.map(u64::from),
            heard: [number(table)?, number(spectators)?],
            stood: but(stood, 16)?,
        })
    }
}

/// The start of a stream.
#[derive(Clone, Copy, Debug)]
pub enum From {
    /// After this cursor.
    Cursor(Cursor),
    /// After this entry and this message. If one is missing, that part begins with new items.
    Numbers(Option<u64>, Option<u64>),
}

/// An item of the stream.
pub enum News<L> {
    /// A page of the log.
    Log(L),
    /// The game's state.
    Game(Box<Look>),
    /// Chat messages in a room.
    Said(Room, Vec<Message>),
}

/// Converts a page of the log to its form in the stream.
pub type Show<L> = fn(&Log) -> Result<L>;

/// The stream of a game for one viewer.
pub struct GameStream<L>(Following<GameSource<L>>);

struct GameSource<L> {
    id: GameId,
    language: Language,
    hears: bool,
    cursor: Cursor,
    /// Whether the messages up to the cursor are known to exist in the database.
    is_sure: bool,
    show: Show<L>,
}

impl<L: Send + 'static> GameStream<L> {
    /// Begins a stream, if the reader may see the game.
    pub async fn begin(
        app: &Integrations,
        reader: Reader,
        id: &GameId,
        language: Language,
        from: From,
        show: Show<L>,
    ) -> Result<GameStream<L>> {
        let caller = reader.pass.caller(app).await?;
        let me = caller.as_ref().map(|caller| caller.player);
        let look = look::glance(app, me, id, None).await?;
        let hears = reader.pass.covers_chat();
        let cursor = match from {
            From::Cursor(cursor) => cursor,
            From::Numbers(since, after) => begins(app, me, &look, since, after).await?,
        };
        let source = GameSource {
            id: id.clone(),
            language,
            hears,
            cursor,
            is_sure: false,
            show,
        };
        let topic = Topic::Game(id.clone());
        Following::begin(app, reader, caller.as_ref(), [topic], source).map(GameStream)
    }

    /// Waits for news and returns them, each with the cursor after it. An error ends the stream.
    pub async fn next(&mut self, app: &Integrations) -> Result<Vec<(News<L>, Cursor)>> {
        self.0.next(app).await
    }
}

/// Returns the cursor of a reader who begins after these numbers, or with new items.
async fn begins(
    app: &Integrations,
    me: Option<PlayerId>,
    look: &Look,
    since: Option<u64>,
    after: Option<u64>,
) -> Result<Cursor> {
    let ply = look.row.ply.unsigned_abs();
    let begun = look.row.game_seed.is_some();
    let mut heard = [0; ROOMS.len()];
    for (room, last) in ROOMS.into_iter().zip(&mut heard) {
        *last = match after {
            Some(after) => i64::try_from(after).map_err(|_| Refusal::invalid("why-after"))?,
            None => chat::last(app, look, room, me).await?,
        };
    }
    Ok(Cursor {
        log: begun.then_some(since.map_or(ply, |since| since.min(ply))),
        heard,
        stood: None,
    })
}

impl<L: Send + 'static> Source for GameSource<L> {
    type News = (News<L>, Cursor);

    fn was_away(&mut self) {
        self.is_sure = false;
    }

    async fn look(
        &mut self,
        app: &Integrations,
        caller: Option<&Caller>,
    ) -> Result<Found<(News<L>, Cursor)>> {
        let me = caller.map(|caller| caller.player);
        let mut look = look::glance(app, me, &self.id, None).await?;
        look.language = self.language;
        let ply = look.row.ply.unsigned_abs();
        // A standby took over without the last entries, or an older backup was restored.
        self.is_sure &= self.cursor.log.is_none_or(|told| told <= ply);
        self.cursor.log = self.cursor.log.map(|told| told.min(ply));
        if self.hears && !self.is_sure {
            for (room, heard) in ROOMS.into_iter().zip(&mut self.cursor.heard) {
                if chat::may_listen(&look, room, me) {
                    *heard = (*heard).min(chat::last(app, &look, room, me).await?);
                }
            }
            self.is_sure = true;
        }
        let begun = look.row.game_seed.is_some();
        if begun && self.cursor.log.is_none_or(|told| told < ply) {
            let told = self.log(app, look).await?;
            return Ok(Found {
                news: vec![(News::Log(told), self.cursor)],
                more: true,
            });
        }
        let (mut news, mut more) = (Vec::new(), false);
        // The cursor must not advance if this look fails half-way.
        let mut cursor = self.cursor;
        let stands = stands(&look)?;
        let rooms = ROOMS.map(|room| self.hears && chat::may_listen(&look, room, me));
        if cursor.stood != Some(stands) {
            cursor.stood = Some(stands);
            news.push((News::Game(Box::new(look)), cursor));
        }
        if rooms.contains(&true) {
            let mut conn = app.db.get().await?;
            for (at, room) in ROOMS.into_iter().enumerate().filter(|(at, _)| rooms[*at]) {
                let heard = cursor.heard[at];
                let page = chat::after(&mut conn, &self.id, room, me, heard, PAGE).await?;
                if let Some(last) = page.messages.last() {
                    cursor.heard[at] = last.n;
                    news.push((News::Said(room, page.messages), cursor));
                }
                more |= page.more;
            }
        }
        self.cursor = cursor;
        Ok(Found { news, more })
    }
}

impl<L: Send + 'static> GameSource<L> {
    /// Returns the next page of the log and moves the cursor behind it.
    async fn log(&mut self, app: &Integrations, look: Look) -> Result<L> {
        let (since, show) = (self.cursor.log, self.show);
        let page = look::log(app, look, since, PAGE, move |log| {
            let last = log.lines.last().and_then(|line| line.entry.as_ref());
            Ok((show(log)?, last.map(|entry| entry.n)))
        });
        let (told, last) = page.await?;
        self.cursor.log = Some(last.or(since).unwrap_or(0));
        Ok(told)
    }
}

/// Returns a hash of the game's state as this viewer sees it. Covers all that lists show of it,
/// except for values that change with time alone.
fn stands(look: &Look) -> Result<u32> {
    let row = &look.row;
    let mut all = format!(
        "{} {} {} {:?} {:?} {:?} {:?}",
        row.status, row.ply, row.acting, row.result, row.started_at, row.finished_at, row.paused_at,
    );
    // Writing to a string cannot fail.
    let _ = write!(all, "{:?} {:?} {}", look.rematch, look.seat, look.invited);
    for seat in &*look.seats {
        let kept = look.creator.then_some(&seat.invited_email);
        let _ = write!(
            all,
            "{:?} {:?} {:?} {kept:?} {} {:?}",
            seat.player,
            seat.bot(),
            seat.invited,
            seat.is_free(),
            seat.entropy
        );
    }
    for times in seat_times(row, &look.seats, &look.times)?
        .into_iter()
        .flat_map(|it| it.1)
    {
        let _ = write!(all, "{:?} {:?}", times.deadline, times.times_out_at);
    }
    let [a, b, c, d, ..]: [u8; 32] = Sha256::digest(all).into();
    Ok(u32::from_be_bytes([a, b, c, d]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stream_cursor_round_trips() {
        for text in ["17.3.0.9f2c11aa", "-.0.0.-", "0.0.12.00000001"] {
            assert_eq!(text.parse::<Cursor>().unwrap().to_string(), text);
        }
        for text in [
            "",
            "17",
            "17.3.0",
            "17.3.0.9f2c11aa.1",
            "17.-1.0.-",
            "x.0.0.-",
            "1.-.0.-",
        ] {
            assert!(text.parse::<Cursor>().is_err(), "{text}");
        }
    }
}
