//! Private notes of players about games.

use common::clock::Moment;
use common::ids::{GameId, PlayerId};
use db::Conn;
use db::schema::notes;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;

/// A note. No `Debug`, because it is only for its author.
#[derive(Clone, HasQuery, Insertable, AsChangeset)]
#[diesel(table_name = notes)]
pub struct NoteRow {
    /// The game.
    pub game_id: GameId,
    /// The author.
    pub player_id: PlayerId,
    /// The text.
    pub note: String,
    /// The version, which counts changes from 1.
    pub version: i32,
    /// When it was last changed.
    pub changed_at: Moment,
}

/// Returns a player's note about a game.
pub async fn find(
    conn: &mut Conn,
    game: &GameId,
    player: PlayerId,
) -> QueryResult<Option<NoteRow>> {
    NoteRow::query()
        .find((game, player))
        .first(conn)
        .await
        .optional()
}

/// Writes a note whose version is one higher than that of the note it replaces. Returns `false` if
/// that note has been replaced already.
pub async fn put(conn: &mut Conn, row: &NoteRow) -> QueryResult<bool> {
    let count = match row.version {
        1 => {
            diesel::insert_into(notes::table)
                .values(row)
                .on_conflict_do_nothing()
                .execute(conn)
                .await?
        }
        version => {
            diesel::update(notes::table.find((&row.game_id, row.player_id)))
                .filter(notes::version.eq(version - 1))
                .set(row)
                .execute(conn)
                .await?
        }
    };
    Ok(count > 0)
}
