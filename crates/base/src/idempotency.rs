//! Idempotent requests. The server carries out each request once, and returns the same answer to
//! retries for a day.
//!
//! Answers may hold secrets. They are stored encrypted, with a key derived from the caller's data.
//! The database has only hashes of that data. Requests may hold passwords, so the request hash
//! includes the idempotency key, which cannot be guessed and is not stored.
//!
//! Most calls do their work in one transaction ([`Core::once`]). It also takes the key and stores
//! the answer, so a retry sees all of it or nothing. The other calls take the key first and store
//! the answer last. If the server dies in between, the outcome is unknown and the request is not
//! retried. The same holds if the server fails after the first [`commits`] of a request.
//!
//! Games and deals are made in the transaction that stores their key (`lobby::once`), so their
//! outcome is always known.

use std::cell::Cell;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use chrono::TimeDelta;
use common::clock::Moment;
use common::hosts::network;
use common::ids::{self, PlayerId};
use common::texts::message;
use db::signals::{self, Hint};
use db::{Conn, Connection};
use diesel_async::{AsyncConnection, TransactionManager};
use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::Core;
use crate::core::Transaction;
use crate::refusal::{Refusal, Result};
use crate::store::answers::{self, Before};

/// How long an answer is kept.
const KEPT: TimeDelta = TimeDelta::hours(24);

/// The most answers kept per player. The oldest are dropped.
const MOST: i64 = 300;

/// How long the answer to a caller without an account is kept. It holds a session that a new
/// password does not end.
const KEPT_OF_NOBODY: TimeDelta = TimeDelta::minutes(10);

/// The minimum length of a key. Its length keeps readers of the database from testing passwords
/// against the hashes.
pub const SHORTEST_KEY: usize = 16;

/// The time limit of a request. An older one without an answer was interrupted.
const UNDER_WAY: TimeDelta = TimeDelta::minutes(1);

/// A request with its idempotency key. It can decrypt the answer, so it has no `Debug`.
pub struct Request {
    name: Vec<u8>,
    hash: Vec<u8>,
    seal: [u8; 32],
    player: Option<PlayerId>,
    kept: TimeDelta,
}

/// The caller of an idempotent request.
#[derive(Clone, Copy)]
pub enum Asker {
    /// A signed-in player.
    Player(PlayerId),
    /// A caller without an account, at this address.
    Client(IpAddr),
}

/// The HTTP response to a request.
#[derive(Serialize, Deserialize)]
pub struct Answer {
    /// The HTTP status.
    pub status: u16,
    /// The response headers to repeat.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: String,
}

impl Request {
    /// Derives the hashes and the encryption key from the caller, the key, and the call with its
    /// body in a canonical form. Callers without an account share a key only for identical requests
    /// from the same network, because the answer holds a session.
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

    /// Returns the answer to the earlier request, or an error if it has none.
    fn answered(&self, before: Before, now: Moment) -> Result<Answer> {
        if before.request != self.hash {
            return Err(key_reused());
        }
        match before.answer {
            Some(sealed) => self.open(&sealed),
            None if now - before.created_at < UNDER_WAY => Err(Refusal::RequestInProgress),
            None => Err(Refusal::OutcomeUnknown),
        }
    }

    /// Takes the key. Returns the earlier request with this key, if there is one.
    async fn take(&self, conn: &mut Conn, now: Moment) -> Result<Option<Before>> {
        let asked = (&*self.name, &*self.hash);
        let since = now - self.kept;
        let before = answers::take(conn, self.player, asked, since, now).await?;
        if let (None, Some(player)) = (&before, self.player) {
            answers::keep_newest(conn, player, MOST).await?;
        }
        Ok(before)
    }

    /// Takes the key in the transaction that carries out the request.
    async fn take_with(&self, conn: &mut Conn, now: Moment) -> Result<()> {
        match self.take(conn, now).await? {
            None => Ok(()),
            Some(before) if before.request != self.hash => Err(key_reused()),
            Some(_) => Err(Refusal::RequestInProgress),
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
    /// The idempotent request that this task carries out.
    static SENT: Arc<Sent>;
    /// Whether the request that this task carries out may have changed something.
    static CHANGES: Cell<bool>;
}

/// Carries out a request. Returns its output, and whether it may have changed something.
pub async fn watched<W: Future>(work: W) -> (W::Output, bool) {
    let work = async {
        let done = work.await;
        (done, CHANGES.with(Cell::get))
    };
    CHANGES.scope(Cell::new(false), work).await
}

/// Notes that the current request is about to commit a change. From now on, a failure does not mean
/// that nothing happened: the acknowledgement of a commit may get lost.
pub fn commits() {
    // Only requests with a reserved key need to know.
    let _ = CHANGES.try_with(|changes| changes.set(true));
}

/// A request whose answer commits together with its effects.
pub struct Sent {
    request: Request,
    /// The open transaction, which commits with the answer, and the hints about its changes.
    open: Mutex<Option<(Connection, Vec<Hint>)>>,
}

impl Sent {
    /// Wraps a request that has not run yet.
    pub fn new(request: Request) -> Arc<Sent> {
        Arc::new(Sent {
            request,
            open: Mutex::default(),
        })
    }

    /// Returns the request.
    pub fn request(&self) -> &Request {
        &self.request
    }

    /// Runs `work` as this request. The transaction of [`Core::once`] stays uncommitted until
    /// [`Sent::finish`].
    pub async fn during<W: Future>(self: &Arc<Sent>, work: W) -> W::Output {
        SENT.scope(Arc::clone(self), work).await
    }

    /// Stores the answer and commits the request's transaction.
    pub async fn finish(&self, app: &Core, answer: &Answer) -> Result<()> {
        let sealed = self.request.seal(answer)?;
        let open = self.open().take();
        match open {
            Some((mut conn, changed)) => {
                answers::keep(&mut conn, &self.request.name, &sealed).await?;
                let committed = Manager::commit_transaction(&mut *conn).await;
                // As in [`Core::transaction`], also after a failure.
                app.listeners.changed(changed);
                committed?;
            }
            // The request had no effects to commit.
            None => {
                app.transaction(async |conn| {
                    self.request.take_with(conn, app.clock.now()).await?;
                    answers::keep(conn, &self.request.name, &sealed).await?;
                    Ok::<_, Refusal>(())
                })
                .await?;
            }
        }
        // The mailer may have checked the outbox before the commit.
        app.outbox.notify_one();
        Ok(())
    }

    /// Rolls back the request's transaction. For answers that are not a success.
    pub async fn undo(&self) {
        let open = self.open().take();
        if let Some((mut conn, _)) = open {
            // If the rollback fails, the pool does not use the connection again.
            let _ = Manager::rollback_transaction(&mut *conn).await;
        }
    }

    fn open(&self) -> MutexGuard<'_, Option<(Connection, Vec<Hint>)>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Core {
    /// Runs `what` in one transaction. For an idempotent request, the transaction commits together
    /// with the answer, so no code may query the database for the effects before that.
    /// A call that uses this says so in its policy (`http::policy::Key::Together`).
    pub async fn once<T, E, F>(&self, what: F) -> Result<T, E>
    where
        F: for<'a> Transaction<&'a mut Conn, Result<T, E>, Fut: Send> + Send,
        T: Send,
        E: From<Refusal> + From<diesel::result::Error> + Send,
    {
        let Ok(sent) = SENT.try_with(Arc::clone) else {
            return self.transaction(what).await;
        };
        let mut conn = self.db.get().await.map_err(Refusal::from)?;
        Manager::begin_transaction(&mut *conn).await?;
        let (done, changed) = match sent.request.take_with(&mut conn, self.clock.now()).await {
            Ok(()) => signals::noting(what(&mut conn)).await,
            Err(refusal) => (Err(refusal.into()), Vec::new()),
        };
        match done {
            Ok(_) => *sent.open() = Some((conn, changed)),
            Err(_) => {
                // If the rollback fails, the pool does not use the connection again.
                let _ = Manager::rollback_transaction(&mut *conn).await;
            }
        }
        done
    }
}

/// Takes the key of a request. Returns the answer to the earlier request with this key, or `None`
/// for a new request.
pub async fn begin(app: &Core, request: &Request) -> Result<Option<Answer>> {
    let now = app.clock.now();
    let mut conn = app.db.get().await?;
    let before = request.take(&mut conn, now).await?;
    before.map(|it| request.answered(it, now)).transpose()
}

/// Returns the stored answer to this request, or `None` if it was not carried out before.
pub async fn kept(app: &Core, request: &Request) -> Result<Option<Answer>> {
    let now = app.clock.now();
    let mut conn = app.db.get().await?;
    let before = answers::find(&mut conn, &request.name, now - request.kept).await?;
    before.map(|it| request.answered(it, now)).transpose()
}

/// Stores the answer to a request.
pub async fn keep(app: &Core, request: &Request, answer: &Answer) -> Result<()> {
    let sealed = request.seal(answer)?;
    answers::keep(&mut *app.db.get().await?, &request.name, &sealed).await?;
    Ok(())
}

/// Releases the key of a request without effects, so that the client may retry it.
pub async fn drop(app: &Core, request: &Request) -> Result<()> {
    answers::remove(&mut *app.db.get().await?, &request.name).await?;
    Ok(())
}

/// Deletes answers that are older than a day. Several servers may do so at once.
pub async fn forget(app: &Core) -> Result<()> {
    answers::forget(&mut *app.db.get().await?, app.clock.now() - KEPT).await?;
    Ok(())
}

/// The refusal for a key that was used for a different request.
pub fn key_reused() -> Refusal {
    Refusal::KeyReused(message("why-key-reused"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stored_answer_opens_only_with_the_same_request() {
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
        // Without an account, different requests or networks never share a name.
        let guest =
            |client: [u8; 4], asked| Request::new(Asker::Client(client.into()), "key", asked).name;
        let here = guest([192, 0, 2, 1], "POST /v1/players {}");
        assert_ne!(here, guest([192, 0, 2, 1], "POST /v1/players {\"a\":1}"));
        assert_ne!(here, guest([198, 51, 100, 1], "POST /v1/players {}"));
    }
}
