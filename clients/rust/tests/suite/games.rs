//! Whole games of one kind, or of every kind with `WHOLE=1 ./check`.

use serde_json::json;
use turnpike_client::api::{ThatsLifePhase, ThatsLifeView};

use crate::{
    bot::play::play,
    helpers::{new_game, player, server},
};

#[tokio::test]
async fn view_can_be_read_with_the_type_of_its_kind() {
    let turnpike = player(&server()).await;
    let game = new_game(&turnpike).await.expect("a game");
    let game = turnpike.api.get_game_builder(game).send().await.unwrap();
    let view: ThatsLifeView = serde_json::from_value(json!(game.view)).unwrap();
    assert_eq!(view.phase, ThatsLifePhase::AwaitRoll);
}

async fn a_whole_game(kind: &str) {
    let standings = play(&server(), kind).await.expect("a game").standings;
    assert!(standings.iter().any(|it| it.rank == 1));
    assert!(standings.iter().all(|it| !it.left));
}

#[tokio::test]
#[ignore = "a whole game, which WHOLE=1 ./check plays"]
async fn example_plays_a_whole_game_of_buttons() {
    a_whole_game("buttons").await;
}

#[tokio::test]
#[ignore = "a whole game, which WHOLE=1 ./check plays"]
async fn example_plays_a_whole_game_of_ferry_follies() {
    a_whole_game("ferry-follies").await;
}

#[tokio::test]
#[ignore = "a whole game, which WHOLE=1 ./check plays"]
async fn example_plays_a_whole_game_of_flip_freighters() {
    a_whole_game("flip-freighters").await;
}

#[tokio::test]
#[ignore = "a whole game, which WHOLE=1 ./check plays"]
async fn example_plays_a_whole_game_of_paris_connection() {
    a_whole_game("paris-connection").await;
}

#[tokio::test]
async fn example_plays_a_whole_game_of_thats_life() {
    a_whole_game("thats-life").await;
}
