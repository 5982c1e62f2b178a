//! Delivery from the outbox: retries, failures, crashes, and concurrent workers.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::io::Write;
use std::sync::{Arc, Mutex};

use accounts::store::players::{self, NewPlayer};
use admin::acts::{Operator, carry_out};
use base::config::Settings;
use chrono::{Duration, TimeZone, Utc};
use common::clock::Clock;
use common::ids::PlayerId;
use db::schema::outbox as rows;
use db::sets::{OutboxEnd, Stored};
use diesel::connection::InstrumentationEvent;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Timestamptz};
use diesel_async::{RunQueryDsl, SimpleAsyncConnection};
use letters::mailer::{self, MOST_ATTEMPTS, deliver_due};
use notices::outbox::{self, Counts};
use notices::{AccountNotice, GameNotice, MailedCode, Place};
use rules::Language;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;
use turnpike::App;

use crate::helpers::{fresh_database, settings, superuser};
use crate::smtp::{self, Act, MailServer};

pub const CODE: &str = "493817";
pub const ADDRESS: &str = "ann@example.org";

/// A node without a web server, on a database that it may share with others.
pub struct Node {
    pub app: App,
    _data: TempDir,
}

/// A code for ann.
pub fn code() -> MailedCode {
    MailedCode {
        name: "ann".into(),
        code: CODE.into(),
        link: None,
    }
}

pub async fn node(database: &str, smtp_url: Option<String>) -> Node {
    let data = tempfile::tempdir().unwrap();
    let settings = Settings {
        smtp_url,
        ..settings(database, data.path())
    };
    let clock = Clock::set(Utc.with_ymd_and_hms(2026, 3, 1, 12, 0, 0).unwrap());
    let app = App::new(settings.check().unwrap(), database, clock);
    Node {
        app: app.await.unwrap(),
        _data: data,
    }
}

/// A node with a mail server.
async fn sending() -> (Node, MailServer) {
    let server = MailServer::start().await;
    let node = node(&fresh_database().await, Some(server.url())).await;
    (node, server)
}

/// Returns the state of a row.
#[derive(Debug, Queryable)]
struct Row {
    status: String,
    attempts: i32,
    payload: Value,
    last_error: Option<String>,
}

impl Node {
    /// A player with an address, confirmed or not.
    pub async fn player(&self, name: &str, confirmed: bool) -> PlayerId {
        let mut conn = self.app.db.get().await.unwrap();
        let email = format!("{name}@example.org");
        let player = NewPlayer {
            name,
            name_key: name,
            looks: name,
            email: Some(&email),
            password_hash: Some("none"),
            created_at: self.app.clock.now(),
            language: Stored(Language::English),
            guest: false,
        };
        let id = players::insert(&mut conn, &player).await.unwrap().unwrap();
        if confirmed {
            let now = self.app.clock.now();
            players::confirm_email(&mut conn, id, &email, now)
                .await
                .unwrap();
        }
        id
    }

    /// Puts a code for `ann` into the outbox.
    pub async fn put_code(&self, player: PlayerId) {
        self.put_code_for(player, ADDRESS).await;
    }

    pub async fn put_code_for(&self, player: PlayerId, address: &str) {
        let notice = AccountNotice::ConfirmAddress(code());
        let mail = notice.mail(player, address, self.app.clock.now());
        let mut conn = self.app.db.get().await.unwrap();
        outbox::put(&mut conn, &[mail]).await.unwrap();
        self.app.outbox.notify_one();
    }

    pub async fn deliver(&self) -> usize {
        deliver_due(&self.app).await.unwrap()
    }

    async fn rows(&self) -> Vec<Row> {
        let mut conn = self.app.db.get().await.unwrap();
        rows::table
            .order(rows::key)
            .select((
                rows::status,
                rows::attempts,
                rows::payload,
                rows::last_error,
            ))
            .load(&mut conn)
            .await
            .unwrap()
    }

    async fn row(&self) -> Row {
        let mut rows = self.rows().await;
        assert_eq!(rows.len(), 1);
        rows.remove(0)
    }

    async fn counts(&self) -> Counts {
        let mut conn = self.app.db.get().await.unwrap();
        outbox::counts(&mut conn).await.unwrap()
    }
}

#[tokio::test]
async fn mail_is_sent_once_and_payload_erased() {
    let (node, server) = sending().await;
    let ann = node.player("ann", false).await;
    node.put_code(ann).await;
    assert_eq!(node.counts().await.waiting, 1);
    assert_eq!(node.deliver().await, 1);
    assert_eq!(node.deliver().await, 0);

    let taken = server.taken();
    assert_eq!(taken.len(), 1);
    assert_eq!(taken[0].from, "games@turnpike.test");
    assert_eq!(taken[0].to, [ADDRESS]);
    assert!(taken[0].data.contains(CODE));
    assert_eq!(taken[0].header("Date"), "Sun, 01 Mar 2026 12:00:00 +0000");
    assert_eq!(taken[0].header("Auto-Submitted"), "auto-generated");

    let row = node.row().await;
    assert_eq!((row.status.as_str(), row.attempts), ("sent", 1));
    assert_eq!(row.payload, json!({}));
    assert_eq!(node.counts().await, Counts::default());
}

#[tokio::test]
async fn temporary_failure_is_retried_until_mail_is_sent() {
    let (node, server) = sending().await;
    let ann = node.player("ann", false).await;
    server.will(&[
        Act::RefuseMail(451),
        Act::RefuseRecipient(450),
        Act::HangUpDuring,
    ]);
    node.put_code(ann).await;
    for attempts in 1..=3 {
        assert_eq!(node.deliver().await, 1);
        assert_eq!(node.deliver().await, 0, "not before its time");
        let row = node.row().await;
        assert_eq!((row.status.as_str(), row.attempts), ("waiting", attempts));
        assert!(row.last_error.is_some_and(|error| !error.contains('@')));
        node.app.clock.forward(Duration::minutes(10));
    }
    assert!(server.taken().is_empty());
    assert_eq!(node.deliver().await, 1);
    assert_eq!(node.row().await.status, "sent");
    assert_eq!(server.taken().len(), 1);
    // It is dated when it could be sent.
    let taken = server.taken();
    let date = taken[0].header("Date");
    assert!(date.starts_with("Sun, 01 Mar 2026 12:2"), "{date}");
}

#[tokio::test]
async fn unacknowledged_mail_is_resent_unchanged_except_date() {
    let (node, server) = sending().await;
    let ann = node.player("ann", false).await;
    server.will(&[Act::HangUpAfter]);
    node.put_code(ann).await;
    node.deliver().await;
    node.app.clock.forward(Duration::minutes(10));
    node.deliver().await;
    let taken = server.taken();
    assert_eq!(taken.len(), 2);
    let undated = |mail: &crate::smtp::Taken| mail.data.replace(mail.header("Date"), "");
    assert_eq!(undated(&taken[0]), undated(&taken[1]));
    assert!(taken[0].header("Message-ID").ends_with("@turnpike.test>"));
}

#[tokio::test]
async fn mail_of_crashed_worker_is_sent_after_lease_expires() {
    let (node, server) = sending().await;
    let ann = node.player("ann", false).await;
    node.put_code(ann).await;
    let mut conn = node.app.db.get().await.unwrap();
    let now = node.app.clock.now();
    let leased = outbox::lease(&mut conn, now, now + Duration::seconds(60), 9, 9).await;
    assert_eq!(leased.unwrap().len(), 1);
    drop(conn);
    assert_eq!(node.deliver().await, 0);
    node.app.clock.forward(Duration::seconds(61));
    assert_eq!(node.deliver().await, 1);
    assert_eq!(server.taken().len(), 1);
    assert_eq!(node.row().await.attempts, 2);
}

#[tokio::test]
async fn worker_with_expired_lease_cannot_retry_or_give_up_mail() {
    let (node, _server) = sending().await;
    let ann = node.player("ann", false).await;
    node.put_code(ann).await;
    let mut conn = node.app.db.get().await.unwrap();
    let now = node.app.clock.now();
    let minute = Duration::seconds(60);
    let late = outbox::lease(&mut conn, now, now + minute, 1, 1)
        .await
        .unwrap()
        .remove(0);
    let then = now + minute;
    let next = outbox::lease(&mut conn, then, then + minute, 1, 1)
        .await
        .unwrap()
        .remove(0);
    let conn = &mut conn;
    assert!(!outbox::retry(conn, &late, "too late", then).await.unwrap());
    let given_up = outbox::end(conn, &[&late], OutboxEnd::Dead, None, then).await;
    assert!(given_up.unwrap().is_empty());
    // But it has sent its mail.
    let sent = outbox::end(conn, &[&late], OutboxEnd::Sent, None, then).await;
    assert_eq!(sent.unwrap(), ["confirm_address"]);
    assert!(!outbox::retry(conn, &next, "again", then).await.unwrap());
    assert_eq!(node.row().await.status, "sent");
}

#[tokio::test]
async fn permanent_rejection_ends_mail_without_retry() {
    let (node, server) = sending().await;
    let ann = node.player("ann", false).await;
    server.will(&[Act::RefuseRecipient(550)]);
    node.put_code(ann).await;
    node.deliver().await;
    let row = node.row().await;
    assert_eq!((row.status.as_str(), row.attempts), ("refused", 1));
    assert_eq!(row.payload, json!({}));
    let error = row.last_error.unwrap();
    assert!(
        error.contains("550") && !error.contains("example.org"),
        "{error}"
    );
    node.put_code_for(ann, "no address at all").await;
    node.deliver().await;
    assert_eq!(node.counts().await.dead, 1);
    node.app.clock.forward(Duration::days(1));
    assert_eq!(node.deliver().await, 0);
    assert!(server.taken().is_empty());
}

#[tokio::test]
async fn mail_rejected_by_recipient_counts_as_refused_not_dead() {
    let (node, server) = sending().await;
    let ann = node.player("ann", false).await;
    server.will(&[Act::RefuseRecipient(550)]);
    node.put_code(ann).await;
    node.deliver().await;
    let counts = node.counts().await;
    assert_eq!((counts.refused, counts.dead), (1, 0));
    // A mail that was rejected for its content may be our fault.
    server.will(&[Act::RefuseMail(554)]);
    node.put_code(ann).await;
    node.deliver().await;
    let counts = node.counts().await;
    assert_eq!((counts.refused, counts.dead), (1, 1));
}

#[tokio::test]
async fn forgotten_dead_mails_are_no_longer_counted() {
    let (node, server) = sending().await;
    let ann = node.player("ann", false).await;
    server.will(&[Act::RefuseMail(554)]);
    node.put_code(ann).await;
    node.deliver().await;
    assert_eq!(node.counts().await.dead, 1);
    let forget = admin::acts::Act::DiscardFailedMails;
    let operator = Operator::on_the_command_line("root");
    let done = carry_out(&node.app, &operator, &forget, "Looked into.").await;
    assert_eq!(done.unwrap().outcome, "1 mails are forgotten.");
    assert_eq!(node.counts().await.dead, 0);
}

#[tokio::test]
async fn mail_is_retried_after_554_greeting() {
    let (node, server) = sending().await;
    let ann = node.player("ann", false).await;
    server.will(&[Act::RefuseGreeting(554)]);
    node.put_code(ann).await;
    node.deliver().await;
    assert_eq!(node.row().await.status, "waiting");
    node.app.clock.forward(Duration::minutes(10));
    node.deliver().await;
    assert_eq!(node.row().await.status, "sent");
}

#[tokio::test]
async fn mail_waits_while_mail_server_is_down() {
    let place = smtp::Place::free();
    let node = node(&fresh_database().await, Some(place.url())).await;
    let ann = node.player("ann", false).await;
    node.put_code(ann).await;
    node.put_code(ann).await;
    assert_eq!(node.deliver().await, 2);
    assert_eq!(node.counts().await.waiting, 2);
    node.app.clock.forward(Duration::minutes(10));
    let server = MailServer::start_on(place);
    assert_eq!(node.deliver().await, 2);
    assert_eq!(server.taken().len(), 2);
    assert_eq!(node.counts().await.waiting, 0);
}

#[tokio::test]
async fn mail_is_given_up_after_three_days_of_failures() {
    let (node, server) = sending().await;
    let ann = node.player("ann", true).await;
    server.will(&[Act::RefuseGreeting(421); 2 * MOST_ATTEMPTS as usize]);
    let begun = node.app.clock.now();
    let mail = AccountNotice::ConfirmAddress(code()).mail(ann, ADDRESS, begun);
    let mut conn = node.app.db.get().await.unwrap();
    outbox::put(&mut conn, &[mail]).await.unwrap();
    let mut attempts = 0;
    while node.row().await.status == "waiting" {
        attempts += node.deliver().await;
        node.app.clock.forward(Duration::hours(1));
    }
    assert_eq!(attempts, MOST_ATTEMPTS as usize);
    let took = node.app.clock.now() - begun;
    assert!(
        Duration::days(3) < took && took < Duration::days(5),
        "{took}"
    );
    assert_eq!(node.row().await.status, "dead");
}

#[tokio::test]
async fn expired_code_is_not_sent() {
    let (node, server) = sending().await;
    let ann = node.player("ann", false).await;
    node.put_code(ann).await;
    node.app.clock.forward(Duration::days(7));
    node.deliver().await;
    assert_eq!(node.row().await.status, "dropped");
    assert!(server.taken().is_empty());
}

#[tokio::test]
async fn game_mail_to_unconfirmed_address_is_dropped() {
    let (node, server) = sending().await;
    let ann = node.player("ann", false).await;
    let now = node.app.clock.now();
    let mail = GameNotice::Turn.mail(
        &"Gx3kPq7LmZ2".to_owned().try_into().unwrap(),
        Place::NONE,
        rules::Seat(0),
        ann,
        now,
    );
    let mut conn = node.app.db.get().await.unwrap();
    outbox::put(&mut conn, &[mail]).await.unwrap();
    node.deliver().await;
    assert_eq!(node.row().await.status, "dropped");
    assert!(server.taken().is_empty());
}

#[tokio::test]
async fn two_workers_send_each_mail_once() {
    let server = MailServer::start().await;
    let database = fresh_database().await;
    let one = node(&database, Some(server.url())).await;
    let two = node(&database, Some(server.url())).await;
    let ann = one.player("ann", false).await;
    // Until both were at work at once, which a busy machine may put off.
    let mut put = 0;
    loop {
        for _ in 0..60 {
            one.put_code(ann).await;
        }
        put += 60;
        let (by_one, by_two) = tokio::join!(one.deliver(), two.deliver());
        assert_eq!(by_one + by_two, 60);
        if by_one > 0 && by_two > 0 {
            break;
        }
    }
    let taken = server.taken();
    let ids: BTreeSet<&str> = taken.iter().map(|mail| mail.header("Message-ID")).collect();
    assert_eq!((taken.len(), ids.len()), (put, put));
    assert!(one.rows().await.iter().all(|row| row.status == "sent"));
}

#[tokio::test]
async fn code_is_sent_while_a_slow_mail_is_in_progress() {
    let (node, server) = sending().await;
    let ann = node.player("ann", false).await;
    let stop = CancellationToken::new();
    let story = async {
        server.will(&[Act::TakeLate]);
        node.put_code_for(ann, "slow@example.org").await;
        while !server.has_begun_all() {
            tokio::task::yield_now().await;
        }
        node.put_code(ann).await;
        while server.taken().is_empty() {
            tokio::task::yield_now().await;
        }
        stop.cancel();
    };
    tokio::join!(mailer::run(&node.app, &stop), story);
    let to: Vec<String> = server
        .taken()
        .into_iter()
        .flat_map(|mail| mail.to)
        .collect();
    assert_eq!(to, [ADDRESS, "slow@example.org"]);
}

#[tokio::test]
async fn mail_worker_sends_new_mail_and_stops_when_cancelled() {
    let (node, server) = sending().await;
    let ann = node.player("ann", false).await;
    let stop = CancellationToken::new();
    let story = async {
        node.put_code(ann).await;
        while node.row().await.status != "sent" {
            tokio::task::yield_now().await;
        }
        stop.cancel();
    };
    tokio::join!(mailer::run(&node.app, &stop), story);
    assert_eq!(server.taken().len(), 1);
    // No worker runs any more.
    node.put_code(ann).await;
    assert_eq!(node.counts().await.waiting, 1);
}

/// Everything that is logged on this thread.
#[derive(Clone, Default)]
struct Logs(Arc<Mutex<Vec<u8>>>);

impl Write for Logs {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn log_contains_no_addresses_or_codes() {
    let (node, server) = sending().await;
    let ann = node.player("ann", false).await;
    let logs = Logs::default();
    let writer = logs.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing::Level::TRACE)
        .with_ansi(false)
        .with_writer(move || writer.clone())
        .finish();
    let guard = tracing::subscriber::set_default(subscriber);
    server.will(&[Act::RefuseMail(451), Act::RefuseRecipient(550), Act::Take]);
    for _ in 0..3 {
        node.put_code(ann).await;
        node.deliver().await;
    }
    let mut broken = AccountNotice::SignInCode(code()).mail(ann, ADDRESS, node.app.clock.now());
    broken.payload = json!({"kind": CODE, "code": ADDRESS});
    let shown = format!("{broken:?}");
    let mut conn = node.app.db.get().await.unwrap();
    outbox::put(&mut conn, &[broken]).await.unwrap();
    drop(conn);
    node.deliver().await;
    drop(guard);
    let logs = String::from_utf8(logs.0.lock().unwrap().clone()).unwrap();
    assert!(
        logs.contains("refused a mail") && logs.contains("tried again later"),
        "{logs}"
    );
    for secret in [CODE, ADDRESS, "ann@", "example.org"] {
        assert!(!logs.contains(secret), "{secret} in {logs}");
        assert!(!shown.contains(secret));
    }
}

thread_local! {
    /// How many statements this thread has asked a database.
    static ASKED: Cell<usize> = const { Cell::new(0) };
}

fn count(event: InstrumentationEvent<'_>) {
    if matches!(event, InstrumentationEvent::StartQuery { .. }) {
        ASKED.set(ASKED.get() + 1);
    }
}

#[tokio::test]
async fn statements_before_first_mail_are_fewer_than_the_mails_leased() {
    diesel::connection::set_default_instrumentation(|| Some(Box::new(count))).unwrap();
    let (node, server) = sending().await;
    let ann = node.player("ann", true).await;
    let now = node.app.clock.now();
    let game = "INSERT INTO games (id, kind, rules, options, seat_count, visibility, status, creator_id,
            server_seed, seed_source, seed_commitment, created_at, changed_at)
        SELECT 'Game' || n, 'thats-life', 'thats-life@1', '{}', 2, 'public', 'cancelled', $1, sha256(''),
            'secret', sha256(''), $2, $2
        FROM generate_series(1, 100) n";
    let mut conn = node.app.db.get().await.unwrap();
    diesel::sql_query(game)
        .bind::<BigInt, _>(ann)
        .bind::<Timestamptz, _>(now)
        .execute(&mut conn)
        .await
        .unwrap();
    let games = (1..=100).map(|n| format!("Game{n}").try_into().unwrap());
    let mails =
        games.map(|id| GameNotice::Cancelled.mail(&id, Place::NONE, rules::Seat(0), ann, now));
    let mails: Vec<_> = mails.collect();
    outbox::put(&mut conn, &mails).await.unwrap();
    drop(conn);
    ASKED.set(0);
    // Later statements depend on load: data that became stale is read again.
    let before_first_mail = async {
        while server.taken().is_empty() {
            tokio::task::yield_now().await;
        }
        ASKED.get()
    };
    let (sent, asked) = tokio::join!(node.deliver(), before_first_mail);
    assert_eq!(sent, 100);
    assert!((1..30).contains(&asked), "{asked} statements");
}

#[tokio::test]
async fn old_mails_are_removed_across_several_batches() {
    let database = fresh_database().await;
    let node = node(&database, None).await;
    let now = node.app.clock.now();
    let many = |prefix: &str, status: &str, days: i64, count: usize| {
        let done = common::clock::rfc3339(now - Duration::days(days));
        format!(
            "INSERT INTO outbox (game_id, key, kind, payload, status, created_at, due_at, done_at)
             SELECT '', '{prefix}/' || n, 'reply', '{{}}', '{status}', '{done}', '{done}', '{done}'
             FROM generate_series(1, {count}) AS n;"
        )
    };
    let all = [
        many("old", "sent", 31, 2_500),
        many("dropped", "dropped", 31, 1),
        many("new", "sent", 29, 1),
        many("dead", "dead", 31, 1),
    ];
    let mut conn = superuser(&database).await;
    conn.batch_execute(&all.concat()).await.unwrap();
    letters::outgoing::remove_old(&node.app).await.unwrap();
    let left: Vec<String> = rows::table
        .order(rows::key)
        .select(rows::key)
        .load(&mut conn)
        .await
        .unwrap();
    assert_eq!(left, ["dead/1", "new/1"]);
}
