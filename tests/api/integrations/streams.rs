//! Streams: which events they deliver, to whom, and when they end.

use std::cell::Cell;
use std::net::SocketAddr;
use std::time::Duration;

use accounts::sessions::sync_revocations;
use admin::acts::Act;
use admin::secrets::Secret;
use diesel_async::SimpleAsyncConnection;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use reqwest::Method;
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpSocket;
use turnpike::http::server::Bounds;

use crate::helpers::*;
use crate::proxy::{Mood, Proxy};
use crate::stream_client::*;
use crate::table::*;

/// The number of times that a client is disconnected.
const CUTS: usize = 100;

fn events_of(game: &str) -> String {
    format!("/v1/games/{game}/events")
}

/// Returns the entries of the log in these events, in order.
fn entries(events: &[Event]) -> Vec<Value> {
    let pages = events.iter().filter(|event| event.name == "log");
    let entries = pages.flat_map(|event| event.data["entries"].as_array().unwrap().clone());
    entries.collect()
}

/// Returns the messages of a room in these events, in order.
fn said(events: &[Event], room: &str) -> Vec<Value> {
    let pages = events
        .iter()
        .filter(|event| event.name == "chat" && event.data["room"] == room);
    let messages = pages.flat_map(|event| event.data["messages"].as_array().unwrap().clone());
    messages.collect()
}

/// Returns the states of games in these events, in order.
fn states(events: &[Event]) -> Vec<&Value> {
    let states = events.iter().filter(|event| event.name == "game");
    states.map(|event| &event.data).collect()
}

/// Starts a server whose streams send frequent heartbeats.
async fn lively(bound: impl FnOnce(&mut Bounds)) -> Server {
    let lively = |bounds: &mut Bounds| {
        bounds.streams.heartbeat = Duration::from_millis(100);
        bound(bounds);
    };
    server_bounded(fresh_database().await, |_| {}, |_| {}, lively).await
}

/// Lets streams look only after a hint.
fn only_after_hints(bounds: &mut Bounds) {
    bounds.streams.heartbeat = Duration::from_secs(3600);
}

/// Waits until a server has this number of streams.
async fn until_there_are(server: &Server, count: usize) {
    let waits = async {
        while server.app.listeners.count() != count {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    let waited = tokio::time::timeout(PATIENCE, waits).await;
    waited.unwrap_or_else(|_| panic!("{} streams", server.app.listeners.count()));
}

/// Listens at two nodes in turn, and is disconnected at some byte each time, until `done` accepts
/// the events and the number of disconnections.
async fn cut_again_and_again(
    nodes: [&Server; 2],
    path: &str,
    token: &str,
    first: &str,
    cuts: &Cell<usize>,
    done: impl Fn(&[Event]) -> bool,
) -> Vec<Event> {
    let mut luck = StdRng::seed_from_u64(70);
    let (mut heard, mut last) = (Vec::<Event>::new(), None::<String>);
    loop {
        let node = nodes[luck.random_range(0..2)];
        let path = match last {
            Some(_) => path.to_owned(),
            None => format!("{path}{first}"),
        };
        let ear = StreamClient::at(node, &path, Some(token), last.as_deref()).await;
        // Now and then before the first event, in the middle of one, or after some.
        let events = ear.cut_after(luck.random_range(0..6_000)).await;
        last = events.last().map(|event| event.id.clone()).or(last);
        heard.extend(events);
        cuts.set(cuts.get() + 1);
        if cuts.get() >= CUTS && done(&heard) {
            return heard;
        }
    }
}

#[tokio::test]
async fn game_stream_cut_100_times_delivers_each_event_once_in_order() {
    let one = server().await;
    let two = server_on(one.database.clone()).await;
    let [ann, ben] = one.two_players().await;
    let (ann_too, ben_too) = (ann.at(&two), ben.at(&two));
    let game = thats_life(&[&ann, &ben]).await;
    let cuts = Cell::new(0);
    let plays = async {
        for round in 0.. {
            // No faster than the client is cut, so that the game goes on meanwhile.
            while cuts.get() < round {
                tokio::time::sleep(Duration::from_millis(2)).await;
            }
            let players = match round % 2 {
                0 => [&ann, &ben_too],
                _ => [&ann_too, &ben],
            };
            if round % 3 == 0 {
                players[round % 2]
                    .says(&game, &format!("Round {round}"))
                    .await;
            }
            if play_on(&players, &game, 1).await.is_empty() {
                break;
            }
        }
    };
    let is_over = |heard: &[Event]| {
        let is_over = states(heard)
            .last()
            .is_some_and(|it| it["status"] == "finished");
        let played = entries(heard).len() as u64;
        is_over && states(heard).last().unwrap()["ply"] == played
    };
    let path = events_of(&game);
    let listens = cut_again_and_again(
        [&one, &two],
        &path,
        &ann.token,
        "?since=0&after=0",
        &cuts,
        is_over,
    );
    let ((), mut heard) = tokio::join!(plays, listens);
    let log = ann.get(&format!("/v1/games/{game}/log?since=0")).await.ok();
    let chat = ann
        .get(&format!("/v1/games/{game}/chat?after=0&limit=200"))
        .await
        .ok();
    // The last messages may come after the end of the game.
    let last = heard.last().unwrap().id.clone();
    let mut rest = StreamClient::at(&one, &path, Some(&ann.token), Some(&last)).await;
    while said(&heard, "table").len() < chat["messages"].as_array().unwrap().len() {
        heard.push(rest.next().await.unwrap());
    }
    heard.extend(rest.cut_after(usize::MAX).await);

    let numbers = |entries: &[Value]| -> Vec<(Value, Value)> {
        let entries = entries.iter();
        entries
            .map(|it| (it["n"].clone(), it["hash"].clone()))
            .collect()
    };
    assert_eq!(
        numbers(&entries(&heard)),
        numbers(log["entries"].as_array().unwrap())
    );
    assert_eq!(json!(said(&heard, "table")), chat["messages"]);
    let states = states(&heard);
    assert!(states.windows(2).all(|two| two[0] != two[1]));
    let seen = ann.sees(&game).await;
    for member in ["status", "ply", "to_act", "result", "seats"] {
        assert_eq!(states.last().unwrap()[member], seen[member], "{member}");
    }
    println!(
        "cut {} times: {} entries, {} messages, {} states, each once and in order",
        cuts.get(),
        entries(&heard).len(),
        said(&heard, "table").len(),
        states.len()
    );
}

#[tokio::test]
async fn player_stream_cut_100_times_delivers_the_state_of_each_game() {
    let one = server().await;
    let two = server_on(one.database.clone()).await;
    let [ann, ben] = one.two_players().await;
    let ben_too = ben.at(&two);
    let mut games = Vec::new();
    for _ in 0..3 {
        games.push(thats_life(&[&ann, &ben]).await);
    }
    let cuts = Cell::new(0);
    let plays = async {
        for round in 0..CUTS {
            while cuts.get() < round {
                tokio::time::sleep(Duration::from_millis(2)).await;
            }
            let game = &games[round % 3];
            if round % 5 == 0 {
                ben_too.says(game, "Your turn?").await;
            }
            play_on(&[&ann, &ben_too], game, 1).await;
        }
        games.push(thats_life(&[&ann, &ben]).await);
        let mut ends = Vec::new();
        for game in &games {
            ends.push(ann.sees(game).await);
        }
        ends
    };
    let newest = |heard: &[Event], id: &str| {
        let states = states(heard).into_iter().rev();
        states.into_iter().find(|it| it["id"] == id).cloned()
    };
    let path = "/v1/me/events";
    let is_done = |heard: &[Event]| {
        let mut lists = heard.iter().filter(|event| event.name == "games");
        let has_four = lists
            .next_back()
            .is_some_and(|it| it.data["games"].as_array().unwrap().len() == 4);
        has_four && heard.last().is_some_and(|event| event.name == "game")
    };
    let listens = cut_again_and_again([&one, &two], path, &ann.token, "", &cuts, is_done);
    let (ends, mut heard) = tokio::join!(plays, listens);
    let mut messages = Vec::new();
    for end in &ends {
        let chat = format!("/v1/games/{}/chat?limit=1", end["id"].as_str().unwrap());
        let chat = ann.get(&chat).await.ok();
        messages.push(chat["messages"][0]["n"].as_i64().unwrap_or(0));
    }
    let is_current = |heard: &[Event]| {
        ends.iter().zip(&messages).all(|(end, said)| {
            newest(heard, end["id"].as_str().unwrap())
                .is_some_and(|it| it["ply"] == end["ply"] && it["last_messages"]["table"] == *said)
        })
    };
    let last = heard.last().unwrap().id.clone();
    let mut rest = StreamClient::at(&two, path, Some(&ann.token), Some(&last)).await;
    while !is_current(&heard) {
        heard.push(rest.next().await.unwrap());
    }
    heard.extend(rest.cut_after(usize::MAX).await);
    for (end, said) in ends.iter().zip(&messages) {
        let id = end["id"].as_str().unwrap();
        let told: Vec<&Value> = states(&heard)
            .into_iter()
            .filter(|it| it["id"] == id)
            .collect();
        assert!(told.windows(2).all(|two| two[0] != two[1]), "{told:?}");
        assert!(told.is_sorted_by_key(|it| it["ply"].as_u64()), "{told:?}");
        let newest = newest(&heard, id).unwrap();
        assert_eq!(
            (&newest["ply"], &newest["status"]),
            (&end["ply"], &end["status"])
        );
        let waits = end["to_act"].as_array().unwrap().contains(&end["seat"]);
        assert_eq!(newest["my_turn"], waits, "{newest}");
        assert_eq!(
            newest["last_messages"],
            json!({"table": said, "spectators": 0})
        );
    }
    println!("cut {} times: {} states", cuts.get(), states(&heard).len());
}

#[tokio::test]
async fn stream_resumed_after_a_restore_delivers_new_chat() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = thats_life(&[&ann, &ben]).await;
    ben.says(&game, "before").await;
    // The client has heard messages 2 to 9, which the restored database does not have.
    let mut ear = StreamClient::at(
        &server,
        &events_of(&game),
        Some(&ann.token),
        Some("0.9.0.-"),
    )
    .await;
    ear.until(|event| event.name == "game").await;
    ben.says(&game, "after").await;
    let heard = ear.until(|event| event.name == "chat").await;
    let said = said(&heard, "table");
    assert_eq!(said[0]["text"], "after", "{said:?}");
}

#[tokio::test]
async fn stream_shows_each_viewer_what_their_log_shows() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = a_game_of("flip-freighters", json!({}), &[&ann, &ben]).await;
    let path = events_of(&game);
    let viewers = [Some(&*ann.token), Some(&*ben.token), None];
    let mut ears = Vec::new();
    for token in viewers {
        ears.push(StreamClient::at(&server, &format!("{path}?since=0"), token, None).await);
    }
    // Ann has done with her day, and what she loaded is sealed for the others.
    let legal = ann.may_play(&game).await;
    ann.sends(&game, &legal["seq"], json!([legal["moves"][0]]))
        .await
        .ok();
    ann.plays(&game, "done").await;
    let log = format!("/v1/games/{game}/log?since=0");
    let mut told = Vec::new();
    for (token, ear) in viewers.into_iter().zip(&mut ears) {
        let heard = ear
            .until(|event| event.name == "game" && event.data["ply"] == 2)
            .await;
        let shown = server.send(Method::GET, &log, token, None).await.ok();
        assert_eq!(json!(entries(&heard)), shown["entries"]);
        told.push(entries(&heard));
    }
    assert_eq!(told[1], told[2]);
    assert!(
        told[0][0]["move"].is_object() && told[1][0]["sealed"] == true,
        "{told:?}"
    );
    // A later subscriber gets the same events.
    let path = format!("{path}?since=0");
    let mut late = StreamClient::at(&server, &path, Some(&ben.token), None).await;
    let heard = late.until(|event| event.name == "game").await;
    assert_eq!(entries(&heard), told[1]);
}

#[tokio::test]
async fn streams_report_invitations_and_other_changes_that_are_not_moves() {
    let server = server_bounded(fresh_database().await, |_| {}, |_| {}, only_after_hints).await;
    let [ann, ben, cleo] = server.players(["ann", "ben", "cleo"]).await;
    let pace = json!({"days_per_move": 3});
    let game = ann
        .makes(json!({"kind": "thats-life", "seats": 2, "pace": pace}))
        .await;
    let mut watches = StreamClient::at(&server, &events_of(&game), Some(&cleo.token), None).await;
    let mut own = StreamClient::at(&server, "/v1/me/events", Some(&ben.token), None).await;
    let open = watches.until(|it| it.name == "game").await;
    assert_eq!(open[0].data["status"], "open");
    own.until(|it| it.data["games"] == json!([])).await;
    ann.post(
        &format!("/v1/games/{game}/invitations"),
        json!({"player": "ben"}),
    )
    .await
    .ok();
    let asked = own.until(|it| it.name == "game").await;
    assert_eq!(asked.last().unwrap().data["invited"], true);
    watches
        .until(|it| it.data["seats"][1]["invited"] == "ben")
        .await;
    ben.joins(&game).await;
    let begun = watches
        .until(|it| it.name == "game" && it.data["status"] == "running")
        .await;
    assert_eq!(begun[0].name, "log");
    assert!(begun[0].data["setup"].is_array() && entries(&begun).is_empty());
    let sits = own
        .until(|it| it.name == "game" && it.data["status"] == "running")
        .await;
    assert_eq!(sits.last().unwrap().data["seat"], 1);
    // An extension is not an entry of the log.
    let deadline = begun.last().unwrap().data["seats"][0]["clock"]["deadline"].clone();
    let extension = format!("/v1/games/{game}/seats/0/extension");
    ben.post(&extension, json!({"days": 2})).await.ok();
    let later = watches.until(|it| it.name == "game").await;
    assert_ne!(later[0].data["seats"][0]["clock"]["deadline"], deadline);
    // Orders are private.
    ben.put(
        &format!("/v1/games/{game}/orders"),
        json!({"play_forced_moves": true}),
    )
    .await
    .ok();
    ben.says(&game, "Hello").await;
    ann.plays(&game, "leave").await;
    let over = watches.until(|it| it.data["status"] == "finished").await;
    assert_eq!(over.len(), 2, "{over:?}");
    ann.post(&format!("/v1/games/{game}/rematch"), json!({}))
        .await
        .ok();
    let again = watches.until(|it| it.name == "game").await;
    assert!(again.last().unwrap().data["rematch"].is_string());
}

#[tokio::test]
async fn streams_report_players_who_leave_before_the_game() {
    let server = server_bounded(fresh_database().await, |_| {}, |_| {}, only_after_hints).await;
    let [ann, ben, cleo] = server.players(["ann", "ben", "cleo"]).await;
    let game = ann.makes(json!({"kind": "thats-life", "seats": 3})).await;
    let mut watches = StreamClient::at(&server, &events_of(&game), Some(&cleo.token), None).await;
    watches.until(|it| it.name == "game").await;
    let mut own = StreamClient::at(&server, "/v1/me/events", Some(&ben.token), None).await;
    own.until(|it| it.data["games"] == json!([])).await;
    let seat = format!("/v1/games/{game}/seats/1");
    ben.joins(&game).await;
    watches
        .until(|it| it.data["seats"][1]["player"] == "ben")
        .await;
    own.until(|it| it.data["seat"] == 1).await;
    ann.delete(&seat).await.ok();
    watches
        .until(|it| it.data["seats"][1]["player"].is_null())
        .await;
    own.until(|it| it.data["games"] == json!([])).await;
    let invitation = json!({"player": "ben"});
    ann.post(&format!("/v1/games/{game}/invitations"), invitation)
        .await
        .ok();
    own.until(|it| it.data["invited"] == true).await;
    // A stream that looked only after the block would see no change.
    watches
        .until(|it| !it.data["seats"][1]["invited"].is_null())
        .await;
    ann.put("/v1/me/blocked/ben", json!({})).await;
    watches
        .until(|it| it.data["seats"][1]["invited"].is_null())
        .await;
    own.until(|it| it.data["games"] == json!([])).await;
    let player = "ann".to_owned();
    server.operator_does(Act::Suspend { player }).await.unwrap();
    watches.until(|it| it.data["status"] == "cancelled").await;
}

#[tokio::test]
async fn stream_reports_pause_and_name_of_a_running_game() {
    let server = server_bounded(fresh_database().await, |_| {}, |_| {}, only_after_hints).await;
    let [ann, ben] = server.two_players().await;
    let game = thats_life(&[&ann, &ben]).await;
    let mut watches = StreamClient::at(&server, &events_of(&game), Some(&ben.token), None).await;
    watches.until(|it| it.name == "game").await;
    let pause = Act::Pause { game: game.clone() };
    server.operator_does(pause).await.unwrap();
    watches.until(|it| it.data["paused_at"].is_string()).await;
    let resume = Act::Resume { game };
    server.operator_does(resume).await.unwrap();
    watches
        .until(|it| it.name == "game" && it.data["paused_at"].is_null())
        .await;
    let (player, to) = ("ann".to_owned(), "annette".to_owned());
    let rename = Act::Rename { player, to };
    server.operator_does(rename).await.unwrap();
    watches
        .until(|it| it.data["seats"][0]["player"] == "annette")
        .await;
}

#[tokio::test]
async fn chat_with_an_idempotency_key_wakes_streams_after_the_commit() {
    let server = server_bounded(fresh_database().await, |_| {}, |_| {}, only_after_hints).await;
    let [ann, ben] = server.two_players().await;
    let game = thats_life(&[&ann, &ben]).await;
    let mut ear = StreamClient::at(&server, &events_of(&game), Some(&ben.token), None).await;
    ear.until(|it| it.name == "game").await;
    for text in ["good luck", "and have fun"] {
        let body = json!({"id": text.len().to_string(), "text": text});
        let request = server
            .request(Method::POST, &format!("/v1/games/{game}/chat"))
            .bearer_auth(&ann.token)
            .header(
                "Idempotency-Key",
                format!("key-of-this-message-{}", text.len()),
            )
            .json(&body);
        answer(request).await.ok();
        let last = ear.until(|it| it.name == "chat").await.pop().unwrap();
        assert_eq!(last.data["messages"][0]["text"], text);
    }
}

#[tokio::test]
async fn stream_of_an_inaccessible_game_returns_404() {
    let server = lively(|_| {}).await;
    let [ann, ben, cleo] = server.players(["ann", "ben", "cleo"]).await;
    let game = json!({"kind": "thats-life", "seats": 2, "visibility": "private", "invite": [{"player": "ben"}]});
    let game = ann.makes(game).await;
    let path = events_of(&game);
    for token in [None, Some(&*cleo.token)] {
        server
            .send(Method::GET, &path, token, None)
            .await
            .problem(404, "not-found");
    }
    server
        .send(Method::GET, "/v1/me/events", None, None)
        .await
        .problem(401, "not-signed-in");
    let nothing = events_of("Xk3mPq7RtZ2");
    ann.get(&nothing).await.problem(404, "not-found");
    for id in ["x", "1.2.3", "AAAAAAAA"] {
        let request = server.request(Method::GET, &path).bearer_auth(&ann.token);
        let asked = answer(request.header("Last-Event-ID", id)).await;
        asked.problem(400, "invalid-request");
    }
    // A player who declines an invitation is no longer involved.
    let mut invited = StreamClient::at(&server, &path, Some(&ben.token), None).await;
    invited.until(|it| it.name == "game").await;
    let mut own = StreamClient::at(&server, "/v1/me/events", Some(&ben.token), None).await;
    own.until(|it| it.data["invited"] == true).await;
    ben.delete(&format!("/v1/games/{game}/seats/me")).await.ok();
    invited.ends().await;
    own.until(|it| it.data["games"] == json!([])).await;
}

#[tokio::test]
async fn chat_wakes_streams_with_postgres_messages_turned_off() {
    let database = fresh_database().await;
    let quiet = "DO $$ BEGIN EXECUTE format(
        'ALTER DATABASE %I SET client_min_messages = error', current_database()); END $$";
    let mut owner = superuser(&database).await;
    owner.batch_execute(quiet).await.unwrap();
    let server = server_bounded(database, |_| {}, |_| {}, only_after_hints).await;
    let other = server_bounded(server.database.clone(), |_| {}, |_| {}, only_after_hints).await;
    let [ann, ben] = server.two_players().await;
    let game = thats_life(&[&ann, &ben]).await;
    for server in [&server, &other] {
        let mut ear = StreamClient::at(server, &events_of(&game), Some(&ben.token), None).await;
        ear.until(|it| it.name == "game").await;
        // All look once when hints begin to arrive.
        for text in ["good luck", "and have fun"] {
            ann.says(&game, text).await;
            let last = ear.until(|it| it.name == "chat").await.pop().unwrap();
            assert_eq!(last.data["messages"][0]["text"], text);
        }
    }
}

#[tokio::test]
async fn stream_delivers_chat_only_to_viewers_who_may_read_it() {
    let server = server().await;
    let [ann, ben, cleo, dan] = server.players(["ann", "ben", "cleo", "dan"]).await;
    let game = thats_life(&[&ann, &ben]).await;
    let path = format!("{}?after=0", events_of(&game));
    ben.avoids("muted", "ann").await;
    cleo.avoids("blocked", "dan").await;
    let listens = async |token: Option<&str>| StreamClient::at(&server, &path, token, None).await;
    let reads = ann.token_for(&["games:read"]).await;
    let hears = ann.token_for(&["games:read", "chat"]).await;
    let mut ears = Vec::new();
    for token in [
        Some(&*ann.token),
        Some(&*ben.token),
        Some(&*cleo.token),
        None,
        Some(&*reads),
        Some(&*hears),
    ] {
        ears.push(listens(token).await);
    }
    ann.says(&game, "from ann").await;
    ben.says(&game, "from ben").await;
    let chat = format!("/v1/games/{game}/chat");
    for (player, text) in [(&dan, "from dan"), (&cleo, "from cleo")] {
        player
            .post(&chat, json!({"text": text, "room": "spectators"}))
            .await
            .ok();
    }
    ann.plays(&game, "roll").await;
    let texts = |events: &[Event]| -> Vec<String> {
        let rooms = ["table", "spectators"]
            .into_iter()
            .flat_map(|room| said(events, room));
        rooms
            .map(|it| it["text"].as_str().unwrap().to_owned())
            .collect()
    };
    let expected: [&[&str]; 6] = [
        &["from ann", "from ben"],
        &["from ben"],
        &["from cleo"],
        &[],
        &[],
        &["from ann", "from ben"],
    ];
    for (ear, expected) in ears.iter_mut().zip(expected) {
        let mut heard = ear
            .until(|it| it.name == "game" && it.data["ply"] == 1)
            .await;
        while texts(&heard).len() < expected.len() {
            heard.push(ear.next().await.unwrap());
        }
        assert_eq!(texts(&heard), expected);
    }
    // Nothing of that counts as seen.
    let seen = ben.get(&format!("{chat}?limit=200")).await.ok();
    assert_eq!(seen["messages"].as_array().unwrap().len(), 1);
    // After the game, the players also read the spectators' messages.
    ben.plays(&game, "leave").await;
    let mut heard = Vec::new();
    while texts(&heard).len() < 2 {
        heard.push(ears[0].next().await.unwrap());
    }
    assert_eq!(texts(&heard), ["from dan", "from cleo"]);
}

#[tokio::test]
async fn stream_ends_when_the_authorization_of_its_reader_ends() {
    let server = lively(|_| {}).await;
    let [ann, ben, cleo, dan] = server.players(["ann", "ben", "cleo", "dan"]).await;
    let game = thats_life(&[&ann, &ben]).await;
    let path = events_of(&game);
    let listens = async |token: &str| {
        let mut ears = Vec::new();
        for path in [&*path, "/v1/me/events"] {
            let mut ear = StreamClient::at(&server, path, Some(token), None).await;
            ear.next().await.unwrap();
            ears.push(ear);
        }
        ears
    };
    let end = async |ears: Vec<StreamClient>| {
        for ear in ears {
            ear.ends().await;
        }
    };
    // The token of a program is revoked.
    let token = ann.token_for(&["games:read"]).await;
    let ears = listens(&token).await;
    let listed = ann.get("/v1/me/tokens").await.ok();
    let id = listed["tokens"][0]["id"].as_str().unwrap();
    ann.delete(&format!("/v1/me/tokens/{id}")).await.ok();
    end(ears).await;
    // A session is ended.
    let ears = listens(&ben.token).await;
    ben.delete("/v1/sessions").await.ok();
    end(ears).await;
    // A player is suspended.
    let ears = listens(&cleo.token).await;
    let player = "cleo".to_owned();
    server.operator_does(Act::Suspend { player }).await.unwrap();
    sync_revocations(&server.app).await.unwrap();
    end(ears).await;
    // An account is deleted.
    let ears = listens(&dan.token).await;
    let password = json!({"password": PASSWORD});
    let gone = server.send(Method::DELETE, "/v1/me", Some(&dan.token), Some(&password));
    gone.await.ok();
    end(ears).await;
    // An access token expires.
    let ears = listens(&ann.token).await;
    server.app.clock.forward(chrono::TimeDelta::minutes(16));
    end(ears).await;
    until_there_are(&server, 0).await;
}

#[tokio::test]
async fn streams_end_when_the_access_token_secret_is_rotated() {
    let server = lively(|_| {}).await;
    let [ann, ben] = server.two_players().await;
    let game = thats_life(&[&ann, &ben]).await;
    let of_game = events_of(&game);
    let mut ears = Vec::new();
    for path in [&*of_game, "/v1/me/events"] {
        let mut ear = StreamClient::at(&server, path, Some(&ann.token), None).await;
        ear.next().await.unwrap();
        ears.push(ear);
    }
    server.rotates(&[Secret::AccessTokens]).await;
    for ear in ears {
        ear.ends().await;
    }
}

#[tokio::test]
async fn streams_are_limited_per_player_per_client_and_in_total() {
    let server = lively(|bounds| {
        bounds.streams.most.per_player = 2;
        bounds.streams.most.per_client = 4;
        bounds.streams.most.all = 3;
    })
    .await;
    let [ann, ben] = server.two_players().await;
    let own =
        async |token: &str| StreamClient::at(&server, "/v1/me/events", Some(token), None).await;
    let one = own(&ann.token).await;
    let _two = own(&ann.token).await;
    let refused = ann.get("/v1/me/events").await;
    assert_eq!(refused.headers["retry-after"], "20");
    refused.problem(429, "rate-limited");
    let _three = own(&ben.token).await;
    ben.get("/v1/me/events").await.problem(503, "unavailable");
    drop(one);
    until_there_are(&server, 2).await;
    let _four = own(&ann.token).await;

    let game = ann.makes(json!({"kind": "thats-life"})).await;
    let few = |bounds: &mut Bounds| bounds.streams.most.per_client = 1;
    let other = server_bounded(server.database.clone(), |_| {}, |_| {}, few).await;
    let _one = StreamClient::at(&other, &events_of(&game), None, None).await;
    let refused = other.send(Method::GET, &events_of(&game), None, None).await;
    refused.problem(429, "rate-limited");
}

#[tokio::test]
async fn stream_sends_heartbeats_and_is_not_cached() {
    // Its connection is as idle as one may be.
    let server = lively(|bounds| bounds.idle = Duration::from_millis(600)).await;
    let ann = server.player("ann").await;
    let game = ann.makes(json!({"kind": "thats-life"})).await;
    let request = server
        .request(Method::GET, &events_of(&game))
        .header("Accept-Encoding", "gzip");
    let head = request.send().await.unwrap();
    let header = |name: &str| head.headers().get(name).map(|it| it.to_str().unwrap());
    assert_eq!(header("content-type"), Some("text/event-stream"));
    assert_eq!(header("cache-control"), Some("no-store"));
    assert_eq!(header("x-accel-buffering"), Some("no"));
    assert_ne!(header("content-encoding"), Some("gzip"));
    drop(head);
    let mut ear = StreamClient::at(&server, &events_of(&game), None, None).await;
    ear.until(|it| it.name == "game").await;
    // Longer than that.
    ear.lives(15).await;
    ann.delete(&format!("/v1/games/{game}")).await.ok();
    ear.until(|it| it.data["status"] == "cancelled").await;
}

#[tokio::test]
async fn stalled_reader_is_disconnected_and_others_read_on() {
    let server = lively(|bounds| bounds.stall = Duration::from_millis(500)).await;
    let [ann, ben] = server.two_players().await;
    let game = thats_life(&[&ann, &ben]).await;
    ann.says(&game, "x").await;
    // Much more than lies in the buffers of a connection.
    let many = format!(
        "INSERT INTO messages (game_id, n, room, author_id, client_key, said, at)
         SELECT game_id, n + i, room, author_id, 'many-' || i, repeat('x', 1000), at
         FROM messages, generate_series(1, 20000) AS i WHERE game_id = '{game}'"
    );
    superuser(&server.database)
        .await
        .batch_execute(&many)
        .await
        .unwrap();
    let to: SocketAddr = server
        .address
        .strip_prefix("http://")
        .unwrap()
        .parse()
        .unwrap();
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    let mut stream = socket.connect(to).await.unwrap();
    let ask = format!(
        "GET {}?after=0 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {}\r\n\r\n",
        events_of(&game),
        ann.token
    );
    stream.write_all(ask.as_bytes()).await.unwrap();
    // The answer begins.
    stream.readable().await.unwrap();
    until_there_are(&server, 0).await;
    // A reader that a busy machine delays is not disconnected by a server with the usual limits.
    let other = server_on(server.database.clone()).await;
    let path = format!("{}?after=0", events_of(&game));
    let mut ear = StreamClient::at(&other, &path, Some(&ann.token), None).await;
    let mut last = 0;
    while last < 20_001 {
        let event = ear.next().await.unwrap();
        for message in said(&[event], "table") {
            assert_eq!(message["n"], last + 1);
            last += 1;
        }
    }
}

#[tokio::test]
async fn stopping_server_ends_its_streams_at_once() {
    let server = server().await;
    let ann = server.player("ann").await;
    let game = ann.makes(json!({"kind": "thats-life"})).await;
    let mut ears = Vec::new();
    for path in [&*events_of(&game), "/v1/me/events"] {
        let mut ear = StreamClient::at(&server, path, Some(&ann.token), None).await;
        ear.next().await.unwrap();
        ears.push(ear);
    }
    let began = std::time::Instant::now();
    server.stops().await;
    // The server waits twenty seconds for requests that do not end.
    assert!(
        began.elapsed() < Duration::from_secs(10),
        "{:?}",
        began.elapsed()
    );
    for ear in ears {
        ear.ends().await;
    }
}

#[tokio::test]
async fn streams_catch_up_after_a_database_outage() {
    let database = fresh_database().await;
    let proxy = Proxy::before(&database, Mood::Forward).await;
    let mut away = server_with(proxy.url(&database), |_| {}, |_| {}).await;
    away.database = database.clone();
    let here = server_on(database).await;
    let [ann, ben] = here.two_players().await;
    let game = thats_life(&[&ann, &ben]).await;
    let path = format!("{}?since=0&after=0", events_of(&game));
    let mut ear = StreamClient::at(&away, &path, Some(&ann.token), None).await;
    let mut own = StreamClient::at(&away, "/v1/me/events", Some(&ann.token), None).await;
    let mut heard = ear.until(|it| it.name == "game").await;
    own.until(|it| it.name == "game").await;
    let played = |ply: usize| move |it: &Event| it.name == "game" && it.data["ply"] == ply;
    play_on(&[&ann, &ben], &game, 5).await;
    heard.extend(ear.until(played(5)).await);
    for round in 1..3 {
        // Hanging connections are detected, including new ones.
        proxy.turns(Mood::Swallow);
        ben.says(&game, "Are you there?").await;
        play_on(&[&ann, &ben], &game, 5).await;
        tokio::time::sleep(Duration::from_millis(300)).await;
        proxy.turns(Mood::Forward);
        let ply = 5 * (round + 1);
        heard.extend(ear.until(played(ply)).await);
        own.until(played(ply)).await;
    }
    while said(&heard, "table").len() < 2 {
        heard.push(ear.next().await.unwrap());
    }
    let log = ann.get(&format!("/v1/games/{game}/log?since=0")).await.ok();
    assert_eq!(json!(entries(&heard)), log["entries"]);
}
