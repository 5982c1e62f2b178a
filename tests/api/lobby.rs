//! Tables before the game: made, listed, joined, kept for guests, cancelled, begun; rematches.

use std::collections::BTreeSet;

use ::games::KINDS;
use reqwest::Method;
use serde_json::{Value, json};

use crate::helpers::*;
use crate::mailbag::{Waiting, code_for, few, limited_server, mails, seated, smtp_server};
use crate::table::*;

const SEED: &str = "0707070707070707070707070707070707070707070707070707070707070707";

fn seats(game: &str) -> String {
    format!("/v1/games/{game}/seats")
}

fn names(game: &Value) -> Vec<&Value> {
    let seats = game["seats"].as_array().unwrap();
    seats.iter().map(|seat| &seat["player"]).collect()
}

/// Ann's table for two, with a seat kept for this guest.
async fn invites(ann: &Player<'_>, visibility: &str, guest: Value) -> String {
    ann.makes(json!({"kind": "thats-life", "visibility": visibility, "invite": [guest]}))
        .await
}

/// The mails of this kind that wait.
async fn waiting(server: &Server, kind: &str) -> Vec<Waiting> {
    let mut mails = mails(server).await;
    mails.retain(|mail| mail.kind == kind);
    mails
}

/// The secret in the only invitation that waits.
async fn secret(server: &Server) -> String {
    let mails = waiting(server, "invitation").await;
    assert_eq!(mails.len(), 1);
    mails[0].payload["token"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_table_has_defaults() {
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
async fn a_table_takes_all_options() {
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
async fn what_makes_no_game_is_refused() {
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
async fn entropy_has_64_bytes() {
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
    // Everything else is somebody's luck.
    let odd = "\u{200d}\u{a0}'; DROP TABLE games;--\"\\";
    let joined = ben.post(&seats(&game), json!({"entropy": odd})).await.ok();
    assert_eq!(joined["seats"][0]["entropy"], longest);
    assert_eq!(joined["seats"][1]["entropy"], odd);
    assert_eq!(joined["status"], "running");
    audited(&server.database).await;
}

#[tokio::test]
async fn a_chosen_seed_is_marked_and_gives_its_dice() {
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
    let row = turnpike::store::games::find(conn, &game.clone().try_into().unwrap()).await;
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
async fn the_last_seat_begins_the_game() {
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
async fn two_cannot_take_one_seat() {
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
async fn the_last_two_sit_down_at_once() {
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
async fn where_there_is_no_seat() {
    let server = server().await;
    let [ann, ben, cleo] = server.players(["ann", "ben", "cleo"]).await;
    let kept = invites(&ann, "public", json!({"player": "ben"})).await;
    cleo.tries_to_join(&kept).await.problem(409, "no-seat");
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
async fn a_seat_is_given_back() {
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
async fn the_creator_frees_seats() {
    let server = server().await;
    let [ann, ben, cleo] = server.players(["ann", "ben", "cleo"]).await;
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
    assert_eq!(ann.sees(&game).await["seats"][1]["kept"], false);
    cleo.joins(&game).await;
    ben.joins(&game).await;
    ann.delete(&seat("1")).await.problem(409, "game-not-open");
}

#[tokio::test]
async fn a_table_is_cancelled() {
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
    // Who sits there is told, who made it is not; the invitation will be dropped.
    let told: Vec<String> = waiting(&server, "game_cancelled")
        .await
        .into_iter()
        .map(|mail| mail.game)
        .collect();
    assert_eq!(told, [game.as_str()]);
    // A game that runs is not cancelled any more.
    let game = thats_life(&[&ann, &ben]).await;
    let path = format!("/v1/games/{game}");
    ann.delete(&path).await.problem(409, "game-not-open");
    cleo.delete(&path).await.problem(403, "forbidden");
}

#[tokio::test]
async fn players_are_invited_by_name() {
    let server = server().await;
    let [ann, ben, cleo] = server.players(["ann", "ben", "cleo"]).await;
    let game = invites(&ann, "private", json!({"player": "BEN"})).await;
    let invitations = waiting(&server, "invitation").await;
    assert_eq!(invitations.len(), 1);
    assert_eq!(
        (&invitations[0].game, &invitations[0].address),
        (&game, &None)
    );
    assert_eq!(
        invitations[0].payload,
        json!({"from": "ann", "token": null})
    );
    let seen = ben.sees(&game).await;
    assert_eq!(
        (&seen["invited"], &seen["seat"]),
        (&json!(true), &Value::Null)
    );
    assert_eq!(seen["seats"][1]["invited"], "ben");
    assert_eq!(ben.lists("?mine=true").await, [game.as_str()]);
    assert_eq!(ben.lists("").await, [game.as_str()]);
    assert!(cleo.lists("").await.is_empty());
    // Declined: the seat is free, and the game hidden again.
    assert_eq!(
        ben.delete(&format!("{}/me", seats(&game))).await.status,
        204
    );
    ben.get(&format!("/v1/games/{game}"))
        .await
        .problem(404, "not-found");
    ben.tries_to_join(&game).await.problem(404, "not-found");
    // Invited once more, after somebody else was.
    let invite = format!("/v1/games/{game}/invitations");
    ann.post(&invite, json!({"player": "cleo"})).await.ok();
    ann.post(&invite, json!({"player": "ben"}))
        .await
        .problem(409, "no-seat");
    ann.post(&invite, json!({"player": "cleo"}))
        .await
        .problem(409, "already-seated");
    ann.post(&invite, json!({"player": "ann"}))
        .await
        .problem(409, "already-seated");
    ann.post(&invite, json!({"player": "nobody"}))
        .await
        .problem(422, "invalid-game");
    ann.post(&invite, json!({"player": "\u{0}"}))
        .await
        .problem(400, "invalid-request");
    ann.post(&invite, json!({}))
        .await
        .problem(400, "invalid-request");
    cleo.post(&invite, json!({"player": "ben"}))
        .await
        .problem(403, "forbidden");
    ben.post(&invite, json!({"player": "ben"}))
        .await
        .problem(404, "not-found");
    ann.delete(&format!("{}/1", seats(&game))).await.ok();
    let kept = ann.post(&invite, json!({"player": "ben"})).await.ok();
    assert_eq!(kept["seats"][1]["invited"], "ben");
    assert_eq!(ben.joins(&game).await["status"], "running");
    ann.post(&invite, json!({"player": "cleo"}))
        .await
        .problem(409, "game-not-open");
    assert_eq!(waiting(&server, "invitation").await.len(), 3);
}

#[tokio::test]
async fn an_address_with_an_account_is_invited() {
    let server = server().await;
    let [ann, ben, cleo] = server.players(["ann", "ben", "cleo"]).await;
    let game = invites(&ann, "private", json!({"email": "Ben@Example.org"})).await;
    assert_eq!(
        waiting(&server, "invitation").await[0].address.as_deref(),
        Some("Ben@Example.org")
    );
    // Its owner finds the game, without the mail; and nobody but the creator learns the address.
    let seen = ben.sees(&game).await;
    assert_eq!(
        (&seen["invited"], &seen["seats"][1]["kept"]),
        (&json!(true), &json!(true))
    );
    assert!(seen["seats"][1]["invited_email"].is_null());
    assert_eq!(
        ann.sees(&game).await["seats"][1]["invited_email"],
        "Ben@Example.org"
    );
    assert_eq!(ben.lists("?mine=true").await, [game.as_str()]);
    assert_eq!(ben.lists("").await, [game.as_str()]);
    let invite = format!("/v1/games/{game}/invitations");
    ben.post(&invite, json!({"player": "cleo"}))
        .await
        .problem(403, "forbidden");
    ben.delete(&format!("/v1/games/{game}"))
        .await
        .problem(403, "forbidden");
    assert!(cleo.lists("?mine=true").await.is_empty());
    cleo.tries_to_join(&game).await.problem(404, "not-found");
    let again = json!({"email": "ben@example.org"});
    ann.post(&invite, again.clone())
        .await
        .problem(409, "already-seated");
    // Declined, and invited again.
    assert_eq!(
        ben.delete(&format!("{}/me", seats(&game))).await.status,
        204
    );
    assert!(ben.lists("?mine=true").await.is_empty());
    ann.post(&invite, again).await.ok();
    let joined = ben.joins(&game).await;
    assert_eq!(
        (&joined["status"], &joined["seats"][1]["kept"]),
        (&json!("running"), &json!(false))
    );
}

#[tokio::test]
async fn invitations_and_games_are_limited() {
    let server = limited_server(|quotas| {
        quotas.invitations_to = few(2);
        quotas.invitations = few(3);
        quotas.games = few(4);
    })
    .await;
    let [ann, _ben, cleo] = server.players(["ann", "ben", "cleo"]).await;
    for _ in 0..2 {
        invites(&ann, "public", json!({"player": "BEN"})).await;
    }
    let inviting = |guest: Value| json!({"kind": "thats-life", "invite": [guest]});
    // Ben has had enough mail, whoever invites him.
    let ben = inviting(json!({"player": "ben"}));
    let refused = ann.post("/v1/games", ben).await;
    assert!(refused.headers.contains_key("retry-after"));
    refused.problem(429, "too-many");
    let game = cleo.makes(json!({"kind": "thats-life"})).await;
    let invite = format!("/v1/games/{game}/invitations");
    let refused = cleo.post(&invite, json!({"player": "ben"})).await;
    refused.problem(429, "too-many");
    assert!(cleo.sees(&game).await["seats"][1]["invited"].is_null());
    // Ann has invited enough people, whoever they are, and made enough games.
    let dora = inviting(json!({"email": "dora@example.com"}));
    let refused = ann.post("/v1/games", dora).await;
    refused.problem(429, "too-many");
    let game = json!({"kind": "thats-life"});
    ann.post("/v1/games", game).await.problem(429, "too-many");
    assert_eq!(waiting(&server, "invitation").await.len(), 2);
}

#[tokio::test]
async fn who_invites_by_address_has_confirmed_an_own_one() {
    let server = smtp_server().await;
    let [ann, _ben] = server.two_players().await;
    let inviting = |guest: Value| json!({"kind": "thats-life", "seats": 3, "invite": [guest]});
    let dora = json!({"email": "dora@example.com"});
    ann.post("/v1/games", inviting(dora.clone()))
        .await
        .problem(403, "forbidden");
    let game = ann.makes(inviting(json!({"player": "ben"}))).await;
    let invite = format!("/v1/games/{game}/invitations");
    ann.post(&invite, dora.clone())
        .await
        .problem(403, "forbidden");
    let code = code_for(&server, "confirm_address", "ann@example.org").await;
    ann.post("/v1/me/confirmation", json!({"code": code}))
        .await
        .ok();
    ann.post(&invite, dora).await.ok();
}

#[tokio::test]
async fn an_address_without_an_account_is_invited() {
    let server = server().await;
    let [ann, ben, cleo] = server.players(["ann", "ben", "cleo"]).await;
    let game = invites(&ann, "private", json!({"email": "dora@example.com"})).await;
    let token = secret(&server).await;
    let path = format!("/v1/games/{game}");
    let shown = format!("{path}?invitation={token}");
    // The link opens the game, to anybody who has it.
    server.get(&path).await.problem(404, "not-found");
    assert_eq!(server.get(&shown).await.ok()["status"], "open");
    let wrong = format!("{path}?invitation={}", token.to_lowercase());
    server.get(&wrong).await.problem(404, "not-found");
    server
        .get(&format!("{path}?token={token}"))
        .await
        .problem(400, "invalid-request");
    let body = |token: &str| json!({"entropy": "d", "invitation": token});
    cleo.post(&seats(&game), body("no"))
        .await
        .problem(404, "not-found");
    // Withdrawn: the link is worth nothing.
    ann.delete(&format!("{}/1", seats(&game))).await.ok();
    server.get(&shown).await.problem(404, "not-found");
    ben.post(&seats(&game), body(&token))
        .await
        .problem(404, "not-found");
    // Invited again, there is another link, which is good for one seat once.
    let invite = json!({"email": "dora@example.com"});
    ann.post(&format!("{path}/invitations"), invite).await.ok();
    let tokens: BTreeSet<String> = waiting(&server, "invitation")
        .await
        .iter()
        .map(|mail| mail.payload["token"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(tokens.len(), 2);
    let second = tokens.iter().find(|other| **other != token).unwrap();
    // Dora signs up under another address than the one that was invited.
    let dora = server.player("dora").await;
    let joined = dora.post(&seats(&game), body(second)).await.ok();
    assert_eq!(
        (&joined["status"], &joined["seat"]),
        (&json!("running"), &json!(1))
    );
    assert_eq!(dora.post(&seats(&game), body(second)).await.ok(), joined);
    cleo.post(&seats(&game), body(second))
        .await
        .problem(404, "not-found");
    server
        .get(&format!("{path}?invitation={second}"))
        .await
        .problem(404, "not-found");
}

#[tokio::test]
async fn private_games_do_not_exist_for_strangers() {
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
        for rest in ["", "/log", "/at/0", "/export", "/board.txt", "/legal"] {
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
        "?waiting=true",
    ] {
        assert!(eve.lists(query).await.is_empty(), "{query}");
    }
    assert_eq!(
        server.get("/v1/games").await.ok(),
        json!({"games": [], "next": null})
    );
}

#[tokio::test]
async fn games_are_listed_by_what_they_are() {
    let server = server().await;
    let [ann, ben, cleo] = server.players(["ann", "ben", "cleo"]).await;
    let open = ann.makes(json!({"kind": "thats-life", "seats": 3})).await;
    let running = thats_life(&[&ann, &ben]).await;
    let over = thats_life(&[&ben, &ann]).await;
    ben.plays(&over, "leave").await;
    let cancelled = ben.makes(json!({"kind": "thats-life"})).await;
    ben.delete(&format!("/v1/games/{cancelled}")).await.ok();
    let alone = cleo.makes(json!({"kind": "ferry-follies"})).await;
    let hidden = invites(&cleo, "private", json!({"player": "ann"})).await;
    let set = |games: &[&String]| -> BTreeSet<String> {
        games.iter().map(|game| (*game).clone()).collect()
    };
    for (player, query, games) in [
        (
            &ann,
            "",
            set(&[&open, &running, &over, &cancelled, &alone, &hidden]),
        ),
        (&ben, "", set(&[&open, &running, &over, &cancelled, &alone])),
        (&ann, "?status=open", set(&[&open, &hidden])),
        (&ben, "?status=open", set(&[&open])),
        (&ben, "?status=running", set(&[&running, &alone])),
        (&ben, "?status=finished", set(&[&over])),
        (&ben, "?status=cancelled", set(&[&cancelled])),
        (&ben, "?kind=ferry-follies", set(&[&alone])),
        (&ben, "?kind=thats-life&status=running", set(&[&running])),
        (&ann, "?mine=true", set(&[&open, &running, &over, &hidden])),
        (&cleo, "?mine=true", set(&[&alone, &hidden])),
        (&ann, "?waiting=true", set(&[&running])),
        (&ben, "?waiting=true", set(&[])),
        (&cleo, "?waiting=true", set(&[&alone])),
        (&ben, "?player=CLEO", set(&[&alone])),
        (&ben, "?player=ann&status=finished", set(&[&over])),
        (&ben, "?player=nobody", set(&[])),
    ] {
        let listed = player.lists(query).await;
        assert_eq!(listed.len(), games.len(), "{query}");
        assert_eq!(
            listed.into_iter().collect::<BTreeSet<_>>(),
            games,
            "{} {query}",
            player.name
        );
    }
    // A list says what the game itself says.
    let listed = server.get("/v1/games?status=finished").await.ok();
    let (listed, game) = (&listed["games"][0], ann.sees(&over).await);
    for (member, value) in listed.as_object().unwrap() {
        assert_eq!(*value, game[member], "{member}");
    }
    assert_eq!(listed["result"]["standings"][0]["left"], true);
    server
        .get("/v1/games?mine=true")
        .await
        .problem(401, "not-signed-in");
    server
        .get("/v1/games?waiting=true")
        .await
        .problem(401, "not-signed-in");
    for bad in [
        "status=lost",
        "kind=chess",
        "limit=0",
        "limit=101",
        "limit=x",
        "cursor=x",
        "player=%00",
        "mine=1",
        "colour=red",
        "cursor=LTkwMDAwMDAwMDAwMDAwMDAwMCBhYQ",
        "cursor=LTgwMDAwMDAwMDAwMDAwMDAwMDAgYWE",
        "cursor=ODAwMDAwMDAwMDAwMDAwMDAwMCBhYQ",
    ] {
        let answer = server.get(&format!("/v1/games?{bad}")).await;
        assert_eq!(answer.status, 400, "{bad} {}", answer.text);
        answer.problem(400, "invalid-request");
    }
}

#[tokio::test]
async fn a_parameter_that_is_none_of_a_few_words_is_named_with_them() {
    let server = server().await;
    let ann = server.player("ann").await;
    let game = ann.makes(json!({"kind": "thats-life"})).await;
    for (path, told) in [
        (
            // The word stands before it too, where any may.
            "?kind=later&status=later".to_owned(),
            "“status” cannot be `later`: it may be one of `open`, `running`, `finished`, `cancelled`.",
        ),
        (
            format!("/{game}/board.svg?ply=1&theme=pink"),
            "“theme” cannot be `pink`: it may be one of `auto`, `light`, `dark`.",
        ),
        (
            format!("/{game}/chat?room=hall"),
            "“room” cannot be `hall`: it may be `table` or `spectators`.",
        ),
        (
            "?mine=1".to_owned(),
            "“mine” is not right: provided string was not `true` or `false`.",
        ),
        (
            "?colour=red".to_owned(),
            "“colour” is no parameter of this call: it takes `status`, `ids`, `kind`, `player`, `mine`, \
             `waiting`, `limit`, `cursor`.",
        ),
    ] {
        let refused = ann.get(&format!("/v1/games{path}")).await;
        let problem = refused.problem(400, "invalid-request");
        assert_eq!(problem["detail"], told, "{path}");
    }
}

#[tokio::test]
async fn pages_have_no_gaps_and_no_repeats() {
    let server = server().await;
    let ann = server.player("ann").await;
    let mut made = Vec::new();
    for n in 0..13 {
        made.push(ann.makes(json!({"kind": "thats-life"})).await);
        if n % 4 == 0 {
            // Several games share a moment.
            server.app.clock.forward(chrono::Duration::milliseconds(1));
        }
    }
    let mut listed = Vec::new();
    let mut cursor = String::new();
    loop {
        let page = ann.get(&format!("/v1/games?limit=3{cursor}")).await.ok();
        let games = page["games"].as_array().unwrap();
        listed.extend(games.iter().map(id));
        // What is made meanwhile comes before the first page and disturbs none.
        ann.makes(json!({"kind": "thats-life"})).await;
        match page["next"].as_str() {
            Some(next) => {
                assert_eq!(games.len(), 3);
                cursor = format!("&cursor={next}");
            }
            None => break,
        }
    }
    // The first page may hold what was made at the same moment later; no game of before is lost.
    let distinct: BTreeSet<&String> = listed.iter().collect();
    assert_eq!(distinct.len(), listed.len());
    assert!(made.iter().all(|game| distinct.contains(game)));
    let whole = ann.get("/v1/games?limit=100").await.ok();
    assert!(whole["next"].is_null());
    let times: Vec<&str> = whole["games"]
        .as_array()
        .unwrap()
        .iter()
        .map(|game| game["created_at"].as_str().unwrap())
        .collect();
    assert!(times.is_sorted_by(|a, b| a >= b));
}

#[tokio::test]
async fn a_rematch_is_one_game() {
    let server = server().await;
    let [ann, ben, eve] = server.players(["ann", "ben", "eve"]).await;
    let options = json!({"pawns": "2", "scoring": "expert"});
    let first = a_game_of("thats-life", options, &[&ann, &ben]).await;
    let path = format!("/v1/games/{first}/rematch");
    ann.post(&path, json!({})).await.problem(409, "not-over");
    ben.plays(&first, "leave").await;
    eve.post(&path, json!({})).await.problem(409, "not-seated");
    ann.post(&path, json!({"entropy": "\n"}))
        .await
        .problem(400, "invalid-request");
    ann.post(&path, json!({"luck": 1}))
        .await
        .problem(400, "invalid-request");
    // Both propose it at once, and one of them twice.
    let (by_ann, by_ben, again) = tokio::join!(
        ann.post(&path, json!({"entropy": "a"})),
        ben.post(&path, json!({"entropy": "b"})),
        ann.post(&path, json!({"entropy": "a"}))
    );
    let (by_ann, by_ben, again) = (by_ann.ok(), by_ben.ok(), again.ok());
    assert_eq!(id(&by_ann), id(&by_ben));
    assert_eq!(id(&by_ann), id(&again));
    let second = ann.sees(&id(&by_ann)).await;
    assert_eq!(
        (&second["rematch_of"], &second["status"]),
        (&json!(first), &json!("running"))
    );
    // Everybody one seat further round, with the same options and their own luck.
    assert_eq!(names(&second), [&json!("ben"), &json!("ann")]);
    assert_eq!(second["options"], ann.sees(&first).await["options"]);
    assert_eq!(
        (
            &second["seats"][0]["entropy"],
            &second["seats"][1]["entropy"]
        ),
        (&json!("b"), &json!("a"))
    );
    assert_eq!(second["seed_source"], "secret");
    assert_eq!(ann.sees(&first).await["rematch"], second["id"]);
    assert_eq!(ann.lists("?status=running").await, [id(&second)]);
    // Asked again when it has begun, it is still the same.
    assert_eq!(
        id(&ben.post(&path, json!({"entropy": "other"})).await.ok()),
        id(&second)
    );
    audited(&server.database).await;
}

#[tokio::test]
async fn a_rematch_waits_for_the_others() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let first = invites(&ann, "private", json!({"player": "ben"})).await;
    ben.joins(&first).await;
    ann.plays(&first, "leave").await;
    let path = format!("/v1/games/{first}/rematch");
    let second = ann.post(&path, json!({})).await.ok();
    assert_eq!(
        (&second["status"], &second["visibility"]),
        (&json!("open"), &json!("private"))
    );
    assert_eq!(second["seats"][0]["invited"], "ben");
    assert_eq!(second["seat"], 1);
    assert_eq!(waiting(&server, "invitation").await.len(), 2);
    // The seat can be taken as any other.
    assert_eq!(ben.joins(&id(&second)).await["status"], "running");
}

#[tokio::test]
async fn a_cancelled_rematch_can_be_proposed_again() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let first = thats_life(&[&ann, &ben]).await;
    ann.plays(&first, "leave").await;
    let path = format!("/v1/games/{first}/rematch");
    let second = id(&ann.post(&path, json!({})).await.ok());
    ann.delete(&format!("/v1/games/{second}")).await.ok();
    assert!(ben.sees(&first).await["rematch"].is_null());
    let third = ben.post(&path, json!({})).await.ok();
    assert_eq!(third["status"], "open");
    assert_ne!(id(&third), second);
    assert_eq!(id(&ann.post(&path, json!({})).await.ok()), id(&third));
    assert_eq!(ann.sees(&id(&third)).await["status"], "running");
}

#[tokio::test]
async fn a_deleted_player_holds_no_table_up() {
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
    // The token is worth nothing any more.
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
    assert_eq!(second["seats"][0]["kept"], false);
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
async fn a_game_that_is_asked_for_twice_is_made_once() {
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
    // What was refused leaves no trace.
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
    turnpike::service::lobby::forget_requests(&server.app)
        .await
        .unwrap();
    let ann = server.returns("ann").await;
    let later = makes_once(&ann, key, &other).await;
    assert_ne!(id(&later.ok()), made);
}
