//! What is remembered of games is never old, and never somebody else's: each change is told by the
//! next look, at every node, and what has not changed is not sent again.

use reqwest::Method;
use serde_json::{Value, json};
use turnpike::service::admin::Act;

use crate::helpers::*;
use crate::table::*;

/// Somebody who looks at the same thing again and again, and keeps what was shown.
struct Eye<'a> {
    node: &'a Server,
    token: Option<&'a str>,
    path: String,
    kept: Option<(String, Value)>,
}

/// What is shown, without the receipt: that tells the moment at which it was signed.
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

    /// Looks, with the tag of what is kept. Says whether something else was shown.
    async fn looks(&mut self) -> bool {
        let tag = self.kept.as_ref().map(|(tag, _)| &**tag);
        let seen = self.ask(tag).await;
        let new = seen.headers["etag"].to_str().unwrap().to_owned();
        assert!(new.starts_with("W/\""), "{new}");
        assert_eq!(seen.headers["cache-control"], "private, no-cache");
        let varies = seen.headers["vary"].to_str().unwrap();
        assert!(varies.contains("Authorization"), "{varies}");
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

    /// What is shown by a node that remembers nothing of the game.
    async fn truth(&self, game: &str) -> Value {
        let id = game.to_owned().try_into().unwrap();
        self.node.app.tables.forget(&id);
        says(&self.ask(None).await)
    }
}

#[tokio::test]
async fn every_change_is_told_by_the_next_look_at_every_node() {
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
            assert!(!eye.looks().await, "{what}, after it was forgotten");
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
    look("another name of who is asked", true).await;
    one.operator_does(rename("ben", "benno")).await.unwrap();
    look("another name of who sits there", true).await;
    one.operator_does(rename("dan", "daniel")).await.unwrap();
    look("another name of somebody else", false).await;
    let theirs = format!("{path}/seats/0/replacement");
    cleo.post(&theirs, json!({})).await.ok();
    look("a takeover", true).await;
    let days = json!({"from": "2026-03-10", "until": "2026-03-12"});
    let holiday = ben.post("/v1/me/holidays", days).await.ok();
    look("a holiday", true).await;
    let holiday = format!("/v1/me/holidays/{}", id(&holiday));
    ben.delete(&holiday).await;
    look("a holiday that is taken back", true).await;
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
    look("a rematch that is called off", true).await;
    let gone = json!({"password": PASSWORD});
    let gone = one.send(Method::DELETE, "/v1/me", Some(&cleo.token), Some(&gone));
    assert_eq!(gone.await.status, 204);
    look("an account that is gone", true).await;
    audited(&one.database).await;
}

#[tokio::test]
async fn a_game_that_is_cancelled_is_shown_so() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = thats_life(&[&ann, &ben]).await;
    assert_eq!(ann.sees(&game).await["status"], "running");
    let act = Act::End { game: game.clone() };
    server.operator_does(act).await.unwrap();
    assert_eq!(ann.sees(&game).await["status"], "cancelled");
}

#[tokio::test]
async fn what_else_is_shown_of_a_game_is_fresh_as_well() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = thats_life(&[&ann, &ben]).await;
    let rest = [
        "legal",
        "log",
        "log?since=0&limit=2",
        "at/0",
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
            !eye.path.ends_with("at/0"),
            "{}",
            eye.path
        );
        assert!(!eye.looks().await, "{}", eye.path);
        assert_eq!(eye.kept.as_ref().unwrap().1, eye.truth(&game).await);
    }
}

#[tokio::test]
async fn nobody_is_given_what_another_may_see() {
    let server = server().await;
    let [ann, ben, eve] = server.players(["ann", "ben", "eve"]).await;
    let secret = json!({"kind": "paris-connection", "visibility": "private", "seats": 3,
        "invite": [{"player": "ben"}, {"bot": "random"}]});
    let game = ann.makes(secret).await;
    ben.joins(&game).await;
    let open = a_game_of("paris-connection", json!({}), &[&ann, &ben, &eve]).await;
    for (game, is_open) in [(&game, false), (&open, true)] {
        for rest in ["", "/log", "/board.txt", "/legal"] {
            let path = format!("/v1/games/{game}{rest}");
            let eye = |token| Eye {
                node: &server,
                token,
                path: path.clone(),
                kept: None,
            };
            let (anns, bens) = (eye(Some(&ann.token)), eye(Some(&ben.token)));
            let mine = anns.ask(None).await;
            assert_eq!(mine.status, 200, "{}", mine.text);
            let tag = mine.headers["etag"].to_str().unwrap();
            // From the other seat it is another answer, whoever has the tag of this one.
            let theirs = bens.ask(Some(tag)).await;
            let hides = says(&mine) != says(&bens.ask(None).await);
            assert_eq!(theirs.status, if hides { 200 } else { 304 }, "{path}");
            assert!(hides || !rest.is_empty(), "{path}");
            for stranger in [Some(&*eve.token), None] {
                let seen = eye(stranger).ask(Some(tag)).await;
                match is_open {
                    true if rest == "/legal" && stranger.is_some() => assert_eq!(seen.status, 200),
                    true if rest == "/legal" => drop(seen.problem(401, "not-signed-in")),
                    true => assert!(seen.status == 304 || seen.text != mine.text, "{path}"),
                    false if rest == "/legal" && stranger.is_none() => {
                        drop(seen.problem(401, "not-signed-in"));
                    }
                    false => drop(seen.problem(404, "not-found")),
                }
                let any = eye(stranger).ask(Some("*")).await;
                assert!(is_open || any.status == 404 || any.status == 401, "{path}");
            }
        }
    }
}
