//! Invitations to the mail address of a friend without an account, and the friend's
//! answers by mail.

use db::schema::{players, strangers};
use mail_commands as desk;

use super::*;

impl Post {
    /// Creates Ann, whose mails are in this language, and her private game, to which a friend is
    /// invited.
    async fn invites_friend(&self, language: &str) -> (Player<'_>, String, Stored) {
        let ann = self.player("ann").await;
        let settings = json!({"language": language});
        ann.patch("/v1/me", settings).await.ok();
        let invite = json!([{"email": address("friend")}]);
        let game =
            json!({"kind": "thats-life", "seats": 2, "visibility": "private", "invite": invite});
        let game = ann.makes(game).await;
        self.works().await;
        let mail = self.invitation("friend", &game).await;
        (ann, game, mail)
    }

    async fn players(&self) -> Vec<(String, String)> {
        let conn = &mut *self.server.app.db.get().await.unwrap();
        let all = players::table.order(players::id);
        let all = all.select((players::name, players::language));
        all.load(conn).await.unwrap()
    }

    async fn last_answer(&self, name: &str) -> String {
        flat(&self.answers(name).await.pop().unwrap())
    }
}

fn flat(mail: &Stored) -> String {
    mail.text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn pair(name: &str, language: &str) -> (String, String) {
    (name.to_owned(), language.to_owned())
}

#[tokio::test]
async fn invitation_to_address_shows_game_and_asks_for_answer() {
    let post = post_through_smtp().await;
    let (_, game, mail) = post.invites_friend("en").await;
    assert!(reply_address(&mail).starts_with("confirm+"));
    let text = flat(&mail);
    for shown in [
        "ann invites you to a game of That's Life! for 2 players",
        "That's Life!: Roll and move your pawns",
        "Answer this mail with “yes”, and you have the seat; with “no”, and it is free",
        &format!("turnpike.test/games/{game}#invitation="),
    ] {
        assert!(text.contains(shown), "{shown}: {text}");
    }
    assert!(!text.contains("confirm+"), "{text}");
}

#[tokio::test]
async fn yes_from_invited_friend_takes_the_seat() {
    let post = post_through_smtp().await;
    for (n, yes) in ["Yes, please!", "ok", "👍🏽", "accept", "name Fred"]
        .iter()
        .enumerate()
    {
        let ann = post.player(&format!("ann{n}")).await;
        let friend = format!("friend{n}");
        let invite = json!([{"email": address(&friend)}]);
        let game =
            json!({"kind": "thats-life", "seats": 2, "visibility": "private", "invite": invite});
        let game = ann.makes(game).await;
        post.works().await;
        let mail = post.invitation(&friend, &game).await;
        post.replies(&friend, &mail, yes).await;
        let seen = ann.sees(&game).await;
        assert_eq!(seen["status"], "running", "{yes}");
        let name = if *yes == "name Fred" {
            "Fred"
        } else {
            friend.as_str()
        };
        assert_eq!(seen["seats"][1]["player"], name);
        let text = post.last_answer(&friend).await;
        assert!(
            text.contains(&format!("Welcome! Your name here is {name}")),
            "{text}"
        );
        assert!(text.contains(&game), "{text}");
    }
}

#[tokio::test]
async fn no_from_invited_friend_frees_seat_and_notifies_inviter() {
    let post = post_through_smtp().await;
    let (ann, game, mail) = post.invites_friend("de").await;
    assert!(
        flat(&mail).contains("Antworte auf diese Mail mit „ja“"),
        "{}",
        mail.text
    );
    post.replies("friend", &mail, "Nein danke").await;
    let seen = ann.sees(&game).await;
    assert_eq!(
        (
            &seen["seats"][1]["reserved"],
            &seen["seats"][1]["invited_email"]
        ),
        (&json!(false), &Value::Null)
    );
    let answer = post.answers("friend").await.pop().unwrap();
    let text = flat(&answer);
    assert!(
        text.contains("Du hast die Einladung") && text.contains("kein Konto"),
        "{text}"
    );
    assert!(!reply_address(&answer).starts_with("confirm+"));
    let news = flat(&post.mailbox("ann").await.pop().unwrap());
    assert!(
        news.contains("friend@example.org möchte den Platz"),
        "{news}"
    );
    assert_eq!(post.players().await, [pair("ann", "de")]);
    let conn = &mut *post.server.app.db.get().await.unwrap();
    let left: i64 = strangers::table.count().get_result(conn).await.unwrap();
    assert_eq!(left, 0);
}

#[tokio::test]
async fn invited_friend_gets_language_of_answer_or_else_of_inviter() {
    for (answer, language, welcome) in [
        ("👍", "de", "Willkommen!"),
        ("Oui, avec plaisir", "fr", "Bienvenue !"),
        ("Yes please", "en", "Welcome!"),
    ] {
        let post = post_through_smtp().await;
        let (_, _, mail) = post.invites_friend("de").await;
        post.replies("friend", &mail, answer).await;
        assert_eq!(
            post.players().await[1],
            pair("friend", language),
            "{answer}"
        );
        let text = post.last_answer("friend").await.replace('\u{a0}', " ");
        assert!(text.contains(welcome), "{answer}: {text}");
    }
}

#[tokio::test]
async fn unclear_answer_to_invitation_by_address_asks_again() {
    let post = post_through_smtp().await;
    let (ann, game, mail) = post.invites_friend("en").await;
    for unclear in ["", "Yes, but not today", "Who is ann?"] {
        post.replies("friend", &mail, unclear).await;
        let text = post.last_answer("friend").await;
        assert!(
            text.contains("neither a clear “yes” nor a clear “no”"),
            "{unclear}: {text}"
        );
        assert_eq!(
            ann.sees(&game).await["seats"][1]["reserved"],
            true,
            "{unclear}"
        );
    }
    let again = post.answers("friend").await.pop().unwrap();
    post.replies("friend", &again, "ok, count me in").await;
    assert_eq!(ann.sees(&game).await["status"], "running");
}

#[tokio::test]
async fn yes_to_invalid_invitation_creates_no_account() {
    for way in ["withdrawn", "cancelled", "taken on the page"] {
        let post = post_through_smtp().await;
        let (ann, game, mail) = post.invites_friend("en").await;
        let path = format!("/v1/games/{game}");
        let before = match way {
            "withdrawn" => {
                ann.delete(&format!("{path}/seats/1")).await.ok();
                1
            }
            "cancelled" => {
                ann.delete(&path).await;
                1
            }
            _ => {
                let (_, link) = mail.text.split_once("#invitation=").unwrap();
                let token = link.split_whitespace().next().unwrap();
                let guest = post.server.guest().await;
                let body = json!({"invitation": token});
                guest.post(&format!("{path}/seats"), body).await.ok();
                2
            }
        };
        post.replies("friend", &mail, "yes").await;
        let text = post.last_answer("friend").await;
        assert!(text.contains("is kept for you any more"), "{way}: {text}");
        assert_eq!(post.players().await.len(), before, "{way}");
    }
}

#[tokio::test]
async fn friend_invited_twice_can_answer_either_mail() {
    let post = post_through_smtp().await;
    let (ann, game, first) = post.invites_friend("en").await;
    let path = format!("/v1/games/{game}");
    ann.delete(&format!("{path}/seats/1")).await.ok();
    let again = json!({"email": address("friend")});
    ann.post(&format!("{path}/invitations"), again).await.ok();
    post.works().await;
    post.replies("friend", &first, "yes").await;
    assert_eq!(ann.sees(&game).await["status"], "running");
    let second = post.invitation("friend", &game).await;
    assert_ne!(second.message_id, first.message_id);
    post.replies("friend", &second, "yes").await;
    assert_eq!(post.players().await.len(), 2);
}

#[tokio::test]
async fn friend_with_new_account_joins_with_that_account() {
    let post = post_through_smtp().await;
    let (ann, game, mail) = post.invites_friend("en").await;
    post.player("friend").await;
    post.replies("friend", &mail, "yes").await;
    assert_eq!(ann.sees(&game).await["status"], "running");
    assert_eq!(post.players().await.len(), 2);
}

#[tokio::test]
async fn yes_from_other_address_does_not_join_and_asks_sender() {
    let post = post_through_smtp().await;
    let (ann, game, mail) = post.invites_friend("en").await;
    post.replies("other", &mail, "yes").await;
    assert_eq!(ann.sees(&game).await["status"], "open");
    let asked = post.last_answer("other").await;
    assert!(
        asked.contains("Nobody plays from this address so far"),
        "{asked}"
    );
    assert_eq!(post.players().await.len(), 1);
}

#[tokio::test]
async fn no_from_other_address_asks_invited_friend() {
    let post = post_through_smtp().await;
    let (ann, game, mail) = post.invites_friend("en").await;
    post.replies("other", &mail, "no").await;
    assert_eq!(ann.sees(&game).await["seats"][1]["reserved"], true);
    assert!(post.mailbox("other").await.is_empty());
    let asked = post.answers("friend").await.pop().unwrap();
    assert!(
        flat(&asked).contains("A mail from an address other than yours"),
        "{}",
        asked.text
    );
    post.replies("friend", &asked, "no").await;
    assert_eq!(ann.sees(&game).await["seats"][1]["reserved"], false);
}

#[tokio::test]
async fn answer_naming_another_game_keeps_invited_seat() {
    let post = post_through_smtp().await;
    let (ann, game, mail) = post.invites_friend("en").await;
    let other = json!({"kind": "thats-life", "seats": 2});
    let other = ann.makes(other).await;
    for word in ["join", "decline"] {
        post.replies("friend", &mail, &format!("{word} {other}"))
            .await;
        let seen = ann.sees(&game).await;
        assert_eq!(seen["status"], "open", "{word}");
        assert_eq!(seen["seats"][1]["reserved"], true, "{word}");
        let text = post.last_answer("friend").await;
        assert!(text.contains("names another game"), "{word}: {text}");
    }
    assert_eq!(post.players().await.len(), 1);
}

#[tokio::test]
async fn answer_naming_invited_game_joins_it() {
    let post = post_through_smtp().await;
    let (ann, game, mail) = post.invites_friend("en").await;
    post.replies("friend", &mail, &format!("join {game}")).await;
    assert_eq!(ann.sees(&game).await["status"], "running");
}

#[tokio::test]
async fn inviting_an_address_of_the_server_returns_400() {
    let post = post().await;
    let ann = post.player("ann").await;
    for own in [
        format!("games@{DOMAIN}"),
        format!("bounces@{}", DOMAIN.to_uppercase()),
        format!("confirm+{}@{DOMAIN}", "0".repeat(32)),
    ] {
        let game = json!({"kind": "thats-life", "seats": 2, "invite": [{"email": own}]});
        let refused = ann.post("/v1/games", game).await;
        refused.problem(400, "invalid-request");
        let game = ann.makes(json!({"kind": "thats-life", "seats": 2})).await;
        let path = format!("/v1/games/{game}/invitations");
        let refused = ann.post(&path, json!({"email": own})).await;
        refused.problem(400, "invalid-request");
        assert_eq!(
            ann.sees(&game).await["seats"][1]["reserved"],
            false,
            "{own}"
        );
    }
}

#[tokio::test]
async fn without_mail_sign_up_invitation_has_link_and_accepts_no() {
    let closed = |settings: &mut base::config::Settings| settings.mail_sign_up = Ok(false);
    let post = post_with(closed, any_number).await;
    let (ann, game, mail) = post.invites_friend("en").await;
    let text = flat(&mail);
    assert!(
        text.contains("#invitation=") && !text.contains("Answer this mail"),
        "{text}"
    );
    post.replies("friend", &mail, "yes").await;
    let text = post.last_answer("friend").await;
    assert!(text.contains("Sign up at"), "{text}");
    assert_eq!(ann.sees(&game).await["seats"][1]["reserved"], true);
    post.replies("friend", &mail, "no").await;
    assert_eq!(ann.sees(&game).await["seats"][1]["reserved"], false);
    assert_eq!(post.players().await.len(), 1);
}

#[tokio::test]
async fn no_to_the_desk_gets_no_sign_up_mail() {
    let post = post_through_smtp().await;
    let (ann, game, mail) = post.invites_friend("de").await;
    post.asks("stranger", "Nein danke", true).await;
    assert_eq!(post.outcomes().await.pop().unwrap(), "silent: declined");
    // The mail program has left out the address for answers.
    for (vouch, kept) in [("", true), (VOUCHED, false)] {
        let (_, raw) = reply("friend", &mail, "Nein danke");
        let to = format!("games@{DOMAIN}");
        post.sends(&address("friend"), &to, format!("{vouch}{raw}"))
            .await
            .unwrap();
        post.works().await;
        assert_eq!(post.outcomes().await.pop().unwrap(), "silent: declined");
        assert_eq!(ann.sees(&game).await["seats"][1]["reserved"], kept);
    }
    assert!(post.answers("friend").await.is_empty());
}

#[tokio::test]
async fn yes_to_invitation_counts_once_after_crash() {
    let post = post().await;
    let app = &post.server.app;
    let (ann, game, mail) = post.invites_friend("en").await;
    let (to, raw) = reply("friend", &mail, "yes");
    post.sends(&address("friend"), &to, &raw).await.unwrap();
    let leased = desk::lease(app, 1).await.unwrap();
    desk::deal_with(app, &leased[0]).await.unwrap();
    app.clock.forward(chrono::TimeDelta::minutes(6));
    post.works().await;
    assert_eq!(ann.sees(&game).await["status"], "running");
    assert_eq!(post.players().await.len(), 2);
    assert!(post.last_answer("friend").await.contains("Welcome!"));
}
