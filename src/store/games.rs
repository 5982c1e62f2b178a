//! Games and seats: rows, locks and lists.

use std::borrow::Cow;
use std::sync::Arc;

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

use super::on_deal::{self, Columns, OnDeal, is_listed, takes_players};
use super::options::Options;
use super::players::lower;

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
    /// The deal that the game is on.
    #[diesel(select_expression = (games::deal_id, games::closes_at))]
    #[diesel(select_expression_type = (games::deal_id, games::closes_at))]
    #[diesel(deserialize_as = Columns)]
    pub deal: Option<OnDeal>,
}

impl GameRow {
    /// Whether somebody chose the seed, and so can know all dice in advance. Nobody who plays knows that
    /// of a deal.
    pub fn is_practice(&self) -> bool {
        self.seed_source.0 == SeedSource::Chosen
    }

    /// Whether the game is on a deal that is not closed: others play, or will play, what it shows.
    pub fn is_on_open_deal(&self, now: Moment) -> bool {
        self.deal.as_ref().is_some_and(|deal| !deal.is_closed(now))
    }

    /// Whether everybody may look on.
    pub fn is_public(&self, now: Moment) -> bool {
        on_deal::is_public(self.visibility, self.deal.as_ref(), now)
    }
}

/// A new game, not started.
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

/// A seat with the names of the people it belongs to or is kept for.
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
    use super::players;
    diesel::alias!(players as invited_players: InvitedPlayers);
}
use alias::{InvitedPlayers, invited_players};

/// What a bot in a seat is called, by everybody in every language: seats are counted from 1.
pub fn bot_name(seat: Seat) -> String {
    format!("Bot {}", seat.number() + 1)
}

impl SeatRow {
    /// Whether nobody has the seat and it is kept for nobody.
    pub fn is_free(&self) -> bool {
        !self.is_taken() && self.invited_id.is_none() && self.invited_email.is_none()
    }

    /// Whether a player or a bot has the seat.
    pub fn is_taken(&self) -> bool {
        self.player_id.is_some() || self.bot.is_some()
    }

    /// The bot that has the seat.
    pub fn bot(&self) -> Option<Bot> {
        self.bot.map(|bot| bot.0)
    }

    /// What whoever has the seat is called: a player's name, or `Bot 2`.
    pub fn name(&self) -> Option<Cow<'_, str>> {
        match (&self.player, &self.bot) {
            (Some(player), _) => Some(player.into()),
            (None, Some(_)) => Some(bot_name(self.seat).into()),
            (None, None) => None,
        }
    }
}

/// A seat that a player has.
#[derive(Clone, Debug, PartialEq, Eq, HasQuery)]
#[diesel(table_name = seats)]
#[diesel(base_query = seats::table.filter(seats::player_id.is_not_null()))]
pub struct Seated {
    /// The game.
    #[diesel(column_name = game_id)]
    pub game: GameId,
    /// The seat.
    #[diesel(deserialize_as = Stored<Seat>)]
    pub seat: Seat,
    /// The player. Whoever joins other tables to these rows keeps to those with one, as the query does.
    #[diesel(select_expression = seats::player_id.assume_not_null())]
    pub player: PlayerId,
}

/// What is fixed when a game starts.
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

/// The game with this id.
pub async fn find(conn: &mut Conn, id: &GameId) -> QueryResult<Option<GameRow>> {
    GameRow::query().find(id).first(conn).await.optional()
}

/// The games with these ids.
pub async fn find_all(mut conn: &Conn, ids: &[&GameId]) -> QueryResult<Vec<GameRow>> {
    GameRow::query()
        .filter(games::id.eq_any(ids))
        .load(&mut conn)
        .await
}

/// The game with this id, locked until the transaction ends.
pub async fn lock(conn: &mut Conn, id: &GameId) -> QueryResult<Option<GameRow>> {
    GameRow::query()
        .find(id)
        .for_update()
        .first(conn)
        .await
        .optional()
}

/// Where a game stands, as far as its row says.
#[derive(Clone, Debug, PartialEq, Eq, Queryable)]
pub struct Standing {
    /// How many entries its log has.
    pub ply: i64,
    /// The hash of the last of them.
    pub head: Option<Vec<u8>>,
    /// How often clocks, holidays and orders were changed.
    pub revision: i32,
}

/// Where a game stands.
pub async fn standing(conn: &mut Conn, id: &GameId) -> QueryResult<Option<Standing>> {
    games::table
        .find(id)
        .select((games::ply, games::head, games::revision))
        .first(conn)
        .await
        .optional()
}

/// The games that are rematches of these, each with the id of the game that it is one of.
pub async fn rematches(mut conn: &Conn, ids: &[&GameId]) -> QueryResult<Vec<(GameId, GameId)>> {
    games::table
        .filter(games::rematch_of.eq_any(ids))
        .select((games::rematch_of.assume_not_null(), games::id))
        .load(&mut conn)
        .await
}

/// Whether a free seat at an open table is kept for this address.
pub async fn is_invited(conn: &mut Conn, email: &str) -> QueryResult<bool> {
    let kept = seats::table
        .inner_join(games::table)
        .filter(lower(seats::invited_email).eq(lower(email.to_owned())))
        .filter(seats::player_id.is_null())
        .filter(games::status.eq(GameStatus::Open));
    diesel::select(exists(kept)).get_result(conn).await
}

/// The seats of these games, in order of game and seat.
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

/// The seats of a player in games that have begun, whose id is this one in whatever case.
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

/// Whether the player had a seat of this game before that is not this one.
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

/// Notes that a player was sent away from a game.
pub async fn send_away(conn: &mut Conn, id: &GameId, player: PlayerId) -> QueryResult<usize> {
    diesel::insert_into(sent_away::table)
        .values((sent_away::game_id.eq(id), sent_away::player_id.eq(player)))
        .on_conflict_do_nothing()
        .execute(conn)
        .await
}

/// Whether the player was sent away from this game.
pub async fn was_sent_away(conn: &mut Conn, id: &GameId, player: PlayerId) -> QueryResult<bool> {
    let found = sent_away::table.find((id, player));
    diesel::select(exists(found)).get_result(conn).await
}

/// Whether the player had a seat of this game before.
pub async fn has_sat(conn: &mut Conn, id: &GameId, player: PlayerId) -> QueryResult<bool> {
    let any = former_sitters::table
        .filter(former_sitters::game_id.eq(id))
        .filter(former_sitters::player_id.eq(player));
    diesel::select(exists(any)).get_result(conn).await
}

/// Whether the player had this seat of this game before.
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

/// Gives a seat to a player; whatever it was kept for is done.
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

/// Running games in which a bot owes a decision, in the order of their ids, from behind `after`.
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

/// Empties a seat, or keeps it for somebody else.
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

/// Offers a seat of a running game to a player, or to nobody any more.
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

/// Starts an open game.
pub async fn start(conn: &mut Conn, id: &GameId, started: &Started<'_>) -> QueryResult<usize> {
    diesel::update(games::table.find(id))
        .set(started)
        .execute(conn)
        .await
}

/// Cancels an open game. If it was to be a rematch, another one may be proposed.
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

/// Which games to list. Those that not everybody may see (`is_listed`) show to their makers, and to
/// players who have a seat or are invited.
#[derive(Clone)]
pub struct Filter {
    /// Only with this status; open games only where a seat may still be taken.
    pub status: Option<GameStatus>,
    /// Only these, if any are named.
    pub ids: Option<Vec<GameId>>,
    /// Only of this kind.
    pub kind: Option<String>,
    /// Only with this player at the table.
    pub player: Option<PlayerId>,
    /// Only where this player sits or is invited.
    pub mine: Option<PlayerId>,
    /// Only where a seat is kept for this player, or offered to them.
    pub asked: Option<PlayerId>,
    /// Only running games that wait for this player.
    pub waiting: Option<PlayerId>,
    /// Whose private games may show.
    pub viewer: Option<PlayerId>,
    /// When it is asked: deals that close later are open.
    pub now: Moment,
    /// The viewer's own address, to which an invitation may have gone.
    pub address: Option<String>,
    /// Whose open games do not show, unless the viewer sits there.
    pub barred: Vec<PlayerId>,
    /// Only games before this one in the list (newest first).
    pub before: Option<(Moment, GameId)>,
    /// At most so many.
    pub limit: i64,
}

/// A page of games, newest first.
///
/// It reads about as many rows as it returns, and those of the viewer and of `Filter::player`. Public
/// games and the viewer's other games are therefore two queries, each with indexes of its own.
pub async fn list(conn: &mut Conn, filter: &Filter) -> QueryResult<Vec<GameRow>> {
    let own_only = filter.mine.or(filter.asked).or(filter.waiting);
    let mut found = match own_only {
        Some(_) => Vec::new(),
        None => page(conn, filter, None).await?,
    };
    if let Some(viewer) = filter.viewer {
        found.extend(page(conn, filter, Some((viewer, own_only.is_some()))).await?);
        // The order of the queries: `COLLATE "C"` compares bytes.
        found.sort_by(|a, b| (b.created_at, &*b.id).cmp(&(a.created_at, &*a.id)));
        found.truncate(usize::try_from(filter.limit).unwrap_or(0));
    }
    Ok(found)
}

/// A page of public games; or of the games in which this viewer is involved, either all of them or only
/// those that are not public.
async fn page(
    conn: &mut Conn,
    filter: &Filter,
    own: Option<(PlayerId, bool)>,
) -> QueryResult<Vec<GameRow>> {
    use diesel::dsl::{not, sql};
    use diesel::sql_types::{BigInt, Bool, Nullable, Text, Timestamptz};

    let at_table = |player: PlayerId| {
        exists(
            seats::table
                .filter(seats::game_id.eq(games::id))
                .filter(seats::player_id.eq(player)),
        )
    };
    let mut query = GameRow::query()
        .order((
            games::created_at.desc(),
            sql::<Text>("games.id COLLATE \"C\"").desc(),
        ))
        .limit(filter.limit)
        .into_boxed();
    query = match own {
        // As a literal it lets PostgreSQL use the partial indexes.
        None => query
            .filter(sql::<Bool>("games.visibility = 'public'"))
            .filter(is_listed(filter.now)),
        Some((viewer, public_too)) => {
            // An array is read before the games are: few rows, where `EXISTS` might read all games.
            let involved =
                sql::<Bool>("games.id = ANY(ARRAY(SELECT game_id FROM seats WHERE player_id = ")
                    .bind::<BigInt, _>(viewer)
                    .sql(" OR invited_id = ")
                    .bind::<BigInt, _>(viewer)
                    .sql(" OR lower(invited_email) = lower(")
                    .bind::<Nullable<Text>, _>(filter.address.clone())
                    .sql(")))");
            let query = query.filter(games::creator_id.eq(viewer).or(involved));
            match public_too {
                true => query,
                false => query.filter(not(is_listed(filter.now))),
            }
        }
    };
    if let Some(viewer) = filter.viewer.filter(|_| !filter.barred.is_empty()) {
        query = query.filter(
            games::status
                .ne(GameStatus::Open)
                .or(games::creator_id.ne_all(&filter.barred))
                .or(at_table(viewer)),
        );
    }
    if let Some(status) = filter.status {
        query = query.filter(games::status.eq(status));
        if status == GameStatus::Open {
            query = query.filter(takes_players(filter.now));
        }
    }
    if let Some(ids) = &filter.ids {
        query = query.filter(games::id.eq_any(ids));
    }
    if let Some(kind) = &filter.kind {
        query = query.filter(games::kind.eq(kind));
    }
    if let Some(player) = filter.player {
        let seated =
            sql::<Bool>("games.id = ANY(ARRAY(SELECT game_id FROM seats WHERE player_id = ")
                .bind::<BigInt, _>(player)
                .sql("))");
        query = query.filter(seated);
    }
    // A seat's columns may be null, and so may what they are compared with: that is a no.
    let invited = |player: PlayerId| {
        let to_address = lower(seats::invited_email).eq(lower(filter.address.clone()));
        seats::invited_id.eq(player).or(to_address)
    };
    if let Some(player) = filter.mine {
        let involved = seats::table.filter(seats::game_id.eq(games::id)).filter(
            seats::player_id
                .eq(player)
                .or(invited(player))
                .assume_not_null(),
        );
        query = query.filter(exists(involved));
    }
    if let Some(player) = filter.asked {
        query = query.filter(exists(
            seats::table
                .filter(seats::game_id.eq(games::id))
                .filter(invited(player).assume_not_null()),
        ));
    }
    if let Some(player) = filter.waiting {
        query = query
            .filter(games::status.eq(GameStatus::Running))
            .filter(exists(
                seats::table
                    .filter(seats::game_id.eq(games::id))
                    .filter(seats::player_id.eq(player))
                    .filter(sql::<Bool>("(games.acting >> seats.seat::int) & 1 = 1")),
            ));
    }
    if let Some((at, id)) = &filter.before {
        // A comparison of rows, which an index can begin at.
        let before = sql::<Bool>("(games.created_at, games.id COLLATE \"C\") < (")
            .bind::<Timestamptz, _>(*at)
            .sql(", ")
            .bind::<Text, _>(id.clone())
            .sql(")");
        query = query.filter(before);
    }
    query.load(conn).await
}

/// The ids of games with seats after `id`, in order, started or not: for audits, where a block of
/// `games` cannot be read.
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

/// The ids of started games after `id`, in order: for audits.
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
