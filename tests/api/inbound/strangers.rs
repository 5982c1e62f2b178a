//! A person without an account writes to the desk: the server asks once, and then they play.

use chrono::TimeDelta;
use db::schema::{games, players, strangers};
use diesel_async::SimpleAsyncConnection;
use mail_commands as desk;
use play::bots;
use reqwest::Method;
use serde_json::json;

use super::*;
use crate::database_helpers::few;
use crate::table::audited;

/// A mail to the desk, as it is sent.
struct Letter<'a> {
    from: &'a str,
    subject: &'a str,
    lines: &'a str,
    head: &'a str,
}

impl<'a> Letter<'a> {
    fn new(from: &'a str, lines: &'a str) -> Letter<'a> {
        Letter {
            from,
            subject: "",
            lines,
            head: "",
        }
    }
}

impl Post {
    /// Writes a mail to the desk.
    async fn hears_from(&self, letter: &Letter<'_>) {
        let Letter {
            from,
            subject,
            lines,
            head,
        } = letter;
        let bare = from.rsplit('<').next().unwrap().trim_end_matches('>');
        let raw = format!(
            "{head}From: {from}\r\nSubject: {subject}\r\nMessage-ID: <{}>\r\n\
             Content-Type: text/plain; charset=utf-8\r\n\r\n{lines}\r\n",
            fresh_id()
        );
        let to = format!("games@{DOMAIN}");
        // Later ones are younger.
        self.server.app.clock.forward(TimeDelta::seconds(1));
        self.sends(bare, &to, &raw).await.unwrap();
        self.works().await;
    }

    /// The same, and the mail that asks.
    async fn is_asked(&self, name: &str, lines: &str) -> Stored {
        self.hears_from(&Letter::new(&address(name), lines)).await;
        let asked = self.mailbox(name).await.pop().unwrap();
        assert!(reply_address(&asked).starts_with("confirm+"), "{lines}");
        asked
    }

    /// The names of all players, in the order in which they came.
    async fn names(&self) -> Vec<String> {
        let conn = &mut *self.server.app.db.get().await.unwrap();
        let names = players::table.order(players::id).select(players::name);
        names.load(conn).await.unwrap()
    }

    /// Which games there are, and how they stand.
    async fn games(&self) -> Vec<(String, String, String)> {
        let conn = &mut *self.server.app.db.get().await.unwrap();
        let games = games::table.order(games::created_at);
        let games = games.select((games::id, games::kind, games::status));
        games.load(conn).await.unwrap()
    }

    /// Returns the number of strangers who wait for the question, or got it.
    async fn strangers(&self) -> i64 {
        let conn = &mut *self.server.app.db.get().await.unwrap();
        strangers::table.count().get_result(conn).await.unwrap()
    }
}

/// The words of a text, wherever its lines break.
fn flat(mail: &Stored) -> String {
    let text = mail.text.replace('\u{a0}', " ");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The link in the confirmation mail, as a path. The mail has the secret behind the `#`, and the
/// page puts it into the form. Older links had it in the query, as this path has.
fn link(mail: &Stored) -> String {
    let line = mail.text.lines().find(|line| line.contains("/begin#link="));
    let (_, path) = line.unwrap().trim().split_once("turnpike.test").unwrap();
    path.replace('#', "?")
}

/// The random parts of these mails.
const DRAWN_BY_LOT: [(&str, &str); 4] = [
    (r"confirm\+[0-9a-f]{32}", "confirm+[secret]"),
    (r"link=[0-9a-f]{32}", "link=[secret]"),
    (r"/unsubscribe/[a-z][0-9a-f]{52}", "/unsubscribe/[token]"),
    (r"(stop|bounces)\+[0-9a-z]{50,58}", "$1+[token]"),
];

fn assert_mail(name: &str, mail: &Stored) {
    for line in mail.text.lines().filter(|line| !line.contains("http")) {
        assert!(line.chars().count() <= 78, "too wide: {line}");
    }
    let head = |name: &str| header(mail, name).unwrap_or_default();
    let whole = format!(
        "To: {}\nReply-To: {}\nSubject: {}\n\n{}\n{}\n{}",
        mail.to,
        head("Reply-To"),
        mail.subject,
        mail.text,
        "=".repeat(78),
        mail.html
    );
    insta::with_settings!({filters => DRAWN_BY_LOT}, {
        insta::assert_snapshot!(name, whole);
    });
}

#[tokio::test]
async fn stranger_plays_after_one_yes() {
    for (language, first, yes, asked, welcome) in [
        (
            "en",
            "play thats-life",
            "Yes please",
            "you will have an account, and a game of That's Life! against a bot begins.",
            "Welcome! Your name here is Zoe",
        ),
        (
            "fr",
            "jouer thats-life",
            "Oui, merci",
            "une partie de That's Life! contre un bot commencera.",
            "Bienvenue ! Vous vous appelez Zoe ici",
        ),
        (
            "de",
            "Spielen thats-life",
            "Ja!",
            "eine Partie That's Life! gegen einen Bot beginnt.",
            "Willkommen! Du heißt hier Zoe",
        ),
    ] {
        let post = post_through_smtp().await;
        let from = "=?utf-8?q?Zo=C3=AB_Example?= <zoe.e@example.org>";
        post.hears_from(&Letter::new(from, first)).await;
        let mails = post.mailbox("zoe.e").await;
        assert_eq!(mails.len(), 1, "{language}: one mail");
        assert!(flat(&mails[0]).contains(asked), "{}", mails[0].text);
        assert!(mails[0].html.contains("/begin#link="));
        assert_eq!(post.names().await, [""; 0], "nothing is done before");
        assert!(post.games().await.is_empty());

        post.replies("zoe.e", &mails[0], yes).await;
        assert_eq!(post.names().await, ["Zoe"]);
        let games = post.games().await;
        assert_eq!(games.len(), 1);
        let (id, kind, status) = &games[0];
        assert_eq!((kind.as_str(), status.as_str()), ("thats-life", "running"));
        let answer = post.answers("zoe.e").await.pop().unwrap();
        let text = flat(&answer);
        assert!(text.contains(welcome) && text.contains(id), "{text}");
        assert!(header(&answer, "Turnpike-Receipt").is_some());
        // The answer welcomes the player and shows the board, instead of a mail about the start. An
        // answer to it is a move.
        let about: Vec<Stored> = post.mailbox("zoe.e").await;
        let about = about.iter().filter(|mail| mail.text.contains(id));
        assert_eq!(about.count(), 1, "{language}: one mail about the game");
        assert!(answer.message_id.contains(id), "{}", answer.message_id);
        assert!(answer.html.contains("cid:board"));
        bots::answer_all(&post.server.app).await.unwrap();
        post.works().await;
        let turn = post.last_about("zoe.e", id).await;
        let heading = ["YOUR MOVES", "VOS COUPS", "DEINE ZÜGE"];
        let heading = heading.iter().find(|it| turn.text.contains(**it)).unwrap();
        let moves = turn.text.split(heading).nth(1).unwrap();
        let moves: Vec<&str> = moves.trim().split("  ").collect();
        let before = ply(&post, id).await;
        post.replies("zoe.e", &turn, moves[0]).await;
        assert!(ply(&post, id).await > before, "{language}: {moves:?}");

        // They have no password, and set one by the mail that everybody gets.
        let server = &post.server;
        let body = json!({"email": address("zoe.e")});
        let asked = server.call(Method::POST, "/v1/password-resets", body);
        asked.await.ok();
        post.works().await;
        let mut mails = post.mailbox("zoe.e").await;
        mails.retain(|mail| mail.text.contains("/reset-password#link="));
        let line = mails[0].text.lines().find(|line| line.contains("#link="));
        let (_, link) = line.unwrap().trim().split_once("#link=").unwrap();
        let form = format!("link={link}&password=correct+horse+battery");
        assert_eq!(server.form("/reset-password", &form).await.status, 200);
        let me = server.returns("Zoe").await.get("/v1/me").await.ok();
        assert_eq!(me["language"], language);
        assert_eq!(me["email_confirmed"], true);
        assert_eq!(me["email"], "zoe.e@example.org");
        audited(&server.database).await;
    }
}

#[tokio::test]
async fn stranger_mails_match_snapshots() {
    for (language, hello, yes) in [
        ("en", "Hello there, how does this work?", "yes"),
        ("fr", "aide", "oui"),
        ("de", "Hilfe!", "ja"),
    ] {
        let post = post().await;
        let asked = post.is_asked("zoe", hello).await;
        assert_mail(&format!("asked_{language}"), &asked);
        post.replies("zoe", &asked, yes).await;
        let welcome = post.answers("zoe").await.pop().unwrap();
        assert_mail(&format!("welcome_{language}"), &welcome);
    }
}

#[tokio::test]
async fn stranger_who_says_hello_is_asked_which_game() {
    let post = post().await;
    let asked = post.is_asked("zoe", "Hello! Is anybody here?").await;
    assert!(flat(&asked).contains("answer this mail with the game that you want to play"));
    for kind in ["thats-life", "buttons", "ferry-follies"] {
        assert!(flat(&asked).contains(&format!("{kind}: ")), "{kind}");
    }
    // After an unclear answer, the server asks again and does nothing.
    for doubt in ["Perhaps. Who are you?", "Buttons? What is that?"] {
        post.replies("zoe", &asked, doubt).await;
        let again = post.answers("zoe").await.pop().unwrap();
        assert!(flat(&again).contains("neither a clear “yes” nor a clear “no”"));
        assert!(post.names().await.is_empty(), "{doubt}");
    }
    let again = post.answers("zoe").await.pop().unwrap();
    post.replies("zoe", &again, "Buttons, please!\nname Zora")
        .await;
    assert_eq!(post.names().await, ["Zora"]);
    assert_eq!(post.games().await[0].1, "buttons");
}

#[tokio::test]
async fn kind_is_recognized_in_free_text() {
    let post = post().await;
    for (n, (lines, game)) in [
        ("new thats-life", "thats-life"),
        ("Play That's Life!", "thats-life"),
        (
            "I would like to play flip freighters, please.",
            "flip-freighters",
        ),
        (
            "Hello,\n\nmy friend told me of Ferry Follies, can I try it?",
            "ferry-follies",
        ),
        ("jouer une partie de buttons contre un robot", "buttons"),
        (
            "Ich möchte gern Buttons mit dem Computer spielen",
            "buttons",
        ),
        (
            "spielen paris connection gegen einen Bot",
            "paris-connection",
        ),
    ]
    .into_iter()
    .enumerate()
    {
        let name = format!("zoe{n}");
        let asked = post.is_asked(&name, lines).await;
        post.replies(&name, &asked, "yes").await;
        let games = post.games().await;
        assert_eq!(games.len(), n + 1, "{lines}");
        let made = (games[n].1.as_str(), games[n].2.as_str());
        assert_eq!(made, (game, "running"), "{lines}");
    }
    // The subject alone does.
    let letter = Letter {
        subject: "play buttons",
        ..Letter::new("zoe9@example.org", "")
    };
    post.hears_from(&letter).await;
    let asked = post.mailbox("zoe9").await.pop().unwrap();
    assert!(flat(&asked).contains("a game of Buttons against a bot"));
}

#[tokio::test]
async fn opponent_named_by_stranger_is_invited_after_yes() {
    let post = post_through_smtp().await;
    let ben = post.player("ben").await;
    for (n, (lines, guest)) in [
        ("play buttons with ben", "ben"),
        ("jouer buttons avec ben", "ben"),
        ("spielen buttons mit friend@example.org", "friend"),
    ]
    .into_iter()
    .enumerate()
    {
        let name = format!("zoe{n}");
        let asked = post.is_asked(&name, lines).await;
        // Neither the name nor the address stands in it, which anybody may have written.
        assert!(!asked.source.contains("friend@"), "{}", asked.source);
        assert!(!flat(&asked).contains(" ben "), "{}", asked.text);
        let before = post.mailbox(guest).await.len();
        post.replies(&name, &asked, "yes").await;
        assert_eq!(post.mailbox(guest).await.len(), before + 1, "{lines}");
        let games = post.games().await;
        assert_eq!(games[n].2, "open");
        let mail = post.invitation(guest, &games[n].0).await;
        assert!(mail.text.contains(&name), "{}", mail.text);
    }
    let game = post.games().await[0].0.clone();
    let taken = ben
        .post(&format!("/v1/games/{game}/seats"), json!({}))
        .await;
    taken.ok();
    assert_eq!(post.games().await[0].2, "running");
    // A friend invited by address also starts with an answer.
    let game = post.games().await[2].0.clone();
    post.hears_from(&Letter::new("friend@example.org", &format!("join {game}")))
        .await;
    let asked = post.answers("friend").await.pop().unwrap();
    post.replies("friend", &asked, "ja").await;
    assert_eq!(post.games().await[2].2, "running");
    // The server reports an unknown guest once the writer has an account.
    let asked = post.is_asked("zoe7", "play buttons with nobodyhere").await;
    post.replies("zoe7", &asked, "yes").await;
    let answer = post.answers("zoe7").await.pop().unwrap();
    assert!(flat(&answer).contains("There is no player “nobodyhere”."));
    assert!(post.names().await.contains(&"zoe7".to_owned()));
}

#[tokio::test]
async fn confirmation_link_works_like_a_yes() {
    let post = post_through_smtp().await;
    let asked = post.is_asked("zoe", "jouer thats-life").await;
    let path = link(&asked);
    let page = post.server.get("/begin").await;
    assert!(page.text.contains("carried.js"), "{}", page.text);
    // Looking changes nothing: programs follow links on their own.
    for _ in 0..2 {
        let page = post.server.get(&path).await;
        assert_eq!(page.status, 200);
        assert!(page.text.contains("Oui, je veux jouer"), "{}", page.text);
    }
    post.works().await;
    assert!(post.names().await.is_empty());
    let form = format!("{}&name=Z%C3%A9lie", path.strip_prefix("/begin?").unwrap());
    for _ in 0..2 {
        let page = post.server.form("/begin", &form).await;
        assert_eq!(page.status, 200, "{}", page.text);
        assert!(page.text.contains("Bienvenue"), "{}", page.text);
    }
    post.works().await;
    assert_eq!(post.names().await, ["Zelie"]);
    assert_eq!(post.games().await.len(), 1);
    let welcome = post.answers("zoe").await.pop().unwrap();
    assert!(flat(&welcome).contains("Vous vous appelez Zelie ici"));
    // Used up.
    let page = post.server.form("/begin", &form).await;
    assert_eq!(page.status, 422);
    assert_eq!(post.server.get(&path).await.status, 422);
    let page = post.server.get("/begin?link=00").await;
    assert_eq!(page.status, 422);
    assert!(
        page.text.contains("used already or expired"),
        "{}",
        page.text
    );
    post.works().await;
    assert_eq!(post.games().await.len(), 1);
}

#[tokio::test]
async fn new_account_gets_a_free_name() {
    let post = post().await;
    for (from, first, second, name) in [
        ("Ann Example <a1@example.org>", "hello", "yes", "Ann"),
        ("Ann Other <a2@example.org>", "hello", "yes", "Ann2"),
        ("ann.x@example.org", "hello", "yes", "ann3"),
        ("Ann <a4@example.org>", "name Bea", "yes", "Bea"),
        ("Ann <a5@example.org>", "hello", "yes\nname Cleo", "Cleo"),
        ("Ann <a6@example.org>", "hello", "name Dora", "Dora"),
        ("Ann <a7@example.org>", "hello", "yes\nname Bea", "Bea2"),
        (
            "Ann <a8@example.org>",
            "hello",
            "oui\nje m'appelle Zoé",
            "Zoe",
        ),
        ("support <admin@example.org>", "hello", "yes", "player"),
        (
            "=?utf-8?b?5a6J5aic?= <a9@example.org>",
            "hello",
            "yes",
            "a9",
        ),
    ] {
        post.hears_from(&Letter::new(from, first)).await;
        let bare = from.rsplit('<').next().unwrap();
        let local = bare.split('@').next().unwrap();
        let asked = post.answers(local).await.pop().unwrap();
        post.replies(local, &asked, second).await;
        assert_eq!(post.names().await.pop().unwrap(), name, "{from}");
    }
    let other = post.answers("a7").await.pop().unwrap();
    assert!(flat(&other).contains("The name that you chose is not allowed, is taken"));
}

#[tokio::test]
async fn confirmation_mail_contains_no_text_of_the_stranger() {
    let post = post().await;
    let evil = "Cheap-Pills";
    let letter = Letter {
        from: &format!("{evil} <zoe@example.org>"),
        subject: &format!("{evil} at https://evil.test"),
        lines: &format!(
            "play buttons with {evil} and {evil}@evil.test\nname {evil}\nBuy {evil} now"
        ),
        head: &format!("References: <{evil}@evil.test>\r\nIn-Reply-To: <{evil}@evil.test>\r\n"),
    };
    post.hears_from(&letter).await;
    let asked = post.mailbox("zoe").await.pop().unwrap();
    assert!(!asked.source.contains("Pills") && !asked.source.contains("evil"));
    assert!(!asked.html.contains("Pills") && !asked.text.contains("Pills"));
    assert_eq!(asked.subject, "[Turnpike] Do you want to play by mail?");
    assert!(flat(&asked).contains("we invite the player that you named"));
}

#[tokio::test]
async fn no_deletes_request_and_creates_nothing() {
    let post = post().await;
    for (name, no) in [("zoe", "no"), ("eve", "Non merci"), ("ida", "👎")] {
        let asked = post.is_asked(name, "play buttons").await;
        post.replies(name, &asked, no).await;
        let answer = post.answers(name).await.pop().unwrap();
        assert!(flat(&answer).contains("No account was made, and your address is forgotten."));
        assert_eq!(post.strangers().await, 0);
        let (to, raw) = reply(name, &asked, "yes");
        assert_eq!(post.sends(&address(name), &to, &raw).await, Err(550));
        let form = link(&asked).replace("/begin?", "");
        assert_eq!(post.server.form("/begin", &form).await.status, 422);
    }
    assert!(post.names().await.is_empty() && post.games().await.is_empty());
}

/// The same words mean the same to a player whom the desk asks to confirm a command.
#[tokio::test]
async fn yes_and_no_words_mean_the_same_for_strangers_and_players() {
    let post = post_with(|_| {}, any_number).await;
    post.server.player("ann").await;
    for (n, (answer, told)) in [
        ("ok", Some(true)),
        ("👍🏽", Some(true)),
        ("Okay", Some(true)),
        ("please", Some(true)),
        ("D'accord, vas-y !", Some(true)),
        ("Ja, mach das", Some(true)),
        ("No problem, go ahead", Some(true)),
        ("no", Some(false)),
        ("Nein danke", Some(false)),
        ("Please don't", Some(false)),
        ("", None),
        ("not ok", None),
        ("yes but not today", None),
        ("Ja nein", None),
    ]
    .into_iter()
    .enumerate()
    {
        let unclear = "neither a clear “yes” nor a clear “no”";
        let name = format!("zoe{n}");
        let asked = post.is_asked(&name, "new ferry-follies").await;
        post.replies(&name, &asked, answer).await;
        let mail = flat(&post.answers(&name).await.pop().unwrap());
        let said = (
            mail.contains("Welcome!") || mail.contains("Willkommen!") || mail.contains("Bienvenue"),
            mail.contains("address is forgotten"),
        );
        let expected = (told == Some(true), told == Some(false));
        assert_eq!(said, expected, "a stranger says {answer:?}: {mail}");
        assert_eq!(mail.contains(unclear), told.is_none(), "{answer:?}: {mail}");

        post.asks("ann", "vacation off", false).await;
        let question = post.answers("ann").await.pop().unwrap();
        post.replies("ann", &question, answer).await;
        let mail = flat(&post.answers("ann").await.pop().unwrap());
        let said = (
            mail.contains("Your holidays are cancelled"),
            mail.contains("deleted your request"),
        );
        assert_eq!(said, expected, "a player says {answer:?}: {mail}");
        assert_eq!(mail.contains(unclear), told.is_none(), "{answer:?}: {mail}");
    }
}

#[tokio::test]
async fn unclear_answer_to_invitation_asks_again() {
    let post = post().await;
    let [ann, ben] = post.server.two_players().await;
    let game = json!({"kind": "thats-life", "seats": 2, "invite": [{"player": "ben"}]});
    let game = ann.makes(game).await;
    post.works().await;
    let mail = post.invitation("ben", &game).await;
    let (to, raw) = reply("ben", &mail, "Yes, but not today");
    post.sends(&address("ben"), &to, &format!("{VOUCHED}{raw}"))
        .await
        .unwrap();
    post.works().await;
    let again = post.answers("ben").await.pop().unwrap();
    assert!(flat(&again).contains("neither a clear “yes” nor a clear “no”"));
    assert_eq!(ben.sees(&game).await["status"], "open");
    let (to, raw) = reply("ben", &again, "Ok, count me in");
    post.sends(&address("ben"), &to, &format!("{VOUCHED}{raw}"))
        .await
        .unwrap();
    post.works().await;
    assert_eq!(ben.sees(&game).await["status"], "running");
}

#[tokio::test]
async fn confirmation_expires_after_three_days() {
    let post = post().await;
    let asked = post.is_asked("zoe", "play buttons").await;
    post.server.app.clock.forward(TimeDelta::days(3));
    let (to, raw) = reply("zoe", &asked, "yes");
    assert_eq!(post.sends(&address("zoe"), &to, &raw).await, Err(550));
    assert_eq!(post.server.get(&link(&asked)).await.status, 422);
    desk::remove_old(&post.server.app).await.unwrap();
    assert_eq!(post.strangers().await, 0);
    // They may ask again.
    let asked = post.is_asked("zoe", "play buttons").await;
    post.replies("zoe", &asked, "yes").await;
    assert_eq!(post.names().await, ["zoe"]);
}

#[tokio::test]
async fn confirmation_counts_once() {
    let post = post().await;
    let asked = post.is_asked("zoe", "play buttons").await;
    let (to, raw) = reply("zoe", &asked, "yes");
    for _ in 0..3 {
        post.sends(&address("zoe"), &to, &raw).await.unwrap();
        post.works().await;
    }
    assert_eq!(post.outcomes().await, ["answered", "answered"]);
    // Another mail to the same address counts as a mail to the desk. The player has to confirm it,
    // and others are strangers.
    for name in ["zoe", "eve"] {
        let (to, raw) = reply(name, &asked, "new buttons");
        post.sends(&address(name), &to, &raw).await.unwrap();
        post.works().await;
    }
    assert_eq!(post.names().await, ["zoe"]);
    assert_eq!(post.games().await.len(), 1);
    let question = post.answers("zoe").await.pop().unwrap();
    assert!(flat(&question).contains("Anybody can write in your name"));
    // Personal data is only in the account.
    let conn = &mut *post.server.app.db.get().await.unwrap();
    let left: Vec<(Option<String>, String)> = strangers::table
        .filter(strangers::player_id.is_not_null())
        .select((strangers::email, strangers::name))
        .load(conn)
        .await
        .unwrap();
    assert_eq!(left, [(None, String::new())]);
}

#[tokio::test]
async fn crash_leaves_one_request_one_account_and_one_game() {
    let post = post().await;
    let app = &post.server.app;
    let raw = "From: zoe@example.org\r\nMessage-ID: <z@x.test>\r\n\r\nplay buttons\r\n";
    post.sends("zoe@example.org", "games@play.test", raw)
        .await
        .unwrap();
    // The server stops after it has recorded the recipient of the question, and before it has
    // written the mail.
    let leased = desk::lease(app, 1).await.unwrap();
    desk::deal_with(app, &leased[0]).await.unwrap();
    assert_eq!(post.strangers().await, 1);
    assert!(post.mailbox("zoe").await.is_empty());
    app.clock.forward(TimeDelta::minutes(6));
    post.works().await;
    assert_eq!(post.strangers().await, 1);
    let asked = post.mailbox("zoe").await.pop().unwrap();
    // It dies when the account and the game are made.
    let (to, raw) = reply("zoe", &asked, "yes");
    post.sends("zoe@example.org", &to, &raw).await.unwrap();
    let leased = desk::lease(app, 1).await.unwrap();
    desk::deal_with(app, &leased[0]).await.unwrap();
    assert_eq!(post.names().await, ["zoe"]);
    app.clock.forward(TimeDelta::minutes(6));
    post.works().await;
    assert_eq!(post.names().await, ["zoe"]);
    assert_eq!(post.games().await.len(), 1);
    let answer = post.answers("zoe").await.pop().unwrap();
    assert!(flat(&answer).contains("Your name here is zoe"));
}

#[tokio::test]
async fn automatic_and_list_mails_are_not_answered() {
    let post = post().await;
    let to = format!("games@{DOMAIN}");
    for head in [
        "Auto-Submitted: auto-replied",
        "Precedence: bulk",
        "Precedence: list",
        "List-Id: <x.example.org>",
        "X-Autoreply: yes",
        "Content-Type: multipart/report; report-type=delivery-status; boundary=b",
        "Subject: Out of office",
        "Authentication-Results: mx.test; dmarc=fail header.from=example.org",
    ] {
        let raw = format!("{head}\r\nFrom: zoe@example.org\r\n\r\nplay buttons\r\n");
        post.sends("zoe@example.org", &to, &raw).await.unwrap();
    }
    for from in ["noreply@example.org", "games@play.test", "x@play.test"] {
        let raw = format!("From: {from}\r\n\r\nplay buttons\r\n");
        post.sends(from, &to, &raw).await.unwrap();
    }
    let raw = "From: zoe@example.org\r\n\r\nplay buttons, too\r\n";
    post.sends("", &to, raw).await.unwrap();
    post.works().await;
    let outcomes = post.outcomes().await;
    let silent = outcomes.iter().all(|it| it.starts_with("silent: "));
    assert!(silent && outcomes.len() == 12, "{outcomes:?}");
    assert_eq!(post.strangers().await, 0);
}

#[tokio::test]
async fn unsubscribed_address_gets_no_mail() {
    let post = post().await;
    let asked = post.is_asked("zoe", "play buttons").await;
    let way_out = header(&asked, "List-Unsubscribe").unwrap();
    let path = way_out.split("turnpike.test").nth(1).unwrap();
    let path = path.split('>').next().unwrap();
    assert_eq!(post.server.form(path, "").await.status, 200);
    post.server.app.clock.forward(TimeDelta::days(1));
    post.hears_from(&Letter::new("zoe@example.org", "play buttons"))
        .await;
    assert_eq!(post.outcomes().await.pop().unwrap(), "silent: unwanted");
    assert_eq!(post.mailbox("zoe").await.len(), 1);
}

#[tokio::test]
async fn stranger_gets_at_most_one_mail_in_six_hours() {
    let post = post().await;
    let mails = async || post.mailbox("zoe").await.len();
    // One in six hours, for any content and any variant of the sender's address.
    for hour in 0..24 {
        for from in ["zoe@example.org", "ZOE+x@example.org"] {
            post.hears_from(&Letter::new(from, &format!("play buttons\nx{hour}")))
                .await;
        }
        let all = mails().await + post.mailbox("zoe+x").await.len();
        assert_eq!(all, hour / 6 + 1, "{hour}");
        post.server.app.clock.forward(TimeDelta::hours(1));
    }
    assert_eq!(post.outcomes().await.last().unwrap(), "silent: strangers");
}

#[tokio::test]
async fn unverified_mails_do_not_use_up_limit_of_verified_ones() {
    let few = |app: &mut turnpike::App| {
        app.limits = Limits::new(Quotas {
            strangers_unproven: few(3),
            strangers_proven: few(2),
            ..Quotas::default()
        });
    };
    let post = post_with(|_| {}, few).await;
    let asked = async |head: &str, who: std::ops::Range<u8>| {
        let mut asked = 0;
        for n in who {
            let from = format!("zoe{n}@example.org");
            let letter = Letter {
                head,
                ..Letter::new(&from, "play buttons")
            };
            post.hears_from(&letter).await;
            asked += post.mailbox(&format!("zoe{n}")).await.len();
        }
        asked
    };
    assert_eq!(asked("", 0..5).await, 3);
    assert_eq!(asked(VOUCHED, 5..9).await, 2);
    post.server.app.clock.forward(TimeDelta::hours(1));
    // A sender who was not asked has used up nothing.
    assert_eq!(asked("", 3..5).await, 2);
}

#[tokio::test]
async fn strangers_of_one_domain_do_not_use_up_limit_of_others() {
    let few_of_one = |app: &mut turnpike::App| {
        app.limits = Limits::new(Quotas {
            strangers_of_domain: few(2),
            ..Quotas::default()
        });
    };
    let post = post_with(|_| {}, few_of_one).await;
    for (from, is_asked) in [
        ("a1@own.test", true),
        ("a2@own.test", true),
        ("a3@OWN.test", false),
        ("zoe@example.org", true),
    ] {
        post.hears_from(&Letter {
            head: VOUCHED,
            ..Letter::new(from, "play buttons")
        })
        .await;
        let outcome = post.outcomes().await.pop().unwrap();
        let expected = if is_asked {
            "answered"
        } else {
            "silent: strangers"
        };
        assert_eq!(outcome, expected, "{from}");
    }
}

#[tokio::test]
async fn without_mail_sign_up_stranger_gets_one_explanation() {
    let closed = |settings: &mut base::config::Settings| settings.mail_sign_up = Ok(false);
    let post = post_with(closed, |_| {}).await;
    for line in ["jouer buttons", "aide"] {
        post.hears_from(&Letter::new("zoe@example.org", line)).await;
    }
    assert_eq!(post.outcomes().await, ["answered", "silent: strangers"]);
    let mail = post.mailbox("zoe").await.pop().unwrap();
    assert!(flat(&mail).contains("Aucun compte n’a confirmé l’adresse"));
    assert_eq!(reply_address(&mail), "games@play.test");
    assert_eq!(post.strangers().await, 0);
}

#[tokio::test]
async fn account_created_meanwhile_is_used_for_the_game() {
    let post = post_through_smtp().await;
    let asked = post.is_asked("zoe", "play buttons").await;
    post.player("zoe").await;
    post.replies("zoe", &asked, "yes").await;
    assert_eq!(post.names().await, ["zoe"]);
    assert_eq!(post.games().await.len(), 1);
    let answer = post.answers("zoe").await.pop().unwrap();
    assert!(flat(&answer).contains("You already have an account: your name is zoe."));
}

#[tokio::test]
async fn account_with_unconfirmed_address_is_not_used() {
    let post = post_through_smtp().await;
    // Another player has signed up with the address.
    post.server.player("zoe").await;
    post.works().await;
    let asked = post.is_asked("zoe", "play buttons").await;
    post.replies("zoe", &asked, "yes").await;
    assert_eq!(post.names().await, ["zoe", "zoe2"]);
}

#[tokio::test]
async fn suspended_player_cannot_begin_a_game_by_mail() {
    let post = post_through_smtp().await;
    let asked = post.is_asked("zoe", "play buttons").await;
    post.player("zoe").await;
    let suspend = "INSERT INTO suspensions SELECT id, now(), 'You cheated.' FROM players";
    let mut conn = post.server.app.db.get().await.unwrap();
    conn.batch_execute(suspend).await.unwrap();
    drop(conn);
    post.replies("zoe", &asked, "yes").await;
    let answer = post.answers("zoe").await.pop().unwrap();
    assert!(flat(&answer).contains("You cheated."));
    assert!(post.games().await.is_empty());
    assert_eq!(post.names().await, ["zoe"]);
}

#[tokio::test]
async fn deleted_player_can_begin_under_another_name() {
    let post = post_through_smtp().await;
    let zoe = post.player("zoe").await;
    let body = json!({"password": PASSWORD});
    let gone = zoe
        .server
        .send(Method::DELETE, "/v1/me", Some(&zoe.token), Some(&body));
    assert_eq!(gone.await.status, 204);
    let asked = post.is_asked("zoe", "play buttons").await;
    post.replies("zoe", &asked, "yes").await;
    assert_eq!(post.names().await.pop().unwrap(), "zoe2");
    assert_eq!(post.games().await.len(), 1);
}

#[tokio::test]
async fn verified_player_begins_a_game_at_once() {
    let post = post().await;
    post.server.player("ann").await;
    for (n, (line, status)) in [
        ("play thats-life", "running"),
        ("play That's Life seats 3", "running"),
        ("jouer buttons avec ben", "open"),
    ]
    .into_iter()
    .enumerate()
    {
        if n == 2 {
            post.server.player("ben").await;
        }
        post.server.app.clock.forward(TimeDelta::seconds(1));
        post.asks("ann", line, true).await;
        assert_eq!(post.games().await[n].2, status, "{line}");
    }
}
