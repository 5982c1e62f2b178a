//! Cached views of games: every change shows in the next view on every node, no caller gets the
//! view of another, and an unchanged view returns 304.

use std::time::Duration;

use admin::acts::Act;
use db::Connection;
use diesel_async::SimpleAsyncConnection;
use futures_util::future::try_join_all;
use reqwest::Method;
use serde_json::{Value, json};
use tokio::time::sleep;

use crate::helpers::*;
use crate::operating::connections::until;
use crate::table::*;

/// A client that requests one path repeatedly, and keeps the last response.
struct Eye<'a> {
    node: &'a Server,
    token: Option<&'a str>,
    path: String,
    kept: Option<(String, Value)>,
}

/// The body without the receipt, which has the time of its signature.
fn says(answer: &Answer) -> Value {
    let text = &answer.text;
    let mut says = serde_json::from_str(text).unwrap_or_else(|_| json!(text));
    if let Some(game) = says.as_object_mut() {
        game.remove("receipt");
    }
    says
}

impl Eye<'_> {
    async fn ask(&self, tag: Option<&str>) -> Answer {
        let mut request = self.node.request(Method::GET, &self.path);
        if let Some(token) = self.token {
            request = request.bearer_auth(token);
        }
        if let Some(tag) = tag {
            request = request.header("If-None-Match", tag);
        }
        answer(request).await
    }

    /// Requests the path with the tag of the kept response. Returns whether the body changed.
    async fn looks(&mut self) -> bool {
        let tag = self.kept.as_ref().map(|(tag, _)| &**tag);
        let seen = self.ask(tag).await;
        let new = seen.headers["etag"].to_str().unwrap().to_owned();
        assert!(new.starts_with("W/\""), "{new}");
        assert_eq!(seen.headers["cache-control"], "private, no-cache");
        let varies = seen.headers.get_all("vary").iter();
        let varies: Vec<_> = varies.map(|it| it.to_str().unwrap()).collect();
        for header in ["Authorization", "Accept-Encoding"] {
            let is_told = varies.iter().any(|it| it.contains(header));
            assert!(is_told, "{header}: {varies:?}");
        }
        if seen.status == 304 {
            assert_eq!((&*seen.text, Some(&*new)), ("", tag));
            return false;
        }
        assert_eq!(seen.status, 200, "{}", seen.text);
        let kept = (new, says(&seen));
        if let Some(before) = self.kept.replace(kept.clone()) {
            assert!(before.0 != kept.0 && before.1 != kept.1, "sent again");
        }
        true
    }

    /// The body from a node that has nothing of the game in its cache.
    async fn truth(&self, game: &str) -> Value {
        let id = game.to_owned().try_into().unwrap();
        self.node.app.tables.forget(&id);
        says(&self.ask(None).await)
    }
}

#[tokio::test]
async fn every_change_shows_in_the_next_view_on_every_node() {
    let one = server().await;
    let two = server_on(one.database.clone()).await;
    let [ann, ben, cleo, dan] = one.players(["ann", "ben", "cleo", "dan"]).await;
    let game = json!({"kind": "thats-life", "options": {"pawns": "2"}, "seats": 2,
        "pace": {"days_per_move": 3}});
    let game = ann.makes(game).await;
    ben.joins(&game).await;
    let path = format!("/v1/games/{game}");
    let mut eyes = Vec::new();
    for node in [&one, &two] {
        for token in [
            Some(&*ann.token),
            Some(&*ben.token),
            Some(&*dan.token),
            None,
        ] {
            let path = path.clone();
            let kept = None;
            eyes.push(Eye {
                node,
                token,
                path,
                kept,
            });
        }
    }
    let mut look = async |what: &str, changes: bool| {
        for eye in &mut eyes {
            assert_eq!(eye.looks().await, changes, "{what}");
            assert!(!eye.looks().await, "{what}, again");
            assert_eq!(
                eye.kept.as_ref().unwrap().1,
                eye.truth(&game).await,
                "{what}"
            );
            assert!(!eye.looks().await, "{what}, with an empty cache");
        }
    };
    look("the start", true).await;

    ann.at(&two).plays(&game, "roll").await;
    look("a move at another node", true).await;
    ann.plays(&game, "move start").await;
    look("a move", true).await;
    let orders = json!({"moves": [{"text": "roll"}]});
    ann.put(&format!("{path}/orders"), orders).await.ok();
    look("orders, which are secret", false).await;
    let mine = format!("{path}/seats/me/replacement");
    ann.post(&mine, json!({"player": "cleo"})).await.ok();
    look("an offer", true).await;
    let rename = |player: &str, to: &str| Act::Rename {
        player: player.into(),
        to: to.into(),
    };
    one.operator_does(rename("cleo", "clea")).await.unwrap();
    look("a new name of the invited player", true).await;
    one.operator_does(rename("ben", "benno")).await.unwrap();
    look("a new name of a seated player", true).await;
    one.operator_does(rename("dan", "daniel")).await.unwrap();
    look("a new name of another player", false).await;
    let theirs = format!("{path}/seats/0/replacement");
    cleo.post(&theirs, json!({})).await.ok();
    look("a takeover", true).await;
    let days = json!({"from": "2026-03-10", "until": "2026-03-12"});
    let holiday = ben.post("/v1/me/holidays", days).await.ok();
    look("a holiday", true).await;
    let holiday = format!("/v1/me/holidays/{}", id(&holiday));
    ben.delete(&holiday).await;
    look("a deleted holiday", true).await;
    let extension = format!("{path}/seats/1/extension");
    cleo.post(&extension, json!({"days": 1})).await.ok();
    look("more time", true).await;
    let act = game.clone();
    one.operator_does(Act::Pause { game: act }).await.unwrap();
    look("a pause", true).await;
    let act = game.clone();
    one.operator_does(Act::Resume { game: act }).await.unwrap();
    look("the end of a pause", true).await;
    for node in [&one, &two] {
        node.app.clock.forward(chrono::TimeDelta::seconds(70));
    }
    look("a minute on the clocks", true).await;
    cleo.plays(&game, "leave").await;
    look("the end", true).await;
    let rematch = ben.post(&format!("{path}/rematch"), json!({})).await.ok();
    look("a rematch", true).await;
    let rematch = format!("/v1/games/{}", id(&rematch));
    assert_eq!(ben.delete(&rematch).await.status, 204);
    look("a cancelled rematch", true).await;
    let gone = json!({"password": PASSWORD});
    let gone = one.send(Method::DELETE, "/v1/me", Some(&cleo.token), Some(&gone));
    assert_eq!(gone.await.status, 204);
    look("a deleted account", true).await;
    audited(&one.database).await;
}

#[tokio::test]
async fn cancelled_game_is_shown_as_cancelled() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = thats_life(&[&ann, &ben]).await;
    assert_eq!(ann.sees(&game).await["status"], "running");
    let act = Act::End { game: game.clone() };
    server.operator_does(act).await.unwrap();
    assert_eq!(ann.sees(&game).await["status"], "cancelled");
}

#[tokio::test]
async fn legal_moves_log_and_boards_are_current_after_a_move() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = thats_life(&[&ann, &ben]).await;
    let rest = [
        "legal",
        "log",
        "log?since=0&limit=2",
        "positions/0",
        "board.txt",
        "board.svg",
    ];
    let mut eyes: Vec<Eye<'_>> = rest
        .iter()
        .map(|rest| Eye {
            node: &server,
            token: Some(&ann.token),
            path: format!("/v1/games/{game}/{rest}"),
            kept: None,
        })
        .collect();
    for eye in &mut eyes {
        assert!(eye.looks().await && !eye.looks().await, "{}", eye.path);
    }
    ann.takes_a_first_turn(&game).await;
    for eye in &mut eyes {
        // How it stood at first is as it was, after a move too.
        assert_eq!(
            eye.looks().await,
            !eye.path.ends_with("positions/0"),
            "{}",
            eye.path
        );
        assert!(!eye.looks().await, "{}", eye.path);
        assert_eq!(eye.kept.as_ref().unwrap().1, eye.truth(&game).await);
    }
}

#[tokio::test]
async fn cached_view_is_not_shown_to_another_caller() {
    let server = server().await;
    let [ann, ben, eve, dan] = server.players(["ann", "ben", "eve", "dan"]).await;
    let secret = json!({"kind": "paris-connection", "visibility": "private", "seats": 3,
        "invite": [{"player": "ben"}, {"player": "eve"}]});
    let game = ann.makes(secret).await;
    ben.joins(&game).await;
    eve.joins(&game).await;
    let open = a_game_of("paris-connection", json!({}), &[&ann, &ben, &eve]).await;
    let tokens = [&ann, &ben, &eve, &dan].map(|player| Some(&*player.token));
    for (game, is_open) in [(&game, false), (&open, true)] {
        for rest in ["", "/log", "/positions/0", "/board.txt", "/legal"] {
            let eye = |token| Eye {
                node: &server,
                token,
                path: format!("/v1/games/{game}{rest}"),
                kept: None,
            };
            let mine = eye(tokens[0]).ask(None).await;
            assert_eq!(mine.status, 200, "{}", mine.text);
            let mut tag = mine.headers["etag"].clone();
            for (n, token) in tokens.into_iter().chain([None]).enumerate() {
                let eye = eye(token);
                let any = eye.ask(Some("*")).await;
                let seen = eye.ask(None).await;
                let refused = match (rest, token) {
                    ("/legal", None) => Some((401, "not-signed-in")),
                    _ if n > 2 && !is_open => Some((404, "not-found")),
                    ("/legal", _) if n > 2 => Some((409, "not-seated")),
                    _ => None,
                };
                if let Some((status, code)) = refused {
                    any.problem(status, code);
                    seen.problem(status, code);
                    continue;
                }
                // Another seat gets another response, even with the tag of this one.
                assert_eq!((any.status.as_u16(), seen.status.as_u16()), (304, 200));
                let tagged = eye.ask(Some(tag.to_str().unwrap())).await;
                let is_same = seen.headers["etag"] == tag;
                assert_eq!(tagged.status, if is_same { 304 } else { 200 });
                assert_eq!(says(&seen), eye.truth(game).await, "{n} at {}", eye.path);
                // At the game itself each seat gets a different response, and all strangers the
                // same.
                assert!(!rest.is_empty() || is_same == (n == 0 || n == 4), "{n}");
                tag = seen.headers["etag"].clone();
            }
        }
    }
}

#[tokio::test]
async fn view_with_invitation_is_not_stored_by_clients() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = thats_life(&[&ann, &ben]).await;
    let path = format!("/v1/games/{game}?invitation=secret");
    let seen = server.send(Method::GET, &path, None, None).await;
    assert_eq!(seen.status, 200, "{}", seen.text);
    assert_eq!(seen.headers["cache-control"], "no-store");
}

/// All connections of the pool.
async fn all_connections(server: &Server) -> Vec<Connection> {
    try_join_all((0..4).map(|_| server.app.db.get()))
        .await
        .unwrap()
}

#[tokio::test]
async fn cached_view_needs_no_pool_connection() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = thats_life(&[&ann, &ben]).await;
    let seen = ann.sees(&game).await;
    let taken = all_connections(&server).await;
    assert_eq!(ann.sees(&game).await, seen);
    drop(taken);
    // Nor after a migration, which makes the plans of all sessions useless.
    let mut conn = superuser(&server.database).await;
    let migrate = "ALTER TABLE games ALTER COLUMN status TYPE varchar(30);
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()
            AND pid <> pg_backend_pid() AND query NOT LIKE '%array_send%'";
    conn.batch_execute(migrate).await.unwrap();
    let seen = ann.sees(&game).await;
    let taken = all_connections(&server).await;
    assert_eq!(ann.sees(&game).await, seen);
    drop(taken);
}

#[tokio::test]
async fn change_during_a_read_leaves_no_stale_view_in_the_cache() {
    let one = server().await;
    let two = server_on(one.database.clone()).await;
    let [ann, ben] = one.two_players().await;
    let game = thats_life(&[&ann, &ben]).await;
    ann.plays(&game, "leave").await;
    let path = format!("/v1/games/{game}");
    // A request knows the state of the game, and waits for a connection to read it over.
    let taken = all_connections(&two).await;
    let changes = async {
        sleep(Duration::from_secs(1)).await;
        let rematch = ben.post(&format!("{path}/rematch"), json!({})).await.ok();
        drop(taken);
        format!("/v1/games/{}", id(&rematch))
    };
    let (seen, rematch) = tokio::join!(two.send(Method::GET, &path, None, None), changes);
    seen.ok();
    assert_eq!(ben.delete(&rematch).await.status, 204);
    let seen = two.send(Method::GET, &path, None, None).await.ok();
    assert_eq!(seen["rematch"], Value::Null);
}

#[tokio::test]
async fn freshness_query_is_not_repeated_while_one_is_running() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = thats_life(&[&ann, &ben]).await;
    ann.sees(&game).await;
    let mut conn = superuser(&server.database).await;
    conn.batch_execute("BEGIN; LOCK TABLE games").await.unwrap();
    let mut watcher = superuser(&server.database).await;
    let one = "SELECT 1 / (count(*) = 1)::int FROM pg_stat_activity
        WHERE datname = current_database() AND state = 'active' AND query LIKE '%array_send%'
            AND pid <> pg_backend_pid()";
    let checks = async {
        until("the query runs", async || {
            watcher.batch_execute(one).await.is_ok()
        })
        .await;
        // Leave time for another query.
        sleep(Duration::from_secs(2)).await;
        watcher.batch_execute(one).await.unwrap();
        conn.batch_execute("ROLLBACK").await.unwrap();
    };
    tokio::join!(ann.sees(&game), checks);
}
