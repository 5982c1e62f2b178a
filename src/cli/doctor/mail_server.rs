//! Checks the mail server: connects, with TLS and the login, and sends nothing.

use std::time::Duration;

use base::config::Config;
use mail::{MailOut, Transport};
use tokio::time::timeout;
use url::Url;

use super::Findings;

/// The time limit for the connection and the login.
const PATIENCE: Duration = Duration::from_secs(20);

pub(super) async fn check(config: &Config, findings: &mut Findings) {
    let url = match &config.mail_out {
        MailOut::Server { url, .. } => url,
        MailOut::Mailbox(folder) => {
            let message = format!("SMTP_URL is not set: mails stay in {}", folder.display());
            return match config.is_for_this_machine() {
                true => findings.ok("mail", message),
                false => findings.warn("mail", message + ", where players do not see them."),
            };
        }
    };
    let Ok(url) = Url::parse(url) else {
        return findings.fail("mail", "SMTP_URL is not valid");
    };
    let host = url.host_str().unwrap_or_default();
    let is_encrypted = url.scheme() == "smtps" || url.query() == Some("tls=required");
    let is_near = matches!(host, "localhost" | "127.0.0.1" | "[::1]");
    if url.password().is_some() && !is_encrypted && !is_near {
        findings.warn(
            "mail",
            "SMTP_URL sends the password without encryption. Use smtps://, or add ?tls=required.",
        );
    }
    let stands = async {
        let transport = Transport::new(&config.mail_out).map_err(|error| error.to_string())?;
        transport.stands().await.map_err(|failure| failure.what)
    };
    match timeout(PATIENCE, stands).await {
        Ok(Ok(())) => {
            let mut how = Vec::new();
            how.extend(is_encrypted.then_some("TLS"));
            how.extend(url.password().map(|_| "login"));
            let how = match how.is_empty() {
                true => "without TLS or login".to_owned(),
                false => format!("with {}", how.join(" and ")),
            };
            findings.ok("mail", format!("{host} accepts the connection, {how}"));
        }
        Ok(Err(why)) => findings.fail(
            "mail",
            format!(
                "{host} does not accept the connection: {why}. Correct SMTP_URL or that server."
            ),
        ),
        Err(_) => findings.fail(
            "mail",
            format!("{host} does not answer. Correct host and port in SMTP_URL, or the firewall."),
        ),
    }
}
