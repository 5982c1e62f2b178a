//! Plays at a terminal:  cargo run --example terminal -- [KIND or ID]
//!
//! KIND starts a game against bots, and ID continues a game. Without either, the game that has
//! waited longest continues. The program uses the token in `TURNPIKE_TOKEN`. Without one, the
//! player signs in by typing a code in a browser (RFC 8628), and the token ends with the program.

use std::{
    env,
    error::Error,
    io::{self, Write},
    time::Duration,
};

use futures_util::StreamExt;
use serde_json::json;
use tokio::time::sleep;
use turnpike_client::{
    Error as Failure, Options, StreamOptions, Turnpike,
    api::{
        Bot, DeviceAuthorizationRequest, Game, GameInput, GameStatus, Invitee, MovesInput,
        ProblemCode, TokenReference, TokenRequest,
    },
};

/// The most legal moves that are listed without a request.
const LISTED: usize = 12;

const HELP: &str = "\
Type a move as the list shows it. Separate several moves by semicolons.
“legal” shows all moves, “legal WORDS” how a move continues, “show” the board.
“leave yes” gives up your seat. “quit” ends the program: the game stays.";

pub type Result<T, E = Box<dyn Error + Send + Sync>> = std::result::Result<T, E>;

/// Shows a code, waits until a player has typed it in a browser, and returns the token.
pub async fn sign_in(url: &str, out: &mut impl Write) -> Result<String> {
    let api = Turnpike::new(url, &Options::default())?.api;
    let client_id = "Turnpike in a terminal".to_owned();
    let form = DeviceAuthorizationRequest {
        client_id: client_id.clone(),
        scope: "games:read games:play".into(),
    };
    let authorization = api.authorize_device(form).await?;
    let (page, code) = (authorization.verification_uri, authorization.user_code);
    writeln!(out, "To sign in, open {page} in a browser and type {code}.")?;
    let grant_type = "urn:ietf:params:oauth:grant-type:device_code".to_owned();
    let form = TokenRequest {
        device_code: Some(authorization.device_code),
        ..TokenRequest::new(client_id, grant_type)
    };
    let mut pause = u64::try_from(authorization.interval)?;
    loop {
        sleep(Duration::from_secs(pause)).await;
        match api.request_token(form.clone()).await.map_err(Failure::from) {
            Ok(token) => return Ok(token.access_token),
            Err(Failure::UnexpectedResponse { body, .. })
                if body.contains("authorization_pending") => {}
            Err(Failure::UnexpectedResponse { body, .. }) if body.contains("slow_down") => {
                pause += 5
            }
            Err(error) => return Err(error.into()),
        }
    }
}

/// Starts a game of this kind against bots, with as few seats as it allows. Returns its id, or
/// `None` if there is no such kind.
async fn start(player: &Turnpike, kind: &str) -> Result<Option<String>> {
    let kinds = player.api.list_kinds().await?.kinds;
    let Some(kind) = kinds.into_iter().find(|it| it.id == kind) else {
        return Ok(None);
    };
    let bot = Invitee {
        bot: Some(Bot::Greedy),
        ..Invitee::default()
    };
    let body = GameInput {
        seats: Some(kind.min_seats),
        invite: Some(vec![bot; usize::try_from(kind.min_seats - 1)?]),
        ..GameInput::new(kind.id)
    };
    Ok(Some(player.api.create_game(body).await?.id))
}

/// Returns the game that has waited longest for this player.
async fn waiting(player: &Turnpike) -> Result<Option<String>> {
    let page = player.api.list_games_builder().my_turn(true).limit(100);
    Ok(page.send().await?.games.pop().map(|game| game.id))
}

/// Plays until the game is over, the input ends, or the player quits.
pub async fn play(
    player: &Turnpike,
    id: &str,
    mut lines: impl Iterator<Item = io::Result<String>>,
    out: &mut impl Write,
) -> Result<()> {
    let mut known = None;
    loop {
        let game = player.api.get_game_builder(id).send().await?;
        if let Some(known) = known {
            print_events(player, id, known, out).await?;
        }
        known = Some(game.ply);
        if !matches!(game.status, GameStatus::Open | GameStatus::Running) {
            return end(player, &game, out).await;
        }
        if !acts(&game) {
            let names = game.to_act.iter().map(|seat| name(&game, *seat));
            writeln!(out, "Waiting for {}.", names.collect::<Vec<_>>().join(", "))?;
            wait(player, &game).await?;
            continue;
        }
        show(player, id, out).await?;
        loop {
            write!(out, "> ")?;
            out.flush()?;
            let Some(line) = lines.next().transpose()? else {
                return Ok(());
            };
            match line.trim().split_once(' ').unwrap_or((line.trim(), "")) {
                ("", _) => {}
                ("quit", "") => return Ok(()),
                ("help", "") => writeln!(out, "{HELP}")?,
                ("show", "") => show(player, id, out).await?,
                ("legal", words) => legal(player, id, words, out).await?,
                ("leave", "") => writeln!(out, "“leave yes” gives up your seat.")?,
                ("leave", "yes") if submit(player, id, "leave", out).await? => break,
                ("leave", "yes") => {}
                _ if submit(player, id, &line, out).await? => break,
                _ => {}
            }
        }
    }
}

/// Whether the game waits for the caller.
fn acts(game: &Game) -> bool {
    game.seat.is_some_and(|seat| game.to_act.contains(&seat))
}

fn name(game: &Game, seat: i32) -> String {
    let mut seats = game.seats.iter();
    let found = seats
        .find(|it| it.seat == seat)
        .and_then(|it| it.player.clone());
    found.unwrap_or_else(|| format!("Bot {}", seat + 1))
}

/// Plays a line. Returns whether the game has changed; otherwise says why the line was rejected.
async fn submit(player: &Turnpike, id: &str, line: &str, out: &mut impl Write) -> Result<bool> {
    let seq = player.api.list_legal_moves(id).await?.seq;
    let text = serde_json::from_value(json!({ "type": "text", "text": line }))?;
    let body = MovesInput::new(vec![text], seq);
    match player.api.play_moves(id, body).await.map_err(Failure::from) {
        Ok(_) => Ok(true),
        Err(Failure::Problem(it)) if it.code == ProblemCode::Stale => Ok(true),
        Err(Failure::Problem(it)) if it.status < 500 => {
            writeln!(out, "{}", it.detail)?;
            Ok(false)
        }
        Err(error) => Err(error.into()),
    }
}

/// Prints the events since this entry.
async fn print_events(player: &Turnpike, id: &str, since: i64, out: &mut impl Write) -> Result<()> {
    let page = player.api.get_log_builder(id).since(since).send().await?;
    for event in page.entries.iter().flat_map(|it| &it.events) {
        writeln!(out, "{}", event.text)?;
    }
    Ok(())
}

/// Shows the board and the legal moves.
async fn show(player: &Turnpike, id: &str, out: &mut impl Write) -> Result<()> {
    let board = player.api.get_board_text(id, None).await?;
    writeln!(out, "\n{board}\n")?;
    let legal = player.api.list_legal_moves(id).await?;
    match legal.complete && legal.texts.len() <= LISTED {
        true => writeln!(out, "Your moves: {}", legal.texts.join("; "))?,
        false => writeln!(out, "“legal” shows your moves.")?,
    }
    Ok(())
}

/// Shows all legal moves, or how a move that begins with these words continues.
async fn legal(player: &Turnpike, id: &str, words: &str, out: &mut impl Write) -> Result<()> {
    let legal = player.api.list_legal_moves(id).await?;
    if words.is_empty() && legal.complete {
        writeln!(out, "  {}", legal.texts.join("\n  "))?;
        return Ok(());
    }
    let completion = player.api.complete_move(id, Some(words)).await;
    match completion.map_err(Failure::from) {
        Ok(completion) => {
            if completion.r#move.is_some() {
                writeln!(out, "“{}” is a move.", completion.text)?;
            }
            writeln!(out, "Next: {}", completion.next.join(", "))?;
        }
        Err(Failure::Problem(it)) if it.status < 500 => writeln!(out, "{}", it.detail)?,
        Err(error) => return Err(error.into()),
    }
    Ok(())
}

/// Waits until the game has changed.
async fn wait(player: &Turnpike, game: &Game) -> Result<()> {
    let options = StreamOptions {
        since: Some(i32::try_from(game.ply)?),
        ..StreamOptions::default()
    };
    let mut events = player.game_events(&game.id, options);
    while let Some(event) = events.next().await {
        event?;
        let now = player.api.get_game_builder(&game.id).send().await?;
        if now.ply != game.ply || now.status != game.status || acts(&now) {
            break;
        }
    }
    Ok(())
}

/// Shows how the game ended.
async fn end(player: &Turnpike, game: &Game, out: &mut impl Write) -> Result<()> {
    let Some(result) = &game.result else {
        writeln!(out, "The game was cancelled.")?;
        return Ok(());
    };
    let board = player.api.get_board_text(&game.id, None).await?;
    writeln!(out, "\n{board}\n")?;
    let mut standings: Vec<_> = result.standings.iter().collect();
    standings.sort_by_key(|it| it.rank);
    for it in standings {
        let name = name(game, it.seat);
        writeln!(out, "{}. {name}: {} points", it.rank, it.score)?;
    }
    Ok(())
}

#[tokio::main]
async fn main() -> Result<()> {
    let url = env::var("TURNPIKE_URL").unwrap_or_else(|_| "http://127.0.0.1:8080".into());
    let mut out = io::stdout();
    let (token, is_own) = match env::var("TURNPIKE_TOKEN") {
        Ok(token) => (token, false),
        Err(_) => (sign_in(&url, &mut out).await?, true),
    };
    let player = Turnpike::with_token(&url, &token, &Options::default())?;
    let game = match env::args().nth(1) {
        Some(kind_or_id) => Some(start(&player, &kind_or_id).await?.unwrap_or(kind_or_id)),
        None => waiting(&player).await?,
    };
    let played = match game {
        Some(id) => {
            println!("Game {id}. “help” explains what you can type.");
            play(&player, &id, io::stdin().lines(), &mut out).await
        }
        None => {
            println!("No game waits for you.");
            Ok(())
        }
    };
    if is_own {
        player.api.revoke_token(TokenReference { token }).await?;
    }
    played
}
