//! Codes by mail: short enough to be typed, good for one use, a few tries and a while. Beside each
//! stands a link with a secret too long to be guessed: no stranger's tries use that up, and asking
//! for another one does not make it void.
//!
//! Both are shown to nobody but the mailbox that they are sent to; the database holds hashes.

use chrono::Duration;
use common::clock::Moment;
use common::ids::{self, PlayerId};
use db::Conn;
pub use db::sets::Purpose;

use super::notices::{AccountNotice, MailedCode};
use crate::store::mail_codes::{self, NewCode, Tries};
use crate::store::{mailed_commands, outbox, passkeys, players, second_factor};

/// 32 letters and digits, without those that are mistaken for one another (0 and O, 1 and I).
const ALPHABET: &[u8; 32] = b"23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

/// Letters in a code: 40 bits.
const LENGTH: usize = 8;

/// Wrong tries after which a code is void.
const ATTEMPTS: i32 = 5;

/// How long a code for this is good.
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

/// Makes a code, and a link, for the player `id` called `name` and puts the mail that tells them
/// into the outbox. An earlier code for the same purpose is void.
pub(super) async fn send(
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

/// Uses up the code that was typed and answers the address it had been sent to; `None` when it is
/// wrong, used up or expired. The try is counted: commit in either case.
pub(super) async fn take(
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

/// Whose link this is, if it is good for this.
pub(super) async fn owner_of_link(
    conn: &mut Conn,
    purpose: Purpose,
    link: &str,
    now: Moment,
) -> diesel::QueryResult<Option<PlayerId>> {
    mail_codes::owner_of_link(conn, purpose, &ids::secret_hash(link), now).await
}

/// Uses up a link of the player, who is locked, and answers the address it had been sent to.
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

/// Makes void whatever was begun in the player's name and waits for an answer to a mail: codes,
/// links, an address that is not confirmed yet, commands; and a second factor or a passkey that is not
/// there yet. Whoever had the account a moment ago must have nothing left to come back with.
pub(super) async fn void_begun(
    conn: &mut Conn,
    player: PlayerId,
    now: Moment,
) -> diesel::QueryResult<()> {
    players::set_pending_email(conn, player, None).await?;
    mail_codes::void_all(conn, player, now).await?;
    mailed_commands::remove_of(conn, player).await?;
    second_factor::remove_begun(conn, player).await?;
    passkeys::remove_begun(conn, player).await?;
    Ok(())
}

/// A new code of so many letters.
pub(super) fn fresh<const LETTERS: usize>() -> String {
    ids::random_bytes::<LETTERS>()
        .map(|byte| char::from(ALPHABET[usize::from(byte % 32)]))
        .iter()
        .collect()
}

/// A code as people type it: in any case, in groups.
pub(super) fn normalise(typed: &str) -> String {
    typed
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .map(|c| c.to_ascii_uppercase())
        .collect()
}

/// Codes are short, so the hash covers whose they are and what for.
fn hash(player: PlayerId, purpose: Purpose, code: &str) -> Vec<u8> {
    ids::secret_hash(&format!("{purpose}/{player}/{code}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_easy_to_type() {
        let code = fresh::<LENGTH>();
        assert_eq!(code.len(), 8);
        assert!(code.bytes().all(|letter| ALPHABET.contains(&letter)));
        assert_eq!(normalise(" abcd-2345\n"), "ABCD2345");
        assert_ne!(fresh::<LENGTH>(), code);
    }
}
