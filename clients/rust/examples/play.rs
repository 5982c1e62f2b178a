//! Plays a whole game as all of its players:  cargo run --example play -- thats-life

use std::{env, error::Error};

use turnpike_client::{
    Options, Turnpike,
    api::{GameInput, GameMove, GameResult, JoinRequest, LegalMoves, MovesInput, SignUp},
};

const NAMES: [&str; 6] = ["ann", "ben", "cleo", "dan", "eve", "finn"];

pub type Result<T, E = Box<dyn Error + Send + Sync>> = std::result::Result<T, E>;

/// Signs up a new player.
async fn player(url: &str, name: &str) -> Result<Turnpike> {
    let name = format!("{name}-{:08x}", fastrand::u32(..));
    let email = format!("{name}@example.org");
    let body = SignUp::new(email, name, "correct horse battery".into());
    Ok(Turnpike::sign_up(url, body, &Options::default()).await?)
}

/// Returns the listed moves without the one that restarts the turn, which could go on for ever.
pub fn listed(legal: &LegalMoves) -> Vec<GameMove> {
    let mut moves = legal.moves.clone();
    moves.retain(|it| it.additional_properties["type"] != "restart_turn");
    moves
}

/// Chooses a legal move, if there is one. If there are too many to list, some are built word by
/// word.
pub async fn choose(
    player: &Turnpike,
    game: &str,
    legal: &LegalMoves,
) -> Result<Option<GameMove>, turnpike_client::Error> {
    let moves = listed(legal);
    if legal.complete || moves.is_empty() || fastrand::f64() < 0.8 {
        return Ok(fastrand::choice(moves));
    }
    let mut text = String::new();
    loop {
        let completion = player.api.complete_move(game, Some(&text)).await?;
        match (completion.r#move, fastrand::choice(completion.next)) {
            (None, Some(word)) => text = format!("{text} {word}"),
            (whole, _) => return Ok(whole),
        }
    }
}

/// Plays to the end, and returns the result.
pub async fn play(url: &str, kind: &str) -> Result<GameResult> {
    let anonymous = Turnpike::new(url, &Options::default())?;
    let kinds = anonymous.api.list_kinds().await?.kinds;
    let kind = kinds
        .iter()
        .find(|it| it.id == kind)
        .ok_or("there is no such kind of game")?;
    let mut players = Vec::new();
    for (name, _) in NAMES.iter().zip(0..kind.min_seats) {
        players.push(player(url, name).await?);
    }
    let creator = players.first().ok_or("a game without players")?;
    let body = GameInput::new(kind.id.clone());
    let game = creator.api.create_game(body).await?;
    for other in &players[1..] {
        other
            .api
            .join_game(&game.id, JoinRequest::default())
            .await?;
    }
    println!("{}: game {}, seats: {}", kind.id, game.id, players.len());
    loop {
        let state = creator.api.get_game_builder(&game.id).send().await?;
        if let Some(result) = state.result {
            return Ok(result);
        }
        let seat = fastrand::choice(state.to_act).ok_or("no player has to act")?;
        let turnpike = &players[usize::try_from(seat)?];
        let legal = turnpike.api.list_legal_moves(&game.id).await?;
        // The server may have played a move without a choice for this player in the meantime.
        if let Some(chosen) = choose(turnpike, &game.id, &legal).await? {
            let body = MovesInput::new(vec![chosen], legal.seq);
            turnpike.api.play_moves(&game.id, body).await?;
        }
    }
}

#[tokio::main]
async fn main() -> Result<()> {
    let url = env::var("TURNPIKE_URL").unwrap_or_else(|_| "http://127.0.0.1:8080".into());
    let kind = env::args().nth(1).unwrap_or_default();
    for it in play(&url, &kind).await?.standings {
        println!("seat {}: rank {}, {} points", it.seat, it.rank, it.score);
    }
    Ok(())
}
