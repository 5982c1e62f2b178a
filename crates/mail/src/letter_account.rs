//! Letters that tell the owner of an account what was changed about it, or nearly, so that nobody else
//! does it in silence.

use askama::Template;
use common::clock::Moment;
use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};

use super::letter::{Drawn, For, Letter, filters, plain_subject, templates, tidy};
use super::text::Line;
use super::tongue::{Tongue, emphasised};

/// What was changed about an account, or who was nearly in it.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr, VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[strum(prefix = "changed-", serialize_all = "kebab-case")]
pub enum Changed {
    /// There is a new password.
    Password,
    /// Another address is to replace this one once it is confirmed.
    AddressBegun,
    /// Another address has replaced this one.
    Address,
    /// Somebody has signed in after the password was set anew by mail.
    Session,
    /// The second factor is on.
    SecondFactorOn,
    /// It is off.
    SecondFactorOff,
    /// There are new recovery codes.
    RecoveryCodes,
    /// Somebody has signed in with a recovery code.
    RecoveryCodeUsed,
    /// Somebody shows the first factor, and guesses at the second.
    SecondFactorGuessed,
    /// There is another passkey.
    PasskeyAdded,
    /// A passkey is gone.
    PasskeyRemoved,
    /// A program has a token.
    TokenMade,
    /// A browser, a phone or a program is notified from now on.
    PushBegun,
    /// A webhook was made, or leads to another address.
    WebhookMade,
    /// Nothing was taken by the receiver of a webhook for days: it is off.
    WebhookFailing,
    /// The receiver of a webhook wants nothing more: it is off.
    WebhookGone,
}

impl Changed {
    const fn subject(self) -> &'static str {
        match self {
            Changed::Password => "subject-new-password",
            Changed::AddressBegun => "subject-address-begun",
            Changed::Address => "subject-new-address",
            Changed::Session => "subject-new-session",
            Changed::SecondFactorOn => "subject-second-factor-on",
            Changed::SecondFactorOff => "subject-second-factor-off",
            Changed::RecoveryCodes => "subject-recovery-codes",
            Changed::RecoveryCodeUsed => "subject-recovery-code-used",
            Changed::SecondFactorGuessed => "subject-second-factor-guessed",
            Changed::PasskeyAdded => "subject-passkey-added",
            Changed::PasskeyRemoved => "subject-passkey-removed",
            Changed::TokenMade => "subject-token-made",
            Changed::PushBegun => "subject-push-begun",
            Changed::WebhookMade => "subject-webhook-made",
            Changed::WebhookFailing | Changed::WebhookGone => "subject-webhook-off",
        }
    }

    /// The sentence that tells by what it was done, or what is new.
    pub const fn by(self) -> &'static str {
        match self {
            Changed::TokenMade => "changed-token",
            Changed::PushBegun => "changed-push",
            Changed::WebhookMade | Changed::WebhookFailing | Changed::WebhookGone => {
                "changed-webhook"
            }
            _ => "changed-from",
        }
    }

    /// The sentence that tells it.
    pub fn told(self) -> &'static str {
        self.into()
    }

    /// Whether its reader can still take the account back by mail.
    pub fn leaves_a_way_back(self) -> bool {
        !matches!(
            self,
            Changed::Address
                | Changed::SecondFactorOn
                | Changed::WebhookFailing
                | Changed::WebhookGone
        )
    }

    /// Whether its reader wonders if the second factor is still asked for, where it is on.
    pub fn leaves_the_second_factor(self) -> bool {
        matches!(
            self,
            Changed::Password
                | Changed::RecoveryCodes
                | Changed::RecoveryCodeUsed
                | Changed::SecondFactorGuessed
        )
    }

    /// What to do if it was somebody else.
    pub const fn otherwise(self) -> &'static str {
        match self {
            Changed::Address => "changed-no-way-back",
            Changed::SecondFactorOn => "changed-locked",
            Changed::PasskeyAdded => "changed-not-your-passkey",
            Changed::RecoveryCodes => "changed-not-your-recovery-codes",
            Changed::SecondFactorGuessed => "changed-not-your-guesses",
            Changed::WebhookMade => "changed-not-your-webhook",
            Changed::WebhookFailing | Changed::WebhookGone => "changed-webhook-on-again",
            Changed::Password
            | Changed::AddressBegun
            | Changed::Session
            | Changed::SecondFactorOff
            | Changed::RecoveryCodeUsed
            | Changed::PasskeyRemoved
            | Changed::TokenMade
            | Changed::PushBegun => "changed-not-you",
        }
    }
}

/// Something about the account was changed.
pub struct AccountChanged {
    /// The address of the server.
    pub public_url: String,
    /// The player's name.
    pub name: Line,
    /// What.
    pub what: Changed,
    /// What the client runs on that did it, if it told; of a token, what it is called and may be used for.
    pub device: Option<Line>,
    /// Whether signing in takes a second factor.
    pub second_factor: bool,
    /// When.
    pub at: Moment,
}

templates! {
    AccountChanged::letter "mail/account_changed.txt" "mail/account_changed.html":
        |l, t| plain_subject(t, l.what.subject()), |_| None;
}
