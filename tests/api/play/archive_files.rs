//! Archive files: which games they have, when the server makes them, and downloads of parts.

use chrono::{TimeDelta, TimeZone, Utc};
use common::clock::rfc3339;
use diesel_async::{RunQueryDsl, SimpleAsyncConnection};
use games::KINDS;
use reqwest::{Method, Response};
use rules::record::{self, Record};
use serde_json::{Value, json};

use crate::helpers::*;
use crate::play::invitations::invites;
use crate::table::*;

/// Makes the files that are due.
pub async fn make_files(server: &Server) {
    while archives::make_piece(&server.app, archives::PIECE)
        .await
        .unwrap()
    {}
}

/// Moves the clock to this day of April, and makes the files that are due.
async fn in_april(server: &Server, day: u32) {
    let then = Utc.with_ymd_and_hms(2026, 4, day, 0, 0, 0).unwrap();
    let now = server.app.clock.now();
    server.app.clock.forward(then - now);
    make_files(server).await;
}

/// Moves the clock to a day of March.
fn in_march(server: &Server, day: u32) {
    let then = Utc.with_ymd_and_hms(2026, 3, day, 0, 0, 0).unwrap();
    let now = server.app.clock.now();
    server.app.clock.forward(then - now);
}

/// Finishes a game of That's Life!, a second after the one before.
async fn finishes(server: &Server, players: &[&Player<'_>]) -> String {
    server.app.clock.forward(TimeDelta::seconds(1));
    let game = thats_life(players).await;
    players[0].plays(&game, "leave").await;
    game
}

/// Starts a server with the file of a month in which ann and ben finished a game.
async fn server_with_a_file() -> Server {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    in_march(&server, 9);
    finishes(&server, &[&ann, &ben]).await;
    in_april(&server, 2).await;
    server
}

/// The name of the file that the tests make.
const FILE: &str = "archive-2026-03.thats-life.ndjson.zst";

/// Returns the list of files.
async fn listed(server: &Server) -> Value {
    let answer = server.send(Method::GET, "/v1/archive/files", None, None);
    answer.await.ok()["files"].clone()
}

/// Requests a file with these headers.
async fn asks(server: &Server, headers: &[(&str, &str)]) -> Response {
    let path = format!("/v1/archive/files/{FILE}");
    let request = server.request(Method::GET, &path);
    let add = |request: reqwest::RequestBuilder, (name, value): &(&str, &str)| {
        request.header(*name, *value)
    };
    headers.iter().fold(request, add).send().await.unwrap()
}

/// Returns the lines of the file.
async fn lines(server: &Server) -> Vec<String> {
    let bytes = asks(server, &[]).await.bytes().await.unwrap();
    let text = String::from_utf8(zstd::decode_all(&bytes[..]).unwrap()).unwrap();
    text.lines().map(str::to_owned).collect()
}

#[tokio::test]
async fn file_has_the_exports_of_the_public_games_of_a_month() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    in_march(&server, 9);
    let games = [
        finishes(&server, &[&ann, &ben]).await,
        finishes(&server, &[&ben, &ann]).await,
    ];
    let private = invites(&ann, "private", json!({"player": "ben"})).await;
    ben.joins(&private).await;
    ann.plays(&private, "leave").await;
    in_april(&server, 2).await;
    let lines = lines(&server).await;
    assert_eq!(lines.len(), 2);
    for (line, game) in lines.iter().zip(games) {
        let path = format!("/v1/games/{game}/export");
        let export = server.send(Method::GET, &path, None, None).await.ok();
        assert_eq!(serde_json::from_str::<Value>(line).unwrap(), export);
        record::verify(&Record::from_json(line).unwrap(), KINDS).unwrap();
    }
}

#[tokio::test]
async fn list_has_the_length_and_the_hash_of_a_file() {
    use sha2::{Digest, Sha256};

    let server = server_with_a_file().await;
    let bytes = asks(&server, &[]).await.bytes().await.unwrap();
    let file = json!({"name": FILE, "kind": "thats-life", "month": "2026-03", "games": 1,
        "bytes": bytes.len(), "sha256": hex::encode(Sha256::digest(&bytes))});
    assert_eq!(listed(&server).await, json!([file]));
}

#[tokio::test]
async fn month_that_has_not_ended_has_no_file() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    in_march(&server, 31);
    finishes(&server, &[&ann, &ben]).await;
    make_files(&server).await;
    assert_eq!(listed(&server).await, json!([]));
    assert_eq!(asks(&server, &[]).await.status(), 404);
}

#[tokio::test]
async fn file_is_listed_only_when_it_is_complete() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    in_march(&server, 9);
    finishes(&server, &[&ann, &ben]).await;
    server.app.clock.forward(TimeDelta::days(30));
    let mut counts = Vec::new();
    while archives::make_piece(&server.app, 1).await.unwrap() {
        counts.push(listed(&server).await.as_array().unwrap().len());
    }
    // Three steps for the only file, two for each empty one of the other kinds.
    assert_eq!(counts.iter().filter(|count| **count == 0).count(), 10);
}

#[tokio::test]
async fn file_has_the_games_of_several_pieces() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    in_march(&server, 9);
    for _ in 0..3 {
        finishes(&server, &[&ann, &ben]).await;
    }
    server.app.clock.forward(TimeDelta::days(30));
    while archives::make_piece(&server.app, 1).await.unwrap() {}
    assert_eq!(lines(&server).await.len(), 3);
    let whole = asks(&server, &[]).await.bytes().await.unwrap();
    let (from, to) = (10, whole.len() - 10);
    let range = format!("bytes={from}-{}", to - 1);
    let part = asks(&server, &[("Range", &range)]).await;
    assert_eq!(part.bytes().await.unwrap(), whole.slice(from..to));
}

#[tokio::test]
async fn damaged_game_is_left_out() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    in_march(&server, 9);
    let damaged = finishes(&server, &[&ann, &ben]).await;
    finishes(&server, &[&ann, &ben]).await;
    let mut conn = superuser(&server.database).await;
    let damage = format!(
        "SET session_replication_role = replica; DELETE FROM entries WHERE game_id = '{damaged}'"
    );
    conn.batch_execute(&damage).await.unwrap();
    in_april(&server, 2).await;
    assert_eq!(lines(&server).await.len(), 1);
}

#[tokio::test]
async fn range_returns_a_part_of_the_file() {
    let server = server_with_a_file().await;
    let whole = asks(&server, &[]).await;
    let tag = whole.headers()["etag"].to_str().unwrap().to_owned();
    let whole = whole.bytes().await.unwrap();
    let length = whole.len();
    for (range, from, to) in [
        ("bytes=5-9", 5, 10),
        ("bytes=100-", 100, length),
        ("bytes=-7", length - 7, length),
        ("bytes=0-999999999", 0, length),
    ] {
        let part = asks(&server, &[("Range", range), ("If-Range", &tag)]).await;
        assert_eq!(part.status(), 206, "{range}");
        let told = format!("bytes {from}-{}/{length}", to - 1);
        assert_eq!(part.headers()["content-range"], told.as_str());
        assert_eq!(part.bytes().await.unwrap(), whole.slice(from..to));
    }
}

#[tokio::test]
async fn range_of_another_version_returns_the_whole_file() {
    let server = server_with_a_file().await;
    for other in ["\"other\"", "other", "W/\"other\""] {
        let headers = [("Range", "bytes=5-9"), ("If-Range", other)];
        assert_eq!(asks(&server, &headers).await.status(), 200, "{other}");
    }
}

#[tokio::test]
async fn range_after_the_end_returns_416_with_the_length() {
    let server = server_with_a_file().await;
    let length = listed(&server).await[0]["bytes"].clone();
    let range = format!("bytes={length}-");
    let refused = asks(&server, &[("Range", &range)]).await;
    assert_eq!(refused.status(), 416);
    let told = format!("bytes */{length}");
    assert_eq!(refused.headers()["content-range"], told.as_str());
    let problem: Value = refused.json().await.unwrap();
    assert_eq!(problem["code"], "range-not-satisfiable");
}

#[tokio::test]
async fn file_is_made_again_without_the_name_of_a_deleted_player() {
    let server = server_with_a_file().await;
    assert!(lines(&server).await[0].contains("\"ben\""));
    deletes_ben(&server).await;
    server.app.clock.forward(TimeDelta::days(1));
    make_files(&server).await;
    let lines = lines(&server).await;
    assert!(!lines[0].contains("\"ben\""), "{}", lines[0]);
    assert_eq!(listed(&server).await.as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn deletion_during_a_draft_makes_the_file_stale() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    in_march(&server, 9);
    finishes(&server, &[&ann, &ben]).await;
    server.app.clock.forward(TimeDelta::days(30));
    // The draft of each kind takes two steps or three.
    while !drafts(&server).await {
        archives::make_piece(&server.app, 1).await.unwrap();
    }
    deletes_ben(&server).await;
    make_files(&server).await;
    assert!(lines(&server).await[0].contains("\"ben\""));
    server.app.clock.forward(TimeDelta::days(1));
    make_files(&server).await;
    assert!(!lines(&server).await[0].contains("\"ben\""));
}

/// Deletes ben's account.
async fn deletes_ben(server: &Server) {
    let session = server.session("ben").await;
    let (token, password) = (
        session["access_token"].as_str(),
        json!({"password": PASSWORD}),
    );
    let deleted = server.send(Method::DELETE, "/v1/me", token, Some(&password));
    assert_eq!(deleted.await.status, 204);
}

/// Whether the draft has a game.
async fn drafts(server: &Server) -> bool {
    #[derive(diesel::QueryableByName)]
    struct Count {
        #[diesel(sql_type = diesel::sql_types::BigInt)]
        count: i64,
    }
    let mut conn = superuser(&server.database).await;
    let count = "SELECT count(*) FROM archive_files WHERE sha256 IS NULL AND games > 0";
    let count: Count = diesel::sql_query(count)
        .get_result(&mut conn)
        .await
        .unwrap();
    count.count > 0
}

#[tokio::test]
async fn head_of_a_file_ignores_a_range() {
    let server = server_with_a_file().await;
    let path = format!("/v1/archive/files/{FILE}");
    let request = server
        .request(Method::HEAD, &path)
        .header("Range", "bytes=5-9");
    assert_eq!(answer(request).await.status, 200);
}

#[tokio::test]
async fn file_has_a_game_on_a_deal_once_the_deal_closes() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    in_march(&server, 9);
    finishes(&server, &[&ann, &ben]).await;
    let closes_at = rfc3339(Utc.with_ymd_and_hms(2026, 4, 9, 0, 0, 0).unwrap());
    let deal = json!({"kind": "thats-life", "seats": 2, "closes_at": closes_at});
    let deal = id(&ann.post("/v1/deals", deal).await.ok());
    let invite = json!([{"player": "ben"}]);
    let game = ann.makes(json!({"deal": deal, "invite": invite})).await;
    ben.joins(&game).await;
    ann.plays(&game, "leave").await;
    in_april(&server, 2).await;
    assert_eq!(lines(&server).await.len(), 1);
    in_april(&server, 9).await;
    assert_eq!(lines(&server).await.len(), 2);
}

#[tokio::test]
async fn name_of_no_file_returns_404() {
    let server = server().await;
    for name in [
        "archive-2026-03.chess.ndjson.zst",
        "archive-2026-13.buttons.ndjson.zst",
        "archive-2026-3.buttons.ndjson.zst",
        "archive-2026-03.buttons.ndjson",
        "archive-+2026-03.buttons.ndjson.zst",
        "x",
    ] {
        let path = format!("/v1/archive/files/{name}");
        let answer = server.send(Method::GET, &path, None, None).await;
        answer.problem(404, "not-found");
    }
}
