//! Streams, and how they resume.

use std::time::Duration;

use futures_util::StreamExt;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpListener,
    sync::mpsc,
    time::{sleep, timeout},
};
use turnpike_client::{
    EventStream, Options, StreamEvent, StreamOptions, Turnpike,
    api::{GameStreamEvent, PlayerStreamEvent, PlayerStreamEventGame, ProblemCode},
};

use crate::helpers::{Proxy, TIME_LIMIT, in_words, new_game, player, server};

/// Returns the next event of a stream. Fails if none arrives in time.
async fn next<E>(events: &mut EventStream<E>) -> StreamEvent<E> {
    timeout(TIME_LIMIT, events.next())
        .await
        .expect("an event in time")
        .expect("a stream")
        .expect("no refusal")
}

/// Returns the numbers of the next entries.
async fn next_plies(events: &mut EventStream<GameStreamEvent>) -> (String, Vec<i64>) {
    loop {
        let next = next(events).await;
        if let GameStreamEvent::GameStreamEventLog(log) = next.event {
            return (next.id, log.data.entries.iter().map(|it| it.n).collect());
        }
    }
}

/// Plays a legal move.
async fn play(turnpike: &Turnpike, game: &str) {
    let legal = turnpike
        .api
        .list_legal_moves(game)
        .await
        .expect("an answer");
    turnpike
        .api
        .play_moves(game, in_words(legal.seq, &legal.texts[0]))
        .await
        .expect("an answer");
}

#[tokio::test]
async fn player_stream_reports_whose_turn_it_is() {
    let turnpike = player(&server()).await;
    let mut events = turnpike.my_events(None);
    let PlayerStreamEvent::PlayerStreamEventGames(none) = next(&mut events).await.event else {
        panic!("no list")
    };
    assert!(none.data.games.is_empty());
    let game = new_game(&turnpike).await.unwrap();
    loop {
        if let PlayerStreamEvent::PlayerStreamEventGame(PlayerStreamEventGame { data, .. }) =
            next(&mut events).await.event
        {
            assert_eq!((data.id, data.seat, data.my_turn), (game, Some(0), true));
            break;
        }
    }
}

#[tokio::test]
async fn cut_stream_resumes_with_each_entry_once() {
    let proxy = Proxy::start().await;
    let turnpike = player(&proxy.url).await;
    let game = new_game(&turnpike).await.unwrap();
    let mut events = turnpike.game_events(
        &game,
        StreamOptions {
            since: Some(0),
            ..StreamOptions::default()
        },
    );
    play(&turnpike, &game).await;
    let (_, mut plies) = next_plies(&mut events).await;
    proxy.cut_all();
    play(&turnpike, &game).await;
    let known = turnpike.api.get_log(&game, None, None).await.unwrap();
    while plies.len() < known.entries.len() {
        plies.extend(next_plies(&mut events).await.1);
    }
    assert!(
        plies.is_sorted_by(|one, next| one + 1 == *next),
        "{plies:?}"
    );
    let heads = proxy.heads(&format!("GET /v1/games/{game}/events?since=0 "));
    let is_later = |head: &String| head.contains("\r\nlast-event-id: ");
    assert!(!heads[0].contains("last-event-id: "));
    // The client retries while the server is busy.
    assert!(heads.len() > 1 && heads[1..].iter().all(is_later));
}

#[tokio::test]
async fn new_stream_resumes_after_an_event_id() {
    let turnpike = player(&server()).await;
    let game = new_game(&turnpike).await.unwrap();
    let options = StreamOptions {
        since: Some(0),
        ..StreamOptions::default()
    };
    play(&turnpike, &game).await;
    let (id, plies) = next_plies(&mut turnpike.game_events(&game, options)).await;
    play(&turnpike, &game).await;
    let options = StreamOptions {
        last_event_id: Some(id),
        ..StreamOptions::default()
    };
    let (_, later) = next_plies(&mut turnpike.game_events(&game, options)).await;
    assert_eq!(later.first(), plies.last().map(|last| last + 1).as_ref());
}

#[tokio::test]
async fn rejected_request_ends_the_stream() {
    let turnpike = player(&server()).await;
    let mut events = turnpike.game_events("nogame", StreamOptions::default());
    let refused = events.next().await.unwrap().unwrap_err();
    assert_eq!(refused.code(), Some(&ProblemCode::NotFound));
    assert!(events.next().await.is_none());
}

/// How long a stream may be silent.
const STREAM_TIMEOUT: Duration = Duration::from_secs(6);

/// How long the server of [`says`] waits after each text. Four pauses are longer than
/// [`STREAM_TIMEOUT`].
const PAUSE: Duration = Duration::from_secs(2);

/// Starts a server that sends these texts to each connection in turn, and then is silent or hangs
/// up. Returns its address, and the head of each request.
async fn says(
    hangs_up: bool,
    texts: &'static [&'static [&'static str]],
) -> (String, mpsc::UnboundedReceiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    let (asked, heads) = mpsc::unbounded_channel();
    tokio::spawn(async move {
        let mut open = Vec::new();
        for texts in texts {
            let (mut connection, _) = listener.accept().await.expect("a connection");
            let mut head = vec![0; 65536];
            let length = connection.read(&mut head).await.expect("a request");
            asked
                .send(String::from_utf8_lossy(&head[..length]).into())
                .expect("a test that waits");
            let head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n";
            for text in [&[head], *texts].concat() {
                connection
                    .write_all(text.as_bytes())
                    .await
                    .expect("a reader");
                sleep(PAUSE).await;
            }
            open.extend((!hangs_up).then_some(connection));
        }
        std::future::pending::<()>().await;
    });
    (url, heads)
}

fn listening(url: &str) -> Turnpike {
    let options = Options {
        stream_timeout: STREAM_TIMEOUT,
        ..Options::default()
    };
    Turnpike::new(url, &options).expect("a client")
}

const BEAT: &str = ":\n\n";
const ONE: &str = "retry: 10\n\nid: one\nevent: games\ndata: {\"games\":[]}\n\n";
const TWO: &str = "id: two\nevent: games\ndata: {\"games\":[]}\n\n";
const CUT: &str = "id: two\nevent: games\ndata: {\"ga";
const NEW: &str = "id: new\nevent: of_a_newer_server\ndata: {}\n\n";
const THREE: &str = "id: three\nevent: games\ndata: {\"games\":[],\"of_a_newer_server\":1}\n\n";

#[tokio::test]
async fn stream_reconnects_after_silence_but_not_between_heartbeats() {
    let (url, mut heads) = says(false, &[&[ONE, BEAT, BEAT, BEAT, TWO], &[NEW, THREE]]).await;
    let mut events = listening(&url).my_events(None);
    let ids = [next(&mut events).await.id, next(&mut events).await.id];
    assert_eq!(ids, ["one", "two"]);
    assert!(!heads.recv().await.unwrap().contains("last-event-id: "));
    // The silence lasts too long, so the client reconnects.
    assert_eq!(next(&mut events).await.id, "three");
    assert!(
        heads
            .recv()
            .await
            .unwrap()
            .contains("\r\nlast-event-id: two\r\n")
    );
}

#[tokio::test]
async fn truncated_event_is_delivered_by_the_next_connection() {
    let (url, mut heads) = says(true, &[&[ONE, CUT], &[TWO]]).await;
    let mut events = listening(&url).my_events(Some("zero".into()));
    assert_eq!(next(&mut events).await.id, "one");
    assert_eq!(next(&mut events).await.id, "two");
    assert!(
        heads
            .recv()
            .await
            .unwrap()
            .contains("\r\nlast-event-id: zero\r\n")
    );
    assert!(
        heads
            .recv()
            .await
            .unwrap()
            .contains("\r\nlast-event-id: one\r\n")
    );
}
