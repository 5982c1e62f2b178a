//! Requests that may be sent again: each is carried out once, and answered the same each time, for a day.
//!
//! What is answered may hold secrets. It is kept sealed with what the caller sent, of which the database has hashes only; what
//! was asked may hold passwords, and is hashed with the key, which nobody can guess and nothing stores.
//! Most calls do what they do in one transaction ([`App::once`]), which also takes the key and keeps the answer: a retry
//! sees all of it or nothing. The other calls take the key first and keep the answer last. What became of such a request whose server
//! died meanwhile, nobody knows: it is not carried out again.
//! Games and deals are made in the transaction that keeps their key (`lobby::once`), and know it always.

use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use chrono::TimeDelta;
use common::clock::Moment;
use common::hosts::network;
use common::ids::{self, PlayerId};
use db::{Conn, Connection};
use diesel_async::{AsyncConnection, TransactionManager};
use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::app::{App, Transaction};
use crate::refusal::{Refusal, Result};
use crate::store::answers::{self, Before};

/// For how long an answer is kept.
const KEPT: TimeDelta = TimeDelta::hours(24);

/// How many answers of a player are kept: the newest.
const MOST: i64 = 300;

/// For how long that is so of somebody who was nobody yet: a session is in it, which a new password does not end.
const KEPT_OF_NOBODY: TimeDelta = TimeDelta::minutes(10);

/// How short a key may be. It is what keeps those who read the database from trying passwords against its hashes.
pub const SHORTEST_KEY: usize = 16;

/// How long a request may take. None takes so long: it was broken off.
const UNDER_WAY: TimeDelta = TimeDelta::minutes(1);

/// A request as its caller names it. No `Debug`: it opens what was answered.
pub struct Request {
    name: Vec<u8>,
    hash: Vec<u8>,
    seal: [u8; 32],
    player: Option<PlayerId>,
    kept: TimeDelta,
}

/// A caller who may send a request again.
#[derive(Clone, Copy)]
pub enum Asker {
    /// A player who is signed in.
    Player(PlayerId),
    /// Somebody without an account, at this address.
    Client(IpAddr),
}

/// What was answered.
#[derive(Serialize, Deserialize)]
pub struct Answer {
    /// The HTTP status.
    pub status: u16,
    /// The headers that belong to it.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: String,
}

impl Request {
    /// What a caller asks for (the call and its body, in one spelling) under a key. A caller without an account
    /// shares a key only with the very same request from the same network: the answer holds a session.
    pub fn new(caller: Asker, key: &str, asked: &str) -> Request {
        let hash = |what: &str, parts: &[&str]| {
            let mut hash = Sha256::new_with_prefix(what);
            for part in parts {
                hash.update((part.len() as u64).to_le_bytes());
                hash.update(part);
            }
            hash.finalize()
        };
        let who = match caller {
            Asker::Player(player) => player.to_string(),
            Asker::Client(client) => format!("{} {asked}", network(client)),
        };
        Request {
            name: hash("name", &[&who, key]).to_vec(),
            hash: hash("request", &[&who, key, asked]).to_vec(),
            seal: hash("seal", &[&who, key, asked]).into(),
            player: match caller {
                Asker::Player(player) => Some(player),
                Asker::Client(_) => None,
            },
            kept: match caller {
                Asker::Player(_) => KEPT,
                Asker::Client(_) => KEPT_OF_NOBODY,
            },
        }
    }

    /// The answer that the request got before.
    fn answered(&self, before: Before, now: Moment) -> Result<Answer> {
        if before.request != self.hash {
            return Err(super::lobby::key_reused());
        }
        match before.answer {
            Some(sealed) => self.open(&sealed),
            None if now - before.created_at < UNDER_WAY => Err(Refusal::UnderWay),
            None => Err(Refusal::InDoubt),
        }
    }

    /// Takes the key; answers the request that has it, if one has.
    async fn take(&self, conn: &mut Conn, now: Moment) -> Result<Option<Before>> {
        let asked = (&*self.name, &*self.hash);
        let since = now - self.kept;
        let before = answers::take(conn, self.player, asked, since, now).await?;
        if let (None, Some(player)) = (&before, self.player) {
            answers::keep_newest(conn, player, MOST).await?;
        }
        Ok(before)
    }

    /// Takes the key in the transaction that carries the request out.
    async fn take_with(&self, conn: &mut Conn, now: Moment) -> Result<()> {
        match self.take(conn, now).await? {
            None => Ok(()),
            Some(before) if before.request != self.hash => Err(super::lobby::key_reused()),
            Some(_) => Err(Refusal::UnderWay),
        }
    }

    fn key(&self) -> Result<LessSafeKey> {
        let key = UnboundKey::new(&CHACHA20_POLY1305, &self.seal);
        Ok(LessSafeKey::new(key.map_err(Refusal::internal)?))
    }

    fn seal(&self, answer: &Answer) -> Result<Vec<u8>> {
        let nonce: [u8; NONCE_LEN] = ids::random_bytes();
        let mut sealed = serde_json::to_vec(answer).map_err(Refusal::internal)?;
        self.key()?
            .seal_in_place_append_tag(
                Nonce::assume_unique_for_key(nonce),
                Aad::empty(),
                &mut sealed,
            )
            .map_err(Refusal::internal)?;
        Ok([&nonce[..], &sealed].concat())
    }

    fn open(&self, sealed: &[u8]) -> Result<Answer> {
        let short = || Refusal::internal("a kept answer is too short");
        let (nonce, sealed) = sealed.split_first_chunk::<NONCE_LEN>().ok_or_else(short)?;
        let mut sealed = sealed.to_vec();
        let nonce = Nonce::assume_unique_for_key(*nonce);
        let opened = self.key()?.open_in_place(nonce, Aad::empty(), &mut sealed);
        serde_json::from_slice(opened.map_err(Refusal::internal)?).map_err(Refusal::internal)
    }
}

type Manager = <Conn as AsyncConnection>::TransactionManager;

tokio::task_local! {
    /// The request that this task carries out.
    static SENT: Arc<Sent>;
}

/// A request under a key whose answer commits together with what the request does.
pub struct Sent {
    request: Request,
    /// The transaction that waits for the answer.
    open: Mutex<Option<Connection>>,
}

impl Sent {
    /// A request that has done nothing yet.
    pub fn new(request: Request) -> Arc<Sent> {
        Arc::new(Sent {
            request,
            open: Mutex::default(),
        })
    }

    /// The request.
    pub fn request(&self) -> &Request {
        &self.request
    }

    /// Carries the request out. What [`App::once`] does in it stays uncommitted until [`Sent::finish`].
    pub async fn during<W: Future>(self: &Arc<Sent>, work: W) -> W::Output {
        SENT.scope(Arc::clone(self), work).await
    }

    /// Keeps the answer, and commits what the request did.
    pub async fn finish(&self, app: &App, answer: &Answer) -> Result<()> {
        let sealed = self.request.seal(answer)?;
        let open = self.open().take();
        match open {
            Some(mut conn) => {
                answers::keep(&mut conn, &self.request.name, &sealed).await?;
                Manager::commit_transaction(&mut *conn).await?;
            }
            // It did nothing that had to commit.
            None => {
                app.transaction(async |conn| {
                    self.request.take_with(conn, app.clock.now()).await?;
                    answers::keep(conn, &self.request.name, &sealed).await?;
                    Ok(())
                })
                .await?;
            }
        }
        // The mailer may have looked before the commit.
        app.outbox.notify_one();
        Ok(())
    }

    /// Undoes what the request did, where its answer is no success.
    pub async fn undo(&self) {
        let open = self.open().take();
        if let Some(mut conn) = open {
            // The pool does not use a connection again whose transaction could not be rolled back.
            let _ = Manager::rollback_transaction(&mut *conn).await;
        }
    }

    fn open(&self) -> MutexGuard<'_, Option<Connection>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl App {
    /// Does this in one transaction. A request under a key commits it together with its answer, so nothing may ask the
    /// database about it before that. `http::again` lists the calls that use this.
    pub async fn once<T, F>(&self, what: F) -> Result<T>
    where
        F: for<'a> Transaction<&'a mut Conn, Result<T>, Fut: Send> + Send,
        T: Send,
    {
        let Ok(sent) = SENT.try_with(Arc::clone) else {
            return self.transaction(what).await;
        };
        let mut conn = self.db.get().await?;
        Manager::begin_transaction(&mut *conn).await?;
        let done = match sent.request.take_with(&mut conn, self.clock.now()).await {
            Ok(()) => what(&mut conn).await,
            Err(refusal) => Err(refusal),
        };
        match done {
            Ok(_) => *sent.open() = Some(conn),
            Err(_) => {
                // The pool does not use a connection again whose transaction could not be rolled back.
                let _ = Manager::rollback_transaction(&mut *conn).await;
            }
        }
        done
    }
}

/// What the same request was answered before; none where it comes for the first time, and is under way from now on.
pub async fn begin(app: &App, request: &Request) -> Result<Option<Answer>> {
    let now = app.clock.now();
    let mut conn = app.db.get().await?;
    let before = request.take(&mut conn, now).await?;
    before.map(|it| request.answered(it, now)).transpose()
}

/// The answer to a request that was carried out before; none where it was not.
pub async fn kept(app: &App, request: &Request) -> Result<Option<Answer>> {
    let now = app.clock.now();
    let mut conn = app.db.get().await?;
    let before = answers::find(&mut conn, &request.name, now - request.kept).await?;
    before.map(|it| request.answered(it, now)).transpose()
}

/// Keeps what a request was answered.
pub async fn keep(app: &App, request: &Request, answer: &Answer) -> Result<()> {
    let sealed = request.seal(answer)?;
    answers::keep(&mut *app.db.get().await?, &request.name, &sealed).await?;
    Ok(())
}

/// Nothing was done: the request may come again.
pub async fn drop(app: &App, request: &Request) -> Result<()> {
    answers::remove(&mut *app.db.get().await?, &request.name).await?;
    Ok(())
}

/// Forgets what is a day old. Several servers may do so at once.
pub async fn forget(app: &App) -> Result<()> {
    answers::forget(&mut *app.db.get().await?, app.clock.now() - KEPT).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_opened_by_the_same_request_alone() {
        let answer = Answer {
            status: 201,
            headers: Vec::new(),
            body: "secret".to_owned(),
        };
        let ann = Asker::Player(PlayerId(1));
        let request = Request::new(ann, "key", "POST /v1/x {}");
        let sealed = request.seal(&answer).ok().unwrap();
        assert!(!String::from_utf8_lossy(&sealed).contains("secret"));
        assert_eq!(request.open(&sealed).ok().unwrap().body, "secret");
        for other in [
            Request::new(Asker::Player(PlayerId(2)), "key", "POST /v1/x {}"),
            Request::new(ann, "kez", "POST /v1/x {}"),
            Request::new(ann, "key", "POST /v1/x {\"a\":1}"),
        ] {
            assert!(other.open(&sealed).is_err());
        }
        assert!(request.open(&sealed[..5]).is_err());
        // Without an account two requests never share a name, and two networks neither.
        let guest =
            |client: [u8; 4], asked| Request::new(Asker::Client(client.into()), "key", asked).name;
        let here = guest([192, 0, 2, 1], "POST /v1/players {}");
        assert_ne!(here, guest([192, 0, 2, 1], "POST /v1/players {\"a\":1}"));
        assert_ne!(here, guest([198, 51, 100, 1], "POST /v1/players {}"));
    }
}
