//! Private notes: what a player writes down about a game.

use common::clock::Moment;
use common::ids::{GameId, PlayerId};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;

use db::Conn;
use db::schema::notes;

/// A note. It is for its writer alone: no `Debug`.
#[derive(Clone, HasQuery, Insertable, AsChangeset)]
#[diesel(table_name = notes)]
pub struct NoteRow {
    /// The game.
    pub game_id: GameId,
    /// Who wrote it.
    pub player_id: PlayerId,
    /// What it says.
    pub note: String,
    /// How often it was written.
    pub version: i32,
    /// When it was written last.
    pub changed_at: Moment,
}

/// A player's note about a game.
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

/// Writes a note whose version is one above the one that is replaced; `false` when that one has
/// been replaced already.
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
