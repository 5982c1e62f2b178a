//! Mails about games: which ones enter the outbox, what they contain, and which are outdated when
//! they are due. `letters` tests how letters look.

use db::schema::{outbox, players};
use diesel::prelude::*;
use diesel::sql_types::{Text, Timestamptz};
use diesel_async::{RunQueryDsl, SimpleAsyncConnection};
use letters::mailer::{deliver_due, sift};
use mail::mailbox::Stored;
use mail_parser::{MessageParser, MimeHeaders};
use serde_json::{Value, json};

use crate::helpers::*;
use crate::table::*;

const SEED: &str = "0707070707070707070707070707070707070707070707070707070707070707";
const ID: &str = "Gx3kPq7LmZ2";

/// Returns the mails about a game: recipients, keys, and states.
async fn notices(server: &Server, game: &str) -> Vec<String> {
    type Row = (Option<String>, Option<String>, String, String, String);
    let rows: Vec<Row> = outbox::table
        .left_join(players::table.on(outbox::player_id.eq(players::id.nullable())))
        .filter(outbox::game_id.eq(game))
        .order((outbox::ply.asc().nulls_first(), outbox::seat))
        .select((
            players::name.nullable(),
            outbox::address,
            outbox::kind,
            outbox::key,
            outbox::status,
        ))
        .load(&mut server.app.db.get().await.unwrap())
        .await
        .unwrap();
    rows.into_iter()
        .map(|(name, address, kind, key, status)| {
            assert!(key.starts_with(&format!("{kind}/")), "{key}");
            // The address is forgotten once the mail has ended.
            let to = name.or(address).unwrap_or_default();
            // Without the beginning of the head: `your_turn/4-9f2c11aa/0`.
            let place = key.split('/').nth(1).unwrap_or_default();
            let key = match place.split_once('-') {
                Some((ply, head)) if head.len() == 8 => key.replace(place, ply),
                _ => key,
            };
            let key = match kind.as_str() {
                "invitation" => key.rsplit_once('/').unwrap().0,
                _ => &key,
            };
            format!("{to} {key} {status}")
        })
        .collect()
}

/// Sends all due mail.
async fn delivers(server: &Server) {
    deliver_due(&server.app).await.unwrap();
    let conn = &mut *server.app.db.get().await.unwrap();
    let left = outbox::table.filter(outbox::status.eq_any(["waiting", "dead"]));
    let left: i64 = left.count().get_result(conn).await.unwrap();
    assert_eq!(left, 0);
}

/// Returns the mails about games in a player's mailbox, the oldest first.
async fn mailbox(server: &Server, name: &str) -> Vec<Stored> {
    let address = format!("{name}@example.org");
    let mailbox = server.app.mail.mailbox().unwrap();
    let mut mails = mailbox.list(Some(&address), 999).await.unwrap();
    mails.retain(|mail| !mail.message_id.starts_with("confirm"));
    mails.reverse();
    mails
}

/// Returns the only mail of this kind in a player's mailbox.
async fn mail_to(server: &Server, name: &str, kind: &str) -> Stored {
    let mut mails = mailbox(server, name).await;
    mails.retain(|mail| mail.message_id.starts_with(&format!("{kind}.")));
    assert_eq!(mails.len(), 1, "{kind} to {name}");
    mails.remove(0)
}

/// Returns headers, text and HTML of a mail without random parts.
fn assert_mail(name: &str, mail: &Stored) {
    let head = mail.source.split("\n\n").next().unwrap();
    let whole = format!("{head}\n\n{}\n{}\n{}", mail.text, "=".repeat(78), mail.html);
    for line in mail.text.lines().filter(|line| !line.contains("http")) {
        assert!(line.chars().count() <= 78, "too wide: {line}");
    }
    insta::with_settings!({filters => DRAWN_BY_LOT}, {
        insta::assert_snapshot!(name, whole);
    });
}

/// The random parts of a mail, and their placeholders in snapshots. A hyphen is part of a secret,
/// even at its ends, where `\b` does not match.
const DRAWN_BY_LOT: [(&str, &str); 5] = [
    (
        r"turnpike-receipt-1\.[A-Za-z0-9_.-]+(\n {1,2}[A-Za-z0-9_.-]+)*",
        "[receipt]",
    ),
    (
        r"(^|[^A-Za-z0-9_-])[A-Za-z0-9_-]{43}($|[^A-Za-z0-9_-])",
        "${1}[secret]${2}",
    ),
    (r"/unsubscribe/[a-z][0-9a-f]{52}", "/unsubscribe/[token]"),
    (r"invitation\.(\d)\.[A-Za-z0-9]{11}", "invitation.$1.[id]"),
    (
        r"(your_turn|game_started|game_over)\.(\d+)-[0-9a-f]{8}\.",
        "$1.$2-[head].",
    ),
];

#[test]
fn snapshot_filters_hide_secrets_with_hyphens_at_any_position() {
    let middle = "a-B_9".repeat(8);
    insta::allow_duplicates! {
        for (first, last) in [("-", "x0"), ("x0", "-"), ("--", "-"), ("_", "__"), ("xx", "y")] {
            let secret = format!("{first}{middle}{last}");
            let mail =
                format!("/games/Gx#invitation={secret}\n{{\"invitation\": \"{secret}\"}}");
            insta::with_settings!({filters => DRAWN_BY_LOT}, {
                insta::assert_snapshot!(mail, @r#"
                /games/Gx#invitation=[secret]
                {"invitation": "[secret]"}
                "#);
            });
        }
    }
}

/// Creates a game of That's Life! with a known id and seed, with Ann as creator and these seats,
/// before its start.
async fn a_known_table(ann: &Player<'_>, more: Value) -> String {
    let mut game = json!({"kind": "thats-life", "seed": SEED, "options": {"pawns": "2"},
        "entropy": ann.luck()});
    game.as_object_mut()
        .unwrap()
        .extend(more.as_object().unwrap().clone());
    let game = ann.makes(game).await;
    ann.server.renames(&game, ID).await;
    ID.to_owned()
}

#[tokio::test]
async fn turn_mail_message_id_contains_ply_and_log_head() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = thats_life(&[&ann, &ben]).await;
    let told = ann.takes_a_first_turn(&game).await;
    deliver_due(&server.app).await.unwrap();
    let mail = mail_to(&server, "ben", "your_turn").await;
    // Another turn after as many entries, after a restore, has another id.
    let (ply, head) = (&told["ply"], told["head"].as_str().unwrap());
    let id = format!("your_turn.{ply}-{}.1.{game}", &head[..8]);
    assert!(mail.message_id.starts_with(&id), "{} {id}", mail.message_id);
}

#[tokio::test]
async fn game_events_queue_mails_for_the_players_concerned() {
    let server = server().await;
    let [ann, ben, cleo] = server.players(["ann", "ben", "cleo"]).await;
    let game = a_known_table(&ann, json!({"seats": 3})).await;
    ben.joins(&game).await;
    assert!(notices(&server, &game).await.is_empty());
    cleo.joins(&game).await;
    let mut told = vec![
        "ann your_turn/0/0 waiting".to_owned(),
        "ben game_started/0/1 waiting".to_owned(),
        "cleo game_started/0/2 waiting".to_owned(),
    ];
    assert_eq!(notices(&server, &game).await, told);
    // A player who moves again needs no mail. The next player gets one.
    ann.plays(&game, "roll").await;
    assert_eq!(notices(&server, &game).await, told);
    ann.plays(&game, "move start").await;
    told.push("ben your_turn/2/1 waiting".to_owned());
    assert_eq!(notices(&server, &game).await, told);
    // A player leaves out of turn: no turn begins.
    cleo.plays(&game, "leave").await;
    assert_eq!(notices(&server, &game).await, told);
    ben.plays(&game, "roll").await;
    let turn = json!([{"text": "move start"}]);
    ben.sends(&game, &json!(2), turn.clone()).await.ok();
    ben.sends(&game, &json!(2), turn).await.ok();
    told.push("ann your_turn/5/0 waiting".to_owned());
    assert_eq!(notices(&server, &game).await, told);
    // All players get a mail about the end, regardless of who caused it.
    ben.plays(&game, "leave").await;
    told.extend((0..3).map(|seat| {
        format!(
            "{} game_over/6/{seat} waiting",
            ["ann", "ben", "cleo"][seat]
        )
    }));
    assert_eq!(notices(&server, &game).await, told);
}

#[tokio::test]
async fn each_turn_of_a_whole_game_sends_one_mail() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = thats_life(&[&ann, &ben]).await;
    let mut expected = vec![
        "ann your_turn/0/0 sent".to_owned(),
        "ben game_started/0/1 sent".to_owned(),
    ];
    delivers(&server).await;
    let mut before = 0;
    for n in 1.. {
        let done = play_on(&[&ann, &ben], &game, 1).await;
        let answer = done[0].answer();
        if answer["status"] == "finished" {
            expected.extend(
                (0..2).map(|seat| format!("{} game_over/{n}/{seat} sent", ["ann", "ben"][seat])),
            );
            delivers(&server).await;
            break;
        }
        let acts = answer["to_act"][0].as_u64().unwrap() as usize;
        if acts != before && acts as u64 != answer["seat"] {
            expected.push(format!(
                "{} your_turn/{n}/{acts} sent",
                ["ann", "ben"][acts]
            ));
        }
        before = acts;
        delivers(&server).await;
    }
    assert_eq!(notices(&server, &game).await, expected);
    for name in ["ann", "ben"] {
        let mails = mailbox(&server, name).await;
        let own: Vec<_> = expected
            .iter()
            .filter(|notice| notice.starts_with(name))
            .collect();
        assert_eq!(mails.len(), own.len());
        // One thread, and each mail once.
        assert!(
            mails
                .iter()
                .all(|mail| mail.source.contains(&format!("<game.{game}.")))
        );
    }
}

#[tokio::test]
async fn turn_mail_shows_board_and_legal_moves() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = a_known_table(&ann, json!({})).await;
    ben.joins(&game).await;
    ann.takes_a_first_turn(&game).await;
    ben.takes_a_first_turn(&game).await;
    delivers(&server).await;
    let mail = mail_to(&server, "ann", "your_turn").await;
    let board = ann.get(&format!("/v1/games/{game}/board.txt")).await.text;
    assert!(mail.text.contains(board.trim()), "{}\n{board}", mail.text);
    let legal = ann.may_play(&game).await;
    for text in legal["texts"].as_array().unwrap() {
        assert!(mail.text.contains(text.as_str().unwrap()));
    }
    let seen = ann.sees(&game).await;
    assert!(mail.text.contains(seen["head"].as_str().unwrap()));
    assert!(!mail.source.contains(SEED));
    let message = MessageParser::default().parse(&mail.source).unwrap();
    let pictures: Vec<_> = message.attachments().collect();
    let ids: Vec<_> = pictures.iter().map(|it| it.content_id().unwrap()).collect();
    assert_eq!(ids, ["board@turnpike"]);
    assert!(mail.html.contains("src=\"cid:board@turnpike\""));
    assert!(pictures[0].contents().starts_with(b"\x89PNG"));
    assert!(pictures[0].contents().len() <= 60 << 10);
    assert!(mail.html.contains(&format!(
        "<title>{}</title>",
        mail.subject.replace('\'', "&#39;")
    )));
    assert_mail("your_turn", &mail);
    assert_mail(
        "game_started",
        &mail_to(&server, "ben", "game_started").await,
    );
}

#[tokio::test]
async fn game_over_mail_contains_seed_head_and_commitment() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = a_known_table(&ann, json!({})).await;
    ben.joins(&game).await;
    play_on(&[&ann, &ben], &game, 2000).await;
    delivers(&server).await;
    let seen = ann.sees(&game).await;
    assert_eq!(seen["status"], "finished");
    for name in ["ann", "ben"] {
        let mail = mail_to(&server, name, "game_over").await;
        for proof in [
            SEED,
            seen["head"].as_str().unwrap(),
            seen["seed_commitment"].as_str().unwrap(),
        ] {
            assert!(mail.text.contains(proof));
        }
    }
    assert_mail("game_over", &mail_to(&server, "ben", "game_over").await);
}

#[tokio::test]
async fn outdated_turn_mails_are_dropped_before_sending() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = thats_life(&[&ann, &ben]).await;
    ann.takes_a_first_turn(&game).await;
    ben.takes_a_first_turn(&game).await;
    delivers(&server).await;
    assert_eq!(
        notices(&server, &game).await,
        [
            "ann your_turn/0/0 dropped",
            "ben game_started/0/1 sent",
            "ben your_turn/2/1 dropped",
            "ann your_turn/4/0 sent",
        ]
    );
    // A half-finished turn still waits.
    ann.takes_a_first_turn(&game).await;
    ben.plays(&game, "roll").await;
    delivers(&server).await;
    assert_eq!(
        notices(&server, &game).await.last().unwrap(),
        "ben your_turn/6/1 dropped"
    );
    // After the end, it is no player's turn.
    ann.plays(&game, "leave").await;
    delivers(&server).await;
    let told = notices(&server, &game).await;
    assert_eq!(
        told[told.len() - 2..],
        ["ann game_over/8/0 sent", "ben game_over/8/1 sent"]
    );
}

#[tokio::test]
async fn bulk_drop_removes_only_superseded_turn_mails_and_reminders() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = thats_life(&[&ann, &ben]).await;
    ann.takes_a_first_turn(&game).await;
    ben.takes_a_first_turn(&game).await;
    let now = server.app.clock.now();
    let conn = &mut *server.app.db.get().await.unwrap();
    // It is Ann's turn at ply 4.
    let put = "WITH old AS (DELETE FROM outbox), put (key, kind, name, seat, ply, status, due, leased) AS (
            SELECT 'past/' || n, 'your_turn', 'ann', 0, 0, 'waiting', 0, NULL::int
                FROM generate_series(1, 5000) n
            UNION ALL VALUES ('past/ben', 'your_turn', 'ben', 1, 2, 'waiting', 0, NULL),
                ('not his turn', 'reminder', 'ben', 1, 4, 'waiting', 0, -1),
                ('not his seat', 'your_turn', 'ben', 0, 4, 'waiting', 0, NULL),
                ('turn', 'your_turn', 'ann', 0, 4, 'waiting', 0, NULL),
                ('reminder', 'reminder', 'ann', 0, 4, 'waiting', 0, -1),
                ('no ply', 'your_turn', 'ann', 0, NULL, 'waiting', 0, NULL),
                ('chat', 'chat', 'ann', 0, 0, 'waiting', 0, NULL),
                ('digest', 'digest', 'ann', 0, 0, 'waiting', 0, NULL),
                ('over', 'game_over', 'ben', 1, 0, 'waiting', 0, NULL),
                ('kept', 'your_turn', 'ann', 0, 0, 'held', 0, NULL),
                ('later', 'your_turn', 'ann', 0, 0, 'waiting', 1, NULL),
                ('leased', 'your_turn', 'ann', 0, 0, 'waiting', 0, 1))
        INSERT INTO outbox (game_id, key, kind, player_id, seat, ply, status, created_at, due_at,
            leased_until, payload)
        SELECT $1, key, kind, id, seat, ply, status, $2, $2 + due * interval '1 hour',
            $2 + leased * interval '1 hour', '{\"code\": 1}'
        FROM put JOIN players USING (name)";
    diesel::sql_query(put)
        .bind::<Text, _>(&game)
        .bind::<Timestamptz, _>(now)
        .execute(conn)
        .await
        .unwrap();
    let (mut turns, mut reminders) = (0, 0);
    loop {
        let dropped = notices::outbox::drop_superseded(conn, now, now)
            .await
            .unwrap();
        let of = |kind| {
            let of_kind = dropped.iter().filter(|it| it.kind == kind);
            of_kind.map(|it| it.count).sum::<i64>()
        };
        turns += of("your_turn");
        reminders += of("reminder");
        if dropped.is_empty() {
            break;
        }
    }
    assert_eq!((turns, reminders), (5002, 1));
    let dropped = outbox::table.filter(outbox::status.eq("dropped"));
    let emptied = dropped.filter(outbox::payload.eq(json!({})));
    let emptied: i64 = emptied.count().get_result(conn).await.unwrap();
    assert_eq!(emptied, 5003);
    let left = outbox::table.filter(outbox::status.ne("dropped"));
    let left = left.order(outbox::key).select(outbox::key);
    let left: Vec<String> = left.load(conn).await.unwrap();
    let others = [
        "chat", "digest", "kept", "later", "leased", "no ply", "over", "reminder", "turn",
    ];
    assert_eq!(left, others);
    // Ann has moved since then and is to move again, but no newer mail says so. Her digest may use
    // this one.
    let only = "DELETE FROM outbox WHERE key <> 'turn'; UPDATE outbox SET ply = 0";
    conn.batch_execute(only).await.unwrap();
    let dropped = notices::outbox::drop_superseded(conn, now, now)
        .await
        .unwrap();
    assert!(dropped.is_empty(), "a digest has nothing to tell");
}

#[tokio::test]
async fn current_turn_mail_is_sent_when_older_ones_are_superseded() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = thats_life(&[&ann, &ben]).await;
    // Each has two pawns to take a first turn with.
    for _ in 0..2 {
        ann.takes_a_first_turn(&game).await;
        ben.takes_a_first_turn(&game).await;
    }
    assert_eq!(sift(&server.app).await.unwrap(), 4);
    delivers(&server).await;
    let told = notices(&server, &game).await;
    let sent: Vec<_> = told.iter().filter(|it| it.ends_with("sent")).collect();
    assert_eq!(
        sent,
        ["ben game_started/0/1 sent", "ann your_turn/8/0 sent"]
    );
}

#[tokio::test]
async fn players_get_mail_about_invitations_declines_and_cancellation() {
    let server = server().await;
    let [ann, ben, cleo] = server.players(["ann", "ben", "cleo"]).await;
    let invite = json!([{"player": "ben"}, {"email": "dora@example.org"}, {"player": "cleo"}]);
    let game = a_known_table(&ann, json!({"seats": 4, "invite": invite})).await;
    assert_eq!(
        notices(&server, &game).await,
        [
            "ben invitation/1 waiting",
            "dora@example.org invitation/2 waiting",
            "cleo invitation/3 waiting",
        ]
    );
    // One declines before the mail is out.
    cleo.delete(&format!("/v1/games/{game}/seats/me"))
        .await
        .ok();
    delivers(&server).await;
    assert_eq!(
        notices(&server, &game).await,
        [
            "ben invitation/1 sent",
            " invitation/2 sent",
            "cleo invitation/3 dropped",
            "ann seat_declined/2026-03-01/3/0 sent",
        ]
    );
    assert_mail(
        "seat_declined",
        &mail_to(&server, "ann", "seat_declined").await,
    );
    assert_mail("invitation", &mail_to(&server, "ben", "invitation").await);
    assert_mail(
        "invitation_to_an_address",
        &mail_to(&server, "dora", "invitation").await,
    );
    // The link in the mail works.
    let mail = mail_to(&server, "dora", "invitation").await;
    let link = mail
        .text
        .lines()
        .find(|line| line.contains("invitation="))
        .unwrap();
    let token = link.rsplit('=').next().unwrap();
    server
        .get(&format!("/v1/games/{game}?invitation={token}"))
        .await
        .ok();
    ben.joins(&game).await;
    ann.delete(&format!("/v1/games/{game}")).await.ok();
    delivers(&server).await;
    assert_eq!(mailbox(&server, "cleo").await.len(), 0);
    assert_eq!(mailbox(&server, "dora").await.len(), 1);
    assert_mail(
        "game_cancelled",
        &mail_to(&server, "ben", "game_cancelled").await,
    );
}

#[tokio::test]
async fn repeated_invitation_sends_only_the_valid_one() {
    let server = server().await;
    let ann = server.player("ann").await;
    let dora = json!({"email": "dora@example.org"});
    let game = ann
        .makes(json!({"kind": "thats-life", "invite": [dora.clone()]}))
        .await;
    ann.delete(&format!("/v1/games/{game}/seats/1")).await.ok();
    server.app.clock.forward(chrono::Duration::seconds(1));
    let again = format!("/v1/games/{game}/invitations");
    ann.post(&again, dora).await.ok();
    delivers(&server).await;
    let mut told = notices(&server, &game).await;
    told.sort();
    assert_eq!(told, [" invitation/1 dropped", " invitation/1 sent"]);
    let mail = mail_to(&server, "dora", "invitation").await;
    let token = mail.text.split("invitation=").nth(1).unwrap();
    let token = token.split_whitespace().next().unwrap();
    server
        .get(&format!("/v1/games/{game}?invitation={token}"))
        .await
        .ok();
    // Long after, nothing is left of them.
    server.app.clock.forward(chrono::Duration::days(29));
    letters::outgoing::remove_old(&server.app).await.unwrap();
    assert_eq!(notices(&server, &game).await.len(), 2);
    server.app.clock.forward(chrono::Duration::days(2));
    letters::outgoing::remove_old(&server.app).await.unwrap();
    assert!(notices(&server, &game).await.is_empty());
}

#[tokio::test]
async fn solo_game_queues_mail_only_at_start_and_end() {
    let server = server().await;
    let ann = server.player("ann").await;
    let game = a_game_of("ferry-follies", json!({}), &[&ann]).await;
    play_on(&[&ann], &game, 3).await;
    assert_eq!(notices(&server, &game).await, ["ann your_turn/0/0 waiting"]);
    ann.plays(&game, "leave").await;
    delivers(&server).await;
    assert_eq!(
        notices(&server, &game).await,
        ["ann your_turn/0/0 dropped", "ann game_over/4/0 sent"]
    );
}

#[tokio::test]
async fn deleted_player_gets_no_game_over_mail() {
    let server = server().await;
    let [ann, ben, cleo] = server.players(["ann", "ben", "cleo"]).await;
    let game = thats_life(&[&ann, &ben, &cleo]).await;
    delivers(&server).await;
    let body = json!({"password": PASSWORD});
    server
        .send(
            reqwest::Method::DELETE,
            "/v1/me",
            Some(&ben.token),
            Some(&body),
        )
        .await
        .ok();
    ann.plays(&game, "leave").await;
    delivers(&server).await;
    let told = notices(&server, &game).await;
    let over: Vec<&str> = told
        .iter()
        .filter(|told| told.contains("game_over"))
        .map(|told| told.rsplit(' ').next().unwrap())
        .collect();
    assert_eq!(over, ["sent", "dropped", "sent"], "{told:?}");
    assert!(
        mailbox(&server, "ben")
            .await
            .iter()
            .all(|mail| !mail.subject.contains("over"))
    );
}
