//! Private notes: one text for each player and game, visible only to its author.

use accounts::access::Caller;
use accounts::account;
use common::clock::Moment;
use common::ids::GameId;
use play::look;
use play::refusal::Result;
use play::store::games;

use crate::Social;
use crate::store::notes::{self, NoteRow};

/// The longest note, in characters.
pub const MAX_LENGTH: usize = 10_000;

/// A note. It is private, so it has no `Debug`.
#[derive(Clone, Default)]
pub struct Note {
    /// The text; empty if there is no note.
    pub text: String,
    /// The number of changes; 0 if there is no note.
    pub version: i32,
    /// The time of the last change.
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

/// Returns the caller's note about a game that they may see.
pub async fn read(app: &Social, caller: &Caller, id: &GameId) -> Result<Note> {
    look::glance(app, Some(caller.player), id, None).await?;
    let mut conn = app.db.get().await?;
    let row = notes::find(&mut conn, id, caller.player).await?;
    Ok(row.map(Note::from).unwrap_or_default())
}

/// Replaces the caller's note. If `replaces` is given, fails for a note of another version.
pub async fn write(
    app: &Social,
    caller: &Caller,
    id: &GameId,
    text: &str,
    replaces: Option<&[i32]>,
) -> Result<Note> {
    let text = check(text)?;
    change(app, caller, id, |note| {
        if replaces.is_some_and(|versions| !versions.contains(&note.version)) {
            return Err(base::Refusal::PreconditionFailed.into());
        }
        Ok(text.clone())
    })
    .await
}

/// Appends lines to the caller's note, unless it already ends with them.
pub async fn append(app: &Social, caller: &Caller, id: &GameId, lines: &str) -> Result<Note> {
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

/// Checks the text and normalises its line breaks.
fn check(text: &str) -> Result<String> {
    let text = text.replace("\r\n", "\n");
    match text.trim().is_empty() {
        true => Ok(String::new()),
        false => Ok(base::typed_text::plain("text", &text, MAX_LENGTH, true)?),
    }
}

async fn change(
    app: &Social,
    caller: &Caller,
    id: &GameId,
    next: impl Fn(&Note) -> Result<String> + Sync,
) -> Result<Note> {
    let look = look::glance(app, Some(caller.player), id, None).await?;
    let now = app.clock.now();
    app.transaction(async |conn| {
        // Locked, so that concurrent changes run one after the other.
        account::locked(conn, caller.player).await?;
        let before = notes::find(conn, id, caller.player).await?;
        let before = before.map(Note::from).unwrap_or_default();
        let note = next(&before)?;
        if note == before.text {
            return Ok(before);
        }
        // Games in which the author has a seat are limited in number. Notes on other games need a
        // limit.
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
            return Err(base::Refusal::PreconditionFailed.into());
        }
        Ok(Note::from(row))
    })
    .await
}
