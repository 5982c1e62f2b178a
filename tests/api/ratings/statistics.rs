//! Statistics of players: which games count, and how.

use chrono::TimeDelta;
use diesel_async::SimpleAsyncConnection;
use play::clocks::deadlines::look_at_all;
use reqwest::Method;
use serde_json::{Value, json};

use crate::helpers::*;
use crate::play::bots::plays_against_bots;
use crate::play::invitations::invites;
use crate::table::*;

/// Returns the statistics of a player, as a reader without an account gets them.
async fn statistics_of(server: &Server, name: &str) -> Value {
    let path = format!("/v1/players/{name}/statistics");
    server.send(Method::GET, &path, None, None).await.ok()
}

/// Returns the only record of a player.
async fn record_of(server: &Server, name: &str) -> Value {
    let statistics = statistics_of(server, name).await;
    let kinds = statistics["kinds"].as_array().unwrap();
    assert_eq!(kinds.len(), 1, "{statistics}");
    kinds[0].clone()
}

/// Finishes a game of these players, which the first one leaves.
async fn loses(players: &[&Player<'_>]) -> String {
    let game = thats_life(players).await;
    players[0].plays(&game, "leave").await;
    players[0].server.app.clock.forward(TimeDelta::seconds(1));
    game
}

/// Asserts that no game counts for this player.
async fn has_none(server: &Server, name: &str) {
    let statistics = statistics_of(server, name).await;
    let none = json!({"kinds": [], "opponents": [], "recent": 0, "left": 0, "timed_out": 0,
        "median_seconds": null});
    assert_eq!(statistics, none);
}

#[tokio::test]
async fn statistics_count_wins_and_losses_by_kind_and_seats() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    loses(&[&ann, &ben]).await;
    loses(&[&ann, &ben]).await;
    loses(&[&ben, &ann]).await;
    let record = record_of(&server, "ANN").await;
    assert_eq!(record["kind"], "thats-life");
    assert_eq!(record["seats"], 2);
    assert_eq!(record["bots"], false);
    assert_eq!(record["finished"], 3);
    assert_eq!(record["won"], 1);
    assert_eq!(record["drawn"], 0);
    assert_eq!(record["lost"], 2);
}

#[tokio::test]
async fn statistics_keep_numbers_of_seats_apart() {
    let server = server().await;
    let [ann, ben, cleo] = server.players(["ann", "ben", "cleo"]).await;
    loses(&[&ann, &ben]).await;
    let game = loses(&[&ann, &ben, &cleo]).await;
    play_on(&[&ben, &cleo], &game, 2_000).await;
    let statistics = statistics_of(&server, "ann").await;
    let kinds = statistics["kinds"].as_array().unwrap().iter();
    let seats: Vec<_> = kinds.map(|it| it["seats"].as_u64().unwrap()).collect();
    assert_eq!(seats, [2, 3]);
}

#[tokio::test]
async fn streak_ends_with_a_loss_and_the_longest_stays() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    for loser in [&ben, &ben, &ann, &ben] {
        let winner = if loser.name == "ann" { &ben } else { &ann };
        loses(&[loser, winner]).await;
    }
    let record = record_of(&server, "ann").await;
    assert_eq!(record["streak"], 1);
    assert_eq!(record["longest_streak"], 2);
}

#[tokio::test]
async fn best_score_is_that_of_a_game_played_to_the_end() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    loses(&[&ann, &ben]).await;
    assert_eq!(record_of(&server, "ann").await["best_score"], Value::Null);
    let game = thats_life(&[&ann, &ben]).await;
    play_on(&[&ann, &ben], &game, 2_000).await;
    let score = ann.sees(&game).await["result"]["standings"][0]["score"].clone();
    assert_eq!(record_of(&server, "ann").await["best_score"], score);
}

#[tokio::test]
async fn games_against_bots_have_a_record_of_their_own() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    loses(&[&ben, &ann]).await;
    let new = json!({"kind": "thats-life", "seats": 2, "invite": [{"bot": "random"}]});
    let game = ann.makes(new).await;
    plays_against_bots(&ann, &game).await;
    let statistics = statistics_of(&server, "ann").await;
    let kinds = statistics["kinds"].as_array().unwrap().iter();
    let bots: Vec<_> = kinds.map(|it| (&it["bots"], &it["finished"])).collect();
    let one = &json!(1);
    assert_eq!(bots, [(&json!(false), one), (&json!(true), one)]);
}

#[tokio::test]
async fn game_against_a_bot_in_the_first_seat_counts_as_one_against_bots() {
    let server = server().await;
    let ann = server.player("ann").await;
    let new = json!({"kind": "thats-life", "seats": 2, "invite": [{"bot": "random"}]});
    let game = ann.makes(new).await;
    ann.plays(&game, "leave").await;
    // Everybody sits one seat further.
    let again = format!("/v1/games/{game}/rematch");
    let again = ann.post(&again, json!({})).await.ok();
    assert_eq!(again["seats"][0]["bot"], "random");
    ann.plays(&id(&again), "leave").await;
    let record = record_of(&server, "ann").await;
    assert_eq!(
        (&record["bots"], &record["finished"]),
        (&json!(true), &json!(2))
    );
}

#[tokio::test]
async fn opponent_whose_seat_a_bot_took_over_is_no_bot() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = thats_life(&[&ann, &ben]).await;
    let offer = format!("/v1/games/{game}/seats/me/replacement");
    ben.post(&offer, json!({"bot": "greedy"})).await.ok();
    plays_against_bots(&ann, &game).await;
    assert_eq!(record_of(&server, "ann").await["bots"], false);
}

#[tokio::test]
async fn game_with_one_seat_is_neither_won_nor_lost() {
    let server = server().await;
    let ann = server.player("ann").await;
    let game = ann.makes(json!({"kind": "ferry-follies"})).await;
    ann.plays(&game, "leave").await;
    let record = record_of(&server, "ann").await;
    assert_eq!(record["seats"], 1);
    assert_eq!(record["finished"], 1);
    for result in ["won", "drawn", "lost", "streak"] {
        assert_eq!(record[result], 0, "{result}");
    }
}

#[tokio::test]
async fn private_game_does_not_count_even_for_its_players() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let hidden = invites(&ann, "private", json!({"player": "ben"})).await;
    ben.joins(&hidden).await;
    ann.plays(&hidden, "leave").await;
    has_none(&server, "ann").await;
    let own = ann.get("/v1/players/ann/statistics").await.ok();
    assert_eq!(own, statistics_of(&server, "ann").await);
}

#[tokio::test]
async fn game_on_a_deal_counts_when_the_deal_is_closed() {
    let server = server().await;
    let ann = server.player("ann").await;
    let closes_at = common::clock::rfc3339(server.app.clock.now() + TimeDelta::days(1));
    let deal = json!({"kind": "ferry-follies", "closes_at": closes_at});
    let deal = id(&ann.post("/v1/deals", deal).await.ok());
    let game = ann.makes(json!({"deal": deal})).await;
    ann.plays(&game, "leave").await;
    has_none(&server, "ann").await;
    server.app.clock.forward(TimeDelta::days(2));
    assert_eq!(record_of(&server, "ann").await["finished"], 1);
}

#[tokio::test]
async fn practice_game_does_not_count() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = json!({"kind": "thats-life", "seats": 2, "seed": "00".repeat(32)});
    let game = ann.makes(game).await;
    ben.joins(&game).await;
    ann.plays(&game, "leave").await;
    has_none(&server, "ann").await;
}

#[tokio::test]
async fn running_game_does_not_count() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    thats_life(&[&ann, &ben]).await;
    has_none(&server, "ann").await;
}

#[tokio::test]
async fn damaged_result_does_not_count() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = loses(&[&ann, &ben]).await;
    let damage = format!("UPDATE games SET result = '{{}}' WHERE id = '{game}'");
    let mut conn = superuser(&server.database).await;
    conn.batch_execute(&damage).await.unwrap();
    has_none(&server, "ann").await;
}

#[tokio::test]
async fn opponents_are_those_whom_the_player_met_most() {
    let server = server().await;
    let [ann, ben, cleo] = server.players(["ann", "ben", "cleo"]).await;
    loses(&[&ann, &ben]).await;
    loses(&[&ann, &cleo]).await;
    loses(&[&cleo, &ann]).await;
    assert_eq!(
        statistics_of(&server, "ann").await["opponents"],
        json!([
            {"player": "cleo", "games": 2, "won": 1, "drawn": 0, "lost": 1},
            {"player": "ben", "games": 1, "won": 0, "drawn": 0, "lost": 1},
        ])
    );
}

#[tokio::test]
async fn deleted_player_has_no_statistics_and_is_no_opponent() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = loses(&[&ann, &ben]).await;
    let body = json!({"password": PASSWORD});
    let token = Some(ann.token.as_str());
    let gone = server
        .send(Method::DELETE, "/v1/me", token, Some(&body))
        .await;
    assert_eq!(gone.status, 204);
    let new_name = ben.sees(&game).await["seats"][0]["player"].clone();
    for name in ["ann", new_name.as_str().unwrap()] {
        let path = format!("/v1/players/{name}/statistics");
        let answer = server.send(Method::GET, &path, None, None).await;
        answer.problem(404, "not-found");
    }
    let statistics = statistics_of(&server, "ben").await;
    assert_eq!(statistics["opponents"], json!([]));
    assert_eq!(statistics["kinds"][0]["won"], 1);
}

#[tokio::test]
async fn resigned_game_counts_as_left() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    loses(&[&ann, &ben]).await;
    let [loser, winner] = [
        statistics_of(&server, "ann").await,
        statistics_of(&server, "ben").await,
    ];
    assert_eq!((&loser["recent"], &loser["left"]), (&json!(1), &json!(1)));
    assert_eq!((&winner["recent"], &winner["left"]), (&json!(1), &json!(0)));
}

#[tokio::test]
async fn seat_given_to_a_bot_counts_as_left_but_not_as_finished() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = thats_life(&[&ben, &ann]).await;
    let offer = format!("/v1/games/{game}/seats/me/replacement");
    ann.post(&offer, json!({"bot": "greedy"})).await.ok();
    plays_against_bots(&ben, &game).await;
    let statistics = statistics_of(&server, "ann").await;
    assert_eq!(statistics["kinds"], json!([]));
    assert_eq!(
        (&statistics["recent"], &statistics["left"]),
        (&json!(1), &json!(1))
    );
}

#[tokio::test]
async fn time_out_counts_for_the_player_whose_time_ran_out() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let pace = json!({"days_per_move": 1, "on_timeout": "end"});
    let new = json!({"kind": "thats-life", "seats": 2, "pace": pace, "entropy": ann.luck()});
    let game = ann.makes(new).await;
    ben.joins(&game).await;
    server.app.clock.forward(TimeDelta::days(2));
    look_at_all(&server.app).await.unwrap();
    assert_eq!(ann.sees(&game).await["status"], "finished");
    assert_eq!(statistics_of(&server, "ann").await["timed_out"], 1);
    assert_eq!(statistics_of(&server, "ben").await["timed_out"], 0);
}

#[tokio::test]
async fn median_is_the_time_that_the_player_takes_to_answer() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = thats_life(&[&ann, &ben]).await;
    while ann.sees(&game).await["status"] != "finished" {
        let minutes = match ann.sees(&game).await["to_act"][0].as_u64() {
            Some(0) => 10,
            _ => 3,
        };
        server.app.clock.forward(TimeDelta::minutes(minutes));
        play_on(&[&ann, &ben], &game, 1).await;
    }
    assert_eq!(statistics_of(&server, "ann").await["median_seconds"], 600);
    assert_eq!(statistics_of(&server, "ben").await["median_seconds"], 180);
}
