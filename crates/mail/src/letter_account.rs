//! Letters to the owner of an account about changes and attempted changes, so that nobody else can
//! change it unnoticed.

use askama::Template;
use common::clock::Moment;
use common::notice::Changed;

use super::letter::{Drawn, For, Letter, filters, plain_subject, templates, tidy};
use super::text::Line;
use super::tongue::{Tongue, emphasised};

/// The wording of a change.
trait Wording {
    /// Returns the id of the subject.
    fn subject(self) -> &'static str;

    /// Returns the id of the sentence about the device, or about the new token, subscription or
    /// webhook.
    fn by(self) -> &'static str;

    /// Returns the id of the sentence about the change.
    fn told(self) -> &'static str;

    /// Whether the reader can still recover the account by mail.
    fn leaves_a_way_back(self) -> bool;

    /// Whether to add that the second factor, if it is on, is still required.
    fn leaves_the_second_factor(self) -> bool;

    /// Returns the id of the advice in case someone else made the change.
    fn otherwise(self) -> &'static str;
}

impl Wording for Changed {
    fn subject(self) -> &'static str {
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

    fn by(self) -> &'static str {
        match self {
            Changed::TokenMade => "changed-token",
            Changed::PushBegun => "changed-push",
            Changed::WebhookMade | Changed::WebhookFailing | Changed::WebhookGone => {
                "changed-webhook"
            }
            _ => "changed-from",
        }
    }

    fn told(self) -> &'static str {
        self.into()
    }

    fn leaves_a_way_back(self) -> bool {
        !matches!(
            self,
            Changed::Address
                | Changed::SecondFactorOn
                | Changed::WebhookFailing
                | Changed::WebhookGone
        )
    }

    fn leaves_the_second_factor(self) -> bool {
        matches!(
            self,
            Changed::Password
                | Changed::RecoveryCodes
                | Changed::RecoveryCodeUsed
                | Changed::SecondFactorGuessed
        )
    }

    fn otherwise(self) -> &'static str {
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
