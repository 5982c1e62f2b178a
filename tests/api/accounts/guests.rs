//! Guests: they play bots without signing up and can keep the account. Guests who do not come back
//! are removed.

use chrono::TimeDelta;
use letters::mailer::deliver_due;
use play::membership::guests::remove_unseen;
use reqwest::Method;
use serde_json::{Value, json};

use crate::database_helpers::*;
use crate::helpers::*;
use crate::play::bots::plays_against_bots;
use crate::table::*;

impl Server {
    /// Signs up a guest.
    pub async fn guest(&self) -> Player<'_> {
        let begun = self.send(Method::POST, "/v1/players/guest", None, None);
        let begun = begun.await.ok();
        Player::of(self, begun["name"].as_str().unwrap(), &begun["session"])
    }

    /// Whether anybody can look at a player of this name.
    async fn knows(&self, name: &str) -> bool {
        let look = self.get(&format!("/v1/players/{name}")).await;
        assert!([200, 404].contains(&look.status.as_u16()), "{}", look.text);
        look.status == 200
    }
}

/// A short game with a bot.
fn with_a_bot() -> Value {
    json!({"kind": "thats-life", "seats": 2, "options": {"pawns": "2"}, "invite": [{"bot": "random"}]})
}

fn signing_up(name: &str) -> Value {
    json!({"name": name, "email": format!("{name}@example.org"), "password": PASSWORD})
}

#[tokio::test]
async fn guest_who_keeps_account_keeps_finished_game() {
    let server = server().await;
    let guest = server.guest().await;
    let (prefix, letters) = guest.name.split_once('-').unwrap();
    assert_eq!((prefix, letters.len()), ("guest", 5));
    let account = guest.get("/v1/me").await.ok();
    assert_eq!(account["guest"], true);
    assert_eq!(
        (&account["email"], &account["email_confirmed"]),
        (&json!(""), &json!(false))
    );
    let profile = server
        .get(&format!("/v1/players/{}", guest.name))
        .await
        .ok();
    assert_eq!(profile["guest"], true);

    guest.plays_every_move().await;
    let game = guest.makes(with_a_bot()).await;
    plays_against_bots(&guest, &game).await;
    server.app.clock.forward(TimeDelta::minutes(10));
    deliver_due(&server.app).await.unwrap();
    assert_eq!(mails(&server).await, [], "nothing waits for an address");
    let sent = server.app.mail.mailbox().unwrap().list(None, 99).await;
    assert!(sent.unwrap().is_empty());

    let kept = guest.post("/v1/me/upgrade", signing_up("Ann")).await.ok();
    assert_eq!(
        (&kept["name"], &kept["email"], &kept["guest"]),
        (&json!("Ann"), &json!("Ann@example.org"), &json!(false))
    );
    assert_eq!(guest.get("/v1/me").await.ok(), kept, "the session goes on");
    assert!(!server.knows(&guest.name).await);
    let ann = server.returns("ann").await;
    assert_eq!(ann.lists("?mine=true").await, [game.as_str()]);
    assert_eq!(ann.sees(&game).await["seats"][0]["player"], "Ann");
    let export = ann.get(&format!("/v1/games/{game}/export")).await.ok();
    assert_eq!(export["seats"][0]["player"], "Ann");
    assert!(audited(&server.database).await > 2);
    let profile = server.get("/v1/players/ann").await.ok();
    assert_eq!(
        (&profile["guest"], &profile["games_finished"]),
        (&json!(false), &json!(1))
    );
    let again = guest.post("/v1/me/upgrade", signing_up("other")).await;
    again.problem(409, "not-a-guest");
}

#[tokio::test]
async fn keeping_guest_account_sends_confirmation_code() {
    let server = smtp_server().await;
    let guest = server.guest().await;
    let game = guest.makes(with_a_bot()).await;
    let asked = guest.post("/v1/me/confirmation/mail", json!(null)).await;
    assert_eq!(asked.status, 202, "there is nothing to confirm");
    let kept = guest.post("/v1/me/upgrade", signing_up("ann")).await.ok();
    assert_eq!(kept["email_confirmed"], false);
    // The game that runs shows the new name at once.
    assert_eq!(guest.sees(&game).await["seats"][0]["player"], "ann");
    let code = code_for(&server, "confirm_address", "ann@example.org").await;
    let confirmed = guest.post("/v1/me/confirmation", json!({"code": code}));
    confirmed.await.ok();
    assert_eq!(guest.get("/v1/me").await.ok()["email_confirmed"], true);
}

#[tokio::test]
async fn keeping_guest_account_validates_like_sign_up() {
    let server = server().await;
    server.player("bill").await;
    let guest = server.guest().await;
    let with = |member: &str, value: &str| {
        let mut new = signing_up("ann");
        new[member] = json!(value);
        new
    };
    for (new, status, code) in [
        (with("name", "BILL"), 409, "name-taken"),
        (with("name", "BiII"), 409, "name-taken"),
        (with("name", "a"), 400, "invalid-request"),
        (with("name", &guest.name), 400, "invalid-request"),
        (with("email", "nowhere"), 400, "invalid-request"),
        (with("password", "password1"), 400, "invalid-request"),
        (with("language", "tlh"), 400, "invalid-request"),
        (json!({"name": "ann"}), 400, "invalid-request"),
    ] {
        let refused = guest.post("/v1/me/upgrade", new.clone()).await;
        refused.problem(status, code);
    }
    assert_eq!(guest.get("/v1/me").await.ok()["guest"], true);
    let french = guest.post("/v1/me/upgrade", with("language", "fr")).await;
    assert_eq!(french.ok()["language"], "fr");
    // Players cannot sign up with the name of a guest.
    let taken = server.call(Method::POST, "/v1/players", signing_up("guest-7k3f9"));
    taken.await.problem(400, "invalid-request");
}

#[tokio::test]
async fn guest_calls_that_reach_others_or_need_password_return_403() {
    let server = server_with(
        fresh_database().await,
        |settings| settings.operator_email = Some("operator@example.org".into()),
        |_| {},
    )
    .await;
    let (ann, guest) = (server.player("ann").await, server.guest().await);
    let own = guest.makes(with_a_bot()).await;
    let open = ann.makes(json!({"kind": "buttons", "seats": 2})).await;
    let sure = json!({"password": PASSWORD});
    let new = |invite: Value| json!({"kind": "thats-life", "seats": 3, "invite": invite});
    let bot = json!({"bot": "random"});
    let deal = json!({"kind": "ferry-follies", "closes_at": "2026-03-08T12:00:00Z"});
    let common = ann.post("/v1/deals", deal.clone()).await.ok();
    let on_deal = json!({"kind": "ferry-follies", "deal": common["id"]});
    let hook = json!({"url": "https://8.8.8.8/", "events": ["game.turn"]});
    let token = json!({"name": "It", "scopes": ["chat"], "reauthentication": sure.clone()});
    let path = |rest: &str| format!("/v1/games/{own}/{rest}");
    for (path, body) in [
        ("/v1/games".to_owned(), new(json!([]))),
        ("/v1/games".to_owned(), new(json!([bot]))),
        ("/v1/games".to_owned(), new(json!([bot, {"player": "ann"}]))),
        (
            "/v1/games".to_owned(),
            new(json!([bot, {"email": "eve@example.org"}])),
        ),
        ("/v1/games".to_owned(), on_deal),
        ("/v1/deals".to_owned(), deal),
        (format!("/v1/games/{open}/seats"), json!({})),
        (
            format!("/v1/games/{open}/chat"),
            json!({"text": "Buy!", "room": "spectators"}),
        ),
        (path("chat"), json!({"text": "Hello"})),
        (
            format!("/v1/games/{open}/reports"),
            json!({"player": "ann", "reason": "x"}),
        ),
        (path("seats/me/replacement"), json!({"player": "ann"})),
        ("/v1/me/webhooks".to_owned(), hook),
        ("/v1/me/tokens".to_owned(), token),
        ("/v1/me/totp".to_owned(), sure.clone()),
        ("/v1/me/passkeys/challenge".to_owned(), sure.clone()),
    ] {
        let refused = guest.post(&path, body.clone()).await;
        assert_eq!(refused.status, 403, "{path} {body} {}", refused.text);
        refused.problem(403, "guest-not-allowed");
    }
    for change in [
        json!({"password": "correct horse battery"}),
        json!({"email": "eve@example.org"}),
        json!({"current_password": "x", "email": "eve@example.org"}),
    ] {
        let refused = guest.patch("/v1/me", change).await;
        refused.problem(403, "guest-not-allowed");
    }
    let gone = server.send(Method::DELETE, "/v1/me", Some(&guest.token), Some(&sure));
    gone.await.problem(403, "guest-not-allowed");
    let waiting = mails(&server).await;
    assert!(waiting.iter().all(|it| it.address.is_none()), "{waiting:?}");
    assert_eq!(ann.sees(&open).await["seats"][1]["player"], Value::Null);

    // The rest is for them as well.
    let zone = json!({"time_zone": "Europe/Paris"});
    guest.patch("/v1/me", zone).await.ok();
    guest.post("/v1/me/feeds", json!(null)).await.ok();
    guest.get("/v1/me/push-subscriptions").await.ok();
    let bot = guest.post(&path("seats/me/replacement"), bot).await;
    bot.ok();
}

#[tokio::test]
async fn guest_can_take_kept_seat_but_not_propose_rematch() {
    let server = server().await;
    let (ann, guest) = (server.player("ann").await, server.guest().await);
    let invite = json!([{"player": guest.name}]);
    let game = ann
        .makes(
            json!({"kind": "thats-life", "seats": 2, "options": {"pawns": "2"}, "invite": invite}),
        )
        .await;
    assert_eq!(guest.joins(&game).await["status"], "running");
    guest.plays_every_move().await;
    play_on(&[&ann, &guest], &game, 2000).await;
    // An invitation to the next table comes from a player with an account.
    let rematch = format!("/v1/games/{game}/rematch");
    guest
        .post(&rematch, json!({}))
        .await
        .problem(403, "guest-not-allowed");
    let again = ann.post(&rematch, json!({})).await.ok();
    assert_eq!(id(&guest.post(&rematch, json!({})).await.ok()), id(&again));
}

/// Signs ann in, as the person who has played as this guest.
async fn adopts(server: &Server, name: &str, guest: &Player<'_>) -> Answer {
    let proof = json!({"name": name, "password": PASSWORD, "guest_token": guest.token});
    server.call(Method::POST, "/v1/sessions", proof).await
}

/// Has `host` make a table of That's Life! at which the guest sits in the second seat.
async fn seated(host: &Player<'_>, guest: &Player<'_>, seats: u8) -> String {
    let invite = json!([{"player": guest.name}]);
    let table = json!({"kind": "thats-life", "seats": seats, "invite": invite});
    let game = host.makes(table).await;
    guest.joins(&game).await;
    game
}

#[tokio::test]
async fn guest_who_signs_in_keeps_seat_of_running_game() {
    let server = server().await;
    let [ann, ben] = server.players(["ann", "ben"]).await;
    let guest = server.guest().await;
    let game = seated(&ben, &guest, 2).await;
    adopts(&server, "ann", &guest).await.ok();
    let seen = ann.sees(&game).await;
    assert_eq!(seen["status"], "running");
    assert_eq!(seen["seats"][1]["player"], "ann");
    // The guest's moves and ann's are one seat's.
    play_on(&[&ann, &ben], &game, 2000).await;
    audited(&server.database).await;
}

#[tokio::test]
async fn guest_who_signs_in_keeps_seat_at_open_table() {
    let server = server().await;
    let [ann, ben] = server.players(["ann", "ben"]).await;
    let guest = server.guest().await;
    let game = seated(&ben, &guest, 3).await;
    adopts(&server, "ann", &guest).await.ok();
    let seen = ann.sees(&game).await;
    assert_eq!(seen["status"], "open");
    assert_eq!(seen["seats"][1]["player"], "ann");
}

#[tokio::test]
async fn guest_who_signs_in_keeps_seat_beside_own_account() {
    let server = server().await;
    let (ann, guest) = (server.player("ann").await, server.guest().await);
    let game = seated(&ann, &guest, 2).await;
    adopts(&server, "ann", &guest).await.ok();
    let seats = &ann.sees(&game).await["seats"];
    assert_eq!(seats[0]["player"], "ann");
    assert_eq!(seats[1]["player"], guest.name.as_str());
}

#[tokio::test]
async fn guest_who_signs_in_keeps_seat_at_table_of_blocked_player() {
    let server = server().await;
    let [_ann, ben] = server.players(["ann", "ben"]).await;
    let guest = server.guest().await;
    let game = seated(&ben, &guest, 2).await;
    ben.avoids("blocked", "ann").await;
    adopts(&server, "ann", &guest).await.ok();
    let seats = &ben.sees(&game).await["seats"];
    assert_eq!(seats[1]["player"], guest.name.as_str());
}

#[tokio::test]
async fn guest_who_signs_in_keeps_seat_at_table_from_which_account_was_sent_away() {
    let server = server().await;
    let [ann, ben] = server.players(["ann", "ben"]).await;
    let guest = server.guest().await;
    let game = seated(&ben, &guest, 4).await;
    ann.joins(&game).await;
    ben.delete(&format!("/v1/games/{game}/seats/2")).await.ok();
    adopts(&server, "ann", &guest).await.ok();
    let seats = &ben.sees(&game).await["seats"];
    assert_eq!(seats[1]["player"], guest.name.as_str());
}

#[tokio::test]
async fn seat_kept_for_address_is_free_after_its_player_takes_guests_seat() {
    let server = server().await;
    let [_ann, ben, cleo] = server.players(["ann", "ben", "cleo"]).await;
    let guest = server.guest().await;
    let invite = json!([{"player": guest.name}, {"email": "ann@example.org"}]);
    let table = json!({"kind": "thats-life", "seats": 3, "invite": invite});
    let game = ben.makes(table).await;
    guest.joins(&game).await;
    adopts(&server, "ann", &guest).await.ok();
    assert_eq!(cleo.joins(&game).await["status"], "running");
}

#[tokio::test]
async fn sign_in_with_guest_token_of_account_returns_400() {
    let server = server().await;
    let (_ann, ben) = (server.player("ann").await, server.player("ben").await);
    let refused = adopts(&server, "ann", &ben).await;
    refused.problem(400, "invalid-request");
}

#[tokio::test]
async fn guest_is_removed_after_30_days_of_absence() {
    let server = server().await;
    let ann = server.player("ann").await;
    let [gone, here] = [server.guest().await, server.guest().await];
    let game = gone.makes(with_a_bot()).await;
    let renew = async |guest: &Player<'_>| {
        let shown = json!({"refresh_token": guest.refresh_token});
        server
            .call(Method::POST, "/v1/sessions/refresh", shown)
            .await
    };
    server.app.clock.forward(TimeDelta::days(20));
    let session = renew(&here).await.ok();
    let here = Player::of(&server, &here.name, &session);
    server.app.clock.forward(TimeDelta::days(10));
    remove_unseen(&server.app).await.unwrap();
    assert!(server.knows(&gone.name).await, "30 days are not over");
    server.app.clock.forward(TimeDelta::seconds(1));
    remove_unseen(&server.app).await.unwrap();
    assert!(!server.knows(&gone.name).await);
    renew(&gone).await.problem(401, "bad-refresh-token");
    assert!(server.knows(&here.name).await);
    renew(&here).await.ok();
    // As if they had deleted their account: they have left the game, and their name is replaced.
    let left = ann.sees(&game).await;
    assert_eq!(left["status"], "finished");
    let sitter = left["seats"][0]["player"].as_str().unwrap();
    assert!(!sitter.contains(&gone.name), "{sitter}");
    assert!(server.knows("ann").await, "whoever has an account stays");
    audited(&server.database).await;
}

#[tokio::test]
async fn guest_accounts_count_towards_sign_up_limit() {
    let server = limited_server(|quotas| quotas.sign_ups = few(2)).await;
    server.guest().await;
    let signed_up = server.call(Method::POST, "/v1/players", signing_up("ann"));
    signed_up.await.ok();
    let guest = server.send(Method::POST, "/v1/players/guest", None, None);
    guest.await.problem(429, "rate-limited");
}

#[tokio::test]
async fn guest_request_with_same_idempotency_key_creates_one_account() {
    let server = server().await;
    let asks = async || {
        let request = server
            .request(Method::POST, "/v1/players/guest")
            .header("Idempotency-Key", "8e03978e-40d5-43e8-bc93-6894a57f9324")
            .header("Accept-Language", "de");
        answer(request).await.ok()
    };
    let first = asks().await;
    assert_eq!(asks().await, first);
    assert_eq!(players(&server).await, 1);
    let guest = Player::of(&server, "", &first["session"]);
    let said = server.call(Method::POST, "/v1/players/guest", json!({"name": "admin"}));
    said.await.problem(400, "invalid-request");
    assert_eq!(guest.get("/v1/me").await.ok()["language"], "de");
}
