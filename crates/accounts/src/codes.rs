//! Codes by mail. A code is short enough to type, works once, and allows a few attempts for a
//! limited time. The mail also has a link with a secret that is too long to guess. Wrong guesses do
//! not use up the link, and requesting another code does not void it.
//!
//! Only the mailbox gets the code and the link. The database stores hashes.
//!
//! Everything that waits for an answer to a mail is void after a new password, a reset, a new
//! address, and signing out everywhere (`void_begun`). Data that must survive those must not depend
//! on a code.

use chrono::Duration;
use common::clock::Moment;
use common::ids::{self, PlayerId};
use db::Conn;
pub use db::sets::Purpose;
use notices::outbox;
use notices::{AccountNotice, MailedCode};

use crate::store::mail_codes;
use crate::store::mail_codes::{NewCode, Tries};
use crate::store::{mailed_commands, passkeys, players, second_factor};

/// 32 letters and digits, without similar-looking ones (0 and O, 1 and I).
const ALPHABET: &[u8; 32] = b"23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

/// The length of a code: 40 bits.
const LENGTH: usize = 8;

/// The number of wrong attempts after which a code is void.
const ATTEMPTS: i32 = 5;

/// Returns the lifetime of a code for this purpose.
pub const fn lifetime(purpose: Purpose) -> Duration {
    match purpose {
        Purpose::Confirm | Purpose::NewAddress => Duration::days(7),
        Purpose::SignIn => Duration::minutes(15),
        Purpose::Reset => Duration::hours(1),
    }
}

/// Whether the mail has a link that works without signing in.
const fn has_link(purpose: Purpose) -> bool {
    !matches!(purpose, Purpose::NewAddress)
}

const fn notice(purpose: Purpose, code: MailedCode) -> AccountNotice {
    match purpose {
        Purpose::Confirm | Purpose::NewAddress => AccountNotice::ConfirmAddress(code),
        Purpose::SignIn => AccountNotice::SignInCode(code),
        Purpose::Reset => AccountNotice::PasswordReset(code),
    }
}

/// Creates a code and a link for the player `id` called `name`, and queues the mail with them. An
/// earlier code for the same purpose becomes void.
pub async fn send(
    conn: &mut Conn,
    purpose: Purpose,
    (id, name): (PlayerId, &str),
    email: &str,
    now: Moment,
) -> diesel::QueryResult<()> {
    let code = fresh::<LENGTH>();
    let link = has_link(purpose).then(ids::secret_token);
    let row = NewCode {
        player_id: id,
        purpose,
        email,
        code_hash: hash(id, purpose, &code),
        link_hash: link.as_deref().map(ids::secret_hash),
        created_at: now,
        expires_at: now + lifetime(purpose),
    };
    mail_codes::replace(conn, &row).await?;
    let name = name.to_owned();
    let notice = notice(purpose, MailedCode { name, code, link });
    outbox::put(conn, &[notice.mail(id, email, now)]).await?;
    Ok(())
}

/// Uses up a typed code and returns the address to which it was sent. Returns `None` if it is
/// wrong, used up or expired. The attempt is counted, so the caller must commit in either case.
pub async fn take(
    conn: &mut Conn,
    purpose: Purpose,
    player: PlayerId,
    typed: &str,
    whose: Tries,
    now: Moment,
) -> diesel::QueryResult<Option<String>> {
    let hash = hash(player, purpose, &normalise(typed));
    let tries = (whose, ATTEMPTS);
    mail_codes::take(conn, player, purpose, &hash, tries, now).await
}

/// Returns the owner of this link, if it is valid for this purpose.
pub(super) async fn owner_of_link(
    conn: &mut Conn,
    purpose: Purpose,
    link: &str,
    now: Moment,
) -> diesel::QueryResult<Option<PlayerId>> {
    mail_codes::owner_of_link(conn, purpose, &ids::secret_hash(link), now).await
}

/// Uses up a link of a locked player and returns the address to which it was sent.
pub(super) async fn take_link(
    conn: &mut Conn,
    purpose: Purpose,
    player: PlayerId,
    link: &str,
    now: Moment,
) -> diesel::QueryResult<Option<String>> {
    let hash = ids::secret_hash(link);
    mail_codes::take_link(conn, player, purpose, &hash, now).await
}

/// Voids everything pending in the player's name: codes, links, a new address, commands by mail, an
/// unconfirmed second factor, and an unfinished passkey. So a person who has just lost access to
/// the account cannot regain it with one of them.
pub async fn void_begun(conn: &mut Conn, player: PlayerId, now: Moment) -> diesel::QueryResult<()> {
    players::set_pending_email(conn, player, None).await?;
    mail_codes::void_all(conn, player, now).await?;
    mailed_commands::remove_of(conn, player).await?;
    second_factor::remove_begun(conn, player).await?;
    passkeys::remove_begun(conn, player).await?;
    Ok(())
}

/// Returns a new random code of this length.
pub fn fresh<const LETTERS: usize>() -> String {
    ids::random_bytes::<LETTERS>()
        .map(|byte| char::from(ALPHABET[usize::from(byte % 32)]))
        .iter()
        .collect()
}

/// Normalises a typed code, which may be in any case and have separators.
pub(super) fn normalise(typed: &str) -> String {
    typed
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .map(|c| c.to_ascii_uppercase())
        .collect()
}

/// Returns the hash of a code. Codes are short, so the hash includes the player and the purpose.
fn hash(player: PlayerId, purpose: Purpose, code: &str) -> Vec<u8> {
    ids::secret_hash(&format!("{purpose}/{player}/{code}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_has_eight_characters_and_is_normalised() {
        let code = fresh::<LENGTH>();
        assert_eq!(code.len(), 8);
        assert!(code.bytes().all(|letter| ALPHABET.contains(&letter)));
        assert_eq!(normalise(" abcd-2345\n"), "ABCD2345");
        assert_ne!(fresh::<LENGTH>(), code);
    }
}
