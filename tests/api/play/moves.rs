//! Moves over HTTP: whole games, rejections, repeated requests, and concurrent requests.

use ::games::KINDS;
use reqwest::Method;
use reqwest::header::CONTENT_TYPE;
use rules::record::{Record, verify};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::helpers::*;
use crate::table::*;

/// Checks a finished game: it has a result, the seed matches the commitment, and the record proves
/// it all.
async fn is_over_and_proven(player: &Player<'_>, game: &str, commitment: &Value) {
    let over = player.sees(game).await;
    assert_eq!(
        (&over["status"], &over["to_act"]),
        (&json!("finished"), &json!([]))
    );
    assert_eq!(over["finished_at"], over["changed_at"]);
    let seed = hex::decode(over["server_seed"].as_str().unwrap()).unwrap();
    assert_eq!(*commitment, hex::encode(Sha256::digest(seed)));
    assert_eq!(over["seed_commitment"], *commitment);
    let standings = over["result"]["standings"].as_array().unwrap();
    assert_eq!(standings.len(), over["seats"].as_array().unwrap().len());
    assert!(standings.iter().any(|standing| standing["rank"] == 1));
    let export = player.get(&format!("/v1/games/{game}/export")).await;
    let verified = verify(&Record::from_json(&export.text).unwrap(), KINDS).unwrap();
    assert_eq!(over["head"], verified.head.to_string());
    assert_eq!(over["ply"], verified.entries);
    assert_eq!(over["result"], json!(verified.result));
    let entries = audited(&player.server.database).await;
    assert_eq!(entries, verified.entries);
}

/// Plays a game to its end and looks at every answer.
async fn plays_to_the_end(kind: &str, options: Value, players: &[&Player<'_>]) {
    let game = a_game_of(kind, options, players).await;
    let begun = players[0].sees(&game).await;
    assert!(begun["server_seed"].is_null() && begun["result"].is_null());
    let mut seqs = vec![1; players.len()];
    let mut ply = 0;
    let done = play_on(players, &game, 2000).await;
    for done in &done {
        let answer = done.answer();
        let seat = answer["seat"].as_u64().unwrap() as usize;
        ply += 1;
        assert_eq!(answer["ply"], ply);
        assert_eq!(done.body["seq"], seqs[seat]);
        seqs[seat] += 1;
        assert_eq!(answer["seq"], seqs[seat]);
        assert_eq!(
            (&answer["id"], &answer["kind"]),
            (&json!(game), &json!(kind))
        );
        let events = answer["events"].as_array().unwrap();
        assert!(
            events
                .iter()
                .all(|event| event["n"] == ply && event["text"].is_string())
        );
        assert!(!events.is_empty());
        let mine = answer["to_act"].as_array().unwrap().contains(&json!(seat));
        let legal = &answer["legal"];
        assert_eq!(!legal["moves"].as_array().unwrap().is_empty(), mine);
        assert_eq!(legal["seq"], answer["seq"]);
    }
    let last = done.last().unwrap().answer();
    assert_eq!(last["status"], "finished");
    let over = players[0].sees(&game).await;
    for member in ["head", "ply", "result"] {
        assert_eq!(last[member], over[member]);
    }
    // When it is over, everybody sees the same, and nothing can be played.
    assert_eq!(
        players[0]
            .server
            .get(&format!("/v1/games/{game}"))
            .await
            .ok()["view"],
        over["view"]
    );
    for player in players {
        assert_eq!(player.may_play(&game).await["moves"], json!([]));
        let problem = player.tries(&game, "leave").await.problem(409, "game-over");
        assert_eq!(problem["rule"], "GameOver");
    }
    is_over_and_proven(players[0], &game, &begun["seed_commitment"]).await;
}

#[tokio::test]
async fn whole_game_for_two_ends_and_verifies() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    plays_to_the_end("thats-life", json!({}), &[&ann, &ben]).await;
}

#[tokio::test]
async fn whole_game_for_six_with_all_options_ends_and_verifies() {
    let server = server().await;
    let names = ["ann", "ben", "cleo", "dan", "eve", "finn"];
    let players = server.players(names).await;
    let options = json!({"action_tiles": true, "guards": true, "scoring": "expert",
        "pawns": "2", "sorting": "variant1"});
    plays_to_the_end("thats-life", options, &players.each_ref()).await;
}

#[tokio::test]
async fn whole_solo_game_ends_and_verifies() {
    let server = server().await;
    let ann = server.player("ann").await;
    plays_to_the_end("ferry-follies", json!({}), &[&ann]).await;
}

#[tokio::test]
async fn text_moves_are_played_and_logged_in_normal_form() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = thats_life(&[&ann, &ben]).await;
    ann.plays(&game, "  ROLL ").await;
    let moved = ann.plays(&game, "Move   Start").await;
    assert_eq!(moved["to_act"], json!([1]));
    // The log holds the normal form of both.
    ben.plays(&game, "roll").await;
    let log = ben.get(&format!("/v1/games/{game}/log")).await.ok();
    assert_eq!(log["entries"][0]["move"], json!({"type": "roll"}));
    assert_eq!(
        log["entries"][1]["move"],
        json!({"type": "move_pawn", "from": "start"})
    );
    assert_eq!(log["entries"][1]["text"], "move start");
    let before = stored(&server).await;
    for bad in [
        "",
        "roll twice",
        "hop",
        "move",
        "move x",
        "\u{0}",
        "☘",
        &"roll ".repeat(999),
    ] {
        let problem = ben.tries(&game, bad).await.problem(422, "illegal-move");
        assert!(
            problem["rule"].is_string() && problem["detail"].is_string(),
            "{problem}"
        );
    }
    assert_eq!(stored(&server).await, before);
}

#[tokio::test]
async fn move_list_is_played_completely_or_not_at_all() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = thats_life(&[&ann, &ben]).await;
    let (roll, start) = (json!({"type": "roll"}), json!({"text": "move start"}));
    let leave = json!({"type": "leave"});
    // A die is new information: moves after it would reveal it without playing.
    let before = (stored(&server).await, ann.sees(&game).await);
    for moves in [json!([roll, start]), json!([roll, {"type": "fly"}])] {
        let sent = ann.sends(&game, &json!(1), moves).await;
        let problem = sent.problem(422, "reveals-information");
        assert_eq!(problem["index"], 0);
        assert!(problem.get("legal").is_none());
        assert_eq!((stored(&server).await, ann.sees(&game).await), before);
    }
    ann.plays(&game, "roll").await;
    let before = (stored(&server).await, ann.sees(&game).await);
    for (moves, index, status, code, rule) in [
        (json!([roll, start]), 0, 422, "illegal-move", "WrongPhase"),
        (
            json!([start, {"type": "fly"}]),
            1,
            422,
            "illegal-move",
            "BadMove",
        ),
        (json!([start, roll]), 1, 409, "not-your-turn", "NotYourTurn"),
    ] {
        let problem = ann
            .sends(&game, &json!(2), moves)
            .await
            .problem(status, code);
        assert_eq!(
            (&problem["index"], &problem["rule"]),
            (&json!(index), &json!(rule))
        );
        assert_eq!(problem["seq"], 2);
        assert_eq!(problem["legal"]["texts"], json!(["move start"]));
        assert_eq!((stored(&server).await, ann.sees(&game).await), before);
    }
    // Nor does anything follow leaving.
    let sent = ann
        .sends(&game, &json!(2), json!([start, leave, roll]))
        .await;
    assert_eq!(sent.problem(422, "reveals-information")["index"], 1);
    assert_eq!((stored(&server).await, ann.sees(&game).await), before);
    let played = ann
        .sends(&game, &json!(2), json!([start, leave]))
        .await
        .ok();
    assert_eq!((&played["ply"], &played["seq"]), (&json!(3), &json!(4)));
    let told: Vec<&Value> = played["events"]
        .as_array()
        .unwrap()
        .iter()
        .map(|event| &event["n"])
        .collect();
    assert!(told.contains(&&json!(2)) && told.contains(&&json!(3)));
    assert_eq!(stored(&server).await.entries, 3);
    audited(&server.database).await;
}

#[tokio::test]
async fn rejected_move_returns_legal_moves() {
    let server = server().await;
    let [ann, ben, eve] = server.players(["ann", "ben", "eve"]).await;
    let game = thats_life(&[&ann, &ben]).await;
    ann.plays(&game, "roll").await;
    let before = (stored(&server).await, ann.sees(&game).await);
    let illegal = ann
        .tries(&game, "move p8")
        .await
        .problem(422, "illegal-move");
    assert_eq!(illegal["rule"], "NoOwnPawnThere");
    assert!(illegal["detail"].as_str().unwrap().contains("p8"));
    assert_eq!(
        illegal["legal"]["moves"],
        json!([{"type": "move_pawn", "from": "start"}])
    );
    assert_eq!(illegal["legal"]["texts"], json!(["move start"]));
    assert_eq!(illegal["legal"]["complete"], true);
    assert_eq!((&illegal["index"], &illegal["seq"]), (&json!(0), &json!(2)));
    let early = ben.tries(&game, "roll").await.problem(409, "not-your-turn");
    assert_eq!(
        (&early["rule"], &early["seq"]),
        (&json!("NotYourTurn"), &json!(1))
    );
    assert_eq!(early["legal"]["moves"], json!([]));
    assert_eq!(early["detail"], "It is the turn of ann.");
    eve.sends(&game, &json!(1), json!([{"type": "roll"}]))
        .await
        .problem(409, "not-seated");
    eve.get(&format!("/v1/games/{game}/legal"))
        .await
        .problem(409, "not-seated");
    let move_start = || json!([{"text": "move start"}]);
    for other in [0, 1, 3, u32::MAX] {
        let stale = ann
            .sends(&game, &json!(other), move_start())
            .await
            .problem(409, "stale");
        assert_eq!(stale["seq"], 2, "{other}");
    }
    assert_eq!((stored(&server).await, ann.sees(&game).await), before);
    ann.sends(&game, &json!(2), move_start()).await.ok();
}

#[tokio::test]
async fn game_continues_without_player_who_leaves() {
    let server = server().await;
    let [ann, ben, cleo] = server.players(["ann", "ben", "cleo"]).await;
    let game = thats_life(&[&ann, &ben, &cleo]).await;
    ann.plays(&game, "roll").await;
    // Out of turn. The turn continues.
    let body = json!({"seq": 1, "moves": [{"type": "leave"}]});
    let left = ben.posts_moves(&game, &body).await;
    let again = ben.posts_moves(&game, &body).await;
    assert_eq!((left.status, &left.text), (again.status, &again.text));
    let left = left.ok();
    assert_eq!(
        (&left["to_act"], &left["status"]),
        (&json!([0]), &json!("running"))
    );
    assert_eq!(left["view"]["gone"], json!([false, true, false]));
    ben.tries(&game, "leave")
        .await
        .problem(409, "not-your-turn");
    ben.tries(&game, "roll").await.problem(409, "not-your-turn");
    let moved = ann.plays(&game, "move start").await;
    assert_eq!(moved["to_act"], json!([2]));
    // In turn, and as a word; one is left, and the game over.
    let over = cleo.plays(&game, "LEAVE").await;
    assert_eq!(
        (&over["status"], &over["to_act"]),
        (&json!("finished"), &json!([]))
    );
    let standings = &over["result"]["standings"];
    let left: Vec<&Value> = standings
        .as_array()
        .unwrap()
        .iter()
        .map(|one| &one["left"])
        .collect();
    assert_eq!(left, [&json!(false), &json!(true), &json!(true)]);
    let log = ann.get(&format!("/v1/games/{game}/log")).await.ok();
    assert_eq!(
        (&log["entries"][1]["kind"], &log["entries"][1]["seat"]),
        (&json!("leave"), &json!(1))
    );
    assert!(log["entries"][1].get("move").is_none());
    audited(&server.database).await;
}

#[tokio::test]
async fn repeated_move_request_always_returns_same_response() {
    let server = server().await;
    let other = server_on(server.database.clone()).await;
    let [ann, ben] = server.two_players().await;
    let game = thats_life(&[&ann, &ben]).await;
    let first = ann
        .posts_moves(&game, &json!({"seq": 1, "moves": [{"type": "roll"}]}))
        .await;
    let mut done = vec![Done {
        player: &ann,
        body: json!({"seq": 1, "moves": [{"text": "Roll"}]}),
        text: first.text,
    }];
    server.app.clock.forward(chrono::Duration::minutes(10));
    done.extend(play_on(&[&ann, &ben], &game, 12).await);
    let repeats = async |node: &Server| {
        for done in &done {
            let again = done.player.at(node).posts_moves(&game, &done.body).await;
            assert_eq!(
                (again.status.as_u16(), again.text.as_str()),
                (200, done.text.as_str())
            );
        }
    };
    let before = stored(&server).await;
    repeats(&server).await;
    repeats(&other).await;
    server.app.tables.forget(&game.clone().try_into().unwrap());
    repeats(&server).await;
    assert_eq!(stored(&server).await, before);
    play_on(&[&ann, &ben], &game, 2000).await;
    let before = stored(&server).await;
    repeats(&server).await;
    repeats(&other).await;
    server.app.tables.forget(&game.clone().try_into().unwrap());
    repeats(&server).await;
    assert_eq!(stored(&server).await, before);
}

#[tokio::test]
async fn repeated_move_request_returns_same_response_with_hidden_state() {
    let server = server().await;
    let ann = server.player("ann").await;
    let game = a_game_of("ferry-follies", json!({}), &[&ann]).await;
    let done = play_on(&[&ann], &game, 2000).await;
    assert_eq!(done.last().unwrap().answer()["status"], "finished");
    for done in &done {
        let again = ann.posts_moves(&game, &done.body).await;
        assert_eq!(again.text, done.text);
    }
}

#[tokio::test]
async fn different_move_with_old_seq_returns_409_stale() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = thats_life(&[&ann, &ben]).await;
    let (roll, start) = (json!({"type": "roll"}), json!({"text": "move start"}));
    ann.sends(&game, &json!(1), json!([roll])).await.ok();
    let whole = ann.sends(&game, &json!(2), json!([start])).await.ok();
    ben.takes_a_first_turn(&game).await;
    let before = stored(&server).await;
    for (seq, moves) in [
        (1, json!([start])),
        (1, json!([{"type": "leave"}])),
        (1, json!([roll, roll])),
        (1, json!([{"type": "fly"}])),
        (1, json!([roll, start, roll])),
        (2, json!([roll])),
        (2, json!([start, roll])),
    ] {
        let stale = ann
            .sends(&game, &json!(seq), moves)
            .await
            .problem(409, "stale");
        assert_eq!(stale["seq"], 3);
    }
    // The server recognises played moves, sent in one list or in two.
    let part = ann.sends(&game, &json!(2), json!([start])).await.ok();
    assert_eq!(
        (&part["view"], &part["ply"]),
        (&whole["view"], &whole["ply"])
    );
    assert_eq!(stored(&server).await, before);
}

#[tokio::test]
async fn concurrent_identical_moves_are_played_once() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = thats_life(&[&ann, &ben]).await;
    let mut ply = 0;
    'play: for turn in 0..6 {
        let player = [&ann, &ben][turn % 2];
        for mv in ["roll", "move start"] {
            let seq = player.sees(&game).await["seq"].clone();
            let body = json!({"seq": seq, "moves": [{"text": mv}]});
            if turn % 3 == 2 {
                server.app.tables.forget(&game.clone().try_into().unwrap());
            }
            let (one, two, three) = tokio::join!(
                player.posts_moves(&game, &body),
                player.posts_moves(&game, &body),
                player.posts_moves(&game, &body)
            );
            if one.status == 422 {
                // No pawn stands on the start any more.
                break 'play;
            }
            assert_eq!((one.status.as_u16(), &one.text), (200, &two.text));
            assert_eq!(one.text, three.text);
            ply += 1;
            assert_eq!(one.ok()["ply"], ply);
            assert_eq!(stored(&server).await.entries, ply);
        }
    }
    assert!(ply >= 4);
    audited(&server.database).await;
}

#[tokio::test]
async fn concurrent_different_moves_play_one_and_reject_other() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = thats_life(&[&ann, &ben]).await;
    let (mut races, mut ply) = (0, 0);
    while races < 4 {
        play_on(&[&ann, &ben], &game, 1).await;
        let view = ann.sees(&game).await;
        if view["status"] == "finished" {
            break;
        }
        ply = view["ply"].as_u64().unwrap();
        let player = player_in(&[&ann, &ben], &view, view["to_act"][0].as_u64().unwrap());
        let legal = player.may_play(&game).await;
        if legal["moves"].as_array().unwrap().len() < 2 {
            continue;
        }
        let (one, other) = tokio::join!(
            player.sends(&game, &legal["seq"], json!([legal["moves"][0]])),
            player.sends(&game, &legal["seq"], json!([legal["moves"][1]]))
        );
        let (won, lost) = if one.status == 200 {
            (one, other)
        } else {
            (other, one)
        };
        assert_eq!(won.ok()["ply"], ply + 1);
        let stale = lost.problem(409, "stale");
        assert_eq!(stale["seq"], legal["seq"].as_u64().unwrap() + 1);
        races += 1;
    }
    assert!(races > 0 && ply > 0);
    audited(&server.database).await;
}

#[tokio::test]
async fn invalid_move_requests_are_rejected() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = thats_life(&[&ann, &ben]).await;
    let path = format!("/v1/games/{game}/moves");
    let before = (stored(&server).await, ann.sees(&game).await);
    let roll = r#"{"type":"roll"}"#;
    let many = |count: usize| format!(r#"{{"seq":1,"moves":[{}]}}"#, vec![roll; count].join(","));
    let nested = |depth: usize| {
        format!(
            r#"{{"seq":1,"moves":[{}{}]}}"#,
            "[".repeat(depth),
            "]".repeat(depth)
        )
    };
    for (body, status, code) in [
        (String::new(), 400, "malformed-json"),
        ("{".into(), 400, "malformed-json"),
        ("roll".into(), 400, "malformed-json"),
        (
            r#"{"seq":1,"moves":[{"type":"roll"}]} x"#.into(),
            400,
            "malformed-json",
        ),
        (
            r#"{"seq":1,"moves":[{"text":"\ud800"}]}"#.into(),
            400,
            "malformed-json",
        ),
        (r#"{"seq":1,"moves":[1e999]}"#.into(), 400, "malformed-json"),
        ("null".into(), 400, "invalid-request"),
        ("[]".into(), 400, "invalid-request"),
        ("{}".into(), 400, "invalid-request"),
        (r#"{"seq":1}"#.into(), 400, "invalid-request"),
        (
            r#"{"moves":[{"type":"roll"}]}"#.into(),
            400,
            "invalid-request",
        ),
        (
            r#"{"seq":1,"moves":[{"type":"roll"}],"ply":0}"#.into(),
            400,
            "invalid-request",
        ),
        (
            r#"{"seq":1,"seq":1,"moves":[{"type":"roll"}]}"#.into(),
            400,
            "invalid-request",
        ),
        (
            r#"{"seq":"1","moves":[{"type":"roll"}]}"#.into(),
            400,
            "invalid-request",
        ),
        (
            r#"{"seq":-1,"moves":[{"type":"roll"}]}"#.into(),
            400,
            "invalid-request",
        ),
        (
            r#"{"seq":1.5,"moves":[{"type":"roll"}]}"#.into(),
            400,
            "invalid-request",
        ),
        (
            r#"{"seq":4294967296,"moves":[{"type":"roll"}]}"#.into(),
            400,
            "invalid-request",
        ),
        (
            r#"{"seq":null,"moves":[{"type":"roll"}]}"#.into(),
            400,
            "invalid-request",
        ),
        (
            r#"{"seq":1,"moves":{"type":"roll"}}"#.into(),
            400,
            "invalid-request",
        ),
        (r#"{"seq":1,"moves":null}"#.into(), 400, "invalid-request"),
        (r#"[1,[{"type":"roll"}]]"#.into(), 400, "invalid-request"),
        (many(0), 400, "invalid-request"),
        (many(65), 400, "invalid-request"),
        (many(64), 422, "reveals-information"),
        (r#"{"seq":1,"moves":[null]}"#.into(), 422, "illegal-move"),
        (r#"{"seq":1,"moves":["roll"]}"#.into(), 422, "illegal-move"),
        (
            r#"{"seq":1,"moves":[["roll"]]}"#.into(),
            422,
            "illegal-move",
        ),
        (r#"{"seq":1,"moves":[{}]}"#.into(), 422, "illegal-move"),
        (
            r#"{"seq":1,"moves":[{"type":"roll","die":6}]}"#.into(),
            422,
            "illegal-move",
        ),
        (
            r#"{"seq":1,"moves":[{"type":"leave","why":1}]}"#.into(),
            422,
            "illegal-move",
        ),
        (
            r#"{"seq":1,"moves":[{"text":7}]}"#.into(),
            422,
            "illegal-move",
        ),
        (
            r#"{"seq":1,"moves":[{"text":"roll","type":"roll"}]}"#.into(),
            422,
            "illegal-move",
        ),
        (nested(100), 422, "illegal-move"),
        (nested(130), 413, "too-large"),
        (nested(20_000), 413, "too-large"),
        (
            format!(r#"{{"seq":1,"moves":[{roll}]{}}}"#, " ".repeat(64 * 1024)),
            413,
            "too-large",
        ),
        (" ".repeat(10_000_000), 413, "too-large"),
    ] {
        let request = server
            .request(Method::POST, &path)
            .bearer_auth(&ann.token)
            .header(CONTENT_TYPE, "application/json; charset=utf-8")
            .body(body.clone());
        let shown = &body[..body.len().min(80)];
        let answer = answer(request).await;
        assert_eq!(answer.status.as_u16(), status, "{shown} {}", answer.text);
        answer.problem(status, code);
    }
    let bytes = [
        &b"{\"seq\":1,\"moves\":[{\"text\":\""[..],
        &[0xff, 0xfe],
        b"\"}]}",
    ]
    .concat();
    let request = server
        .request(Method::POST, &path)
        .bearer_auth(&ann.token)
        .header(CONTENT_TYPE, "application/json")
        .body(bytes);
    answer(request).await.problem(400, "malformed-json");
    for media in [
        "text/plain",
        "application/x-www-form-urlencoded",
        "application/jsonp",
        "json",
        "",
    ] {
        let request = server
            .request(Method::POST, &path)
            .bearer_auth(&ann.token)
            .header(CONTENT_TYPE, media)
            .body(many(1));
        answer(request).await.problem(415, "unsupported-media-type");
    }
    let request = server
        .request(Method::POST, &path)
        .bearer_auth(&ann.token)
        .body(many(1));
    answer(request).await.problem(415, "unsupported-media-type");
    for method in [Method::GET, Method::PUT, Method::PATCH, Method::DELETE] {
        server
            .send(method, &path, Some(&ann.token), None)
            .await
            .problem(405, "method-not-allowed");
    }
    for token in ["", "x", "a.b.c", &format!("{}x", ann.token)] {
        let body = json!({"seq": 1, "moves": [{"type": "roll"}]});
        let answer = server
            .send(Method::POST, &path, Some(token), Some(&body))
            .await;
        answer.problem(401, "not-signed-in");
    }
    let body = json!({"seq": 1, "moves": [{"type": "roll"}]});
    server
        .call(Method::POST, &path, body.clone())
        .await
        .problem(401, "not-signed-in");
    for unknown in ["Gx3kPq7LmZ2", "a", "a-b", "%00", "%2e%2e", &"a".repeat(400)] {
        ann.posts_moves(unknown, &body)
            .await
            .problem(404, "not-found");
        ann.get(&format!("/v1/games/{unknown}/legal"))
            .await
            .problem(404, "not-found");
    }
    let open = ann.makes(json!({"kind": "thats-life"})).await;
    ann.posts_moves(&open, &body)
        .await
        .problem(409, "not-started");
    ben.posts_moves(&open, &body)
        .await
        .problem(409, "not-started");
    ann.get(&format!("/v1/games/{open}/legal"))
        .await
        .problem(409, "not-started");
    let now = stored(&server).await;
    assert_eq!((now.entries, now.mails), (before.0.entries, before.0.mails));
    assert_eq!(ann.sees(&game).await, before.1);
}
