//! Passkeys: keys in an authenticator (a phone, a computer, a security key) for signing in without
//! a password (WebAuthn).
//!
//! Before the authenticator signs, it verifies its holder, by fingerprint or PIN. So a passkey
//! provides two factors at once. The signature is bound to this server's address, so other sites
//! cannot use it, and to a single-use challenge.

use std::net::IpAddr;
use std::num::NonZeroU32;

use chrono::TimeDelta;
use common::clock::Moment;
use common::ids::{self, PlayerId};
use common::notice::Changed;
use common::texts::message;
use db::Conn;
use serde_json::Value;
use webauthn_rp::bin::{Decode, Encode};
use webauthn_rp::request::auth::AuthenticationVerificationOptions;
use webauthn_rp::request::register::{
    CredProtect, PublicKeyCredentialUserEntity, RegistrationVerificationOptions, UserHandle16,
    Username,
};
use webauthn_rp::request::{AsciiDomain, PublicKeyCredentialDescriptor, RpId, TimedCeremony};
use webauthn_rp::response::register::{DynamicState, StaticState};
use webauthn_rp::response::{AuthTransports, CredentialId, SentChallenge};
use webauthn_rp::{
    AuthenticatedCredential, DiscoverableAuthentication16, DiscoverableAuthenticationServerState,
    DiscoverableCredentialRequestOptions, PublicKeyCredentialCreationOptions, Registration,
    RegistrationServerState,
};

use crate::access::Caller;
use crate::account::{self, tell};
use crate::reauthentication::{self, Reauthentication};
use crate::refusal::{Refusal, Result};
use crate::store::passkeys;
pub use crate::store::passkeys::Passkey;
use crate::store::players::Player;
use crate::{Accounts, attempts};
use base::typed_text;

/// The lifetime of a challenge.
const WAITS: TimeDelta = TimeDelta::minutes(5);

/// The timeout for the library. It uses the system clock, so it is disabled. The server checks the
/// lifetime with the database's clock.
const NEVER: NonZeroU32 = NonZeroU32::MAX;

/// The most passkeys of a player, so that the list stays readable.
const MOST: usize = 20;

/// The longest name of a passkey, in characters.
const MAX_NAME: usize = 60;

/// An authenticator's signature, parsed but not yet verified. No `Debug`.
pub struct Shown {
    answer: DiscoverableAuthentication16,
    challenge: Vec<u8>,
}

/// This server's identity for authenticators (the relying party).
struct Party {
    id: RpId,
    origin: String,
}

impl Party {
    fn of(app: &Accounts) -> Result<Party> {
        let host = app.config.public_host().to_ascii_lowercase();
        let nameless = || Refusal::forbidden("why-passkey-host");
        if host.parse::<IpAddr>().is_ok() {
            return Err(nameless());
        }
        Ok(Party {
            id: RpId::Domain(AsciiDomain::try_from(host).map_err(|_| nameless())?),
            origin: app.config.public_origin(),
        })
    }
}

/// Returns the hash of a challenge for the database.
fn stored(challenge: &SentChallenge) -> Vec<u8> {
    ids::secret_hash(&format!("challenge/{}", challenge.0))
}

/// Returns the options for the browser, with the timeout by our clock.
fn options(state: &impl serde::Serialize) -> Result<Value> {
    let mut options = serde_json::to_value(state).map_err(Refusal::internal)?;
    options["timeout"] = WAITS.num_milliseconds().into();
    Ok(options)
}

/// Whether an authenticator's answer has an id and these members of its response, all strings. The
/// library accepts null for some of them, and panics.
fn has_texts(answer: &Value, members: &[&str]) -> bool {
    let response = &answer["response"];
    answer["id"].is_string() && members.iter().all(|it| response[*it].is_string())
}

fn broken<E>(_: E) -> Refusal {
    Refusal::internal("what is stored of a passkey cannot be read")
}

/// Returns the caller's passkeys, oldest first.
pub async fn list(app: &Accounts, caller: &Caller) -> Result<Vec<Passkey>> {
    Ok(passkeys::of_player(&mut *app.db.get().await?, caller.player).await?)
}

/// Rejects another passkey if the player has the maximum number.
fn room_for_one(known: &[Passkey]) -> Result<()> {
    if known.len() < MOST {
        return Ok(());
    }
    let many = message("why-passkeys-many").with("most", MOST);
    Err(base::Refusal::Forbidden(many).into())
}

/// Begins to add a passkey. Returns the creation options for the caller's authenticator.
pub async fn begin(
    app: &Accounts,
    client: IpAddr,
    caller: &Caller,
    sure: &Reauthentication,
) -> Result<Value> {
    let party = Party::of(app)?;
    let seen = reauthentication::check(app, client, caller, sure).await?;
    let now = app.clock.now();
    app.transaction(async |conn| {
        let player = account::lock_verified(conn, &seen).await?;
        let known = passkeys::of_player(conn, player.id).await?;
        room_for_one(&known)?;
        attempts::challenge(conn, app, client).await?;
        let handle = match known.first() {
            Some(passkey) => passkey.user_handle.clone().try_into().map_err(broken)?,
            None => ids::random_bytes::<16>(),
        };
        let handle = UserHandle16::decode(handle).map_err(broken)?;
        let user = PublicKeyCredentialUserEntity {
            name: Username::try_from(player.name.as_str()).map_err(broken)?,
            id: &handle,
            display_name: None,
        };
        let known = known.into_iter().map(|it| {
            Ok(PublicKeyCredentialDescriptor {
                id: CredentialId::<Vec<u8>>::decode(it.credential).map_err(broken)?,
                transports: AuthTransports::decode(0).map_err(broken)?,
            })
        });
        let known = known.collect::<Result<_>>()?;
        let mut wanted = PublicKeyCredentialCreationOptions::passkey(&party.id, user, known);
        wanted.timeout = NEVER;
        // Requiring the extension would exclude authenticators that do not support it.
        wanted.extensions.cred_protect = CredProtect::None;
        let (server, client) = wanted.start_ceremony().map_err(broken)?;
        let state = server.encode().map_err(broken)?;
        let challenge = stored(&server.sent_challenge());
        let expires = now + WAITS;
        passkeys::begin(conn, &challenge, Some(player.id), &state, expires).await?;
        options(&client)
    })
    .await
}

/// Adds a passkey from the authenticator's answer.
pub async fn add(app: &Accounts, caller: &Caller, name: &str, answer: &Value) -> Result<Passkey> {
    let name = typed_text::plain("name", name, MAX_NAME, false)?;
    let party = Party::of(app)?;
    if !has_texts(answer, &["clientDataJSON", "attestationObject"]) {
        return Err(Refusal::BadPasskey);
    }
    let answer = answer.to_string();
    let answer = Registration::from_json_relaxed(answer.as_bytes());
    let answer = answer.map_err(|_| Refusal::BadPasskey)?;
    let challenge = answer
        .challenge_relaxed()
        .map_err(|_| Refusal::BadPasskey)?;
    let now = app.clock.now();
    let added = app
        .transaction(async |conn| {
            let player = account::locked(conn, caller.player).await?;
            let taken = passkeys::take(conn, &stored(&challenge), Some(player.id), now).await?;
            // Commit on errors too, so that the challenge is used up.
            let Some(state) = taken else {
                return Ok(None);
            };
            let Some(passkey) = registered(&party, &state, &answer, &player, name.clone(), now)?
            else {
                return Ok(None);
            };
            room_for_one(&passkeys::of_player(conn, player.id).await?)?;
            if !passkeys::insert(conn, &passkey).await? {
                return Ok(None);
            }
            tell(app, conn, &player, Changed::PasskeyAdded, None, now).await?;
            Ok(Some(passkey))
        })
        .await?;
    app.outbox.notify_one();
    added.ok_or(Refusal::BadPasskey)
}

/// Returns the new passkey if the authenticator's answer matches the challenge.
fn registered(
    party: &Party,
    state: &[u8],
    answer: &Registration,
    player: &Player,
    name: String,
    now: Moment,
) -> Result<Option<Passkey>> {
    let state = RegistrationServerState::<16>::decode(state).map_err(broken)?;
    let wanted = RegistrationVerificationOptions::<&str, &str> {
        allowed_origins: &[party.origin.as_str()],
        error_on_unsolicited_extensions: false,
        ..Default::default()
    };
    let Ok(credential) = state.verify(&party.id, answer, &wanted) else {
        return Ok(None);
    };
    Ok(Some(Passkey {
        id: ids::short_id(),
        player_id: player.id,
        credential: credential.id().as_ref().to_vec(),
        user_handle: credential.user_id().as_ref().to_vec(),
        name,
        key: credential.static_state().encode().map_err(broken)?,
        state: credential
            .dynamic_state()
            .encode()
            .map_err(broken)?
            .to_vec(),
        created_at: now,
        last_used_at: None,
    }))
}

/// Removes a passkey of the caller.
pub async fn remove(
    app: &Accounts,
    client: IpAddr,
    caller: &Caller,
    id: &str,
    sure: &Reauthentication,
) -> Result<()> {
    let seen = reauthentication::check(app, client, caller, sure).await?;
    let now = app.clock.now();
    app.transaction(async |conn| {
        let player = account::lock_verified(conn, &seen).await?;
        if !passkeys::remove(conn, player.id, id).await? {
            return Err(Refusal::NOT_FOUND);
        }
        tell(app, conn, &player, Changed::PasskeyRemoved, None, now).await?;
        Ok(())
    })
    .await?;
    app.outbox.notify_one();
    Ok(())
}

/// Begins a sign-in with a passkey. Returns the request options for an authenticator. They name no
/// player.
pub async fn challenge(app: &Accounts, client: IpAddr) -> Result<Value> {
    let party = Party::of(app)?;
    let mut conn = app.db.get().await?;
    attempts::challenge(&mut conn, app, client).await?;
    let mut wanted = DiscoverableCredentialRequestOptions::passkey(&party.id);
    wanted.0.timeout = NEVER;
    let (server, client) = wanted.start_ceremony().map_err(broken)?;
    let state = server.encode().map_err(broken)?;
    let expires = app.clock.now() + WAITS;
    passkeys::begin(
        &mut conn,
        &stored(&server.sent_challenge()),
        None,
        &state,
        expires,
    )
    .await?;
    options(&client)
}

impl Shown {
    /// Parses an authenticator's answer. Returns `None` if it is malformed.
    pub fn read(answer: &Value) -> Option<Shown> {
        let members = [
            "clientDataJSON",
            "authenticatorData",
            "signature",
            "userHandle",
        ];
        if !has_texts(answer, &members) {
            return None;
        }
        let answer = answer.to_string();
        let answer = DiscoverableAuthentication16::from_json_relaxed(answer.as_bytes()).ok()?;
        let challenge = stored(&answer.challenge_relaxed().ok()?);
        Some(Shown { answer, challenge })
    }

    /// Returns the player whose passkey this claims to be.
    pub async fn claims(&self, conn: &mut Conn) -> diesel::QueryResult<Option<PlayerId>> {
        let credential = self.answer.raw_id();
        let found = passkeys::by_credential(conn, credential.as_ref()).await?;
        Ok(found.map(|passkey| passkey.player_id))
    }
}

/// Whether a passkey of this locked player made the signature. The challenge is used up, so the
/// caller must commit in either case.
pub async fn take(
    app: &Accounts,
    conn: &mut Conn,
    player: PlayerId,
    shown: &Shown,
    now: Moment,
) -> Result<bool> {
    let party = Party::of(app)?;
    let Some(state) = passkeys::take(conn, &shown.challenge, None, now).await? else {
        return Ok(false);
    };
    let credential = shown.answer.raw_id();
    let found = passkeys::by_credential(conn, credential.as_ref()).await?;
    let Some(passkey) = found.filter(|it| it.player_id == player) else {
        return Ok(false);
    };
    let Some(changed) = signed(&party, &state, &shown.answer, &passkey)? else {
        return Ok(false);
    };
    passkeys::was_used(conn, &passkey.id, &changed, now).await?;
    Ok(true)
}

/// Returns the passkey's new state if it made the signature.
fn signed(
    party: &Party,
    state: &[u8],
    answer: &DiscoverableAuthentication16,
    passkey: &Passkey,
) -> Result<Option<Vec<u8>>> {
    let state = DiscoverableAuthenticationServerState::decode(state).map_err(broken)?;
    let handle = passkey.user_handle.clone().try_into().map_err(broken)?;
    let handle = UserHandle16::decode(handle).map_err(broken)?;
    let key = StaticState::decode(passkey.key.as_slice()).map_err(broken)?;
    let dynamic = passkey.state.clone().try_into().map_err(broken)?;
    let dynamic = DynamicState::decode(dynamic).map_err(broken)?;
    let mut credential =
        AuthenticatedCredential::new(answer.raw_id(), &handle, key, dynamic).map_err(broken)?;
    let wanted = AuthenticationVerificationOptions::<&str, &str> {
        allowed_origins: &[party.origin.as_str()],
        error_on_unsolicited_extensions: false,
        ..Default::default()
    };
    let verified = state.verify(&party.id, answer, &mut credential, &wanted);
    match verified {
        Ok(_) => Ok(Some(
            credential
                .dynamic_state()
                .encode()
                .map_err(broken)?
                .to_vec(),
        )),
        Err(_) => Ok(None),
    }
}
