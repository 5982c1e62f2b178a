//! Codes by mail: short enough to be typed, good for one use, a few tries and a while.
//!
//! A code is shown to nobody but the mailbox that it is sent to; the database holds a hash.

use chrono::Duration;
use diesel_async::AsyncPgConnection;

use super::notices::AccountNotice;
use crate::clock::Moment;
use crate::ids;
use crate::store::mail_codes::{self, NewCode};
use crate::store::outbox;

/// 32 letters and digits, without those that are mistaken for one another (0 and O, 1 and I).
const ALPHABET: &[u8; 32] = b"23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

/// Letters in a code: 40 bits.
const LENGTH: usize = 8;

/// Wrong tries after which a code is void.
const ATTEMPTS: i32 = 5;

/// What a code is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To show that an address is one's own.
    Confirm,
    /// To sign in.
    SignIn,
    /// To set a new password.
    Reset,
}

impl Purpose {
    /// The word for it in the database.
    pub const fn word(self) -> &'static str {
        match self {
            Purpose::Confirm => "confirm",
            Purpose::SignIn => "sign_in",
            Purpose::Reset => "reset",
        }
    }

    /// How long such a code is good for.
    pub const fn lifetime(self) -> Duration {
        match self {
            Purpose::Confirm => Duration::days(7),
            Purpose::SignIn => Duration::minutes(15),
            Purpose::Reset => Duration::hours(1),
        }
    }

    fn notice(self, name: &str, code: String) -> AccountNotice {
        let name = name.to_owned();
        match self {
            Purpose::Confirm => AccountNotice::ConfirmAddress { name, code },
            Purpose::SignIn => AccountNotice::SignInCode { name, code },
            Purpose::Reset => AccountNotice::PasswordReset { name, code },
        }
    }
}

/// Makes a code for the player `id` called `name` and puts the mail that tells it into the
/// outbox. An earlier one for the same purpose is void.
pub async fn send(
    conn: &mut AsyncPgConnection,
    purpose: Purpose,
    (id, name): (i64, &str),
    email: &str,
    now: Moment,
) -> diesel::QueryResult<()> {
    let code = fresh();
    let row = NewCode {
        player_id: id,
        purpose: purpose.word(),
        email,
        code_hash: hash(id, purpose, &code),
        created_at: now,
        expires_at: now + purpose.lifetime(),
    };
    mail_codes::replace(conn, &row).await?;
    let mail = purpose.notice(name, code).mail(id, email, now);
    outbox::put(conn, &[mail]).await?;
    Ok(())
}

/// Uses up the code that was typed and answers the address it had been sent to; `None` when it is
/// wrong, used up or expired. The try is counted: commit in either case.
pub async fn take(
    conn: &mut AsyncPgConnection,
    purpose: Purpose,
    player: i64,
    typed: &str,
    now: Moment,
) -> diesel::QueryResult<Option<String>> {
    let hash = hash(player, purpose, &normalise(typed));
    mail_codes::take(conn, player, purpose.word(), &hash, ATTEMPTS, now).await
}

fn fresh() -> String {
    ids::random_bytes::<LENGTH>()
        .map(|byte| char::from(ALPHABET[usize::from(byte % 32)]))
        .iter()
        .collect()
}

/// A code as people type it: in any case, in groups.
fn normalise(typed: &str) -> String {
    typed
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .map(|c| c.to_ascii_uppercase())
        .collect()
}

/// Codes are short, so the hash covers whose they are and what for.
fn hash(player: i64, purpose: Purpose, code: &str) -> Vec<u8> {
    ids::secret_hash(&format!("{}/{player}/{code}", purpose.word()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_easy_to_type() {
        let code = fresh();
        assert_eq!(code.len(), 8);
        assert!(code.bytes().all(|letter| ALPHABET.contains(&letter)));
        assert_eq!(normalise(" abcd-2345\n"), "ABCD2345");
        assert_ne!(fresh(), code);
    }
}
