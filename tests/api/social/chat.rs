//! Chat, private notes, muted and blocked players, and reports.

use chrono::Duration;
use db::schema::{avoided, messages, notes, reports};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use letters::mailer::deliver_due;
use mail::mailbox::Stored;
use reqwest::Method;
use serde_json::{Value, json};

use crate::database_helpers::*;
use crate::helpers::*;
use crate::table::*;

impl Player<'_> {
    /// Says this at the table.
    pub async fn says(&self, game: &str, text: &str) -> Value {
        self.post(&format!("/v1/games/{game}/chat"), json!({"text": text}))
            .await
            .ok()
    }

    /// Returns the messages that the player reads in a room: `ann: Hello`.
    async fn hears(&self, game: &str, room: &str) -> Vec<String> {
        let page = self
            .get(&format!("/v1/games/{game}/chat?room={room}"))
            .await
            .ok();
        said(&page)
    }

    /// Writes a note over this version.
    async fn notes(&self, game: &str, text: &str, version: Option<&str>) -> Answer {
        let mut request = self
            .server
            .request(Method::PUT, &format!("/v1/games/{game}/note"))
            .bearer_auth(&self.token)
            .json(&json!({"text": text}));
        if let Some(version) = version {
            request = request.header("If-Match", version);
        }
        answer(request).await
    }

    pub async fn avoids(&self, how: &str, name: &str) {
        let path = format!("/v1/me/{how}/{name}");
        let done = self
            .server
            .send(Method::PUT, &path, Some(&self.token), None)
            .await;
        assert_eq!(done.status, 204, "{}", done.text);
    }
}

fn said(page: &Value) -> Vec<String> {
    let messages = page["messages"].as_array().unwrap();
    messages
        .iter()
        .map(|it| {
            format!(
                "{}: {}",
                it["author"].as_str().unwrap(),
                it["text"].as_str().unwrap_or("-")
            )
        })
        .collect()
}

/// Sends all due mail, and returns the new mails of a player by subject.
async fn mailbox(server: &Server, name: &str) -> Vec<Stored> {
    deliver_due(&server.app).await.unwrap();
    let mailbox = server.app.mail.mailbox().unwrap();
    let address = format!("{name}@example.org");
    let mut mails = mailbox.list(Some(&address), 999).await.unwrap();
    mails.reverse();
    mails
}

async fn chat_mails(server: &Server, name: &str) -> Vec<Stored> {
    let mut mails = mailbox(server, name).await;
    mails.retain(|mail| mail.message_id.starts_with("chat."));
    mails
}

/// Lets minutes go by.
fn later(server: &Server, minutes: i64) {
    server.app.clock.forward(Duration::minutes(minutes));
}

/// Signs in three players whose tokens have expired.
async fn again(server: &Server) -> [Player<'_>; 3] {
    [
        server.returns("ann").await,
        server.returns("ben").await,
        server.returns("cleo").await,
    ]
}

#[tokio::test]
async fn players_and_spectators_have_separate_chat_rooms() {
    let server = server().await;
    let [ann, ben, cleo] = server.players(["ann", "ben", "cleo"]).await;
    let game = thats_life(&[&ann, &ben]).await;
    let first = ann.says(&game, "Good luck! <b>&amp;</b>").await;
    assert_eq!((&first["n"], &first["author"]), (&json!(1), &json!("ann")));
    ben.says(&game, "  Thanks  ").await;
    let path = format!("/v1/games/{game}/chat");
    let body = json!({"room": "spectators", "text": "Go, Ben!"});
    assert_eq!(cleo.post(&path, body.clone()).await.ok()["n"], 3);

    let heard = ["ann: Good luck! <b>&amp;</b>", "ben: Thanks"];
    assert_eq!(ben.hears(&game, "table").await, heard);
    assert_eq!(cleo.hears(&game, "spectators").await, ["cleo: Go, Ben!"]);
    // Each room is closed to the players of the other, and signing out does not help.
    cleo.get(&path).await.problem(403, "forbidden");
    cleo.post(&path, json!({"text": "Hello"}))
        .await
        .problem(403, "forbidden");
    let theirs = format!("{path}?room=spectators");
    ann.get(&theirs).await.problem(403, "forbidden");
    ann.post(&path, body.clone())
        .await
        .problem(403, "forbidden");
    server.get(&theirs).await.problem(401, "not-signed-in");
    server.get(&path).await.problem(401, "not-signed-in");
    server
        .call(Method::POST, &path, body)
        .await
        .problem(401, "not-signed-in");

    // When the game is over the spectators' room is open to all; the table's stays its own.
    ann.sends(&game, &json!(1), json!([{"type": "leave"}]))
        .await
        .ok();
    assert_eq!(ann.sees(&game).await["status"], "finished");
    assert_eq!(ann.hears(&game, "spectators").await, ["cleo: Go, Ben!"]);
    ben.post(&path, json!({"room": "spectators", "text": "Thank you"}))
        .await
        .ok();
    let page = server.get(&theirs).await.ok();
    assert_eq!(said(&page), ["cleo: Go, Ben!", "ben: Thank you"]);
    ann.says(&game, "Well played").await;
    cleo.get(&path).await.problem(403, "forbidden");
    // Leaving the game does not lead into the other room.
    assert_eq!(ann.hears(&game, "table").await.len(), 3);
}

#[tokio::test]
async fn invited_player_can_chat_before_the_game_starts() {
    let server = server().await;
    let [ann, ben, cleo] = server.players(["ann", "ben", "cleo"]).await;
    let private = json!({"kind": "thats-life", "seats": 3, "visibility": "private",
        "invite": [{"player": "ben"}]});
    let game = ann.makes(private).await;
    ann.says(&game, "Will you come?").await;
    assert_eq!(ben.hears(&game, "table").await, ["ann: Will you come?"]);
    ben.says(&game, "Perhaps").await;
    let path = format!("/v1/games/{game}/chat");
    for room in ["table", "spectators"] {
        let path = format!("{path}?room={room}");
        cleo.get(&path).await.problem(404, "not-found");
        server.get(&path).await.problem(404, "not-found");
    }
    cleo.post(&path, json!({"text": "Me too"}))
        .await
        .problem(404, "not-found");
    // A player who declines gets no further messages.
    ben.delete(&format!("/v1/games/{game}/seats/me")).await.ok();
    ben.get(&path).await.problem(404, "not-found");
    assert_eq!(
        ann.hears(&game, "table").await,
        ["ann: Will you come?", "ben: Perhaps"]
    );
}

#[tokio::test]
async fn chat_pages_continue_after_the_last_message() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = thats_life(&[&ann, &ben]).await;
    for n in 1..=7 {
        [&ann, &ben][n % 2].says(&game, &format!("{n}")).await;
    }
    let path = format!("/v1/games/{game}/chat");
    let page = async |query: &str| {
        let page = ann.get(&format!("{path}?{query}")).await.ok();
        let numbers: Vec<i64> = page["messages"]
            .as_array()
            .unwrap()
            .iter()
            .map(|it| it["n"].as_i64().unwrap())
            .collect();
        (numbers, page["more"] == true)
    };
    assert_eq!(page("").await, ((1..=7).collect(), false));
    assert_eq!(page("limit=3").await, (vec![5, 6, 7], true));
    assert_eq!(page("after=0&limit=3").await, (vec![1, 2, 3], true));
    assert_eq!(page("after=3&limit=4").await, (vec![4, 5, 6, 7], false));
    assert_eq!(page("after=7").await, (vec![], false));
    for bad in [
        "limit=0",
        "limit=201",
        "after=-1",
        "after=99999999999999999999",
        "room=x",
        "before=1",
    ] {
        let answer = ann.get(&format!("{path}?{bad}")).await;
        answer.problem(400, "invalid-request");
    }
}

#[tokio::test]
async fn message_repeated_with_same_id_is_posted_once() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = thats_life(&[&ann, &ben]).await;
    let path = format!("/v1/games/{game}/chat");
    let body = json!({"text": "Hello", "id": "m-1"});
    let (one, two) = tokio::join!(ann.post(&path, body.clone()), ann.post(&path, body.clone()));
    assert_eq!(one.ok(), two.ok());
    later(&server, 10);
    assert_eq!(ann.post(&path, body.clone()).await.status, 201);
    // The same id with another text is rejected. Ids of other players are independent.
    for other in [
        json!({"text": "Bye", "id": "m-1"}),
        json!({"text": "Hello", "id": "m-1", "room": "spectators"}),
    ] {
        let refused = ann.post(&path, other.clone()).await;
        assert!([403, 422].contains(&refused.status.as_u16()), "{other}");
    }
    ann.post(&path, json!({"text": "Bye", "id": "m-1"}))
        .await
        .problem(422, "key-reused");
    ben.post(&path, body).await.ok();
    assert_eq!(
        ann.hears(&game, "table").await,
        ["ann: Hello", "ben: Hello"]
    );
    // Many at once get a number each.
    let many = (0..12).map(|n| {
        let (player, path) = ([&ann, &ben][n % 2], &path);
        async move {
            player
                .post(path, json!({"text": format!("{n}")}))
                .await
                .ok()["n"]
                .as_i64()
        }
    });
    let mut numbers = futures_util::future::join_all(many).await;
    numbers.sort();
    assert_eq!(numbers, (3..=14).map(Some).collect::<Vec<_>>());
}

#[tokio::test]
async fn message_must_be_plain_text_within_length_and_rate_limits() {
    let server = limited_server(|quotas| quotas.messages = few(4)).await;
    let [ann, ben] = server.two_players().await;
    let game = thats_life(&[&ann, &ben]).await;
    let path = format!("/v1/games/{game}/chat");
    for bad in [
        json!({"text": ""}),
        json!({"text": " \u{200b} "}),
        json!({"text": "a\nb"}),
        json!({"text": "a\u{0}b"}),
        json!({"text": "a\u{1b}[2J"}),
        json!({"text": "a\u{202e}b"}),
        json!({"text": "x".repeat(1001)}),
        json!({"text": "x", "id": "a b"}),
        json!({"text": "x", "id": ""}),
        json!({"text": "x", "html": true}),
        json!({}),
    ] {
        let answer = ann.post(&path, bad).await;
        answer.problem(400, "invalid-request");
    }
    ann.says(&game, &"ü".repeat(1000)).await;
    ann.says(&game, "👩\u{200d}🚀 שלום").await;
    for _ in 0..2 {
        ann.says(&game, "x").await;
    }
    ann.post(&path, json!({"text": "x"}))
        .await
        .problem(429, "rate-limited");
    ben.says(&game, "Quiet!").await;
}

/// Without the limit, a player could fill the disk with such notes.
#[tokio::test]
async fn notes_about_games_of_others_are_limited_in_bytes() {
    let server = server().await;
    let [ann, ben, cleo] = server.players(["ann", "ben", "cleo"]).await;
    let long = "x".repeat(9_900);
    let mut refused = 0;
    for _ in 0..6 {
        let game = thats_life(&[&ann, &ben]).await;
        ann.notes(&game, &long, None).await.ok();
        refused += usize::from(cleo.notes(&game, &long, None).await.status == 429);
    }
    assert_eq!(refused, 1);
}

#[tokio::test]
async fn note_is_private_and_guarded_by_its_etag() {
    let server = server().await;
    let [ann, ben, cleo] = server.players(["ann", "ben", "cleo"]).await;
    let game = thats_life(&[&ann, &ben]).await;
    let path = format!("/v1/games/{game}/note");
    let empty = ann.get(&path).await;
    assert_eq!(empty.headers["etag"], "\"0\"");
    assert_eq!(
        empty.ok(),
        json!({"text": "", "version": 0, "changed_at": null})
    );
    let first = ann
        .notes(&game, "Watch Ben\r\n\tand the wall", Some("\"0\""))
        .await;
    assert_eq!(first.headers["etag"], "\"1\"");
    assert_eq!(first.ok()["text"], "Watch Ben\n\tand the wall");
    // A client that does not know of it does not undo it.
    ann.notes(&game, "Mine", Some("\"0\""))
        .await
        .problem(412, "precondition-failed");
    for (wrong, status) in [("W/\"1\"", 412), ("\"x\"", 412)] {
        let refused = ann.notes(&game, "Mine", Some(wrong)).await;
        assert_eq!(refused.status.as_u16(), status, "{wrong}: {}", refused.text);
    }
    ann.notes(&game, "Two", Some("\"7\", \"1\"")).await.ok();
    ann.notes(&game, "Three", None).await.ok();
    assert_eq!(ann.notes(&game, "Three", None).await.ok()["version"], 3);
    let (one, two) = tokio::join!(
        ann.notes(&game, "Left", Some("\"3\"")),
        ann.notes(&game, "Right", Some("\"3\""))
    );
    let mut statuses = [one.status.as_u16(), two.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 412]);
    // The note is private. A spectator can have one, too.
    assert_eq!(ben.get(&path).await.ok()["text"], "");
    cleo.notes(&game, "A good opening", None).await.ok();
    assert_eq!(cleo.get(&path).await.ok()["version"], 1);
    let removed = ann.notes(&game, " \n", None).await.ok();
    assert_eq!(
        (&removed["text"], &removed["version"]),
        (&json!(""), &json!(5))
    );
    for bad in ["x\u{7}", &"x".repeat(10_001)] {
        let answer = ann.notes(&game, bad, None).await;
        answer.problem(400, "invalid-request");
    }
    server.get(&path).await.problem(401, "not-signed-in");
}

#[tokio::test]
async fn messages_of_muted_player_are_hidden() {
    let server = server().await;
    let [ann, ben, cleo] = server.players(["ann", "ben", "cleo"]).await;
    let game = thats_life(&[&ann, &ben, &cleo]).await;
    ben.says(&game, "Blah").await;
    cleo.says(&game, "Hm").await;
    ann.avoids("muted", "BEN").await;
    ann.avoids("muted", "ben").await;
    assert_eq!(ann.hears(&game, "table").await, ["cleo: Hm"]);
    assert_eq!(cleo.hears(&game, "table").await, ["ben: Blah", "cleo: Hm"]);
    assert_eq!(ben.hears(&game, "table").await.len(), 2);
    let list = ann.get("/v1/me/muted").await.ok();
    assert_eq!(list["players"][0]["name"], "ben");
    assert_eq!(list["players"].as_array().unwrap().len(), 1);
    assert_eq!(ann.get("/v1/me/blocked").await.ok()["players"], json!([]));
    // No mail mentions it either.
    ben.says(&game, "Blah blah").await;
    later(&server, 40);
    assert!(chat_mails(&server, "ann").await.is_empty());
    assert_eq!(chat_mails(&server, "cleo").await.len(), 1);
    let ann = server.returns("ann").await;
    ann.delete("/v1/me/muted/ben").await.ok();
    ann.delete("/v1/me/muted/ben").await.ok();
    ann.delete("/v1/me/muted/nobody").await.ok();
    assert_eq!(ann.hears(&game, "table").await.len(), 3);
    let put = |name: &'static str| {
        let path = format!("/v1/me/muted/{name}");
        let (server, token) = (&server, &ann.token);
        async move { server.send(Method::PUT, &path, Some(token), None).await }
    };
    put("ann").await.problem(400, "invalid-request");
    put("nobody").await.problem(404, "not-found");
    put("a%00b").await.problem(404, "not-found");
}

#[tokio::test]
async fn blocked_player_cannot_join_or_invite() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let running = thats_life(&[&ann, &ben]).await;
    let open = ann.makes(json!({"kind": "thats-life", "seats": 2})).await;
    let invited = ann
        .makes(json!({"kind": "thats-life", "seats": 2, "invite": [{"player": "ben"}]}))
        .await;
    let bens = ben.makes(json!({"kind": "thats-life", "seats": 3})).await;
    let free = |game: &Value| game["seats"][1]["reserved"] == false;
    mailbox(&server, "ann").await;
    ann.avoids("blocked", "ben").await;

    // Ben learns nothing: the tables seem to be full, and an invitation seems to go out.
    assert!(!ben.lists("").await.contains(&open));
    assert!(!free(&ben.sees(&open).await) && free(&ann.sees(&open).await));
    ben.tries_to_join(&open)
        .await
        .problem(409, "seat-unavailable");
    ben.tries_to_join(&invited)
        .await
        .problem(409, "seat-unavailable");
    assert_eq!(ann.sees(&invited).await["seats"][1]["reserved"], false);
    let path = format!("/v1/games/{bens}/invitations");
    let answer = ben.post(&path, json!({"player": "ann"})).await.ok();
    assert_eq!(answer["seats"][1]["invited"], "ann");
    let by_address = json!({"email": "ann@example.org"});
    ben.post(&path, by_address).await.ok();
    let made = ben
        .makes(json!({"kind": "thats-life", "invite": [{"player": "ann"}]}))
        .await;
    // Ann is spared it.
    let before = mailbox(&server, "ann").await;
    assert!(
        before
            .iter()
            .all(|mail| !mail.subject.contains("invites you")),
        "{:?}",
        before.iter().map(|mail| &mail.subject).collect::<Vec<_>>()
    );
    let lists = ann.lists("?mine=true").await;
    assert!(!lists.contains(&made) && !lists.contains(&bens) && lists.contains(&open));
    // Ann gets a plain answer.
    for refused in [
        ann.tries_to_join(&made).await,
        ann.post(
            &format!("/v1/games/{open}/invitations"),
            json!({"player": "ben"}),
        )
        .await,
        ann.post(
            "/v1/games",
            json!({"kind": "thats-life", "invite": [{"player": "ben"}]}),
        )
        .await,
    ] {
        let problem = refused.problem(403, "forbidden");
        assert!(
            problem["detail"]
                .as_str()
                .unwrap()
                .contains("You have blocked")
        );
    }
    // The running game continues without Ben's messages.
    ben.says(&running, "Hello?").await;
    assert!(ann.hears(&running, "table").await.is_empty());
    ann.takes_a_first_turn(&running).await;
    ben.takes_a_first_turn(&running).await;
    audited(&server.database).await;

    ann.delete("/v1/me/blocked/ben").await.ok();
    ben.joins(&open).await;
    ann.joins(&made).await;
}

#[tokio::test]
async fn rematch_and_seat_offer_do_not_reach_player_who_blocked_sender() {
    let server = server().await;
    let [ann, ben, cleo] = server.players(["ann", "ben", "cleo"]).await;
    let over = thats_life(&[&ann, &ben]).await;
    ann.sends(&over, &json!(1), json!([{"type": "leave"}]))
        .await
        .ok();
    let running = thats_life(&[&ben, &cleo]).await;
    mailbox(&server, "ann").await;
    ann.avoids("blocked", "ben").await;
    let path = format!("/v1/games/{over}/rematch");
    ann.post(&path, json!({})).await.problem(403, "forbidden");
    ben.post(&path, json!({})).await.ok();
    ann.post(&path, json!({})).await.problem(403, "forbidden");
    let offer = format!("/v1/games/{running}/seats/me/replacement");
    ben.post(&offer, json!({"player": "ann"})).await.ok();
    let mails = mailbox(&server, "ann").await;
    assert!(mails.iter().all(|mail| {
        !mail.subject.contains("invites") && !mail.subject.contains("A seat for you")
    }));
}

#[tokio::test]
async fn unread_chat_is_mailed_at_most_every_half_hour() {
    let server = server().await;
    let [ann, ben, cleo] = server.players(["ann", "ben", "cleo"]).await;
    let game = thats_life(&[&ann, &ben, &cleo]).await;
    mailbox(&server, "ann").await;
    // It is 12:00. Messages until half past go into one mail.
    ben.says(&game, "Anybody here?").await;
    later(&server, 20);
    let cleo = server.returns("cleo").await;
    cleo.says(&game, "Yes.").await;
    assert!(chat_mails(&server, "ann").await.is_empty());
    cleo.hears(&game, "table").await;
    later(&server, 11);
    let mails = chat_mails(&server, "ann").await;
    assert_eq!(mails.len(), 1);
    let text = &mails[0].text;
    assert!(
        mails[0]
            .subject
            .starts_with("[Turnpike] Said at the table: That's Life! with ben and cleo")
    );
    assert!(text.contains("ben and cleo wrote to you") && text.contains("SAID AT THE TABLE"));
    assert!(text.contains("| ben (1 March, 12:00): Anybody here?\n| cleo (1 March, 12:20): Yes."));
    // Ben gets no mail about his own messages, and Cleo was present.
    assert_eq!(chat_mails(&server, "ben").await.len(), 1);
    assert!(chat_mails(&server, "cleo").await.is_empty());
    later(&server, 60);
    assert_eq!(chat_mails(&server, "ann").await.len(), 1);
    let [ann, ben, _] = again(&server).await;

    // A turn mail contains the messages, too. Then no other mail has them.
    ben.says(&game, "I am off to bed").await;
    ann.takes_a_first_turn(&game).await;
    ann.says(&game, "Your turn, Ben").await;
    let turn = last_turn(&server, "ben").await;
    assert!(turn.subject.contains("Your turn"), "{}", turn.subject);
    assert!(
        turn.text.contains("SAID AT THE TABLE\n\n| ben"),
        "{}",
        turn.text
    );
    assert!(turn.text.contains("ann (1 March, 13:31): Your turn, Ben"));
    let before = chat_mails(&server, "ben").await.len();
    later(&server, 60);
    assert_eq!(chat_mails(&server, "ben").await.len(), before);
    let [ann, ben, cleo] = again(&server).await;
    // Messages of the reader alone make no section.
    ben.takes_a_first_turn(&game).await;
    ann.says(&game, "Mine").await;
    cleo.takes_a_first_turn(&game).await;
    let turn = last_turn(&server, "ann").await;
    assert!(!turn.text.contains("SAID AT THE TABLE"), "{}", turn.text);
}

#[tokio::test]
async fn chat_read_with_api_token_is_still_mailed() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = thats_life(&[&ann, &ben]).await;
    let token = ann.token_for(&["chat"]).await;
    ben.says(&game, "Anybody here?").await;
    let path = format!("/v1/games/{game}/chat?room=table");
    let read = server.send(Method::GET, &path, Some(&token), None).await;
    assert_eq!(said(&read.ok()), ["ben: Anybody here?"]);
    later(&server, 31);
    assert_eq!(chat_mails(&server, "ann").await.len(), 1);
}

/// Returns the last turn mail of a player.
async fn last_turn(server: &Server, name: &str) -> Stored {
    let mut mails = mailbox(server, name).await;
    mails.retain(|mail| mail.message_id.starts_with("your_turn."));
    mails.pop().unwrap()
}

#[tokio::test]
async fn player_who_left_gets_no_chat_mail() {
    let server = server().await;
    let [ann, ben, cleo] = server.players(["ann", "ben", "cleo"]).await;
    let game = thats_life(&[&ann, &ben, &cleo]).await;
    let seq = cleo.sees(&game).await["seq"].clone();
    cleo.sends(&game, &seq, json!([{"type": "leave"}]))
        .await
        .ok();
    ann.says(&game, "Pity.").await;
    later(&server, 40);
    assert!(chat_mails(&server, "cleo").await.is_empty());
    assert_eq!(chat_mails(&server, "ben").await.len(), 1);
    let ben = server.returns("ben").await;
    // Whose seat went to a bot may still talk, and does not look into the other room.
    let offer = format!("/v1/games/{game}/seats/me/replacement");
    ben.post(&offer, json!({"bot": "greedy"})).await.ok();
    ben.says(&game, "Bye").await;
    ben.get(&format!("/v1/games/{game}/chat?room=spectators"))
        .await
        .problem(403, "forbidden");
}

/// A server with an operator.
async fn operated() -> Server {
    let operator = |settings: &mut base::config::Settings| {
        settings.operator_email = Some("operator@example.org".into());
    };
    server_with(fresh_database().await, operator, |_| {}).await
}

#[tokio::test]
async fn report_is_mailed_only_to_the_operator() {
    let server = operated().await;
    let [ann, ben, cleo] = server.players(["ann", "ben", "cleo"]).await;
    let game = thats_life(&[&ann, &ben]).await;
    let n = ben.says(&game, "You <b>fool</b>").await["n"].clone();
    let path = format!("/v1/games/{game}/reports");
    let body = json!({"message": n, "reason": "An insult.\nThe second."});
    for _ in 0..2 {
        assert_eq!(ann.post(&path, body.clone()).await.status, 202);
    }
    let other = json!({"player": "Ben", "reason": "He insults people."});
    assert_eq!(ann.post(&path, other).await.status, 202);
    let mails = mailbox(&server, "operator").await;
    assert_eq!(mails.len(), 2);
    let first = mails
        .iter()
        .find(|mail| mail.text.contains("An insult"))
        .unwrap();
    assert!(
        first.text.contains("ann reports ben in game") && first.text.contains("You <b>fool</b>")
    );
    assert!(!first.source.contains("<b>fool") || first.text.contains("<b>fool"));
    for name in ["ann", "ben"] {
        let mails = mailbox(&server, name).await;
        assert!(mails.iter().all(|mail| !mail.subject.contains("Report")));
    }
    // Only readable messages, and only for players who are here.
    for (who, bad) in [
        (&cleo, json!({"message": n, "reason": "x"})),
        (&ann, json!({"message": 99, "reason": "x"})),
        (&ann, json!({"player": "cleo", "reason": "x"})),
        (&ann, json!({"player": "nobody", "reason": "x"})),
        (&ann, json!({"player": "ann", "reason": "x"})),
        (&ann, json!({"player": "ben", "message": n, "reason": "x"})),
        (&ann, json!({"reason": "x"})),
        (&ann, json!({"player": "ben", "reason": " "})),
        (&ann, json!({"player": "ben", "reason": "x".repeat(2001)})),
    ] {
        let answer = who.post(&path, bad).await;
        answer.problem(400, "invalid-request");
    }
    for n in 0..8 {
        let body = json!({"player": "ben", "reason": format!("{n}")});
        ann.post(&path, body).await;
    }
    let body = json!({"player": "ben", "reason": "once more"});
    ann.post(&path, body).await.problem(429, "rate-limited");
}

#[tokio::test]
async fn report_without_operator_address_returns_403() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = thats_life(&[&ann, &ben]).await;
    let body = json!({"player": "ben", "reason": "x"});
    ann.post(&format!("/v1/games/{game}/reports"), body)
        .await
        .problem(403, "forbidden");
    let conn = &mut *server.app.db.get().await.unwrap();
    let stored: i64 = reports::table.count().get_result(conn).await.unwrap();
    assert_eq!(stored, 0);
}

#[tokio::test]
async fn account_deletion_erases_messages_notes_and_lists() {
    let server = operated().await;
    let [ann, ben, cleo] = server.players(["ann", "ben", "cleo"]).await;
    let game = thats_life(&[&ann, &ben, &cleo]).await;
    ann.says(&game, "I live in Arles").await;
    ben.says(&game, "Nice").await;
    ann.notes(&game, "Ben is nice", None).await.ok();
    ann.avoids("muted", "cleo").await;
    cleo.avoids("blocked", "ann").await;
    let path = format!("/v1/games/{game}/reports");
    ann.post(&path, json!({"player": "ben", "reason": "r"}))
        .await
        .ok();
    ben.post(&path, json!({"player": "ann", "reason": "r"}))
        .await
        .ok();
    let body = json!({"password": PASSWORD});
    let gone = server
        .send(Method::DELETE, "/v1/me", Some(&ann.token), Some(&body))
        .await;
    assert_eq!(gone.status, 204, "{}", gone.text);
    let heard = ben.hears(&game, "table").await;
    assert!(
        heard[0].starts_with("former-player-") && heard[0].ends_with(": -"),
        "{heard:?}"
    );
    assert_eq!(heard[1], "ben: Nice");
    let conn = &mut *server.app.db.get().await.unwrap();
    let words: Vec<Option<String>> = messages::table
        .order(messages::n)
        .select(messages::said)
        .load(conn)
        .await
        .unwrap();
    assert_eq!(words, [None, Some("Nice".to_owned())]);
    let left: i64 = notes::table.count().get_result(conn).await.unwrap();
    let lists: i64 = avoided::table.count().get_result(conn).await.unwrap();
    assert_eq!((left, lists), (0, 0));
    // Her reports, and the reports about her, still exist.
    let kept: Vec<Option<i64>> = reports::table
        .select(reports::reporter_id)
        .load(conn)
        .await
        .unwrap();
    assert_eq!(kept.len(), 2);
    assert!(kept.contains(&None));
}
