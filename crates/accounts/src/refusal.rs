//! The reasons for which a request about accounts can be rejected, one variant for each stable
//! code.

use base::refusal::Rejection;
use common::texts::message;
use rules::Message;
use strum::{EnumCount, IntoStaticStr};

/// Why a request was rejected or failed. As [`base::Refusal`], with the codes of this domain.
#[derive(Clone, EnumCount, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Refusal {
    /// The password or the code does not match the name.
    BadCredentials,
    /// The refresh token is unknown, expired or was used before.
    BadRefreshToken,
    /// The code from the mail, or of the second factor, is wrong, used up or expired.
    BadCode,
    /// The authenticator's answer does not match the challenge or is too late, or the passkey is
    /// already registered.
    BadPasskey,
    /// The credentials were right, but the player's second factor is missing.
    SecondFactorNeeded,
    /// The player's second factor is already on.
    SecondFactorOn,
    /// The account is suspended, with the reason as its owner reads it.
    Suspended(String),
    /// The caller is a guest, and only players with an account may do this.
    GuestsMayNot,
    /// The token of a connected app does not cover this. Contains the missing scope, or `None` if
    /// only a session may do it.
    InsufficientScope(Option<&'static str>),
    /// The name is taken.
    NameTaken,
    /// Another account has confirmed this address.
    AddressTaken,
    /// A reason that every domain has.
    #[strum(transparent)]
    General(base::Refusal),
}

/// The result of a request.
pub type Result<T, E = Refusal> = std::result::Result<T, E>;

base::construct_general!(Refusal);
base::log_by_code!(Refusal);

impl<E> From<E> for Refusal
where
    base::Refusal: From<E>,
{
    fn from(error: E) -> Refusal {
        Refusal::General(error.into())
    }
}

impl Rejection for Refusal {
    fn code(&self) -> &'static str {
        self.into()
    }

    fn title(&self) -> &'static str {
        match self {
            Refusal::BadCredentials => "Name and password or code do not fit.",
            Refusal::BadRefreshToken => "The refresh token is not valid. Sign in again.",
            Refusal::BadCode => "The code is wrong, used up or expired.",
            Refusal::BadPasskey => {
                "The authenticator's answer does not fit, is too late, or is known already. Begin again."
            }
            Refusal::SecondFactorNeeded => {
                "Give a code of your app, or a recovery code, as well. If you have lost both, ask the operator."
            }
            Refusal::SecondFactorOn => "Your second factor is on already.",
            Refusal::Suspended(_) => "Your account is suspended.",
            Refusal::GuestsMayNot => "Guests may not do this. Sign up first.",
            Refusal::InsufficientScope(_) => "The token does not cover this.",
            Refusal::NameTaken => "This name is taken, or looks like one that is.",
            Refusal::AddressTaken => "Another account has confirmed this address.",
            Refusal::General(it) => it.title(),
        }
    }

    fn message(&self) -> Message {
        match self {
            Refusal::BadCredentials => message("why-bad-credentials"),
            Refusal::BadRefreshToken => message("why-bad-refresh-token"),
            Refusal::BadCode => message("why-bad-code"),
            Refusal::BadPasskey => message("why-bad-passkey"),
            Refusal::SecondFactorNeeded => message("why-second-factor-needed"),
            Refusal::SecondFactorOn => message("why-second-factor-on"),
            Refusal::GuestsMayNot => message("why-guests-may-not"),
            Refusal::InsufficientScope(Some(scope)) => message("why-scope").with("scope", *scope),
            Refusal::InsufficientScope(None) => message("why-session-only"),
            Refusal::NameTaken => message("why-name-taken"),
            Refusal::AddressTaken => message("why-address-taken"),
            Refusal::Suspended(reason) => message("why-suspended").with("reason", reason.as_str()),
            Refusal::General(it) => it.message(),
        }
    }

    fn general(&self) -> Option<&base::Refusal> {
        match self {
            Refusal::General(it) => Some(it),
            _ => None,
        }
    }
}
