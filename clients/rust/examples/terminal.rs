//! Plays at a terminal:  cargo run --example terminal -- [KIND or ID]
//!
//! KIND begins a game against bots, and ID continues a game. Without either, the game that has
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
    Error as Failure, Settings, Since, Turnpike,
    api::{
        DeviceForm, GameResource, GameStatus, MoveInWords, MovesBody, NewGameBody, ProblemCode,
        SentMove, ShownToken, TokenForm,
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
    let api = Turnpike::new(url, &Settings::default())?.api;
    let client_id = "Turnpike in a terminal".to_owned();
    let form = DeviceForm {
        client_id: client_id.clone(),
        scope: "games:read games:play".into(),
    };
    let asked = api.begin_device(form).await?;
    let (page, code) = (asked.verification_uri, asked.user_code);
    writeln!(out, "To sign in, open {page} in a browser and type {code}.")?;
    let grant_type = "urn:ietf:params:oauth:grant-type:device_code".to_owned();
    let form = TokenForm {
        device_code: Some(asked.device_code),
        ..TokenForm::new(client_id, grant_type)
    };
    let mut pause = u64::try_from(asked.interval)?;
    loop {
        sleep(Duration::from_secs(pause)).await;
        match api.get_token(form.clone()).await.map_err(Failure::from) {
            Ok(token) => return Ok(token.access_token),
            Err(Failure::Unexpected { body, .. }) if body.contains("authorization_pending") => {}
            Err(Failure::Unexpected { body, .. }) if body.contains("slow_down") => pause += 5,
            Err(error) => return Err(error.into()),
        }
    }
}

/// Begins a game of this kind against bots, with as few seats as it allows.
async fn begin(player: &Turnpike, kind: &str) -> Result<String> {
    let kinds = player.api.list_kinds().await?.kinds;
    let kind = kinds.iter().find(|it| it.id == kind);
    let kind = kind.ok_or("there is no such kind of game")?;
    let bots = vec![json!({"bot": "greedy"}); usize::try_from(kind.min_seats - 1)?];
    let new = json!({"kind": kind.id, "seats": kind.min_seats, "invite": bots});
    let new: NewGameBody = serde_json::from_value(new)?;
    Ok(player.api.create_game(new).await?.id().to_owned())
}

/// Returns the game that has waited longest for this player.
async fn waiting(player: &Turnpike) -> Result<Option<String>> {
    let page = player.api.list_games_builder().waiting(true).limit(100);
    let games = page.send().await?.games;
    Ok(games.last().map(|game| game.id().to_owned()))
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
        let game = player.api.show_game_builder(id).send().await?;
        if let Some(known) = known {
            tell(player, id, known, out).await?;
        }
        known = Some(*game.ply());
        if !matches!(game.status(), GameStatus::Open | GameStatus::Running) {
            return end(player, &game, out).await;
        }
        if !acts(&game) {
            let names = game.to_act().iter().map(|seat| name(&game, *seat));
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
fn acts(game: &GameResource) -> bool {
    game.seat()
        .is_some_and(|seat| game.to_act().contains(&seat))
}

fn name(game: &GameResource, seat: i32) -> String {
    let mut seats = game.seats().iter();
    let found = seats
        .find(|it| it.seat == seat)
        .and_then(|it| it.player.clone());
    found.unwrap_or_else(|| format!("Bot {}", seat + 1))
}

/// Plays a line. Returns whether the game has changed; otherwise says why the line was rejected.
async fn submit(player: &Turnpike, id: &str, line: &str, out: &mut impl Write) -> Result<bool> {
    let seq = *player.api.legal_moves(id).await?.seq();
    let words = SentMove::MoveInWords(MoveInWords { text: line.into() });
    let body = MovesBody::new(vec![words], seq);
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
async fn tell(player: &Turnpike, id: &str, since: i64, out: &mut impl Write) -> Result<()> {
    let page = player.api.read_log_builder(id).since(since).send().await?;
    // Each kind of game has its own events. All of them have a text.
    let page = serde_json::to_value(page)?;
    let entries = page["entries"].as_array().into_iter().flatten();
    let events = entries.filter_map(|it| it["events"].as_array()).flatten();
    for text in events.filter_map(|it| it["text"].as_str()) {
        writeln!(out, "{text}")?;
    }
    Ok(())
}

/// Shows the board and the legal moves.
async fn show(player: &Turnpike, id: &str, out: &mut impl Write) -> Result<()> {
    let board = player.api.show_text(id, None).await?;
    writeln!(out, "\n{board}\n")?;
    let legal = player.api.legal_moves(id).await?;
    match *legal.complete() && legal.texts().len() <= LISTED {
        true => writeln!(out, "Your moves: {}", legal.texts().join("; "))?,
        false => writeln!(out, "“legal” shows your moves.")?,
    }
    Ok(())
}

/// Shows all legal moves, or how a move that begins with these words continues.
async fn legal(player: &Turnpike, id: &str, words: &str, out: &mut impl Write) -> Result<()> {
    let legal = player.api.legal_moves(id).await?;
    if words.is_empty() && *legal.complete() {
        writeln!(out, "  {}", legal.texts().join("\n  "))?;
        return Ok(());
    }
    let branch = player.api.legal_branch(id, Some(words)).await;
    match branch.map_err(Failure::from) {
        Ok(branch) => {
            if branch.whole().is_some() {
                writeln!(out, "“{}” is a move.", branch.text())?;
            }
            writeln!(out, "Next: {}", branch.next().join(", "))?;
        }
        Err(Failure::Problem(it)) if it.status < 500 => writeln!(out, "{}", it.detail)?,
        Err(error) => return Err(error.into()),
    }
    Ok(())
}

/// Waits until the game has changed.
async fn wait(player: &Turnpike, game: &GameResource) -> Result<()> {
    let since = Since {
        ply: Some(i32::try_from(*game.ply())?),
        ..Since::default()
    };
    let mut events = player.game_events(game.id(), since);
    while let Some(told) = events.next().await {
        told?;
        let now = player.api.show_game_builder(game.id()).send().await?;
        if now.ply() != game.ply() || now.status() != game.status() || acts(&now) {
            break;
        }
    }
    Ok(())
}

/// Shows how the game ended.
async fn end(player: &Turnpike, game: &GameResource, out: &mut impl Write) -> Result<()> {
    let Some(result) = game.result() else {
        writeln!(out, "The game was cancelled.")?;
        return Ok(());
    };
    let board = player.api.show_text(game.id(), None).await?;
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
    let player = Turnpike::with_token(&url, &token, &Settings::default())?;
    let game = match env::args().nth(1) {
        Some(kind) if NewGameBody::of_kind(&kind).is_some() => Some(begin(&player, &kind).await?),
        Some(id) => Some(id),
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
        player.api.revoke_by_token(ShownToken { token }).await?;
    }
    played
}
