//! Whole games of one kind, or of every kind with `WHOLE=1 ./check`.

use turnpike_client::{Settings, Turnpike, api::NewGameBody};

use crate::{bot::play::play, helpers::server};

#[tokio::test]
async fn client_knows_every_kind_of_game() {
    let nobody = Turnpike::new(&server(), &Settings::default()).unwrap();
    let kinds = nobody.api.list_kinds().await.unwrap().kinds;
    assert_eq!(kinds.len(), 5);
    for kind in kinds {
        assert!(NewGameBody::of_kind(&kind.id).is_some(), "{}", kind.id);
    }
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
