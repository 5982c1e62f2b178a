//! Lists of games for mails, one line each.

use ::games::KINDS;
use accounts::access::Caller;
use common::texts::message;
use db::sets::GameStatus;
use rules::{Language, Message, Word};

use crate::Play;
use crate::look::{self, Page, Search};
use crate::refusal::Result;
use crate::store::games::{GameRow, SeatRow};

/// The most games in a list.
const MOST: i64 = 50;

/// Returns the player's games that are not over, including invitations. Games that wait for the
/// player come first.
pub async fn of(app: &Play, caller: &Caller, language: Language) -> Result<Vec<String>> {
    let search = |status, waiting| Search {
        status: Some(status),
        mine: true,
        waiting,
        limit: MOST,
        ..Search::default()
    };
    let waiting = look::list(app, Some(caller), &search(GameStatus::Running, true))
        .await?
        .games;
    let running = look::list(app, Some(caller), &search(GameStatus::Running, false))
        .await?
        .games;
    let open = look::list(app, Some(caller), &search(GameStatus::Open, false))
        .await?
        .games;
    let mut lines = Vec::new();
    for (row, seats) in &waiting {
        lines.push(message("games-your-turn").with("game", line(row, seats, caller)));
    }
    let others = running
        .iter()
        .filter(|(row, _)| waiting.iter().all(|(it, _)| it.id != row.id));
    for (row, seats) in others {
        lines.push(message("games-others").with("game", line(row, seats, caller)));
    }
    for (row, seats) in &open {
        let invited = seats
            .iter()
            .any(|seat| seat.invited_id == Some(caller.player));
        let state = if invited {
            message("games-invited").with("id", &*row.id)
        } else {
            message("games-waits")
        };
        lines.push(state.with("game", line(row, seats, caller)));
    }
    if lines.is_empty() {
        lines.push(message("games-none"));
    }
    Ok(lines.iter().map(|line| line.to(language)).collect())
}

/// Returns public open games with a free seat.
pub async fn open(
    app: &Play,
    caller: &Caller,
    kind: Option<&str>,
    language: Language,
) -> Result<Vec<String>> {
    let search = Search {
        status: Some(GameStatus::Open),
        kind: kind.map(str::to_owned),
        limit: MOST,
        ..Search::default()
    };
    let Page { games, times, .. } = look::list(app, Some(caller), &search).await?;
    let mine = |seats: &[SeatRow]| seats.iter().any(|it| it.player_id == Some(caller.player));
    let mut lines: Vec<Message> = games
        .iter()
        .filter(|(row, seats)| {
            row.is_public(times.now) && seats.iter().any(SeatRow::is_free) && !mine(seats)
        })
        .map(|(row, seats)| {
            message("games-join")
                .with("game", line(row, seats, caller))
                .with("id", &*row.id)
        })
        .collect();
    if lines.is_empty() {
        lines.push(message("games-none-open"));
    }
    Ok(lines.iter().map(|line| line.to(language)).collect())
}

/// Returns the line of a game, with all players except the reader: `Gx3kPq7LmZ2, That's Life! with
/// ben, 2 of 3 seats taken`.
pub fn line(row: &GameRow, seats: &[SeatRow], reader: &Caller) -> Message {
    let name = KINDS
        .find(&row.rules)
        .map_or(row.kind.clone(), |kind| kind.info().name.to_owned());
    let others = seats
        .iter()
        .filter(|seat| seat.player_id != Some(reader.player));
    let others: Vec<String> = others
        .filter_map(|seat| seat.name().map(|name| name.into_owned()))
        .collect();
    let line = match row.status {
        GameStatus::Open => message("games-line-open")
            .with("taken", seats.iter().filter(|seat| seat.is_taken()).count())
            .with("seats", row.seat_count),
        _ => message("games-line"),
    };
    line.with("id", &*row.id)
        .with("practice", if row.is_practice() { "yes" } else { "no" })
        .with("kind", name)
        .with("count", others.len())
        .with("players", Word::comma(others))
}
