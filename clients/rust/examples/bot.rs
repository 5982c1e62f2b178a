//! A bot that plays as a player:  TURNPIKE_TOKEN=… cargo run --example bot -- NAME
//!
//! NAME made the token (`POST /v1/me/tokens`), with the scopes `games:read` and `games:play`.

#[path = "play.rs"]
#[expect(dead_code, reason = "this example uses only some of its functions")]
pub mod play;

use std::{env, time::Duration};

use futures_util::StreamExt;
use play::{choose, listed};
use tokio::time::{sleep, timeout};
use turnpike_client::{
    Error, Options, Turnpike,
    api::{GameStatus, JoinRequest, MovesInput, PlayerStreamEvent, ProblemCode},
};

/// The time limit for choosing a move.
const LIMIT: Duration = Duration::from_secs(5);

/// Accepts invitations and offered seats, and plays when it is the bot's turn, until its token
/// expires.
pub async fn run(bot: &Turnpike, name: &str) -> Error {
    loop {
        // If the stream fails, look at the games instead.
        for result in [listen(bot, name).await, look(bot, name).await] {
            match result {
                Err(error) if error.code() == Some(&ProblemCode::NotSignedIn) => return error,
                Err(error) => eprintln!("{name}: {error}"),
                Ok(()) => {}
            }
        }
        sleep(LIMIT).await;
    }
}

/// Attends to each game when its state changes, and to all games at first.
async fn listen(bot: &Turnpike, name: &str) -> Result<(), Error> {
    let mut events = bot.my_events(None);
    while let Some(event) = events.next().await {
        if let PlayerStreamEvent::PlayerStreamEventGame(it) = event?.event
            && (it.data.my_turn || it.data.invited)
        {
            attend(bot, name, &it.data.id).await?;
        }
    }
    Ok(())
}

/// Attends to all games.
async fn look(bot: &Turnpike, name: &str) -> Result<(), Error> {
    for status in [GameStatus::Open, GameStatus::Running] {
        let mine = bot.api.list_games_builder().mine(true).limit(100);
        for game in mine.status(status).send().await?.games {
            attend(bot, name, &game.id).await?;
        }
    }
    Ok(())
}

/// Accepts a seat and plays in a game. After a rejection another event follows: another player was
/// quicker.
async fn attend(bot: &Turnpike, name: &str, id: &str) -> Result<(), Error> {
    match play_on(bot, name, id).await {
        Err(Error::Problem(it)) if it.code != ProblemCode::NotSignedIn => {
            eprintln!("{name}: game {id}: {}", it.detail);
            Ok(())
        }
        result => result,
    }
}

async fn play_on(bot: &Turnpike, name: &str, id: &str) -> Result<(), Error> {
    let game = bot.api.get_game_builder(id).send().await?;
    let guest = Some(name.to_owned());
    let seat = game.seats.iter().find(|it| it.invited == guest);
    match (seat, &game.status) {
        (Some(_), GameStatus::Open) => drop(bot.api.join_game(id, JoinRequest::default()).await?),
        (Some(it), GameStatus::Running) => drop(bot.api.accept_seat_offer(id, it.seat).await?),
        _ => {}
    }
    loop {
        let legal = bot.api.list_legal_moves(id).await?;
        let chosen = match timeout(LIMIT, choose(bot, id, &legal)).await {
            Ok(chosen) => chosen?,
            Err(_) => fastrand::choice(listed(&legal)),
        };
        let Some(chosen) = chosen else { return Ok(()) };
        let body = MovesInput::new(vec![chosen], legal.seq);
        bot.api.play_moves(id, body).await?;
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let url = env::var("TURNPIKE_URL").unwrap_or_else(|_| "http://127.0.0.1:8080".into());
    let bot = Turnpike::with_token(&url, &env::var("TURNPIKE_TOKEN")?, &Options::default())?;
    let name = env::args().nth(1).ok_or("usage: bot NAME")?;
    Err(run(&bot, &name).await.into())
}
