//! Answers to players who read French.

use mail_commands::words::{DESK_WORDS, SEAT_WORDS};
use serde_json::json;

use super::*;

/// Has a player read French from now on.
async fn reads_french(post: &Post, name: &str) {
    let player = post.server.returns(name).await;
    let change = player.patch("/v1/me", json!({"language": "fr"})).await;
    assert_eq!(change.ok()["language"], "fr");
}

/// The text of the last answer, its lines as they are.
async fn heard(post: &Post, name: &str) -> String {
    let answer = post.answers(name).await.pop().unwrap();
    for line in answer.text.lines().filter(|line| !line.contains("http")) {
        assert!(line.chars().count() <= 78, "too wide: {line}");
    }
    answer.text.replace('\u{a0}', " ")
}

/// Makes sure that the last answer says all this, wherever its lines break.
async fn hears(post: &Post, name: &str, said: &[&str]) {
    let text = heard(post, name).await;
    let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for said in said {
        assert!(flat.contains(said), "{said}\n\n{text}");
    }
}

#[tokio::test]
async fn mailed_moves_are_answered_in_french() {
    let post = post().await;
    let (game, mail) = a_game(&post).await;
    reads_french(&post, "ann").await;
    for (lines, said) in [
        (
            "fly",
            &["La ligne 1 (« fly ») est refusée.", "Rien n’a été joué."][..],
        ),
        ("legal fly", &["Aucun coup légal ne commence par « fly »."]),
        ("legal roll", &["« lancer » est un coup complet."]),
        ("rules 99", &["Les règles n’ont pas de section « 99 »."]),
        (
            "resign",
            &[
                "Voulez-vous quitter cette partie pour de bon ? Alors répondez à ce courriel par \
                 « oui », ou par la ligne « abandonner oui ». Nous n’avons rien fait pour l’instant.",
            ],
        ),
        ("games", &["VOS PARTIES", "avec ben : à vous de jouer"]),
    ] {
        post.replies("ann", &mail, lines).await;
        hears(&post, "ann", said).await;
        assert_eq!(ply(&post, &game).await, 0, "{lines}");
    }
    post.replies("ann", &mail, "roll\nmove finish").await;
    let said = [
        "Joué : « roll ».",
        "La ligne 2 (« move finish ») est refusée.",
        "CE QUI S’EST PASSÉ",
    ];
    hears(&post, "ann", &said).await;
    post.replies("ann", &mail, "move start").await;
    let said = [
        "La partie a avancé depuis le courriel auquel vous répondez. Rien n’a été joué. Voici le \
         plateau maintenant : répondez à ce courriel-ci pour jouer.",
    ];
    hears(&post, "ann", &said).await;
    // Each is answered in their own language.
    let bens = post.last_about("ben", &game).await;
    post.replies("ben", &bens, "roll").await;
    hears(&post, "ben", &["Nothing was played."]).await;
}

#[tokio::test]
async fn chat_note_and_setting_commands_are_answered_in_french() {
    let post = post().await;
    let (_, mail) = a_game(&post).await;
    reads_french(&post, "ann").await;
    let long = format!("chat {}", "x ".repeat(600));
    for (lines, said) in [
        ("chat", "Rien n’a encore été dit à la table."),
        (
            "chat Bonjour, Ben !",
            "Dit à la table : « Bonjour, Ben ! ».",
        ),
        ("chat", "| ann (1er mars, 12:00 UTC) : Bonjour, Ben !"),
        (
            &long,
            "… ») n’est pas comprise. Le texte a 1000 caractères au plus.",
        ),
        (
            "note",
            "Vous n’avez pas de note sur cette partie. La ligne « note TEXTE » en écrit une.",
        ),
        ("note Gare au mur", "VOTRE NOTE | Gare au mur"),
        (
            "stop",
            "Vous ne recevrez plus de courriels de cette partie quand c’est à vous de jouer. Les \
             rappels avant une échéance et les nouvelles de la partie arrivent toujours ; « aucun \
             courriel » les arrête aussi.",
        ),
        (
            "quiet 22 7",
            "Vous ne recevrez pas de courriels sur vos parties de 22:00 à 7:00 (UTC) : ils \
             attendent la fin de ces heures, sauf les rappels qui arriveraient trop tard. La ligne \
             « heures calmes non » annule ce choix.",
        ),
    ] {
        post.replies("ann", &mail, lines).await;
        hears(&post, "ann", &[said]).await;
    }
}

#[tokio::test]
async fn help_text_is_french_but_command_words_are_english() {
    let post = post().await;
    let (_, mail) = a_game(&post).await;
    reads_french(&post, "ann").await;
    post.replies("ann", &mail, "help").await;
    let text = heard(&post, "ann").await;
    assert!(text.contains("COMMENT JOUER PAR COURRIEL"), "{text}");
    for line in [
        "Répondez à un courriel sur une partie avec vos coups, un par ligne, avec",
        "help      comment jouer par courriel, et tous ces mots",
        "language  la langue des courriels : « language de » ; seul : toutes",
    ] {
        assert!(text.lines().any(|it| it == line), "{line}\n\n{text}");
    }
    let has = |text: &str, word: &str| {
        text.lines()
            .any(|line| line.starts_with(&format!("{word} ")))
    };
    for (word, _) in &SEAT_WORDS {
        assert!(has(&text, word), "{word}: {text}");
    }
    post.asks("ann", "help", false).await;
    let text = heard(&post, "ann").await;
    assert!(text.contains("CE QUE VOUS POUVEZ ÉCRIRE"), "{text}");
    for (word, _) in &DESK_WORDS {
        assert!(has(&text, word), "{word}: {text}");
    }
}

#[tokio::test]
async fn language_command_sets_language() {
    let post = post().await;
    let (_, mail) = a_game(&post).await;
    let ann = post.server.returns("ann").await;
    post.replies("ann", &mail, "language").await;
    let said =
        ["Write “language en” (English), “language fr” (français) or “language de” (Deutsch)."];
    hears(&post, "ann", &said).await;
    // It holds from the next line on.
    post.replies("ann", &mail, "legal roll\nlanguage fr\nlegal roll")
        .await;
    let said = [
        "“roll” is a whole move. Vous recevrez désormais les courriels en français. « lancer » est un \
         coup complet.",
    ];
    hears(&post, "ann", &said).await;
    assert_eq!(ann.get("/v1/me").await.ok()["language"], "fr");
    post.replies("ann", &mail, "language klingon").await;
    let said =
        ["Écrivez « langue en » (English), « langue fr » (français) ou « langue de » (Deutsch)."];
    hears(&post, "ann", &said).await;
    post.replies("ann", &mail, "Language English").await;
    let said = ["You get mails in English from now on."];
    hears(&post, "ann", &said).await;
    assert_eq!(ann.get("/v1/me").await.ok()["language"], "en");
    // At the desk it changes something, so the sender must be certain.
    post.asks("ann", "language français", false).await;
    assert_eq!(ann.get("/v1/me").await.ok()["language"], "en");
    let question = post.answers("ann").await.pop().unwrap();
    post.replies("ann", &question, "yes").await;
    let said = ["Vous recevrez désormais les courriels en français."];
    hears(&post, "ann", &said).await;
    assert_eq!(ann.get("/v1/me").await.ok()["language"], "fr");
}

#[tokio::test]
async fn desk_answers_in_french() {
    let post = post().await;
    for name in ["ann", "ben"] {
        post.server.player(name).await;
        reads_french(&post, name).await;
    }
    post.asks("ann", "new thats with ben", true).await;
    let text = heard(&post, "ann").await;
    let game = text.split("La partie ").nth(1).unwrap();
    let game = game.split_whitespace().next().unwrap();
    let made = format!(
        "La partie {game} de That's Life! est créée. Vous recevrez un courriel quand ce sera à vous \
         de jouer."
    );
    hears(&post, "ann", &[&made]).await;
    post.asks("ben", "games", false).await;
    let line = format!(
        "{game}, That's Life! avec ann, 1 place prise sur 2 : on vous invite ; écrivez « rejoindre \
         {game} »"
    );
    hears(&post, "ben", &[&line]).await;
    for (lines, said) in [
        (
            "roll",
            "La ligne 1 (« roll ») n’est pas comprise. Pour jouer un coup, commencez la ligne par \
             l’identifiant de la partie (« Gx3kPq7LmZ2 lancer »), ou répondez à un courriel de cette partie. \
             Les autres lignes commencent par l’un de ces mots : help, how, games, list, new, play, join, \
             accept, entropy, decline, rules, digest, quiet, vacation, zone, language, auto, answers, \
             reset. Rien n’a été fait.",
        ),
        (
            "join nowhere",
            "Cette partie n’existe pas. Rien n’a été fait à ce sujet.",
        ),
        (
            "new thats seats 9",
            "C’est refusé. That's Life! se joue avec 2 à 6 places, et non 9.",
        ),
        (
            "new thats seats 2 with ben bot greedy",
            "C’est refusé. À part la vôtre, il n’y a qu’une place pour 2 invitations.",
        ),
        (
            "new thats with nobody",
            "C’est refusé. Personne ne s’appelle « nobody » ici.",
        ),
        (
            "new thats with ben days 100",
            "C’est refusé. Il y a de 1 à 90 jours par coup.",
        ),
        (
            &format!("decline {game}"),
            "C’est refusé. C’est vous qui avez créé cette partie : annulez-la au lieu de la quitter.",
        ),
        (
            "list",
            "Il n’y a pas de partie ouverte. Créez-en une avec « nouvelle partie JEU ».",
        ),
    ] {
        post.asks("ann", lines, true).await;
        hears(&post, "ann", &[said]).await;
    }
    post.asks("ann", "new ferry-follies", false).await;
    let said = [
        "N’importe qui peut écrire en votre nom : rien n’a donc encore été fait. Si ce message est \
         de vous, répondez à ce courriel par « oui » dans les 3 jours. Sinon, ne \
         faites rien.",
        "LA DEMANDE | new ferry-follies",
    ];
    hears(&post, "ann", &said).await;
    let question = post.answers("ann").await.pop().unwrap();
    post.replies("ann", &question, "non").await;
    let said = ["Rien n’a été fait, et votre demande est effacée."];
    hears(&post, "ann", &said).await;
}
