//! Checks the DNS records of the sender: MX, SPF, DKIM and DMARC.

use std::io;

use base::config::Config;
use egress::records::{Ways, mail_servers, texts};
use mail::MailOut;
use mail::dkim::{DkimSettings, public_key};

use super::{Findings, State};

/// The manual for all of these.
const HOW: &str = "docs/OPERATING.md, \"Sign mail and publish DNS records\", shows the records.";

pub(super) async fn check(config: &Config, findings: &mut Findings) {
    let MailOut::Server { dkim, .. } = &config.mail_out else {
        return;
    };
    let sender = config.mail_from.email.domain();
    if !sender.contains('.') || sender.parse::<std::net::IpAddr>().is_ok() {
        return findings.warn(
            "dns",
            format!(
                "the sender's domain “{sender}” has no public records. Set TURNPIKE_MAIL_FROM."
            ),
        );
    }
    let ways = Ways::default();
    let incoming = config.mail_in.as_ref().map(|it| it.domain.as_str());
    let envelope = incoming.unwrap_or(sender);
    let found = mail_servers(envelope, &ways).await;
    add(findings, "mx", envelope, found, |found| {
        mx(found, incoming.is_some())
    });
    let found = texts(envelope, &ways).await;
    add(findings, "spf", envelope, found, |found| spf(&found));
    if dkim.is_empty() {
        findings.ok(
            "dkim",
            "not checked: the server does not sign (TURNPIKE_DKIM_KEY), so your mail server has to",
        );
    }
    for settings in dkim {
        let name = format!("{}._domainkey.{}", settings.selector, settings.domain);
        let found = texts(&name, &ways).await;
        add(findings, "dkim", &name, found, |found| {
            signature(&found, settings)
        });
    }
    let (name, found) = policy(sender, &ways).await;
    add(findings, "dmarc", &name, found, |found| dmarc(&found));
}

type Verdict = (State, String);

/// Adds the verdict about the records of a name, or that DNS could not be asked.
fn add<T>(
    findings: &mut Findings,
    check: &'static str,
    name: &str,
    found: io::Result<T>,
    judge: impl FnOnce(T) -> Verdict,
) {
    let (state, message) = match found {
        Ok(found) => judge(found),
        Err(error) => (
            State::Warn,
            format!("not checked, DNS cannot be asked from here: {error}"),
        ),
    };
    findings.add(check, state, format!("{name}: {message}"));
}

fn mx(found: Vec<String>, gets_mail: bool) -> Verdict {
    match (found.is_empty(), gets_mail) {
        (false, _) => (State::Ok, found.join(", ")),
        (true, true) => (
            State::Fail,
            format!("no MX record, so no mail comes in. {HOW}"),
        ),
        (true, false) => (
            State::Warn,
            format!("no MX record: many mail servers reject such senders. {HOW}"),
        ),
    }
}

/// Returns the records with this version tag.
fn tagged<'a>(found: &'a [String], tag: &str) -> Vec<&'a String> {
    let has_tag = |text: &&String| {
        let first = text.split([' ', ';']).next().unwrap_or_default();
        first.eq_ignore_ascii_case(tag)
    };
    found.iter().filter(has_tag).collect()
}

fn spf(found: &[String]) -> Verdict {
    match &tagged(found, "v=spf1")[..] {
        [one] => (State::Ok, (*one).clone()),
        [] => (State::Warn, format!("no SPF record. {HOW}")),
        many => (
            State::Fail,
            format!("{} SPF records, so none counts. Keep one.", many.len()),
        ),
    }
}

fn signature(found: &[String], settings: &DkimSettings) -> Verdict {
    let own = match public_key(settings) {
        Ok(own) => own,
        Err(fault) => return (State::Fail, format!("{fault}. Correct TURNPIKE_DKIM_KEY.")),
    };
    let key = |text: &String| -> Option<String> {
        let mut tags = text.split(';').filter_map(|tag| tag.split_once('='));
        let (_, key) = tags.find(|(name, _)| name.trim() == "p")?;
        Some(key.split_whitespace().collect())
    };
    let published: Vec<String> = found.iter().filter_map(key).collect();
    if published.contains(&own) {
        return (State::Ok, "has the key that signs".to_owned());
    }
    let what = match published.is_empty() {
        true => "no DKIM record, so signatures are invalid",
        false => "has another key than the one that signs, so signatures are invalid",
    };
    (State::Fail, format!("{what}. Publish p={own}."))
}

/// Returns the DMARC records of a domain, or of the nearest domain above it that has any.
async fn policy(domain: &str, ways: &Ways) -> (String, io::Result<Vec<String>>) {
    let mut above = domain;
    loop {
        let name = format!("_dmarc.{above}");
        let found = texts(&name, ways).await;
        if found
            .as_ref()
            .is_ok_and(|it| !tagged(it, "v=DMARC1").is_empty())
            || found.is_err()
        {
            return (name, found);
        }
        match above.split_once('.') {
            Some((_, next)) if next.contains('.') => above = next,
            _ => return (format!("_dmarc.{domain}"), Ok(Vec::new())),
        }
    }
}

fn dmarc(found: &[String]) -> Verdict {
    match &tagged(found, "v=DMARC1")[..] {
        [one] => (State::Ok, (*one).clone()),
        [] => (State::Warn, format!("no DMARC record. {HOW}")),
        many => (
            State::Fail,
            format!("{} DMARC records, so none counts. Keep one.", many.len()),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn records(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|text| (*text).to_owned()).collect()
    }

    fn is(verdict: Verdict, state: State, says: &str) {
        assert!(
            verdict.0 == state && verdict.1.contains(says),
            "{}",
            verdict.1
        );
    }

    #[test]
    fn spf_and_dmarc_need_exactly_one_record() {
        let spf_of = |texts: &[&str]| spf(&records(texts));
        is(spf_of(&["x", "V=SPF1 mx -all"]), State::Ok, "mx -all");
        is(spf_of(&["v=spf10 all"]), State::Warn, "no SPF record");
        is(
            spf_of(&["v=spf1 mx", "v=spf1 a"]),
            State::Fail,
            "2 SPF records",
        );
        let dmarc_of = |texts: &[&str]| dmarc(&records(texts));
        is(dmarc_of(&["v=DMARC1; p=none"]), State::Ok, "p=none");
        is(dmarc_of(&[]), State::Warn, "no DMARC record");
        is(dmarc_of(&["v=DMARC1", "v=DMARC1"]), State::Fail, "2 DMARC");
    }

    #[test]
    fn missing_mx_fails_only_if_mail_should_come_in() {
        is(mx(records(&["mail.x."]), true), State::Ok, "mail.x.");
        is(mx(Vec::new(), true), State::Fail, "no mail comes in");
        is(mx(Vec::new(), false), State::Warn, "no MX record");
    }

    #[test]
    fn published_key_must_belong_to_the_key_that_signs() {
        let folder = tempfile::tempdir().unwrap();
        let settings = DkimSettings {
            key: folder.path().join("key.pem"),
            selector: "ed".to_owned(),
            domain: "x.org".to_owned(),
        };
        // The key of RFC 8463, appendix A.
        let pem = "-----BEGIN PRIVATE KEY-----\n\
            MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g\n\
            -----END PRIVATE KEY-----\n";
        std::fs::write(&settings.key, pem).unwrap();
        let key = "11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=";
        let of = |text: &str| signature(&records(&[text]), &settings);
        is(
            of(&format!("v=DKIM1; k=ed25519; p={key}")),
            State::Ok,
            "key that signs",
        );
        is(of("v=DKIM1; k=ed25519; p=AAAA"), State::Fail, key);
        is(signature(&[], &settings), State::Fail, "no DKIM record");
    }
}
