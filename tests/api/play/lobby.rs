//! Games before they begin: creating, joining, cancelling, and beginning.

use ::games::KINDS;
use reqwest::Method;
use serde_json::{Value, json};

use crate::database_helpers::{mails, seated};
use crate::helpers::*;
use crate::play::invitations::{invites, waiting};
use crate::table::*;

const SEED: &str = "0707070707070707070707070707070707070707070707070707070707070707";

pub fn seats(game: &str) -> String {
    format!("/v1/games/{game}/seats")
}

pub fn names(game: &Value) -> Vec<&Value> {
    let seats = game["seats"].as_array().unwrap();
    seats.iter().map(|seat| &seat["player"]).collect()
}

#[tokio::test]
async fn new_game_has_default_options() {
    let server = server().await;
    let ann = server.player("ann").await;
    let answer = ann.post("/v1/games", json!({"kind": "thats-life"})).await;
    assert_eq!(answer.status, 201);
    let location = answer.headers["location"].to_str().unwrap().to_owned();
    let game = answer.ok();
    assert_eq!(location, format!("/v1/games/{}", id(&game)));
    assert_eq!(id(&game).len(), 11);
    assert_eq!(game["kind"], "thats-life");
    assert_eq!(game["rules"], "thats-life@1");
    assert_eq!(
        (&game["status"], &game["visibility"]),
        (&json!("open"), &json!("public"))
    );
    let options = json!({"sorting": "random", "action_tiles": true, "guards": false,
        "scoring": "basic", "pawns": "3"});
    assert_eq!(game["options"], options);
    assert_eq!(names(&game), [&json!("ann"), &Value::Null]);
    assert_eq!(game["seat"], 0);
    assert_eq!(
        (&game["creator"], &game["invited"]),
        (&json!(true), &json!(false))
    );
    assert_eq!(game["seed_source"], "secret");
    assert_eq!(game["seed_commitment"].as_str().unwrap().len(), 64);
    assert_eq!((&game["ply"], &game["to_act"]), (&json!(0), &json!([])));
    assert_eq!(game["created_at"], "2026-03-01T12:00:00.000Z");
    for unknown in [
        "seq",
        "view",
        "head",
        "server_seed",
        "result",
        "started_at",
        "finished_at",
        "rematch_of",
        "rematch",
    ] {
        assert!(
            game[unknown].is_null() && game.get(unknown).is_some(),
            "{unknown}"
        );
    }
    assert_eq!(ann.get(&location).await.ok(), game);
    assert!(mails(&server).await.iter().all(|mail| mail.game.is_empty()));
}

#[tokio::test]
async fn new_game_accepts_all_options() {
    let server = server().await;
    let ann = server.player("ann").await;
    let options = json!({"sorting": "variant2", "action_tiles": false, "guards": true,
        "scoring": "expert", "pawns": "auto"});
    let game = json!({"kind": "thats-life", "options": options, "seats": 6, "entropy": "☘",
        "visibility": "private", "invite": []});
    let game = ann.post("/v1/games", game).await.ok();
    assert_eq!(game["options"], options);
    assert_eq!(game["seats"].as_array().unwrap().len(), 6);
    assert_eq!(game["seats"][0]["entropy"], "☘");
    assert_eq!(game["visibility"], "private");
}

#[tokio::test]
async fn invalid_new_game_requests_are_rejected() {
    let server = server().await;
    let ann = server.player("ann").await;
    let before = stored(&server).await;
    let kind = |more: Value| {
        let mut game = json!({"kind": "thats-life"});
        game.as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        game
    };
    for (body, status, code) in [
        (json!({}), 400, "invalid-request"),
        (json!([]), 400, "invalid-request"),
        (json!({"kind": 7}), 400, "invalid-request"),
        (json!({"kind": "chess"}), 422, "invalid-game"),
        (json!({"kind": "thats-life@1"}), 422, "invalid-game"),
        (json!({"kind": "a\u{0}"}), 422, "invalid-game"),
        (kind(json!({"colour": "red"})), 400, "invalid-request"),
        (kind(json!({"seats": 1})), 422, "invalid-game"),
        (kind(json!({"seats": 7})), 422, "invalid-game"),
        (kind(json!({"seats": 0})), 422, "invalid-game"),
        (kind(json!({"seats": 256})), 400, "invalid-request"),
        (kind(json!({"seats": -1})), 400, "invalid-request"),
        (kind(json!({"seats": "2"})), 400, "invalid-request"),
        (
            kind(json!({"options": {"sorting": "upside down"}})),
            422,
            "invalid-game",
        ),
        (kind(json!({"options": {"dice": 2}})), 422, "invalid-game"),
        (kind(json!({"options": []})), 422, "invalid-game"),
        (kind(json!({"options": null})), 422, "invalid-game"),
        (
            kind(json!({"options": {"guards": "yes"}})),
            422,
            "invalid-game",
        ),
        (
            kind(json!({"visibility": "secret"})),
            400,
            "invalid-request",
        ),
        (kind(json!({"seed": "07"})), 400, "invalid-request"),
        (
            kind(json!({"seed": format!("{}g", &SEED[1..])})),
            400,
            "invalid-request",
        ),
        (kind(json!({"entropy": "a\nb"})), 400, "invalid-request"),
        (kind(json!({"entropy": "a\rb"})), 400, "invalid-request"),
        (kind(json!({"entropy": "a\u{0}b"})), 400, "invalid-request"),
        (
            kind(json!({"entropy": "☘".repeat(22)})),
            400,
            "invalid-request",
        ),
        (kind(json!({"entropy": 7})), 400, "invalid-request"),
        (kind(json!({"invite": [{}]})), 400, "invalid-request"),
        (
            kind(json!({"invite": [["ann", null]]})),
            400,
            "invalid-request",
        ),
        (
            kind(json!({"invite": [{"player": "a", "colour": "red"}]})),
            400,
            "invalid-request",
        ),
        (json!(["thats-life", {}, 2]), 400, "invalid-request"),
        (
            kind(json!({"invite": [{"player": "ann", "email": "a@b.org"}]})),
            400,
            "invalid-request",
        ),
        (
            kind(json!({"invite": [{"player": "nobody"}]})),
            422,
            "invalid-game",
        ),
        (
            kind(json!({"invite": [{"player": "a\u{0}"}]})),
            400,
            "invalid-request",
        ),
        (
            kind(json!({"invite": [{"player": "ann"}]})),
            422,
            "invalid-game",
        ),
        (
            kind(json!({"invite": [{"email": "nobody"}]})),
            400,
            "invalid-request",
        ),
        (
            kind(json!({"invite": [{"email": "a\u{0}@example.org"}]})),
            400,
            "invalid-request",
        ),
        (
            kind(json!({"invite": [{"email": "a@b.org\nBcc: c@d.org"}]})),
            400,
            "invalid-request",
        ),
        (
            kind(json!({"invite": [{"email": "a@b.org"}, {"email": "c@d.org"}]})),
            422,
            "invalid-game",
        ),
        (
            kind(json!({"seats": 3, "invite": [{"email": "a@b.org"}, {"email": "A@B.org"}]})),
            422,
            "invalid-game",
        ),
    ] {
        let problem = ann.post("/v1/games", body.clone()).await;
        assert_eq!(problem.status.as_u16(), status, "{body} {}", problem.text);
        problem.problem(status, code);
    }
    assert_eq!(stored(&server).await, before);
    let body = json!({"kind": "thats-life"});
    server
        .call(Method::POST, "/v1/games", body)
        .await
        .problem(401, "not-signed-in");
}

#[tokio::test]
async fn entropy_accepts_up_to_64_bytes_without_control_characters() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let longest = format!("{}x", "☘".repeat(21));
    assert_eq!(longest.len(), 64);
    let game = json!({"kind": "thats-life", "entropy": longest});
    let game = ann.makes(game).await;
    for bad in [
        "\n",
        "\r",
        "\u{0}",
        "\u{202e}",
        "\u{7f}",
        &format!("{longest}x"),
    ] {
        let answer = ben.post(&seats(&game), json!({"entropy": bad})).await;
        answer.problem(400, "invalid-request");
    }
    // Any other text is accepted as entropy.
    let odd = "\u{200d}\u{a0}'; DROP TABLE games;--\"\\";
    let joined = ben.post(&seats(&game), json!({"entropy": odd})).await.ok();
    assert_eq!(joined["seats"][0]["entropy"], longest);
    assert_eq!(joined["seats"][1]["entropy"], odd);
    assert_eq!(joined["status"], "running");
    audited(&server.database).await;
}

#[tokio::test]
async fn chosen_seed_is_marked_and_determines_the_dice() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = json!({"kind": "thats-life", "seed": SEED, "entropy": "a"});
    let game = ann.makes(game).await;
    let joined = ben.post(&seats(&game), json!({"entropy": "b"})).await.ok();
    assert_eq!(joined["seed_source"], "chosen");
    let seed = rules::ServerSeed([7; 32]);
    assert_eq!(joined["seed_commitment"], hex::encode(seed.commitment()));
    assert!(joined["server_seed"].is_null());
    // The same game, derived by hand.
    let conn = &mut *server.app.db.get().await.unwrap();
    let row = play::store::games::find(conn, &game.clone().try_into().unwrap()).await;
    let blinding = row.unwrap().unwrap().blinding_secret.unwrap();
    let blinding = rules::Blinding(blinding.try_into().unwrap());
    let header = rules::Header {
        id: game.clone(),
        rules: "thats-life@1".into(),
        options: joined["options"].clone().into(),
        entropies: vec!["a".into(), "b".into()],
        seed_commitment: rules::Hash(seed.commitment()),
        seed_source: rules::SeedSource::Chosen,
        blinding_commitment: Some(rules::Hash(blinding.commitment())),
        deal: None,
    };
    let (mut derived, _) =
        rules::Game::start(KINDS.of(&header).unwrap(), header, &seed, Some(blinding)).unwrap();
    assert_eq!(joined["head"], derived.head().to_string());
    let viewer = rules::Viewer::Seat(rules::Seat(0));
    assert_eq!(joined["view"], derived.position().view(viewer));
    for done in play_on(&[&ann, &ben], &game, 20).await {
        let (answer, mv) = (done.answer(), done.body["moves"][0].clone());
        let seat = rules::Seat(answer["seat"].as_u64().unwrap() as u8);
        let [action] = <[_; 1]>::try_from(rules::Action::read(mv)).unwrap();
        derived
            .submit(seat, &action, "2026-03-01T12:00:00.000Z")
            .unwrap();
        assert_eq!(
            answer["view"],
            derived.position().view(rules::Viewer::Seat(seat))
        );
        assert_eq!(answer["head"], derived.head().to_string());
    }
}

#[tokio::test]
async fn game_begins_when_last_seat_is_taken() {
    let server = server().await;
    let [ann, ben, cleo] = server.players(["ann", "ben", "cleo"]).await;
    let game = ann.makes(json!({"kind": "thats-life", "seats": 3})).await;
    let joined = ben.joins(&game).await;
    assert_eq!(
        (&joined["status"], &joined["seat"]),
        (&json!("open"), &json!(1))
    );
    assert!(joined["seq"].is_null());
    let begun = cleo.joins(&game).await;
    assert_eq!(
        (&begun["status"], &begun["seat"]),
        (&json!("running"), &json!(2))
    );
    assert_eq!((&begun["seq"], &begun["to_act"]), (&json!(1), &json!([0])));
    assert_eq!(begun["started_at"], "2026-03-01T12:00:00.000Z");
    assert!(begun["view"].is_object() && begun["head"].is_string());
    // Once more, from a phone that lost the answer: nothing changes.
    let before = stored(&server).await;
    assert_eq!(cleo.joins(&game).await, begun);
    ben.joins(&game).await;
    assert_eq!(stored(&server).await, before);
    // With other words it is not the same request.
    let other = json!({"entropy": "other"});
    cleo.post(&seats(&game), other)
        .await
        .problem(409, "already-seated");
}

#[tokio::test]
async fn concurrent_joins_for_one_seat_admit_one_player() {
    let server = server().await;
    let [ann, ben, cleo] = server.players(["ann", "ben", "cleo"]).await;
    for _ in 0..5 {
        let game = ann.makes(json!({"kind": "thats-life"})).await;
        let (one, other, again) = tokio::join!(
            ben.tries_to_join(&game),
            cleo.tries_to_join(&game),
            ben.tries_to_join(&game)
        );
        let mut codes = [
            one.status.as_u16(),
            other.status.as_u16(),
            again.status.as_u16(),
        ];
        assert_eq!(codes[0], codes[2], "the same request, the same answer");
        codes.sort_unstable();
        assert!(
            codes == [200, 200, 409] || codes == [200, 409, 409],
            "{codes:?}"
        );
        let loser = if other.status == 409 { other } else { one };
        loser.problem(409, "game-not-open");
        assert_eq!(ann.sees(&game).await["status"], "running");
    }
    audited(&server.database).await;
}

#[tokio::test]
async fn concurrent_joins_and_cancellation_leave_game_consistent() {
    let server = server().await;
    let [ann, ben, cleo] = server.players(["ann", "ben", "cleo"]).await;
    for _ in 0..5 {
        let game = ann.makes(json!({"kind": "thats-life", "seats": 3})).await;
        let (one, other) = tokio::join!(ben.joins(&game), cleo.joins(&game));
        assert_ne!(one["seat"], other["seat"]);
        assert_eq!(ann.sees(&game).await["status"], "running");
        // Or the table is cancelled just then: never both.
        let game = ann.makes(json!({"kind": "thats-life"})).await;
        let path = format!("/v1/games/{game}");
        let (joined, cancelled) = tokio::join!(ben.tries_to_join(&game), ann.delete(&path));
        assert_ne!(joined.status.is_success(), cancelled.status.is_success());
        for late in [joined, cancelled] {
            if !late.status.is_success() {
                late.problem(409, "game-not-open");
            }
        }
    }
    audited(&server.database).await;
}

#[tokio::test]
async fn joining_without_a_free_seat_is_rejected() {
    let server = server().await;
    let [ann, ben, cleo] = server.players(["ann", "ben", "cleo"]).await;
    let kept = invites(&ann, "public", json!({"player": "ben"})).await;
    cleo.tries_to_join(&kept)
        .await
        .problem(409, "seat-unavailable");
    ben.joins(&kept).await;
    cleo.tries_to_join(&kept)
        .await
        .problem(409, "game-not-open");
    let cancelled = ann.makes(json!({"kind": "thats-life"})).await;
    ann.delete(&format!("/v1/games/{cancelled}")).await.ok();
    ben.tries_to_join(&cancelled)
        .await
        .problem(409, "game-not-open");
    for nowhere in [
        "Gx3kPq7LmZ2",
        "x",
        "..",
        "a%00b",
        "%F0%9F%8D%80",
        &"x".repeat(33),
    ] {
        ben.tries_to_join(nowhere).await.problem(404, "not-found");
    }
    server
        .call(Method::POST, &seats(&kept), json!({}))
        .await
        .problem(401, "not-signed-in");
}

#[tokio::test]
async fn player_can_give_back_seat_before_game_begins() {
    let server = server().await;
    let [ann, ben, cleo] = server.players(["ann", "ben", "cleo"]).await;
    let game = ann.makes(json!({"kind": "thats-life", "seats": 3})).await;
    ben.joins(&game).await;
    let own = format!("/v1/games/{game}/seats/me");
    assert_eq!(ben.delete(&own).await.status, 204);
    assert_eq!(seated(&server, &game).await, ["ann", "", ""]);
    assert_eq!(ben.sees(&game).await["seats"][1]["entropy"], "");
    ben.delete(&own).await.problem(409, "not-seated");
    cleo.delete(&own).await.problem(409, "not-seated");
    ann.delete(&own).await.problem(403, "forbidden");
    assert_eq!(cleo.joins(&game).await["seat"], 1);
    ben.joins(&game).await;
    ben.delete(&own).await.problem(409, "game-not-open");
    let nowhere = "/v1/games/Gx3kPq7LmZ2/seats/me";
    ben.delete(nowhere).await.problem(404, "not-found");
}

#[tokio::test]
async fn only_creator_can_free_seats_of_others() {
    let server = server().await;
    let [ann, ben, cleo, dora] = server.players(["ann", "ben", "cleo", "dora"]).await;
    let game = json!({"kind": "thats-life", "seats": 3, "invite": [{"player": "cleo"}]});
    let game = ann.makes(game).await;
    ben.joins(&game).await;
    let seat = |seat: &str| format!("/v1/games/{game}/seats/{seat}");
    ben.delete(&seat("1")).await.problem(403, "forbidden");
    ann.delete(&seat("0")).await.problem(403, "forbidden");
    for none in ["3", "255", "256", "-1", "x"] {
        ann.delete(&seat(none)).await.problem(404, "not-found");
    }
    assert_eq!(ann.sees(&game).await["seats"][1]["invited"], "cleo");
    assert_eq!(ann.delete(&seat("2")).await.status, 204);
    assert_eq!(ann.delete(&seat("1")).await.status, 204);
    assert_eq!(ann.delete(&seat("1")).await.status, 204);
    assert_eq!(seated(&server, &game).await, ["ann", "", ""]);
    assert_eq!(ann.sees(&game).await["seats"][1]["reserved"], false);
    cleo.joins(&game).await;
    ben.tries_to_join(&game).await.problem(403, "forbidden");
    dora.joins(&game).await;
    ann.delete(&seat("1")).await.problem(409, "game-not-open");
}

#[tokio::test]
async fn only_creator_can_cancel_open_game() {
    let server = server().await;
    let [ann, ben, cleo] = server.players(["ann", "ben", "cleo"]).await;
    let game = json!({"kind": "thats-life", "seats": 4, "invite": [{"player": "cleo"}]});
    let game = ann.makes(game).await;
    ben.joins(&game).await;
    let path = format!("/v1/games/{game}");
    ben.delete(&path).await.problem(403, "forbidden");
    assert_eq!(ann.delete(&path).await.status, 204);
    let before = stored(&server).await;
    assert_eq!(ann.delete(&path).await.status, 204);
    assert_eq!(stored(&server).await, before);
    assert_eq!(ann.sees(&game).await["status"], "cancelled");
    ben.get(&format!("{path}/legal"))
        .await
        .problem(409, "not-started");
    let moves = json!({"seq": 1, "moves": [{"type": "roll"}]});
    ben.post(&format!("{path}/moves"), moves)
        .await
        .problem(409, "not-started");
    // The seated player gets a mail, the creator does not. The invitation will be dropped.
    let told: Vec<String> = waiting(&server, "game_cancelled")
        .await
        .into_iter()
        .map(|mail| mail.game)
        .collect();
    assert_eq!(told, [game.as_str()]);
    // A running game can no longer be cancelled.
    let game = thats_life(&[&ann, &ben]).await;
    let path = format!("/v1/games/{game}");
    ann.delete(&path).await.problem(409, "game-not-open");
    cleo.delete(&path).await.problem(403, "forbidden");
}

#[tokio::test]
async fn private_game_returns_404_to_strangers() {
    let server = server().await;
    let [ann, ben, eve] = server.players(["ann", "ben", "eve"]).await;
    let open = invites(&ann, "private", json!({"player": "ben"})).await;
    let running = invites(&ann, "private", json!({"player": "ben"})).await;
    ben.joins(&running).await;
    let over = invites(&ann, "private", json!({"player": "ben"})).await;
    ben.joins(&over).await;
    ben.plays(&over, "leave").await;
    let cancelled = invites(&ann, "private", json!({"player": "ben"})).await;
    ann.delete(&format!("/v1/games/{cancelled}")).await.ok();
    let before = stored(&server).await;
    for game in [open, running, over, cancelled] {
        let path = |rest: &str| format!("/v1/games/{game}{rest}");
        for rest in [
            "",
            "/log",
            "/positions/0",
            "/export",
            "/board.txt",
            "/legal",
        ] {
            eve.get(&path(rest)).await.problem(404, "not-found");
            if rest != "/legal" {
                server.get(&path(rest)).await.problem(404, "not-found");
            }
        }
        for (rest, body) in [
            ("/moves", json!({"seq": 1, "moves": [{"type": "roll"}]})),
            ("/moves", json!({"seq": 9, "moves": [{"type": "fly"}]})),
            ("/seats", json!({})),
            ("/invitations", json!({"player": "eve"})),
            ("/rematch", json!({})),
        ] {
            let answer = eve.post(&path(rest), body).await;
            assert_eq!(
                answer.status,
                404,
                "{rest} {} of {}",
                answer.text,
                ann.sees(&game).await["status"]
            );
            answer.problem(404, "not-found");
        }
        for rest in ["", "/seats/me", "/seats/0", "/seats/1", "/seats/9"] {
            let answer = eve.delete(&path(rest)).await;
            assert_eq!(
                answer.status,
                404,
                "{rest} {} of {}",
                answer.text,
                ann.sees(&game).await["status"]
            );
            answer.problem(404, "not-found");
        }
    }
    assert_eq!(stored(&server).await, before);
    for query in [
        "",
        "?status=running",
        "?player=ann",
        "?mine=true",
        "?my_turn=true",
    ] {
        assert!(eve.lists(query).await.is_empty(), "{query}");
    }
    assert_eq!(
        server.get("/v1/games").await.ok(),
        json!({"games": [], "next": null})
    );
}

#[tokio::test]
async fn deleted_player_leaves_game_and_frees_rematch_seat() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let first = thats_life(&[&ann, &ben]).await;
    let body = json!({"password": PASSWORD});
    server
        .send(Method::DELETE, "/v1/me", Some(&ben.token), Some(&body))
        .await
        .ok();
    let over = ann.sees(&first).await;
    assert_eq!(over["status"], "finished");
    assert_eq!(over["result"]["standings"][1]["left"], true);
    // The token is no longer valid.
    ben.post("/v1/games", json!({"kind": "thats-life"}))
        .await
        .problem(401, "not-signed-in");
    ben.tries_to_join(&first)
        .await
        .problem(401, "not-signed-in");
    let moves = json!({"seq": 1, "moves": [{"type": "roll"}]});
    ben.posts_moves(&first, &moves)
        .await
        .problem(401, "not-signed-in");
    // In a rematch the seat is free.
    let second = ann
        .post(&format!("/v1/games/{first}/rematch"), json!({}))
        .await
        .ok();
    assert_eq!(names(&second), [&Value::Null, &json!("ann")]);
    assert_eq!(second["seats"][0]["reserved"], false);
    let invite = format!("/v1/games/{}/invitations", id(&second));
    ann.post(&invite, json!({"player": "ben"}))
        .await
        .problem(422, "invalid-game");
    audited(&server.database).await;
}

/// Makes a game under a name for the request.
async fn makes_once(player: &Player<'_>, key: &str, game: &serde_json::Value) -> Answer {
    let request = player
        .server
        .request(reqwest::Method::POST, "/v1/games")
        .bearer_auth(&player.token)
        .header("Idempotency-Key", key)
        .json(game);
    answer(request).await
}

#[tokio::test]
async fn new_game_with_same_idempotency_key_is_created_once() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = json!({"kind": "thats-life", "seats": 2, "invite": [{"player": "ben"}]});
    let key = "\"8e03978e-40d5-43e8-bc93-6894a57f9324\"";
    let (one, two) = tokio::join!(makes_once(&ann, key, &game), makes_once(&ann, key, &game));
    assert_eq!((one.status.as_u16(), two.status.as_u16()), (201, 201));
    assert_eq!(one.headers["location"], two.headers["location"]);
    let made = id(&one.ok());
    assert_eq!(ann.lists("").await, [made.as_str()]);
    // In quotes or bare it is the same key; another player's is another.
    let bare = makes_once(&ann, key.trim_matches('"'), &game).await;
    assert_eq!(id(&bare.ok()), made);
    let bens = makes_once(&ben, key, &json!({"kind": "thats-life"})).await;
    assert_ne!(id(&bens.ok()), made);
    let other = json!({"kind": "thats-life", "seats": 3});
    makes_once(&ann, key, &other)
        .await
        .problem(422, "key-reused");
    // A rejected request leaves no trace.
    let wrong = json!({"kind": "thats-life", "seats": 99});
    makes_once(&ann, "x", &wrong)
        .await
        .problem(422, "invalid-game");
    makes_once(&ann, "x", &other).await.ok();
    for bad in ["", "\"\"", "a b", &"x".repeat(256)] {
        let answer = makes_once(&ann, bad, &other).await;
        answer.problem(400, "invalid-request");
    }
    // After a day it is another request.
    server.app.clock.forward(chrono::Duration::hours(25));
    play::lobby::forget_requests(&server.app).await.unwrap();
    let ann = server.returns("ann").await;
    let later = makes_once(&ann, key, &other).await;
    assert_ne!(id(&later.ok()), made);
}
