//! Chat about a game, at the table and among spectators.
//!
//! A game has two rooms. The table's room is for the players, and stays closed to others after the
//! game. The spectators' room is for everybody else who may see the game. While the game runs,
//! players and callers without an account cannot read it; otherwise a player would only have to
//! sign out. The server hides messages of players whom the reader has muted or blocked
//! (`social::store::messages`).
//!
//! Messages cannot be changed: a mail or a report may already contain them.
//!
//! `game_letters::said` puts messages into mails.
//!
//! The number of a message is one above the highest in its game. Writers of the same number wait
//! for each other at the primary key. So no message appears behind a higher number, and a reader
//! that asks for the messages after a number misses none.
//!
//! All messages of half an hour become one notice for each reader, due shortly after its end. The
//! mail is dropped if the reader has seen them all.

use common::clock::Moment;
use common::ids::{GameId, PlayerId};
use common::texts::message;
use db::sets::{GameStatus, Room};
use db::{Conn, signals};
use notices;
use notices::outbox;
use play::refusal::{Refusal, Result};

use crate::Social;
use crate::store::messages;
pub use crate::store::messages::Message;
use crate::store::messages::{NewMessage, Part};
use accounts::access::Caller;
use accounts::account;
use base::typed_text;
use play::look;
use play::look::Look;
use play::store::games;
use play::store::games::SeatRow;

/// The longest message, in characters.
pub const MAX_LENGTH: usize = 1000;

/// How often to retry if another message takes the number first.
const TRIES: usize = 20;

/// Whether a player belongs to the table: the player has or had a seat, or is invited before the
/// game begins.
fn is_of_table(
    status: GameStatus,
    seats: &[SeatRow],
    player: Option<PlayerId>,
    invited: bool,
) -> bool {
    let own = |seat: &SeatRow| seat.player_id == player || seat.former_id == player;
    (player.is_some() && seats.iter().any(own)) || (status == GameStatus::Open && invited)
}

/// Checks access to a room of a game that the caller may see.
fn enter(room: Room, status: GameStatus, of_table: bool, signed_in: bool) -> Result<()> {
    match room {
        Room::Table if of_table => Ok(()),
        Room::Table if signed_in => Err(Refusal::forbidden("why-not-at-table")),
        Room::Table => Err(Refusal::NOT_SIGNED_IN),
        Room::Spectators if status != GameStatus::Running => Ok(()),
        Room::Spectators if of_table => Err(Refusal::forbidden("why-spectators")),
        Room::Spectators if signed_in => Ok(()),
        Room::Spectators => Err(Refusal::NOT_SIGNED_IN),
    }
}

fn may_enter(look: &Look, room: Room, player: Option<PlayerId>) -> Result<()> {
    let of_table = is_of_table(look.row.status, &look.seats, player, look.invited);
    enter(room, look.row.status, of_table, player.is_some())
}

/// Whether a player may read a message in this room.
pub fn may_read(look: &Look, room: Room, player: PlayerId) -> bool {
    may_listen(look, room, Some(player))
}

/// Whether a viewer of the game may read this room.
pub fn may_listen(look: &Look, room: Room, player: Option<PlayerId>) -> bool {
    may_enter(look, room, player).is_ok()
}

/// Returns the number of the last message that a viewer of the game may read in this room; 0 if
/// there is none.
pub async fn last(app: &Social, look: &Look, room: Room, player: Option<PlayerId>) -> Result<i64> {
    if !may_listen(look, room, player) {
        return Ok(0);
    }
    let mut conn = app.db.get().await?;
    let newest = messages::page(&mut conn, &look.row.id, room, player, Part::Newest, 1).await?;
    Ok(newest.last().map_or(0, |message| message.n))
}

/// Returns the messages of a room after number `n`, for a player who may read it. Does not mark
/// them as seen, because a stream may send messages that nobody looks at.
pub async fn after(
    conn: &mut Conn,
    game: &GameId,
    room: Room,
    player: Option<PlayerId>,
    n: i64,
    limit: usize,
) -> Result<Page> {
    let most = i64::try_from(limit + 1).map_err(Refusal::internal)?;
    let mut found = messages::page(conn, game, room, player, Part::After(n), most).await?;
    let more = found.len() > limit;
    found.truncate(limit);
    Ok(Page {
        messages: found,
        more,
    })
}

/// A page of messages.
pub struct Page {
    /// The messages, oldest first.
    pub messages: Vec<Message>,
    /// Whether there are more messages: after the page, or before it if the newest were requested.
    pub more: bool,
}

/// Returns the messages of a room after number `after`, or the newest ones if it is `None`.
pub async fn read(
    app: &Social,
    caller: Option<&Caller>,
    id: &GameId,
    room: Room,
    after: Option<i64>,
    limit: usize,
) -> Result<Page> {
    let me = caller.map(|caller| caller.player);
    let look = look::glance(app, me, id, None).await?;
    may_enter(&look, room, me)?;
    let mut conn = app.db.get().await?;
    let part = after.map_or(Part::Newest, Part::After);
    let most = i64::try_from(limit + 1).map_err(Refusal::internal)?;
    let mut found = messages::page(&mut conn, id, room, me, part, most).await?;
    let more = found.len() > limit;
    if more && after.is_none() {
        found.remove(0);
    }
    found.truncate(limit);
    Ok(Page {
        messages: found,
        more,
    })
}

/// Marks these messages as seen by a player. Seen messages at the table need no mail.
pub async fn was_seen(app: &Social, caller: &Caller, id: &GameId, page: &Page) -> Result<()> {
    if let Some(last) = page.messages.last().filter(|it| it.room == Room::Table) {
        let mut conn = app.db.get().await?;
        messages::mark_seen(&mut conn, id, caller.player, last.n).await?;
    }
    Ok(())
}

/// Checks the text of a message.
pub fn sayable(said: &str) -> Result<String> {
    Ok(typed_text::plain("text", said, MAX_LENGTH, false)?)
}

/// Posts a message. A repeated request with the same `key` returns the same message.
pub async fn post(
    app: &Social,
    caller: &Caller,
    id: &GameId,
    room: Room,
    key: &str,
    said: &str,
) -> Result<Message> {
    let said = sayable(said)?;
    let me = caller.player;
    let look = look::glance(app, Some(me), id, None).await?;
    let now = app.clock.now();
    app.once(async |conn| {
        let author = account::held(conn, me).await?;
        let row = games::find(conn, id).await?.ok_or(Refusal::NOT_FOUND)?;
        let seats = games::seats(conn, &[id]).await?;
        let of_table = is_of_table(row.status, &seats, Some(me), look.invited);
        enter(room, row.status, of_table, true)?;
        account::refuse_guest(&author)?;
        if let Some(same) = messages::by_key(conn, id, me, key).await? {
            return repeated(same, room, &said);
        }
        app.limits.message(me)?;
        let new = NewMessage {
            game: id,
            room,
            author: me,
            key,
            said: &said,
            at: now,
        };
        for _ in 0..TRIES {
            if let Some(n) = messages::insert(conn, &new).await? {
                signals::changed(id, games::involved(&seats));
                if room == Room::Table {
                    outbox::put(conn, &notices_of(id, &seats, me, now)).await?;
                }
                return messages::find(conn, id, n)
                    .await?
                    .ok_or_else(|| Refusal::internal("a message is gone"));
            }
            if let Some(same) = messages::by_key(conn, id, me, key).await? {
                return repeated(same, room, &said);
            }
        }
        Err(Refusal::unavailable("others were first each time"))
    })
    .await
}

fn repeated(same: Message, room: Room, said: &str) -> Result<Message> {
    if same.room == room && same.said.as_deref() == Some(said) {
        Ok(same)
    } else {
        Err(base::Refusal::KeyReused(message("why-id-reused")).into())
    }
}

/// Returns the notices for the other players at the table. One mail covers all messages of half an
/// hour.
fn notices_of(
    id: &GameId,
    seats: &[SeatRow],
    author: PlayerId,
    now: Moment,
) -> Vec<outbox::NewMail> {
    seats
        .iter()
        .filter_map(|seat| Some((seat.seat, seat.player_id?)))
        .filter(|(_, player)| *player != author)
        .map(|(seat, player)| notices::chat(id, seat, player, now))
        .collect()
}

/// New chat messages at the table for a letter.
pub struct Untold {
    /// The newest of these messages, oldest first.
    pub messages: Vec<Message>,
    /// The number of further messages before them.
    pub earlier: usize,
    /// The number of the last message.
    pub up_to: i64,
    /// Whether the reader has not seen some of the others' messages.
    pub unseen: bool,
}

/// The most messages in a letter.
const MOST_TOLD: usize = 20;

/// The most messages that are counted.
const MOST_COUNTED: i64 = 500;

/// Returns the messages at the table since this player's last letter. Returns `None` if all of them
/// are the player's own or hidden from the player.
pub async fn untold(conn: &mut Conn, game: &GameId, player: PlayerId) -> Result<Option<Untold>> {
    let (seen, mailed) = messages::marks(conn, game, player).await?;
    let (room, part) = (Room::Table, Part::After(mailed));
    let mut found = messages::page(conn, game, room, Some(player), part, MOST_COUNTED).await?;
    found.retain(|message| message.said.is_some());
    let others = |message: &&Message| message.author_id != player;
    let Some(last) = found.last().map(|message| message.n) else {
        return Ok(None);
    };
    if found.iter().find(others).is_none() {
        return Ok(None);
    }
    let unseen = found.iter().filter(others).any(|message| message.n > seen);
    let earlier = found.len().saturating_sub(MOST_TOLD);
    Ok(Some(Untold {
        messages: found.split_off(earlier),
        earlier,
        up_to: last,
        unseen,
    }))
}

/// Marks the messages up to this number as mailed to a player.
pub async fn told(app: &Social, game: &GameId, player: PlayerId, up_to: i64) -> Result<()> {
    let mut conn = app.db.get().await?;
    messages::mark_mailed(&mut conn, game, player, up_to).await?;
    Ok(())
}
