//! Chat: what is said about a game, at the table and among those who look on.
//!
//! A game has two rooms. The table's is for those who play, and stays so. The spectators' is for
//! everybody else who may see the game; while the game runs, nobody who plays reads it, and nobody
//! without an account, or a player would need but to sign out. Messages of players whom a reader
//! has muted or blocked are not shown to that reader (`store::messages`).
//!
//! Messages cannot be changed: a mail or a report may already contain them.
//!
//! Not here: how letters tell what was said (`game_letters::said`).

use common::clock::Moment;
use common::ids::{GameId, PlayerId};
use common::texts::message;
use db::Conn;
use db::sets::{GameStatus, Room};

use super::access::Caller;
use super::accounts;
use super::look::{self, Look};
use super::notices;
use super::text;
use crate::refusal::{Refusal, Result};
use crate::service::App;
use crate::store::games::SeatRow;
pub use crate::store::messages::Message;
use crate::store::messages::{self, NewMessage, Part};
use crate::store::{games, outbox};

/// The longest message, in characters.
pub const MAX_LENGTH: usize = 1000;

/// How often a number is tried for that somebody else takes meanwhile.
const TRIES: usize = 20;

/// Whether a player counts as one of the table: seated now or before, or, before the game begins,
/// invited.
fn is_of_table(
    status: GameStatus,
    seats: &[SeatRow],
    player: Option<PlayerId>,
    invited: bool,
) -> bool {
    let own = |seat: &SeatRow| seat.player_id == player || seat.former_id == player;
    (player.is_some() && seats.iter().any(own)) || (status == GameStatus::Open && invited)
}

/// Whether somebody may enter a room of a game that they may see.
fn enter(room: Room, status: GameStatus, of_table: bool, signed_in: bool) -> Result<()> {
    match room {
        Room::Table if of_table => Ok(()),
        Room::Table if signed_in => Err(Refusal::Forbidden(message("why-not-at-table"))),
        Room::Table => Err(Refusal::NotSignedIn),
        Room::Spectators if status != GameStatus::Running => Ok(()),
        Room::Spectators if of_table => Err(Refusal::forbidden("why-spectators")),
        Room::Spectators if signed_in => Ok(()),
        Room::Spectators => Err(Refusal::NotSignedIn),
    }
}

fn may_enter(look: &Look, room: Room, player: Option<PlayerId>) -> Result<()> {
    let of_table = is_of_table(look.row.status, &look.seats, player, look.invited);
    enter(room, look.row.status, of_table, player.is_some())
}

/// Whether a player may read a message in this room.
pub(super) fn may_read(look: &Look, room: Room, player: PlayerId) -> bool {
    may_listen(look, room, Some(player))
}

/// Whether somebody who sees the game so may read what is said in this room.
pub(super) fn may_listen(look: &Look, room: Room, player: Option<PlayerId>) -> bool {
    may_enter(look, room, player).is_ok()
}

/// The number of the last message that somebody who sees the game so may read in this room; 0 where there is
/// none.
pub(super) async fn last(
    app: &App,
    look: &Look,
    room: Room,
    player: Option<PlayerId>,
) -> Result<i64> {
    if !may_listen(look, room, player) {
        return Ok(0);
    }
    let mut conn = app.db.get().await?;
    let newest = messages::page(&mut conn, &look.row.id, room, player, Part::Newest, 1).await?;
    Ok(newest.last().map_or(0, |message| message.n))
}

/// The messages of a room that follow number `n`, for a player who may read it. Nothing counts as seen by
/// that: a stream may tell what nobody looks at.
pub(super) async fn after(
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
    /// The messages, the oldest first.
    pub messages: Vec<Message>,
    /// Whether there are more on the side that the page goes on to: after it, or, where the newest
    /// were asked for, before it.
    pub more: bool,
}

/// The messages of a room after number `after`; without it the newest.
pub async fn read(
    app: &App,
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

/// Keeps that a player has seen these messages, which need no mail any more if they are those of the table.
pub async fn was_seen(app: &App, caller: &Caller, id: &GameId, page: &Page) -> Result<()> {
    if let Some(last) = page.messages.last().filter(|it| it.room == Room::Table) {
        let mut conn = app.db.get().await?;
        messages::mark_seen(&mut conn, id, caller.player, last.n).await?;
    }
    Ok(())
}

/// What may be said in these words.
pub fn sayable(said: &str) -> Result<String> {
    text::plain("text", said, MAX_LENGTH, false)
}

/// Says something. `key` is what its writer calls it: said again under the same key, it is the same
/// message.
pub async fn post(
    app: &App,
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
        let author = accounts::held(conn, me).await?;
        let row = games::find(conn, id).await?.ok_or(Refusal::NotFound)?;
        let seats = games::seats(conn, &[id]).await?;
        let of_table = is_of_table(row.status, &seats, Some(me), look.invited);
        enter(room, row.status, of_table, true)?;
        accounts::refuse_guest(&author)?;
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
        Err(Refusal::KeyReused(message("why-id-reused")))
    }
}

/// The notices for the others at the table. One mail a half hour tells all that was said in it.
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

/// What was said at the table that a letter may tell, and up to where that goes.
pub struct Untold {
    /// The newest of it, the oldest first.
    pub messages: Vec<Message>,
    /// How many more there are before those.
    pub earlier: usize,
    /// The number of the last of them.
    pub up_to: i64,
    /// Whether the reader has not looked at some of it, written by others.
    pub unseen: bool,
}

/// How many messages a letter tells.
const MOST_TOLD: usize = 20;

/// How many are counted.
const MOST_COUNTED: i64 = 500;

/// What was said at the table since this player's last letter; nothing when nobody else said
/// anything that the player wants to hear.
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

/// Keeps that a player was told by mail what was said up to here.
pub async fn told(app: &App, game: &GameId, player: PlayerId, up_to: i64) -> Result<()> {
    let mut conn = app.db.get().await?;
    messages::mark_mailed(&mut conn, game, player, up_to).await?;
    Ok(())
}
