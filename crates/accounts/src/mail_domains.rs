//! Domains of mail addresses: those that the operator blocks, and the server's own.

use crate::Accounts;
use crate::refusal::{Refusal, Result};

/// Rejects an address in a blocked domain or in a subdomain of one.
pub fn refuse_blocked(app: &Accounts, email: &str) -> Result<()> {
    match is_blocked(app, email) {
        true => Err(Refusal::forbidden("why-address-blocked")),
        false => Ok(()),
    }
}

/// Whether an address is in a domain that the operator has blocked, or in a subdomain.
pub fn is_blocked(app: &Accounts, email: &str) -> bool {
    let domain = email.rsplit('@').next().unwrap_or_default();
    let domain = domain.trim().trim_end_matches('.').to_lowercase();
    app.config.blocked_mail_domains.iter().any(|blocked| {
        let above = domain.strip_suffix(blocked.as_str());
        above.is_some_and(|it| it.is_empty() || it.ends_with('.'))
    })
}

/// Whether an address belongs to the server: it is in its mail domain, or the sender of its mails.
pub fn is_own(app: &Accounts, email: &str) -> bool {
    let email = email.trim().to_lowercase();
    let domain = email.rsplit('@').next().unwrap_or_default();
    let domain = domain.trim_end_matches('.');
    let mail_in = app.config.mail_in.as_ref();
    mail_in.is_some_and(|mail_in| mail_in.domain == domain)
        || email == app.config.mail_from.email.to_string().to_lowercase()
}
