//! Several games in one mail, the history as a file, links that send moves, and mail threads.

use chrono::Duration;
use mail_parser::{MessageParser, MimeHeaders};
use percent_encoding::percent_decode_str;

use super::*;
use crate::letters::mail_html;

/// Processes incoming mail and due jobs while others wait for later.
async fn goes_on(post: &Post) {
    mail_commands::worker::deal_with_due(&post.server.app)
        .await
        .unwrap();
    deliver_due(&post.server.app).await.unwrap();
}

/// Creates this many games that wait for Ben, and the digest that lists them.
async fn digest(post: &Post, count: usize) -> (Vec<String>, Stored) {
    let [ann, ben] = post.server.two_players().await;
    let wishes = json!({"turns": "digest", "news": "off", "digest_hour": 8});
    ben.put("/v1/me/mail-settings", wishes).await.ok();
    let mut games = Vec::new();
    for _ in 0..count {
        let kind = json!({"kind": "thats-life", "options": {"pawns": "2"}, "seats": 2});
        let game = ann.makes(kind).await;
        ben.joins(&game).await;
        ann.takes_a_first_turn(&game).await;
        games.push(game);
    }
    goes_on(post).await;
    post.server.app.clock.forward(Duration::hours(20));
    goes_on(post).await;
    let mut mails = post.mailbox("ben").await;
    mails.retain(|mail| mail.message_id.starts_with("digest."));
    (games, mails.pop().unwrap())
}

/// Answers a mail, and returns the text of the last answer. If `vouched`, the mail server has
/// authenticated the sender.
async fn answers(post: &Post, to: &Stored, lines: &str, vouched: bool) -> String {
    let (address, raw) = reply("ben", to, lines);
    let vouch = if vouched { VOUCHED } else { "" };
    let raw = format!("{vouch}{raw}");
    let sent = post.sends("ben@example.org", &address, raw);
    sent.await.unwrap();
    goes_on(post).await;
    let answer = post.answers("ben").await.pop().unwrap();
    mail_html::check(&answer.text, &answer.html);
    // Wherever its lines are broken.
    let words: Vec<&str> = answer.text.split_whitespace().collect();
    words.join(" ")
}

#[tokio::test]
async fn digest_reply_with_game_ids_plays_in_each_game() {
    let post = post().await;
    let (games, mail) = digest(&post, 2).await;
    let (one, two) = (&games[0], &games[1]);
    // Only the header has the reply address, and the mail belongs to no game's thread.
    assert!(!mail.source.contains("play+"), "{}", mail.source);
    assert_eq!(reply_address(&mail), format!("games@{DOMAIN}"));
    assert_eq!(header(&mail, "In-Reply-To"), None);
    let references = header(&mail, "References").unwrap();
    assert!(
        references.contains(&format!("<waits.{one}.1.seq1@")),
        "{references}"
    );
    assert!(mail.text.contains(&format!("({one})")) && mail.text.contains("the id of its game"));
    let words: Vec<&str> = mail.text.split_whitespace().collect();
    let words = words.join(" ");
    let is_example = |game: &String| words.contains(&format!("“{game} roll”"));
    assert!(games.iter().any(is_example), "{words}");
    let before = [ply(&post, one).await, ply(&post, two).await];

    let said = answers(&post, &mail, &format!("{one} roll\n{two}: roll"), true).await;
    assert_eq!(said.matches("Played: “roll”.").count(), 2, "{said}");
    assert_eq!(said.matches("THE BOARD").count(), 2, "{said}");
    assert_eq!(said.matches("YOUR MOVES - move start").count(), 2, "{said}");
    let after = [ply(&post, one).await, ply(&post, two).await];
    assert_eq!(after, before.map(|ply| ply + 1));
    assert_eq!(post.answers("ben").await.len(), 1, "one answer");

    // The board of the digest is outdated.
    let said = answers(&post, &mail, &format!("{one} move start"), true).await;
    assert!(
        said.contains("Since then you have moved") || said.contains("Nothing was played"),
        "{said}"
    );
    assert_eq!(ply(&post, one).await, after[0]);

    // The player can answer the answer. A rejection in one game does not affect the other, and is
    // reported.
    let answer = post.answers("ben").await.remove(0);
    let said = answers(
        &post,
        &answer,
        &format!("{one} fly\n{one} who\n{two}\nmove start\nchat Hello"),
        true,
    )
    .await;
    assert!(said.contains("(“fly”) was rejected"), "{said}");
    assert!(said.contains("We did nothing in this game."), "{said}");
    assert!(said.contains("Played: “move start”."), "{said}");
    assert!(said.contains("Said at the table: “Hello”."), "{said}");
    assert_eq!(ply(&post, one).await, after[0]);
    assert!(ply(&post, two).await > after[1]);
}

#[tokio::test]
async fn mail_with_line_for_no_game_changes_nothing() {
    let post = post().await;
    let (games, mail) = digest(&post, 2).await;
    let (one, two) = (&games[0], &games[1]);
    let before = ply(&post, one).await;
    for (lines, why) in [
        (format!("roll\n{one} roll"), "Begin each line with the id"),
        (format!("{one} resign\n{two} roll"), "with only that line"),
        (format!("{one} vacation soon"), "is not understood"),
    ] {
        let said = answers(&post, &mail, &lines, true).await;
        assert!(said.contains(why), "{lines}: {said}");
    }
    // After a line about one of their games, the id of another game is not a move.
    for lines in [
        "Gx3kPq7LmZ9 roll".to_owned(),
        format!("{one} roll\nGx3kPq7LmZ9: roll"),
        format!("{one} roll\nGx3kPq7LmZ9#17 roll"),
        format!("{one} roll\nGxukPqyLmZz roll"),
    ] {
        let said = answers(&post, &mail, &lines, true).await;
        assert!(said.contains("There is no such game."), "{said}");
    }
    assert_eq!(ply(&post, one).await, before);
    // Game ids are read in any case, as keyboards change it. Queries need no verified sender.
    let said = answers(
        &post,
        &mail,
        &format!("{}\ngames", one.to_uppercase()),
        false,
    )
    .await;
    assert!(
        said.contains("THE BOARD") && said.contains("YOUR GAMES"),
        "{said}"
    );
    // A player has no access to a game of others.
    let (_, raw) = reply("ann", &mail, &format!("{one} who"));
    let raw = format!("{VOUCHED}{raw}");
    post.sends("ann@example.org", "games@play.test", raw)
        .await
        .unwrap();
    goes_on(&post).await;
    assert!(
        post.answers("ann")
            .await
            .pop()
            .unwrap()
            .text
            .contains("TABLE")
    );
}

#[tokio::test]
async fn unverified_sender_is_asked_once_for_all_games() {
    let post = post().await;
    let (games, mail) = digest(&post, 2).await;
    let (one, two) = (&games[0], &games[1]);
    let before = ply(&post, one).await;
    let said = answers(&post, &mail, &format!("{one} roll\n{two} roll"), false).await;
    assert!(said.contains("have not done anything yet"), "{said}");
    assert!(said.contains(&format!("| {one} roll")), "{said}");
    assert_eq!(ply(&post, one).await, before);
    let asked = post.answers("ben").await.pop().unwrap();
    let said = answers(&post, &asked, "yes", false).await;
    assert_eq!(said.matches("Played: “roll”.").count(), 2, "{said}");
    assert_eq!(ply(&post, two).await, before + 1);
}

#[tokio::test]
async fn answer_about_single_game_belongs_to_its_thread() {
    let post = post().await;
    let (games, mail) = digest(&post, 1).await;
    // With a single game, the line needs no id.
    let said = answers(&post, &mail, "roll", true).await;
    assert!(
        said.contains("Played: “roll”.") && said.contains("YOUR MOVES"),
        "{said}"
    );
    let answer = post.answers("ben").await.pop().unwrap();
    assert!(reply_address(&answer).starts_with("play+"));
    let references = header(&answer, "References").unwrap();
    assert!(
        references.contains(&format!("<game.{}.1@", games[0])),
        "{references}"
    );
    answers(&post, &answer, "move start", true).await;
    assert_eq!(ply(&post, &games[0]).await, 4);
}

#[tokio::test]
async fn interrupted_mail_for_several_games_is_not_replayed() {
    let post = post().await;
    let (games, mail) = digest(&post, 2).await;
    let before = ply(&post, &games[1]).await;
    let lines = format!("{} roll\n{} roll", games[0], games[1]);
    let (address, raw) = reply("ben", &mail, &lines);
    let raw = format!("{VOUCHED}{raw}");
    post.sends("ben@example.org", &address, raw).await.unwrap();
    let conn = &mut *post.server.app.db.get().await.unwrap();
    let now = post.server.app.clock.now();
    diesel::update(inbound::table.filter(inbound::status.eq("waiting")))
        .set(inbound::begun_at.eq(now))
        .execute(conn)
        .await
        .unwrap();
    goes_on(&post).await;
    let said = post.answers("ben").await.pop().unwrap().text;
    assert!(said.contains("The server stopped"), "{said}");
    assert_eq!(ply(&post, &games[1]).await, before);
}

#[tokio::test]
async fn archive_command_attaches_export_file() {
    let post = post().await;
    let (game, mail) = a_game(&post).await;
    post.replies("ann", &mail, "roll").await;
    post.replies("ann", &mail, "Archive").await;
    let answer = post.answers("ann").await.pop().unwrap();
    assert!(
        answer.text.contains("is attached to this mail"),
        "{}",
        answer.text
    );
    let message = MessageParser::default().parse(&answer.source).unwrap();
    let file = message.attachments().find(|it| {
        it.attachment_name()
            .is_some_and(|name| name.ends_with(".json"))
    });
    let file = file.unwrap();
    assert_eq!(file.attachment_name().unwrap(), format!("{game}.json"));
    assert!(file.content_disposition().unwrap().is_attachment());
    let ann = post.server.returns("ann").await;
    let export = ann.get(&format!("/v1/games/{game}/export")).await;
    assert_eq!(file.contents(), export.text.as_bytes());
    assert!(answer.html.contains("cid:board@turnpike"));
}

/// The links to answers in a mail: the address, the subject and the body of each.
fn links(mail: &Stored) -> Vec<[String; 3]> {
    let links = mail.html.split("href=\"mailto:").skip(1);
    let links = links.map(|link| link.split('"').next().unwrap());
    let plain = |it: &str| percent_decode_str(it).decode_utf8().unwrap().into_owned();
    links
        .map(|link| {
            let (to, rest) = link.split_once("?subject=").unwrap();
            let (subject, body) = rest
                .split_once("&amp;body=")
                .or(rest.split_once("&#38;body="))
                .unwrap();
            [to, subject, body].map(plain)
        })
        .collect()
}

/// Sends the mail that a link opens.
async fn follows(post: &Post, [to, subject, body]: &[String; 3]) -> String {
    let raw = format!(
        "{VOUCHED}From: ann@example.org\r\nTo: {to}\r\nSubject: {subject}\r\n\
         Message-ID: <{}>\r\n\r\n{body}\r\n",
        fresh_id()
    );
    post.sends("ann@example.org", to, raw).await.unwrap();
    post.works().await;
    post.answers("ann").await.pop().unwrap().text
}

#[tokio::test]
async fn move_link_is_a_reply_to_the_shown_board() {
    let post = post().await;
    let (game, mail) = a_game(&post).await;
    let [link] = links(&mail).try_into().unwrap();
    let [to, subject, body] = &link;
    assert_eq!((to, body.as_str()), (&reply_address(&mail), "roll"));
    assert_eq!(*subject, format!("Re: {} #1", mail.subject));
    mail_html::check(&mail.text, &mail.html);
    // The address is in the links only, and not in visible text.
    assert!(!mail.text.contains("play+"), "{}", mail.text);
    assert_eq!(mail.html.matches("play+").count(), 1);

    assert!(follows(&post, &link).await.contains("Played: “roll”."));
    let answer = post.answers("ann").await.pop().unwrap();
    assert_eq!(answer.subject, format!("Re: {}", mail.subject));
    // The link to the board of before says nothing to the board of now.
    follows(&post, &link).await;
    assert_eq!(ply(&post, &game).await, 1);
    let next = links(&answer).remove(0);
    assert_eq!(next[1], format!("Re: {} #2", mail.subject));
    assert_eq!(next[2], "move start");
    follows(&post, &next).await;
    assert_eq!(ply(&post, &game).await, 2);
}

#[tokio::test]
async fn without_authserv_id_mails_show_no_seat_address() {
    let post = post_with(|settings| settings.mail_authserv_id = None, |_| {}).await;
    let (_, mail) = a_game(&post).await;
    assert!(reply_address(&mail).starts_with("play+"));
    assert!(!mail.html.contains("play+") && !mail.text.contains("play+"));
    assert_eq!(links(&mail).len(), 0);
}

#[tokio::test]
async fn answer_references_the_whole_thread() {
    let post = post().await;
    let (game, mail) = a_game(&post).await;
    post.replies("ann", &mail, "show").await;
    let first = post.answers("ann").await.pop().unwrap();
    let mine = header(&first, "In-Reply-To").unwrap();
    post.replies("ann", &first, "who").await;
    let second = post.answers("ann").await.pop().unwrap();
    let references = header(&second, "References").unwrap();
    let references: Vec<&str> = references.split(' ').collect();
    let own = |mail: &Stored| format!("<{}>", mail.message_id);
    let begins = header(&mail, "References").unwrap();
    assert_eq!(references[0], begins.split(' ').next().unwrap());
    for id in [own(&mail), mine, own(&first)] {
        assert_eq!(
            references.iter().filter(|it| **it == id).count(),
            1,
            "{references:?}"
        );
    }
    assert_eq!(
        references.last().copied(),
        header(&second, "In-Reply-To").as_deref()
    );
    let position = format!("<game.{game}.0.seq1@");
    assert!(
        references[references.len() - 2].starts_with(&position),
        "{references:?}"
    );
    // Each mail about the game is in its thread.
    for mail in post
        .mailbox("ann")
        .await
        .iter()
        .filter(|mail| mail.message_id.contains(&game))
    {
        let references = header(mail, "References").unwrap();
        assert!(
            references.starts_with(&format!("<game.{game}.0@")),
            "{references}"
        );
    }
}

#[tokio::test]
async fn answer_to_join_is_in_thread_of_game() {
    let post = post().await;
    let [ann, _] = post.server.two_players().await;
    let game = ann.makes(json!({"kind": "buttons", "seats": 2})).await;
    post.asks("ben", &format!("join {game}"), true).await;
    let answer = post.answers("ben").await.pop().unwrap();
    let references = header(&answer, "References").unwrap();
    assert!(
        references.starts_with(&format!("<game.{game}.1@")),
        "{references}"
    );
}
