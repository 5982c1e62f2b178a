//! Games in one line each, for mails.

use super::access::Caller;
use super::look::{self, Search};
use crate::app::App;
use crate::problem::Problem;
use crate::store::games::{GameRow, SeatRow};

/// How many games a list shows.
const MOST: i64 = 50;

/// The player's games that are not over, invitations included; those that wait for the player
/// first.
pub async fn of(app: &App, caller: &Caller) -> Result<Vec<String>, Problem> {
    let search = |status: &str, waiting| Search {
        status: Some(status.to_owned()),
        mine: true,
        waiting,
        limit: MOST,
        ..Search::default()
    };
    let waiting = look::list(app, Some(caller), &search("running", true))
        .await?
        .games;
    let running = look::list(app, Some(caller), &search("running", false))
        .await?
        .games;
    let open = look::list(app, Some(caller), &search("open", false))
        .await?
        .games;
    let mut lines = Vec::new();
    for (row, seats) in &waiting {
        lines.push(format!("{}: your turn", line(row, seats)));
    }
    let others = running
        .iter()
        .filter(|(row, _)| waiting.iter().all(|(it, _)| it.id != row.id));
    for (row, seats) in others {
        lines.push(format!("{}: others think", line(row, seats)));
    }
    for (row, seats) in &open {
        let invited = seats
            .iter()
            .any(|seat| seat.invited_id == Some(caller.player));
        let state = if invited {
            format!("you are invited; write “join {}”", row.id)
        } else {
            "waits for players".to_owned()
        };
        lines.push(format!("{}: {state}", line(row, seats)));
    }
    if lines.is_empty() {
        lines.push("You have no games.".to_owned());
    }
    Ok(lines)
}

/// Open games with a free seat that anybody may take.
pub async fn open(app: &App, caller: &Caller, kind: Option<&str>) -> Result<Vec<String>, Problem> {
    let search = Search {
        status: Some("open".to_owned()),
        kind: kind.map(str::to_owned),
        limit: MOST,
        ..Search::default()
    };
    let games = look::list(app, Some(caller), &search).await?.games;
    let mine = |seats: &[SeatRow]| seats.iter().any(|it| it.player_id == Some(caller.player));
    let mut lines: Vec<String> = games
        .iter()
        .filter(|(row, seats)| {
            row.visibility == "public" && seats.iter().any(SeatRow::is_free) && !mine(seats)
        })
        .map(|(row, seats)| format!("{}: write “join {}”", line(row, seats), row.id))
        .collect();
    if lines.is_empty() {
        lines.push("There are no open games. Make one with “new KIND”.".to_owned());
    }
    Ok(lines)
}

/// `Gx3kPq7LmZ2, That's Life! with ann and ben, 2 of 3 seats taken`.
fn line(row: &GameRow, seats: &[SeatRow]) -> String {
    let name = rules::registry::find(&row.rules)
        .map_or(row.kind.clone(), |kind| kind.info().name.to_owned());
    let players: Vec<String> = seats
        .iter()
        .filter_map(|seat| seat.name().map(|name| name.into_owned()))
        .collect();
    let taken = seats.iter().filter(|seat| seat.is_taken()).count();
    let seats = match row.status.as_str() {
        "open" => format!(", {taken} of {} seats taken", row.seat_count),
        _ => String::new(),
    };
    format!("{}, {name} with {}{seats}", row.id, players.join(", "))
}
