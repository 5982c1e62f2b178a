//! Seats kept for invited players: by name, by the address of an account, by any address, and by
//! the link of a private game.

use std::collections::BTreeSet;

use reqwest::Method;
use serde_json::{Value, json};

use crate::database_helpers::{Waiting, code_for, few, limited_server, mails, smtp_server};
use crate::helpers::*;
use crate::play::lobby::seats;

/// Ann's table for two, with a seat kept for this guest.
pub async fn invites(ann: &Player<'_>, visibility: &str, guest: Value) -> String {
    ann.makes(json!({"kind": "thats-life", "visibility": visibility, "invite": [guest]}))
        .await
}

/// The mails of this kind that wait.
pub async fn waiting(server: &Server, kind: &str) -> Vec<Waiting> {
    let mut mails = mails(server).await;
    mails.retain(|mail| mail.kind == kind);
    mails
}

/// The secret in the only invitation that waits.
pub async fn secret(server: &Server) -> String {
    let mails = waiting(server, "invitation").await;
    assert_eq!(mails.len(), 1);
    mails[0].payload["token"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn player_invited_by_name_sees_game_and_can_join_or_decline() {
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
        json!({"from": "ann", "token": null, "language": "en"})
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
    // Invited again, after an invitation to another player.
    let invite = format!("/v1/games/{game}/invitations");
    ann.post(&invite, json!({"player": "cleo"})).await.ok();
    ann.post(&invite, json!({"player": "ben"}))
        .await
        .problem(409, "seat-unavailable");
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
async fn invitation_by_address_reaches_its_account_and_hides_address() {
    let server = server().await;
    let [ann, ben, cleo] = server.players(["ann", "ben", "cleo"]).await;
    let game = invites(&ann, "private", json!({"email": "Ben@Example.org"})).await;
    assert_eq!(
        waiting(&server, "invitation").await[0].address.as_deref(),
        Some("Ben@Example.org")
    );
    // The player finds the game without the mail. Only the creator learns the address.
    let seen = ben.sees(&game).await;
    assert_eq!(
        (&seen["invited"], &seen["seats"][1]["reserved"]),
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
        (&joined["status"], &joined["seats"][1]["reserved"]),
        (&json!("running"), &json!(false))
    );
}

#[tokio::test]
async fn too_many_invitations_or_games_return_429() {
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
    // Ben has had enough mail, from any inviter.
    let ben = inviting(json!({"player": "ben"}));
    let refused = ann.post("/v1/games", ben).await;
    assert!(refused.headers.contains_key("retry-after"));
    refused.problem(429, "rate-limited");
    let game = cleo.makes(json!({"kind": "thats-life"})).await;
    let invite = format!("/v1/games/{game}/invitations");
    let refused = cleo.post(&invite, json!({"player": "ben"})).await;
    refused.problem(429, "rate-limited");
    assert!(cleo.sees(&game).await["seats"][1]["invited"].is_null());
    // Ann has invited enough people, and created enough games.
    let dora = inviting(json!({"email": "dora@example.com"}));
    let refused = ann.post("/v1/games", dora).await;
    refused.problem(429, "rate-limited");
    let game = json!({"kind": "thats-life"});
    ann.post("/v1/games", game)
        .await
        .problem(429, "rate-limited");
    assert_eq!(waiting(&server, "invitation").await.len(), 2);
}

#[tokio::test]
async fn inviting_by_address_requires_own_confirmed_address() {
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
async fn invitation_link_to_new_address_seats_one_player_once() {
    let server = server().await;
    let [ann, ben, cleo] = server.players(["ann", "ben", "cleo"]).await;
    let game = invites(&ann, "private", json!({"email": "dora@example.com"})).await;
    let token = secret(&server).await;
    let path = format!("/v1/games/{game}");
    let shown = format!("{path}?invitation={token}");
    // The link opens the game for any visitor.
    server.get(&path).await.problem(404, "not-found");
    let opened = server.get(&shown).await.ok();
    assert_eq!(
        (&opened["status"], &opened["invited"]),
        (&json!("open"), &json!(true))
    );
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
    // Dora signs up with an address other than the invited one.
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
async fn private_game_link_lets_players_join_until_it_begins() {
    let server = server().await;
    let [ann, ben, cleo, dora] = server.players(["ann", "ben", "cleo", "dora"]).await;
    let table = |visibility: &str| json!({"kind": "thats-life", "seats": 4, "visibility": visibility, "invite": [{"player": "ben"}]});
    let game = ann.makes(table("private")).await;
    let secret = ann.sees(&game).await["invitation"].clone();
    let shown = secret.as_str().unwrap();
    assert_eq!(shown.len(), 32);
    assert_eq!(ann.sees(&game).await["invitation"], secret, "it stays");
    // A player at the table cannot pass it on, and it opens no other table.
    assert_eq!(ben.joins(&game).await["invitation"], Value::Null);
    let other = ann.makes(table("private")).await;
    let public = ann.makes(table("public")).await;
    assert_eq!(ann.sees(&public).await["invitation"], Value::Null);
    let path = |game: &str, secret: &str| format!("/v1/games/{game}?invitation={secret}");
    for (game, secret) in [(&*other, shown), (&game, &shown[1..]), (&game, "")] {
        let refused = cleo.get(&path(game, secret)).await;
        refused.problem(404, "not-found");
        let joining = json!({"invitation": secret});
        let refused = cleo.post(&seats(game), joining).await;
        refused.problem(404, "not-found");
    }
    // A guest without an account sees the invitation, too.
    let opened = path(&game, shown);
    let seen = server.send(Method::GET, &opened, None, None).await.ok();
    let is_free = |seat: usize| seen["seats"][seat]["reserved"] == false;
    assert_eq!(
        (&seen["invited"], &seen["creator"]),
        (&json!(false), &json!(false))
    );
    assert_eq!(
        (seen["invitation"].clone(), is_free(2)),
        (Value::Null, true)
    );
    cleo.tries_to_join(&game).await.problem(404, "not-found");
    // Whom the link was given may be a guest.
    let joining = json!({"entropy": "", "invitation": secret});
    let guest = server.guest().await;
    guest.post(&seats(&game), joining.clone()).await.ok();
    let begun = cleo.post(&seats(&game), joining.clone()).await.ok();
    assert_eq!(begun["status"], "running");
    // It has begun: the link opens nothing more, and is not shown.
    let refused = dora.get(&path(&game, shown)).await;
    refused.problem(404, "not-found");
    let refused = dora.post(&seats(&game), joining).await;
    refused.problem(404, "not-found");
    assert_eq!(ann.sees(&game).await["invitation"], Value::Null);
}

/// The link stays the same. A player who was removed needs another invitation.
#[tokio::test]
async fn removed_player_cannot_rejoin_by_private_link() {
    let server = server().await;
    let [ann, ben] = server.players(["ann", "ben"]).await;
    let table = json!({"kind": "thats-life", "seats": 3, "visibility": "private"});
    let game = ann.makes(table).await;
    let secret = ann.sees(&game).await["invitation"].clone();
    let joining = json!({"entropy": "", "invitation": secret});
    ben.post(&seats(&game), joining.clone()).await.ok();
    ann.delete(&format!("{}/1", seats(&game))).await.ok();
    let back = ben.post(&seats(&game), joining.clone()).await;
    back.problem(403, "forbidden");
    // They come to a seat that is kept for them, and to no other.
    let invite = format!("/v1/games/{game}/invitations");
    ann.post(&invite, json!({"player": "ben"})).await.ok();
    ben.post(&seats(&game), joining.clone()).await.ok();
    ben.delete(&format!("{}/me", seats(&game))).await.ok();
    ben.post(&seats(&game), joining)
        .await
        .problem(403, "forbidden");
}

#[tokio::test]
async fn private_link_respects_blocks_and_kept_seats() {
    let server = server().await;
    let [ann, ben, cleo, dora] = server.players(["ann", "ben", "cleo", "dora"]).await;
    let game = invites(&ann, "private", json!({"player": "ben"})).await;
    let secret = ann.sees(&game).await["invitation"].clone();
    let joining = json!({"entropy": "", "invitation": secret});
    let refused = cleo.post(&seats(&game), joining.clone()).await;
    refused.problem(409, "seat-unavailable");
    ann.put("/v1/me/blocked/dora", json!({})).await;
    ann.delete(&format!("{}/1", seats(&game))).await.ok();
    let path = format!("/v1/games/{game}?invitation={}", secret.as_str().unwrap());
    assert_eq!(dora.get(&path).await.ok()["seats"][1]["reserved"], true);
    let refused = dora.post(&seats(&game), joining.clone()).await;
    refused.problem(409, "seat-unavailable");
    ann.delete(&format!("/v1/games/{game}")).await;
    cleo.get(&path).await.problem(404, "not-found");
    ben.post(&seats(&game), joining)
        .await
        .problem(404, "not-found");
}
