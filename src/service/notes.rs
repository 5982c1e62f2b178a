//! Private notes: one text for each player and game, for nobody but its writer.

use common::clock::Moment;
use common::ids::GameId;

use super::access::Caller;
use super::accounts;
use super::look;
use crate::refusal::{Refusal, Result};
use crate::service::App;
use crate::store::games;
use crate::store::notes::{self, NoteRow};

/// The longest note, in characters.
pub const MAX_LENGTH: usize = 10_000;

/// A note. It is for its writer alone: no `Debug`.
#[derive(Clone, Default)]
pub struct Note {
    /// What it says; empty where nothing was written.
    pub text: String,
    /// How often it was written; 0 for never.
    pub version: i32,
    /// When it was written last.
    pub changed_at: Option<Moment>,
}

impl From<NoteRow> for Note {
    fn from(row: NoteRow) -> Note {
        Note {
            text: row.note,
            version: row.version,
            changed_at: Some(row.changed_at),
        }
    }
}

/// The caller's note about a game that the caller may see.
pub async fn read(app: &App, caller: &Caller, id: &GameId) -> Result<Note> {
    look::glance(app, Some(caller.player), id, None).await?;
    let mut conn = app.db.get().await?;
    let row = notes::find(&mut conn, id, caller.player).await?;
    Ok(row.map(Note::from).unwrap_or_default())
}

/// Replaces the caller's note. Where the caller says which versions may be replaced, another one is
/// left as it is.
pub async fn write(
    app: &App,
    caller: &Caller,
    id: &GameId,
    text: &str,
    replaces: Option<&[i32]>,
) -> Result<Note> {
    let text = check(text)?;
    change(app, caller, id, |note| {
        if replaces.is_some_and(|versions| !versions.contains(&note.version)) {
            return Err(Refusal::PreconditionFailed);
        }
        Ok(text.clone())
    })
    .await
}

/// Adds lines to the caller's note; lines that it ends with already are not added again.
pub async fn append(app: &App, caller: &Caller, id: &GameId, lines: &str) -> Result<Note> {
    change(app, caller, id, |note| {
        if note.text == lines || note.text.ends_with(&format!("\n{lines}")) {
            return Ok(note.text.clone());
        }
        let text = match note.text.as_str() {
            "" => lines.to_owned(),
            before => format!("{before}\n{lines}"),
        };
        check(&text)
    })
    .await
}

/// The text as it is kept.
fn check(text: &str) -> Result<String> {
    let text = text.replace("\r\n", "\n");
    match text.trim().is_empty() {
        true => Ok(String::new()),
        false => super::text::plain("text", &text, MAX_LENGTH, true),
    }
}

async fn change(
    app: &App,
    caller: &Caller,
    id: &GameId,
    next: impl Fn(&Note) -> Result<String> + Sync,
) -> Result<Note> {
    let look = look::glance(app, Some(caller.player), id, None).await?;
    let now = app.clock.now();
    app.transaction(async |conn| {
        // Locked, so that of two changes at once one comes first.
        accounts::locked(conn, caller.player).await?;
        let before = notes::find(conn, id, caller.player).await?;
        let before = before.map(Note::from).unwrap_or_default();
        let note = next(&before)?;
        if note == before.text {
            return Ok(before);
        }
        // Of games with a seat of the writer's there are so many and no more; of others there is no end.
        if look.seat.is_none() && !games::has_sat(conn, id, caller.player).await? {
            app.limits.note(caller.player, note.len())?;
        }
        let row = NoteRow {
            game_id: id.to_owned(),
            player_id: caller.player,
            note,
            version: before.version + 1,
            changed_at: now,
        };
        if !notes::put(conn, &row).await? {
            return Err(Refusal::PreconditionFailed);
        }
        Ok(Note::from(row))
    })
    .await
}
