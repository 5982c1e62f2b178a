//! Letters to the owner of an account about changes and attempted changes, so that nobody else can
//! change it unnoticed.

use askama::Template;
use common::clock::Moment;
use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};

use super::letter::{Drawn, For, Letter, filters, plain_subject, templates, tidy};
use super::text::Line;
use super::tongue::{Tongue, emphasised};

/// A change to an account, or an attempt to sign in to it.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr, VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[strum(prefix = "changed-", serialize_all = "kebab-case")]
pub enum Changed {
    /// The password was changed.
    Password,
    /// Another address will replace this one once it is confirmed.
    AddressBegun,
    /// Another address has replaced this one.
    Address,
    /// Someone signed in after the password was reset by mail.
    Session,
    /// The second factor was turned on.
    SecondFactorOn,
    /// The second factor was turned off.
    SecondFactorOff,
    /// New recovery codes were created.
    RecoveryCodes,
    /// Someone signed in with a recovery code.
    RecoveryCodeUsed,
    /// Someone passed the first factor and is guessing the second one.
    SecondFactorGuessed,
    /// A passkey was added.
    PasskeyAdded,
    /// A passkey was removed.
    PasskeyRemoved,
    /// A token for a program was created.
    TokenMade,
    /// A browser, a phone or a program was registered for push notifications.
    PushBegun,
    /// A webhook was created, or its URL was changed.
    WebhookMade,
    /// A webhook was turned off, because its receiver accepted no delivery for days.
    WebhookFailing,
    /// A webhook was turned off, because its receiver answered that it is gone.
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

    /// Returns the id of the sentence about the device, or about the new token, subscription or
    /// webhook.
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

    /// Returns the id of the sentence about the change.
    pub fn told(self) -> &'static str {
        self.into()
    }

    /// Whether the reader can still recover the account by mail.
    pub fn leaves_a_way_back(self) -> bool {
        !matches!(
            self,
            Changed::Address
                | Changed::SecondFactorOn
                | Changed::WebhookFailing
                | Changed::WebhookGone
        )
    }

    /// Whether to add that the second factor, if it is on, is still required.
    pub fn leaves_the_second_factor(self) -> bool {
        matches!(
            self,
            Changed::Password
                | Changed::RecoveryCodes
                | Changed::RecoveryCodeUsed
                | Changed::SecondFactorGuessed
        )
    }

    /// Returns the id of the advice in case someone else made the change.
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

/// A change to the account.
pub struct AccountChanged {
    /// The base URL of the server.
    pub public_url: String,
    /// The player's name.
    pub name: Line,
    /// The kind of change.
    pub what: Changed,
    /// The platform of the client that made the change, if known. For a token: its name and its
    /// permissions.
    pub device: Option<Line>,
    /// Whether signing in requires a second factor.
    pub second_factor: bool,
    /// When it happened.
    pub at: Moment,
}

templates! {
    AccountChanged::letter "mail/account_changed.txt" "mail/account_changed.html":
        |l, t| plain_subject(t, l.what.subject()), |_| None;
}
