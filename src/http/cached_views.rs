//! Answers that a client may cache and revalidate. Each of them has an `ETag`.
//!
//! The tag is a hash of the content. So it is the same on every server, except for the time left on
//! running clocks, and it differs after every change, including changes of the program. The tag is
//! weak, because a receipt has the same meaning no matter when it was signed.
//!
//! This module caches answers, together with the revision of the rows that they were made from
//! (`play::cached_rows`). A caller at the same seat who sends the same request gets the cached
//! answer. For each request, the server first checks whether the caller may know of the game at
//! all. The cache holds answers uncompressed. The server compresses them for each client that
//! accepts it.
//!
//! A cache key contains a hash of the path and query, so that clients cannot make keys large.

use std::future::{Ready, ready};
use std::sync::Arc;

use actix_web::dev::Payload;
use actix_web::http::StatusCode;
use actix_web::http::header::{CACHE_CONTROL, ETag, EntityTag, Header, IF_NONE_MATCH, IfNoneMatch};
use actix_web::web::{Bytes, Data};
use actix_web::{FromRequest, HttpRequest, HttpResponse, HttpResponseBuilder};
use base::permits;
use common::cache::{self, OfBytes};
use play::Refusal;
use play::cached_rows::Revision;
use play::look::Look;
use quick_cache::sync::Cache;
use rules::{Language, Seat};
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::http::language::preferred;
use crate::http::long_polling::{APPLIED, Patience};
use crate::http::problem::{Problem, Result};

/// The media type of most answers.
pub(super) const JSON: &str = "application/json";

/// Only the caller's own cache may store the answer, and must revalidate it each time.
pub(super) const PRIVATE: &str = "private, no-cache";

/// The approximate size of the cache of answers, in bytes.
const MOST: u64 = 12 << 20;

/// The approximate size of an answer with its key, in bytes.
const TYPICAL: u64 = 3 << 10;

/// The largest size of an entry without its answer, in bytes.
const ENTRY: usize = 256;

/// The longest answer that is cached, in bytes.
const LONGEST: usize = 32 << 10;

/// How many tags are cached, for clients that already have the answer. Keys and tags have a fixed
/// size.
const TAGS: usize = 16_384;

/// A finished answer.
#[derive(Clone)]
pub(super) struct Made {
    /// Its tag.
    pub(super) tag: EntityTag,
    /// Its bytes.
    pub(super) body: Bytes,
    /// Whether another caller at the same seat gets this answer to the same request.
    is_for_all: bool,
}

impl Made {
    /// Makes an answer whose tag is a hash of `says`, which has the same meaning as the body.
    pub(super) fn known_by(says: &[u8], body: Bytes) -> Made {
        let hash = Sha256::digest(says);
        let tag = EntityTag::new_weak(hex::encode(&hash[..12]));
        Made {
            tag,
            body,
            is_for_all: true,
        }
    }

    /// Keeps the answer from other callers if the caller's role has changed since the request
    /// began.
    pub(super) fn for_all_if(mut self, is_as_asked: bool) -> Made {
        self.is_for_all = is_as_asked;
        self
    }

    /// Makes an answer in JSON.
    pub(super) fn json(answer: &impl Serialize) -> Result<Made> {
        Ok(json(answer)?.into())
    }
}

impl<B: Into<Bytes>> From<B> for Made {
    fn from(body: B) -> Made {
        let body = body.into();
        Made::known_by(&body.clone(), body)
    }
}

/// Serialises a value as JSON.
pub(super) fn json(answer: &impl Serialize) -> Result<Vec<u8>, Refusal> {
    serde_json::to_vec(answer).map_err(Refusal::internal)
}

/// The request, and what the answer depends on about its caller.
#[derive(PartialEq, Eq, Hash)]
struct Key {
    /// The hash of path and query.
    what: [u8; 32],
    language: Language,
    seat: Option<Seat>,
    invited: bool,
    creator: bool,
}

/// A cached answer.
enum Remembered {
    /// Only its tag, because the client's copy is current.
    Tag(EntityTag),
    /// The whole answer.
    Whole(Made),
}

/// Recent answers, and the revisions of the rows that they were made from.
pub(super) struct Answers {
    tags: Cache<Arc<Key>, (Revision, EntityTag)>,
    whole: OfBytes<Arc<Key>, (Revision, Made)>,
}

impl Default for Answers {
    fn default() -> Answers {
        Answers {
            tags: cache::of(TAGS),
            whole: cache::of_bytes(MOST, TYPICAL, |_, (_, made)| {
                (ENTRY + made.body.len()) as u64
            }),
        }
    }
}

impl Answers {
    /// Returns the cached answer, or only its tag if the client's copy is current.
    fn get(&self, request: &HttpRequest, key: &Key, revision: Revision) -> Option<Remembered> {
        if request.headers().contains_key(IF_NONE_MATCH) {
            let (_, tag) = self.tags.get(key).filter(|it| it.0 == revision)?;
            if is_known(request, &tag) {
                return Some(Remembered::Tag(tag));
            }
        }
        let (_, made) = self.whole.get(key).filter(|it| it.0 == revision)?;
        Some(Remembered::Whole(made))
    }

    fn keep(&self, key: Key, revision: Revision, made: &Made) {
        let key = Arc::new(key);
        self.tags
            .insert(Arc::clone(&key), (revision, made.tag.clone()));
        if made.body.len() <= LONGEST {
            // Copied, so that no spare capacity is kept.
            let body = Bytes::copy_from_slice(&made.body);
            let kept = Made {
                body,
                ..made.clone()
            };
            self.whole.insert(key, (revision, kept));
        }
    }
}

/// A request for an answer that the client may have cached.
pub(super) struct Asked {
    request: HttpRequest,
    answers: Data<Answers>,
    patience: Option<Patience>,
}

impl FromRequest for Asked {
    type Error = Problem;
    type Future = Ready<Result<Asked>>;

    fn from_request(request: &HttpRequest, _payload: &mut Payload) -> Self::Future {
        let answers = request.app_data::<Data<Answers>>().cloned();
        let asked = answers.map(|answers| Asked {
            request: request.clone(),
            answers,
            patience: Patience::of(request),
        });
        ready(asked.ok_or_else(|| Problem::internal("a request has no application")))
    }
}

impl Asked {
    /// Answers with the content that `look` and `make` produce: with status 304 if the client's
    /// copy is current, otherwise with the cached answer or a new one. If the copy is current and
    /// the client prefers to wait (`Prefer: wait`), answers once the content has changed.
    pub(super) async fn answer(
        &self,
        media: &'static str,
        look: impl AsyncFn() -> Result<Look>,
        make: impl AsyncFn(Look) -> Result<Made>,
    ) -> Result<HttpResponse> {
        let seen = look().await?;
        let (id, mut revision) = (seen.row.id.clone(), seen.revision);
        let mut answer = self.once(media, seen, &make).await?;
        let Some(patience) = &self.patience else {
            return Ok(answer);
        };
        if answer.status() == StatusCode::NOT_MODIFIED
            && let Some(mut waits) = patience.begin(&self.request, id)?
        {
            while answer.status() == StatusCode::NOT_MODIFIED {
                waits.looks();
                waits.may_look().await?;
                let seen = look().await?;
                // Without a revision, the game may have changed.
                if revision.is_none() || seen.revision != revision {
                    revision = seen.revision;
                    answer = self.once(media, seen, &make).await?;
                }
                if answer.status() == StatusCode::NOT_MODIFIED
                    && !permits::outside(waits.hint()).await?
                {
                    break;
                }
            }
            answer.headers_mut().insert(APPLIED, patience.applied()?);
        }
        Ok(answer)
    }

    async fn once(
        &self,
        media: &'static str,
        mut look: Look,
        make: impl AsyncFn(Look) -> Result<Made>,
    ) -> Result<HttpResponse> {
        look.language = preferred(&self.request);
        let what = self.request.uri().path_and_query();
        let key = Key {
            what: Sha256::digest(what.map_or("", |it| it.as_str())).into(),
            language: look.language,
            seat: look.seat,
            invited: look.invited,
            creator: look.creator,
        };
        let revision = look.revision;
        let known = revision.and_then(|revision| self.answers.get(&self.request, &key, revision));
        let made = match known {
            Some(Remembered::Tag(tag)) => return Ok(begun(tag, PRIVATE, true).finish()),
            Some(Remembered::Whole(made)) => made,
            None => {
                let made = Box::pin(make(look)).await?;
                if let Some(revision) = revision.filter(|_| made.is_for_all) {
                    self.answers.keep(key, revision, &made);
                }
                made
            }
        };
        let (mut response, is_known) = tagged(&self.request, made.tag, PRIVATE);
        Ok(match is_known {
            true => response.finish(),
            false => response.content_type(media).body(made.body),
        })
    }
}

/// Begins an answer with this tag. Also returns whether the client's copy is current, so that the
/// answer needs no body.
pub(super) fn tagged(
    request: &HttpRequest,
    tag: EntityTag,
    cache: &'static str,
) -> (HttpResponseBuilder, bool) {
    let is_known = is_known(request, &tag);
    (begun(tag, cache, is_known), is_known)
}

fn begun(tag: EntityTag, cache: &'static str, is_known: bool) -> HttpResponseBuilder {
    let mut response = match is_known {
        true => HttpResponse::NotModified(),
        false => HttpResponse::Ok(),
    };
    response
        .insert_header(ETag(tag))
        .insert_header((CACHE_CONTROL, cache));
    response
}

/// Whether the client has the content with this tag.
pub(super) fn is_known(request: &HttpRequest, tag: &EntityTag) -> bool {
    match IfNoneMatch::parse(request) {
        Ok(IfNoneMatch::Any) => true,
        Ok(IfNoneMatch::Items(known)) => known.iter().any(|it| it.weak_eq(tag)),
        Err(_) => false,
    }
}
