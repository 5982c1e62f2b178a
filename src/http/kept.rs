//! Answers that a client may keep, and ask about again: each has an `ETag`.
//!
//! The tag is a hash of what the answer says, so that it is the same on every server (but for how long
//! clocks still run) and another after every change, of the program too. It is weak: a receipt says the same under every moment
//! at which it was signed.
//!
//! What was answered is remembered here with the stamp of the rows that it was made of
//! (`service::known`), and given again to whoever asks the same from the same seat. Whether they may
//! know of the game at all is decided before, for each request. It is remembered as it was made, and
//! compressed for each who asks for that.
//!
//! A request is known by a hash of its path and query, so that no client decides how large a key is.

use std::future::{Ready, ready};
use std::sync::Arc;

use actix_web::dev::Payload;
use actix_web::http::StatusCode;
use actix_web::http::header::{CACHE_CONTROL, ETag, EntityTag, Header, IF_NONE_MATCH, IfNoneMatch};
use actix_web::web::{Bytes, Data};
use actix_web::{FromRequest, HttpRequest, HttpResponse, HttpResponseBuilder};
use common::cache::{self, OfBytes};
use quick_cache::sync::Cache;
use rules::{Language, Seat};
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::http::language::preferred;
use crate::http::patience::{APPLIED, Patience};
use crate::http::problem::{Problem, Result};
use crate::lanes;
use crate::refusal::Refusal;
use crate::service::known::Stamp;
use crate::service::look::Look;

/// The media type of most answers.
pub(super) const JSON: &str = "application/json";

/// Who may keep what is for one caller: nobody but that one, who asks about it each time.
pub(super) const PRIVATE: &str = "private, no-cache";

/// How many bytes of answers are remembered, about.
const MOST: u64 = 12 << 20;

/// How many bytes an answer has, about, with what it is known by.
const TYPICAL: u64 = 3 << 10;

/// How many bytes an entry takes at most besides its answer.
const ENTRY: usize = 256;

/// Longer answers are not remembered.
const LONGEST: usize = 32 << 10;

/// Of how many answers the tags are remembered, for whoever has them already. Keys and tags have a fixed size.
const TAGS: usize = 16_384;

/// What is answered.
#[derive(Clone)]
pub(super) struct Made {
    /// What it is known by.
    pub(super) tag: EntityTag,
    /// Its bytes.
    pub(super) body: Bytes,
    /// Whether whoever asks the same from the same seat is answered this.
    is_for_all: bool,
}

impl Made {
    /// An answer known by this, which says the same.
    pub(super) fn known_by(says: &[u8], body: Bytes) -> Made {
        let hash = Sha256::digest(says);
        let tag = EntityTag::new_weak(hex::encode(&hash[..12]));
        Made {
            tag,
            body,
            is_for_all: true,
        }
    }

    /// The same, for nobody else where the caller is no longer who they were when they asked.
    pub(super) fn for_all_if(mut self, is_as_asked: bool) -> Made {
        self.is_for_all = is_as_asked;
        self
    }

    /// An answer in JSON.
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

/// Something as JSON.
pub(super) fn json(answer: &impl Serialize) -> Result<Vec<u8>, Refusal> {
    serde_json::to_vec(answer).map_err(Refusal::internal)
}

/// What was asked, and by whom as far as it matters to the answer.
#[derive(PartialEq, Eq, Hash)]
struct Key {
    /// The hash of path and query.
    what: [u8; 32],
    language: Language,
    seat: Option<Seat>,
    invited: bool,
    creator: bool,
}

/// What is remembered of an answer.
enum Remembered {
    /// What it is known by, for whoever has it.
    Tag(EntityTag),
    /// All of it.
    Whole(Made),
}

/// What was answered lately, and of what it was made.
pub(super) struct Answers {
    tags: Cache<Arc<Key>, (Stamp, EntityTag)>,
    whole: OfBytes<Arc<Key>, (Stamp, Made)>,
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
    /// What is remembered; nothing but its tag if whoever asks has the rest.
    fn get(&self, request: &HttpRequest, key: &Key, stamp: Stamp) -> Option<Remembered> {
        if request.headers().contains_key(IF_NONE_MATCH) {
            let (_, tag) = self.tags.get(key).filter(|it| it.0 == stamp)?;
            if is_known(request, &tag) {
                return Some(Remembered::Tag(tag));
            }
        }
        let (_, made) = self.whole.get(key).filter(|it| it.0 == stamp)?;
        Some(Remembered::Whole(made))
    }

    fn keep(&self, key: Key, stamp: Stamp, made: &Made) {
        let key = Arc::new(key);
        self.tags
            .insert(Arc::clone(&key), (stamp, made.tag.clone()));
        if made.body.len() <= LONGEST {
            // With no more room than that.
            let body = Bytes::copy_from_slice(&made.body);
            let kept = Made {
                body,
                ..made.clone()
            };
            self.whole.insert(key, (stamp, kept));
        }
    }
}

/// A request for something that the client may have.
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
    /// Answers what a look shows: again, that it is still so, or as it is made now. Where it is still so, and whoever asks
    /// would rather wait (`Prefer: wait`), once it is not.
    pub(super) async fn answer(
        &self,
        media: &'static str,
        look: impl AsyncFn() -> Result<Look>,
        make: impl AsyncFn(Look) -> Result<Made>,
    ) -> Result<HttpResponse> {
        let seen = look().await?;
        let (id, mut stamp) = (seen.row.id.clone(), seen.stamp);
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
                // What has no stamp may have changed.
                if stamp.is_none() || seen.stamp != stamp {
                    stamp = seen.stamp;
                    answer = self.once(media, seen, &make).await?;
                }
                if answer.status() == StatusCode::NOT_MODIFIED
                    && !lanes::outside(waits.hint()).await?
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
        let stamp = look.stamp;
        let known = stamp.and_then(|stamp| self.answers.get(&self.request, &key, stamp));
        let made = match known {
            Some(Remembered::Tag(tag)) => return Ok(begun(tag, PRIVATE, true).finish()),
            Some(Remembered::Whole(made)) => made,
            None => {
                let made = Box::pin(make(look)).await?;
                if let Some(stamp) = stamp.filter(|_| made.is_for_all) {
                    self.answers.keep(key, stamp, &made);
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

/// How an answer with this tag begins, and whether that is all because the client has the rest.
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

/// Whether the client has what has this tag.
pub(super) fn is_known(request: &HttpRequest, tag: &EntityTag) -> bool {
    match IfNoneMatch::parse(request) {
        Ok(IfNoneMatch::Any) => true,
        Ok(IfNoneMatch::Items(known)) => known.iter().any(|it| it.weak_eq(tag)),
        Err(_) => false,
    }
}
