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
    SecondFactorRequired,
    /// The player's second factor is already on.
    SecondFactorEnabled,
    /// The account is suspended, with the reason as its owner reads it.
    Suspended(String),
    /// The caller is a guest, and only players with an account may do this.
    GuestNotAllowed,
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
            Refusal::BadCredentials => "The name and the password or code do not match.",
            Refusal::BadRefreshToken => "The refresh token is not valid. Sign in again.",
            Refusal::BadCode => "The code is wrong, was used or has expired.",
            Refusal::BadPasskey => {
                "The passkey does not match, or its challenge has expired or was used. Start again."
            }
            Refusal::SecondFactorRequired => {
                "A second factor is required: send a code from your app or a recovery code. If you have lost both, ask the operator."
            }
            Refusal::SecondFactorEnabled => "The second factor is already enabled.",
            Refusal::Suspended(_) => "Your account is suspended.",
            Refusal::GuestNotAllowed => "Guests cannot do this. Sign up first.",
            Refusal::InsufficientScope(_) => "The token does not have the scope for this call.",
            Refusal::NameTaken => "This name is taken, or looks like one that is taken.",
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
            Refusal::SecondFactorRequired => message("why-second-factor-needed"),
            Refusal::SecondFactorEnabled => message("why-second-factor-on"),
            Refusal::GuestNotAllowed => message("why-guests-may-not"),
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
