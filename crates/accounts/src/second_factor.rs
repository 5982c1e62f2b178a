//! The second factor: codes of an authenticator app that shares a secret with the server (TOTP, RFC
//! 6238), and recovery codes for players who have lost the app.
//!
//! If it is on, signing in by password, code or link needs one of these codes as well. A password
//! reset does not turn it off, so an attacker who reads the player's mail has only one factor.
//!
//! The second factor is checked after the first, in the same transaction, with the player locked.
//! Wrong codes count for the player, whatever the client. If the second factor is missing or wrong,
//! the first stays valid, and repeated wrong codes cause a mail to the player. A passkey counts as
//! both factors.

use std::net::IpAddr;

use chrono::TimeDelta;
use common::clock::Moment;
use common::ids::{self, PlayerId};
use common::notice::Changed;
use db::Conn;
use qrcode::QrCode;
use qrcode::render::svg;
use totp_rs::{Builder, Totp};

use crate::access::Caller;
use crate::account::{self, tell};
use crate::attempts::{self, Guesser};
use crate::reauthentication::{self, Reauthentication};
use crate::refusal::{Refusal, Result};
use crate::store::players::Player;
use crate::store::second_factor::{self, TotpSecret};
use crate::{Accounts, codes};

/// The number of recovery codes.
const RECOVERY_CODES: usize = 10;

/// The length of a recovery code: 80 bits, so it cannot be found from its hash by trying.
const RECOVERY_LETTERS: usize = 16;

/// How long a new secret may wait for its first code.
const WAITS: TimeDelta = TimeDelta::hours(1);

/// The minimum size of the QR code, in pixels.
const QR_SIZE: u32 = 240;

/// A new secret for an app. No `Debug`: it is a secret.
pub struct Begun {
    /// The secret in base 32, for typing.
    pub secret: String,
    /// The secret as a link, with the names of the player and the server.
    pub uri: String,
    /// The link as a QR code in SVG.
    pub qr: String,
}

/// The state of a player's second factor.
pub struct Standing {
    /// When it was turned on, if it is on.
    pub since: Option<Moment>,
    /// The number of unused recovery codes.
    pub recovery_codes_left: i64,
}

/// A second factor as typed. No `Debug`.
enum Typed {
    /// A code from the app.
    Code(String),
    /// A recovery code.
    Recovery(String),
}

impl Typed {
    fn read(typed: &str) -> Typed {
        let letters = codes::normalise(typed);
        match letters.len() == 6 && letters.bytes().all(|it| it.is_ascii_digit()) {
            true => Typed::Code(letters),
            false => Typed::Recovery(letters),
        }
    }
}

/// Whether this could be guessed. A code from the app has six digits; a recovery code has 80 bits.
pub(super) fn can_be_guessed(typed: &str) -> bool {
    matches!(Typed::read(typed), Typed::Code(_))
}

fn hash(player: PlayerId, code: &str) -> Vec<u8> {
    ids::secret_hash(&format!("recovery/{player}/{code}"))
}

fn totp(app: &Accounts, name: &str, secret: Vec<u8>) -> Result<Totp> {
    // Neither name may contain a colon in the link.
    let host = app.config.public_host().replace(':', "-");
    Builder::new()
        .with_secret(secret)
        .with_account_name(name)
        .with_issuer(Some(host))
        .build()
        .map_err(|_| Refusal::internal("a stored secret makes no codes"))
}

/// Returns the time step of this code, if it is current and no code of this step or a later one has
/// been used.
fn step_of(totp: &Totp, stored: &TotpSecret, code: &str, now: Moment) -> Option<i64> {
    let step = totp.check(code, u64::try_from(now.timestamp()).ok()?)?;
    i64::try_from(step)
        .ok()
        .filter(|step| *step > stored.last_step)
}

/// Returns the state of the caller's second factor.
pub async fn standing(app: &Accounts, caller: &Caller) -> Result<Standing> {
    let mut conn = app.db.get().await?;
    let stored = second_factor::secret(&mut conn, caller.player).await?;
    let left = second_factor::recovery_codes_left(&mut conn, caller.player).await?;
    Ok(Standing {
        since: stored.and_then(|it| it.confirmed_at),
        recovery_codes_left: left,
    })
}

/// Creates a secret, which must be confirmed with a first code. Replaces an earlier unconfirmed
/// secret, which another person may have seen.
pub async fn begin(
    app: &Accounts,
    client: IpAddr,
    caller: &Caller,
    sure: &Reauthentication,
) -> Result<Begun> {
    let seen = reauthentication::check(app, client, caller, sure).await?;
    let secret = ids::random_bytes::<20>();
    let now = app.clock.now();
    app.transaction(async |conn| {
        let player = account::lock_verified(conn, &seen).await?;
        let stored = second_factor::secret(conn, player.id).await?;
        if stored.is_some_and(|it| it.confirmed_at.is_some()) {
            return Err(Refusal::SecondFactorEnabled);
        }
        second_factor::begin(conn, player.id, &secret, now).await?;
        Ok(())
    })
    .await?;
    let totp = totp(app, &seen.name, secret.to_vec())?;
    let uri = totp
        .to_url()
        .map_err(|_| Refusal::internal("a secret cannot be written as a link"))?;
    let qr = QrCode::new(&uri).map_err(|_| Refusal::internal("a link makes no picture"))?;
    Ok(Begun {
        secret: totp.secret().to_base32(),
        qr: qr
            .render::<svg::Color<'_>>()
            .min_dimensions(QR_SIZE, QR_SIZE)
            .build(),
        uri,
    })
}

/// Turns the second factor on with a first code from the app. Returns the recovery codes, which are
/// shown only once.
pub async fn confirm(
    app: &Accounts,
    client: IpAddr,
    caller: &Caller,
    typed: &str,
) -> Result<Vec<String>> {
    let guess = attempts::guess(app, client, Guesser::SignedIn(&caller.session)).await?;
    let now = app.clock.now();
    let fresh = app
        .transaction(async |conn| {
            let player = account::locked(conn, caller.player).await?;
            let stored = second_factor::secret(conn, player.id).await?;
            let stored = stored.ok_or(Refusal::BadCode)?;
            if stored.confirmed_at.is_some() {
                return Err(Refusal::SecondFactorEnabled);
            }
            let Typed::Code(code) = Typed::read(typed) else {
                return Err(Refusal::BadCode);
            };
            let totp = totp(app, &player.name, stored.secret.clone())?;
            let step = step_of(&totp, &stored, &code, now)
                .filter(|_| now < stored.begun_at + WAITS)
                .ok_or(Refusal::BadCode)?;
            second_factor::use_step(conn, player.id, step).await?;
            second_factor::confirm(conn, player.id, now).await?;
            tell(app, conn, &player, Changed::SecondFactorOn, None, now).await?;
            fresh_recovery_codes(conn, player.id).await
        })
        .await?;
    app.outbox.notify_one();
    guess.was_right(app).await;
    Ok(fresh)
}

async fn fresh_recovery_codes(conn: &mut Conn, player: PlayerId) -> Result<Vec<String>> {
    let fresh: Vec<String> = (0..RECOVERY_CODES)
        .map(|_| codes::fresh::<RECOVERY_LETTERS>())
        .collect();
    let hashes: Vec<Vec<u8>> = fresh.iter().map(|code| hash(player, code)).collect();
    second_factor::replace_recovery_codes(conn, player, &hashes).await?;
    let grouped = |code: &String| {
        let groups = code.as_bytes().chunks(4).map(String::from_utf8_lossy);
        groups.collect::<Vec<_>>().join("-")
    };
    Ok(fresh.iter().map(grouped).collect())
}

/// Replaces the recovery codes. The previous ones become invalid.
pub async fn renew_recovery_codes(
    app: &Accounts,
    client: IpAddr,
    caller: &Caller,
    sure: &Reauthentication,
) -> Result<Vec<String>> {
    let seen = reauthentication::check(app, client, caller, sure).await?;
    let now = app.clock.now();
    let fresh = app
        .transaction(async |conn| {
            let player = account::lock_verified(conn, &seen).await?;
            let stored = second_factor::secret(conn, player.id).await?;
            if stored.is_none_or(|it| it.confirmed_at.is_none()) {
                return Err(Refusal::NOT_FOUND);
            }
            tell(app, conn, &player, Changed::RecoveryCodes, None, now).await?;
            fresh_recovery_codes(conn, player.id).await
        })
        .await?;
    app.outbox.notify_one();
    Ok(fresh)
}

/// Turns the second factor off. Does nothing if it is off.
pub async fn turn_off(
    app: &Accounts,
    client: IpAddr,
    caller: &Caller,
    sure: &Reauthentication,
) -> Result<()> {
    let seen = reauthentication::check(app, client, caller, sure).await?;
    let now = app.clock.now();
    app.transaction(async |conn| {
        let player = account::lock_verified(conn, &seen).await?;
        if second_factor::remove(conn, player.id).await? {
            tell(app, conn, &player, Changed::SecondFactorOff, None, now).await?;
        }
        Ok(())
    })
    .await?;
    app.outbox.notify_one();
    Ok(())
}

/// Whether signing in needs this player's second factor.
pub async fn is_on(app: &Accounts, player: PlayerId) -> Result<bool> {
    let mut conn = app.db.get().await?;
    let stored = second_factor::secret(&mut conn, player).await?;
    Ok(stored.is_some_and(|it| it.confirmed_at.is_some()))
}

/// Notifies a locked player that a client has repeatedly given a wrong second factor after a
/// correct first one.
pub(super) async fn was_wrong(
    app: &Accounts,
    conn: &mut Conn,
    player: &Player,
    device: Option<&str>,
    now: Moment,
) -> Result<()> {
    if attempts::are_worth_a_mail(conn, player.id, now).await? {
        tell(app, conn, player, Changed::SecondFactorGuessed, device, now).await?;
    }
    Ok(())
}

/// Checks the second factor of a locked player after a correct first one. Passes if it is off.
pub async fn pass(
    app: &Accounts,
    conn: &mut Conn,
    player: &Player,
    typed: Option<&str>,
    now: Moment,
) -> Result<()> {
    let stored = second_factor::secret(conn, player.id).await?;
    let Some(stored) = stored.filter(|it| it.confirmed_at.is_some()) else {
        return Ok(());
    };
    match Typed::read(typed.ok_or(Refusal::SecondFactorRequired)?) {
        Typed::Code(code) => {
            let totp = totp(app, &player.name, stored.secret.clone())?;
            let step = step_of(&totp, &stored, &code, now).ok_or(Refusal::BadCode)?;
            second_factor::use_step(conn, player.id, step).await?;
        }
        Typed::Recovery(code) => {
            let hash = hash(player.id, &code);
            if !second_factor::take_recovery_code(conn, player.id, &hash).await? {
                return Err(Refusal::BadCode);
            }
            tell(app, conn, player, Changed::RecoveryCodeUsed, None, now).await?;
        }
    }
    Ok(())
}

/// Deletes secrets that were not confirmed in time. Several servers may do so at once.
pub async fn remove_old(conn: &mut Conn, now: Moment) -> diesel::QueryResult<usize> {
    second_factor::remove_old(conn, now - WAITS).await
}
