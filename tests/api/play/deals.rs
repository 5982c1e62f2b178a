//! Deals: many players play the same one separately, and see the games of others after it closes.

use std::path::Path;
use std::process::Command;

use ::games::KINDS;
use chrono::{DateTime, TimeDelta, Utc};
use common::clock::rfc3339;
use common::ids::GameId;
use diesel_async::SimpleAsyncConnection;
use play::audit;
use play::store::games;
use reqwest::Method;
use rules::record::{Record, verify};
use serde_json::{Value, json};

use crate::helpers::*;
use crate::table::*;

/// How many days a deal is open here.
const DAYS: i64 = 7;

/// When a deal closes that is made now.
fn in_days(server: &Server, days: i64) -> String {
    rfc3339(server.app.clock.now() + TimeDelta::days(days))
}

/// A deal of this kind that is made by this player: its id.
async fn deal(player: &Player<'_>, what: Value) -> String {
    let mut new = what;
    new["closes_at"] = in_days(player.server, DAYS).into();
    id(&player.post("/v1/deals", new).await.ok())
}

/// A deal as this player sees it.
async fn shown(player: &Player<'_>, deal: &str) -> Value {
    player.get(&format!("/v1/deals/{deal}")).await.ok()
}

/// Plays a game by repeating the first listed move. Returns all responses.
async fn plays_through(player: &Player<'_>, game: &str) -> Vec<Value> {
    let mut seen = vec![player.sees(game).await["view"].clone()];
    loop {
        let legal = player.may_play(game).await;
        let Some(mv) = legal["moves"].as_array().unwrap().first() else {
            return seen;
        };
        let played = player.sends(game, &legal["seq"], json!([mv])).await.ok();
        seen.extend([played["view"].clone(), played["legal"]["texts"].clone()]);
    }
}

/// Changes stored data, which only the owner of the database can do.
async fn forges(server: &Server, sql: &str) {
    let mut conn = superuser(&server.database).await;
    let sql = format!("SET session_replication_role = replica; {sql}");
    conn.batch_execute(&sql).await.unwrap();
}

/// Has a game that is over end with these scores, and with those of `left` gone before.
async fn ended(server: &Server, game: &str, scores: &[i32], left: &[usize]) {
    let standing = |(seat, score): (usize, &i32)| json!({"seat": seat, "rank": 1, "score": score, "left": left.contains(&seat)});
    let standings: Vec<Value> = scores.iter().enumerate().map(standing).collect();
    let result = json!({"standings": standings});
    forges(
        server,
        &format!("UPDATE games SET result = '{result}' WHERE id = '{game}'"),
    )
    .await;
}

/// The standings of a deal as this player sees them: each game with its rank.
async fn standings(player: &Player<'_>, deal: &str) -> Vec<(String, Option<i64>)> {
    let deal = shown(player, deal).await;
    let standing = |it: &Value| {
        let game = it["game"].as_str().unwrap().to_owned();
        assert_eq!(it["left"], it["rank"].is_null(), "{it}");
        (game, it["rank"].as_i64())
    };
    let all = deal["standings"].as_array().unwrap();
    all.iter().map(standing).collect()
}

/// The row of a game.
async fn row(server: &Server, game: &str) -> games::GameRow {
    let id: GameId = game.to_owned().try_into().unwrap();
    let conn = &mut *server.app.db.get().await.unwrap();
    games::find(conn, &id).await.unwrap().unwrap()
}

/// The data of a game on a deal that is secret before the deal closes.
async fn secrets(server: &Server, game: &str) -> Vec<String> {
    let row = row(server, game).await;
    let secrets = [Some(row.server_seed), row.game_seed, row.blinding_secret];
    secrets.into_iter().flatten().map(hex::encode).collect()
}

/// Everything that shows a game.
const SHOWN: [&str; 9] = [
    "",
    "/log",
    "/positions/0",
    "/positions/1",
    "/board.txt",
    "/board.svg",
    "/board.png",
    "/export",
    "/chat?room=spectators",
];

#[tokio::test]
async fn games_on_one_deal_draw_the_same_cards() {
    let server = server().await;
    let [ann, ben, cleo] = server.players(["ann", "ben", "cleo"]).await;
    for kind in ["flip-freighters", "ferry-follies"] {
        let what = json!({"kind": kind, "seats": 1});
        let [one, other] = [deal(&cleo, what.clone()).await, deal(&cleo, what).await];
        let by_ann = ann.makes(json!({"deal": one, "entropy": "Ann"})).await;
        let by_ben = ben.makes(json!({"deal": one, "entropy": ""})).await;
        let elsewhere = ann.makes(json!({"deal": other})).await;
        let seen = plays_through(&ann, &by_ann).await;
        assert_eq!(seen, plays_through(&ben, &by_ben).await, "{kind}");
        let views = [seen[0].clone(), ann.sees(&elsewhere).await["view"].clone()];
        assert_ne!(views[0], views[1], "{kind}");
        // Their blinding secrets differ.
        let rows = [row(&server, &by_ann).await, row(&server, &by_ben).await];
        assert_eq!(rows[0].game_seed, rows[1].game_seed);
        assert_ne!(rows[0].blinding_secret, rows[1].blinding_secret);
        assert_ne!(rows[0].start, rows[1].start);
        let shown = ann.sees(&by_ann).await;
        assert_eq!(shown["deal"]["id"], one);
        let source = (&shown["seed_source"], &shown["practice"]);
        assert_eq!(source, (&json!("deal"), &json!(false)));
    }
    audited(&server.database).await;
}

#[tokio::test]
async fn game_on_open_deal_is_hidden_from_others() {
    let server = server().await;
    let [ann, ben, cleo] = server.players(["ann", "ben", "cleo"]).await;
    let what = json!({"kind": "ferry-follies"});
    let deal = deal(&cleo, what).await;
    let game = ann.makes(json!({"deal": deal})).await;
    ben.makes(json!({"deal": deal})).await;
    let mv = ann.may_play(&game).await["texts"][0].clone();
    ann.plays(&game, mv.as_str().unwrap()).await;
    let looks = async |path: &str| {
        let path = format!("/v1/games/{game}{path}");
        [
            server.get(&path).await,
            ben.get(&path).await,
            cleo.get(&path).await,
        ]
    };
    for over in [false, true] {
        if over {
            plays_through(&ann, &game).await;
        }
        for path in SHOWN {
            assert!(
                path.contains("chat")
                    || ann.get(&format!("/v1/games/{game}{path}")).await.status == 200
            );
            for answer in looks(path).await {
                let is_asked_who = path.contains("chat") && answer.status == 401;
                assert!(
                    is_asked_who || answer.status == 404,
                    "{path}: {}",
                    answer.text
                );
            }
        }
        for path in ["/moves", "/seats", "/rematch"] {
            let body = match path {
                "/moves" => json!({"seq": 1, "moves": [{"type": "leave"}]}),
                _ => json!({}),
            };
            let path = format!("/v1/games/{game}{path}");
            ben.post(&path, body).await.problem(404, "not-found");
        }
        for query in ["", "?player=ann", "?kind=ferry-follies", "?status=finished"] {
            assert!(!ben.lists(query).await.contains(&game), "{query}");
            let page = server.get(&format!("/v1/games{query}")).await;
            assert!(!page.text.contains(&game), "{query}");
        }
        assert!(ann.lists("?mine=true").await.contains(&game));
    }
    server.app.clock.forward(TimeDelta::days(DAYS));
    for path in &SHOWN[..8] {
        for answer in looks(path).await {
            assert_eq!(answer.status, 200, "{path}: {}", answer.text);
        }
    }
    assert!(ben.lists("?status=finished").await.contains(&game));
}

#[tokio::test]
async fn seed_of_deal_is_revealed_when_it_closes() {
    let server = server().await;
    let [ann, cleo] = server.players(["ann", "cleo"]).await;
    let what = json!({"kind": "ferry-follies"});
    let deal = deal(&cleo, what).await;
    let game = ann.makes(json!({"deal": deal})).await;
    let first = &server.letters("ann", "your_turn").await[0];
    plays_through(&ann, &game).await;
    let secrets = secrets(&server, &game).await;
    assert_eq!(secrets.len(), 3);
    let deal_path = format!("/v1/deals/{deal}");
    let paths: Vec<String> = SHOWN[..8]
        .iter()
        .map(|path| format!("/v1/games/{game}{path}"))
        .chain([deal_path.clone(), "/v1/games?mine=true".to_owned()])
        .collect();
    // Cached responses are separate for each reader.
    for path in paths.iter().chain(&paths) {
        let text = ann.get(path).await.text;
        for secret in &secrets {
            assert!(!text.contains(secret), "{path}");
        }
    }
    assert!(first.text.contains("You play a deal"), "{}", first.text);
    assert!(
        first.text.contains("secret until the deal closes"),
        "{}",
        first.text
    );
    let mail = &server.letters("ann", "game_over").await[0];
    let closes_at = DateTime::parse_from_rfc3339(&in_days(&server, DAYS)).unwrap();
    let when = closes_at
        .with_timezone(&Utc)
        .format("%-d %B %Y")
        .to_string();
    assert!(mail.text.contains(&when), "{}", mail.text);
    for secret in &secrets {
        assert!(!mail.text.contains(secret) && !mail.html.contains(secret));
    }
    let early = ann.get(&format!("/v1/games/{game}/export")).await.text;
    let folder = tempfile::tempdir().unwrap();
    let fault = verify(&Record::from_json(&early).unwrap(), KINDS).unwrap_err();
    assert!(
        fault.to_string().contains("is not in the record"),
        "{fault}"
    );
    let (_, told) = by_script(folder.path(), &early);
    assert!(told.contains("is not in the record"), "{told}");
    // Everything is secret a moment before the deal closes, and public a moment after.
    let seen = ann.get(&paths[0]).await;
    let tag = seen.headers["etag"].to_str().unwrap().to_owned();
    let again = async || {
        let token = server.session("ann").await["access_token"].clone();
        let request = server.request(Method::GET, &paths[0]);
        answer(
            request
                .bearer_auth(token.as_str().unwrap())
                .header("If-None-Match", &tag),
        )
        .await
    };
    server
        .app
        .clock
        .forward(TimeDelta::days(DAYS) - TimeDelta::milliseconds(1));
    assert_eq!(again().await.status, 304);
    assert_eq!(shown(&ann, &deal).await["closed"], false);
    server.app.clock.forward(TimeDelta::milliseconds(1));
    let over = again().await.ok();
    assert_eq!(over["server_seed"], secrets[0]);
    assert_eq!(over["blinding_secret"], secrets[2]);
    let open = shown(&cleo, &deal).await;
    assert_eq!(
        (&open["closed"], &open["server_seed"]),
        (&json!(true), &over["server_seed"])
    );
    assert_eq!(open["seed_commitment"], over["seed_commitment"]);
    let export = server.get(&format!("/v1/games/{game}/export")).await.text;
    let record = Record::from_json(&export).unwrap();
    assert_eq!(
        (record.randomness, record.deal.as_deref()),
        (2, Some(&*deal))
    );
    verify(&record, KINDS).unwrap();
    let (is_true, told) = by_script(folder.path(), &export);
    assert!(is_true, "{told}");
    // No other deal, and no game of its own, has these dice.
    for (member, value) in [
        ("deal", json!("anotherDeal")),
        ("id", json!("anotherGame")),
        ("randomness", json!(1)),
        ("seed_source", json!("secret")),
    ] {
        let mut forged: Value = serde_json::from_str(&export).unwrap();
        forged[member] = value;
        let forged = forged.to_string();
        let verified = Record::from_json(&forged).and_then(|record| verify(&record, KINDS));
        assert!(verified.is_err(), "{member}");
        assert!(!by_script(folder.path(), &forged).0, "{member}");
    }
    audited(&server.database).await;
}

/// Runs the script, which uses none of our code, on a history. Returns its output and verdict.
fn by_script(folder: &Path, export: &str) -> (bool, String) {
    let file = folder.join("game.json");
    std::fs::write(&file, export).unwrap();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/examples/verify.py");
    let output = Command::new("python3").arg(script).arg(&file).output();
    let output = output.unwrap();
    let told = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8(told).unwrap())
}

#[tokio::test]
async fn player_can_play_a_deal_once_and_before_it_closes() {
    let server = server().await;
    let [ann, ben, cleo] = server.players(["ann", "ben", "cleo"]).await;
    let closes_at = in_days(&server, DAYS);
    let what = json!({"kind": "paris-connection", "seats": 3});
    let deal = deal(&cleo, what).await;
    let on_deal = |invite: Value| json!({"deal": deal, "invite": invite});
    let new = on_deal(json!([{"player": "ben"}, {"player": "cleo"}]));
    let game = ann.makes(new.clone()).await;
    ann.post("/v1/games", on_deal(json!([])))
        .await
        .problem(409, "deal-played");
    // A game that was cancelled before it began has revealed nothing, and neither has a seat that
    // was given back.
    ann.delete(&format!("/v1/games/{game}")).await.ok();
    let game = ann.makes(new).await;
    ben.joins(&game).await;
    ben.post("/v1/games", on_deal(json!([])))
        .await
        .problem(409, "deal-played");
    ben.delete(&format!("/v1/games/{game}/seats/me")).await.ok();
    let own = ben.makes(on_deal(json!([{"player": "ann"}]))).await;
    let invited = json!({"player": "ben"});
    let invitations = format!("/v1/games/{game}/invitations");
    ann.post(&invitations, invited).await.ok();
    ben.tries_to_join(&game).await.problem(409, "deal-played");
    ann.tries_to_join(&own).await.problem(409, "deal-played");
    // A player who gives a seat to a bot has seen the deal.
    let seats = format!("/v1/games/{own}/invitations");
    ann.delete(&format!("/v1/games/{own}/seats/me")).await.ok();
    for _ in 0..2 {
        ben.post(&seats, json!({"bot": "random"})).await.ok();
    }
    assert_ne!(ben.sees(&own).await["status"], "open");
    let replacement = format!("/v1/games/{own}/seats/me/replacement");
    let to_cleo = json!({"player": "cleo"});
    ben.post(&replacement, to_cleo)
        .await
        .problem(403, "forbidden");
    ben.post(&replacement, json!({"bot": "greedy"})).await.ok();
    ben.post("/v1/games", on_deal(json!([])))
        .await
        .problem(409, "deal-played");
    server.app.clock.forward(TimeDelta::days(DAYS));
    cleo.tries_to_join(&game).await.problem(409, "deal-closed");
    cleo.post("/v1/games", on_deal(json!([])))
        .await
        .problem(409, "deal-closed");
    let bot = json!({"bot": "random"});
    ann.post(&invitations, bot)
        .await
        .problem(409, "deal-closed");
    assert_eq!(shown(&ann, &deal).await["closes_at"], closes_at);
    audited(&server.database).await;
}

#[tokio::test]
async fn concurrent_requests_create_one_game_per_player_on_a_deal() {
    let server = server().await;
    let [ann, cleo] = server.players(["ann", "cleo"]).await;
    let deal = deal(&cleo, json!({"kind": "ferry-follies"})).await;
    let tries = (0..6).map(|_| ann.post("/v1/games", json!({"deal": deal})));
    let answers = futures_util::future::join_all(tries).await;
    let made = answers.iter().filter(|answer| answer.status == 201);
    assert_eq!(made.count(), 1);
    for answer in answers.into_iter().filter(|answer| answer.status != 201) {
        answer.problem(409, "deal-played");
    }
    assert_eq!(shown(&ann, &deal).await["games"], 1);
}

#[tokio::test]
async fn game_on_deal_must_match_its_kind_options_and_seats() {
    let server = server().await;
    let [ann, cleo] = server.players(["ann", "cleo"]).await;
    let what = json!({"kind": "thats-life", "options": {"pawns": "2"}, "seats": 2});
    let deal = deal(&cleo, what).await;
    let makes = async |given: Value| {
        let mut new = json!({"deal": deal});
        new.as_object_mut()
            .unwrap()
            .append(&mut given.as_object().unwrap().clone());
        ann.post("/v1/games", new).await
    };
    for other in [
        json!({"kind": "ferry-follies"}),
        json!({"options": {"pawns": "3"}}),
        json!({"options": {}}),
        json!({"seats": 3}),
    ] {
        makes(other).await.problem(422, "deal-mismatch");
    }
    for source in [
        json!({"seed": "00".repeat(32)}),
        json!({"reservation": "Xk3mPq7RtZ2"}),
    ] {
        makes(source).await.problem(400, "invalid-request");
    }
    for none in ["nothing", "no id"] {
        let new = json!({"deal": none});
        ann.post("/v1/games", new)
            .await
            .problem(422, "invalid-game");
    }
    ann.post("/v1/games", json!({}))
        .await
        .problem(400, "invalid-request");
    let same = json!({"kind": "thats-life", "options": {"pawns": "2"}, "seats": 2,
        "invite": [{"bot": "random"}]});
    let game = makes(same).await.ok();
    assert_eq!(game["options"]["pawns"], "2");
    assert_eq!(game["seats"].as_array().unwrap().len(), 2);
    // The game is over when Ann leaves. The rematch is an ordinary game.
    let game = id(&game);
    ann.plays(&game, "leave").await;
    let again = ann
        .post(&format!("/v1/games/{game}/rematch"), json!({}))
        .await
        .ok();
    let about = (&again["seed_source"], &again["deal"]);
    assert_eq!(about, (&json!("secret"), &json!(null)));
    assert!(again["blinding_commitment"].is_null());
}

#[tokio::test]
async fn standings_are_shown_to_finishers_and_after_closing_to_all() {
    let server = server().await;
    let [ann, ben, cleo, dan] = server.players(["ann", "ben", "cleo", "dan"]).await;
    let deal = deal(&cleo, json!({"kind": "ferry-follies"})).await;
    let on_deal = json!({"deal": deal});
    let first = ann.makes(on_deal.clone()).await;
    let second = ben.makes(on_deal.clone()).await;
    let hidden = json!({"deal": deal, "visibility": "private"});
    let hidden = dan.makes(hidden).await;
    let late = cleo.makes(on_deal).await;
    plays_through(&ann, &first).await;
    dan.plays(&hidden, "leave").await;
    let told = async |player: &Player<'_>| {
        let deal = shown(player, &deal).await;
        assert_eq!(deal["games"], 4);
        deal["standings"].as_array().map(|all| {
            let game = |it: &Value| it["game"].as_str().unwrap().to_owned();
            all.iter().map(game).collect::<Vec<_>>()
        })
    };
    assert_eq!(told(&ben).await, None);
    assert!(server.get(&format!("/v1/deals/{deal}")).await.ok()["standings"].is_null());
    assert_eq!(told(&ann).await, Some(vec![first.clone()]));
    ben.plays(&second, "leave").await;
    let both = told(&ben).await.unwrap();
    assert!(both.len() == 2 && both.contains(&first) && both.contains(&second));
    assert_eq!(told(&dan).await.unwrap().len(), 3);
    server.app.clock.forward(TimeDelta::days(DAYS));
    // By now everybody can know the deal.
    cleo.plays(&late, "leave").await;
    assert_eq!(told(&cleo).await, Some(both.clone()));
    let deal = server.get(&format!("/v1/deals/{deal}")).await.ok();
    let standings = deal["standings"].as_array().unwrap();
    assert_eq!(standings.len(), 2);
    let score = |at: usize| {
        standings[at]["result"]["standings"][0]["score"]
            .as_i64()
            .unwrap()
    };
    assert!(score(0) >= score(1));
    let winner = if both[0] == first { "ann" } else { "ben" };
    assert_eq!(standings[0]["players"], json!([winner]));
}

#[tokio::test]
async fn deal_creation_is_idempotent_and_checks_closing_time() {
    let server = server().await;
    let ann = server.player("ann").await;
    let new = |closes_at: &str| json!({"kind": "ferry-follies", "closes_at": closes_at});
    let closing = |minutes: i64| rfc3339(server.app.clock.now() + TimeDelta::minutes(minutes));
    for minutes in [-5, 59, 366 * 24 * 60 + 1] {
        let refused = ann.post("/v1/deals", new(&closing(minutes))).await;
        refused.problem(400, "invalid-request");
    }
    for unsound in [
        json!({"kind": "ferry-follies"}),
        new("tomorrow"),
        json!({"kind": "ferry-follies", "closes_at": closing(60), "seed": "00".repeat(32)}),
    ] {
        ann.post("/v1/deals", unsound)
            .await
            .problem(400, "invalid-request");
    }
    let nothing = json!({"kind": "chess", "closes_at": closing(60)});
    ann.post("/v1/deals", nothing)
        .await
        .problem(422, "invalid-game");
    let once = async |body: Value| {
        let request = server
            .request(Method::POST, "/v1/deals")
            .bearer_auth(&ann.token);
        answer(request.header("Idempotency-Key", "\"one\"").json(&body)).await
    };
    let (soon, later) = (closing(60), closing(366 * 24 * 60));
    let made = once(new(&soon)).await;
    assert_eq!(made.status, 201);
    let made = made.json();
    assert_eq!(id(&once(new(&soon)).await.ok()), id(&made));
    once(new(&later)).await.problem(422, "key-reused");
    assert_ne!(
        id(&ann.post("/v1/deals", new(&later)).await.ok()),
        id(&made)
    );
    let about = [
        "kind",
        "rules",
        "created_by",
        "closes_at",
        "closed",
        "games",
        "seats",
    ];
    let about: Vec<&Value> = about.iter().map(|member| &made[member]).collect();
    assert_eq!(
        json!(about),
        json!(["ferry-follies", "ferry-follies@1", "ann", soon, false, 0, 1])
    );
    assert!(made["server_seed"].is_null() && made["standings"].is_null());
    server
        .get("/v1/deals/nothing")
        .await
        .problem(404, "not-found");
}

#[tokio::test]
async fn standings_rank_only_players_who_stayed() {
    let server = server().await;
    let names = ["ann", "ben", "cleo", "dan", "eve"];
    let [ann, ben, cleo, dan, eve] = server.players(names).await;
    let what = json!({"kind": "thats-life", "options": {"pawns": "2"}, "seats": 2});
    let deal = deal(&cleo, what).await;
    let mut games = Vec::new();
    for player in [&ann, &ben, &cleo, &dan, &eve] {
        let game = json!({"deal": deal, "invite": [{"bot": "random"}]});
        let game = player.makes(game).await;
        player.plays(&game, "leave").await;
        games.push(game);
    }
    let game = |n: usize| games[n].clone();
    // Ann's bot has more than the others, and Ben left with more than those who stayed.
    ended(&server, &games[0], &[3, 90], &[]).await;
    ended(&server, &games[1], &[80, 70], &[0]).await;
    ended(&server, &games[2], &[12, -5], &[]).await;
    ended(&server, &games[3], &[3, 1], &[1]).await;
    ended(&server, &games[4], &[-7, -9], &[]).await;
    let all = [
        (game(2), Some(1)),
        (game(0), Some(2)),
        (game(3), Some(2)),
        (game(4), Some(4)),
        (game(1), None),
    ];
    assert_eq!(standings(&ann, &deal).await, all);
    // A player who gives the seat to a bot has no score.
    let seat = "UPDATE seats SET former_id = player_id, player_id = NULL, bot = 'random'";
    forges(
        &server,
        &format!("{seat} WHERE seat = 0 AND game_id = '{}'", games[2]),
    )
    .await;
    let all = standings(&ann, &deal).await;
    assert_eq!(all[0], (game(0), Some(1)));
    assert!(all[3..].contains(&(game(2), None)), "{all:?}");
}

#[tokio::test]
async fn unreadable_result_does_not_hide_other_results() {
    let server = server().await;
    let [ann, ben, cleo] = server.players(["ann", "ben", "cleo"]).await;
    let deal = deal(&cleo, json!({"kind": "ferry-follies"})).await;
    let [by_ann, by_ben] = [
        ann.makes(json!({"deal": deal})).await,
        ben.makes(json!({"deal": deal})).await,
    ];
    plays_through(&ann, &by_ann).await;
    ben.plays(&by_ben, "leave").await;
    for broken in [
        json!({}),
        json!([]),
        json!({"standings": 7}),
        json!({"standings": [{"seat": 0, "rank": 1, "score": "much", "left": false}]}),
        json!({"standings": [{"seat": "first", "rank": 1, "score": 5, "left": 0}]}),
    ] {
        forges(
            &server,
            &format!("UPDATE games SET result = '{broken}' WHERE id = '{by_ben}'"),
        )
        .await;
        let told = standings(&ann, &deal).await;
        assert_eq!(told, [(by_ann.clone(), Some(1))], "{broken}");
        let log = server.log();
        assert!(
            log.contains(&by_ben) && log.contains("damaged-game"),
            "{log}"
        );
    }
}

#[tokio::test]
async fn standings_include_own_game_beyond_the_first_hundred() {
    let server = server().await;
    let [ann, ben, cleo] = server.players(["ann", "ben", "cleo"]).await;
    let deal = deal(&cleo, json!({"kind": "ferry-follies"})).await;
    let [by_ann, by_ben] = [
        ann.makes(json!({"deal": deal})).await,
        ben.makes(json!({"deal": deal})).await,
    ];
    plays_through(&ann, &by_ann).await;
    plays_through(&ben, &by_ben).await;
    ended(&server, &by_ann, &[1], &[]).await;
    ended(&server, &by_ben, &[2], &[]).await;
    // A hundred times as Ben played.
    let again = |table: &str, id: &str, more: &str| {
        format!(
            "INSERT INTO {table} SELECT (jsonb_populate_record(it, \
                 jsonb_build_object('{id}', 'again' || n{more}))).* \
             FROM {table} AS it, generate_series(1, 99) AS n WHERE it.{id} = '{by_ben}';"
        )
    };
    let seats = again("seats", "game_id", ", 'reply_hash', NULL");
    forges(&server, &(again("games", "id", "") + &seats)).await;
    let told = standings(&ann, &deal).await;
    assert_eq!(told.len(), 101);
    assert!(told[..100].iter().all(|(_, place)| *place == Some(1)));
    assert_eq!(told[100], (by_ann, Some(101)));
    assert_eq!(standings(&ben, &deal).await.len(), 100);
}

#[tokio::test]
async fn game_on_closed_deal_is_not_listed_as_open() {
    let server = server().await;
    let [ann, ben, cleo] = server.players(["ann", "ben", "cleo"]).await;
    let what = json!({"kind": "paris-connection", "seats": 3});
    let deal = deal(&cleo, what).await;
    let new = json!({"deal": deal, "invite": [{"player": "ben"}]});
    let game = ann.makes(new).await;
    assert!(ben.lists("?status=open").await.contains(&game));
    // A seat on a deal goes by invitation only, so an unreserved one cannot be taken.
    cleo.tries_to_join(&game).await.problem(404, "not-found");
    assert_eq!(ann.sees(&game).await["deal"]["closed"], false);
    server.app.clock.forward(TimeDelta::days(DAYS));
    for player in [&ann, &ben, &cleo] {
        for query in ["?status=open", "?status=open&kind=paris-connection"] {
            assert!(!player.lists(query).await.contains(&game), "{query}");
        }
    }
    for query in ["", "?player=ann"] {
        let page = server.get(&format!("/v1/games{query}")).await;
        assert!(!page.text.contains(&game), "{query}");
        assert!(!cleo.lists(query).await.contains(&game), "{query}");
    }
    // Involved players find the game in their lists, and can leave it.
    for player in [&ann, &ben] {
        assert!(player.lists("?mine=true").await.contains(&game));
    }
    assert_eq!(ann.sees(&game).await["deal"]["closed"], true);
    ben.delete(&format!("/v1/games/{game}/seats/me")).await.ok();
    ann.delete(&format!("/v1/games/{game}")).await.ok();
}

#[tokio::test]
async fn mail_about_closed_deal_says_that_it_is_closed() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let what = json!({"kind": "thats-life", "options": {"pawns": "2"}, "seats": 2});
    let deal = deal(&ann, what).await;
    let new = json!({"deal": deal, "invite": [{"player": "ben"}]});
    let game = ann.makes(new).await;
    ben.joins(&game).await;
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let first = words(&server.letters("ann", "your_turn").await[0].text);
    assert!(first.contains("You play a deal: others have"), "{first}");
    server.app.clock.forward(TimeDelta::days(DAYS));
    ann.takes_a_first_turn(&game).await;
    let first = &server.letters("ben", "your_turn").await[0];
    for first in [words(&first.text), words(&first.html)] {
        assert!(first.contains("on a deal that closed on"), "{first}");
        for open in ["You play a deal", "before it closes", "secret until"] {
            assert!(!first.contains(open), "{open}: {first}");
        }
    }
}

#[tokio::test]
async fn game_with_incomplete_deal_columns_is_hidden() {
    let server = server().await;
    let [ann, cleo] = server.players(["ann", "cleo"]).await;
    let deal = deal(&cleo, json!({"kind": "ferry-follies"})).await;
    let game = ann.makes(json!({"deal": deal})).await;
    for half in ["deal_id", "closes_at"] {
        let changed = format!("UPDATE games SET {half} = NULL WHERE id = '{game}'");
        forges(&server, &changed).await;
        // A node that remembers nothing of it.
        let other = server_on(server.database.clone()).await;
        for path in ["", "/export", "/log"] {
            let answer = other.get(&format!("/v1/games/{game}{path}")).await;
            answer.problem(500, "internal");
        }
        for query in ["", "?status=running"] {
            let page = other.get(&format!("/v1/games{query}")).await;
            assert_eq!(page.status, 200, "{query}: {}", page.text);
            assert!(!page.text.contains(&game), "{query}: {}", page.text);
        }
        let restored = format!(
            "UPDATE games SET deal_id = deals.id, closes_at = deals.closes_at FROM deals \
             WHERE games.id = '{game}' AND deals.id = '{deal}'"
        );
        forges(&server, &restored).await;
    }
    server
        .get(&format!("/v1/games/{game}"))
        .await
        .problem(404, "not-found");
}

#[tokio::test]
async fn audit_compares_game_with_its_deal() {
    let server = server().await;
    let [ann, cleo] = server.players(["ann", "cleo"]).await;
    let deal = deal(&cleo, json!({"kind": "ferry-follies"})).await;
    let game = ann.makes(json!({"deal": deal})).await;
    audited(&server.database).await;
    let changes = [
        (
            "UPDATE deals SET server_seed = sha256('luck'), \
             seed_commitment = sha256(sha256('luck'))",
            "has another seed",
        ),
        (
            "UPDATE deals SET closes_at = closes_at + interval '1 hour'",
            "closes at another moment",
        ),
        (
            "UPDATE deals SET seat_count = 2",
            "has other rules, options or seats",
        ),
        ("DELETE FROM deals", "there is none"),
    ];
    for (change, fault) in changes {
        let keep = "CREATE TABLE kept AS SELECT * FROM deals";
        forges(&server, &format!("{keep}; {change}")).await;
        let report = audit::database(&server.database, |_| {}).await.unwrap();
        assert_eq!(report.faults, [format!("game {game}: deal: {fault}")]);
        let back = "DELETE FROM deals; INSERT INTO deals SELECT * FROM kept; DROP TABLE kept";
        forges(&server, back).await;
    }
    audited(&server.database).await;
}
