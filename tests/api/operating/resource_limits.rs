//! Limits on what one client costs the others: replays of whole games, permits, rate limits, slow
//! requests and connections. Also the security headers and the separate listener for metrics.

use std::io::ErrorKind;
use std::net::SocketAddr;
use std::time::Duration;

use ::games::KINDS;
use accounts::limits::{Limits, Quotas};
use base::permits::PermitPool;
use diesel_async::SimpleAsyncConnection;
use futures_util::StreamExt;
use futures_util::future::join_all;
use futures_util::stream::FuturesUnordered;
use letters::mailer::deliver_due;
use reqwest::Method;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use turnpike::http::server::Bounds;

use crate::database_helpers::few;
use crate::helpers::*;
use crate::table::*;

/// The longest time for something that only needs time.
const PATIENCE: Duration = Duration::from_secs(300);

/// Makes the start of a log unreadable, so that its replay fails.
async fn spoil_the_beginning(server: &Server, game: &str) {
    superuser(&server.database)
        .await
        .batch_execute(&format!(
            "SET session_replication_role = replica;
             UPDATE entries SET \"move\" = '{{\"type\": \"spoiled\"}}'
             WHERE game_id = '{game}' AND n BETWEEN 3 AND 5;"
        ))
        .await
        .unwrap();
}

/// A game that goes the same way each time, some entries long, with the answers to them.
async fn a_long_game<'a>(players: &[&'a Player<'a>]) -> (String, Vec<Done<'a>>) {
    const ID: &str = "Gx3kPq7LmZ2";
    let ann = players[0];
    let game = json!({"kind": "thats-life", "seats": players.len(), "seed": "07".repeat(32),
        "entropy": ann.luck()});
    let game = ann.makes(game).await;
    ann.server.renames(&game, ID).await;
    for player in &players[1..] {
        player.joins(ID).await;
    }
    let done = play_on(players, ID, 105).await;
    assert_eq!(done.len(), 105);
    (ID.to_owned(), done)
}

#[tokio::test]
async fn view_of_late_position_does_not_replay_whole_game() {
    let server = server().await;
    let players = server.players(["ann", "ben", "cleo", "dan"]).await;
    let (game, _) = a_long_game(&players.each_ref()).await;
    let paths = [
        "log?since=100&limit=1",
        "log?since=97&limit=1000",
        "log?since=104",
        "positions/101",
        "positions/105",
        "board.txt?ply=103",
        "board.svg?ply=103",
        "board.png?ply=103&scale=1",
    ];
    let look = async || {
        let looks = paths.map(|path| format!("/v1/games/{game}/{path}"));
        let answers = join_all(looks.iter().map(|path| {
            let request = server
                .request(Method::GET, path)
                .bearer_auth(&players[0].token);
            async { request.send().await.unwrap() }
        }));
        let mut seen = Vec::new();
        for answer in answers.await {
            seen.push((answer.status(), answer.bytes().await.unwrap()));
        }
        seen
    };
    let before = look().await;
    assert!(before.iter().all(|(status, _)| *status == 200));
    spoil_the_beginning(&server, &game).await;
    server.app.tables.forget(&game.clone().try_into().unwrap());
    for ((path, before), after) in paths.iter().zip(before).zip(look().await) {
        assert_eq!(after.0, 200, "{path}");
        assert_eq!(after, before, "{path}");
    }
    // The start itself is reported as damaged.
    let early = players[0]
        .get(&format!("/v1/games/{game}/positions/7"))
        .await;
    assert!(early.status.is_server_error(), "{}", early.text);
}

#[tokio::test]
async fn repeated_move_does_not_replay_whole_game() {
    let server = server().await;
    let players = server.players(["ann", "ben", "cleo", "dan"]).await;
    let (game, done) = a_long_game(&players.each_ref()).await;
    spoil_the_beginning(&server, &game).await;
    server.app.tables.forget(&game.clone().try_into().unwrap());
    for done in &done[100..] {
        let again = done.player.posts_moves(&game, &done.body).await;
        assert_eq!((again.status.as_u16(), &again.text), (200, &done.text));
    }
}

#[tokio::test]
async fn mail_does_not_replay_whole_game() {
    let server = server().await;
    let players = server.players(["ann", "ben", "cleo", "dan"]).await;
    let (game, _) = a_long_game(&players.each_ref()).await;
    spoil_the_beginning(&server, &game).await;
    server.app.tables.forget(&game.clone().try_into().unwrap());
    deliver_due(&server.app).await.unwrap();
    let left = stored_mails(&server, "waiting").await + stored_mails(&server, "dead").await;
    assert_eq!(left, 0);
    assert!(stored_mails(&server, "sent").await > 0);
}

async fn stored_mails(server: &Server, status: &str) -> i64 {
    use db::schema::outbox;
    use diesel::prelude::*;
    use diesel_async::RunQueryDsl;
    outbox::table
        .filter(outbox::status.eq(status))
        .count()
        .get_result(&mut server.app.db.get().await.unwrap())
        .await
        .unwrap()
}

#[tokio::test]
async fn export_is_streamed_as_canonical_record() {
    let server = server().await;
    let players = server.players(["ann", "ben", "cleo", "dan"]).await;
    let (game, _) = a_long_game(&players.each_ref()).await;
    let path = format!("/v1/games/{game}/export");
    let export = server.get(&path).await;
    assert!(!export.headers.contains_key("content-length"));
    assert_eq!(export.headers["content-type"], "application/json");
    let record = rules::record::Record::from_json(&export.text).unwrap();
    assert_eq!((record.ply, record.entries.len()), (105, 105));
    for player in &players[1..] {
        player.plays(&game, "leave").await;
    }
    let export = server.get(&path).await.text;
    let record = rules::record::Record::from_json(&export).unwrap();
    assert_eq!(rules::record::verify(&record, KINDS).unwrap().entries, 108);
    assert_eq!(export, serde_json::to_string(&record).unwrap());
}

#[tokio::test]
async fn reads_beyond_the_rate_limit_return_429() {
    let set = |settings: &mut base::config::Settings| {
        settings.reads = "1".into();
        settings.behind_proxy = Ok(true);
    };
    let server = server_with(fresh_database().await, set, |_| {}).await;
    let [ann, ben] = server.two_players().await;
    let game = thats_life(&[&ann, &ben]).await;
    let from = async |address: &str| {
        let request = server.request(Method::GET, &format!("/v1/games/{game}/log"));
        answer(request.header("X-Forwarded-For", address)).await
    };
    let mut refused = None;
    for _ in 0..300 {
        let log = from("192.0.2.7").await;
        if log.status != 200 {
            refused = Some(log);
            break;
        }
    }
    let refused = refused.expect("no request was rejected");
    let seconds: u64 = refused.headers["retry-after"]
        .to_str()
        .unwrap()
        .parse()
        .unwrap();
    assert!(seconds > 0);
    assert_eq!(refused.problem(429, "rate-limited")["retry_after"], seconds);
    // However the path is written.
    for path in ["/%761/games/{}/log", "/v1/games/{}/%6cog"] {
        let request = server.request(Method::GET, &path.replace("{}", &game));
        let seen = answer(request.header("X-Forwarded-For", "192.0.2.7")).await;
        seen.problem(429, "rate-limited");
    }
    // Another client may go on reading, each signed-in player counts separately, and playing is not
    // reading.
    assert_eq!(from("192.0.2.8").await.status, 200);
    let header = ("X-Forwarded-For", "192.0.2.7");
    let request = server.request(Method::GET, &format!("/v1/games/{game}"));
    let seen = answer(request.header(header.0, header.1).bearer_auth(&ann.token)).await;
    let body = json!({"seq": seen.ok()["seq"], "moves": [{"text": "roll"}]});
    let request = server.request(Method::POST, &format!("/v1/games/{game}/moves"));
    let request = request.header(header.0, header.1).bearer_auth(&ann.token);
    answer(request.json(&body)).await.ok();
}

#[tokio::test]
async fn moves_succeed_while_reads_are_overloaded() {
    let crowded = |app: &mut turnpike::App| {
        app.permits.looks = PermitPool::new("looks", 1, 2, Duration::from_secs(600));
        app.permits.reads = PermitPool::new("reads", 1, 0, Duration::from_secs(600));
        app.permits.histories = PermitPool::new("histories", 1, 0, Duration::from_secs(600));
    };
    let server = server_with(fresh_database().await, |_| {}, crowded).await;
    let [ann, ben] = server.two_players().await;
    let game = thats_life(&[&ann, &ben]).await;
    let path = format!("/v1/games/{game}");
    let reading = server.app.permits.reads.enter().await.unwrap();
    // A game is read in one batch with all others, and needs no read permit.
    server.app.tables.forget(&game.clone().try_into().unwrap());
    server.get(&path).await.ok();
    server.get("/v1/games").await.problem(503, "unavailable");
    drop(reading);
    // One permit is enough for a client that requests a game and reads something besides.
    server.app.tables.forget(&game.clone().try_into().unwrap());
    ann.get(&format!("{path}/chat")).await.ok();
    ann.sees(&game).await;
    let reading = server.app.permits.reads.enter().await.unwrap();
    ann.sees(&game).await;
    let looking = server.app.permits.looks.enter().await.unwrap();
    let drawing = server.app.permits.histories.enter().await.unwrap();
    let busy = |answer: Answer| {
        assert!(answer.headers.contains_key("retry-after"));
        answer.problem(503, "unavailable");
    };
    // Two wait for their turn. The others are asked at once to come back.
    let mut looks: FuturesUnordered<_> = (0..20).map(|_| server.get(&path)).collect();
    for _ in 0..18 {
        busy(looks.next().await.unwrap());
    }
    for _ in 0..5 {
        busy(server.get(&format!("{path}/log")).await);
    }
    // Playing, signing in and the load balancer are not blocked.
    let roll = json!([{"text": "roll"}]);
    ann.sends(&game, &json!(1), roll).await.ok();
    server.session("ben").await;
    assert_eq!(server.get("/health/ready").await.status, 200);
    drop((reading, looking, drawing));
    while let Some(look) = looks.next().await {
        look.ok();
    }
    assert_eq!(server.get(&path).await.status, 200);
}

#[tokio::test]
async fn replays_beyond_the_permits_return_503() {
    let crowded = |app: &mut turnpike::App| {
        app.permits.replays = PermitPool::new("replays", 1, 0, Duration::from_secs(600));
    };
    // One connection for everybody: a request that waits for a replay holds none.
    let set = |settings: &mut base::config::Settings| settings.pool = "1".into();
    let server = server_with(fresh_database().await, set, crowded).await;
    let [ann, ben] = server.two_players().await;
    let game = thats_life(&[&ann, &ben]).await;
    play_on(&[&ann, &ben], &game, 3).await;
    let held = server.app.permits.replays.enter().await.unwrap();
    for path in ["log", "positions/1", "board.txt?ply=1"] {
        let busy = server.get(&format!("/v1/games/{game}/{path}")).await;
        assert!(busy.headers.contains_key("retry-after"), "{path}");
        busy.problem(503, "unavailable");
    }
    // Games in memory are shown.
    assert_eq!(ann.sees(&game).await["ply"], 3);
    drop(held);
    assert_eq!(
        server.get(&format!("/v1/games/{game}/log")).await.status,
        200
    );
}

/// A connection from this address of the machine itself.
async fn connect_from(from: &str, to: SocketAddr) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind(format!("{from}:0").parse().unwrap()).unwrap();
    socket.connect(to).await.unwrap()
}

/// Everything until the other side hangs up. A reset is a way of hanging up.
async fn to_the_end(stream: &mut TcpStream) -> String {
    let mut heard = Vec::new();
    let read = async {
        let mut chunk = [0; 4096];
        while let Ok(count @ 1..) = stream.read(&mut chunk).await {
            heard.extend_from_slice(&chunk[..count]);
        }
    };
    tokio::time::timeout(PATIENCE, read)
        .await
        .expect("nobody hangs up");
    String::from_utf8_lossy(&heard).into_owned()
}

/// The head of an answer.
async fn head(stream: &mut TcpStream) -> String {
    let mut heard = Vec::new();
    while !heard.ends_with(b"\r\n\r\n") {
        let byte = tokio::time::timeout(PATIENCE, stream.read_u8()).await;
        heard.push(byte.expect("no answer comes").unwrap());
    }
    String::from_utf8(heard).unwrap()
}

fn wire(server: &Server) -> SocketAddr {
    server
        .address
        .strip_prefix("http://")
        .unwrap()
        .parse()
        .unwrap()
}

/// Starts a server with short timeouts.
async fn impatient_server(bound: impl FnOnce(&mut Bounds)) -> Server {
    server_bounded(fresh_database().await, |_| {}, |_| {}, bound).await
}

#[tokio::test]
async fn incomplete_request_body_returns_408() {
    let server = impatient_server(|bounds| bounds.body = Duration::from_millis(300)).await;
    let mut slow = Vec::new();
    for length in ["Content-Length: 500", "Transfer-Encoding: chunked"] {
        for path in ["/v1/players", "/v1/nothing"] {
            let mut stream = connect_from("127.0.0.1", wire(&server)).await;
            let head = format!(
                "POST {path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n{length}\r\n\r\n2\r\n{{ "
            );
            stream.write_all(head.as_bytes()).await.unwrap();
            slow.push((path, stream));
        }
    }
    for (path, mut stream) in slow {
        let heard = to_the_end(&mut stream).await;
        assert!(heard.starts_with("HTTP/1.1 408 "), "{path}: {heard}");
        assert!(
            heard.contains("\"code\":\"request-timeout\""),
            "{path}: {heard}"
        );
    }
    assert_eq!(server.get("/health/live").await.status, 200);
}

/// A client sends a read, a move and an incomplete request in one go. The server plays the move
/// without waiting for the rest of the last request.
#[tokio::test]
async fn pipelined_move_before_incomplete_body_is_played_immediately() {
    let server = impatient_server(|bounds| {
        bounds.body = PATIENCE * 10;
        bounds.linger = PATIENCE * 10;
    })
    .await;
    let [ann, bob] = &server.two_players().await;
    let game = thats_life(&[ann, bob]).await;
    let legal = ann.may_play(&game).await;
    let moves = json!({"seq": legal["seq"], "moves": [legal["moves"][0]]}).to_string();
    let session = server.session("ann").await;
    let token = session["access_token"].as_str().unwrap();
    let ask = |what: &str, more: String| {
        format!("{what} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\n{more}\r\n")
    };
    let typed =
        |length: usize| format!("Content-Type: application/json\r\nContent-Length: {length}\r\n");
    // The response to the look has no body, so the library reads ahead before it continues.
    let look = format!("GET /v1/games/{game}");
    let play = format!("POST /v1/games/{game}/moves");
    let all = [
        ask(&look, "If-None-Match: *\r\n".to_owned()),
        ask(&play, typed(moves.len())) + &moves,
        ask("POST /v1/games", typed(10)),
    ];
    let before = bob.sees(&game).await["ply"].clone();
    let mut stream = connect_from("127.0.0.1", wire(&server)).await;
    stream.write_all(all.concat().as_bytes()).await.unwrap();
    let played = async { while bob.sees(&game).await["ply"] == before {} };
    tokio::time::timeout(PATIENCE, played).await.unwrap();
    let mut heard = Vec::new();
    let still_open = loop {
        match stream.try_read_buf(&mut heard) {
            Ok(0) => break false,
            Ok(_) => {}
            Err(error) => break error.kind() == ErrorKind::WouldBlock,
        }
    };
    let heard = String::from_utf8_lossy(&heard);
    assert!(
        still_open,
        "the server closed the connection first: {heard}"
    );
}

#[tokio::test]
async fn incomplete_request_head_closes_the_connection() {
    let first_head = |bounds: &mut Bounds| bounds.first_head = Duration::from_millis(300);
    let server = impatient_server(first_head).await;
    let mut first = connect_from("127.0.0.1", wire(&server)).await;
    first.write_all(b"GET /health/live HT").await.unwrap();
    to_the_end(&mut first).await;
    // Also not the second on the same connection.
    let later_head = |bounds: &mut Bounds| bounds.head = Duration::from_millis(300);
    let server = impatient_server(later_head).await;
    let mut second = connect_from("127.0.0.1", wire(&server)).await;
    second
        .write_all(b"GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n")
        .await
        .unwrap();
    assert!(head(&mut second).await.starts_with("HTTP/1.1 200"));
    second.write_all(b"GET /health/live HT").await.unwrap();
    to_the_end(&mut second).await;
}

#[tokio::test]
async fn client_that_never_reads_responses_is_disconnected() {
    let server = impatient_server(|bounds| bounds.stall = Duration::from_millis(500)).await;
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    let mut stream = socket.connect(wire(&server)).await.unwrap();
    let ask = b"GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n";
    // Asks and never reads, until the server has had enough.
    let asking = async { while stream.write_all(ask).await.is_ok() {} };
    tokio::time::timeout(PATIENCE, asking)
        .await
        .expect("the server goes on waiting");
}

#[tokio::test]
async fn overlong_query_returns_414() {
    let server = server().await;
    let ask = async |length: usize| {
        let begin = "/v1/games?cursor=";
        let path = format!("{begin}{}", "0".repeat(length - begin.len()));
        server.get(&path).await
    };
    ask(8192).await.problem(400, "invalid-request");
    ask(8193).await.problem(414, "uri-too-long");
}

#[tokio::test]
async fn connections_beyond_the_limit_per_host_return_503() {
    let server = impatient_server(|bounds| bounds.per_client = 5).await;
    let mut own = Vec::new();
    for _ in 0..5 {
        own.push(connect_from("127.0.0.9", wire(&server)).await);
    }
    let mut next = connect_from("127.0.0.9", wire(&server)).await;
    let heard = to_the_end(&mut next).await;
    assert!(heard.starts_with("HTTP/1.1 503 "), "{heard}");
    assert!(heard.contains("Retry-After: ") && heard.contains("\"code\":\"unavailable\""));
    // Another host gets in, and so does the same one once it has hung up.
    let ask = b"GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n";
    let mut other = connect_from("127.0.0.10", wire(&server)).await;
    other.write_all(ask).await.unwrap();
    assert!(head(&mut other).await.starts_with("HTTP/1.1 200"));
    drop(own);
    let again = async {
        loop {
            let mut again = connect_from("127.0.0.9", wire(&server)).await;
            if again.write_all(ask).await.is_ok()
                && head(&mut again).await.starts_with("HTTP/1.1 200")
            {
                return;
            }
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(PATIENCE, again).await.unwrap();
}

#[tokio::test]
async fn one_host_cannot_take_all_mail_listener_connections() {
    let post = crate::inbound::post().await;
    let to: SocketAddr = format!("127.0.0.1:{}", post.port).parse().unwrap();
    let mut held = Vec::new();
    for _ in 0..80 {
        let mut stream = connect_from("127.0.0.9", to).await;
        let mut code = [0; 3];
        // Refused ones are hung up on.
        if stream.read_exact(&mut code).await.is_ok() && &code == b"220" {
            held.push(stream);
        }
    }
    assert!(!held.is_empty());
    let mut other = connect_from("127.0.0.10", to).await;
    let mut code = [0; 3];
    other.read_exact(&mut code).await.unwrap();
    assert_eq!(&code, b"220");
}

#[tokio::test]
async fn every_response_has_security_headers() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = thats_life(&[&ann, &ben]).await;
    let picture = format!("/v1/games/{game}/board.svg");
    for path in [
        "/",
        "/v1/games",
        "/v1/nothing",
        "/%76%31/games",
        "/openapi.json",
        "/problems/stale",
        &picture,
    ] {
        let headers = server.get(path).await.headers;
        let policy = headers["permissions-policy"].to_str().unwrap();
        assert!(
            policy.contains("camera=()") && policy.contains("geolocation=()"),
            "{path}"
        );
        assert_eq!(
            headers["cross-origin-opener-policy"], "same-origin",
            "{path}"
        );
        // Pictures may be shown by clients on other sites: they show nothing that a cookie opens.
        let whose = if path == picture {
            "cross-origin"
        } else {
            "same-origin"
        };
        assert_eq!(headers["cross-origin-resource-policy"], whose, "{path}");
        // Search engines may index pages only.
        let media = headers.get("content-type").unwrap().to_str().unwrap();
        let is_hidden = headers.contains_key("x-robots-tag");
        assert_eq!(is_hidden, !media.starts_with("text/html"), "{path}");
    }
}

#[tokio::test]
async fn scripts_and_worker_have_their_own_security_headers() {
    let server = server().await;
    let page = server.get("/games/abcDEF12345").await.text;
    let modules = page
        .split('"')
        .filter(|it| it.starts_with("/web/") && it.ends_with(".js"));
    let modules: Vec<&str> = modules.collect();
    assert!(modules.len() > 20);
    for path in modules {
        let answer = server.get(path).await;
        assert_eq!(
            answer.headers["x-content-type-options"], "nosniff",
            "{path}"
        );
        assert_eq!(
            answer.headers["cross-origin-resource-policy"],
            "same-origin"
        );
        for name in [
            "permissions-policy",
            "content-security-policy",
            "x-frame-options",
        ] {
            assert!(!answer.headers.contains_key(name), "{path} {name}");
        }
    }
    let worker = server.get("/worker.js").await;
    let policy = worker.headers["content-security-policy"].to_str().unwrap();
    assert!(policy.contains("default-src 'none'") && policy.contains("connect-src 'self'"));
}

#[tokio::test]
async fn metrics_are_served_only_on_the_internal_listener() {
    let server = server().await;
    server.get("/metrics").await.problem(404, "not-found");
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let inside = format!("http://{}", listener.local_addr().unwrap());
    let listener = listener.into_std().unwrap();
    let running =
        turnpike::http::operator::port::start(server.app.clone().into(), listener).unwrap();
    let handle = running.handle();
    tokio::spawn(running);
    for (path, status) in [
        ("/metrics", 200),
        ("/health/live", 200),
        ("/health/ready", 200),
        ("/v1/games", 404),
    ] {
        let answer = reqwest::get(format!("{inside}{path}")).await.unwrap();
        assert_eq!(answer.status().as_u16(), status, "{path}");
        let version = format!("\"version\":\"{}\"", env!("CARGO_PKG_VERSION"));
        let names_it = answer.text().await.unwrap().contains(&version);
        assert_eq!(names_it, path.starts_with("/health/"), "{path}");
    }
    handle.stop(false).await;
}

#[tokio::test]
async fn requests_blocked_on_one_game_do_not_delay_another() {
    let few = |app: &mut turnpike::App| {
        let patience = Duration::from_secs(10);
        app.permits.looks = PermitPool::new("looks", 1, 1_024, patience);
        app.permits.reads = PermitPool::new("reads", 1, 1_024, patience);
        app.permits.histories = PermitPool::new("histories", 1, 1_024, patience);
        app.permits.moves = PermitPool::new("moves", 1, 1_024, patience);
    };
    let server = server_with(fresh_database().await, |_| {}, few).await;
    let [ann, ben] = server.two_players().await;
    let (held, free) = (
        thats_life(&[&ann, &ben]).await,
        thats_life(&[&ann, &ben]).await,
    );
    let log = format!("/v1/games/{held}/log");
    ann.sees(&held).await;
    let table = server
        .app
        .tables
        .lock(&held.clone().try_into().unwrap())
        .await;
    let roll = json!([{"text": "roll"}]);
    let one = json!(1);
    let waiting = join_all((0..12).map(async |_| {
        let path = format!("/v1/games/{held}");
        let (look, back, played) = tokio::join!(
            server.get(&path),
            server.get(&log),
            ann.sends(&held, &one, roll.clone()),
        );
        [look, back, played]
    }));
    let others = async {
        for n in 0..10 {
            ann.sees(&free).await;
            server.get(&format!("/v1/games/{free}/log")).await.ok();
            if n == 5 {
                ann.sends(&free, &one, roll.clone()).await.ok();
            }
        }
    };
    let (waited, ()) = tokio::join!(waiting, others);
    // They learn when to come back.
    for answer in waited.into_iter().flatten() {
        assert!(answer.headers.contains_key("retry-after"));
        answer.problem(503, "unavailable");
    }
    drop(table);
    assert_eq!(ann.sees(&held).await["ply"], 0);
}

#[tokio::test]
async fn repeated_move_counts_as_a_read_of_past_data() {
    let seldom = |app: &mut turnpike::App| {
        app.permits.replays = PermitPool::new("replays", 1, 0, Duration::from_secs(600));
        app.limits = Limits::new(Quotas {
            looks: Some((few(10_000), few(1))),
            ..Quotas::default()
        });
    };
    let server = server_with(fresh_database().await, |_| {}, seldom).await;
    let [ann, ben] = server.two_players().await;
    let game = thats_life(&[&ann, &ben]).await;
    let (one, roll) = (json!(1), json!([{"text": "roll"}]));
    let first = ann.sends(&game, &one, roll.clone()).await.ok();
    assert_eq!(ann.sends(&game, &one, roll.clone()).await.ok(), first);
    ann.sends(&game, &one, roll.clone())
        .await
        .problem(429, "rate-limited");
    // Playing does not wait without end either while others read.
    let second = ben.get(&format!("/v1/games/{game}")).await.ok();
    assert_eq!(second["ply"], 1);
    ann.plays(&game, "move start").await;
    let roll = json!([{"text": "roll"}]);
    ben.sends(&game, &one, roll.clone()).await.ok();
    let held = server.app.permits.replays.enter().await.unwrap();
    let again = tokio::time::timeout(PATIENCE, ben.sends(&game, &one, roll));
    again
        .await
        .expect("it waits without limit")
        .problem(503, "unavailable");
    drop(held);
}

#[tokio::test]
async fn export_chunk_waits_for_a_histories_permit() {
    let few = |app: &mut turnpike::App| {
        app.permits.histories = PermitPool::new("histories", 1, 0, Duration::from_secs(600));
    };
    let server = server_with(fresh_database().await, |_| {}, few).await;
    let players = server.players(["ann", "ben", "cleo", "dan"]).await;
    let (game, _) = a_long_game(&players.each_ref()).await;
    let all = format!("/v1/games/{game}/export");
    let whole = server.get(&all).await.ok();
    assert_eq!(whole["entries"].as_array().unwrap().len(), 105);
    let mut export = play::export::begin(&server.app, None, &game.clone().try_into().unwrap())
        .await
        .unwrap();
    // The part that is read before the response begins.
    export.next(&server.app).await.unwrap().unwrap();
    let permit = server.app.permits.histories.enter().await.unwrap();
    let mut piece = Box::pin(export.next(&server.app));
    // Time enough to be too early.
    let others = async {
        for _ in 0..100 {
            server.get("/v1/kinds").await.ok();
        }
    };
    tokio::select! {
        _ = &mut piece => panic!("a chunk was sent without a permit"),
        () = others => {}
    }
    drop(permit);
    piece.await.unwrap().unwrap();
    // A client that reads slowly holds no permit between the parts.
    server.app.permits.histories.enter().await.unwrap();
}

#[tokio::test]
async fn loading_game_without_snapshot_needs_a_replays_permit() {
    let crowded = |app: &mut turnpike::App| {
        app.permits.replays = PermitPool::new("replays", 1, 0, Duration::from_secs(600));
    };
    let server = server_with(fresh_database().await, |_| {}, crowded).await;
    let players = server.players(["ann", "ben", "cleo", "dan"]).await;
    let (game, _) = a_long_game(&players.each_ref()).await;
    let path = format!("/v1/games/{game}");
    let before = server.get(&path).await.ok();
    superuser(&server.database)
        .await
        .batch_execute("SET session_replication_role = replica; DELETE FROM snapshots")
        .await
        .unwrap();
    server.app.tables.forget(&game.clone().try_into().unwrap());
    let held = server.app.permits.replays.enter().await.unwrap();
    server.get(&path).await.problem(503, "unavailable");
    drop(held);
    assert_eq!(server.get(&path).await.ok(), before);
    // The next one to load it has less to do.
    assert_eq!(stored(&server).await.snapshots, 1);
    server.app.tables.forget(&game.clone().try_into().unwrap());
    let _held = server.app.permits.replays.enter().await.unwrap();
    assert_eq!(server.get(&path).await.ok(), before);
    audited(&server.database).await;
}
