//! Deals: many play the same one, each for themselves, and nobody sees the others before it closes.

use std::path::Path;
use std::process::Command;

use ::games::KINDS;
use chrono::{DateTime, TimeDelta, Utc};
use reqwest::Method;
use rules::record::{Record, verify};
use serde_json::{Value, json};
use turnpike::clock::rfc3339;
use turnpike::ids::GameId;
use turnpike::store::games;

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

/// Plays a game on: the first move that is listed, time and again. All that is told meanwhile.
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

/// The row of a game.
async fn row(server: &Server, game: &str) -> games::GameRow {
    let id: GameId = game.to_owned().try_into().unwrap();
    let conn = &mut *server.app.db.get().await.unwrap();
    games::find(conn, &id).await.unwrap().unwrap()
}

/// What nobody may learn of a game on a deal before it closes.
async fn secrets(server: &Server, game: &str) -> Vec<String> {
    let row = row(server, game).await;
    let secrets = [Some(row.server_seed), row.game_seed, row.blinding_secret];
    secrets.into_iter().flatten().map(hex::encode).collect()
}

/// Everything that shows a game.
const SHOWN: [&str; 9] = [
    "",
    "/log",
    "/at/0",
    "/at/1",
    "/board.txt",
    "/board.svg",
    "/board.png",
    "/export",
    "/chat?room=spectators",
];

#[tokio::test]
async fn two_games_on_one_deal_turn_up_the_same_cards() {
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
        // What hides their moves is not the same.
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
async fn nobody_sees_a_game_on_a_deal_before_it_closes() {
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
async fn the_seed_of_a_deal_is_told_when_it_closes() {
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
    // What is kept of answers is told apart.
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
        fault.to_string().contains("the deal is not closed"),
        "{fault}"
    );
    let (_, told) = by_script(folder.path(), &early);
    assert!(told.contains("the deal is not closed"), "{told}");
    // A moment before it closes nothing is told, and a moment after it all.
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

/// What the script says of a history that knows no code of ours, and whether it is true.
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
async fn everybody_plays_a_deal_once_and_before_it_closes() {
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
    // What was called off before it began has shown nothing, nor a seat that was given back.
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
    // Whoever gives a seat to a bot has seen the deal.
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
async fn many_requests_at_once_take_one_seat() {
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
async fn a_game_on_a_deal_is_what_the_deal_is() {
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
        makes(other).await.problem(422, "not-the-deal");
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
    // It is over when Ann leaves; what follows is a game like every other.
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
async fn results_are_told_to_those_who_have_finished_and_then_to_all() {
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
async fn a_deal_is_made_once_and_for_a_while() {
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
        "made_by",
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
