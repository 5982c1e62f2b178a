//! Followed players, and the search for players.

use admin::acts::Exported;
use db::schema::following;
use diesel::prelude::*;
use diesel_async::{RunQueryDsl, SimpleAsyncConnection};
use reqwest::Method;
use serde_json::{Value, json};

use crate::database_helpers::*;
use crate::helpers::*;
use crate::play::game_lists::with_rows_read;
use crate::table::*;

impl Player<'_> {
    /// Asks to follow this player.
    async fn tries_to_follow(&self, name: &str) -> Answer {
        self.put(&format!("/v1/me/following/{name}"), Value::Null)
            .await
    }

    async fn follows(&self, name: &str) {
        self.tries_to_follow(name).await.ok();
    }

    /// Returns the names of the players whom the player follows.
    async fn followed(&self) -> Vec<String> {
        names(&self.get("/v1/me/following").await.ok())
    }

    /// Returns the names that a search finds.
    async fn finds(&self, prefix: &str) -> Vec<String> {
        names(&self.get(&format!("/v1/players?prefix={prefix}")).await.ok())
    }
}

fn names(page: &Value) -> Vec<String> {
    let players = page["players"].as_array().unwrap();
    let name = |it: &Value| it["name"].as_str().unwrap().to_owned();
    players.iter().map(name).collect()
}

async fn suspend(server: &Server, name: &str) {
    let suspend =
        format!("INSERT INTO suspensions SELECT id, now(), 'x' FROM players WHERE name = '{name}'");
    let mut conn = superuser(&server.database).await;
    conn.batch_execute(&suspend).await.unwrap();
}

async fn deletes_account(player: &Player<'_>) {
    let body = json!({"password": PASSWORD});
    let (server, token) = (player.server, Some(player.token.as_str()));
    let gone = server.send(Method::DELETE, "/v1/me", token, Some(&body));
    assert_eq!(gone.await.status, 204);
}

/// Adds players called `p-00001` and so on.
async fn many(server: &Server, count: usize) {
    let add = format!(
        "INSERT INTO players (name, name_key, created_at, mail_id, language)
         SELECT name, name, now(), name, 'en'
         FROM (SELECT 'p-' || lpad(n::text, 5, '0') AS name FROM generate_series(1, {count}) n) names;
         ANALYZE players"
    );
    let mut conn = superuser(&server.database).await;
    conn.batch_execute(&add).await.unwrap();
}

/// Lets a player follow the first `count` of `many`.
async fn follows_many(player: &Player<'_>, count: usize) {
    let add = format!(
        "INSERT INTO following SELECT me.id, they.id, now() FROM players me, players they
         WHERE me.name = '{}' AND they.name_key BETWEEN 'p-00001' AND 'p-{count:05}'",
        player.name
    );
    let mut conn = superuser(&player.server.database).await;
    conn.batch_execute(&add).await.unwrap();
}

#[tokio::test]
async fn followed_player_is_listed_with_running_public_games() {
    let server = server().await;
    let [ann, ben, cleo] = server.players(["ann", "ben", "cleo"]).await;
    thats_life(&[&ben, &cleo]).await;
    ann.follows("BEN").await;
    let page = ann.get("/v1/me/following").await.ok();
    assert_eq!(
        page,
        json!({
            "players": [{"name": "ben", "since": "2026-03-01T12:00:00.000Z", "running": 1}],
            "next": null,
        })
    );
}

#[tokio::test]
async fn private_open_and_finished_games_do_not_count_as_running() {
    let server = server().await;
    let [ann, ben, cleo] = server.players(["ann", "ben", "cleo"]).await;
    let game = json!({"kind": "thats-life", "seats": 2, "visibility": "private",
        "invite": [{"player": "cleo"}]});
    let private = ben.makes(game).await;
    cleo.joins(&private).await;
    ben.makes(json!({"kind": "thats-life", "seats": 2})).await;
    let over = thats_life(&[&ben, &cleo]).await;
    cleo.plays(&over, "leave").await;
    ann.follows("ben").await;
    let page = ann.get("/v1/me/following").await.ok();
    assert_eq!(page["players"][0]["running"], 0);
}

#[tokio::test]
async fn following_twice_keeps_the_first_time() {
    let server = server().await;
    let [ann, _ben] = server.two_players().await;
    ann.follows("ben").await;
    let before = ann.get("/v1/me/following").await.ok();
    server.app.clock.forward(chrono::TimeDelta::minutes(5));
    ann.follows("ben").await;
    assert_eq!(ann.get("/v1/me/following").await.ok(), before);
}

#[tokio::test]
async fn player_can_stop_following_more_than_once() {
    let server = server().await;
    let [ann, _ben] = server.two_players().await;
    ann.follows("ben").await;
    for name in ["Ben", "ben", "nobody"] {
        let path = format!("/v1/me/following/{name}");
        assert_eq!(ann.delete(&path).await.status, 204, "{name}");
    }
    assert!(ann.followed().await.is_empty());
}

#[tokio::test]
async fn following_oneself_returns_400() {
    let server = server().await;
    let ann = server.player("ann").await;
    let refused = ann.tries_to_follow("Ann").await;
    refused.problem(400, "invalid-request");
}

#[tokio::test]
async fn following_unknown_or_deleted_player_returns_404() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    deletes_account(&ben).await;
    for name in ["ben", "nobody", "a%00b"] {
        ann.tries_to_follow(name).await.problem(404, "not-found");
    }
}

#[tokio::test]
async fn guest_suspended_player_and_player_who_blocked_the_caller_answer_alike() {
    let server = server().await;
    let [ann, ben, _cleo] = server.players(["ann", "ben", "cleo"]).await;
    let guest = server.guest().await;
    suspend(&server, "cleo").await;
    ben.avoids("blocked", "ann").await;
    for name in [guest.name.as_str(), "cleo", "ben"] {
        let problem = ann.tries_to_follow(name).await.problem(403, "forbidden");
        let detail = format!("{name} cannot be followed.");
        assert_eq!(problem["detail"], detail);
    }
    assert!(ann.followed().await.is_empty());
}

#[tokio::test]
async fn following_a_blocked_player_names_the_block() {
    let server = server().await;
    let [ann, _ben] = server.two_players().await;
    ann.avoids("blocked", "ben").await;
    let problem = ann.tries_to_follow("ben").await.problem(403, "forbidden");
    let detail = problem["detail"].as_str().unwrap();
    assert!(detail.contains("You have blocked ben"), "{detail}");
}

#[tokio::test]
async fn muted_player_can_be_followed() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    ben.avoids("muted", "ann").await;
    ann.avoids("muted", "ben").await;
    ann.follows("ben").await;
    assert_eq!(ann.followed().await, ["ben"]);
}

#[tokio::test]
async fn block_by_either_player_ends_following_of_both() {
    let server = server().await;
    let [ann, ben, cleo] = server.players(["ann", "ben", "cleo"]).await;
    for (one, others) in [(&ann, ["ben", "cleo"]), (&ben, ["ann", "cleo"])] {
        for other in others {
            one.follows(other).await;
        }
    }
    cleo.follows("ann").await;
    ann.avoids("blocked", "ben").await;
    assert_eq!(ann.followed().await, ["cleo"]);
    assert_eq!(ben.followed().await, ["cleo"]);
    assert_eq!(cleo.followed().await, ["ann"]);
}

#[tokio::test]
async fn block_does_not_lose_against_following_at_the_same_time() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    for _ in 0..10 {
        tokio::join!(ann.tries_to_follow("ben"), ben.avoids("blocked", "ann"));
        assert!(ann.followed().await.is_empty());
        ben.delete("/v1/me/blocked/ann").await.ok();
    }
}

#[tokio::test]
async fn following_more_than_500_players_returns_400() {
    let server = server().await;
    let [ann, _ben] = server.two_players().await;
    many(&server, 500).await;
    follows_many(&ann, 499).await;
    let (one, other) = tokio::join!(ann.tries_to_follow("ben"), ann.tries_to_follow("p-00500"));
    let mut statuses = [one.status, other.status].map(|it| it.as_u16());
    statuses.sort_unstable();
    assert_eq!(statuses, [204, 400]);
    // A player whom the caller follows already is no problem.
    ann.follows("p-00001").await;
}

#[tokio::test]
async fn pages_of_followed_players_join_without_gaps() {
    let server = server().await;
    let ann = server.player("ann").await;
    many(&server, 7).await;
    follows_many(&ann, 7).await;
    let (mut found, mut query) = (Vec::new(), "limit=3".to_owned());
    loop {
        let page = ann.get(&format!("/v1/me/following?{query}")).await;
        let has_link = page.headers.contains_key("link");
        let page = page.ok();
        found.push(names(&page));
        let Some(next) = page["next"].as_str() else {
            assert!(!has_link);
            break;
        };
        assert!(has_link);
        query = format!("limit=3&cursor={next}");
    }
    let lengths: Vec<usize> = found.iter().map(Vec::len).collect();
    assert_eq!(lengths, [3, 3, 1]);
    let found = found.concat();
    assert!(found.is_sorted() && found[0] == "p-00001");
}

#[tokio::test]
async fn invalid_parameters_of_the_list_return_400() {
    let server = server().await;
    let ann = server.player("ann").await;
    for query in ["limit=0", "limit=101", "cursor=x", "cursor=AA", "of=ben"] {
        let refused = ann.get(&format!("/v1/me/following?{query}")).await;
        refused.problem(400, "invalid-request");
    }
}

#[tokio::test]
async fn list_with_a_player_has_only_that_player() {
    let server = server().await;
    let [ann, _ben, _cleo] = server.players(["ann", "ben", "cleo"]).await;
    ann.follows("ben").await;
    ann.follows("cleo").await;
    for (name, expected) in [("BEN", vec!["ben"]), ("ann", vec![])] {
        let page = ann.get(&format!("/v1/me/following?player={name}")).await;
        assert_eq!(names(&page.ok()), expected);
    }
}

#[tokio::test]
async fn followed_player_does_not_learn_of_it() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let before = mails(&server).await;
    let profile = server.get("/v1/players/ann").await.ok();
    ann.follows("ben").await;
    assert!(ben.followed().await.is_empty());
    assert_eq!(mails(&server).await, before);
    assert_eq!(server.get("/v1/players/ann").await.ok(), profile);
}

#[tokio::test]
async fn guest_cannot_follow() {
    let server = server().await;
    server.player("ann").await;
    let guest = server.guest().await;
    let refused = guest.tries_to_follow("ann").await;
    refused.problem(403, "guest-not-allowed");
}

#[tokio::test]
async fn deleted_account_neither_follows_nor_is_followed() {
    let server = server().await;
    let [ann, ben, cleo] = server.players(["ann", "ben", "cleo"]).await;
    ann.follows("ben").await;
    ben.follows("cleo").await;
    cleo.follows("ann").await;
    deletes_account(&ann).await;
    assert!(cleo.followed().await.is_empty());
    let mut conn = server.app.db.get().await.unwrap();
    let left: i64 = following::table
        .count()
        .get_result(&mut conn)
        .await
        .unwrap();
    assert_eq!(left, 1);
}

#[tokio::test]
async fn exported_account_lists_followed_players() {
    let server = server().await;
    let [ann, _ben] = server.two_players().await;
    ann.follows("ben").await;
    let exported = Exported::of(&server.app, "ann").await.unwrap();
    let account: Value = serde_json::from_str(&exported.account()).unwrap();
    let expected = json!([{"name": "ben", "since": "2026-03-01T12:00:00.000Z"}]);
    assert_eq!(account["following"], expected);
}

#[tokio::test]
async fn search_finds_names_by_their_beginning_in_any_case() {
    let server = server().await;
    let [ann, ..] = server
        .players(["ann", "Anton", "an_x", "Bann", "ben"])
        .await;
    for (prefix, expected) in [
        ("aN", vec!["an_x", "ann", "Anton"]),
        ("an_", vec!["an_x"]),
        ("ann", vec!["ann"]),
        ("annn", vec![]),
    ] {
        assert_eq!(ann.finds(prefix).await, expected, "{prefix}");
    }
}

#[tokio::test]
async fn search_omits_guests_suspended_and_deleted_accounts() {
    let server = server().await;
    let [gus, gundula, gunda] = server.players(["gus", "gundula", "gunda"]).await;
    server.guest().await;
    suspend(&server, &gundula.name).await;
    deletes_account(&gunda).await;
    assert_eq!(gus.finds("gu").await, ["gus"]);
    assert!(gus.finds("former-player").await.is_empty());
}

#[tokio::test]
async fn search_returns_at_most_20_players() {
    let server = server().await;
    let ann = server.player("ann").await;
    many(&server, 30).await;
    assert_eq!(ann.finds("p-").await.len(), 20);
    let two = ann.get("/v1/players?prefix=p-&limit=2").await.ok();
    assert_eq!(names(&two), ["p-00001", "p-00002"]);
}

#[tokio::test]
async fn search_with_invalid_parameters_returns_400() {
    let server = server().await;
    let ann = server.player("ann").await;
    for query in [
        "",
        "?prefix=a",
        "?prefix=an%25",
        "?prefix=an&limit=21",
        "?prefix=an&limit=0",
    ] {
        let refused = ann.get(&format!("/v1/players{query}")).await;
        refused.problem(400, "invalid-request");
    }
}

#[tokio::test]
async fn search_needs_an_account() {
    let server = server().await;
    let guest = server.guest().await;
    let nobody = server.get("/v1/players?prefix=an").await;
    nobody.problem(401, "not-signed-in");
    let refused = guest.get("/v1/players?prefix=an").await;
    refused.problem(403, "guest-not-allowed");
}

#[tokio::test]
async fn search_reads_about_as_many_rows_as_it_finds() {
    let server = server().await;
    many(&server, 3_000).await;
    let search = async |conn: &mut db::Conn| {
        accounts::store::players::beginning_with(conn, "p-01", 20).await
    };
    let (found, read) = with_rows_read(&server, "players", search).await;
    assert_eq!(found.len(), 20);
    assert!(read <= 40, "{read} rows");
}
