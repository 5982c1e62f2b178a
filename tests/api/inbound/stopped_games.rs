//! Mail to a seat in a game that the operator has stopped, or that is damaged: the player gets an
//! answer, and the server does not retry the mail.

use admin::acts::Act;
use diesel_async::SimpleAsyncConnection;

use super::*;

const PAUSED: &str = "The operator has paused this game.";
const CANCELLED: &str = "The game has not begun, or is over.";
const DAMAGED: &str = "The stored game is damaged";

/// Replies with these lines, and returns the words of the last answer.
async fn answers(post: &Post, to: &Stored, lines: &str) -> String {
    let before = post.answers("ann").await.len();
    post.replies("ann", to, lines).await;
    let mut answers = post.answers("ann").await;
    assert_eq!(answers.len(), before + 1, "{lines}");
    let text = answers.pop().unwrap().text;
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Changes a stored game, as a fault of a disk would.
async fn damages(post: &Post, game: &str) {
    let mut conn = superuser(&post.server.database).await;
    let damage = format!(
        "SET session_replication_role = replica;
         UPDATE games SET game_seed = sha256('x') WHERE id = '{game}'"
    );
    conn.batch_execute(&damage).await.unwrap();
    post.server
        .app
        .tables
        .forget(&game.to_owned().try_into().unwrap());
}

#[tokio::test]
async fn mailed_move_in_a_paused_game_is_answered_and_can_be_repeated() {
    let post = busy_post().await;
    let (game, mail) = a_game(&post).await;
    let question = answers(&post, &mail, "resign").await;
    assert!(question.contains("resign yes"), "{question}");
    let pause = Act::Pause { game: game.clone() };
    post.server.operator_does(pause).await.unwrap();
    for lines in ["roll", "roll\nchat Hello", "resign yes"] {
        let text = answers(&post, &mail, lines).await;
        assert!(text.contains(PAUSED), "{lines}: {text}");
        let is_undone = ["Nothing was played", "We did not act"].map(|words| text.contains(words));
        assert!(is_undone.contains(&true), "{lines}: {text}");
        assert!(text.contains("THE BOARD"), "{lines}: {text}");
    }
    assert_eq!(ply(&post, &game).await, 0);
    let resume = Act::Resume { game: game.clone() };
    post.server.operator_does(resume).await.unwrap();
    assert!(
        answers(&post, &mail, "roll")
            .await
            .contains("Played: “roll”.")
    );
    assert_eq!(ply(&post, &game).await, 1);
}

#[tokio::test]
async fn mailed_commands_in_a_cancelled_game_are_answered() {
    let post = busy_post().await;
    let (game, mail) = a_game(&post).await;
    answers(&post, &mail, "resign").await;
    let cancel = Act::End { game };
    post.server.operator_does(cancel).await.unwrap();
    for lines in ["roll", "resign yes", "orders roll"] {
        let text = answers(&post, &mail, lines).await;
        assert!(text.contains(CANCELLED), "{lines}: {text}");
    }
}

#[tokio::test]
async fn mailed_commands_in_a_damaged_game_are_answered() {
    let post = busy_post().await;
    let (game, mail) = a_game(&post).await;
    answers(&post, &mail, "resign").await;
    damages(&post, &game).await;
    for lines in ["roll", "resign yes", "orders roll", "legal roll", "history"] {
        let text = answers(&post, &mail, lines).await;
        assert_eq!(text.matches(DAMAGED).count(), 1, "{lines}: {text}");
    }
}

#[tokio::test]
async fn damaged_game_does_not_affect_other_games_of_a_mail() {
    let post = busy_post().await;
    let (game, _) = a_game(&post).await;
    let [ann, ben] = [
        post.server.returns("ann").await,
        post.server.returns("ben").await,
    ];
    let other = crate::table::thats_life(&[&ann, &ben]).await;
    post.works().await;
    damages(&post, &game).await;
    let before = post.answers("ann").await.len();
    let lines = format!("{game}#1 roll\n{other}#1 roll");
    post.asks("ann", &lines, true).await;
    let answers = post.answers("ann").await;
    assert_eq!(answers.len(), before + 1);
    let text = &answers[before].text;
    assert!(text.contains("Played: “roll”."), "{text}");
    assert!(text.contains(DAMAGED), "{text}");
    assert_eq!(ply(&post, &other).await, 1);
}
