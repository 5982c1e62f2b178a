//! The mail settings of players: by kind and game, digests, quiet hours and presence; and the links
//! and commands that change them.

use base::config::Settings;
use chrono::TimeDelta;
use common::clock::Moment;
use db::schema::outbox;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use letters::digest;
use letters::mailer::deliver_due;
use mail::mailbox::Stored;
use notices::outbox::lease;
use play::clocks::deadlines::look_at_all;
use reqwest::Method;
use serde_json::{Value, json};
use social::presence;

use crate::helpers::*;
use crate::inbound::{header, post};
use crate::letters::mail_html;
use crate::table::*;

impl Server {
    /// Sets the clock forward to this time and sends all due mail.
    async fn goes_on_to(&self, at: &str) {
        let at: Moment = format!("{at}:00Z").parse().unwrap();
        let by = at - self.app.clock.now();
        assert!(by >= TimeDelta::zero(), "time goes forward: {at}");
        self.app.clock.forward(by);
        while look_at_all(&self.app).await.unwrap() > 0 {}
        deliver_due(&self.app).await.unwrap();
    }

    /// Returns the kinds of a player's mails, in the order of their dates.
    async fn got(&self, name: &str) -> Vec<String> {
        let mails = self.box_of(name).await;
        mails.iter().map(|mail| kind(mail).to_owned()).collect()
    }

    async fn box_of(&self, name: &str) -> Vec<Stored> {
        let mailbox = self.app.mail.mailbox().unwrap();
        let address = format!("{name}@example.org");
        let mut mails = mailbox.list(Some(&address), 999).await.unwrap();
        mails.reverse();
        mails
    }

    /// How many mails are in the outbox with this status.
    async fn mails_that_are(&self, status: &str) -> i64 {
        outbox::table
            .filter(outbox::status.eq(status))
            .count()
            .get_result(&mut self.app.db.get().await.unwrap())
            .await
            .unwrap()
    }
}

fn kind(mail: &Stored) -> &str {
    mail.message_id.split('.').next().unwrap()
}

/// The link in `List-Unsubscribe`, without the server.
fn way_out(mail: &Stored) -> String {
    let value = header(mail, "List-Unsubscribe").unwrap();
    let url = value.trim_start_matches('<').split('>').next().unwrap();
    url.strip_prefix("http://turnpike.test").unwrap().to_owned()
}

#[tokio::test]
async fn mail_settings_are_stored_and_validated() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let usual = json!({"turns": "at_once", "reminders": "at_once", "news": "at_once",
        "invitations": "at_once", "digest_hour": 8, "quiet_hours": null, "wait_while_active": true,
        "always_reply": false, "time_zone": "UTC"});
    ann.put("/v1/me/mail-settings", json!({})).await.ok();
    assert_eq!(ann.get("/v1/me/mail-settings").await.ok(), usual);
    let wanted = json!({"news": "digest", "digest_hour": 19, "quiet_hours": {"from": 22, "to": 7}});
    let set = ann.put("/v1/me/mail-settings", wanted).await.ok();
    assert_eq!(
        (&set["news"], &set["turns"], &set["quiet_hours"]),
        (
            &json!("digest"),
            &json!("at_once"),
            &json!({"from": 22, "to": 7})
        )
    );
    assert_eq!(ann.get("/v1/me/mail-settings").await.ok(), set);
    assert_eq!(
        ben.get("/v1/me/mail-settings").await.ok()["always_reply"],
        true
    );
    for bad in [
        json!({"turns": "never"}),
        json!({"digest_hour": 24}),
        json!({"quiet_hours": {"from": 7, "to": 7}}),
        json!({"quiet_hours": {"from": 7}}),
        json!({"time_zone": "UTC"}),
    ] {
        ann.put("/v1/me/mail-settings", bad)
            .await
            .problem(400, "invalid-request");
    }
    // Omitted members have the default.
    assert_eq!(ann.put("/v1/me/mail-settings", json!({})).await.ok(), usual);

    let game = thats_life(&[&ann, &ben]).await;
    let path = format!("/v1/games/{game}/mail-settings");
    let set = ann.put(&path, json!({"turns": "off"})).await.ok();
    assert_eq!(set, json!({"turns": "off"}));
    assert_eq!(ann.get(&path).await.ok(), set);
    assert_eq!(ben.get(&path).await.ok()["turns"], Value::Null);
    let cleo = server.player("cleo").await;
    cleo.get(&path).await.problem(409, "not-seated");
    cleo.put(&path, json!({})).await.problem(409, "not-seated");
}

#[tokio::test]
async fn disabled_mail_kinds_are_not_sent() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    ben.put("/v1/me/mail-settings", json!({"news": "off"}))
        .await
        .ok();
    let one = thats_life(&[&ann, &ben]).await;
    let other = thats_life(&[&ann, &ben]).await;
    ben.put(
        &format!("/v1/games/{one}/mail-settings"),
        json!({"turns": "off"}),
    )
    .await
    .ok();
    ann.put(
        &format!("/v1/games/{one}/mail-settings"),
        json!({"turns": "off"}),
    )
    .await
    .ok();
    for game in [&one, &other] {
        ann.takes_a_first_turn(game).await;
    }
    deliver_due(&server.app).await.unwrap();
    assert_eq!(server.got("ben").await, ["your_turn"]);
    assert!(server.box_of("ben").await[0].message_id.contains(&other));
    assert!(server.got("ann").await.is_empty(), "she has moved");
    assert_eq!(server.mails_that_are("waiting").await, 0);
    assert_eq!(server.mails_that_are("dead").await, 0);
}

#[tokio::test]
async fn digest_is_sent_at_chosen_hour_only_with_content() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    ben.patch("/v1/me", json!({"time_zone": "Europe/Paris"}))
        .await
        .ok();
    let digest = json!({"turns": "digest", "news": "digest", "digest_hour": 8});
    ben.put("/v1/me/mail-settings", digest).await.ok();
    let pace = json!({"days_per_move": 3, "on_timeout": "leave", "grace_hours": 0,
        "holidays": true});
    let mut games = Vec::new();
    for _ in 0..3 {
        let game = ann
            .makes(
                json!({"kind": "thats-life", "options": {"pawns": "2"}, "seats": 2,
                "pace": pace}),
            )
            .await;
        ben.joins(&game).await;
        ann.takes_a_first_turn(&game).await;
        games.push(game);
    }
    // One of them no longer waits, one is over.
    ben.takes_a_first_turn(&games[0]).await;
    ann.plays(&games[2], "leave").await;
    deliver_due(&server.app).await.unwrap();
    assert!(server.got("ben").await.is_empty());
    assert!(server.mails_that_are("held").await >= 3);
    // Eight in Paris is seven here.
    server.goes_on_to("2026-03-02T06:59").await;
    assert!(server.got("ben").await.is_empty());
    server.goes_on_to("2026-03-02T07:00").await;
    assert_eq!(server.got("ben").await, ["digest"]);
    let mail = server.box_of("ben").await.remove(0);
    mail_html::check(&mail.text, &mail.html);
    assert_eq!(
        mail.subject,
        "[Turnpike] Your games: one game waits for you"
    );
    let text = &mail.text;
    assert!(text.contains(&games[1]) && text.contains("Ann rolls") || text.contains("ann rolls"));
    assert!(
        text.contains("until Wednesday 4 March 2026, 13:00 CET"),
        "{text}"
    );
    assert!(text.contains(&format!("({})", games[2])), "{text}");
    assert!(text.contains("You won."), "{text}");
    assert!(!text.contains("Your turn:"), "{text}");
    assert!(text.contains("Your moves:\n\n  roll\n"), "{text}");
    // A started game is in the list anyway, or over.
    assert!(
        text.contains("Game started") && text.matches("Game started").count() == 1,
        "{text}"
    );
    assert_eq!(server.mails_that_are("held").await, 0);
    // Nothing happens, so there is no digest. A reminder comes at once.
    server.goes_on_to("2026-03-03T07:00").await;
    assert_eq!(server.got("ben").await, ["digest", "reminder"]);
    server.goes_on_to("2026-03-04T07:00").await;
    let got = server.got("ben").await;
    assert_eq!(got.iter().filter(|kind| *kind == "digest").count(), 1);
}

#[tokio::test]
async fn digest_lists_the_most_urgent_game_first() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let wishes = json!({"turns": "digest", "news": "off"});
    ben.put("/v1/me/mail-settings", wishes).await.ok();
    let mut games = Vec::new();
    for days in [2, 5] {
        let pace = json!({"days_per_move": days, "on_timeout": "leave"});
        let wanted = json!({"kind": "thats-life", "seats": 2, "pace": pace});
        let game = ann.makes(wanted).await;
        ben.joins(&game).await;
        ann.takes_a_first_turn(&game).await;
        games.push(game);
    }
    deliver_due(&server.app).await.unwrap();
    server.goes_on_to("2026-03-02T08:00").await;
    let mail = server.box_of("ben").await.remove(0);
    let place = |game: &str| mail.text.find(game).unwrap();
    assert!(place(&games[0]) < place(&games[1]), "{}", mail.text);
}

#[tokio::test]
async fn digest_of_many_games_has_the_most_urgent_one() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let wishes = json!({"turns": "digest", "news": "off"});
    ben.put("/v1/me/mail-settings", wishes).await.ok();
    let mut games = Vec::new();
    for n in 0..41 {
        let pace = json!({"days_per_move": if n == 0 { 2 } else { 5 }, "on_timeout": "leave"});
        let wanted = json!({"kind": "thats-life", "seats": 2, "pace": pace});
        let game = ann.makes(wanted).await;
        ben.joins(&game).await;
        ann.takes_a_first_turn(&game).await;
        games.push(game);
    }
    deliver_due(&server.app).await.unwrap();
    server.goes_on_to("2026-03-02T08:00").await;
    let mail = server.box_of("ben").await.remove(0);
    let listed = games.iter().filter(|id| mail.text.contains(id.as_str()));
    assert!(mail.text.contains(&games[0]), "{}", mail.text);
    assert_eq!(listed.count(), 40);
}

#[tokio::test]
async fn mail_that_is_held_too_late_for_its_digest_is_in_the_next_one() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let wishes = json!({"turns": "digest", "news": "off"});
    ben.put("/v1/me/mail-settings", wishes).await.ok();
    let game = thats_life(&[&ann, &ben]).await;
    ann.takes_a_first_turn(&game).await;
    let now = server.app.clock.now();
    let mut conn = server.app.db.get().await.unwrap();
    let leased = lease(&mut conn, now, now, 99, 99).await.unwrap();
    drop(conn);
    let is_turn = |kind: &str| kind == "your_turn";
    let turn = leased.iter().find(|mail| is_turn(mail.kind.word()));
    let due = now - TimeDelta::minutes(1);
    digest::hold(&server.app, turn.unwrap(), due).await.unwrap();
    deliver_due(&server.app).await.unwrap();
    assert!(server.got("ben").await.is_empty());
    server.goes_on_to("2026-03-02T08:00").await;
    assert_eq!(server.got("ben").await, ["digest"]);
}

#[tokio::test]
async fn empty_digest_is_not_sent_and_disabling_it_releases_held_mails() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let digest = json!({"turns": "digest", "news": "digest"});
    ben.put("/v1/me/mail-settings", digest.clone()).await.ok();
    let game = ann.makes(json!({"kind": "thats-life", "seats": 2})).await;
    ben.joins(&game).await;
    ann.takes_a_first_turn(&game).await;
    deliver_due(&server.app).await.unwrap();
    ben.takes_a_first_turn(&game).await;
    // On the reader's turn, the start of the game is old news.
    ben.put(
        "/v1/me/mail-settings",
        json!({"turns": "digest", "news": "off"}),
    )
    .await
    .ok();
    server.goes_on_to("2026-03-02T08:00").await;
    assert!(server.got("ben").await.is_empty());
    // A mail that waited for a cancelled digest comes at once.
    let (ann, ben) = (server.returns("ann").await, server.returns("ben").await);
    ben.put("/v1/me/mail-settings", digest).await.ok();
    ann.takes_a_first_turn(&game).await;
    deliver_due(&server.app).await.unwrap();
    assert!(server.got("ben").await.is_empty());
    ben.put("/v1/me/mail-settings", json!({})).await.ok();
    deliver_due(&server.app).await.unwrap();
    assert_eq!(server.got("ben").await, ["your_turn"]);
    server.goes_on_to("2026-03-03T08:00").await;
    assert_eq!(server.got("ben").await, ["your_turn"]);
}

#[tokio::test]
async fn quiet_hours_delay_mail_except_urgent_reminders() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    ben.put(
        "/v1/me/mail-settings",
        json!({"quiet_hours": {"from": 11, "to": 14}}),
    )
    .await
    .ok();
    let game = thats_life(&[&ann, &ben]).await;
    ann.takes_a_first_turn(&game).await;
    server.goes_on_to("2026-03-01T13:59").await;
    assert!(server.got("ben").await.is_empty());
    server.goes_on_to("2026-03-01T14:00").await;
    assert_eq!(server.got("ben").await, ["game_started", "your_turn"]);
    // A reminder at night waits for the morning, if that is in time.
    let (ann, ben) = (server.returns("ann").await, server.returns("ben").await);
    let pace = json!({"days_per_move": 2, "on_timeout": "leave", "grace_hours": 0,
        "holidays": false});
    let game = ann
        .makes(json!({"kind": "thats-life", "seats": 2, "pace": pace}))
        .await;
    ben.joins(&game).await;
    ann.takes_a_first_turn(&game).await;
    deliver_due(&server.app).await.unwrap();
    ben.put(
        "/v1/me/mail-settings",
        json!({"quiet_hours": {"from": 13, "to": 20}}),
    )
    .await
    .ok();
    server.goes_on_to("2026-03-02T14:05").await;
    assert!(!server.got("ben").await.contains(&"reminder".to_owned()));
    server.goes_on_to("2026-03-02T20:00").await;
    assert_eq!(server.got("ben").await.last().unwrap(), "reminder");
    // Nearly round the clock, it would come too late: so it comes in time.
    let (ann, ben) = (server.returns("ann").await, server.returns("ben").await);
    let pace = json!({"days_per_move": 1, "on_timeout": "leave", "grace_hours": 0,
        "holidays": false});
    let game = ann
        .makes(json!({"kind": "thats-life", "seats": 2, "pace": pace}))
        .await;
    ben.joins(&game).await;
    ann.takes_a_first_turn(&game).await;
    deliver_due(&server.app).await.unwrap();
    ben.put(
        "/v1/me/mail-settings",
        json!({"quiet_hours": {"from": 21, "to": 20}}),
    )
    .await
    .ok();
    server.goes_on_to("2026-03-03T08:05").await;
    let mails = server.box_of("ben").await;
    let of_game = mails.iter().filter(|mail| mail.message_id.contains(&game));
    let kinds: Vec<&str> = of_game.map(kind).collect();
    assert_eq!(kinds.last(), Some(&"reminder"), "{kinds:?}");
}

#[tokio::test]
async fn mail_waits_while_player_is_active() {
    let pausing = |settings: &mut Settings| settings.mail_pause = Some("5".into());
    let database = fresh_database().await;
    let server = server_with(database.clone(), pausing, |_| {}).await;
    let [ann, ben] = server.two_players().await;
    let game = thats_life(&[&ann, &ben]).await;
    server.goes_on_to("2026-03-01T12:05").await;
    assert_eq!(server.got("ben").await, ["game_started"]);
    // Ben watches Ann's move, and then moves.
    ann.plays(&game, "roll").await;
    ben.sees(&game).await;
    ann.plays(&game, "move start").await;
    deliver_due(&server.app).await.unwrap();
    assert_eq!(server.got("ben").await, ["game_started"]);
    server.goes_on_to("2026-03-01T12:08").await;
    ben.takes_a_first_turn(&game).await;
    server.goes_on_to("2026-03-01T12:20").await;
    assert_eq!(server.got("ben").await, ["game_started"]);
    assert!(server.got("ann").await.contains(&"your_turn".to_owned()));
    // A player who only watches gets the mail in the end, and a player who does not want to wait
    // gets it at once.
    let (ann, ben) = (server.returns("ann").await, server.returns("ben").await);
    ben.sees(&game).await;
    ann.takes_a_first_turn(&game).await;
    for minute in 20..35 {
        server.goes_on_to(&format!("2026-03-01T12:{minute}")).await;
        assert_eq!(server.got("ben").await, ["game_started"], "{minute}");
        // His token is good for a quarter of an hour.
        if minute < 34 {
            ben.sees(&game).await;
        }
    }
    server.goes_on_to("2026-03-01T12:35").await;
    assert_eq!(server.got("ben").await, ["game_started", "your_turn"]);
    // Other processes know it, too: the visit is stored.
    let (ann, ben) = (server.returns("ann").await, server.returns("ben").await);
    ben.put("/v1/me/mail-settings", json!({"news": "off"}))
        .await
        .ok();
    let game = thats_life(&[&ann, &ben]).await;
    ann.takes_a_first_turn(&game).await;
    presence::write_down(&server.app).await.unwrap();
    let worker = server_with(database, pausing, |_| {}).await;
    let behind = server.app.clock.now() - worker.app.clock.now();
    worker.app.clock.forward(behind);
    deliver_due(&worker.app).await.unwrap();
    assert!(worker.got("ben").await.is_empty());
    ben.put(
        "/v1/me/mail-settings",
        json!({"wait_while_active": false, "news": "off"}),
    )
    .await
    .ok();
    worker.app.clock.forward(TimeDelta::minutes(5));
    deliver_due(&worker.app).await.unwrap();
    assert_eq!(worker.got("ben").await, ["your_turn"]);
}

#[tokio::test]
async fn one_click_unsubscribe_stops_a_kind_and_get_changes_nothing() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = thats_life(&[&ann, &ben]).await;
    ben.put(
        &format!("/v1/games/{game}/mail-settings"),
        json!({"turns": "at_once"}),
    )
    .await
    .ok();
    ann.takes_a_first_turn(&game).await;
    deliver_due(&server.app).await.unwrap();
    let mails = server.box_of("ben").await;
    let mail = mails.iter().find(|mail| kind(mail) == "your_turn").unwrap();
    assert_eq!(
        header(mail, "List-Unsubscribe-Post").as_deref(),
        Some("List-Unsubscribe=One-Click")
    );
    assert_eq!(
        header(mail, "Auto-Submitted").as_deref(),
        Some("auto-generated")
    );
    let path = way_out(mail);
    let token = path.strip_prefix("/unsubscribe/").unwrap();
    for secret in ["ben", &game, "turns"] {
        assert!(!token.contains(secret), "{token}");
    }
    assert!(mail.text.contains(&path) && mail.html.contains(&path));
    // Other kinds have other links.
    let news = mails.iter().find(|mail| kind(mail) == "game_started");
    assert_ne!(way_out(news.unwrap()), path);

    let settings = async || ben.get("/v1/me/mail-settings").await.ok()["turns"].clone();
    for _ in 0..2 {
        let page = server.get(&path).await;
        assert_eq!(page.status, 200);
        assert!(page.text.contains("Nothing has changed so far"));
        assert!(page.text.contains(&format!("action=\"{path}\"")));
    }
    assert_eq!(settings().await, "at_once");
    for (media, body) in [
        (
            "application/x-www-form-urlencoded",
            "List-Unsubscribe=One-Click",
        ),
        (
            "multipart/form-data; boundary=x",
            "--x\r\nContent-Disposition: form-data; name=\"List-Unsubscribe\"\r\n\r\nOne-Click\r\n--x--\r\n",
        ),
    ] {
        let click = server
            .request(Method::POST, &path)
            .header("Content-Type", media)
            .body(body);
        let page = answer(click).await;
        assert_eq!(page.status, 200, "{}", page.text);
        assert!(page.text.contains("You get no more of these"));
    }
    assert_eq!(settings().await, "off");
    // Also in the game where it was wanted.
    let here = ben
        .get(&format!("/v1/games/{game}/mail-settings"))
        .await
        .ok();
    assert_eq!(here["turns"], Value::Null);
    assert_eq!(
        ben.get("/v1/me/mail-settings").await.ok()["news"],
        "at_once"
    );
    ben.takes_a_first_turn(&game).await;
    ann.takes_a_first_turn(&game).await;
    deliver_due(&server.app).await.unwrap();
    assert_eq!(server.got("ben").await, ["game_started", "your_turn"]);
    // And back.
    let undo = format!("{path}/undo");
    assert_eq!(server.get(&undo).await.status, 405);
    let page = answer(server.request(Method::POST, &undo)).await;
    assert!(page.text.contains("You get them again"), "{}", page.text);
    assert_eq!(settings().await, "at_once");
    // Forged and broken links do nothing.
    let other = format!("{}0", &path[..path.len() - 1]);
    let other = if other == path {
        format!("{}1", &path[..path.len() - 1])
    } else {
        other
    };
    for bad in [other.as_str(), "/unsubscribe/x", "/unsubscribe/%C3%A9"] {
        assert_eq!(server.get(bad).await.status, 404, "{bad}");
        let page = answer(server.request(Method::POST, bad)).await;
        assert_eq!(page.status, 404, "{bad}");
    }
}

#[tokio::test]
async fn one_click_unsubscribe_stops_digests_and_invitations() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    ben.put(
        "/v1/me/mail-settings",
        json!({"turns": "digest", "news": "digest"}),
    )
    .await
    .ok();
    let game = thats_life(&[&ann, &ben]).await;
    ann.takes_a_first_turn(&game).await;
    let invite = json!({"kind": "thats-life", "invite": [{"email": "dan@example.org"}]});
    ann.makes(invite.clone()).await;
    deliver_due(&server.app).await.unwrap();
    server.goes_on_to("2026-03-02T08:00").await;
    let mail = server.box_of("ben").await.remove(0);
    assert_eq!(kind(&mail), "digest");
    let click = server.request(Method::POST, &way_out(&mail));
    let page = answer(click).await.text;
    let ben = server.returns("ben").await;
    let set = ben.get("/v1/me/mail-settings").await.ok();
    assert_eq!(
        (&set["turns"], &set["news"], &set["reminders"]),
        (&json!("off"), &json!("off"), &json!("at_once"))
    );
    // The page knows the previous settings.
    let before = page.split("name=\"before\" value=\"").nth(1).unwrap();
    let before = before.split('"').next().unwrap();
    let undo = server
        .request(Method::POST, &format!("{}/undo", way_out(&mail)))
        .header("Content-Type", "application/x-www-form-urlencoded")
        .body(format!("before={before}"));
    answer(undo).await;
    let set = ben.get("/v1/me/mail-settings").await.ok();
    assert_eq!(
        (&set["turns"], &set["news"]),
        (&json!("digest"), &json!("digest"))
    );
    // A person without an account declines all invitations.
    let mail = server.box_of("dan").await.remove(0);
    assert_eq!(kind(&mail), "invitation");
    answer(server.request(Method::POST, &way_out(&mail))).await;
    let ann = server.returns("ann").await;
    ann.makes(invite).await;
    deliver_due(&server.app).await.unwrap();
    assert_eq!(server.got("dan").await, ["invitation"]);
}

#[tokio::test]
async fn mail_commands_change_mail_settings() {
    let post = post().await;
    let server = &post.server;
    let [ann, ben] = server.two_players().await;
    let game = thats_life(&[&ann, &ben]).await;
    post.works().await;
    let mail = post.last_about("ann", &game).await;
    let here = format!("/v1/games/{game}/mail-settings");
    post.replies("ann", &mail, "stop").await;
    let answer = post.answers("ann").await.pop().unwrap();
    assert!(
        answer.text.contains("“resume” undoes it"),
        "{}",
        answer.text
    );
    assert!(header(&answer, "List-Unsubscribe").is_none());
    assert_eq!(ann.get(&here).await.ok()["turns"], "off");
    assert_eq!(ann.get(&here).await.ok()["news"], Value::Null);
    post.replies("ann", &answer, "Stop all").await;
    assert_eq!(ann.get(&here).await.ok()["news"], "off");
    post.replies("ann", &answer, "resume\ndigest 19 Europe/Paris\nquiet 22 7")
        .await;
    assert_eq!(ann.get(&here).await.ok()["turns"], Value::Null);
    let set = ann.get("/v1/me/mail-settings").await.ok();
    assert_eq!(
        (
            &set["turns"],
            &set["reminders"],
            &set["digest_hour"],
            &set["time_zone"],
            &set["quiet_hours"]
        ),
        (
            &json!("digest"),
            &json!("at_once"),
            &json!(19),
            &json!("Europe/Paris"),
            &json!({"from": 22, "to": 7})
        )
    );
    post.replies("ann", &answer, "digest sometimes").await;
    let said = post.answers("ann").await.pop().unwrap().text;
    assert!(said.contains("digest 8 Europe/Paris"), "{said}");
    // The desk accepts them from senders that the mail server vouches for, and asks the others.
    post.asks("ann", "digest off\nquiet off", true).await;
    let set = ann.get("/v1/me/mail-settings").await.ok();
    assert_eq!(
        (&set["turns"], &set["quiet_hours"]),
        (&json!("at_once"), &Value::Null)
    );
    post.asks("ann", "digest 8", false).await;
    assert_eq!(
        ann.get("/v1/me/mail-settings").await.ok()["turns"],
        "at_once"
    );
    post.asks("ann", "digest 99", true).await;
    let said = post.answers("ann").await.pop().unwrap().text;
    assert!(said.contains("digest 8 Europe/Paris"), "{said}");
    // So does the address in the head of a mail, and says nothing.
    let value = header(&mail, "List-Unsubscribe").unwrap();
    let address = value.split("mailto:").nth(1).unwrap();
    let address = address.split('?').next().unwrap();
    let raw = format!(
        "From: ann@example.org\r\nTo: {address}\r\nSubject: unsubscribe\r\n\
         Message-ID: <stop@mail.example.org>\r\n\r\nunsubscribe\r\n"
    );
    let before = post.answers("ann").await.len();
    post.sends("ann@example.org", address, &raw).await.unwrap();
    post.works().await;
    assert_eq!(post.answers("ann").await.len(), before);
    assert_eq!(post.outcomes().await.pop().unwrap(), "silent: unsubscribed");
    assert_eq!(ann.get("/v1/me/mail-settings").await.ok()["turns"], "off");
    let forged = format!("stop+t{}@play.test", "0".repeat(52));
    assert_eq!(post.sends("ann@example.org", &forged, &raw).await, Err(550));
}
