//! Plays a game with the generated client: `play thats-life 200`

use openapi::apis::configuration::Configuration;
use openapi::apis::{accounts_api, chat_api, games_api, history_api, kinds_api, play_api};
use openapi::models::{GameInput, GameStatus, JoinRequest, MovesInput, SignUp};
use std::error::Error;

/// Returns a client that sends this token.
fn client(token: Option<String>) -> Result<Configuration, Box<dyn Error>> {
    Ok(Configuration {
        base_path: std::env::var("TURNPIKE_URL")?,
        bearer_access_token: token,
        ..Configuration::new()
    })
}

/// Signs up a player.
async fn player(name: &str) -> Result<Configuration, Box<dyn Error>> {
    let name = format!("{name}-{:08x}", fastrand::u32(..));
    let who = SignUp::new(format!("{name}@example.org"), name, "correct horse battery".to_owned());
    let signed_up = accounts_api::sign_up(&client(None)?, who, None).await?;
    client(Some(signed_up.session.access_token))
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, kind, limit] = arguments.as_slice() else { return Err("play KIND MOVES".into()) };
    let limit: usize = limit.parse()?;
    let kinds = kinds_api::list_kinds(&client(None)?, None).await?.kinds;
    let offered = kinds.iter().find(|it| it.id == *kind).ok_or("the server does not offer this kind")?;
    let seats = 2.max(offered.min_seats).min(offered.max_seats);
    let mut players = Vec::new();
    for (name, _) in ["ann", "ben", "cleo"].into_iter().zip(0..seats) {
        players.push(player(name).await?);
    }
    let creator = &players[0];
    let input = GameInput { seats: Some(seats), ..GameInput::new(kind.clone()) };
    let mut game = games_api::create_game(creator, input, None).await?;
    for other in &players[1..] {
        let mine = JoinRequest { entropy: Some("mine".to_owned()), ..JoinRequest::new() };
        game = games_api::join_game(other, &game.id, mine).await?;
    }
    let (mut moves, mut status, mut to_act) = (0, game.status, game.to_act);
    while status == GameStatus::Running && moves < limit {
        let seat = fastrand::choice(&to_act).ok_or("no player has to act")?;
        let player = &players[usize::try_from(*seat)?];
        let legal = play_api::list_legal_moves(player, &game.id, None, None).await?;
        (status, to_act) = (legal.status, legal.to_act);
        if let Some(choice) = fastrand::choice(legal.moves) {
            let played = play_api::play_moves(player, &game.id, MovesInput::new(vec![choice], legal.seq)).await?;
            (moves, status, to_act) = (moves + 1, played.status, played.to_act);
        }
    }
    let log = history_api::get_log(creator, &game.id, None, None, None, None).await?;
    let chat = chat_api::list_messages(creator, &game.id, None, None, None, None).await?;
    let picture = games_api::get_board_png(
        creator, &game.id, None, None, None, None, None, None, None, None, None, None, None,
    )
    .await?;
    let picture = picture.bytes().await?;
    let record = history_api::export_game(creator, &game.id).await?;
    println!(
        "{kind}: {moves} moves, {status}, {} entries, {} messages, a picture of {} bytes, a record of {} entries",
        log.entries.len(),
        chat.messages.len(),
        picture.len(),
        record.entries.len()
    );
    Ok(())
}
