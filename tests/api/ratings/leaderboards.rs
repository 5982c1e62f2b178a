//! Ratings: which games count, for whom, and in which order.

use chrono::TimeDelta;
use diesel_async::SimpleAsyncConnection;
use reqwest::Method;
use serde_json::{Value, json};

use crate::helpers::*;
use crate::table::*;

/// Rates the games that are over.
async fn rate(server: &Server) {
    ratings::rate(&server.app).await.unwrap();
}

/// Returns the ratings of a player in games of That's Life!: size of the table, rating, number of
/// games.
async fn ratings_of(server: &Server, name: &str) -> Vec<(String, i64, i64)> {
    let path = format!("/v1/players/{name}/ratings");
    let all = server.send(Method::GET, &path, None, None).await.ok();
    let all = all["ratings"].as_array().unwrap().iter();
    let rating = |it: &Value| {
        let number = |member: &str| it[member].as_i64().unwrap();
        let size = it["seats"].as_str().unwrap().to_owned();
        (size, number("rating"), number("games"))
    };
    all.map(rating).collect()
}

/// Returns the only rating of a player.
async fn rating_of(server: &Server, name: &str) -> i64 {
    let all = ratings_of(server, name).await;
    assert_eq!(all.len(), 1, "{name}: {all:?}");
    all[0].1
}

/// Finishes a game of two, which the first one leaves.
async fn loses(loser: &Player<'_>, winner: &Player<'_>) -> String {
    let game = thats_life(&[loser, winner]).await;
    loser.plays(&game, "leave").await;
    game
}

/// Gives the seat of the first player of a game to another player.
async fn takes_over(taker: &Player<'_>, giver: &Player<'_>, game: &str) {
    let offer = format!("/v1/games/{game}/seats/me/replacement");
    giver.post(&offer, json!({"player": taker.name})).await.ok();
    let seat = format!("/v1/games/{game}/seats/0/replacement");
    taker.post(&seat, json!({})).await.ok();
}

/// Turns an account into one of a guest.
async fn becomes_guest(server: &Server, name: &str) {
    let guest = format!(
        "UPDATE players SET guest = true, email = NULL, email_confirmed_at = NULL,
         password_hash = NULL WHERE name = '{name}'"
    );
    let mut conn = superuser(&server.database).await;
    conn.batch_execute(&guest).await.unwrap();
}

/// Returns the leaderboard with this query: the names, and `next`.
async fn board(server: &Server, query: &str) -> (Vec<String>, Value) {
    let path = format!("/v1/kinds/thats-life/ratings?{query}");
    let page = server.send(Method::GET, &path, None, None).await.ok();
    let ratings = page["ratings"].as_array().unwrap().iter();
    let name = |it: &Value| it["player"].as_str().unwrap().to_owned();
    (ratings.map(name).collect(), page["next"].clone())
}

/// Asserts that the stored ratings are those of a computation from zero. Returns their number.
async fn checked(server: &Server) -> usize {
    let report = ratings::check(&server.database).await.unwrap();
    assert!(report.differences.is_empty(), "{:#?}", report.differences);
    report.ratings
}

#[tokio::test]
async fn finished_game_raises_the_winner_and_lowers_the_leaver() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    loses(&ann, &ben).await;
    rate(&server).await;
    let (loser, winner) = (
        ratings_of(&server, "ann").await,
        ratings_of(&server, "ben").await,
    );
    assert_eq!(loser, [("two".to_owned(), 1_342, 1)]);
    assert_eq!(winner, [("two".to_owned(), 1_658, 1)]);
}

#[tokio::test]
async fn game_is_rated_once() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    loses(&ann, &ben).await;
    rate(&server).await;
    let once = ratings_of(&server, "ann").await;
    rate(&server).await;
    ratings::rate_late(&server.app).await.unwrap();
    assert_eq!(ratings_of(&server, "ann").await, once);
}

#[tokio::test]
async fn two_nodes_rate_a_game_once() {
    let server = server().await;
    let two = server_on(server.database.clone()).await;
    let [ann, ben] = server.two_players().await;
    loses(&ann, &ben).await;
    let (one, other) = tokio::join!(ratings::rate(&server.app), ratings::rate(&two.app));
    one.unwrap();
    other.unwrap();
    assert_eq!(ratings_of(&server, "ann").await[0].2, 1);
}

#[tokio::test]
async fn leaver_ranks_below_all_who_stay() {
    let server = server().await;
    let [ann, ben, cleo] = server.players(["ann", "ben", "cleo"]).await;
    let game = thats_life(&[&ann, &ben, &cleo]).await;
    ann.plays(&game, "leave").await;
    play_on(&[&ben, &cleo], &game, 2_000).await;
    rate(&server).await;
    let [left, ben, cleo] = [
        ratings_of(&server, "ann").await,
        ratings_of(&server, "ben").await,
        ratings_of(&server, "cleo").await,
    ];
    assert!(
        left[0].1 < ben[0].1.min(cleo[0].1),
        "{left:?} {ben:?} {cleo:?}"
    );
    assert_eq!(left[0].0, "more");
}

#[tokio::test]
async fn player_who_gives_the_seat_away_ranks_as_a_leaver_and_the_successor_is_not_rated() {
    let server = server().await;
    let [ann, ben, cleo] = server.players(["ann", "ben", "cleo"]).await;
    let game = thats_life(&[&ann, &ben]).await;
    takes_over(&cleo, &ann, &game).await;
    play_on(&[&cleo, &ben], &game, 2_000).await;
    rate(&server).await;
    assert!(rating_of(&server, "ann").await < 1_500);
    assert!(rating_of(&server, "ben").await > 1_500);
    assert!(ratings_of(&server, "cleo").await.is_empty());
}

#[tokio::test]
async fn player_who_gives_the_seat_to_a_guest_loses_points() {
    let server = server().await;
    let [ann, ben, cleo] = server.players(["ann", "ben", "cleo"]).await;
    let game = thats_life(&[&ann, &ben]).await;
    takes_over(&cleo, &ann, &game).await;
    becomes_guest(&server, "cleo").await;
    cleo.plays(&game, "leave").await;
    rate(&server).await;
    assert!(rating_of(&server, "ann").await < 1_500);
    assert!(rating_of(&server, "ben").await > 1_500);
    assert!(ratings_of(&server, "cleo").await.is_empty());
}

#[tokio::test]
async fn player_who_takes_a_seat_over_and_leaves_loses_points() {
    let server = server().await;
    let [ann, ben, cleo] = server.players(["ann", "ben", "cleo"]).await;
    let game = thats_life(&[&ann, &ben]).await;
    takes_over(&cleo, &ann, &game).await;
    cleo.plays(&game, "leave").await;
    rate(&server).await;
    assert!(rating_of(&server, "cleo").await < 1_500);
}

#[tokio::test]
async fn player_who_leaves_a_seat_to_a_bot_loses_points() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = thats_life(&[&ann, &ben]).await;
    let offer = format!("/v1/games/{game}/seats/me/replacement");
    ann.post(&offer, json!({"bot": "greedy"})).await.ok();
    while ben.sees(&game).await["status"] != "finished" {
        play::bots::answer_all(&server.app).await.unwrap();
        play_on(&[&ben], &game, 1).await;
    }
    rate(&server).await;
    assert!(rating_of(&server, "ann").await < 1_500);
}

#[tokio::test]
async fn practice_game_is_not_rated() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = json!({"kind": "thats-life", "seats": 2, "seed": "00".repeat(32)});
    let game = ann.makes(game).await;
    ben.joins(&game).await;
    ann.plays(&game, "leave").await;
    rate(&server).await;
    assert!(ratings_of(&server, "ann").await.is_empty());
}

#[tokio::test]
async fn game_on_a_deal_is_not_rated() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let deal = json!({"kind": "thats-life", "seats": 2, "closes_at": "2026-03-08T12:00:00Z"});
    let deal = id(&ann.post("/v1/deals", deal).await.ok());
    let game = json!({"deal": deal, "invite": [{"player": "ben"}]});
    let game = ann.makes(game).await;
    ben.joins(&game).await;
    ann.plays(&game, "leave").await;
    rate(&server).await;
    assert!(ratings_of(&server, "ann").await.is_empty());
}

#[tokio::test]
async fn game_against_a_bot_is_not_rated() {
    let server = server().await;
    let ann = server.player("ann").await;
    let game = json!({"kind": "thats-life", "invite": [{"bot": "greedy"}]});
    let game = ann.makes(game).await;
    ann.plays(&game, "leave").await;
    rate(&server).await;
    assert!(ratings_of(&server, "ann").await.is_empty());
}

#[tokio::test]
async fn game_with_a_guest_is_not_rated_even_if_the_guest_signs_up_later() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    loses(&ann, &ben).await;
    becomes_guest(&server, "ben").await;
    rate(&server).await;
    let mut conn = superuser(&server.database).await;
    let account = "UPDATE players SET guest = false WHERE name = 'ben'";
    conn.batch_execute(account).await.unwrap();
    rate(&server).await;
    assert!(ratings_of(&server, "ann").await.is_empty());
    assert_eq!(checked(&server).await, 0);
}

#[tokio::test]
async fn cancelled_game_is_not_rated() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = thats_life(&[&ann, &ben]).await;
    ann.takes_a_first_turn(&game).await;
    let mut conn = superuser(&server.database).await;
    let cancel = format!("UPDATE games SET status = 'cancelled' WHERE id = '{game}'");
    conn.batch_execute(&cancel).await.unwrap();
    rate(&server).await;
    assert!(ratings_of(&server, "ann").await.is_empty());
}

#[tokio::test]
async fn recomputed_ratings_equal_the_stored_ones() {
    let server = server().await;
    let [ann, ben, cleo] = server.players(["ann", "ben", "cleo"]).await;
    loses(&ann, &ben).await;
    rate(&server).await;
    server.app.clock.forward(TimeDelta::days(40));
    loses(&ben, &cleo).await;
    loses(&cleo, &ann).await;
    let three = thats_life(&[&ann, &ben, &cleo]).await;
    ann.plays(&three, "leave").await;
    play_on(&[&ben, &cleo], &three, 2_000).await;
    rate(&server).await;
    assert_eq!(checked(&server).await, 6);
    let before = ratings_of(&server, "ben").await;
    ratings::recompute(&server.database).await.unwrap();
    assert_eq!(ratings_of(&server, "ben").await, before);
    checked(&server).await;
}

#[tokio::test]
async fn interrupted_batch_leaves_nothing_and_is_repeated() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    loses(&ann, &ben).await;
    rate(&server).await;
    loses(&ben, &ann).await;
    // The batch fails at its last statement.
    let mut conn = superuser(&server.database).await;
    let fail = "CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS
            'BEGIN RAISE EXCEPTION ''the node died''; END';
        CREATE TRIGGER fail BEFORE INSERT ON rated_games FOR EACH ROW EXECUTE FUNCTION fail()";
    conn.batch_execute(fail).await.unwrap();
    ratings::rate(&server.app).await.unwrap_err();
    assert_eq!(ratings_of(&server, "ann").await[0].2, 1);
    checked(&server).await;
    let mend = "DROP TRIGGER fail ON rated_games";
    conn.batch_execute(mend).await.unwrap();
    rate(&server).await;
    assert_eq!(ratings_of(&server, "ann").await[0].2, 2);
    checked(&server).await;
}

/// Another node stored the end of this game after the next game was rated.
#[tokio::test]
async fn game_that_is_stored_late_is_rated_after_games_that_ended_later() {
    let server = server().await;
    let [ann, ben, cleo] = server.players(["ann", "ben", "cleo"]).await;
    let late = loses(&ann, &ben).await;
    let mut conn = superuser(&server.database).await;
    let hide = format!("UPDATE games SET status = 'running' WHERE id = '{late}'");
    conn.batch_execute(&hide).await.unwrap();
    server.app.clock.forward(TimeDelta::minutes(5));
    loses(&ben, &cleo).await;
    rate(&server).await;
    let show = format!("UPDATE games SET status = 'finished' WHERE id = '{late}'");
    conn.batch_execute(&show).await.unwrap();
    rate(&server).await;
    assert_eq!(ratings_of(&server, "ben").await[0].2, 2);
    checked(&server).await;
}

#[tokio::test]
async fn game_that_is_stored_a_day_late_is_rated_by_the_hourly_job() {
    let server = server().await;
    let [ann, ben, cleo] = server.players(["ann", "ben", "cleo"]).await;
    let late = loses(&ann, &ben).await;
    let mut conn = superuser(&server.database).await;
    let hide = format!("UPDATE games SET status = 'running' WHERE id = '{late}'");
    conn.batch_execute(&hide).await.unwrap();
    server.app.clock.forward(TimeDelta::days(1));
    loses(&ben, &cleo).await;
    rate(&server).await;
    let show = format!("UPDATE games SET status = 'finished' WHERE id = '{late}'");
    conn.batch_execute(&show).await.unwrap();
    rate(&server).await;
    assert!(ratings_of(&server, "ann").await.is_empty());
    ratings::rate_late(&server.app).await.unwrap();
    assert_eq!(ratings_of(&server, "ann").await[0].2, 1);
    checked(&server).await;
}

#[tokio::test]
async fn deleted_player_has_no_ratings_and_others_keep_theirs() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    loses(&ann, &ben).await;
    rate(&server).await;
    let body = json!({"password": PASSWORD});
    let token = Some(ann.token.as_str());
    let gone = server
        .send(Method::DELETE, "/v1/me", token, Some(&body))
        .await;
    assert_eq!(gone.status, 204);
    let all = board(&server, "provisional=true").await;
    assert_eq!(all, (vec!["ben".to_owned()], Value::Null));
    ratings::rate_late(&server.app).await.unwrap();
    assert_eq!(rating_of(&server, "ben").await, 1_658);
    assert_eq!(checked(&server).await, 1);
}

#[tokio::test]
async fn damaged_result_does_not_stop_the_rating_of_other_games() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let damaged = loses(&ann, &ben).await;
    let mut conn = superuser(&server.database).await;
    let damage = format!("UPDATE games SET result = '{{}}' WHERE id = '{damaged}'");
    conn.batch_execute(&damage).await.unwrap();
    loses(&ann, &ben).await;
    rate(&server).await;
    assert_eq!(ratings_of(&server, "ann").await[0].2, 1);
    checked(&server).await;
}

#[tokio::test]
async fn uncertainty_grows_in_a_pause() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    loses(&ann, &ben).await;
    rate(&server).await;
    let uncertainty = async || {
        let ratings = server.send(Method::GET, "/v1/players/ann/ratings", None, None);
        ratings.await.ok()["ratings"][0]["uncertainty"].clone()
    };
    assert_eq!(uncertainty().await, 484);
    server.app.clock.forward(TimeDelta::days(365));
    assert_eq!(uncertainty().await, 497);
}

#[tokio::test]
async fn provisional_ratings_are_listed_only_on_request() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    loses(&ann, &ben).await;
    rate(&server).await;
    assert_eq!(board(&server, "").await, (Vec::new(), Value::Null));
    let all = board(&server, "provisional=true").await;
    assert_eq!(all, (vec!["ben".to_owned(), "ann".to_owned()], Value::Null));
}

#[tokio::test]
async fn settled_rating_is_listed_until_it_becomes_provisional() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    loses(&ann, &ben).await;
    rate(&server).await;
    let mut conn = superuser(&server.database).await;
    let settle = "UPDATE ratings SET uncertainty = 200000, settled_until = last_at + '625 days'";
    conn.batch_execute(settle).await.unwrap();
    assert_eq!(board(&server, "").await.0, ["ben", "ann"]);
    server.app.clock.forward(TimeDelta::days(626));
    assert!(board(&server, "").await.0.is_empty());
}

#[tokio::test]
async fn leaderboard_pages_contain_each_player_once() {
    let server = server().await;
    let [ann, ben, cleo] = server.players(["ann", "ben", "cleo"]).await;
    loses(&ann, &ben).await;
    loses(&cleo, &ben).await;
    rate(&server).await;
    // Equal ratings follow each other by name.
    let mut conn = superuser(&server.database).await;
    let equal = "UPDATE ratings SET rating = 1500000";
    conn.batch_execute(equal).await.unwrap();
    let mut names = Vec::new();
    let mut query = "provisional=true&limit=1".to_owned();
    loop {
        let (page, next) = board(&server, &query).await;
        names.extend(page);
        let Some(next) = next.as_str() else { break };
        query = format!("provisional=true&limit=1&cursor={next}");
    }
    assert_eq!(names, ["ann", "ben", "cleo"]);
}

#[tokio::test]
async fn leaderboard_rejects_a_cursor_that_it_did_not_give_out() {
    let server = server().await;
    let path = "/v1/kinds/thats-life/ratings?cursor=AAAA";
    let answer = server.send(Method::GET, path, None, None).await;
    answer.problem(400, "invalid-request");
}

#[tokio::test]
async fn check_reports_a_changed_rating() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    loses(&ann, &ben).await;
    rate(&server).await;
    let mut conn = superuser(&server.database).await;
    let change = "UPDATE ratings SET rating = 3000000 WHERE rating < 1500000";
    conn.batch_execute(change).await.unwrap();
    let report = ratings::check(&server.database).await.unwrap();
    assert_eq!(report.differences.len(), 1);
    let difference = &report.differences[0];
    assert!(difference.contains("stored 3000.000"), "{difference}");
    ratings::recompute(&server.database).await.unwrap();
    checked(&server).await;
}
