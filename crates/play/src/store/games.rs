//! Games and seats: rows and locks. `lists` selects games for lists.

use std::borrow::Cow;
use std::sync::Arc;

use accounts::store::players::lower;
use common::clock::Moment;
use common::ids::{GameId, PlayerId};
use db::Conn;
use db::schema::{former_sitters, games, players, seats, sent_away};
use db::sets::{GameStatus, Stored, Visibility};
use diesel::dsl::{Nullable, exists};
use diesel::prelude::*;
use diesel::query_source::AliasedField;
use diesel_async::RunQueryDsl;
use rules::{Bot, Seat, SeedSource};
use serde_json::Value;

use crate::store::on_deal::{self, Columns, OnDeal};
use crate::store::options::Options;

/// A game's row.
#[derive(Clone, HasQuery)]
#[diesel(table_name = games)]
#[expect(missing_docs, reason = "the migration describes the columns")]
pub struct GameRow {
    pub id: GameId,
    pub kind: String,
    pub rules: String,
    #[diesel(deserialize_as = Options)]
    pub options: Arc<Value>,
    pub seat_count: i16,
    pub visibility: Visibility,
    pub status: GameStatus,
    pub creator_id: PlayerId,
    pub server_seed: Vec<u8>,
    pub seed_source: Stored<SeedSource>,
    pub seed_commitment: Vec<u8>,
    pub blinding_secret: Option<Vec<u8>>,
    pub game_seed: Option<Vec<u8>>,
    pub start: Option<Vec<u8>>,
    pub ply: i64,
    pub head: Option<Vec<u8>>,
    pub acting: i32,
    pub result: Option<Value>,
    pub rematch_of: Option<GameId>,
    pub created_at: Moment,
    pub started_at: Option<Moment>,
    pub changed_at: Moment,
    pub finished_at: Option<Moment>,
    pub bots: i32,
    pub pace: Option<Value>,
    pub clocks: Option<Value>,
    pub revision: i32,
    pub paused_at: Option<Moment>,
    /// The deal of the game, if it is on one.
    #[diesel(select_expression = (games::deal_id, games::closes_at))]
    #[diesel(select_expression_type = (games::deal_id, games::closes_at))]
    #[diesel(deserialize_as = Columns)]
    pub deal: Option<OnDeal>,
}

impl GameRow {
    /// Whether a player chose the seed and so can know all dice in advance. The players of a deal
    /// don't know its seed.
    pub fn is_practice(&self) -> bool {
        self.seed_source.0 == SeedSource::Chosen
    }

    /// Whether the game is on an open deal. Other players have the same dice and cards, or will
    /// have them.
    pub fn is_on_open_deal(&self, now: Moment) -> bool {
        self.deal.as_ref().is_some_and(|deal| !deal.is_closed(now))
    }

    /// Whether everybody may watch.
    pub fn is_public(&self, now: Moment) -> bool {
        on_deal::is_public(self.visibility, self.deal.as_ref(), now)
    }
}

/// A new game that has not begun.
#[derive(Insertable)]
#[diesel(table_name = games)]
#[expect(missing_docs, reason = "the migration describes the columns")]
pub struct NewGameRow<'a> {
    pub id: &'a GameId,
    pub kind: &'a str,
    pub rules: &'a str,
    pub options: &'a Value,
    pub seat_count: i16,
    pub visibility: Visibility,
    pub status: GameStatus,
    pub creator_id: PlayerId,
    pub server_seed: &'a [u8],
    pub seed_source: Stored<SeedSource>,
    pub seed_commitment: &'a [u8],
    pub blinding_secret: Option<&'a [u8]>,
    pub rematch_of: Option<&'a GameId>,
    pub pace: Option<&'a Value>,
    pub created_at: Moment,
    pub changed_at: Moment,
    #[diesel(embed)]
    pub deal: Option<OnDeal>,
}

/// A new seat.
#[derive(Clone, Insertable)]
#[diesel(table_name = seats)]
#[expect(missing_docs, reason = "the migration describes the columns")]
pub struct NewSeatRow {
    pub game_id: GameId,
    pub seat: Stored<Seat>,
    pub player_id: Option<PlayerId>,
    pub invited_id: Option<PlayerId>,
    pub invited_email: Option<String>,
    pub invitation_hash: Option<Vec<u8>>,
    pub entropy: String,
    pub joined_at: Option<Moment>,
    pub bot: Option<Stored<Bot>>,
}

/// A seat with the names of its owner and of the invited player.
#[derive(Clone, Queryable, Selectable)]
#[diesel(table_name = seats)]
#[expect(missing_docs, reason = "the migration describes the columns")]
pub struct SeatRow {
    pub game_id: GameId,
    #[diesel(deserialize_as = Stored<Seat>)]
    pub seat: Seat,
    pub player_id: Option<PlayerId>,
    #[diesel(select_expression = players::name.nullable())]
    pub player: Option<String>,
    #[diesel(select_expression = players::automated.nullable())]
    pub automated: Option<bool>,
    pub invited_id: Option<PlayerId>,
    #[diesel(select_expression = invited_players.field(players::name).nullable())]
    #[diesel(select_expression_type = Nullable<AliasedField<InvitedPlayers, players::name>>)]
    pub invited: Option<String>,
    pub invited_email: Option<String>,
    pub invitation_hash: Option<Vec<u8>>,
    pub entropy: String,
    pub bot: Option<Stored<Bot>>,
    pub former_id: Option<PlayerId>,
}

mod alias {
    use db::schema::players;
    diesel::alias!(players as invited_players: InvitedPlayers);
}
use alias::{InvitedPlayers, invited_players};

/// Returns the name of a bot, which is the same in every language. Seats are counted from 1.
pub fn bot_name(seat: Seat) -> String {
    format!("Bot {}", seat.number() + 1)
}

impl SeatRow {
    /// Whether the seat has no owner and is reserved for no one.
    pub fn is_free(&self) -> bool {
        !self.is_taken() && self.invited_id.is_none() && self.invited_email.is_none()
    }

    /// Whether a player or a bot has the seat.
    pub fn is_taken(&self) -> bool {
        self.player_id.is_some() || self.bot.is_some()
    }

    /// Whether the seat is reserved for this address.
    pub fn is_kept_for(&self, address: Option<&str>) -> bool {
        matches!((&self.invited_email, address), (Some(kept), Some(own)) if kept.eq_ignore_ascii_case(own))
    }

    /// The bot that has the seat.
    pub fn bot(&self) -> Option<Bot> {
        self.bot.map(|bot| bot.0)
    }

    /// Returns the name of the seat's owner: a player's name, or `Bot 2`.
    pub fn name(&self) -> Option<Cow<'_, str>> {
        match (&self.player, &self.bot) {
            (Some(player), _) => Some(player.into()),
            (None, Some(_)) => Some(bot_name(self.seat).into()),
            (None, None) => None,
        }
    }
}

/// Returns the players who have these seats or are invited to them by name.
pub fn involved(seats: &[SeatRow]) -> impl Iterator<Item = PlayerId> {
    seats
        .iter()
        .flat_map(|seat| [seat.player_id, seat.invited_id])
        .flatten()
}

/// The columns that are fixed when a game begins.
#[derive(Debug, AsChangeset)]
#[diesel(table_name = games)]
#[expect(missing_docs, reason = "the migration describes the columns")]
pub struct Started<'a> {
    pub status: GameStatus,
    pub game_seed: &'a [u8],
    pub start: &'a [u8],
    pub head: &'a [u8],
    pub acting: i32,
    pub started_at: Option<Moment>,
    pub changed_at: Moment,
    pub bots: i32,
    pub clocks: Option<Value>,
    pub look_at: Option<Moment>,
}

/// Returns the game with this id.
pub async fn find(conn: &mut Conn, id: &GameId) -> QueryResult<Option<GameRow>> {
    GameRow::query().find(id).first(conn).await.optional()
}

/// Returns the games with these ids.
pub async fn find_all(mut conn: &Conn, ids: &[&GameId]) -> QueryResult<Vec<GameRow>> {
    GameRow::query()
        .filter(games::id.eq_any(ids))
        .load(&mut conn)
        .await
}

/// Returns the game with this id, and locks it until the transaction ends.
pub async fn lock(conn: &mut Conn, id: &GameId) -> QueryResult<Option<GameRow>> {
    GameRow::query()
        .find(id)
        .for_update()
        .first(conn)
        .await
        .optional()
}

/// The state of a game's log and clocks, from its row.
#[derive(Clone, Debug, PartialEq, Eq, Queryable)]
pub struct Standing {
    /// The number of log entries.
    pub ply: i64,
    /// The hash of the last log entry.
    pub head: Option<Vec<u8>>,
    /// The number of changes of clocks, holidays and orders.
    pub revision: i32,
}

/// Returns the state of a game's log and clocks.
pub async fn standing(conn: &mut Conn, id: &GameId) -> QueryResult<Option<Standing>> {
    games::table
        .find(id)
        .select((games::ply, games::head, games::revision))
        .first(conn)
        .await
        .optional()
}

/// Returns the rematches of these games, as pairs of the original game's id and the rematch's id.
pub async fn rematches(mut conn: &Conn, ids: &[&GameId]) -> QueryResult<Vec<(GameId, GameId)>> {
    games::table
        .filter(games::rematch_of.eq_any(ids))
        .select((games::rematch_of.assume_not_null(), games::id))
        .load(&mut conn)
        .await
}

/// Whether a free seat in an open game is reserved for this address.
pub async fn is_invited(conn: &mut Conn, email: &str) -> QueryResult<bool> {
    let kept = seats::table
        .inner_join(games::table)
        .filter(lower(seats::invited_email).eq(lower(email.to_owned())))
        .filter(seats::player_id.is_null())
        .filter(games::status.eq(GameStatus::Open));
    diesel::select(exists(kept)).get_result(conn).await
}

/// Returns the seats of these games, in order of game and seat.
pub async fn seats(mut conn: &Conn, ids: &[&GameId]) -> QueryResult<Vec<SeatRow>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    seats::table
        .left_join(players::table.on(players::id.nullable().eq(seats::player_id)))
        .left_join(
            invited_players.on(invited_players
                .field(players::id)
                .nullable()
                .eq(seats::invited_id)),
        )
        .filter(seats::game_id.eq_any(ids))
        .order((seats::game_id, seats::seat))
        .select(SeatRow::as_select())
        .load(&mut conn)
        .await
}

/// Returns the player's seats in games that have begun and whose id equals this one, ignoring case.
pub async fn seats_of(
    conn: &mut Conn,
    player: PlayerId,
    id: &str,
) -> QueryResult<Vec<(GameId, Seat)>> {
    let found = seats::table
        .inner_join(games::table)
        .filter(seats::player_id.eq(player))
        .filter(games::game_seed.is_not_null())
        .filter(lower(seats::game_id.nullable()).eq(lower(id)))
        .select((seats::game_id, seats::seat))
        .load::<(GameId, Stored<Seat>)>(conn)
        .await?;
    Ok(found
        .into_iter()
        .map(|(id, Stored(seat))| (id, seat))
        .collect())
}

/// Whether the player formerly had a seat of this game other than this one.
pub async fn had_another_seat(
    conn: &mut Conn,
    id: &GameId,
    player: PlayerId,
    seat: Seat,
) -> QueryResult<bool> {
    let other = former_sitters::table
        .filter(former_sitters::game_id.eq(id))
        .filter(former_sitters::player_id.eq(player))
        .filter(former_sitters::seat.ne(Stored(seat)));
    diesel::select(exists(other)).get_result(conn).await
}

/// Records that the creator removed a player from an open game.
pub async fn send_away(conn: &mut Conn, id: &GameId, player: PlayerId) -> QueryResult<usize> {
    diesel::insert_into(sent_away::table)
        .values((sent_away::game_id.eq(id), sent_away::player_id.eq(player)))
        .on_conflict_do_nothing()
        .execute(conn)
        .await
}

/// Whether the creator removed the player from this game.
pub async fn was_sent_away(conn: &mut Conn, id: &GameId, player: PlayerId) -> QueryResult<bool> {
    let found = sent_away::table.find((id, player));
    diesel::select(exists(found)).get_result(conn).await
}

/// Whether the player formerly had a seat of this game.
pub async fn has_sat(conn: &mut Conn, id: &GameId, player: PlayerId) -> QueryResult<bool> {
    let any = former_sitters::table
        .filter(former_sitters::game_id.eq(id))
        .filter(former_sitters::player_id.eq(player));
    diesel::select(exists(any)).get_result(conn).await
}

/// Whether the player formerly had this seat of this game.
pub async fn had_seat(
    conn: &mut Conn,
    id: &GameId,
    player: PlayerId,
    seat: Seat,
) -> QueryResult<bool> {
    let this = former_sitters::table
        .filter(former_sitters::game_id.eq(id))
        .filter(former_sitters::player_id.eq(player))
        .filter(former_sitters::seat.eq(Stored(seat)));
    diesel::select(exists(this)).get_result(conn).await
}

/// Adds a game with its seats.
pub async fn insert(
    conn: &mut Conn,
    game: &NewGameRow<'_>,
    new_seats: &[NewSeatRow],
) -> QueryResult<()> {
    diesel::insert_into(games::table)
        .values(game)
        .execute(conn)
        .await?;
    diesel::insert_into(seats::table)
        .values(new_seats)
        .execute(conn)
        .await?;
    Ok(())
}

/// Gives a seat to a player, and clears its invitation.
pub async fn sit(
    conn: &mut Conn,
    id: &GameId,
    seat: Seat,
    player: PlayerId,
    entropy: &str,
    now: Moment,
) -> QueryResult<usize> {
    diesel::update(seats::table.find((id, Stored(seat))))
        .set((
            seats::player_id.eq(player),
            seats::entropy.eq(entropy),
            seats::joined_at.eq(now),
            seats::invited_id.eq(None::<PlayerId>),
            seats::invited_email.eq(None::<String>),
            seats::invitation_hash.eq(None::<Vec<u8>>),
        ))
        .execute(conn)
        .await
}

/// Gives a free seat to a bot.
pub async fn sit_bot(
    conn: &mut Conn,
    id: &GameId,
    seat: Seat,
    bot: Bot,
    entropy: &str,
    now: Moment,
) -> QueryResult<usize> {
    diesel::update(seats::table.find((id, Stored(seat))))
        .set((
            seats::bot.eq(Stored(bot)),
            seats::entropy.eq(entropy),
            seats::joined_at.eq(now),
        ))
        .execute(conn)
        .await
}

/// Returns running games in which a bot is to act, in the order of their ids, after id `after`.
pub async fn waiting_for_bots(
    conn: &mut Conn,
    after: Option<&GameId>,
    limit: i64,
) -> QueryResult<Vec<GameId>> {
    use diesel::dsl::sql;
    use diesel::sql_types::Bool;

    games::table
        .filter(games::status.eq(GameStatus::Running))
        .filter(games::paused_at.is_null())
        .filter(games::bots.ne(0))
        .filter(sql::<Bool>("games.acting & games.bots <> 0"))
        .filter(games::id.gt(after.map_or("", |id| &**id)))
        .order(games::id)
        .limit(limit)
        .select(games::id)
        .load(conn)
        .await
}

/// Empties a seat, or reserves it for another player or address.
pub async fn keep(
    conn: &mut Conn,
    id: &GameId,
    seat: Seat,
    invited_id: Option<PlayerId>,
    invited_email: Option<&str>,
    invitation_hash: Option<&[u8]>,
) -> QueryResult<usize> {
    diesel::update(seats::table.find((id, Stored(seat))))
        .set((
            seats::player_id.eq(None::<PlayerId>),
            seats::bot.eq(None::<String>),
            seats::entropy.eq(""),
            seats::joined_at.eq(None::<Moment>),
            seats::invited_id.eq(invited_id),
            seats::invited_email.eq(invited_email),
            seats::invitation_hash.eq(invitation_hash),
        ))
        .execute(conn)
        .await
}

/// Offers a seat of a running game to a player, or withdraws the offer.
pub async fn offer(
    conn: &mut Conn,
    id: &GameId,
    seat: Seat,
    player: Option<PlayerId>,
) -> QueryResult<usize> {
    diesel::update(seats::table.find((id, Stored(seat))))
        .set(seats::invited_id.eq(player))
        .execute(conn)
        .await
}

/// Begins an open game.
pub async fn start(conn: &mut Conn, id: &GameId, started: &Started<'_>) -> QueryResult<usize> {
    diesel::update(games::table.find(id))
        .set(started)
        .execute(conn)
        .await
}

/// Cancels an open game. If it was a rematch, another one may be proposed.
pub async fn cancel(conn: &mut Conn, id: &GameId, now: Moment) -> QueryResult<usize> {
    diesel::update(
        games::table
            .find(id)
            .filter(games::status.eq(GameStatus::Open)),
    )
    .set((
        games::status.eq(GameStatus::Cancelled),
        games::rematch_of.eq(None::<GameId>),
        games::changed_at.eq(now),
    ))
    .execute(conn)
    .await
}

/// Returns the ids of games with seats after `id`, in order, begun or not. For audits when a block
/// of `games` cannot be read.
pub async fn seated_after(conn: &mut Conn, id: &str, limit: i64) -> QueryResult<Vec<GameId>> {
    seats::table
        .filter(seats::game_id.gt(id))
        .order(seats::game_id)
        .limit(limit)
        .select(seats::game_id)
        .distinct()
        .load(conn)
        .await
}

/// Returns the ids of games after `id` that have begun, in order. For audits.
pub async fn started_after(conn: &mut Conn, id: &str, limit: i64) -> QueryResult<Vec<GameId>> {
    games::table
        .filter(games::id.gt(id))
        .filter(
            games::status
                .eq_any([GameStatus::Running, GameStatus::Finished])
                .or(games::start.is_not_null()),
        )
        .order(games::id)
        .limit(limit)
        .select(games::id)
        .load(conn)
        .await
}
