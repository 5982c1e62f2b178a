//! The scope that a token needs for each call. The table has one row for each call, and the OpenAPI
//! document is made from it, too.
//!
//! Not in this module: tokens themselves (`service::tokens`), and the rights of a player in a game,
//! which no scope changes.

use crate::service::tokens::Scope;

/// What a call requires of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    /// This scope.
    Scope(Scope),
    /// Only that the token is valid. The call also answers requests without a token.
    Any,
    /// A session: no token suffices, regardless of its scopes.
    Session,
}

use Needs::{Any, Session};

const READ: Needs = Needs::Scope(Scope::GamesRead);
const PLAY: Needs = Needs::Scope(Scope::GamesPlay);
const CHAT: Needs = Needs::Scope(Scope::Chat);
const MAIL: Needs = Needs::Scope(Scope::MailManage);
const ACCOUNT: Needs = Needs::Scope(Scope::Account);
const ADMIN: Needs = Needs::Scope(Scope::Admin);

/// The calls that accept a token, by path: the requirement for `GET`, and for every other method.
const CALLS: &[(&str, Needs, Needs)] = &[
    ("/v1/kinds", Any, Any),
    ("/v1/kinds/{kind}", Any, Any),
    ("/v1/keys", Any, Any),
    ("/v1/deals", READ, PLAY),
    ("/v1/deals/{deal}", READ, PLAY),
    ("/v1/games", READ, PLAY),
    ("/v1/games/reservations", READ, PLAY),
    ("/v1/games/{id}", READ, PLAY),
    ("/v1/games/{id}/at/{ply}", READ, PLAY),
    ("/v1/games/{id}/board.png", READ, PLAY),
    ("/v1/games/{id}/board.svg", READ, PLAY),
    ("/v1/games/{id}/board.txt", READ, PLAY),
    ("/v1/games/{id}/chat", CHAT, CHAT),
    ("/v1/games/{id}/events", READ, PLAY),
    ("/v1/games/{id}/export", READ, PLAY),
    ("/v1/games/{id}/here", READ, PLAY),
    ("/v1/games/{id}/invitations", READ, PLAY),
    ("/v1/games/{id}/legal", READ, PLAY),
    ("/v1/games/{id}/legal/branch", READ, PLAY),
    ("/v1/games/{id}/log", READ, PLAY),
    ("/v1/games/{id}/mail", MAIL, MAIL),
    ("/v1/games/{id}/moves", READ, PLAY),
    ("/v1/games/{id}/note", CHAT, CHAT),
    ("/v1/games/{id}/orders", READ, PLAY),
    ("/v1/games/{id}/rematch", READ, PLAY),
    ("/v1/games/{id}/reports", CHAT, CHAT),
    ("/v1/games/{id}/seats", READ, PLAY),
    ("/v1/games/{id}/seats/me", READ, PLAY),
    ("/v1/games/{id}/seats/me/replacement", READ, PLAY),
    ("/v1/games/{id}/seats/{seat}", READ, PLAY),
    ("/v1/games/{id}/seats/{seat}/extension", READ, PLAY),
    ("/v1/games/{id}/seats/{seat}/replacement", READ, PLAY),
    ("/v1/me", ACCOUNT, Session),
    ("/v1/me/blocked", CHAT, CHAT),
    ("/v1/me/blocked/{name}", CHAT, CHAT),
    ("/v1/me/muted", CHAT, CHAT),
    ("/v1/me/muted/{name}", CHAT, CHAT),
    ("/v1/me/holidays", ACCOUNT, ACCOUNT),
    ("/v1/me/holidays/{holiday}", ACCOUNT, ACCOUNT),
    ("/v1/me/events", READ, READ),
    ("/v1/me/export", READ, READ),
    ("/v1/me/mail", MAIL, MAIL),
    ("/v1/me/push", READ, READ),
    ("/v1/me/push/{subscription}", READ, READ),
    ("/v1/me/push/{subscription}/test", READ, READ),
    ("/v1/me/keep", Session, Session),
    ("/v1/me/confirmation", Session, Session),
    ("/v1/me/confirmation/mail", Session, Session),
    ("/v1/me/passkeys", Session, Session),
    ("/v1/me/passkeys/challenge", Session, Session),
    ("/v1/me/passkeys/{passkey}", Session, Session),
    ("/v1/me/sessions", Session, Session),
    ("/v1/me/sessions/{session}", Session, Session),
    ("/v1/me/grants", Session, Session),
    ("/v1/me/grants/{user_code}", Session, Session),
    ("/v1/me/tokens", Session, Session),
    ("/v1/me/tokens/{token}", Session, Session),
    ("/v1/me/totp", Session, Session),
    ("/v1/me/totp/confirm", Session, Session),
    ("/v1/me/totp/recovery-codes", Session, Session),
    // A leaked token must not give access that outlives its revocation.
    ("/v1/me/feeds", Session, Session),
    // A webhook that a token creates ends with the token.
    ("/v1/me/webhooks", READ, READ),
    ("/v1/me/webhooks/{webhook}", READ, READ),
    ("/v1/me/webhooks/{webhook}/deliveries", READ, READ),
    ("/v1/me/webhooks/{webhook}/secret", READ, READ),
    ("/v1/me/webhooks/{webhook}/test", READ, READ),
    ("/v1/sessions", Session, Session),
    ("/oauth/introspect", Any, Any),
    ("/v1/admin/acts", ADMIN, ADMIN),
    ("/v1/admin/dead-mails", ADMIN, ADMIN),
    ("/v1/admin/reports", ADMIN, ADMIN),
];

/// Returns what this call requires of a token; `None` if the call reads no token.
pub fn needs(method: &str, path: &str) -> Option<Needs> {
    // A caller who signs in has no token yet.
    if (method, path) == ("POST", "/v1/sessions") {
        return None;
    }
    let (_, get, others) = CALLS.iter().find(|(it, ..)| *it == path)?;
    Some(match method {
        "GET" | "HEAD" => *get,
        _ => *others,
    })
}
