//! Which board a mail answers: its reply address carries the position, so that it survives changed
//! message ids.

use super::*;
use crate::database_helpers::few;
use crate::table::audited;

/// The address of a seat as mails had it before it carried a position.
fn without_position(address: &str) -> String {
    let (local, domain) = address.rsplit_once('@').unwrap();
    format!("{}@{domain}", local.split('-').next().unwrap())
}

impl Post {
    /// Sends these lines as Ann to an address, with these headers besides.
    async fn mails(&self, to: &str, head: &str, lines: &str) {
        let raw = format!(
            "{VOUCHED}From: ann@example.org\r\nTo: {to}\r\nSubject: hello\r\n\
             Message-ID: <{}>\r\n{head}Content-Type: text/plain; charset=utf-8\r\n\r\n{lines}\r\n",
            fresh_id()
        );
        self.sends("ann@example.org", to, raw).await.unwrap();
        self.works().await;
    }

    /// The last answer to Ann, and its text in one line.
    async fn heard(&self) -> (Stored, String) {
        let answer = self.answers("ann").await.pop().unwrap();
        let text = answer.text.split_whitespace().collect::<Vec<_>>().join(" ");
        (answer, text)
    }

    /// The last answer, which asks whether moves are to be played on the board that it shows.
    async fn asked(&self) -> Stored {
        let (question, text) = self.heard().await;
        assert!(text.contains("does not say which board"), "{text}");
        assert!(text.contains("THE BOARD"), "{text}");
        assert!(reply_address(&question).starts_with("confirm+"));
        question
    }
}

/// A game after a turn of each player, and the first turn mail, which is about the board before.
async fn an_old_mail(post: &Post) -> (String, Stored) {
    let (game, mail) = a_game(post).await;
    for name in ["ann", "ben"] {
        let player = post.server.returns(name).await;
        player.takes_a_first_turn(&game).await;
    }
    post.works().await;
    assert_eq!(ply(post, &game).await, 4);
    (game, mail)
}

/// The form that Amazon SES gives to `In-Reply-To`.
const FOREIGN: &str = "In-Reply-To: <0102018a@email.ses.test>\r\n";

#[tokio::test]
async fn reply_to_old_mail_without_ids_is_played_only_after_yes() {
    let post = post().await;
    let (game, mail) = an_old_mail(&post).await;
    for head in [FOREIGN, ""] {
        post.mails(&reply_address(&mail), head, "roll").await;
        post.asked().await;
        assert_eq!(ply(&post, &game).await, 4);
    }
    let question = post.asked().await;
    post.replies("ann", &question, "yes").await;
    assert_eq!(ply(&post, &game).await, 5);
    assert!(post.heard().await.1.contains("Played: “roll”."));
    audited(&post.server.database).await;
}

#[tokio::test]
async fn reply_to_current_board_without_ids_is_played() {
    let post = post().await;
    let (game, _) = an_old_mail(&post).await;
    let mail = post.last_about("ann", &game).await;
    post.mails(&reply_address(&mail), FOREIGN, "roll").await;
    assert_eq!(ply(&post, &game).await, 5);
}

#[tokio::test]
async fn conflicting_address_and_ids_ask_for_confirmation() {
    let post = post().await;
    let (game, old) = an_old_mail(&post).await;
    let new = post.last_about("ann", &game).await;
    for (address, answered) in [(&old, &new), (&new, &old)] {
        let head = format!("In-Reply-To: <{}>\r\n", answered.message_id);
        post.mails(&reply_address(address), &head, "roll").await;
        post.asked().await;
    }
    assert_eq!(ply(&post, &game).await, 4);
}

#[tokio::test]
async fn address_without_position_falls_back_to_ids_or_asks() {
    let post = post().await;
    let (game, old) = an_old_mail(&post).await;
    let new = post.last_about("ann", &game).await;
    let address = without_position(&reply_address(&new));
    post.mails(&address, "", "roll").await;
    post.asked().await;
    let answers = |mail: &Stored| format!("In-Reply-To: <{}>\r\n", mail.message_id);
    post.mails(&address, &answers(&old), "move start").await;
    let text = post.heard().await.1;
    assert!(
        text.contains("gone on since the mail that you answered"),
        "{text}"
    );
    assert_eq!(ply(&post, &game).await, 4);
    post.mails(&address, &answers(&new), "roll").await;
    assert_eq!(ply(&post, &game).await, 5);
}

#[tokio::test]
async fn board_question_can_be_answered_with_other_moves() {
    let post = post().await;
    let (game, mail) = an_old_mail(&post).await;
    post.mails(&reply_address(&mail), "", "roll\nchat Hello")
        .await;
    let question = post.asked().await;
    post.replies("ann", &question, "roll").await;
    assert_eq!(ply(&post, &game).await, 5);
    let said = post.server.returns("ben").await;
    let said = said.get(&format!("/v1/games/{game}/chat")).await.ok();
    assert_eq!(said["messages"], json!([]));
}

#[tokio::test]
async fn answer_to_board_question_after_game_moved_on_is_not_played() {
    let post = post().await;
    let (game, mail) = an_old_mail(&post).await;
    post.mails(&reply_address(&mail), "", "roll").await;
    let question = post.asked().await;
    let ann = post.server.returns("ann").await;
    ann.plays(&game, "roll").await;
    let before = ply(&post, &game).await;
    let legal = ann.may_play(&game).await;
    post.replies("ann", &question, legal["texts"][0].as_str().unwrap())
        .await;
    let text = post.heard().await.1;
    assert!(text.contains("The game has gone on since"), "{text}");
    assert_eq!(ply(&post, &game).await, before);
}

#[tokio::test]
async fn illegal_moves_without_position_are_rejected_at_once() {
    let post = post().await;
    let (game, mail) = an_old_mail(&post).await;
    post.mails(&reply_address(&mail), "", "fly").await;
    let text = post.heard().await.1;
    assert!(text.contains("Line 1 (“fly”) was rejected"), "{text}");
    // Not hers to move.
    let ann = post.server.returns("ann").await;
    ann.plays(&game, "roll").await;
    let legal = ann.may_play(&game).await;
    ann.plays(&game, legal["texts"][0].as_str().unwrap()).await;
    let before = ply(&post, &game).await;
    post.mails(&reply_address(&mail), "", "roll").await;
    let text = post.heard().await.1;
    assert!(text.contains("cannot be played now"), "{text}");
    assert_eq!(ply(&post, &game).await, before);
}

#[tokio::test]
async fn commands_without_position_are_executed() {
    let post = post().await;
    let (_, mail) = an_old_mail(&post).await;
    post.mails(
        &without_position(&reply_address(&mail)),
        "",
        "who\nchat Hello",
    )
    .await;
    let text = post.heard().await.1;
    assert!(text.contains("Said at the table: “Hello”."), "{text}");
}

#[tokio::test]
async fn unknown_sender_without_position_is_asked_once_with_board() {
    let post = post().await;
    let (game, mail) = an_old_mail(&post).await;
    let to = reply_address(&mail);
    let raw = format!(
        "From: ann@work.test\r\nTo: {to}\r\nMessage-ID: <{}>\r\n\r\nroll\r\n",
        fresh_id()
    );
    post.sends("ann@work.test", &to, raw).await.unwrap();
    post.works().await;
    let question = post.asked().await;
    assert_eq!(ply(&post, &game).await, 4);
    post.replies("ann", &question, "yes").await;
    assert_eq!(ply(&post, &game).await, 5);
}

#[tokio::test]
async fn reply_address_of_every_seat_mail_carries_position() {
    let post = post().await;
    let (game, mail) = an_old_mail(&post).await;
    for line in ["show", "fly", "who", "resign", "roll"] {
        post.replies("ann", &mail, line).await;
    }
    let ann = post.server.returns("ann").await;
    ann.sends(&game, &json!(3), json!([{"type": "leave"}]))
        .await;
    post.works().await;
    let mut mails = post.mailbox("ann").await;
    mails.retain(|mail| mail.message_id.contains(&game));
    let mut count = 0;
    for mail in &mails {
        let address = reply_address(mail);
        let (local, _) = address.split_once('@').unwrap();
        let (seat, seq) = local.split_once('-').unwrap();
        assert!(seat.starts_with("play+"), "{address}");
        if let Some((_, id)) = mail.message_id.split_once(".seq") {
            assert_eq!(id.split('@').next().unwrap(), seq, "{}", mail.message_id);
            count += 1;
        }
    }
    assert!(
        count >= 6 && mails.len() > count,
        "{count} of {}",
        mails.len()
    );
}

#[tokio::test]
async fn address_with_invalid_position_returns_550() {
    let post = post().await;
    let (_, mail) = a_game(&post).await;
    let address = without_position(&reply_address(&mail));
    let (local, domain) = address.split_once('@').unwrap();
    let (_, raw) = reply("ann", &mail, "help");
    for bad in ["-", "-x", "-99999999999", "1"] {
        let to = format!("{local}{bad}@{domain}");
        assert_eq!(post.sends("ann@example.org", &to, &raw).await, Err(550));
    }
}

#[tokio::test]
async fn all_positions_of_a_seat_share_one_rate_limit() {
    let post = post_with(
        |_| {},
        |app| {
            app.limits = Limits::new(Quotas {
                inbound: few(2),
                ..Quotas::default()
            });
        },
    )
    .await;
    let (_, mail) = a_game(&post).await;
    let address = without_position(&reply_address(&mail));
    let mut outcomes = Vec::new();
    for n in 7..10 {
        let to = address.replace('@', &format!("-{n}@"));
        let (_, raw) = reply("ann", &mail, "help");
        outcomes.push(post.sends("ann@example.org", &to, &raw).await);
    }
    assert_eq!(outcomes, [Ok(()), Ok(()), Err(451)]);
}

#[tokio::test]
async fn move_sent_to_desk_without_position_asks_for_confirmation() {
    let post = post().await;
    let (game, _) = an_old_mail(&post).await;
    post.mails("games@play.test", "", &format!("{game} roll"))
        .await;
    let question = post.asked().await;
    assert_eq!(ply(&post, &game).await, 4);
    post.replies("ann", &question, "yes").await;
    assert_eq!(ply(&post, &game).await, 5);
    // The writer may name the number.
    let legal = post.server.returns("ann").await.may_play(&game).await;
    let mv = legal["texts"][0].as_str().unwrap();
    post.mails("games@play.test", "", &format!("{game}#4 {mv}"))
        .await;
    assert_eq!(ply(&post, &game).await, 6);
}

#[tokio::test]
async fn moves_for_several_games_without_position_ask_once() {
    let post = post().await;
    let (one, _) = an_old_mail(&post).await;
    let [ann, ben] = [
        post.server.returns("ann").await,
        post.server.returns("ben").await,
    ];
    let two = crate::table::thats_life(&[&ann, &ben]).await;
    post.works().await;
    for vouch in [VOUCHED, ""] {
        let before = [ply(&post, &one).await, ply(&post, &two).await];
        let raw = format!(
            "{vouch}From: ann@example.org\r\nTo: games@play.test\r\nMessage-ID: <{}>\r\n\r\n\
             {one} roll\r\n{two} roll\r\n",
            fresh_id()
        );
        post.sends("ann@example.org", "games@play.test", raw)
            .await
            .unwrap();
        post.works().await;
        let (question, text) = post.heard().await;
        assert_eq!(text.matches("THE BOARD").count(), 2, "{text}");
        assert_eq!([ply(&post, &one).await, ply(&post, &two).await], before);
        if vouch.is_empty() {
            post.replies("ann", &question, "yes").await;
            let after = before.map(|ply| ply + 1);
            assert_eq!([ply(&post, &one).await, ply(&post, &two).await], after);
        }
    }
}
