//! Whole games against the example bot, which learns about them from events only.

use std::time::Duration;

use tokio::{task::AbortHandle, time::sleep};
use turnpike_client::{
    Error, Options, Turnpike,
    api::{
        Bot, GameInput, GameResult, Invitee, JoinRequest, MovesInput, Reauthentication, Scope,
        SeatOffer, TokenInput,
    },
};

use crate::{
    bot::{play::choose, run},
    helpers::{Fate, PASSWORD, Proxy, player, server},
};

/// A bot that runs until this value is dropped.
struct Running {
    name: String,
    task: AbortHandle,
}

impl Drop for Running {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Running {
    async fn start() -> Self {
        Self::start_at(&server(), &Options::default()).await
    }

    async fn start_at(url: &str, options: &Options) -> Self {
        let owner = player(&server()).await;
        let name = owner.api.get_account().await.expect("an account").name;
        let body = TokenInput {
            days: None,
            name: "a bot".into(),
            scopes: vec![Scope::GamesRead, Scope::GamesPlay],
            reauthentication: Reauthentication {
                password: Some(PASSWORD.into()),
                ..Reauthentication::default()
            },
        };
        let token = owner.api.create_token(body).await.expect("a token").token;
        let bot = Turnpike::with_token(url, &token, options).expect("a client");
        let task = tokio::spawn({
            let name = name.clone();
            async move { run(&bot, &name).await }
        });
        Running {
            name,
            task: task.abort_handle(),
        }
    }

    fn guest(&self) -> Invitee {
        Invitee {
            player: Some(self.name.clone()),
            ..Invitee::default()
        }
    }
}

/// Plays for this player until the game is over.
async fn play_to_the_end(player: &Turnpike, game: &str) -> Result<GameResult, Error> {
    loop {
        let state = player.api.get_game_builder(game).send().await?;
        if let Some(result) = state.result {
            return Ok(result.clone());
        }
        if !state.seat.is_some_and(|seat| state.to_act.contains(&seat)) {
            sleep(Duration::from_millis(20)).await;
            continue;
        }
        let legal = player.api.list_legal_moves(game).await?;
        if let Some(chosen) = choose(player, game, &legal).await? {
            let body = MovesInput::new(vec![chosen], legal.seq);
            player.api.play_moves(game, body).await?;
        }
    }
}

/// Creates a game against the bot and, for more seats, bots of the server. A solo game gets the bot
/// only. Returns the game's id.
async fn invite(host: &Turnpike, bot: &Running, kind: &str) -> Result<String, Error> {
    let kinds = host.api.list_kinds().await?.kinds;
    let kind = kinds
        .iter()
        .find(|it| it.id == kind)
        .expect("a kind of game");
    let seats = kind.min_seats.max(2).min(kind.max_seats);
    let body = GameInput {
        seats: Some(seats),
        ..GameInput::new(kind.id.clone())
    };
    let game = host.api.create_game(body).await?.id;
    if seats == 1 {
        offer(host, bot, &game).await?;
        while host
            .api
            .get_game_builder(&game)
            .send()
            .await?
            .seat
            .is_some()
        {
            sleep(Duration::from_millis(20)).await;
        }
    } else {
        host.api.invite_player(&game, bot.guest()).await?;
    }
    for _ in 2..seats {
        let random = Invitee {
            bot: Some(Bot::Random),
            ..Invitee::default()
        };
        host.api.invite_player(&game, random).await?;
    }
    Ok(game)
}

/// Offers the bot the seat of this player.
async fn offer(player: &Turnpike, bot: &Running, game: &str) -> Result<(), Error> {
    let offer = SeatOffer {
        player: Some(bot.name.clone()),
        ..SeatOffer::default()
    };
    player.api.offer_seat(game, offer).await?;
    Ok(())
}

async fn a_whole_game(kind: &str) {
    let (bot, host) = (Running::start().await, player(&server()).await);
    let game = invite(&host, &bot, kind).await.expect("a game");
    let standings = play_to_the_end(&host, &game)
        .await
        .expect("an end")
        .standings;
    assert!(standings.iter().any(|it| it.rank == 1));
    assert!(standings.iter().all(|it| !it.left));
    let game = host
        .api
        .get_game_builder(&game)
        .send()
        .await
        .expect("the game");
    assert!(
        game.seats
            .iter()
            .any(|it| it.player.as_ref() == Some(&bot.name))
    );
}

#[tokio::test]
#[ignore = "a whole game, which WHOLE=1 ./check plays"]
async fn bot_plays_a_whole_game_of_buttons() {
    a_whole_game("buttons").await;
}

#[tokio::test]
#[ignore = "a whole game, which WHOLE=1 ./check plays"]
async fn bot_plays_a_whole_game_of_ferry_follies() {
    a_whole_game("ferry-follies").await;
}

#[tokio::test]
#[ignore = "a whole game, which WHOLE=1 ./check plays"]
async fn bot_plays_a_whole_game_of_flip_freighters() {
    a_whole_game("flip-freighters").await;
}

#[tokio::test]
#[ignore = "a whole game, which WHOLE=1 ./check plays"]
async fn bot_plays_a_whole_game_of_paris_connection() {
    a_whole_game("paris-connection").await;
}

#[tokio::test]
#[ignore = "a whole game, which WHOLE=1 ./check plays"]
async fn bot_plays_a_whole_game_of_thats_life() {
    a_whole_game("thats-life").await;
}

#[tokio::test]
async fn bot_takes_and_plays_an_offered_seat() {
    let (bot, host) = (Running::start().await, player(&server()).await);
    let leaver = player(&server()).await;
    let body = GameInput::new("thats-life".into());
    let game = host.api.create_game(body).await.unwrap().id;
    leaver
        .api
        .join_game(&game, JoinRequest::default())
        .await
        .unwrap();
    offer(&leaver, &bot, &game).await.unwrap();
    play_to_the_end(&host, &game).await.unwrap();
    let game = host.api.get_game_builder(&game).send().await.unwrap();
    assert_eq!(game.seats[1].player, Some(bot.name.clone()));
}

#[tokio::test]
async fn bot_without_events_looks_for_waiting_games() {
    let proxy = Proxy::start().await;
    proxy.once("GET /v1/me/events ", Fate::CutBefore, usize::MAX);
    let options = Options {
        retry_timeout: Duration::ZERO,
        ..Options::default()
    };
    let host = player(&server()).await;
    let bot = Running::start_at(&proxy.url, &options).await;
    let game = invite(&host, &bot, "thats-life").await.unwrap();
    while host.api.get_game_builder(&game).send().await.unwrap().seats[1]
        .player
        .is_none()
    {
        sleep(Duration::from_millis(100)).await;
    }
    assert!(proxy.count("GET /v1/me/events ") > 0);
    assert!(proxy.count("GET /v1/games?") > 0);
}
